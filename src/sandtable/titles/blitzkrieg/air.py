"""11.6 Air power: support of an attack, defence, interdiction."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.blitzkrieg.edition import AIR, GONE, members
from sandtable.titles.blitzkrieg.frames import AirDefence, Battle, Mission, Movement, Refit
from sandtable.titles.blitzkrieg.state import DAMAGED, LASTING, NOBODY, USED, State, lift, place, shift, stack_at

NO_AIR: Final = Refusal("11.6-a", "it is no air unit of yours")
USED_UP: Final = Refusal("11.6.1-a", "the air unit was used in this player-turn")
NOT_READY: Final = Refusal("11.6.1-a", "the air unit is not in the Holding Area")
GROUNDED: Final = Refusal("5.1.3-b", "the Khamsin keeps all aircraft on the ground")
OUT_OF_RANGE: Final = Refusal("11.6-a", "it is more than 3 boxes from your HQ and from each of your depots")
BEFORE_MOVES: Final = Refusal("11.6.3.1-a", "interdiction is placed before anybody moves")
NOT_EMPTY: Final = Refusal("11.6.3-a", "there are combat units in the box")
INTERDICTED: Final = Refusal("11.6.3-a", "the box is interdicted already")
NOBODY_THERE: Final = Refusal("11.6.2-a", "air on defence joins ground combat units of its side")
NO_SORTIE: Final = Refusal("13.4-8", "a Sortie is not for defence")
BATTLE_OVER: Final = Refusal("9.6-a", "the defenders have left, and there is no battle")


def air_range(s: State, side: int) -> int:
    """11.6: boxes within three of the HQ or of a friendly depot."""
    e = s.edition
    found = 0
    hq = s.hq[side]
    if hq >= 0 and 0 <= s.where[hq] < e.boxes:
        found |= e.near[s.where[hq]]
    for depot in e.depots:
        if s.held[depot] == side:
            found |= e.near[depot]
    return found


def ready_refused(s: State, side: int, unit: int) -> Optional[Refusal]:
    e = s.edition
    if unit >= e.units or e.type[unit] != AIR or e.side[unit] != side:
        return NO_AIR
    if s.khamsin != NOBODY:
        return GROUNDED
    if s.flags[unit] & USED:
        return USED_UP
    return NOT_READY if s.where[unit] != e.holding else None


def ready_air(s: State, side: int) -> list[int]:
    return [unit for unit in s.edition.air[side] if ready_refused(s, side, unit) is None]


class CommitAir(Act[State, Battle]):
    """11.6.1: with the attackers, in the Second Line."""

    rule = "11.6.1-a"
    form = "fly unit"
    label = "Send {unit} to the attack"
    asks = "support the attack from the air"

    def candidates(self, s: State, f: Battle) -> list[Args]:
        return [(unit, 0) for unit in ready_air(s, f.side)] if f.winner < 0 else []

    def why_not(self, s: State, f: Battle, unit: int, _: int, /) -> Optional[Refusal]:
        if f.winner >= 0:
            return BATTLE_OVER
        refusal = ready_refused(s, f.side, unit)
        if refusal is not None:
            return refusal
        return None if air_range(s, f.side) >> f.box & 1 else OUT_OF_RANGE

    def do(self, s: State, f: Battle, unit: int, _: int, dice: Dice, /) -> None:
        s.flags[unit] |= USED
        shift(s, unit, f.box)
        s.tell("flies", unit, f.box)


class Interdict(Act[State, Movement]):
    rule = "11.6.3-a"
    form = "interdict unit"
    label = "Interdict a box with {unit}"
    asks = "interdict a box from the air"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [] if f.begun else [(unit, 0) for unit in ready_air(s, f.side)]

    def why_not(self, s: State, f: Movement, unit: int, _: int, /) -> Optional[Refusal]:
        if f.begun:
            return BEFORE_MOVES
        refusal = ready_refused(s, f.side, unit)
        return refusal or (None if open_to_interdiction(s, f.side) else OUT_OF_RANGE)

    def do(self, s: State, f: Movement, unit: int, _: int, dice: Dice, /) -> None:
        s.begin(Mission(f.side, unit, False))


class Defend(Act[State, AirDefence]):
    rule = "11.6.2-a"
    form = "guard unit"
    label = "Put {unit} on defence"
    asks = "put air units on defence"

    def candidates(self, s: State, f: AirDefence) -> list[Args]:
        return [(unit, 0) for unit in ready_air(s, f.side)]

    def why_not(self, s: State, f: AirDefence, unit: int, _: int, /) -> Optional[Refusal]:
        refusal = ready_refused(s, f.side, unit)
        if refusal is not None:
            return refusal
        if unit == s.edition.sortie[f.side]:
            return NO_SORTIE
        return None if air_range(s, f.side) & s.occupied[f.side] else OUT_OF_RANGE

    def do(self, s: State, f: AirDefence, unit: int, _: int, dice: Dice, /) -> None:
        s.begin(Mission(f.side, unit, True))


def open_to_interdiction(s: State, side: int) -> int:
    return air_range(s, side) & ~(s.occupied[0] | s.occupied[1] | s.interdicted)


class Target(Act[State, Mission]):
    """The box that an air unit defends or interdicts."""

    rule = "11.6-a"
    form = "target box"
    label = "Send it to {box}"
    asks = "choose the box for the air unit"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        open = air_range(s, f.side) & s.occupied[f.side] if f.defence else open_to_interdiction(s, f.side)
        return [(box, 0) for box in members(open)]

    def why_not(self, s: State, f: Mission, box: int, _: int, /) -> Optional[Refusal]:
        if not air_range(s, f.side) >> box & 1:
            return OUT_OF_RANGE
        if f.defence:
            return None if stack_at(s, f.side, box) else NOBODY_THERE
        if (s.occupied[0] | s.occupied[1]) >> box & 1:
            return NOT_EMPTY
        return INTERDICTED if s.interdicted >> box & 1 else None

    def do(self, s: State, f: Mission, box: int, _: int, dice: Dice, /) -> None:
        if f.defence:
            shift(s, f.unit, box)
            s.tell("guards", f.unit, box)
        else:
            s.flags[f.unit] |= USED
            s.interdicted |= 1 << box
            s.tell("interdicts", f.unit, box)


def send_home(s: State, unit: int, used: bool) -> None:
    """To the Holding Area; the Sortie marker is gone when it is used up."""
    lift(s, unit)
    s.flags[unit] = (s.flags[unit] & ~(DAMAGED | LASTING)) | (USED if used else 0)
    place(s, unit, s.edition.holding)


def recall_defence(s: State, side: int) -> None:
    """11.6.2.2: at the end of the enemy's Limited Combat Phase."""
    for unit in s.edition.air[side]:
        if 0 <= s.where[unit] < s.edition.boxes:
            send_home(s, unit, False)


def end_sorties(s: State, side: int) -> None:
    unit = s.edition.sortie[side]
    if s.where[unit] >= 0:
        lift(s, unit, GONE)
        s.flags[unit] = 0


def roll_air(s: State, f: Refit, dice: Dice) -> None:
    """11.6.3.3: without an HQ each air unit needs 0-4 to be used."""
    if s.hq[f.side] >= 0:
        return
    for unit in s.edition.air[f.side]:
        if s.where[unit] != s.edition.holding:
            continue
        if dice.draw(D10_FROM_0, f.side, "11.6.3.3-a") > s.edition.figure["air_without_hq"]:
            s.flags[unit] |= USED
            s.tell("grounded", unit)
        else:
            s.tell("airworthy", unit)
