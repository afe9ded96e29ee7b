"""What somebody who plans knows of Tiger Cubs: who can be where in the next player turn, what must be held, and who will win."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.play import Frame
from sandtable.kernel.robot import Aim
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.frames import AirReturn, Combat, CombatPhase, MovementPhase, PursuitPhase, ReactionPhase
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.robot.aims import HOLD, PLANS, aims
from sandtable.titles.tigercubs.robot.hints import is_eager, is_idle
from sandtable.titles.tigercubs.robot.judge_reach import FAR, bid, chance, forces_of, harvest, is_bare, prizes_of, takings, ways
from sandtable.titles.tigercubs.robot.outlook import even, who_wins
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import ARMED, State, move
from tests.kit import settled
from tests.titles.tigercubs.position import E, p, position, u

GUARD = {"G-PzR8": "1006", "G-SR115": "1006"}
FRONT = {"B-7AB": "1407", "B-22G": "1308", "B-1L": "1807", "B-11I": "2408"}
OWNED = {"1407": "allied", "1308": "allied", "1807": "allied", "1406": "axis"}


def brevity(at: dict[str, str], side: int = AXIS, frame: Optional[Frame] = None) -> State:
    s = position(at, owned=OWNED, scenario="brevity", frame=frame or MovementPhase(side))
    s.phasing, s.turn = side, E.span[s.agreed.scenario][0][1]
    return s


def reacted(at: dict[str, str]) -> State:
    """The Axis reaction in the Allied turn before the last."""
    s = brevity(at, ALLIED, ReactionPhase(AXIS))
    s.turn -= 1
    return s


def of(found: list[Aim], text: str, *names: str) -> Aim:
    return next(aim for aim in found if aim.text == text and aim.group == frozenset([u(name) for name in names]))


def test_the_way_leads_around_enemies_and_their_zones_make_it_longer() -> None:
    s = brevity({**GUARD, **FRONT})
    open_way, barred = ways(s, AXIS, p("1807")), ways(brevity({**GUARD, **FRONT, "B-7SG": "1309"}), AXIS, p("1807"))
    assert open_way[p("1708")] == 1
    assert open_way[p("1407")] == FAR  # the enemy is there
    assert 1 < open_way[p("1006")] < barred[p("1006")] <= 16 * MP + 1


def test_one_unit_goes_for_a_weak_garrison_behind_the_front_while_another_guards_the_source() -> None:
    found = aims(settled(brevity({**GUARD, **FRONT})), AXIS)
    raid = of(found, "attack Sidi Barrani (1807)", "G-PzR8")
    assert raid.promise == of(found, "attack Sidi Barrani (1807)", "G-PzR8", "G-SR115").promise
    assert raid.promise > of(found, "attack Sidi Omar (1308)", "G-PzR8").promise > 1
    assert of(found, "hold Sidi Rezegh (1006)", "G-PzR8", "G-SR115")


def test_what_can_be_taken_is_shared_out_among_units_from_everywhere() -> None:
    """Sollum lay open to a brigade from one place and a regiment from another, and each by itself was thought too weak."""
    s = settled(
        brevity({"B-7AB": "1207", "B-22G": "1308", "G-K15": "1407", "G-AA3": "1407", "G-SR115": "1006", "I-GaF": "1406"}, ALLIED)
    )
    shared = [(prize.place, {force.unit for force in made.used}) for prize, made in takings(s, ALLIED)]
    assert harvest(s, ALLIED) == sum([made.gain for _, made in takings(s, ALLIED)])
    where, units = next((place, units) for place, units in shared if len({s.where[unit] for unit in units}) > 1)
    aim = next(aim for aim in aims(s, ALLIED) if aim.target == where and aim.group == units)
    assert aim.firm
    assert all([PLANS.serves(s, ("move", unit, 0), aim) > 0 for unit in units if aim.far[s.where[unit]] > 1])
    assert len({unit for _, units in shared for unit in units}) == sum([len(units) for _, units in shared])


def test_a_battalion_does_not_take_an_objective() -> None:
    scout = aims(settled(brevity({**FRONT, "G-SR115": "1006", "G-AA3": "1708"})), AXIS)
    assert of(scout, "attack Sidi Barrani (1807)", "G-AA3").promise < of(scout, "attack Sidi Barrani (1807)", "G-SR115").promise


def test_who_is_there_stays_and_who_goes_goes_nearer() -> None:
    s = settled(brevity({**GUARD, **FRONT, "H-ASI": "1006"}))
    found = aims(s, AXIS)
    hold, raid = of(found, "hold Sidi Rezegh (1006)", "G-PzR8", "G-SR115"), of(found, "attack Sidi Barrani (1807)", "G-PzR8")
    move, march = ("move", u("G-PzR8"), 0), ("march", p("1006"), 0)
    assert PLANS.serves(s, move, raid) > 0
    assert PLANS.serves(s, march, raid) == 0.0  # the others would go along
    assert PLANS.serves(s, move, hold) < 0
    assert PLANS.serves(s, march, hold) < 0
    for verb, first in (("react", u("G-SR115")), ("counter", p("1006"))):
        assert PLANS.serves(s, (verb, first, 0), hold) < 0
        assert PLANS.serves(s, (verb, first, 0), raid) == 0.0


def test_supply_from_one_place_is_worth_a_guard() -> None:
    """Who left it in reaction was cut off by a brigade beside it, and fought at half strength."""
    held, left = reacted({**GUARD, **FRONT}), reacted({"G-PzR8": "1106", "G-SR115": "1106", **FRONT})
    assert not is_bare(held, AXIS)
    assert is_bare(left, AXIS)
    assert harvest(left, AXIS) < harvest(held, AXIS)
    assert not is_bare(held, ALLIED)  # who has more than one


def test_who_stays_at_the_source_of_supply_cannot_be_cut_off_in_the_pursuit() -> None:
    """The panzers reacted to the fall of Sollum, a brigade drove in behind them, and their one turn was lost."""
    stays, goes = [reacted({**GUARD, **FRONT, "G-PzJ33": "1006"}) for _ in range(2)]
    move(goes, u("G-PzR8"), p("1206"))
    assert is_joined(goes, AXIS, p("1206"))
    assert who_wins(goes, AXIS) < who_wins(stays, AXIS)
    assert PLANS.reaches(stays) is not None  # and that is all that is asked of a reaction
    chased = brevity({**GUARD, **FRONT}, ALLIED, PursuitPhase(ALLIED))
    chased.turn -= 1
    assert PLANS.reaches(chased) != PLANS.reaches(stays)


def test_supply_that_was_found_lasts_for_the_player_turn() -> None:
    """Panzers in Sidi Barrani, with nobody left at their source, did not think of Mersa Matruh, which had been left to them."""
    raiders = {"G-PzR8": "1807", "G-SR115": "1807", "B-11I": "1908", "B-7AB": "1407", "B-22G": "1308", "S-AL2": "2408"}
    s = settled(brevity(raiders, frame=PursuitPhase(AXIS)))
    s.did[u("G-PzR8")] |= ARMED
    assert is_bare(s, AXIS)  # which would matter in the next turn
    assert next(force.points for force in forces_of(s, AXIS) if force.unit == u("G-PzR8")) == 16 * MP
    found = aims(s, AXIS)
    assert of(found, "attack Mersa Matruh (2408)", "G-PzR8").firm
    assert of(found, "hold Sidi Barrani (1807)", "G-SR115")
    hungry = brevity(raiders, frame=PursuitPhase(AXIS))
    hungry.out[u("G-PzR8")] = 1
    assert next(force.points for force in forces_of(hungry, AXIS) if force.unit == u("G-PzR8")) < 8 * MP


def test_who_could_relieve_a_garrison_goes_there_while_it_is_still_there() -> None:
    """The panzers drove on, and nobody had thought of Sidi Barrani as long as they stood in it."""
    s = position(
        {"G-PzR8": "1807", "G-SR115": "1608", "B-11I": "1908", "H-ASI": "1006"},
        owned={"1807": "axis"},
        scenario="brevity",
        frame=PursuitPhase(AXIS),
    )
    s.phasing, s.turn = AXIS, E.span[s.agreed.scenario][0][1]
    assert of(aims(settled(s), AXIS), "hold Sidi Barrani (1807)", "G-SR115").promise > HOLD // 2


def test_a_player_turn_is_looked_at_to_its_pursuit_and_that_to_its_end() -> None:
    """Quick decisions led garrisons away in the pursuits of trials, and good plans of a movement looked bad."""
    at = {**GUARD, **FRONT}
    moving, pursuing, over = [brevity(at, frame=frame) for frame in (MovementPhase(AXIS), PursuitPhase(AXIS), AirReturn(AXIS))]
    assert PLANS.reaches(moving) == PLANS.reaches(brevity(at, frame=CombatPhase(AXIS)))
    assert len({PLANS.reaches(s) for s in (moving, pursuing, over)}) == 3
    assert PLANS.reaches(moving) != PLANS.reaches(brevity(at, ALLIED))
    before = brevity(at, ALLIED)
    before.turn -= 1
    assert PLANS.reaches(before) is not None
    moving.turn -= 1
    assert PLANS.reaches(moving) is None


def test_an_attack_at_poor_odds_is_worth_less_than_its_chance() -> None:
    s = brevity({**GUARD, **FRONT})
    prize = next(prize for prize in prizes_of(s, ALLIED) if prize.place == p("1407"))
    forces = [force for force in forces_of(s, AXIS) if force.unit == u("G-PzR8")]
    odds = chance(E, forces[0].attack / prize.defence)
    assert 0.0 < bid(s, AXIS, prize, forces).gain < odds * (prize.ground + prize.spoils)


def test_what_can_be_won_depends_on_how_far_the_turn_has_come() -> None:
    at = {**GUARD, **FRONT}
    moving, fighting, pursuing, over = [
        harvest(brevity(at, frame=frame), AXIS)
        for frame in (MovementPhase(AXIS), CombatPhase(AXIS), PursuitPhase(AXIS), AirReturn(AXIS))
    ]
    assert moving > 5.0
    assert fighting == pursuing == over == 0.0
    walk = {**GUARD, "B-7AB": "1407", "B-22G": "1308", "B-11I": "2408"}
    pursuit = brevity(walk, frame=PursuitPhase(AXIS))
    assert harvest(pursuit, AXIS) == 0.0  # with half of their points they do not come there
    pursuit.did[u("G-PzR8")] |= ARMED
    assert harvest(pursuit, AXIS) > 5.0  # nobody is at Sidi Barrani
    assert harvest(brevity(at, frame=ReactionPhase(ALLIED)), ALLIED) > 0.0  # the whole of its own turn is still to come


def test_each_enemy_is_counted_where_he_alone_can_come() -> None:
    """Two objectives stand open: the brigade that could be in either goes to the one that the other cannot reach."""
    at = {"B-11I": "1908", "B-7AB": "1308", "B-22G": "1308", "H-ASI": "1006"}
    s = position(
        at,
        owned={"1407": "axis", "1807": "axis", "1406": "axis", "1308": "allied"},
        scenario="brevity",
        frame=MovementPhase(ALLIED),
    )
    s.phasing, s.turn = ALLIED, E.span[s.agreed.scenario][0][1]
    assert harvest(s, ALLIED) > 0.9 * (10 + 10 + 8)


def test_who_is_not_fed_hardly_attacks() -> None:
    """The terminal at Mersa Matruh feeds the Allied army; without it everybody fights at half strength and goes half as far."""
    fed, unfed = [
        {force.unit: force for force in forces_of(brevity({**FRONT, **depots, "H-ASI": "1006"}), ALLIED)}
        for depots in ({"S-AL2": "2408"}, {})
    ]
    garrison = u("B-11I")
    assert fed[garrison].points == 2 * unfed[garrison].points
    assert fed[garrison].attack >= 2 * unfed[garrison].attack


def test_an_objective_that_the_enemy_could_take_back_is_worth_a_garrison() -> None:
    s = position(
        {**GUARD, "B-11I": "2008", "G-K15": "1406"},
        owned={"1407": "axis", "1807": "axis"},
        scenario="brevity",
        frame=PursuitPhase(AXIS),
    )
    s.phasing, s.turn = AXIS, E.span[s.agreed.scenario][0][1]
    guard = of(aims(settled(s), AXIS), "hold Sidi Barrani (1807)", "G-PzR8")
    assert guard.promise > 1
    assert PLANS.serves(s, ("move", u("G-PzR8"), 0), guard) > 0
    s.turn -= 1
    assert not [aim for aim in aims(s, AXIS) if aim.text == guard.text]


def test_who_was_sent_into_an_attack_is_not_called_back() -> None:
    s = brevity({**GUARD, "G-PzR8": "1307", **FRONT}, frame=CombatPhase(AXIS, (p("1407"),), ((u("G-PzR8"),),)))
    sent, recalled = PLANS.step(s, ("attack", u("G-PzR8"), p("1407"))), PLANS.step(s, ("recall", u("G-PzR8"), 0))
    assert sent is not None
    assert recalled is not None
    assert (sent.piece, sent.here, sent.there) == (recalled.piece, recalled.there, recalled.here)
    assert sent.piece not in range(len(s.where))  # it is a matter of its own, beside its march


def test_better_odds_are_better_chances() -> None:
    found = [chance(E, ratio) for ratio in (0.2, 0.5, 1.0, 2.0, 3.0, 6.0, 30.0)]
    assert found == sorted(found)
    assert found[0] <= 0.1
    assert found[-1] > 0.9


def test_who_will_win_is_seen_by_the_levels_of_the_scenario() -> None:
    assert even(E, E.scenarios.index("brevity")) == 3.5
    assert even(E, E.scenarios.index("battleaxe")) == -15.0
    s = brevity({**GUARD, **FRONT}, ALLIED)
    assert who_wins(s, AXIS) == -who_wins(s, ALLIED)
    guarded = brevity({**GUARD, **FRONT, "G-K15": "1406", "G-15Pz": "1406"}, ALLIED)
    assert who_wins(guarded, AXIS) > who_wins(s, AXIS)  # Bardia was open


def test_somebody_stays_where_all_supply_comes_from_when_others_react() -> None:
    """The whole army reacted, a brigade drove in behind it, and it fought at half strength in its one turn."""
    s = brevity({**GUARD, "H-ASI": "1006", **FRONT}, ALLIED, ReactionPhase(AXIS))
    assert not is_idle(s, ("counter", p("1006"), 0))  # when all is over nobody needs supply
    s.turn -= 1
    assert is_idle(s, ("counter", p("1006"), 0))
    assert not is_idle(s, ("react", u("G-PzR8"), 0))
    assert not is_idle(s, ("react", u("H-ASI"), 0))
    alone = brevity({"G-PzR8": "1006", "H-ASI": "1006", **FRONT}, ALLIED, ReactionPhase(AXIS))
    alone.turn -= 1
    assert is_idle(alone, ("react", u("G-PzR8"), 0))


def test_staffs_and_quartermasters_have_nothing_to_do_in_the_last_turn() -> None:
    at = {**FRONT, "H-BTE": "1807", "H-WDF": "1408", "Q-AL2": "2408", "G-PzR8": "1106", "H-ASI": "1005", "H-DAK": "1306"}
    s = settled(brevity(at, ALLIED))
    s.offensive[u("H-WDF")] = 1
    assert is_idle(s, ("emplace", u("Q-AL2"), 0))
    assert is_idle(s, ("move", u("Q-AL2"), 0))
    assert is_idle(s, ("move", u("H-BTE"), 0))
    assert not is_idle(s, ("move", u("H-WDF"), 0))  # it brings Offensive Supply to the last attack
    last = settled(brevity({**at, "B-22G": "1509", "B-7AB": "1508"}))
    assert is_idle(last, ("move", u("H-ASI"), 0))  # the Axis need none
    assert not is_idle(last, ("move", u("H-DAK"), 0))  # and the enemy is about to come


def test_who_cannot_move_takes_nothing_that_lies_open() -> None:
    """Sollum lay open, and was left to the garrison of Bardia, which never leaves it."""
    s = settled(brevity({"I-GaF": "1406", "G-SR115": "1306", "B-7AB": "1107"}))
    assert u("I-GaF") not in {force.unit for prize, made in takings(s, AXIS) if not prize.defence for force in made.used}
    assert not takings(brevity({"I-GaF": "1406", "B-7AB": "1107"}), AXIS)


def test_in_the_last_pursuit_a_stack_may_split() -> None:
    """Three went to Mersa Matruh together, and left Sidi Barrani beside them to the Indians."""
    at = {"G-SR115": "1708", "G-AA3": "1708", "B-7AB": "1407", "H-ASI": "1006"}
    chase, march = settled(brevity(at, frame=PursuitPhase(AXIS))), settled(brevity(at))
    assert not is_idle(chase, ("move", u("G-SR115"), 0))
    assert is_idle(march, ("move", u("G-SR115"), 0))
    chase.turn -= 1
    assert is_idle(chase, ("move", u("G-SR115"), 0))


def test_an_objective_that_was_fought_for_is_entered() -> None:
    """The garrison of Sidi Barrani had gone, and nobody went in, since one could still do so in the pursuit."""
    s = brevity({"G-SR115": "1708", "B-7AB": "1407"}, frame=Combat(AXIS, p("1807"), (u("G-SR115"),), fought=True))
    assert is_eager(s, ("occupy", 0, 0))
    s.owner[p("1807")] = AXIS
    assert not is_eager(s, ("occupy", 0, 0))
    terminal = brevity({"G-PzR8": "2309", "S-AL2": "2408"}, frame=Combat(AXIS, p("2408"), (u("G-PzR8"),), fought=True))
    terminal.owner[p("2408")] = ALLIED
    assert is_eager(terminal, ("occupy", 0, 0))
    garrison = brevity({"I-GaF": "1406", "G-SR115": "1307"}, frame=Combat(AXIS, p("1407"), (u("I-GaF"), u("G-SR115")), fought=True))
    assert not is_eager(garrison, ("occupy", 0, 0))  # Bardia would be open


def test_a_headquarters_that_can_slip_away_is_no_prize() -> None:
    """Three brigades hunted the North Africa Command over the desert for a whole pursuit, at 15 to 1, and it was gone each time."""
    alone, ringed = [spoils_at(brevity({**at, "H-ASI": "1010"}, ALLIED), "1010") for at in (FRONT, RING)]
    assert alone == 0.0 < ringed
    assert spoils_at(brevity({**FRONT, "H-ASI": "1010", "I-7B": "1010"}, ALLIED), "1010") > 0  # the battalion is one


RING = {"B-7AB": "0910", "B-22G": "1109", "B-7SG": "1011", "B-11H": "1009"}


def spoils_at(s: State, hex: str) -> float:
    return next(prize.spoils for prize in prizes_of(s, AXIS) if prize.place == p(hex))
