"""10 Scenarios: set-up, and the training scenario."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Outlines, open_play
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.zones import Zones
from sandtable.titles.theseus.edition import DUMMIES, NONE, Edition
from sandtable.titles.theseus.frames import Activation, GameTurn, Setup, Training
from sandtable.titles.theseus.state import WAITING, Agreed, State, hides, look_at, place
from sandtable.titles.theseus.victory import end_game

ARIETE = "Ari"


def empty(outlines: Outlines, e: Edition, agreed: Agreed) -> State:
    """No unit on the map, nothing going on."""
    s = State(outlines, e, agreed)
    s.where = [WAITING] * e.pieces
    s.strength = list(e.strength)
    s.down = [False] * e.pieces
    s.formation = list(e.home)
    s.dummies = (NONE,) * (2 * DUMMIES)
    s.acts = [0] * e.units
    s.level = [0] * e.formations
    s.emergency = [False] * e.formations
    s.starved = [False] * e.formations
    s.zones = Zones(e.hexes)
    s.last_in = (ALLIED,) * len(e.victory_hexes)
    s.scored = (0,) * len(e.victory_hexes)
    return s


def set_up(outlines: Outlines, e: Edition, scenario: str, settings: Settings) -> State:
    s = first_position(e, scenario, bool(settings["linear_chits"])).clone()
    s.outlines = outlines
    return s


@lru_cache(maxsize=32)
def first_position(e: Edition, scenario: str, linear: bool) -> State:
    s = empty({}, e, Agreed(e.scenario_ids.index(scenario), linear))
    rows = [row for row in e.setup_rows if row.scenario == scenario]
    for row in reversed(rows):  # the first of a hex lies on top
        unit = e.unit_number[row.unit]
        place(s, unit, e.grid.number[row.hex])
        if row.assigned:
            s.formation[unit] = e.formation_number[row.assigned]
    begin_unseen(s)
    for n in range(e.formations):
        s.level[n] = e.start_level[n] if s.where[e.units + n] >= 0 else 0
    for row_ in e.scenario_rows[scenario].air.split(","):
        s.air |= 1 << e.names.number("air", row_)
    if e.scenario_rows[scenario].static:
        s.tobruk = NONE
        absent(s)
        s.begin(Training())
        return s
    s.snafu = AXIS  # 5.2
    s.marker_side, s.marker_space = ALLIED, 1  # the first initiative counts as won by the Axis
    s.begin(GameTurn())
    s.begin(Setup())
    return s


def begin_unseen(s: State) -> None:
    """5.3.4 Of what was set up the enemy has seen the tops."""
    s.seen, s.murky = 0, tuple(sorted([hex for hex in s.at if hides(s, hex)]))
    for hex, units in s.at.items():
        look_at(s, units[:1] if hex in s.murky else units)


def absent(s: State) -> None:
    """Units that never come: no formation waits for them."""
    for unit in range(s.edition.pieces):
        if s.where[unit] == WAITING:
            s.where[unit] = -2


def new(outlines: Outlines, e: Edition, scenario: str, settings: Settings, dice: Dice) -> State:
    s = set_up(outlines, e, scenario, settings)
    open_play(s, dice)
    return s


def activate_ariete(s: State, f: Training, dice: Dice) -> None:
    """10.1 As often as its level allows: six times."""
    ariete = s.edition.formation_number[ARIETE]
    f.restart()
    if s.level[ariete] == 0 or s.where[s.edition.units + ariete] < 0:
        end_game(s, automatic=False)
    else:
        f.number += 1
        s.begin(Activation(AXIS, ariete))
