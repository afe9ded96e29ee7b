"""The rules beside a second opinion, in positions at random."""

from __future__ import annotations

from functools import cache

from sandtable.kernel.dice import NoDice
from sandtable.kernel.sides import SIDES
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, CONTINGENTS, NONE
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.state import State, enemy_zone, is_based
from sandtable.titles.tigercubs.supply import cev_loss, dump_serves, find_air_states, find_states, serves, supply_line
from tests.titles.tigercubs import oracle_supply as supply
from tests.titles.tigercubs.oracle_world import World
from tests.titles.tigercubs.position import E
from tests.titles.tigercubs.random_positions import name, some, world

SEEDS = range(12)


@cache
def positions() -> list[tuple[State, World]]:
    return [(s, world(s)) for s in some(SEEDS)]


def places(s: State) -> list[int]:
    return [p for p in range(E.places) if E.passable[p] and E.in_play[s.agreed.scenario][p]]


def contingents(side: int) -> set[int]:
    return {E.contingent[u] for u in E.of_side[side]}


def consumers(s: State) -> list[int]:
    return [u for u in range(E.units) if s.where[u] >= 0 and E.role[u] == COMBAT_UNIT]


def id(unit: int) -> str:
    return E.unit_rows[unit].id


def colour(side: int) -> str:
    return "" if side == NONE else SIDES[side]


def zones(s: State, w: World) -> None:
    """7.B"""
    for p in places(s):
        for side, whose in enumerate(SIDES):
            assert w.felt(name(p), whose) == enemy_zone(s, side, p), (whose, name(p))


def lines(s: State, w: World) -> None:
    """13.A.20"""
    for side, whose in enumerate(SIDES):
        assert supply.joined(w, whose) == {name(p) for p in places(s) if is_joined(s, side, p)}, whose


def terminals(s: State, w: World) -> None:
    """13.D, 13.E.1.a.i: whom each terminal would serve."""
    for terminal in [u for side in E.terminals for u in side if s.where[u] >= 0]:
        network = supply.network_of_terminal(w, w.units[id(terminal)])
        for contingent in contingents(E.side[terminal]):
            found = {name(p) for p in places(s) if serves(s, terminal, p, contingent)}
            assert found == {name(p) for p in places(s) if network.serves(name(p), CONTINGENTS[contingent])}, id(terminal)


def dumps(s: State, w: World) -> None:
    """13.E.1.a, 13.Q.2: and each dump of GSPs."""
    for dump in [p for p in s.gsp if p < E.places and s.owner[p] != NONE]:
        side = s.owner[dump]
        network = supply.network_of_dump(w, SIDES[side], name(dump))
        for contingent in contingents(side):
            found = {name(p) for p in places(s) if dump_serves(s, side, dump, p, contingent)}
            assert found == {name(p) for p in places(s) if network.serves(name(p), CONTINGENTS[contingent])}, name(dump)


def states(s: State, w: World) -> None:
    """13.G: what the next Initial Phase finds of every unit, air unit and airbase."""
    findings, twin, phase = supply.Findings(w), s.clone(), s.phasing
    find_states(twin, InitialPhase(phase), NoDice())
    for unit in consumers(s):
        found = twin.out[unit], bool(twin.cut[unit]), colour(twin.colour[unit])
        assert found == findings.next(w.units[id(unit)], SIDES[phase]), id(unit)
    twin = s.clone()
    find_air_states(twin, InitialPhase(phase), NoDice())
    for air in [a for a in range(E.air_units) if is_based(s, a)]:
        out, cut, marker = findings.next_of_air(w.airs[E.air_rows[air].id], SIDES[phase])
        assert is_based(twin, air) == (out <= 3), E.air_rows[air].id  # 13.A.8
        if out <= 3:
            found = twin.air_out[air], bool(twin.air_cut[air]), colour(twin.air_colour[air])
            assert found == (out, cut, marker), E.air_rows[air].id
    for base in [p for p in places(s) if (E.airport[p] or p in s.airfields) and s.owner[p] != NONE]:
        assert twin.base_short.get(base, 0) == findings.short_of(SIDES[s.owner[base]], name(base)), name(base)


def offensive(s: State, w: World) -> None:
    """13.I, 8.E.1.b.iii: who has Offensive Supply, and what interdiction of his line costs him."""
    for unit in consumers(s):
        u = w.units[id(unit)]
        assert is_offensive(s, unit) == supply.is_offensive(w, u), u.id
        assert cev_loss(s, unit) == supply.cev_loss(w, u.side, {name(p) for p in supply_line(s, unit)}), u.id


def test_supply() -> None:
    for s, w in positions():
        for part in (zones, lines, terminals, dumps, states, offensive):
            part(s, w)
