"""Frames, outlines, acts: what is asked, what may be said, what happens by itself."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.dice import NoDice, ScriptedDice, SeededDice
from sandtable.kernel.play import (
    Act,
    Frame,
    Illegal,
    Option,
    Refusal,
    State,
    chosen_by,
    decider,
    freely,
    home_of,
    inner,
    is_over,
    must,
    options,
    pending,
    read,
    take,
    verbs,
    within,
    write,
)
from sandtable.kernel.play import why_not as refusal_of
from sandtable.kernel.sides import ALLIED, AXIS, EVERYONE, only
from sandtable.kernel.tally import Tally
from tests.kernel.toy import TITLE, Fight, Half, Losses, Round, Step, Toy, load, mover
from tests.kit import asked, offered, offered_verbs, play, settled, told, why_not


def start(scenario: str = "line", dice: tuple[int, ...] = (1, 3), **settings: int) -> Toy:
    s = TITLE.rules.new(load(None), scenario, TITLE.rules.agree(settings), ScriptedDice(dice))
    assert isinstance(s, Toy)
    return s


def test_a_game_is_settled_up_to_its_first_decision() -> None:
    s = start()
    assert asked(s) == (ALLIED, "Half")
    assert offered(s) == ["step A1 b", "step A2 b", "done"]
    assert [type(f) for f in s.frames] == [Round, Half, Half]


def test_freely_asks_until_the_side_stops() -> None:
    s = play(start(), "step A1 b")
    assert asked(s) == (ALLIED, "Half")
    assert offered(s) == ["step A2 b", "done"]
    assert asked(play(s, "done")) == (AXIS, "Half")


def test_a_question_with_nothing_left_to_decide_is_not_asked() -> None:
    s = play(start(), "step A1 b", "step A2 b")
    assert asked(s) == (AXIS, "Half")


def test_a_question_may_be_asked_with_nothing_to_decide_so_that_silence_tells_nothing() -> None:
    s = start()
    f = Half(ALLIED, tuple(range(len(s.steps))))  # all have moved
    row = freely(mover, Step(), asked=lambda s, f: s.round == 1)
    assert not freely(mover, Step()).arises(s, f)
    assert row.arises(s, f)
    assert row.options(s, f) == [("done", 0, 0)]
    s.round = 2
    assert not row.arises(s, f)


def test_what_takes_no_numbers_is_asked_about_with_zeros() -> None:
    class Halt(Act[Toy, Half]):
        form = "halt"

        def why_not(self, s: Toy, f: Half, a: int, b: int, /) -> Refusal | None:
            return None if (a, b) == (0, 0) else Refusal("1", "there are numbers")

    s = start()
    f = s.frames[-1]
    assert freely(mover, Step(), stop=Halt()).options(s, f)[-1] == ("halt", 0, 0)
    assert must(mover, Halt()).options(s, f) == [("halt", 0, 0)]


def test_a_row_of_may_can_be_passed() -> None:
    s = play(start("brush"), "strike A1 hill top")
    assert asked(s) == (ALLIED, "Fight")
    assert offered(s) == ["show", "pass"]
    s = play(s, "pass")
    assert asked(s) == (AXIS, "Fight")
    assert offered(s) == ["stand", "fall"]


def test_a_row_of_may_that_does_not_arise_is_skipped() -> None:
    s = start("brush")
    s.shown[ALLIED] = 1
    assert asked(play(s, "strike A1 hill top")) == (AXIS, "Fight")
    assert why_not(play(s, "strike A1 hill top"), "show").rule == "3.2"


def test_what_happens_by_itself_rolls_the_dice_it_is_given() -> None:
    s = play(start("brush"), "strike A1 hill top", "show", "stand", dice=[4, 3])
    assert told(s, "margin") == [(2,)]  # 4 and an order of 1 against 3
    assert asked(s) == (AXIS, "Losses")


def test_each_asks_until_none_is_left_to_do() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass", "stand", dice=[6, 3])
    assert offered(s) == ["lose X1"]
    s = play(s, "lose X1")
    assert offered(s) == ["lose X1"]
    s = play(s, "lose X1")
    assert asked(s) == (ALLIED, "Half")
    assert s.where[2] == -1


def test_a_draw_costs_nobody_a_step() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass", "stand", dice=[3, 3])
    assert asked(s) == (ALLIED, "Half")


def test_a_finished_frame_does_nothing_more() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass", "fall")  # no dice: nobody rolled
    assert told(s, "fell") == [(2,)]
    assert s.where[2] == 3
    assert asked(s) == (ALLIED, "Half")


def test_a_restarted_frame_begins_again() -> None:
    s = play(start(rounds=2), "done", "done")
    assert s.round == 2
    assert asked(s) == (ALLIED, "Half")
    assert is_over(play(s, "done", "done"))


def test_a_row_that_repeats_can_be_left_without_a_stop() -> None:
    s = start()
    assert offered(s)[0] == "step A1 b"
    inner(s, Half).leave()
    assert asked(settled(s)) == (AXIS, "Half")


def test_the_game_can_end_in_the_middle_of_anything() -> None:
    s = start("brush")
    s.steps[3] = 0
    s.where[3], s.crowd[5 + 3] = -1, 0
    s = play(s, "strike A1 hill top", "pass", "stand", "lose X1", "lose X1", dice=[6, 1])
    assert is_over(s)
    assert options(s) == []
    assert verbs(s) == "nothing, the game is over"


def test_of_two_frames_begun_the_second_happens_first() -> None:
    s = start(first=1)
    assert asked(s) == (AXIS, "Half")
    assert isinstance(s.frames[1], Half)
    assert s.frames[1].side == ALLIED


def test_a_frame_finds_what_it_is_part_of() -> None:
    s = play(start("brush"), "strike A1 hill top")
    assert inner(s, Half).used == (0,)
    assert inner(s, Fight).facts() == (0, 2, 0)
    assert within(s, Losses) is None
    with pytest.raises(LookupError, match="no Losses is going on"):
        inner(s, Losses)


def test_the_innermost_frame_of_a_kind_is_meant() -> None:
    s = start()
    assert inner(s, Half).side == ALLIED
    s.begin(Half(AXIS, ()))
    assert inner(s, Half).side == AXIS


def test_frames_print_and_copy_themselves() -> None:
    f = Fight(1, 2, 3)
    f.at = 2
    assert repr(f) == "Fight@2(1, 2, 3)"
    twin = f.copy()
    assert repr(twin) == repr(f)
    assert twin is not f
    assert repr(Frame()) == "Frame@0()"


def test_a_copy_is_apart_from_its_original() -> None:
    f = Half(ALLIED, (1,))
    twin = f.copy()
    f.used += (2,)
    f.restart()
    assert twin.facts() == (ALLIED, (1,))


def test_a_clone_is_apart_from_its_original() -> None:
    s = start("brush")
    key = s.key()
    twin = play(s, "strike A1 hill top", "show", "stand", dice=[6, 1])
    assert s.key() == key
    assert twin.key() != key
    assert s.clone().key() == key


def test_equal_states_have_equal_keys_whatever_the_way() -> None:
    s = start()
    assert play(s, "step A1 b", "step A2 b").key() == play(s, "step A2 b", "step A1 b").key()


class TestRefusals:
    def test_an_option_is_not_refused(self) -> None:
        s = start()
        assert [refusal_of(s, o) for o in options(s)] == [None, None, None]

    def test_the_rule_is_named(self) -> None:
        assert str(why_not(start(), "step A1 d")) == "only the next post can be reached (2.1)"
        assert str(Refusal("", "no rule")) == "no rule"

    def test_numbers_out_of_range_are_refused(self) -> None:
        s = start()
        for o in (("step", 9, 1), ("step", -1, 1), ("step", 0, 5), ("step", 0, -1)):
            assert refusal_of(s, o) is not None
        assert refusal_of(s, ("step", 9, 1)) == Refusal("2.1", "9 is no unit")

    def test_a_number_that_is_not_taken_must_be_zero(self) -> None:
        assert refusal_of(start(), ("done", 1, 0)) == Refusal("", "1 is no number that done takes")
        assert refusal_of(start(), ("done", 0, -1)) is not None

    def test_another_moment_is_named_with_its_rule(self) -> None:
        assert why_not(start(), "strike A1 b").rule == "3.1"
        assert why_not(start(), "lose A1") == Refusal("3.5", "this is not the moment to lose; now: step, done")

    def test_what_nobody_says_is_named(self) -> None:
        assert why_not(start(), "surrender") == Refusal("", "nothing in this game is called 'surrender'; now: step, done")

    def test_after_the_end_all_is_refused(self) -> None:
        s = start()
        s.end()
        assert refusal_of(s, ("done", 0, 0)) == Refusal("", "the game is over")
        assert why_not(s, "done") == Refusal("", "the game is over")


class TestTexts:
    def test_every_option_is_read_as_it_is_written(self) -> None:
        s = start("brush")
        assert [read(s, write(s, o)) for o in options(s)] == options(s)

    def test_names_may_have_blanks(self) -> None:
        assert read(start("brush"), "strike A1 hill top") == ("strike", 0, 2)
        assert write(start("brush"), ("strike", 0, 2)) == "strike A1 hill top"

    def test_blanks_do_not_matter(self) -> None:
        assert read(start(), "  step   A1  b ") == ("step", 0, 1)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "an empty text has no meaning; now: step, done"),
            ("step", "'nothing' names no unit; the form is: step unit post (2.1)"),
            ("step A9 b", "'A9 b' names no unit; the form is: step unit post (2.1)"),
            ("step A1", "'nothing' names no post; the form is: step unit post (2.1)"),
            ("step b b", "b has no part in this (2.1)"),
            ("step A1 b now", "'now' is too much; the form is: step unit post (2.1)"),
            ("done now", "'now' is too much; the form is: done"),
        ],
    )
    def test_what_cannot_be_read_says_how_it_is_said(self, text: str, says: str) -> None:
        with pytest.raises(Illegal) as caught:
            read(start(), text)
        assert str(caught.value) == says
        assert caught.value.refusal.text in says


def test_acts_are_found_wherever_they_stand() -> None:
    home = home_of(TITLE.rules.outlines, "lose")
    assert home is not None
    assert home.rule == "3.5"
    assert home_of(TITLE.rules.outlines, "nothing") is None


def test_events_reach_a_listener_and_only_then() -> None:
    s = start()
    s.tell("moved", 1, 2)
    assert s.log is None
    s.log = []
    s.tell("moved", 1, 2)
    s.tell("lost", 1, to=only(AXIS))
    tally = Tally("attack")
    s.explain(tally)
    assert [(e.what, e.numbers, e.to, e.tally) for e in s.log] == [  # type: ignore[attr-defined]
        ("moved", (1, 2), EVERYONE, None),
        ("lost", (1,), 0b10, None),
        ("sum", (0, 1), EVERYONE, tally),
    ]


def test_a_position_made_by_hand_settles() -> None:
    s = start()
    s.frames.clear()
    s.begin(Losses(AXIS, 4, 1))
    assert offered(settled(s)) == ["lose X1", "lose X2"]


def test_to_take_what_is_not_asked_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="is not an option now"):
        take(start(), ("lose", 0, 0), NoDice())
    with pytest.raises(AssertionError, match="is not an option now"):
        write(start(), ("lose", 0, 0))


def test_the_pending_row_offers_its_stop_last() -> None:
    s = start()
    assert pending(s).stop is not None
    assert options(s)[-1] == ("done", 0, 0)
    assert offered_verbs(s) == {"step", "done"}


def test_a_bare_state_must_be_completed_by_a_title() -> None:
    s = State(TITLE.rules.outlines, load(None).names)
    for missing in (s.clone, s.key):
        with pytest.raises(NotImplementedError):
            missing()


def test_the_kit_notices_dice_that_were_not_used() -> None:
    with pytest.raises(AssertionError, match="1 of the dice"):
        play(start(), "step A1 b", dice=[3])
    with pytest.raises(AssertionError, match="is refused"):
        play(start(), "step A1 e")
    with pytest.raises(AssertionError, match="is allowed"):
        why_not(start(), "step A1 b")


def everything(s: Any, seed: int) -> list[Option]:
    """A whole game, always the last but one option."""
    dice, said = SeededDice(seed), list[Option]()
    while s.frames:
        o = options(s)[-2 if len(options(s)) > 1 else -1]
        assert decider(s) in (ALLIED, AXIS)
        said.append(o)
        take(s, o, dice)
    return said


@pytest.mark.parametrize("seed", range(5))
def test_the_same_dice_and_choices_give_the_same_game(seed: int) -> None:
    one, two = start("brush"), start("brush")
    assert everything(one, seed) == everything(two, seed)
    assert one.key() == two.key()


def test_what_a_side_has_chosen_to_begin_is_known_from_what_came_by_itself() -> None:
    assert chosen_by(play(start("brush"), "strike A1 hill top")) == ALLIED
    assert chosen_by(play(start(), "done")) == -1
    assert chosen_by(start()) == -1
