"""The position, and the primitives that keep its caches true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Optional

from sandtable.kernel.play import REVEALED, Outlines
from sandtable.kernel.play import State as KernelState
from sandtable.kernel.sides import ALLIED, AXIS, EVERYONE, all_but, only, other
from sandtable.maps.zones import Zones
from sandtable.titles.theseus.edition import ASSIGNABLE, HQ, NONE, Edition

WAITING: Final = -1  # not yet on the map
DEAD: Final = -2  # eliminated
STRIPPED: Final = -3  # cannibalised (9.3)

GOES_ON: Final = 0  # how the game ended
PLAYED_OUT: Final = 1
AUTOMATIC: Final = 2


class Agreed(NamedTuple):
    """What was chosen before play."""

    scenario: int
    linear: bool  # the seven linear chits of the closing note


class Findings:
    """What asking has found out about a position. It is no part of it: findings are equal unless they answer the same question
    in two ways.

    Paths and roads are verified before every use, so clones share them. The rest is forgotten as soon as something moves;
    the nets only when what moved bars or opens a way.
    """

    def __init__(self, paths: dict[int, tuple[int, ...]], roads: dict[int, tuple[int, ...]], net: list[dict[int, int]]) -> None:
        self.paths: dict[int, tuple[int, ...]] = paths  # Command Paths, by unit
        self.roads: dict[int, tuple[int, ...]] = roads  # the roads by which supply came, by HQ or unit
        self.cut: dict[int, int] = {}  # command states of units that are not In Command
        self.near: dict[tuple[int, int], bool] = {}  # whether a unit is in Command Range of a formation
        self.fed: dict[int, bool] = {}  # whether a Major source reaches an HQ or unit by road
        self.net: list[dict[int, int]] = net  # what is joined to a Major source of each side, and how
        self.joined: Optional[frozenset[int]] = None  # the same of the Axis, for who only asks what is joined
        self.asked: frozenset[int] = frozenset()  # the hexes on which that depends
        self.piles: Optional[tuple[tuple[Any, ...], Any]] = None  # stacks in which something may lie hidden, and from whom (5.3.4)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Findings):
            return False
        nets = all([not a or not b or a == b for a, b in zip(self.net, other.net, strict=True)])
        return nets and agree(self.cut, other.cut) and agree(self.near, other.near) and agree(self.fed, other.fed)

    def __hash__(self) -> int:
        return 0


def agree(a: Mapping[Any, int], b: Mapping[Any, int]) -> bool:
    return all([b.get(question, answer) == answer for question, answer in a.items()])


class State(KernelState):
    """Lists are indexed by unit (combat units, then HQs), by formation or by hex."""

    def __init__(self, outlines: Outlines, edition: Edition, agreed: Agreed) -> None:
        super().__init__(outlines, edition.names)
        self.edition: Edition = edition
        self.agreed: Agreed = agreed
        # authoritative
        self.turn: int = 1
        self.where: list[int] = []  # of a unit: its hex, WAITING, DEAD or STRIPPED
        self.at: dict[int, tuple[int, ...]] = {}  # the units in a hex, the top one first (5.3)
        self.strength: list[int] = []  # current strength of a unit; Support Points of an HQ
        self.down: list[bool] = []  # Disrupted
        self.formation: list[int] = []  # to which a unit belongs or is assigned, or NONE
        self.shown: tuple[int, ...] = ()  # assigned units of which the enemy has seen the marker (5.5.2)
        self.acted: int = 0  # assigned units that the enemy has seen act with their formation, as bits
        self.seen: int = 0  # units of which the enemy knows where they are: he sees them there, or has (5.3.4); as bits
        self.murky: tuple[int, ...] = ()  # hexes beneath whose top may lie what he has not seen there
        self.hurt: int = 0  # units that may have lost Strength Points, by what he has seen, as bits
        self.dummies: tuple[int, ...] = ()  # formation of each dummy Assigned marker, or NONE
        self.acts: list[int] = []  # activations of an unassigned independent unit: ACT-1, ACT-2, NO-ACT (6.4)
        self.level: list[int] = []  # Activation Level of a formation
        self.emergency: list[bool] = []  # its HQ shows the Emergency Supply side
        self.starved: list[bool] = []  # found unsupplied with Emergency Supply spent at the last check (5.7.5)
        self.breached: tuple[int, ...] = ()
        self.improved: tuple[int, ...] = ()  # hexes with an Improved Defence marker
        self.blocked: tuple[int, ...] = ()  # Major supply sources with a Supply Blocked marker
        self.tobruk: int = ALLIED  # the side that Tobruk supplies, or NONE
        self.captor: int = NONE  # the side that it will supply from the next turn
        self.air: int = 0  # Available air units, as bits
        self.flown: int = 0
        self.schwerpunkt: int = NONE  # a formation
        self.schwerpunkt_turn: int = 0  # the turn on whose space the marker waits (5.9)
        self.snafu: int = NONE  # the side that holds the marker
        self.accepted: tuple[int, ...] = ()  # dice of an interrupted roll that stand (5.2)
        self.marker_side: int = ALLIED  # the Initiative marker: whose bonus, and its space
        self.marker_space: int = 0
        self.passed: int = 0  # sides that have passed, as bits
        self.released: bool = False  # the garrison of Tobruk may act (10)
        self.last_in: tuple[int, ...] = ()  # of a victory hex: the last side in it
        self.scored: tuple[int, ...] = ()  # of a victory hex: the best value so far
        self.penalty: int = 0  # for occupied Axis supply sources
        self.lost: tuple[int, int] = (0, 0)  # Commonwealth motorised; DAK and XX Corps (10.3)
        self.ending: int = GOES_ON
        # caches
        self.zones: Zones = Zones(0)  # kept by `place`, `lift`, `turn_over`, `turn_back`, `open_breach`
        self.found: Findings = Findings({}, {}, [{}, {}])

    def clone(self) -> State:
        s = State(self.outlines, self.edition, self.agreed)
        s.turn = self.turn
        s.where, s.at, s.strength, s.down = self.where[:], self.at.copy(), self.strength[:], self.down[:]
        s.formation, s.shown, s.dummies, s.acts = self.formation[:], self.shown, self.dummies, self.acts[:]
        s.acted, s.seen, s.murky, s.hurt = self.acted, self.seen, self.murky, self.hurt
        s.level, s.emergency, s.starved = self.level[:], self.emergency[:], self.starved[:]
        s.breached, s.improved, s.blocked = self.breached, self.improved, self.blocked
        s.tobruk, s.captor, s.air, s.flown = self.tobruk, self.captor, self.air, self.flown
        s.schwerpunkt, s.schwerpunkt_turn, s.snafu, s.accepted = self.schwerpunkt, self.schwerpunkt_turn, self.snafu, self.accepted
        s.marker_side, s.marker_space, s.passed, s.released = self.marker_side, self.marker_space, self.passed, self.released
        s.last_in, s.scored, s.penalty, s.lost, s.ending = self.last_in, self.scored, self.penalty, self.lost, self.ending
        s.zones = self.zones.copy()
        s.found = Findings(self.found.paths, self.found.roads, self.found.net[:])
        s.found.joined, s.found.asked = self.found.joined, self.found.asked
        s.copy_play(self)
        return s

    def key(self) -> tuple[object, ...]:
        return (
            self.turn, tuple(self.where), tuple(sorted(self.at.items())), tuple(self.strength), tuple(self.down),
            tuple(self.formation), self.shown, self.acted, self.seen, self.murky, self.hurt, self.dummies, tuple(self.acts),
            tuple(self.level), tuple(self.emergency),
            tuple(self.starved), self.breached, self.improved, self.blocked, self.tobruk, self.captor, self.air, self.flown,
            self.schwerpunkt, self.schwerpunkt_turn, self.snafu, self.accepted, self.marker_side, self.marker_space, self.passed,
            self.released, self.last_in, self.scored, self.penalty, self.lost, self.ending, self.play_key(),
        )  # fmt: skip


def touched(s: State, sides: tuple[int, ...] = (ALLIED, AXIS)) -> None:
    """Something moved or changed its zone of control: what was found out about paths no longer holds, nor, for these sides,
    about the net of roads."""
    found = s.found
    found.piles = None
    if found.cut:
        found.cut = {}
    if found.near:
        found.near = {}
    if found.fed:
        found.fed = {}
    for side in sides:
        found.net[side] = {}
        if side == AXIS:
            found.joined = None


def changed_at(s: State, side: int, hex: int) -> None:
    """A unit came or left. For its friends that bars or opens nothing, but in an enemy zone of control (5.7.4); and what is joined
    is as it was, if nobody asked about a hex so near."""
    joined = s.found.joined
    touched(s, (ALLIED, AXIS) if enemy_zone(s, side, hex) else (other(side),))
    if joined is not None and s.found.asked.isdisjoint(s.edition.zoc[hex]):
        s.found.joined = joined


def place(s: State, unit: int, hex: int) -> None:
    """On top of what is there; an HQ stays above all (5.3.1)."""
    e = s.edition
    s.where[unit] = hex
    s.seen |= 1 << unit
    there = s.at.get(hex)
    if there is None:
        s.at[hex] = (unit,)
    elif e.kind[there[0]] == HQ and e.kind[unit] != HQ:
        hqs = len([u for u in there if e.kind[u] == HQ])
        s.at[hex] = (*there[:hqs], unit, *there[hqs:])
    else:
        s.at[hex] = (unit, *there)
        if e.kind[unit] == HQ and e.kind[there[0]] != HQ and len(there) > 1:
            s.tell(REVEALED, hex, to=all_but(e.side[unit]))  # 5.3.4: an HQ hides nothing of what lies beneath it
            look_beneath(s, hex)
    if e.has_zoc[unit] and not s.down[unit]:
        lay_zone(s, unit)
    if e.side[unit] == AXIS and e.alarm[hex] and unit < e.units:
        s.released = True  # 10: an Axis combat unit near Tobruk or Acroma
    changed_at(s, e.side[unit], hex)


def lift(s: State, unit: int, to: int = WAITING) -> None:
    hex = s.where[unit]
    there = s.at[hex]
    rest = tuple([u for u in there if u != unit])
    if rest:
        s.at[hex] = rest
        if there[0] == unit and unit < s.edition.units:
            s.tell(REVEALED, hex, to=all_but(s.edition.side[unit]))  # what lay beneath it is seen
            s.seen |= 1 << rest[0]
        if len(rest) == 1:
            clear_up(s, hex)
    else:
        del s.at[hex]
        clear_up(s, hex)
    if s.edition.has_zoc[unit] and not s.down[unit]:
        take_zone(s, unit)
    s.where[unit] = to
    changed_at(s, s.edition.side[unit], hex)


def move(s: State, unit: int, hex: int) -> None:
    lift(s, unit)
    place(s, unit, hex)


def zone_of(s: State, side: int, hex: int) -> tuple[int, ...]:
    """5.4 The hexes that a unit of the side controls from there. Its zone does not enter unbreached enemy mines."""
    e = s.edition
    if not s.breached:
        return e.zone_of[side][hex]
    return (*e.zone_of[side][hex], *[h for h in s.breached if e.owner[h] == other(side) and h in e.zoc[hex]])


def lay_zone(s: State, unit: int) -> None:
    side = s.edition.side[unit]
    s.zones.lay(side, zone_of(s, side, s.where[unit]))


def take_zone(s: State, unit: int) -> None:
    side = s.edition.side[unit]
    s.zones.take(side, zone_of(s, side, s.where[unit]))


def turn_over(s: State, unit: int) -> None:
    """To the Disrupted side (5.6.3)."""
    if s.edition.has_zoc[unit] and s.where[unit] >= 0:
        take_zone(s, unit)
    s.down[unit] = True
    touched(s)


def turn_back(s: State, unit: int) -> None:
    s.down[unit] = False
    if s.edition.has_zoc[unit] and s.where[unit] >= 0:
        lay_zone(s, unit)
    touched(s)


def open_breach(s: State, hex: int) -> None:
    """7.4 For the rest of the game; zones of control of the other side now enter it."""
    e, side = s.edition, other(s.edition.owner[hex])
    s.breached = tuple(sorted((*s.breached, hex)))
    for unit in range(e.units):
        if e.side[unit] == side and e.has_zoc[unit] and not s.down[unit] and s.where[unit] >= 0 and hex in e.zoc[s.where[unit]]:
            s.zones.lay(side, (hex,))
    touched(s)


# What everyone asks


def enemy_zone(s: State, side: int, hex: int) -> bool:
    """Whether a unit of that side would be in an EZOC there."""
    return s.zones.units[other(side)][hex] > 0


def holder(s: State, hex: int) -> int:
    """The side that has a unit of any type there, or NONE."""
    there = s.at.get(hex)
    return NONE if there is None else s.edition.side[there[0]]


def combat_units(s: State, hex: int) -> tuple[int, ...]:
    """Of the one side that is there, without HQs."""
    there = s.at.get(hex)
    if there is None:
        return ()
    n = s.edition.units
    return there if there[0] < n else tuple([u for u in there if u < n])


def has_enemy_unit(s: State, side: int, hex: int) -> bool:
    """Whether an enemy combat unit is there."""
    there = s.at.get(hex)
    return there is not None and s.edition.side[there[0]] != side and there[-1] < s.edition.units


def near_enemy(s: State, side: int, hex: int) -> bool:
    """Whether an enemy combat unit is adjacent, whatever its zone of control."""
    at, e = s.at, s.edition
    for h in e.adjacent[hex]:
        there = at.get(h)
        if there is not None and e.side[there[0]] != side and there[-1] < e.units:
            return True
    return False


def mined_against(s: State, side: int, hex: int) -> bool:
    """Whether it is an unbreached enemy minefield or Box for that side."""
    return s.edition.owner[hex] == other(side) and hex not in s.breached


def mined_for(s: State, side: int, hex: int) -> bool:
    """Whether it is an unbreached friendly one."""
    return s.edition.owner[hex] == side and hex not in s.breached


def units_of(s: State, formation: int) -> list[int]:
    """The combat units that belong or are assigned to a formation and are on the map."""
    where, belongs = s.where, s.formation
    return [u for u in s.edition.roster[formation] if belongs[u] == formation and where[u] >= 0]


def hq_of(s: State, formation: int) -> int:
    return s.edition.units + formation


def effectiveness(s: State, unit: int) -> int:
    """The Effectiveness Rating of the side that is up."""
    return s.edition.er[s.down[unit]][unit]


def is_static(s: State, side: int) -> bool:
    """10.1 The garrison of Bir Hacheim only holds."""
    return side == ALLIED and s.edition.scenario_rows[s.edition.scenario_ids[s.agreed.scenario]].static


# 5.3.4 Limited intelligence: who may see which counter


def is_open(s: State, unit: int) -> bool:
    """Whether the enemy may see it as it stands: the top of a stack, or anything beneath an HQ."""
    hex = s.where[unit]
    if hex < 0:
        return True
    there = s.at[hex]
    return there[0] == unit or s.edition.kind[there[0]] == HQ


def hides(s: State, hex: int) -> bool:
    """Whether the enemy sees that there is something in that hex, and not what."""
    there = s.at.get(hex, ())
    return len(there) > 1 and s.edition.kind[there[0]] != HQ


def look_beneath(s: State, hex: int) -> None:
    """The enemy sees all of a stack, and will know it as long as nobody can have left it unseen."""
    look_at(s, s.at.get(hex, ()))
    clear_up(s, hex)


def look_at(s: State, units: Sequence[int]) -> None:
    """The enemy sees these."""
    for unit in units:
        s.seen |= 1 << unit


def clear_up(s: State, hex: int) -> None:
    if hex in s.murky:
        s.murky = tuple([h for h in s.murky if h != hex])


def lose_sight(s: State, seen: int, murky: tuple[int, ...], before: Sequence[int], source: int, hex: int) -> None:
    """A stack, or a part of it, has gone from one hex to another: `before` is what lay there, `seen` and `murky` what the enemy
    knew. He sees the tops. If something lies beneath both, nobody but the owner knows who went along and who stayed."""
    s.seen, dark = seen, {*murky}
    if hides(s, hex) and hides(s, source):
        dark |= {hex, source}
        for unit in before:
            s.seen &= ~(1 << unit)
    elif hides(s, hex) and source in dark:
        dark.add(hex)
    s.murky = tuple(sorted([h for h in dark if hides(s, h)]))
    for stack in (s.at.get(source, ()), s.at[hex]):
        look_at(s, stack if stack and s.edition.kind[stack[0]] == HQ else stack[:1])


def under_fire(s: State, units: Sequence[int]) -> None:
    """The enemy sees that somebody of these loses Strength Points, or may."""
    for unit in units:
        s.hurt |= 1 << unit


def is_covert(s: State, unit: int) -> bool:
    """Whether its Assigned marker, if it has one, lies face down (5.5.2)."""
    return s.edition.independent[unit] == ASSIGNABLE and unit not in s.shown


def lay_dummy(s: State, dummy: int, formation: int) -> None:
    s.dummies = (*s.dummies[:dummy], formation, *s.dummies[dummy + 1 :])


def audience(s: State, unit: int) -> int:
    """Who may be told about a unit by name."""
    return EVERYONE if is_open(s, unit) else only(s.edition.side[unit])


def give_away(s: State, units: Sequence[int]) -> None:
    """Units that the enemy could not see act: from here on there is no way back, for he learns where they are."""
    for unit in units:
        if not is_open(s, unit):
            s.tell(REVEALED, s.where[unit], to=all_but(s.edition.side[unit]))
            return


def tell_of(s: State, what: str, unit: int, *numbers: int) -> None:
    """An event about a unit, to those who can see it."""
    if s.log is not None:
        s.tell(what, unit, *numbers, to=audience(s, unit))
