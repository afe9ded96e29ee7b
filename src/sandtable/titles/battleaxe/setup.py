"""5 Prepare for play."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Outlines, Refusal, settle
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.battleaxe.edition import Edition
from sandtable.titles.battleaxe.frames import Game, SetUp
from sandtable.titles.battleaxe.state import ABSENT, Agreed, State, empty_state, place

NOT_YOURS_TO_PLACE: Final = Refusal("5.2.1", "it has no choice of Zones, or stands in one already")
NOT_THERE: Final = Refusal("5.2.1", "it may not start there")


def agree(edition: Edition, scenario: str, settings: Settings) -> Agreed:
    bid = settings["bid"]
    return Agreed(
        extended=scenario == "extended",
        advantage=bool(settings["advantage"]),
        luftwaffe=bool(settings["luftwaffe"]),
        consolidated=bool(settings["consolidated"]),
        reserves=bool(settings["reserves"]),
        reliability=bool(settings["reliability"]),
        tobruk=bool(settings["tobruk"]),
        historical=settings["setup"] == 1,
        needed=bid or edition.operational_victory,
        allied_markers_only=bool(settings["markers"]),
    )


def new(outlines: Outlines, edition: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    """5.1, 5.2 Markers and units in place; what may be placed freely is the first decision."""
    s = empty_state(outlines, edition, agree(edition, scenario, settings))
    for unit in range(edition.units):
        spaces = where_it_sets_up(s, unit)
        if len(spaces) == 1:
            place(s, unit, spaces[0])
    s.begin(Game())
    s.begin(SetUp())
    settle(s, dice)
    return s


def where_it_sets_up(s: State, unit: int) -> list[int]:
    """5.2, 19.3 The spaces that a unit may set up in; none: it is not in this game."""
    edition, row = s.edition, s.edition.unit_rows[unit]
    if unit == edition.consolidated and not s.agreed.consolidated:
        return []
    if edition.squadrons >> unit & 1 and s.agreed.consolidated:
        return []
    ids = (row.historical,) if s.agreed.historical and row.historical else row.setup
    return [edition.names.number("area", id) for id in ids]


def allied(s: State, f: SetUp) -> int:
    return ALLIED


class Deploy(Act[State, SetUp]):
    """5.2.1, 19.3 11H and CIH in any of Zones A to D, the consolidated 4RTR in A, B or C."""

    rule = "5.2.1"
    form = "deploy unit area"
    label = "Set up {unit} in {area}"
    asks = "set up the units that have a choice of Zones"

    def candidates(self, s: State, f: SetUp) -> list[Args]:
        return [(unit, area) for unit in range(s.edition.units) if s.where[unit] == ABSENT for area in where_it_sets_up(s, unit)]

    def why_not(self, s: State, f: SetUp, unit: int, area: int, /) -> Optional[Refusal]:
        if s.where[unit] != ABSENT or not where_it_sets_up(s, unit):
            return NOT_YOURS_TO_PLACE
        return None if area in where_it_sets_up(s, unit) else NOT_THERE

    def do(self, s: State, f: SetUp, unit: int, area: int, dice: Dice, /) -> None:
        place(s, unit, area)
        s.tell("set_up", unit, area)


def determine_sides(bids: tuple[int, int], dice: Dice) -> tuple[int, int]:
    """18.1 Two players bid VP in secret for the Allies: which of them commands the Allies, and how many VP he needs.

    The higher bid commands; a tie is decided by a die, high for the first player.
    """
    first, second = bids
    if first == second:
        return (0 if dice.passes((1, 2, 3, 4, 5, 6), 4, ALLIED, "18.1") else 1), first
    winner = 0 if first > second else 1
    return winner, bids[winner]


def seats(bids: tuple[int, int], dice: Dice) -> tuple[int, int]:
    """18.1 The sides that the first and the second bidder command."""
    winner, _ = determine_sides(bids, dice)
    return (ALLIED, other(ALLIED)) if winner == 0 else (other(ALLIED), ALLIED)
