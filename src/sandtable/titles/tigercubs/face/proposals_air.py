"""What the program proposes in the air: whole missions with bombers and escort, transfers, interceptors and their opponents.

Each is a list of decisions that are legal now, ranked by a measure that its text names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Optional

from sandtable.face.handling import Draft
from sandtable.face.story import both, counted, measured
from sandtable.face.view import Proposal
from sandtable.kernel.play import Option, options, pending, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import capacity
from sandtable.titles.tigercubs.air_bombing import (
    AIRBASE,
    BAI,
    BRIDGE,
    CAS,
    PORT,
    RAIL,
    TRANSFER,
    load_of,
    mission,
    payload_exact,
    targets,
)
from sandtable.titles.tigercubs.air_flyers import kind_number
from sandtable.titles.tigercubs.air_range import EXTENDED, NORMAL, band, distance, reaches
from sandtable.titles.tigercubs.frames import FIGHTING, OPENING, AirWindow, CombatPhase, Interception, Mission, MovementPhase
from sandtable.titles.tigercubs.kinds import FIVE_DAY, NONE
from sandtable.titles.tigercubs.state import State, air_at
from sandtable.titles.tigercubs.supply import is_fuelled

FEW: Final = 3  # ways that are proposed at once
LEAST_SUPPORT: Final = Fraction(1, 10)  # combat factors: no die turns less than that into one (8.E.1.c)
BOMBERS: Final = 6  # air units that bomb in one proposed mission
RAIDERS: Final = 4
HOSTILE: Final = 8  # targets that are looked at
NAMED: Final = 6  # air units that are named one by one
ORDERS: Final = {
    AIRBASE: "Raid",
    CAS: "Support the combat at",
    BAI: "Interdict",
    PORT: "Bomb the port of",
    RAIL: "Bomb the railway at",
    BRIDGE: "Bomb the bridge at",
}


def airs_in_words(s: State, airs: Iterable[int]) -> str:
    names = [s.names.called("air", a) for a in airs]
    return both(names) if len(names) <= NAMED else f"{len(names)} air units"


def called(s: State, place: int) -> str:
    return s.names.called("place", place)


def missions(s: State, f: AirWindow) -> Iterator[Proposal]:
    """Raids on the bases where most aircraft stand on the ground; close support of each combat."""
    if pending(s).act("fly") is None:
        return
    if f.when == OPENING:
        bases = sorted([p for p in targets(s, f.side, AIRBASE) if parked(s, p)], key=lambda p: -parked(s, p))[:HOSTILE]
        drafts = [raid for p in bases for night in (False, True) if (raid := sent(s, AIRBASE, p, night)) is not None]
        for _, proposal in sorted(drafts, key=lambda raid: -raid[0])[:FEW]:
            yield proposal
    elif f.when == FIGHTING:
        phase = within(s, CombatPhase)
        for target in phase.targets[:FEW] if phase is not None else ():
            support = sent(s, CAS, target, False)
            if support is not None:
                yield support[1]


def formed(s: State, f: Mission) -> Iterator[Proposal]:
    """The mission that is being put together: who is best sent on it, and with which escort."""
    if f.target == NONE:
        return
    for night in (False, True):
        found = sent(s, mission(s, f), f.target, night)
        if found is not None:
            yield found[1]


def parked(s: State, base: int) -> int:
    """Steps on the ground."""
    return sum([s.steps[a] for a in air_at(s, base)])


def sent(s: State, kind: str, target: int, night: bool) -> Optional[tuple[Fraction, Proposal]]:
    """A whole mission to a target: the heaviest bombers in normal range, and an escort where enemy fighters can rise."""
    draft = Draft(s)
    f = planned(draft, kind, target)
    if f is None:
        return None
    chosen = [a for a in bombers(draft.s, f, night) if draft.open and draft.say(("assign", a, 0))]
    if not f.bombers or f.night != night:
        return None
    rising = [] if night or kind == TRANSFER else risers(s, other(f.side), target)
    escorts = [a for a in guards(draft.s, f, len(rising)) if draft.say(("escort", a, 0))]
    factors = sum([payload_exact(s.edition, load_of(draft.s, f, a)) * share(s, kind, a) for a in f.bombers], Fraction(0))
    if (not chosen and not escorts) or is_in_vain(s, kind, factors) or not draft.say(("send", 0, 0)):
        return None
    words = f"{airs_in_words(s, f.bombers)}{f', escorted by {airs_in_words(s, f.escorts)}' if f.escorts else ''}"
    name = f"{ORDERS.get(kind, 'Fly to')} {called(s, target)}{' by night' if night else ''}"
    return worth(s, kind, target, factors), Proposal(
        name, tuple(draft.says), f"{words}: {prospect(s, kind, target, factors, rising)}"
    )


def planned(draft: Draft, kind: str, target: int) -> Optional[Mission]:
    """A mission of the kind to the target, as it is formed in the draft; it may have been begun."""
    s = draft.s
    if pending(s).act("fly") is not None and not draft.say(("fly", kind_number(s, kind), 0)):
        return None
    f = within(s, Mission)
    if f is None or (f.target == NONE and not draft.say(("over", target, 0))):
        return None
    return f if f.target == target else None


def worth(s: State, kind: str, target: int, factors: Fraction) -> Fraction:
    """For raids: aircraft on the ground that the bombs can hit; then the bombs themselves."""
    return min(factors / need(s, kind), Fraction(parked(s, target))) + factors / 100 if kind == AIRBASE else factors


def need(s: State, kind: str) -> int:
    return next((int(row.points) for row in s.edition.target_rows if row.id == kind), 1)


def is_in_vain(s: State, kind: str, factors: Fraction) -> bool:
    least = {CAS: LEAST_SUPPORT, BAI: Fraction(s.edition.interdiction_rows[0].points)}
    return factors < least.get(kind, 0)


def share(s: State, kind: str, air: int) -> Fraction:
    """8.E.1.c What a bomb point is worth: in close support that is counted in combat factors."""
    e = s.edition
    if kind != CAS:
        return Fraction(1)
    each = Fraction(1) if e.close_support[air] else e.figure["cas_share"]
    return each * Fraction(e.figure["cas_five_day"] if s.agreed.scale == FIVE_DAY else 1)


def prospect(s: State, kind: str, target: int, factors: Fraction, rising: list[int]) -> str:
    bombs = roughly(factors, "combat factor" if kind == CAS else "bomb point")
    if kind == AIRBASE:
        there = parked(s, target)
        bombs += f", {need(s, kind)} make a hit, {counted(there, 'squadron') if there else 'no squadron'} on the ground"
    return f"{bombs}; {counted(len(rising), 'enemy fighter')} can rise" if rising else bombs


def roughly(value: Fraction, what: str) -> str:
    """To a quarter: nobody counts in sixteenths of a bomb point.

    >>> roughly(Fraction(35, 8), "bomb point"), roughly(Fraction(9, 4), "bomb point"), roughly(Fraction(1, 16), "bomb point")
    ('about 4½ bomb points', '2¼ bomb points', 'less than ¼ bomb point')
    """
    if 0 < value < Fraction(3, 16):
        return f"less than {measured(Fraction(1, 4), what)}"
    near = Fraction(round(value * 4), 4)
    return measured(near, what) if near == value else f"about {measured(near, what)}"


def bombers(s: State, f: Mission, night: bool) -> list[int]:
    """The heaviest loads first; by day in normal range, by night those that are trained for it."""
    e = s.edition
    ready = [
        o[1] for o in options(s) if o[0] == "assign" and e.night[o[1]] == night and (e.air_type[o[1]] != "F" or bool(f.escorts))
    ]
    near = [a for a in ready if (night or band(s, a, f.target) <= NORMAL) and payload_exact(e, load_of(s, f, a)) > 0]
    most = max(0, (RAIDERS if mission(s, f) == AIRBASE else BOMBERS) - len(f.bombers))
    return sorted(near, key=lambda a: -payload_exact(e, load_of(s, f, a)))[:most]


def guards(s: State, f: Mission, rising: int) -> list[int]:
    """As many fighters as can rise against them, the best first; not so far that they fight at half."""
    e = s.edition
    ready = [o[1] for o in options(s) if o[0] == "escort" and band(s, o[1], f.target) <= EXTENDED] if s.frames[-1] is f else []
    return sorted(ready, key=lambda a: -e.air_rows[a].attack * s.steps[a])[: max(0, min(FEW, rising) - len(f.escorts))]


def risers(s: State, side: int, target: int) -> list[int]:
    """Fighters that are ready and could intercept there."""
    e = s.edition
    return [
        a
        for a in e.air_of_side[side]
        if e.air_type[a] == "F" and s.base[a] >= 0 and not s.flown[a] and distance(s, a, target) <= reaches(e, a)[NORMAL]
    ]


def transfers(s: State, f: MovementPhase) -> Iterator[Proposal]:
    """Air units that are out of supply, or that their base cannot launch, go to the nearest base that serves them."""
    if ("fly", kind_number(s, TRANSFER), 0) not in options(s):
        return
    stuck = [a for a in s.edition.air_of_side[f.side] if s.base[a] >= 0 and not s.flown[a] and is_stuck(s, a)]
    wanted: dict[int, list[int]] = {}
    for air in stuck:
        room = [p for p in targets(s, f.side, TRANSFER) if p != s.base[air] and is_fuelled(s, f.side, p) and has_room(s, f.side, p)]
        best = min(room, key=lambda p: distance(s, air, p), default=NONE)
        if best != NONE:
            wanted.setdefault(best, []).append(air)
    for target, airs in list(wanted.items())[:FEW]:
        draft = Draft(s)
        if planned(draft, TRANSFER, target) is None:
            continue
        if [a for a in airs if draft.say(("assign", a, 0))] and draft.say(("send", 0, 0)):
            yield Proposal(
                f"Move to {called(s, target)}", tuple(draft.says), f"{airs_in_words(s, airs)}, to where they are supplied"
            )


def is_stuck(s: State, air: int) -> bool:
    return bool(s.air_out[air]) or capacity(s, s.base[air]) == 0


def has_room(s: State, side: int, base: int) -> bool:
    return sum([s.steps[a] for a in s.edition.air_of_side[side] if s.base[a] == base]) < capacity(s, base)


# 8.D, 10.C Interception


def interceptions(s: State, f: Interception) -> Iterator[Proposal]:
    verbs = [act.verb for act in pending(s).acts]
    if "intercept" in verbs:
        yield from rising(s, f)
    elif "engage" in verbs or "destroyer" in verbs:
        escorted = "the best fighters against the escorts, the others against the bombers"
        against = "each against a bomber" if not f.escorts else escorted if f.bombers else "each against a fighter"
        yield Proposal("Pair them as proposed", paired(s), against)


def rising(s: State, f: Interception) -> Iterator[Proposal]:
    """One more than the escort, the best fighters first; and all that are in reach."""
    e = s.edition
    ready = sorted([o[1] for o in options(s) if o[0] == "intercept"], key=lambda a: -e.air_rows[a].attack * s.steps[a])
    few = max(1, len(f.escorts) + 1 - len(f.interceptors))
    for airs in (ready[:few], ready) if few < len(ready) else (ready,):
        draft = Draft(s)
        if not [a for a in airs if draft.say(("intercept", a, 0))]:
            return
        draft.say(("done", 0, 0))
        name = "Intercept with all in reach" if len(airs) == len(ready) else f"Intercept with {counted(len(airs), 'fighter')}"
        against = counted(len(f.escorts), "escort" if f.bombers else "fighter") if f.escorts else "no escort"
        yield Proposal(name, tuple(draft.says), f"{airs_in_words(s, airs)} against {against}")


def paired(s: State) -> tuple[str, ...]:
    """Roles by strength, then opponents in order."""
    draft = Draft(s)
    while draft.open and isinstance(draft.s.frames[-1], Interception) and pending(draft.s).stop is None:
        f, now = draft.s.frames[-1], draft.s
        draft.say(role(now, f) if pending(now).act("destroyer") is not None else next(o for o in options(now) if o[0] == "engage"))
    return tuple(draft.says)


def role(s: State, f: Interception) -> Option:
    waiting = [o[1] for o in options(s) if o[0] == "destroyer"]
    best = max(waiting, key=lambda a: s.edition.air_rows[a].attack * s.steps[a])
    return ("superiority" if len(f.superior) < len(f.escorts) else "destroyer", best, 0)
