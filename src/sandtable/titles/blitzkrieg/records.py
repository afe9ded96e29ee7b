"""The rows of the data files. Every record says where it comes from: a section of the rulebook, or a reconstruction."""

from __future__ import annotations

from typing import Literal

from sandtable.kernel.data import Record

SideName = Literal["allied", "axis"]
Nation = Literal["German", "Italian", "British", "Commonwealth"]
Game = Literal["campaign", "short", "oconnor"]


class BoxRow(Record, frozen=True, kw_only=True):
    id: str
    code: str = ""  # 2.1.1
    port_axis: int = 0  # 8.5.1: units in the player-turn
    port_allied: int = 0
    infantry_only: bool = False  # 8.5.4
    depot: bool = False
    vp_axis: int = 0
    vp_allied: int = 0
    defence: int = 0  # 11.5.2
    entry: Literal["", "allied", "axis"] = ""  # 6.2
    alamein: bool = False  # 12.7
    rail: bool = False
    port_supply: bool = False  # 7.4.6
    campaign: SideName  # who was the last to have combat units there
    short: SideName
    oconnor: SideName


class RoadRow(Record, frozen=True, kw_only=True):
    shown = ("note",)
    a: str
    b: str
    kind: Literal["major", "secondary", "tertiary"]
    rail: bool = False
    line_a: bool = False  # a terrain line protects a against whoever comes from b
    line_b: bool = False
    note: str = ""


class Unit(Record, frozen=True, kw_only=True):
    shown = ("spoken", "formation", "note")
    id: str
    spoken: str  # what people call it
    side: SideName
    nation: Nation
    formation: str
    type: Literal["ARM", "RECON", "INF", "ART", "AIR", "HQ"]
    cv: int = 0
    circled: bool = False  # 11.2.1
    superior: bool = False  # 11.2.2
    motorised: bool = False
    division: str = ""
    entry: str = ""  # 2.1: a box, H, T and a turn, R and a turn; none: of O'Connor's Offensive only
    games: tuple[Game, ...]
    upgrade_of: str = ""
    upgrade: Literal["", "german", "british12", "british18", "guards15"] = ""
    note: str = ""


class SetUpRow(Record, frozen=True, kw_only=True):
    scenario: Game
    unit: str
    place: str
    marker: Literal["", "LRDF", "Combat_Defense"] = ""


class SupplyRow(Record, frozen=True, kw_only=True):
    scenario: Game
    side: SideName
    place: str
    count: int


class Work(Record, frozen=True, kw_only=True):
    """A Fortified Box that is there at the start."""

    scenario: Game
    box: str
    side: SideName
    mined: bool = False  # 14.1: -2 in the first rounds, minefields
    lasting: bool = False  # 14.1.2: -2 in every round


class Arrival(Record, frozen=True, kw_only=True):
    game: Game
    turn: int
    side: SideName
    unit: str  # SU: a supply unit


class Call(Record, frozen=True, kw_only=True):
    """6.6: the Allies are asked for a unit, or get one back."""

    shown = ("note",)
    turn: int
    action: Literal["withdraw", "return"]
    nation: Nation
    type: Literal["ARM", "RECON", "INF", "ART"]
    note: str = ""


class TurnRow(Record, frozen=True, kw_only=True):
    id: int
    month: str
    oconnor: str = ""
    axis_supply: int
    axis_roll: int  # 7.3.3: an extra supply unit on so much or less
    allied_supply: int
    rommel_rolls: int
    replacement_rolls: int  # 11.3.5.1: of the Axis replacement HQ
    rommel_italians: bool = False  # 11.3.6, 8.7.5
    dotted: bool = False  # 11.2.6: 21 Inf belongs to 5LT/21
    mixed: bool = False  # 8.1.5: free British divisions
    german_take: int
    german_of: int
    italian_mot_take: int
    italian_mot_of: int
    italian_take: int
    italian_of: int
    british_take: int
    british_of: int
    commonwealth_take: int
    commonwealth_of: int


class CardRow(Record, frozen=True, kw_only=True):
    shown = ("phase", "effect")
    id: str
    count: int
    phase: str
    held: bool = False
    late: bool = False  # 5.1.1: not among the first three
    short: bool = False
    oconnor: bool = False
    given: bool = False  # 15.1: the Allies begin O'Connor's Offensive with it
    effect: str


class Modifier(Record, frozen=True, kw_only=True):
    shown = ("what",)
    id: str
    value: int
    what: str
    rule: str


class Figure(Record, frozen=True, kw_only=True):
    id: str
    value: int


class Points(Record, frozen=True, kw_only=True):
    """12.3: what the loss of a unit is worth."""

    nation: Nation
    type: Literal["ARM", "RECON", "INF", "ART", "AIR"]
    points: int


class UpgradeRow(Record, frozen=True, kw_only=True):
    """6.5: how many units change for a roll."""

    kind: Literal["german", "british"]
    low: int
    high: int
    count: int


class Level(Record, frozen=True, kw_only=True):
    """12.9: Axis points less Allied points, and what it is worth in a series (12.11)."""

    id: str
    low: int
    high: int
    winner: Literal["", "allied", "axis"] = ""
    series: int


class ScenarioRow(Record, frozen=True, kw_only=True):
    id: Game
    first_turn: int
    last_turn: int
    first: SideName
    draws: int
    draws_from: int
    tobruk: int
    bardia: int


class Marker(Record, frozen=True, kw_only=True):
    id: str
    count: int
    limited: bool = False
