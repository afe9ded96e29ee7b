"""Chance. Rules ask the dice that are handed in; who made them decides where the numbers come from."""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple, Optional

DICE: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}


def die(faces: int, first: int = 1) -> tuple[int, ...]:
    """A die of any size: the same object whenever it is asked for, so that no cup of numbered things is taken for one."""
    numbers = tuple(range(first, first + faces))
    return DICE.setdefault(numbers, numbers)


def faces(cup: Sequence[int]) -> int:
    """How many faces a die has; 0 for a cup of other things, of which even the number may be nobody's business."""
    return len(cup) if isinstance(cup, tuple) and DICE.get(cup) is cup else 0


D6: Final = die(6)
D10: Final = die(10)
D10_FROM_0: Final = die(10, 0)
D100: Final = die(100)  # two ten-sided dice, read as tens and ones; 00 is 100
SUMS_OF_TWO: Final = tuple([a + b for a in D6 for b in D6])
MASK: Final = (1 << 63) - 1
LEAP: Final = 7  # faces from one trial to the next: prime to six and to ten


class Roll(NamedTuple):
    """One answer of chance: who asked, by which rule, what came out of which cup."""

    by: int
    rule: str
    face: int
    cup: tuple[int, ...]
    of: int  # the faces of a die; 0: drawn from a cup of other things


class ScriptError(ValueError):
    """The script does not fit what the rules ask."""


class Dice:
    """What a rule may ask of chance, saying who rolls and by which rule. A die is a cup that is never emptied."""

    log: Optional[MutableSequence[object]] = None  # where what is rolled is told

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        """One thing of the cup, each as likely. Those with one number in `alike` are one case to whoever counts odds."""
        raise NotImplementedError

    def d6(self, by: int, rule: str) -> int:
        return self.draw(D6, by, rule)

    def d10(self, by: int, rule: str) -> int:
        return self.draw(D10, by, rule)

    def two_d6(self, by: int, rule: str) -> int:
        return self.draw(D6, by, rule) + self.draw(D6, by, rule)

    def percentile(self, by: int, rule: str) -> int:
        return self.draw(D100, by, rule)

    def roll(self, faces: int, by: int, rule: str) -> int:
        """A die of so many faces."""
        return self.draw(die(faces), by, rule)

    def passes(self, die: Sequence[int], at_least: int, by: int, rule: str) -> bool:
        """Whether a die shows so much. Where only that matters ask this: odds then have two cases, not ten."""
        return self.draw(die, by, rule) >= at_least

    def at_most(self, die: Sequence[int], most: int, by: int, rule: str) -> bool:
        """Whether a die shows no more: percentages are read so. Two cases, as above."""
        return self.draw(die, by, rule) <= most

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class SeededDice(Dice):
    """Reproducible; the whole generator is one int."""

    def __init__(self, seed: int) -> None:
        self.x: int = seed & MASK
        self.below(2)

    def below(self, n: int) -> int:
        self.x = (self.x * 3935559000370003845 + 2691343689449507681) & MASK
        return ((self.x >> 31) * n) >> 32

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        return cup[self.below(len(cup))]


class EvenDice(SeededDice):
    """The first roll by a rule goes through the faces from trial to trial, beginning in the middle, so that each is tried as often;
    everything else is by chance.

    >>> [EvenDice(1, "combat", trial).draw(D10_FROM_0, 0, "combat") for trial in range(10)]
    [5, 2, 9, 6, 3, 0, 7, 4, 1, 8]
    """

    def __init__(self, seed: int, rule: str, trial: int) -> None:
        super().__init__(seed)
        self.rule: str = rule
        self.trial: int = trial

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        face = cup[self.below(len(cup))]
        if not self.rule or rule != self.rule:
            return face
        self.rule = ""
        return cup[(len(cup) // 2 + LEAP * self.trial) % len(cup)]


def dice_for(seed: int, game: int, purpose: str) -> SeededDice:
    """Reproducible, and unrelated to those of every other game and purpose.

    >>> dice_for(1, 0, "table").x == dice_for(1, 0, "table").x != dice_for(1, 1, "table").x
    True
    """
    digest = hashlib.blake2b(f"{seed}/{game}/{purpose}".encode(), digest_size=8).digest()
    return SeededDice(int.from_bytes(digest, "big"))


class ProvableDice(Dice):
    """The dice of one ply of a served game: anyone who is shown the seed at the end can check every roll.

    Each number comes from the hash of seed, ply and count, so that a repeated request shows the same face. Faces are
    taken from 64 bits; the bias for a cup of n is below n / 2**64.
    """

    def __init__(self, seed: bytes, ply: int) -> None:
        self.seed: bytes = seed
        self.ply: int = ply
        self.count: int = 0

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        digest = hashlib.blake2b(f"{self.ply}:{self.count}".encode(), key=self.seed, digest_size=8).digest()
        self.count += 1
        return cup[(int.from_bytes(digest, "big") * len(cup)) >> 64]


def commitment(seed: bytes) -> str:
    """What is shown when a game starts, so that the seed shown when it ends can be checked."""
    return hashlib.sha256(seed).hexdigest()


class ScriptedDice(Dice):
    """Shows what a test or a record says."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers: list[int] = list(numbers)
        self.used: int = 0

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        if self.used == len(self.numbers):
            raise ScriptError(f"{rule} asks for one of {tuple(cup)}, the script has no number left")
        face = self.numbers[self.used]
        if face not in cup:
            raise ScriptError(f"{rule} asks for one of {tuple(cup)}, the script says {face}")
        self.used += 1
        return face

    def __repr__(self) -> str:
        return f"<ScriptedDice: {' '.join([str(n) for n in self.numbers[self.used :]]) or 'none'} to come>"


class LedDice(Dice):
    """Shows what a script says as long as that fits what is asked; from then on other dice."""

    def __init__(self, numbers: Sequence[int], then: Dice) -> None:
        self.numbers: list[int] = list(numbers)
        self.then: Dice = then

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        if self.numbers and self.numbers[0] in cup:
            return self.numbers.pop(0)
        self.numbers.clear()
        return self.then.draw(cup, by, rule, alike)


class NoDice(Dice):
    """For what must not roll: raises `ScriptError` when asked."""

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        raise ScriptError(f"{rule} asks for a roll")


class RecordingDice(Dice):
    """Passes every question on and keeps the answers; tells them to the log, between the events they belong to."""

    def __init__(self, dice: Dice, log: Optional[MutableSequence[object]] = None) -> None:
        self.dice: Dice = dice
        self.log = log
        self.seen: list[int] = []

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        face = self.dice.draw(cup, by, rule, alike)
        self.seen.append(face)
        if self.log is not None:
            self.log.append(Roll(by, rule, face, tuple(cup), faces(cup)))
        return face


class EveryDice(Dice):
    """All outcomes, one run of the rules after another: `while dice.again(): run(dice); use(dice.chance)`."""

    def __init__(self) -> None:
        self.path: list[int] = []  # which case was taken at each question of this run
        self.cases: list[list[list[int]]] = []
        self.asked: int = -1  # -1: before the first run
        self.chance: float = 1.0

    def again(self) -> bool:
        """Get ready for the next run; False when all has been seen."""
        if self.asked >= 0:
            while self.path and self.path[-1] + 1 == len(self.cases[-1]):
                self.path.pop()
                self.cases.pop()
            if not self.path:
                return False
            self.path[-1] += 1
        self.asked, self.chance = 0, 1.0
        return True

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        if self.asked == len(self.path):
            cases: dict[int, list[int]] = {}
            for i, thing in enumerate(cup):
                cases.setdefault(thing if alike is None else alike[i], []).append(thing)
            self.cases.append(list(cases.values()))
            self.path.append(0)
        case = self.cases[self.asked][self.path[self.asked]]
        self.asked += 1
        self.chance *= len(case) / len(cup)
        return case[0]

    def two_d6(self, by: int, rule: str) -> int:
        return self.draw(SUMS_OF_TWO, by, rule)

    def passes(self, die: Sequence[int], at_least: int, by: int, rule: str) -> bool:
        return self.draw(die, by, rule, [int(n >= at_least) for n in die]) >= at_least

    def at_most(self, die: Sequence[int], most: int, by: int, rule: str) -> bool:
        return self.draw(die, by, rule, [int(n <= most) for n in die]) <= most
