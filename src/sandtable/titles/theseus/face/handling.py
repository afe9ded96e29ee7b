"""What a click on a counter can mean: the formation that it leads or belongs to, the stack that goes as one, the usual attack."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.story import counted, measured
from sandtable.face.view import Given
from sandtable.kernel.play import Option, Refusal, pending
from sandtable.kernel.sides import other
from sandtable.titles.theseus.actions import price
from sandtable.titles.theseus.edition import MP
from sandtable.titles.theseus.face.forecast import chooser
from sandtable.titles.theseus.frames import INDEPENDENT, Activation, Attack, Hits, March
from sandtable.titles.theseus.modifiers import armour_against
from sandtable.titles.theseus.movement import ENEMY_HQ, ENEMY_UNIT, SEA_BARS, STOPPED
from sandtable.titles.theseus.results import HoldGround, Withdraw, what_it_costs
from sandtable.titles.theseus.state import State, combat_units, has_enemy_unit, holder, hq_of, units_of


def stands(s: State, o: Option) -> Sequence[Named]:
    """The HQ of a formation and its units; of a formation that something is put on, the HQ alone; who digs in with a hex."""
    act = pending(s).act(o[0])
    if o[0] == "improve":
        return [("unit", u) for u in combat_units(s, o[1])]
    if act is None or "formation" not in act.takes:
        return ()
    formation = o[1] if act.takes[0] == "formation" else o[2]
    here = [u for u in (hq_of(s, formation), *(units_of(s, formation) if o[0] == "activate" else ())) if s.where[u] >= 0]
    return [("unit", u) for u in here]


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """The first moves, those of its hex go along. 7.3.1 Who stand in several hexes do not set out as one."""
    if len({s.where[u] for u in units}) > 1:
        return ()
    return [("move", units[0], 0), *[("with", u, 0) for u in units[1:]], ("go", 0, 0)] if units else ()


def bars(s: State, o: Option) -> Optional[Refusal]:
    """What keeps a stack on its way from a far hex."""
    f = s.frames[-1]
    if not isinstance(f, March) or o[0] != "step":
        return None
    e, hex, here = s.edition, o[1], s.where[f.units[0]]
    if not e.adjacent[hex]:
        return SEA_BARS
    if holder(s, hex) == other(f.side):
        return ENEMY_UNIT if has_enemy_unit(s, f.side, hex) else ENEMY_HQ
    if f.moved and f.left <= 0:
        return STOPPED
    left = measured(Fraction(f.left, MP), "Movement Point")
    away = f"it is {e.distance(here, hex)} hexes away"
    return Refusal("7.3-a", f"{away}, and the {left} left do not reach so far through this ground, mines and enemy zones")


def costs(s: State, o: Option) -> str:
    """7.2 What an Action costs, of which an attack is hasty at first; what hits do; and what points that are compared come to."""
    f = s.frames[-1]
    if isinstance(f, Attack) and o[0] == "oppose":
        return superiority(armour_against(s, f, o[1]))
    if isinstance(f, Hits):
        return what_it_costs(f, o[0] == HoldGround.form) if o[0] in (HoldGround.form, Withdraw.form) else ""
    action = "hasty" if o[0] == "attack" else o[0]
    if not isinstance(f, Activation) or f.kind == INDEPENDENT or action not in s.edition.cost:
        return ""
    return counted(price(s, f, action, combat_units(s, o[1]) if action == "improve" else (o[1],)), "Action Point")


def superiority(added: int) -> str:
    """The modifier of the attacker's die."""
    return f"{added:+} on their die".replace("-", "−") if added else "nothing on their die"


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return chooser(given) if o[0] == "attack" else None
