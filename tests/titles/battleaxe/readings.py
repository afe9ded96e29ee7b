"""What tests of Battleaxe read off a position or its log."""

from __future__ import annotations

from sandtable.face.view import Cell, Panel
from sandtable.kernel.play import Event
from sandtable.kernel.sides import SIDES
from sandtable.kernel.tally import Tally
from sandtable.titles.battleaxe.face.view import panels
from sandtable.titles.battleaxe.state import State, stack, units_in
from tests.titles.battleaxe.positions import a, edition


def standing(s: State, side: str, area: str) -> set[str]:
    """The units of a side in an area."""
    return {edition().unit_rows[unit].id for unit in units_in(stack(s, SIDES.index(side), a(area)))}


def sums(s: State) -> tuple[Tally, Tally]:
    """The Attack Value and the Defense Value of the one combat since the last `play`."""
    attack, defence = [event.tally for event in s.log or () if isinstance(event, Event) and event.tally is not None]
    return attack, defence


def term(tally: Tally, rule: str) -> int:
    """What a rule adds to a sum; 0 if it adds nothing."""
    return sum([int(found.value) for found in tally.terms if found.rule == rule])


def panel(s: State, id: str) -> Panel:
    """A track or a holding box, as it is shown."""
    return next(found for found in panels(s) if found.id == id)


def current(s: State, id: str) -> str:
    """The space of a track that the marker stands on."""
    return next(cell.text for cell in panel(s, id).cells if cell.state == "current")


def support(s: State, side: str) -> list[tuple[str, str]]:
    """A side's markers in the Support Units Box: which, and whether they are ready or used."""
    cells: list[Cell] = [cell for cell in panel(s, "support").cells if cell.side == SIDES.index(side)]
    return [(cell.text, cell.state) for cell in cells]
