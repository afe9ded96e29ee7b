"""8 End of Turn, 9 Admin Phase: recovery, organisation, replacements."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, only
from sandtable.titles.theseus.command import is_in_command, is_isolated
from sandtable.titles.theseus.edition import AFV, NONE
from sandtable.titles.theseus.effectiveness import lose, refit, remove
from sandtable.titles.theseus.frames import Admin, GameTurn, Operations, Organisation, Reinforcement, Replacement
from sandtable.titles.theseus.state import STRIPPED, State, effectiveness, enemy_zone, tell_of
from sandtable.titles.theseus.supply import hq_is_supplied, unit_is_supplied
from sandtable.titles.theseus.victory import end_game, is_automatic, record_points

WRONG_TYPE: Final = Refusal("9.3-d", "there is no Replacement Point for that type of unit")
NOT_ON_MAP: Final = Refusal("9.3-g", "eliminated units are not rebuilt")
AT_FULL: Final = Refusal("9.3-e", "it is at its printed strength")
DISRUPTED: Final = Refusal("5.6.3-l", "a Disrupted unit gets no replacements")
IN_ZONE: Final = Refusal("5.4.1-i", "a unit in an enemy zone of control gets no replacements and is not cannibalised")
NO_COMMAND: Final = Refusal("5.8.3-i", "a unit that is not In Command gets no replacements")
NO_SUPPLY: Final = Refusal("5.7.5-d", "without supply there are no replacements")
NOT_THIS_TURN: Final = Refusal("9.3-b", "the Commonwealth cannibalises on even turns from turn 4")
NOT_THAT_TYPE: Final = Refusal("9.3.1-a", "only tank and heavy tank units, Stop Column and Sea Column are cannibalised")
NOT_WORN: Final = Refusal("9.3.1-b", "it has lost less than half of its printed strength")
ISOLATED_UNIT: Final = Refusal("5.8.4-c", "an Isolated unit is not cannibalised")


def allied(s: State, f: object) -> int:
    return ALLIED


# 2 The turn


def begin_turn(s: State, f: GameTurn, dice: Dice) -> None:
    """5.7.3 Tobruk supplies its captor from now on."""
    s.tell("turn", s.turn)
    if s.captor != NONE:
        s.tobruk, s.captor = s.captor, NONE
    s.passed = 0
    if s.edition.turn_rows[s.turn].admin:
        s.begin(Admin())


def begin_operations(s: State, f: GameTurn, dice: Dice) -> None:
    """10 The first initiative of turn 1 is the Axis's."""
    s.begin(Operations(AXIS if s.turn == 1 else NONE))


def end_of_turn(s: State, f: GameTurn, dice: Dice) -> None:
    """8 Automatic victory, then Victory Points, then the next turn or the end."""
    if is_automatic(s):
        end_game(s, automatic=True)
        return
    record_points(s)
    if s.turn == s.edition.scenario_rows[s.edition.scenario_ids[s.agreed.scenario]].turns:
        end_game(s, automatic=False)
        return
    s.turn += 1
    f.restart()


# 9.1 Recovery


def reset_marker(s: State, f: Admin, dice: Dice) -> None:
    s.marker_space = 0


def recover(s: State, f: Admin, dice: Dice) -> None:
    recover_levels(s)
    s.air, s.flown = s.air | s.flown, 0
    recover_units(s)
    recover_loners(s)


def recover_levels(s: State) -> None:
    """9.1.1 With a supplied HQ; it also turns back from its Emergency side."""
    e = s.edition
    supplied = [hq_is_supplied(s, n) for n in range(e.formations)]
    for n in range(e.formations):
        if supplied[n]:
            s.level[n] = min(e.max_level[n], s.level[n] + e.recovery[n])
            s.emergency[n] = s.starved[n] = False
        else:
            s.starved[n] = s.emergency[n] and s.where[e.units + n] >= 0


def recover_units(s: State) -> None:
    """9.1.3 Whatever the supply of the HQ. All are judged at one moment: a zone that comes back cuts nobody off yet."""
    for unit in [u for u in range(s.edition.units) if s.down[u] and s.where[u] >= 0 and is_in_command(s, u)]:
        refit(s, unit)


def recover_loners(s: State) -> None:
    """9.1.4 These too at one moment."""
    for unit in [u for u in range(s.edition.units) if s.formation[u] == NONE and s.where[u] >= 0 and unit_is_supplied(s, u)]:
        s.acts[unit] = 0
        if s.down[unit]:
            refit(s, unit)


def wasting(s: State, side: int) -> list[int]:
    return [u for u in range(s.edition.units) if s.edition.side[u] == side and s.down[u] and s.where[u] >= 0 and is_isolated(s, u)]


def attrition_rollers(s: State, f: Admin) -> int:
    if not any(s.down):
        return 0
    return sum([1 << side for side in (ALLIED, AXIS) if wasting(s, side)])


def attrition(s: State, f: Admin, dice: Dice) -> None:
    """9.1.5, 5.8.4 By as much as the die is above the rating."""
    for unit in wasting(s, ALLIED) + wasting(s, AXIS):
        over = dice.d10(s.edition.side[unit], "9.1.5-a") - effectiveness(s, unit)
        if over > 0:
            lose(s, unit, over)
        else:
            tell_of(s, "steady", unit)


# 9.2 to 9.4


def begin_organisation(s: State, f: Admin, dice: Dice) -> None:
    s.begin(Organisation())


def begin_replacement(s: State, f: Admin, dice: Dice) -> None:
    s.begin(Replacement(s.edition.turn_rows[s.turn].axis_rp))


def begin_reinforcement(s: State, f: Admin, dice: Dice) -> None:
    s.begin(Reinforcement())


# 9.3 Replacement: what can be done depends on strengths, which the enemy does not know (5.3.4)


def axis_is_replaced(s: State, f: Replacement) -> bool:
    return s.edition.turn_rows[s.turn].axis_rp > 0


def allied_may_cannibalise(s: State, f: Replacement) -> bool:
    return s.edition.turn_rows[s.turn].cannibalise


def needs(s: State, unit: int) -> str:
    """Which kind of Replacement Point a unit takes."""
    e = s.edition
    if e.side[unit] == AXIS:
        return "panzer" if e.kind[unit] == AFV and e.unit_rows[unit].nation == "german" else ""
    return {"tank": "tank", "heavy_tank": "heavy", "leg_infantry": "leg"}.get(e.type[unit], "")


def points_for(f: Replacement, kind: str) -> int:
    return {"panzer": f.panzer, "tank": f.tank, "heavy": f.heavy, "leg": f.leg}.get(kind, 0)


def replacement_refused(s: State, f: Replacement, unit: int) -> Optional[Refusal]:
    e = s.edition
    if unit >= e.units or not points_for(f, needs(s, unit)):
        return WRONG_TYPE
    if s.where[unit] < 0:
        return NOT_ON_MAP
    if s.strength[unit] >= e.strength[unit]:
        return AT_FULL
    if s.down[unit]:
        return DISRUPTED
    if enemy_zone(s, e.side[unit], s.where[unit]):
        return IN_ZONE
    if s.formation[unit] == NONE:
        return None if unit_is_supplied(s, unit) else NO_SUPPLY
    if not is_in_command(s, unit):
        return NO_COMMAND
    return None if hq_is_supplied(s, s.formation[unit]) else NO_SUPPLY


class Rebuild(Act[State, Replacement]):
    """One Strength Point for one Replacement Point, spent at once or lost."""

    rule = "9.3-e"
    form = "replace unit"
    label = "Replace a Strength Point of {unit}"
    asks = "spend Replacement Points"

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def candidates(self, s: State, f: Replacement) -> list[Args]:
        e = s.edition
        return [(u, 0) for u in range(e.units) if e.side[u] == self.side and 0 < s.strength[u] < e.strength[u]]

    def why_not(self, s: State, f: Replacement, unit: int, _: int, /) -> Optional[Refusal]:
        return WRONG_TYPE if s.edition.side[unit] != self.side else replacement_refused(s, f, unit)

    def do(self, s: State, f: Replacement, unit: int, _: int, dice: Dice, /) -> None:
        add_points(f, needs(s, unit), -1)
        s.strength[unit] += 1
        s.tell("replaced", unit, to=only(self.side))  # 5.3.4: it would tell of a strength marker


def add_points(f: Replacement, kind: str, points: int) -> None:
    setattr(f, kind, getattr(f, kind) + points)


class Cannibalise(Act[State, Replacement]):
    """9.3.1, 9.3.2 What is left of a unit becomes points for others of its type."""

    rule = "9.3.1-a"
    form = "cannibalise unit"
    label = "Cannibalise {unit}"
    asks = "cannibalise worn units"

    def candidates(self, s: State, f: Replacement) -> list[Args]:
        return [(u, 0) for u in range(s.edition.units) if s.edition.side[u] == ALLIED and s.where[u] >= 0 and needs(s, u)]

    def why_not(self, s: State, f: Replacement, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if not allied_may_cannibalise(s, f):
            return NOT_THIS_TURN
        if e.side[unit] != ALLIED or s.where[unit] < 0 or unit >= e.units:
            return NOT_THAT_TYPE
        if e.type[unit] in ("tank", "heavy_tank"):
            if 2 * s.strength[unit] > e.strength[unit]:
                return NOT_WORN
        elif not (e.leg_infantry[unit] and s.formation[unit] == NONE):
            return NOT_THAT_TYPE
        if enemy_zone(s, ALLIED, s.where[unit]):
            return IN_ZONE
        return ISOLATED_UNIT if is_isolated(s, unit) else None

    def do(self, s: State, f: Replacement, unit: int, _: int, dice: Dice, /) -> None:
        add_points(f, needs(s, unit), s.strength[unit])
        s.strength[unit] = 0
        remove(s, unit, STRIPPED)
