"""What a side may be about in a player turn: a stack, or one unit of it, goes to an objective or against enemies and attacks there;
or it stays where it is needed, or goes there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.tigercubs.combat_declare import able
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import AirReturn, CombatPhase, Move, PlayerTurn, PursuitPhase, Reaction
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT
from sandtable.titles.tigercubs.robot.judge_reach import (
    FAR,
    Force,
    Prize,
    bid,
    forces_of,
    is_held,
    is_post,
    prizes_of,
    ratio_at,
    takings,
    ways,
)
from sandtable.titles.tigercubs.robot.judge_risk import is_asked_again, last_turn
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import State, has_combat_unit, movement_rating, sp, units_in

NEAR: Final = 8  # hexes that a stack looks ahead
SET_OUT: Final = 3.0
NEARER: Final = 2.0
STRUCK: Final = 2.0
THERE: Final = 1.0
FAIR: Final = 1.2  # times the defence: with less nobody attacks for an aim
HOLD: Final = 8  # how much oftener than an attack of little worth one thinks of staying
MOST: Final = 12  # and of the best attack
STAKE: Final = 1.0  # victory points that are worth a garrison
PLUM: Final = 3.0  # and those that are worth to be thought of first, if they are as good as won
SAFE: Final = 0.85  # how likely that is


def aims(s: State, side: int) -> list[Aim]:
    """In the enemy's player turn some react to what was lost, and some stay; in one's last turn everything may be risked."""
    if s.phasing != side:
        return holds(s, side)
    return advances(s, side) if s.turn < last_turn(s) else holds(s, side) + raids(s, side) + guards(s, side)


def advances(s: State, side: int) -> list[Aim]:
    """Each stack to what lies before it."""
    e = s.edition
    targets = [prize.place for prize in prizes_of(s, other(side))]
    found: list[Aim] = []
    for place, there in sorted(s.stack.items()):
        group = frozenset([u for u in there if e.role[u] == COMBAT_UNIT and e.side[u] == side])
        if group and place < e.sheet:
            near = [hex for hex in targets if 0 < straight(e, hex)[place] <= NEAR]
            found += [Aim(group, hex, straight(e, hex), words_for(s, side, hex)) for hex in near]
    return found


@lru_cache(maxsize=1_000)
def straight(e: Edition, target: int) -> tuple[int, ...]:
    """How many hexes it is to the target, from each; from a box too many."""
    found = distances(e, target)
    return tuple([found[place] if place < e.sheet else e.sheet for place in range(e.places)])


def raids(s: State, side: int) -> list[Aim]:
    """Against what enemies have to lose: by each stack in reach, by each unit where one goes without the others, and by all whom
    it takes together."""
    groups, found = groups_of(s, side), list[Aim]()
    for prize in prizes_of(s, other(side)):
        far, words = ways(s, side, prize.place), words_for(s, side, prize.place)
        for forces in groups:
            if 0 < far[forces[0].place] <= min([force.points for force in forces]) + 1:
                group = frozenset([force.unit for force in forces])
                gain = bid(s, side, prize, forces).gain
                sure = gain >= max(PLUM, SAFE * (prize.ground + prize.spoils))
                found.append(Aim(group, prize.place, far, words, 1 + min(MOST - 1, round(gain)), sure))
    return found + together(s, side)


def together(s: State, side: int) -> list[Aim]:
    """As all that can be taken would be shared out: from wherever they stand, who is needed for each."""
    return [
        Aim(
            frozenset([force.unit for force in made.used]),
            prize.place,
            ways(s, side, prize.place),
            words_for(s, side, prize.place),
            MOST + round(made.gain),
            firm=True,
        )
        for prize, made in takings(s, side)
        if made.gain >= PLUM
    ]


def guards(s: State, side: int) -> list[Aim]:
    """To objectives of its own that the enemy could still take, by who can be there; not if he does not come any more."""
    if not is_asked_again(s, other(side)):
        return []
    groups, found = groups_of(s, side), list[Aim]()
    theirs = forces_of(s, other(side))
    for prize in prizes_of(s, side):
        stake = bid(s, other(side), left_alone(s, side, prize), theirs).gain if prize.ground else 0.0
        if stake < STAKE:
            continue
        far, words = ways(s, side, prize.place), f"hold {s.names.called('place', prize.place)}"
        for forces in groups:
            if 0 < far[forces[0].place] <= min([force.points for force in forces]) and sum([force.size for force in forces]) >= SP:
                found.append(Aim(frozenset([force.unit for force in forces]), prize.place, far, words, 1 + min(HOLD, round(stake))))
    return found


def left_alone(s: State, side: int, prize: Prize) -> Prize:
    """What is there when all have gone who can."""
    return prize if any([not movement_rating(s, u) for u in units_in(s, prize.place)]) else prize._replace(defence=0.0)


def groups_of(s: State, side: int) -> list[list[Force]]:
    """The forces of each place together, and each by itself where some must stay."""
    by_place: dict[int, list[Force]] = {}
    for force in forces_of(s, side):
        by_place.setdefault(force.place, []).append(force)
    stacks = [by_place[place] for place in sorted(by_place)]
    return stacks + [[force] for stack in stacks if len(stack) > 1 and is_post(s, side, stack[0].place) for force in stack]


def holds(s: State, side: int) -> list[Aim]:
    """Whoever stands in an objective, or guards the source of supply, stays: all of them, or one that can keep the enemy off."""
    e, found = s.edition, list[Aim]()
    for place in sorted(s.stack):
        if place < e.sheet and is_post(s, side, place) and is_held(s, side, place):
            units = [u for u in units_in(s, place) if e.role[u] == COMBAT_UNIT]
            alone = [frozenset([u]) for u in units if len(units) > 1 and e.weighs[u] and sp(s, u) >= SP]
            far, words = ways(s, side, place), f"hold {s.names.called('place', place)}"
            found += [Aim(group, place, far, words, max(1, HOLD // (1 + len(alone)))) for group in (frozenset(units), *alone)]
    return found


def words_for(s: State, side: int, hex: int) -> str:
    there = units_in(s, hex)
    return f"{'attack' if there and s.edition.side[there[0]] != side else 'take'} {s.names.called('place', hex)}"


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, second = o
    f = s.frames[-1]
    if verb in ("march", "counter"):
        there = [u for u in units_in(s, first) if s.edition.role[u] == COMBAT_UNIT]
        return sets_out(s, aim, there) if verb == "march" else stays_out(s, aim, there)
    if verb in ("move", "react"):
        return sets_out(s, aim, [first]) if verb == "move" else stays_out(s, aim, [first])
    if isinstance(f, Move) and f.units and f.units[0] in aim.group:  # an overrun may have cost all of them
        if verb in ("go", "overrun"):
            return NEARER if aim.far[first] < aim.far[s.where[f.units[0]]] else -1.0
        return THERE if verb == "halt" else 0.0
    if isinstance(f, CombatPhase) and ((verb, first) == ("assault", aim.target) or (verb, second) == ("attack", aim.target)):
        return STRUCK if ratio_at(s, f.side, aim.target) >= FAIR else -1.0
    return 0.0


def sets_out(s: State, aim: Aim, units: list[int]) -> float:
    """Those who go for an aim go, and nobody else along with them; who is there stays."""
    if stays_out(s, aim, units) < 0:
        return -1.0
    if not units or not aim.group.issuperset(units):
        return 0.0
    near = 1 if has_combat_unit(s, aim.target, other(s.edition.side[units[0]])) else 0  # who attacks goes next to it, the others in
    return SET_OUT if near < aim.far[s.where[units[0]]] < FAR and not any([s.spent[u] for u in units]) else 0.0


def stays_out(s: State, aim: Aim, units: list[int]) -> float:
    """Who holds a place does not react to what happens elsewhere."""
    return -1.0 if any([u in aim.group and aim.far[s.where[u]] == 0 for u in units]) else 0.0


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    if (o[0] == "go" and isinstance(f, Move)) or (o[0] == "stride" and isinstance(f, Reaction)):
        return Step(f.units[0], s.where[f.units[0]], o[1])
    if isinstance(f, CombatPhase) and o[0] in ("attack", "recall", "assault"):
        return commitment(s, f, o)
    return None


def commitment(s: State, f: CombatPhase, o: Option) -> Optional[Step]:
    """To join an attack or to be left out of it is a step, too: who was sent is not called back, nor the other way round. Of all
    beside a place some may be called back, but not so that all join anew."""
    verb, unit, target = o
    if verb == "assault":
        joining = next(able(s, f, unit), None)
        return None if joining is None else Step(len(s.where) + joining, s.edition.places + 1, unit)
    piece, aside = len(s.where) + unit, s.edition.places
    if verb == "attack":
        return Step(piece, aside, target)
    joined = [place for place, units in zip(f.targets, f.attackers, strict=True) if unit in units]
    return Step(piece, joined[0], aside) if joined else None


def reaches(s: State) -> object:
    """In the last turn what comes before a pursuit is looked at to where that begins, and the pursuit to its end: what can be done
    then the verdict knows better than quick decisions do it. In the player turn before the last turn so is what comes before the
    pursuit."""
    stage = 2 if within(s, AirReturn) is not None else 1 if within(s, PursuitPhase) is not None else 0
    is_late = s.turn == last_turn(s) or (stage == 0 and s.turn == last_turn(s) - 1 and s.phasing == ALLIED)
    return (s.phasing, stage) if is_late else None


PLANS: Final = Plans(
    phases=(PlayerTurn,),
    aims=aims,
    serves=serves,
    step=step,
    lean=True,
    ahead=3,
    brief=2,
    reaches=reaches,
    sifted=True,
    sits=True,
    foresight=6,
    pace=1_100,
)
