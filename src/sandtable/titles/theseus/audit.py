"""Every broken invariant of a position, with its rule; and the caches made anew."""

from __future__ import annotations

from itertools import pairwise

from sandtable.kernel.play import Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.zones import Zones
from sandtable.titles.theseus.command import command_state, is_within_range
from sandtable.titles.theseus.edition import ASSIGNABLE, HQ, NONE, PERMANENT, SEA
from sandtable.titles.theseus.frames import Activation, Attack, March, Movement, Overstack, Retreat
from sandtable.titles.theseus.hidden import known_piles, piles_of
from sandtable.titles.theseus.stacking import is_overstacked
from sandtable.titles.theseus.state import DEAD, WAITING, Findings, State, hides, is_open, lay_zone
from sandtable.titles.theseus.supply import is_fed_by_road, network, road_limit


def rebuild(s: State) -> State:
    """A clone with all caches made from authoritative fields."""
    t = s.clone()
    t.zones = Zones(t.edition.hexes)
    for unit in range(t.edition.units):
        if t.where[unit] >= 0 and t.edition.has_zoc[unit] and not t.down[unit]:
            lay_zone(t, unit)
    t.found = Findings({}, {}, [{}, {}])
    find_again(t, s.found)
    return t


def find_again(s: State, known: Findings) -> None:
    """Asks anew whatever is known."""
    for side in (ALLIED, AXIS):
        if known.net[side]:
            network(s, side)
    for unit in known.cut:
        s.found.cut[unit] = command_state(s, unit)
    for unit, formation in known.near:
        is_within_range(s, unit, formation)
    for unit in known.fed:
        s.found.fed[unit] = is_fed_by_road(s, unit, road_limit(s, unit))


def audit(s: State) -> list[Refusal]:
    return [
        *audit_places(s), *audit_units(s), *audit_formations(s), *audit_markers(s), *audit_memory(s), *audit_caches(s),
    ]  # fmt: skip


def audit_places(s: State) -> list[Refusal]:
    """5.3 Stacks: no side mixed, on land, HQ on top, within the limits when nothing goes on."""
    e, wrong = s.edition, []
    for hex, units in s.at.items():
        id = e.grid.ids[hex]
        if any(s.where[u] != hex for u in units) or len(set(units)) != len(units):
            wrong.append(Refusal("5.3.1-a", f"the stack in {id} is not what its units say"))
        if len({e.side[u] for u in units}) > 1:
            wrong.append(Refusal("7.3.2-d", f"both sides are in {id}"))
        if e.terrain[hex] == SEA:
            wrong.append(Refusal("7.3.2-g", f"there are units at sea in {id}"))
        if any(e.kind[u] == HQ for u in units) and e.kind[units[0]] != HQ:
            wrong.append(Refusal("5.3.1-a", f"the HQ in {id} is not on top"))
        under_way = any(within(s, kind) is not None for kind in (March, Movement, Attack, Retreat, Overstack))
        if not under_way and is_overstacked(s, hex):
            wrong.append(Refusal("5.3.1-g", f"{id} is overstacked"))
    placed = sum([len(units) for units in s.at.values()])
    if placed != len([h for h in s.where if h >= 0]):
        wrong.append(Refusal("5.3.1-a", "a unit is in no stack, or in two"))
    return wrong


def audit_units(s: State) -> list[Refusal]:
    """Strengths, Disruption, belonging."""
    e, wrong = s.edition, []
    for u in range(e.pieces):
        id, on_map = e.unit_ids[u], s.where[u] >= 0
        if not 0 <= s.strength[u] <= e.strength[u]:
            wrong.append(Refusal("7.5.2.1-b", f"{id} has strength {s.strength[u]} of {e.strength[u]}"))
        if u < e.units and on_map and s.strength[u] == 0:
            wrong.append(Refusal("7.5.2.1-b", f"{id} has no strength left and is on the map"))
        if u < e.units and s.where[u] <= DEAD and s.strength[u] and s.agreed.scenario != 0:
            wrong.append(Refusal("7.5.2.1-b", f"{id} is out of play with strength left"))
        if s.down[u] and (u >= e.units or not on_map):
            wrong.append(Refusal("5.6-b", f"{id} is Disrupted and cannot be"))
        if e.independent[u] == PERMANENT and s.formation[u] != NONE:
            wrong.append(Refusal("5.5.2-b", f"{id} is assigned and never may be"))
        if e.independent[u] == ASSIGNABLE and s.formation[u] not in e.joins[u] and on_map:
            wrong.append(Refusal("5.5.2-a", f"{id} is on the map without a qualifying formation"))
        if e.independent[u] not in (PERMANENT, ASSIGNABLE) and s.formation[u] != e.home[u]:
            wrong.append(Refusal("5.5.1-a", f"{id} has left its formation"))
    return wrong


def audit_formations(s: State) -> list[Refusal]:
    e, wrong = s.edition, []
    for n in range(e.formations):
        id = e.formation_ids[n]
        if not 0 <= s.level[n] <= e.max_level[n]:
            wrong.append(Refusal("9.1.1-a", f"{id} has Activation Level {s.level[n]}"))
        units = [u for u in range(e.units) if s.formation[u] == n and s.where[u] > DEAD]
        if not units and s.where[e.units + n] > DEAD:
            wrong.append(Refusal("3.3-i", f"the HQ of {id} has no units left"))
        if units and s.where[e.units + n] <= DEAD:
            wrong.append(Refusal("3.3-i", f"{id} has units and no HQ"))
    for f in s.frames:
        if isinstance(f, Activation) and f.points < 0:
            wrong.append(Refusal("6.3.4-a", "more Action Points were spent than there were"))
    return wrong


def audit_markers(s: State) -> list[Refusal]:
    e, wrong = s.edition, []
    for hex in s.improved:
        units = [u for u in s.at.get(hex, ()) if u < e.units]
        if not units or any(s.down[u] for u in units):
            wrong.append(Refusal("7.7-b", f"{e.grid.ids[hex]} is in Improved Defence with nobody fit in it"))
    if any(not e.mines[h] for h in s.breached):
        wrong.append(Refusal("7.4-e", "a hex without mines is breached"))
    if s.schwerpunkt != NONE and s.where[e.units + s.schwerpunkt] <= DEAD:
        wrong.append(Refusal("5.9-c", "the Schwerpunkt lies on a formation without HQ"))
    if s.air & s.flown:
        wrong.append(Refusal("3.1.4-f", "an air unit is both Available and Flown"))
    if any(s.where[u] not in (WAITING, DEAD, -3) and s.where[u] < 0 for u in range(e.pieces)):
        wrong.append(Refusal("3.1-a", "a unit is nowhere"))
    return wrong


def audit_memory(s: State) -> list[Refusal]:
    """5.3.4 Whom the enemy sees he has seen; what he has not seen lies where he can suspect it."""
    e, wrong = s.edition, []
    for u in range(e.units):
        seen = s.seen >> u & 1
        if s.where[u] >= 0 and not seen and (is_open(s, u) or s.where[u] not in s.murky):
            wrong.append(Refusal("5.3.4-a", f"{e.unit_ids[u]} is said to be unseen and is not"))
        if s.where[u] >= 0 and s.strength[u] < e.strength[u] and not s.hurt >> u & 1:
            wrong.append(Refusal("5.3.4-b", f"{e.unit_ids[u]} is weakened, and nobody has seen how it could be"))
    if any(not hides(s, hex) for hex in s.murky):
        wrong.append(Refusal("5.3.4-a", "nothing can lie hidden where something is suspected"))
    return wrong


def audit_caches(s: State) -> list[Refusal]:
    t, wrong = rebuild(s), []
    if t.zones != s.zones:
        wrong.append(Refusal("5.4-a", "the zones of control are not what the units project"))
    if s.found.piles is not None:
        side, viewer, busy = s.found.piles[0][:3]
        if known_piles(s, side, viewer, busy) != piles_of(t, side, viewer, busy):
            wrong.append(Refusal("5.3.4-a", "what may lie hidden is not where it was found"))
    if t.found.cut != s.found.cut:
        wrong.append(Refusal("5.8-a", "a unit was found out of command and is not"))
    if t.found.near != s.found.near:
        wrong.append(Refusal("5.8-a", "a unit's Command Range is not what is remembered of it"))
    if t.found.fed != s.found.fed:
        wrong.append(Refusal("5.7.2-a", "the supply of an HQ or unit is not what is remembered of it"))
    for side in (ALLIED, AXIS):
        if s.found.net[side] and s.found.net[side] != network(t, side):
            wrong.append(Refusal("5.7.2-b", "the supply net is not what the sources feed"))
    if s.found.joined is not None and s.found.joined != network(t, AXIS).keys():
        wrong.append(Refusal("5.7.2-b", "what is joined to a source of the Axis is not the supply net"))
    if not all([is_path(s, path) for path in s.found.paths.values()]):
        wrong.append(Refusal("5.8.2-a", "a Command Path that is remembered is none on any map"))
    if not all([is_road(s, road) for road in s.found.roads.values()]):
        wrong.append(Refusal("5.7.2-b", "a supply road that is remembered is none on any map"))
    return wrong


def is_path(s: State, path: tuple[int, ...]) -> bool:
    """From hex to hex, over one Ridge or Wadi at most besides those of the first hex (5.8.2)."""
    kinds = [dict(s.edition.steps[a]).get(b, NONE) for a, b in pairwise(path)]
    return NONE not in kinds and sum(kinds[1:]) <= 1


def is_road(s: State, road: tuple[int, ...]) -> bool:
    """From hex to hex along links to a source, or to Tobruk."""
    ends = (*s.edition.sources[ALLIED], *s.edition.sources[AXIS], s.edition.tobruk)
    return all([b in s.edition.linked[a] for a, b in pairwise(road)]) and road[-1] in ends
