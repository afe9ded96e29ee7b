"""13.0 Tactical Chits: Combat, Extra Move, Air, Anti-Tank, Withdraw/Attack. Replacements (13.3) have their own file."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, SIDES, other
from sandtable.titles.gazala.activation import unit_barred, wake
from sandtable.titles.gazala.chits import is_withdrawn, spend
from sandtable.titles.gazala.combat import has_armour, involved
from sandtable.titles.gazala.edition import ANTI_TANK, COMBAT, EAST, EXTRA_MOVE, NORTH, SOUTH, WITHDRAW
from sandtable.titles.gazala.frames import ActionPhase, AirAttack, Attack
from sandtable.titles.gazala.state import NEVER_LEFT, OFF, WITHDRAWN, State, disrupt, lose_step, on_map, take_off
from sandtable.titles.gazala.supply import spread

NOT_HELD: Final = Refusal("13.0-b", "you hold no such chit")
TOO_LATE: Final = Refusal("13.1-c", "you have said that you play no more")
ONE_COMBAT_CHIT: Final = Refusal("13.1-e", "one of yours is played, and only one a side counts")
AXIS_ONLY: Final = Refusal("13.6-a", "only the Axis has Anti-Tank chits")
NO_ALLIED_ARMOUR: Final = Refusal("13.6-e", "no Allied armour is in this combat")
NO_GUNS: Final = Refusal("13.6-d", "Pavia, Brescia and Trieste alone have no such guns")
NO_CHITS: Final = Refusal("13.1-c", "you hold no chits")
MOVES_BEGUN: Final = Refusal("13.2-c", "somebody has moved or attacked in this action")
TARGET_YOURS: Final = Refusal("13.4-c", "it is your own")
TARGET_AWAY: Final = Refusal("13.4-c", "it is not on the map")
ALLIED_ONLY: Final = Refusal("13.7-a", "only the Allies have the Withdraw/Attack chit")
NOT_ALLIED: Final = Refusal("13.7-c", "only Allied formations are withdrawn")
WITHDRAWN_BEFORE: Final = Refusal("13.7-g", "it was withdrawn before")
NOT_ENTERED: Final = Refusal("13.7-g2", "none of its units has entered yet")

AIR_RESULTS: Final = ("none", "disrupted", "step")


# Before the die: 13.1, 13.6


class PlayCombat(Act[State, Attack]):
    """13.1: one on the die of the own attack (two for the Allies), or one off the enemy's."""

    rule = "13.1-c"
    form = "combat"
    label = "Play a Combat chit"
    asks = "play a chit"

    def __init__(self, by_attacker: bool) -> None:
        super().__init__()
        self.by_attacker: bool = by_attacker

    def side(self, f: Attack) -> int:
        return f.side if self.by_attacker else other(f.side)

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(0, 0)] if COMBAT in s.boxes[self.side(f)] else []

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        side = self.side(f)
        if f.answered & (1 << side):
            return TOO_LATE
        if f.combat & (1 << side):
            return ONE_COMBAT_CHIT
        return None if COMBAT in s.boxes[side] else NOT_HELD

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        f.combat |= 1 << self.side(f)
        spend(s, self.side(f), COMBAT)


class PlayAntiTank(Act[State, Attack]):
    """13.6: Allied armour in this combat loses a step besides the result; two chits may be played."""

    rule = "13.6-b"
    form = "antitank"
    label = "Play an Anti-Tank chit"
    asks = "play a chit"

    def __init__(self, by_attacker: bool) -> None:
        super().__init__()
        self.by_attacker: bool = by_attacker

    def side(self, f: Attack) -> int:
        return f.side if self.by_attacker else other(f.side)

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(0, 0)] if ANTI_TANK in s.boxes[self.side(f)] else []

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        e, side = s.edition, self.side(f)
        if side != AXIS:
            return AXIS_ONLY
        if f.answered & (1 << side):
            return TOO_LATE
        if ANTI_TANK not in s.boxes[AXIS]:
            return NOT_HELD
        if not has_armour(s, involved(s, f, ALLIED)):
            return NO_ALLIED_ARMOUR
        return NO_GUNS if all(e.formation_rows[e.formation[u]].no_anti_tank for u in involved(s, f, AXIS)) else None

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        f.guns += 1
        spend(s, AXIS, ANTI_TANK)


class NoMore(Act[State, Attack]):
    """Asked of a side with chits face down, whatever they are: a question must not tell the other side what they are."""

    rule = "13.1-d"
    form = "nomore"
    label = "Roll the die without more chits"
    asks = "roll the die"

    def __init__(self, by_attacker: bool) -> None:
        super().__init__()
        self.by_attacker: bool = by_attacker

    def side(self, f: Attack) -> int:
        return f.side if self.by_attacker else other(f.side)

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(0, 0)]

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        side = self.side(f)
        if f.answered & (1 << side):
            return TOO_LATE
        return None if s.boxes[side] else NO_CHITS

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        f.answered |= 1 << self.side(f)


# 13.2


class ExtraMove(Act[State, ActionPhase]):
    """One more unit of any formation joins the active units."""

    rule = "13.2-c"
    form = "extra unit"
    label = "Activate {unit} as well · an Extra Move chit"
    asks = "play an Extra Move chit"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [] if f.ready or EXTRA_MOVE not in s.boxes[f.side] else [(u, 0) for u in s.edition.of_side[f.side]]

    def why_not(self, s: State, f: ActionPhase, unit: int, _: int, /) -> Optional[Refusal]:
        if f.ready:
            return MOVES_BEGUN
        if EXTRA_MOVE not in s.boxes[f.side]:
            return NOT_HELD
        return unit_barred(s, f, unit)

    def do(self, s: State, f: ActionPhase, unit: int, _: int, dice: Dice, /) -> None:
        spend(s, f.side, EXTRA_MOVE)
        s.tell("activated_unit", unit)
        wake(s, f, [unit])


# 13.4


class Bomb(Act[State, AirAttack]):
    """An air attack on one enemy unit; the chit is spent also if nobody is attacked."""

    rule = "13.4-f"
    form = "bomb unit"
    label = "Bomb {unit}"
    asks = "choose a target for the aircraft"

    def candidates(self, s: State, f: AirAttack) -> list[Args]:
        return [(u, 0) for u in s.edition.of_side[other(f.side)] if on_map(s, u)]

    def why_not(self, s: State, f: AirAttack, unit: int, _: int, /) -> Optional[Refusal]:
        if s.edition.side[unit] == f.side:
            return TARGET_YOURS
        return None if on_map(s, unit) else TARGET_AWAY

    def do(self, s: State, f: AirAttack, unit: int, _: int, dice: Dice, /) -> None:
        e = s.edition
        s.tell("bombed", f.side, unit)
        die = dice.draw(D10_FROM_0, f.side, "13.4-d" if f.side == AXIS else "13.4-c")
        if f.side == AXIS and e.fortified[s.where[unit]]:
            die += e.modifier["air on fortified"].value
        for row in e.air_rows:
            if row.side == SIDES[f.side] and row.low <= die <= row.high:
                s.tell("air_result", AIR_RESULTS.index(row.result), unit)
                if row.result == "step":
                    lose_step(s, unit)
                else:
                    disrupt(s, unit)
                return
        s.tell("air_result", AIR_RESULTS.index("none"), unit)


# 13.7


class Withdraw(Act[State, ActionPhase]):
    """A formation leaves the game for good, with its Action Chit."""

    rule = "13.7-a"
    form = "withdraw formation"
    label = "Withdraw {formation} from the game · the Withdraw/Attack chit"
    asks = "withdraw a formation"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        held = not f.ready and f.side == ALLIED and WITHDRAW in s.boxes[ALLIED]
        return [(n, 0) for n in range(len(s.edition.formations)) if s.edition.formation_side[n] == ALLIED] if held else []

    def why_not(self, s: State, f: ActionPhase, formation: int, _: int, /) -> Optional[Refusal]:
        refusal = withdraw_chit_refused(s, f)
        if refusal is not None:
            return refusal
        if s.edition.formation_side[formation] != ALLIED:
            return NOT_ALLIED
        if formation in s.withdrawn:
            return WITHDRAWN_BEFORE
        return None if any(has_entered(s, u) for u in s.edition.of_formation[formation]) else NOT_ENTERED

    def do(self, s: State, f: ActionPhase, formation: int, _: int, dice: Dice, /) -> None:
        spend(s, ALLIED, WITHDRAW)
        s.withdrawn = tuple(sorted([*s.withdrawn, formation]))
        s.tell("withdrawn", formation)
        for unit in leaving(s, formation):
            take_off(s, unit, WITHDRAWN)
        f.active = tuple([u for u in f.active if on_map(s, u)])
        s.cups[ALLIED] = tuple([chit for chit in s.cups[ALLIED] if not is_withdrawn(s, chit)])


def leaving(s: State, formation: int) -> list[int]:
    """13.7-c4: its units that have a way out, and those that wait off the map."""
    out = ways_out(s)
    return [u for u in s.edition.of_formation[formation] if s.where[u] == OFF or s.where[u] in out]


class Pledge(Act[State, ActionPhase]):
    """The same chit played as an attack: the Allies promise to attack in this Action Phase."""

    rule = "13.7-i"
    form = "pledge"
    label = "Promise an attack in this action · the Withdraw/Attack chit"
    asks = "promise an attack"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [(0, 0)] if f.side == ALLIED and WITHDRAW in s.boxes[ALLIED] else []

    def why_not(self, s: State, f: ActionPhase, _a: int, _b: int, /) -> Optional[Refusal]:
        return withdraw_chit_refused(s, f)

    def do(self, s: State, f: ActionPhase, _a: int, _b: int, dice: Dice, /) -> None:
        spend(s, ALLIED, WITHDRAW)
        f.pledged = True
        s.tell("pledged")


def withdraw_chit_refused(s: State, f: ActionPhase) -> Optional[Refusal]:
    if f.side != ALLIED:
        return ALLIED_ONLY
    if f.ready:
        return MOVES_BEGUN
    return None if WITHDRAW in s.boxes[ALLIED] else NOT_HELD


def has_entered(s: State, unit: int) -> bool:
    return s.where[unit] != OFF or s.left_by[unit] != NEVER_LEFT


def ways_out(s: State) -> set[int]:
    """13.7-d: hexes with a way free of enemy units to the north, east or south edge, by hexes that the Allies may enter."""
    e = s.edition
    edges = tuple([hex for edge in (NORTH, EAST, SOUTH) for hex in e.edge_hexes[edge] if not e.prohibited[hex]])
    return set(spread(s, edges, ALLIED, e.open, e.zone_hexes))
