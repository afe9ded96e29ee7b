"""What O'Connor and the Italians have in mind beyond a player-turn: who can be at Beda Fomm when it counts."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import decider, options, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.movement import closed_to
from sandtable.titles.blitzkrieg.robot.aims import aims, open_ways, orders, serves
from sandtable.titles.blitzkrieg.robot.judge import beda_fomm, is_idle, same_division
from sandtable.titles.blitzkrieg.robot.judge_battle import forces_of
from sandtable.titles.blitzkrieg.robot.judge_supply import hunger
from sandtable.titles.blitzkrieg.robot.outlook import (
    barriers,
    comers,
    cuts,
    danger,
    expected,
    gates,
    is_home_open,
    kept,
    moves_to_come,
    outlook,
    scouting,
    stages,
    steps_to,
    storm,
    walk_in,
)
from sandtable.titles.blitzkrieg.robot.outlook import beda_fomm as held_at_last
from sandtable.titles.blitzkrieg.state import State, stack_at
from sandtable.titles.blitzkrieg.supply import net
from tests.titles.blitzkrieg.position import At, E, Scripted, fighting, motoring, moving, position, put, say

SCOUT, OTHER_SCOUT = "1 Sup. Gp. Recon", "2 Sup. Gp. Recon"
TAKEN = {"Tobruk": "allied", "Bardia": "allied"}
FEBRUARY, MARCH = 3, 4


def waits_at(box: str, turn: int = FEBRUARY, italians: At | None = None) -> State:
    return position({box: [SCOUT], **(italians or {})}, turn=turn, scenario="oconnor", lrdf=[SCOUT], held=TAKEN)


def hope(s: State) -> float:
    assert outlook(s, AXIS) == -outlook(s, ALLIED)
    return outlook(s, ALLIED)


def test_a_scout_must_be_near_enough_for_the_movement_phases_to_come() -> None:
    waiting, far = hope(waits_at("Bir Hachiem")), hope(waits_at("Sidi Barrani", turn=MARCH))
    assert far < 0.05 * waiting
    assert scouting(moving(waits_at("Antelat", turn=MARCH), "allied")) == 1
    assert scouting(motoring(waits_at("Msus", turn=MARCH), "allied")) > 0.8
    assert scouting(motoring(waits_at("Mechili", turn=MARCH), "allied")) < 0.5
    assert outlook(position({"Bir Hachiem": ["8 Recon"]}, turn=FEBRUARY), ALLIED) == 0  # another scenario


def test_a_second_scout_is_a_hope_while_the_enemy_may_catch_the_first() -> None:
    one, two = (position({"Msus": names}, FEBRUARY, "oconnor", lrdf=names, held=TAKEN) for names in ([SCOUT], [SCOUT, OTHER_SCOUT]))
    assert scouting(one) < scouting(two) < 1
    assert scouting(moving(waits_at("Msus", turn=MARCH), "allied")) == 1  # the enemy has no turn any more


def test_movement_phases_to_come() -> None:
    """15.1: the Allies have four player-turns, the Axis three between them."""
    s = waits_at("Antelat")
    battle = waits_at("Antelat", italians={"Antelat": "Sirte Inf"})
    allied = [moving(s, "allied"), fighting(battle, "allied"), motoring(s, "allied")]
    assert [moves_to_come(phase, ALLIED) for phase in allied] == [4, 3, 3]
    assert [moves_to_come(phase, AXIS) for phase in allied] == [2, 2, 2]
    axis = [moving(s), motoring(s)]
    assert [moves_to_come(phase, AXIS) for phase in axis] == [2, 1]
    assert [moves_to_come(phase, ALLIED) for phase in axis] == [2, 2]


def test_italians_at_beda_fomm_or_across_the_way_take_the_hope() -> None:
    free, barred = hope(waits_at("Bir Hachiem")), hope(waits_at("Bir Hachiem", italians={"Beda Fomm": "Sirte Inf"}))
    assert barred < 0.8 * free
    s = waits_at("Msus", italians={"Antelat": "Sirte Inf", "Sceleidima": "Sirte Art"})
    assert steps_to(E, E.beda_fomm, closed_to(waits_at("Msus"), ALLIED))[E.b("Msus")] == 2
    assert steps_to(E, E.beda_fomm, closed_to(s, ALLIED))[E.b("Msus")] == 4
    assert E.b("Antelat") not in stages(s)


def fights_at(box: str, turn: int, *italians: str, limited: bool = False) -> State:
    """A scout attacks there, and the first volleys miss: the Italians are asked again."""
    s = waits_at(box, turn, {box: [SCOUT, *italians]})
    s = fighting(s, "allied", limited=limited)
    while decider(s) != AXIS or ("withdraw", 0, 0) not in options(s):
        take(s, options(s)[-1], Scripted([]))  # the highest face: nobody hits
    return s


def test_a_way_that_a_battle_may_open_is_a_hope() -> None:
    """8.4.3: who has beaten those across his way goes on in the second march."""
    closed = {"Msus": "Sirte Inf", "Sceleidima": "Sirte Art", "Agadabia": "Pavia Inf", "Ghemings": "Pavia Art"}
    waits = waits_at("El Haselat", MARCH, {**closed, "Antelat": "Babini Recon"})
    assert scouting(motoring(waits, "allied")) == 0
    assert E.b("Antelat") in gates(waits)
    attacks = fighting(waits_at("Antelat", MARCH, {**closed, "Antelat": [SCOUT, "Babini Recon"]}), "allied")
    assert 0 < scouting(attacks) < 1
    assert any([aim.target == E.b("Antelat") for aim in aims(moving(waits, "allied"), ALLIED)])
    assert not gates(waits_at("El Haselat", MARCH, {"Antelat": "Babini Recon", "Beda Fomm": "Sirte Inf"}))


def test_nobody_leaves_what_decides_the_game_in_its_last_battles() -> None:
    last = fights_at("Beda Fomm", MARCH, "Sirte Inf", "Sirte Art")
    assert orders(last, AXIS) == ("stay", 0, 0)
    assert orders(fights_at("Beda Fomm", FEBRUARY, "Sirte Inf", "Sirte Art"), AXIS) is None
    assert orders(fights_at("Antelat", MARCH, "Sirte Inf", "Sirte Art"), AXIS) is None
    joined = last.clone()
    put(joined, "Babini Recon", "Agadabia")
    joined.flags[E.u("Babini Recon")] = 0
    assert orders(joined, AXIS) == ("reinforce", E.u("Babini Recon"), 0)


def comers_to_beda_fomm(s: State) -> int:
    return comers(s, E.beda_fomm)


def test_whoever_stands_across_the_road_keeps_the_italians_from_beda_fomm() -> None:
    """Who enters a box with enemies has to stop (8.4.3), and nobody enters from the Holding Area but by Aghelia."""

    def stands_at(box: str, italians: Mapping[str, str] | None = None) -> State:
        return waits_at(box, italians=italians)

    assert not comers_to_beda_fomm(stands_at("Aghelia"))
    assert not comers_to_beda_fomm(stands_at("Marsa Brega", {"Aghelia": "Sabratha Inf"}))
    assert comers_to_beda_fomm(stands_at("Marsa Brega", {"Agadabia": "Sabratha Inf"})) == 1
    assert comers_to_beda_fomm(stands_at("Antelat", {"Aghelia": "Sabratha Inf"})) > 1  # those in the Holding Area, too
    assert comers_to_beda_fomm(stands_at("Aghelia", {"Barce": "Sabratha Inf"})) == 1  # three boxes of major road
    assert not comers_to_beda_fomm(stands_at("Aghelia", {"Mechili": "Sabratha Inf"}))
    assert comers_to_beda_fomm(stands_at("Aghelia", {"Mechili": "Babini Arm"})) == 1  # six boxes in two phases
    late = [motoring(stands_at("Antelat", {box: unit})) for box, unit in (("Agadabia", "Sabratha Inf"), ("Agadabia", "Babini Arm"))]
    for s in late:
        s.turn, s.active = MARCH - 1, AXIS
    assert [comers_to_beda_fomm(s) for s in late] == [0, 1]  # nobody on foot in a last second march
    assert hope(stands_at("Marsa Brega")) > 1.2 * hope(stands_at("Antelat"))
    assert [E.box_rows[box].id for box in barriers(stands_at("Antelat", {"Aghelia": "Sabratha Inf"}))] == [
        "Marsa Brega", "Agadabia", "Beda Fomm",
    ]  # fmt: skip


def test_scouts_stand_where_they_starve_most_enemies() -> None:
    s = TITLE.rules.new(E, "oconnor", TITLE.rules.agree({}), SeededDice(1))
    assert [E.box_rows[box].id for box in cuts(s, ALLIED)] == ["Gambut"]
    assert {aim.target for aim in aims(moving(s, "allied"), ALLIED) if aim.text == "cut the road at Gambut"} == {E.b("Gambut")}


def test_who_enters_the_map_does_so_by_the_nearest_box() -> None:
    at = {"Bardia": ["1 Sup. Gp. Arm (2)"], "Gambut": ["Sirte Inf"]}
    s = position(at, turn=FEBRUARY, scenario="oconnor", held={"Bardia": "allied"}, stores={"allied": {"Holding": 1}})
    s = say(moving(s, "allied"), "move SU Holding")
    aim = next(aim for aim in aims(s, ALLIED) if aim.text == "bring supplies to Bardia")
    ways = {name: serves(s, ("go", E.b(name), 0), aim) > 0 for name in ("El Alamein", "Ruweisat Ridge")}
    assert ways == {"El Alamein": True, "Ruweisat Ridge": False}


def test_a_column_in_supply_may_storm_beda_fomm() -> None:
    column = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]
    barred = {"Msus": column, "Beda Fomm": ["Sirte Inf"]}
    without = position({"Beda Fomm": ["Sirte Inf"]}, turn=FEBRUARY, scenario="oconnor", held=TAKEN)
    assert outlook(position(barred, turn=FEBRUARY, scenario="oconnor", held=TAKEN), ALLIED) > 3 * hope(without)


def test_a_second_scout_adds_less_and_a_third_nothing() -> None:
    s = {"Charruba": [SCOUT], "Bir el Gerrari": ["2 Sup. Gp. Recon"], "Barce": ["6 Australian Recon"]}
    found = []
    for count in (1, 2, 3):
        found.append(scouting(moving(position(dict(list(s.items())[:count]), turn=FEBRUARY, scenario="oconnor"), "allied")))
    assert 0 < found[0] < found[1] <= 1.4 * found[0]
    assert found[2] == found[1]


def test_in_the_last_turn_a_scout_who_can_be_at_beda_fomm_for_sure_goes_there() -> None:
    s = moving(waits_at("Mechili", MARCH), "allied")
    assert scouting(s) == 1
    said = list[str]()
    while (o := orders(s, ALLIED)) is not None:
        said.append(o[0])
        take(s, o, SeededDice(1))
    assert said == ["move", "go", "go", "go"]
    assert steps_to(E, E.beda_fomm, 0)[s.where[E.u(SCOUT)]] == 1
    assert orders(motoring(waits_at("Mechili", MARCH), "allied"), ALLIED) is None  # a box too far
    assert orders(moving(waits_at("Mechili", FEBRUARY), "allied"), ALLIED) is None
    assert orders(moving(waits_at("Beda Fomm", MARCH), "allied"), ALLIED) is None
    assert (
        orders(moving(waits_at("Mechili", MARCH, {"Beda Fomm": ["Sirte Inf"]}), "allied"), ALLIED) is None
    )  # not alone among enemies


def test_in_the_last_turn_the_army_does_not_come_through_italians() -> None:
    def comes(box: str) -> float:
        return walk_in(moving(position({"Aghelia": ["22 Gds Inf"], box: ["Sirte Inf"]}, MARCH, "oconnor"), "allied"), 2)

    assert comes("Agadabia") < 0.5 * comes("Derna")


def test_each_of_the_three_boxes_that_is_held_saves_the_italians() -> None:
    """The more guards are at Tobruk, the less the scout is worth, and the other way round."""

    def tobruk(*guards: str, scout: str = "Bir Hachiem", turn: int = FEBRUARY) -> float:
        army = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]
        at = {scout: [SCOUT], "Gambut": army, "Tobruk": list(guards)}
        stores = {"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1, "Gambut": 1}}
        return hope(position(at, turn=turn, scenario="oconnor", lrdf=[SCOUT], held={"Bardia": "allied"}, stores=stores))

    few, many = tobruk("Babini Recon"), tobruk("Sirte Inf", "Sirte Art", "Cyrene Inf", "Cyrene Art")
    assert few > 1.2 * many > 0
    assert tobruk("Babini Recon", scout="Sofafi", turn=MARCH) < tobruk("Babini Recon", turn=MARCH) / 1.3


def test_supplies_for_more_than_one_battle_are_worth_something() -> None:
    def with_stores(more: int) -> float:
        at = {"Bir Hachiem": [SCOUT], "Gambut": ["1 Sup. Gp. Arm (2)"], "Tobruk": ["Sirte Inf", "Sirte Art"]}
        stores = {"allied": {"Charing Cross": 1, "Sidi Barrani": 1, "Sollum": 1, **({"Gambut": more} if more else {})}}
        return hope(position(at, turn=FEBRUARY, scenario="oconnor", lrdf=[SCOUT], held={"Bardia": "allied"}, stores=stores))

    assert with_stores(0) < with_stores(1) < with_stores(2) == with_stores(3)


def test_a_recon_unit_with_its_division_is_no_scout() -> None:
    division = [SCOUT, "1 Sup. Gp. Arm (2)"]
    assert not scouting(position({"Bir Hachiem": division}, turn=FEBRUARY, scenario="oconnor"))
    assert scouting(position({"Bir Hachiem": division}, turn=FEBRUARY, scenario="oconnor", lrdf=[SCOUT]))
    assert scouting(position({"Bir Hachiem": [SCOUT]}, turn=FEBRUARY, scenario="oconnor"))


def test_scouts_bar_the_road_or_wait_and_go_to_beda_fomm_in_march() -> None:
    def goals(turn: int, text: str) -> set[int]:
        return {aim.target for aim in aims(moving(waits_at("Gabr Saleh", turn), "allied"), ALLIED) if aim.text == text}

    waiting, barring = "hold Beda Fomm from the desert", "bar the way to Beda Fomm"
    assert E.b("Bir Hachiem") in goals(FEBRUARY, waiting)
    assert not {E.beda_fomm, E.b("Antelat"), E.b("Sidi Barrani")} & goals(FEBRUARY, waiting)
    assert goals(FEBRUARY, barring) == {E.b(name) for name in ("Aghelia", "Marsa Brega", "Agadabia", "Beda Fomm")}
    assert (goals(MARCH, waiting), goals(MARCH, barring)) == ({E.beda_fomm}, set())


def test_all_italians_who_can_come_go_to_beda_fomm_together() -> None:
    at = {"Aghelia": ["Sabratha Inf"], "Benghasi": ["3 CCNN Inf"], "Tobruk": ["Sirte Inf"], "Antelat": [SCOUT]}
    aim = max(aims(moving(position(at, turn=FEBRUARY, scenario="oconnor")), AXIS), key=lambda aim: aim.promise)
    assert (aim.text, aim.target) == ("hold Beda Fomm", E.beda_fomm)
    assert aim.group == {E.u("Sabratha Inf"), E.u("3 CCNN Inf")}


def test_all_supplies_that_the_chain_can_spare_go_to_the_front_by_the_best_road() -> None:
    at = {"Bardia": ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)"], "Gambut": ["Sirte Inf"], "Charing Cross": ["22 Gds Inf"]}
    stores = {"allied": {"Charing Cross": 2, "Buq Buq": 1, "Mersa Matruh": 1}}
    s = moving(position(at, turn=FEBRUARY, scenario="oconnor", held={"Bardia": "allied"}, stores=stores), "allied")
    found = {aim.text: aim for aim in aims(s, ALLIED)}
    aim = found["bring supplies to Bardia"]
    places = [E.b(name) for name in ("Charing Cross", "Buq Buq", "Mersa Matruh")]
    spare = [serves(s, ("move", E.supply_piece(place), 0), aim) > 0 for place in places]
    assert spare == [True, False, True]  # Bardia is fed from Buq Buq
    after = say(s, "move SU Charing Cross")
    ways = {name: serves(after, ("go", E.b(name), 0), aim) for name in ("Bir El Gellaz", "El Gunse", "Mersa Matruh")}
    assert ways["Bir El Gellaz"] > 0 > ways["Mersa Matruh"]
    assert found["gather at Bardia"].group == {E.u("22 Gds Inf")}


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


def test_no_computer_drives_on_units_that_then_stay() -> None:
    s = moving(position({"Siwa Oasis": [SCOUT]}, scenario="oconnor", hands={"allied": ["Esprit de Corps"]}), "allied")
    assert ("spur", E.u(SCOUT), 0) in options(s)
    assert is_idle(s, ("spur", E.u(SCOUT), 0))


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
    assert E.b("Sollum") in {aim.target for aim in aims(moving(weak, "allied"), ALLIED) if aim.text.startswith("guard")}


ARMY = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]
CHAIN = {"allied": {"Charing Cross": 1, "Sofafi": 1, "Sidi Omar": 2}}
GARRISON = {"Bardia": ["Marmarica Inf", "Marmarica Art"]}


def test_o_connor_opens_by_the_desert_with_all_that_he_has() -> None:
    """Fort Capuzzo in the first march, so that Bardia can be stormed in the second; the supplies come as far as they can."""
    s = moving(TITLE.rules.new(E, "oconnor", TITLE.rules.agree({}), SeededDice(1)), "allied")
    storms = [aim for aim in aims(s, ALLIED) if aim.firm]
    assert {aim.text for aim in storms} == {f"storm {box}" for box in ("Tobruk", "Bardia", "Sollum", "Ft. Capuzzo")}
    everybody = max([aim for aim in storms if aim.text == "storm Ft. Capuzzo"], key=lambda aim: len(aim.group))
    assert {E.u(unit) for unit in (*ARMY, SCOUT, "2 New Zealand Inf", "Allied HQ")} < everybody.group
    assert E.u("2 Sup. Gp. Recon") not in everybody.group  # on its own: it has another errand
    assert {E.supply_piece(E.b(box)) for box in ("Mersa Matruh", "Fuka")} < everybody.group
    far = open_ways(s, E.b("Ft. Capuzzo"))
    assert far[E.b("Sidi Omar")] < far[E.b("Sofafi")] < far[E.b("El Gunse")] < far[E.b("Charing Cross")]
    assert far[E.b("Buq Buq")] > far[E.b("El Alamein")]  # Italians are in the way
    s = say(s, "move 1 Sup. Gp. Arm (3)", "go Charing Cross")
    ways = {name: serves(s, ("go", E.b(name), 0), everybody) for name in ("El Gunse", "Bir El Gellaz", "Bir Kenayis")}
    assert max(ways, key=ways.__getitem__) == "El Gunse"


def test_whoever_stands_next_to_bardia_after_the_first_march_can_storm_it_in_the_second() -> None:
    def from_box(box: str, **more: int) -> float:
        stores = {"allied": {**CHAIN["allied"], **more}}
        return storm(
            fighting(position({box: [*ARMY, "1 CCNN Inf"], **GARRISON}, scenario="oconnor", stores=stores), "allied"), E.bardia
        )

    assert from_box("Ft. Capuzzo") > 0.5
    assert not from_box("Ft. Capuzzo", **{"Sidi Omar": 1})  # one supply unit, and a battle before that
    assert not from_box("Sidi Omar")


def test_before_the_last_second_march_only_those_next_to_beda_fomm_count() -> None:
    """8.4.5: nobody enters a battle from farther away then. Where no battle comes first that march begins at once."""

    def army_at(box: str) -> float:
        at, stores = {box: ARMY, "Beda Fomm": ["Sirte Inf"]}, {"Ghemings": 2, "Barce": 1, "El Guba": 1, "Tmimi": 1}
        s = fighting(position(at, MARCH, "oconnor", held=TAKEN, stores={"allied": stores}), "allied")
        return held_at_last(s, forces_of(s, ALLIED, -1, 1.0), net(s, ALLIED)[1])

    assert army_at("Ghemings") > 0.5
    assert not army_at("Benghasi")


def test_a_port_without_a_guard_is_in_danger_only_where_italians_can_come() -> None:
    def tobruk(italians: At, **more: list[str]) -> float:
        return kept(position({**italians, **more}, FEBRUARY, "oconnor", held=TAKEN), E.tobruk)

    near, far = {"Gazala": ["Babini Arm"]}, {"Aghelia": ["Sirte Inf"]}
    assert tobruk(near) < tobruk(near, Tobruk=["Polish Inf"]) == tobruk(far)
    assert kept(position(far, 2, "oconnor", held=TAKEN), E.tobruk) == tobruk(near)  # much may happen until March


def test_the_more_italians_can_come_the_more_are_expected() -> None:
    few = expected(waits_at("Tmimi"))
    many = expected(waits_at("Tmimi", italians={"Agadabia": ["Sabratha Inf", "Sabratha Art"]}))
    assert few.hits < many.hits
    assert few.fire < many.fire


def test_those_out_of_supply_are_feared_near_by_and_may_not_attack() -> None:
    """7.4.5: they come a box, or two along the coast; only on wheels they come farther."""

    def at_sidi_barrani(*italians: str, **more: list[str]) -> float:
        stores = {"allied": {"Charing Cross": 1, "Sofafi": 1}}
        at = {"Sidi Omar": ARMY, "Sidi Barrani": list(italians), **more}
        return danger(position(at, scenario="oconnor", stores=stores), ALLIED)

    open, wheels = at_sidi_barrani("4 CCNN Inf"), at_sidi_barrani("Maletti Arm")
    assert 0 < open < wheels
    guards = {"Sofafi": ["22 Gds Inf"], "Charing Cross": ["Polish Inf"], "Mersa Matruh": ["3 Ind Inf"]}
    assert not at_sidi_barrani("4 CCNN Inf", **guards)


def test_the_way_to_el_alamein_is_not_left_to_the_italians() -> None:
    """12.10: it would be their fifth victory box, and end the game."""
    at = {"Sidi Omar": ARMY, "Sidi Barrani": ["4 CCNN Inf"]}
    assert is_home_open(position(at, scenario="oconnor"))
    assert not is_home_open(position({**at, "El Alamein": ["22 Gds Inf"]}, scenario="oconnor"))
    assert not is_home_open(position({**at, "Bir El Gellaz": ["22 Gds Inf"], "El Gunse": ["Polish Inf"], "Sofafi": ["3 Ind Inf"]},
                                     scenario="oconnor"))  # fmt: skip
    assert not is_home_open(position(at, scenario="oconnor", held={"Bardia": "allied"}))


def test_no_supplies_are_sent_after_scouts() -> None:
    """7.4.8: two recon units may live in the desert; a third one would be hungry."""
    s = position({"Siwa Oasis": [SCOUT]}, scenario="oconnor")
    assert not hunger(s, ALLIED, stack_at(s, ALLIED, E.b("Siwa Oasis")), 1.0)
    others = ["2 Sup. Gp. Recon", "6 Australian Recon"]
    s = position({"Siwa Oasis": [SCOUT], "Girarabub": others[:1], "Garet Khod": others[1:]}, scenario="oconnor", lrdf=others)
    assert hunger(s, ALLIED, stack_at(s, ALLIED, E.b("Siwa Oasis")), 1.0) > 0
