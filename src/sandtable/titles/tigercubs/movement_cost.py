"""7.C.1, 7.F What a step costs: ground, roads and tracks, bridges, zones of influence, interdiction, ways out of a box."""

from __future__ import annotations

from sandtable.maps.zones import NO_ZONE
from sandtable.titles.tigercubs.frames import IN_PURSUIT, IN_REACTION
from sandtable.titles.tigercubs.interdiction import interdiction
from sandtable.titles.tigercubs.movement_allowance import allowance, has_stayed, on_foot_allowance
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import LEFT_LINE, State, enemy_zone


def extra_cost(s: State, side: int, here: int, there: int) -> int:
    """7.C.1.d, 8.E.1.b.ii What zones of influence and interdiction add to a step."""
    e = s.edition
    extra = 0
    felt = enemy_zone(s, side, here) if here < e.sheet else NO_ZONE
    if felt != NO_ZONE:
        beyond = enemy_zone(s, side, there) if there < e.sheet else NO_ZONE
        row = e.zone_rows[max(felt, beyond) - 1]
        extra = (row.leave if beyond == NO_ZONE else row.between) * MP
    if s.interdicted:
        level = interdiction(s, side, there)
        if level:
            extra += int(next(row.mp for row in e.interdiction_rows if row.level == level) * MP)
    return extra


def ground_cost(s: State, unit: int, here: int, there: int) -> int:
    """7.C.1, 7.F By road and track where there is one; 5.A.3.b a semi-motorised unit never does better by its own symbol."""
    e, kind = s.edition, s.edition.move_class[unit]
    if s.bridges_down and here < e.sheet and there in e.bridge_hexes[here] and e.hexside(here, there) in s.bridges_down:
        return e.off_road[kind][here][there]
    return e.by_line[kind][here][there]


def step_cost(s: State, unit: int, here: int, there: int) -> int:
    return ground_cost(s, unit, here, there) + extra_cost(s, s.edition.side[unit], here, there)


def is_lined(s: State, here: int, there: int) -> bool:
    """Along a road or a track."""
    return there in s.edition.road[here] or there in s.edition.track[here]


def can_pay(s: State, unit: int, left: int, phase: int, here: int, there: int, extra: int) -> bool:
    """`extra`: what zones and interdiction add to the step."""
    if is_exit(s, here, there):
        return left >= exit_owed(s, unit, here, there)
    cost = ground_cost(s, unit, here, there) + extra
    return cost <= points_towards(s, unit, left, phase, here, there) or (phase != IN_REACTION and has_stayed(s, unit))


def points_towards(s: State, unit: int, left: int, phase: int, here: int, there: int) -> int:
    """5.A.3.b-c What it has left for a step: on foot, where a semi-motorised unit leaves the lines in its pursuit."""
    if leaves_lines(s, unit, phase, here, there):
        left = max(0, min(left, on_foot_allowance(s, unit) - s.spent[unit]))
    return left


def leaves_lines(s: State, unit: int, phase: int, here: int, there: int) -> bool:
    return phase == IN_PURSUIT and s.edition.semi[unit] and not is_lined(s, here, there)


def exit_owed(s: State, unit: int, here: int, there: int) -> int:
    """BOX-a What is still to be paid for an exit, in quarters."""
    way = s.edition.map.exit(here, there)
    assert way is not None
    return way.cost * MP - (s.exit_paid[unit] if s.exit_to[unit] == there else 0)


def is_exit(s: State, here: int, there: int) -> bool:
    return here >= s.edition.sheet or there >= s.edition.sheet


def pay(s: State, unit: int, phase: int, here: int, there: int) -> None:
    """What a step costs; the one-hex move takes everything (7.C.1.a)."""
    cost, points = step_cost(s, unit, here, there), allowance(s, unit, phase)
    if leaves_lines(s, unit, phase, here, there):
        s.did[unit] |= LEFT_LINE
        points = on_foot_allowance(s, unit)
    s.spent[unit] = max(points, MP) if s.spent[unit] + cost > points else s.spent[unit] + cost
