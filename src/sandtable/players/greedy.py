"""Tries each option and takes the one that leads to the best position.

Decisions are small: a unit, then a place, then another unit, then the attack. What an option is good for shows only some
decisions later, so every trial goes on for a while: the side itself goes on as it would (`carry_on`), the other side gives
quick answers, and the title's `judge` values the position reached. Options that did badly get no second trial.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, Final, NamedTuple, Optional

from sandtable.kernel.dice import Dice, NoDice, ScriptError, SeededDice
from sandtable.kernel.play import Option, State, decider, options, pending, take
from sandtable.kernel.robot import never
from sandtable.kernel.sides import other
from sandtable.players.march import BLOWS, Marcher
from sandtable.players.random import any_of, any_option, stop_verb
from sandtable.players.worth import eager_of, value, wanted
from sandtable.titles import AnyTitle

LONG: Final = 4  # an action that has begun is followed so many times further than usual, but not beyond its end
SAMPLES: Final = 6  # courses of chance by which a single roll is judged
WANDER: Final = 40  # places that are looked at for a way that first leads downhill
SPREAD: Final = 0x9E3779B97F4A7C15  # parts the seeds of neighbouring trials


class Effort(NamedTuple):
    """How hard a player thinks."""

    wide: int = 6  # options that are tried; the others did badly at first sight
    trials: tuple[int, ...] = (1, 1, 1)  # of each option in each round; the better half goes on to the next
    deep: int = 4  # own decisions in a trial
    answers: int = 3  # decisions of the other side in a trial
    glances: int = 2  # options that the side looks at when it goes on; 0: it goes on by chance
    places: int = 0  # of a march that are looked at, at first; 0: all
    blows: int = BLOWS  # courses of chance by which an attack at the end of a march is judged


USUAL: Final = Effort()
BRIEF: Final = Effort(places=30, blows=1)  # as one plan of many


class Greedy:
    def __init__(self, effort: Effort = USUAL) -> None:
        self.effort: Effort = effort
        self.way: list[Option] = []  # the strides that it has in mind
        self.trail: set[int] = set()  # places where the piece was that strides now
        self.marcher: Marcher = Marcher(self.show, effort.places, effort.blows)
        self.promised: dict[Option, float] = {}  # what actions of the phase were better than the position, when last looked at
        self.phase: object = None

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        o = self.decide(title, s, side, dice)
        self.marcher.note(title, o)
        return o

    def decide(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        left = wanted(title, s)
        step = self.marcher.go_on(left)
        if step is not None:
            return step
        if not all_of(left, title.robot.hints.strides):
            self.way, self.trail = [], set()
        plain = obvious(title, s, left)
        if plain is not None:
            return plain
        seed = dice.draw(range(1 << 40), side, "")
        if title.robot.hints.marches:
            step = self.marcher.set_out(title, s, side, left, seed)
            if step is not None:
                return step
            left = [o for o in left if o[0] not in title.robot.hints.marches and o not in self.marcher.gone] or left
            if len(left) == 1:
                return left[0]
        if all_of(left, title.robot.hints.strides):
            dealt = title.rules.redeal(s, side, SeededDice(seed * SPREAD))
            self.way = stride(title, dealt, side, left, SeededDice(seed), self.way, self.trail)
            return self.way.pop(0)
        if len(left) > self.effort.wide and not all_of(left, title.robot.hints.actions):
            left = promising(title, s, side, left, self.effort.wide, seed)
        if title.robot.hints.eager is not never:
            left = distinct(title, title.rules.redeal(s, side, SeededDice(seed * SPREAD)), side, left)
        if title.robot.hints.lasting and all_of(left, title.robot.hints.actions):
            return self.best_action(title, s, side, left, seed)
        return self.best_of(title, s, side, left, seed)

    def best_action(self, title: AnyTitle, s: Any, side: int, left: list[Option], seed: int) -> Option:
        """Of many, those first that are new or promised most when they were last looked at; all of them before it stops."""
        phase, stop = (title.rules.turn(s), side, len(s.frames), s.frames[-1].at, type(s.frames[-1])), stop_verb(s)
        if phase != self.phase:
            self.phase, self.promised = phase, {}
        good = sorted([o for o in left if self.promised.get(o, 0.0) > 0], key=lambda o: -self.promised[o])[: self.effort.wide]
        good = [o for o in left if o[0] == stop or o not in self.promised or o in good]
        if 1 < len(good) < len(left):
            best = self.best_of(title, s, side, good, seed)
            if best[0] != stop and self.promised[best]:
                return best
        best = self.best_of(title, s, side, left, seed)
        return best if not stop or self.promised[best] else (stop, 0, 0)  # what comes to nothing could be done for ever

    def best_of(self, title: AnyTitle, s: Any, side: int, left: list[Option], seed: int) -> Option:
        """Each option gets a trial, the better half another, and so on. An action that comes to nothing is never better than to
        stop, though stopping may cost something: it could be done again and again."""
        now = value(title, title.rules.redeal(s, side, SeededDice(seed * SPREAD)), side)
        worth = dict.fromkeys(left, 0.0)  # the sum over all trials
        known: dict[Option, float] = {}  # what will be the same in every trial
        stop = stop_verb(s)
        trials = 1
        for more in self.effort.trials:
            for trial in range(trials, trials + more):
                for o in left:
                    if o in known:
                        worth[o] += known[o]
                        continue
                    shown, sure = self.show(title, s, side, o, seed + trial)
                    worth[o] += shown
                    self.promised[o] = shown - now
                    if sure:
                        known[o] = shown
            trials += more
            left = [o for o in left if o[0] == stop or known.get(o) != now] or left
            left = sorted(left, key=lambda o: (-worth[o], liking(title, o, stop)))[: (len(left) + 1) // 2]
            if len(left) == 1:
                break
        return left[0]

    def show(self, title: AnyTitle, s: Any, side: int, o: Option, seed: int) -> tuple[float, bool]:
        """What a trial shows. A mere roll of the dice is quickly done, and gets several."""
        if o[0] not in title.robot.hints.tries:
            return try_out(title, s, side, o, seed, self.effort)
        shown = [try_out(title, s, side, o, seed + SAMPLES * more, self.effort)[0] for more in range(SAMPLES)]
        return sum(shown) / SAMPLES, False


def obvious(title: AnyTitle, s: State, found: list[Option]) -> Optional[Option]:
    """The only option, or one that is always good."""
    if len(found) == 1:
        return found[0]
    return eager_of(title, s, found)


def distinct(title: AnyTitle, s: State, side: int, found: list[Option]) -> list[Option]:
    """One of those that come to the same: the same units move, whoever is named first."""
    seen: dict[object, Option] = {}
    for o in found:
        after = s.clone()
        try:
            take(after, o, NoDice())
            while after.frames and decider(after) == side and (plain := eager_of(title, after, wanted(title, after))):
                take(after, plain, NoDice())
        except ScriptError:
            seen[o] = o
        else:
            seen.setdefault(after.key(), o)
    return list(seen.values())


def liking(title: AnyTitle, o: Option, stop: str) -> int:
    """Between options of equal worth, of which at least one does nothing: what may yet come off, then to stop, then the rest."""
    if not title.robot.hints.actions:
        return 0
    return 0 if o[0] in title.robot.hints.tries else 1 if o[0] == stop else 2


def promising(title: AnyTitle, s: Any, side: int, found: list[Option], wide: int, seed: int) -> list[Option]:
    """The best at first sight, and the best of every verb: what a verb is good for may show only later."""
    seen: list[tuple[float, Option]] = []
    for o in found:
        dice = SeededDice(seed * SPREAD)
        after: State = title.rules.redeal(s, side, dice)
        take(after, o, dice)
        seen.append((value(title, after, side), o))
    seen.sort(key=lambda pair: -pair[0])
    kept = {o[0]: o for _, o in reversed(seen)}
    chosen = list(kept.values())
    return (chosen + [o for _, o in seen if o not in chosen])[: max(wide, len(chosen))]


def try_out(title: AnyTitle, s: Any, side: int, o: Option, seed: int, effort: Effort) -> tuple[float, bool]:
    """The worth of the position that an option leads to, for one course of chance; and whether that is sure: a whole action
    without dice. What the side may not know is dealt anew."""
    dice = SeededDice(seed * SPREAD)
    trial: State = title.rules.redeal(s, side, dice)
    before = dice.x
    take(trial, o, dice)
    own = answers = 0
    way: list[Option] = []
    trail: set[int] = set()
    action = o[0] in title.robot.hints.actions
    patience = LONG if action else 1
    floor = len(s.frames) if action or o[0] in title.robot.hints.rounds else 0
    while len(trial.frames) > floor and own < patience * effort.deep and answers < patience * effort.answers:
        if decider(trial) == side:
            found = wanted(title, trial)
            eager = eager_of(title, trial, found)
            if eager is not None:
                take(trial, eager, dice)
            elif len(found) > 1 and all_of(found, title.robot.hints.strides):
                way = (
                    stride(title, trial, side, found, dice, way, trail)
                    if action
                    else [at_sight(title, trial, side, found, dice)[0]]
                )
                take(trial, way.pop(0), dice)
            else:
                way, trail = [], set()
                own += not all_of(found, title.robot.hints.strides)
                take(trial, carry_on(title, trial, side, found, dice, effort.glances), dice)
        else:
            answers += 1
            take(trial, quick_answer(title, trial, other(side), dice), dice)
    return value(title, trial, side), action and dice.x == before


def quick_answer(title: AnyTitle, s: State, side: int, dice: SeededDice) -> Option:
    """What the other side is taken to say."""
    if title.robot.hints.unbroken and pending(s).window:
        return (stop_verb(s), 0, 0)
    return any_option(s, side, dice)


def all_of(found: list[Option], verbs: tuple[str, ...]) -> bool:
    return bool(verbs) and all([o[0] in verbs for o in found])


def at_sight(title: AnyTitle, s: State, side: int, found: list[Option], dice: SeededDice) -> tuple[Option, bool]:
    """The best by the position right after it, of equals one to stay; and whether that is better than where it stands."""
    stop, now = stop_verb(s), value(title, s, side)
    best, most = found[0], -math.inf
    for o in found:
        worth = now if o[0] == stop else right_after(title, s, side, o, dice)
        if worth > most or (worth == most and o[0] not in title.face.walks):
            best, most = o, worth
    return best, most > now


def right_after(title: AnyTitle, s: State, side: int, o: Option, dice: SeededDice) -> float:
    """The worth of the next position: the mean of some if a die decides."""
    found: list[float] = []
    before = dice.x
    while not found or (dice.x != before and len(found) < SAMPLES):
        after = s.clone()
        take(after, o, dice)
        found.append(value(title, after, side))
    return sum(found) / len(found)


def stride(
    title: AnyTitle, s: State, side: int, found: list[Option], dice: SeededDice, way: list[Option], trail: set[int]
) -> list[Option]:
    """The next strides: those in mind, or one that is better at sight, or else a way to a better place, if there is one."""
    if title.robot.hints.ends:
        found = [o for o in found if not leads_back(title, s, o, trail)] or found
        trail.update([step.here for o in found if (step := title.robot.plans.step(s, o)) is not None])
    if way and way[0] in found:
        return way
    if title.robot.hints.ends:
        return to_the_end(title, s, side, trail) or [at_sight(title, s, side, found, dice)[0]]
    best, better = at_sight(title, s, side, found, dice)
    return ([] if better else detour(title, s, side)[0]) or [best]


def leads_back(title: AnyTitle, s: State, o: Option, trail: Collection[int]) -> bool:
    """Where the piece has come from: nobody walks to and fro."""
    step = title.robot.plans.step(s, o) if trail else None
    return step is not None and step.there in trail


def to_the_end(title: AnyTitle, s: State, side: int, trail: set[int]) -> list[Option]:
    """The strides to the best place, and a stop there, unless it lies at the edge of what was looked at, or something else than to
    go on is possible then."""
    way, end, is_edge = detour(title, s, side, trail)
    stop = stop_verb(end) if way and not is_edge and end.frames and decider(end) == side else ""
    rest = [o for o in wanted(title, end) if o[0] not in title.face.walks] if stop else []
    return [*way, *rest] if len(rest) == 1 and rest[0][0] == stop else way


def detour(title: AnyTitle, s: State, side: int, trail: Collection[int] = ()) -> tuple[list[Option], State, bool]:
    """The strides to the best place within reach, as far as no die is rolled and nobody else is asked; the position there; and
    whether nothing was looked at that lies farther. `trail`: places where it does not go."""
    most, best, seen = value(title, s, side), (list[Option](), s), set[Option]()
    wander = title.robot.hints.ends or WANDER
    edge: list[tuple[State, list[Option]]] = [(s, [])]
    for here, way in edge:
        if len(seen) == wander:
            break
        if not here.frames or decider(here) != side:
            continue
        for o in options(here):
            if o[0] not in title.face.walks or o in seen or len(seen) == wander or leads_back(title, here, o, trail):
                continue
            seen.add(o)
            after = here.clone()
            try:
                take(after, o, NoDice())
            except ScriptError:
                continue
            worth = value(title, after, side)
            edge.append((after, [*way, o]))
            if worth > most:
                most, best = worth, (edge[-1][1], after)
    return *best, len(best[0]) == max([len(way) for _, way in edge])


def carry_on(title: AnyTitle, s: State, side: int, found: list[Option], dice: Dice, glances: int) -> Option:
    """A fair next step: the best of a few at a glance. The dice of the glance are not those of the step."""
    stop = stop_verb(s)
    plain = obvious(title, s, found)
    if plain is not None:
        return plain
    if glances < 2:
        return any_of(found, stop, side, dice)
    seen: dict[Option, float] = {}
    for _ in range(glances):
        o = any_of(found, stop, side, dice)
        if o not in seen:
            after = s.clone()
            take(after, o, dice)
            seen[o] = value(title, after, side)
    return max(seen, key=lambda o: seen[o])
