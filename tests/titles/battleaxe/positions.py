"""Positions built directly, so that a test starts at the moment it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.play import settle
from sandtable.kernel.sides import ALLIED, AXIS, SIDES, other
from sandtable.titles.battleaxe import TITLE, impulses
from sandtable.titles.battleaxe.edition import Edition, load
from sandtable.titles.battleaxe.frames import Game, Maneuvers, Refit, Turn
from sandtable.titles.battleaxe.sequence import OUTLINES
from sandtable.titles.battleaxe.setup import agree, where_it_sets_up
from sandtable.titles.battleaxe.state import ABSENT, DEAD, NOBODY, State, controller, empty_state, lift, place
from tests.kit import play

MANEUVERS, REFIT_ALLIED, REFIT_AXIS, SURRENDER, END_REFIT, END_PHASE = range(6)  # the rows of the Turn


def edition() -> Edition:
    return load(None)


def u(id: str) -> int:
    """A unit's number."""
    return edition().names.number("unit", id)


def a(id: str) -> int:
    """An area's number."""
    return edition().names.number("area", id)


def start(scenario: str = "battleaxe", **settings: int) -> State:
    """A new game, at its first decision."""
    s: State = TITLE.rules.new(edition(), scenario, TITLE.rules.agree(settings), NoDice())
    return s


def opened(**settings: int) -> State:
    """A new game with 11H in D and CIH in B, at the first Allied Impulse."""
    return play(start("battleaxe", **settings), "deploy 11H D", "deploy CIH B")


def units(
    at: Mapping[str, str],
    *,
    rest: bool = False,
    reduced: str = "",
    unsupplied: str = "",
    dead: str = "",
    allied: str = "",
    axis: str = "",
    turn: int = 1,
    impulse: int = 3,
    advantage: str = "allied",
    fuel_low: bool = False,
    rommel: bool = False,
    released: bool | None = None,
    artillery: tuple[int, int] = (3, 2),
    vp: int = 0,
    scenario: str = "battleaxe",
    more_uses: bool = False,
    **settings: int,
) -> State:
    """A position without anything going on. `at`: unit -> area. Others are not in play, or with `rest` where they set up.

    `allied`, `axis`: areas (blank between) with another controller than at the start; a side alone in an area controls it
    unless they say otherwise. On June 15 (turn 0) the bound divisions are bound unless `released` is true.
    `more_uses` is the setting of 19.1, which has the name of the marker.
    """
    e = edition()
    s = empty_state(OUTLINES, e, agree(e, scenario, TITLE.rules.agree({**settings, "advantage": int(more_uses)})))
    for unit in range(e.units):
        id = e.unit_rows[unit].id
        if id in at:
            place(s, unit, a(at[id]))
        elif rest and where_it_sets_up(s, unit):
            place(s, unit, where_it_sets_up(s, unit)[0])
    for id in dead.split():
        if s.where[u(id)] >= 0:
            lift(s, u(id), ABSENT)
        s.where[u(id)] = DEAD
    for area in range(len(e.map)):
        for side in (ALLIED, AXIS):
            if s.held[side] >> area & 1 and not s.held[other(side)] >> area & 1 and controller(s, area) != side:
                s.allied ^= 1 << area
    for id in allied.split():
        s.allied |= 1 << a(id)
    for id in axis.split():
        s.allied &= ~(1 << a(id))
    s.reduced = e.mask(reduced.split())
    s.unsupplied = e.mask(unsupplied.split())
    s.turn, s.impulse, s.vp = turn, impulse, vp
    s.advantage = SIDES.index(advantage) if advantage else NOBODY
    s.heir = NOBODY if advantage else ALLIED
    s.fuel_low, s.rommel, s.artillery = fuel_low, rommel, list(artillery)
    s.released = 0b110 if (turn > 0 if released is None else released) else 0
    return s


def position(at: Mapping[str, str], half: str = "allied", dice: Sequence[int] = (), **facts: Any) -> State:
    """The start of a half Impulse: the side is about to choose its Impulse (see `units` for the facts)."""
    s = units(at, **facts)
    side = SIDES.index(half)
    begin_turn(s, MANEUVERS)
    maneuvers = Maneuvers()
    maneuvers.at = 1 + side
    s.begin(maneuvers)
    impulses.begin(s, side)
    settle(s, ScriptedDice(dice) if dice else NoDice())
    return s


def begin_turn(s: State, row: int) -> None:
    """The Turn, with that row just left."""
    s.begin(Game())
    turn = Turn()
    turn.at = row + 1
    s.begin(turn)


def refit(at: Mapping[str, str], side: str = "allied", points: int = 1, **facts: Any) -> State:
    """A side's Refit, at its first decision."""
    s = units(at, **facts)
    begin_turn(s, REFIT_ALLIED if side == "allied" else REFIT_AXIS)
    s.begin(Refit(SIDES.index(side), points, 0, 0))
    settle(s, NoDice())
    return s


def run_from(s: State, row: int, dice: Sequence[int] = ()) -> State:
    """Let a position (of `units`) run from that row of the Turn up to the next decision; all dice must be used."""
    s = s.clone()
    s.log = []
    begin_turn(s, row - 1)
    scripted = ScriptedDice(dice)
    settle(s, scripted)
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} dice were not used"
    return s


def end_day(at: Mapping[str, str], dice: Sequence[int] = (), **facts: Any) -> State:
    """The Axis passes in Impulse 12: the Maneuvers Phase ends. The dice are the Sunset DR and what follows it."""
    s = position(at, half="axis", **{"impulse": 12, **facts})
    return play(s, "pass", dice=dice)


def place_of(s: State, id: str) -> str:
    """The area of a unit, "dead" or "absent"."""
    area = s.where[u(id)]
    return "dead" if area == DEAD else "absent" if area == ABSENT else edition().map.ids[area]


def is_full(s: State, id: str) -> bool:
    """Whether a unit is on the map at Full Strength."""
    return s.where[u(id)] >= 0 and not s.reduced >> u(id) & 1


def is_reduced(s: State, id: str) -> bool:
    return s.where[u(id)] >= 0 and bool(s.reduced >> u(id) & 1)


def holder(s: State, id: str) -> str:
    """Who controls an area."""
    return SIDES[controller(s, a(id))]
