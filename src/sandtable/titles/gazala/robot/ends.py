"""To what end a side says something, in words: what its plan leads to, or what a single answer is good for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sandtable.face.story import both
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Option, decider, inner, take
from sandtable.kernel.sides import AXIS
from sandtable.titles.gazala.combat import targets
from sandtable.titles.gazala.edition import ANTI_TANK, COMBAT, NORTH
from sandtable.titles.gazala.frames import Attack, Move, Rebuilding
from sandtable.titles.gazala.state import State

FEW: Final = 2  # ends that are named
COURSE: Final = ("activate", "single", "extra", "ready", "arrive", "move", "go", "halt", "attack", "end")  # what shows in the end
CHIT: Final = "save the point that the chit costs if it is not played"


def ends(s: State, said: Sequence[Option]) -> tuple[str, ...]:
    """Of a plan that begins now."""
    first = said[0]
    if first[0] in COURSE:
        return course(s, said)[:FEW]
    told = ANSWERS.get(first[0])
    text = told(s, first[1], first[2]) if told is not None else ""
    return (text,) if text else ()


# What a plan leads to


def course(s: State, said: Sequence[Option]) -> tuple[str, ...]:
    """Attacks, places that score, breaches that are spoilt; and if nothing of that, whom it closes in on."""
    here, found, moved = s.clone(), list[str](), list[int]()
    for o in said:
        f = here.frames[-1]
        if isinstance(f, Move) and o[0] == "attack":
            by_another = f" with {here.names.called('unit', f.unit)}" if said[0][0] == "move" and said[0][1] != f.unit else ""
            found.append(f"attack {places(here, targets(here, f.unit, here.where[f.unit]))}{by_another}")
        if isinstance(f, Move):
            moved.append(f.unit)
        try:
            take(here, o, NoDice())
        except ScriptError:  # the die decides what comes next
            break
    units = [u for u in dict.fromkeys(moved) if here.where[u] >= 0 and here.where[u] != s.where[u]]
    found += [text for u in units if (text := reached(here, u))]
    if not found:
        found = [f"close in on {places(here, near)}" for u in units[-1:] if (near := targets(here, u, here.where[u]))]
    return tuple(dict.fromkeys(found))


def reached(s: State, unit: int) -> str:
    """What a unit is good for where it stands now."""
    e, hex = s.edition, s.where[unit]
    name = s.names.called("hex", hex)
    if hex == e.el_adem or any([hex == goal for goal, _ in e.objectives[s.scenario]]):
        return f"hold {name}"
    if e.side[unit] == AXIS:
        return "reach the north edge" if NORTH in e.edges[hex] else ""
    return f"spoil the breach at {name}" if any([hex == box for _, box in s.works]) else ""


def places(s: State, units: Sequence[int]) -> str:
    return both([s.names.called("hex", hex) for hex in sorted({s.where[u] for u in units})])


# What an answer is good for


def battle(s: State) -> str:
    return both([s.names.called("hex", hex) for hex in inner(s, Attack).hexes])


def joins(s: State, _a: int, _b: int) -> str:
    return f"attack {battle(s)}"


def plays_combat(s: State, _a: int, _b: int) -> str:
    return f"{'help' if decider(s) == inner(s, Attack).side else 'spoil'} the attack on {battle(s)}"


def plays_guns(s: State, _a: int, _b: int) -> str:
    return "knock out tanks of the Allies"


def keeps_chits(s: State, _a: int, _b: int) -> str:
    return "keep the chit for a better occasion" if {COMBAT, ANTI_TANK} & set(s.boxes[decider(s)]) else ""


def bombs(s: State, unit: int, _: int) -> str:
    return f"weaken {s.names.called('unit', unit)} from the air"


def loses(s: State, unit: int, _: int) -> str:
    return "lose the step where it costs least"


def disrupts(s: State, unit: int, _: int) -> str:
    return "spare the units that are needed more"


def gives_up(s: State, unit: int, _: int) -> str:
    return f"keep those in {s.names.called('hex', s.where[unit])} that are worth more"


def falls_back(s: State, _a: int, _b: int) -> str:
    return "fall back to where the enemy can do least"


def leaves(s: State, _a: int, _b: int) -> str:
    return "save the steps, which would count for the enemy"


def advances(s: State, unit: int, hex: int) -> str:
    return f"take {s.names.called('hex', hex)}"


def replaces(s: State, unit: int, _: int) -> str:
    return f"make good a lost step of {s.names.called('unit', unit)}, which counts for the enemy no more"


def comes_back(s: State, hex: int, _: int) -> str:
    return f"have {s.names.called('unit', inner(s, Rebuilding).unit)} back in the field"


def withdraws(s: State, formation: int, _: int) -> str:
    return CHIT


def breaches(s: State, unit: int, box: int) -> str:
    return f"breach the minefield at {s.names.called('hex', box)}"


def goes_first(s: State, side: int, _: int) -> str:
    return "act before the enemy can" if side == decider(s) else "see first what the enemy does"


ANSWERS: Final[dict[str, Callable[[State, int, int], str]]] = {
    "join": joins,
    "enough": joins,
    "combat": plays_combat,
    "antitank": plays_guns,
    "nomore": keeps_chits,
    "bomb": bombs,
    "lose": loses,
    "disrupt": disrupts,
    "remove": gives_up,
    "retreat": falls_back,
    "together": falls_back,
    "back": falls_back,
    "further": falls_back,
    "rest": falls_back,
    "off": leaves,
    "advance": advances,
    "strengthen": replaces,
    "rebuild": replaces,
    "rebuilt": comes_back,
    "withdraw": withdraws,
    "pledge": withdraws,
    "breach": breaches,
    "first": goes_first,
}
