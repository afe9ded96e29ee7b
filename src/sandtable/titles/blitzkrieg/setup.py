"""2.3, 14.5, 15.2 Set-up of the three games."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Outlines, settle
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.blitzkrieg.cards import full_deck
from sandtable.titles.blitzkrieg.edition import DEFENSE, GAMES, GONE, OCONNOR, TRACK, Edition
from sandtable.titles.blitzkrieg.frames import Turn
from sandtable.titles.blitzkrieg.state import (
    EXTRA_SUPPLY,
    LRDF,
    MINED,
    NOWHERE,
    OWNED,
    STRONG,
    State,
    add_supply,
    place,
    renew_caches,
)
from sandtable.titles.blitzkrieg.supply import mark_supply

SETTINGS: Final = (  # in the order of `State.agreed`
    "italians",
    "german_rate",
    "british_rate",
    "hq_variable",
    "commonwealth_rate",
    "card_as_supply",
    "supply_help",
    "extra_supply",
    "extra_draws",
    "shift",
    "ports",
    "sorties",
    "strong_boxes",
    "minefields",
)
HELPED: Final = ((1, 3), (2, 3))  # 13.4-4: choices that give a side its extra supply unit


def empty(e: Edition, outlines: Outlines, scenario: int, settings: Settings) -> State:
    """Nobody is in play; the boxes are held as the scenario says."""
    s = State(e, outlines)
    row = e.scenario_rows[scenario]
    s.scenario = scenario
    s.agreed = tuple([settings[name] for name in SETTINGS])
    s.turn, s.active = row.first_turn, SIDES.index(row.first)
    s.tobruk, s.bardia = row.tobruk, row.bardia
    s.draws = [row.draws, row.draws]
    s.deck = full_deck(e, scenario)
    s.shipped = [0] * e.boxes
    s.where = [GONE] * e.units
    s.flags = [0] * e.units
    s.came = [NOWHERE] * e.units
    s.began = [NOWHERE] * e.units
    s.stock = [0] * (2 * e.places)
    s.fresh = [0] * e.places
    s.traffic = [0] * e.lanes
    s.held = list(e.first_control[scenario])
    s.flag = [s.held[box] if box in e.victory else NOWHERE for box in range(e.boxes)]
    s.works = [0] * e.boxes
    renew_caches(s)
    return s


def new_game(e: Edition, outlines: Outlines, scenario: int, settings: Settings, dice: Dice) -> State:
    s = empty(e, outlines, scenario, settings)
    game = GAMES[scenario]
    await_arrivals(s)
    for row in e.setup_rows:
        if row.scenario == game:
            unit = e.u(row.unit)
            where = e.place_number("setup", row.unit, row.place)
            s.where[unit] = where
            if where >= 0:
                place(s, unit, where)
            if row.marker == "LRDF":
                s.flags[unit] |= LRDF
            elif row.marker:
                s.bonus[e.side[unit]] = 1 << DEFENSE
    for stock in e.supply_rows:
        if stock.scenario == game:
            add_supply(s, SIDES.index(stock.side), e.place_number("supply_units", stock.place, stock.place), stock.count)
    for work in e.work_rows:
        if work.scenario == game:
            marks = (MINED if work.mined else 0) | (STRONG if work.lasting else 0)
            s.works[e.b(work.box)] = OWNED[SIDES.index(work.side)] | marks
    s.hq = [e.allied_hq, e.italian_hq if scenario == OCONNOR else e.rommel]
    if scenario == OCONNOR:  # 15.1-c
        s.hands[ALLIED] = tuple([card for card, row in enumerate(e.card_rows) if row.given])
    for side, box in ((ALLIED, e.el_alamein), (AXIS, e.aghelia)):
        if s.agreed[EXTRA_SUPPLY] in HELPED[side]:
            add_supply(s, side, box)
    mark_supply(s)
    s.begin(Turn())
    settle(s, dice)
    return s


def await_arrivals(s: State) -> None:
    """Units that come later wait on the track; substitutes and the replacement HQ beside it."""
    e, game = s.edition, GAMES[s.scenario]
    for (scenario, turn, _), units in e.arrivals.items():
        if scenario == s.scenario and turn >= s.turn:
            for unit in units:
                if game in e.unit_rows[unit].games:
                    s.where[unit] = TRACK
    for unit, row in enumerate(e.unit_rows):
        if game in row.games and (row.upgrade_of or unit == e.replacement):
            s.where[unit] = TRACK
