"""7.4.8 Long Range Desert Forces, and 7.3.10 supply units that their owner destroys."""

from __future__ import annotations

from typing import Any, Final, Optional, Union

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.edition import RECON, members
from sandtable.titles.blitzkrieg.frames import AirDefence, Battle, CardDraw, Movement
from sandtable.titles.blitzkrieg.state import ASIDE, LRDF, NAMED, OOS, State, remove_supply, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import payers, supplied_boxes

Moment = Union[CardDraw, Movement, AirDefence, Battle]  # of the own player-turn

NOT_RECON: Final = Refusal("7.4.8-b", "only a recon unit of yours on the map can be a Long Range Desert Force")
IS_LRDF: Final = Refusal("7.4.8-b", "it is a Long Range Desert Force already")
TWO: Final = Refusal("3.0-b", "a side has two Long Range Desert Forces at most")
NOT_LRDF: Final = Refusal("7.4.8-b", "it is no Long Range Desert Force")
JUST_NAMED: Final = Refusal("7.4.8-b", "it has become one in this player-turn")
NO_SUPPLY: Final = Refusal("7.3.10-a", "you have no supply unit there")
NO_TROOPS: Final = Refusal("7.3.10-a", "a combat unit must be stacked with the supply unit")
NOT_AT_STAKE: Final = Refusal("7.4.8-b", "the battle does not hang on it: name it when units move")
UNDER_ATTACK: Final = Refusal("7.3.11-a", "a supply unit in a box under attack cannot be destroyed by its owner")


def lrdf_of(s: State, side: int) -> list[int]:
    return [u for u in s.edition.recon[side] if s.flags[u] & LRDF]


def recon_refused(s: State, side: int, unit: int) -> Optional[Refusal]:
    e = s.edition
    if unit >= e.units or e.side[unit] != side or e.type[unit] != RECON or not 0 <= s.where[unit] < e.boxes:
        return NOT_RECON
    return IS_LRDF if s.flags[unit] & LRDF else None


def recon_of(s: State, side: int) -> list[int]:
    boxes = s.edition.boxes
    return [u for u in s.edition.recon[side] if 0 <= s.where[u] < boxes and not s.flags[u] & LRDF]


def name(s: State, unit: int) -> None:
    s.flags[unit] = (s.flags[unit] | LRDF | NAMED) & ~OOS
    s.tell("lrdf", unit)


class NameLrdf(Act[State, Any]):
    rule = "7.4.8-b"
    form = "lrdf unit"
    label = "Make {unit} a Long Range Desert Force · needs no supply from now on"
    asks = "name a Long Range Desert Force"

    def candidates(self, s: State, f: Moment) -> list[Args]:
        return [(u, 0) for u in recon_of(s, f.side)] if len(lrdf_of(s, f.side)) < s.edition.figure["lrdf"] else []

    def why_not(self, s: State, f: Moment, unit: int, _: int, /) -> Optional[Refusal]:
        refusal = recon_refused(s, f.side, unit)
        return refusal or (TWO if len(lrdf_of(s, f.side)) >= s.edition.figure["lrdf"] else None)

    def do(self, s: State, f: Moment, unit: int, _: int, dice: Dice, /) -> None:
        name(s, unit)


class PassLrdf(Act[State, Any]):
    """The marker goes to another recon; the first is checked for supply."""

    rule = "7.4.8-b"
    form = "relay unit unit"
    label = "Pass the desert marker of {unit} to {unit}"
    asks = "pass on the marker of a Long Range Desert Force"

    def candidates(self, s: State, f: Moment) -> list[Args]:
        old = [u for u in s.edition.recon[f.side] if s.flags[u] & (LRDF | NAMED) == LRDF]
        return [(u, v) for u in old for v in recon_of(s, f.side)] if old else []

    def why_not(self, s: State, f: Moment, old: int, new: int, /) -> Optional[Refusal]:
        if old not in s.edition.recon[f.side] or not s.flags[old] & LRDF:
            return NOT_LRDF
        return JUST_NAMED if s.flags[old] & NAMED else recon_refused(s, f.side, new)

    def do(self, s: State, f: Moment, old: int, new: int, dice: Dice, /) -> None:
        s.flags[old] &= ~LRDF
        name(s, new)
        if s.where[old] < s.edition.boxes and not supplied_boxes(s, f.side) >> s.where[old] & 1:
            s.flags[old] |= OOS
            s.tell("out_of_supply", old)


def is_at_stake(s: State, f: Battle, unit: int) -> bool:
    """Whether a battle hangs on the marker: recon alone attacks, and no supply unit can pay."""
    fighters = [u for u in stack_at(s, f.side, f.box) if not s.flags[u] & ASIDE]
    return unit in fighters and all(s.edition.type[u] == RECON for u in fighters) and not payers(s, f.side, f.box)


class NameForBattle(NameLrdf):
    """7.4.8: at any time in the own player-turn, so also when a battle comes up that could not be fought else."""

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(unit, 0) for unit, _ in super().candidates(s, f) if is_at_stake(s, f, unit)]

    def why_not(self, s: State, f: Any, unit: int, _: int, /) -> Optional[Refusal]:
        return super().why_not(s, f, unit, 0) or (None if is_at_stake(s, f, unit) else NOT_AT_STAKE)


class PassForBattle(PassLrdf):
    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(old, new) for old, new in super().candidates(s, f) if is_at_stake(s, f, new)]

    def why_not(self, s: State, f: Any, old: int, new: int, /) -> Optional[Refusal]:
        return super().why_not(s, f, old, new) or (None if is_at_stake(s, f, new) else NOT_AT_STAKE)


class Burn(Act[State, Any]):
    rule = "7.3.10-a"
    form = "burn box"
    label = "Destroy a supply unit at {box}"
    asks = "destroy a supply unit"

    def candidates(self, s: State, f: Moment) -> list[Args]:
        return [(box, 0) for box in members(s.dumps[f.side] & s.occupied[f.side])]

    def why_not(self, s: State, f: Moment, box: int, _: int, /) -> Optional[Refusal]:
        if box >= s.edition.boxes or not stock_at(s, f.side, box):
            return NO_SUPPLY
        if not s.occupied[f.side] >> box & 1:
            return NO_TROOPS
        return UNDER_ATTACK if s.occupied[other(f.side)] >> box & 1 else None

    def do(self, s: State, f: Moment, box: int, _: int, dice: Dice, /) -> None:
        remove_supply(s, f.side, box)
        s.tell("supply_destroyed", box)
