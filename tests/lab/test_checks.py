"""The checks themselves: each finds what it is there to find, and nothing in a title that is sound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import msgspec
import pytest

from sandtable.face.looks import Layer
from sandtable.face.view import Battle, Between, Cell, Fighter, Mission, Overlay, Panel, Party, Status, Target
from sandtable.kernel.dice import Dice, ScriptedDice, SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.names import Names
from sandtable.kernel.play import Event, Frame, Option, Refusal, Row, always, freely, is_over, may, must, options, outline, then
from sandtable.kernel.sides import EVERYONE
from sandtable.lab import checks
from sandtable.titles import AnyTitle
from tests.kernel import toy
from tests.kernel.test_play import start
from tests.kernel.test_record import fought, game, random_game, say
from tests.kernel.toy import TITLE, Toy
from tests.kit import changed, play


def found(check: checks.Check, s: Any, title: AnyTitle = TITLE, seed: int = 1) -> list[str]:
    return list(check(title, s, SeededDice(seed)))


@pytest.mark.parametrize("check", [*checks.ALWAYS, *checks.SOMETIMES, checks.films_leak_nothing], ids=lambda check: check.__name__)
def test_a_sound_title_passes(check: checks.Check) -> None:
    fight = play(start("brush"), "strike A1 hill top")
    for s in (start(), start("brush"), fight, play(fight, "show", "stand", dice=[6, 1]), random_game(2).state):
        for seed in range(5):
            assert found(check, s, seed=seed) == []


class Forgetful(Toy):
    """A clone shares a list with its original."""

    def clone(self) -> Toy:
        twin = super().clone()
        twin.where = self.where
        return twin


class Careless(Toy):
    """A clone has lost a field."""

    def clone(self) -> Toy:
        twin = super().clone()
        twin.round = 9
        return twin


def as_kind(kind: type[Toy]) -> Toy:
    s = start("brush")
    twin = kind(s.edition)
    vars(twin).update(vars(s))
    return twin


def test_a_clone_that_shares_is_found() -> None:
    problems = [problem for seed in range(8) for problem in found(checks.clones_are_apart, as_kind(Forgetful), seed=seed)]
    assert any("changed the original in: ['where'" in problem for problem in problems)


def test_a_clone_that_differs_is_found() -> None:
    assert "a clone differs: round: 1 / 9" in found(checks.clones_are_apart, as_kind(Careless))[0]


def test_a_stale_cache_is_found() -> None:
    s = start()
    s.crowd[0] = 7
    assert found(checks.caches_equal_a_rebuild, s)[0].startswith("caches differ from a rebuild: crowd: [7, ")


def test_a_broken_invariant_is_found() -> None:
    s = start()
    s.steps[0] = 5
    assert found(checks.invariants_hold, s) == ["audit: A1 has 5 steps in post 0 (1.2)"]


def test_an_outcome_at_the_wrong_time_is_found() -> None:
    ended = TITLE.rules.outcome(random_game(2).state)
    assert found(checks.outcome_comes_with_the_end, start(), changed(TITLE, outcome=lambda s: ended))
    assert found(checks.outcome_comes_with_the_end, random_game(2).state, changed(TITLE, outcome=lambda s: None))


class Twice(toy.Step):
    def candidates(self, s: Toy, f: toy.Half) -> list[tuple[int, int]]:
        return super().candidates(s, f) * 2


class Lazy(toy.Step):
    def candidates(self, s: Toy, f: toy.Half) -> list[tuple[int, int]]:
        return super().candidates(s, f)[1:]


class Mute(toy.Step):
    def why_not(self, s: Toy, f: toy.Half, unit: int, post: int, /) -> Refusal | None:
        return Refusal("", "") if super().why_not(s, f, unit, post) else None


WithStep = Callable[[toy.Step], Toy]


@pytest.fixture
def with_step(monkeypatch: pytest.MonkeyPatch) -> WithStep:
    """A position of a toy in which moving is another act."""

    def make(step: toy.Step) -> Toy:
        monkeypatch.setitem(toy.OUTLINES, toy.Half, outline("Half", "2.1", freely(toy.mover, step, toy.Strike())))
        return start()

    return make


def test_options_offered_twice_are_found(with_step: WithStep) -> None:
    assert any(problem.startswith("offered twice") for problem in found(checks.options_are_sound, with_step(Twice())))


def test_options_that_are_neither_offered_nor_refused_are_found(with_step: WithStep) -> None:
    problems = found(checks.refusals_agree_with_options, with_step(Lazy()))
    assert problems == ["('step', 0, 1) in Half@0(0, ()) is not offered, and not refused"]


def test_refusals_without_a_word_are_found(with_step: WithStep) -> None:
    assert any("without a word" in problem for problem in found(checks.refusals_agree_with_options, with_step(Mute())))


def test_names_that_cannot_be_read_back_are_found() -> None:
    s = start()
    s.names = Names({"post": ["a", "b b", "c", "d", "e"], "unit": ["A", "A b", "X", "Y"]})
    assert any("is read as" in problem or "cannot be read" in problem for problem in found(checks.options_are_sound, s))


def test_no_options_before_the_end_are_found() -> None:
    s = start()
    s.frames[-1] = toy.Losses(0, 4, 1)
    assert "no options, but the game is not over" in found(checks.options_are_sound, s)


@dataclass(eq=False, repr=False)
class Hiding(Frame):
    side: int

    def __post_init__(self) -> None:
        self.secret = [1]


def test_a_frame_with_facts_that_are_not_declared_is_found() -> None:
    f = Hiding(1)
    problems = list(checks.frame_knows_its_facts(f))
    assert [problem.split()[0] for problem in problems] == ["Hiding", "Hiding.secret"]


def everything_seen(s: Toy, viewer: int) -> Any:
    return TITLE.face.view(s, 0), TITLE.face.view(s, 1)


def written_out(s: Toy) -> str:
    return msgspec.json.encode(everything_seen(s, 0)).decode()


def test_a_view_that_leaks_is_found() -> None:
    problems = [
        p for seed in range(8) for p in found(checks.views_leak_nothing, start(), changed(TITLE, view=everything_seen), seed)
    ]
    assert "the view of 0 depends on what is hidden from it" in problems
    assert "the view of -1 depends on what is hidden from it" in problems


def test_an_overlay_that_leaks_is_found() -> None:
    leaky = Layer("all", "All", "what both sides see", lambda s, viewer, piece: Overlay(written_out(s), ""))
    title = changed(TITLE, layers=(leaky,))
    problems = [p for seed in range(8) for p in found(checks.views_leak_nothing, start(), title, seed)]
    assert any("the overlay all" in p for p in problems)


def test_a_warning_that_leaks_is_found() -> None:
    title = changed(TITLE, caution=lambda s, o: [Refusal("1.3-a", written_out(s))])
    problems = [p for seed in range(8) for p in found(checks.views_leak_nothing, start(), title, seed)]
    assert any("is told of" in p for p in problems)


def test_a_title_that_hides_something_must_say_so() -> None:
    problems = [p for seed in range(8) for p in found(checks.views_leak_nothing, start(), changed(TITLE, hidden=False), seed)]
    assert "the title says that nothing is hidden, but a redeal for 0 changes something" in problems


class Rearm(toy.Step):
    """Draws another order from what the other side has left in the cup, and says whether it is a good one."""

    def do(self, s: Toy, f: toy.Half, unit: int, post: int, dice: Dice, /) -> None:
        super().do(s, f, unit, post, dice)
        cup = sorted(toy.ORDERS, key=lambda order: order == s.order[1 - f.side])[:-1]
        s.order[f.side] = dice.draw(cup, f.side, "1.3-a")
        s.tell("margin", int(s.order[f.side] > 1))


def test_what_is_drawn_from_another_cup_is_no_leak(with_step: WithStep) -> None:
    assert [p for seed in range(30) for p in found(checks.events_leak_nothing, with_step(Rearm()), seed=seed)] == []


def test_a_redeal_that_breaks_the_position_is_found() -> None:
    def breaks(s: Toy, side: int, dice: Dice) -> Toy:
        twin = toy.redeal(s, side, dice)
        twin.crowd[0] = 9
        return twin

    assert any("after a redeal" in problem for problem in found(checks.views_leak_nothing, start(), changed(TITLE, redeal=breaks)))


class Gossip(toy.Step):
    """Tells everybody the order of the side that moves."""

    def do(self, s: Toy, f: toy.Half, unit: int, post: int, dice: Dice, /) -> None:
        super().do(s, f, unit, post, dice)
        s.tell("margin", s.order[f.side])


def test_an_event_that_leaks_is_found(with_step: WithStep) -> None:
    problems = [p for seed in range(20) for p in found(checks.events_leak_nothing, with_step(Gossip()), seed=seed)]
    assert any("viewer 1 hears" in problem for problem in problems)
    assert not any("viewer 0 hears" in problem for problem in problems)


class ShowIfGood(toy.Show):
    """Who has nothing good to show is not asked."""

    def candidates(self, s: Toy, f: toy.Fight) -> list[tuple[int, int]]:
        return [(0, 0)] if s.order[toy.attacker(s, f)] > 1 else []


def fights_with(monkeypatch: pytest.MonkeyPatch, first: Row) -> Toy:
    rows = (first, must(toy.defender, toy.Stand(), toy.FallBack()), then(toy.roll))
    monkeypatch.setitem(toy.OUTLINES, toy.Fight, outline("Fight", "3.1", *rows))
    return start("brush")


def films(s: Toy) -> list[str]:
    return [problem for seed in range(20) for problem in found(checks.films_leak_nothing, s, seed=seed)]


def test_a_question_that_leaks_by_being_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = films(fights_with(monkeypatch, may(toy.attacker, ShowIfGood())))
    for viewer in (1, -1):
        told = [problem for problem in problems if f", {viewer} sees asked (1, " in problem]
        assert any("stand or fall" in problem and " or (0, " in problem for problem in told)


def test_what_all_may_know_decides_whether_a_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert films(fights_with(monkeypatch, may(toy.attacker, ShowIfGood(), asked=always))) == []


def test_an_event_that_leaks_is_found_in_the_film(with_step: WithStep) -> None:
    assert any("1 is shown by what is hidden from it ('margin'" in problem for problem in films(with_step(Gossip())))


def test_a_heading_of_the_log_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def knows(s: Toy, f: toy.Fight) -> str:
        return f"Fight with order {s.order[toy.attacker(s, f)]}"

    plain, leaking = toy.OUTLINES[toy.Fight], toy.OUTLINES[toy.Fight]._replace(called=knows)
    monkeypatch.setitem(toy.OUTLINES, toy.Fight, leaking)
    assert any("Fight with order" in problem for problem in films(start("brush")))
    monkeypatch.setitem(toy.OUTLINES, toy.Fight, leaking._replace(quiet=True))
    assert not any("Fight with order" in problem for problem in films(start("brush")))
    monkeypatch.setitem(toy.OUTLINES, toy.Fight, plain)
    assert films(start("brush")) == []


def test_what_is_revealed_is_no_leak() -> None:
    s = play(start("brush"), "strike A1 hill top")
    assert [p for seed in range(20) for p in found(checks.events_leak_nothing, s, seed=seed)] == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda view: view, ""),
        (lambda view: replaced(view, at="nowhere"), "piece A1 is at 'nowhere', neither a space nor a panel"),
        (lambda view: replaced(view, at="orders"), ""),
        (lambda view: replaced(view, face="blue"), "piece A1 has the face 'blue', which the board does not have"),
        (lambda view: replaced(view, id="X1"), "two pieces of the view of 0 have one id"),
        (lambda view: with_focus(view), "the view speaks of 'nowhere', which is no space of the board"),
        (lambda view: replaced(view, base="hill top"), ""),
        (lambda view: replaced(view, base="nowhere"), "piece A1 has its base at 'nowhere'"),
        (
            lambda view: replaced(view, mission=Mission("Raid", "nowhere")),
            "the view speaks of 'nowhere', which is no space of the board",
        ),
        (lambda view: with_parts(view, edges=(Between("hill top", "nowhere", ()),)), "hill top and nowhere have no boundary"),
        (lambda view: with_parts(view, links=(Between("hill top", "nowhere", ()),)), "nothing joins hill top and nowhere"),
        (lambda view: with_parts(view, panels=(cards("a", "a"),)), "two cells of the view of 0 have one id"),
        (lambda view: with_parts(view, panels=(cards("a", "b"),)), ""),
        (lambda view: with_parts(view, battle=fight(Fighter("A1", line=2))), "A1 fights in line 2 of ('front', 'rear')"),
        (lambda view: with_parts(view, battle=fight(Fighter("A1", line=-1))), ""),
        (lambda view: with_parts(view, battle=fight(Fighter("A1", targets=(Target("X1", 0.5),)))), ""),
        (lambda view: with_parts(view, battle=fight(Fighter("A1", targets=(Target("A2", 0.5),)))), "A1 aims at A2"),
        (
            lambda view: with_parts(view, edges=(Between("hill top", "well", (Status(cast(Any, "odd")),)),)),
            "the view of 0 cannot be read by who gets it: Invalid enum value 'odd' - at `$.edges[0].marks[0].kind`",
        ),
    ],
)
def test_views_that_do_not_fit_the_board_are_found(change: Callable[[Any], Any], says: str) -> None:
    title = changed(TITLE, view=lambda s, viewer: change(toy.view(s, viewer)))
    problems = list(checks.view_fits(title, start(), TITLE.face.board(toy.load(None))))
    assert problems[:1] == ([says] if says else [])


def test_a_cell_that_is_offered_must_be_in_the_view() -> None:
    title = TITLE._replace(face=TITLE.face._replace(cells=("post",)))
    problems = list(checks.view_fits(title, start(), TITLE.face.board(toy.load(None))))
    assert problems[0].endswith("is offered, and no cell of the view has that id")


def with_parts(view: Any, **changes: Any) -> Any:
    return msgspec.structs.replace(view, **changes)


def cards(*ids: str) -> Panel:
    return Panel("orders", "Cards", "cards", tuple([Cell(id, id=id) for id in ids]))


def fight(fighter: Fighter) -> Battle:
    return Battle("Fight", (Party(0, "we", (fighter,), lines=("front", "rear")), Party(1, "they", (Fighter("X1"),))), ())


def replaced(view: Any, **changes: Any) -> Any:
    first = msgspec.structs.replace(view.pieces[0], **changes)
    return msgspec.structs.replace(view, pieces=(first, *view.pieces[1:]))


def with_focus(view: Any) -> Any:
    return msgspec.structs.replace(view, focus=("nowhere",))


def test_events_without_a_fitting_story_are_found() -> None:
    log: list[object] = [Event("moved", (0, 1), EVERYONE, None), Event("moved", (0,), EVERYONE, None),
                         Event("sang", (), EVERYONE, None), Event("lost", (44,), EVERYONE, None)]  # fmt: skip
    problems = list(checks.stories_are_told(TITLE, start(), log))
    assert len(problems) == 3
    assert problems[1] == "no story for the event 'sang'"


def test_records_and_undo_of_a_sound_game() -> None:
    for seed in range(4):
        assert list(checks.records_replay(random_game(seed))) == []
    g = game()
    prints = [hash(g.state.key())]
    for text, dice in (("strike A1 hill top", ()), ("show", ()), ("stand", (4, 3)), ("lose X1", ())):
        say(g, (text, dice))
        prints.append(hash(g.state.key()))
        assert list(checks.undo_is_bounded(g, prints)) == []


def test_a_replay_that_comes_out_differently_is_found() -> None:
    g = fought()
    g.state.steps[0] = 1
    assert list(checks.records_replay(g)) == ["replayed the game comes out differently"]


class Generous(Game):
    def undo_limit(self) -> int:
        return 0


class Stingy(Game):
    def undo_limit(self) -> int:
        return self.ply


def test_undo_that_goes_too_far_or_stops_too_soon_is_found() -> None:
    for kind, wrong in ((Generous, "would take back ply 2"), (Stingy, "could be taken back")):
        g = kind(TITLE, toy.load(None), "brush", {}, ScriptedDice((1, 3)))
        prints = [hash(g.state.key())]
        for text, dice in (("strike A1 hill top", ()), ("pass", ()), ("stand", (4, 3)), ("lose X1", ())):
            say(g, (text, dice))
            prints.append(hash(g.state.key()))
        assert any(wrong in problem for problem in checks.undo_is_bounded(g, prints))


def test_forgeries_of_a_sound_game_are_refused() -> None:
    for seed in range(6):
        assert list(checks.forgeries_are_refused(game("line"), SeededDice(seed))) == []
        assert list(checks.forgeries_are_refused(say(game(), ("strike A1 hill top", ())), SeededDice(seed))) == []
    assert list(checks.forgeries_are_refused(random_game(1), SeededDice(1))) == []


class Credulous(Game):
    def refused(self, side: int, ply: int, text: str) -> Refusal | None:
        return None


def test_forgeries_that_are_believed_are_found() -> None:
    g = Credulous(TITLE, toy.load(None), "brush", {}, ScriptedDice((1, 3)))
    problems = list(checks.forgeries_are_refused(g, SeededDice(1)))
    assert any("(1, 0, " in problem for problem in problems)
    assert any("(0, 1, " in problem for problem in problems)


def test_many_numbers_are_sampled_near_the_options() -> None:
    names = Names({"unit": [str(n) for n in range(100)], "post": [str(n) for n in range(100)]})
    offered: set[Option] = {("step", 7, 8)}
    pairs = checks.numbers_for(names, toy.Step(), offered, SeededDice(1))
    assert len(pairs) == checks.SAMPLES
    assert len([pair for pair in pairs if pair[0] == 7 or pair[1] == 8]) > checks.SAMPLES // 3
    assert len(checks.numbers_for(names, toy.Lose(), set(), SeededDice(1))) == 100


def test_the_end_is_sound_too() -> None:
    s = random_game(5).state
    assert is_over(s)
    assert options(s) == []
    assert found(checks.options_are_sound, s) == []
