"""7.5.1.2 Combat strength and ratio, 7.5.1.3 Combined Arms, 7.5.1.4 Ground Support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED, Act, Args, Refusal, within
from sandtable.kernel.sides import AXIS, other
from sandtable.titles.theseus.edition import BOX, CENTRE, CLEAR, FLAK, GREEN, INFANTRY, NONE, RED
from sandtable.titles.theseus.frames import Activation, Attack
from sandtable.titles.theseus.state import State, combat_units, effectiveness, mined_for
from sandtable.titles.theseus.supply import is_starved

BELOW_TABLE: Final = -1
MANY: Final = 1_000  # more than any battle strength

AXIS_ONLY: Final = Refusal("7.5.1.4-a", "only the attacking Axis commits air units")
NOT_AVAILABLE: Final = Refusal("7.5.1.4-a", "it is not in the Available box")
AIR_LIMITS: Final = (
    Refusal("7.5.1.4-d", "one air unit at most in a Hasty Attack"),
    Refusal("7.5.1.4-e", "two air units at most in a Regular Attack"),
    Refusal("7.5.1.4-f", "three air units at most in a Prepared Attack"),
)


# Combat chits


def chit_column(s: State, f: Attack, unit: int) -> int:
    """Red for a Hasty Attack and for Disrupted defenders, green for a Prepared Attack and Improved Defence."""
    if s.edition.side[unit] == f.side:
        return f.level
    if is_improved(s, f):
        return GREEN
    return RED if s.down[unit] else CENTRE


def is_improved(s: State, f: Attack) -> bool:
    """By its marker, or always in an unbreached friendly minefield, even Disrupted (7.7)."""
    return f.target in s.improved or mined_for(s, other(f.side), f.target)


def points_in_fight(s: State, unit: int, attacking: bool, starved: bool) -> int:
    """Strength Points, in halves. FLAK without infantry counts one; attackers without supply half."""
    e = s.edition
    strength = s.strength[unit]
    if e.kind[unit] == FLAK and not any(e.kind[u] == INFANTRY for u in combat_units(s, s.where[unit])):
        strength = 1
    return strength if attacking and starved else 2 * strength


def battle_strength(s: State, f: Attack, units: Sequence[int], chit: int) -> int:
    """Fractions are kept until all are added, then rounded up (5.1)."""
    e, halves = s.edition, 0
    alone = within(s, Activation)
    for unit in units:
        attacking = e.side[unit] == f.side
        starved = attacking and (is_starved(s, unit) or (alone is not None and alone.starved and unit in alone.only))
        multiplier = e.multiplier[chit][chit_column(s, f, unit)][effectiveness(s, unit) - 2]
        halves += points_in_fight(s, unit, attacking, starved) * multiplier
    return (halves + 1) // 2


def draw_chits(s: State, f: Attack, dice: Dice) -> None:
    """D: one chit a side for all its units, both back in the cup afterwards."""
    cup = s.edition.cups[int(s.agreed.linear)]
    defence = {chit: battle_strength(s, f, f.defenders, chit) for chit in cup}
    attack = {chit: battle_strength(s, f, f.attackers, chit) for chit in cup}
    alike = [attack[chit] * MANY + defence[chit] for chit in cup]  # what one side draws the other cannot
    f.attack_chit = dice.draw(cup, f.side, "7.5.1.2-a", alike=alike)
    rest = [chit for chit in cup if chit != f.attack_chit]
    f.defence_chit = dice.draw(rest, other(f.side), "7.5.1.2-a", alike=[defence[chit] for chit in rest])
    f.attack, f.defence = attack[f.attack_chit], defence[f.defence_chit]


def compare_strengths(s: State, f: Attack, dice: Dice) -> None:
    """E: the preliminary ratio, and the shift of Combined Arms."""
    f.column = ratio_column(s, heading(s, f.target), f.attack, f.defence)
    f.arms = combined_arms_shift(s, f)
    s.tell(REVEALED, f.target)  # battle strengths are announced
    s.tell("strengths", f.attack, f.defence)


# The ratio


def heading(s: State, hex: int) -> int:
    """3.1.1 The row of ratios: mines have no friends; a breached Box is like broken ground (7.4)."""
    e = s.edition
    if e.mines[hex] and hex not in s.breached:
        return 2
    return 0 if e.terrain[hex] == CLEAR and e.mines[hex] != BOX else 1


def ratio_column(s: State, row: int, attack: int, defence: int) -> int:
    """Rounded down to a printed column; beyond the last one the last."""
    return s.edition.odds[row].column(attack, defence)


def shifted_column(s: State, f: Attack) -> int:
    """With Combined Arms and air units, inside the table; below it nothing shifts."""
    if f.column == BELOW_TABLE:
        return BELOW_TABLE
    return s.edition.odds[0].shift(f.column, combined_arms_shift(s, f) + f.air)


# 7.5.1.3 Combined Arms bonus


def has_combined_arms(s: State, units: Sequence[int]) -> bool:
    """A tank unit with motorised or armoured infantry of its formation, both undisrupted."""
    e = s.edition
    tanks = {s.formation[u] for u in units if e.tanks_for_arms[u] and not s.down[u]}
    infantry = {s.formation[u] for u in units if e.infantry_for_arms[u] and not s.down[u]}
    return bool((tanks & infantry) - {NONE})


def combined_arms_shift(s: State, f: Attack) -> int:
    return int(has_combined_arms(s, f.attackers)) - int(has_combined_arms(s, f.defenders))


# 7.5.1.4 Axis Ground Support missions


class CommitAir(Act[State, Attack]):
    """One column to the right for each; Flown afterwards, whether it helped or not."""

    rule = "7.5.1.4-a"
    form = "air air"
    label = "Commit the {air}"
    asks = "commit air units"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        if f.side != AXIS or f.air > f.level:
            return []
        return [(n, 0) for n in range(len(s.edition.air_rows)) if s.air >> n & 1]

    def why_not(self, s: State, f: Attack, air: int, _: int, /) -> Optional[Refusal]:
        if f.side != AXIS:
            return AXIS_ONLY
        if f.air > f.level:
            return AIR_LIMITS[f.level]
        return None if s.air >> air & 1 else NOT_AVAILABLE

    def do(self, s: State, f: Attack, air: int, _: int, dice: Dice, /) -> None:
        f.air += s.edition.air_rows[air].shift
        s.air &= ~(1 << air)
        s.flown |= 1 << air
        s.tell("flown", air)
