"""What a side sees of a position: nothing is hidden but what has not been decided."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.face.story import counted, measured
from sandtable.face.view import Cell, Fact, Mission, Occasion, Panel, Piece, Side, Spot, Status, View, signed
from sandtable.kernel.play import Frame, within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES, other
from sandtable.kernel.steps import stages
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.air_bases import bases as airbases
from sandtable.titles.tigercubs.air_bases import capacity
from sandtable.titles.tigercubs.air_range import band, distance
from sandtable.titles.tigercubs.face.aids import goals, lit
from sandtable.titles.tigercubs.face.air_board import air_battle
from sandtable.titles.tigercubs.face.battle import battle
from sandtable.titles.tigercubs.face.board import EMPLACED_FACE, REDUCED_FACE, air_face_key, board, face_key
from sandtable.titles.tigercubs.face.combat_forecast import awaited
from sandtable.titles.tigercubs.face.overrun_board import overrun_battle
from sandtable.titles.tigercubs.face.proposals import proposals
from sandtable.titles.tigercubs.frames import (
    IN_MOVEMENT,
    IN_PURSUIT,
    AirWindow,
    Combat,
    CombatPhase,
    Move,
    MovementPhase,
    Overrun,
    PlayerTurn,
    PursuitPhase,
    Reaction,
    ReactionPhase,
)
from sandtable.titles.tigercubs.frames import Mission as MissionFrame
from sandtable.titles.tigercubs.kinds import GENERAL, NONE, QUARTERMASTER, STATES, TERMINAL
from sandtable.titles.tigercubs.movement_allowance import is_stuck, points_left
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.questions import mission_kind
from sandtable.titles.tigercubs.scales import GSP, LP, MP
from sandtable.titles.tigercubs.state import (
    CHARTED,
    DEAD,
    EMPLACED,
    EMPLACING,
    MOBILE,
    REVERTING,
    State,
    air_supply_state,
    store,
    supply_state,
)
from sandtable.titles.tigercubs.supply_trace import trace
from sandtable.titles.tigercubs.victory import difference, level, total

POSTS: Final = {EMPLACED: "emplaced", EMPLACING: "being emplaced", REVERTING: "turning to its mobile side", MOBILE: "mobile"}
MEANS: Final = {
    "E1": "overextended: attack and movement halved, zone one level lower",
    "E2": "overextended: attack a quarter, defence and movement halved, no zone, no pursuit",
    "U1": "isolated: attack, defence and movement halved, zone one level lower, no pursuit",
    "U2": "isolated: attack a quarter, defence halved, one hex, no zone; collapses on 7 or more",
    "U3": "isolated: no attack, defence a quarter, no movement; collapses on 3 or more",
}
PHASES: Final = {
    "a": "Initial",
    "b": "Movement",
    "c": "Combat",
    "d": "Reaction",
    "e": "Pursuit",
    "f": "Air return",
    "g": "End",
}  # as short as the bar is
STATE_RULES: Final = {"E1": "13.H.1.a.i", "E2": "13.H.1.a.ii", "U1": "13.H.1.b.i", "U2": "13.H.1.b.ii", "U3": "13.H.1.b.iii"}

__all__ = ["board", "view"]


def view(s: State, side: int) -> View:
    return View(
        when=when(s),
        steps=phases(s),
        sides=tuple([Side(NAMES[x], f"{total(s, x).text} VP", stock_line(s, x), float(total(s, x).exact)) for x in (ALLIED, AXIS)]),
        pieces=(*ground_pieces(s), *air_pieces(s)),
        spots=spots(s),
        panels=panels(s),
        focus=focus(s),
        active=active(s),
        occasion=occasion(s, side),
        battle=air_battle(s) or overrun_battle(s) or battle(s),
        turn=s.names.called("turn", s.turn),
        lit=lit(s) or awaited(s),
        goals=goals(s),
        proposals=proposals(s, side),
    )


def when(s: State) -> str:
    turn, player = s.names.called("turn", s.turn), within(s, PlayerTurn)
    return f"{turn} 1941 · {NAMES[player.side]} player turn" if player is not None else f"{turn} 1941 · the end"


def phases(s: State) -> tuple[Cell, ...]:
    player = within(s, PlayerTurn)
    found = stages(s, player if player is not None else PlayerTurn(s.phasing, False))
    return tuple([Cell(PHASES[step.mark], state=state, rule=step.rule) for step, state in found])


def occasion(s: State, viewer: int) -> Occasion | None:
    """Why the side that is not phasing is asked; how many air units it still has is its own affair."""
    if not s.frames:
        return None
    f: Frame = s.frames[-1]
    move = within(s, Move)
    row = s.outlines[type(f)].rows[f.at] if f.at < len(s.outlines[type(f)].rows) else None
    if row is None or not row.window or move is None:
        return None
    asked = other(s.phasing)
    ready = len([a for a in s.edition.air_of_side[asked] if s.base[a] >= 0 and not s.flown[a]])
    costs = (Fact(f"air unit{'' if ready == 1 else 's'} ready; each flies once in a player turn", str(ready), "8.A-b"),)
    text = f"The {NAMES[asked]} side may fly a mission before the next unit moves"
    return Occasion(f"A break in the {NAMES[s.phasing]} moves", text, "6.3.b.ii.2.b", costs if viewer == asked else ())


def active(s: State) -> tuple[Cell, ...]:
    move = within(s, Move)
    if move is None or not move.units:
        return ()
    left = min([points_left(s, u, move.phase) for u in move.units])
    name = s.names.called("unit", move.units[0]) if len(move.units) == 1 else f"{len(move.units)} units"
    return (
        Cell(
            f"{name}: {measured(Fraction(left, MP), 'movement point')}",
            "left",
            "current",
            move.side,
            "7.C.1",
        ),
    )


# Pieces


def ground_pieces(s: State) -> list[Piece]:
    e, scale = s.edition, s.agreed.scale
    found = []
    for unit, row in enumerate(e.unit_rows):
        if s.where[unit] == CHARTED and not s.reduced[unit] and not is_broken_down(s, unit):
            continue  # a counter that the scenario does not use, or that lies in the Breakdown Chart
        turned = REDUCED_FACE if s.reduced[unit] else EMPLACED_FACE if s.post[unit] in (EMPLACED, REVERTING) else ""
        worn = s.where[unit] >= 0 and is_worn(s, unit)
        found.append(Piece(row.id, place_of(s, s.where[unit]), e.side[unit], face_key(row.id, scale, turned), marks(s, unit), worn))
    return found


def is_worn(s: State, unit: int) -> bool:
    """It has moved or worked in this phase, and goes no step further in it; nobody reacts twice (7.C.1.e)."""
    if not s.spent[unit]:
        return False
    if within(s, ReactionPhase):
        reaction = within(s, Reaction)
        return reaction is None or unit not in reaction.units
    phase = IN_PURSUIT if within(s, PursuitPhase) else IN_MOVEMENT if within(s, MovementPhase) else NONE
    return phase != NONE and is_stuck(s, unit, phase)


def is_broken_down(s: State, unit: int) -> bool:
    return s.carries[unit] != NONE or any(
        unit in wholes and len(wholes) == 1 and any(s.where[u] >= 0 for u in parts) for wholes, parts in s.edition.breakdowns
    )


def place_of(s: State, where: int) -> str:
    if where >= 0:
        return s.edition.map.ids[where]
    return "eliminated" if where == DEAD else "charted" if where == CHARTED else "waiting"


def marks(s: State, unit: int) -> tuple[Status, ...]:
    e = s.edition
    found: list[Status] = []
    if s.where[unit] < 0:
        return ()
    state = supply_state(s, unit)
    if state != GENERAL:
        text = STATES[state]
        title = f"{MEANS[text]} ({why_out(s, unit).removeprefix('isolated: ')})"
        found.append(Status("isolated" if s.cut[unit] else "extended", text, title, STATE_RULES[text]))
    elif is_offensive(s, unit):
        found.append(Status("offensive_supply", "O", "in Offensive Supply", "13.I.1.a"))
    if e.role[unit] in (QUARTERMASTER, TERMINAL):
        found.append(Status("emplaced", POSTS[s.post[unit]][:1].upper(), POSTS[s.post[unit]], "13.K.2.f"))
        if load := stock_in_words(s, store(s, unit)):
            found.append(Status("stock", "L", f"carries {load}", "13.K.2.d"))
        if s.carries[unit] != NONE:
            found.append(Status("stock", "T", f"carries half of {s.names.called('unit', s.carries[unit])}", "13.K.2.d"))
    if s.exit_to[unit] != NONE:
        paid = measured(Fraction(s.exit_paid[unit], MP), "movement point")
        found.append(Status("note", "X", f"has paid {paid} towards {s.names.called('place', s.exit_to[unit])}", "BOX-a"))
    return tuple(found)


def why_out(s: State, unit: int) -> str:
    """What is missing now, or what would supply it when supply is next found."""
    found = trace(s, unit)
    return f"now in reach: {found.reason}" if found.served else found.reason


def air_pieces(s: State) -> list[Piece]:
    e = s.edition
    found = []
    for air, row in enumerate(e.air_rows):
        if s.base[air] < 0 and s.steps[air] and all(piece != air for is_air, piece, *_ in e.entries[s.agreed.scenario] if is_air):
            continue  # not in this scenario
        where = s.aloft[air] if s.aloft[air] != NONE else s.base[air]
        states: list[Status] = []
        if s.aloft[air] != NONE:
            states.append(
                Status("flown", "H" if s.homeward[air] else "M", "on its way home" if s.homeward[air] else "on a mission", "8.B.3")
            )
        elif s.flown[air]:
            states.append(Status("flown", "F", "has flown its mission of this player turn", "8.A-b"))
        state = air_supply_state(s, air)
        if s.base[air] >= 0 and state != GENERAL:
            title = "out of supply: for one turn it bombs at half, then it only moves to another base"
            states.append(Status("out_of_supply", STATES[state], title, "13.H.3.a"))
        face = air_face_key(row.id, max(1, s.steps[air]))
        base = place_of(s, s.base[air]) if s.aloft[air] != NONE else ""
        flies = flight(s, air)
        found.append(Piece(row.id, place_of(s, where), e.air_side[air], face, tuple(states), bool(s.flown[air]), base, flies))
    return found


def flight(s: State, air: int) -> Mission | None:
    """What it flies now: with whom, how far, in which band."""
    place = s.aloft[air]
    if place == NONE or s.homeward[air]:
        return None
    return Mission(purpose(s, air), s.edition.map.ids[place], range_words(s, air, place), "8.B.5")


def purpose(s: State, air: int) -> str:
    """Of a mission that is going on, or of close support that waits over a combat."""
    for f in reversed(s.frames):
        if isinstance(f, MissionFrame) and air in f.interceptors:
            return "Interception"
        if isinstance(f, MissionFrame) and air in f.escorts:
            return "Escort"
        if isinstance(f, MissionFrame) and air in f.bombers:
            return mission_kind(s, f)
    return "Close support"


def range_words(s: State, air: int, place: int) -> str:
    hexes, reached = distance(s, air, place), band(s, air, place)
    return f"{hexes} hex{'' if hexes == 1 else 'es'}, {s.edition.band_rows[reached].id} range" if reached != NONE else ""


# Spaces


def spots(s: State) -> tuple[Spot, ...]:
    """Whose a hex is, where that differs from the start or matters, and what was built, broken or stored there."""
    e = s.edition
    marks: dict[int, list[Status]] = {}
    for place, works in s.works.items():
        marks.setdefault(place, []).append(Status("works", str(works), f"field fortifications, level {works}", "4.A.1"))
    for place in s.reduced_forts:
        marks.setdefault(place, []).append(Status("damage", "R", "the printed fort is reduced", "4.A.2-b"))
    for place, count in s.airfields.items():
        marks.setdefault(place, []).append(Status("improved", f"A{count}", f"{counted(count, 'airfield')} built here", "4.B.2.b"))
    for place in s.airstrips:
        marks.setdefault(place, []).append(Status("improved", "a", "airstrip", "12.B.2.d"))
    for place, hits in s.base_hits.items():
        marks.setdefault(place, []).append(Status("damage", f"-{hits}", f"{counted(hits, 'hit')} on the airbase", "4.B.5.a"))
    for place, wings in s.base_short.items():
        title = f"the airbase is out of supply: {counted(wings, 'wing')} less"
        marks.setdefault(place, []).append(Status("out_of_supply", f"-{wings}", title, "13.H.2.b"))
    for place, hits in s.port_hits.items():
        marks.setdefault(place, []).append(Status("damage", f"p{hits}", f"{counted(hits, 'hit')} on the port", "4.C.2"))
    for place, breaks in s.rail_breaks.items():
        marks.setdefault(place, []).append(
            Status("broken", f"r{breaks}", f"the railway is broken {'once' if breaks == 1 else counted(breaks, 'time')}", "X-3")
        )
    for place in {p for p in (*s.lp, *s.gsp) if p < e.places}:
        marks.setdefault(place, []).append(Status("stock", "S", f"supplies here: {stock_in_words(s, place)}", "13.R"))
    for flyer, centre, zone in s.interdicted:
        title = f"{NAMES[flyer]} interdiction, level {zone}"
        marks.setdefault(centre, []).append(Status("interdicted", f"I{zone}", title, "8.E.1.b"))
    changed = [p for p in range(e.sheet) if s.owner[p] != e.owner[p]]
    objectives = [hex for hex, _ in e.objectives[s.agreed.scenario]]
    held = {*changed, *objectives, *e.boxes}  # of others the map tells who holds them, and a mark there does not change that
    return tuple([Spot(e.map.ids[p], s.owner[p] if p in held else NONE, tuple(marks.get(p, ()))) for p in sorted({*marks, *held})])


def stock_in_words(s: State, key: int) -> str:
    return supplies(s.lp.get(key, 0), s.gsp.get(key, 0), s.new_lp.get(key, 0))


def supplies(lp: int, gsp: int, new: int = 0) -> str:
    words = [measured(Fraction(lp, LP), "Logistics Point") + (f" ({thirds(new)} of them new)" if new else "")] if lp else []
    words += [measured(Fraction(gsp, GSP), "General Supply Point")] if gsp else []
    return " and ".join(words)


def thirds(count: int) -> str:
    return text_of(Fraction(count, LP))


def points(sixths: int) -> str:
    return text_of(Fraction(sixths, GSP))


def stock_of(s: State, side: int) -> tuple[int, int]:
    lp, gsp = [sum([n for p, n in stock.items() if side_of(s, p) == side]) for stock in (s.lp, s.gsp)]
    return lp, gsp


def stock_line(s: State, side: int) -> str:
    lp, gsp = stock_of(s, side)
    return f"{thirds(lp)} LP, {points(gsp)} GSP"


def side_of(s: State, key: int) -> int:
    return s.owner[key] if key < s.edition.places else s.edition.side[key - s.edition.places]


def focus(s: State) -> tuple[str, ...]:
    ids = s.edition.map.ids
    move, combat, overrun, mission = within(s, Move), within(s, Combat), within(s, Overrun), within(s, MissionFrame)
    if mission is not None and mission.target != NONE:
        return (ids[mission.target],)
    if combat is not None:
        return (ids[combat.target],)
    if overrun is not None:
        return (ids[overrun.target],)
    window, phase = within(s, AirWindow), within(s, CombatPhase)
    if window is not None and phase is not None:
        return tuple([ids[target] for target in phase.targets])  # where close support goes, wherever it starts from
    return (ids[s.where[move.units[0]]],) if move is not None and move.units and s.where[move.units[0]] >= 0 else ()


# Beside the map


def panels(s: State) -> tuple[Panel, ...]:
    return (*[bases(s, x) for x in (ALLIED, AXIS)], *[stocks(s, x) for x in (ALLIED, AXIS)], turn_record(s), score(s), *holding(s))


def turn_record(s: State) -> Panel:
    e = s.edition
    first, last = e.span[s.agreed.scenario][s.agreed.scale]
    cells = [
        Cell(
            s.names.called("turn", n),
            "with an Initial Phase" if row.initial else "",
            "past" if n < s.turn else "current" if n == s.turn else "",
            rule="6.1",
        )
        for n, row in enumerate(e.turn_rows)
        if first <= n <= last
    ]
    return Panel("turn", "Turn Record", "track", tuple(cells), rule="6.1")


def stocks(s: State, side: int) -> Panel:
    e = s.edition
    cells = []
    for key in sorted({*s.lp, *s.gsp}):
        if side_of(s, key) != side:
            continue
        name = s.names.called("place", key) if key < e.places else s.names.called("unit", key - e.places)
        cells.append(Cell(name, stock_in_words(s, key), side=side, rule="13.R"))
    return Panel(
        f"stocks{side}",
        f"{NAMES[side]} supplies",
        "list",
        tuple(cells),
        f"{supplies(*stock_of(s, side)) or 'nothing'} in all",
        "13.R",
    )


def bases(s: State, side: int) -> Panel:
    """Airbases with the air units that live there, how many are ready, and what the base can launch."""
    ready = [a for a in s.edition.air_of_side[side] if s.base[a] >= 0 and not s.flown[a]]
    cells = [base_cell(s, side, place) for place in airbases(s, side)]
    return Panel(f"bases{side}", f"{NAMES[side]} airbases", "list", tuple(cells), f"{len(ready)} air units ready", "4.B.3.a")


def base_cell(s: State, side: int, place: int) -> Cell:
    based = [a for a in s.edition.air_of_side[side] if s.base[a] == place]
    ready = [a for a in based if not s.flown[a]]
    room, used = capacity(s, place), s.launched.get(place, 0)
    note = f"{len(ready)} of {len(based)} ready · " if based else "nobody based here · "
    note += f"can launch {counted(max(0, room - used), 'squadron')}" if room else "no runway left"
    names = tuple([s.edition.air_rows[a].id for a in based])
    return Cell(s.names.called("place", place), note, "ready" if ready else "", side, "4.B.3.a", pieces=names)


def score(s: State) -> Panel:
    sums = [Cell(term.what, text_of(term.value), side=x, rule=term.rule) for x in (ALLIED, AXIS) for term in total(s, x).terms]
    allied, axis = total(s, ALLIED).text, total(s, AXIS).text
    note = f"Axis {axis} less Allied {allied} makes {signed(text_of(difference(s)))}: {level(s).level}"
    return Panel("score", "Victory Points", "list", tuple(sums), note, "16.A.2.a")


def holding(s: State) -> list[Panel]:
    named = (("eliminated", "Eliminated", "14.B.1"), ("waiting", "To come", "14.A.1"), ("charted", "Breakdown Chart", "12.A.3"))
    return [Panel(id, title, "box", rule=rule) for id, title, rule in named]
