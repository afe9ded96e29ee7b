"""What a click on a counter can mean, for whoever plays with mouse or finger. A title says it; nothing here is a rule.

An offer may concern more than it names: the members of a formation that is activated, the hexes that an attack without a
target falls upon. Pieces set out by saying something first, alone or several as one. And an attack has a usual way to its dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Optional

from msgspec import structs

from sandtable.face.view import Given, Proposal
from sandtable.face.walks import Walk, Walks, goes_on, is_let_go
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Illegal, Option, State, decider, is_over, options, pending, read, take, why_not, write

Named = tuple[str, int]  # a kind of number and the number: ("unit", 3)
Choose = Callable[[Any], Optional[Option]]  # none: that is for the player to say


def nobody_else(s: Any, o: Option) -> Sequence[Named]:
    return ()


def as_they_are(s: Any, pieces: Sequence[int]) -> Sequence[Option]:
    return ()


def nobody_sent(s: Any, piece: str) -> Mapping[str, Walk]:
    return {}


def nobody_met(s: Any, pieces: Sequence[int]) -> Mapping[str, Walk]:
    return {}


def no_usual_way(s: Any, o: Option, given: Given) -> Optional[Choose]:
    return None


def said_to_set_out(s: State, wanted: Iterable[Option], side: int) -> tuple[str, ...]:
    """What of it can be said, in order, while no die falls and the side goes on deciding, if nobody breaks in who could. It is
    done to the state itself."""
    said: list[str] = []
    for o in wanted:
        if why_not(s, o) is not None:
            continue
        text, before = write(s, o), s.clone()
        try:
            take(before, o, NoDice())
        except ScriptError:
            break
        if not is_let_go(before, side):
            break
        take(s, o, NoDice())
        is_let_go(s, side)
        said.append(text)
    return tuple(said)


def ways_together(s: State, found: Walks, pieces: Sequence[str], kinds: Sequence[str]) -> dict[str, Walk]:
    """Where all of these can go: as one march, or one after the other, each at rest before the next sets out."""
    ways = [found.get(piece, {}) for piece in pieces]
    shared = [space for space in ways[0] if all([space in each for each in ways])] if ways else []
    together = {space: [each[space] for each in ways] for space in shared}
    if len(pieces) == 1 or all([is_march(s, walk, kinds) for walks in together.values() for walk in walks]):
        return {space: min(walks, key=lambda walk: walk.left or 0) for space, walks in together.items()}
    in_turn = {space: one_after_another(walks) for space, walks in together.items() if not any([walk.onto for walk in walks])}
    met = {space: met_in_turn(ways, space) for space, walk in ways[0].items() if walk.onto} if ways else {}
    return {
        **{space: walk for space, walk in in_turn.items() if can_be_said(s, walk.say)},
        **{space: walk for space, walk in met.items() if walk is not None and can_be_said(s, walk.say[:-1])},
    }


def told_alike(s: State, pieces: Sequence[str], kinds: Sequence[str]) -> dict[str, Walk]:
    """Where each of several pieces may be told to go by one decision, the same of all, one after the other."""
    if len(pieces) < 2:
        return {}
    places: dict[tuple[str, str], dict[str, str]] = {}
    for o in options(s):
        act = pending(s).act(o[0])
        if act is None or len(act.takes) != 2 or act.takes[0] not in kinds or act.takes[1] in kinds:
            continue
        piece, place = s.names.text(act.takes[0], o[1]), s.names.text(act.takes[1], o[2])
        places.setdefault((o[0], place), {})[piece] = write(s, o)
    found = {
        place: Walk(tuple([said[piece] for piece in pieces]), None) for (_, place), said in places.items() if {*pieces} <= {*said}
    }
    return {place: walk for place, walk in found.items() if can_be_said(s, walk.say)}


def is_march(s: State, walk: Walk, kinds: Sequence[str]) -> bool:
    """Whether all that have set out go along: nothing that is said on the way names a piece."""
    act = pending(s).act(walk.say[0].split()[0])
    return act is not None and not set(kinds) & set(act.takes)


def one_after_another(walks: Sequence[Walk]) -> Walk:
    last = walks[-1]
    say = [text for walk in walks[:-1] for text in (*walk.say, *walk.rest)]
    lefts = [walk.left for walk in walks if walk.left is not None]
    return Walk((*say, *last.say), min(lefts) if len(lefts) == len(walks) else None, last.rest)


def met_in_turn(ways: Sequence[Mapping[str, Walk]], enemy: str) -> Optional[Walk]:
    """The others go where the first will meet enemies from, if all of them can; then he sets out and meets them."""
    first, *others = ways
    onto = first[enemy]
    there = next((space for space, walk in first.items() if not walk.onto and walk.say[-1:] == onto.say[-2:-1]), None)
    if there is None or not all([there in each for each in others]):
        return None
    return structs.replace(one_after_another([*[each[there] for each in others], onto]), onto=True)


def can_be_said(s: State, texts: Sequence[str]) -> bool:
    """Whether it can all be said in a row: the first to arrive may take the room of the last."""
    side, now = decider(s), s.clone()
    for text in texts:
        try:
            o = read(now, text)
        except Illegal:
            return False
        if why_not(now, o) is not None or not goes_on(now, [o], side):
            return False
    return True


class Draft:
    """Decisions in a row for a proposal, tried on a copy: until a die falls or somebody else decides."""

    def __init__(self, s: Any) -> None:
        self.s: Any = s.clone()
        self.side: int = decider(s)
        self.says: list[str] = []
        self.open: bool = True

    def say(self, o: Option) -> bool:
        """Whether it could be said."""
        if not self.open or why_not(self.s, o) is not None:
            return False
        self.says.append(write(self.s, o))
        try:
            take(self.s, o, NoDice())
        except ScriptError:
            self.open = False
        else:
            self.open = not is_over(self.s) and decider(self.s) == self.side
        return True


def with_again(ways: Sequence[Proposal], again: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Proposals, then those that repeat what was said in an earlier turn; a way that is both says so."""
    repeats, own = {way.says for way in again}, {way.says for way in ways}
    said = [as_last_turn(way) if way.says in repeats else way for way in ways]
    return (*said, *[structs.replace(way, again=True) for way in again if way.says not in own])


def as_last_turn(way: Proposal) -> Proposal:
    return structs.replace(way, text=f"{way.text}; as last turn".removeprefix("; "), again=True)


def usual_way(s: State, o: Option, side: int, choose: Choose) -> tuple[tuple[str, Option, State], ...]:
    """What a side says from an option to the first die, or to what is for the player alone to say, if it chooses as usual: texts,
    with the positions they are said in."""
    now, found, step = s.clone(), [], o
    for _ in range(100):
        if decider(now) == side:
            found.append((write(now, step), step, now.clone()))
        try:
            take(now, step, NoDice())
        except ScriptError:
            return tuple(found)
        if is_over(now):
            break
        chosen = choose(now)
        if chosen is None:
            return tuple(found)
        step = chosen
    return ()  # it does not come to dice
