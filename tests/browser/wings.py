"""A game made up for the client's tests: it uses every part of a view that the three titles do not all need.

One side decides. It plays a card on a place, sends a squadron to a target, and fights: each of its units aims at an enemy, then
all fire, percentile dice against what their strength is worth. When it is done the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, Optional

from sandtable.face.board import Board, Edge, Face, Link, Space
from sandtable.face.looks import Looks
from sandtable.face.view import (
    Battle,
    Between,
    Cell,
    Chance,
    Fighter,
    Forecast,
    Given,
    Mission,
    Panel,
    Party,
    Piece,
    Side,
    Stage,
    Status,
    Target,
    View,
    likely,
    sum_of,
)
from sandtable.kernel.dice import D100, Dice
from sandtable.kernel.names import Names
from sandtable.kernel.odds import odds
from sandtable.kernel.play import Act, Args, Frame, Option, Outlines, Refusal, State, freely, outline, settle, then, within
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import Edition, Outcome, Rules, Scenario, Settings
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import Tally, down
from sandtable.maps.hexes import Hexes, corners
from sandtable.titles import Title

GRID: Final = Hexes([(c, r) for c in (1, 2, 3, 4) for r in (1, 2, 3)], odd_lower=True)
BOXES: Final = ("Delta", "Benghazi")
SPACES: Final = (*GRID.ids, *BOXES)
UNITS: Final = ("NZ", "4 Ind", "Guns", "Ariete", "Pavia", "Art", "14 Sqn", "Rommel")
AIR: Final = 6
HQ: Final = 7
ENEMIES: Final = (3, 4, 5)
STRENGTH: Final = (4, 3, 2, 3, 2, 3)
CARDS: Final = ("Combat Training", "Night March")
NAMES: Final = Names({"unit": UNITS, "space": SPACES, "card": CARDS, "n": tuple(str(n) for n in range(10))})
SIDE: Final = 60.0

NO_AIRCRAFT: Final = Refusal("W2", "only a squadron flies")
HAS_FLOWN: Final = Refusal("W2.1", "a squadron flies once")
PLAYED: Final = Refusal("W1.1", "the card has been played")
DELTA_IS_SAFE: Final = Refusal("W1.2", "no card is played on a box")
NOT_OURS: Final = Refusal("W3.1", "only own units aim, and at enemies")
FOUGHT: Final = Refusal("W3.2", "there is one fight")


def side_of(unit: int) -> int:
    return AXIS if unit in (*ENEMIES, HQ) else ALLIED


@dataclass(eq=False, repr=False)
class Turn(Frame):
    fought: bool = False


@dataclass(eq=False, repr=False)
class Fight(Frame):
    aims: tuple[int, ...] = (3, 3, 4)  # of each own unit


class Wings(State):
    def __init__(self) -> None:
        super().__init__(OUTLINES, NAMES)
        self.played: tuple[tuple[int, int], ...] = ()
        self.target: int = -1
        self.lost: tuple[int, ...] = ()

    def clone(self) -> Wings:
        twin = Wings()
        twin.played, twin.target, twin.lost = self.played, self.target, self.lost
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.played, self.target, self.lost, self.play_key())


class Play(Act[Wings, Turn]):
    rule, form, label, asks = "W1", "play card space", "Play {card} on {space}", "play a card"

    def candidates(self, s: Wings, f: Turn) -> list[Args]:
        return [(card, space) for card in range(len(CARDS)) for space in range(len(GRID))]

    def why_not(self, s: Wings, f: Turn, card: int, space: int, /) -> Optional[Refusal]:
        if any(card == done for done, _ in s.played):
            return PLAYED
        return DELTA_IS_SAFE if space >= len(GRID) else None

    def do(self, s: Wings, f: Turn, card: int, space: int, dice: Dice, /) -> None:
        s.played = (*s.played, (card, space))
        s.tell("played", card, space)


class Fly(Act[Wings, Turn]):
    rule, form, label, asks = "W2", "fly unit space", "Send {unit} to {space}", "send a squadron"

    def candidates(self, s: Wings, f: Turn) -> list[Args]:
        return [(AIR, space) for space in range(len(SPACES))]

    def why_not(self, s: Wings, f: Turn, unit: int, space: int, /) -> Optional[Refusal]:
        return NO_AIRCRAFT if unit != AIR else HAS_FLOWN if s.target >= 0 else None

    def do(self, s: Wings, f: Turn, unit: int, space: int, dice: Dice, /) -> None:
        s.target = space
        s.tell("flown", unit, space)


class Attack(Act[Wings, Turn]):
    rule, form, label, asks = "W3", "attack", "Fight at 0302", "fight"

    def why_not(self, s: Wings, f: Turn, _a: int, _b: int, /) -> Optional[Refusal]:
        return FOUGHT if f.fought else None

    def do(self, s: Wings, f: Turn, _a: int, _b: int, dice: Dice, /) -> None:
        f.fought = True
        s.begin(Fight())
        s.tell("attacks")


class Aim(Act[Wings, Fight]):
    rule, form, label, asks = "W3.1", "aim unit unit", "{unit} aims at {unit}", "choose targets"

    def candidates(self, s: Wings, f: Fight) -> list[Args]:
        return [(unit, enemy) for unit in range(3) for enemy in ENEMIES if f.aims[unit] != enemy]

    def why_not(self, s: Wings, f: Fight, unit: int, enemy: int, /) -> Optional[Refusal]:
        return NOT_OURS if unit > 2 or enemy not in ENEMIES or f.aims[unit] == enemy else None

    def do(self, s: Wings, f: Fight, unit: int, enemy: int, dice: Dice, /) -> None:
        f.aims = tuple([enemy if u == unit else at for u, at in enumerate(f.aims)])


class Fire(Act[Wings, Fight]):
    rule, form, label = "W3.3", "fire", "Fire"


def we(s: Wings, f: Frame) -> int:
    return ALLIED


def worth(s: Wings, unit: int) -> Tally:
    """The percentage that a unit needs: ten for each point, half as much again with training, less a third in the second line."""
    value = Tally(f"{UNITS[unit]} hits on")
    value.add(STRENGTH[unit] * 10, "W3.3", "strength")
    value.times(Fraction(3, 2) if s.played else 1, "W1", "a card was played")
    value.times(Fraction(2, 3) if unit == 2 else 1, "W3.4", "from the second line")
    value.add(Fraction(1, 2), "W3.5", "luck")
    value.round(down, "W3.6")
    return value


def fire(s: Wings, f: Fight, dice: Dice) -> None:
    for unit, enemy in enumerate(f.aims):
        value = worth(s, unit)
        s.explain(value)
        if enemy not in s.lost and dice.at_most(D100, value.total, ALLIED, "W3.3"):
            s.lost = (*s.lost, enemy)
            s.tell("eliminated", enemy)
    dice.d6(AXIS, "W3.7")
    s.tell("result", len(s.lost))


OUTLINES: Final[Outlines] = {
    Turn: outline("Turn", "W0", freely(we, Play(), Fly(), Attack())),
    Fight: outline("Fight", "W3", freely(we, Aim(), stop=Fire()), then(fire)),
}


def new(edition: Edition, scenario: str, settings: Settings, dice: Dice) -> Wings:
    s = Wings()
    s.begin(Turn())
    settle(s, dice)
    return s


def outcome(s: Wings) -> Optional[Outcome]:
    return None if s.frames else Outcome(ALLIED if s.lost else AXIS, "Victory", "W4", (len(s.lost), 0))


# What is seen


def at(n: int) -> tuple[float, float]:
    x, y = GRID.centre(n, SIDE)
    return x + 150, y + 40


def board(edition: Edition) -> Board:
    hexes = [Space(id, id, at(n), tuple(corners(*at(n), SIDE)), neighbours=tuple([GRID.ids[m] for m in GRID.neighbours[n]]))
             for n, id in enumerate(GRID.ids)]  # fmt: skip
    boxes = [Space("Delta", "Delta", (760.0, 330.0), shape="plate"), Space("Benghazi", "Benghazi", (70.0, 60.0), shape="plate")]
    faces = {name: Face("british" if side_of(n) == ALLIED else "italian", "infantry", str(STRENGTH[n]), "brigade", name)
             for n, name in enumerate(UNITS[:6])}  # fmt: skip
    faces["14 Sqn"] = Face("british", "air", "2-4", "", "14 Sqn")
    faces["Rommel"] = Face("german", "hq", "", "", "Rommel")
    edges = (Edge("0201", "0202", "minefield"), Edge("0202", "0301", "minefield"))
    return Board(
        "hex",
        (860.0, 420.0),
        (*hexes, *boxes),
        faces,
        edges,
        (Link("Delta", "0403", "major"), Link("Benghazi", "0101", "tertiary")),
    )


def view(s: Wings, viewer: int) -> View:
    mission = Mission("Raid", SPACES[s.target], "22 hexes, normal range", "W2") if s.target >= 0 else None
    where = ("0301", "0302", "0301", "0303", "0303", "0302", "Delta", "0303")
    pieces = [
        Piece(name, where[n], side_of(n), name, base="Delta" if n == AIR else "", mission=mission if n == AIR else None)
        for n, name in enumerate(UNITS)
        if n not in s.lost
    ]
    cards = [Cell(name, "one fight: half as much again", "used" if any(n == done for done, _ in s.played) else "ready",
                  id=name, head="Combat", rule="W1") for n, name in enumerate(CARDS)]  # fmt: skip
    deck = Cell("deck", "cards left", covered=22)
    return View(
        "Turn 1", (Cell("Fight", state="current"),), (Side("Allied", "42½ VP", points=42.5), Side("Axis", "27 VP", points=27.0)),
        tuple(pieces), (), (Panel("hand", "Your hand", "cards", (*cards, deck), rule="W1"),),
        battle=battle(s), turn="Turn 1",
        edges=(Between("0201", "0202", (Status("breached", "B", "breached", "W5"),)),
               Between("0202", "0301", (Status("breaching", "b", "being breached", "W5"),))),
        links=(Between("0403", "Delta", (Status("congested", "3/4", "three of four units have used it", "W6"),)),
               Between("Benghazi", "0101", (Status("interdicted", "I", "interdicted", "W7"),))),
    )  # fmt: skip


LINES: Final = ("Front Line", "Second Line")


def battle(s: Wings) -> Optional[Battle]:
    f = within(s, Fight)
    if f is None:
        return None
    hit = [worth(s, unit).total / 100 for unit in range(3)]
    ours = [Fighter(UNITS[u], f"strength {STRENGTH[u]}", line=int(u == 2),
                    targets=(Target(UNITS[f.aims[u]], hit[u], f"hits on {worth(s, u).total}"),)) for u in range(3)]  # fmt: skip
    theirs = []
    for enemy in ENEMIES:
        stands = 1.0
        for unit in range(3):
            stands *= 1 - hit[unit] if f.aims[unit] == enemy else 1
        fate = (Chance("eliminated", 1 - stands, tone="good"), Chance("survives", stands, tone="bad")) if stands < 1 else ()
        theirs.append(Fighter(UNITS[enemy], line=int(enemy == 5), fate=fate))
    theirs.append(Fighter("Rommel", "no bonus", line=-1))
    return Battle(
        "Fight at 0302",
        (Party(ALLIED, "Allied", tuple(ours), lines=LINES), Party(AXIS, "Axis", tuple(theirs), lines=LINES)),
        (Stage("1", "Targets", "W3.1", "current"), Stage("2", "Fire", "W3.3")),
    )


def forecast(s: Wings, o: Option, given: Given) -> Optional[Forecast]:
    if o[0] not in ("attack", "fire"):
        return None
    found = odds(s, o, "result", Fight, lambda s: ("fire", 0, 0), cases=20)
    kills = [likely(found, n, f"{n} eliminated", tone="good" if n else "bad") for n in sorted(found.chances)]
    return Forecast(
        "Fight", "nobody changes its aim", tuple([sum_of(worth(s, u)) for u in (0, 2)]), tuple(kills), "W3", samples=found.samples
    )


@cache
def load(overlay: Optional[Path]) -> Edition:
    return Edition(NAMES, "wings-1")


TITLE: Final = Title(
    name="Wings",
    text="for tests",
    credits="nobody",
    complete=False,
    rules=Rules(
        slug="wings",
        version="1",
        sides=("Allied", "Axis"),
        scenarios=(Scenario("raid", "The raid", "one turn"),),
        settings=(),
        folder=Path(__file__).parent / "wings-data",
        outlines=OUTLINES,
        load=load,
        new=new,
        audit=lambda s: [],
        rebuild=lambda s: s.clone(),
        redeal=lambda s, side, dice: s.clone(),
        outcome=outcome,
        turn=lambda s: 1,
    ),
    face=Looks(
        board=board,
        view=view,
        forecast=forecast,
        caution=lambda s, o: [],
        stories={
            "played": "{card} is played on {space}",
            "flown": "{unit} flies to {space}",
            "attacks": "the fight begins",
            "eliminated": "{unit} is eliminated",
            "result": "{n} eliminated",
        },
        pieces=("unit",),
        places=("space",),
        cells=("card",),
    ),
    robot=Robot(judge=lambda s, side: len(s.lost) / 3 * (1 if side == ALLIED else -1)),
)
