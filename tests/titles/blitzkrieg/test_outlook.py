"""What O'Connor and the Italians have in mind beyond a player-turn: who can be at Beda Fomm when it counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.aims import aims
from sandtable.titles.blitzkrieg.judge import beda_fomm, is_idle, same_division
from sandtable.titles.blitzkrieg.outlook import danger, outlook, stages, ways_to
from sandtable.titles.blitzkrieg.state import State
from tests.titles.blitzkrieg.position import E, moving, position, say

SCOUT = "1 Sup. Gp. Recon"
TAKEN = {"Tobruk": "allied", "Bardia": "allied"}
FEBRUARY, MARCH = 3, 4


def waits_at(box: str, turn: int = FEBRUARY, italians: Mapping[str, str] | None = None) -> State:
    return position({box: [SCOUT], **(italians or {})}, turn=turn, scenario="oconnor", lrdf=[SCOUT], held=TAKEN)


def hope(s: State) -> float:
    assert outlook(s, AXIS) == -outlook(s, ALLIED)
    return outlook(s, ALLIED)


def test_a_scout_waits_a_player_turn_away_and_not_nearer() -> None:
    waiting, far, seen = hope(waits_at("Bir Hachiem")), hope(waits_at("Sidi Barrani")), hope(waits_at("Antelat"))
    assert waiting > seen > far > 0
    assert hope(waits_at("Bir Hachiem", turn=2)) < waiting
    assert hope(waits_at("Bir Hachiem", turn=MARCH)) < hope(waits_at("Antelat", turn=MARCH))
    assert hope(waits_at("Bir Hachiem", turn=MARCH)) > 0.8 * waiting  # a trial of the Italians ends there
    assert outlook(position({"Bir Hachiem": ["8 Recon"]}, turn=FEBRUARY), ALLIED) == 0  # another scenario


def test_italians_at_beda_fomm_or_across_the_way_take_the_hope() -> None:
    free, barred = hope(waits_at("Bir Hachiem")), hope(waits_at("Bir Hachiem", italians={"Beda Fomm": "Sirte Inf"}))
    assert barred == pytest.approx(free / 2)
    s = waits_at("Msus", italians={"Antelat": "Sirte Inf", "Sceleidima": "Sirte Art"})
    assert ways_to(waits_at("Msus"), E.beda_fomm, [E.b("Msus")]) == [2]
    assert ways_to(s, E.beda_fomm, [E.b("Msus")]) == [4]
    assert E.b("Antelat") not in stages(s)


def test_a_second_scout_adds_less_and_a_third_nothing() -> None:
    s = {"Bir Hachiem": [SCOUT], "Bir El Gubi": ["2 Sup. Gp. Recon"], "Gabr Saleh": ["6 Australian Recon"]}
    found = []
    for count in (1, 2, 3):
        found.append(hope(position(dict(list(s.items())[:count]), turn=FEBRUARY, scenario="oconnor", held=TAKEN)))
    assert found[0] < found[1] < 1.2 * found[0]
    assert found[2] == found[1]


def test_each_of_the_three_boxes_that_is_held_saves_the_italians() -> None:
    """The more guards are at Tobruk, the less the scout is worth, and the other way round."""

    def tobruk(*guards: str, scout: str = "Bir Hachiem") -> float:
        army = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]
        at = {scout: [SCOUT], "Gambut": army, "Tobruk": list(guards)}
        stores = {"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1, "Gambut": 1}}
        return hope(position(at, turn=FEBRUARY, scenario="oconnor", lrdf=[SCOUT], held={"Bardia": "allied"}, stores=stores))

    few, many = tobruk("Babini Recon"), tobruk("Sirte Inf", "Sirte Art", "Cyrene Inf", "Cyrene Art")
    assert few > 1.3 * many > 0
    assert tobruk("Babini Recon", scout="Mersa Matruh") < few / 1.3


def test_a_recon_unit_with_its_division_is_no_scout() -> None:
    division = [SCOUT, "1 Sup. Gp. Arm (2)"]
    assert hope(position({"Bir Hachiem": division}, turn=FEBRUARY, scenario="oconnor", held=TAKEN)) == 0
    assert hope(position({"Bir Hachiem": division}, turn=FEBRUARY, scenario="oconnor", lrdf=[SCOUT], held=TAKEN)) > 0
    assert hope(position({"Bir Hachiem": [SCOUT]}, turn=FEBRUARY, scenario="oconnor", held=TAKEN)) > 0


def test_scouts_are_to_wait_in_february_and_to_go_there_in_march() -> None:
    def goals(turn: int) -> set[int]:
        return {aim.target for aim in aims(waits_at("Gabr Saleh", turn), ALLIED) if aim.text == "hold Beda Fomm from the desert"}

    assert goals(2) == set()
    assert E.b("Bir Hachiem") in goals(FEBRUARY)
    assert not {E.beda_fomm, E.b("Antelat"), E.b("Sidi Barrani")} & goals(FEBRUARY)
    assert goals(MARCH) == {E.beda_fomm}


def test_a_long_range_desert_force_does_not_drag_its_division_along() -> None:
    division = [SCOUT, "1 Sup. Gp. Arm (2)"]
    recon, armour = [E.u(name) for name in division]
    assert same_division(position({"Sollum": division}, scenario="oconnor"), recon, armour)
    assert not same_division(position({"Sollum": division}, scenario="oconnor", lrdf=[SCOUT]), recon, armour)
    assert not same_division(position({"Sollum": division}, scenario="oconnor", lrdf=[SCOUT]), armour, recon)


def test_before_the_last_turn_beda_fomm_is_worth_no_more_than_to_be_near() -> None:
    assert beda_fomm(waits_at("Beda Fomm")) < beda_fomm(waits_at("Antelat")) + 1
    assert beda_fomm(waits_at("Beda Fomm", turn=MARCH)) > beda_fomm(waits_at("Antelat", turn=MARCH)) + 5


def test_nobody_is_taken_along_with_whom_there_is_no_way() -> None:
    """Two units fill a tertiary road (8.4), and who is cut off at Siwa has no other and comes no farther on foot."""
    units = ["22 Gds Inf", "3 Ind Inf", "Polish Inf"]
    s = moving(position({"Siwa Oasis": units}, scenario="oconnor", oos=units), "allied")
    _, second, third = [E.u(name) for name in units]
    s = say(s, f"move {units[0]}")
    assert not is_idle(s, ("with", second, 0))
    s = say(s, f"with {units[1]}")
    assert is_idle(s, ("with", third, 0))


def test_a_weak_link_of_the_chain_is_a_danger_if_enemies_can_come_to_it() -> None:
    """Those at Bardia are fed through Sollum, to which Italians can come by Fort Capuzzo, unless somebody stands there as well."""

    def fed_through_sollum(**more: list[str]) -> State:
        front = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)", "6 Australian Inf (3)"]
        stores = {"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1}, "axis": {"Tobruk": 1, "Gambut": 1}}
        at = {"Bardia": front, "Gambut": ["Sirte Inf", "Sirte Art", "Cyrene Inf", "Cyrene Art"], **more}
        return position(at, scenario="oconnor", stores=stores)

    guards = ["22 Gds Inf", "3 Ind Inf", "Polish Inf"]
    weak, strong = fed_through_sollum(Sollum=guards[:1]), fed_through_sollum(Sollum=guards)
    barred = fed_through_sollum(Sollum=guards[:1], **{"Ft. Capuzzo": guards[1:]})
    assert danger(weak, ALLIED) > 3 * danger(barred, ALLIED)
    assert danger(weak, ALLIED) > danger(strong, ALLIED) > 0
    assert outlook(weak, ALLIED) < outlook(strong, ALLIED)
    alone = fed_through_sollum()
    assert danger(alone, ALLIED) > danger(weak, ALLIED)  # a supply unit by itself
    assert E.b("Sollum") in {aim.target for aim in aims(weak, ALLIED) if aim.text.startswith("guard")}
