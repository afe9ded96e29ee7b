"""What a side may be about: who goes against whom, in which order, and what promises most."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, read, write
from sandtable.kernel.robot import Aim
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players import worth
from sandtable.players.levels import VETERAN
from sandtable.players.planner import Search
from sandtable.titles import load_title
from sandtable.titles.gazala.edition import LIGHT, MEDIUM
from sandtable.titles.gazala.frames import AirAttack
from sandtable.titles.gazala.robot.aims import REST, STAKE, aims, serves, ways, ways_past
from sandtable.titles.gazala.robot.verdict import FEATURES, SECURED, contact, features, rest, siege, verdict
from sandtable.titles.gazala.state import State
from tests.kit import play
from tests.titles.gazala.board import E, acting, drawn, moving, position, run, where

TANKS = {"8/1": "2011", "8/2": "2014", "115/1": "2012"}


def against(s: State, hex: str, *units: str) -> Aim:
    group = frozenset([E.u(unit) for unit in units])
    return next(aim for aim in aims(s, E.side[E.u(units[0])]) if aim.target == E.h(hex) and aim.group == group)


def best_of(s: State, aim: Aim) -> str:
    return write(s, max(options(s), key=lambda o: serves(s, o, aim)))


def test_who_comes_first_waits_for_the_others() -> None:
    s = acting(position({**TANKS, "3 LE": "2010"}), *TANKS)
    aim = against(s, "2010", *TANKS)
    assert best_of(s, aim) == "move 8/2"  # the farthest
    s = play(s, "move 8/1")
    assert serves(s, ("attack", 0, 0), aim) == 0.0
    assert best_of(s, aim) == "halt"


def test_the_last_one_attacks_as_hard_as_it_can() -> None:
    s = play(acting(position({"8/1": "2011", "8/2": "2111", "3 LE": "2010"}), "8/1"), "move 8/1")
    assert best_of(s, against(s, "2010", "8/1")) == "attack heavy"


def test_nobody_goes_to_a_full_hex_beside_the_target() -> None:
    full = {"115/1": "2011", "115/2": "2011"}
    for there, welcome in (({}, True), (full, False)):
        s = play(acting(position({"8/1": "2012", "3 LE": "2010", **there}), "8/1"), "move 8/1")
        aim = against(s, "2010", "8/1")
        served = {write(s, o): serves(s, o, aim) for o in options(s)}
        assert (served["go 2011"] > 0) == welcome


def test_good_odds_promise_more_and_so_does_a_place_that_scores() -> None:
    weak = acting(position({"8/1": "2011", "3 LE": "2010"}), "8/1")
    strong = acting(position({"8/1": "2011", "8/2": "2111", "3 LE": "2010"}), "8/1", "8/2")
    assert against(strong, "2010", "8/1", "8/2").promise > against(weak, "2010", "8/1").promise
    scoring = acting(position({"9 L": "2703", "10 Hus": "2704", "115/1": "2803"}), "9 L", "10 Hus")
    other = acting(position({"9 L": "2006", "10 Hus": "2007", "115/1": "2106"}), "9 L", "10 Hus")
    assert against(scoring, "2803", "9 L", "10 Hus").promise > against(other, "2106", "9 L", "10 Hus").promise


def test_before_a_chit_is_used_its_formations_have_aims() -> None:
    s = drawn(position({"8/1": "2011", "5/1": "2211", "3 LE": "2010"}), AXIS, "15/21 PZ")
    panzers = {face: {E.u(unit)} for face, unit in (("15 PZ", "8/1"), ("21 PZ", "5/1"))}
    for face, units in panzers.items():
        aim = next(aim for aim in aims(s, AXIS) if aim.target == E.h("2010") and aim.group >= units)
        assert best_of(s, aim) == f"activate {face}"


def test_all_who_stand_beside_the_target_attack_one_after_another() -> None:
    s = acting(position({"8/1": "2011", "8/2": "2109", "3 LE": "2010"}), "8/1", "8/2")
    aim = against(s, "2010", "8/1", "8/2")
    assert best_of(play(s, "move 8/1"), aim) == "attack heavy"


BEFORE_EL_ADEM = {"9 L": "2703", "3 CLY": "2703", "2 RGH": "2804", "4 CLY": "2804", "8/1": "2603", "8/2": "2803"}


def test_who_has_other_enemies_beside_it_leaves_it_to_others_to_begin() -> None:
    """11.0-e, 11.0-f: it would attack them as well; if it joins, it need not."""
    s = drawn(position(BEFORE_EL_ADEM), ALLIED, "7 Motor")
    lone = [aim.group for aim in aims(s, ALLIED) if aim.target == E.h("2803") and len(aim.group) == 1 and aim.promise > 1]
    assert lone
    assert all([group <= {E.u("2 RGH"), E.u("4 CLY")} for group in lone])
    s = acting(position(BEFORE_EL_ADEM), "9 L", "4 CLY")
    assert best_of(s, against(s, "2803", "9 L", "4 CLY")) == "move 4 CLY"


def test_an_extra_move_is_for_who_has_something_to_do() -> None:
    """13.2"""
    s = drawn(position(BEFORE_EL_ADEM, allied_box=["Extra Move"], actions=(1, 0)), ALLIED, "7 Motor")
    group = next(aim for aim in aims(s, ALLIED) if aim.target == E.h("2803") and len(aim.group) == 1 and aim.promise > 1).group
    aim = Aim(group, E.h("2803"), ways(E, E.h("2803")), "")
    for unit in ("9 L", "3 CLY", "2 RGH", "4 CLY"):
        assert (serves(s, ("extra", E.u(unit), 0), aim) > 0) == (E.u(unit) in group)
        assert (serves(s, ("extra", E.u(unit), 0), aim) < 0) == (E.u(unit) not in group)
    held = FEATURES.index("extra")
    assert features(s)[held] == 1.0
    assert features(position(BEFORE_EL_ADEM, actions=(1, 0)))[held] == 0.0


def test_no_player_sends_aircraft_home_that_could_attack() -> None:
    """13.4: they have nothing to lose."""
    s = run(position(BEFORE_EL_ADEM), AirAttack(ALLIED))
    assert ("pass", 0, 0) in options(s)
    assert {o[0] for o in worth.wanted(load_title("gazala"), s)} == {"bomb"}


def test_a_brigade_that_is_lost_is_withdrawn() -> None:
    """13.7: it costs nothing."""
    units = {"2 RL": "1519", "9 L": "2703", "115/1": "2803"}
    for dead, welcome in ((("PAVO", "18 Cav"), False), (("2 RL", "PAVO", "18 Cav"), True)):
        s = drawn(position(units, dead=dead, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
        aim = against(s, "2803", "9 L")
        served = {write(s, o): serves(s, o, aim) for o in options(s)}
        assert (served["withdraw 3 Ind"] > 0) == welcome


def test_a_brigade_that_may_not_leave_its_corner_is_withdrawn_before_one_that_fights() -> None:
    """8.2, 13.7: it is not missed, and the chit must be played."""
    units = {"5 EY": "0202", "6 GH": "0302", "7 GH": "0303", "9 L": "2703", "115/1": "2803"}
    s = drawn(position(units, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
    aim = against(s, "2803", "9 L")
    served = {write(s, o): serves(s, o, aim) for o in options(s)}
    assert served["withdraw 69 Inf"] > 0 == served["withdraw 2 Arm"]
    gone = play(s, "withdraw 69 Inf")
    assert verdict(gone, ALLIED) > verdict(s, ALLIED) > verdict(play(s, "withdraw 2 Arm"), ALLIED)


def test_an_attack_is_promised_only_for_an_attack_that_can_be_made() -> None:
    """13.7-i."""
    for hex, welcome in (("2804", True), ("1503", False)):
        s = drawn(position({"9 L": hex, "10 Hus": hex, "115/1": "2803"}, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
        aim = against(s, "2803", "9 L", "10 Hus")
        assert (serves(s, ("pledge", 0, 0), aim) > 0) == welcome


def test_no_attack_is_promised_that_a_sandstorm_forbids() -> None:
    """13.5, 13.7-i: who is two hexes off does not come and attack in it. What an aim cannot keep is against it."""
    at = {"9 L": "2805", "10 Hus": "2805", "115/1": "2803"}
    for storm in (False, True):
        s = drawn(position(at, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm", storm=storm)
        pledge = serves(s, ("pledge", 0, 0), against(s, "2803", "9 L", "10 Hus"))
        assert pledge < 0 if storm else pledge > 0


def test_nobody_leaves_a_place_that_scores_empty_to_go_elsewhere() -> None:
    """He alone holds El Adem: he attacks from there, and goes nowhere."""
    for there, goes in (({}, False), ({"1 RB": "2803"}, True)):
        s = acting(position({"9 L": "2803", "190 AT": "2804", "115/1": "2807", **there}), "9 L")
        move = ("move", E.u("9 L"), 0)
        assert serves(s, move, against(s, "2804", "9 L")) > 0
        assert (serves(s, move, against(s, "2807", "9 L")) > 0) == goes


def test_what_may_be_kept_for_later_is_left_out_of_one_plan() -> None:
    """13.7-i: a promise that is not kept is worse than the chit."""
    at = {"9 L": "2703", "10 Hus": "2704", "2 RGH": "1310", "115/1": "2803"}
    s = drawn(position(at, allied_box=["Extra Move", "Withdraw/Attack"], actions=(1, 1)), ALLIED, "2 Arm")
    search = Search(load_title("gazala"), s, ALLIED, 5, VETERAN)
    said = [read(s, text) for text in ("pledge", "activate 2 Arm")]
    usual = search.draft(lambda s, dice: options(s)[-1], SeededDice(1), begin=said)
    spared = search.sparing(usual)
    assert [o for o in usual.said if o[0] not in ("pledge", "ready")] == [said[1], ("end", 0, 0)]
    assert [o for o in spared.said if o[0] != "ready"] == [said[1], ("end", 0, 0)]
    assert isinstance(spared.here, State)
    assert spared.here.boxes[ALLIED] == s.boxes[ALLIED]


def test_who_can_come_beside_a_place_that_scores_gathers_there_and_attacks_later() -> None:
    far = {"9 L": "2214", "10 Hus": "2214"}
    s = acting(position({**far, "115/1": "2803"}), *far)
    assert against(s, "2803", *far).promise > STAKE
    beyond = acting(position({"4 EY": "2214", "4 GH": "2214", "115/1": "2803"}), "4 EY", "4 GH")  # on foot
    assert against(beyond, "2803", "4 EY", "4 GH").promise == 1
    s = play(acting(position({"9 L": "2804", "115/1": "2803"}), "9 L"), "move 9 L")
    aim = against(s, "2803", "9 L")
    assert serves(s, ("attack", LIGHT, 0), aim) < serves(s, ("halt", 0, 0), aim) < serves(s, ("attack", MEDIUM, 0), aim)


def test_a_chit_of_others_rouses_one_who_stands_beside_enemies() -> None:
    """7.0-d: it attacks with all who stand there, whoever is active."""
    s = drawn(position({"9 L": "2703", "10 Hus": "2804", "1 KRR": "2714", "115/1": "2803"}), ALLIED, "4 Arm")
    aim = against(s, "2803", "9 L")
    assert best_of(s, aim) == "single 9 L"
    s = play(s, "single 9 L", "move 9 L")
    assert best_of(s, aim) == "attack heavy"
    assert best_of(play(s, "attack heavy"), aim) == "join 10 Hus"
    named = drawn(position({"9 L": "2703", "115/1": "2803"}), ALLIED, "2 Arm")
    assert best_of(named, against(named, "2803", "9 L")) == "activate 2 Arm"


def test_a_double_move_rouses_two() -> None:
    s = drawn(position({"9 L": "2703", "10 Hus": "2804", "1 KRR": "2714", "115/1": "2803"}), ALLIED, "Double")
    aim = against(s, "2803", "9 L", "10 Hus")
    s = play(s, best_of(s, aim))
    assert best_of(s, aim).startswith("single ")


def test_who_would_spoil_an_attack_does_not_join_it() -> None:
    """11.0: against armour guns defend themselves by their hard values; 12.0: a Disrupted unit costs two on the die."""
    at = {"1 RB": "2011", "1 KRR": "2011", "9 L": "2109", "33 AT": "2010"}
    for disrupted, welcome in (([], "join 1 KRR"), (["1 KRR"], "enough")):
        s = play(acting(position(at, disrupted=disrupted), "1 RB"), "move 1 RB", "attack heavy")
        aim = against(s, "2010", "1 RB")
        served = {write(s, o): serves(s, o, aim) for o in options(s)}
        assert served["join 9 L"] < 0 <= served[welcome]
        assert (served["join 1 KRR"] > 0) == (welcome == "join 1 KRR")


def test_nobody_thinks_of_enemies_whom_others_shield() -> None:
    """1801 lies below the escarpment: the only way to it leads by 1701."""
    for more, thought_of in (({}, True), ({"5/2": "1701"}, False)):
        s = acting(position({"9 L": "1702", "3 Rec": "1801", **more}), "9 L")
        assert (E.h("1801") in [aim.target for aim in aims(s, ALLIED)]) == thought_of


def test_a_way_leads_round_enemies_and_never_from_zone_to_zone() -> None:
    """9.0: between two of them nobody gets through, unless they are Disrupted."""
    units = {"115/1": "2010", "115/2": "2013", "33 Rec": "2311"}
    s = position(units)
    far, plain = ways_past(s, ALLIED, E.h("2010")), ways(E, E.h("2010"))
    assert far[E.h("2011")] == 1
    assert far[E.h("2012")] > plain[E.h("2012")] == 2
    assert ways_past(position(units, disrupted=["115/2"]), ALLIED, E.h("2010"))[E.h("2012")] == 2


def test_one_alone_in_el_adem_is_joined() -> None:
    for there, wanted in (({"10 Hus": "2803"}, True), ({"10 Hus": "2803", "Bays": "2803"}, False)):
        s = acting(position({"9 L": "2610", **there}), "9 L")
        assert any(aim.target == E.h("2803") for aim in aims(s, ALLIED)) == wanted


def firm(s: State, side: int) -> list[Aim]:
    return [aim for aim in aims(s, side) if aim.firm]


def test_the_attacks_that_bring_most_are_thought_of_first() -> None:
    """A lone battalion of guns is worth more than two rifle battalions, to infantry."""
    guards = {"3 CG": "1604", "2 SG": "1604"}
    s = drawn(position({**guards, "190 AT": "1703", "115/1": "1705", "115/2": "1705"}), ALLIED, "201 Gd")
    best = firm(s, ALLIED)[0]
    assert best.target == E.h("1703")
    assert best.group == {E.u("3 CG"), E.u("2 SG")}
    assert best_of(s, best) == "activate 201 Gd"


def test_a_chit_rouses_one_who_can_come_and_attack() -> None:
    s = drawn(position({"3 CG": "2007", "1 KRR": "2920", "190 AT": "2010"}), ALLIED, "4 Arm")
    assert [aim.group for aim in firm(s, ALLIED)] == [{E.u("3 CG")}]


def test_nobody_counts_on_an_attack_in_a_sandstorm() -> None:
    for storm in (False, True):
        s = drawn(position({"9 L": "2011", "10 Hus": "2011", "190 AT": "2010"}), ALLIED, "2 Arm", storm=storm)
        assert bool(firm(s, ALLIED)) != storm


def test_an_attack_that_pays_waits_for_nobody() -> None:
    """8/1 alone may hope for little against the Legion, but not against a battalion of Lancers."""
    for foe, at_once in (("3 LE", False), ("2 RL", True)):
        s = play(acting(position({**TANKS, foe: "2010"}), *TANKS), "move 8/1")
        assert (best_of(s, against(s, "2010", *TANKS)) == "attack heavy") == at_once


def test_who_finds_the_hex_before_him_full_goes_round_the_target() -> None:
    """3 RTR stands south of 2804, which is full; there is room west of the panzers."""
    ring = {"8 Hus": "2804", "1 KRR": "2804"}
    s = play(acting(position({**ring, "3 RTR": "2805", "8/1": "2803"}), "3 RTR"), "move 3 RTR")
    aim = against(s, "2803", "3 RTR")
    served = {write(s, o): serves(s, o, aim) for o in options(s)}
    assert served["go 2704"] > served["halt"] > served["go 2804"]
    free = play(acting(position({"3 RTR": "2805", "8/1": "2803"}), "3 RTR"), "move 3 RTR")
    assert serves(free, ("go", E.h("2704"), 0), aim) < 0


def test_tanks_surround_a_battalion_in_el_adem_and_wait_for_the_next_action() -> None:
    """It is not attacked at once, since nobody has the points left; but it scores in every turn, and hangs in the air."""
    brigade = {"3 RTR": "2515", "5 RTR": "2615", "8 Hus": "2616", "1 KRR": "2714"}
    s = drawn(position({**brigade, "8/1": "2803"}, turn="May 27 PM", actions=(2, 2), allied_cup=["2 Arm"]), ALLIED, "4 Arm")
    after = Search(load_title("gazala"), s, ALLIED, 5, VETERAN).best(None).here
    assert isinstance(after, State)
    beside = [u for hex in E.open[E.h("2803")] for u in after.stack[hex]]
    assert len(beside) >= 3
    assert siege(after) > siege(s) == 0.0


def test_in_the_last_turn_nobody_stirs_for_nothing() -> None:
    at = {"9 L": "2703", "10 Hus": "2704", "115/1": "1321"}
    for turn, quiet in (("June 1-2", True), ("May 30-31", False)):
        s = drawn(position(at, turn=turn), ALLIED, "2 Arm")
        assert any(aim.text == REST for aim in aims(s, ALLIED)) == quiet
    s = drawn(position(at, turn="June 1-2"), ALLIED, "2 Arm")
    still = play(s, "activate 2 Arm")
    aim = next(aim for aim in aims(s, ALLIED) if aim.text == REST)
    assert best_of(s, aim) == "activate 2 Arm"
    assert best_of(still, aim) == "end"
    assert rest(play(still, "move 9 L", "go 2702", "halt")) < rest(still) == 0.0


def test_nobody_is_the_worse_for_having_driven_back_whom_he_stood_beside() -> None:
    ring = {"9 L": "2703", "10 Hus": "2804", "3 RTR": "2903"}
    apart, beside, beaten = [position({**ring, "8/1": hex}, actions=(2, 2)) for hex in ("2214", "2803", "2601")]
    assert contact(beaten) >= contact(beside) > contact(apart) - SECURED
    assert siege(beaten) > siege(beside) > 0.0
    near, nearer = [contact(position({"9 L": hex, "115/1": "2010", "8/1": "2803"})) for hex in ("2013", "2011")]
    assert near == nearer


def test_infantry_goes_for_enemies_without_tanks() -> None:
    for foe, drawn_on in (("190 AT", True), ("8/1", False)):
        far, near = [contact(position({"3 CG": hex, foe: "2010"}, actions=(2, 2))) for hex in ("1504", "2012")]
        assert (near > far) == drawn_on


def test_who_joins_an_attack_comes_in_one_order() -> None:
    """Else the same attack would be drafted again and again."""
    s = acting(position({"9 L": "2703", "10 Hus": "2804", "3 RTR": "2804", "5 RTR": "2903", "8/1": "2803"}), "9 L")
    s = play(s, "move 9 L", "attack heavy")
    aim = against(s, "2803", "9 L")
    joined = sorted([serves(s, o, aim) for o in options(s) if o[0] == "join"])
    assert joined[0] > 0.0
    assert len(set(joined)) == len(joined) == 3


def test_who_goes_round_comes_nearer_to_a_free_place() -> None:
    """Nobody walks to and fro beside others who stand in the way."""
    full = {"115/1": "2803", "Bays": "2804", "9 L": "2804", "2 RB": "2903", "9 KRR": "2903"}
    s = play(acting(position({**full, "10 Hus": "2904"}), "10 Hus"), "move 10 Hus")
    aim = Aim(frozenset([E.u("10 Hus")]), E.h("2803"), ways_past(s, ALLIED, E.h("2803")), "attack", firm=True)
    been = ["2904"]
    while (said := best_of(s, aim)).startswith("go "):
        s = play(s, said)
        been.append(said.removeprefix("go "))
    assert len(set(been)) == len(been)


def test_brigades_gather_beside_enemies_on_the_north_edge() -> None:
    at = {"155/1": "1701", "Bays": "1909", "9 L": "1910", "10 Hus": "2010"}
    for isolated, welcome in (((), True), (("155/1",), False)):  # who is not in supply does not score there (16.0-a)
        s = drawn(position(at, actions=(1, 1), isolated=isolated), ALLIED, "2 Arm")
        assert any([aim.target == E.h("1701") and aim.promise == STAKE * STAKE for aim in firm(s, ALLIED)]) == welcome


def test_who_goes_round_may_have_to_walk_a_while_before_he_is_nearer() -> None:
    """From 2904 it is as far to the free place by 3004 as from where he stands, as the crow flies."""
    full = {"8/2": "2803", "9 L": "2804", "1 KRR": "2804", "3 RTR": "2903", "2 RGH": "2903", "10 Hus": "2703", "1 RB": "2703"}
    s = play(acting(position({**full, "Bays": "2702", "5 RTR": "2904"}), "5 RTR"), "move 5 RTR")
    s = play(s, best_of(s, against(s, "2803", "5 RTR")))
    aim = Aim(frozenset([E.u("5 RTR")]), E.h("2803"), ways_past(s, ALLIED, E.h("2803")), "attack", firm=True)
    for _ in range(2):
        s = play(s, best_of(s, aim))
    assert where(s, "5 RTR") == "2902"
    assert best_of(s, aim) == "attack medium"


def test_nobody_goes_into_a_full_hex_from_which_he_cannot_go_on() -> None:
    """He would be one too many there, and one of them would be lost (10.0)."""
    full = {"3 CG": "2013", "2 SG": "2013", "190 AT": "2010"}
    for left, passes in ((9.0, True), (1.0, False)):
        s = moving(position({**full, "9 L": "2014"}), "9 L", left=left)
        aim = Aim(frozenset([E.u("9 L")]), E.h("2010"), ways_past(s, ALLIED, E.h("2010")), "attack")
        assert (serves(s, ("go", E.h("2013"), 0), aim) > 0) == passes


def test_the_last_garrison_joins_no_attack_that_is_none_the_better_for_it() -> None:
    """It might have to retreat, and the place would be lost: only for better odds."""
    at = {"9 L": "2605", "10 Hus": "2605", "3/12 FR": "2705", "5 Ber": "2704"}
    for before, welcome in ((["join 10 Hus"], False), ([], True)):  # 12 or 17 against 4, and 6 or 11
        s = play(acting(position(at), "9 L"), "move 9 L", "attack heavy", *before)
        aim = Aim(frozenset([E.u("9 L")]), E.h("2704"), ways_past(s, ALLIED, E.h("2704")), "attack")
        served = {write(s, o): serves(s, o, aim) for o in options(s)}
        assert (served["join 3/12 FR"] > 0) == welcome


def test_an_attack_elsewhere_leaves_somebody_in_a_place_that_scores() -> None:
    """Two hold El Adem: one of them goes. Beside it both may attack, since nobody has to leave it."""
    at = {"2 RGH": "2803", "3 CLY": "2803", "4 CLY": "2802"}
    for foe, count in (("2807", 2), ("2804", 3)):
        s = drawn(position({**at, "33 Rec": foe}), ALLIED, "22 Arm")
        groups = [aim.group for aim in firm(s, ALLIED) if aim.target == E.h(foe)]
        assert max(map(len, groups)) == count
