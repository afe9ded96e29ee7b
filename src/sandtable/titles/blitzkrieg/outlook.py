"""What a position promises beyond what one sees in a player-turn: 15.3.1, who can be at Beda Fomm when it counts."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.edition import OCONNOR, members
from sandtable.titles.blitzkrieg.state import LRDF, State

LAST: Final = 0.2  # what scouts are worth that can be there in the last player-turn
SECOND: Final = 0.3  # of that for the second one
EARLIER: Final = 0.3  # of that for each turn before
BARRED: Final = 0.25  # of that where Italians hold it
TURN: Final = 6  # boxes that a scout goes in a player-turn
SEEN: Final = 3  # boxes from which one is hunted
BY_DISTANCE: Final = (0.4, 0.4, 0.5, 0.7, 1.0, 1.0, 1.0, 0.6, 0.3, 0.2)  # how sure it is that one comes there in time


def outlook(s: State, side: int) -> float:
    if s.scenario != OCONNOR:
        return 0.0
    hope = scouting(s)
    return hope if side == ALLIED else -hope


def scouting(s: State) -> float:
    """The Allies move last: a Long Range Desert Force that waits a player-turn away need not hold Beda Fomm before that."""
    e, left = s.edition, turns_to_go(s)
    if left < 1:
        return 0.0
    far = sorted([distance for distance in ways_to(s, e.beda_fomm, scouts_of(s)) if distance < len(BY_DISTANCE)])
    sure = sorted([BY_DISTANCE[distance] for distance in far], reverse=True)[: e.figure["lrdf"]]
    hope = sum([LAST * one * SECOND**n for n, one in enumerate(sure)])
    if s.occupied[AXIS] >> e.beda_fomm & 1:
        hope *= BARRED
    return hope * EARLIER ** (left - 1)


def turns_to_go(s: State) -> int:
    """Player-turns that the Allies have after this one."""
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


def scouts_of(s: State) -> list[int]:
    """Where those are who are Long Range Desert Forces or may become so."""
    e = s.edition
    found = [u for u in e.recon[ALLIED] if 0 <= s.where[u] < e.boxes]
    named = [u for u in found if s.flags[u] & LRDF]
    return [s.where[u] for u in (named if len(named) >= e.figure["lrdf"] else found)]


def ways_to(s: State, target: int, starts: list[int]) -> list[int]:
    """How far each start is from the target by boxes without enemies; too far, if there is no way."""
    e, closed, found = s.edition, s.occupied[AXIS], 1 << target
    edge, steps, far = found, 0, {target: 0}
    while edge and steps < len(BY_DISTANCE):
        steps, step = steps + 1, 0
        for box in members(edge):
            step |= e.around[box]
        edge = step & ~found & ~closed
        found |= edge
        far |= dict.fromkeys(members(edge), steps)
    return [far.get(start, len(BY_DISTANCE)) for start in starts]


def stages(s: State) -> list[int]:
    """Boxes without enemies from which a scout can go to Beda Fomm in a player-turn, and is not hunted so far."""
    e = s.edition
    return [box for box in range(e.boxes) if SEEN < e.distance[e.beda_fomm][box] <= TURN and not s.occupied[AXIS] >> box & 1]
