"""9.M Tactical surprise."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.tally import Tally
from sandtable.titles.tigercubs.combat_strength import cev_of, contingent_sp, has_major_works, is_fortified
from sandtable.titles.tigercubs.frames import Combat, Units
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.records import ZERO
from sandtable.titles.tigercubs.state import State
from sandtable.titles.tigercubs.superiority import theatre

TRIED: Final = Refusal("9.M.1.a", "an attack is tried by surprise once, before the odds are read")
SCOUTS: Final = ("recon", "cavalry", "light_armour")


class Surprise(Act[State, Combat]):
    """The attacker says that he tries it, and rolls on the Success Table."""

    rule = "9.M.1.a"
    form = "surprise"
    label = "Attempt surprise"
    asks = "attempt surprise"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(0, 0)] if can_surprise(f) else []

    def why_not(self, s: State, f: Combat, a: int, b: int, /) -> Optional[Refusal]:
        return None if can_surprise(f) else TRIED

    def do(self, s: State, f: Combat, a: int, b: int, dice: Dice, /) -> None:
        die = dice.d10(f.side, "9.M.1.b") + chances(s, f).total
        f.surprise = max([n for n, row in enumerate(s.edition.success_rows) if row.low <= die])
        s.tell({"S": "surprise", "F": "no_surprise", "F*": "betrayed"}[s.edition.success_rows[f.surprise].id], f.target)


def can_surprise(f: Combat) -> bool:
    return f.surprise == NONE and f.result == NONE and f.fought


def chances(s: State, f: Combat) -> Tally:
    """9.M.1.b The lines of the Success Table; against those who retreated there if they are alone (9.C.1)."""
    value, enemies = Tally("surprise"), f.defenders or f.bystanders

    def add(holds: bool, id: str, what: str) -> None:
        row = s.edition.modifier["success", id]
        value.add(row.value if holds else 0, row.rule, what)

    add(main_cev(s, f.attackers) > main_cev(s, enemies), "better_efficiency", "better effectiveness")
    add(theatre(s) == f.side, "theatre_superiority", "theatre superiority")
    add(all(s.turn_start[u] not in s.edition.around[f.target] for u in f.attackers), "from_afar", "nobody stood there before")
    add(any(s.edition.type[u].id in SCOUTS for u in enemies), "defender_scouts", "the defender has scouts")
    add(is_fortified(s, f.target) or has_major_works(s, f.target), "strong_works", "strong fortifications")
    return value


def main_cev(s: State, units: Units) -> Fraction:
    """Of a mixed force: that of the contingent with most SP."""
    weights = contingent_sp(s, units)
    return cev_of(s, units, max(weights, key=lambda c: weights[c])) if weights else ZERO
