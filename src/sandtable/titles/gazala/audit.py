"""Every broken invariant of a position, with its rule: empty for every position that play can reach."""

from __future__ import annotations

from sandtable.kernel.play import Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.chits import is_withdrawn
from sandtable.titles.gazala.edition import FIRST_ACTION_CHIT, INFANTRY
from sandtable.titles.gazala.frames import ActionPhase, Retreat, Stacking, Turn
from sandtable.titles.gazala.minefields import markers_left
from sandtable.titles.gazala.state import DEAD, ISOLATED, OFF, SUPPLIED, UNKNOWN, WITHDRAWN, State, crowded, renew_caches
from sandtable.titles.gazala.supply import network


def audit(s: State) -> list[Refusal]:
    return [*audit_units(s), *audit_hexes(s), *audit_chits(s), *audit_minefields(s), *audit_tracks(s), *audit_caches(s)]


def audit_units(s: State) -> list[Refusal]:
    """No unit is lost from sight; steps and markers fit the place it is in."""
    e = s.edition
    found: list[Refusal] = []
    for unit, hex in enumerate(s.where):
        name = e.names.text("unit", unit)
        if not WITHDRAWN <= hex < e.size:
            found.append(Refusal("2.0-a", f"{name} is nowhere: {hex}"))
        if (s.steps[unit] == 0) != (hex == DEAD) or not 0 <= s.steps[unit] <= e.full[unit]:
            found.append(Refusal("11.0-ac", f"{name} has {s.steps[unit]} of {e.full[unit]} steps at {hex}"))
        if hex < 0 and (s.used[unit] or s.disrupted[unit] or s.supply[unit] != SUPPLIED):
            found.append(Refusal("8.3-e", f"{name} is off the map and carries a marker"))
        if not SUPPLIED <= s.supply[unit] <= ISOLATED:
            found.append(Refusal("5.0-g", f"{name} has the supply state {s.supply[unit]}"))
        if hex == WITHDRAWN and e.formation[unit] not in s.withdrawn:
            found.append(Refusal("13.7-c", f"{name} is withdrawn, its formation is not"))
        if hex == OFF and e.formation[unit] in s.withdrawn:
            found.append(Refusal("13.7-c4", f"{name} waits, but its formation is withdrawn"))
    return found


def audit_hexes(s: State) -> list[Refusal]:
    """Sides never share a hex, nobody stands where it may not be, and stacks are right when nobody is on the move."""
    e = s.edition
    found: list[Refusal] = []
    acting = within(s, ActionPhase)
    falling = within(s, Retreat) is not None or within(s, Stacking) is not None
    for hex, there in enumerate(s.stack):
        sides = {e.side[u] for u in there}
        if len(sides) > 1:
            found.append(Refusal("8.0-n", f"both sides are in {e.hexes.ids[hex]}"))
        moving = acting is not None and acting.side in sides
        if there and crowded(s, there) and not moving and not falling:
            found.append(Refusal("10.0-a", f"{e.hexes.ids[hex]} is over-stacked"))
        for unit in there:
            if e.side[unit] == ALLIED and e.prohibited[hex]:
                found.append(Refusal("8.1-a", f"{e.names.text('unit', unit)} is in the prohibited zone"))
            if e.bracketed[unit] and not e.area_69[hex]:
                found.append(Refusal("8.2-a", f"{e.names.text('unit', unit)} is outside its area"))
    return found


def audit_chits(s: State) -> list[Refusal]:
    """Every chit of the turn is in the cup, the box, on the track or played, once."""
    e = s.edition
    found: list[Refusal] = []
    if not s.cups[ALLIED] and not s.track[ALLIED] and not s.played[ALLIED]:
        return found  # set-up: no cup has been filled yet
    for side in (ALLIED, AXIS):
        tactical = sorted([c for c in (*s.cups[side], *s.boxes[side], *s.played[side]) if c < FIRST_ACTION_CHIT])
        if tactical != list(e.tactical_chits[side]):
            found.append(Refusal("4.0-c", f"side {side} has the Tactical Chits {tactical}"))
        left = [c for c in e.action_chits[s.turn][side] if not is_withdrawn(s, c)]
        action = [c for c in (*s.cups[side], *s.track[side]) if c >= FIRST_ACTION_CHIT and not is_withdrawn(s, c)]
        if sorted(action) != sorted(left):
            found.append(Refusal("4.0-b", f"side {side} has the Action Chits {action}"))
        if any(is_withdrawn(s, c) for c in s.cups[side]):
            found.append(Refusal("13.7-c2", "the chit of a withdrawn formation is in the cup"))
    return found


def audit_minefields(s: State) -> list[Refusal]:
    e = s.edition
    found: list[Refusal] = []
    if markers_left(s) < 0:
        found.append(Refusal("14.1-c", "there are too many breach markers"))
    for unit, target in s.works:
        here = s.where[unit]
        if here < 0 or e.side[unit] != AXIS or e.type[unit] != INFANTRY or target not in e.way[here]:
            found.append(Refusal("14.1-e", f"{e.names.text('unit', unit)} cannot be breaching"))
    for _, first, second in s.breaches:
        if not {first, second} - {-1} <= e.mined_sides[s.laid]:
            found.append(Refusal("14.1-d", "a breach is where no minefield is"))
    return found


def audit_tracks(s: State) -> list[Refusal]:
    e = s.edition
    found: list[Refusal] = []
    if not 0 <= s.points <= e.points["track limit"].points:
        found.append(Refusal("16.0-c", f"the Axis have {s.points} points on the track"))
    if not 1 <= s.turn <= e.scenario_rows[s.scenario].last_turn:
        found.append(Refusal("17.0-S1-a", f"turn {s.turn} is not in this scenario"))
    if min(s.actions) < 0 or max(s.activations) > 2:
        found.append(Refusal("7.0-h", f"actions {s.actions}, activations {s.activations}"))
    if s.tanks and not isinstance(s.frames[-1] if s.frames else None, Turn) and within(s, Turn) is None:
        found.append(Refusal("15.0-j", "replacements were kept"))
    return found


def rebuild(s: State) -> State:
    """A clone with everything derived made anew."""
    twin = s.clone()
    renew_caches(twin)
    twin.nets = [UNKNOWN, UNKNOWN]
    for side in (ALLIED, AXIS):
        network(twin, side)
    return twin


def audit_caches(s: State) -> list[Refusal]:
    anew = rebuild(s)
    found: list[Refusal] = []
    if (anew.stack, anew.zones, anew.mines, anew.axis_ways) != (s.stack, s.zones, s.mines, s.axis_ways):
        found.append(Refusal("9.0-a", "stacks, zones or mines differ from what the units and markers say"))
    if anew.nets != s.nets:
        found.append(Refusal("5.0-b", "the hexes that supply reaches are not what is remembered of them"))
    return found
