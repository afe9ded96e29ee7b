"""What the computer thinks of a position, and what it does not think about."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.frames import CombatPhase, MovementPhase
from sandtable.titles.tigercubs.hints import is_eager, is_idle
from sandtable.titles.tigercubs.judge import army, judge
from sandtable.titles.tigercubs.judge_combat import promise
from sandtable.titles.tigercubs.scales import VP
from sandtable.titles.tigercubs.state import State, lift, place
from tests.kit import play
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
    s = moves({"B-7AD": "1608", "B-11H": "1608", "B-22G": "1407", "B-8C": "1407"})
    assert is_eager(s, ("provide", 0, 0))
    assert is_idle(s, ("join", u("B-7AD"), 0))
    assert is_idle(s, ("fly", E.names.number("mission", "bridge"), 0))
    assert not is_idle(s, ("fly", E.names.number("mission", "airbase"), 0))
    assert is_idle(s, ("move", u("B-7AD"), 0))  # it marches with its stack
    assert not is_idle(s, ("march", p("1608"), 0))
    assert not is_idle(s, ("move", u("B-22G"), 0))  # but from an objective units go one by one
    assert is_idle(s, ("march", p("1407"), 0))
    s.spent[u("B-22G")] = 4
    assert is_idle(s, ("move", u("B-22G"), 0))  # it has moved


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
    assert army(starved, AXIS) < army(moves(cut), AXIS)
