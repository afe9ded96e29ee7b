"""What is seen of a position: everything, for both sides alike. Only the order of the deck is unknown, to all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.face.story import both, counted
from sandtable.face.view import Between, Cell, Panel, Piece, Side, Spot, Status, View, signed
from sandtable.kernel.play import decider, within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES, other
from sandtable.kernel.steps import stages
from sandtable.titles.blitzkrieg.edition import AIR, BONUSES, DEAD, HQ, MANY, OCONNOR, TRACK, WITHDRAWN
from sandtable.titles.blitzkrieg.face.aids import goals, lit
from sandtable.titles.blitzkrieg.face.battleboard import battle
from sandtable.titles.blitzkrieg.face.board import face_key, supply_face
from sandtable.titles.blitzkrieg.face.payment import payment
from sandtable.titles.blitzkrieg.forts import fort, is_mined, shelter
from sandtable.titles.blitzkrieg.frames import Battle, Capture, CardDraw, Combat, FlankFire, March, PlayerTurn, Withdrawal
from sandtable.titles.blitzkrieg.refit import eliminated, rate
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    DAMAGED,
    LRDF,
    MOVED,
    NOBODY,
    OOS,
    OWNED,
    STRONG,
    UNDER_WAY,
    USED,
    State,
    stock_at,
)

BESIDE: Final = "Holding and eliminated"  # the boxes beside the map


def view(s: State, side: int) -> View:
    return View(
        when=when(s),
        steps=phases(s),
        sides=tuple([Side(NAMES[x], f"{s.points[x]} VP", side_note(s, x), s.points[x]) for x in (ALLIED, AXIS)]),
        pieces=(*pieces(s), *supplies(s)),
        spots=spots(s),
        panels=panels(s),
        focus=focus(s),
        active=active(s, side),
        battle=battle(s),
        turn=month(s, s.turn),
        lit=lit(s),
        goals=goals(s),
        links=roads(s),
        proposals=payment(s, side) if s.frames and decider(s) == side else (),
    )


def month(s: State, turn: int) -> str:
    row = s.edition.turn_rows[turn - 1]
    return row.oconnor if s.scenario == OCONNOR else row.month


def when(s: State) -> str:
    playing = within(s, PlayerTurn)
    if playing is None:
        return f"{month(s, s.turn)} · the end"
    now = next((stage.step.name for stage in stages(s, playing) if stage.state == "current"), "")
    return f"Turn {s.turn} · {month(s, s.turn)} · {NAMES[playing.side]}" + (f" {now}" if now else "")


def phases(s: State) -> tuple[Cell, ...]:
    playing = within(s, PlayerTurn)
    if playing is None:
        return ()
    return tuple([Cell(step.name, state=state, side=playing.side, rule=step.rule) for step, state in stages(s, playing)])


def side_note(s: State, side: int) -> str:
    hq = s.hq[side]
    bonus = ", ".join([name for n, name in enumerate(BONUSES) if s.bonus[side] >> n & 1])
    where = "HQ captured" if hq < 0 else f"HQ: {bonus}" if bonus else "HQ"
    return " · ".join([where, f"{counted(s.draws[side], 'card draw')} left", *in_force(s, side)])


def in_force(s: State, side: int) -> list[str]:
    """5.1.3: what cards that were played still do to a side."""
    khamsin = ["no aircraft: Khamsin"] if s.khamsin != NOBODY else []
    return khamsin + (["Fuel Shortage"] if s.short_of_fuel >> side & 1 else [])


# Pieces


def pieces(s: State) -> tuple[Piece, ...]:
    e = s.edition
    return tuple([piece(s, u) for u in range(e.units) if place_of(s, u)])


def piece(s: State, unit: int) -> Piece:
    e = s.edition
    row = e.unit_rows[unit]
    moved = s.active == e.side[unit] and s.flags[unit] & MOVED != 0
    march = within(s, March)
    under_way = march is not None and unit in march.units
    fight = within(s, Battle)
    flown = s.flags[unit] & USED != 0 and not (fight is not None and unit in fight.second)
    spent = flown if e.type[unit] == AIR else moved and not under_way
    return Piece(row.id, place_of(s, unit), e.side[unit], face_key(row.id, s.flags[unit] & DAMAGED != 0), states(s, unit), spent)


def place_of(s: State, unit: int) -> str:
    """A box, a panel, or nothing for what is not in the game."""
    e, where = s.edition, s.where[unit]
    if 0 <= where < e.boxes:
        return e.box_rows[where].id
    if where == e.holding:
        return f"holding{e.side[unit]}"
    if where == DEAD:
        return f"eliminated{e.side[unit]}"
    if where == WITHDRAWN:
        return "withdrawn"
    return "turn" if where == TRACK and due(s, unit) else ""


def due(s: State, unit: int) -> int:
    """The turn on whose space of the track a unit waits."""
    last = s.edition.scenario_rows[s.scenario].last_turn
    for air, turn in s.returns:
        if air == unit:
            return turn if turn <= last else 0
    for (game, turn, _), units in s.edition.arrivals.items():
        if game == s.scenario and s.turn <= turn <= last and unit in units:
            return turn
    return 0


def states(s: State, unit: int) -> tuple[Status, ...]:
    found: list[Status] = []
    flags = s.flags[unit]
    if flags & OOS:
        found.append(Status("out_of_supply", "S", "Out of supply: may not attack, defends at −1", "7.4.5"))
    if flags & LRDF:
        found.append(Status("note", "L", "Long Range Desert Force: needs no supply", "7.4.8"))
    if flags & DAMAGED:
        found.append(Status("damaged", "1", "hit once: the next hit eliminates it", "9.1.1"))
    if flags & ASIDE:
        found.append(Status("held", "W", "withdrew into this battle, takes no part in it", "9.5.4"))
    if s.edition.type[unit] == HQ:
        side = s.edition.side[unit]
        found += [
            Status("note", name[0], name, "11.3.1")
            for n, name in enumerate(BONUSES)
            if unit == s.hq[side] and s.bonus[side] >> n & 1
        ]
    march = within(s, March)
    if march is not None and unit in march.units:
        left = (march.swift if march.major else march.plain) - march.spent
        found.append(Status("active", str(left), f"{left} box{'' if left == 1 else 'es'} left", "8.2"))
    return tuple(found)


def supplies(s: State) -> tuple[Piece, ...]:
    """Supply units of a place are one piece with their number on it."""
    e, march = s.edition, within(s, March)
    found: list[Piece] = []
    for side in (ALLIED, AXIS):
        for place in range(e.places):
            count = stock_at(s, side, place)
            if count:
                name = s.names.text("unit", e.units + place)
                at = e.box_rows[place].id if place < e.boxes else f"holding{side}"
                id = name if place < e.boxes or side == s.active else f"{name} {NAMES[side]}"
                under_way = march is not None and march.convoy and march.here == place
                spent = side == s.active and s.fresh[place] >= count and not under_way
                found.append(Piece(id, at, side, supply_face(side, count), (), spent))
    return tuple(found)


# Boxes


def spots(s: State) -> tuple[Spot, ...]:
    e = s.edition
    return tuple([Spot(row.id, holder(s, box), marks(s, box)) for box, row in enumerate(e.box_rows)])


def holder(s: State, box: int) -> int:
    return s.flag[box] if box in s.edition.victory else s.held[box]


def marks(s: State, box: int) -> tuple[Status, ...]:
    found: list[Status] = []
    if fort(s, box):
        found.append(Status("fort", f"fort −{fort(s, box)}", f"fort: fire at its defenders at −{fort(s, box)}", "11.4"))
    work = s.works[box]
    if work & UNDER_WAY:
        found.append(Status("works", "building", "Fortified Box under construction", "11.4.6"))
    elif work:
        owner = ALLIED if work & OWNED[ALLIED] else AXIS
        less, _ = shelter(s, owner, box, 1)
        lasts = "" if less == shelter(s, owner, box, MANY)[0] else " in two rounds"
        mines = is_mined(s, other(owner), box)
        every = " in every round" if work & STRONG else lasts
        full = f"{NAMES[owner]} Fortified Box: fire at its defenders at {signed(str(less))}{every}{', mines' if mines else ''}"
        found.append(Status("improved", f"box −{-less}{' · mines' if mines else ''}", full, "11.4.6"))
    if box in s.trench:
        found.append(Status("works", "entrenched", "Entrenched: fire at −1", "3.0-i"))
    if s.interdicted >> box & 1:
        found.append(Status("interdicted", "interdicted", f"interdicted by the {('Allies', 'Axis')[s.active]}", "11.6.3"))
    combat = within(s, Combat)
    if combat is not None and combat.waiting >> box & 1:
        found.append(Status("battle", "battle", "a battle is still to be fought here", "9.1.2"))
    return tuple(found)


def focus(s: State) -> tuple[str, ...]:
    for f in (within(s, Withdrawal), within(s, FlankFire), within(s, Capture), within(s, Battle)):
        if f is not None:
            return (s.edition.box_rows[f.box].id,)
    march = within(s, March)
    return (s.edition.box_rows[march.here].id,) if march is not None and march.here < s.edition.boxes else ()


def active(s: State, side: int) -> tuple[Cell, ...]:
    """Who marches, for those who look on: who decides reads it in the question."""
    march = within(s, March)
    if march is None or march.side == side:
        return ()
    left = (march.swift if march.major else march.plain) - march.spent
    names = both([s.names.called("unit", u) for u in march.units]) or "A supply unit"
    road = "if all on major roads" if march.major else ""
    return (Cell(f"{names}: {boxes_left(left)}", road, "current", march.side, "8.2"),)


def boxes_left(left: int) -> str:
    return f"{left} box{'' if left == 1 else 'es'} left"


# Beside the map


def panels(s: State) -> tuple[Panel, ...]:
    return (
        turn_record(s),
        points_track(s),
        *[cards(s, side) for side in (ALLIED, AXIS)],
        deck(s),
        *[Panel(f"holding{side}", f"{NAMES[side]} Holding", "box", rule="6.2", group=BESIDE) for side in (ALLIED, AXIS)],
        *[
            Panel(f"eliminated{side}", f"{NAMES[side]} Eliminated", "box", note=rates(s, side), rule="6.3", group=BESIDE)
            for side in (ALLIED, AXIS)
        ],
        Panel("withdrawn", "Allied Withdrawn", "box", rule="6.6", group=BESIDE),
    )


def turn_record(s: State) -> Panel:
    """4.0: turns with what arrives, leaves and returns."""
    e, row = s.edition, s.edition.scenario_rows[s.scenario]
    cells: list[Cell] = []
    when_due = [(e.unit_rows[u].id, due(s, u)) for u in range(e.units) if s.where[u] == TRACK]
    for turn in range(row.first_turn, row.last_turn + 1):
        waiting = tuple([unit for unit, then in when_due if then == turn])
        state = "current" if turn == s.turn else "past" if turn < s.turn else ""
        cells.append(Cell(month(s, turn), calls(s, turn), state, pieces=waiting))  # type: ignore[arg-type]
    return Panel("turn", "Turn Record", "track", tuple(cells), rule="4.0")


def calls(s: State, turn: int) -> str:
    if s.scenario == OCONNOR:
        return ""
    found = []
    for action in ("withdraw", "return"):
        called = s.edition.calls.get((turn, action), ())
        units = [f"{s.names.text('nation', nation)} {s.names.text('type', kind)}" for nation, kind in called]
        found += [f"{action} {both(units)}"] if units else []
    return "; ".join(found)


def points_track(s: State) -> Panel:
    cells = [Cell(NAMES[side], f"{s.points[side]} VP", side=side, rule="12.0") for side in (AXIS, ALLIED)]
    for box in s.edition.victory:
        worth = f"{s.edition.box_points[AXIS][box]}/{s.edition.box_points[ALLIED][box]}"
        cells.append(Cell(s.edition.box_rows[box].id, worth, side=s.flag[box], rule="12.1"))
    area = "attacked" if s.alamein else "not attacked"
    ahead = s.points[AXIS] - s.points[ALLIED]
    note = signed(f"Axis points less Allied points: {f'{ahead:+}' if ahead else 0}; Alamein area {area}")
    return Panel("points", "Victory Points", "list", tuple(cells), note, "12.9")


def cards(s: State, side: int) -> Panel:
    rows = s.edition.card_rows
    asked = bool(s.frames) and decider(s) == side and within(s, CardDraw) is None
    cells = [
        Cell(rows[card].id, rows[card].effect, "ready", side, "5.1.3", id=id, head=rows[card].phase)
        for card, id in zip(s.hands[side], ids(s, s.hands[side], asked), strict=True)
    ]
    return Panel(f"cards{side}", f"{NAMES[side]} cards", "cards", tuple(cells), f"{counted(s.draws[side], 'draw')} left", "5.0")


def ids(s: State, held: Sequence[int], asked: bool) -> list[str]:
    """By what they can be clicked, if at all: of two alike the first stands for both."""
    return [s.edition.card_rows[card].id if asked and card not in held[:n] else "" for n, card in enumerate(held)]


def deck(s: State) -> Panel:
    """5.0: nobody knows the order of the deck, everybody what has been played."""
    rows = s.edition.card_rows
    pile = (Cell("left in the deck", covered=sum(s.deck)),) if sum(s.deck) else ()
    again = within(s, CardDraw) is not None  # Past Is Prologue may name one
    played = [
        Cell(rows[card].id, rows[card].effect, "used", head="discarded", id=id)
        for card, id in zip(s.discards, ids(s, s.discards, again), strict=True)
    ]
    return Panel("deck", "Deck and discards", "cards", (*pile, *played), "", "5.0")


def rates(s: State, side: int) -> str:
    """6.4: what comes back of each pool."""
    found = []
    for pool in (3, 4) if side == ALLIED else (0, 1, 2):
        take, of = rate(s, pool)
        found.append(f"{s.names.called('pool', pool)} {take} of {of} come back, {len(eliminated(s, pool)) or 'none'} eliminated")
    return "; ".join(found)


def roads(s: State) -> tuple[Between, ...]:
    """8.4: tertiary roads that are used in this phase."""
    e = s.edition
    found: list[Between] = []
    for n, lane in enumerate(e.lane):
        if lane >= 0 and s.traffic[lane]:
            row, full = e.road_rows[n], s.traffic[lane] >= e.figure["tertiary"]
            mark = (
                Status("congested", "full", "Congested", "8.4")
                if full
                else Status("note", "1 left", "carries one unit more", "8.4")
            )
            found.append(Between(row.a, row.b, (mark,)))
    return tuple(found)
