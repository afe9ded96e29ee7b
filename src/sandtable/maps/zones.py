"""Zones of control: hexes around a unit that its enemies feel. Kept with every unit that comes or goes, never searched for.

A title says once into which hexes a zone reaches from each hex (`spread`), and calls `lay` and `take` from its own `place` and
`lift`. Units of different types have different spreads, or none. Where the size of a force decides how strong a zone is,
`Influence` keeps the sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.kernel.sides import other

NO_ZONE, REDUCED, FULL = 0, 1, 2  # how strong a zone of influence is

Spread = tuple[tuple[int, ...], ...]  # of each hex, those into which a zone reaches from it


def spread(neighbours: Sequence[Sequence[int]], enters: Callable[[int, int], bool], own: bool = False) -> Spread:
    """Into which hexes a zone reaches from each: the neighbours that it enters, and its own hex where the rules say so."""
    return tuple([(*((a,) if own else ()), *[b for b in near if enters(a, b)]) for a, near in enumerate(neighbours)])


class Zones:
    """How many units of each side control each hex.

    >>> zones = Zones(3)
    >>> zones.lay(0, (1, 2))
    >>> zones.controls(0, 2), zones.controls(1, 2)
    (True, False)
    """

    def __init__(self, size: int) -> None:
        self.units: tuple[bytearray, bytearray] = (bytearray(size), bytearray(size))  # of a side: units that control a hex

    def lay(self, side: int, hexes: Sequence[int], number: int = 1) -> None:
        """A unit of the side, or several, have come that control these."""
        units = self.units[side]
        for hex in hexes:
            units[hex] += number

    def take(self, side: int, hexes: Sequence[int], number: int = 1) -> None:
        """They have gone."""
        units = self.units[side]
        for hex in hexes:
            units[hex] -= number

    def controls(self, side: int, hex: int) -> bool:
        return self.units[side][hex] > 0

    def copy(self) -> Zones:
        twin = Zones(0)
        twin.units = (self.units[0][:], self.units[1][:])
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zones) and self.units == other.units

    def __repr__(self) -> str:
        counted = [{hex: n for hex, n in enumerate(list(units)) if n} for units in self.units]
        return f"Zones({counted[0]}, {counted[1]})"


Sums = tuple[int, ...]  # the weight of a force, by how many levels its units have lost
Charts = Sequence[tuple[int, int]]  # for each hex: the least weight for a Reduced and for a Full zone


class Influence:
    """Zones whose level (none, Reduced, Full) follows from the weight of all units of a side in a hex.

    Weights are whole numbers; where rules count in halves, count halves. A unit that is short of supply is laid with the
    levels it has lost (`cut`): it adds to a weaker zone only, and with `cut` 2 to none, yet still weighs (`force`). A zone may
    lose levels on its way (`spread`: the hex, and the levels lost into it). Two Reduced zones of a side make a Full one. Of
    unequal zones of both sides in a hex the greater alone is felt; equal ones are felt as Reduced by both.

    >>> line = (((1, 0),), ((0, 0), (2, 0)), ((1, 0),))
    >>> zones = Influence(line, [(2, 8)] * 3)
    >>> zones.lay(0, 0, 6)
    >>> zones.lay(1, 2, 8)
    >>> zones.felt(0, 1), zones.felt(1, 1)
    (2, 0)
    """

    def __init__(self, spread: Sequence[Sequence[tuple[int, int]]], charts: Charts) -> None:
        self.spread: Sequence[Sequence[tuple[int, int]]] = spread
        self.charts: Charts = charts
        size = len(spread)
        self.sums: tuple[dict[int, Sums], dict[int, Sums]] = ({}, {})  # of a side: where it stands, and with which weight
        self.reduced: tuple[bytearray, bytearray] = (bytearray(size), bytearray(size))  # zones of a level that reach a hex
        self.full: tuple[bytearray, bytearray] = (bytearray(size), bytearray(size))
        self.levels: tuple[bytearray, bytearray] = (bytearray(size), bytearray(size))  # of both together

    def lay(self, side: int, hex: int, weight: int, cut: int = 0) -> None:
        """A unit comes. Units that have no zone and do not weigh (support) are not laid at all."""
        self.change(side, hex, weight, cut)

    def take(self, side: int, hex: int, weight: int, cut: int = 0) -> None:
        """A unit goes, with the weight and the cut that it was laid with. Its zone ends at once."""
        self.change(side, hex, -weight, cut)

    def change(self, side: int, hex: int, weight: int, cut: int) -> None:
        before = self.exerted(side, hex)
        sums = list(self.sums[side].get(hex, (0, 0, 0)))
        sums[min(cut, FULL)] += weight
        if any(sums):
            self.sums[side][hex] = tuple(sums)
        else:
            self.sums[side].pop(hex, None)
        after = self.exerted(side, hex)
        if after != before:
            self.project(side, hex, before, -1)
            self.project(side, hex, after, 1)

    def recut(self, side: int, hex: int, weight: int, cut: int, to: int) -> bool:
        """A unit that stays has lost other levels than before; says whether the level of the hex has changed."""
        before = self.exerted(side, hex)
        sums = list(self.sums[side][hex])
        sums[min(cut, FULL)] -= weight
        sums[min(to, FULL)] += weight
        self.sums[side][hex] = (sums[0], sums[1], sums[2])
        after = self.exerted(side, hex)
        if after != before:
            self.project(side, hex, before, -1)
            self.project(side, hex, after, 1)
        return after != before

    def project(self, side: int, hex: int, level: int, by: int) -> None:
        """Add a zone of that level around the hex, or take it away."""
        if level == NO_ZONE:
            return
        reduced, full, levels = self.reduced[side], self.full[side], self.levels[side]
        for there, lost in self.spread[hex]:
            if level - lost == FULL:
                full[there] += by
            elif level - lost == REDUCED:
                reduced[there] += by
            levels[there] = FULL if full[there] or reduced[there] > 1 else REDUCED if reduced[there] else NO_ZONE

    def force(self, side: int, hex: int) -> int:
        """The weight of all units of the side in the hex."""
        return sum(self.sums[side].get(hex, ()))

    def exerted(self, side: int, hex: int) -> int:
        """The level that the force in a hex has: the best of what its units, down to each cut, can do together."""
        sums = self.sums[side].get(hex)
        if sums is None:
            return NO_ZONE
        some, much = self.charts[hex]
        whole = sums[0]
        best = FULL if whole >= much else REDUCED if whole >= some else NO_ZONE
        if sums[1] and best == NO_ZONE and whole + sums[1] >= much:
            return REDUCED  # a Full zone that has lost a level
        return best

    def into(self, side: int, hex: int) -> int:
        """The level of all zones of the side that reach a hex, before the enemy's are set against them."""
        return self.levels[side][hex]

    def felt(self, side: int, hex: int) -> int:
        """The level of the enemy's zone that units of the side feel in a hex."""
        ours, theirs = self.levels[side][hex], self.levels[other(side)][hex]
        if ours == theirs:
            return min(theirs, REDUCED)
        return theirs if theirs > ours else NO_ZONE

    def copy(self) -> Influence:
        twin = Influence((), self.charts)
        twin.spread = self.spread
        twin.sums = (self.sums[0].copy(), self.sums[1].copy())
        twin.reduced = (self.reduced[0][:], self.reduced[1][:])
        twin.full = (self.full[0][:], self.full[1][:])
        twin.levels = (self.levels[0][:], self.levels[1][:])
        return twin

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Influence) and self.sums == other.sums and self.reduced == other.reduced and self.full == other.full
        )

    def __repr__(self) -> str:
        return f"Influence({self.sums[0]}, {self.sums[1]})"
