"""Zones of control: counted, by type, weighted by what stands in a hex; always as if counted anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.maps.hexes import Hexes
from sandtable.maps.zones import FULL, NO_ZONE, REDUCED, Influence, Zones, spread

GRID = Hexes([(c, r) for c in range(1, 6) for r in range(1, 6)], odd_lower=False)
SIZE = len(GRID)
OPEN = spread(GRID.neighbours, lambda a, b: True)
PLAIN = [(2, 8)] * SIZE  # halves of points: from 1 Reduced, from 4 Full


def h(id: str) -> int:
    return GRID.number[id]


class TestSpread:
    def test_a_zone_goes_where_nothing_stops_it(self) -> None:
        stopped = spread(GRID.neighbours, lambda a, b: b != h("0302"))
        assert set(stopped[h("0303")]) == set(GRID.neighbours[h("0303")]) - {h("0302")}

    def test_its_own_hex_belongs_to_it_where_the_rules_say_so(self) -> None:
        assert spread(GRID.neighbours, lambda a, b: True, own=True)[h("0303")] == (h("0303"), *GRID.neighbours[h("0303")])


units = st.lists(st.tuples(st.integers(0, 1), st.integers(0, SIZE - 1)), max_size=12)


class TestZones:
    @given(units, st.data())
    def test_zones_are_those_of_the_units_that_are_left(self, placed: list[tuple[int, int]], data: st.DataObject) -> None:
        zones = Zones(SIZE)
        for side, hex in placed:
            zones.lay(side, OPEN[hex])
        gone = data.draw(st.permutations(range(len(placed))))[: len(placed) // 2]
        for n in gone:
            zones.take(placed[n][0], OPEN[placed[n][1]])
        left = [unit for n, unit in enumerate(placed) if n not in gone]
        for side in (0, 1):
            for hex in range(SIZE):
                near = [at for who, at in left if who == side and hex in OPEN[at]]
                assert zones.controls(side, hex) == bool(near)

    def test_several_units_come_and_go_at_once(self) -> None:
        zones = Zones(3)
        zones.lay(1, (0, 2), 3)
        zones.take(1, (0, 2), 2)
        assert repr(zones) == "Zones({}, {0: 1, 2: 1})"
        zones.take(1, (0, 2))
        assert zones == Zones(3)

    def test_a_copy_is_equal_and_apart(self) -> None:
        zones = Zones(3)
        zones.lay(0, (1,))
        twin = zones.copy()
        assert twin == zones
        twin.lay(1, (1,))
        assert twin != zones
        assert not zones.controls(1, 1)
        assert repr(twin) == "Zones({1: 1}, {1: 1})"


def influence() -> Influence:
    return Influence([tuple([(there, 0) for there in near]) for near in OPEN], PLAIN)


forces = st.lists(st.tuples(st.integers(0, 1), st.integers(0, SIZE - 1), st.integers(1, 9), st.integers(0, 2)), max_size=10)


class TestInfluence:
    """The levels of TSWW's zones of influence, in half stacking points."""

    def test_the_weight_of_all_units_in_a_hex_decides_the_level(self) -> None:
        zones = influence()
        zones.lay(0, h("0303"), 1)
        assert zones.exerted(0, h("0303")) == NO_ZONE
        zones.lay(0, h("0303"), 6)
        assert (zones.exerted(0, h("0303")), zones.felt(1, h("0302"))) == (REDUCED, REDUCED)
        zones.lay(0, h("0303"), 1)
        assert (zones.exerted(0, h("0303")), zones.felt(1, h("0302"))) == (FULL, FULL)
        assert zones.force(0, h("0303")) == 8
        zones.take(0, h("0303"), 6)
        assert (zones.exerted(0, h("0303")), zones.felt(1, h("0302"))) == (REDUCED, REDUCED)

    def test_it_is_felt_around_the_hex_by_the_enemy_alone(self) -> None:
        zones = influence()
        zones.lay(1, h("0303"), 8)
        assert {hex for hex in range(SIZE) if zones.felt(0, hex)} == set(GRID.neighbours[h("0303")])
        assert not any(zones.felt(1, hex) for hex in range(SIZE))

    def test_two_reduced_zones_make_a_full_one(self) -> None:
        zones = influence()
        zones.lay(1, h("0301"), 2)
        zones.lay(1, h("0303"), 2)
        assert zones.felt(0, h("0302")) == FULL
        assert zones.felt(0, h("0304")) == REDUCED

    def test_equal_zones_are_felt_as_reduced_by_both(self) -> None:
        for weight in (2, 8):
            zones = influence()
            zones.lay(0, h("0301"), weight)
            zones.lay(1, h("0303"), weight)
            assert zones.felt(0, h("0302")) == zones.felt(1, h("0302")) == REDUCED

    def test_of_unequal_zones_only_the_greater_is_felt(self) -> None:
        zones = influence()
        zones.lay(0, h("0301"), 8)
        zones.lay(1, h("0303"), 2)
        assert (zones.felt(1, h("0302")), zones.felt(0, h("0302"))) == (FULL, NO_ZONE)
        assert (zones.into(0, h("0302")), zones.into(1, h("0302"))) == (FULL, REDUCED)

    def test_want_of_supply_costs_a_level(self) -> None:
        zones = influence()
        zones.lay(0, h("0303"), 8, cut=1)
        assert zones.exerted(0, h("0303")) == REDUCED
        zones.take(0, h("0303"), 8, cut=1)
        zones.lay(0, h("0303"), 2, cut=1)
        assert zones.exerted(0, h("0303")) == NO_ZONE
        zones.take(0, h("0303"), 2, cut=1)
        zones.lay(0, h("0303"), 8, cut=2)
        assert zones.exerted(0, h("0303")) == NO_ZONE
        assert zones.force(0, h("0303")) == 8

    @given(forces, st.integers(0, 2))
    def test_a_unit_that_stays_may_lose_other_levels(self, placed: list[tuple[int, int, int, int]], cut: int) -> None:
        zones, anew = influence(), influence()
        for side, hex, weight, before in placed:
            zones.lay(side, hex, weight, before)
            anew.lay(side, hex, weight, cut)
        for side, hex, weight, before in placed:
            level = zones.exerted(side, hex)
            assert zones.recut(side, hex, weight, before, cut) == (zones.exerted(side, hex) != level)
        assert zones == anew

    def test_supplied_units_lose_nothing_by_the_want_of_others(self) -> None:
        zones = influence()
        zones.lay(0, h("0303"), 8)
        zones.lay(0, h("0303"), 2, cut=1)
        assert zones.exerted(0, h("0303")) == FULL
        zones.take(0, h("0303"), 8)
        zones.lay(0, h("0303"), 1)
        zones.lay(0, h("0303"), 6, cut=1)
        assert zones.exerted(0, h("0303")) == REDUCED  # nine together, one level down

    def test_a_hexside_may_cost_a_level(self) -> None:
        zones = Influence((((1, 1), (2, 0)), (), ()), [(2, 8)] * 3)
        zones.lay(0, 0, 8)
        assert (zones.felt(1, 1), zones.felt(1, 2)) == (REDUCED, FULL)
        zones.take(0, 0, 6)
        assert (zones.felt(1, 1), zones.felt(1, 2)) == (NO_ZONE, REDUCED)

    def test_ground_may_ask_for_more(self) -> None:
        zones = Influence((((1, 0),), ((0, 0),)), [(2, 8), (4, 16)])
        zones.lay(0, 0, 8)
        zones.lay(1, 1, 8)
        assert (zones.exerted(0, 0), zones.exerted(1, 1)) == (FULL, REDUCED)

    @given(forces, st.data())
    def test_levels_are_as_if_made_anew(self, placed: list[tuple[int, int, int, int]], data: st.DataObject) -> None:
        kept = influence()
        for force in placed:
            kept.lay(*force)
        gone = data.draw(st.permutations(range(len(placed))))[: len(placed) // 2]
        for n in gone:
            kept.take(*placed[n])
        anew = influence()
        left = [force for n, force in enumerate(placed) if n not in gone]
        for force in left:
            anew.lay(*force)
        assert kept == anew
        for side in (0, 1):
            for hex in range(SIZE):
                assert kept.into(side, hex) == plain_level(left, side, hex)

    def test_a_copy_is_equal_and_apart(self) -> None:
        zones = influence()
        zones.lay(0, 3, 8)
        twin = zones.copy()
        assert twin == zones
        twin.lay(1, 4, 8)
        assert twin != zones
        assert zones.force(1, 4) == 0
        assert twin.felt(0, OPEN[4][0]) != zones.felt(0, OPEN[4][0])
        assert repr(zones) == "Influence({3: (8, 0, 0)}, {})"


def plain_level(forces: list[tuple[int, int, int, int]], side: int, hex: int) -> int:
    """What reaches a hex, counted from nothing."""
    levels: list[int] = []
    for near in GRID.neighbours[hex]:
        stack = [(weight, cut) for who, at, weight, cut in forces if (who, at) == (side, near)]
        best = NO_ZONE
        for allowed in (0, 1):
            weight = sum([w for w, cut in stack if cut <= allowed])
            best = max(best, (FULL if weight >= 8 else REDUCED if weight >= 2 else NO_ZONE) - allowed)
        levels.append(best)
    if FULL in levels or levels.count(REDUCED) > 1:
        return FULL
    return REDUCED if REDUCED in levels else NO_ZONE
