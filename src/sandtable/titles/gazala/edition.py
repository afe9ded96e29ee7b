"""The facts of the game that never change: map, counters, chits, charts. Read once, checked, and laid out for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, Optional

from sandtable.face.story import both, counted
from sandtable.kernel.data import Changes, DataError, Tables
from sandtable.kernel.names import Names
from sandtable.kernel.rules import Edition as BaseEdition
from sandtable.kernel.sides import SIDES
from sandtable.maps.chart import Chart, Odds
from sandtable.maps.hexes import Hexes, read_hexes
from sandtable.maps.naming import spoken_hexes
from sandtable.maps.scale import parts
from sandtable.maps.zones import Spread, spread
from sandtable.titles.gazala.records import (
    ActionChit,
    Air,
    AttackType,
    Count,
    Cup,
    Face,
    Formation,
    Hex,
    Hexside,
    Minefield,
    Modifier,
    MoveCost,
    Objective,
    Point,
    Reduction,
    Reinforcement,
    Result,
    RoadExit,
    ScenarioRow,
    SetUpRow,
    Step,
    TacticalChit,
    TurnRow,
    Unit,
)

FOLDER: Final = Path(__file__).parent / "data"

TRACKED, WHEELED, FOOT = 0, 1, 2
CLASSES: Final = ("tracked", "wheeled", "foot")
INFANTRY, ARMOUR, ANTI_TANK_UNIT = 0, 1, 2
TYPES: Final = ("infantry", "armor", "anti-tank")
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
EDGES: Final = ("north", "east", "south", "west")
COMBAT, EXTRA_MOVE, REPLACEMENT, AIR, SANDSTORM, ANTI_TANK, WITHDRAW = 0, 1, 2, 3, 4, 5, 6
TACTICAL: Final = ("Combat", "Extra Move", "Replacement", "Air", "Sandstorm", "Anti-Tank", "Withdraw/Attack")
FIRST_ACTION_CHIT: Final = len(TACTICAL)  # chits below this number are Tactical Chits
LIGHT, MEDIUM, HEAVY = 0, 1, 2
CLOSED: Final = -1  # a step that no unit can ever make
HALVES: Final = 2  # movement points are counted in halves


Effect = tuple[int, bool, bool]  # steps lost, Disrupted, retreat


def result_in_words(effect: Sequence[Effect]) -> str:
    """What a result does to the attacker and to the defender."""
    parts = [f"the {who} {consequence(half)}" for who, half in zip(("attacker", "defender"), effect, strict=True) if any(half)]
    return "; ".join(parts) or "nobody is hurt"


def short(name: str) -> str:
    return name.replace(" Division", "").replace(" Brigade", "")


def consequence(half: Effect) -> str:
    steps, disrupted, retreat = half
    words = [f"loses {counted(steps, 'step')}"] if steps else []
    words += ["is Disrupted"] if disrupted else []
    words += ["retreats"] if retreat else []
    return both(words)


class Edition(BaseEdition):
    """Everything by number: units, hexes, hexsides (see `Hexes.side`), formations, chits and their faces, turns."""

    def __init__(self, tables: Tables) -> None:
        self.hex_rows: list[Hex] = tables.read("hexes", Hex)
        self.side_rows: list[Hexside] = tables.read("hexsides", Hexside, ("a", "b"))
        self.field_rows: list[Minefield] = tables.read("minefields", Minefield)
        self.exit_rows: list[RoadExit] = tables.read("road_exits", RoadExit, ("id", "edge", "road"))
        self.formation_rows: list[Formation] = tables.read("formations", Formation)
        self.unit_rows: list[Unit] = tables.read("units", Unit)
        self.step_rows: list[Step] = tables.read("unit_steps", Step, ("unit", "steps"))
        self.chit_rows: list[ActionChit] = tables.read("action_chits", ActionChit)
        self.face_rows: list[Face] = tables.read("faces", Face)
        self.cup_rows: list[Cup] = tables.read("cups", Cup, ("turn", "chit"))
        self.tactical_rows: list[TacticalChit] = tables.read("tactical_chits", TacticalChit, ("side", "id"))
        self.air_rows: list[Air] = tables.read("air", Air, ("side", "result"))
        self.turn_rows: list[TurnRow] = tables.read("turns", TurnRow)
        self.reinforcement_rows: list[Reinforcement] = tables.read("reinforcements", Reinforcement, ("unit",))
        self.setup_rows: list[SetUpRow] = tables.read("setup", SetUpRow, ("unit",))
        self.scenario_rows: list[ScenarioRow] = tables.read("scenarios", ScenarioRow)
        self.objective_rows: list[Objective] = tables.read("objectives", Objective, ("scenario", "hex"))
        self.marker_rows: list[Count] = tables.read("markers", Count)
        self.counter_rows: list[Count] = tables.read("counters", Count)
        self.attack_rows: list[AttackType] = tables.read("attacks", AttackType)
        crt = tables.read("crt", Result, ("odds", "roll"))
        moves = self.movement_rows = tables.read("movement", MoveCost)
        modifiers = tables.read("modifiers", Modifier)
        reductions = tables.read("reductions", Reduction)
        points = tables.read("victory", Point)

        self.hexes: Hexes = read_hexes([row.id for row in self.hex_rows], odd_lower=True)
        self.lay_out_combat(crt)
        self.formations: tuple[str, ...] = tuple([row.id for row in self.formation_rows])
        self.turns: int = len(self.turn_rows)
        names = Names(
            {
                "unit": [row.id for row in self.unit_rows],
                "hex": self.hexes.ids,
                "formation": self.formations,
                "face": [row.id for row in self.face_rows],
                "chit": [*TACTICAL, *[row.id for row in self.chit_rows]],
                "attack": [row.id for row in self.attack_rows],
                "edge": EDGES,
                "side": SIDES,
                "result": self.crt.words,
                "column": self.crt.columns,
                "air": ("no effect", "the target is Disrupted", "the target loses a step"),
                "turn": ["", *[row.name for row in self.turn_rows]],
            },
            self.spoken(),
        )
        super().__init__(names, tables.digest(), tables.laid())
        self.modifier: dict[str, Modifier] = {row.id: row for row in modifiers}
        self.thirds: dict[str, int] = {row.id: row.thirds for row in reductions}
        self.points: dict[str, Point] = {row.id: row for row in points}
        self.lay_out_map({row.id: row for row in moves})
        self.lay_out_minefields()
        self.lay_out_units()
        self.lay_out_chits()
        self.lay_out_arrivals()
        self.breach_markers: int = next(row.count for row in self.marker_rows if row.id == "Breach")

    def spoken(self) -> dict[str, Sequence[str]]:
        """What people call things whose names in decisions are short."""
        formation = {row.id: row.name for row in self.formation_rows}
        faces = {row.id: " and ".join([formation[id] for id in (row.formation, row.second) if id]) for row in self.face_rows}
        faces["Double"] = "Double Move"
        return {
            "unit": [row.spoken for row in self.unit_rows],
            "hex": spoken_hexes(self.hexes, [row.name for row in self.hex_rows]),
            "formation": [row.name for row in self.formation_rows],
            "face": [faces[row.id] for row in self.face_rows],
            "chit": [*TACTICAL, *[" or ".join([short(faces[id]) for id in (row.front, row.back) if id]) for row in self.chit_rows]],
            "result": [result_in_words(effect) for effect in self.effects],
            "column": [column.replace("-", " to ") for column in self.crt.columns],
        }

    # The map

    def lay_out_map(self, moves: dict[str, MoveCost]) -> None:
        """8.0, 9.0: what each step costs each class, which sides are closed, where zones reach."""
        grid, rows = self.hexes, self.hex_rows
        n = len(rows)
        self.size: int = n
        self.el_adem: int = self.h("2803")  # 16.0-b: it scores every turn
        self.neighbours: tuple[tuple[int, ...], ...] = grid.neighbours
        self.toward: tuple[tuple[int, ...], ...] = grid.toward
        self.terrain: tuple[str, ...] = tuple([row.terrain for row in rows])
        self.fortified: tuple[bool, ...] = tuple([row.fortified for row in rows])
        self.prohibited: tuple[bool, ...] = tuple([row.prohibited for row in rows])
        self.zone_hexes: tuple[int, ...] = tuple([h for h in range(n) if rows[h].prohibited])
        self.area_69: tuple[bool, ...] = tuple([row.area_69 for row in rows])
        self.edges: tuple[tuple[int, ...], ...] = tuple([tuple([EDGES.index(e) for e in row.edges]) for row in rows])
        self.edge_hexes: tuple[tuple[int, ...], ...] = tuple(
            [tuple([h for h in range(n) if edge in self.edges[h]]) for edge in range(len(EDGES))]
        )
        self.sources: tuple[tuple[int, ...], ...] = (
            tuple([h for h in range(n) if rows[h].allied_source]),
            tuple([h for h in range(n) if rows[h].axis_source]),
        )
        up: dict[int, int] = {}
        roads: set[int] = set()
        pairs = grid.hexsides("hexsides", [(row.a, row.b) for row in self.side_rows])
        for row, (a, b) in zip(self.side_rows, pairs, strict=True):
            side = grid.side_between(a, b)
            if row.up:
                up[side] = grid.find(row.up, f"hexsides.csv, record {row.a} {row.b}, field up")
            if row.road:
                roads.add(side)
        self.road_sides: frozenset[int] = frozenset(roads)
        self.up_hex: dict[int, int] = up
        self.sides: tuple[tuple[int, ...], ...] = tuple([tuple([grid.side(h, d) for d in range(6)]) for h in range(n)])
        self.way: tuple[dict[int, int], ...] = tuple(  # of a hex: neighbour -> direction
            [{there: d for d, there in enumerate(grid.toward[h]) if there >= 0} for h in range(n)]
        )
        closed = {side for side in up if side not in roads}
        self.open: tuple[tuple[int, ...], ...] = tuple(  # neighbours that no closed escarpment parts from it
            [
                tuple([grid.toward[h][d] for d in range(6) if grid.toward[h][d] >= 0 and self.sides[h][d] not in closed])
                for h in range(n)
            ]
        )
        self.zone_of: Spread = spread(
            grid.neighbours, lambda a, b: up.get(grid.side_between(a, b)) != b
        )  # 9.0-b: not up an escarpment
        self.lay_out_costs(moves, closed)

    def lay_out_costs(self, moves: dict[str, MoveCost], closed: set[int]) -> None:
        """PC-1, PC-2, 8.3: in half points, by class, hex and direction; CLOSED where no unit passes."""

        def halves(kind: str) -> tuple[int, ...]:
            return tuple([parts(moves[kind].of(c), HALVES, f"movement.csv, record {kind}, field {c}") for c in CLASSES])

        road, desert, rough = halves("road"), halves("desert"), halves("rough")
        ground = [{"desert": desert[c], "rough": rough[c]} for c in range(len(CLASSES))]
        self.mine_cost: tuple[int, ...] = halves("minefield")
        self.zone_cost: tuple[int, ...] = halves("leaving a zone")

        def cost(c: int, h: int, d: int) -> int:
            there = self.toward[h][d]
            if there < 0 or self.sides[h][d] in closed:
                return CLOSED
            return road[c] if self.sides[h][d] in self.road_sides else ground[c][self.terrain[there]]

        self.cost: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            [tuple([tuple([cost(c, h, d) for d in range(6)]) for h in range(self.size)]) for c in range(3)]
        )
        exits = {
            (self.hexes.find(row.id, f"road_exits.csv, record {row.id}, field id"), EDGES.index(row.edge)) for row in self.exit_rows
        }
        self.exit_cost: tuple[tuple[dict[int, int], ...], ...] = tuple(
            [
                tuple(
                    [
                        {e: road[c] if (h, e) in exits else ground[c][self.terrain[h]] for e in self.edges[h]}
                        for h in range(self.size)
                    ]
                )
                for c in range(3)
            ]
        )

    def lay_out_minefields(self) -> None:
        """14.0: what is mined on each turn."""
        starts = {row.id: row.turn for row in self.field_rows}
        sides = [(self.hexside(r.a, r.b), starts[r.minefield]) for r in self.side_rows if r.minefield]
        hexes = [(h, starts[row.minefield]) for h, row in enumerate(self.hex_rows) if row.minefield]
        turns = range(self.turns + 1)
        self.mined_sides: tuple[frozenset[int], ...] = tuple([frozenset([s for s, t in sides if t <= turn]) for turn in turns])
        self.mined_hexes: tuple[frozenset[int], ...] = tuple([frozenset([h for h, t in hexes if t <= turn]) for turn in turns])
        self.mined_ways: tuple[tuple[tuple[int, ...], ...], ...] = tuple(  # steps of Axis paths: 5.0-c, 14.0-f
            [
                tuple([tuple([b for b in self.open[a] if self.sides[a][self.way[a][b]] not in mined]) for a in range(self.size)])
                for mined in self.mined_sides
            ]
        )
        self.front: frozenset[int] = frozenset([h for h, row in enumerate(self.hex_rows) if row.front])
        self.passages: tuple[int, ...] = tuple([h for h, row in enumerate(self.hex_rows) if row.passage])

    # Counters and chits

    def lay_out_units(self) -> None:
        rows = self.unit_rows
        number = {name: n for n, name in enumerate(self.formations)}
        for row in rows:
            if row.formation not in number:
                raise DataError(f"units.csv, record {row.id}, field formation: {row.formation!r} is in no row of formations.csv")
        self.units: int = len(rows)
        self.formation: tuple[int, ...] = tuple([number[row.formation] for row in rows])
        self.formation_side: tuple[int, ...] = tuple([SIDES.index(row.side) for row in self.formation_rows])
        self.side: tuple[int, ...] = tuple([self.formation_side[f] for f in self.formation])
        self.of_side: tuple[tuple[int, ...], ...] = tuple(
            [tuple([u for u in range(len(rows)) if self.side[u] == x]) for x in (0, 1)]
        )
        self.of_formation: tuple[tuple[int, ...], ...] = tuple(
            [tuple([u for u in range(len(rows)) if self.formation[u] == f]) for f in range(len(self.formations))]
        )
        self.type: tuple[int, ...] = tuple([TYPES.index(row.type) for row in rows])
        self.move_class: tuple[int, ...] = tuple([CLASSES.index(row.move) for row in rows])
        self.allowance: tuple[int, ...] = tuple([row.allowance * HALVES for row in rows])
        self.full: tuple[int, ...] = tuple([row.steps for row in rows])
        self.fills_hex: tuple[bool, ...] = tuple([row.fills_hex for row in rows])
        self.bracketed: tuple[bool, ...] = tuple([row.bracketed for row in rows])
        hard = [[0] * (2 * row.steps + 2) for row in rows]
        soft = [[0] * (2 * row.steps + 2) for row in rows]
        known = {row.id: u for u, row in enumerate(rows)}
        for step in self.step_rows:
            u = known.get(step.unit, -1)
            if u < 0 or not 1 <= step.steps <= rows[u].steps:
                raise DataError(f"unit_steps.csv, record {step.unit} {step.steps}: no unit of units.csv has such a step")
            hard[u][2 * step.steps : 2 * step.steps + 2] = [step.hard, step.used_hard]
            soft[u][2 * step.steps : 2 * step.steps + 2] = [step.soft, step.used_soft]
        self.hard: tuple[tuple[int, ...], ...] = tuple([tuple(v) for v in hard])  # by twice the steps, plus one if used
        self.soft: tuple[tuple[int, ...], ...] = tuple([tuple(v) for v in soft])

    def lay_out_chits(self) -> None:
        faces = {row.id: n for n, row in enumerate(self.face_rows)}
        number = {name: n for n, name in enumerate(self.formations)}
        self.face_formations: tuple[tuple[int, ...], ...] = tuple(
            [tuple([number[name] for name in (row.formation, row.second) if name]) for row in self.face_rows]
        )
        self.face_units: tuple[int, ...] = tuple([row.units for row in self.face_rows])
        none: list[tuple[int, ...]] = [()] * FIRST_ACTION_CHIT
        self.chit_faces: tuple[tuple[int, ...], ...] = tuple(
            none + [tuple([faces[name] for name in (row.front, row.back) if name]) for row in self.chit_rows]
        )
        chit = {row.id: FIRST_ACTION_CHIT + n for n, row in enumerate(self.chit_rows)}
        side = {row.id: SIDES.index(row.side) for row in self.chit_rows}
        cups: list[list[list[int]]] = [[[], []] for _ in range(self.turns + 1)]
        for cup in self.cup_rows:
            if cup.chit not in chit or not 1 <= cup.turn <= self.turns:
                raise DataError(f"cups.csv, record {cup.turn} {cup.chit}: no such chit in action_chits.csv, or no such turn")
            cups[cup.turn][side[cup.chit]] += [chit[cup.chit]] * cup.count
        self.action_chits: tuple[tuple[tuple[int, ...], ...], ...] = tuple([tuple([tuple(c) for c in two]) for two in cups])
        tactical: list[list[int]] = [[], []]
        for row in self.tactical_rows:
            tactical[SIDES.index(row.side)] += [TACTICAL.index(row.id)] * row.count
        self.tactical_chits: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(chits)) for chits in tactical])

    def lay_out_combat(self, crt: Sequence[Result]) -> None:
        """11.0: columns by their odds, rows by the modified roll, results by number."""
        rows: dict[int, dict[str, str]] = {}
        for row in crt:
            rows.setdefault(row.roll, {})[row.odds] = row.result
        self.crt: Chart = Chart("crt.csv", rows)
        self.odds: Odds = Odds("crt.csv", self.crt.columns)
        self.effects: tuple[tuple[tuple[int, bool, bool], ...], ...] = tuple(  # of a result: attacker's, then defender's part
            [tuple([(half.count("*"), "D" in half, "R" in half) for half in text.split("/")]) for text in self.crt.words]
        )
        self.attack_cost: tuple[tuple[int, ...], ...] = tuple(
            [
                tuple([parts(cost, HALVES, f"attacks.csv, record {row.id}") for cost in (row.tracked, row.wheeled, row.foot)])
                for row in self.attack_rows
            ]
        )

    def lay_out_arrivals(self) -> None:
        """15.1, 17.0: when and where each unit comes."""
        self.entry_turn: list[int] = [0] * self.units
        self.entry_hexes: list[tuple[int, ...]] = [()] * self.units
        self.setup_hexes: list[tuple[int, ...]] = [()] * self.units
        self.suggested: list[int] = [CLOSED] * self.units
        self.per_hex: list[int] = [0] * self.units
        self.starts_used: list[bool] = [False] * self.units
        for row in self.reinforcement_rows:
            u = self.unit_number("reinforcements", row.unit)
            self.entry_turn[u] = row.turn
            on_edges = [h for e in row.edges for h in self.edge_hexes[EDGES.index(e)]]
            named = [self.hexes.find(id, f"reinforcements.csv, record {row.unit}, field hexes") for id in row.hexes]
            self.entry_hexes[u] = tuple(sorted({*named, *on_edges}))
        for start in self.setup_rows:
            u = self.unit_number("setup", start.unit)
            self.setup_hexes[u] = self.start_area(start)
            self.suggested[u] = self.hexes.find(start.suggested, f"setup.csv, record {start.unit}, field suggested")
            self.per_hex[u], self.starts_used[u] = start.per_hex, start.used
            if self.suggested[u] not in self.setup_hexes[u]:
                raise DataError(f"setup.csv, record {start.unit}, field suggested: {start.suggested} is outside its own area")
        self.objectives: tuple[tuple[tuple[int, int], ...], ...] = tuple(  # 17.0, by scenario: hex, points
            [
                tuple(
                    [
                        (self.hexes.find(o.hex, f"objectives.csv, record {o.hex}, field hex"), o.points)
                        for o in self.objective_rows
                        if o.scenario == row.id
                    ]
                )
                for row in self.scenario_rows
            ]
        )
        lost = [row.id for u, row in enumerate(self.unit_rows) if not self.setup_hexes[u] and not self.entry_hexes[u]]
        if lost:
            raise DataError(f"units.csv, record {lost[0]}: is neither in setup.csv nor in reinforcements.csv")

    def start_area(self, row: SetUpRow) -> tuple[int, ...]:
        if not row.centre:
            return tuple([self.hexes.find(id, f"setup.csv, record {row.unit}, field hexes") for id in row.hexes])
        centre = self.hexes.find(row.centre, f"setup.csv, record {row.unit}, field centre")
        return tuple([h for h in range(self.size) if self.hexes.distance(centre, h) <= row.radius])

    # References between tables

    def unit_number(self, table: str, id: str) -> int:
        try:
            return self.names.number("unit", id)
        except KeyError:
            raise DataError(f"{table}.csv, record {id}, field unit: there is no such unit in units.csv") from None

    def hexside(self, a: str, b: str) -> int:
        return self.hexes.side_between(self.h(a), self.h(b))

    def h(self, id: str) -> int:
        return self.hexes.number[id]

    def u(self, id: str) -> int:
        return self.names.number("unit", id)


@lru_cache(8)
def load(changes: Optional[Changes] = None) -> Edition:
    return Edition(Tables(FOLDER, changes))
