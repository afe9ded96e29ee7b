"""Sandtable from Python: what a researcher or the author of a bot writes, and that a seat cannot peek."""

from __future__ import annotations

import doctest
import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import sandtable as st
from sandtable.kernel import game as kernel
from sandtable.kernel.dice import NoDice, ScriptedDice, dice_for
from sandtable.kernel.play import Refusal, decider, options, write
from sandtable.kernel.record import BadRecord, from_text, to_text
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import SIDES
from sandtable.players import PLAYERS
from sandtable.players.random import any_option
from sandtable.players.seat import Bot, Seat
from sandtable.titles import SLUGS, load_title
from tests.kernel.toy import TITLE, load

README = Path(__file__).parent.parent / "README.md"
each_title = pytest.mark.parametrize("slug", SLUGS)


def toy_game(order: int = 1, theirs: int = 3, scenario: str = "brush") -> st.Game:
    """Five Posts, in which each side has a secret order."""
    return st.Game(kernel.Game(TITLE, load(None), scenario, {}, ScriptedDice([order, theirs])), 5)


def middle(slug: str) -> st.Game:
    """Some way into a random game."""
    g = st.new(slug, load_title(slug).rules.scenarios[-1].id, seed=3)
    dice = dice_for(3, 0, slug)
    for _ in range(60):
        s = g._game.state
        g.play(write(s, any_option(s, decider(s), dice)))
    return g


def test_the_readme_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_it_costs_nothing_until_it_is_used() -> None:
    code = "import sys, sandtable; print([name for name in sys.modules if name.startswith('sandtable')], sandtable.__version__)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.startswith("['sandtable'] ")
    assert set(st.__all__) <= set(dir(st))
    with pytest.raises(AttributeError, match=r"no attribute 'gnu'; there are .*load, new, player"):
        st.gnu  # noqa: B018


@each_title
def test_a_seed_gives_the_same_game(slug: str) -> None:
    one, two = [st.new(slug, seed=4) for _ in range(2)]
    for g in (one, two):
        bots = {side: st.player("random", seed=n) for n, side in enumerate(SIDES)}
        while not g.over and g.ply < 150:
            assert g.side is not None
            g.play(bots[g.side].choose(g.seat()))
    assert one.record == two.record
    assert any(ply.dice for ply in one.record.plies)


def test_what_may_be_said() -> None:
    g = toy_game()
    state = g._game.state
    assert list(g.options) == [write(state, o) for o in options(state)]
    assert (len(g.options), g.options[0], g.options[-1], g.options[:1]) == (5, "step A1 a", "done", ["step A1 a"])
    assert "strike A1 hill top" in g.options
    assert "strike A1  hill top" in g.options
    for false in ("strike A1 e", "lose X1", "nonsense", "", 7):
        assert false not in g.options
    assert g.why_not("strike A1 hill top") is None
    assert g.why_not("strike A1 e") == Refusal("2.1", "only the next post can be reached")
    before = g.options
    g.play("step A1 a")
    assert before[0] == "step A1 a"  # they are those of the moment at which they were asked for
    assert g.options[0] != "step A1 a"


def test_in_writes_out_no_options(monkeypatch: pytest.MonkeyPatch) -> None:
    g = toy_game()

    def written(*_: object) -> str:
        raise AssertionError

    monkeypatch.setattr("sandtable.players.seat.write", written)
    monkeypatch.setattr("sandtable.players.seat.options", written)
    assert "done" in g.options


def test_a_list_is_all_or_nothing_through_dice_and_both_sides() -> None:
    g = toy_game()
    with pytest.raises(st.Illegal):
        g.play(["strike A1 hill top", "pass", "stand", "nonsense"])
    assert (g.ply, g.side) == (0, "allied")
    g.play(["strike A1 hill top", "pass", "stand"])
    assert g.record.plies[2].dice
    dice = g.record.plies[2].dice
    g.undo()
    g.play("stand")
    assert g.record.plies[2].dice == dice  # there is no way to roll again


def test_other_moments_and_courses() -> None:
    g = toy_game()
    g.play(["step A1 a", "step A2 a"])
    h, then = g.clone(), g.at(1)
    h.play("done")
    assert (g.ply, h.ply, then.ply) == (2, 3, 1)
    g.undo(2)
    assert (g.ply, g._game.state.key()) == (0, toy_game()._game.state.key())
    for wrong in (1, -1):
        with pytest.raises(ValueError, match="cannot be taken back"):
            g.undo(wrong)
        with pytest.raises(ValueError, match="there is no ply"):
            g.at(wrong)


def test_the_dice_of_a_clone_tell_nothing_of_those_to_come() -> None:
    shown = set()
    g = toy_game()
    g.play(["strike A1 hill top", "pass"])
    for _ in range(20):
        h = g.clone()
        h.play("stand")
        shown.add(h.record.plies[-1].dice)
    assert len(shown) > 5


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_saved_and_loaded(tmp_path: Path, name: str) -> None:
    g = st.new("battleaxe", "extended", seed=2, settings={"advantage": 1})
    g.play(g.options[0])
    g.record.save(tmp_path / name)
    again = st.load(tmp_path / name, seed=1)
    assert again.record == g.record
    assert (again.title, again.scenario, again.settings) == ("battleaxe", "extended", g.settings)
    again.record.plies.clear()  # it is a copy
    assert again.ply == 1


def test_an_edition_goes_with_the_record(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,cv\n7RTR,6\n")
    g = st.new("battleaxe", seed=1, edition=tmp_path)
    g.record.save(str(tmp_path / "game.json"))
    (tmp_path / "units.csv").unlink()
    assert st.load(tmp_path / "game.json").record.changes == {"units": [{"id": "7RTR", "cv": "6"}]}


def test_a_frozen_game_can_be_looked_at(tmp_path: Path) -> None:
    g = st.new("battleaxe", seed=1)
    g.play(["deploy 11H D", "deploy CIH D"])
    text = to_text(g.record).replace(f"[rules {g.record.rules}]", "[rules 0]").replace("2. allied deploy CIH D", "2. allied dance")
    (tmp_path / "old.txt").write_text(text)
    old = st.load(tmp_path / "old.txt")
    assert (old.ply, repr(old)) == (1, "<Game of battleaxe (battleaxe) at ply 1: frozen>")
    assert "made by rules 0" in old.frozen
    with pytest.raises(st.Illegal, match="cannot go on"):
        old.play("deploy CIH D")
    assert from_text(text).plies[1].text == "dance"


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="no title is called 'chess'; there are: battleaxe, gazala, theseus"):
        st.new("chess")
    with pytest.raises(Unknown, match="no side is called 'blue'; there are: allied, axis"):
        toy_game().view("blue")
    with pytest.raises(Unknown, match="no player is called 'hal'"):
        st.player("hal")
    with pytest.raises(BadRecord, match=r"nothing\.json cannot be read: No such file"):
        st.load(tmp_path / "nothing.json")


@each_title
def test_everything_says_something_to_a_person(slug: str) -> None:
    g = middle(slug)
    title, state = load_title(slug), g._game.state
    outline = state.outlines[type(state.frames[-1])]
    things: list[object] = [
        g, g.seat(), g.options, g.view(), g.record, g._game, title, title.rules, title.face, title.robot, state, state.names,
        state.frames[-1], outline.rows[0], title.rules.load(None), title.face.board(title.rules.load(None)), title.rules.rulebook(),
        st.player("greedy"), NoDice(), ScriptedDice([1]), *[act for row in outline.rows for act in row.acts][:1],
    ]  # fmt: skip
    for thing in things:
        said = repr(thing)
        assert " object at 0x" not in said
        assert " at 0x" not in said
        assert 3 < len(said) < 400, said
    assert len(str(g).splitlines()) > 10
    assert str(g).splitlines()[0] == g.view().when
    assert str(g.seat()).splitlines()[0] == g.seat().view().when


# A seat cannot peek


class Trap:
    """What is hidden: whoever touches it is caught."""

    def _caught(self, *_: object) -> Any:
        raise AssertionError("a player looked at what is hidden from it")

    __getitem__ = __iter__ = __len__ = __eq__ = __hash__ = __bool__ = __int__ = __getattr__ = _caught


@pytest.mark.parametrize("player", [entry.id for entry in PLAYERS])
def test_a_player_in_its_seat_does_not_touch_the_true_state(player: str) -> None:
    g = toy_game()
    g.play("strike A1 hill top")
    seat = g.seat()
    for field in list(vars(g._game.state)):
        setattr(g._game.state, field, Trap())
    g._game.kept.clear()
    assert st.player(player, seed=1).choose(seat) in list(seat.options)
    assert seat.view().sides
    assert seat.why_not("pass") is None
    assert seat.guess().order[0] == 1
    assert str(seat)


def reachable(thing: object) -> Iterator[object]:
    """All that can be got hold of from a thing, private or not, up to what the whole program shares."""
    seen, edge = {id(thing)}, [thing]
    while edge:
        here = edge.pop()
        yield here
        for there in gc.get_referents(here):
            shared = isinstance(there, (type, ModuleType, FunctionType))
            if id(there) not in seen and not shared:
                seen.add(id(there))
                edge.append(there)


@each_title
def test_from_a_seat_the_game_cannot_be_reached(slug: str) -> None:
    g = middle(slug)
    for side in SIDES:
        seat = g.seat(side)
        private = {id(g), id(g._game), id(g._game.state), id(g._game.record), id(g._game.kept), id(g._game.told)}
        private |= {id(frame) for frame in g._game.state.frames}
        assert not [thing for thing in reachable((seat, seat.options, seat.view())) if id(thing) in private]


def test_two_games_that_look_alike_are_the_same_from_a_seat() -> None:
    """The Axis' order differs; to the Allies nothing does, to the last bit."""
    seats = [toy_game(1, theirs).seat("allied") for theirs in (2, 3)]
    assert [seat._state.order[0] for seat in seats] == [1, 1]
    assert seats[0]._state.key() == seats[1]._state.key()
    assert seats[0].guess().key() == seats[1].guess().key()
    assert toy_game(1, 2)._game.state.key() != toy_game(1, 3)._game.state.key()


def test_what_is_hidden_is_guessed_anew() -> None:
    seat = toy_game(1, 3).seat("allied")
    assert {seat.guess().order[1] for _ in range(40)} == {1, 2, 3}
    assert {seat.guess().order[0] for _ in range(40)} == {1}


def test_the_seat_of_who_waits() -> None:
    g = toy_game()
    seat = g.seat("axis")
    assert (seat.side, seat.asked, list(seat.options), "done" in seat.options) == ("axis", False, [], False)
    assert str(seat.why_not("done")) == "this side is not asked now"
    assert repr(seat) == "<Seat of axis in toy at ply 0, waiting>"
    while not g.over:
        g.play("done" if "done" in g.options else g.options[0])
    with pytest.raises(ValueError, match="the game is over: nobody decides"):
        g.seat()
    assert g.seat("axis").view() == g.view("axis")


def test_a_bot_of_ones_own() -> None:
    class Bold:
        """Strikes whenever it can, where its odds are best."""

        def choose(self, seat: Seat) -> str:
            strikes = [text for text in seat.options if text.startswith("strike")]
            return max(strikes, key=lambda text: self.worth(seat, text)) if strikes else seat.options[-1]

        def worth(self, seat: Seat, text: str) -> float:
            forecast = seat.odds(text)
            assert forecast is not None
            return sum([chance.chance for chance in forecast.chances if int(chance.name) > 0])

    g, bots = toy_game(), {"allied": Bold(), "axis": st.player("greedy", seed=1)}
    assert isinstance(bots["axis"], Bot)
    while not g.over:
        assert g.side is not None
        g.play(bots[g.side].choose(g.seat()))  # type: ignore[attr-defined]
    assert g.outcome is not None
    assert any(ply.text.startswith("strike") for ply in g.record.plies)
    assert repr(g).endswith(f"{g.outcome.level}>")
    assert g.outcome.level in str(g).splitlines()[-1]
