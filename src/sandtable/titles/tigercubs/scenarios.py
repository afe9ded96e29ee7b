"""Scenarios S1 to S3 at both time scales: who starts where, with what, by which optional rules."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Outlines, settle
from sandtable.kernel.rules import Scenario, Setting, Settings
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import GameTurn
from sandtable.titles.tigercubs.kinds import NONE, SCALES, TERMINAL
from sandtable.titles.tigercubs.scales import GSP
from sandtable.titles.tigercubs.state import CHARTED, EMPLACED, PAID_AIR, PAID_GENERAL, WAITING, Agreed, State, place, renew_caches

SCENARIOS: Final = (
    Scenario("brevity", "Operation Brevity", "Late May and early June 1941, the frontier alone: three player turns, Allies first."),
    Scenario("battleaxe", "Operation Battleaxe", "Early June to early July 1941, the whole map: five player turns, Allies first."),
    Scenario("campaign", "From Brevity to Battleaxe", "Late May to late July 1941: nine player turns with reinforcements."),
)

SETTINGS: Final = (
    Setting(
        "scale",
        "Time scale",
        "half-month: the standard turn; 5-day: three turns for each of them, with ratings of their own.",
        "2.I",
        choices=SCALES,
    ),
    Setting("air_order", "Randomised air order", "Dice decide who flies first; then missions alternate.", "6.3.b.ii.1-o"),
    Setting("heavy_aa", "Heavy AA busy in the air", "Heavy AA that fired at aircraft is weak on the ground.", "11.A.1.a.ii"),
    Setting(
        "hexsides",
        "Hexside modifiers",
        "worst: the greatest counts; averaged: the mean of the sides used; random: one of them is drawn.",
        "9.B.5",
        high=2,
        choices=("worst", "averaged", "random"),
    ),
    Setting("mid_course", "Mid-course interception", "Missions may be intercepted on their way home.", "8.D.1.b.iii"),
    Setting("fog", "Fog of war", "Of an enemy stack only the top is shown until combat or reconnaissance shows it.", "HID-a"),
)


def agreed(edition: Edition, scenario: str, settings: Settings) -> Agreed:
    return Agreed(
        edition.scenarios.index(scenario),
        settings["scale"],
        bool(settings["air_order"]),
        bool(settings["heavy_aa"]),
        settings["hexsides"],
        bool(settings["mid_course"]),
        bool(settings["fog"]),
    )


def empty(edition: Edition, outlines: Outlines, agreed: Agreed) -> State:
    """The map with its owners and nobody on it: all counters in their boxes."""
    s = State(outlines, edition, agreed)
    units, airs = edition.units, edition.air_units
    s.turn = edition.span[agreed.scenario][agreed.scale][0]
    s.phasing = edition.first[agreed.scenario]
    s.where = [CHARTED] * units
    s.reduced, s.out, s.cut, s.paid, s.offensive = [0] * units, [0] * units, [0] * units, [0] * units, [0] * units
    s.post, s.spent, s.exit_paid, s.mode, s.did = [0] * units, [0] * units, [0] * units, [0] * units, [0] * units
    s.colour, s.carries, s.exit_to = [NONE] * units, [NONE] * units, [NONE] * units
    s.phase_start, s.turn_start = [NONE] * units, [NONE] * units
    s.base, s.aloft, s.air_colour = [WAITING] * airs, [NONE] * airs, [NONE] * airs
    s.steps = [row.steps for row in edition.air_rows]
    s.flown, s.homeward, s.met = [0] * airs, [0] * airs, [0] * airs
    s.air_out, s.air_cut, s.air_paid = [0] * airs, [0] * airs, [0] * airs
    s.owner = list(edition.owner)
    s.owner_then = edition.owner
    renew_caches(s)
    return s


def new_game(edition: Edition, outlines: Outlines, agreed: Agreed, dice: Dice) -> State:
    s = set_up(edition, outlines, agreed)
    settle(s, dice)
    return s


def set_up(edition: Edition, outlines: Outlines, agreed: Agreed) -> State:
    """All units begin in General Supply, paid for (S2-b): `out` is 0."""
    s = empty(edition, outlines, agreed)
    id = edition.scenarios[agreed.scenario]
    for unit, where, emplaced in edition.start[agreed.scenario]:
        place(s, unit, where)
        s.post[unit] = EMPLACED if emplaced else s.post[unit]
    for air, where in edition.air_start[agreed.scenario]:
        s.base[air] = where
    for is_air, piece, _, _, _ in edition.entries[agreed.scenario]:
        if not is_air:
            s.where[piece] = WAITING
    for stock in edition.stock_rows:
        if stock.scenario == id:
            where = edition.place(stock.at)
            if stock.thirds:
                s.lp[where] = stock.thirds
            if stock.gsp:
                s.gsp[where] = stock.gsp * GSP
    s.works = {edition.place(row.hex): row.level for row in edition.fortification_rows if row.scenario == id}
    for unit in range(edition.units):
        s.paid[unit] = PAID_GENERAL | PAID_AIR if edition.role[unit] == TERMINAL and s.where[unit] >= 0 else 0
    s.air_paid = [1] * edition.air_units
    s.begin(GameTurn(True))
    return s
