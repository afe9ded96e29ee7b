"""What a click on a counter can mean: its stack, the units of a hex that go as one, the missions an air unit could fly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Optional

from sandtable.face.handling import Draft, Named
from sandtable.face.story import measured
from sandtable.face.walks import Walk
from sandtable.kernel.play import Option, Refusal, decider, options, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import ready
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BAI, CAS, PORT, RAIL, TRANSFER
from sandtable.titles.tigercubs.air_flyers import flyers, kind_number
from sandtable.titles.tigercubs.air_missions import Assign
from sandtable.titles.tigercubs.frames import Mission, Move, Reaction, ReactionPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.movement import Halt, Join
from sandtable.titles.tigercubs.movement_step import ENEMY_BOX, OFF_MAP, PROHIBITED, means
from sandtable.titles.tigercubs.reaction import React, ReactTogether, Rest
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import State, holder, units_in

ASSIGN: Final = Assign()
REACT: Final = React()
COUNTER: Final = ReactTogether()
REST: Final = Rest()
HALT: Final = Halt()
JOIN: Final = Join()
SENT: Final = (CAS, AIRBASE, PORT, TRANSFER, RAIL, BAI)  # of several missions that a place is good for, the first


def stands(s: State, o: Option) -> Sequence[Named]:
    """The units of a stack that moves, reacts or is attacked; the air units that could fly a mission."""
    if o[0] == "fly":
        row = s.edition.mission_rows[o[1]]
        return [("air", a) for a in ready(s, flyers(s.edition, decider(s), o[1]), row)]
    return [("unit", u) for u in units_in(s, o[1])] if o[0] in ("march", "counter", "assault") else ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """As one. Who is still on his way stops where he is."""
    f = s.frames[-1] if s.frames else None
    if not units:
        return []
    if isinstance(f, Reaction):
        return [(REST.verb, 0, 0), *to_react(s, units)]
    if isinstance(f, ReactionPhase):
        return to_react(s, units)
    stops = isinstance(f, Move) and units[0] not in f.units and JOIN.why_not(s, f, units[0], 0) is not None
    halts = [(HALT.verb, 0, 0)] if stops else []
    return [*halts, ("move", units[0], 0), *[(JOIN.verb, u, 0) for u in units[1:]]]


def to_react(s: State, units: Sequence[int]) -> list[Option]:
    """7.C.1.e A unit alone, or all of its hex that qualify."""
    here, f = s.where[units[0]], within(s, ReactionPhase)
    if len(units) == 1 or f is None:
        return [(REACT.verb, units[0], 0)]
    return [(COUNTER.verb, here, 0)] if here >= 0 and {*units} == {*COUNTER.units(s, f, here)} else []


def bars(s: State, o: Option) -> Optional[Refusal]:
    """What keeps units on their way from a far place."""
    f = s.frames[-1]
    return far_refused(s, f, o[1]) if isinstance(f, Move) and f.units and o[0] == "go" else None


def far_refused(s: State, f: Move, there: int) -> Refusal:
    """What keeps the units of a move from a place that is not next to them and that they cannot reach."""
    e = s.edition
    if not e.in_play[s.agreed.scenario][there]:
        return OFF_MAP
    if not e.near[there]:  # a box beside the map has no terrain
        ground = e.terrain[there].id.replace("_", " ") if there < e.sheet else ""
        return Refusal(PROHIBITED.rule, f"no ground unit enters the {ground}") if ground else PROHIBITED
    if there >= e.sheet and e.owner[there] != f.side:
        return ENEMY_BOX
    if holder(s, there) == other(f.side):
        return Refusal("7.C.1.c", "enemy units are there; attack them in the combat phase, or overrun them, from a hex beside")
    left = min(means(s, f), default=0)
    if not left:
        return Refusal("7.C.1", f"no movement points are left for the {e.distance(s.where[f.units[0]], there)} hexes there")
    return Refusal(
        "7.C.1",
        f"it is {e.distance(s.where[f.units[0]], there)} hexes away, and ground and enemies on the way cost more than the "
        f"{measured(Fraction(left, MP), 'movement point')} left",
    )


def sends(s: State, piece: str) -> dict[str, Walk]:
    """8.B.2 Every target to which an air unit could be the first to fly, and what to say for it."""
    found: dict[str, Walk] = {}
    air, offered = s.names.numbers["air"].get(piece, NONE), options(s)
    for kind in SENT if air != NONE else ():
        fly = ("fly", kind_number(s, kind), 0)
        if fly not in offered:
            continue
        draft = Draft(s)
        draft.say(fly)
        f = within(draft.s, Mission)
        assert f is not None
        places = [f.target] if f.target != NONE else [o[1] for o in options(draft.s) if o[0] == "over"]
        for place in places:
            if ASSIGN.why_not(draft.s, Mission(f.side, f.kind, place), air, 0) is None:
                name = s.edition.map.ids[place]
                target = () if f.target != NONE else (f"over {name}",)
                found.setdefault(name, Walk((*draft.says, *target, f"assign {piece}"), None))
    return found
