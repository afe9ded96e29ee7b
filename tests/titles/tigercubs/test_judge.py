"""What the computer thinks of a position, and what it does not think about."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, Combat, CombatPhase, Mission, Move, MovementPhase, PursuitPhase, Reaction
from sandtable.titles.tigercubs.overruns import Charge
from sandtable.titles.tigercubs.robot.aims import PLANS
from sandtable.titles.tigercubs.robot.hints import is_eager, is_idle, surprise_promises
from sandtable.titles.tigercubs.robot.judge import army, forces_of, grips, judge
from sandtable.titles.tigercubs.robot.judge_air import STEP, rebased
from sandtable.titles.tigercubs.robot.judge_combat import debts, keys, promise, tolls
from sandtable.titles.tigercubs.robot.judge_risk import alone, chain, last_turn, stacks_on
from sandtable.titles.tigercubs.scales import GSP, VP
from sandtable.titles.tigercubs.state import EMPLACED, REVERTING, State, lift, move, place, station
from tests.kit import play, settled
from tests.titles.tigercubs.fights import field
from tests.titles.tigercubs.flights import flight, moving, opening
from tests.titles.tigercubs.position import E, a, p, position, u

FRONT = {"G-15Pz": "1407", "B-7AD": "1608"}


def better(for_side: int, this: State, than: State) -> bool:
    assert (judge(this, ALLIED) > judge(than, ALLIED)) != (judge(this, AXIS) > judge(than, AXIS))  # what one gains the other loses
    return judge(this, for_side) > judge(than, for_side)


def moves(at: dict[str, str], **more: object) -> State:
    return position(at, frame=MovementPhase(ALLIED), **more)  # type: ignore[arg-type]


def test_points_held_and_won_are_good() -> None:
    s = moves(FRONT)
    won, held = s.clone(), s.clone()
    won.score[AXIS] += 3 * VP
    held.owner[p("1807")] = AXIS
    assert better(AXIS, won, s)
    assert better(AXIS, held, s)


def test_a_force_near_an_objective_is_good_and_a_strong_garrison_is_good_against_it() -> None:
    assert better(ALLIED, moves(FRONT), moves({**FRONT, "B-7AD": "2308"}))
    assert better(AXIS, moves({**FRONT, "G-5le": "1406"}), moves({**FRONT, "G-5le": "0303"}))


def test_supply_and_offensive_supply_are_good() -> None:
    s = moves(FRONT)
    starved, armed = moves(FRONT, states={"B-7AD": "E1"}), s.clone()
    armed.offensive[u("B-7AD")] = 1
    assert better(AXIS, starved, s)
    assert better(ALLIED, armed, s)


def test_an_hq_alone_before_the_enemy_is_bad() -> None:
    assert better(AXIS, moves({**FRONT, "H-WDF": "1508"}), moves({**FRONT, "H-WDF": "1809"}))


def test_a_unit_pays_with_all_it_has() -> None:
    """A panzer regiment attacked a company of hussars by itself at 9 to 1, and was lost by an exchange."""
    assert tolls(((2, 3.0),)) == (0.0, 3.0, 3.0)
    assert tolls(((1, 1.0), (2, 3.0))) == (0.0, 1.0, 3.0, 4.0)
    assert tolls(((4, 5.0), (4, 2.0))) == (0.0, 2.0, 2.0, 2.0, 2.0, 7.0, 7.0, 7.0, 7.0)
    exchange, half, some = [next(row for row in E.result_rows if row.id == id) for id in ("EX", "HX", "AH")]
    assert debts(exchange, 2, 1) == (1, 1)
    assert debts(exchange, 1, 2) == (1, 1)
    assert debts(exchange, 2, 2) == (2, 2)
    assert debts(half, 4, 3) == (1, 3)
    assert debts(some, 2, 1) == (0, 0)  # rounded down
    assert debts(some, 2, 8) == (2, 0)  # nobody pays more than he has
    assert attack("G-PzR8", "G-K15") > attack("G-PzR8")


def attack(*names: str) -> float:
    """What an attack on hussars is worth, from Sidi Omar."""
    s = moves({**dict.fromkeys(names, "1308"), "B-11H": "1408"})
    return promise(s, AXIS, p("1408"), tuple(sorted([u(name) for name in names])), (0, 0, 0, 0))


def test_a_garrison_that_joins_an_attack_may_leave_its_place_open() -> None:
    """All who attacked Sollum were lost, among them the garrison of Bardia, and a brigade walked in."""
    s = moves({"I-GaF": "1406", "G-PzR8": "1307", "B-7AB": "1407"})
    assert not keys(s, (u("G-PzR8"),))
    assert keys(s, (u("I-GaF"), u("G-PzR8")))[p("1406")] > 1.0
    assert not keys(moves({"I-GaF": "1406", "G-K15": "1406"}), (u("I-GaF"),))
    guarded = moves({"I-GaF": "1406", "G-K15": "1406", "G-PzR8": "1307", "B-7AB": "1407"})
    open_, held = [promise(state, AXIS, p("1407"), (u("I-GaF"), u("G-PzR8")), (0, 0, 0, 0)) for state in (s, guarded)]
    assert open_ < held - 0.5


def test_nobody_is_lost_by_an_overrun_that_brings_less() -> None:
    """A panzer regiment overran a company of hussars at 9 to 1 by itself, lost a strength point, and so all it had."""
    overrun = ("overrun", p("1308"), 0)

    def riding(prey: str, *names: str) -> State:
        s = position({**dict.fromkeys(names, "1207"), prey: "1308"}, owned={"1308": "allied"}, scenario="brevity")
        for name in names:
            s.offensive[u(name)] = 1
        move = Move(AXIS, tuple(sorted([u(name) for name in names])), IN_MOVEMENT)
        s.begin(move)
        assert Charge().why_not(s, move, *overrun[1:]) is None
        return s

    assert is_idle(riding("B-11H", "G-PzR8"), overrun)
    assert not is_idle(riding("B-11H", "G-PzR8", "G-K15"), overrun)  # the motorcycles pay, and the tanks are there
    assert not is_idle(riding("B-1L", "G-PzR8"), overrun)  # for nothing


def test_supplies_go_by_sea_to_who_is_fed_by_no_terminal() -> None:
    """Tobruk starved, ships sailed without a cargo, and a gun walked in."""
    s = moves({"B-9A": "0905", "S-AL2": "2408", "H-WDF": "1807"}, owned={"0905": "allied", "1807": "allied", "2408": "allied"})
    box = next(place for place in E.boxes if E.owner[place] == ALLIED and E.port[place])
    s.lp[box], s.lp[p("2408")] = 3, 3
    assert not is_idle(s, ("sail", box, p("0905")))
    assert not is_idle(s, ("sail", box, p("2408")))
    assert is_idle(s, ("sail", box, p("1807")))  # a staff alone
    assert is_idle(s, ("sail", p("2408"), box))
    assert is_idle(s, ("sail", p("1807"), p("0905")))  # nothing to ship
    shipped = s.clone()
    shipped.lp[box], shipped.gsp[p("0905")] = 2, 20 * GSP // 3
    assert better(ALLIED, shipped, s)
    full = s.clone()
    full.gsp[p("0905")] = 20 * GSP
    assert is_idle(full, ("sail", box, p("0905")))


def test_an_attack_promises_by_its_odds() -> None:
    s = field({"I-7B": "1308", "B-7AD": "1408", "B-4ID": "1409", "G-15Pz": "1407", "B-11H": "1508"})
    strong = promise(s, ALLIED, p("1308"), (u("B-7AD"), u("B-4ID")), (0, 0, 0, 0))
    weak = promise(s, ALLIED, p("1407"), (u("B-11H"),), (0, 0, 0, 0))
    assert strong > 0 > weak
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    planned, rash = s.clone(), s.clone()
    for state, target, units in ((planned, "1308", ("B-7AD", "B-4ID")), (rash, "1407", ("B-11H",))):
        f = state.frames[-1]
        assert isinstance(f, CombatPhase)
        f.targets, f.attackers = (p(target),), (tuple(sorted([u(name) for name in units])),)
    assert better(ALLIED, planned, s)
    assert better(AXIS, rash, s)


def test_nobody_attacks_at_odds_that_nobody_would_take() -> None:
    """All who could attack together are not half as strong."""
    s = field({"I-7B": "1308", "B-7AD": "1408", "G-15Pz": "1710", "B-11H": "1709"})
    attacks = {"1308": "B-7AD", "1710": "B-11H"}
    assert [is_idle(s, ("attack", u(unit), p(target))) for target, unit in attacks.items()] == [False, True]
    assert [is_idle(s, ("assault", p(target), 0)) for target in attacks] == [False, True]
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    for target, unit in attacks.items():
        phase.targets, phase.attackers = (p(target),), ((u(unit),),)
        assert is_idle(s, ("declared", 0, 0)) == (unit == "B-11H")  # who was sent alone is called back


def test_aircraft_on_the_ground_draw_raids_and_interdiction_counts_where_units_are() -> None:
    s = play(opening({"b-14": "2710", "b-45": "2710", "a-I27": "1106", "a-7J26": "1307"}), "fly airbase")
    assert better(ALLIED, play(s, "over 1106"), play(s, "over 0604"))
    full = moving({"b-14": "2710"}, at=FRONT)
    zone, nowhere = full.clone(), full.clone()
    zone.interdicted, nowhere.interdicted = ((ALLIED, p("1407"), 2),), ((ALLIED, p("0303"), 2),)
    assert better(ALLIED, zone, nowhere)
    lost = full.clone()
    lost.steps[a("b-14")] -= 1
    assert better(AXIS, lost, full)


def test_what_needs_no_thought() -> None:
    s = settled(moves({"B-7AD": "1608", "B-11H": "1608", "B-22G": "1407", "B-8C": "1407", "G-15Pz": "1206"}))
    assert is_eager(s, ("provide", 0, 0))
    assert is_idle(s, ("join", u("B-7AD"), 0))
    assert is_idle(s, mission("bridge"))
    assert is_idle(s, ("move", u("B-7AD"), 0))  # it marches with its stack
    assert not is_idle(s, ("march", p("1608"), 0))
    assert not is_idle(s, ("move", u("B-22G"), 0))  # but from an objective units go one by one
    assert is_idle(s, ("march", p("1407"), 0))
    s.spent[u("B-22G")] = 4
    assert is_idle(s, ("move", u("B-22G"), 0))  # it has moved


def mission(kind: str) -> tuple[str, int, int]:
    return ("fly", E.names.number("mission", kind), 0)


def test_who_is_hemmed_in_is_not_told_to_move() -> None:
    ring = {"B-7AD": "1407", "B-4ID": "1306", "B-22G": "1307"}
    pocket = {"G-K15": "1406", "G-AA3": "1406"}
    s = position({**pocket, **ring}, frame=MovementPhase(AXIS))
    s.phasing = AXIS
    assert {E.map.ids[place] for place in E.near[p("1406")]} <= {"1407", "1306", "1307"}
    s = settled(s)
    assert is_idle(s, ("move", u("G-K15"), 0))
    assert is_idle(s, ("march", p("1406"), 0))
    lift(s, u("B-22G"))
    assert not is_idle(s, ("move", u("G-K15"), 0))


def test_staffs_do_not_drive_about_when_all_is_over() -> None:
    at = {"H-WDF": "1608", "B-7AD": "1409", "H-DAK": "1206", "G-15Pz": "1207"}
    for side, staff, tank in ((ALLIED, "H-WDF", "B-7AD"), (AXIS, "H-DAK", "G-15Pz")):
        s = position(at, frame=PursuitPhase(side))
        s.phasing = side
        s = settled(s)
        assert not is_idle(s, ("move", u(staff), 0))
        s.turn = last_turn(s)
        assert is_idle(s, ("move", u(staff), 0)) == (side == ALLIED)  # after the Allies nobody comes; the Axis staff is in reach
        assert not is_idle(s, ("move", u(tank), 0))


def test_a_staff_does_not_ride_along_with_raiders_in_the_last_turn() -> None:
    def leaves_it(turn_left: int = 0, enemies: str = "") -> bool:
        units = {"H-DAK": "1206", "G-15Pz": "1206"}
        s = position({**units, "B-7AD": enemies} if enemies else units, frame=PursuitPhase(AXIS))
        s.phasing = AXIS
        s.turn = last_turn(s) - turn_left
        s = play(settled(s), "march 1206")
        dropped = ("drop", u("H-DAK"), 0)
        assert dropped in options(s)
        assert is_idle(s, dropped) != is_eager(s, dropped)
        assert is_idle(s, ("drop", u("G-15Pz"), 0))
        return is_eager(s, dropped)

    assert leaves_it()
    assert not leaves_it(turn_left=1)
    assert not leaves_it(enemies="1308")  # who would catch it when the panzers have gone


def test_a_step_in_reaction_is_a_step_as_well() -> None:
    s = position({"B-7AD": "1709"}, frame=Reaction(ALLIED, (u("B-7AD"),), p("1709"), (p("1407"),)))
    assert PLANS.step(s, ("stride", p("1608"), 0)) == (u("B-7AD"), p("1709"), p("1608"))
    assert PLANS.step(s, ("rest", 0, 0)) is None
    assert is_idle(s, ("rest", 0, 0))  # who sets out goes somewhere
    move(s, u("B-7AD"), p("1608"))
    assert not is_idle(s, ("rest", 0, 0))


def test_who_may_overrun_is_not_hemmed_in() -> None:
    s = position({"G-15Pz": "1406", "B-7AD": "1407", "B-4ID": "1306", "H-WDF": "1307"}, frame=MovementPhase(AXIS))
    s.phasing = AXIS
    assert not is_idle(settled(s), ("move", u("G-15Pz"), 0))


BOMBERS = ("b-14", "b-45", "b-55", "b-113")


def test_missions_that_could_do_nothing_are_not_thought_of() -> None:
    at = {**FRONT, "B-13L": "2109"}
    idle = moving({"b-14": "2710", "a-7J26": "1106"}, at=at)
    assert is_idle(idle, mission("bai"))  # one squadron has too few bombs for a zone
    assert is_idle(idle, mission("port"))
    assert not is_idle(opening({"b-14": "2710", "a-7J26": "1106"}), mission("airbase"))
    assert is_idle(opening({"b-14": "2710"}), mission("airbase"))  # nobody is on the ground
    many = moving(dict.fromkeys(BOMBERS, "2710"), at=at)
    for name in BOMBERS:
        many.steps[a(name)] = 2
    assert not is_idle(many, mission("bai"))


def test_nobody_flies_alone_into_a_swarm_of_fighters_or_with_too_few_bombs_for_a_hit() -> None:
    swarm = {"a-7J26": "1106", "a-I27": "1106"}
    assert is_idle(opening({"b-14": "2710", **swarm}), mission("airbase"))
    assert not is_idle(opening({"b-14": "2710", "b-45": "2710", **swarm}), mission("airbase"))
    flown = opening({"b-14": "2710", **swarm})
    flown.flown[a("a-I27")] = 1
    assert not is_idle(flown, mission("airbase"))
    assert not is_idle(opening({"b-38": "2710", **swarm}), mission("airbase"))  # it flies at night
    for name, idle in (("b-6", True), ("b-14", False)):  # a quarter of a factor, two factors
        assert is_idle(opening({name: "2710", "a-7J26": "1106"}), mission("airbase")) == idle


@pytest.mark.parametrize(("name", "idle"), [("b-6", True), ("b-14", False)])
def test_nobody_flies_close_support_of_less_than_a_tenth_of_a_factor(name: str, idle: bool) -> None:
    assert is_idle(moving({name: "2710"}, at=FRONT), mission("cas")) is idle


def test_the_railway_is_bombed_while_supplies_wait_for_it() -> None:
    s = moving({"a-98": "1106"}, side=AXIS, at=FRONT, owned={"DEL": "allied", "2408": "allied", "2509": "allied"})
    assert is_idle(s, mission("rail"))
    s.lp[p("DEL")] = 6
    assert not is_idle(s, mission("rail"))
    cut = s.clone()
    cut.rail_breaks[p("2509")] = 1
    assert better(AXIS, cut, s)
    assert is_idle(cut, mission("rail"))  # once is enough
    over = play(s, "fly rail", "over 2509")
    assert better(AXIS, play(over, "assign a-98"), s)


def test_surprise_is_tried_where_it_helps_on_average() -> None:
    s = settled(field({"B-7AD": "1408", "B-4ID": "1409", "I-7B": "1308"}))
    f = Combat(ALLIED, p("1308"), (u("B-7AD"), u("B-4ID")), (u("I-7B"),))
    s.frames.append(f)
    assert surprise_promises(s) > 0  # better troops
    assert is_eager(s, ("surprise", 0, 0))
    f.attackers, f.defenders = (u("I-7B"),), (u("B-7AD"),)
    s.turn_start[u("I-7B")] = p("1407")
    assert surprise_promises(s) == pytest.approx(-0.2)  # 3 in 10 for +2, 2 in 10 for -4
    assert is_idle(s, ("surprise", 0, 0))


def test_an_attack_that_nobody_survives_takes_no_ground() -> None:
    s = field({"B-11H": "1408", "G-15Pz": "1407", "G-5le": "1407", "B-7AD": "1507"})
    assert promise(s, ALLIED, p("1407"), (u("B-11H"),), (0, 0, 0, 0)) < -0.4


def test_guns_and_staffs_alone_before_the_enemy_are_in_danger() -> None:
    front = {"G-15Pz": "1407", "B-7AD": "1809"}
    for name in ("B-65", "H-WDF"):
        assert risk({**front, name: "1608"}) > risk({**front, name: "1809"}) == 0.0
    assert better(AXIS, moves({**front, "H-WDF": "1608"}), moves({**front, "H-WDF": "1809"}))
    assert risk({**front, "B-65": "2309"}) > 0  # nobody covers it
    assert risk({**front, "B-11H": "2309"}) == 0.0  # scouts need no cover
    assert risk({**front, "B-65": "1608", "B-4ID": "1508"}) == 0.0  # the enemy is held, and friends are beside it
    s = moves({**front, "B-65": "1608"})
    s.turn, s.phasing = E.span[s.agreed.scenario][0][1], ALLIED
    assert alone(s, ALLIED, stacks_on(s)) == 0.0  # the enemy does not come any more


def test_aircraft_are_not_left_where_the_enemy_can_take_their_base() -> None:
    front = {"G-15Pz": "1607", "B-11H": "2109", "B-4ID": "2408"}
    assert risk(front, {"b-73": "1807"}) > risk(front, {"b-73": "2408"}) == 0.0
    assert risk({**front, "B-7AD": "1807"}, {"b-73": "1807"}) == 0.0
    at_base = moving({"b-73": "1807"}, at=front)
    assert not is_idle(at_base, mission("transfer"))
    lift(at_base, u("G-15Pz"))
    assert is_idle(at_base, mission("transfer"))


def risk(at: dict[str, str], air: dict[str, str] | None = None) -> float:
    s = moves(at, air=air)
    return alone(s, ALLIED, stacks_on(s))


def test_headquarters_stay_where_a_terminal_reaches_them() -> None:
    s = at_moves("battleaxe")
    assert chain(s, ALLIED) > 0
    away = s.clone()
    army = next(hq for hq in E.armies[ALLIED] if s.where[hq] >= 0)
    lift(away, army)
    place(away, army, p("1206"))
    assert chain(away, ALLIED) < chain(s, ALLIED)
    assert better(AXIS, away, s)
    away.turn = E.span[s.agreed.scenario][0][1]
    assert chain(away, ALLIED) == 0.0  # nothing will be paid for any more


def test_an_objective_that_only_a_staff_holds_is_open() -> None:
    near = {"G-15Pz": "1206", "B-7AD": "1408", "B-11H": "1408"}
    held = {"1308": "allied"}
    staff, guard = moves({**near, "H-WDF": "1308"}, owned=held), moves({**near, "B-22G": "1308", "H-WDF": "1308"}, owned=held)
    assert grips(guard, forces_of(guard)) < grips(staff, forces_of(staff))


def test_a_quartermaster_that_the_front_has_left_behind_turns_to_its_mobile_side() -> None:
    far = {"G-15Pz": "0604", "B-7AD": "0805", "Q-AL2": "2710"}
    s = position(far, frame=MovementPhase(ALLIED), scenario="campaign")
    s.turn, _ = E.span[s.agreed.scenario][0]
    station(s, u("Q-AL2"), EMPLACED)
    turned = s.clone()
    station(turned, u("Q-AL2"), REVERTING)
    assert better(ALLIED, turned, s)
    near = position({**far, "G-15Pz": "1607", "B-7AD": "1807"}, frame=MovementPhase(ALLIED), scenario="campaign")
    near.turn = s.turn
    station(near, u("Q-AL2"), EMPLACED)
    kept = near.clone()
    station(near, u("Q-AL2"), REVERTING)
    assert better(ALLIED, kept, near)
    assert not is_idle(settled(kept), ("revert", u("Q-AL2"), 0))
    s.turn = turned.turn = E.span[s.agreed.scenario][0][1]
    assert better(ALLIED, turned, s) is False  # there is no time left to go anywhere


def test_a_move_whose_units_are_all_lost_serves_no_aim() -> None:
    s = settled(moves(FRONT))
    aim = PLANS.aims(s, ALLIED)[0]
    s.begin(Move(ALLIED, (), IN_MOVEMENT))
    assert PLANS.serves(s, ("halt", 0, 0), aim) == 0.0


def test_to_intercept_a_raid_is_good_and_one_large_mission_is_better_than_two() -> None:
    s = opening({"b-14": "2710", "b-45": "2710", "a-I27": "1106", "a-7J26": "1307"})
    over = play(s, "fly airbase", "over 1106", "assign b-14")
    met = play(over, "send")
    assert better(AXIS, play(met, "intercept a-7J26"), met)
    assert better(ALLIED, play(over, "assign b-45"), over)
    one, two = play(over, "assign b-45"), over.clone()
    two.frames.insert(-1, flight(two, "airbase", "1106", bombers=(a("b-45"),)))
    assert better(ALLIED, one, two)


def at_moves(scenario: str) -> State:
    """The first movement phase of a scenario, when somebody could move."""
    s = TITLE.rules.new(E, scenario, TITLE.rules.agree({}), SeededDice(3))
    while "emplace" not in {o[0] for o in options(s)}:
        take(s, next((o for o in options(s) if is_eager(s, o)), options(s)[-1]), SeededDice(3))
    return s


def test_quartermasters_are_emplaced_behind_the_front_and_not_before_the_enemy() -> None:
    s = at_moves("battleaxe")
    qm = u("Q-AL3")
    assert s.where[qm] == p("1807")
    emplaced = play(s, "emplace Q-AL3")
    assert better(ALLIED, emplaced, s)
    assert not is_idle(s, ("emplace", qm, 0))
    assert is_idle(s, ("emplace", u("S-AL2"), 0))
    front, rear = s.clone(), s.clone()
    for state, id in ((front, "1508"), (rear, "2910")):
        lift(state, qm)
        place(state, qm, p(id))
    assert better(AXIS, front, s)
    assert better(AXIS, rear, s)


def test_fighters_go_from_the_rear_to_bases_from_which_they_can_fight() -> None:
    s = at_moves("battleaxe")
    assert not is_idle(s, ("fly", E.names.number("mission", "transfer"), 0))
    ready = play(s, "fly transfer", "over 2408")
    sent = play(ready, "assign b-33")
    assert better(ALLIED, sent, ready)
    assert better(ALLIED, play(sent, "send"), s)
    assert better(AXIS, play(s, "fly transfer", "over 2910", "assign b-73"), s)
    s.flown[a("b-33")] = 1
    assert is_idle(s, ("fly", E.names.number("mission", "transfer"), 0))


def test_a_place_that_tanks_could_come_to_is_not_left_without_a_garrison() -> None:
    def danger(at: dict[str, str]) -> float:
        s = position({"G-5le": "1508", **at}, owned={})  # nine hexes from Mersa Matruh
        return grips(s, forces_of(s))

    assert danger({"B-NZR": "2609"}) > danger({"B-NZR": "2408"}) + 1


def test_nobody_is_sent_to_a_base_where_the_enemy_could_walk_in() -> None:
    for guard, open_to_all in (("1407", True), ("1311", False)):
        s = moving({"a-7J26": "1106"}, AXIS, at={"B-22G": "1308", "G-K15": guard}, scenario="brevity")
        s.owner[p("1311")] = AXIS
        s.memo.clear()
        f = play(s, "fly transfer", "over 1311").frames[-1]  # Fort Maddalena, three hexes from the Guards
        assert isinstance(f, Mission)
        assert (rebased(s, f) == -STEP) == open_to_all


def test_by_night_nobody_rises_against_bombers() -> None:
    s = opening({"b-37": "2710", "a-I27": "1106", "a-7J26": "1307", "a-2G": "1106"})
    day = play(s, "fly airbase", "over 1106", "by_day", "assign b-37")
    night = play(s, "fly airbase", "over 1106", "assign b-37")
    assert better(ALLIED, night, day)


def test_an_army_hq_stays_out_of_the_front_and_who_is_cut_off_wants_a_line_of_supply() -> None:
    near = {"G-15Pz": "1407", "B-13L": "1508", "H-BTE": "1508"}
    assert better(AXIS, moves(near), moves({**near, "H-BTE": "1809", "B-11H": "1809"}))
    cut = {"B-7AD": "1608", "G-15Pz": "1407"}
    starved = moves(cut, states={"G-15Pz": "U1"})
    fed = moves(cut)
    assert army(starved, AXIS, forces_of(starved)) < army(fed, AXIS, forces_of(fed))
