"""A game made up for the server's tests: two small sides on a line of spaces, dice, an answer of the other side, a secret chit.

A turn: the side steps its units (twice each at most), fires (a die; the other side may duck first), may swap its secret chit
unseen or show it, and ends the turn. After three turns each, more units and the higher chit win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Optional

from sandtable.face.board import Board, Face, Space
from sandtable.face.looks import Looks
from sandtable.face.view import Cell, Chance, Forecast, Given, Panel, Piece, Side, Spot, View
from sandtable.face.walks import Walk, Walks, note, text
from sandtable.kernel.data import Changes
from sandtable.kernel.dice import Dice
from sandtable.kernel.names import Names
from sandtable.kernel.play import (
    REVEALED,
    Act,
    Args,
    Frame,
    Option,
    Outlines,
    Refusal,
    State,
    freely,
    inner,
    outline,
    pending,
    settle,
    then,
    window,
    within,
)
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Edition, Outcome, Rules, Scenario, Setting, Settings
from sandtable.kernel.sides import ALLIED, AXIS, only, other
from sandtable.kernel.tally import Tally
from sandtable.maps.graph import Arrival, arrivals
from sandtable.titles import Title

UNITS: Final = ("blue 1", "blue 2", "red 1", "red 2")
SPACES: Final = ("A", "B", "C", "D", "E", "F")
CHITS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
NAMES: Final = Names({"unit": UNITS, "space": SPACES, "side": ("blue", "red")})
TURNS: Final = 6
OFF: Final = -1

NOT_YOURS: Final = Refusal("T1.1", "only the side's own units can act")
TIRED: Final = Refusal("T1.2", "a unit steps twice in a turn at most")
TOO_FAR: Final = Refusal("T1.3", "a step leads to the next space")
ENEMY_THERE: Final = Refusal("T1.4", "an enemy is in that space")
NO_TARGET: Final = Refusal("T2.1", "there is no enemy in the next space")
HAS_FIRED: Final = Refusal("T2.2", "the side has fired in this turn")
HAS_SWAPPED: Final = Refusal("T3.1", "the chit was swapped or shown in this turn")


def side_of(unit: int) -> int:
    return ALLIED if unit < 2 else AXIS


@dataclass(eq=False, repr=False)
class Turn(Frame):
    side: int
    number: int
    left: tuple[int, ...] = (2, 2, 2, 2)
    fired: bool = False
    swapped: bool = False


@dataclass(eq=False, repr=False)
class Volley(Frame):
    unit: int
    target: int
    ducked: bool = False


class Toy(State):
    def __init__(self) -> None:
        super().__init__(OUTLINES, NAMES)
        self.where: list[int] = [0, 1, 4, 5]
        self.chits: list[int] = [0, 0]
        self.shown: list[bool] = [False, False]

    def clone(self) -> Toy:
        twin = Toy()
        twin.where, twin.chits, twin.shown = self.where[:], self.chits[:], self.shown[:]
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (tuple(self.where), tuple(self.chits), tuple(self.shown), self.play_key())


class Step(Act[Toy, Turn]):
    rule, form, label, asks = "T1", "step unit space", "Step {unit} to {space}", "step a unit"

    def candidates(self, s: Toy, f: Turn) -> list[Args]:
        return [(u, to) for u in range(4) for to in (s.where[u] - 1, s.where[u] + 1) if s.where[u] >= 0 and 0 <= to < len(SPACES)]

    def why_not(self, s: Toy, f: Turn, unit: int, to: int, /) -> Optional[Refusal]:
        if side_of(unit) != f.side or s.where[unit] == OFF:
            return NOT_YOURS
        if f.left[unit] == 0:
            return TIRED
        if abs(s.where[unit] - to) != 1:
            return TOO_FAR
        return ENEMY_THERE if any(s.where[u] == to and side_of(u) != f.side for u in range(4)) else None

    def do(self, s: Toy, f: Turn, unit: int, to: int, dice: Dice, /) -> None:
        s.where[unit] = to
        f.left = tuple([n - (u == unit) for u, n in enumerate(f.left)])
        s.tell("stepped", unit, to)


class Fire(Act[Toy, Turn]):
    rule, form, label, asks = "T2", "fire unit", "Fire with {unit}", "fire"

    def candidates(self, s: Toy, f: Turn) -> list[Args]:
        return [(u, 0) for u in range(4)]

    def why_not(self, s: Toy, f: Turn, unit: int, _: int, /) -> Optional[Refusal]:
        if side_of(unit) != f.side or s.where[unit] == OFF:
            return NOT_YOURS
        if f.fired:
            return HAS_FIRED
        return None if target_of(s, unit) >= 0 else NO_TARGET

    def do(self, s: Toy, f: Turn, unit: int, _: int, dice: Dice, /) -> None:
        f.fired = True
        s.begin(Volley(unit, target_of(s, unit)))


class Swap(Act[Toy, Turn]):
    rule, form, label, asks = "T3", "swap", "Swap the chit unseen", "swap the chit"

    def why_not(self, s: Toy, f: Turn, _a: int, _b: int, /) -> Optional[Refusal]:
        return HAS_SWAPPED if f.swapped or s.shown[f.side] else None

    def do(self, s: Toy, f: Turn, _a: int, _b: int, dice: Dice, /) -> None:
        f.swapped = True
        s.chits[f.side] = dice.draw(CHITS, f.side, "T3")
        s.tell("swapped", f.side)
        s.tell("drew", s.chits[f.side], to=only(f.side))


class Show(Act[Toy, Turn]):
    rule, form, label, asks = "T4", "show", "Show the chit", "show the chit"

    def why_not(self, s: Toy, f: Turn, _a: int, _b: int, /) -> Optional[Refusal]:
        return HAS_SWAPPED if f.swapped or s.shown[f.side] else None

    def do(self, s: Toy, f: Turn, _a: int, _b: int, dice: Dice, /) -> None:
        s.shown[f.side] = True
        s.tell(REVEALED, f.side, s.chits[f.side])


class Duck(Act[Toy, Volley]):
    rule, form, label, asks = "T2.3", "duck", "Duck", "duck"

    def do(self, s: Toy, f: Volley, _a: int, _b: int, dice: Dice, /) -> None:
        f.ducked = True
        s.tell("ducked", f.target)


class EndTurn(Act[Toy, Turn]):
    rule, form, label = "T5", "end", "End the turn"


def target_of(s: Toy, unit: int) -> int:
    near = [u for u in range(4) if side_of(u) != side_of(unit) and s.where[u] >= 0 and abs(s.where[u] - s.where[unit]) == 1]
    return near[0] if near else OFF


def mover(s: Toy, f: Turn) -> int:
    return f.side


def ducker(s: Toy, f: Volley) -> int:
    return side_of(f.target)


def resolve(s: Toy, f: Volley, dice: Dice) -> None:
    value = Tally("fire")
    value.add(dice.d6(side_of(f.unit), "T2.4"), "T2.4", "die")
    value.add(-1 if f.ducked else 0, "T2.3", "ducked")
    s.explain(value)
    if value.total >= 4:
        s.where[f.target] = OFF
        s.tell("lost", f.target)
    else:
        s.tell("missed", f.unit)


def next_turn(s: Toy, f: Turn, dice: Dice) -> None:
    if f.number + 1 < TURNS and all(any(s.where[u] >= 0 for u in pair) for pair in ((0, 1), (2, 3))):
        s.begin(Turn(other(f.side), f.number + 1))


OUTLINES: Final[Outlines] = {
    Turn: outline("Turn", "T1", freely(mover, Step(), Fire(), Swap(), Show(), stop=EndTurn()), then(next_turn)),
    Volley: outline("Volley", "T2", window(ducker, Duck(), once=True), then(resolve)),
}


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> Toy:
    s = Toy()
    for side in (ALLIED, AXIS):
        s.chits[side] = dice.draw(CHITS, side, "T3")
    s.begin(Turn(settings["first"], 0))
    settle(s, dice)
    return s


def alive(s: Toy, side: int) -> int:
    return len([u for u in range(4) if side_of(u) == side and s.where[u] >= 0])


def outcome(s: Toy) -> Optional[Outcome]:
    if s.frames:
        return None
    a, b = [(alive(s, side), s.chits[side]) for side in (ALLIED, AXIS)]
    return Outcome(-1 if a == b else ALLIED if a > b else AXIS, "Victory", "T6", (a[0], b[0]))


def view(s: Toy, viewer: int) -> View:
    pieces = [Piece(UNITS[u], SPACES[s.where[u]], side_of(u), f"{side_of(u)}") for u in range(4) if s.where[u] >= 0]
    chits = [str(s.chits[side]) if s.shown[side] or viewer == side or not s.frames else "?" for side in (ALLIED, AXIS)]
    turn = within(s, Turn)
    number = f"turn {turn.number + 1}" if turn else "the end"
    return View(
        number, (Cell("play", state="current"),), tuple([Side(n, f"{alive(s, i)} units") for i, n in enumerate(("Blue", "Red"))]),
        tuple(pieces), (Spot("A", ALLIED),), (Panel("chits", "Chits", "pool", tuple([Cell(text) for text in chits])),),
    )  # fmt: skip


def redeal(s: Toy, side: int, dice: Dice) -> Toy:
    twin = s.clone()
    for hider in (ALLIED, AXIS):
        if hider != side and not s.shown[hider]:
            twin.chits[hider] = dice.draw(CHITS, hider, "T3")
    return twin


def reach(s: Toy, side: int) -> Walks:
    """On a line there is one way to every space."""
    f, found = inner(s, Turn), Walks()
    step = Step()
    if pending(s).act(step.verb) is None:
        return found
    for unit in [u for u in range(4) if side_of(u) == side and s.where[u] >= 0]:
        taken = {s.where[u] for u in range(4) if side_of(u) != side}

        def steps(here: Arrival, taken: set[int] = taken) -> list[tuple[int, int]]:
            near = [space for space in (here.space - 1, here.space + 1) if 0 <= space < len(SPACES) and space not in taken]
            return [(space, here.left - 1) for space in near if here.left]

        for space, ways in arrivals([Arrival(s.where[unit], f.left[unit], 0, None)], steps).items():
            if space != s.where[unit]:
                say = tuple([text(s, step, unit, there) for there in ways[0].way()])
                note(found, UNITS[unit], SPACES[space], Walk(say, None))
    return found


def forecast(s: Toy, o: Option, given: Given) -> Optional[Forecast]:
    if o[0] != "fire":
        return None
    return Forecast("Fire", "nobody ducks", (), (Chance("hit", 0.5, tone="good"), Chance("miss", 0.5, tone="bad")), "T2")


def caution(s: Toy, o: Option) -> list[Refusal]:
    return [Refusal("T4", "what was shown stays known")] if o[0] == "show" else []


def board(edition: Edition) -> Board:
    spaces = [Space(id, f"Space {id}", (100.0 * n, 0.0)) for n, id in enumerate(SPACES)]
    return Board("box", (600.0, 100.0), tuple(spaces), {"0": Face("british", "infantry"), "1": Face("german", "infantry")})


@lru_cache(8)
def load(changes: Optional[Changes]) -> Edition:
    return Edition(NAMES, "toy-1")


def judge(s: Toy, side: int) -> float:
    return (alive(s, side) - alive(s, other(side))) / 2


def turn_of(s: Toy) -> int:
    turn = within(s, Turn)
    return turn.number if turn else TURNS


TITLE: Final = Title(
    name="Toy",
    text="for tests",
    credits="nobody",
    complete=False,
    rules=Rules(
        slug="toy",
        version="1",
        sides=("Blue", "Red"),
        scenarios=(Scenario("line", "The line", "three turns each"),),
        settings=(Setting("first", "First side", "who begins", "T0", 0, 1, 0, ("blue", "red")),),
        folder=Path(__file__).parent / "toy-data",
        outlines=OUTLINES,
        load=load,
        new=new,
        audit=lambda s: [],
        rebuild=lambda s: s.clone(),
        redeal=redeal,
        outcome=outcome,
        turn=turn_of,
        hidden=True,
        secrets=("T3",),
    ),
    face=Looks(
        board=board,
        view=view,
        forecast=forecast,
        caution=caution,
        stories={
            "stepped": "{unit} steps to {space}",
            "swapped": "{side} swaps its chit",
            "drew": "the new chit is {n}",
            REVEALED: "{side} shows chit {n}",
            "ducked": "{unit} ducks",
            "lost": "{unit} is lost",
            "missed": "{unit} misses",
        },
        pieces=("unit",),
        places=("space",),
        walks=("step",),
        reach=reach,
        losses=("lost",),
    ),
    robot=Robot(judge=judge),
)
