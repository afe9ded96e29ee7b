"""4.0 Action Chits and Tactical Chits: the cups, the actions of a turn, drawing."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED
from sandtable.kernel.sides import ALLIED, AXIS, all_but, only, other
from sandtable.titles.gazala.edition import AIR, FIRST_ACTION_CHIT, SANDSTORM
from sandtable.titles.gazala.frames import ActionPhase, Actions, AirAttack, Turn
from sandtable.titles.gazala.state import State

DRAW: Final = "7.0-a"  # whoever draws sees the chit; the other side only what is public of it


def fill_cups(s: State, f: Turn, dice: Dice) -> None:
    """3.0 phase 1, 4.0, 13.0: all Tactical Chits and the Action Chits of the turn; actions are set from the Turn Record."""
    e = s.edition
    s.tell("turn", s.turn)
    row = e.turn_rows[s.turn - 1]
    s.actions = [row.allied_actions, row.axis_actions]
    s.activations = [0] * len(e.formations)
    s.broken = False
    f.placed = 0
    for side in (ALLIED, AXIS):
        kept = [chit for chit in e.action_chits[s.turn][side] if not is_withdrawn(s, chit)]
        s.cups[side] = tuple(sorted([*e.tactical_chits[side], *kept]))
        s.boxes[side] = s.played[side] = s.track[side] = ()


def is_withdrawn(s: State, chit: int) -> bool:
    """PC-8, 13.7: the Action Chit of a withdrawn formation is out of the game."""
    formations = [formation for face in s.edition.chit_faces[chit] for formation in s.edition.face_formations[face]]
    return bool(formations) and all(formation in s.withdrawn for formation in formations)


def can_act(s: State, side: int) -> bool:
    """4.0, 13.7: an action and an Action Chit to draw for it; actions without chits are lost."""
    return s.actions[side] > 0 and s.cups[side] != () and s.cups[side][-1] >= FIRST_ACTION_CHIT


def next_action_phase(s: State, f: Actions, dice: Dice) -> None:
    """3.0 phases 5 to 7, 7.0: in turn; a side that cannot act is passed over."""
    side = f.next if can_act(s, f.next) else other(f.next)
    if not can_act(s, side):
        s.actions = [0, 0]
        return
    f.next = side if f.twice else other(side)
    f.twice = False
    f.restart()
    s.begin(ActionPhase(side))
    s.tell("action_phase", side)


def draw_chit(s: State, f: ActionPhase, dice: Dice) -> None:
    """7.0: one chit after another until an Action Chit comes. Air and Sandstorm are played at once (13.4, 13.5)."""
    s.tell(REVEALED, f.side)  # how much lies face down, and what does not, becomes known
    chit = dice.draw(s.cups[f.side], f.side, DRAW)
    s.cups[f.side] = without(s.cups[f.side], chit)
    if chit >= FIRST_ACTION_CHIT:
        s.track[f.side] += (chit,)
        s.actions[f.side] -= 1
        f.chit = chit
        f.picks = max([s.edition.face_units[face] for face in s.edition.chit_faces[chit]])
        s.tell("drew", f.side, chit)
        return
    f.restart()
    if chit == SANDSTORM:
        f.storm = True
        show(s, f.side, chit)
        s.tell("sandstorm", f.side)
    elif chit == AIR:
        show(s, f.side, chit)
        if f.storm:
            s.tell("grounded", f.side)  # 13.4-b
        else:
            s.tell("air", f.side)
            s.begin(AirAttack(f.side))
    else:
        s.boxes[f.side] = tuple(sorted([*s.boxes[f.side], chit]))
        s.tell("kept", f.side, chit, to=only(f.side))
        s.tell("kept_unseen", f.side, to=all_but(f.side))


def without(chits: tuple[int, ...], chit: int) -> tuple[int, ...]:
    at = chits.index(chit)
    return chits[:at] + chits[at + 1 :]


def show(s: State, side: int, chit: int) -> None:
    """13.0: face up in the Played box."""
    s.played[side] = tuple(sorted([*s.played[side], chit]))


def spend(s: State, side: int, chit: int) -> None:
    """13.0: a chit of the Available box is used once."""
    s.boxes[side] = without(s.boxes[side], chit)
    show(s, side, chit)
    s.tell(REVEALED, side)
    s.tell("played", side, chit)


def redeal(s: State, viewer: int, dice: Dice) -> State:
    """Another state that looks the same to a viewer: which of the other side's chits lie face down is dealt anew."""
    twin = s.clone()
    for side in (ALLIED, AXIS):
        if side == viewer or not s.boxes[side]:
            continue
        shown = [chit for chit in s.cups[side] if chit >= FIRST_ACTION_CHIT or chit in (AIR, SANDSTORM)]
        unknown = [chit for chit in (*s.cups[side], *s.boxes[side]) if chit < FIRST_ACTION_CHIT and chit not in (AIR, SANDSTORM)]
        pool = sorted(unknown)  # the same dice deal the same, whatever lay there
        dealt: list[int] = []
        for _ in s.boxes[side]:
            dealt.append(dice.draw(pool, -1, DRAW))
            pool.remove(dealt[-1])
        twin.boxes[side] = tuple(sorted(dealt))
        twin.cups[side] = tuple(sorted([*shown, *pool]))
    return twin
