"""Tries each option and takes the one that leads to the best position.

Decisions are small: a unit, then a place, then another unit, then the attack. What an option is good for shows only some
decisions later, so every trial goes on for a while: the side itself goes on as it would (`carry_on`), the other side gives
quick answers, and the title's `judge` values the position reached. Options that did badly get no second trial.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.play import Option, State, decider, options, take
from sandtable.kernel.sides import other
from sandtable.kernel.title import Title
from sandtable.players.random import any_of, any_option, stop_verb

OWN_DECISIONS: Final = 8  # how far a trial goes on
ANSWERS: Final = 3  # how often the other side answers within a trial
GLANCES: Final = 3  # options that the side looks at when it goes on
TRIALS: Final = (2, 3, 4)  # trials of every option in each round; the better half goes on to the next
FINALISTS: Final = 10  # at most so many go on to the second round
WON: Final = 10.0  # outweighs every judgement


class Greedy:
    def choose(self, title: Title, s: Any, side: int, dice: Dice) -> Option:
        found = options(s)
        if len(found) == 1:
            return found[0]
        seed = dice.draw(range(1 << 40), side, "")
        worth = dict.fromkeys(found, 0.0)  # the sum over all trials
        trials, left = 0, found
        for more in TRIALS:
            for trial in range(trials, trials + more):
                for o in left:
                    worth[o] += try_out(title, s, side, o, seed + trial)
            trials += more
            left = sorted(left, key=lambda o: -worth[o])[: min(FINALISTS, (len(left) + 1) // 2)]
            if len(left) == 1:
                break
        return left[0]


def try_out(title: Title, s: Any, side: int, o: Option, seed: int) -> float:
    """The position that an option leads to, for one course of chance. What the side may not know is dealt anew."""
    dice = SeededDice(seed * 0x9E3779B97F4A7C15)
    trial: State = title.redeal(s, side, dice)
    take(trial, o, dice)
    own = answers = 0
    while trial.frames and own < OWN_DECISIONS and answers < ANSWERS:
        if decider(trial) == side:
            own += 1
            take(trial, carry_on(title, trial, side, dice), dice)
        else:
            answers += 1
            take(trial, any_option(trial, other(side), dice), dice)
    return value(title, trial, side)


def carry_on(title: Title, s: State, side: int, dice: Dice) -> Option:
    """A fair next step: the best of a few at a glance. The dice of the glance are not those of the step."""
    found, stop = options(s), stop_verb(s)
    if len(found) == 1:
        return found[0]
    seen: dict[Option, float] = {}
    for _ in range(GLANCES):
        o = any_of(found, stop, side, dice)
        if o not in seen:
            after = s.clone()
            take(after, o, dice)
            seen[o] = value(title, after, side)
    return max(seen, key=lambda o: seen[o])


def value(title: Title, s: State, side: int) -> float:
    judged = title.judge(s, side)
    ended = title.outcome(s)
    if ended is None or ended.winner < 0:
        return judged
    return judged + (WON if ended.winner == side else -WON)
