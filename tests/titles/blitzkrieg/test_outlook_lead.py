"""What decides O'Connor's Offensive besides the ports: the lead of 25 points, who stands at Beda Fomm when it is over, and a chain
of supply that a battle may break."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.sides import ALLIED
from sandtable.titles.blitzkrieg.robot.aims import aims, serves
from sandtable.titles.blitzkrieg.robot.judge_battle import force_at, forces_of
from sandtable.titles.blitzkrieg.robot.outlook import danger, fed_in_time, held_in_the_end, late_attack, shaky_links, walk_in
from sandtable.titles.blitzkrieg.robot.outlook_lead import lead_to_come, leads
from sandtable.titles.blitzkrieg.robot.verdict import verdict
from sandtable.titles.blitzkrieg.state import State
from sandtable.titles.blitzkrieg.supply import net
from tests.titles.blitzkrieg.position import E, fighting, moving, position, say

SCOUT = "1 Sup. Gp. Recon"
ARMY = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]
TAKEN = {"Tobruk": "allied", "Bardia": "allied"}
MARCH = 4


def ahead_by(points: int, at: dict[str, Sequence[str]] | None = None, turn: int = MARCH, dead: Sequence[str] = ()) -> State:
    s = position(at or {"Bardia": ARMY}, turn=turn, scenario="oconnor", stores={"allied": {"Bardia": 1}}, held=TAKEN, dead=dead)
    s.points[ALLIED], s.active = points, ALLIED
    return s


def test_the_last_points_of_the_lead_decide_and_more_do_not() -> None:
    short, just, plenty = [leads(ahead_by(points), 0) for points in (15, 25, 45)]
    assert short < 0.1 < 0.5 < just < plenty
    assert leads(ahead_by(55), 0) - plenty < 0.01
    assert leads(ahead_by(0, turn=1), 8) > 0.5  # in December all is still to come


def test_whoever_is_out_of_supply_in_the_end_costs_points() -> None:
    fed, starving = ahead_by(25), ahead_by(25, {"Msus": ARMY})
    assert lead_to_come(fed) > lead_to_come(starving) + 1
    assert lead_to_come(ahead_by(25, {"Bardia": ARMY, "Msus": ["Sirte Inf", "Sirte Art"]})) == lead_to_come(fed) + 1.2  # 15.1
    assert lead_to_come(ahead_by(25, dead=["Sirte Inf"])) == lead_to_come(fed) + 1  # 12.5


def stand_at(box: str, units: Sequence[str], italians: Sequence[str] = (), lrdf: Sequence[str] = ()) -> float:
    return held_in_the_end(position({box: [*units, *italians]}, turn=MARCH, scenario="oconnor", held=TAKEN, lrdf=lrdf))


def test_in_the_end_somebody_must_be_at_beda_fomm_who_is_in_supply_or_lives_in_the_desert() -> None:
    assert stand_at("Beda Fomm", [SCOUT], lrdf=[SCOUT]) == stand_at("Beda Fomm", [SCOUT]) == 1
    assert not stand_at("Beda Fomm", ARMY)  # nothing feeds them
    assert not stand_at("Antelat", [SCOUT], lrdf=[SCOUT])
    assert 0 < stand_at("Beda Fomm", [SCOUT], ["Sirte Inf", "Sirte Art"], lrdf=[SCOUT]) < 0.5


def test_the_army_comes_to_beda_fomm_in_time_or_not_at_all() -> None:
    def army_at(box: str, stores: dict[str, int]) -> State:
        return position({box: ARMY, "Beda Fomm": ["Sirte Inf"]}, turn=3, scenario="oconnor", stores={"allied": stores}, held=TAKEN)

    chain = {"Tmimi": 1, "Mechili": 1}
    near, far = army_at("Mechili", {**chain, "Bir el Gerrari": 1}), army_at("Tobruk", {"Tobruk": 1})
    assert walk_in(near, 2) > 0.3 > max(walk_in(far, 2), walk_in(near, 1))
    assert fed_in_time(near, net(near, ALLIED)[1], 2) > 0.8 > fed_in_time(far, net(far, ALLIED)[1], 2)
    guard = force_at(near, 1, E.beda_fomm, 1.0)
    assert late_attack(near, forces_of(near, ALLIED, -1, 1.0), guard, 3) > 0.5
    assert late_attack(far, forces_of(far, ALLIED, -1, 1.0), guard, 2) < 0.05


def test_a_scout_goes_round_whoever_stands_in_its_way() -> None:
    """Of the two ways from Fort Gtafia the short one leads into Agadabia."""
    at = {"Fr. Gtafia": [SCOUT], "Agadabia": ["Babini Arm"]}
    s = moving(position(at, turn=MARCH, scenario="oconnor", lrdf=[SCOUT], held=TAKEN), "allied")
    aim = next(aim for aim in aims(s, ALLIED) if aim.text == "hold Beda Fomm from the desert")
    s = say(s, f"move {SCOUT}")
    assert serves(s, ("go", E.b("Jalo Oasis"), 0), aim) > 0 > serves(s, ("go", E.b("Agadabia"), 0), aim)


def test_with_both_ports_all_go_for_beda_fomm() -> None:
    s = moving(position({"Tobruk": ARMY}, turn=3, scenario="oconnor", held=TAKEN), "allied")
    assert {aim.text for aim in aims(s, ALLIED) if aim.firm} == {"storm Beda Fomm"}


def fed_through_gambut(*fighters: str) -> State:
    """Bardia is fed from Tobruk along the road, while the battle of Gambut is still to come."""
    at = {"Gambut": [*fighters, "Sirte Inf", "Sirte Art"], "Bardia": ARMY}
    stores = {"allied": {"Tobruk": 1, "Bardia": 1}}
    return fighting(position(at, scenario="oconnor", held=TAKEN, stores=stores, lrdf=[SCOUT]), "allied")


def test_supply_that_hangs_on_a_battle_is_a_danger() -> None:
    weak, strong = fed_through_gambut(SCOUT), fed_through_gambut("2 Arm", "22 Gds Inf", "2 Sup. Gp. Inf", "2 Sup. Gp. Arm (H)")
    assert danger(weak, ALLIED) > 2 * danger(strong, ALLIED) > 0


def test_a_supply_unit_that_feeds_others_is_missed_when_it_has_paid() -> None:
    def chain(**more: int) -> list[tuple[int, float]]:
        at = {"Sollum": [*ARMY, "Sirte Inf"], "Ft. Capuzzo": ["22 Gds Inf", "Polish Inf"]}
        stores = {"allied": {"Charing Cross": 1, "Sidi Barrani": 1, **more}}
        return shaky_links(fighting(position(at, scenario="oconnor", stores=stores), "allied"), ALLIED)

    assert [box for box, cost in chain() if cost > 1] == [E.b("Sidi Barrani")]
    assert E.b("Sidi Barrani") not in [box for box, _ in chain(**{"Buq Buq": 2})]


def test_in_march_nobody_need_guard_what_nobody_can_take_any_more() -> None:
    """15.1: the Axis have no player-turn then."""
    at, stores = {"Sidi Omar": ARMY, "Sidi Barrani": ["Maletti Arm"]}, {"allied": {"Charing Cross": 1, "Sofafi": 1}}
    february, march = [position(at, turn=turn, scenario="oconnor", stores=stores) for turn in (3, MARCH)]
    february.active = march.active = ALLIED
    assert danger(february, ALLIED) > 1 > danger(march, ALLIED) == 0


def test_a_great_lead_does_not_make_losses_cheap() -> None:
    """The judge presses a lead together; the verdict of O'Connor's Offensive does not."""
    worth = [verdict(ahead_by(points), ALLIED) for points in (50, 60, 70)]
    assert worth[2] - worth[1] > 0.8 * (worth[1] - worth[0]) > 0.02
