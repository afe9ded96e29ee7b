"""1 to 3: what the box holds."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import D10
from sandtable.kernel.sides import SIDES
from sandtable.titles.theseus.command import IN_COMMAND, command_state
from sandtable.titles.theseus.edition import BOX, PERMANENT, TERRAINS
from sandtable.titles.theseus.effectiveness import lose
from sandtable.titles.theseus.formations import assignable
from sandtable.titles.theseus.modifiers import hq_support, tank_value
from sandtable.titles.theseus.movement import step_cost
from sandtable.titles.theseus.stacking import displace_hq, is_overstacked
from sandtable.titles.theseus.state import Agreed, State, effectiveness, enemy_zone, mined_against, mined_for
from sandtable.titles.theseus.strength import draw_chits, heading
from sandtable.titles.theseus.supply import hq_is_supplied
from sandtable.titles.theseus.victory import objective, record_points
from tests.kit import offered, offered_verbs, play, rule, settled, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    E,
    activation,
    at_set_up,
    fm,
    h,
    is_down,
    position,
    strength,
    u,
    where,
)


@rule(RULES, "1-a")
def test_the_sides_are_axis_and_commonwealth() -> None:
    assert {row.side for row in E.unit_rows} == set(SIDES) == {"allied", "axis"}
    assert {row.winner for row in E.levels if row.scenario != "bir_hacheim"} == {"allied", "axis", "draw"}
    s = position({"104": "4112", "HQ-21Pz": "4112"})
    record_points(s)
    assert sum(s.scored) == 2  # the Axis scores; the Commonwealth in its own hex does not
    s = position({"29th Ind": "4112", "HQ-5Ind": "4112"})
    record_points(s)
    assert sum(s.scored) == 0


@rule(RULES, "1-b")
def test_a_turn_is_one_to_six_days_and_units_are_regiments_brigades_or_battalions() -> None:
    assert {row.days for row in E.turn_rows.values()} == {1, 2, 3, 4, 6}
    assert {row.size for row in E.unit_rows} == {"III", "II", "I", "X", "half X"}


@rule(RULES, "3-a", "3.9-a")
def test_dice_have_ten_faces_and_the_zero_counts_ten() -> None:
    assert tuple(range(1, 11)) == D10
    s = position({"II/5": "2721", "3": "2721", "HQ-21Pz": "2724"}, active="21Pz")
    s = play(s, "move II/5", "go", "step 2621", dice=[10])  # the face 0, less 2 of the engineers: 8
    assert is_down(s, "II/5")
    assert strength(s, "II/5") == 4
    assert where(s, "II/5") == "2721"
    assert (len(E.hex_rows), len(E.unit_rows), len(E.formation_rows), len(E.chit_rows), len(E.air_rows)) == (1456, 80, 18, 37, 4)


@rule(RULES, "3.1-a")
def test_hexes_are_numbered_by_column_and_row() -> None:
    assert len(set(E.grid.ids)) == 1456
    assert all(len(id) == 4 for id in E.grid.ids)
    assert E.grid.places[h("4303")] == (43, 3)
    assert E.hex_rows[h("4303")].name == "Tobruk"


@rule(RULES, "3.1.1-a", "N-2")
def test_terrain_costs_by_kind_of_movement() -> None:
    s = position({"104": "2606"})
    assert E.terrain[h("2607")] == TERRAINS.index("broken")
    assert step_cost(s, AX, (u("104"),), h("2606"), h("2607")) == 24
    assert step_cost(position({}), CW, (u("69th"),), h("2606"), h("2607")) == 12
    assert step_cost(s, AX, (u("HQ-21Pz"),), h("2606"), h("2607")) == 24
    row = E.terrain_rows["broken"]
    assert (row.motorised, row.leg, row.at, row.tank) == ("2", "1", "1", "full")
    assert (E.terrain_rows["friendly_minefield"].at, E.terrain_rows["friendly_box"].at) == ("1", "2")


@rule(RULES, "3.1.1-b", "3.1.1-c", "3.1.1-d")
def test_the_defenders_terrain_selects_the_row_of_ratios() -> None:
    s = position({})
    assert {row.terrain for row in E.hex_rows} == set(TERRAINS)  # one for each hex
    assert heading(s, h("2607")) == 1
    assert E.odds[1].texts.index("1:1") == 4
    assert heading(s, h("3626")) == 0
    assert E.odds[0].texts.index("1:1") == 6
    assert E.linked[h("2812")]
    assert heading(s, h("2812")) == 0
    assert heading(s, h("4303")) == heading(s, h("3018")) == 1  # village, point of interest


@rule(RULES, "3.1.1-e", "3.1.1-f", "3.1.1-g")
def test_roads_and_trails_have_their_own_rates_outside_enemy_zones() -> None:
    s = position({"201st": "3503", "104": "2812"})
    assert step_cost(s, CW, (u("201st"),), h("3503"), h("3603")) == 4  # a third
    assert step_cost(s, CW, (u("201st"),), h("3303"), h("3403")) == 4  # over the Broken ground there
    assert step_cost(s, AX, (u("104"),), h("2812"), h("2911")) == 6  # half
    s = position({"104": "2812", "201st": "3012"})  # 2911 is in its zone
    assert enemy_zone(s, AX, h("2911"))
    assert step_cost(s, AX, (u("104"),), h("2812"), h("2911")) == 12
    s = position({"65": "2316"})
    assert step_cost(s, AX, (u("65"),), h("2316"), h("2416")) == 1000  # mines on the Trail


@rule(RULES, "3.1.2-a")
def test_a_ridge_is_crossed_only_as_the_first_step_for_all_points() -> None:
    s = position({"I/8": "2909", "HQ-15Pz": "2909"}, active="15Pz")
    s = play(s, "move I/8", "go", "step 2910")  # beside Rigel Ridge, one point spent
    assert why_not(s, "step 2911").rule == "3.1.2-a"
    s = position({"I/8": "2910", "HQ-15Pz": "2909"}, active="15Pz")
    s = play(s, "move I/8", "step 2911")
    assert where(s, "I/8") == "2911"
    assert offered_verbs(s) >= {"end"}


@rule(RULES, "3.1.2-b")
def test_attacking_tank_points_are_halved_over_a_ridge() -> None:
    from sandtable.titles.theseus.frames import Attack

    s = position({"I/8": "2910", "201st": "2911", "II/8": "3111"})
    over = Attack(AX, fm("15Pz"), h("2910"), h("2911"), (u("I/8"),), (u("201st"),), tank=u("I/8"))
    assert tank_value(s, over) == 3
    beside = Attack(AX, fm("15Pz"), h("2812"), h("2911"), (u("I/8"),), (u("201st"),), tank=u("I/8"))
    assert tank_value(s, beside) == 6


@rule(RULES, "3.1.2-c")
def test_no_zone_of_control_passes_a_ridge() -> None:
    s = position({"201st": "2910"})
    assert not enemy_zone(s, AX, h("2911"))
    assert not enemy_zone(s, AX, h("3011"))
    assert enemy_zone(s, AX, h("2909"))


@rule(RULES, "3.1.3-a", "3.1.3-b", "3.1.3-c")
def test_mines_keep_their_owner_and_are_hex_terrain() -> None:
    s = position({"104": "2622"}, breached=["2622"])
    assert E.owner[h("2622")] == CW
    s = position({"104": "2622"})
    assert mined_against(s, AX, h("2622"))
    assert mined_for(s, CW, h("2622"))
    assert E.mines[h("2521")] == BOX
    assert mined_against(s, AX, h("2521"))
    s = position({"33": "2722", "HQ-15Pz": "2723"}, active="15Pz")
    s = play(s, "move 33", "step 2823")  # away from mined 2622 without a die
    assert where(s, "33") == "2823"


@rule(RULES, "3.1.4-a")
def test_the_schedule_brings_littorio_in_turn_6() -> None:
    due = {id for id in E.unit_ids if E.arrival[u(id)] == 6}
    assert due == {"20th Ind", "HQ-Lit", "12", "XII"}
    assert E.arrival[u("LI")] == 7


@rule(RULES, "3.1.4-b")
def test_the_track_helps_the_reaction_side() -> None:
    s = settled(position({"104": "2224", "HQ-21Pz": "2123", "201st": "3012", "HQ-1Armd": "3214"}, initiative=AX))
    s.marker_side, s.marker_space = CW, 2  # +4
    operations = s.frames[-1]
    operations.initiative, operations.at = -1, 0  # type: ignore[attr-defined]
    s = settled(s, dice=[5, 5])
    assert s.frames[-1].initiative == CW  # type: ignore[attr-defined]


@rule(RULES, "3.1.4-c", "3.1.4-d", "3.1.4-e")
def test_levels_action_points_and_assignments_are_on_their_tracks() -> None:
    at = {"104": "2224", "18 FLAK": "2224", "HQ-21Pz": "2123"}
    s = position(at, initiative=AX, assigned={"18 FLAK": "21Pz"})
    s = play(s, "activate 21Pz", dice=[1])
    assert s.level[fm("21Pz")] == 6
    assert activation(s).points == 5
    assert "move 18 FLAK" in offered(s)
    s = play(s, "move 104", "go", "step 2225", "halt")
    assert activation(s).points == 4


@rule(RULES, "3.1.5-a")
def test_sources_by_side() -> None:
    assert {E.grid.ids[n] for n in E.sources[CW]} == {"5210", "5214", "5224"}
    assert {E.grid.ids[n] for n in E.sources[AX]} == {"1800", "0115", "0121"}
    assert all(E.hex_rows[n].edge and E.linked[n] for side in (CW, AX) for n in E.sources[side])


@rule(RULES, "3.2-a", "3.3-a")
def test_eighteen_formations_each_with_one_hq() -> None:
    assert len([n for n in range(E.formations) if E.f_side[n] == AX]) == 11
    assert E.formations == 18
    assert all(E.home[n] >= 0 or E.independent[n] for n in range(E.units))
    assert len({row.hq for row in E.formation_rows}) == 18
    assert sorted(E.home[E.units :]) == list(range(18))


@rule(RULES, "3.2-b")
def test_white_stripes_are_never_assigned() -> None:
    s = at_set_up()
    listed = {n for n, _ in assignable(s, CW)}
    assert u("8 RTR") in listed
    assert u("StopCol") not in listed
    assert {id for id in E.unit_ids if E.independent[u(id)] == PERMANENT} == {"Kiehl", "StopCol", "SeaCol"}


@rule(RULES, "3.2-c", "3.2-d")
def test_points_and_movement_types_on_the_counters() -> None:
    assert (E.at[0][u("104")], E.tank[0][u("I/5")], E.at[0][u("18 FLAK")]) == (4, 5, 8)
    for row in E.unit_rows:
        assert (row.tank is None) == (row.unit_class != "afv")
        assert (row.at is None) == (row.unit_class == "afv")
    assert E.unit_rows[u("150th")].move == "leg"
    assert E.unit_rows[u("7th")].move == "mot"


@rule(RULES, "3.2-e", "3.2-g")
def test_ratings_and_the_disrupted_side() -> None:
    assert all(2 <= row.er_disrupted < row.er <= 7 for row in E.unit_rows)
    s = position({"3": "3626", "3 RTR/4": "3426"}, down=["3 RTR/4"])
    assert effectiveness(s, u("3")) == 7
    assert effectiveness(s, u("3 RTR/4")) == 4
    assert E.tank[1][u("3 RTR/4")] == 3
    assert not any(enemy_zone(s, AX, n) for n in E.adjacent[h("3426")])


@rule(RULES, "3.2-f", "7.5.2.1-c")
def test_strength_falls_with_losses_and_nothing_else_does() -> None:
    s = position({"3 RTR/4": "3626"})
    lose(s, u("3 RTR/4"), 1)
    assert strength(s, "3 RTR/4") == 3
    lose(s, u("3 RTR/4"), 2)
    assert strength(s, "3 RTR/4") == 1
    assert E.tank[s.down[u("3 RTR/4")]][u("3 RTR/4")] == 6
    assert effectiveness(s, u("3 RTR/4")) == 5


@rule(RULES, "3.2-h")
def test_free_stackers_do_not_count() -> None:
    at = dict.fromkeys(["104", "I/5", "II/5", "18 FLAK", "KG Hecker"], "2224")
    assert not is_overstacked(position(at), h("2224"))
    assert is_overstacked(position({**at, "3": "2224"}), h("2224"))


@rule(RULES, "3.2-i")
def test_italian_and_heavy_tanks_give_no_combined_arms() -> None:
    from sandtable.titles.theseus.strength import has_combined_arms

    s = position({"8": "3626", "IX": "3626", "115": "3426", "I/8": "3426"})
    assert not has_combined_arms(s, (u("8"), u("IX")))
    assert has_combined_arms(s, (u("115"), u("I/8")))


@rule(RULES, "3.3-b")
def test_a_leg_hq_away_from_trails_is_out_of_supply() -> None:
    s = position({"69th": "2505", "HQ-50": "2505"})
    assert all(not E.linked[n] for n in (h("2505"), *E.adjacent[h("2505")]))
    assert not hq_is_supplied(s, fm("50"))
    assert hq_is_supplied(position({"69th": "2308", "HQ-50": "2208"}), fm("50"))  # beside the 69 Bde Box


@rule(RULES, "3.3-c")
def test_the_values_of_an_hq() -> None:
    row = E.formation_rows[fm("21Pz")]
    assert (row.reaction, row.engineer, row.range, row.support, row.ma) == (7, 2, 6, 6, 6)


@rule(RULES, "3.3-d", "3.5-a")
def test_attack_support_and_its_loss() -> None:
    from sandtable.titles.theseus.frames import Attack

    s = position({"7th": "3626", "3 RTR/4": "3622", "HQ-7Armd": "3624"})
    f = Attack(CW, fm("7Armd"), h("3626"), h("3627"), (u("7th"),), level=1)
    assert hq_support(s, f) == 3
    f.level = 2
    assert hq_support(s, f) == 5
    displace_hq(s, u("HQ-7Armd"))
    f.level = 1
    assert strength(s, "HQ-7Armd") == 4
    assert hq_support(s, f) == 2
    s = position({"85": "3620", "86": "3622", "HQ-Sab": "3621"})
    for _ in range(3):
        s.frames = s.frames[:1]
        displace_hq(s, u("HQ-Sab"))
    assert strength(s, "HQ-Sab") == 0
    assert hq_support(s, Attack(AX, fm("Sab"), h("3620"), h("3621"), (u("85"),), level=2)) == 0


@rule(RULES, "3.3-e", "10-i")
def test_an_hq_scores_nothing() -> None:
    s = position({"HQ-15Pz": "4303", "115": "3626", "HQ-21Pz": "4112", "104": "3622"})
    record_points(s)
    assert sum(s.scored) == 0


@rule(RULES, "3.3-f")
def test_two_hqs_overstack_a_hex() -> None:
    at = {"HQ-15Pz": "3626", "115": "3626", "HQ-21Pz": "3627", "104": "3622"}
    s = position(at, active="21Pz")
    s = play(s, "move HQ-21Pz", "step 3626", "halt")
    assert offered(s) == ["displace HQ-21Pz", "displace HQ-15Pz"]


@rule(RULES, "3.3-g")
def test_hqs_have_no_zone() -> None:
    s = position({"HQ-1Armd": "3626"})
    assert not any(enemy_zone(s, AX, n) for n in (h("3626"), *E.adjacent[h("3626")]))


@rule(RULES, "3.3-h")
def test_an_hq_enters_an_enemy_zone_only_with_company() -> None:
    at = {"HQ-15Pz": "3624", "115": "3624", "201st": "3627"}
    s = position(at, active="15Pz")
    alone = play(s, "move HQ-15Pz", "go")
    assert why_not(play(alone, "step 3625"), "step 3626").rule == "3.3-h"
    stack = play(s, "move HQ-15Pz", "with 115", "go", "step 3625", "step 3626")
    assert where(stack, "HQ-15Pz") == "3626"


@rule(RULES, "3.3-i")
def test_an_hq_goes_with_its_last_unit() -> None:
    s = position({"HQ-FF": "2521", "1 FF": "2521", "2 FF": "2521"})
    lose(s, u("1 FF"), 5)
    assert where(s, "HQ-FF") == "2521"
    lose(s, u("2 FF"), 9)
    assert where(s, "HQ-FF") == "dead"


@rule(RULES, "3.3-i")
def test_who_is_assigned_keeps_an_hq_in_play_and_who_is_assigned_elsewhere_does_not() -> None:
    at = {"HQ-50": "2521", "69th": "2521", "44 RTR": "2521", "HQ-1SA": "2621", "1st SA": "2621"}
    assert fm("50") in E.joins[u("44 RTR")]
    kept = position(at, assigned={"44 RTR": "50"})
    lose(kept, u("69th"), 99)
    assert (where(kept, "69th"), where(kept, "HQ-50")) == ("dead", "2521")
    lose(kept, u("44 RTR"), 99)
    assert where(kept, "HQ-50") == "dead"
    elsewhere = position(at, assigned={"44 RTR": "1SA"})
    lose(elsewhere, u("69th"), 99)
    assert (where(elsewhere, "HQ-50"), where(elsewhere, "HQ-1SA")) == ("dead", "2621")


@rule(RULES, "3.4-a", "3.1.4-f", "7.5.1.4-a", "7.5.1.4-e")
def test_air_units_shift_a_column_and_are_flown() -> None:
    from sandtable.titles.theseus.frames import Attack
    from sandtable.titles.theseus.strength import shifted_column

    at = {"104": "3626", "HQ-21Pz": "3626", "69th": "3627"}
    s = position(at, active="21Pz", air=0b1111, points=2)
    s = play(s, "attack 104 3627", "escalate regular", dice=ONES)
    attack = next(f for f in s.frames if isinstance(f, Attack))
    assert (attack.attack, attack.defence) == (12, 11)
    assert E.odds[0].texts[shifted_column(s, attack)] == "1:1"
    s = play(s, "air StG 3 A")
    attack = next(f for f in s.frames if isinstance(f, Attack))
    assert E.odds[0].texts[shifted_column(s, attack)] == "3:2"
    assert s.air == 0b1110
    assert s.flown == 1
    s = play(s, "air StG 3 B", dice=[9, 1])
    assert s.flown == 0b11  # a third is refused: the die has fallen


@rule(RULES, "3.5-b", "7.5.1.2-f")
def test_two_different_chits_are_drawn_and_go_back() -> None:
    from sandtable.kernel.dice import Dice
    from sandtable.titles.theseus.frames import Attack

    class Watching(Dice):
        cups: list[tuple[int, ...]] = []

        def draw(self, cup, by, rule, alike=None):  # type: ignore[no-untyped-def]
            self.cups.append(tuple(cup))
            return cup[3]

    s = position({"104": "3626", "69th": "3627"})
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),))
    dice = Watching()
    draw_chits(s, f, dice)
    draw_chits(s, f, dice)
    assert [len(cup) for cup in dice.cups] == [30, 29, 30, 29]
    assert dice.cups[0][3] not in dice.cups[1]


@rule(RULES, "3.5-d", "6.3-b")
def test_a_restricted_formation_is_not_offered() -> None:
    s = at_set_up()
    s.frames, s.released = [], False
    s = position_with_initiative(s)
    assert "activate 2SA" not in offered(s)
    assert why_not(s, "activate 2SA").rule == "6.3-b"
    assert why_not(s, "deploy StopCol").rule == "10-g"


def position_with_initiative(s: State) -> State:
    from sandtable.titles.theseus.frames import GameTurn, Operations

    turn, operations = GameTurn(), Operations(CW)
    turn.at, operations.at = 2, 2
    s.begin(turn)
    s.begin(operations)
    return s


@rule(RULES, "3.5-f")
def test_victory_markers_change_with_the_turn() -> None:
    s = position({}, turn=5)
    row = objective(s, h("4303"), 5)
    assert row is not None
    assert (row.vp, row.out_of_command) == (7, 6)
    assert [len([r for r in E.objectives if r.scenario == "gazala" and r.hex == id]) for id in ("4303", "3012", "4112")] == [
        3,
        3,
        2,
    ]


@rule(RULES, "3.7-a", "10-d")
@pytest.mark.parametrize("scenario", E.scenario_ids)
def test_every_unit_stands_where_the_set_up_says(scenario: str) -> None:
    s = at_set_up(scenario)
    rows = {row.unit: row.hex for row in E.setup_rows if row.scenario == scenario}
    assert {id: where(s, id) for id in rows} == rows
    on_map = {E.unit_ids[n] for n in range(E.pieces) if s.where[n] >= 0}
    assert on_map == set(rows)
    if scenario != "bir_hacheim":
        assert {E.unit_ids[n] for n in range(E.pieces) if n not in [u(id) for id in rows]} == {
            E.unit_ids[n] for n in range(E.pieces) if E.arrival[n]
        }
        assert all(command_state(s, n) in (IN_COMMAND, 3) for n in range(E.units) if s.where[n] >= 0)


@rule(RULES, "N-3")
def test_there_is_no_increased_leg_movement() -> None:
    from sandtable.titles.theseus.movement import allowance

    s = position({"69th": "3626", "19": "3622"})
    assert allowance(s, (u("69th"),), False) == allowance(s, (u("19"),), False) == 36
    assert {row.ma for row in E.unit_rows if row.move == "leg"} == {3}


def test_agreed_scenarios_have_their_place() -> None:
    assert Agreed(2, False).scenario == E.scenario_ids.index("gazala")
