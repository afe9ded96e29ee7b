"""Rows of the data: what each table says, typed."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Optional

from msgspec import Meta

from sandtable.face.board import Size, UnitSymbol
from sandtable.kernel.data import Record

SideName = Literal["allied", "axis"]
GROUNDS: Final = {1: "open ground", 2: "buildings", 3: "fortress"}  # by the defence that they give


class AreaRow(Record, frozen=True, kw_only=True):
    shown = ("name", "lon", "lat", "note")
    id: str
    kind: Literal["area", "zone"]
    name: str
    terrain: Literal["clear", "stutzpunkt"]
    tem: Annotated[int, Meta(ge=1, le=3)]
    vp: Annotated[int, Meta(ge=0)]
    control: SideName
    supplies: Literal["", "allied", "axis"] = ""
    lon: Optional[float] = None
    lat: Optional[float] = None
    note: str = ""

    @property
    def ground(self) -> str:
        """What defends in it."""
        return "strongpoint" if self.terrain == "stutzpunkt" else GROUNDS[self.tem]


class BoundaryRow(Record, frozen=True, kw_only=True):
    a: str
    b: str
    kind: Literal["open_desert", "escarpment", "zone_connection"]


class UnitRow(Record, frozen=True, kw_only=True):
    shown = ("label", "name", "spoken", "formation", "symbol", "size", "values")
    id: str
    side: SideName
    nation: Literal["british", "indian", "australian", "german", "italian"]
    label: str
    name: str
    spoken: str  # as people call it in a sentence
    formation: str
    kind: Literal["infantry", "armor", "at"]
    symbol: UnitSymbol
    size: Size
    cv: Annotated[int, Meta(ge=0)]
    mf: Optional[Annotated[int, Meta(ge=1)]] = None
    cv_reduced: Annotated[int, Meta(ge=0)]
    armored_car: bool
    setup: tuple[str, ...]
    historical: str = ""
    division: Literal["", "15th-panzer", "5th-light"] = ""
    optional: bool
    values: str


class MarkerRow(Record, frozen=True, kw_only=True):
    shown = ("front", "back", "use")
    id: str
    count: Annotated[int, Meta(ge=1)]
    front: str
    back: str = ""
    use: str


class TurnRow(Record, frozen=True, kw_only=True):
    id: str
    extended: bool


class AdvantageRow(Record, frozen=True, kw_only=True):
    shown = ("name", "who", "phase", "effect", "optional")
    id: str
    name: str
    who: str
    phase: Literal["Maneuvers", "Refit"]
    effect: str
    optional: bool


class FigureRow(Record, frozen=True, kw_only=True):
    id: str
    value: int
