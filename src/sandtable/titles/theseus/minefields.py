"""7.3.6 Entering enemy minefields, 7.4 breaching them."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import only
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.actions import ONLY_REFIT, actors, pay, price, too_dear, unit_refused
from sandtable.titles.theseus.command import has_schwerpunkt, is_in_command
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.effectiveness import disrupt, drop_improved, lose
from sandtable.titles.theseus.formations import question
from sandtable.titles.theseus.frames import Activation, Breach, March
from sandtable.titles.theseus.state import State, enemy_zone, give_away, mined_against, open_breach, tell_of, under_fire

ENTER, DISRUPT, LOSS = range(3)
BREACHED, NO_EFFECT, DISRUPTED = range(3)

NOT_INFANTRY: Final = Refusal("7.4-a", "only infantry and engineers breach minefields")
NO_MINES: Final = Refusal("7.4-a", "it does not stand in an unbreached enemy minefield")


# 7.3.6 Minefield Check


def mine_roller(s: State, f: March) -> int:
    return 1 << f.side if f.step != NONE and mined_against(s, f.side, f.step) else 0


def check_modifier(s: State, f: March, unit: int) -> Tally:
    e, formation = s.edition, s.formation[unit]
    drm = Tally("modifiers of the Minefield Check")
    if formation != NONE and unit in f.engineers:
        drm.add(-e.engineer[formation], "7.3.6-d", "engineers of the HQ")
    if formation != NONE and e.hecker in f.units and s.formation[e.hecker] == formation:
        drm.add(e.modifier["check_hecker"], "7.3.6-g", "KG Hecker")
    if formation != NONE and formation == s.schwerpunkt and unit in f.engineers:
        drm.add(e.modifier["check_schwerpunkt"], "7.3.6-h", "Schwerpunkt")
    return drm


def check_mines(s: State, f: March, dice: Dice) -> None:
    """A die for each combat unit before anything moves: who passes goes in, who fails stays. HQs stay behind."""
    e, through = s.edition, []
    under_fire(s, [u for u in f.units if u < e.units])
    for unit in [u for u in f.units if u < e.units]:
        drm = check_modifier(s, f, unit)
        roll = dice.d10(f.side, "7.3.6-c") + drm.total
        result = e.check.at(roll, e.mine_column[unit])
        tell_of(s, "mine_passed" if result == ENTER else "mine_check", unit, roll)
        if result == ENTER:
            through.append(unit)
            continue
        disrupt(s, unit, costs=False)
        if result == LOSS:
            lose(s, unit, 1)
    f.units = tuple(through) or tuple([u for u in f.units if s.where[u] >= 0])
    if not through:
        f.step, f.left = NONE, 0


# 7.4 Breach Minefield Action


class TryBreach(Act[State, Activation]):
    rule = "7.4-a"
    form = "breach unit"
    label = "Breach the minefield with {unit} · needs a roll"
    asks = "breach a minefield"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        return [(u, 0) for u in actors(s, f) if s.edition.can_breach[u] and mined_against(s, f.side, s.where[u])]

    def why_not(self, s: State, f: Activation, unit: int, _: int, /) -> Optional[Refusal]:
        refusal = unit_refused(s, f, unit)
        if refusal is not None:
            return refusal
        if not s.edition.can_breach[unit]:
            return NOT_INFANTRY
        if not mined_against(s, f.side, s.where[unit]):
            return NO_MINES
        return ONLY_REFIT if s.down[unit] else too_dear(s, f, "breach", (unit,))

    def do(self, s: State, f: Activation, unit: int, _: int, dice: Dice, /) -> None:
        give_away(s, (unit,))
        pay(s, f, price(s, f, "breach", (unit,)))
        drop_improved(s, s.where[unit])
        s.begin(Breach(f.side, unit))
        question(s, (unit,))


def breach_roller(s: State, f: Breach) -> int:
    return 1 << f.side


def breach_modifier(s: State, unit: int) -> Tally:
    e, formation, hex = s.edition, s.formation[unit], s.where[unit]
    drm = Tally("modifiers of the breach attempt")
    if formation != NONE and is_in_command(s, unit):
        drm.add(-e.engineer[formation], "7.4-c", "engineers of the HQ")
    if formation != NONE and s.formation[e.hecker] == formation and s.where[e.hecker] == hex:
        drm.add(e.modifier["breach_hecker"], "7.4-h", "KG Hecker")
    if enemy_zone(s, e.side[unit], hex):
        drm.add(e.modifier["breach_ezoc"], "7.4-i", "in an enemy zone of control")
    if has_schwerpunkt(s, unit):
        drm.add(e.modifier["breach_schwerpunkt"], "7.4-j", "Schwerpunkt")
    return drm


def attempt_breach(s: State, f: Breach, dice: Dice) -> None:
    e, hex = s.edition, s.where[f.unit]
    drm = breach_modifier(s, f.unit)
    roll = dice.d10(f.side, "7.4-a") + drm.total
    s.explain(drm, to=only(f.side))  # it would tell to whom KG Hecker is assigned
    result = e.breach.at(roll, e.breach_column[e.mines[hex]])
    if result == BREACHED:
        open_breach(s, hex)
        s.tell("breached", hex)
    elif result == DISRUPTED:
        disrupt(s, f.unit, costs=False)
    else:
        s.tell("not_breached", hex)
