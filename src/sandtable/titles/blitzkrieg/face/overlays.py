"""7.1 Supply chains laid over the map, and what air reaches. Everything is open, so everybody may look at all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.face.story import both
from sandtable.face.view import Overlay, Way, Zone
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.air import air_range
from sandtable.titles.blitzkrieg.edition import members
from sandtable.titles.blitzkrieg.state import LRDF, State, stack_at
from sandtable.titles.blitzkrieg.supply import depots_of, net, open_to, payers, reach, supplied_boxes

NAMES = ("Allies", "Axis")


MOST = 4  # stacks or supply units that are told of one by one
ANYWHERE = -1  # no box is closed


def side_of(s: State, viewer: int, piece: str) -> int:
    """The side of the piece, else the viewer's; spectators look with the Axis."""
    e, unit = s.edition, s.names.numbers["unit"].get(piece, -1)
    if 0 <= unit < e.units:
        return e.side[unit]
    owners = [side for side in (ALLIED, AXIS) if e.units <= unit < e.units + e.boxes and s.dumps[side] >> unit - e.units & 1]
    return owners[0] if owners else viewer if viewer >= 0 else AXIS


def supply(s: State, viewer: int, piece: str) -> Overlay:
    """Of a piece: how it is supplied, or why it is not. Of a side: its chain, and who is outside."""
    e, side = s.edition, side_of(s, viewer, piece)
    good, fed = supplied_boxes(s, side), feeders(s, side)
    cut = {s.where[u] for u in e.troops[side] if 0 <= s.where[u] < e.boxes and not s.flags[u] & LRDF and not good >> s.where[u] & 1}
    loose = members(s.dumps[side] & ~net(s, side)[1])
    zones = (
        Zone("in supply", names(s, members(good & (1 << e.boxes) - 1))),
        Zone("out of supply", names(s, sorted(cut)), "bad"),
        Zone("supply units outside the chain", names(s, loose), "fair"),
    )
    at = box_of(s, piece)
    if at >= 0:
        unit = s.names.numbers["unit"][piece]
        title = f"Supply of {s.names.called('unit', unit)}"
        lives_without = unit < e.units and s.flags[unit] & LRDF
        told = f"{s.names.called('unit', unit)} is a Long Range Desert Force and needs no supply."
        notes: tuple[str, ...] = (told if lives_without else in_words(s, side, at, fed),)
    else:
        title = f"Supply of the {NAMES[side]}"
        notes = (*told_chain(s, side, fed), *some([in_words(s, side, box, fed) for box in (*sorted(cut), *loose)]))
    return Overlay(title, "7.1.3-a", tuple([zone for zone in zones if zone.spaces]), chain(s, side, fed), notes)


def box_of(s: State, piece: str) -> int:
    """The box in which a piece stands; below 0: none, or not on the map."""
    e, unit = s.edition, s.names.numbers["unit"].get(piece, -1)
    place = s.where[unit] if 0 <= unit < e.units else unit - e.units
    return place if unit >= 0 and 0 <= place < e.boxes else -1


def feeders(s: State, side: int) -> dict[int, int]:
    """7.1.3: the box of each depot and supply unit in the chain, with the one it is fed by; a depot with itself."""
    open, stores = open_to(s, side), net(s, side)[1]
    found = {depot: depot for depot in members(depots_of(s, side, open))}
    for here in (edge := list(found)):
        for there in members(reach(s.edition, here, open) & stores):
            if there not in found:
                found[there] = here
                edge.append(there)
    return found


def chain(s: State, side: int, fed: dict[int, int]) -> tuple[Way, ...]:
    open = open_to(s, side)
    return tuple([Way("supply chain", names(s, road_to(s, here, there, open))) for there, here in fed.items() if here != there])


def told_chain(s: State, side: int, fed: dict[int, int]) -> Iterator[str]:
    """A sentence for the depots, and one for all that each of them feeds."""
    if not fed:
        yield f"The {NAMES[side]} hold no depot that is open: nobody can be fed by land."
    for depot in [box for box, by in fed.items() if box == by]:
        links = [(by, [there for there, other in fed.items() if other == by != there]) for by in fed if source(fed, by) == depot]
        first, *more = [(by, there) for by, there in links if there] or [(depot, [])]
        units = f"the supply {'unit' if len(first[1]) == 1 else 'units'} in {listed(s, first[1])}" if first[1] else "no supply unit"
        yield (
            "; ".join([f"The depot {box(s, depot)} feeds {units}", *[f"{box(s, by)} feeds {listed(s, at)}" for by, at in more]])
            + "."
        )


def source(fed: dict[int, int], here: int) -> int:
    while fed[here] != here:
        here = fed[here]
    return here


def in_words(s: State, side: int, at: int, fed: dict[int, int]) -> str:
    """7.1.2-7.1.4, 7.4.6: how a box is supplied, or what is in the way."""
    e, open = s.edition, open_to(s, side)
    by = next((here for here in fed if reach(e, here, open) >> at & 1), None)
    alone = s.dumps[side] >> at & 1 and not stack_at(s, side, at)
    outside = f"The supply unit in {box(s, at)} is outside the chain" if alone else f"{box(s, at)} is out of supply"
    if fed.get(at) == at:
        return f"{box(s, at)} is a depot: who stands there is in supply."
    if by is not None:
        way = [by]
        while fed[way[-1]] != way[-1]:
            way.append(fed[way[-1]])
        stages = "" if len(way) == 1 else f", by the supply {'unit' if len(way) == 2 else 'units'} in {listed(s, way[-2::-1])}"
        return f"{box(s, at)} is in supply from the depot {box(s, way[-1])}{stages}."
    if supplied_boxes(s, side) >> at & 1:
        return f"{box(s, at)} is in supply by what lies in the box itself."
    near = [here for here in fed if reach(e, here, ANYWHERE) >> at & 1]
    shut = sorted({b for here in near for b in (*shared(s, here, at), *road_to(s, here, at, ANYWHERE)) if not open >> b & 1} - {at})
    if shut:
        return f"{outside}: enemies in {listed(s, shut)} close the road from {listed(s, near)}."
    figure = e.figure
    far = f"{figure['supply_range']} boxes ({figure['supply_range_major']} by major roads)"
    return f"{outside}: no depot or supply unit of the chain lies within {far}."


def box(s: State, at: int) -> str:
    return s.names.called("box", at)


def listed(s: State, boxes: Sequence[int]) -> str:
    return both([box(s, at) for at in boxes])


def some(sentences: Sequence[str]) -> tuple[str, ...]:
    more = len(sentences) - MOST
    return (
        (*sentences[:MOST], f"{more} more {'box is' if more == 1 else 'boxes are'} not supplied.") if more > 0 else tuple(sentences)
    )


def road_to(s: State, here: int, there: int, open: int) -> list[int]:
    """7.1.4: the boxes of a link: by any road if there are two of them, else by major roads."""
    if s.edition.around[here] >> there & 1:
        return [here, there]
    between = [box for box in shared(s, here, there) if open >> box & 1]
    return [here, between[0], there] if between else by_major_road(s, here, there, open)


def shared(s: State, here: int, there: int) -> tuple[int, ...]:
    """The boxes beside both."""
    return members(s.edition.around[here] & s.edition.around[there])


def by_major_road(s: State, here: int, there: int, open: int) -> list[int]:
    came = {here: here}
    edge = [here]
    for box in edge:
        for near in members(s.edition.major_around[box] & open):
            if near not in came:
                came[near] = box
                edge.append(near)
    way = [there]
    while way[-1] != here:
        way.append(came[way[-1]])
    return way[::-1]


def pay(s: State, viewer: int, piece: str) -> Overlay:
    """7.4.1: boxes in which a battle could be paid for now."""
    side = side_of(s, viewer, piece)
    able = [box for box in range(s.edition.boxes) if payers(s, side, box)]
    title = f"Battles that the {NAMES[side]} can supply"
    return zoned(
        title, "7.4.1-a", "a supply unit is in range", names(s, able), "No supply unit is in the chain: no battle can be paid for."
    )


def zoned(title: str, rule: str, text: str, spaces: tuple[str, ...], none: str) -> Overlay:
    """One zone, or a sentence that there is none."""
    return Overlay(title, rule, (Zone(text, spaces),)) if spaces else Overlay(title, rule, notes=(none,))


def air(s: State, viewer: int, piece: str) -> Overlay:
    side = side_of(s, viewer, piece)
    reached = names(s, members(air_range(s, side)))
    return zoned(f"Air range of the {NAMES[side]}", "11.6-a", "in range", reached, "Aircraft reach nothing: no HQ, no depot.")


def names(s: State, boxes: Sequence[int]) -> tuple[str, ...]:
    return tuple([s.edition.box_rows[box].id for box in boxes])
