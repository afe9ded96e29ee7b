"""17.0 Scenarios: who starts where."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Outlines, Refusal, open_play
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import Edition
from sandtable.titles.gazala.frames import SetUp, Turn
from sandtable.titles.gazala.state import NEVER_LEFT, OFF, SUPPLIED, State, crowded, holds, place, renew_caches

FREE: Final = 1

NOT_THE_NEXT: Final = Refusal("17.0-S1-c", "another unit comes first")
NOT_ITS_AREA: Final = Refusal("17.0-S1-c", "the scenario has it start elsewhere")
ONE_PER_HEX: Final = Refusal("17.0-S1-c", "a unit is there, and the Allies start with one in a hex")
TWO_PER_HEX: Final = Refusal("17.0-S1-d5", "201st Guards starts with two units in each of its hexes")
OVER_STACKED: Final = Refusal("17.0-S1-e", "it is fully stacked")
ALLIES_THERE: Final = Refusal("17.0-S1-f2", "an Allied unit is there")


def empty(edition: Edition, outlines: Outlines, scenario: int) -> State:
    """Nobody is on the map: units of the set-up wait for it, the others for their turn."""
    s = State(edition, outlines)
    s.scenario = scenario
    s.points = edition.scenario_rows[scenario].axis_points
    s.activations = [0] * len(edition.formations)
    s.where = [OFF] * edition.units
    s.steps = list(edition.full)
    s.used = [0] * edition.units
    s.disrupted = [0] * edition.units
    s.supply = [SUPPLIED] * edition.units
    s.due = list(edition.entry_turn)
    s.left_by = [NEVER_LEFT] * edition.units
    renew_caches(s)
    return s


def new_game(edition: Edition, outlines: Outlines, scenario: int, settings: Settings, dice: Dice) -> State:
    s = empty(edition, outlines, scenario)
    s.begin(Turn())
    starting = [u for u in range(edition.units) if edition.setup_hexes[u]]
    if settings["setup"] == FREE:
        for side in (AXIS, ALLIED):  # begun in reverse: the Allies set up first
            s.begin(SetUp(side, tuple([u for u in starting if edition.side[u] == side])))
    else:
        for unit in starting:
            put(s, unit, edition.suggested[unit])
    open_play(s, dice)
    return s


def put(s: State, unit: int, hex: int) -> None:
    place(s, unit, hex)
    s.used[unit] = int(s.edition.starts_used[unit])


class SetUpUnit(Act[State, SetUp]):
    rule = "17.0-S1-c"
    form = "put unit hex"
    label = "Set up {unit} in {hex}"
    asks = "set up its units"

    def candidates(self, s: State, f: SetUp) -> list[Args]:
        return [(f.waiting[0], hex) for hex in s.edition.setup_hexes[f.waiting[0]]] if f.waiting else []

    def why_not(self, s: State, f: SetUp, unit: int, hex: int, /) -> Optional[Refusal]:
        e = s.edition
        if not f.waiting or unit != f.waiting[0]:
            return NOT_THE_NEXT
        if hex not in e.setup_hexes[unit]:
            return NOT_ITS_AREA
        if f.side == AXIS:
            if holds(s, hex, ALLIED):
                return ALLIES_THERE
            return OVER_STACKED if crowded(s, (*s.stack[hex], unit)) else None
        if len(s.stack[hex]) < e.per_hex[unit]:
            return None
        return TWO_PER_HEX if e.per_hex[unit] > 1 else ONE_PER_HEX

    def do(self, s: State, f: SetUp, unit: int, hex: int, dice: Dice, /) -> None:
        f.waiting = f.waiting[1:]
        put(s, unit, hex)
        s.tell("set_up", unit, hex)
