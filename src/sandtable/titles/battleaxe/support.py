"""10 Support units: air, artillery, and Rommel at the point of the attack (12.1E)."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D6, Dice
from sandtable.kernel.play import Act, Refusal, inner
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import advantage
from sandtable.titles.battleaxe.frames import Attack, Half
from sandtable.titles.battleaxe.state import State, controller

NO_AXIS_AIR: Final = Refusal("10.1", "only the Allies have an Air Support marker")
NOT_YET: Final = Refusal("19.2", "the Luftwaffe comes with the second Turn")
NO_FUEL_TO_FLY: Final = Refusal("19.2", "Axis Air Support may not be used during a Fuel Shortage")
AIR_USED: Final = Refusal("10.1.1", "it flew in this Impulse already")
ROMMEL_USED: Final = Refusal("12.1E", "he has led an attack in this Impulse already")
NOT_DECLARED: Final = Refusal("12.1E", "Rommel is not at the front, and the Axis does not hold the Advantage")
NOT_AXIS: Final = Refusal("12.1E", "Rommel leads Axis attacks only")
NO_CALL_IN_OVERRUN: Final = Refusal("10.2.2", "no Artillery Calls in the additional combat after an Overrun")
NO_MARKER: Final = Refusal("10.2", "every Artillery marker has been used in this Turn")


def air_refused(s: State, f: Attack) -> Optional[Refusal]:
    """10.1, 19.2 Why the attacker may not commit Air Support."""
    if f.side == AXIS:
        if not s.agreed.luftwaffe:
            return NO_AXIS_AIR
        if s.turn == 0:
            return NOT_YET
        if s.fuel_low:
            return NO_FUEL_TO_FLY
    if f.air or (inner(s, Half).air_used and not f.air_again):
        return AIR_USED
    return None


class CommitAir(Act[State, Attack]):
    """10.1 Before the Artillery Call; in the additional combat after an Overrun the same marker may serve again (10.1.3)."""

    rule = "10.1.1"
    form = "air"
    label = "Commit Air Support · adds a die"
    asks = "commit Air Support"

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        return air_refused(s, f)

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        inner(s, Half).air_used = True
        f.air = air_value(s, f, dice.d6(f.side, "10.1.4"))
        s.tell("air", f.side, f.air)


def air_value(s: State, f: Attack, roll: int) -> int:
    """10.1.4, 19.2 All modifiers first, then the limits. The -1 is for an Area Contested when the Impulse began."""
    e = s.edition
    if inner(s, Half).contested >> f.area & 1:
        roll += e.air_contested
    if s.agreed.luftwaffe and f.side == ALLIED:
        roll += e.air_luftwaffe
    low, high = e.air_limits
    return max(low, min(high, roll))


class UseRommel(Act[State, Attack]):
    """12.1E Before the Axis Artillery Call; the Advantage is spent now if he is not yet declared."""

    rule = "12.1E"
    form = "rommel"
    label = "Let Rommel lead the attack · adds a die"
    asks = "let Rommel lead the attack"

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.side != AXIS:
            return NOT_AXIS
        if f.rommel or (inner(s, Half).rommel_used and not f.rommel_again):
            return ROMMEL_USED
        return None if s.rommel or s.advantage == AXIS else NOT_DECLARED

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        if not s.rommel:
            advantage.declare_rommel(s)
        inner(s, Half).rommel_used = True
        f.rommel = dice.d6(AXIS, "12.1E")
        s.tell("rommel", f.rommel)


class CallArtillery(Act[State, Attack]):
    """10.2.1 Each side may call once in a combat."""

    rule = "10.2.1"
    form = "call"
    label = "Call artillery · needs a roll"
    asks = "call artillery"

    def __init__(self, by_attacker: bool) -> None:
        super().__init__()
        self.by_attacker: bool = by_attacker

    def caller(self, f: Attack) -> int:
        return f.side if self.by_attacker else other(f.side)

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.second:
            return NO_CALL_IN_OVERRUN
        return None if s.artillery[self.caller(f)] else NO_MARKER

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        side = self.caller(f)
        f.called |= 1 << side
        if dice.passes(D6, s.edition.artillery_available - artillery_drm(s, side, f.area), side, "10.2.1"):
            s.artillery[side] -= 1
            f.guns |= 1 << side
            s.tell("artillery", side)
        else:
            s.tell("no_artillery", side)


def artillery_drm(s: State, side: int, area: int) -> int:
    """10.2.1 +1 for the Axis in an Axis-controlled Stützpunkt, for the Allies in an Allied-controlled Tobruk."""
    e = s.edition
    at_home = e.stutzpunkt[area] if side == AXIS else area == e.tobruk
    return e.artillery_drm if at_home and controller(s, area) == side else 0
