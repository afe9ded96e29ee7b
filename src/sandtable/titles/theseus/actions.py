"""7 Actions: who may act, what it costs, who pays. 7.6 Refit, 7.7 Improved Defence."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.titles.theseus.command import IN_COMMAND, NO_STATE, command_state, is_isolated
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.effectiveness import disrupt, drop_improved, passes, refit
from sandtable.titles.theseus.formations import question
from sandtable.titles.theseus.frames import ATTACKERS_BONUS, DEFENDERS_BONUS, FORMATION, INDEPENDENT, REACTION, Activation, Refit
from sandtable.titles.theseus.state import State, combat_units, give_away, hq_of, mined_for, tell_of, units_of

NOT_ACTIVE: Final = Refusal("5.5.1-a", "only units of the active formation act")
NOT_INVOLVED: Final = Refusal("7.5.3-g", "a bonus point is for units of the combat that are In Command")
NOT_ON_MAP: Final = Refusal("7.2-a", "it is not on the map")
ONLY_REFIT: Final = Refusal("5.6.3-m", "the only Action of a Disrupted unit is Refit")
CUT_OFF: Final = Refusal("5.8.3-a", "a unit Out of Command may only move or make a Hasty Attack")
NOT_ENOUGH: Final = Refusal("7.2-a", "the Action costs more Action Points than are left")
DOUBLE: Final = Refusal("7-b", "Out of Command it costs two Action Points, and they are not left")
ALL_FAILED: Final = Refusal("5.8.4-h", "nobody is left who could act")
IS_FIT: Final = Refusal("7.6-a", "it is not Disrupted")
ISOLATED_DOWN: Final = Refusal("5.6.3-m", "a unit Disrupted and Isolated can do nothing")
NOT_COMBAT: Final = Refusal("3.3-e", "an HQ is no combat unit")
NOBODY_THERE: Final = Refusal("7.1-f", "no unit of the active formation is there")
ALWAYS_IMPROVED: Final = Refusal("7.1-g", "an unbreached friendly minefield is Improved Defence already")
IMPROVED: Final = Refusal("7.7-a", "the hex has the marker already")
ONE_DISRUPTED: Final = Refusal("5.6.3-g", "a Disrupted unit cannot be in Improved Defence")
TWO_FORMATIONS: Final = Refusal("7.7-c", "Improved Defence covers the whole hex, and its units are not of one formation")


# 7.2 Procedure


def unit_refused(s: State, f: Activation, unit: int) -> Optional[Refusal]:
    """A: whether the unit may act in this activation at all."""
    if s.where[unit] < 0:
        return NOT_ON_MAP
    if f.only:
        if unit in f.only:
            return None
        return NOT_INVOLVED if f.kind in (ATTACKERS_BONUS, DEFENDERS_BONUS) else NOT_ACTIVE
    return None if s.formation[unit] == f.formation else NOT_ACTIVE


def actors(s: State, f: Activation) -> list[int]:
    """All that may act: the units of the combat for a bonus point, else the formation with its HQ."""
    if f.only:
        return [u for u in f.only if s.where[u] >= 0]
    hq = hq_of(s, f.formation)
    return units_of(s, f.formation) + ([hq] if s.where[hq] >= 0 else [])


def price(s: State, f: Activation, action: str, units: tuple[int, ...]) -> int:
    """B: what it costs, double with a unit that is not In Command; NONE if such a unit may not do it."""
    if f.kind == INDEPENDENT:
        return 1  # 6.4: the one Action it has
    row = s.edition.cost[action]
    for unit in units:
        if unit < s.edition.units and command_state(s, unit) not in (IN_COMMAND, NO_STATE):
            return NONE if row.out_of_command is None else row.out_of_command
    return row.ap


def purse(s: State, f: Activation) -> int:
    """What can be paid: an attacker adds points of the formation to those of a Battle Victory (7.5.3)."""
    return f.points + sum([below.points for below in lenders(s, f)])


def has_points(s: State, f: Activation) -> bool:
    """Asked as long as that: whether there is something to do with them depends on units that the enemy may not see."""
    return purse(s, f) > 0


def lenders(s: State, f: Activation) -> list[Activation]:
    if f.kind != ATTACKERS_BONUS:
        return []
    found: list[Activation] = []
    below = [g for g in s.frames[: s.frames.index(f)] if isinstance(g, Activation)]
    for g in reversed(below):
        if g.side != f.side or g.kind in (DEFENDERS_BONUS, INDEPENDENT):
            break
        found.append(g)
        if g.kind in (FORMATION, REACTION):
            break
    return found


def pay(s: State, f: Activation, cost: int) -> None:
    """C: the bonus first, then the formation's own points."""
    for purse_of in [f, *lenders(s, f)]:
        part = min(cost, purse_of.points)
        purse_of.points -= part
        cost -= part
    assert cost == 0, "more Action Points were spent than there are"


def too_dear(s: State, f: Activation, action: str, units: tuple[int, ...]) -> Optional[Refusal]:
    cost = price(s, f, action, units)
    if cost == NONE:
        return CUT_OFF
    if cost <= purse(s, f):
        return None
    return DOUBLE if cost > s.edition.cost[action].ap else NOT_ENOUGH


def announce(s: State, action: str, units: tuple[int, ...]) -> bool:
    """C: it is said and paid, and ends Improved Defence where they are (7.7). Whether Isolated units must pass a check first."""
    a = activation(s)
    give_away(s, units)
    pay(s, a, price(s, a, action, units))
    drop_improved(s, s.where[units[0]])
    return bool(isolated_among(s, units))


def isolated_among(s: State, units: tuple[int, ...]) -> list[int]:
    return [u for u in units if u < s.edition.units and is_isolated(s, u)]


def rouse_isolated(s: State, units: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
    """5.8.4 Isolated units must pass a check to act; who fails is Disrupted and stays out. Those that go on."""
    willing = list(units)
    for unit in isolated_among(s, units):
        if passes(s, unit, dice, "5.8.4-b"):
            tell_of(s, "steady", unit)
        else:
            willing.remove(unit)
            tell_of(s, "unsteady", unit)
            disrupt(s, unit, costs=False)
    return tuple(willing)


# 7.6 Refit Action


class TryRefit(Act[State, Activation]):
    rule = "7.6-a"
    form = "refit unit"
    label = "Refit {unit}"
    asks = "refit a Disrupted unit"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        return [(u, 0) for u in actors(s, f) if s.down[u]]

    def why_not(self, s: State, f: Activation, unit: int, _: int, /) -> Optional[Refusal]:
        refusal = unit_refused(s, f, unit)
        if refusal is not None:
            return refusal
        if not s.down[unit]:
            return IS_FIT
        if is_isolated(s, unit):
            return ISOLATED_DOWN
        return too_dear(s, f, "refit", (unit,))

    def do(self, s: State, f: Activation, unit: int, _: int, dice: Dice, /) -> None:
        give_away(s, (unit,))
        pay(s, f, price(s, f, "refit", (unit,)))
        drop_improved(s, s.where[unit])
        s.begin(Refit(f.side, unit))
        question(s, (unit,))


def refit_roller(s: State, f: Refit) -> int:
    return 1 << f.side


def attempt_refit(s: State, f: Refit, dice: Dice) -> None:
    """Failure costs nothing more (5.6.2)."""
    if passes(s, f.unit, dice, "7.6-a"):
        refit(s, f.unit)
    else:
        tell_of(s, "not_refitted", f.unit)


# 7.7 Improved Defence Action


class Improve(Act[State, Activation]):
    rule = "7.1-f"
    form = "improve hex"
    label = "Improve the defence of {hex}"
    asks = "improve the defence of a hex"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        hexes = {s.where[u] for u in actors(s, f) if not s.down[u] and u < s.edition.units}
        return [(h, 0) for h in sorted(hexes)]

    def why_not(self, s: State, f: Activation, hex: int, _: int, /) -> Optional[Refusal]:
        units = combat_units(s, hex)
        if not any(unit_refused(s, f, u) is None for u in units):
            return NOBODY_THERE
        if mined_for(s, f.side, hex):
            return ALWAYS_IMPROVED
        if hex in s.improved:
            return IMPROVED
        if any(s.down[u] for u in units):
            return ONE_DISRUPTED
        if any(unit_refused(s, f, u) is not None for u in units) or len({s.formation[u] for u in units}) > 1:
            return TWO_FORMATIONS
        return too_dear(s, f, "improve", units)

    def do(self, s: State, f: Activation, hex: int, _: int, dice: Dice, /) -> None:
        units = combat_units(s, hex)
        give_away(s, units)  # that all are fit and of one formation
        pay(s, f, price(s, f, "improve", units))
        s.improved = tuple(sorted((*s.improved, hex)))
        s.tell("improved", hex)
        question(s, units)


def activation(s: State) -> Activation:
    """The one that is being spent."""
    return inner(s, Activation)
