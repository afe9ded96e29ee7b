"""A game and its history: saying one thing or several, earlier moments, and games that other rules made."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from sandtable.kernel.data import changes_of
from sandtable.kernel.dice import Dice, NoDice, ScriptedDice, ScriptError, SeededDice
from sandtable.kernel.game import MOST, STRIDE, Game, NotAsked, Stale, edition_of, fingerprint, open_record, replay
from sandtable.kernel.play import Illegal, decider
from sandtable.kernel.record import BadRecord, Ply, Record, from_json, from_text, to_text
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players.random import any_option
from tests.kernel.toy import TITLE, load
from tests.kit import changed


def game(scenario: str = "line", setup: tuple[int, ...] = (1, 3), **settings: int) -> Game:
    return Game(TITLE, load(None), scenario, settings, ScriptedDice(setup))


def random_game(seed: int) -> Game:
    dice = SeededDice(seed * 7919)
    g = Game(TITLE, load(None), ("line", "brush")[seed % 2], {"rounds": 1 + seed % 6}, dice)
    while g.state.frames:
        g.choose(any_option(g.state, decider(g.state), dice), dice)
    return g


def whole(g: Game) -> tuple[object, ...]:
    return (g.state.key(), g.record.to_json(), len(g.told), g.state.log)


def test_what_was_said_here_by_turns() -> None:
    g = game(rounds=3)
    here = {}
    for text in ("step A1 b", "done", "done", "done", "done"):
        here[g.ply] = g.said_here()
        g.play(text, NoDice())
    assert here == {0: [()], 1: [("step A1 b",)], 2: [()], 3: [(), ("step A1 b", "done")], 4: [(), ("done",)]}
    assert g.copy().said_here() == g.said_here() == [(), ("done",), ("step A1 b", "done")]
    assert replay(g.record, None, TITLE, load(None)).said_here() == g.said_here()
    g.undo(4)
    assert g.said_here() == here[4]


class TestSaying:
    def test_one_thing_or_several(self) -> None:
        one, two = game(), game()
        assert one.say(ALLIED, 0, "step A1 b", NoDice()) == 1
        assert one.say(ALLIED, 1, "step A2 b", NoDice()) == 1
        assert two.say(ALLIED, 0, ["step A1 b", "step A2 b"], NoDice()) == 2
        assert whole(one) == whole(two)

    def test_a_first_refusal_costs_no_replay(self) -> None:
        g = game()
        s = g.state
        with pytest.raises(Illegal):
            g.say(ALLIED, 0, "step A2 e", NoDice())
        assert g.state is s

    @pytest.mark.parametrize("bad", ["step A2 e", "lose X1", "nonsense", "", "step A1 b"])
    def test_if_one_is_refused_none_is_done(self, bad: str) -> None:
        g = game()
        before = whole(g)
        with pytest.raises(Illegal):
            g.say(ALLIED, 0, ["step A1 b", bad], NoDice())
        assert whole(g) == before

    def test_nothing_is_not_said(self) -> None:
        with pytest.raises(Illegal, match="nothing was said"):
            game().say(ALLIED, 0, [], NoDice())

    def test_another_ply_and_another_side_are_told_apart(self) -> None:
        g = game()
        with pytest.raises(Stale, match="the game has moved on to ply 0"):
            g.say(ALLIED, 1, "done", NoDice())
        with pytest.raises(NotAsked, match="Allies decides now"):
            g.say(AXIS, 0, "done", NoDice())

    def test_a_question_to_the_other_side_ends_a_list(self) -> None:
        g = game("brush")
        assert g.say(ALLIED, 0, ["strike A1 hill top", "pass", "nonsense"], NoDice()) == 2
        assert [ply.text for ply in g.record.plies] == ["strike A1 hill top", "pass"]

    def test_what_comes_to_light_ends_a_list_and_stands(self) -> None:
        """Otherwise one could look at the order and take the strike back: the second text is refused whatever it shows."""
        g = game("brush")
        assert g.say(ALLIED, 0, ["strike A1 hill top", "show", "nonsense"], NoDice()) == 2
        assert g.record.plies[-1].shown

    def test_a_die_ends_a_list_and_stands(self) -> None:
        """Otherwise the refusal of the second text would tell how the fight went, and nothing would have been risked."""
        g = game("brush")
        g.play(["strike A1 hill top", "pass"], NoDice())
        assert g.say(AXIS, 2, ["stand", "lose X2"], ScriptedDice([5, 3])) == 1
        assert g.record.plies[-1].dice == (5, 3)

    def test_each_ply_has_dice_of_its_own(self) -> None:
        g, asked = game("brush"), list[int]()

        def dice_of(ply: int) -> Dice:
            asked.append(ply)
            return ScriptedDice([5, 3] if ply == 3 else [])

        g.play(["strike A1 hill top", "pass", "stand", "lose X1", "lose X1"], dice_of)
        assert asked == [1, 2, 3, 4, 5]

    def test_played_for_both_sides_and_through_dice_it_is_still_all_or_nothing(self) -> None:
        g = game("brush")
        before = whole(g)
        with pytest.raises(Illegal):
            g.play(["strike A1 hill top", "pass", "stand", "nonsense"], ScriptedDice([5, 3]))
        assert whole(g) == before
        with pytest.raises(ScriptError):
            g.play(["strike A1 hill top", "pass", "stand"], ScriptedDice([5]))
        assert whole(g) == before

    def test_numbers_that_no_rule_was_made_for_make_no_sense(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def break_down(*_: object) -> None:
            raise IndexError

        g = game()
        monkeypatch.setattr("tests.kernel.toy.Step.why_not", break_down)
        assert str(g.refused(ALLIED, 0, "step A1 b")) == "this makes no sense here"


class TestHistory:
    def test_a_copy_goes_its_own_way(self) -> None:
        g = game()
        g.play("step A1 b", NoDice())
        before, twin = whole(g), g.copy()
        assert whole(twin) == before
        twin.play(["step A2 b", "done"], NoDice())
        twin.back_to(0)
        assert whole(g) == before
        assert g.at(1).key() == g.state.key()

    @pytest.mark.parametrize("seed", range(4))
    def test_every_moment_is_that_of_a_replay(self, seed: int) -> None:
        g = random_game(seed)
        for ply in range(g.ply + 1):
            assert g.at(ply).key() == replay(g.record, ply, TITLE, load(None)).state.key()

    def test_there_is_no_other_moment(self) -> None:
        with pytest.raises(LookupError, match="there is no ply 1; the game has 0 to 0"):
            game().at(1)
        with pytest.raises(LookupError):
            game().at(-1)

    def test_back_to_an_earlier_moment_and_on_from_there(self) -> None:
        g = random_game(2)
        for ply in (g.ply - 1, g.ply // 2, 0):
            there = replay(g.record, ply, TITLE, load(None))
            g.back_to(ply)
            assert whole(g) == whole(there)
            assert max(g.kept) <= ply

    def test_not_more_positions_are_kept_than_needed(self) -> None:
        g = game()
        for _ in range(STRIDE * MOST // 2 + 8):
            g.play(["step A1 b", "done", "done"], NoDice()) if g.ply == 0 else g.keep(g.stride * len(g.kept), g.state)
        assert len(g.kept) <= MOST
        assert g.stride > STRIDE
        assert g.at(0).key() == game().state.key()

    def test_a_trusted_replay_comes_to_the_same(self) -> None:
        g, again = random_game(3), random_game(3)
        again.back_to(0)
        again.follow(g.record.plies, trusted=True)
        assert whole(again) == whole(g)


def made_by(record: Record, change: Callable[[Record], None]) -> Record:
    """The same record as an earlier version would have written it."""
    old = from_json(record.to_json())
    old.rules = "0"
    change(old)
    return old


def fought() -> Game:
    g = game("brush")
    dice = ScriptedDice([5, 3])
    g.play(["strike A1 hill top", "pass", "stand", "lose X1", "lose X1", "step A2 a"], dice)
    return g


class TestCarrying:
    @pytest.mark.parametrize("seed", range(6))
    def test_a_game_that_still_plays_goes_over_as_it_was(self, seed: int) -> None:
        g = random_game(seed)
        old = made_by(g.record, lambda r: setattr(r, "edition", "feed"))
        carried = open_record(old, TITLE)
        assert carried.frozen is None
        assert carried.record == g.record
        assert carried.state.key() == g.state.key()

    def test_a_question_with_one_answer_that_older_rules_did_not_ask_is_answered(self) -> None:
        g = fought()
        old = made_by(g.record, lambda r: r.plies.__delitem__(slice(3, 5)))  # they took the only unit's steps by themselves
        carried = Game.carry(old, TITLE)
        assert carried.record == g.record

    def test_a_question_that_older_rules_did_not_ask_is_answered_as_they_played_it(self) -> None:
        g = fought()
        old = made_by(g.record, lambda r: r.plies.__delitem__(1))  # they did not ask whether an order is shown
        assert Game.carry(old, TITLE).frozen is not None
        assert Game.carry(old, changed(TITLE, as_before=("pass",))).record == g.record

    def test_dice_that_fell_at_the_ply_before_are_found_where_they_fall_now(self) -> None:
        g = fought()
        moved = made_by(g.record, lambda r: r.plies.__setitem__(slice(1, 3), [Ply(ALLIED, "pass", (5, 3)), Ply(AXIS, "stand", ())]))
        carried = Game.carry(moved, TITLE)
        assert carried.frozen is not None
        assert "the dice before it would have fallen for something else" in carried.frozen.why

    @pytest.mark.parametrize(
        ("ply", "text", "says"),
        [
            (0, "strike A1 e", "because of decision 1 ('strike A1 e'): only the next post can be reached (2.1)"),
            (1, "parley", "because of decision 2 ('parley'): nothing in this game is called 'parley'"),
            (5, "lose X1", "because of decision 6 ('lose X1'): this is not the moment to lose"),
        ],
    )
    def test_a_game_that_does_not_play_any_more_is_frozen_before_the_ply(self, ply: int, text: str, says: str) -> None:
        g = fought()
        old = made_by(g.record, lambda r: r.plies.__setitem__(ply, r.plies[ply]._replace(text=text)))
        frozen = Game.carry(old, TITLE)
        assert frozen.ply == ply
        assert frozen.state.key() == g.at(ply).key()
        assert frozen.frozen is not None
        assert frozen.frozen.record == old  # nothing of it is lost
        assert "made by rules 0 of Five Posts and cannot go on by those of today" in frozen.frozen.why
        assert says in frozen.frozen.why
        assert "frozen" in repr(frozen)

    def test_nothing_can_be_said_in_a_frozen_game(self) -> None:
        old = made_by(fought().record, lambda r: r.plies.__setitem__(1, Ply(ALLIED, "parley", ())))
        frozen = Game.carry(old, TITLE)
        with pytest.raises(Illegal, match="cannot go on"):
            frozen.say(ALLIED, 1, "pass", NoDice())
        assert "cannot go on" in str(frozen.refused(ALLIED, 1, "pass"))

    def test_dice_that_do_not_fit_freeze_it(self) -> None:
        g = fought()
        few = Game.carry(made_by(g.record, lambda r: r.plies.__setitem__(2, Ply(AXIS, "stand", (5,)))), TITLE)
        many = Game.carry(made_by(g.record, lambda r: r.plies.__setitem__(5, Ply(ALLIED, "step A2 a", (4,)))), TITLE)
        assert few.frozen is not None
        assert "the script has no number left" in few.frozen.why
        assert many.frozen is not None
        assert "because of the end: 1 dice are left over" in many.frozen.why

    def test_without_its_set_up_there_is_nothing_to_look_at(self) -> None:
        with pytest.raises(BadRecord, match="set-up"):
            Game.carry(made_by(fought().record, lambda r: setattr(r, "setup", (1,))), TITLE)

    def test_a_record_of_today_is_not_carried_but_checked(self) -> None:
        record = from_json(fought().record.to_json())
        record.plies[1] = Ply(ALLIED, "parley", ())
        with pytest.raises(BadRecord, match="ply 1, 'parley'"):
            open_record(record, TITLE)


class TestEditions:
    def strong(self) -> Game:
        """A1 has four steps in this person's edition."""
        laid = changes_of({"units": [{"id": "A1", "steps": "4"}, {"id": "A2", "steps": "2"}]})
        return Game(TITLE, load(laid), "brush", {}, ScriptedDice((1, 3)))

    def test_a_record_has_the_values_that_differ_inside(self) -> None:
        record = self.strong().record
        assert record.changes == {"units": [{"id": "A1", "steps": "4"}]}
        assert game().record.changes is msgspec.UNSET
        assert b"changes" not in game().record.to_json()

    def test_it_opens_elsewhere(self) -> None:
        g = self.strong()
        g.play(["strike A1 hill top", "pass", "stand", "lose A1"], ScriptedDice([1, 6]))
        for record in (from_json(g.record.to_json()), from_text(to_text(g.record))):
            assert record == g.record
            again = open_record(record, TITLE)
            assert again.state.key() == g.state.key()
            assert again.state.steps[0] == 3

    def test_values_that_make_no_sense_are_named(self) -> None:
        record = self.strong().record
        record.changes = {"units": [{"id": "A1", "steps": "many"}]}
        with pytest.raises(BadRecord, match=r"the edition in the record, units\.csv, record A1, field steps: Expected `int`"):
            open_record(record, TITLE)
        record.changes = {"tanks": [{"id": "A1"}]}
        with pytest.raises(BadRecord, match=r"tanks\.csv: no table of this title"):
            edition_of(TITLE, record.changes)
        record.changes = {"units": [{"id": "A1", "line": "the moon"}]}
        with pytest.raises(BadRecord, match="makes no sense"):
            open_record(made_by(record, lambda r: setattr(r, "scenario", "line")), TITLE)

    def test_the_readable_notation_says_what_was_laid_over(self) -> None:
        assert '[change units {"id":"A1","steps":"4"}]' in to_text(self.strong().record).splitlines()
        with pytest.raises(BadRecord, match="line 1: should give a row"):
            from_text("[change units steps=4]\n")


def test_a_fingerprint_names_the_position() -> None:
    a, b = game(), game()
    assert fingerprint(a.state) == fingerprint(b.state)
    b.play("step A1 b", NoDice())
    assert fingerprint(a.state) != fingerprint(b.state)
    c = game(setup=(2, 3))
    assert fingerprint(a.state) != fingerprint(c.state)
    assert len(fingerprint(random_game(1).state)) == 16
