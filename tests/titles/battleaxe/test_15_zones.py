"""15 Zones."""

from __future__ import annotations

from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.positions import place_of, position, u


@rule("battleaxe", "15.1-a")
def test_zones_are_joined_by_connection_lines_only() -> None:
    s = play(position({"1/11": "A"}), "assault A")
    assert {text for text in offered(s) if text.startswith("enter")} == {"enter 1/11 1", "enter 1/11 B"}
    assert why_not(s, "enter 1/11 2").rule == "9.3.3"
    assert why_not(s, "enter 1/11 C").rule == "9.3.3"


def paid(units: dict[str, str], unit: str, to: str) -> int:
    """The MF that a unit pays for its first step."""
    s = play(position(units), f"assault {units[unit]}", f"enter {unit} {to}")
    return told(s, "moved")[0][3]


@rule("battleaxe", "15.1-b")
def test_between_areas_enemies_in_zones_do_not_count() -> None:
    assert paid({"2RTR": "11", "33PAK": "E"}, "2RTR", "12") == 1
    assert paid({"2RTR": "11", "33PAK": "F"}, "2RTR", "12") == 1
    assert paid({"2RTR": "11", "33PAK": "13"}, "2RTR", "12") == 2


@rule("battleaxe", "15.1-b")
def test_out_of_a_zone_every_enemy_counts() -> None:
    assert paid({"2RTR": "D", "33PAK": "E"}, "2RTR", "11") == 2
    assert paid({"2RTR": "D", "33PAK": "9"}, "2RTR", "10") == 2
    assert paid({"2RTR": "D", "33PAK": "13"}, "2RTR", "10") == 1


@rule("battleaxe", "15.1-b")
def test_between_zones_enemies_in_areas_do_not_hinder() -> None:
    at = {"2RTR": "C", "33PAK": "10", "15MC(-)": "8", "1/8": "11"}
    assert paid(at, "2RTR", "D") == 6  # all it has, as ever
    s = play(position({**at, "1/KRR": "C"}), "assault C", "enter 2RTR D")
    assert (place_of(s, "2RTR"), s.left[u("2RTR")]) == ("D", 0)


@rule("battleaxe", "15.2")
def test_any_number_of_units_stacks_in_a_zone() -> None:
    seven = dict.fromkeys(("2RTR", "6RTR", "1/KRR", "2/RB", "12AT", "11H", "CIH"), "D")
    s = play(position({**seven, "7RTR": "C"}), "assault C", "enter 7RTR D")
    assert place_of(s, "7RTR") == "D"
    four = dict.fromkeys(("2RTR", "6RTR", "1/KRR", "2/RB"), "8")
    assert why_not(play(position({**four, "7RTR": "4"}), "assault 4"), "enter 7RTR 8").rule == "9.3.1"
