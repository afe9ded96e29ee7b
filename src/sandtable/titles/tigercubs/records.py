"""The rows of the data files. Every record says where it comes from: a section of the rulebook, or a reconstruction."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from sandtable.kernel.data import Record

SideName = Literal["allied", "axis"]
LineKind = Literal["road", "track", "rail"]
ONE: Final = Fraction(1)
ZERO: Final = Fraction(0)


# The map


class Hex(Record, frozen=True, kw_only=True):
    shown = ("name", "x", "y")

    id: str  # column, then row
    terrain: str
    country: Literal["", "libya", "egypt"] = ""
    owner: Literal["", "allied", "axis"] = ""  # at the start
    edge: Literal["", "west", "east"] = ""
    name: str = ""
    place: Literal["", "place", "town", "city"] = ""
    city: str = ""  # a row of cities
    port: Literal["", "small", "large"] = ""
    clearing: int = 0  # SP a player turn (4.C.2)
    airport: int = 0  # wings (4.B.3.a)
    fort: str = ""  # a row of forts
    x: Fraction  # kilometres east and south of the first hex
    y: Fraction


class Hexside(Record, frozen=True, kw_only=True):
    a: str
    b: str
    kind: str  # a row of sides


class LineRow(Record, frozen=True, kw_only=True):
    id: str
    kind: LineKind
    hexes: tuple[str, ...]


class Box(Record, frozen=True, kw_only=True):
    shown = ("name",)

    id: str
    name: str
    owner: SideName
    column: int  # where it lies for the flight of aircraft, off the sheet
    row: int
    port: Literal["", "large", "great"] = ""
    clearing: int = 0
    airport: int
    heavy_aa: int = 0
    light_aa: int = 0


class Exit(Record, frozen=True, kw_only=True):
    box: str
    hex: str
    line: LineKind
    cost: int  # movement points, and hexes of a supply route


class Terrain(Record, frozen=True, kw_only=True):
    """Terrain Effects Chart: a hex. One without costs cannot be entered."""

    id: str
    going: Literal["good", "poor", "prohibited"]
    mp_mot: Fraction = ZERO
    mp_cav: Fraction = ZERO
    mp_other: Fraction = ZERO
    attack_mot: Fraction = ONE
    attack_cav: Fraction = ONE
    attack_other: Fraction = ONE
    drm: int = 0
    ase: Fraction = ONE  # what becomes of armour points
    ade: bool = False  # whether armour helps a defence there
    route: Fraction = ZERO  # 13.F.3
    airfield: bool = False  # 4.B.2.b


class City(Record, frozen=True, kw_only=True):
    id: str
    drm: int
    ase: Fraction
    city: bool = False  # a town is none (19.B-11-b)


class SideKind(Record, frozen=True, kw_only=True):
    """Terrain Effects Chart: a hexside."""

    id: str
    mp_mot: Fraction
    mp_cav: Fraction
    mp_other: Fraction
    attack_mot: Fraction
    attack_cav: Fraction
    attack_other: Fraction
    drm: int
    ase: Fraction
    route: Fraction


class Works(Record, frozen=True, kw_only=True):
    """4.A.1 Field fortifications."""

    id: int
    attack: Fraction
    drm: int
    ase: Fraction
    major: bool = False


class Fort(Record, frozen=True, kw_only=True):
    id: str
    side: str  # the hexside it makes on every land side


# Counters


class Unit(Record, frozen=True, kw_only=True):
    shown = ("name", "formation", "spoken")

    id: str
    side: SideName
    nation: str
    name: str
    formation: str
    spoken: str  # as people call it in a sentence
    type: str
    mobility: Literal["mot", "semi", "cav", "other", "static", "none"]
    size: str
    attack: Fraction
    defence: Fraction
    movement: int
    bracketed: bool = False  # prints (1), counts half (5.A.2)
    reduced_attack: Fraction | None = None  # none: no reduced side
    reduced_defence: Fraction | None = None
    aa: int = 0
    aa_kind: Literal["", "light", "heavy"] = ""
    five_attack: Fraction  # the same on the counters of the 5 Day game (2.I)
    five_defence: Fraction
    five_movement: int
    five_reduced_attack: Fraction | None = None
    five_reduced_defence: Fraction | None = None


class UnitType(Record, frozen=True, kw_only=True):
    id: str
    arm: str = ""  # a row of arms
    support: bool = False  # 5.A.3.e
    artillery: bool = False
    infantry: bool = False  # counts as infantry or cavalry (9.L.2)
    slips: bool = False  # may retreat before combat
    builds: Literal["", "all", "rail"] = ""
    loss: Literal["armour", "other", "hq", "qm", "st"]  # a row of losses


class Arm(Record, frozen=True, kw_only=True):
    """9.L.1.a: points for each SP."""

    id: str
    armour: Fraction
    anti_tank: Fraction
    adds_to_defence: bool = False  # qualifies for ADE (9.L.1.e)


class Size(Record, frozen=True, kw_only=True):
    id: str
    sp: Fraction
    work: Fraction | None = None  # what engineers of that size pay for a regiment's movement point (12.B.1)


class Nation(Record, frozen=True, kw_only=True):
    shown = ("name",)

    id: str
    name: str
    contingent: Literal["German", "Italian", "British"]
    cev: Fraction
    acev: int
    aa: int  # National Technical Means
    armour_defence: bool = False  # has ADE
    army_route: int  # length of an Army HQ's MSR
    corps_route: int  # of a Corps HQ's with GSPs (13.E.1.a.iii)


class AirUnit(Record, frozen=True, kw_only=True):
    shown = ("name", "model")

    id: str
    side: SideName
    nation: str
    name: str
    model: str
    type: Literal["F", "HF", "A", "B", "NB", "D", "R", "T"]
    attack: int
    defence: int
    bombing: Fraction = ZERO  # of a wing; a squadron has half
    strategic: Fraction = ZERO
    range: int
    codes: tuple[Literal["L", "T"], ...] = ()
    steps: int  # at the start
    full_steps: int
    cargo: Fraction = ZERO  # SP of a wing


class Breakdown(Record, frozen=True, kw_only=True):
    id: str  # the box of the chart
    wholes: tuple[str, ...]
    parts: tuple[str, ...]


# Ground combat


class Cell(Record, frozen=True, kw_only=True):
    odds: str
    die: int
    result: str


class Result(Record, frozen=True, kw_only=True):
    """9.D: what each side loses, as a share of the defending SP or in words, and who goes."""

    shown = ("text",)

    id: str
    text: str
    attacker: str
    defender: str
    retreats: Literal["", "attacker", "defender", "smaller", "choice"] = ""


class Band(Record, frozen=True, kw_only=True):
    """From so many points on."""

    low: int
    drm: int


class AntiTank(Record, frozen=True, kw_only=True):
    points: int  # from so many AT points and
    armour: int  # so many armour points of the attack on
    drm: int


SPOKEN: Final = {
    "fighter_at_other": "fighter against another type",
    "heavy_fighter_at_fighter": "heavy fighter against fighters",
    "other_at_fighter": "another type against a fighter",
    "ratio_2": "twice as many fighters",
    "ratio_3": "three times as many fighters",
    "squadron_at_wing": "squadron against a wing",
    "dive": "dive bombers",
    "heavy_type": "heavy bombers",
    "fort": "guns of a fort",
    "out_of_supply": "guns out of supply",
}


class Modifier(Record, frozen=True, kw_only=True):
    shown = ("rule",)

    chart: Literal["ground", "air", "aa", "success"]
    id: str
    value: int
    rule: str

    @property
    def spoken(self) -> str:
        return SPOKEN.get(self.id, self.id.replace("_", " "))


class Success(Record, frozen=True, kw_only=True):
    id: Literal["F*", "F", "S"]
    low: int


class Zone(Record, frozen=True, kw_only=True):
    """7.B: what makes a zone of that level, what it costs to move in it, what a supply route pays."""

    id: Literal["reduced", "full"]
    plain_sp: int
    mountain_sp: int
    leave: int
    between: int
    route: Fraction


class Overrun(Record, frozen=True, kw_only=True):
    odds: int
    mp: int
    losses: int


class SupplyState(Record, frozen=True, kw_only=True):
    """13.H, 13.I. Movement and pursuit are shares of the rating; `hex`: one hex; empty: none."""

    id: str
    attack: Fraction
    defence: Fraction
    aa: Fraction
    movement: str = ""
    zone: int  # levels by which a zone of influence drops
    effects: Fraction  # of the arms in an attack; 0: none in defence either
    shock: int  # nearer zero by so much: ASE
    anti_tank: int  # and ATE
    pursuit_mobile: str = ""
    pursuit_other: str = ""
    reaction: bool = False
    collapse: int = 0


# Air


class Column(Record, frozen=True, kw_only=True):
    id: str
    low: int


class AirCell(Record, frozen=True, kw_only=True):
    column: str
    die: int
    result: str


class AirResult(Record, frozen=True, kw_only=True):
    shown = ("text",)

    id: str
    text: str
    steps: int
    returns: bool = False
    drops: Fraction
    another: bool = False  # one more at random takes R


class AAResult(Record, frozen=True, kw_only=True):
    shown = ("text",)

    id: str
    text: str
    steps: int
    returns: bool = False
    drops: Fraction
    disperses: Fraction  # of what is dropped
    another: bool = False


class OrganicAA(Record, frozen=True, kw_only=True):
    id: Literal["airport", "airfield", "minor_city", "large_port", "great_port"]
    light: int = 0
    heavy: int = 0


class Interdiction(Record, frozen=True, kw_only=True):
    level: int
    points: int
    mp: Fraction
    cev: Fraction  # what a route through it takes off
    rail: int  # SP of rail lift it takes off (ruling on 8.E.1.b.ii.1)


class Target(Record, frozen=True, kw_only=True):
    id: Literal["airbase", "port", "bridge", "rail"]
    points: int


class RangeBand(Record, frozen=True, kw_only=True):
    id: Literal["short", "normal", "extended", "long", "transfer"]
    range: Fraction
    bombs: Fraction
    cargo: Fraction
    fighters: Fraction
    escorts: Fraction


class Month(Record, frozen=True, kw_only=True):
    id: str
    night: int


class Radar(Record, frozen=True, kw_only=True):
    """Ground controlled interception."""

    place: str
    nation: str
    turn: str  # from this half-month on


class Mission(Record, frozen=True, kw_only=True):
    shown = ("spoken",)

    id: str
    spoken: str  # what is flown: "an airbase attack"
    by: tuple[str, ...]  # types
    when: Literal["opening", "movement", "combat", "answer", "with"]
    night: bool = False
    target: str


# Work, figures, turns


class Work(Record, frozen=True, kw_only=True):
    """12.B: what a regiment pays."""

    shown = ("spoken",)

    id: str
    spoken: str  # what engineers do: "build field works"
    mp: Fraction
    pursuit: bool = False


class Figure(Record, frozen=True, kw_only=True):
    id: str
    value: Fraction


class Objective(Record, frozen=True, kw_only=True):
    scenario: str
    hex: str
    points: int


class Loss(Record, frozen=True, kw_only=True):
    id: Literal["armour", "other", "air", "qm", "st", "hq", "lp"]
    points: Fraction


class Level(Record, frozen=True, kw_only=True):
    scenario: str
    low: int
    level: str
    winner: Literal["", "allied", "axis"] = ""


class TurnRow(Record, frozen=True, kw_only=True):
    shown = ("dates",)

    scale: Literal["half-month", "5-day"]
    id: str
    dates: str
    initial: bool = False
    month: str


class ScenarioRow(Record, frozen=True, kw_only=True):
    shown = ("name",)

    id: str
    name: str
    first: SideName  # whose player turn opens the first game turn
    half_from: str
    half_to: str
    five_from: str
    five_to: str
    west: int  # columns in play
    east: int
    boxes: bool = False
    axis_source: str = ""  # where the Axis line of supply ends; none: the western edge
    axis_fed: bool = False  # the Axis spend nothing


class SetUpRow(Record, frozen=True, kw_only=True):
    scenario: str
    unit: str
    at: str
    emplaced: bool = False


class AirSetUp(Record, frozen=True, kw_only=True):
    scenario: str
    air: str
    at: str


class Stock(Record, frozen=True, kw_only=True):
    scenario: str
    at: str
    thirds: int = 0
    gsp: int = 0


class Arrival(Record, frozen=True, kw_only=True):
    """Supplies in the Initial Phases of a side, from a turn to a turn; no turn: from the first, to the last."""

    scenario: str
    side: SideName
    at: str
    half_from: str = ""
    half_to: str = ""
    five_from: str = ""
    five_to: str = ""
    thirds: int = 0
    gsp: int = 0


class Reinforcement(Record, frozen=True, kw_only=True):
    scenario: str
    piece: str
    at: str
    half_turn: str
    five_turn: str


class Fortification(Record, frozen=True, kw_only=True):
    scenario: str
    hex: str
    level: int


class Marker(Record, frozen=True, kw_only=True):
    id: str
    count: int
