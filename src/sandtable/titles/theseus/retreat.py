"""7.5.2.2 Retreat and 7.5.2.3 Forced Retreat."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.effectiveness import drop_improved, lose
from sandtable.titles.theseus.frames import Attack, Losses, Retreat
from sandtable.titles.theseus.stacking import check_stacking, enter, hqs_in, surplus
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, holder, look_at, mined_against, tell_of

NOT_ADJACENT: Final = Refusal("7.5.2.2-a", "a retreat goes from hex to adjacent hex")
OFF_LAND: Final = Refusal("7.5.2.2-j", "no retreat over sea")
OCCUPIED: Final = Refusal("7.5.2.2-b", "no retreat into an enemy-occupied hex")
BESIDE_HQ: Final = Refusal("7.5.2.2-e", "no retreat beside an enemy HQ")
OVER_RIDGE: Final = Refusal("7.5.2.2-f", "no retreat over a Ridge or Wadi except along a Road or Trail")
INTO_MINES: Final = Refusal("7.5.2.2-g", "no retreat into an unbreached enemy minefield")
INTO_ZONE: Final = Refusal(
    "7.5.2.2-h", "no retreat into an enemy zone of control while another hex is free, and none at all of one's own will"
)
NOT_HOMEWARD: Final = Refusal("7.5.2.2-a", "another hex is nearer to a supply source or the friendly edge, or spares losses")


def retreater(s: State, f: Retreat) -> int:
    return f.side


def barred(s: State, side: int, here: int, hex: int) -> Optional[Refusal]:
    """Hexes and hexsides that never form part of a retreat."""
    e = s.edition
    if hex not in e.adjacent[here]:
        return OFF_LAND if hex in e.grid.neighbours[here] else NOT_ADJACENT
    if holder(s, hex) == other(side):
        return OCCUPIED
    if mined_against(s, side, hex):
        return INTO_MINES
    across = here * e.hexes + hex
    if across in e.barred and across not in e.link:
        return OVER_RIDGE
    return BESIDE_HQ if any(holder(s, h) == other(side) and hqs_in(s, h) for h in e.adjacent[hex]) else None


def ways_back(s: State, side: int, units: tuple[int, ...], here: int, forced: bool) -> list[int]:
    """Where the stack may go next: without losses if possible, homeward if possible."""
    e = s.edition
    free = [h for h in e.adjacent[here] if barred(s, side, here, h) is None]
    calm = [h for h in free if not enemy_zone(s, side, h)]
    roomy = [h for h in calm if not surplus(e, side, (*combat_units(s, h), *units))]
    best = roomy or calm or (free if forced else [])
    return [h for h in best if is_homeward(s, side, here, h)] or best


def one_way_back(s: State, f: Retreat) -> bool:
    """5.3.4-a There is one way for all to see. Else the room in the hexes around decides, and that is not the enemy's business."""
    free = [h for h in s.edition.adjacent[f.hex] if barred(s, f.side, f.hex, h) is None]
    calm = [h for h in free if not enemy_zone(s, f.side, h)]
    return len(calm or free) == 1


def is_homeward(s: State, side: int, here: int, hex: int) -> bool:
    e = s.edition
    return e.to_source[side][hex] < e.to_source[side][here] or e.to_edge[side][hex] < e.to_edge[side][here]


def can_withdraw(s: State, side: int, units: tuple[int, ...], here: int, distance: int) -> bool:
    """Whether the whole of a Voluntary Retreat can be made without an EZOC."""
    if distance == 0:
        return True
    return any(can_withdraw(s, side, units, h, distance - 1) for h in ways_back(s, side, units, here, False))


def choices(s: State, f: Retreat) -> list[int]:
    ways = ways_back(s, f.side, f.units, f.hex, f.forced)
    if f.forced:
        return ways
    return [h for h in ways if can_withdraw(s, f.side, f.units, h, f.left - 1)] or ways


def look_back(s: State, f: Retreat, dice: Dice) -> None:
    """With no way a Forced Retreat costs two points a unit for each hex, another its hits."""
    f.units = tuple([u for u in f.units if s.where[u] == f.hex])
    f.step = NONE
    if not f.units or not f.left:
        end_retreat(s, f)
        return
    if not choices(s, f):
        end_retreat(s, f)
        if f.forced:
            s.tell("trapped", f.hex)
            for unit in f.units:
                lose(s, unit, 2 * f.left)  # 7.5.2.3
        else:
            s.begin(Losses(f.side, f.units, (0,) * len(f.units), f.left))


def end_retreat(s: State, f: Retreat) -> None:
    """7.7 Who ends a retreat in a hex ends Improved Defence there; passing through does not."""
    f.finish()
    if f.moved:
        drop_improved(s, f.hex)


class RetreatTo(Act[State, Retreat]):
    rule = "7.5.2.2-a"
    form = "retreat hex"
    label = "Retreat to {hex}"
    asks = "retreat"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(h, 0) for h in choices(s, f)] if f.step == NONE else []

    def why_not(self, s: State, f: Retreat, hex: int, _: int, /) -> Optional[Refusal]:
        if hex in choices(s, f):
            return None
        refusal = barred(s, f.side, f.hex, hex)
        if refusal is not None:
            return refusal
        return INTO_ZONE if enemy_zone(s, f.side, hex) else NOT_HOMEWARD

    def do(self, s: State, f: Retreat, hex: int, _: int, dice: Dice, /) -> None:
        f.step = hex


def fall_back(s: State, f: Retreat, dice: Dice) -> None:
    """One hex. An EZOC costs each unit a point; an overstacked hex has its own effects at once."""
    if not f.moved:
        drop_improved(s, f.hex)
    costs = enemy_zone(s, f.side, f.step)
    enter(s, f.units, f.step)
    attack = within(s, Attack)
    if attack is not None:
        look_at(s, [u for u in f.units if u in attack.attackers or u in attack.defenders])  # they are watched on their way
    for unit in f.units:
        tell_of(s, "retreated", unit, f.step)
    if costs:
        for unit in f.units:
            lose(s, unit, 1)
    f.hex, f.left, f.moved = f.step, f.left - 1, True
    f.restart()
    check_stacking(s, f.hex, tuple([u for u in f.units if s.where[u] == f.hex]))
