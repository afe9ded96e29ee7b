"""What a click on a counter can mean: units of a box go as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.face.handling import Named
from sandtable.kernel.play import Option, Refusal, decider
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.frames import March
from sandtable.titles.blitzkrieg.movement import NOT_ADJACENT, TOO_FAR, go_refused
from sandtable.titles.blitzkrieg.payment import breaks
from sandtable.titles.blitzkrieg.questions import how_far
from sandtable.titles.blitzkrieg.reach import in_reach
from sandtable.titles.blitzkrieg.refit import due_upgrades, rate
from sandtable.titles.blitzkrieg.state import State

BONUS_DOES: Final = (  # in the order of `BONUSES`
    "+1 for who attacks where it stands, in round one",
    "+1 for who defends where it stands, in round one",
    "a box more for who starts with it, in both movement phases",
    "rolls for more supply units",
)
BARRED: Final = Refusal("8.4.3-a", "enemies stand on every way there, and whoever meets them stops")


def stands(s: State, o: Option) -> Sequence[Named]:
    """The HQ, for what it is chosen for."""
    hq = s.hq[decider(s)]
    return [("unit", hq)] if o[0] == "bonus" and hq >= 0 else ()


def price(s: State, o: Option) -> str:
    """What a bonus, a card, an upgrade or a replacement does, what a payment breaks, where a retreat leads: below its button."""
    if o[0] == "bonus":
        return BONUS_DOES[o[1]]
    if o[0] == "supply":
        return breaks(s, s.active, o[1])
    if o[0] == "upgrade":
        new = next(new for _, old, new in due_upgrades(s, decider(s)) if old == o[1])
        return f"becomes {s.names.called('unit', new)}, combat {s.edition.cv[new]} for {s.edition.cv[o[1]]}"
    if o[0] == "replace":
        take, of = rate(s, o[1])
        return f"{of} eliminated units: {take} back to the Holding Area, {of - take} out of the game"
    if o[0] == "retreat" and o[1] < s.edition.boxes and s.occupied[other(decider(s))] >> o[1] & 1:
        return "into a battle: who comes takes no part, and shares its end"
    return s.edition.card_rows[o[1]].effect.rstrip(".") if o[0] == "play" else ""


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """As one. Who is still on his way halts where he is."""
    f = s.frames[-1] if s.frames else None
    halts = [("halt", 0, 0)] if isinstance(f, March) and f.spent else []
    return [*halts, ("move", units[0], 0), *[("with", u, 0) for u in units[1:]]] if units else ()


def bars(s: State, o: Option) -> Optional[Refusal]:
    """What keeps a march from a box that is not next to it."""
    e, f = s.edition, s.frames[-1] if s.frames else None
    if not isinstance(f, March) or o[0] != "go" or o[1] >= e.boxes or f.here >= e.boxes:
        return None
    near = [go_refused(s, here, o[1]) for here, _, _ in in_reach(s, f)]
    other = next((refusal for refusal in near if refusal not in (None, NOT_ADJACENT, TOO_FAR)), None)
    if other is not None:
        return other
    far, plain, swift = e.distance[f.here][o[1]], f.plain - f.spent, f.swift - f.spent
    if TOO_FAR not in near and far <= plain:
        return BARRED
    able = how_far(plain, swift if f.major else 0, f.spent > 0)
    return Refusal("8.2-a", f"it is {far} boxes away by road, and this march can go {able}")
