"""The tables in `data/`, row by row: what a column may hold."""

from __future__ import annotations

from typing import Annotated, Literal, Optional

from msgspec import Meta

from sandtable.kernel.data import Record

SideName = Literal["allied", "axis"]
Nation = Literal["german", "italian", "british", "indian", "south_african", "free_french"]
Rating = Annotated[int, Meta(ge=2, le=7)]
Points = Annotated[int, Meta(ge=0, le=15)]


class HexRow(Record, frozen=True, kw_only=True):
    shown = ("name", "box")
    id: str
    terrain: Literal["clear", "broken", "village", "poi", "sea"]
    mines: Literal["", "minefield", "box"] = ""
    owner: Literal["", "allied", "axis"] = ""
    name: str = ""
    box: str = ""
    supply: Literal["", "allied", "axis"] = ""
    perimeter: bool = False
    inside: bool = False
    edge: str = ""


class HexsideRow(Record, frozen=True, kw_only=True):
    shown = ("side_name", "link_name")
    a: str
    b: str
    side: Literal["", "ridge", "wadi", "sea"] = ""
    side_name: str = ""
    link: Literal["", "road", "trail"] = ""
    link_name: str = ""


class FormationRow(Record, frozen=True, kw_only=True):
    shown = ("name", "corps", "stripe")
    id: str
    name: str
    side: SideName
    nation: Nation
    corps: str
    stripe: str
    hq: str
    hq_type: Literal["mot", "leg"]
    reaction: Points
    engineer: Points
    range: Points
    support: Points
    ma: Points
    max_level: Annotated[int, Meta(ge=1, le=7)]
    recovery: Points
    start_level: Annotated[int, Meta(ge=0, le=7)]
    leg_division: bool


class UnitRow(Record, frozen=True, kw_only=True):
    shown = ("printed", "picture", "size", "name", "spoken")
    id: str
    spoken: str  # as people call it in a sentence
    printed: str
    side: SideName
    nation: Nation
    formation: str = ""
    independent: Literal["none", "assignable", "permanent"]
    type: Literal["leg_infantry", "mot_infantry", "panzergrenadier", "engineer", "tank", "heavy_tank", "armoured_car", "flak"]
    picture: str
    unit_class: Literal["infantry", "afv", "flak", "engineer"]
    size: str
    strength: Annotated[int, Meta(ge=1, le=15)]
    er: Rating
    er_disrupted: Rating
    tank: Optional[Points] = None
    at: Optional[Points] = None
    tank_disrupted: Optional[Points] = None
    at_disrupted: Optional[Points] = None
    ma: Points
    move: Literal["leg", "mot", "hybrid"]
    leg_infantry: bool
    zoc: bool
    free_stacking: bool
    no_combined_arms: bool
    recce: bool
    can_breach: bool
    mine_column: Literal["engineer", "infantry", "recce_flak", "tank"]
    pool: Literal["", "DAK", "XX", "CWMOT"] = ""
    isolation: Literal[10, 20]
    name: str
    joins: tuple[str, ...] = ()


class AirRow(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: str
    nation: Literal["German", "Italian"]
    name: str
    shift: int


class HeadingRow(Record, frozen=True, kw_only=True):
    id: Literal["clear", "broken_village_poi", "minefield_box"]
    ratios: tuple[str, ...]


class ResultRow(Record, frozen=True, kw_only=True):
    id: Annotated[int, Meta(ge=1, le=20)]
    results: tuple[str, ...]


class TerrainRow(Record, frozen=True, kw_only=True):
    shown = ("note",)
    id: str
    kind: Literal["hex", "hexside", "link"]
    leg: str
    motorised: str
    hq: str
    crt: str
    tank: Literal["full", "half", "none"]
    at: str
    zoc: str
    note: str = ""


class ActionPointsRow(Record, frozen=True, kw_only=True):
    id: Annotated[int, Meta(ge=1, le=10)]
    black: tuple[int, ...]
    red: tuple[int, ...]


class CostRow(Record, frozen=True, kw_only=True):
    shown = ("name",)
    id: Literal["move", "breach", "refit", "improve", "hasty", "regular", "prepared"]
    name: str
    ap: int
    out_of_command: Optional[int] = None


class CheckRow(Record, frozen=True, kw_only=True):
    id: int
    engineer: Literal["enter", "disrupt", "loss"]
    infantry: Literal["enter", "disrupt", "loss"]
    recce_flak: Literal["enter", "disrupt", "loss"]
    tank: Literal["enter", "disrupt", "loss"]


class BreachRow(Record, frozen=True, kw_only=True):
    id: int
    minefield: Literal["breach", "none", "disrupt"]
    box: Literal["breach", "none", "disrupt"]


class ModifierRow(Record, frozen=True, kw_only=True):
    id: str
    value: int


class ChitRow(Record, frozen=True, kw_only=True):
    id: str
    set: Literal["original", "linear"]
    red: tuple[int, ...]
    centre: tuple[int, ...]
    green: tuple[int, ...]


class TurnRow(Record, frozen=True, kw_only=True):
    shown = ("dates",)
    id: int
    dates: str
    days: Annotated[int, Meta(ge=1, le=6)]
    admin: bool
    axis_rp: int
    cannibalise: bool


class TrackRow(Record, frozen=True, kw_only=True):
    id: str
    spaces: tuple[int, ...]


class ReinforcementRow(Record, frozen=True, kw_only=True):
    unit: str
    turn: int


class MarkerRow(Record, frozen=True, kw_only=True):
    shown = ("rule",)
    id: str
    count: int
    rule: str


class StackingRow(Record, frozen=True, kw_only=True):
    shown = ("note",)
    id: SideName
    side: SideName
    infantry: Optional[int] = None
    leg_infantry: Optional[int] = None
    tanks: Optional[int] = None
    units: Optional[int] = None
    hqs: int
    note: str = ""


class ScenarioRow(Record, frozen=True, kw_only=True):
    shown = ("name", "text")
    id: str
    name: str
    text: str
    turns: int
    air: str
    automatic: bool
    restricted: bool
    static: bool


class ObjectiveRow(Record, frozen=True, kw_only=True):
    shown = ("name",)
    scenario: str
    hex: str
    first: int
    last: int
    name: str
    vp: int
    out_of_command: int
    kept: bool


class LevelRow(Record, frozen=True, kw_only=True):
    scenario: str
    at_least: int
    level: str
    winner: Literal["allied", "axis", "draw"]


class FinalRow(Record, frozen=True, kw_only=True):
    id: str
    scenario: str
    pool: tuple[str, ...]
    at_least: int
    vp: int


class SetupRow(Record, frozen=True, kw_only=True):
    scenario: str
    unit: str
    hex: str
    assigned: str = ""


class RestrictionRow(Record, frozen=True, kw_only=True):
    """10 Who may not act (asleep) or not leave its hex (bound), through which turn."""

    id: str
    kind: Literal["asleep", "bound"]
    turns: int
