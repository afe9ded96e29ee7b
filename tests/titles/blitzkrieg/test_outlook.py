"""What O'Connor and the Italians have in mind beyond a player-turn: who can be at Beda Fomm when it counts."""

from __future__ import annotations

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.aims import aims
from sandtable.titles.blitzkrieg.judge import same_division
from sandtable.titles.blitzkrieg.outlook import outlook, stages, ways_to
from sandtable.titles.blitzkrieg.state import State
from tests.titles.blitzkrieg.position import E, position

SCOUT = "1 Sup. Gp. Recon"
FEBRUARY, MARCH = 3, 4


def waits_at(box: str, turn: int = FEBRUARY, **more: list[str]) -> State:
    return position({box: [SCOUT], **more}, turn=turn, scenario="oconnor", lrdf=[SCOUT])


def hope(s: State) -> float:
    assert outlook(s, AXIS) == -outlook(s, ALLIED)
    return outlook(s, ALLIED)


def test_a_scout_waits_a_player_turn_away_and_not_nearer() -> None:
    waiting, far, seen = hope(waits_at("Bir Hachiem")), hope(waits_at("Sidi Barrani")), hope(waits_at("Antelat"))
    assert waiting > seen > far > 0
    assert hope(waits_at("Bir Hachiem", turn=2)) < waiting
    assert hope(waits_at("Bir Hachiem", turn=MARCH)) == 0  # what counts then is in the judge
    assert outlook(position({"Bir Hachiem": ["8 Recon"]}, turn=FEBRUARY), ALLIED) == 0  # another scenario


def test_italians_at_beda_fomm_or_across_the_way_take_the_hope() -> None:
    free, barred = hope(waits_at("Bir Hachiem")), hope(waits_at("Bir Hachiem", **{"Beda Fomm": ["Sirte Inf"]}))
    assert 0 < barred < free / 2
    s = waits_at("Msus", Antelat=["Sirte Inf"], Sceleidima=["Sirte Art"])
    assert ways_to(waits_at("Msus"), E.beda_fomm, [E.b("Msus")]) == [2]
    assert ways_to(s, E.beda_fomm, [E.b("Msus")]) == [4]
    assert E.b("Antelat") not in stages(s)


def test_a_second_scout_adds_less_and_a_third_nothing() -> None:
    s = {"Bir Hachiem": [SCOUT], "Bir El Gubi": ["2 Sup. Gp. Recon"], "Gabr Saleh": ["6 Australian Recon"]}
    found = []
    for count in (1, 2, 3):
        found.append(hope(position(dict(list(s.items())[:count]), turn=FEBRUARY, scenario="oconnor")))
    assert found[1] - found[0] == pytest.approx(0.3 * found[0])
    assert found[2] == found[1]


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
