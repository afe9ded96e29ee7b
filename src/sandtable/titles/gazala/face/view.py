"""What a side sees of a position: all that is on the map, its own Available box, of the other's only how much lies in it."""

from __future__ import annotations

from collections import Counter
from typing import Optional

from sandtable.face.board import Figure
from sandtable.face.story import both, counted, several
from sandtable.face.view import Between, Cell, Panel, Piece, Side, Spot, Status, View
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES
from sandtable.kernel.steps import bar, stages, step_of
from sandtable.titles.gazala.combat import column, modifiers, points
from sandtable.titles.gazala.edition import FIRST_ACTION_CHIT
from sandtable.titles.gazala.face.aids import goals, lit
from sandtable.titles.gazala.face.battle import battle
from sandtable.titles.gazala.face.board import MOVEMENT, board, face_key, prize
from sandtable.titles.gazala.frames import ActionPhase, Attack, Move, Retreat, SetUp, Turn
from sandtable.titles.gazala.minefields import markers_left
from sandtable.titles.gazala.movement import allowance
from sandtable.titles.gazala.questions import movement_points
from sandtable.titles.gazala.state import DEAD, ISOLATED, OUT_OF_SUPPLY, WITHDRAWN, State, holds, is_working
from sandtable.titles.gazala.victory import total

__all__ = ["board", "view"]


def view(s: State, side: int) -> View:
    return View(
        when=when(s),
        steps=phases(s),
        sides=tuple([side_line(s, x) for x in (ALLIED, AXIS)]),
        pieces=pieces(s),
        spots=spots(s),
        edges=edges(s),
        panels=panels(s, side),
        focus=focus(s),
        active=active(s, side),
        battle=battle(s),
        turn=s.edition.turn_rows[s.turn - 1].name,
        lit=lit(s),
        goals=goals(s),
    )


def side_line(s: State, side: int) -> Side:
    points = total(s, side).total
    return Side(NAMES[side], f"{points} VP", f"{counted(s.actions[side], 'action')} left", float(points))


def when(s: State) -> str:
    name = s.edition.turn_rows[s.turn - 1].name
    setting_up, acting = within(s, SetUp), within(s, ActionPhase)
    if setting_up is not None:
        return f"{NAMES[setting_up.side]} set-up"
    if acting is None:
        turn = within(s, Turn)
        now = step_of(s, turn) if turn is not None else None
        return f"{name} · {now.name if now is not None else 'the end'}"
    chit = f" · {s.names.called('chit', acting.chit)}" if acting.chit >= 0 else ""
    return f"{name} · {NAMES[acting.side]} action{chit}"


def active(s: State, viewer: int) -> tuple[Cell, ...]:
    """The formation that acts, what slows it down, how far its moving unit can still go, and the chits that the viewer holds."""
    acting, move = within(s, ActionPhase), within(s, Move)
    if acting is None or acting.chit < 0:
        return ()
    more = s.actions[acting.side]
    left = f"action, {more} more after it" if more else "action, the last of this turn"
    found = [Cell(s.names.called("chit", acting.chit), left, "current", acting.side, "7.0-a")]
    if acting.storm:
        found.append(Cell("Sandstorm: two thirds of all movement is lost", "", "current", acting.side, "13.5-a"))
    if move is not None and not move.over:
        left = movement_points(move.left)
        found.append(Cell(f"{s.names.called('unit', move.unit)}: {left}", "left", "current", acting.side, "8.0-a"))
        waiting = [s.names.called("unit", u) for u in acting.active if u != move.unit]
        if waiting and s.frames[-1] is move:
            found.append(Cell(several(waiting), "can still act", "ready", acting.side, "8.0-c"))
    if viewer >= 0 and s.boxes[viewer]:
        chits = Counter([s.names.called("chit", chit) for chit in s.boxes[viewer]])
        held = both([name if n == 1 else f"{n} {name}" for name, n in chits.items()])
        found.append(Cell(f"In hand: {held}", "", "ready", viewer, "13.0-b"))
    return tuple(found)


def phases(s: State) -> tuple[Cell, ...]:
    """Set-up, then the phases of the turn."""
    turn = within(s, Turn)
    found = [*bar(s, [SetUp]), *stages(s, turn if turn is not None else Turn())]
    return tuple([Cell(step.name, state=state, rule=step.rule) for step, state in found])


# Pieces and spaces


def pieces(s: State) -> tuple[Piece, ...]:
    e = s.edition
    acting = within(s, ActionPhase)
    return tuple(
        [
            Piece(
                e.unit_rows[u].id,
                place_of(s, u),
                e.side[u],
                face_of(s, u),
                states(s, u, acting),
                bool(s.used[u]),
                figures=figures(s, u, acting),
            )
            for u in range(e.units)
        ]
    )


def place_of(s: State, unit: int) -> str:
    hex = s.where[unit]
    if hex >= 0:
        return s.edition.hexes.ids[hex]
    if hex == DEAD:
        return "eliminated"
    if hex == WITHDRAWN:
        return "withdrawn"
    if s.edition.setup_hexes[unit] and s.due[unit] == 0:
        return "setup"
    return "waiting" if s.due[unit] <= s.turn else f"turn{s.due[unit]}" if s.due[unit] <= s.edition.turns else "gone"


def face_of(s: State, unit: int) -> str:
    return face_key(s.edition.unit_rows[unit].id, max(1, s.steps[unit]), bool(s.used[unit]), bool(s.disrupted[unit]))


def states(s: State, unit: int, acting: Optional[ActionPhase]) -> tuple[Status, ...]:
    found: list[Status] = []
    if s.supply[unit] == OUT_OF_SUPPLY:
        found.append(Status("out_of_supply", "S", "Out of Supply: a third less movement, −2 when it attacks", "5.0-m"))
    if s.supply[unit] == ISOLATED:
        found.append(Status("isolated", "I", "Isolated: two thirds less movement, no attacks, +2 against it", "5.0-p"))
    if s.disrupted[unit]:
        text = "Disrupted: no zone of control, a third less movement, −2 when it attacks, +2 against it"
        found.append(Status("disrupted", "D", text, "12.0"))
    if is_working(s, unit):
        found.append(Status("breaching", "B", "breaching a minefield: may neither move nor attack", "14.1-e"))
    if acting is not None and unit in acting.active:
        found.append(Status("active", "A", f"active, has not moved yet{less(s, unit, acting.storm)}", "8.0-a"))
    move = within(s, Move)
    if move is not None and move.unit == unit and not move.over:
        found.append(Status("active", points(move.left), f"{movement_points(move.left)} left", "8.0-a"))
    return tuple(found)


def figures(s: State, unit: int, acting: Optional[ActionPhase]) -> tuple[Figure, ...]:
    """8.0 Movement is the one figure that supply, Disruption and a Sandstorm change."""
    move, printed = within(s, Move), s.edition.allowance[unit]
    if move is not None and move.unit == unit and not move.over:
        return (Figure(f"{points(move.left)} left", MOVEMENT),)
    left = allowance(s, unit, acting is not None and acting.storm and acting.side == s.edition.side[unit])
    if s.used[unit] or s.where[unit] < 0 or left == printed:
        return ()
    return (Figure(f"{points(left)} of {points(printed)}", MOVEMENT),)


def less(s: State, unit: int, storm: bool) -> str:
    """What is left of the movement that its counter shows."""
    printed, left = s.edition.allowance[unit], allowance(s, unit, storm)
    if left == printed:
        return ""
    why = " in the Sandstorm" if storm else ""
    return f": {points(left)} of {movement_points(printed)}{why}"


def spots(s: State) -> tuple[Spot, ...]:
    e = s.edition
    stars = {hex: (prize(e, hex, worth),) for hex, worth in e.objectives[s.scenario]} | {e.el_adem: ()}
    return tuple([Spot(e.hexes.ids[h], holder(s, h), badges=stars[h]) for h in sorted(stars)])


def edges(s: State) -> tuple[Between, ...]:
    """14.1 The hexsides that are breached, and those at which somebody works."""
    ids = s.edition.hexes.ids
    found = [
        Between(ids[box], ids[beyond(s, box, side)], (Status("breached", "B", "breached", "14.1"),))
        for box, first, second in s.breaches
        for side in (first, second)
        if side >= 0
    ]
    for unit, target in s.works:
        text = f"{s.names.called('unit', unit)} works at a breach"
        found.append(Between(ids[s.where[unit]], ids[target], (Status("breaching", "b", text, "14.1-d"),)))
    return tuple(found)


def beyond(s: State, box: int, side: int) -> int:
    """The hex on the other side of a hexside."""
    return s.edition.toward[box][s.edition.sides[box].index(side)]


def holder(s: State, hex: int) -> int:
    return ALLIED if holds(s, hex, ALLIED) else AXIS if holds(s, hex, AXIS) else -1


def focus(s: State) -> tuple[str, ...]:
    ids = s.edition.hexes.ids
    attack, retreat, move = within(s, Attack), within(s, Retreat), within(s, Move)
    if retreat is not None and retreat.units and s.where[retreat.units[0]] >= 0:
        return (ids[s.where[retreat.units[0]]],)
    if attack is not None:
        return tuple([ids[hex] for hex in attack.hexes])
    return (ids[s.where[move.unit]],) if move is not None and s.where[move.unit] >= 0 else ()


# Tracks, cups and boxes


def panels(s: State, side: int) -> tuple[Panel, ...]:
    return (
        turn_track(s),
        actions_track(s),
        points_track(s),
        *[cup(s, x, x == side) for x in (ALLIED, AXIS)],
        *[available(s, x, x == side) for x in (ALLIED, AXIS)],
        *[played(s, x) for x in (ALLIED, AXIS)],
        markers(s),
        *([odds_panel(s)] if counting(s) else []),
        *boxes(s),
    )


def turn_track(s: State) -> Panel:
    last = s.edition.scenario_rows[s.scenario].last_turn
    cells = [
        Cell(
            row.name,
            f"{row.axis_actions} / {row.allied_actions}",
            "current" if row.id == s.turn else "past" if row.id < s.turn else "",
        )
        for row in s.edition.turn_rows
        if row.id <= last
    ]
    return Panel("turn", "Turn Record", "track", tuple(cells), "actions Axis / Allied", "4.0-d")


def actions_track(s: State) -> Panel:
    cells = []
    for side in (AXIS, ALLIED):
        cells += [Cell(s.names.called("chit", chit), "drawn", "used", side) for chit in s.track[side]]
        cells += [Cell("action", "left", "ready", side)] * s.actions[side]
    return Panel("actions", "Actions Track", "pool", tuple(cells), rule="4.0-d")


def points_track(s: State) -> Panel:
    limit = s.edition.points["track limit"].points
    cells = [
        Cell(str(n), state="current" if n == s.points else "past" if n < s.points else "", side=AXIS) for n in range(limit + 1)
    ]
    sums = [f"{NAMES[side]} {total(s, side).total}" for side in (ALLIED, AXIS)]
    return Panel("points", "Axis Victory Points", "track", tuple(cells), f"if it ended now: {', '.join(sums)}", "16.0")


def cup(s: State, side: int, own: bool) -> Panel:
    """Action Chits left are no secret; of the Tactical Chits the other side knows only what was shown."""
    chits = s.cups[side] if own else tuple([chit for chit in s.cups[side] if chit >= FIRST_ACTION_CHIT])
    cells = [Cell(s.names.called("chit", chit), side=side) for chit in chits]
    return Panel(f"cup{side}", f"{NAMES[side]} cup", "pool", tuple(cells), f"{len(s.cups[side])} chits in all", "4.0-a")


def available(s: State, side: int, own: bool) -> Panel:
    if own:
        cells = [Cell(s.names.called("chit", chit), state="ready", side=side) for chit in s.boxes[side]]
    else:
        cells = [Cell("?", "face down", "ghost", side)] * len(s.boxes[side])
    return Panel(f"available{side}", f"{NAMES[side]} Tactical Available", "pool", tuple(cells), rule="13.0-b")


def played(s: State, side: int) -> Panel:
    cells = [Cell(s.names.called("chit", chit), state="used", side=side) for chit in s.played[side]]
    return Panel(f"played{side}", f"{NAMES[side]} Tactical Played", "pool", tuple(cells), rule="13.0-d")


def markers(s: State) -> Panel:
    e = s.edition
    cells = [Cell(e.names.called("hex", box), "breached", "used", AXIS) for box, _, _ in s.breaches]
    cells += [
        Cell(e.names.called("hex", target), f"work of {e.names.called('unit', unit)}", "current", AXIS) for unit, target in s.works
    ]
    cells += [Cell("marker", "free", "ready", AXIS)] * markers_left(s)
    return Panel("breaches", "Breach markers", "pool", tuple(cells), rule="14.1-c")


def counting(s: State) -> bool:
    attack = within(s, Attack)
    return attack is not None and attack.result < 0 and s.where[attack.unit] >= 0


def odds_panel(s: State) -> Panel:
    attack = within(s, Attack)
    assert attack is not None
    terms = [Cell(term.what, f"{term.value:+}", rule=term.rule) for term in modifiers(s, attack).terms]
    title = f"{s.edition.crt.columns[column(s, attack)]}, {modifiers(s, attack).total:+}"
    return Panel("odds", title, "list", tuple(terms), rule="11.0-s")


def boxes(s: State) -> tuple[Panel, ...]:
    """Where units wait that are not on the map."""
    late = [row for row in s.edition.turn_rows if row.id > s.turn]
    named = [("setup", "To be set up", "17.0"), ("waiting", "May enter now", "15.0-a"), ("eliminated", "Eliminated", "16.0-f"),
             ("withdrawn", "Withdrawn", "13.7-c"), ("gone", "Returns too late", "8.3-d2")]  # fmt: skip
    used = {place_of(s, u) for u in range(s.edition.units) if s.where[u] < 0}
    found = [Panel(id, title, "box", rule=rule) for id, title, rule in named if id in used]
    found += [Panel(f"turn{row.id}", f"Enter from {row.name}", "box", rule="15.1") for row in late if f"turn{row.id}" in used]
    return tuple(found)
