"""Same as last turn: payments, missions with their escorts, supply trips and landings once more, as far as they are legal now.

`said` has what the side said at this point of each turn, this turn first, then the last. What is not possible any more is left out,
and the proposal says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Optional

from sandtable.face.handling import Draft
from sandtable.face.story import both, plain, sentence
from sandtable.face.view import Proposal
from sandtable.kernel.play import Illegal, Option, pending, read, why_not, within
from sandtable.titles.tigercubs.air_bombing import TRANSFER, mission
from sandtable.titles.tigercubs.face.proposals_air import ORDERS, airs_in_words, called
from sandtable.titles.tigercubs.frames import AirReturn, AirWindow, InitialPhase, Mission, MovementPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State

FEW: Final = 3  # ways that are proposed at once, and things that are named one by one
NAME: Final = "Same as last turn"
STOPS: Final = ("done", "home", "send", "halt")  # they end something and do nothing
LIFTS: Final = ("entrain", "sail")  # by rail and by sea
HANDLED: Final = ("load", "fill", "unload", "pour")  # what a quartermaster does with its load
CARRYING: Final = ("move", *HANDLED)
PUT_DOWN: Final = ("unload", "pour")

Texts = Sequence[str]


def again(s: State, said: Sequence[Texts]) -> tuple[Proposal, ...]:
    f, now, before = s.frames[-1], said[0], said[1:]
    if not before:
        return ()
    if isinstance(f, (InitialPhase, AirReturn)):
        return tuple(all_again(s, before[0]))
    if type(f) is Mission:
        return tuple(flight_again(s, before[0]))
    if isinstance(f, AirWindow):
        return tuple(flights_again(s, left(s, before[0], now)))[:FEW]
    if isinstance(f, MovementPhase):
        last = left(s, before[0], now)
        return (*trips_again(s, before, now), *lifts_again(s, last), *flights_again(s, last))[:FEW]
    return ()


Doing = tuple[str, ...]  # what was begun at this point, with all that belonged to it


def doings(s: State, texts: Texts) -> list[Doing]:
    row = pending(s)
    begins = [act.verb for act in row.acts] + ([row.stop.verb] if row.stop is not None else [])
    found: list[list[str]] = []
    for text in texts:
        if verb_of(text) in begins or not found:
            found.append([])
        found[-1].append(text)
    return [tuple(doing) for doing in found]


def left(s: State, last: Texts, now: Texts) -> list[Doing]:
    """What was done last turn and has not been begun yet in this one."""
    begun = {doing[:2] for doing in doings(s, now)}
    return [doing for doing in doings(s, last) if doing[:2] not in begun]


def verb_of(text: str) -> str:
    return text.split(" ")[0]


class Repeat(NamedTuple):
    """What can be said once more, what that does in words, and what cannot, with the reason."""

    draft: Draft
    done: list[str]
    left_out: list[str]

    def words(self) -> str:
        return without(some(self.done), self.left_out)


def without(words: str, left_out: Sequence[str]) -> str:
    return f"{words}; not this time: {some(left_out)}" if left_out else words


def some(things: Sequence[str]) -> str:
    return both(things) if len(things) <= FEW else f"{', '.join(things[:FEW])} and {len(things) - FEW} more"


def repeated(s: State, texts: Texts) -> Repeat:
    found = Repeat(Draft(s), [], [])
    for text in texts:
        if not found.draft.open:
            break
        say_again(found, text)
    return found


def say_again(found: Repeat, text: str) -> None:
    draft = found.draft
    o = understood(draft.s, text)
    if o is None:
        return
    words, refusal = in_words(draft.s, o), why_not(draft.s, o)
    if draft.say(o):
        found.done.extend([words] if o[0] not in STOPS else [])
    elif refusal is not None and o[0] not in STOPS:
        found.left_out.append(f"{words} ({refusal.text})")


def understood(s: State, text: str) -> Optional[Option]:
    try:
        return read(s, text)
    except Illegal:
        return None


def in_words(s: State, o: Option) -> str:
    act = pending(s).act(o[0])
    label = plain(sentence(act.label, (o[1], o[2]), s.names, {})) if act is not None else ""
    return label[:1].lower() + label[1:]


# 6.3.a, 6.3.f Payments and landings


def all_again(s: State, texts: Texts) -> Iterator[Proposal]:
    found = repeated(s, texts)
    if found.done:
        yield Proposal(NAME, tuple(found.draft.says), found.words())


# 8.B Missions


def flights_again(s: State, last: Sequence[Doing]) -> Iterator[Proposal]:
    """Each mission of last turn, with those of its air units that can fly; who went to another base is there."""
    for doing in last:
        if verb_of(doing[0]) == "fly" and doing[0] != f"fly {TRANSFER}":
            yield from flight_again(s, doing)


def flight_again(s: State, texts: Texts) -> Iterator[Proposal]:
    found = repeated(s, [text for text in texts if text != "send"])
    f = within(found.draft.s, Mission)
    if f is None or f.target == NONE or not f.bombers or not found.done:
        return
    escorts = f", escorted by {airs_in_words(s, f.escorts)}" if f.escorts else ""
    words = without(f"{airs_in_words(s, f.bombers)}{escorts}", found.left_out)
    order = f"{ORDERS.get(mission(s, f), 'fly to').lower()} {called(s, f.target)}"
    if found.draft.say(("send", 0, 0)):
        yield Proposal(f"{NAME}: {order}", tuple(found.draft.says), words)


# 13.K, X-4, X-5 Supplies on their way


def lifts_again(s: State, last: Sequence[Doing]) -> Iterator[Proposal]:
    for doing in last:
        if verb_of(doing[0]) in LIFTS:
            found = repeated(s, doing)
            if found.done and not found.left_out:
                yield Proposal(f"{NAME}: {found.done[0]}", tuple(found.draft.says), both(found.done[1:]) or "as much as then")


def trips_again(s: State, before: Sequence[Texts], now: Texts) -> Iterator[Proposal]:
    """A quartermaster goes the way that it went the last time it stood here, and loads and puts down as it did."""
    turns, begun = [doings(s, texts) for texts in before], doings(s, now)
    for unit in s.edition.quartermasters[s.phasing]:
        name = s.names.texts["unit"][unit]
        trips = [trip_of(turn, name) for turn in turns]
        if trip_of(begun, name):  # it has set out; the enemy may have been asked whether he flies
            trips = [[text for text in trip if verb_of(text) in PUT_DOWN and text not in now] for trip in trips]
        found = next((found for trip in trips if trip and (found := repeated(s, trip)).done and not found.left_out), None)
        if found is not None:
            yield Proposal(f"{NAME}: {s.names.called('unit', unit)}", tuple(found.draft.says), found.words())


def trip_of(turn: Sequence[Doing], name: str) -> list[str]:
    """All that one quartermaster did in a turn, if it carried something."""
    mine = [doing for doing in turn if verb_of(doing[0]) in CARRYING and doing[0].split(" ")[1] == name]
    return [text for doing in mine for text in doing] if any(verb_of(doing[0]) in HANDLED for doing in mine) else []
