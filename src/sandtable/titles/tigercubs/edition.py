"""The facts of the game that never change: map, counters, charts. Read once, checked, and laid out for the rules.

Places are the hexes of the sheet and, after them, the boxes off it. Units are ground counters, air units have numbers of
their own. Quantities are scaled as `scales.py` says; multipliers are `Fraction`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, Optional

from sandtable.face.story import measured
from sandtable.kernel.data import Changes, DataError, Tables
from sandtable.kernel.names import Names
from sandtable.kernel.sides import SIDES
from sandtable.kernel.tally import Exact, simple
from sandtable.maps.hexes import Hexes
from sandtable.maps.joined import Joined
from sandtable.maps.naming import spoken_hexes
from sandtable.titles.tigercubs.edition_map import MapFacts, known
from sandtable.titles.tigercubs.kinds import (
    ARMY_HQ,
    COMBAT_UNIT,
    CONTINGENTS,
    CORPS_HQ,
    FIVE_DAY,
    HALF_MONTH,
    MOBILITY,
    NONE,
    OPEN,
    OTHER,
    QUARTERMASTER,
    ROLES,
    SCALES,
    STATES,
    TERMINAL,
)
from sandtable.titles.tigercubs.records import (
    ZERO,
    AAResult,
    AirCell,
    AirResult,
    AirSetUp,
    AirUnit,
    AntiTank,
    Arm,
    Arrival,
    Band,
    Box,
    Breakdown,
    Cell,
    City,
    Column,
    Exit,
    Figure,
    Fort,
    Fortification,
    Hex,
    Hexside,
    Interdiction,
    Level,
    LineRow,
    Loss,
    Marker,
    Mission,
    Modifier,
    Month,
    Nation,
    Objective,
    OrganicAA,
    Overrun,
    Radar,
    RangeBand,
    Reinforcement,
    Result,
    ScenarioRow,
    SetUpRow,
    SideKind,
    Size,
    Stock,
    Success,
    SupplyState,
    Target,
    Terrain,
    TurnRow,
    Unit,
    UnitType,
    Work,
    Works,
    Zone,
)
from sandtable.titles.tigercubs.scales import BOMBS, LP, MP, RATING, SP, VP, scaled

FOLDER: Final = Path(__file__).parent / "data"
LARGEST_STOCK: Final = 200  # thirds of an LP that can be told
MONTHS: Final = {"MAY": "May", "JUN": "June", "JUL": "July", "AUG": "August"}
STATES_IN_WORDS: Final = (
    "in Offensive Supply",
    "in General Supply",
    "overextended (E1)",
    "overextended (E2)",
    "isolated (U1)",
    "isolated (U2)",
    "isolated (U3)",
)


class Edition(MapFacts):
    """Everything by number."""

    def __init__(self, tables: Tables) -> None:
        self.hex_rows = tables.read("hexes", Hex)
        self.hexside_rows = tables.read("hexsides", Hexside, ("a", "b"))
        self.line_rows = tables.read("lines", LineRow)
        self.box_rows = tables.read("boxes", Box)
        self.exit_rows: list[Exit] = tables.read("exits", Exit, ("box", "hex", "line"))
        self.terrain_rows = tables.read("terrain", Terrain)
        self.city_rows = tables.read("cities", City)
        self.side_rows = tables.read("sides", SideKind)
        self.works_rows: list[Works] = tables.read("works", Works)
        self.fort_rows = tables.read("forts", Fort)
        self.unit_rows: list[Unit] = tables.read("units", Unit)
        self.type_rows: list[UnitType] = tables.read("types", UnitType)
        self.arm_rows: list[Arm] = tables.read("arms", Arm)
        self.size_rows: list[Size] = tables.read("sizes", Size)
        self.nation_rows: list[Nation] = tables.read("nations", Nation)
        self.air_rows: list[AirUnit] = tables.read("air_units", AirUnit)
        self.breakdown_rows: list[Breakdown] = tables.read("breakdowns", Breakdown)
        self.result_rows: list[Result] = tables.read("results", Result)
        self.shock_rows: list[Band] = tables.read("armour_shock", Band, ("low",))
        self.anti_tank_rows: list[AntiTank] = tables.read("anti_tank", AntiTank, ("points", "armour"))
        self.modifier_rows: list[Modifier] = tables.read("modifiers", Modifier, ("chart", "id"))
        self.success_rows: list[Success] = tables.read("success", Success)
        self.zone_rows: list[Zone] = tables.read("zones", Zone)
        self.overrun_rows: list[Overrun] = tables.read("overruns", Overrun, ("odds",))
        self.supply_rows: list[SupplyState] = tables.read("supply", SupplyState)
        self.air_column_rows: list[Column] = tables.read("air_columns", Column)
        self.air_result_rows: list[AirResult] = tables.read("air_results", AirResult)
        self.aa_column_rows: list[Column] = tables.read("aa_columns", Column)
        self.aa_result_rows: list[AAResult] = tables.read("aa_results", AAResult)
        self.organic_rows: list[OrganicAA] = tables.read("organic_aa", OrganicAA)
        self.interdiction_rows: list[Interdiction] = tables.read("interdiction", Interdiction, ("level",))
        self.target_rows: list[Target] = tables.read("targets", Target)
        self.band_rows: list[RangeBand] = tables.read("bands", RangeBand)
        self.month_rows: list[Month] = tables.read("months", Month)
        self.radar_rows: list[Radar] = tables.read("radar", Radar, ("place", "nation"))
        self.mission_rows: list[Mission] = tables.read("missions", Mission)
        self.work_rows: list[Work] = tables.read("engineering", Work)
        self.objective_rows: list[Objective] = tables.read("objectives", Objective, ("scenario", "hex"))
        self.level_rows: list[Level] = tables.read("levels", Level, ("scenario", "low"))
        self.turn_rows: list[TurnRow] = tables.read("turns", TurnRow, ("scale", "id"))
        self.scenario_rows: list[ScenarioRow] = tables.read("scenarios", ScenarioRow)
        self.setup_rows: list[SetUpRow] = tables.read("setup", SetUpRow, ("scenario", "unit"))
        self.air_setup_rows: list[AirSetUp] = tables.read("air_setup", AirSetUp, ("scenario", "air"))
        self.stock_rows: list[Stock] = tables.read("stocks", Stock, ("scenario", "at"))
        self.arrival_rows: list[Arrival] = tables.read("arrivals", Arrival, ("scenario", "at"))
        self.reinforcement_rows: list[Reinforcement] = tables.read("reinforcements", Reinforcement, ("scenario", "piece"))
        self.fortification_rows: list[Fortification] = tables.read("fortifications", Fortification, ("scenario", "hex"))
        self.marker_rows: list[Marker] = tables.read("markers", Marker)
        crt = tables.read("crt", Cell, ("odds", "die"))
        air_crt = tables.read("air_crt", AirCell, ("column", "die"))
        aa_crt = tables.read("aa_crt", AirCell, ("column", "die"))
        figures = tables.read("figures", Figure)
        losses = tables.read("losses", Loss)

        grid = Hexes([(int(row.id[:2]), int(row.id[2:])) for row in self.hex_rows], odd_lower=False)
        self.map = Joined(
            grid,
            [(row.id, row.column, row.row) for row in self.box_rows],
            [(row.box, row.hex, row.cost, row.line) for row in self.exit_rows],
        )
        self.scenarios: tuple[str, ...] = tuple([row.id for row in self.scenario_rows])
        names = Names(
            {
                "unit": [row.id for row in self.unit_rows],
                "air": [row.id for row in self.air_rows],
                "place": self.map.ids,
                "mission": [row.id for row in self.mission_rows],
                "work": [row.id for row in self.work_rows],
                "breakdown": [row.id for row in self.breakdown_rows],
                "nation": [row.id for row in self.nation_rows],
                "side": SIDES,
                "state": STATES,
                "result": [row.id for row in self.result_rows],
                "air_result": [row.id for row in self.air_result_rows],
                "aa_result": [row.id for row in self.aa_result_rows],
                "odds": list(dict.fromkeys([row.odds for row in crt])),
                "turn": [row.id for row in self.turn_rows],
                "thirds": [str(n) for n in range(7)],
                "points": [str(n) for n in range(41)],
                "effort": [str(n) for n in range(41)],
                "stock": [str(n) for n in range(LARGEST_STOCK)],
            },
            self.spoken(),
        )
        super().__init__(names, tables.digest(), tables.laid())
        self.work_price: dict[str, int] = {row.id: int(row.mp * MP) for row in self.work_rows}  # 12.B.1: a regiment's, in quarters
        self.figure: dict[str, Exact] = {row.id: simple(row.value) for row in figures}
        self.modifier: dict[tuple[str, str], Modifier] = {(row.chart, row.id): row for row in self.modifier_rows}
        self.loss_points: dict[str, int] = {row.id: scaled(row.points, VP, f"losses.csv, record {row.id}") for row in losses}
        self.lay_out_map()
        self.lay_out_lines()
        self.lay_out_costs()
        self.lay_out_facilities()
        self.lay_out_units()
        self.lay_out_breakdowns()
        self.lay_out_air_units()
        self.lay_out_supply()
        self.crt: tuple[tuple[int, ...], ...] = self.ground_table(crt)
        self.air_crt: tuple[tuple[int, ...], ...] = self.air_table("air_crt", air_crt, self.air_column_rows, self.air_result_rows)
        self.aa_crt: tuple[tuple[int, ...], ...] = self.air_table("aa_crt", aa_crt, self.aa_column_rows, self.aa_result_rows)
        self.lay_out_turns()
        self.lay_out_scenarios()

    def spoken(self) -> dict[str, Sequence[str]]:
        """What people call things whose names in decisions are short."""
        called = {row.id: row.spoken for row in self.unit_rows}
        towns = [hex for hex, row in enumerate(self.hex_rows) if row.city]
        hexes = spoken_hexes(self.map.hexes, [row.name for row in self.hex_rows], towns)
        return {
            "unit": list(called.values()),
            "air": [row.name.replace("Sqn", "Squadron") for row in self.air_rows],
            "place": [*hexes, *[row.name for row in self.box_rows]],
            "mission": [row.spoken for row in self.mission_rows],
            "work": [row.spoken for row in self.work_rows],
            "breakdown": [parts_in_words([called[id] for id in row.parts]) for row in self.breakdown_rows],
            "nation": [row.name for row in self.nation_rows],
            "state": STATES_IN_WORDS,
            "result": [row.text for row in self.result_rows],
            "air_result": [row.text for row in self.air_result_rows],
            "aa_result": [row.text for row in self.aa_result_rows],
            "turn": [dates_in_words(row.dates) for row in self.turn_rows],
            "thirds": [in_points(n) for n in range(7)],
            "points": ["no General Supply Points", *[measured(n, "General Supply Point") for n in range(1, 41)]],
            "effort": [measured(n, "movement point") for n in range(41)],
            "stock": [in_points(n) for n in range(LARGEST_STOCK)],
        }

    # Facilities

    def lay_out_facilities(self) -> None:
        """4.B, 4.C: airports and ports as printed; airfields and damage are in the state."""
        rows: list[Hex | Box] = [*self.hex_rows, *self.box_rows]
        self.airport: tuple[int, ...] = tuple([row.airport for row in rows])  # wings
        self.port: tuple[str, ...] = tuple([row.port for row in rows])
        self.clearing: tuple[int, ...] = tuple([row.clearing for row in rows])  # SP
        self.ports: tuple[int, ...] = tuple([p for p, port in enumerate(self.port) if port])
        self.railway: tuple[int, ...] = tuple([p for p in range(self.sheet) if self.rail[p]])
        self.railheads: tuple[int, ...] = tuple([p for p in self.railway if len(self.rail[p]) == 1])  # where it ends
        self.organic: dict[str, OrganicAA] = {row.id: row for row in self.organic_rows}
        self.radar: tuple[tuple[int, int, str], ...] = tuple(  # place, nation, the half-month from which it works
            [
                (self.place(row.place, "radar.csv, field place"), self.nation_number(row.nation, "radar.csv"), row.turn)
                for row in self.radar_rows
            ]
        )

    # Counters

    def lay_out_units(self) -> None:
        """5.A: what each ground counter is, with its ratings at both scales and on both sides."""
        rows = self.unit_rows
        types = {row.id: row for row in self.type_rows}
        sizes = {row.id: row for row in self.size_rows}
        arms = {row.id: row for row in self.arm_rows}
        self.units: int = len(rows)
        self.side: tuple[int, ...] = tuple([SIDES.index(row.side) for row in rows])
        self.of_side: tuple[tuple[int, ...], ...] = tuple(
            [tuple([u for u in range(len(rows)) if self.side[u] == x]) for x in (0, 1)]
        )
        self.nation: tuple[int, ...] = tuple([self.nation_number(row.nation, f"units.csv, record {row.id}") for row in rows])
        self.contingent: tuple[int, ...] = tuple([CONTINGENTS.index(self.nation_rows[n].contingent) for n in self.nation])
        self.type: tuple[UnitType, ...] = tuple(
            [known(types, row.type, f"units.csv, record {row.id}, field type", "types.csv") for row in rows]
        )
        self.role: tuple[int, ...] = tuple([ROLES.get(row.type, COMBAT_UNIT) for row in rows])
        self.support: tuple[bool, ...] = tuple([t.support for t in self.type])
        self.move_class: tuple[int, ...] = tuple([MOBILITY[row.mobility] for row in rows])
        self.semi: tuple[bool, ...] = tuple([row.mobility == "semi" for row in rows])
        self.fight_class: tuple[int, ...] = tuple(  # 5.A.3.b-b
            [OTHER if self.semi[u] else self.move_class[u] for u in range(len(rows))]
        )
        size = [known(sizes, row.size, f"units.csv, record {row.id}, field size", "sizes.csv") for row in rows]
        self.sp: tuple[tuple[int, ...], ...] = tuple(  # in halves: at full strength, reduced (5.A.5)
            [tuple([scaled(kind.sp, SP, f"sizes.csv, record {kind.id}") // part for kind in size]) for part in (1, 2)]
        )
        self.work: tuple[Fraction, ...] = tuple([kind.work or ZERO for kind in size])  # 12.B.1
        self.work_halves: tuple[int, ...] = tuple([int(work * 2) for work in self.work])
        self.weighs: tuple[bool, ...] = tuple(  # 7.B.1.a.vi, 7.H.1.a.i: counts for zones and for ownership
            [not self.support[u] and self.role[u] == COMBAT_UNIT for u in range(len(rows))]
        )
        self.reducible: tuple[bool, ...] = tuple([row.reduced_attack is not None for row in rows])
        self.attack: tuple[tuple[tuple[int, ...], ...], ...] = (  # by scale, by full or reduced side, by unit; in halves
            (self.ratings([row.attack for row in rows]), self.ratings([row.reduced_attack for row in rows])),
            (self.ratings([row.five_attack for row in rows]), self.ratings([row.five_reduced_attack for row in rows])),
        )
        self.defence: tuple[tuple[tuple[int, ...], ...], ...] = (
            (self.ratings([row.defence for row in rows]), self.ratings([row.reduced_defence for row in rows])),
            (self.ratings([row.five_defence for row in rows]), self.ratings([row.five_reduced_defence for row in rows])),
        )
        self.movement: tuple[tuple[int, ...], ...] = (  # by scale, in quarters
            tuple([row.movement * MP for row in rows]),
            tuple([row.five_movement * MP for row in rows]),
        )
        none = Arm(id="", armour=ZERO, anti_tank=ZERO, source="")
        arm = [arms.get(t.arm, none) for t in self.type]
        self.armour: tuple[Fraction, ...] = tuple([a.armour for a in arm])  # 9.L.1.a: points for each SP
        self.anti_tank: tuple[Fraction, ...] = tuple([a.anti_tank for a in arm])
        self.adds_to_defence: tuple[bool, ...] = tuple([a.adds_to_defence for a in arm])
        self.engineers: tuple[tuple[int, ...], ...] = tuple(  # 12.B, by side
            [tuple([u for u in units if self.type[u].builds]) for units in self.of_side]
        )
        self.depots = self.of_role(QUARTERMASTER, TERMINAL)  # 13.J, 13.K
        self.hands_on: tuple[bool, ...] = tuple([role != COMBAT_UNIT for role in self.role])  # 13.B.6: passes supply on
        self.longest_army_route: int = max([max(row.army_route, row.corps_route) for row in self.nation_rows])
        self.terminals, self.quartermasters = self.of_role(TERMINAL), self.of_role(QUARTERMASTER)
        self.armies, self.corps = self.of_role(ARMY_HQ), self.of_role(CORPS_HQ)
        self.centres = self.of_role(ARMY_HQ, CORPS_HQ, TERMINAL)
        self.consumers = self.of_role(COMBAT_UNIT)  # 13.B.6: those who use supply
        self.aa: tuple[int, ...] = tuple([row.aa for row in rows])
        self.heavy_aa: tuple[bool, ...] = tuple([row.aa_kind == "heavy" for row in rows])

    def of_role(self, *roles: int) -> tuple[tuple[int, ...], ...]:
        """By side, its units of these roles."""
        return tuple([tuple([u for u in units if self.role[u] in roles]) for units in self.of_side])

    def ratings(self, values: Sequence[Optional[Fraction]]) -> tuple[int, ...]:
        return tuple(
            [
                0 if value is None else scaled(value, RATING, f"units.csv, record {row.id}")
                for row, value in zip(self.unit_rows, values, strict=True)
            ]
        )

    def lay_out_breakdowns(self) -> None:
        """12.A: boxes of the chart, with the divisions that may use each and the parts it holds."""
        self.breakdowns: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = tuple(
            [
                (
                    tuple([self.unit(id, f"breakdowns.csv, record {row.id}, field wholes") for id in row.wholes]),
                    tuple([self.unit(id, f"breakdowns.csv, record {row.id}, field parts") for id in row.parts]),
                )
                for row in self.breakdown_rows
            ]
        )
        for row, (wholes, parts) in zip(self.breakdown_rows, self.breakdowns, strict=True):
            for whole in wholes:
                for what, values in (("SP", self.sp[0]), ("attack", self.attack[0][0]), ("defence", self.defence[0][0])):
                    if values[whole] != sum([values[u] for u in parts]):
                        raise DataError(f"breakdowns.csv, record {row.id}: the {what} of its parts is not that of the whole")

    def lay_out_air_units(self) -> None:
        """5.B: what each air counter is."""
        rows = self.air_rows
        self.air_units: int = len(rows)
        self.air_side: tuple[int, ...] = tuple([SIDES.index(row.side) for row in rows])
        self.air_of_side: tuple[tuple[int, ...], ...] = tuple(
            [tuple([a for a in range(len(rows)) if self.air_side[a] == x]) for x in (0, 1)]
        )
        self.air_nation: tuple[int, ...] = tuple(
            [self.nation_number(row.nation, f"air_units.csv, record {row.id}") for row in rows]
        )
        self.air_type: tuple[str, ...] = tuple([row.type[-1] for row in rows])  # the letter without descriptors
        self.fighter: tuple[bool, ...] = tuple([row.type in ("F", "HF") for row in rows])
        self.heavy: tuple[bool, ...] = tuple([row.type.startswith("H") for row in rows])
        self.night: tuple[bool, ...] = tuple([row.type.startswith("N") for row in rows])
        self.low: tuple[bool, ...] = tuple(["L" in row.codes for row in rows])
        self.close_support: tuple[bool, ...] = tuple(["T" in row.codes for row in rows])
        self.bombing: tuple[int, ...] = tuple([scaled(row.bombing, BOMBS, f"air_units.csv, record {row.id}") for row in rows])
        self.cargo: tuple[int, ...] = tuple([scaled(row.cargo, BOMBS, f"air_units.csv, record {row.id}") for row in rows])

    def lay_out_supply(self) -> None:
        """13.H, 7.B: states by number, zones by level."""
        if tuple([row.id for row in self.supply_rows]) != STATES:
            raise DataError(f"supply.csv: the records must be {', '.join(STATES)}, in this order")
        reduced, full = self.zone_rows
        if (reduced.id, full.id) != ("reduced", "full"):
            raise DataError("zones.csv: the records must be reduced, full, in this order")
        self.zone_charts: tuple[tuple[int, int], ...] = tuple(  # the least weight, in halves of an SP, for a zone of each level
            [
                (reduced.mountain_sp * SP, full.mountain_sp * SP)
                if p < self.sheet and self.terrain[p].id == "mountain"
                else (reduced.plain_sp * SP, full.plain_sp * SP)
                for p in range(self.places)
            ]
        )
        river = next((n for n, row in enumerate(self.side_rows) if row.id == "major_river"), NONE)
        self.zone_spread: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # 7.B.1.a.i, 7.B.1.c.iii; boxes have no zones
            [
                tuple([(t, int(self.side_kind[p].get(t, OPEN) == river)) for t in self.around[p] if self.passable[t]])
                if self.passable[p]
                else ()
                for p in range(self.places)
            ]
        )

    # Charts

    def ground_table(self, crt: Iterable[Cell]) -> tuple[tuple[int, ...], ...]:
        """9.B.6: by column and modified die, from `low_die` on."""
        columns = self.names.texts["odds"]
        cell = {(row.odds, row.die): row for row in crt}
        dice = sorted({die for _, die in cell})
        self.low_die, self.high_die = dice[0], dice[-1]
        return tuple(
            [tuple([self.result_number(cell, column, die) for die in range(self.low_die, self.high_die + 1)]) for column in columns]
        )

    def result_number(self, cell: dict[tuple[str, int], Cell], column: str, die: int) -> int:
        if (column, die) not in cell:
            raise DataError(
                f"crt.csv: no record {column} {die}; every column needs each die from {self.low_die} to {self.high_die}"
            )
        results = self.names.numbers["result"]
        return known(results, cell[column, die].result, f"crt.csv, record {column} {die}, field result", "results.csv")

    def air_table(
        self, name: str, crt: Iterable[AirCell], columns: Sequence[Column], results: Sequence[AirResult | AAResult]
    ) -> tuple[tuple[int, ...], ...]:
        """10.C.1.b.vii, 11.C.1.b.ii: by column and modified die, from `low_air_die` on."""
        number = {row.id: n for n, row in enumerate(results)}
        cell = {(row.column, row.die): row.result for row in crt}
        dice = sorted({die for _, die in cell})
        self.low_air_die, self.high_air_die = dice[0], dice[-1]
        missing = [f"{row.id} {die}" for row in columns for die in dice if (row.id, die) not in cell]
        if missing:
            raise DataError(f"{name}.csv: no record {missing[0]}; every column needs each die from {dice[0]} to {dice[-1]}")
        return tuple(
            [
                tuple(
                    [
                        known(number, cell[row.id, die], f"{name}.csv, record {row.id} {die}, field result", "the results")
                        for die in dice
                    ]
                )
                for row in columns
            ]
        )

    # Turns and scenarios

    def lay_out_turns(self) -> None:
        """6.1, 2.I: game turns by number, both scales one after the other."""
        self.turn_scale: tuple[int, ...] = tuple([SCALES.index(row.scale) for row in self.turn_rows])
        self.initial: tuple[bool, ...] = tuple([row.initial for row in self.turn_rows])  # 2.I.1
        months = {row.id: row.night for row in self.month_rows}
        self.night_range: tuple[int, ...] = tuple(
            [known(months, row.month, f"turns.csv, record {row.id}, field month", "months.csv") for row in self.turn_rows]
        )

    def lay_out_scenarios(self) -> None:
        """Where everything starts and what comes when, by scenario (and scale)."""
        scenarios = {id: n for n, id in enumerate(self.scenarios)}
        named = [row.scenario for row in self.setup_rows] + [row.scenario for row in self.air_setup_rows]
        named += [row.scenario for row in self.stock_rows] + [row.scenario for row in self.arrival_rows]
        named += [row.scenario for row in self.reinforcement_rows] + [row.scenario for row in self.fortification_rows]
        for id in named:
            known(scenarios, id, "field scenario of a record", "scenarios.csv")
        self.span: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # by scenario and scale: first and last game turn
            [
                (
                    (self.turn(HALF_MONTH, row.half_from, row.id), self.turn(HALF_MONTH, row.half_to, row.id)),
                    (self.turn(FIVE_DAY, row.five_from, row.id), self.turn(FIVE_DAY, row.five_to, row.id)),
                )
                for row in self.scenario_rows
            ]
        )
        self.first: tuple[int, ...] = tuple([SIDES.index(row.first) for row in self.scenario_rows])
        self.free_side: tuple[int, ...] = tuple(  # S1-c: the side that spends nothing for supply, or NONE
            [self.owner[self.place(row.axis_source)] if row.axis_fed else NONE for row in self.scenario_rows]
        )
        self.in_play: tuple[tuple[bool, ...], ...] = tuple([self.area(row) for row in self.scenario_rows])
        self.start: tuple[tuple[tuple[int, int, bool], ...], ...] = tuple(  # unit, place, emplaced
            [
                tuple(
                    [
                        (self.unit(r.unit, "setup.csv"), self.place(r.at, f"setup.csv, record {r.unit}"), r.emplaced)
                        for r in self.setup_rows
                        if r.scenario == id
                    ]
                )
                for id in self.scenarios
            ]
        )
        self.air_start: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            [
                tuple(
                    [
                        (self.air(r.air, "air_setup.csv"), self.place(r.at, f"air_setup.csv, record {r.air}"))
                        for r in self.air_setup_rows
                        if r.scenario == id
                    ]
                )
                for id in self.scenarios
            ]
        )
        self.entries: tuple[tuple[tuple[bool, int, int, int, int], ...], ...] = tuple(  # is air, piece, place, turn by scale
            [tuple([self.entry(r) for r in self.reinforcement_rows if r.scenario == id]) for id in self.scenarios]
        )
        self.deliveries: tuple[tuple[tuple[Arrival, int], ...], ...] = tuple(
            [
                tuple([(r, self.place(r.at, "arrivals.csv, field at")) for r in self.arrival_rows if r.scenario == id])
                for id in self.scenarios
            ]
        )
        self.objectives: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # 16.A.2.a: hex, points in sixths
            [
                tuple(
                    [
                        (self.place(r.hex, "objectives.csv, field hex"), r.points * VP)
                        for r in self.objective_rows
                        if r.scenario == id
                    ]
                )
                for id in self.scenarios
            ]
        )

    def area(self, row: ScenarioRow) -> tuple[bool, ...]:
        """S1-b: columns and boxes that are in play."""
        return tuple([row.boxes if p >= self.sheet else row.west <= self.column[p] <= row.east for p in range(self.places)])

    def entry(self, row: Reinforcement) -> tuple[bool, int, int, int, int]:
        where = f"reinforcements.csv, record {row.piece}"
        turns = self.turn(HALF_MONTH, row.half_turn, where), self.turn(FIVE_DAY, row.five_turn, where)
        is_air = row.piece in self.names.numbers["air"]
        piece = self.air(row.piece, where) if is_air else self.unit(row.piece, where)
        return is_air, piece, self.place(row.at, where), *turns

    # References between tables

    def turn(self, scale: int, id: str, where: str) -> int:
        for n, row in enumerate(self.turn_rows):
            if row.id == id and self.turn_scale[n] == scale:
                return n
        raise DataError(f"{where}: there is no {SCALES[scale]} turn {id!r} in turns.csv")

    def unit(self, id: str, where: str = "") -> int:
        return known(self.names.numbers["unit"], id, where, "units.csv")

    def air(self, id: str, where: str = "") -> int:
        return known(self.names.numbers["air"], id, where, "air_units.csv")

    def nation_number(self, id: str, where: str) -> int:
        return known(self.names.numbers["nation"], id, where, "nations.csv")


@cache
def load(changes: Optional[Changes] = None) -> Edition:
    return Edition(Tables(FOLDER, changes))


def dates_in_words(dates: str) -> str:
    """
    >>> dates_in_words("16-31 MAY 1941")
    '16–31 May'
    """
    days, month, _ = dates.split()
    return f"{days.replace('-', '–')} {MONTHS[month]}"


def in_points(thirds: int) -> str:
    return measured(Fraction(thirds, LP), "Logistics Point") if thirds else "no Logistics Points"


def parts_in_words(parts: list[str]) -> str:
    """What a division breaks down into: two by name, more by their number."""
    return " and ".join(parts) if len(parts) == 2 else f"its {len(parts)} parts"
