"""7.C Where units can go, hex by hex, for whoever plans a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.face.walks import Walk, Walks, goes_on, note, text
from sandtable.kernel.play import pending, read
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.frames import (
    IN_MOVEMENT,
    IN_PURSUIT,
    IN_REACTION,
    Move,
    MovementPhase,
    PursuitPhase,
    Reaction,
    ReactionPhase,
    Units,
)
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.movement import GoTo, StartMove
from sandtable.titles.tigercubs.movement_allowance import allowance, cannot_move, has_stayed, on_foot_allowance, points_left
from sandtable.titles.tigercubs.movement_cost import exit_owed, is_exit, is_lined, step_cost
from sandtable.titles.tigercubs.movement_step import place_refused
from sandtable.titles.tigercubs.overruns import is_hopeful
from sandtable.titles.tigercubs.reaction import React, Rest, Stride
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.sequence_air import OTHER_ACTS
from sandtable.titles.tigercubs.sequence_combat import OVERRUN_ACTS
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import LEFT_LINE, State, holder, move, units_in

GO: Final = GoTo()
REACT: Final = React()
STRIDE: Final = Stride()
REST: Final = Rest()
SET_OUT: Final = {MovementPhase: StartMove(IN_MOVEMENT), PursuitPhase: StartMove(IN_PURSUIT)}
Ways = list[tuple[int, tuple[int, ...]]]  # from a hex: where a step leads, and what it costs each unit


class Arrival(NamedTuple):
    """The units have come to a place: what each has spent, whether it has left the lines, and what was said."""

    place: int
    spent: tuple[int, ...]
    off_line: tuple[bool, ...]
    said: tuple[str, ...]
    first: bool = False


Arrivals = dict[int, list[Arrival]]  # by place


def reach(s: State, side: int) -> Walks:
    """Of the units on the way, or of every unit that could be picked now."""
    found: Walks = {}
    for march in marches(s):
        march.explore(found)
    for trial, said in reactions(s):
        explore_reaction(trial, said, found)
    return found


# 7.C.1.e Reaction: few units, few points, and what a step forbids depends on those before it, so each is tried


class Stage(NamedTuple):
    """Units in reaction have come somewhere: the position then, what each has left, and what was said."""

    s: State
    left: tuple[int, ...]
    said: tuple[str, ...]


def reactions(s: State) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The position with units on their way, and what is said for it: those that are, or each that could set out."""
    f = s.frames[-1] if s.frames else None
    if isinstance(f, Reaction):
        yield s.clone(), ()
    elif isinstance(f, ReactionPhase):
        for unit, _ in REACT.candidates(s, f):
            trial = s.clone()
            if REACT.why_not(s, f, unit, 0) is None and goes_on(trial, [(REACT.verb, unit, 0)], f.side):
                yield trial, (text(s, REACT, unit),)


def explore_reaction(s: State, said: tuple[str, ...], found: Walks) -> None:
    """The shortest ways first, and later ones that leave some unit more."""
    setting_out = s.frames[-1]
    if not isinstance(setting_out, Reaction):
        return
    side, units = setting_out.side, setting_out.units
    start = s.where[units[0]]
    edge, known = [Stage(s, remaining(s, units), said)], {start: [remaining(s, units)]}
    while edge:
        beyond: list[Stage] = []
        for stage in edge:
            for place, next_stage in strides(stage, side, units):
                ways = known.setdefault(place, [])
                if any(all(a >= b for a, b in zip(way, next_stage.left, strict=True)) for way in ways):
                    continue
                ways.append(next_stage.left)
                f = next_stage.s.frames[-1]
                on = isinstance(f, Reaction)
                rest = (REST.verb,) if isinstance(f, Reaction) and REST.why_not(next_stage.s, f, 0, 0) is None else ()
                for unit, left in zip(units, next_stage.left, strict=True):
                    walk = Walk(next_stage.said, left / MP if on else 0, rest)
                    note(found, s.names.text("unit", unit), s.edition.map.ids[place], walk)
                if on:
                    beyond.append(next_stage)
        edge = beyond


def strides(stage: Stage, side: int, units: Units) -> Iterator[tuple[int, Stage]]:
    """The steps that are open to them, each on a copy; one after which others are asked leads nowhere here."""
    f = stage.s.frames[-1]
    assert isinstance(f, Reaction)
    for place, _ in STRIDE.candidates(stage.s, f):
        trial = stage.s.clone()
        if STRIDE.why_not(stage.s, f, place, 0) is None and goes_on(trial, [(STRIDE.verb, place, 0)], side):
            yield place, Stage(trial, remaining(trial, units), (*stage.said, text(stage.s, STRIDE, place)))


def remaining(s: State, units: Units) -> tuple[int, ...]:
    return tuple([points_left(s, unit, IN_REACTION) for unit in units])


def onto(s: State, side: int) -> Walks:
    """Where those who have set out could overrun enemies, and what to say up to there."""
    found: Walks = {}
    for march in marches(s) if s.frames and isinstance(s.frames[-1], Move) else ():
        foes = [p for p, there in s.stack.items() if s.edition.side[there[0]] != march.f.side]
        weaker = [p for p in foes if is_hopeful(s, march.f.units, p)]
        if weaker and march.f.phase != IN_REACTION:
            march.charge(weaker, march.explore({}), found)
    return found


def marches(s: State) -> Iterator[March]:
    if not s.frames:
        return
    row, f = pending(s), s.frames[-1]
    if isinstance(f, Move) and f.units and row.act(GO.verb) is not None:
        yield March(s, f, ())
    elif isinstance(f, (MovementPhase, PursuitPhase)) and row.act("move") is not None:
        start = SET_OUT[type(f)]
        for unit, _ in start.candidates(s, f):
            if start.why_not(s, f, unit, 0) is None and s.carries[unit] == NONE:
                yield March(s, Move(f.side, (unit,), start.phase), (text(s, start, unit),))


class March:
    """Units on their way: what a step costs does not change while they alone move."""

    def __init__(self, s: State, f: Move, prefix: tuple[str, ...]) -> None:
        self.real, self.s, self.f, self.prefix = s, s.clone(), f, prefix
        self.ways_from: dict[int, Ways] = {}
        self.allowances = [allowance(s, u, f.phase) for u in f.units]
        self.heavy: bool = any(s.edition.weighs[u] for u in f.units)

    def explore(self, found: Walks) -> Arrivals:
        """The shortest ways first, and later ones that leave some unit more."""
        s, f = self.s, self.f
        if len({s.phase_start[u] for u in f.units}) > 1:
            return {}  # 7.A: they do not march together
        home = s.where[f.units[0]]
        off_line = tuple([bool(s.did[u] & LEFT_LINE) for u in f.units])
        start = Arrival(home, tuple([s.spent[u] for u in f.units]), off_line, self.prefix, True)
        known: dict[int, list[Arrival]] = {home: [start]}
        edge = [start]
        while edge:
            beyond: list[Arrival] = []
            for here in edge:
                for arrival in self.steps(here):
                    there = known.setdefault(arrival.place, [])
                    if not any(self.is_as_good(old, arrival) for old in there):
                        there.append(arrival)
                        beyond.append(arrival)
            edge = [arrival for arrival in beyond if self.tell(arrival, home, found)]
        return known

    def charge(self, weaker: Sequence[int], known: Arrivals, found: Walks) -> None:
        """From the hexes beside an enemy who is so much weaker: the one where most movement is left."""
        s, f = self.s, self.f
        for target in weaker:
            beside = [arrival for place in s.edition.around[target] for arrival in known.get(place, ())]
            for arrival in sorted(beside, key=lambda a: -min([self.left(a, n) for n in range(len(f.units))])):
                self.stand(arrival.place)
                self.spend(arrival)
                act = next((act for act in OVERRUN_ACTS if act.why_not(s, Move(f.side, f.units, f.phase), target, 0) is None), None)
                if act is not None:
                    walk = Walk((*arrival.said, text(s, act, target)), None, onto=True)
                    for unit in f.units:
                        note(found, s.names.text("unit", unit), s.edition.map.ids[target], walk)
                    break

    def spend(self, arrival: Arrival) -> None:
        for n, unit in enumerate(self.f.units):
            self.s.spent[unit] = self.allowances[n] - self.left(arrival, n)

    def tell(self, arrival: Arrival, home: int, found: Walks) -> bool:
        """Note where they are and what they have left; False if it ends there, or if the word passes to others."""
        alive = self.goes_on(arrival)
        if not alive and not self.ends_well(arrival):
            return False
        s = self.s
        if arrival.place != home:
            for n, unit in enumerate(self.f.units):
                left = self.left(arrival, n) / MP if alive else 0
                note(found, s.names.text("unit", unit), s.edition.map.ids[arrival.place], Walk(arrival.said, left))
        return alive

    def is_as_good(self, old: Arrival, new: Arrival) -> bool:
        if new.first or (old.first and not new.first and old.place == new.place and self.stays(old)):
            return True
        return all(self.left(old, n) >= self.left(new, n) for n in range(len(self.f.units)))

    def stays(self, first: Arrival) -> bool:
        """At home before anything was spent: nothing is better."""
        return all(has_stayed(self.real, u) for u in self.f.units)

    def left(self, here: Arrival, n: int) -> int:
        unit = self.f.units[n]
        points = on_foot_allowance(self.real, unit) if here.off_line[n] and self.real.edition.semi[unit] else self.allowances[n]
        return max(0, points - here.spent[n])

    def steps(self, here: Arrival) -> list[Arrival]:
        found: list[Arrival] = []
        for there, costs in self.ways(here.place):
            after = [self.pay(here, n, there, cost) for n, cost in enumerate(costs)]
            if all(spent >= 0 for spent, _ in after):
                said = (*here.said, f"{GO.verb} {self.s.edition.map.ids[there]}")
                found.append(Arrival(there, tuple([x for x, _ in after]), tuple([off for _, off in after]), said))
        return found

    def pay(self, here: Arrival, n: int, there: int, cost: int) -> tuple[int, bool]:
        """What a unit has spent after a step, and whether it is off the lines; -1 if it cannot make it."""
        s, unit, phase = self.real, self.f.units[n], self.f.phase
        left, spent, off = self.left(here, n), here.spent[n], here.off_line[n]
        if is_exit(s, here.place, there):
            cost = exit_owed(s, unit, here.place, there) if here.first else cost
            return (spent + cost, off) if cost <= left else (-1, off)
        points = self.allowances[n]
        if phase == IN_PURSUIT and s.edition.semi[unit] and not is_lined(s, here.place, there):
            points, off = on_foot_allowance(s, unit), True
            left = max(0, min(left, points - spent))
        if cost <= left:
            return (spent + cost if spent + cost <= points else max(points, MP)), off
        free = here.first and phase != IN_REACTION and has_stayed(s, unit)
        return (max(points, MP), off) if free else (-1, off)

    def ways(self, here: int) -> Ways:
        """Steps that are open, with their costs: the units stand there for a moment, since their own zones count."""
        found = self.ways_from.get(here)
        if found is None:
            s, f = self.s, self.f
            self.stand(here)
            found = self.ways_from[here] = [
                (there, tuple([step_cost(s, u, here, there) for u in f.units]))
                for there in s.edition.near[here]
                if self.is_open(here, there)
            ]
        return found

    def stand(self, here: int) -> None:
        if self.s.where[self.f.units[0]] != here:
            for unit in self.f.units:
                move(self.s, unit, here)

    def is_open(self, here: int, there: int) -> bool:
        s, f, e = self.s, self.f, self.s.edition
        if place_refused(s, f.side, here, there) is not None or not fits(s, there, f.units):
            return False
        if holder(s, there) != other(f.side):
            return True
        return here < e.sheet and self.heavy and all(e.role[u] in (QUARTERMASTER, TERMINAL) for u in units_in(s, there))

    def goes_on(self, here: Arrival) -> bool:
        """Whether there is anything more that they could do there."""
        s, f = self.s, self.f
        if self.steps(here):
            return True
        if len(f.units) > 1 and all(s.carries[u] == NONE for u in f.units):
            return True
        if any(
            u not in f.units and s.carries[u] == NONE and cannot_move(s, f.side, u, f.phase) is None
            for u in units_in(s, here.place)
        ):
            return True
        left = min([self.left(here, n) for n in range(len(f.units))])
        if left > 0 and any(
            is_exit(s, here.place, p) and place_refused(s, f.side, here.place, p) is None for p in s.edition.near[here.place]
        ):
            return True
        if not OVERRUN_ACTS or left == 0:
            return False
        self.stand(here.place)
        self.spend(here)
        probe = Move(f.side, f.units, f.phase)
        return any(act.why_not(s, probe, *o) is None for act in OVERRUN_ACTS for o in act.candidates(s, probe))

    def ends_well(self, arrival: Arrival) -> bool:
        """The move ends there: whether its side is asked next."""
        s, f = self.real, self.f
        if f.phase == IN_MOVEMENT and OTHER_ACTS:
            return self.is_asked_next(arrival)
        others = any(u not in f.units and cannot_move(s, f.side, u, f.phase) is None for u in s.edition.of_side[f.side])
        return others or self.is_asked_next(arrival)

    def is_asked_next(self, arrival: Arrival) -> bool:
        trial = self.real.clone()
        return all(goes_on(trial, [read(trial, said)], self.f.side) for said in arrival.said)
