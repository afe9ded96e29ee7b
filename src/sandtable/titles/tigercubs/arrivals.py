"""14.A, and the supplies of the scenarios: what comes in a side's Initial Phase."""

from __future__ import annotations

from sandtable.kernel.dice import Dice
from sandtable.kernel.sides import SIDES
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, FIVE_DAY, HALF_MONTH, NONE, U2, U3
from sandtable.titles.tigercubs.records import Arrival
from sandtable.titles.tigercubs.scales import GSP
from sandtable.titles.tigercubs.state import DEAD, WAITING, State, holder, mark, place, supply_state, units_in
from sandtable.titles.tigercubs.supply import is_fuelled, supplied


def ripen(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.P.2.e, 13.S.c, 4.C.3.a: what came or was captured since can be used from now on."""
    for fresh in (s.new_lp, s.new_gsp):
        for key in [key for key in fresh if side_of_store(s, key) == f.side]:
            del fresh[key]
    s.new_ports = tuple([p for p in s.new_ports if s.owner[p] != f.side])


def side_of_store(s: State, key: int) -> int:
    """Whose a stock is: the owner's of the place, or the QM's that carries it."""
    return s.owner[key] if key < s.edition.places else s.edition.side[key - s.edition.places]


def receive_supplies(s: State, f: InitialPhase, dice: Dice) -> None:
    """S1-e, S2-c, S2-g, S3-c: usable at once; none come to a place of the enemy's (14.A.1.a)."""
    for row, where in s.edition.deliveries[s.agreed.scenario]:
        if SIDES[f.side] == row.side and is_due(s, row) and s.owner[where] == f.side:
            if row.thirds:
                s.lp[where] = s.lp.get(where, 0) + row.thirds
                s.tell("supplies", where, row.thirds)
            if row.gsp:
                s.gsp[where] = s.gsp.get(where, 0) + row.gsp * GSP
                s.tell("supply_points", where, row.gsp)


def is_due(s: State, row: Arrival) -> bool:
    scale = s.agreed.scale
    first, last = ((row.half_from, row.half_to), (row.five_from, row.five_to))[scale]
    begins = s.edition.turn(scale, first, "arrivals.csv") if first else 0
    ends = s.edition.turn(scale, last, "arrivals.csv") if last else len(s.edition.turn_rows)
    return begins <= s.turn <= ends


def receive_reinforcements(s: State, f: InitialPhase, dice: Dice) -> None:
    """14.A.1 On their turn, stacking aside; what cannot come because the enemy owns the place is lost (14.A.1.a)."""
    e = s.edition
    for is_air, piece, where, half, five in e.entries[s.agreed.scenario]:
        side = e.air_side[piece] if is_air else e.side[piece]
        turn = {HALF_MONTH: half, FIVE_DAY: five}[s.agreed.scale]
        if side != f.side or turn != s.turn:
            continue
        barred = s.owner[where] != side
        if is_air and s.base[piece] == WAITING:
            if barred:
                s.base[piece] = DEAD
            else:
                fly_in(s, piece, where)
            s.tell("air_lost_arrival" if barred else "air_arrives", piece, where)
        elif not is_air and s.where[piece] == WAITING:
            if barred:
                s.where[piece] = DEAD
            else:
                arrive(s, piece, where)
            s.tell("lost_arrival" if barred else "arrives", piece, where)


def arrive(s: State, unit: int, where: int) -> bool:
    """13.H.4.a In the supply state of the place: General, or the level at which others there are out of supply. Whether that is
    one at which it rolls for collapse at once (13.H.4.b)."""
    e = s.edition
    others = [u for u in units_in(s, where) if e.role[u] == COMBAT_UNIT] if holder(s, where) == e.side[unit] else []
    worst = max(others, key=lambda u: (s.out[u], s.cut[u]), default=NONE)
    place(s, unit, where)
    s.exit_paid[unit], s.exit_to[unit] = 0, NONE
    if worst == NONE or not s.out[worst] or e.role[unit] != COMBAT_UNIT:
        return False
    if (where, e.contingent[unit]) in supplied(s, e.side[unit]):
        return False  # whoever is short of supply there brought it along
    mark(s, unit, s.out[worst], bool(s.cut[worst]), s.colour[worst])
    return supply_state(s, unit) in (U2, U3)


def fly_in(s: State, air: int, where: int) -> None:
    """13.H.4.a The same of an air unit and those at its base."""
    side = s.edition.air_side[air]
    others = [a for a in s.edition.air_of_side[side] if s.base[a] == where]
    worst = max(others, key=lambda a: (s.air_out[a], s.air_cut[a]), default=NONE)
    s.base[air] = where
    if worst != NONE and s.air_out[worst] and not is_fuelled(s, side, where):
        s.air_out[air], s.air_cut[air], s.air_colour[air] = s.air_out[worst], s.air_cut[worst], s.air_colour[worst]
