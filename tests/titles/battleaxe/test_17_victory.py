"""17 Victory conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel.play import is_over
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.face.aids import aids, goals
from sandtable.titles.battleaxe.face.view import view
from sandtable.titles.battleaxe.state import State
from sandtable.titles.battleaxe.victory import outcome, victory_points
from tests.kit import play, rule, told
from tests.titles.battleaxe.positions import END_PHASE, REFIT_AXIS, edition, end_day, run_from, units

JUNE_15, JUNE_16, JUNE_17, JUNE_18 = range(4)
TO_TOBRUK = "G 19 14 12 11"  # from Tobruk to Zone D; D, C, B and A are Allied from the start


def end_phase(at: Mapping[str, str], **facts: Any) -> State:
    return run_from(units({"15BDE": "I", **at}, **facts), END_PHASE)


def level(s: State) -> tuple[int, str]:
    """Who has won, and by which rule."""
    ended = outcome(s)
    assert ended is not None
    assert is_over(s)
    return ended.winner, ended.rule


@rule("battleaxe", "17.0")
def test_without_either_victory_the_axis_wins() -> None:
    s = end_phase({"2RTR": "D"}, turn=JUNE_17)
    assert level(s) == (AXIS, "17.2")
    assert outcome(end_phase({"2RTR": "D"}, turn=JUNE_16)) is None
    assert level(end_phase({"2RTR": "D"}, turn=JUNE_17, vp=10)) == (ALLIED, "17.2")
    assert level(end_phase({"2RTR": "D"}, turn=JUNE_17, allied=TO_TOBRUK)) == (ALLIED, "17.1")


@rule("battleaxe", "17.1-a")
@pytest.mark.parametrize("turn", [JUNE_15, JUNE_16, JUNE_17])
def test_automatic_victory_in_the_end_phase_of_any_turn(turn: int) -> None:
    s = end_phase({"9AUS": "H", "2RTR": "D"}, turn=turn, allied=TO_TOBRUK)
    assert level(s) == (ALLIED, "17.1")


@rule("battleaxe", "17.1-a")
@pytest.mark.parametrize("link", ["H", "G", "19", "14", "12", "11", "D", "C", "B", "A"])
def test_every_link_of_the_line_must_be_allied(link: str) -> None:
    s = end_phase({"2RTR": "8"}, turn=JUNE_15, allied=TO_TOBRUK, axis=link)
    assert outcome(s) is None
    assert s.turn == JUNE_16


@rule("battleaxe", "17.1-a")
def test_a_line_may_pass_contested_allied_areas_and_needs_no_units() -> None:
    s = end_phase({"33PAK": "14", "2RTR": "14"}, turn=JUNE_15, allied=TO_TOBRUK)
    assert level(s) == (ALLIED, "17.1")


@rule("battleaxe", "17.1-b")
def test_no_automatic_victory_while_axis_units_stand_in_tobruk() -> None:
    s = end_phase({"9AUS": "H", "XXI": "H"}, turn=JUNE_15, allied=TO_TOBRUK)
    assert outcome(s) is None
    assert level(end_phase({"9AUS": "H"}, turn=JUNE_15, allied=TO_TOBRUK)) == (ALLIED, "17.1")


# 17.2


@rule("battleaxe", "17.2-a")
def test_points_accumulate_turn_by_turn() -> None:
    first = end_phase({"2RTR": "9"}, turn=JUNE_15, allied="9 10 11")
    assert (first.turn, first.vp) == (JUNE_16, 2)
    second = end_phase({"2RTR": "9"}, turn=first.turn, vp=first.vp, allied="9 10 11 15")
    assert (second.turn, second.vp) == (JUNE_17, 5)


@rule("battleaxe", "17.2-a")
def test_points_are_counted_after_refit_with_control_as_14_2_4_left_it() -> None:
    s = end_day({"2RTR": "11", "1/8": "18"}, dice=[6, 6], turn=JUNE_16, allied="19", advantage="")
    assert s.vp == 0  # still in Refit
    s = play(s, "done")
    assert (s.turn, s.vp) == (JUNE_17, 1)  # 11; the empty 19 was cut off and lost


@rule("battleaxe", "17.2-b")
@pytest.mark.parametrize(
    ("area", "value"),
    [*[(area, 2) for area in ("6", "13", "19", "23")], *[(area, 1) for area in ("9", "11", "15", "16", "21", "22")]],
)
def test_what_each_victory_point_area_is_worth(area: str, value: int) -> None:
    everything = " ".join(edition().map.ids)
    s = units({}, allied=everything)
    assert victory_points(s) == 14
    assert victory_points(units({}, allied=everything, axis=area)) == 14 - value


@rule("battleaxe", "17.2-b")
def test_halfaya_and_point_206_are_worth_three() -> None:
    assert end_phase({"7RTR": "6", "2RTR": "9"}, turn=JUNE_15, allied="3 10").vp == 3


@rule("battleaxe", "17.2-c")
def test_an_area_counts_only_with_a_line_to_the_allied_base() -> None:
    assert end_phase({"2RTR": "19"}, turn=JUNE_15).vp == 0
    assert end_phase({"2RTR": "19", "9AUS": "H"}, turn=JUNE_15, allied="G").vp == 0  # Tobruk does not serve
    assert end_phase({"2RTR": "19"}, turn=JUNE_15, allied="14 12 11").vp == 2 + 1


@rule("battleaxe", "17.2-d")
def test_german_losses_count_at_the_end_of_june_17() -> None:
    def points(turn: int, reduced: str = "", dead: str = "") -> int:
        everyone = dict.fromkeys(("1/8", "15MC(-)", "1/62", "33RECCE", "3RECCE", "33PAK"), "18")
        return end_phase({**everyone, "2RTR": "D"}, turn=turn, reduced=reduced, dead=dead).vp

    assert points(JUNE_17, reduced="1/8", dead="33PAK") == 2
    assert points(JUNE_16, reduced="1/8", dead="33PAK") == 0
    assert points(JUNE_17, reduced="33RECCE 3RECCE") == 2  # armoured cars are Armored
    assert points(JUNE_17, reduced="15MC(-) 33PAK 1/62") == 0
    assert points(JUNE_17, dead="1/62") == 0  # Italians


@rule("battleaxe", "17.2-d")
def test_german_losses_are_counted_after_refit() -> None:
    s = units({"1/5": "G", "2/5": "G", "2RTR": "D"}, turn=JUNE_17, reduced="1/5 2/5", advantage="")
    s = run_from(s, REFIT_AXIS)
    assert play(s, "done", "recover 1/5").vp == 1
    assert play(s, "done", "pass").vp == 2


@rule("battleaxe", "17.2-e")
@pytest.mark.parametrize(("vp", "winner"), [(9, AXIS), (10, ALLIED), (11, ALLIED), (8, AXIS)])
def test_ten_points_win(vp: int, winner: int) -> None:
    assert level(end_phase({"2RTR": "D"}, turn=JUNE_17, vp=vp)) == (winner, "17.2")
    assert level(end_phase({"2RTR": "11"}, turn=JUNE_17, vp=vp - 1)) == (winner, "17.2")


@rule("battleaxe", "17.2-f")
def test_the_axis_scores_nothing() -> None:
    s = end_phase({"2RTR": "D"}, turn=JUNE_17, vp=5, dead="7RTR 4RTR(-) 22GDS", reduced="2RTR")
    assert s.vp == 5
    ended = outcome(s)
    assert ended is not None
    assert ended.score == (5, 0)


@rule("battleaxe", "17.2-g")
def test_control_decides_also_in_a_contested_area() -> None:
    at = {"2RTR": "9", "33PAK": "9", "6RTR": "15", "1/62": "15"}
    assert end_phase(at, turn=JUNE_15, allied="9 10", axis="15").vp == 1
    assert end_phase(at, turn=JUNE_15, allied="15 10", axis="9").vp == 0  # 15 has no line but through 9
    assert end_phase(at, turn=JUNE_15, allied="9 10 15").vp == 2


def note(s: State) -> str:
    """What the panel of Victory Points says below its track."""
    return next(panel.note for panel in view(s, ALLIED).panels if panel.id == "vp")


def ghost(s: State) -> str:
    """Where the marker would stand if the Turn ended now."""
    panel = next(panel for panel in view(s, ALLIED).panels if panel.id == "vp")
    return next((cell.text for cell in panel.cells if cell.state == "ghost"), "")


@rule("battleaxe", "17.2-a", "17.2-d")
def test_the_panel_says_what_the_end_phase_adds_german_losses_on_june_17_only() -> None:
    at = {"1/8": "18", "15MC(-)": "18", "2RTR": "11"}
    for turn, added in ((JUNE_15, 1), (JUNE_16, 1), (JUNE_17, 3)):
        s = units({"15BDE": "I", **at}, turn=turn, vp=4, reduced="1/8", dead="33PAK")
        assert (note(s), ghost(s)) == (f"{added} more if the Turn ended now; the Allies win with 10", str(4 + added))
        ended = run_from(s, END_PHASE)
        assert ended.vp == 4 + added
        assert told(ended, "points") == [(4 + added,)]
        assert told(ended, "sum") == [(added, 1)]  # with what each point is for


@rule("battleaxe", "17.2-e", "18.1-a", "20.1-a", "20.1-b")
def test_the_panel_names_what_wins() -> None:
    assert note(units({"2RTR": "D"}, turn=JUNE_17, bid=12)).endswith("win with 12")
    for turn in (JUNE_15, JUNE_16, JUNE_17):
        extended = units({"2RTR": "D"}, turn=turn, scenario="extended", bid=12)
        assert note(extended).endswith("; 11 win, 9 or 10 play on")
        assert len(next(panel for panel in view(extended, AXIS).panels if panel.id == "vp").cells) == 12  # 0 to 11
        [axis] = [goal.text for goal in goals(extended) if goal.side == AXIS and goal.text.startswith("keep")]
        assert axis == "keep the Allies below 11 Victory Points (9 or 10 play on for a day)"
        assert [t.note for t in aids(extended).turns[2:]] == ["points are counted at its end", "only a line to Tobruk wins"]
    last = units({"2RTR": "11", "1/8": "18"}, turn=JUNE_18, scenario="extended", vp=10, reduced="1/8")
    assert note(last) == "only the relief of Tobruk wins for the Allies"
