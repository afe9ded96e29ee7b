"""The computer does nothing silly: counted over a whole game of two greedy players."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice, dice_for
from sandtable.kernel.play import decider, take
from sandtable.kernel.sides import other
from sandtable.players.greedy import Greedy
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.edition import members
from sandtable.titles.blitzkrieg.robot.judge import desert, key_boxes, owner
from sandtable.titles.blitzkrieg.robot.judge_supply import raided
from sandtable.titles.blitzkrieg.state import LRDF, State, stack_at

STRAYED = 2  # supply units and HQs that a side may leave alone beside enemies in the game; a battle can leave one behind
ASTRAY = (
    8  # units without a desert force's marker at the end of a player-turn where only tracks lead; somebody must go to Beda Fomm
)
OPEN = 4  # boxes that matter, left at the end of a player-turn so that enemies need only walk in


def left_in_front(s: State, side: int) -> int:
    """Boxes in which the HQ or supply units of a side stand alone, next to enemy combat units."""
    hq = s.hq[side]
    precious = s.dumps[side] | (1 << s.where[hq] if hq >= 0 and 0 <= s.where[hq] < s.edition.boxes else 0)
    return len([box for box in members(precious & ~s.occupied[side]) if s.edition.around[box] & s.occupied[other(side)]])


def astray(s: State, side: int) -> int:
    """Units deep in the desert that are no Long Range Desert Force."""
    lost = [u for box in members(s.occupied[side] & desert(s.edition)) for u in stack_at(s, side, box)]
    return len([u for u in lost if not s.flags[u] & LRDF])


def lying_open(s: State, side: int) -> int:
    """Boxes of a side that bring points or the game, and that enemies can enter in one march without a fight."""
    open = raided(s, side)
    return len([box for box in key_boxes(s.edition) if open >> box & 1 and owner(s, box, s.held) == side])


def test_nobody_walks_to_and_fro_goes_astray_or_leaves_supplies_and_prizes_for_the_taking() -> None:
    table = dice_for(3, 0, "table")
    s = TITLE.rules.new(TITLE.rules.load(None), "oconnor", TITLE.rules.agree({}), table)
    players, thoughts = [Greedy(), Greedy()], [SeededDice(1), SeededDice(2)]
    seen: set[int] = set()
    back = idle = strayed = lost = open = marches = 0
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
        if s.active != active:
            strayed, lost, open = strayed + left_in_front(s, active), lost + astray(s, active), open + lying_open(s, active)
    assert marches > 20
    assert idle == 0
    assert back == 0
    assert strayed <= STRAYED
    assert lost <= ASTRAY
    assert open <= OPEN
