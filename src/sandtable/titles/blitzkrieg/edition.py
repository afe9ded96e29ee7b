"""The facts of the game that never change: map, counters, cards, tables. Read once, checked, and laid out for the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Optional

from sandtable.kernel.data import Changes, DataError, Tables
from sandtable.kernel.names import Names
from sandtable.kernel.rules import Edition as BaseEdition
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.maps.boxes import Boxes
from sandtable.maps.graph import distances
from sandtable.titles.blitzkrieg.records import (
    Arrival,
    BoxRow,
    Call,
    CardRow,
    Figure,
    Level,
    Marker,
    Modifier,
    Points,
    RoadRow,
    ScenarioRow,
    SetUpRow,
    SupplyRow,
    TurnRow,
    Unit,
    UpgradeRow,
    Work,
)

FOLDER: Final = Path(__file__).parent / "data"

ARM, RECON, INF, ART, AIR, HQ = 0, 1, 2, 3, 4, 5
TYPES: Final = ("ARM", "RECON", "INF", "ART", "AIR", "HQ")
GERMAN, ITALIAN, BRITISH, COMMONWEALTH = 0, 1, 2, 3
NATIONS: Final = ("German", "Italian", "British", "Commonwealth")
MAJOR, SECONDARY, TERTIARY = 0, 1, 2
ROADS: Final = ("major", "secondary", "tertiary")
CAMPAIGN, SHORT, OCONNOR = 0, 1, 2
GAMES: Final = ("campaign", "short", "oconnor")
ATTACK, DEFENSE, MOVEMENT, SUPPLY = 0, 1, 2, 3  # 11.3.1
# What a Victory Point is for, as the log says it
FOR_LOSS, FOR_BATTLE, FOR_SURRENDER, FOR_HQ, FOR_NO_HQ, FOR_LEAVING = range(6)
FOR_REFUSAL, FOR_SCRAP, FOR_PORTS, FOR_TAKING, FOR_ALAMEIN, AS_COUNTED = range(6, 12)
REASONS: Final = (
    "for the loss",
    "for the battle",
    "for those who surrender",
    "for the captured HQ",
    "since the enemy has no HQ",
    "for the unit withdrawn",
    "for the unit kept back",
    "for the unit that will not come back",
    "for all three ports",
    "for taking it",
    "for Alamein",
    "in all",
)
BONUSES: Final = ("Combat Attack", "Combat Defense", "Movement", "Extra Supply")
POOLS: Final = ("German", "Italian motorised", "Italian", "British", "Commonwealth")  # 6.3
NO_DIVISION: Final = -1
MANY: Final = 99  # boxes; farther than any two are apart

# 5.0: the cards by what they do, in the order of cards.csv
CARDS: Final = (
    "Past Is Prologue",
    "Extra Reinforcements",
    "Supply Sabotage",
    "Theatre Ops Go Well",
    "Extra Supply Roll",
    "Extra Supply Unit",
    "HQ Escapes",
    "Intelligence",
    "Combat Training",
    "HQ Bonus",
    "Esprit de Corps",
    "Entrenched",
    "Aircraft Sortie",
    "Rapid Construction",
    "Khamsin",
    "Artillery Barrage",
    "Anti-Tank Screen",
    "Vehicle Recovery",
    "Fuel Shortage",
    "Coastal Convoy",
    "Forced March",
    "Stubborn Defence",
)
(
    PROLOGUE,
    EXTRA_UNITS,
    SABOTAGE,
    THEATRE_OPS,
    SUPPLY_ROLL,
    SUPPLY_UNIT,
    HQ_ESCAPES,
    INTELLIGENCE,
    TRAINING,
    HQ_BONUS,
    ESPRIT,
    ENTRENCHED,
    SORTIE,
    CONSTRUCTION,
    KHAMSIN,
    BARRAGE,
    SCREEN,
    RECOVERY,
    FUEL_SHORTAGE,
    CONVOY,
    FORCED_MARCH,
    STUBBORN,
) = range(22)


class Edition(BaseEdition):
    """Everything by number: units, boxes, roads, cards, turns. Sets of boxes are bit masks."""

    def __init__(self, tables: Tables) -> None:
        self.box_rows: list[BoxRow] = tables.read("boxes", BoxRow)
        self.road_rows: list[RoadRow] = tables.read("roads", RoadRow, ("a", "b"))
        self.unit_rows: list[Unit] = tables.read("units", Unit)
        self.setup_rows: list[SetUpRow] = tables.read("setup", SetUpRow, ("scenario", "unit"))
        self.supply_rows: list[SupplyRow] = tables.read("supply_units", SupplyRow, ("scenario", "side", "place"))
        self.work_rows: list[Work] = tables.read("works", Work, ("scenario", "box"))
        self.arrival_rows: list[Arrival] = tables.read("arrivals", Arrival, ("game", "turn", "side", "unit"))
        self.call_rows: list[Call] = tables.read("calls", Call, ("turn", "action", "nation", "type"))
        self.turn_rows: list[TurnRow] = tables.read("turns", TurnRow)
        self.card_rows: list[CardRow] = tables.read("cards", CardRow)
        self.level_rows: list[Level] = tables.read("levels", Level)
        self.scenario_rows: list[ScenarioRow] = tables.read("scenarios", ScenarioRow)
        self.marker_rows: list[Marker] = tables.read("markers", Marker)
        self.upgrade_rows: list[UpgradeRow] = tables.read("upgrades", UpgradeRow, ("kind", "low"))
        modifiers = tables.read("modifiers", Modifier)
        figures = tables.read("figures", Figure)
        points = tables.read("points", Points, ("nation", "type"))

        self.boxes: int = len(self.box_rows)
        self.units: int = len(self.unit_rows)
        self.holding: int = self.boxes  # a place beside the boxes: the Holding Area of either side
        self.off: int = self.boxes + 1  # the way off the map (9.7)
        self.places: int = self.boxes + 1  # boxes and the Holding Area
        ids = [row.id for row in self.box_rows]
        names = Names(
            {
                "unit": [*[row.id for row in self.unit_rows], *[f"SU {id}" for id in (*ids, "Holding")]],
                "box": [*ids, "Holding", "off the map"],
                "card": [row.id for row in self.card_rows],
                "bonus": BONUSES,
                "reason": REASONS,
                "pool": POOLS,
                "type": ("armour", "recon", "infantry", "artillery", "air", "HQ"),
                "nation": NATIONS,
                "side": SIDES,
                "turn": ["", *[row.month for row in self.turn_rows]],
                "winter": ["", *[row.oconnor for row in self.turn_rows if row.oconnor]],
            },
            self.spoken(),
        )
        super().__init__(names, tables.digest(), tables.laid())
        if tuple([row.id for row in self.card_rows]) != CARDS:
            raise DataError(f"cards.csv: the cards must be, in this order: {', '.join(CARDS)}")
        self.figure: dict[str, int] = {row.id: row.value for row in figures}
        self.modifier: dict[str, Modifier] = {row.id: row for row in modifiers}
        self.lay_out_map()
        self.lay_out_roads()
        self.lay_out_units({(row.nation, row.type): row.points for row in points})
        self.lay_out_time()

    def spoken(self) -> dict[str, Sequence[str]]:
        """What people call units and places."""
        boxes = [row.id.replace("Ft. ", "Fort ") for row in self.box_rows]
        return {
            "unit": [
                *[row.spoken for row in self.unit_rows],
                *[f"a supply unit at {box}" for box in boxes],
                "a supply unit from the Holding Area",
            ],
            "box": [*boxes, "the Holding Area", "the desert off the map"],
            "pool": ["Italian foot" if pool == "Italian" else pool for pool in POOLS],
        }

    # The map

    def lay_out_map(self) -> None:
        rows = self.box_rows
        self.depots: tuple[int, ...] = self.where([row.depot for row in rows])
        self.entries: tuple[tuple[int, ...], ...] = tuple([self.where([row.entry == side for row in rows]) for side in SIDES])
        self.victory: tuple[int, ...] = self.where([row.vp_axis + row.vp_allied > 0 for row in rows])
        self.box_points: tuple[tuple[int, ...], ...] = (
            tuple([row.vp_allied for row in rows]),
            tuple([row.vp_axis for row in rows]),
        )
        self.ports: tuple[int, ...] = self.where([row.port_allied + row.port_axis > 0 for row in rows])
        self.capacity: tuple[tuple[int, ...], ...] = (
            tuple([row.port_allied for row in rows]),
            tuple([row.port_axis for row in rows]),
        )
        self.infantry_only: tuple[bool, ...] = tuple([row.infantry_only for row in rows])
        self.port_supply: int = mask(self.where([row.port_supply for row in rows]))
        self.defence: tuple[int, ...] = tuple([row.defence for row in rows])
        self.alamein: int = mask(self.where([row.alamein for row in rows]))
        self.railway: tuple[int, ...] = self.where([row.rail for row in rows])
        self.first_control: tuple[tuple[int, ...], ...] = tuple(
            [tuple([SIDES.index(getattr(row, game)) for row in rows]) for game in GAMES]
        )
        self.tobruk, self.bardia, self.sollum = self.b("Tobruk"), self.b("Bardia"), self.b("Sollum")
        self.aghelia, self.el_alamein, self.bir_hachiem = self.b("Aghelia"), self.b("El Alamein"), self.b("Bir Hachiem")
        self.beda_fomm: int = self.b("Beda Fomm")

    def where(self, holds: list[bool]) -> tuple[int, ...]:
        return tuple([b for b, yes in enumerate(holds) if yes])

    def lay_out_roads(self) -> None:
        """8.4, 11.5: classes of roads, the terrain lines that a road crosses into a box, distances."""
        roads = [
            (row.a, row.b, row.kind, [end for end, barred in ((row.a, row.line_a), (row.b, row.line_b)) if barred], row.rail)
            for row in self.road_rows
        ]
        self.map: Boxes = Boxes([row.id for row in self.box_rows], ROADS, roads)
        self.neighbours: tuple[tuple[int, ...], ...] = self.map.neighbours
        self.road: tuple[dict[int, int], ...] = self.map.road
        self.kind: tuple[int, ...] = tuple([road.kind for road in self.map.roads])
        tertiary = [n for n, kind in enumerate(self.kind) if kind == TERTIARY]
        self.lane: tuple[int, ...] = tuple([tertiary.index(n) if n in tertiary else -1 for n in range(len(self.kind))])
        self.lanes: int = len(tertiary)
        self.lane_to: tuple[dict[int, int], ...] = tuple(  # of a box: the lanes to its neighbours
            [{there: self.lane[n] for there, n in self.road[b].items()} for b in range(self.boxes)]
        )
        self.ways: tuple[tuple[tuple[int, ...], ...], ...] = (
            tuple(  # by side: where roads lead from a box, and from the Holding Area
                [
                    (*[(*near, self.holding) if b in entries else near for b, near in enumerate(self.neighbours)], entries)
                    for entries in self.entries
                ]
            )
        )
        self.line: tuple[dict[int, bool], ...] = tuple(  # of a box: from which neighbours a terrain line is crossed into it
            [{there: b in self.map.roads[n].lines for there, n in self.road[b].items()} for b in range(self.boxes)]
        )
        self.around: tuple[int, ...] = tuple([mask(self.neighbours[b]) for b in range(self.boxes)])
        self.broad_around: tuple[int, ...] = tuple(  # over roads that carry any number
            [mask([there for there, n in self.road[b].items() if self.kind[n] != TERTIARY]) for b in range(self.boxes)]
        )
        self.gates: tuple[tuple[int, ...], ...] = tuple(  # 10.5: entry boxes that are depots
            [tuple([box for box in boxes if box in self.depots]) for boxes in self.entries]
        )
        self.entry_mask: tuple[int, ...] = tuple([mask(boxes) for boxes in self.entries])
        self.major_around: tuple[int, ...] = tuple(
            [mask([there for there, n in self.road[b].items() if self.kind[n] == MAJOR]) for b in range(self.boxes)]
        )
        self.distance: tuple[tuple[int, ...], ...] = tuple(
            [
                tuple([found.get(there, MANY) for there in range(self.boxes)])
                for found in [distances((b,), self.neighbours, self.boxes) for b in range(self.boxes)]
            ]
        )
        self.near: tuple[int, ...] = tuple(  # 11.6: within range of air
            [
                mask([there for there in range(self.boxes) if self.distance[b][there] <= self.figure["air_range"]])
                for b in range(self.boxes)
            ]
        )

    # Counters

    def lay_out_units(self, points: dict[tuple[str, str], int]) -> None:
        rows = self.unit_rows
        known = {row.id: u for u, row in enumerate(rows)}
        self.side: tuple[int, ...] = tuple([SIDES.index(row.side) for row in rows])
        self.nation: tuple[int, ...] = tuple([NATIONS.index(row.nation) for row in rows])
        self.type: tuple[int, ...] = tuple([TYPES.index(row.type) for row in rows])
        self.cv: tuple[int, ...] = tuple([row.cv for row in rows])
        self.circled: tuple[bool, ...] = tuple([row.circled for row in rows])
        self.superior: tuple[bool, ...] = tuple([row.superior for row in rows])
        self.motorised: tuple[bool, ...] = tuple([row.motorised for row in rows])
        self.ground: tuple[bool, ...] = tuple([t < AIR for t in self.type])
        self.walks: tuple[tuple[tuple[bool, ...], ...], ...] = tuple(  # 8.2, 8.3: combat units that move, by phase and side
            [tuple([self.moving(side, motorized) for side in (ALLIED, AXIS)]) for motorized in (False, True)]
        )
        self.vehicle: tuple[bool, ...] = tuple([t <= RECON for t in self.type])
        self.of_side: tuple[tuple[int, ...], ...] = tuple(
            [tuple([u for u in range(self.units) if self.side[u] == side]) for side in (ALLIED, AXIS)]
        )
        self.air: tuple[tuple[int, ...], ...] = tuple([tuple([u for u in us if self.type[u] == AIR]) for us in self.of_side])
        self.recon: tuple[tuple[int, ...], ...] = tuple([tuple([u for u in us if self.type[u] == RECON]) for us in self.of_side])
        self.troops: tuple[tuple[int, ...], ...] = tuple([tuple([u for u in us if self.ground[u]]) for us in self.of_side])
        self.rommel, self.replacement, self.italian_hq = self.u("Rommel HQ"), self.u("Replacement HQ"), self.u("Italian HQ")
        self.allied_hq, self.free_french, self.dotted = self.u("Allied HQ"), self.u("Free Fr. Inf"), self.u("21 Inf")
        self.sortie: tuple[int, int] = (self.u("Allied Sortie"), self.u("Axis Sortie"))
        divisions = list(dict.fromkeys([row.division for row in rows if row.division]))
        self.divisions: tuple[str, ...] = tuple(divisions)
        plain = [divisions.index(row.division) if row.division else NO_DIVISION for row in rows]
        joined = plain[:]
        joined[self.dotted] = plain[self.u("5LT/21 Inf")]
        self.division: tuple[tuple[int, ...], ...] = (tuple(plain), tuple(joined))  # before and after 21 Inf has joined
        hq = {self.rommel: "rommel_points"}
        self.points: tuple[int, ...] = tuple(
            [
                self.figure[hq.get(u, "hq_points")] if row.type == "HQ" else 0 if u in self.sortie else points[row.nation, row.type]
                for u, row in enumerate(rows)
            ]
        )
        self.loss: dict[tuple[int, int], int] = {  # 12.3, by nation and type
            (NATIONS.index(nation), TYPES.index(type)): worth for (nation, type), worth in points.items()
        }
        for row in rows:
            if row.upgrade_of and row.upgrade_of not in known:
                raise DataError(f"units.csv, record {row.id}, field upgrade_of: there is no unit {row.upgrade_of!r}")
        self.upgrades: tuple[tuple[str, int, int], ...] = tuple(  # 6.5: kind, the counter that goes, the one that comes
            [(row.upgrade, known[row.upgrade_of], u) for u, row in enumerate(rows) if row.upgrade_of]
        )
        self.upgrade_count: dict[str, tuple[int, ...]] = {
            kind: tuple([r.count for r in self.upgrade_rows if r.kind == kind for _ in range(r.low, r.high + 1)])
            for kind in ("german", "british")
        }
        for kind, counts in self.upgrade_count.items():
            if len(counts) != self.figure["last_face"] + 1:
                raise DataError(f"upgrades.csv: the rows of {kind} must cover each face from 0 to {self.figure['last_face']} once")
        self.pool: tuple[int, ...] = tuple([self.pool_of(u) for u in range(self.units)])
        self.of_pool: tuple[tuple[int, ...], ...] = tuple(
            [tuple([u for u in range(self.units) if self.ground[u] and self.pool[u] == pool]) for pool in range(len(POOLS))]
        )

    def moving(self, side: int, motorized: bool) -> tuple[bool, ...]:
        return tuple([self.ground[u] and self.side[u] == side and (self.motorised[u] or not motorized) for u in range(self.units)])

    def pool_of(self, unit: int) -> int:
        """6.3: where a unit is replaced from."""
        if self.nation[unit] == ITALIAN:
            return 1 if self.motorised[unit] else 2
        return POOLS.index(NATIONS[self.nation[unit]])

    # Turns

    def lay_out_time(self) -> None:
        arrivals: dict[tuple[int, int, int], list[int]] = {}
        supplies: dict[tuple[int, int, int], int] = {}
        for row in self.arrival_rows:
            games = (OCONNOR,) if row.game == "oconnor" else (CAMPAIGN, SHORT)
            for game in games:
                key = (game, row.turn, SIDES.index(row.side))
                if row.unit == "SU":
                    supplies[key] = supplies.get(key, 0) + 1
                else:
                    arrivals.setdefault(key, []).append(self.unit_number("arrivals", row.unit))
        self.arrivals: dict[tuple[int, int, int], tuple[int, ...]] = {key: tuple(units) for key, units in arrivals.items()}
        self.supplies: dict[tuple[int, int, int], int] = supplies  # 15.2: listed supply units
        self.calls: dict[tuple[int, str], tuple[tuple[int, int], ...]] = {}  # turn, action: nation and type
        for call in self.call_rows:
            of_turn = self.calls.get((call.turn, call.action), ())
            self.calls[call.turn, call.action] = (*of_turn, (NATIONS.index(call.nation), TYPES.index(call.type)))
        self.rates: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # 6.4: by turn and pool, how many of how many
            [
                (
                    (row.german_take, row.german_of),
                    (row.italian_mot_take, row.italian_mot_of),
                    (row.italian_take, row.italian_of),
                    (row.british_take, row.british_of),
                    (row.commonwealth_take, row.commonwealth_of),
                )
                for row in self.turn_rows
            ]
        )
        for start in self.setup_rows:
            self.unit_number("setup", start.unit)
            self.place_number("setup", f"{start.scenario} {start.unit}", start.place)
        for stock in self.supply_rows:
            self.place_number("supply_units", f"{stock.scenario} {stock.side}", stock.place)
        for work in self.work_rows:
            self.box_number("works", f"{work.scenario} {work.box}", work.box)

    # References between tables

    def box_number(self, table: str, record: str, id: str) -> int:
        try:
            found = self.names.number("box", id)
        except KeyError:
            found = self.boxes
        if found >= self.boxes:
            raise DataError(f"{table}.csv, record {record}: there is no box {id!r} in boxes.csv")
        return found

    def place_number(self, table: str, record: str, id: str) -> int:
        """A box, or one of the boxes beside the map."""
        if id in BESIDE:
            return BESIDE[id]
        return self.holding if id == "Holding" else self.box_number(table, record, id)

    def unit_number(self, table: str, id: str) -> int:
        try:
            return self.names.number("unit", id)
        except KeyError:
            raise DataError(f"{table}.csv, record {id}: there is no such unit in units.csv") from None

    def b(self, id: str) -> int:
        return self.names.number("box", id)

    def u(self, id: str) -> int:
        return self.names.number("unit", id)

    def is_supply(self, piece: int) -> bool:
        """Whether a number that names a piece names the supply units of a place."""
        return piece >= self.units

    def supply_piece(self, place: int) -> int:
        return self.units + place


TRACK, DEAD, WITHDRAWN, GONE = -1, -2, -3, -4  # places that are no box: not yet arrived, eliminated, withdrawn, out of the game
BESIDE: Final = {"Eliminated": DEAD, "Withdrawn": WITHDRAWN}


def mask(boxes: Any) -> int:
    found = 0
    for box in boxes:
        found |= 1 << box
    return found


@lru_cache(4096)
def members(boxes: int) -> tuple[int, ...]:
    """The boxes of a mask, in order."""
    found: list[int] = []
    while boxes:
        low = boxes & -boxes
        found.append(low.bit_length() - 1)
        boxes ^= low
    return tuple(found)


@lru_cache(8)
def load(changes: Optional[Changes] = None) -> Edition:
    return Edition(Tables(FOLDER, changes))


@cache
def drawing() -> dict[str, Any]:
    """What only the eye needs."""
    read: dict[str, Any] = json.loads((FOLDER / "draw.json").read_text(encoding="utf-8"))
    return read
