"""What the box holds: map, counters, tables, scenarios, read from `data/` and indexed by number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, Optional

from sandtable.kernel.data import Changes, DataError, Tables
from sandtable.kernel.names import Names
from sandtable.kernel.rules import Edition as KernelEdition
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.maps.chart import Chart, Odds, read_chart
from sandtable.maps.graph import Steps, distances
from sandtable.maps.hexes import read_hexes
from sandtable.maps.naming import spoken_hexes
from sandtable.maps.scale import parts
from sandtable.maps.zones import spread
from sandtable.titles.theseus import records as r

FOLDER: Final = Path(__file__).parent / "data"

MP: Final = 12  # Movement Points are kept in twelfths, so that thirds, halves and quarters stay whole (5.1)
NONE: Final = -1

CLEAR, BROKEN, VILLAGE, POI, SEA = range(5)
TERRAINS: Final = ("clear", "broken", "village", "poi", "sea")
MINEFIELD: Final = 1
BOX: Final = 2
TRAIL: Final = 1
ROAD: Final = 2
LEG, MOTORISED, HYBRID = range(3)
INFANTRY, AFV, FLAK, ENGINEER, HQ = range(5)
CLASSES: Final = ("infantry", "afv", "flak", "engineer")
ORDINARY, ASSIGNABLE, PERMANENT = range(3)
INDEPENDENCE: Final = ("none", "assignable", "permanent")
RED, CENTRE, GREEN = range(3)  # columns of a combat chit
HEADINGS: Final = ("clear", "broken_village_poi", "minefield_box")
POINT_KINDS: Final = ("tank", "anti-tank")
ATTACKS: Final = ("hasty", "regular", "prepared")
BELOW: Final = (5, False, 0, False)  # the result of odds below the table (7.5.1)
DUMMIES: Final = 3  # of each side


class Edition(KernelEdition):
    """Facts by number. Units come first, then the HQs in the order of their formations."""

    def __init__(self, changes: Optional[Changes]) -> None:
        tables = Tables(FOLDER, changes)
        self.hex_rows = tables.read("hexes", r.HexRow)
        self.side_rows = tables.read("hexsides", r.HexsideRow, ("a", "b"))
        self.formation_rows = tables.read("formations", r.FormationRow)
        self.unit_rows = tables.read("units", r.UnitRow)
        self.air_rows = tables.read("air_units", r.AirRow)
        self.terrain_rows = {row.id: row for row in tables.read("terrain", r.TerrainRow)}
        self.turn_rows = {row.id: row for row in tables.read("turns", r.TurnRow)}
        self.tracks = {row.id: row.spaces for row in tables.read("tracks", r.TrackRow)}
        self.markers = {row.id: row for row in tables.read("markers", r.MarkerRow)}
        self.limits = {SIDES.index(row.side): row for row in tables.read("stacking", r.StackingRow)}
        self.scenario_rows = {row.id: row for row in tables.read("scenarios", r.ScenarioRow)}
        self.modifier = {row.id: row.value for row in tables.read("modifiers", r.ModifierRow)}
        self.read_map()
        self.read_formations()
        self.read_units()
        self.read_combat(tables)
        self.read_actions(tables)
        self.read_scenarios(tables)
        names = Names(
            {
                "unit": self.unit_ids,
                "hex": self.grid.ids,
                "formation": self.formation_ids,
                "air": [row.id for row in self.air_rows],
                "points": POINT_KINDS,
                "attack": ATTACKS,
                "result": [cell_text(cell) for cell in self.cells],
                "dummy": [f"{side}-{n}" for side in SIDES for n in range(1, DUMMIES + 1)],
            },
            self.spoken(),
        )
        super().__init__(names, tables.digest(), tables.laid())

    def spoken(self) -> dict[str, Sequence[str]]:
        """What people call things whose names in decisions are short."""
        called = {row.id: row.spoken for row in self.unit_rows}
        called |= {row.hq: f"{row.name} HQ" for row in self.formation_rows}
        return {
            "unit": [called[id] for id in self.unit_ids],
            "hex": spoken_hexes(self.grid, [row.name for row in self.hex_rows]),
            "formation": [row.name for row in self.formation_rows],
            "air": [row.name for row in self.air_rows],
            "dummy": [f"dummy marker {n}" for _ in SIDES for n in range(1, DUMMIES + 1)],
            "result": [hits_in_words(*cell) for cell in self.cells],
            "attack": [f"{kind.capitalize()} Attack" for kind in ATTACKS],
        }

    # The map

    def read_map(self) -> None:
        rows = self.hex_rows
        self.grid = read_hexes([row.id for row in rows], odd_lower=True)
        self.hexes: int = len(rows)
        self.terrain = tuple([TERRAINS.index(row.terrain) for row in rows])
        self.mines = tuple([("", "minefield", "box").index(row.mines) for row in rows])
        self.owner = tuple([SIDES.index(row.owner) if row.owner else NONE for row in rows])
        self.inside = tuple([row.inside or row.perimeter for row in rows])  # 5.7.3: the perimeter belongs to it
        self.perimeter = tuple([h for h, row in enumerate(rows) if row.perimeter])
        self.sources = tuple([tuple([h for h, row in enumerate(rows) if row.supply == side]) for side in SIDES])
        self.boxes = tuple([h for h in range(self.hexes) if self.mines[h] == BOX])
        for row in rows:
            if (row.mines == "") != (row.owner == ""):
                raise DataError(f"hexes.csv, record {row.id}, field owner: mines have an owner, and only mines have one")
        self.read_hexsides()
        number = self.grid.number
        self.tobruk, self.acroma, self.bir_hacheim = number["4303"], number["3305"], number["2521"]
        self.to_source = tuple([self.spread(self.sources[side]) for side in (ALLIED, AXIS)])
        edges = tuple(
            [[h for h in range(self.hexes) if letter in rows[h].edge and self.terrain[h] != SEA] for letter in ("E", "W")]
        )
        self.to_edge = tuple([self.spread(edge) for edge in edges])
        self.rim = tuple([h for h in range(self.hexes) if rows[h].edge and self.terrain[h] != SEA])
        near = distances([*self.perimeter, self.acroma], self.grid.neighbours, 3)  # 10: what wakes the garrison of Tobruk
        self.alarm = tuple([h in near for h in range(self.hexes)])

    def spread(self, starts: list[int] | tuple[int, ...]) -> tuple[int, ...]:
        """The distance of every hex from the nearest of these, as the crow flies."""
        found = distances(starts, self.grid.neighbours, self.hexes)
        return tuple([found[h] for h in range(self.hexes)])

    def read_hexsides(self) -> None:
        grid, hexes = self.grid, self.hexes
        pairs = grid.hexsides("hexsides", [(row.a, row.b) for row in self.side_rows])
        sides, sea, links = set[int](), set[int](), dict[int, int]()
        for row, (a, b) in zip(self.side_rows, pairs, strict=True):
            for pair in (a * hexes + b, b * hexes + a):
                if row.side == "sea":
                    sea.add(pair)
                elif row.side:
                    sides.add(pair)
                if row.link:
                    links[pair] = ROAD if row.link == "road" else TRAIL
        land = [terrain != SEA for terrain in self.terrain]
        self.barred = frozenset(sides)  # Ridges and Wadis
        self.link = links
        self.adjacent = tuple(  # what the rules call adjacent: land, not over a sea hexside
            [tuple([b for b in grid.neighbours[a] if land[a] and land[b] and a * hexes + b not in sea]) for a in range(hexes)]
        )
        self.zoc = spread(self.adjacent, lambda a, b: a * hexes + b not in sides, own=True)
        self.zone_of = (  # by side: without enemy mines, which a zone enters only once they are breached
            spread(self.zoc, lambda a, b: self.owner[b] != AXIS),
            spread(self.zoc, lambda a, b: self.owner[b] != ALLIED),
        )
        self.linked = tuple([tuple([b for b in self.adjacent[a] if a * hexes + b in links]) for a in range(hexes)])
        self.steps: Steps = tuple(  # of paths across country: kind 1 over a Ridge or Wadi without a link (5.7.4)
            [
                tuple([(b, int(a * hexes + b in sides and a * hexes + b not in links)) for b in self.adjacent[a]])
                for a in range(hexes)
            ]
        )

    def distance(self, a: int, b: int) -> int:
        """In plain hexes."""
        return self.grid.away(a)[b]

    # The counters

    def read_formations(self) -> None:
        rows = self.formation_rows
        self.formation_ids = [row.id for row in rows]
        self.formation_number = {row.id: n for n, row in enumerate(rows)}
        self.formations: int = len(rows)
        self.f_side = tuple([SIDES.index(row.side) for row in rows])
        self.reaction = tuple([row.reaction for row in rows])
        self.engineer = tuple([row.engineer for row in rows])
        self.range = tuple([row.range for row in rows])
        self.max_level = tuple([row.max_level for row in rows])
        self.recovery = tuple([row.recovery for row in rows])
        self.start_level = tuple([row.start_level for row in rows])

    def read_units(self) -> None:
        units, forms = self.unit_rows, self.formation_rows
        self.units: int = len(units)  # combat units: numbers below this
        self.pieces: int = len(units) + len(forms)
        self.unit_ids = [row.id for row in units] + [row.hq for row in forms]
        self.unit_number = {id: n for n, id in enumerate(self.unit_ids)}
        for row in units:
            for id in (row.formation, *row.joins):
                if id and id not in self.formation_number:
                    raise DataError(f"units.csv, record {row.id}: there is no formation {id}")
        hqs = len(forms)
        self.side = tuple([SIDES.index(row.side) for row in units] + list(self.f_side))
        self.home = tuple([self.formation_number[row.formation] if row.formation else NONE for row in units] + list(range(hqs)))
        self.independent = tuple([INDEPENDENCE.index(row.independent) for row in units] + [ORDINARY] * hqs)
        self.joins = tuple([tuple([self.formation_number[id] for id in row.joins]) for row in units] + [()] * hqs)
        self.kind = tuple([CLASSES.index(row.unit_class) for row in units] + [HQ] * hqs)
        self.type = tuple([row.type for row in units] + ["hq"] * hqs)
        self.strength = tuple([row.strength for row in units] + [row.support for row in forms])
        self.er = (tuple([row.er for row in units] + [0] * hqs), tuple([row.er_disrupted for row in units] + [0] * hqs))
        tank, tank_down = [points(row.tank) for row in units], [points(row.tank_disrupted) for row in units]
        gun, gun_down = [points(row.at) for row in units], [points(row.at_disrupted) for row in units]
        blank = [NONE] * hqs
        self.tank = (tuple(tank + blank), tuple(tank_down + blank))
        self.at = (tuple(gun + blank), tuple(gun_down + blank))
        self.ma = tuple([row.ma * MP for row in units] + [row.ma * MP for row in forms])
        moves = ("leg", "mot", "hybrid")
        self.moves = tuple([moves.index(row.move) for row in units] + [MOTORISED] * hqs)
        self.leg_infantry = tuple([row.leg_infantry for row in units] + [False] * hqs)
        self.has_zoc = tuple([row.zoc for row in units] + [False] * hqs)
        self.recce = tuple([row.recce for row in units] + [False] * hqs)
        self.can_breach = tuple([row.can_breach for row in units] + [False] * hqs)
        self.isolation = tuple([int(row.isolation) for row in units] + [0] * hqs)
        self.pool = tuple([row.pool for row in units] + [""] * hqs)
        self.tanks_for_arms = tuple([row.type == "tank" and not row.no_combined_arms for row in units] + [False] * hqs)
        self.infantry_for_arms = tuple([row.type in ("panzergrenadier", "mot_infantry") for row in units] + [False] * hqs)
        self.leg_hq = tuple([row.hq_type == "leg" for row in forms])
        self.members = tuple([tuple([u for u in range(self.units) if self.home[u] == f]) for f in range(hqs)])
        spare = [u for u in range(self.units) if self.independent[u] == ASSIGNABLE]
        self.roster = tuple([(*self.members[f], *[u for u in spare if f in self.joins[u]]) for f in range(hqs)])
        self.loners = tuple([u for u in range(self.units) if self.independent[u] != ORDINARY])
        self.free_french = tuple([u for u in range(self.units) if units[u].nation == "free_french"])
        self.hecker = self.unit_number["KG Hecker"]

        def cost(id: str, on: Literal["leg", "motorised"]) -> int:
            row = self.terrain_rows[id]
            return parts(row.leg if on == "leg" else row.motorised, MP, f"terrain.csv, record {id}, field {on}")

        foot, wheels = ((0, cost("trail", on), cost("road", on)) for on in ("leg", "motorised"))
        self.link_cost = (
            foot,
            wheels,
            wheels,
        )  # by kind of movement: off the link, Trail, Road. 7.3.3: KG Hecker follows on wheels
        walking, driving = (tuple([cost(id, on) for id in TERRAINS[:SEA]]) for on in ("leg", "motorised"))
        self.ground_cost = (walking, driving, walking)

    def code_of(self, unit: int) -> str:
        """The formation printed on a counter."""
        return self.formation_ids[self.home[unit]] if self.home[unit] != NONE else ""

    # The tables

    def read_combat(self, tables: Tables) -> None:
        headings = {row.id: row for row in tables.read("crt_headings", r.HeadingRow)}
        self.odds = tuple([Odds(f"crt_headings.csv, record {id}", headings[id].ratios) for id in HEADINGS])
        rows = tables.read("crt", r.ResultRow)
        self.crt = Chart("crt.csv", {row.id: {str(n): text for n, text in enumerate(row.results, 1)} for row in rows})
        for id, odds in zip(HEADINGS, self.odds, strict=True):
            if len(odds) != len(self.crt.columns):
                raise DataError(f"crt_headings.csv, record {id}: {len(odds)} ratios; crt.csv has {len(self.crt.columns)} columns")
        self.results = tuple([result(word) for word in self.crt.words])  # what each word of the table means
        self.cells = sorted({*self.results, BELOW})
        chits = tables.read("chits", r.ChitRow)
        self.chit_rows = chits
        self.multiplier = tuple([(row.red, row.centre, row.green) for row in chits])
        for row in chits:
            if any(len(column) != 6 for column in (row.red, row.centre, row.green)):
                raise DataError(f"chits.csv, record {row.id}: a column has a multiplier for each rating from 2 to 7")
        replaced = {row.id[1:]: n for n, row in enumerate(chits) if row.set == "linear"}
        original = [n for n, row in enumerate(chits) if row.set == "original"]
        self.cups = (tuple(original), tuple([replaced.get(chits[n].id, n) for n in original]))

    def read_actions(self, tables: Tables) -> None:
        points_rows = {row.id: row for row in tables.read("action_points", r.ActionPointsRow)}
        self.black = tuple([points_rows[n].black for n in range(1, 11)])
        self.red = tuple([points_rows[n].red for n in range(1, 11)])
        self.cost: dict[str, r.CostRow] = {row.id: row for row in tables.read("action_costs", r.CostRow)}
        self.check = read_chart(tables, "minefield_check", "id", ("enter", "disrupt", "loss"))
        self.mine_column = tuple([self.check.column(row.mine_column) for row in self.unit_rows])
        self.breach = read_chart(tables, "minefield_breach", "id", ("breach", "none", "disrupt"))
        self.breach_column = (NONE, self.breach.column("minefield"), self.breach.column("box"))  # by `mines`

    # The scenarios

    def read_scenarios(self, tables: Tables) -> None:
        self.scenario_ids = list(self.scenario_rows)
        self.objectives = tables.read("objectives", r.ObjectiveRow, ("scenario", "hex", "first"))
        self.levels = tables.read("levels", r.LevelRow, ("scenario", "at_least"))
        self.final = tables.read("final_points", r.FinalRow)
        self.setup_rows = tables.read("setup", r.SetupRow, ("scenario", "unit"))
        self.restrictions = tables.read("restrictions", r.RestrictionRow)
        asleep = [row.id for row in self.restrictions if row.kind == "asleep"]
        self.sleepers = tuple([u for u in range(self.pieces) if self.unit_ids[u] in asleep or self.code_of(u) in asleep])
        self.bound = tuple(
            [self.code_of(u) in [row.id for row in self.restrictions if row.kind == "bound"] for u in range(self.pieces)]
        )
        self.sleep_until = max([row.turns for row in self.restrictions if row.kind == "asleep"])
        self.bound_until = max([row.turns for row in self.restrictions if row.kind == "bound"])
        for restriction in self.restrictions:
            if restriction.id not in self.unit_number and restriction.id not in self.formation_number:
                raise DataError(f"restrictions.csv, record {restriction.id}: there is no such unit or formation")
        arrivals = tables.read("reinforcements", r.ReinforcementRow, ("unit",))
        for row in self.setup_rows:
            if row.unit not in self.unit_number:
                raise DataError(f"setup.csv, record {row.scenario} {row.unit}: there is no unit {row.unit}")
            if row.hex not in self.grid.number:
                raise DataError(f"setup.csv, record {row.scenario} {row.unit}, field hex: there is no hex {row.hex}")
            if row.assigned and row.assigned not in self.formation_number:
                raise DataError(f"setup.csv, record {row.scenario} {row.unit}, field assigned: no formation {row.assigned}")
        for arrival in arrivals:
            if arrival.unit not in self.unit_number:
                raise DataError(f"reinforcements.csv, record {arrival.unit}: there is no such unit")
        self.arrival = [0] * self.pieces  # the turn of entry; 0: at set-up or never
        for arrival in arrivals:
            self.arrival[self.unit_number[arrival.unit]] = arrival.turn
        self.victory_hexes = tuple(dict.fromkeys([self.grid.number[row.hex] for row in self.objectives]))


def points(printed: Optional[int]) -> int:
    return NONE if printed is None else printed


def result(text: str) -> tuple[int, bool, int, bool]:
    """Hits of the attacker and whether they are red, hits of the defender and whether they are red.

    >>> result("2*/1")
    (2, True, 1, False)
    """
    attacker, _, defender = text.partition("/")
    return int(attacker.rstrip("*")), attacker.endswith("*"), int(defender.rstrip("*")), defender.endswith("*")


def cell_text(cell: tuple[int, bool, int, bool]) -> str:
    """
    >>> cell_text((2, True, 1, False))
    '2*/1'
    """
    return f"{cell[0]}{'*' * cell[1]}/{cell[2]}{'*' * cell[3]}"


def hits_in_words(ours: int, all_check: bool, theirs: int, they_check: bool) -> str:
    """What a cell of the combat table means (7.5.2).

    >>> hits_in_words(2, True, 1, False)
    '2 hits on the attacker, all of whom check, 1 on the defender'
    """
    if not ours and not theirs:
        return "no effect"
    check = ", all of whom check"
    return f"{ours} hit{'s' * (ours != 1)} on the attacker{check * all_check}, {theirs} on the defender{check * they_check}"


@lru_cache(8)
def load(changes: Optional[Changes] = None) -> Edition:
    return Edition(changes)
