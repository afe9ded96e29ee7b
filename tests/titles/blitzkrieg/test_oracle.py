"""The rules beside a second opinion on battles and supply, in positions and battles at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Optional

import pytest

import tests.titles.blitzkrieg.oracle_battle as second
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import Frame, decider, options, settle, take, within, write
from sandtable.kernel.sides import SIDES
from sandtable.titles.blitzkrieg.edition import BONUSES, CARDS, GAMES, members
from sandtable.titles.blitzkrieg.frames import Battle, Combat, Movement, PlayerTurn, Turn
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    DAMAGED,
    FLANKED,
    FOUGHT,
    LASTING,
    LRDF,
    MINED,
    OOS,
    OWNED,
    STRONG,
    UNDER_WAY,
    USED,
    State,
)
from sandtable.titles.blitzkrieg.supply import mark_supply
from sandtable.titles.blitzkrieg.turns import fight, fight_limited, second_player
from tests.titles.blitzkrieg.oracle_supply import HOLDING, World, kind, out_of_supply
from tests.titles.blitzkrieg.position import NONE, E, game, row_after
from tests.titles.blitzkrieg.random_battles import build

MARKS: Final = {
    DAMAGED: "damaged",
    LASTING: "lasting",
    OOS: "oos",
    FOUGHT: "fought",
    ASIDE: "aside",
    FLANKED: "flanked",
    USED: "used",
    LRDF: "lrdf",
}
BESIDE: Final = {-1: "track", -2: "eliminated", -3: "withdrawn", -4: "gone"}


def place(number: int) -> str:
    return BESIDE[number] if number < 0 else HOLDING if number == E.holding else E.box_rows[number].id


def world(s: State) -> World:
    """The position as the second opinion keeps it."""
    w = World()
    w.scenario, w.turn, w.active = GAMES[s.scenario], s.turn, SIDES[s.active]
    w.agreed = dict(zip(NONE, s.agreed, strict=True))
    for unit, row in enumerate(E.unit_rows):
        w.where[row.id] = place(s.where[unit])
        w.marks[row.id] = {name for bit, name in MARKS.items() if s.flags[unit] & bit}
        if s.came[unit] >= 0:
            w.came[row.id] = place(s.came[unit])
    for side, name in enumerate(SIDES):
        w.stock.update({(name, place(n)): s.stock[side * E.places + n] for n in range(E.places) if s.stock[side * E.places + n]})
        if s.hq[side] >= 0:
            w.hq[name] = E.unit_rows[s.hq[side]].id
        if s.trench[side] >= 0:
            w.trench[name] = place(s.trench[side])
        w.bonus[name] = {bonus for n, bonus in enumerate(BONUSES) if s.bonus[side] >> n & 1}
        w.hands[name] = [CARDS[card] for card in s.hands[side]]
        w.points[name], w.draws[name] = s.points[side], s.draws[side]
    for box in range(E.boxes):
        w.held[place(box)] = SIDES[s.held[box]]
        if s.flag[box] >= 0:
            w.flag[place(box)] = SIDES[s.flag[box]]
        if s.works[box]:
            owner = SIDES[0 if s.works[box] & OWNED[0] else 1]
            marks = {"mined": MINED, "strong": STRONG, "under way": UNDER_WAY}
            w.works[place(box)] = {"side": owner, **{name: bool(s.works[box] & bit) for name, bit in marks.items()}}
    w.interdicted = {place(box) for box in members(s.interdicted)}
    for n, lane in enumerate(E.lane):
        if lane >= 0 and s.traffic[lane]:
            w.traffic[frozenset((E.road_rows[n].a, E.road_rows[n].b))] = s.traffic[lane]
    w.khamsin, w.italians, w.alamein, w.reduced = s.khamsin >= 0, s.italians, s.alamein, s.reduced
    w.tobruk, w.bardia, w.halved = s.tobruk, s.bardia, [place(box) for box in s.halved]
    combat = within(s, Combat)
    if combat is not None:
        w.limited = combat.limited
        w.battles = {place(box) for box in members(combat.battles)}
    return w


class Recorder(SeededDice):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        self.faces.append(super().draw(cup, by, rule, alike))
        return self.faces[-1]


class Frames(list[Frame]):
    """The frames of a state, telling when a battle begins and ends."""

    beside: Beside

    def append(self, frame: Frame) -> None:
        super().append(frame)
        if isinstance(frame, Battle):
            self.beside.begins(frame)

    def pop(self, *at: Any) -> Frame:
        if isinstance(self[-1], Battle):
            self.beside.ends()
        return super().pop(*at)


class Beside:
    """A combat phase of the rules, with the second opinion on each of its battles at its side."""

    def __init__(self, s: State, dice: Recorder) -> None:
        self.s, self.dice = s, dice
        self.story: Optional[second.Story] = None
        self.count: Counter[str] = Counter()
        self.said: Optional[str] = None
        self.trail: list[str] = []
        frames = Frames(s.frames)
        frames.beside = self
        s.frames = frames

    def begins(self, battle: Battle) -> None:
        self.w = world(self.s)
        self.story = second.fight(self.w, place(battle.box))
        self.said, self.dice.faces, self.trail = None, [], [f"battle of {place(battle.box)}"]
        self.count["battles"] += 1

    def go_on(self) -> Optional[tuple[str, list[str]]]:
        """The next question of the second opinion; none if its battle is over. It may also give up: then it is gone."""
        assert self.story is not None
        self.w.dice = self.dice.faces[:]
        self.dice.faces.clear()
        try:
            asked = next(self.story) if self.said is None else self.story.send(self.said)
        except StopIteration:
            asked = None
        except second.Unsure as reason:
            self.count[f"unsure: {reason}"] += 1
            self.story = None
            return None
        assert not self.w.dice, (self.trail, "dice that the second opinion did not want", self.w.dice)
        return asked

    def ends(self) -> None:
        if self.story is not None:
            asked = self.go_on()
            if self.story is not None:
                assert asked is None, (self.trail, "the second opinion still asks", asked)
                self.compare()
                self.count["whole"] += 1
            self.story = None

    def compare(self) -> None:
        mine, theirs = self.w, world(self.s)
        for field in (
            "points",
            "stock",
            "draws",
            "hq",
            "tobruk",
            "bardia",
            "reduced",
            "alamein",
            "hands",
            "traffic",
            "held",
            "flag",
        ):
            assert getattr(mine, field) == getattr(theirs, field), (self.trail, field)
        captured = [u for u in mine.where if kind(u) == "HQ" and u not in theirs.hq.values()]
        for unit in mine.where:
            if unit not in captured:
                assert mine.where[unit] == theirs.where[unit], (self.trail, unit)
            careless = {"flanked", "fought", "oos"} if kind(unit) in ("AIR", "HQ") else {"flanked"}
            assert mine.marks[unit] - careless == theirs.marks[unit] - careless, (
                self.trail,
                unit,
                mine.marks[unit],
                theirs.marks[unit],
            )

    def step(self, r: random.Random) -> None:
        s = self.s
        found = options(s)
        texts = [write(s, o) for o in found]
        if self.story is not None and len(found) > 1:
            asked = self.go_on()
            if self.story is not None:
                assert asked is not None, (self.trail, "the second opinion is over", texts)
                assert (asked[0], sorted(asked[1])) == (SIDES[decider(s)], sorted(texts)), self.trail
                self.count["questions"] += 1
        n = r.randrange(len(found))
        if texts[n] == "withdraw" and r.random() < 0.6:
            n = r.randrange(len(found))  # battles should last
        if len(found) > 1:
            self.said = texts[n]
        self.trail.append(texts[n])
        take(s, found[n], self.dice)


def fought(seed: int) -> Counter[str]:
    """A combat phase at random to its end."""
    r, dice = random.Random(seed), Recorder(seed)
    s, side, limited = build(r)
    s.active = SIDES.index(side)
    turn, player = Turn(), PlayerTurn(s.active)
    turn.at, player.at = row_after(Turn, second_player), row_after(PlayerTurn, fight_limited if limited else fight)
    for frame in (turn, player, Combat(s.active, limited)):
        s.begin(frame)
    beside = Beside(s, dice)
    settle(s, dice)
    while s.frames and within(s, Combat) is not None:
        beside.step(r)
    return beside.count


def marked(s: State) -> set[str]:
    return {row.id for unit, row in enumerate(E.unit_rows) if s.flags[unit] & OOS}


def test_battles_at_random() -> None:
    count: Counter[str] = Counter()
    for seed in range(60):
        count += fought(seed)
    assert count["whole"] >= 60
    assert count["questions"] >= 400


def test_supply_at_random() -> None:
    for seed in range(60):
        s, _, _ = build(random.Random(seed))
        mark_supply(s)
        assert out_of_supply(world(s)) == marked(s), seed


@pytest.mark.parametrize("scenario", GAMES)
def test_supply_in_play(scenario: str) -> None:
    """7.1.1: what is marked when a movement phase begins, and what would be marked at any moment."""
    r, dice, s = random.Random(5), SeededDice(5), game(scenario, seed=5)
    seen: list[Frame] = []
    for _ in range(1500):
        if not s.frames:
            break
        if isinstance(s.frames[-1], Movement) and not s.frames[-1].begun and s.frames[-1] not in seen:
            seen.append(s.frames[-1])
            assert out_of_supply(world(s)) == marked(s), s.turn
        if r.random() < 0.03:
            twin = s.clone()
            mark_supply(twin)
            assert out_of_supply(world(s)) == marked(twin), s.turn
        take(s, r.choice(options(s)), dice)
    assert len(seen) >= 6
