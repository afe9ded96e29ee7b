"""The position, and the primitives that keep its caches true.

Quantities are scaled as `scales.py` says. What is derived stands at the end and is kept by `place`, `lift`, `reduce` and
`mark`: nobody else writes `stack` or `zones`, nor `where`, `reduced`, `out` and `cut` of a unit that is on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from sandtable.kernel.play import Outlines
from sandtable.kernel.play import State as KernelState
from sandtable.kernel.sides import EVERYONE, only, other
from sandtable.maps.zones import Influence
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, E1, E2, GENERAL, NONE, U1, U2, U3

WAITING, DEAD, CHARTED = -1, -2, -3  # places that are none: not yet arrived, eliminated, in its box of the Breakdown Chart

MOBILE, EMPLACED, EMPLACING, REVERTING = 0, 1, 2, 3  # of a QM or supply terminal (13.K.2.f)
UNSET, AA_MODE, AT_MODE = 0, 1, 2  # of heavy AA, for a player turn (11.A.1.a.i)
PAID_GENERAL, PAID_OFFENSIVE, PAID_AIR = 1, 2, 4  # spent at a terminal, or in GSPs on a unit: bits of `paid`
ATTACKED, DEFENDED, RETREATED, OVERRAN, FIRED_AA = 1, 2, 4, 8, 16  # what a unit did: bits of `did`, cleared with the combat phase
FLEW, AT_NIGHT, ROSE = 1, 2, 4  # how an air unit has flown in this player turn: bits of `flown`
INTERCEPTED, WAYLAID, JOINED = 1, 2, 4  # over its target, on its way home; an escort that met others on theirs: bits of `met`
ARMED = 64  # was in Offensive Supply when its pursuit began (13.I)
LEFT_LINE = 32  # a semi-motorised unit has left the roads and tracks in its pursuit (5.A.3.b-c)


class Agreed(NamedTuple):
    """What was chosen before play."""

    scenario: int
    scale: int  # HALF_MONTH or FIVE_DAY (2.I)
    air_order: bool = False  # 6.3.b.ii.1-o: who flies first is drawn, then missions alternate
    heavy_aa: bool = False  # 11.A.1.a.ii: heavy AA that fired at aircraft is weak on the ground
    hexsides: int = 0  # WORST, AVERAGED or DRAWN (9.B.5)
    mid_course: bool = False  # 8.D.1.b.iii: interception on the way home
    fog: bool = False  # HID-a: only the top of an enemy stack is seen


WORST, AVERAGED, DRAWN = 0, 1, 2  # how hexside modifiers are found

Zone = tuple[int, int, int]  # an interdiction zone: side, centre, level (8.E.1.b)


Book = dict[Any, dict[Any, Any]]  # by question: what was asked about, and the answer


class Memo:
    """What has been worked out for a position. It is no part of it: all memos are alike.

    A clone knows what its twin knows, and what either finds out serves both, until a change lets it begin a book of its own.
    What follows without the units, from owners, airfields, rail breaks and bridges alone, is in `lasting`.
    """

    def __init__(self, known: Memo | None = None) -> None:
        self.passing: Book = known.passing if known is not None else {}
        self.lasting: Book = known.lasting if known is not None else {}

    def clear(self) -> None:
        self.passing, self.lasting = {}, {}

    def forget_units(self) -> None:
        """Units came, went or changed, and nothing else."""
        self.passing = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)


class State(KernelState):
    """Lists are by unit, by air unit or by place; what few places have is a dictionary or a tuple."""

    def __init__(self, outlines: Outlines, edition: Edition, agreed: Agreed) -> None:
        super().__init__(outlines, edition.names)
        self.edition: Edition = edition
        self.agreed: Agreed = agreed
        # the turn
        self.turn: int = 0  # a row of turns
        self.phasing: int = 0
        self.score: list[int] = [0, 0]  # for losses of the enemy, in sixths of a VP
        self.lift_used: list[int] = [0, 0]  # sea lift since the side's last Initial Phase, in quarters of an SP
        self.rail_used: int = 0  # in this player turn, in quarters of an SP
        self.cleared: dict[int, int] = {}  # what ports have handled in this player turn, in quarters of an SP (4.C.2)
        # ground units
        self.where: list[int] = []  # its place, WAITING, DEAD or CHARTED
        self.reduced: list[int] = []
        self.out: list[int] = []  # how many times in a row it was found out of supply; 0: in supply
        self.cut: list[int] = []  # isolated at the last finding (13.G.1.a), also where GSPs keep it in supply
        self.colour: list[int] = []  # the side in whose Initial Phases its marker rises, or NONE (13.G.2.a)
        self.paid: list[int] = []  # what was spent at a terminal or on a unit; holds until its owner's next Initial Phase
        self.offensive: list[int] = []  # HQs that received Offensive Supply; units that have it by GSPs or by the scenario
        self.post: list[int] = []  # MOBILE, EMPLACED, EMPLACING or REVERTING
        self.carries: list[
            int
        ] = []  # the terminal that a QM carries half of; of a division in its box, the first of its parts; NONE
        self.spent: list[int] = []  # movement points of this phase, in quarters
        self.fed: dict[int, tuple[int, ...]] = {}  # the places a Corps HQ feeds, where its owner had to choose (13.M.2.b)
        self.exit_paid: list[int] = []  # what a unit in a box has paid towards its exit so far, in quarters (BOX-a)
        self.exit_to: list[int] = []  # and the hex it makes for, or NONE
        self.phase_start: list[int] = []  # where it stood when the phase began (7.A)
        self.turn_start: list[int] = []  # and the player turn (surprise from afar)
        self.mode: list[int] = []  # of heavy AA
        self.did: list[int] = []
        # air units
        self.base: list[int] = []  # where it is based, WAITING or DEAD
        self.steps: list[int] = []
        self.aloft: list[int] = []  # the place over which it flies, or NONE
        self.flown: list[int] = []  # has flown its mission of this player turn (8.A-b), and how
        self.homeward: list[int] = []  # aloft, but out of its mission: returned, cancelled or done
        self.met: list[int] = []  # where its mission of this player turn was intercepted (8.D.1.b.iii)
        self.air_out: list[int] = []  # as `out`, `cut`, `colour` of ground units
        self.air_cut: list[int] = []
        self.air_colour: list[int] = []
        self.air_paid: list[int] = []  # GSPs were spent on it
        self.launched: dict[int, int] = {}  # squadrons that took off from a base this player turn
        # places
        self.owner: list[int] = []  # ALLIED, AXIS or NONE
        self.owner_then: tuple[int, ...] = ()  # when the turn began (7.B.1.a.v.1)
        self.works: dict[int, int] = {}  # levels of field fortifications
        self.reduced_forts: tuple[int, ...] = ()
        self.airfields: dict[int, int] = {}
        self.airstrips: tuple[int, ...] = ()
        self.new_bases: tuple[int, ...] = ()  # where an airfield or airstrip was finished in this player turn (12.B.2.c)
        self.base_hits: dict[int, int] = {}
        self.base_short: dict[int, int] = {}  # wings that an airbase has less for want of supply, as found last (13.H.2)
        self.port_hits: dict[int, int] = {}
        self.new_ports: tuple[int, ...] = ()  # captured, and of no use before the captor's next Initial Phase (4.C.3.a)
        self.rail_breaks: dict[int, int] = {}
        self.bridges_down: tuple[int, ...] = ()  # hexsides
        self.lp: dict[int, int] = {}  # thirds, by store: a place, or a QM (see `store`)
        self.gsp: dict[int, int] = {}  # sixths
        self.new_lp: dict[int, int] = {}  # of these, what came or was captured and cannot be used yet (13.P.2.e, 13.S.c)
        self.new_gsp: dict[int, int] = {}
        self.interdicted: tuple[Zone, ...] = ()
        self.lost_hexes: tuple[int, ...] = ()  # attacked or overrun this player turn and lost, or left empty (7.C.1.e.ii)
        self.seen: tuple[int, ...] = ()  # hexes that reconnaissance or combat has shown this player turn
        # derived
        self.stack: dict[int, tuple[int, ...]] = {}  # units in a place, sorted
        self.zones: Influence = NOWHERE
        # What follows from where units stand, from owners, airfields, rail breaks and bridges: whoever changes one clears it.
        self.memo: Memo = Memo()

    def clone(self) -> State:
        s = State(self.outlines, self.edition, self.agreed)
        s.turn, s.phasing, s.score, s.lift_used, s.rail_used = (
            self.turn,
            self.phasing,
            self.score[:],
            self.lift_used[:],
            self.rail_used,
        )
        s.where, s.reduced, s.out, s.cut = self.where[:], self.reduced[:], self.out[:], self.cut[:]
        s.colour, s.paid, s.offensive, s.post = self.colour[:], self.paid[:], self.offensive[:], self.post[:]
        s.carries, s.spent, s.exit_paid, s.exit_to = self.carries[:], self.spent[:], self.exit_paid[:], self.exit_to[:]
        s.phase_start, s.turn_start, s.mode, s.did = self.phase_start[:], self.turn_start[:], self.mode[:], self.did[:]
        s.base, s.steps, s.aloft, s.flown, s.homeward = self.base[:], self.steps[:], self.aloft[:], self.flown[:], self.homeward[:]
        s.met, s.air_out, s.air_cut, s.air_colour = self.met[:], self.air_out[:], self.air_cut[:], self.air_colour[:]
        s.cleared = self.cleared.copy()
        s.air_paid, s.launched, s.fed = self.air_paid[:], self.launched.copy(), self.fed.copy()
        s.owner, s.owner_then, s.works = self.owner[:], self.owner_then, self.works.copy()
        s.reduced_forts, s.airfields = self.reduced_forts, self.airfields.copy()
        s.airstrips, s.new_bases = self.airstrips, self.new_bases
        s.base_hits, s.base_short = self.base_hits.copy(), self.base_short.copy()
        s.port_hits, s.new_ports = self.port_hits.copy(), self.new_ports
        s.rail_breaks, s.bridges_down = self.rail_breaks.copy(), self.bridges_down
        s.lp, s.gsp, s.new_lp, s.new_gsp = self.lp.copy(), self.gsp.copy(), self.new_lp.copy(), self.new_gsp.copy()
        s.interdicted, s.lost_hexes, s.seen = self.interdicted, self.lost_hexes, self.seen
        s.stack, s.zones, s.memo = self.stack.copy(), self.zones.copy(), Memo(self.memo)
        s.copy_play(self)
        return s

    def key(self) -> tuple[object, ...]:
        return (
            self.turn, self.phasing, tuple(self.score), tuple(self.lift_used), self.rail_used,
            flat(self.cleared), tuple(self.where),
            tuple(self.reduced), tuple(self.out), tuple(self.cut), tuple(self.colour), tuple(self.paid), tuple(self.offensive),
            tuple(self.post), tuple(self.carries), tuple(self.spent), tuple(self.exit_paid), tuple(self.exit_to),
            tuple(self.phase_start), tuple(self.turn_start), tuple(self.mode), tuple(self.did), tuple(self.base),
            tuple(self.steps), tuple(self.aloft), tuple(self.flown), tuple(self.homeward), tuple(self.met), tuple(self.air_out),
            tuple(self.air_cut), tuple(self.air_colour), tuple(self.air_paid), flat(self.launched),
            tuple(sorted(self.fed.items())), tuple(self.owner), self.owner_then, flat(self.works), self.reduced_forts,
            flat(self.airfields), self.airstrips, self.new_bases, flat(self.base_hits), flat(self.base_short),
            flat(self.port_hits), self.new_ports, flat(self.rail_breaks), self.bridges_down,
            flat(self.lp), flat(self.gsp), flat(self.new_lp), flat(self.new_gsp), self.interdicted,
            self.lost_hexes, self.seen, self.play_key(),
        )  # fmt: skip


NOWHERE: Final = Influence((), ())

P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate[State, P], T]


def remembered(find: Question[P, T]) -> Question[P, T]:
    """A question about what `State.memo` is for: found once, then remembered until the memo is cleared."""

    @wraps(find)
    def ask(s: State, /, *args: P.args, **names: P.kwargs) -> T:
        known: dict[Any, T] = s.memo.passing.get(find, NOTHING)
        found: T = known.get(args, UNKNOWN)
        if found is UNKNOWN:
            found = find(s, *args, **names)
            s.memo.passing.setdefault(find, {})[args] = found  # which may be another book by now
        return found

    return ask


NOTHING: Final[dict[Any, Any]] = {}
UNKNOWN: Final[Any] = object()


def kept(find: Question[P, T]) -> Question[P, T]:
    """The same where no unit matters: remembered until owners, airfields, rail breaks or bridges change."""

    @wraps(find)
    def ask(s: State, /, *args: P.args, **names: P.kwargs) -> T:
        known: dict[Any, T] = s.memo.lasting.get(find, NOTHING)
        found: T = known.get(args, UNKNOWN)
        if found is UNKNOWN:
            found = find(s, *args, **names)
            s.memo.lasting.setdefault(find, {})[args] = found
        return found

    return ask


def flat(values: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(values.items()))


# Ground units come, go, shrink and starve


def place(s: State, unit: int, place: int) -> None:
    s.memo.forget_units()
    s.where[unit] = place
    s.stack[place] = tuple(sorted([*s.stack.get(place, ()), unit]))
    weigh(s, unit, 1)


def lift(s: State, unit: int, to: int = WAITING) -> None:
    s.memo.forget_units()
    weigh(s, unit, -1)
    rest = tuple([u for u in s.stack[s.where[unit]] if u != unit])
    if rest:
        s.stack[s.where[unit]] = rest
    else:
        del s.stack[s.where[unit]]
    s.where[unit] = to


def move(s: State, unit: int, to: int) -> None:
    lift(s, unit)
    place(s, unit, to)
    s.exit_paid[unit], s.exit_to[unit] = 0, NONE  # BOX-a: it is paid for where the unit waits


def reduce(s: State, unit: int) -> None:
    """To its reduced side (5.A.4.e)."""
    s.memo.forget_units()
    weigh(s, unit, -1)
    s.reduced[unit] = 1
    weigh(s, unit, 1)


def mark(s: State, unit: int, out: int, cut: bool, colour: int) -> None:
    """13.G.2 Its U or E marker, raised, changed or removed. All that others could notice is the level of a zone."""
    e, where, before = s.edition, s.where[unit], levels_lost(s, unit)
    s.out[unit], s.cut[unit], s.colour[unit] = out, int(cut), colour
    after = levels_lost(s, unit)
    if after == before or where < 0 or not e.weighs[unit]:
        return
    if sp(s, unit) and s.zones.recut(e.side[unit], where, sp(s, unit), before, after):
        s.memo.forget_units()


def station(s: State, unit: int, post: int) -> None:
    """13.K.2.f A QM or terminal turns to its other side, or begins to."""
    s.memo.forget_units()
    s.post[unit] = post


def weigh(s: State, unit: int, by: int) -> None:
    """7.B Add what a unit means for zones of influence where it stands, or take it away."""
    e, where = s.edition, s.where[unit]
    if where >= 0 and e.weighs[unit]:
        s.zones.change(e.side[unit], where, by * sp(s, unit), levels_lost(s, unit))


def levels_lost(s: State, unit: int) -> int:
    """13.H.1 What its state of supply takes off its zone."""
    return s.edition.supply_rows[supply_state(s, unit)].zone


def eliminate(s: State, unit: int) -> None:
    """Off the map for good; its loss is scored (16.A.2.a, by SP actually lost)."""
    e = s.edition
    gain(s, other(e.side[unit]), unit, sp(s, unit))
    if s.where[unit] >= 0:
        lift(s, unit, DEAD)
    s.where[unit] = DEAD
    s.tell("eliminated", unit)


def flip(s: State, unit: int) -> None:
    """9.F.1 A loss paid by the reduced side."""
    before = sp(s, unit)
    reduce(s, unit)
    gain(s, other(s.edition.side[unit]), unit, before - sp(s, unit))
    s.tell("reduced", unit)


def gain(s: State, side: int, unit: int, halves: int) -> None:
    """16.A Points for SP of an enemy unit; HQs, QMs and terminals count by the piece."""
    kind = s.edition.type[unit].loss
    points = s.edition.loss_points[kind]
    s.score[side] += points * halves // 2 if kind in ("armour", "other") else points


# What everyone asks


def sp(s: State, unit: int) -> int:
    """5.A.5 Stacking Points, in halves."""
    return s.edition.sp[s.reduced[unit]][unit]


def attack_rating(s: State, unit: int) -> int:
    """Printed, in halves."""
    return s.edition.attack[s.agreed.scale][s.reduced[unit]][unit]


def defence_rating(s: State, unit: int) -> int:
    return s.edition.defence[s.agreed.scale][s.reduced[unit]][unit]


def movement_rating(s: State, unit: int) -> int:
    """Printed, in quarters."""
    return s.edition.movement[s.agreed.scale][unit]


def supply_state(s: State, unit: int) -> int:
    """GENERAL, E1 to U3: what was found in the last Initial Phase. Whether a unit has Offensive Supply depends on where it
    stands when it matters: see `offensive.is_offensive`."""
    out = s.out[unit]
    return FOUND[s.cut[unit]][out if out < 3 else 3] if out else GENERAL


def air_supply_state(s: State, air: int) -> int:
    out = s.air_out[air]
    return FOUND[s.air_cut[air]][out if out < 3 else 3] if out else GENERAL


# 13.G.3 What so many findings out of supply make of a unit, over-extended or isolated: E goes no higher than E2, U than U3.
FOUND: Final = ((GENERAL, E1, E2, E2), (GENERAL, U1, U2, U3))


def units_in(s: State, place: int) -> tuple[int, ...]:
    return s.stack.get(place, ())


def holder(s: State, place: int) -> int:
    """The side that has a unit there, or NONE: two sides never share a place."""
    there = s.stack.get(place)
    return NONE if there is None else s.edition.side[there[0]]


def is_covered(s: State, unit: int) -> bool:
    """HID-a In the fog it lies beneath the top of its stack, and nothing has shown it in this player turn."""
    where = s.where[unit]
    return s.agreed.fog and s.stack[where][0] != unit and where not in s.seen


def witnesses(s: State, unit: int) -> int:
    """HID-a Who is told what is done with a unit where it lies, or found of it: of what is covered, its own side alone. Moves are
    made in the open, and losses are counted."""
    return only(s.edition.side[unit]) if s.where[unit] >= 0 and is_covered(s, unit) else EVERYONE


def bring_to_light(s: State, place: int) -> None:
    """X-2 For the rest of the player turn all that lies there is seen."""
    s.seen = tuple(sorted({*s.seen, place}))
    s.memo.forget_units()  # what may be aimed at depends on it


def has_combat_unit(s: State, place: int, side: int) -> bool:
    """Whether a unit of the side is there that bars the way: HQs, QMs and terminals alone do not (7.C.1.c)."""
    return any(s.edition.side[u] == side and s.edition.role[u] == COMBAT_UNIT for u in s.stack.get(place, ()))


def enemy_zone(s: State, side: int, place: int) -> int:
    """NO_ZONE, REDUCED or FULL: the zone of the enemy that units of the side feel there (7.B.1.a)."""
    return s.zones.felt(side, place)


def controller(s: State, place: int) -> int:
    """2.F.3 Who controls it: whoever stands there with a combat unit of any size, else its owner."""
    there = holder(s, place)
    return there if there != NONE and has_combat_unit(s, place, there) else s.owner[place]


def store(s: State, unit: int) -> int:
    """The key of a QM's load in `lp` and `gsp`."""
    return s.edition.places + unit


def is_wing(s: State, air: int) -> bool:
    """5.B.1 Two steps are a wing, one is a squadron."""
    return s.steps[air] > 1


def is_based(s: State, air: int) -> bool:
    return s.base[air] >= 0


def air_at(s: State, place: int) -> list[int]:
    """Air units on the ground there."""
    return [a for a in range(s.edition.air_units) if s.base[a] == place and s.aloft[a] == NONE]


def eliminate_air(s: State, air: int) -> None:
    while s.steps[air]:
        lose_air_step(s, air)


def lose_air_step(s: State, air: int) -> None:
    """5.B.1 One step, about twenty aircraft; the last takes the unit with it."""
    s.steps[air] -= 1
    s.score[other(s.edition.air_side[air])] += s.edition.loss_points["air"]
    if s.steps[air] == 0:
        s.base[air], s.aloft[air], s.homeward[air] = DEAD, NONE, 0
        s.tell("air_eliminated", air)
    else:
        s.tell("air_reduced", air)


def is_initial(s: State) -> bool:
    """2.I.1, S2-b Whether the game turn has Initial Phases: at 5 Day scale two of six, and the one that opens a scenario."""
    return s.edition.initial[s.turn] or s.turn == s.edition.span[s.agreed.scenario][s.agreed.scale][0]


# Caches


def renew_caches(s: State) -> None:
    s.memo = Memo()
    s.stack = {}
    s.zones = Influence(s.edition.zone_spread, s.edition.zone_charts)
    for unit, where in enumerate(s.where):
        if where >= 0:
            place(s, unit, where)


def rebuild(s: State) -> State:
    """A clone with everything derived made anew."""
    twin = s.clone()
    renew_caches(twin)
    return twin
