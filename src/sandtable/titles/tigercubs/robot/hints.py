"""What spares computer players the looking ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.play import Option, decider, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BAI, CAS, PORT, RAIL, TRANSFER
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import (
    IN_MOVEMENT,
    IN_PURSUIT,
    Combat,
    CombatPhase,
    Move,
    MovementPhase,
    PursuitPhase,
    Reaction,
    Units,
)
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, QUARTERMASTER
from sandtable.titles.tigercubs.movement_allowance import cannot_move, is_stuck
from sandtable.titles.tigercubs.movement_step import may_go_on
from sandtable.titles.tigercubs.robot.judge import has_terminal, in_store, needed
from sandtable.titles.tigercubs.robot.judge_air import is_far_back, is_pointless
from sandtable.titles.tigercubs.robot.judge_combat import keys, overrun_pays, worth_of
from sandtable.titles.tigercubs.robot.judge_reach import is_post, lifelines_of, ratio_at, ratio_of
from sandtable.titles.tigercubs.robot.judge_risk import HUNT, is_asked_again, is_base_in_danger, last_turn
from sandtable.titles.tigercubs.sequence_combat import OVERRUN_ACTS
from sandtable.titles.tigercubs.state import State, has_combat_unit, units_in
from sandtable.titles.tigercubs.supply import is_free
from sandtable.titles.tigercubs.surprise import chances

EAGER: Final = ("provide", "equip", "home", "fly_on")
DIE: Final = range(1, 11)
IDLE: Final = (
    "join", "spare", "split", "assemble", "cut", "bridge", "remove", "break", "load", "fill", "unload", "pour",
    "hoist", "lower", "embark", "general", "ration", "offensive", "aviation", "arm", "fuel", "by_day",
    "determined", "jettison", "cancel", "ignore", "air",
)  # fmt: skip
HOPELESS: Final = 0.5  # times the defence: whoever attacks with less only loses by it
FLOWN: Final = (AIRBASE, BAI, PORT, RAIL, CAS)


def is_eager(s: State, o: Option) -> bool:
    """Supply as the program proposes it, aircraft home to their own bases, staffs that raiders leave behind, surprise where it
    promises more than it risks, and an objective that was fought for."""
    if o[0] == "occupy":
        return takes_objective(s)
    return o[0] in EAGER or (o[0] == "drop" and is_of_no_use(s, o[1])) or (o[0] == "surprise" and surprise_promises(s) > 0)


def is_idle(s: State, o: Option) -> bool:
    """Matters of taste; units that have moved, or that march with their stack; attacks at hopeless odds; missions that lead to
    nothing in so short a war."""
    if o[0] == "fly":
        kind = s.edition.mission_rows[o[1]].id
        return not anybody_misplaced(s) if kind == TRANSFER else kind not in FLOWN or is_pointless(s, decider(s), kind)
    if o[0] in ("emplace", "revert"):
        return s.edition.role[o[1]] != QUARTERMASTER or s.turn == last_turn(s)  # it would be ready when all is over
    if o[0] == "overrun" and isinstance(s.frames[-1], Move):
        return not overrun_pays(s, s.frames[-1], o[1])
    if o[0] == "sail":
        return is_needless(s, o[1], o[2])
    if o[0] == "surprise":
        return surprise_promises(s) <= 0
    if o[0] == "drop":
        return not is_of_no_use(s, o[1])
    f = s.frames[-1] if s.frames else None
    if isinstance(f, (MovementPhase, PursuitPhase)):
        if o[0] == "move":
            return stays(s, f, o[1]) or is_hemmed_in(s, f, (o[1],)) or is_out_of_work(s, f, o[1])
        if o[0] == "march":
            return is_garrison(s, o[1]) or is_hemmed_in(s, f, tuple([u for u in units_in(s, o[1]) if s.phase_start[u] == o[1]]))
    if o[0] in ("attack", "assault") and isinstance(f, CombatPhase):
        return ratio_at(s, f.side, o[1] if o[0] == "assault" else o[2]) < HOPELESS
    if o[0] == "declared" and isinstance(f, CombatPhase):
        sent = zip(f.targets, f.attackers, strict=True)
        return any([ratio_of(s, f.side, target, units) < HOPELESS for target, units in sent])
    if o[0] in ("react", "counter"):
        return leaves_the_source(s, [o[1]] if o[0] == "react" else units_in(s, o[1]))
    if o[0] == "halt" and isinstance(f, Move):
        return not any([s.spent[u] for u in f.units])  # who sets out goes somewhere
    if o[0] == "rest" and isinstance(f, Reaction):
        return s.where[f.units[0]] == f.start  # likewise
    return o[0] in IDLE


def is_needless(s: State, start: int, goal: int) -> bool:
    """A voyage with nothing to ship, or to where it is not needed: supplies go to terminals, and to who is fed by none."""
    if not in_store(s, start) or has_terminal(s, start):
        return True
    return not has_terminal(s, goal) and in_store(s, goal) >= needed(s, goal)


def takes_objective(s: State) -> bool:
    """Or a terminal; and no objective of its own is left for it."""
    f = within(s, Combat)
    if f is None or s.owner[f.target] == f.side or not (worth_of(s, f.target) or has_terminal(s, f.target)):
        return False
    return not keys(s, tuple([u for u in f.attackers if s.where[u] >= 0]))


def stays(s: State, f: MovementPhase | PursuitPhase, unit: int) -> bool:
    """It has moved, or belongs to a stack that goes together. In the last pursuit each goes where there is something to take."""
    where = s.where[unit]
    if s.spent[unit] or where != s.phase_start[unit]:
        return True
    if isinstance(f, PursuitPhase) and s.turn == last_turn(s):
        return False
    return (
        len(units_in(s, where)) > 1
        and where < s.edition.sheet
        and not is_garrison(s, where)
        and s.edition.role[unit] == COMBAT_UNIT
    )


def leaves_the_source(s: State, units: Sequence[int]) -> bool:
    """Nobody would be left to keep the enemy off the place where all supply comes from, while he may still come."""
    e, place = s.edition, s.where[units[0]]
    if place not in lifelines_of(s, e.side[units[0]]):
        return False
    return any([e.weighs[u] for u in units]) and not any([e.weighs[u] and u not in units for u in units_in(s, place)])


def is_out_of_work(s: State, f: MovementPhase | PursuitPhase, unit: int) -> bool:
    """A staff or a quartermaster in the last player turn of its side, unless the enemy is about to catch it: supplies have been
    handed out. Only a staff that gives Offensive Supply moves up once more, before the last attack."""
    if s.edition.role[unit] == COMBAT_UNIT or s.turn < last_turn(s):
        return False
    if isinstance(f, MovementPhase) and s.offensive[unit] and not is_free(s, f.side):
        return False
    return not is_asked_again(s, other(f.side)) or not is_in_danger(s, unit)


def is_of_no_use(s: State, unit: int) -> bool:
    """A staff or a quartermaster that a stack would take along although it has nothing to do any more, and is safe where it is."""
    f, phase = s.frames[-1], s.frames[-2] if len(s.frames) > 1 else None
    if s.turn < last_turn(s) or s.edition.role[unit] == COMBAT_UNIT or s.spent[unit]:
        return False
    if not isinstance(f, Move) or not isinstance(phase, (MovementPhase, PursuitPhase)) or len(f.units) < 2:
        return False
    if isinstance(phase, MovementPhase) and s.offensive[unit] and not is_free(s, f.side):
        return False
    return not is_asked_again(s, other(f.side)) or not is_in_danger(s, unit, f.units)


def is_in_danger(s: State, unit: int, gone: Sequence[int] = ()) -> bool:
    """Enemies are near, and nobody is with it who could keep them off when these have gone."""
    e, side, where = s.edition, s.edition.side[unit], s.where[unit]
    if where >= e.sheet or any([e.weighs[u] and u not in gone for u in units_in(s, where)]):
        return False
    hexes = distances(e, where)
    return any([place < e.sheet and hexes[place] <= HUNT and has_combat_unit(s, place, other(side)) for place in s.stack])


def is_hemmed_in(s: State, f: MovementPhase | PursuitPhase, units: Units) -> bool:
    """It could set out, but nowhere can it go and nobody can it overrun. Of a stack some may go where others cannot."""
    phase = IN_MOVEMENT if isinstance(f, MovementPhase) else IN_PURSUIT
    for unit in units:
        alone = Move(f.side, (unit,), phase)
        if cannot_move(s, f.side, unit, phase) is not None or is_stuck(s, unit, phase):
            continue
        if s.where[unit] >= s.edition.sheet or may_go_on(s, alone):
            return False
    together = Move(f.side, tuple([u for u in units if cannot_move(s, f.side, u, phase) is None]), phase)
    return not any(act.why_not(s, together, *o) is None for act in OVERRUN_ACTS for o in act.candidates(s, together))


def surprise_promises(s: State) -> float:
    """What an attempt at surprise adds to the die of the combat, on average."""
    f = within(s, Combat)
    if f is None:
        return 0.0
    e = s.edition
    effects = {"S": e.modifier["ground", "surprise"].value, "F*": e.modifier["ground", "surprise_backfires"].value}
    sure = chances(s, f).total
    rows = [max([row for row in e.success_rows if row.low <= die + sure], key=lambda row: row.low).id for die in DIE]
    return float(sum([effects.get(row, 0) for row in rows])) / len(DIE)


def anybody_misplaced(s: State) -> bool:
    """Whether an air unit of the side that decides can do nothing from its base, or may lose it."""
    side = decider(s)
    airs = s.edition.air_of_side[side]
    bases = {s.base[air] for air in airs if s.base[air] >= 0 and not s.flown[air]}
    return any([is_far_back(s, air) for air in airs]) or any([is_base_in_danger(s, base, side) for base in bases])


def is_garrison(s: State, place: int) -> bool:
    """In an objective, or where all supply comes from, units go one by one, so that somebody stays."""
    return is_post(s, s.edition.side[units_in(s, place)[0]], place)


HINTS: Final = Hints(
    strides=(
        "go", "halt", "overrun", "depart", "stride", "rest", "over", "bridge_to", "assign", "escort", "send", "attack", "assault",
        "recall", "declared", "lose", "retreat", "withdraw", "onward", "shrink", "advance", "occupy", "done", "ship", "freight",
        "intercept", "land", "toil", "share", "feed", "pay", "by_night",
    ),
    actions=("move", "march", "fly", "build", "emplace", "revert", "entrain", "sail", "react", "counter", "done", "pass"),
    eager=is_eager,
    idle=is_idle,
    ends=18,
    lasting=True,
    unbroken=True,
)  # fmt: skip
