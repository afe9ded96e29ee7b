"""What the box holds: areas, boundaries, units and figures, read from `data/` and indexed by number."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Optional

from sandtable.kernel.data import Changes, DataError, Tables
from sandtable.kernel.names import Names
from sandtable.kernel.rules import Edition as KernelEdition
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.maps.areas import Areas
from sandtable.titles.battleaxe.records import AdvantageRow, AreaRow, BoundaryRow, FigureRow, MarkerRow, TurnRow, UnitRow

FOLDER: Final = Path(__file__).parent / "data"

INFANTRY: Final = 0
ARMOUR: Final = 1
GUNS: Final = 2  # the AT and FLAK units, those with an asterisk
KINDS: Final = ("infantry", "armor", "at")

ALWAYS_FREE: Final = 0
PANZER_15: Final = 1  # the two divisions bound on June 15 (16.0)
LIGHT_5: Final = 2
DIVISIONS: Final = ("", "15th-panzer", "5th-light")

NONE: Final = -1
LOSSES: Final = ("none", "flip", "retreat", "flip-and-retreat", "eliminate")
SPOKEN_LOSSES: Final = ("take no loss", "flip to its Reduced side", "retreat", "flip and retreat", "be eliminated")
SPOKEN_RESULTS: Final = (
    "Repulse: the attack fails and every attacker loses a step",
    "Stalemate: the Lead of each side loses a step",
    "Success: the attacking Lead is reduced and the defenders absorb the difference",
    "Overrun: every defender is eliminated",
)


class Edition(KernelEdition):
    """Tables by number. Sets of units and of areas are bit masks: bit n stands for number n."""

    def __init__(self, tables: Tables) -> None:
        self.area_rows: list[AreaRow] = tables.read("areas", AreaRow)
        self.boundary_rows: list[BoundaryRow] = tables.read("boundaries", BoundaryRow, ("a", "b"))
        self.unit_rows: list[UnitRow] = tables.read("units", UnitRow)
        self.marker_rows: list[MarkerRow] = tables.read("markers", MarkerRow)
        self.turn_rows: list[TurnRow] = tables.read("turns", TurnRow)
        self.advantage_rows: list[AdvantageRow] = tables.read("advantage", AdvantageRow)
        figures = {row.id: row.value for row in tables.read("figures", FigureRow)}
        check_references(self)
        areas, units = self.area_rows, self.unit_rows
        names = Names(
            {
                "unit": [row.id for row in units],
                "area": [row.id for row in areas],
                "loss": LOSSES,
                "turn": [row.id for row in self.turn_rows],
                "result": ["Repulse", "Stalemate", "Success", "Overrun"],
                "ending": ["", "The Allies win an Automatic Victory", "The Allies win an Operational Victory", "The Axis wins"],
                "side": ["Allied", "Axis"],
            },
            {
                "unit": [row.spoken for row in units],
                "area": [row.name if row.kind == "area" else f"{row.name} (Zone {row.id})" for row in areas],
                "loss": SPOKEN_LOSSES,
                "result": SPOKEN_RESULTS,
            },
        )
        super().__init__(names, tables.digest(), tables.laid())
        self.read_map(areas)
        self.read_units(units)
        self.read_figures(figures)

    def read_map(self, areas: list[AreaRow]) -> None:
        ids = [row.id for row in areas]
        self.map: Areas = Areas(ids, [(row.a, row.b, row.kind != "escarpment") for row in self.boundary_rows])
        self.neighbours: tuple[tuple[int, ...], ...] = self.map.neighbours
        self.near: tuple[int, ...] = tuple([mask_of(n) for n in self.neighbours])
        self.touching: tuple[int, ...] = tuple([mask_of(n) for n in self.map.touching])
        self.zone: tuple[bool, ...] = tuple([row.kind == "zone" for row in areas])
        self.zones: int = mask_of([n for n, row in enumerate(areas) if row.kind == "zone"])
        self.stutzpunkt: tuple[bool, ...] = tuple([row.terrain == "stutzpunkt" for row in areas])
        self.tem: tuple[int, ...] = tuple([row.tem for row in areas])
        self.vp: tuple[int, ...] = tuple([row.vp for row in areas])
        self.allied_at_start: int = mask_of([n for n, row in enumerate(areas) if row.control == "allied"])
        self.sources: tuple[int, ...] = tuple(
            [mask_of([n for n, row in enumerate(areas) if row.supplies == side]) for side in SIDES]
        )
        at = self.map.number
        self.halfaya, self.musaid, self.bardia_road = at["6"], at["17"], at["18"]
        self.buq_buq, self.tobruk = at["A"], at["H"]
        self.allied_base: int = mask_of([at[id] for id in "ABCD"])  # 16.3, 17.2
        self.rear: int = mask_of([at[id] for id in "EFG"])  # 16.1, 16.2: entered by an Allied unit it releases both divisions
        self.releases_15th: int = self.near[self.bardia_road] | 1 << self.halfaya

    def read_units(self, units: list[UnitRow]) -> None:
        self.units: int = len(units)
        self.side: tuple[int, ...] = tuple([SIDES.index(row.side) for row in units])
        self.kind: tuple[int, ...] = tuple([KINDS.index(row.kind) for row in units])
        self.cv: tuple[tuple[int, int], ...] = tuple([(row.cv, row.cv_reduced) for row in units])  # Full, Reduced
        self.mf: tuple[int, ...] = tuple([NONE if row.mf is None else row.mf for row in units])
        self.of_side: tuple[int, ...] = tuple(
            [mask_of([u for u in range(self.units) if self.side[u] == side]) for side in (ALLIED, AXIS)]
        )
        self.of_kind: tuple[int, ...] = tuple([mask_of([u for u in range(self.units) if self.kind[u] == k]) for k in range(3)])
        self.german: int = self.mask([row.id for row in units if row.nation == "german"])
        self.italian: int = self.mask([row.id for row in units if row.nation == "italian"])
        self.cars: int = self.mask([row.id for row in units if row.armored_car])
        self.garrison: int = self.mask([row.id for row in units if row.side == "allied" and row.setup == ("H",)])  # 13.3.3
        self.division: tuple[int, ...] = tuple([DIVISIONS.index(row.division) for row in units])
        self.bound: tuple[int, ...] = tuple(
            [self.mask([row.id for row in units if row.division == d]) if d else 0 for d in DIVISIONS]
        )
        self.squadrons: int = self.mask(["4RTR(-)", "SQ-A", "SQ-B"])  # 19.3
        self.consolidated: int = self.names.number("unit", "4RTR")

    def read_figures(self, figures: dict[str, int]) -> None:
        try:
            self.stacking: int = figures["stacking_limit"]
            self.impulses: int = figures["impulse_spaces"]
            self.turns: tuple[int, int] = (figures["turns"], figures["extended_turns"])
            self.cost_vacant: int = figures["cost_vacant"]
            self.cost_near: int = figures["cost_near_enemy"]
            self.cost_reduced: int = figures["cost_reduced_enemy"]
            self.cost_full: int = figures["cost_full_enemy"]
            self.air_limits: tuple[int, int] = (figures["air_minimum"], figures["air_maximum"])
            self.air_contested: int = figures["air_contested"]
            self.air_luftwaffe: int = figures["air_luftwaffe"]
            self.artillery: tuple[int, int] = (figures["allied_artillery"], figures["axis_artillery"])
            self.artillery_available: int = figures["artillery_available"]
            self.artillery_drm: int = figures["artillery_drm"]
            self.artillery_value: int = figures["artillery_value"]
            self.guns_alone: tuple[int, int] = (figures["guns_alone_full"], figures["guns_alone_reduced"])
            self.combined_arms: int = figures["combined_arms"]
            self.fuel_defence: int = figures["fuel_defense"]
            self.absorbs: tuple[int, int] = (figures["ap_full"], figures["ap_reduced"])
            self.replacement_points: int = figures["replacement_points"]
            self.increased_replacements: int = figures["increased_replacements"]
            self.flips_per_point: int = figures["flips_per_point"]
            self.out_of_supply: int = figures["out_of_supply"]
            self.surrender_safe: int = figures["surrender_safe"]
            self.surrender_advantage: int = figures["surrender_advantage"]
            self.vp_german_eliminated: int = figures["vp_german_eliminated"]
            self.vp_german_armour_reduced: int = figures["vp_german_armor_reduced"]
            self.operational_victory: int = figures["operational_victory"]
            self.extended_limits: tuple[int, int] = (figures["extended_defeat"], figures["extended_victory"])
            self.reliability: int = figures["reliability"]
            self.tobruk_bonus: int = figures["tobruk_bonus"]
        except KeyError as missing:
            raise DataError(f"figures.csv, record {missing.args[0]}: is missing") from None

    def mask(self, ids: list[str]) -> int:
        """The set of units with these names."""
        return mask_of([self.names.number("unit", id) for id in ids])


def mask_of(numbers: list[int] | tuple[int, ...]) -> int:
    found = 0
    for n in numbers:
        found |= 1 << n
    return found


def check_references(edition: Edition) -> None:
    """Every space that a table names is one."""
    spaces = {row.id for row in edition.area_rows}
    for boundary in edition.boundary_rows:
        for field, id in (("a", boundary.a), ("b", boundary.b)):
            if id not in spaces:
                raise DataError(f"boundaries.csv, record {boundary.a} {boundary.b}, field {field}: no area is called {id!r}")
    for unit in edition.unit_rows:
        for field, ids in (("setup", unit.setup), ("historical", (unit.historical,) if unit.historical else ())):
            for id in ids:
                if id not in spaces:
                    raise DataError(f"units.csv, record {unit.id}, field {field}: no area is called {id!r}")


@lru_cache(8)
def load(changes: Optional[Changes] = None) -> Edition:
    return Edition(Tables(FOLDER, changes))
