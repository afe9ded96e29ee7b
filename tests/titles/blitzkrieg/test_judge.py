"""The computer does nothing silly: counted over a whole game of two greedy players."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice, dice_for
from sandtable.kernel.play import decider, take
from sandtable.kernel.sides import other
from sandtable.players.greedy import Greedy
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.edition import members
from sandtable.titles.blitzkrieg.state import State

STRAYED = 2  # supply units and HQs that a side may leave alone beside enemies in the game; a battle can leave one behind


def left_in_front(s: State, side: int) -> int:
    """Boxes in which the HQ or supply units of a side stand alone, next to enemy combat units."""
    hq = s.hq[side]
    precious = s.dumps[side] | (1 << s.where[hq] if hq >= 0 and 0 <= s.where[hq] < s.edition.boxes else 0)
    return len([box for box in members(precious & ~s.occupied[side]) if s.edition.around[box] & s.occupied[other(side)]])


def test_nobody_walks_to_and_fro_moves_without_moving_or_leaves_supplies_in_front() -> None:
    table = dice_for(3, 0, "table")
    s = TITLE.rules.new(TITLE.rules.load(None), "oconnor", TITLE.rules.agree({}), table)
    players, thoughts = [Greedy(), Greedy()], [SeededDice(1), SeededDice(2)]
    seen: set[int] = set()
    back = idle = strayed = marches = 0
    while s.frames:
        side, active = decider(s), s.active
        verb, number, _ = o = players[side].choose(TITLE, s, side, thoughts[side])
        if verb == "move":
            seen, marches = set(), marches + 1
        elif verb == "go":
            back += number in seen
            seen.add(number)
        idle += verb == "halt" and not seen
        take(s, o, table)
        strayed += left_in_front(s, active) if s.active != active else 0
    assert marches > 20
    assert idle == 0
    assert back == 0
    assert strayed <= STRAYED
