"""A small game to try the kernel on: five posts in a row, two units a side, one secret order each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Optional

from sandtable.face.board import Board, Face, Space
from sandtable.face.looks import Looks
from sandtable.face.view import Cell, Forecast, Given, Panel, Piece, Side, Status, View, likely
from sandtable.kernel.data import Changes, Record, Tables
from sandtable.kernel.dice import Dice
from sandtable.kernel.names import Names
from sandtable.kernel.odds import odds
from sandtable.kernel.play import (
    REVEALED,
    Act,
    Args,
    Frame,
    Option,
    Outlines,
    Refusal,
    State,
    each,
    freely,
    inner,
    may,
    must,
    outline,
    settle,
    step,
    then,
)
from sandtable.kernel.robot import Robot, Terms
from sandtable.kernel.rules import Edition, Outcome, Rules, Scenario, Setting, Settings
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.kernel.tally import Tally
from sandtable.titles import Title

FOLDER: Final = Path(__file__).parent / "toydata"
ORDERS: Final = (1, 1, 2, 3)
GONE: Final = -1


class Post(Record, frozen=True, kw_only=True):
    shown = ("name", "x")
    id: str
    name: str
    x: float


class Unit(Record, frozen=True, kw_only=True):
    id: str
    side: int
    steps: int = 2
    line: str
    brush: str


class ToyEdition(Edition):
    def __init__(self, changes: Optional[Changes]) -> None:
        tables = Tables(FOLDER, changes)
        self.posts: list[Post] = tables.read("posts", Post)
        self.units: list[Unit] = tables.read("units", Unit)
        names = Names({"post": [post.id for post in self.posts], "unit": [unit.id for unit in self.units]})
        super().__init__(names, tables.digest(), tables.laid())
        self.side: tuple[int, ...] = tuple([unit.side for unit in self.units])


@lru_cache(8)
def load(changes: Optional[Changes]) -> ToyEdition:
    return ToyEdition(changes)


class Toy(State):
    def __init__(self, edition: ToyEdition) -> None:
        super().__init__(OUTLINES, edition.names)
        self.edition: ToyEdition = edition
        self.round: int = 1
        self.rounds: int = 3
        self.fierce: int = 0
        self.first: int = ALLIED
        self.where: list[int] = []
        self.steps: list[int] = []
        self.holder: list[int] = []
        self.order: list[int] = [0, 0]
        self.shown: list[int] = [0, 0]
        self.crowd: list[int] = []  # cache: units of each side in each post

    def clone(self) -> Toy:
        twin = Toy(self.edition)
        twin.round, twin.rounds, twin.fierce, twin.first = self.round, self.rounds, self.fierce, self.first
        twin.where, twin.steps, twin.holder = self.where[:], self.steps[:], self.holder[:]
        twin.order, twin.shown, twin.crowd = self.order[:], self.shown[:], self.crowd[:]
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.round, self.rounds, self.fierce, self.first, tuple(self.where), tuple(self.steps), tuple(self.holder),
            tuple(self.order), tuple(self.shown), self.play_key(),
        )  # fmt: skip

    def at(self, side: int, post: int) -> list[int]:
        return [u for u, here in enumerate(self.where) if here == post and self.edition.side[u] == side]


def place(s: Toy, unit: int, post: int) -> None:
    side, posts = s.edition.side[unit], len(s.edition.posts)
    if s.where[unit] != GONE:
        s.crowd[side * posts + s.where[unit]] -= 1
    s.where[unit] = post
    if post != GONE:
        s.crowd[side * posts + post] += 1
        s.holder[post] = side


class Round(Frame):
    """Both halves, then the next."""


@dataclass(eq=False, repr=False)
class Half(Frame):
    side: int
    used: tuple[int, ...]


@dataclass(eq=False, repr=False)
class Fight(Frame):
    unit: int
    post: int
    bonus: int


@dataclass(eq=False, repr=False)
class Losses(Frame):
    side: int
    post: int
    points: int


NOT_YOURS: Final = Refusal("2.1", "the unit is not there, or not of the side that moves")
USED: Final = Refusal("2.1", "a unit moves or strikes once in a half")
TOO_FAR: Final = Refusal("2.1", "only the next post can be reached")
HELD: Final = Refusal("2.1", "enemies hold that post")
NOBODY: Final = Refusal("3.1", "there is nobody to strike at")
NO_ORDER: Final = Refusal("3.2", "the order has been used")
NO_WAY_BACK: Final = Refusal("3.3", "there is no way back")
NOT_HIT: Final = Refusal("3.5", "only a unit of the side that lost the fight, where it was fought, loses steps")


def mine(s: Toy, f: Half, unit: int, post: int) -> Optional[Refusal]:
    if s.edition.side[unit] != f.side or s.where[unit] == GONE:
        return NOT_YOURS
    if unit in f.used:
        return USED
    return TOO_FAR if abs(s.where[unit] - post) != 1 else None


def next_posts(s: Toy, f: Half) -> list[Args]:
    return [(u, s.where[u] + d) for u, side in enumerate(s.edition.side) if side == f.side for d in (-1, 1)
            if s.where[u] != GONE and 0 <= s.where[u] + d < len(s.edition.posts)]  # fmt: skip


class Step(Act[Toy, Half]):
    rule = "2.1"
    form = "step unit post"
    label = "Move {unit} to {post}"
    asks = "move a unit"

    def candidates(self, s: Toy, f: Half) -> list[Args]:
        return next_posts(s, f)

    def why_not(self, s: Toy, f: Half, unit: int, post: int, /) -> Optional[Refusal]:
        return mine(s, f, unit, post) or (HELD if s.crowd[other(f.side) * len(s.edition.posts) + post] else None)

    def do(self, s: Toy, f: Half, unit: int, post: int, dice: Dice, /) -> None:
        f.used = tuple(sorted((*f.used, unit)))
        place(s, unit, post)
        s.tell("moved", unit, post)


class Strike(Act[Toy, Half]):
    rule = "3.1"
    form = "strike unit post"
    asks = "strike"

    def candidates(self, s: Toy, f: Half) -> list[Args]:
        return next_posts(s, f)

    def why_not(self, s: Toy, f: Half, unit: int, post: int, /) -> Optional[Refusal]:
        return mine(s, f, unit, post) or (None if s.crowd[other(f.side) * len(s.edition.posts) + post] else NOBODY)

    def do(self, s: Toy, f: Half, unit: int, post: int, dice: Dice, /) -> None:
        f.used = tuple(sorted((*f.used, unit)))
        s.begin(Fight(unit, post, 0))
        s.tell("struck", unit, post)


class Show(Act[Toy, Fight]):
    rule = "3.2"
    form = "show"
    label = "Show the order"

    def why_not(self, s: Toy, f: Fight, _a: int, _b: int, /) -> Optional[Refusal]:
        return NO_ORDER if s.shown[attacker(s, f)] else None

    def do(self, s: Toy, f: Fight, _a: int, _b: int, dice: Dice, /) -> None:
        side = attacker(s, f)
        s.shown[side] = 1
        f.bonus = s.order[side]
        s.tell(REVEALED, side, f.bonus)


class Stand(Act[Toy, Fight]):
    rule = "3.3"
    form = "stand"


class FallBack(Act[Toy, Fight]):
    rule = "3.3"
    form = "fall"
    label = "Fall back"

    def why_not(self, s: Toy, f: Fight, _a: int, _b: int, /) -> Optional[Refusal]:
        side = defender(s, f)
        back = f.post + (1 if side == AXIS else -1)
        posts = len(s.edition.posts)
        return None if 0 <= back < posts and not s.crowd[other(side) * posts + back] else NO_WAY_BACK

    def do(self, s: Toy, f: Fight, _a: int, _b: int, dice: Dice, /) -> None:
        side = defender(s, f)
        for unit in s.at(side, f.post):
            place(s, unit, f.post + (1 if side == AXIS else -1))
        s.tell("fell", f.post)
        f.finish()


class Lose(Act[Toy, Losses]):
    rule = "3.5"
    form = "lose unit"

    def candidates(self, s: Toy, f: Losses) -> list[Args]:
        return [(u, 0) for u in s.at(f.side, f.post)]

    def why_not(self, s: Toy, f: Losses, unit: int, _: int, /) -> Optional[Refusal]:
        return None if f.points and s.where[unit] == f.post and s.edition.side[unit] == f.side else NOT_HIT

    def do(self, s: Toy, f: Losses, unit: int, _: int, dice: Dice, /) -> None:
        f.points -= 1
        s.steps[unit] -= 1
        s.tell("lost", unit)
        if not s.steps[unit]:
            place(s, unit, GONE)
        if not any(s.steps[u] for u, side in enumerate(s.edition.side) if side == f.side):
            s.end()  # 4.2


def attacker(s: Toy, f: Fight) -> int:
    return s.edition.side[f.unit]


def defender(s: Toy, f: Fight) -> int:
    return other(attacker(s, f))


def mover(s: Toy, f: Half) -> int:
    return f.side


def loser(s: Toy, f: Losses) -> int:
    return f.side


def start_halves(s: Toy, f: Round, dice: Dice) -> None:
    s.begin(Half(other(s.first), ()))
    s.begin(Half(s.first, ()))


def which_round(s: Toy, f: Round) -> str:
    return f"Round {s.round}"


def next_round(s: Toy, f: Round, dice: Dice) -> None:
    if s.round < s.rounds:
        s.round += 1
        f.restart()


def attack_value(s: Toy, f: Fight, rolled: int) -> Tally:
    value = Tally("attack")
    value.add(rolled, "3.4", "die")
    value.add(f.bonus, "3.2", "order")
    return value


def roll(s: Toy, f: Fight, dice: Dice) -> None:
    side = attacker(s, f)
    value = attack_value(s, f, dice.d6(side, "3.4"))
    s.explain(value)
    margin = value.total - dice.d6(other(side), "3.4")
    s.tell("margin", margin)
    loses = other(side) if margin > 0 else side
    post = f.post if margin > 0 else s.where[f.unit]
    points = min(abs(margin), 2 + s.fierce)
    s.begin(Losses(loses, post, min(points, sum([s.steps[u] for u in s.at(loses, post)]))))


OUTLINES: Final[Outlines] = {
    Round: outline("Round", "1.1", then(start_halves), then(next_round), level="turn", called=which_round),
    Half: outline("Half", "2.1", freely(mover, Step(), Strike())),
    Fight: outline(
        "Fight",
        "3.1",
        step("1", "Order", "3.2", may(attacker, Show())),
        step("2", "Stand", "3.3", must(defender, Stand(), FallBack())),
        step("3", "Dice", "3.4", then(roll)),
        level="battle",
    ),
    Losses: outline("Losses", "3.5", each(loser, Lose())),
}


def new(edition: ToyEdition, scenario: str, settings: Settings, dice: Dice) -> Toy:
    s = Toy(edition)
    s.rounds, s.fierce, s.first = settings["rounds"], settings["fierce"], settings["first"]
    s.where = [GONE] * len(edition.units)
    s.steps = [unit.steps for unit in edition.units]
    s.holder = [-1] * len(edition.posts)
    s.crowd = [0] * (2 * len(edition.posts))
    for u, unit in enumerate(edition.units):
        place(s, u, edition.names.number("post", unit.line if scenario == "line" else unit.brush))
    s.order = deal(list(ORDERS), [0, 0], dice)
    s.begin(Round())
    settle(s, dice)
    return s


def deal(cup: list[int], known: list[int], dice: Dice) -> list[int]:
    """1.3 Orders for the sides of which none is known."""
    dealt = known[:]
    for order in known:
        if order:
            cup.remove(order)
    for side in (ALLIED, AXIS):
        if not dealt[side]:
            dealt[side] = dice.draw(cup, side, "1.3-a")
            cup.remove(dealt[side])
    return dealt


def redeal(s: Toy, side: int, dice: Dice) -> Toy:
    twin = s.clone()
    twin.order = deal(list(ORDERS), [o if x == side or s.shown[x] else 0 for x, o in enumerate(s.order)], dice)
    return twin


def audit(s: Toy) -> list[Refusal]:
    found: list[Refusal] = []
    for u, steps in enumerate(s.steps):
        if not 0 <= steps <= s.edition.units[u].steps or (steps == 0) != (s.where[u] == GONE):
            found.append(Refusal("1.2", f"{s.edition.units[u].id} has {steps} steps in post {s.where[u]}"))
    for post in range(len(s.edition.posts)):
        if s.at(ALLIED, post) and s.at(AXIS, post):
            found.append(Refusal("2.1", f"both sides are in post {post}"))
    return found


def rebuild(s: Toy) -> Toy:
    twin = s.clone()
    posts = len(s.edition.posts)
    twin.crowd = [len(s.at(side, post)) for side in (ALLIED, AXIS) for post in range(posts)]
    return twin


def held(s: Toy, side: int) -> int:
    return s.holder.count(side)


def view(s: Toy, viewer: int) -> View:
    ids = [post.id for post in s.edition.posts]
    pieces = [
        Piece(unit.id, ids[s.where[u]], unit.side, f"{'xa'[unit.side == ALLIED]}{s.steps[u]}",
              (Status("reduced", "W", "has lost a step", "3.5"),) if s.steps[u] == 1 else ())
        for u, unit in enumerate(s.edition.units) if s.where[u] != GONE
    ]  # fmt: skip
    orders = [Cell(str(s.order[x]) if x == viewer or s.shown[x] else "?", side=x) for x in (ALLIED, AXIS)]
    sides = tuple([Side(name, f"{held(s, x)} posts") for x, name in enumerate(("Allies", "Axis"))])
    return View(f"Round {s.round}", (Cell("half", state="current"),), sides, tuple(pieces), (),
                (Panel("orders", "Orders", "list", tuple(orders), rule="1.3-a"),))  # fmt: skip


def outcome(s: Toy) -> Optional[Outcome]:
    if s.frames:
        return None
    left = [any(s.steps[u] for u, side in enumerate(s.edition.side) if side == x) for x in (ALLIED, AXIS)]
    score = (held(s, ALLIED), held(s, AXIS))
    if not all(left):
        return Outcome(ALLIED if left[ALLIED] else AXIS, "Rout", "4.2", score)
    return Outcome(-1 if score[0] == score[1] else ALLIED if score[0] > score[1] else AXIS, "Ground", "4.1", score)


def features(s: Toy) -> tuple[float, ...]:
    steps = [sum([n for u, n in enumerate(s.steps) if s.edition.side[u] == x]) for x in (ALLIED, AXIS)]
    return held(s, ALLIED) - held(s, AXIS), steps[ALLIED] - steps[AXIS]


TERMS: Final = Terms(("posts", "steps"), features, (0.2, 0.25))


def board(edition: ToyEdition) -> Board:
    faces = {f"{x}{n}": Face("british" if x == "a" else "german", "infantry", pips=(n, 2)) for x in "ax" for n in (1, 2)}
    spaces = tuple([Space(post.id, post.name, (post.x, 100.0)) for post in edition.posts])
    return Board("box", (600.0, 200.0), spaces, faces)


def forecast(s: Toy, o: Option, given: Given) -> Optional[Forecast]:
    if o[0] != "strike":
        return None
    found = odds(s, o, "margin", Fight, no_order_and_stand)
    chances = tuple([likely(found, n, str(n)) for n in sorted(found.chances)])
    return Forecast("Margin", "no order shown, the defender stands", (), chances, "3.4", samples=found.samples)


def no_order_and_stand(s: State) -> Option:
    inner(s, Fight)
    return ("pass", 0, 0) if s.frames[-1].at == 0 else ("stand", 0, 0)


def caution(s: Toy, o: Option) -> list[Refusal]:
    return []


def turn_of(s: Toy) -> int:
    return s.round


TITLE: Final = Title(
    name="Five Posts",
    text="Two units a side and a secret order.",
    credits="made for the tests",
    complete=False,
    rules=Rules(
        slug="toy",
        version="1",
        sides=("Allies", "Axis"),
        scenarios=(Scenario("line", "In line", "both sides in their camps"), Scenario("brush", "Brush", "face to face")),
        settings=(
            Setting("rounds", "Rounds", "how many are played", "4.1", 1, 6, 3),
            Setting("fierce", "Fierce fights", "three steps can be lost", "3.4"),
            Setting("first", "First side", "who begins", "1.1", 0, 1, 0, ("allied", "axis")),
        ),
        folder=FOLDER,
        outlines=OUTLINES,
        load=load,
        new=new,
        audit=audit,
        rebuild=rebuild,
        redeal=redeal,
        outcome=outcome,
        turn=turn_of,
        hidden=True,
        secrets=("1.3-a",),
    ),
    face=Looks(
        board=board,
        view=view,
        forecast=forecast,
        caution=caution,
        stories={
            "moved": "{unit} moves to {post}",
            "struck": "{unit} strikes at {post}",
            REVEALED: "{side} shows its order: {points}",
            "fell": "the defenders of {post} fall back",
            "lost": "{unit} loses a step",
            "margin": "the margin is {points}",
        },
        pieces=("unit",),
        places=("post",),
        walks=("step",),
        losses=("lost",),
        battles=("struck", "margin"),
    ),
    robot=Robot(judge=TERMS.judge, terms=TERMS),
)
