"""Standing orders for Assault on Bir Hacheim (10.1): the Bersaglieri go into the mines beside the Box, clear them, have a battalion
of tanks come up to bear a part of the losses, and attack in earnest for as long as they can."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.play import Frame, Option, options
from sandtable.kernel.sides import AXIS
from sandtable.titles.theseus.edition import BOX
from sandtable.titles.theseus.frames import Activation, Attack, March, Movement
from sandtable.titles.theseus.state import State, combat_units, mined_against

IN_EARNEST: Final = 3  # Action Points of a Prepared Attack
AT_HAND: Final = 6  # hexes from which tanks come
WORN: Final = 1  # Strength Points with which they do not


def training(s: State, f: Frame) -> Optional[Option]:
    foot = next(
        (u for u in s.edition.roster[s.edition.formation_number["Ari"]] if s.edition.can_breach[u] and s.where[u] >= 0), None
    )
    if foot is None:
        return None
    found = options(s)
    said: Optional[Option] = None
    if isinstance(f, Activation):
        said = in_activation(s, f, foot, found)
    elif isinstance(f, Movement):
        said = ("go", 0, 0)
    elif isinstance(f, March):
        said = step_of(s, f, foot, [o[1] for o in found if o[0] == "step"])
    elif isinstance(f, Attack):
        said = max([o for o in found if o[0] in ("join", "escalate", "air")], key=lambda o: (o[0], o[1]), default=None)
    return said if said in found else None


def in_activation(s: State, f: Activation, foot: int, found: list[Option]) -> Option:
    """Into the mines, through with them, the tanks, the attack; what is left over goes into another try."""
    e, here = s.edition, s.where[foot]
    if s.down[foot]:
        return first_of(found, ("refit", foot, 0))
    if e.distance(here, e.bir_hacheim) > 1:
        return ("move", foot, 0)
    if mined_against(s, AXIS, here) and not s.breached:
        return first_of(found, ("breach", foot, 0))
    tanks = tanks_to_come(s, here, found)
    if tanks:
        return ("move", tanks[0], 0)
    blow = ("attack", foot, e.bir_hacheim)
    if blow in found and f.points >= IN_EARNEST:
        return blow
    return first_of(found, ("breach", foot, 0))


def first_of(found: list[Option], o: Option) -> Option:
    return o if o in found else ("end", 0, 0)


def tanks_to_come(s: State, here: int, found: list[Option]) -> list[int]:
    """One battalion, while there is none."""
    e = s.edition
    if here not in s.breached or len(combat_units(s, here)) > 1:
        return []
    able = [o[1] for o in found if o[0] == "move" and o[1] < e.units and e.tank[0][o[1]] > 0 and not e.recce[o[1]]]
    return [u for u in able if s.strength[u] > WORN and e.distance(s.where[u], here) <= AT_HAND]


def step_of(s: State, f: March, foot: int, steps: list[int]) -> Option:
    e = s.edition
    if foot in f.units:
        mines = [h for h in steps if mined_against(s, AXIS, h) and e.distance(h, e.bir_hacheim) == 1 and e.mines[h] != BOX]
        if mines:
            return ("step", min(mines), 0)
        goal = e.bir_hacheim
    else:
        goal = s.where[foot]
    here = s.where[f.units[0]]
    closer = [h for h in steps if not mined_against(s, AXIS, h) and e.distance(h, goal) < e.distance(here, goal)]
    return ("step", min(closer, key=lambda h: (e.distance(h, goal), h)), 0) if closer else ("halt", 0, 0)
