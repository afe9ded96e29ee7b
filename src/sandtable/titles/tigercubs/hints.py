"""What spares computer players the looking ahead."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Option, decider
from sandtable.kernel.robot import Hints
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BAI, CAS, PORT, TRANSFER
from sandtable.titles.tigercubs.frames import Move, MovementPhase, PursuitPhase
from sandtable.titles.tigercubs.judge_air import is_far_back
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, QUARTERMASTER
from sandtable.titles.tigercubs.state import State, units_in

EAGER: Final = ("provide", "equip", "home", "fly_on")
IDLE: Final = (
    "drop", "join", "spare", "split", "assemble", "cut", "bridge", "remove", "break", "load", "fill", "unload", "pour",
    "revert", "hoist", "lower", "embark", "general", "ration", "offensive", "aviation", "arm", "fuel", "by_day",
    "determined", "jettison", "cancel", "ignore", "air",
)  # fmt: skip
FLOWN: Final = (AIRBASE, BAI, PORT, CAS)


def is_eager(s: State, o: Option) -> bool:
    """Supply as the program proposes it, and aircraft home to their own bases."""
    return o[0] in EAGER


def is_idle(s: State, o: Option) -> bool:
    """Matters of taste; units that have moved, or that march with their stack; missions that lead to nothing in so short a war."""
    if o[0] == "fly":
        kind = s.edition.mission_rows[o[1]].id
        return not anybody_far_back(s) if kind == TRANSFER else kind not in FLOWN
    if o[0] == "emplace":
        return s.edition.role[o[1]] != QUARTERMASTER
    f = s.frames[-1] if s.frames else None
    if isinstance(f, (MovementPhase, PursuitPhase)):
        if o[0] == "move":
            return stays(s, o[1])
        if o[0] == "march":
            return is_garrison(s, o[1])
    if o[0] == "halt" and isinstance(f, Move):
        return not any([s.spent[u] for u in f.units])  # who sets out goes somewhere
    return o[0] in IDLE


def stays(s: State, unit: int) -> bool:
    """It has moved, or belongs to a stack that goes together."""
    where = s.where[unit]
    if s.spent[unit] or where != s.phase_start[unit]:
        return True
    return (
        len(units_in(s, where)) > 1
        and where < s.edition.sheet
        and not is_garrison(s, where)
        and s.edition.role[unit] == COMBAT_UNIT
    )


def anybody_far_back(s: State) -> bool:
    """Whether an air unit of the side that decides can do nothing from its base."""
    return any([is_far_back(s, air) for air in s.edition.air_of_side[decider(s)]])


def is_garrison(s: State, place: int) -> bool:
    """In an objective units go one by one, so that somebody stays."""
    return any(hex == place for hex, _ in s.edition.objectives[s.agreed.scenario])


HINTS: Final = Hints(
    strides=(
        "go", "halt", "overrun", "depart", "stride", "rest", "over", "bridge_to", "assign", "escort", "send", "attack", "assault",
        "recall", "declared", "lose", "retreat", "withdraw", "onward", "shrink", "advance", "occupy", "done", "ship", "freight",
        "intercept", "land", "toil", "share", "feed", "pay", "by_night",
    ),
    actions=("move", "march", "fly", "build", "emplace", "entrain", "sail", "react", "counter", "done", "pass"),
    eager=is_eager,
    idle=is_idle,
    unbroken=True,
)  # fmt: skip
