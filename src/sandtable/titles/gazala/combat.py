"""11.0 Combat: who attacks whom, with what, at which odds, with which modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import ALLIED, SIDES, other
from sandtable.kernel.tally import Tally, text_of
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, ARMOUR, HALVES, HEAVY, INFANTRY, LIGHT, MEDIUM
from sandtable.titles.gazala.frames import ActionPhase, Attack, Move
from sandtable.titles.gazala.movement import MOVE_OVER
from sandtable.titles.gazala.stacking import judge_stacking
from sandtable.titles.gazala.state import ISOLATED, OUT_OF_SUPPLY, State, is_working, on_map

ISOLATED_ATTACKER: Final = Refusal("5.0-q", "Isolated units do not attack")
GUNS_DO_NOT_START: Final = Refusal("11.0-m", "anti-tank units do not start an attack")
NOBODY_TO_ATTACK: Final = Refusal("11.0-e", "no enemy that it could attack is adjacent")
ARMOUR_ADJACENT: Final = Refusal("11.0-l", "infantry next to enemy armour does not start an attack")
CANNOT_PAY: Final = Refusal("11.0-c", "its movement points do not pay for it")
NOT_YOURS: Final = Refusal("11.0-f", "it is not on the attacking side")
ALREADY_IN: Final = Refusal("11.0-f", "it takes part already")
NOT_NEXT_TO: Final = Refusal("11.0-f", "it is not adjacent to a unit under attack")
ESCARPMENT_BETWEEN: Final = Refusal("11.0-d2", "an escarpment parts it from the units under attack")
INFANTRY_ON_ARMOUR: Final = Refusal("11.0-k", "infantry does not join against armour")
GUNS_ON_INFANTRY: Final = Refusal("11.0-n", "anti-tank units join only against armour")
AT_WORK: Final = Refusal("14.1-e", "it works at a breach in the minefield")


class Strike(Act[State, Move]):
    """The active unit attacks all adjacent enemy units: light, medium or heavy."""

    rule = "11.0-c"
    form = "attack attack"
    label = "Make a {attack} attack"
    asks = "attack"

    def candidates(self, s: State, f: Move) -> list[Args]:
        return [] if f.over or not targets(s, f.unit, s.where[f.unit]) else [(LIGHT, 0), (MEDIUM, 0), (HEAVY, 0)]

    def why_not(self, s: State, f: Move, kind: int, _: int, /) -> Optional[Refusal]:
        return MOVE_OVER if f.over else strike_refused(s, f.unit, s.where[f.unit], kind, f.left)

    def do(self, s: State, f: Move, kind: int, _: int, dice: Dice, /) -> None:
        e = s.edition
        f.left -= e.attack_cost[kind][e.move_class[f.unit]]
        f.spent = True
        defenders = tuple(sorted(targets(s, f.unit, s.where[f.unit])))
        hexes = tuple(sorted({s.where[u] for u in defenders}))
        s.begin(Attack(e.side[f.unit], f.unit, kind, defenders, hexes=hexes))
        s.tell("attacked", f.unit, kind, hexes[0])


def strike_refused(s: State, unit: int, here: int, kind: int, left: int) -> Optional[Refusal]:
    """What forbids a unit in that hex an attack, with so much of its allowance left."""
    e = s.edition
    if s.supply[unit] == ISOLATED:
        return ISOLATED_ATTACKER
    if e.type[unit] == ANTI_TANK_UNIT:
        return GUNS_DO_NOT_START
    defenders = targets(s, unit, here)
    if not defenders:
        return NOBODY_TO_ATTACK
    if e.type[unit] == INFANTRY and has_armour(s, defenders):
        return ARMOUR_ADJACENT
    return None if e.attack_cost[kind][e.move_class[unit]] <= left else CANNOT_PAY


def targets(s: State, unit: int, here: int) -> list[int]:
    """11.0-e, 11.0-d: every enemy unit adjacent to that hex, but not across a closed escarpment hexside."""
    e = s.edition
    found: list[int] = []
    for hex in e.open[here]:
        there = s.stack[hex]
        if there and e.side[there[0]] != e.side[unit]:
            found += there
    return found


def has_armour(s: State, units: Iterable[int]) -> bool:
    kinds = s.edition.type
    return any([kinds[u] == ARMOUR for u in units])


class Join(Act[State, Attack]):
    """Units adjacent to a unit under attack, active or not, used or not, one by one."""

    rule = "11.0-f"
    form = "join unit"
    label = "Send {unit} into the attack"
    asks = "send units into the attack"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        e = s.edition
        near = {u for hex in f.hexes for next in e.open[hex] for u in s.stack[next]}
        return [(u, 0) for u in sorted(near) if e.side[u] == f.side and u != f.unit and u not in f.joined]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.side[unit] != f.side:
            return NOT_YOURS
        if unit == f.unit or unit in f.joined:
            return ALREADY_IN
        here = s.where[unit]
        if here < 0 or not any(hex in e.way[here] for hex in f.hexes):
            return NOT_NEXT_TO
        if not any(hex in e.open[here] for hex in f.hexes):
            return ESCARPMENT_BETWEEN
        if s.supply[unit] == ISOLATED:
            return ISOLATED_ATTACKER
        if is_working(s, unit):
            return AT_WORK
        armour = has_armour(s, f.defenders)
        if armour and e.type[unit] == INFANTRY:
            return INFANTRY_ON_ARMOUR
        return GUNS_ON_INFANTRY if not armour and e.type[unit] == ANTI_TANK_UNIT else None

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.joined = tuple(sorted([*f.joined, unit]))
        s.tell("joined", unit)


class Enough(Act[State, Attack]):
    rule = "11.0-f"
    form = "enough"
    label = "Attack with these units"
    asks = "attack with these units"


def judge_fighters(s: State, f: Attack, dice: Dice) -> None:
    """10.0-c2: stacking of the hexes with a unit in this combat."""
    for side, units in ((f.side, attackers(s, f)), (other(f.side), defenders(s, f))):
        judge_stacking(s, side, [s.where[u] for u in units])


def attackers(s: State, f: Attack) -> list[int]:
    """Those still on the map, the active unit first."""
    return [u for u in (f.unit, *f.joined) if s.where[u] >= 0]


def defenders(s: State, f: Attack) -> list[int]:
    return [u for u in f.defenders if s.where[u] >= 0]


def involved(s: State, f: Attack, side: int) -> list[int]:
    return attackers(s, f) if side == f.side else defenders(s, f)


def count_up(s: State, f: Attack, dice: Dice) -> None:
    """Odds and modifiers are known before chits are played (13.1-c). Without its active unit the attack is off."""
    if not on_map(s, f.unit):
        inner(s, Move).over = True
        f.finish()
        return
    if s.log is not None:
        s.explain(strength(s, attackers(s, f), defenders(s, f), "attack"))
        s.explain(strength(s, defenders(s, f), attackers(s, f), "defence"))
        s.tell("odds", column(s, f))
        s.explain(modifiers(s, f))


def strength(s: State, units: Sequence[int], against: Sequence[int], what: str) -> Tally:
    """11.0-h, 11.0-j: hard values if one of the other side's units in the combat is armour, else soft values."""
    e = s.edition
    hard = has_armour(s, against)
    values, rule = (e.hard, "11.0-h") if hard else (e.soft, "11.0-i")
    total = Tally(f"{what}, {'hard' if hard else 'soft'} values")
    for u in units:
        total.add(values[u][2 * s.steps[u] + s.used[u]], rule if what == "attack" else "11.0-j", e.names.called("unit", u))
    return total


def total_of(s: State, units: Sequence[int], against: Sequence[int]) -> int:
    values = s.edition.hard if has_armour(s, against) else s.edition.soft
    return sum([values[u][2 * s.steps[u] + s.used[u]] for u in units])


def column(s: State, f: Attack) -> int:
    """11.0-o: rounded down to a column of the table, never below the first or above the last."""
    ours, theirs = attackers(s, f), defenders(s, f)
    return column_of(s, total_of(s, ours, theirs), total_of(s, theirs, ours))


def column_of(s: State, attack: int, defence: int) -> int:
    return max(0, s.edition.odds.column(attack, defence))


def modifiers(s: State, f: Attack) -> Tally:
    """11.0-t, 11.0-u: each kind once, if any unit of the side concerned qualifies."""
    e = s.edition
    value = Tally("modifiers of the die")

    def add(kind: str) -> None:
        value.add(e.modifier[kind].value, e.modifier[kind].rule, e.modifier[kind].called)

    ours, theirs = attackers(s, f), defenders(s, f)
    value.add(e.attack_rows[f.kind].modifier, "PC-3", f"{e.attack_rows[f.kind].id} attack")
    add(min([terrain_of(s, s.where[u]) for u in theirs], key=lambda kind: e.modifier[kind].value))  # 11.0-v
    if crosses_mines(s, f, ours):
        add("minefield")
    if any(s.disrupted[u] for u in theirs):
        add("disrupted defender")
    if any(s.disrupted[u] for u in ours):
        add("disrupted attacker")
    if any(s.supply[u] == OUT_OF_SUPPLY for u in ours):
        add("unsupplied attacker")
    if any(s.supply[u] == ISOLATED for u in theirs):
        add("isolated defender")
    for side in (f.side, other(f.side)):
        if f.combat & (1 << side):
            add(f"{SIDES[side]} combat {'attacking' if side == f.side else 'defending'}")
    return value


def terrain_of(s: State, hex: int) -> str:
    """PC-4: a fortified hex counts as that and nothing else."""
    return "fortification" if s.edition.fortified[hex] else s.edition.terrain[hex]


def crosses_mines(s: State, f: Attack, units: Sequence[int]) -> bool:
    """11.0-x: whether any attacking unit is parted from a defender by a mined hexside."""
    e = s.edition
    for u in units:
        here = s.where[u]
        for hex in f.hexes:
            if hex in e.open[here] and s.stack[hex] and e.sides[here][e.way[here][hex]] in s.mines:
                return True
    return False


def roll(s: State, f: Attack, dice: Dice) -> None:
    """11.0-s, PC-5: one die with all modifiers; rolls beyond the table use its end rows."""
    e = s.edition
    inner(s, ActionPhase).attacked = True
    die = dice.draw(D10_FROM_0, f.side, "11.0-s")
    ours, theirs, drm = attackers(s, f), defenders(s, f), modifiers(s, f).total
    attack, defence = total_of(s, ours, theirs), total_of(s, theirs, ours)
    column = column_of(s, attack, defence)
    f.counted = (attack, defence, column, drm, die)
    f.result = e.crt.at(die + drm, column)
    s.tell("row", e.crt.row(die + drm))
    s.tell("result", f.result, *[lost_to_guns(s, f, units) for units in (ours, theirs)], sum([s.steps[u] for u in theirs]))


def lost_to_guns(s: State, f: Attack, units: Sequence[int]) -> int:
    """13.6: what Anti-Tank chits take of a side of this combat, besides the result: steps of its Allied armour."""
    e = s.edition
    return min(f.guns, sum([s.steps[u] for u in units if e.side[u] == ALLIED and e.type[u] == ARMOUR]))


def points(half_points: int) -> str:
    """Movement points as people say them: 7 or 12½."""
    return text_of(Fraction(half_points, HALVES))
