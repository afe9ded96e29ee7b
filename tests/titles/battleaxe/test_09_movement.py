"""9 Movement."""

from __future__ import annotations

from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.positions import holder, opened, place_of, position, u


@rule("battleaxe", "9.2-b", "9.2-d", "9.2-g")
def test_what_a_step_costs_and_where_a_unit_must_stop() -> None:
    s = play(opened(), "assault D", "enter 2RTR 10")
    assert s.left[u("2RTR")] == 4  # 10 is adjacent to the Axis in 9: 2 MF
    s = play(s, "enter 2RTR 9")
    assert told(s, "enters") == [(u("2RTR"), s.names.number("area", "9"), 4)]
    assert s.left[u("2RTR")] == 0
    assert why_not(s, "enter 2RTR 15").rule == "9.2"


@rule("battleaxe", "9.3.2")
def test_an_escarpment_is_never_crossed() -> None:
    s = play(position({"1/11": "2", "33PAK": "9"}), "assault 2")
    assert "enter 1/11 3" not in offered(s)
    assert why_not(s, "enter 1/11 3").rule == "9.3.2"


@rule("battleaxe", "9.3.4", "9.2-h")
def test_out_of_a_contested_area_only_into_a_free_one() -> None:
    s = position({"2RTR": "9", "33PAK": "9"}, allied="10 D")
    s = play(s, "assault 9")
    assert why_not(s, "enter 2RTR 12").rule == "9.3.4"
    s = play(s, "enter 2RTR 10", "enter 2RTR 12")
    assert place_of(s, "2RTR") == "12"
    assert holder(s, "12") == "allied"
