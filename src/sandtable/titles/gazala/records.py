"""The rows of the data files. Every record says where it comes from: a section of the rulebook, or a reconstruction."""

from __future__ import annotations

from typing import Literal

from sandtable.face.board import Nation
from sandtable.kernel.data import Record

SideName = Literal["allied", "axis"]
EdgeName = Literal["north", "east", "south", "west"]


class Hex(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: str  # column, then row
    terrain: Literal["desert", "rough"] = "desert"
    fortified: bool = False
    minefield: str = ""  # the minefield whose belt it belongs to
    front: bool = False  # of the front belt, 0104 to 1119
    passage: bool = False  # 14.2: a line of communication may enter by it
    prohibited: bool = False  # 8.1
    area_69: bool = False  # 8.2
    edges: tuple[EdgeName, ...] = ()
    axis_source: bool = False
    allied_source: bool = False
    name: str = ""


class Hexside(Record, frozen=True, kw_only=True):
    shown = ("escarpment",)
    a: str
    b: str
    minefield: str = ""
    escarpment: str = ""
    up: str = ""  # the hex on top
    road: Literal["", "road", "track"] = ""
    line: bool = False  # of the line from 1119 to the south edge (8.1)


class Minefield(Record, frozen=True, kw_only=True):
    id: str
    turn: int  # from whose Minefield Phase it counts


class RoadExit(Record, frozen=True, kw_only=True):
    id: str  # the hex
    edge: EdgeName
    road: str


class Formation(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: str
    side: SideName
    name: str
    barred_early: bool = False  # 7.0: not on May 27
    once_early: bool = False  # 7.0: once a turn on May 27
    no_anti_tank: bool = False  # 13.6: the Anti-Tank chit does not serve it


class Unit(Record, frozen=True, kw_only=True):
    shown = ("nation", "spoken")
    id: str
    spoken: str  # as people call it in a sentence
    formation: str
    nation: Nation
    type: Literal["infantry", "armor", "anti-tank"]
    size: Literal["battalion", "regiment"]
    move: Literal["tracked", "wheeled", "foot"]
    steps: int
    allowance: int
    hard_attacks: bool = False  # the hard value is printed in red
    soft_attacks: bool = False  # the soft value is printed in black
    initiates: bool = False
    bracketed: bool = False  # 8.2
    fills_hex: bool = False  # 10.0


class Step(Record, frozen=True, kw_only=True):
    unit: str
    steps: int
    hard: int
    soft: int
    used_hard: int
    used_soft: int


class ActionChit(Record, frozen=True, kw_only=True):
    id: str
    side: SideName
    count: int
    front: str
    back: str = ""


class Face(Record, frozen=True, kw_only=True):
    id: str
    side: SideName
    formation: str = ""
    second: str = ""
    units: int = 0  # so many single units instead of a formation


class Cup(Record, frozen=True, kw_only=True):
    turn: int
    chit: str
    count: int


class TacticalChit(Record, frozen=True, kw_only=True):
    side: SideName
    id: str
    count: int
    at_once: bool = False  # played when drawn
    window: bool = False  # played after an Action Chit is pulled


class Air(Record, frozen=True, kw_only=True):
    side: SideName
    low: int
    high: int
    result: Literal["step", "disrupted"]


class TurnRow(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: int
    name: str
    axis_actions: int
    allied_actions: int
    tank_replacements: int = 0
    breaches: int = 0  # markers that may be placed
    lines: int = 0  # lines of communication that are needed
    early: bool = False  # the limits of May 27 hold (7.0)
    opening: Literal["", "axis"] = ""  # no roll for initiative: this side acts twice, then they alternate


class Reinforcement(Record, frozen=True, kw_only=True):
    unit: str
    turn: int
    hexes: tuple[str, ...] = ()
    edges: tuple[EdgeName, ...] = ()


class SetUpRow(Record, frozen=True, kw_only=True):
    unit: str
    centre: str = ""
    radius: int = 0
    hexes: tuple[str, ...] = ()
    per_hex: int
    used: bool = False
    suggested: str


class ScenarioRow(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: str
    name: str
    last_turn: int
    axis_points: int


class Objective(Record, frozen=True, kw_only=True):
    scenario: str
    hex: str
    points: int


class Count(Record, frozen=True, kw_only=True):
    id: str
    count: int
    limited: bool = False


class AttackType(Record, frozen=True, kw_only=True):
    id: str
    tracked: int
    wheeled: int
    foot: int
    modifier: int


class Result(Record, frozen=True, kw_only=True):
    odds: str
    roll: int  # the first row stands for all below it, the last for all above
    result: str


class MoveCost(Record, frozen=True, kw_only=True):
    id: str
    tracked: float
    wheeled: float
    foot: float

    def of(self, move: str) -> float:
        return {"tracked": self.tracked, "wheeled": self.wheeled, "foot": self.foot}[move]


class Modifier(Record, frozen=True, kw_only=True):
    shown = ("called", "rule")
    id: str
    called: str
    value: int
    rule: str


class Reduction(Record, frozen=True, kw_only=True):
    id: str
    thirds: int


class Point(Record, frozen=True, kw_only=True):
    id: str
    points: int
    needs: int = 0
