"""Silly things: how often a level for people does what no person would, in the opening of every title. Each bound is a share of the
occasions, and small; what is counted is read from the position, not from the player."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, Final, NamedTuple

import pytest

from sandtable.face.view import NOTHING
from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import Option, decider, take, within
from sandtable.kernel.sides import AXIS
from sandtable.players import make_player
from sandtable.players.leaner import TRIFLE
from sandtable.players.worth import value
from sandtable.titles import AnyTitle, load_title
from sandtable.titles.theseus.robot.judge import roads, roads_near

GO_BACK: Final = 0.05  # steps that lead back to a place of the same move
DO_NOTHING: Final = 0.1  # actions that are begun and ended without anybody acting
POOR: Final = 0.2  # attacks that more likely than not do harm, and hardly ever good
HARDLY: Final = 0.15  # what hardly ever is
NEEDLESS: Final = 0.1  # marches of who plans, after which the position is worth what it was
CUT_OFF: Final = 0.15  # moves of an Axis HQ of Theseus away from the roads that feed it


class Way(NamedTuple):
    """How a title says what is counted."""

    scenario: str
    decisions: int  # that are looked at; 0: the first player turn of each side
    begins: tuple[str, ...]  # verbs that begin an action
    acts: tuple[str, ...]  # what must follow in it
    ends: tuple[str, ...]  # what ends it
    blows: tuple[str, ...]
    joined: bool = False  # attackers join one by one: what counts is the attack when the last has
    paid: tuple[str, ...] = ()  # verbs that cost an action of which a step must come


ACTS: Final = ("step", "attack", "breach", "refit", "improve")  # of Theseus: to be told to move is not to move

WAYS: Final = {
    "battleaxe": Way("battleaxe", 150, ("assault", "regroup"), ("enter", "attack", "move"), ("done",), ("attack",)),
    "gazala": Way("one", 150, ("ready",), ("move",), ("end",), ("attack",)),
    "theseus": Way("opening", 200, ("activate",), ACTS, ("end",), ("attack",), paid=("move",)),
    "blitzkrieg": Way("oconnor", 150, ("move",), ("go", "rail", "sail", "outflank"), ("halt",), ("fight",)),
    "tigercubs": Way("brevity", 0, ("move", "march"), ("go", "depart", "overrun"), ("halt",), ("attack", "assault"), True),
}


class Watcher:
    """Counts what is said in a game."""

    def __init__(self, title: AnyTitle, way: Way) -> None:
        self.title, self.way = title, way
        self.count: Counter[str] = Counter()
        self.been: dict[int, set[int]] = {}
        self.acted = True
        self.march: tuple[int, int, float] = (0, -1, 0.0)  # that is under way: how deep it began, whose it is, the worth before it
        self.paid = False  # whether an action was paid for and no step has come of it
        self.joining: dict[int, bool] = {}  # whether the attack on each place was poor when last joined

    def see(self, s: Any, o: Option, side: int) -> None:
        verb = o[0]
        self.come_home(s)
        if verb in self.way.begins:
            self.march = (len(s.frames), side, value(self.title, s, side))
            self.count["begun"] += 1
            self.acted, self.been = False, {}
        elif verb in self.way.acts:
            self.acted = True
        if verb == "move":
            self.been = {}
        if verb in self.way.ends and not self.acted:
            self.count["empty"] += 1
        self.count["wasted"] += self.paid and verb == "halt"
        self.paid = verb in self.way.paid or (self.paid and verb not in ("step", "halt"))
        self.step(s, o)
        if verb in self.way.blows:
            self.blow(s, o)

    def come_home(self, s: Any) -> None:
        """The march that was under way is over: what was it good for?"""
        depth, side, worth = self.march
        if side >= 0 and len(s.frames) <= depth:
            self.count["needless"] += abs(value(self.title, s, side) - worth) <= TRIFLE
            self.march = (0, -1, 0.0)

    def step(self, s: Any, o: Option) -> None:
        step = self.title.robot.plans.step(s, o)
        if step is not None:
            been = self.been.setdefault(step.piece, {step.here})
            self.count["steps"] += 1
            self.count["back"] += step.there in been
            been.add(step.there)

    def blow(self, s: Any, o: Option) -> None:
        forecast = self.title.face.forecast(s, o, NOTHING)
        if forecast is None:
            return
        good = sum(chance.chance for chance in forecast.chances if chance.tone == "good")
        bad = sum(chance.chance for chance in forecast.chances if chance.tone == "bad")
        target, poor = o[2] if o[0] == "attack" else o[1], good < HARDLY and bad > 0.5
        if not self.way.joined or target not in self.joining:
            self.count["blows"] += 1
            self.count["poor"] += poor
        else:
            self.count["poor"] += poor - self.joining[target]
        self.joining[target] = poor


def watch(slug: str, player: str) -> Counter[str]:
    title, way = load_title(slug), WAYS[slug]
    table = dice_for(7, 0, "table")
    s = title.rules.new(title.rules.load(None), way.scenario, title.rules.agree({}), table)
    players, thoughts = [make_player(player) for _ in title.sides], [dice_for(7, 0, side) for side in title.sides]
    watcher = Watcher(title, way)
    halves: list[object] = []
    for n in itertools.count():
        if not s.frames or is_enough(title, way, s, n, halves):
            break
        side = decider(s)
        o = players[side].choose(title, s, side, thoughts[side])
        watcher.see(s, o, side)
        before = s.clone() if slug == "theseus" else s
        take(s, o, table)
        if slug == "theseus":
            watch_hqs(watcher, before, s)
    return watcher.count


def is_enough(title: AnyTitle, way: Way, s: Any, decisions: int, halves: list[object]) -> bool:
    """So many decisions, or a phase of each side (`Plans.phases`) from its beginning to its end."""
    if way.decisions:
        return decisions == way.decisions
    phase = within(s, title.robot.plans.phases[0])
    if phase is not None and phase not in halves:
        halves.append(phase)
    return len(halves) > len(title.sides)


def watch_hqs(watcher: Watcher, before: Any, s: Any) -> None:
    """HQs of the Axis that have left the reach of the roads by which they are fed, in a move of their own."""
    e = s.edition
    moved = [n for n in range(e.formations) if e.f_side[n] == AXIS and not e.leg_hq[n] and s.where[e.units + n] >= 0]
    moved = [n for n in moved if 0 <= before.where[e.units + n] != s.where[e.units + n]]
    for n in moved:
        fed = [not roads(state).isdisjoint(roads_near(e, state.where[e.units + n], e.range[n])) for state in (before, s)]
        watcher.count["hqs"] += 1
        watcher.count["unfed"] += fed == [True, False]


@pytest.mark.parametrize("slug", WAYS)
def test_nothing_silly(slug: str) -> None:
    seen = watch(slug, "recruit")
    assert seen["steps"] > 5
    assert seen["back"] <= GO_BACK * seen["steps"], seen
    assert seen["empty"] <= DO_NOTHING * seen["begun"] + 1, seen
    assert not seen["wasted"], seen
    assert seen["poor"] <= POOR * seen["blows"] + 1, seen
    assert seen["unfed"] <= CUT_OFF * seen["hqs"] + 1, seen


@pytest.mark.parametrize("slug", ["blitzkrieg", "tigercubs"])
def test_who_plans_does_not_drive_about(slug: str) -> None:
    seen = watch(slug, "regular")
    assert seen["begun"] > 5
    assert seen["needless"] <= NEEDLESS * seen["begun"] + 1, seen
