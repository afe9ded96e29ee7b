"""5.7 Supply."""

from __future__ import annotations

from sandtable.titles.theseus.admin import recover_levels
from sandtable.titles.theseus.face.forecast import LAST_SUPPLIES, STARVES, caution
from sandtable.titles.theseus.frames import INDEPENDENT, Attack
from sandtable.titles.theseus.modifiers import hq_support, supporters
from sandtable.titles.theseus.movement import allowance
from sandtable.titles.theseus.state import State, touched
from sandtable.titles.theseus.strength import points_in_fight
from sandtable.titles.theseus.supply import hq_is_supplied, is_starved, network, roads_from, unit_is_supplied
from sandtable.titles.theseus.victory import tally
from tests.kit import play, rule, told
from tests.titles.theseus.position import AX, CW, RULES, E, activation, at_set_up, fm, h, points, position, u


@rule(RULES, "5.7-a")
def test_units_share_the_fate_of_their_hq() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625"}, starved=["21Pz"])
    assert is_starved(s, u("104"))
    assert not is_starved(position({"104": "3626", "HQ-21Pz": "3625"}), u("104"))
    assert not is_starved(position({"Kiehl": "3626"}), u("Kiehl"))


@rule(RULES, "5.7.1-a", "5.7.5-g", "6.3.3-a")
def test_supply_at_activation_holds_until_the_next_check() -> None:
    at = {"HQ-Ari": "0221", "8": "0221"}
    s = play(position(at, initiative=AX), "activate Ari", dice=[5])
    assert not is_starved(s, u("8"))
    s.blocked = E.sources[AX]  # cut off in the middle of the activation
    touched(s)
    assert not hq_is_supplied(s, fm("Ari"))
    assert allowance(s, (u("8"),), False) == 60
    s = play(s, "move 8", "go", "step 0321")
    assert not is_starved(s, u("8"))


@rule(RULES, "5.7.1-b")
def test_an_independent_unit_checks_when_it_activates() -> None:
    s = play(position({"Kiehl": "0221"}, initiative=AX), "deploy Kiehl")
    assert not activation(s).starved
    s = play(position({"Kiehl": "3626"}, initiative=AX), "deploy Kiehl")
    assert activation(s).starved
    assert activation(s).kind == INDEPENDENT


@rule(RULES, "5.7.2-a")
def test_a_leg_hq_on_a_trail_with_an_unbroken_chain() -> None:
    s = position({"HQ-50": "2410", "69th": "3626"})
    assert E.linked[h("2410")]
    assert hq_is_supplied(s, fm("50"))
    assert not hq_is_supplied(position({"HQ-50": "2505", "69th": "3626"}), fm("50"))


@rule(RULES, "5.7.2-b")
def test_the_chain_follows_links_only() -> None:
    """Two adjacent Trail hexes that no Trail joins: with the real links of the second cut off, supply does not jump."""
    s = position({})
    a, b = next(
        (a, b) for a in network(s, CW) for b in E.adjacent[a] if E.linked[b] and b not in E.linked[a] and a not in E.linked[b]
    )
    hqs = [row.hq for row in E.formation_rows if row.side == "axis"]  # no zones of control, but nothing passes them
    cut = position({hq: E.grid.ids[n] for hq, n in zip(hqs, E.linked[b], strict=False)})
    found = roads_from(cut, CW, [a])
    assert a in found
    assert b not in found
    assert b in roads_from(s, CW, [E.linked[b][0]])


@rule(RULES, "5.7.2-c", "5.7.2-f")
def test_a_motorised_hq_reaches_a_trail_across_country() -> None:
    from sandtable.titles.theseus.supply import reaches

    s = position({})
    net = network(s, AX)
    far = {n: next(d for d in range(30) if reaches(s, AX, h(n), d, net) != -1) for n in ("0126", "0127")}
    assert far == {"0126": 5, "0127": 6}
    assert hq_is_supplied(position({"HQ-21Pz": "0127", "104": "0127"}), fm("21Pz"))  # range 6
    assert not hq_is_supplied(position({"HQ-Ari": "0127", "8": "0127"}), fm("Ari"))  # range 5
    assert hq_is_supplied(position({"HQ-15Pz": "0125", "115": "0125"}), fm("15Pz"))  # straight to 0121


@rule(RULES, "5.7.2-d", "5.7.4-c")
def test_no_path_through_enemy_mines() -> None:
    s = position({"HQ-Tri": "2616", "65": "2616"})
    assert not hq_is_supplied(s, fm("Tri"))
    kiehl = position({"Kiehl": "2416"})
    assert unit_is_supplied(kiehl, u("Kiehl"))  # out of the mines it stands in
    walled = position({"HQ-15Pz": "2617", "115": "2617"})
    assert not hq_is_supplied(walled, fm("15Pz"))
    assert hq_is_supplied(position({"HQ-Tri": "2317", "65": "2317"}), fm("Tri"))


@rule(RULES, "5.7.2-e")
def test_an_independent_unit_reaches_as_far_as_its_front_rating() -> None:
    assert E.er[0][u("Kiehl")] == 6
    assert E.er[1][u("Kiehl")] == 4
    s = position({"Kiehl": "0127"}, down=["Kiehl"])
    assert unit_is_supplied(s, u("Kiehl"))
    assert not unit_is_supplied(position({"SeaCol": "3927"}), u("SeaCol"))


@rule(RULES, "5.7.3-a")
def test_an_enemy_who_ends_a_move_in_a_source_blocks_it() -> None:
    at = {"4 SA": "0222", "HQ-7Armd": "0223", "HQ-Ari": "0422", "8": "0722", "33": "0127", "HQ-15Pz": "0127"}
    s = play(position(at, active="7Armd"), "move 4 SA", "step 0121", "halt")
    assert s.blocked == (h("0121"),)
    assert h("0121") not in network(s, AX)
    at = {"33": "0122", "HQ-15Pz": "0123"}
    s = position(at, active="15Pz")
    s.blocked = (h("0121"),)
    s = play(s, "move 33", "step 0121")
    assert s.blocked == ()  # at once, when a friend enters


@rule(RULES, "5.7.3-f")
def test_passing_through_neither_blocks_nor_captures() -> None:
    at = {"4 SA": "0122", "HQ-7Armd": "0123"}
    s = play(position(at, active="7Armd"), "move 4 SA", "step 0121", "step 0221", "halt")
    assert s.blocked == ()
    at = {"33": "4203", "HQ-15Pz": "4102"}
    s = play(position(at, active="15Pz"), "move 33", "step 4303", "step 4304", "halt")
    assert s.tobruk == CW
    assert s.captor == -1


@rule(RULES, "5.7.3-b", "5.7.3-c")
def test_a_box_supplies_until_it_is_breached() -> None:
    def cut_off(*breached: str) -> State:
        s = position({"HQ-FF": "2521", "1 FF": "2521"}, breached=breached)
        s.blocked = E.sources[CW]
        return s

    assert hq_is_supplied(cut_off(), fm("FF"))
    assert hq_is_supplied(cut_off("2521"), fm("FF"))  # 2622 is next to it
    assert not hq_is_supplied(cut_off("2521", "2622"), fm("FF"))
    assert unit_is_supplied(position({"StopCol": "3305", "104": "3206", "115": "3405", "155": "3303"}), u("StopCol"))
    tanks = position({"44 RTR": "2514", "StopCol": "2514"})
    tanks.blocked = E.sources[CW]
    assert unit_is_supplied(tanks, u("StopCol"))
    assert not unit_is_supplied(tanks, u("44 RTR"))  # only for leg infantry
    motorised = position({"HQ-7Armd": "2522", "7th": "2522"})
    motorised.blocked = E.sources[CW]
    assert not hq_is_supplied(motorised, fm("7Armd"))  # only for leg HQs


@rule(RULES, "5.7.3-d")
def test_tobruk_supplies_those_inside_the_perimeter() -> None:
    s = position({"HQ-2SA": "4203", "4th SA": "4005"})
    s.blocked = E.sources[CW]
    assert h("4303") not in network(s, CW)
    assert hq_is_supplied(s, fm("2SA"))
    s.tobruk = AX
    assert not hq_is_supplied(s, fm("2SA"))
    outside = position({"HQ-50": "3603", "69th": "3603"})
    outside.blocked = E.sources[CW]
    assert not hq_is_supplied(outside, fm("50"))
    assert E.inside[h("3902")]  # the perimeter itself
    assert E.inside[h("4706")]


@rule(RULES, "5.7.3-e")
def test_tobruk_supplies_its_captor_from_the_next_turn() -> None:
    from sandtable.titles.theseus.admin import begin_turn
    from sandtable.titles.theseus.frames import GameTurn

    s = position({"104": "4203", "HQ-21Pz": "4102"}, active="21Pz", turn=6)
    assert at_set_up().tobruk == CW
    s = play(s, "move 104", "step 4303", "halt")
    assert (s.tobruk, s.captor) == (-1, AX)
    s.turn = 7
    begin_turn(s, GameTurn(), None)  # type: ignore[arg-type]
    assert (s.tobruk, s.captor) == (AX, -1)
    back = position({"4th SA": "4203", "HQ-2SA": "4102"}, active="2SA", turn=6)
    back.tobruk = AX
    back = play(back, "move 4th SA", "step 4303", "halt")
    assert back.captor == CW


@rule(RULES, "5.7.4-a")
def test_any_enemy_unit_breaks_a_path_even_an_hq() -> None:
    s = position({"HQ-Pav": "4713"})
    free = position({})
    assert h("4713") in network(free, CW)
    assert h("4713") not in network(s, CW)


@rule(RULES, "5.7.4-b")
def test_an_enemy_zone_breaks_a_path_unless_a_friend_is_there() -> None:
    assert h("5113") in network(position({}), CW)
    s = position({"104": "5014"})
    assert h("5113") not in network(s, CW)
    s = position({"104": "5014", "HQ-1Armd": "5113"})
    assert h("5113") in network(s, CW)


@rule(RULES, "5.7.4-d")
def test_one_ridge_may_be_crossed_besides_those_of_the_tracer() -> None:
    from sandtable.titles.theseus.command import find_path

    s = position({})
    # from 2910 over its own Rigel Ridge: not counted
    path = find_path(s, CW, h("2910"), h("2912"), 2)
    assert path == (h("2910"), h("2911"), h("2912"))
    # 3109 to 3111: one counted Ridge (3109-3110 is the tracer's own, 3110-3111 is none)
    assert find_path(s, CW, h("3109"), h("3111"), 2) is not None
    # from 2908 the Ridge 2910-2911 is one and allowed; a second one further on is not
    assert find_path(s, CW, h("2908"), h("2911"), 3) is not None
    two = [(a, b) for a in range(E.hexes) for b in range(E.hexes) if E.distance(a, b) == 4 and blocked_by_two(s, a, b)]
    assert two  # somewhere two Ridges bar the direct way
    assert find_path(s, CW, two[0][0], two[0][1], 4) is None


def blocked_by_two(s: State, a: int, b: int) -> bool:
    """Whether there is a direct land path of four hexes, but each crosses two Ridges that are not the tracer's own."""
    if not 25 <= E.grid.places[a][0] <= 34 or E.terrain[a] == 4 or E.terrain[b] == 4:
        return False
    counts = []

    def walk(here: int, crossed: int, left: int) -> None:
        if here == b:
            counts.append(crossed)
            return
        for there in E.adjacent[here]:
            if E.distance(there, b) == left - 1 and left:
                key = here * E.hexes + there
                walk(there, crossed + (here != a and key in E.barred and key not in E.link), left - 1)

    walk(a, 0, 4)
    return bool(counts) and min(counts) >= 2 and not any(E.mines[n] for n in E.adjacent[a])


# 5.7.5 Emergency Supply


@rule(RULES, "5.7.5-a")
def test_an_unsupplied_hq_uses_its_emergency_supply() -> None:
    s = play(position({"HQ-90Le": "3626", "155": "3626"}, initiative=AX), "activate 90Le", dice=[5])
    assert s.emergency[fm("90Le")]
    assert points(s) == 6
    assert s.level[fm("90Le")] == 5
    assert not is_starved(s, u("155"))


def test_whoever_activates_without_supply_is_told_first_what_it_costs() -> None:
    at = {"HQ-90Le": "3626", "155": "3626", "HQ-21Pz": "0221", "104": "0221"}
    first, then = position(at, initiative=AX), position(at, initiative=AX, emergency=["90Le"])
    option = ("activate", fm("90Le"), 0)
    assert (caution(first, option), caution(then, option)) == ([LAST_SUPPLIES], [STARVES])
    assert not caution(then, ("activate", fm("21Pz"), 0))


@rule(RULES, "5.7.5-b", "6.3.1-c")
def test_with_emergency_supply_spent_the_level_goes_to_zero() -> None:
    s = position({"HQ-90Le": "3626", "155": "3626"}, initiative=AX, emergency=["90Le"], level={"90Le": 5})
    s = play(s, "activate 90Le", dice=[5])
    assert points(s) == 5  # by level 5, not by a lower one
    assert s.level[fm("90Le")] == 0
    s = position({"HQ-90Le": "3626", "155": "3626"}, initiative=AX, emergency=["90Le"], level={"90Le": 4})
    s = play(s, "activate 90Le", dice=[5])
    assert points(s) == 5
    assert s.level[fm("90Le")] == 0


@rule(RULES, "5.7.5-c", "7.3.2-e", "7.5.1.2-g", "7.5.1.2-h", "7.5.1.5-e")
def test_what_a_starved_formation_suffers() -> None:
    s = position({"115": "3626", "HQ-15Pz": "3625"}, starved=["15Pz"])
    assert points_in_fight(s, u("115"), True, True) == 12  # halves: strength 6
    assert points_in_fight(s, u("115"), False, False) == 24  # defends with 12
    assert allowance(s, (u("115"),), False) == 36  # three Movement Points
    assert supporters(s, AX, h("3627"), h("3727")) == []
    from sandtable.titles.theseus.strength import battle_strength

    s = position({"104": "3626", "HQ-21Pz": "3625", "69th": "3627"}, starved=["21Pz"])
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),), level=1)
    assert battle_strength(s, f, f.attackers, 13) == 12  # 12 halved, multiplier 2
    back = Attack(CW, fm("50"), h("3627"), h("3626"), (u("69th"),), (u("104"),))
    assert battle_strength(s, back, back.defenders, 13) == 24
    s = position({"155": "3626", "HQ-90Le": "3625"}, starved=["90Le"])
    assert allowance(s, (u("155"),), False) == 36
    s = position({"IX": "3626", "HQ-Ari": "3625"}, starved=["Ari"])
    assert supporters(s, AX, h("3627"), h("3727")) == []
    s.starved[fm("Ari")] = False
    assert supporters(s, AX, h("3627"), h("3727")) == [(fm("Ari"),)]


@rule(RULES, "5.7.5-e")
def test_a_starved_hq_still_supports() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625"}, starved=["21Pz"])
    assert hq_support(s, Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), level=2)) == 6


@rule(RULES, "5.7.5-f", "9.1.1-c")
def test_a_flipped_hq_turns_back_when_supplied() -> None:
    s = position({"HQ-90Le": "0221", "155": "0221", "HQ-Ari": "3626", "8": "3626"}, emergency=["90Le", "Ari"])
    recover_levels(s)
    assert not s.emergency[fm("90Le")]
    assert s.emergency[fm("Ari")]
    assert s.starved[fm("Ari")]


@rule(RULES, "5.7.5-h", "10.2-f")
def test_emergency_supply_does_not_help_at_the_end() -> None:
    s = position({"HQ-Ari": "3626", "8": "3626", "HQ-15Pz": "0221", "115": "0221"}, turn=8, emergency=["Ari"])
    s.where = [n if n != -2 else -1 for n in s.where]
    assert tally(s, final=True).total == -1
    s = position({"HQ-Ari": "3626", "8": "3626", "HQ-15Pz": "3622", "115": "3622"}, turn=4, scenario="opening", emergency=["Ari"])
    assert tally(s, final=True).total == -2


@rule(RULES, "5.7.5-i")
def test_a_flipped_hq_with_a_path_activates_without_penalty() -> None:
    s = position({"HQ-90Le": "0221", "155": "0221"}, initiative=AX, emergency=["90Le"], level={"90Le": 3})
    s = play(s, "activate 90Le", dice=[5])
    assert (points(s), s.level[fm("90Le")], s.emergency[fm("90Le")]) == (4, 2, True)
    assert not is_starved(s, u("155"))
    assert not told(s, "starved")
