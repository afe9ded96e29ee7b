"""12 The Advantage."""

from __future__ import annotations

import pytest

from sandtable.kernel.play import inner
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.standing import UNATTACKED, Standing, standing_answer
from sandtable.titles.battleaxe.face.view import view
from sandtable.titles.battleaxe.frames import OVERRUN, REPULSE, STALEMATE, SUCCESS, Refit
from sandtable.titles.battleaxe.state import NOBODY, State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, attack_value, combat, defence_value, fight
from tests.titles.battleaxe.positions import (
    REFIT_ALLIED,
    end_day,
    is_full,
    is_reduced,
    opened,
    place_of,
    position,
    refit,
    run_from,
    units,
)

POINT_206 = {"33PAK": "9", "15MC(-)": "9"}  # 5 + 1 + 3


def on_206(**facts: str) -> State:
    """2RTR and 6RTR attack Point 206; the Leads are to be named."""
    s = fight({"2RTR": "10", "6RTR": "10", **POINT_206}, **facts)
    return play(s, "assault 10", "enter 2RTR 9", "enter 6RTR 9", "attack 9")


@rule("battleaxe", "12.0-a")
def test_the_allies_hold_the_advantage_first() -> None:
    assert opened().advantage == ALLIED


@rule("battleaxe", "12.0-b", "12.0-a")
def test_use_gives_it_to_the_other_player() -> None:
    s = play(position({"2RTR": "D", "1/8": "18"}), "shortage")
    assert s.advantage == NOBODY
    s = play(s, "pass")  # the Allied Impulse
    assert active_side(s) == AXIS
    assert s.advantage == AXIS
    unused = play(position({"2RTR": "D", "1/8": "18"}), "pass")
    assert unused.advantage == ALLIED


@rule("battleaxe", "12.1-a")
def test_each_use_belongs_to_its_phase() -> None:
    s = refit({"2RTR": "D", "1/8": "18"})
    assert offered(s) == ["increase", "done"]
    for use, letter in (("fanatical", "A"), ("maximum", "B"), ("daylight", "C"), ("shortage", "D"), ("rommel", "E")):
        assert why_not(s, use).rule == f"12.1{letter}"
    assert why_not(position({"2RTR": "D", "1/8": "18"}), "increase").rule == "12.1F"


@rule("battleaxe", "12.1A")
def test_fanatical_defence_turns_a_success_into_a_stalemate() -> None:
    s = combat(on_206(advantage="axis"), "2RTR", "33PAK", [6, 4, 2, 2])
    assert told(s, "totals") == [(15, 13)]
    assert (asked(s)[0], offered(s)) == (AXIS, ["fanatical", "pass"])  # after the dice, before the losses
    assert is_full(s, "2RTR")
    fanatical = play(s, "fanatical")
    assert is_reduced(fanatical, "2RTR")
    assert is_reduced(fanatical, "33PAK")
    assert is_full(fanatical, "15MC(-)")
    assert told(fanatical, "attrition") == []
    assert fanatical.advantage == NOBODY
    assert told(play(s, "pass"), "attrition") == [(2,)]


@rule("battleaxe", "12.1A")
@pytest.mark.parametrize(
    ("dice", "reduced", "holder"),
    [
        ([6, 6, 1, 1], "33PAK 15MC(-)", "axis"),  # an Overrun
        ([6, 2, 2, 2], "", "axis"),  # a Stalemate
        ([1, 1, 6, 6], "", "axis"),  # a Repulse
        ([6, 4, 2, 2], "", ""),  # a Success, and nobody holds the Advantage
        ([6, 4, 2, 2], "", "allied"),  # the attacker holds it
    ],
)
def test_fanatical_defence_does_nothing_else(dice: list[int], reduced: str, holder: str) -> None:
    s = combat(on_206(advantage=holder, reduced=reduced), "2RTR", "33PAK", dice)
    assert told(s, "result") == [(OVERRUN,)] or not reduced
    assert "fanatical" not in offered(s)
    assert why_not(s, "fanatical").rule == "12.1A"


@rule("battleaxe", "12.1B")
def test_maximum_attack_turns_a_repulse_into_a_stalemate() -> None:
    s = combat(on_206(advantage="allied"), "2RTR", "33PAK", [3, 2, 3, 2])
    assert told(s, "totals") == [(10, 14)]
    assert (asked(s)[0], offered(s)) == (ALLIED, ["maximum", "pass"])
    maximum = play(s, "maximum")
    assert is_reduced(maximum, "2RTR")
    assert is_reduced(maximum, "33PAK")
    assert is_full(maximum, "6RTR")
    assert place_of(maximum, "2RTR") == "9"
    refused = play(s, "pass")
    assert is_reduced(refused, "6RTR")
    assert asked(refused)[1] == "Retreats"
    assert told(combat(on_206(advantage="axis"), "2RTR", "33PAK", [3, 2, 3, 2]), "result") == [(REPULSE,)]
    assert why_not(combat(on_206(advantage="axis"), "2RTR", "33PAK", [3, 2, 3, 2]), "maximum").rule == "12.1B"
    won = combat(on_206(advantage="allied"), "2RTR", "33PAK", [6, 4, 2, 2])
    assert told(won, "result") == [(SUCCESS,)]
    assert why_not(won, "maximum").rule == "12.1B"
    even = combat(on_206(advantage="allied"), "2RTR", "33PAK", [6, 2, 2, 2])
    assert told(even, "result") == [(STALEMATE,)]
    assert "maximum" not in offered(even)


@rule("battleaxe", "12.1C")
@pytest.mark.parametrize("holder", ["allied", "axis"])
def test_prolonged_daylight_ignores_a_sunset(holder: str) -> None:
    s = position({"2RTR": "D", "1/8": "18"}, half="axis", impulse=6, advantage=holder)
    s = play(s, *(["pass"] if holder == "allied" else []), "pass", dice=[2, 2])
    assert offered(s) == ["daylight", "pass"]
    assert asked(s)[0] == (ALLIED if holder == "allied" else AXIS)
    ended = play(s, "pass")
    assert asked(ended)[1] == "Refit"
    s = play(s, "daylight")  # no dice: there is no second roll
    assert s.impulse == 7
    assert active_side(s) == ALLIED
    assert s.advantage == (AXIS if holder == "allied" else ALLIED)


@rule("battleaxe", "12.1C")
def test_when_daylight_cannot_be_prolonged() -> None:
    at = {"2RTR": "D", "1/8": "18"}
    goes_on = play(position(at, half="axis", impulse=6, advantage="axis"), "pass", dice=[3, 3])
    assert goes_on.impulse == 7  # nobody is asked: the phase did not end
    assert goes_on.advantage == AXIS
    spent = play(position(at, half="axis", impulse=6, advantage="axis"), "rommel", "pass", dice=[2, 2])
    assert asked(spent)[1] == "Refit"  # spent in this half, and not yet passed on
    last = play(position(at, half="axis", impulse=12, advantage="axis"), "pass", dice=[2, 2])
    assert asked(last)[1] == "Refit"  # off the track
    assert why_not(last, "daylight").rule == "12.1C"


@rule("battleaxe", "12.1D-a")
def test_a_fuel_shortage_stops_combined_operations_and_helps_the_defence() -> None:
    s = play(position({"22GDS": "15", "1/8": "18", "1/5": "G"}, turn=1, impulse=1), "shortage", "pass")
    assert s.fuel_low
    s = play(s, "assault 18")
    assert why_not(s, "activate G").rule == "14.1.1"
    s = play(s, "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS", "pass", "pass", "pass", dice=[1, 1, 6, 6])
    assert defence_value(s)["11.4.3E"] == 2
    normal = play(position({"22GDS": "15", "1/8": "18", "1/5": "G"}, half="axis", advantage=""), "assault 18")
    assert "activate G" in offered(normal)


@rule("battleaxe", "12.1D-a")
def test_when_and_by_whom_a_fuel_shortage_is_declared() -> None:
    at = {"2RTR": "D", "1/KRR": "D", "1/8": "18"}
    s = position(at, half="axis")
    assert (asked(s)[0], offered(s)) == (ALLIED, ["shortage", "pass"])  # before the Axis chooses
    declared = play(s, "shortage")
    assert declared.fuel_low
    assert active_side(declared) == AXIS
    late = play(s, "pass")
    assert why_not(late, "shortage").rule == "12.1D"
    assert why_not(play(late, "assault 18"), "shortage").rule == "12.1D"
    mine = position(at)
    assert "shortage" in offered(mine)
    assert why_not(play(mine, "assault D"), "shortage").rule == "12.1D"
    assert why_not(position(at, fuel_low=True), "shortage").rule == "12.1D"  # already
    axis = position(at, half="axis", advantage="axis")
    assert why_not(axis, "shortage").rule == "12.1D"  # the Axis never does


def test_who_passes_in_the_enemys_turn_is_not_asked_about_his_fuel() -> None:
    s = position({"2RTR": "D", "1/8": "18"}, half="axis")
    assert standing_answer(s, (Standing(UNATTACKED),), watched=False) == ("pass", 0, 0)
    assert standing_answer(position({"2RTR": "D", "1/8": "18"}), (Standing(UNATTACKED),), watched=False) is None  # his own Impulse


@rule("battleaxe", "12.1D-b")
def test_a_fuel_shortage_ends_on_an_equal_sunset_or_with_the_phase() -> None:
    at = {"2RTR": "D", "1/8": "18"}
    equal = play(position(at, half="axis", impulse=5, fuel_low=True, advantage=""), "pass", dice=[2, 3])
    assert not equal.fuel_low
    assert equal.impulse == 6
    higher = play(position(at, half="axis", impulse=5, fuel_low=True, advantage=""), "pass", dice=[3, 3])
    assert higher.fuel_low
    over = play(position(at, half="axis", impulse=5, fuel_low=True, advantage=""), "pass", dice=[1, 3])
    assert not over.fuel_low
    assert asked(over)[1] == "Refit"


ROMMELS = {"1/8": "18", "2/8": "18", "22GDS": "15", "2RTR": "14"}


def attack_with_rommel(s: State, unit: str, area: str, against: str) -> State:
    """The attack fails and the unit is back in 18."""
    s = play(s, f"enter {unit} {area}", f"attack {area}", f"lead {unit}", f"lead {against}", "rommel", dice=[1, 1, 1, 6, 6])
    return play(s, f"retreat {unit} 18")


@rule("battleaxe", "12.1E-a")
def test_rommel_leads_one_attack_in_every_impulse_of_the_phase() -> None:
    s = fight(ROMMELS, half="axis", advantage="axis")
    s = play(s, "rommel")
    assert s.rommel
    assert s.advantage == NOBODY
    s = attack_with_rommel(play(s, "assault 18"), "1/8", "15", "22GDS")
    s = play(s, "enter 2/8 14", "attack 14", "lead 2/8", "lead 2RTR", dice=[1, 1, 6, 6])  # not asked a second time
    assert "11.4.2C" not in attack_value(s)
    s = play(s, "retreat 2/8 18")
    assert s.impulse == 3
    assert s.advantage == ALLIED  # passed on, and still
    assert s.rommel
    s = play(s, "pass", "pass", "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS")
    assert offered(s) == ["rommel", "pass"]


@rule("battleaxe", "12.1E-a")
def test_the_moments_at_which_rommel_can_be_declared() -> None:
    s = play(fight(ROMMELS, half="axis", advantage="axis"), "assault 18")
    assert "rommel" in offered(s)
    assert play(s, "rommel").rommel
    at_step_c = play(s, "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS")
    assert offered(at_step_c) == ["rommel", "pass"]
    used = play(at_step_c, "rommel", dice=[4, 1, 1, 6, 6])
    assert attack_value(used)["11.4.2C"] == 4
    assert used.rommel
    assert used.advantage == NOBODY
    held_by_allies = play(fight(ROMMELS, half="axis", advantage="allied"), "pass")
    assert why_not(held_by_allies, "rommel").rule == "12.1"
    assert why_not(fight(ROMMELS, advantage="allied"), "rommel").rule == "12.1E"
    assert why_not(fight(ROMMELS, half="axis", rommel=True, advantage="axis"), "rommel").rule == "12.1E"


@rule("battleaxe", "12.1E-b")
def test_rommel_comes_before_the_artillery_call() -> None:
    s = fight(ROMMELS, half="axis", rommel=True, artillery=(1, 2))
    s = play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS")
    assert why_not(s, "call").rule == "10.2.1"
    s = play(s, "pass", "call", dice=[1])
    assert why_not(s, "rommel").rule == "12.1E"


@rule("battleaxe", "12.1E-c")
def test_rommel_is_gone_when_the_phase_ends() -> None:
    s = end_day({"2RTR": "D", "1/8": "18"}, dice=[6, 6], rommel=True, advantage="")
    assert not s.rommel
    s = play(s, "done")  # nothing to refit but the Advantage
    assert s.turn == 2
    assert asked(play(s, "pass", "pass"))[0] == AXIS
    assert why_not(play(s, "pass", "pass"), "rommel").rule == "12.1"


@rule("battleaxe", "12.1F", "13.2")
def test_increased_replacements() -> None:
    at = {"1/5": "G", "2/5": "G", "3RECCE": "G", "2RTR": "D"}
    s = refit(at, side="axis", reduced="1/5 2/5 3RECCE", advantage="axis")
    assert inner(s, Refit).points == 1
    s = play(s, "increase")
    assert inner(s, Refit).points == 2
    assert s.advantage == NOBODY
    s = play(s, "refit 1/5", "refit 2/5", "refit 3RECCE")
    assert is_full(s, "3RECCE")
    other = refit(at, side="axis", reduced="1/5", advantage="allied")
    assert why_not(other, "increase").rule == "12.1F"


@rule("battleaxe", "12.2", "22.0-e")
def test_a_used_advantage_belongs_to_nobody_until_the_half_ends() -> None:
    s = fight({"2RTR": "10", "6RTR": "10", **POINT_206}, impulse=3, advantage="allied")
    s = play(s, "assault 10", "enter 2RTR 9", "enter 6RTR 9", "attack 9")
    s = play(combat(s, "2RTR", "33PAK", [3, 2, 3, 2]), "maximum")
    assert s.advantage == NOBODY
    assert active_side(s) == ALLIED
    box = next(p for p in view(s, ALLIED).panels if p.id == "advantage")
    assert (box.title, box.note) == ("Advantage: nobody's", "until the Impulse or Phase ends")  # the box is narrow
    s = play(s, "done")  # nobody leaves
    assert (active_side(s), s.impulse) == (AXIS, 3)
    assert s.advantage == AXIS


@rule("battleaxe", "12.2-b")
def test_an_advantage_spent_in_refit_serves_nobody_else_in_it() -> None:
    s = units({"2RTR": "D", "1/8": "18", "6RTR": "19"}, reduced="1/8", unsupplied="6RTR")
    s = play(run_from(s, REFIT_ALLIED), "increase")  # with nothing to spend it on
    assert (asked(s)[0], s.advantage) == (AXIS, NOBODY)
    assert why_not(s, "increase").rule == "12.1F"
    s = play(s, "refit 1/8", dice=[3])  # no +1 on the Surrender of 6RTR either
    assert is_reduced(s, "6RTR")
    assert (s.turn, s.impulse, s.advantage) == (2, 1, AXIS)
