"""Who pays for a battle, who stays beside it, and what goes along when it is left: finer points of 7.4, 9.4 and 9.5."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.frames import Battle, Withdrawal
from sandtable.titles.blitzkrieg.state import State
from sandtable.titles.blitzkrieg.supply import payers
from tests.kit import offered, rule, why_not
from tests.titles.blitzkrieg.position import COAST, at, box, fighting, position, say, su

# 7.4: who pays


def out_of_bardia(came: str) -> State:
    return position(
        {"Ft. Capuzzo": ["7 Arm (3)", "15 Inf"], "Tobruk": "15 Art"},
        stores={"allied": {"Bardia": 1}},
        came={"7 Arm (3)": came},
        turn=8,
    )


@rule("blitzkrieg", "7.4.6-b", "7.3.8-a")
def test_a_supply_unit_in_a_port_that_is_cut_off_pays_for_those_who_come_out_of_it() -> None:
    assert payers(out_of_bardia("Bardia"), ALLIED, box("Ft. Capuzzo")) == [box("Bardia")]
    past = out_of_bardia("Sollum")
    assert payers(past, ALLIED, box("Ft. Capuzzo")) == []
    past = fighting(past, "allied")
    assert at(past, "7 Arm (3)") == "Sollum"
    assert su(past, "allied", "Bardia") == 1


@rule("blitzkrieg", "7.4.1-c", "7.4.1-b")
def test_a_side_that_is_shut_out_may_choose_between_the_holding_area_and_the_map() -> None:
    s = position(
        {"Aghelia": ["7 Arm (3)", "Brescia Inf"]},
        stores={"axis": {"Holding": 1, **COAST}},
        held={"Tobruk": "axis"},
        came={"Brescia Inf": "Holding"},
        turn=8,
    )
    s.held[box("Aghelia")] = ALLIED
    assert set(offered(fighting(s))) == {"supply Beda Fomm", "supply Holding"}


# 9.4, 9.6: who takes part


@rule("blitzkrieg", "9.6-a", "11.6.1-a")
def test_nobody_flies_to_a_battle_that_recon_has_left() -> None:
    s = fighting(at_soluch())
    assert "fly Axis Tac Air 1" in offered(say(s, "pass"))
    s = say(s, "evade", "retreat Sceleidima")
    s = say(s, "done") if within(s, Withdrawal) else s
    assert within(s, Battle) is None
    assert at(s, "Axis Tac Air 1") == "Holding"


def at_soluch() -> State:
    return position(
        {"Soluch": ["9 Aus. Recon", "5LT Arm"], "Beda Fomm": "Rommel HQ", "Holding": "Axis Tac Air 1", "Sceleidima": "NZ Inf"},
        stores={"axis": {"Beda Fomm": 1}},
        came={"5LT Arm": "Beda Fomm"},
        lrdf=["9 Aus. Recon"],
        turn=8,
    )


@rule("blitzkrieg", "3.0-i", "13.4-8")
def test_a_sortie_may_be_called_when_a_battle_is_set_up() -> None:
    units = {"Soluch": ["9 Aus. Inf", "5LT Arm"], "Beda Fomm": "Rommel HQ"}
    facts: Any = {"stores": {"axis": {"Beda Fomm": 1}}, "came": {"5LT Arm": "Beda Fomm"}, "turn": 8}
    s = fighting(position(units, hands={"axis": ["Aircraft Sortie"]}, **facts))
    s = say(s, "sortie", "fly Axis Sortie")
    assert at(s, "Axis Sortie") == "Soluch"
    assert s.hands[AXIS] == ()
    assert "sortie" in offered(fighting(position(units, sorties=1, **facts)))
    far = fighting(position({"Soluch": ["9 Aus. Inf", "5LT Arm"]}, hands={"axis": ["Aircraft Sortie", "Combat Training"]}, **facts))
    assert why_not(far, "sortie").rule == "11.6-a"
