"""What must hold in every position of every title. Each check says in words what is broken; nothing said, nothing broken.

`fuzz` and the conformance suite both look at positions through these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Optional

import msgspec

from sandtable.face.board import Board
from sandtable.face.story import question, sentence, what_is_asked
from sandtable.face.view import NOTHING, Battle, Forecast, Given, View
from sandtable.kernel.dice import Dice, RecordingDice, Roll, SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.names import Names
from sandtable.kernel.play import (
    REVEALED,
    Act,
    Event,
    Frame,
    Illegal,
    Option,
    Row,
    State,
    decider,
    options,
    pending,
    read,
    take,
    why_not,
    write,
)
from sandtable.kernel.record import from_json, from_text, to_text
from sandtable.kernel.sides import ALLIED, AXIS, SPECTATORS, only, other
from sandtable.kernel.steps import Chronicle
from sandtable.players.random import any_of, any_option, stop_verb
from sandtable.titles import AnyTitle

VIEWERS: Final = (ALLIED, AXIS, -1)
PLAIN_NUMBERS: Final = range(-1, 21)  # tried for a kind without names
SAMPLES: Final = 400  # of the numbers of an act, where there are more
NOT_FIELDS: Final = ("frames", "log")
REEL: Final = 16  # plies of a film

Check = Callable[[AnyTitle, Any, Dice], Iterator[str]]


def fields(s: State) -> dict[str, object]:
    """All that a state holds, caches too, in a form that can be compared."""
    found: dict[str, object] = {name: value for name, value in vars(s).items() if name not in NOT_FIELDS}
    found["frames"] = [(type(f).__name__, f.at, f.row, f.facts()) for f in s.frames]
    return found


def differences(a: State, b: State) -> str:
    """The fields in which two states differ."""
    x, y = fields(a), fields(b)
    return ", ".join([f"{name}: {x.get(name)} / {y.get(name)}" for name in {**x, **y} if x.get(name) != y.get(name)])


def copied(value: Any) -> object:
    """A value as it is now: lists all the way down, and whatever else can be copied."""
    if isinstance(value, list):
        return [copied(x) for x in value]
    return value.copy() if hasattr(value, "copy") else value


def snapshot(s: State) -> dict[str, object]:
    """The fields as they are now, whatever happens to the state."""
    found = {name: copied(value) for name, value in fields(s).items()}
    found["frames"] = [(type(f).__name__, f.at, f.row, f.facts()) for f in s.frames]
    return found


# In every position


def invariants_hold(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    for broken in title.rules.audit(s):
        yield f"audit: {broken}"


def caches_equal_a_rebuild(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    anew = title.rules.rebuild(s)
    if fields(anew) != fields(s):
        yield f"caches differ from a rebuild: {differences(s, anew)}"


def options_are_sound(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """There are some until the game is over, each once, each legal, each the same after being written and read."""
    found = options(s)
    if bool(found) != bool(s.frames):
        yield "no options, but the game is not over" if s.frames else "options, but the game is over"
    if len(set(found)) != len(found):
        yield f"offered twice: {[o for o in found if found.count(o) > 1]}"
    for o in found:
        text = write(s, o)
        try:
            if read(s, text) != o:
                yield f"{o} is written {text!r}, which is read as {read(s, text)}"
        except Illegal as illegal:
            yield f"{o} is written {text!r}, which cannot be read: {illegal}"
        refusal = why_not(s, o)
        if refusal is not None:
            yield f"{text!r} is offered and refused: {refusal}"


def outcome_comes_with_the_end(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    ended = title.rules.outcome(s)
    if (ended is None) != bool(s.frames):
        yield (
            f"the game is over without an outcome: {title.face.view(s, -1).when}"
            if ended is None
            else f"outcome {ended} in a game that goes on"
        )


def clones_are_apart(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """A clone is equal, and what is done to it does not touch the original."""
    twin = s.clone()
    if fields(twin) != fields(s) or twin.key() != s.key():
        yield f"a clone differs: {differences(s, twin)}"
    if s.frames:
        before, key = snapshot(s), s.key()
        take(twin, any_option(twin, decider(twin), dice), dice)
        if fields(s) != before or s.key() != key:
            yield f"something done to a clone changed the original in: {[n for n, v in fields(s).items() if v != before[n]]}"


# In some positions: these take longer


def frames_know_their_facts(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    for f in s.frames:
        yield from frame_knows_its_facts(f)


def frame_knows_its_facts(f: Frame) -> Iterator[str]:
    held = [value for name, value in vars(f).items() if name not in ("at", "row")]
    if sorted(map(repr, held)) != sorted(map(repr, f.facts())):
        yield f"{type(f).__name__} holds {held}, but its facts are {f.facts()}"
    twin = f.copy()
    if type(twin) is not type(f) or (twin.at, twin.row, twin.facts()) != (f.at, f.row, f.facts()):
        yield f"the copy of {f} is {twin}"
    for name, value in vars(f).items():
        if not isinstance(value, int | str | tuple):
            yield f"{type(f).__name__}.{name} is a {type(value).__name__}; fields are ints, bools, strings and tuples"


def refusals_agree_with_options(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    yield from disagreements(s, dice)


def disagreements(s: State, dice: Dice) -> Iterator[str]:
    """Offered if and only if not refused, over all numbers in range: exhaustive where they are few, sampled where many."""
    if not s.frames:
        return
    offered = set(options(s))
    row = pending(s)
    for act in (*row.acts, row.stop) if row.stop is not None else row.acts:
        for a, b in numbers_for(s.names, act, offered, dice):
            o = (act.verb, a, b)
            refusal = why_not(s, o)
            if (refusal is None) != (o in offered):
                yield f"{o} in {s.frames[-1]} is " + (
                    f"offered, but refused: {refusal}" if refusal else "not offered, and not refused"
                )
            elif refusal is not None and not refusal.text:
                yield f"{o} in {s.frames[-1]} is refused without a word"


def numbers_for(names: Names, act: Act[Any, Any], offered: set[Option], dice: Dice) -> list[tuple[int, int]]:
    """Pairs of numbers to ask an act about. Where there are too many, half of those tried share a number with an option."""
    one, two = [range_of(names, act.takes[i] if i < len(act.takes) else "") for i in (0, 1)]
    if len(one) * len(two) <= 4 * SAMPLES:
        return [(a, b) for a in one for b in two]
    pairs = [(draw(one, dice), draw(two, dice)) for _ in range(SAMPLES // 2)]
    near = [o for o in sorted(offered) if o[0] == act.verb]
    for _ in range(SAMPLES // 2 if near else 0):
        o = near[draw(range(len(near)), dice)]
        pairs.append((o[1], draw(two, dice)) if draw(range(2), dice) else (draw(one, dice), o[2]))
    return pairs


def range_of(names: Names, kind: str) -> range:
    if not kind:
        return range(1)
    return range(len(names.texts[kind])) if kind in names.texts else PLAIN_NUMBERS


def draw(numbers: range, dice: Dice) -> int:
    return dice.draw(numbers, -1, "")


def other_moments_are_refused(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """What can be said at other moments only is refused now, and so is what nobody ever says."""
    now = set(verbs_of(pending(s))) if s.frames else set()
    ever = {verb for kind in s.outlines.values() for row in kind.rows for verb in verbs_of(row)}
    for verb in (*sorted(ever - now), "", "xyzzy"):
        if why_not(s, (verb, 0, 0)) is None:
            yield f"{verb!r} is not refused, though this is not the moment for it"


def verbs_of(row: Row) -> list[str]:
    return [act.verb for act in (*row.acts, row.stop) if act is not None]


def views_leak_nothing(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """With all that is hidden dealt anew a viewer sees the same, is asked the same, and may do the same."""
    for viewer in VIEWERS:
        twin = title.rules.redeal(s, viewer, dice)
        for broken in (*invariants_hold(title, twin, dice), *caches_equal_a_rebuild(title, twin, dice)):
            yield f"after a redeal for {viewer}: {broken}"
        if fields(twin) == fields(s):
            continue  # nothing was dealt otherwise: there is nothing that could be told
        if not title.rules.hidden:
            yield f"the title says that nothing is hidden, but a redeal for {viewer} changes something"
        if title.face.view(twin, viewer) != title.face.view(s, viewer):
            yield f"the view of {viewer} depends on what is hidden from it"
        if bool(twin.frames) != bool(s.frames) or (s.frames and decider(twin) != decider(s)):
            yield f"who decides depends on what is hidden from {viewer}"
        elif s.frames and decider(s) == viewer and options(twin) != options(s):
            yield f"the options of {viewer} depend on what is hidden from it"
        elif s.frames and decider(s) == viewer:
            offered = options(s)
            o = offered[draw(range(len(offered)), dice)]
            given = any_given(title.face.forecast(s, o, NOTHING), dice)
            one, two = [(title.face.forecast(t, o, given), title.face.caution(t, o)) for t in (twin, s)]
            if one != two:
                yield f"what {viewer} is told of {o} before it is done, with {given}, depends on what is hidden from it"
        if title.face.outlook(twin, viewer, NOTHING) != title.face.outlook(s, viewer, NOTHING):
            yield f"the odds that {viewer} sees of attacks under way depend on what is hidden from it"
        for layer in title.face.layers:
            piece = any_piece(title, s, dice)
            if layer.show(twin, viewer, piece) != layer.show(s, viewer, piece):
                yield f"the overlay {layer.id} for {piece!r} shows {viewer} what is hidden from it"


def any_given(forecast: Optional[Forecast], dice: Dice) -> Given:
    """One of its switches turned to any of its values, if it has one."""
    if forecast is None or not forecast.switches:
        return NOTHING
    switch = forecast.switches[draw(range(len(forecast.switches)), dice)]
    return {switch.id: switch.choices[draw(range(len(switch.choices)), dice)].value}


def any_piece(title: AnyTitle, s: Any, dice: Dice) -> str:
    """A name to ask about, seen or not, or none."""
    names: list[str] = ["", *[name for kind in title.face.pieces for name in s.names.texts[kind]]]
    return names[draw(range(len(names)), dice)]


def events_leak_nothing(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """The same said and rolled tells a viewer the same, whatever is hidden, up to the moment at which it becomes
    known, or at which another cup (a hand dealt anew leaves other things in it) gives another draw."""
    if not s.frames:
        return
    o = any_option(s, decider(s), dice)
    for viewer in VIEWERS:
        twin = title.rules.redeal(s, viewer, dice)
        if fields(twin) == fields(s) or o not in options(twin):
            continue
        seed = dice.draw(range(1 << 40), -1, "")
        (one, heard), (two, heard_too) = [heard_by(viewer, t, o, seed) for t in (s.clone(), twin)]
        known = False
        for x, y in zip(heard, heard_too, strict=False):
            known = REVEALED in (x, y) or (isinstance(x, Roll) and isinstance(y, Roll) and x.cup != y.cup)
            if known:
                break
            if x != y:
                yield f"after {o} viewer {viewer} hears {x} or {y}, by what is hidden from it"
                return
        if not known and REVEALED not in (*heard, *heard_too):
            if len(heard) != len(heard_too):
                yield f"after {o} viewer {viewer} hears {len(heard)} or {len(heard_too)} things, by what is hidden from it"
            elif title.face.view(one, viewer) != title.face.view(two, viewer):
                yield f"after {o} the view of {viewer} shows what was hidden from it, and nothing was revealed"


def heard_by(viewer: int, s: State, o: Option, seed: int) -> tuple[State, list[object]]:
    """The state after an option, and what a viewer heard; rolls stand between, seen or not, to show where chance parted ways."""
    log = Chronicle(s)
    s.log = log
    take(s, o, RecordingDice(SeededDice(seed), log))
    s.log = None
    audience = SPECTATORS if viewer < 0 else only(viewer)
    heard: list[object] = []
    for said, place in zip(log, log.places, strict=True):
        if isinstance(said, Event):
            if said.to & audience and said.what == REVEALED:
                heard.append(REVEALED)
            elif said.to & audience:
                heard.append((said.what, said.numbers, str(said.tally), place))
        else:
            heard.append(said)
    return s, heard


def films_leak_nothing(title: AnyTitle, s: Any, dice: Dice) -> Iterator[str]:
    """From two deals that look alike to a viewer the same decisions and dice make the same film: what he sees and hears at
    each ply, whom he sees asked about what, and so how many plies there are. It ends where the deals part: somebody decides
    what the other deal does not allow, or something hidden becomes known, and what he sees or hears is that."""
    for viewer in VIEWERS if title.rules.hidden else ():
        one, two = s.clone(), title.rules.redeal(s, viewer, dice)
        for ply in range(1, REEL + 1):
            shared = in_both(one, two)
            if not shared:
                break
            o, seed = any_of(shared, stop_verb(one), decider(one), dice), dice.draw(range(1 << 40), -1, "")
            (one, heard), (two, heard_too) = [heard_by(viewer, t, o, seed) for t in (one, two)]
            told, told_too = shown_at(title, one, viewer, heard), shown_at(title, two, viewer, heard_too)
            if told == told_too and asked_of(one, viewer) == asked_of(two, viewer):
                if mine_at(one, viewer) == mine_at(two, viewer):
                    continue
            elif told == told_too:
                yield f"{ply} plies on, after {o}, {viewer} sees asked {asked_of(one, viewer)} or {asked_of(two, viewer)}"
                break
            if not parted(heard, heard_too):
                yield f"{ply} plies on, after {o}, {viewer} is shown by what is hidden from it {first_difference(told, told_too)}"
            break


def in_both(one: State, two: State) -> list[Option]:
    """What may be done in either deal."""
    allowed = set(options(two))
    return [o for o in options(one) if o in allowed]


def shown_at(title: AnyTitle, s: Any, viewer: int, heard: list[object]) -> list[object]:
    """What a viewer sees and hears at a ply."""
    rolls = [said for said in heard if isinstance(said, Roll) and (said.rule not in title.rules.secrets or said.by == viewer)]
    words = [said for said in heard if said != REVEALED and not isinstance(said, Roll)]
    return [*words, *rolls, title.face.view(s, viewer)]


def asked_of(s: Any, viewer: int) -> tuple[object, ...]:
    """Who is asked next and about what, as a viewer is told."""
    if not s.frames:
        return ()
    outlines = [s.outlines[type(f)] for f in s.frames]
    public = "" if outlines[-1].quiet else what_is_asked(pending(s))
    asked = question(s) if decider(s) == viewer else public
    return (decider(s), [outline.name for outline in outlines if not outline.quiet], asked)


def mine_at(s: Any, viewer: int) -> list[Option]:
    return options(s) if s.frames and decider(s) == viewer else []


def parted(heard: list[object], heard_too: list[object]) -> bool:
    """Whether something hidden became known, or another cup gave another draw."""
    if REVEALED in heard or REVEALED in heard_too:
        return True
    rolls = [[said for said in all if isinstance(said, Roll)] for all in (heard, heard_too)]
    return any(x.cup != y.cup for x, y in zip(*rolls, strict=False))


def first_difference(told: list[object], told_too: list[object]) -> str:
    """In words; of two views, the fields."""
    for x, y in zip(told, told_too, strict=False):
        if x != y:
            names = [name for name in getattr(x, "__struct_fields__", ()) if getattr(x, name) != getattr(y, name, None)]
            return f"another {', '.join(names)}" if names else f"{x} or {y}"
    return f"{len(told)} or {len(told_too)} things" if len(told) != len(told_too) else "other options"


def view_fits(title: AnyTitle, s: Any, board: Board) -> Iterator[str]:
    """Every space and face that a view speaks of is on the board, and every kind is one of those that can be drawn."""
    spaces = {space.id for space in board.spaces}
    sides = {frozenset((space.id, near)) for space in board.spaces for near in space.neighbours}
    sides |= {frozenset((edge.a, edge.b)) for edge in board.edges}
    joined = {frozenset((link.a, link.b)) for link in board.links}
    for viewer in VIEWERS:
        view = title.face.view(s, viewer)
        try:
            msgspec.json.decode(msgspec.json.encode(view), type=View)
        except msgspec.ValidationError as error:
            yield f"the view of {viewer} cannot be read by who gets it: {error}"
        places = spaces | {panel.id for panel in view.panels}
        for piece in view.pieces:
            if piece.at not in places:
                yield f"piece {piece.id} is at {piece.at!r}, neither a space nor a panel"
            if piece.face not in board.faces:
                yield f"piece {piece.id} has the face {piece.face!r}, which the board does not have"
        flown = [piece.mission.target for piece in view.pieces if piece.mission is not None and piece.mission.target]
        for place in (*[spot.id for spot in view.spots], *view.focus, *flown):
            if place not in spaces:
                yield f"the view speaks of {place!r}, which is no space of the board"
        yield from [f"piece {p.id} has its base at {p.base!r}" for p in view.pieces if p.base and p.base not in places]
        yield from [f"{mark.a} and {mark.b} have no boundary" for mark in view.edges if frozenset((mark.a, mark.b)) not in sides]
        yield from [f"nothing joins {mark.a} and {mark.b}" for mark in view.links if frozenset((mark.a, mark.b)) not in joined]
        yield from battle_holds_together(view.battle) if view.battle is not None else ()
        cells = [cell.id for panel in view.panels for cell in panel.cells if cell.id]
        if len(set(cells)) != len(cells):
            yield f"two cells of the view of {viewer} have one id"
        if s.frames and decider(s) == viewer:
            named = {s.names.text(kind, n) for o in options(s) for kind, n in named_by(s, o) if kind in title.face.cells}
            yield from [f"{cell!r} is offered, and no cell of the view has that id" for cell in sorted(named - set(cells))]
        if len({piece.id for piece in view.pieces}) != len(view.pieces):
            yield f"two pieces of the view of {viewer} have one id"


def named_by(s: State, o: Option) -> list[tuple[str, int]]:
    """The numbers of an option, each with its kind."""
    act = pending(s).act(o[0])
    return list(zip(act.takes, o[1:], strict=False)) if act is not None else []


def battle_holds_together(battle: Battle) -> Iterator[str]:
    """Fighters stand in lines that there are, and aim at fighters of the other party."""
    for party, against in (battle.parties, battle.parties[::-1]):
        enemies = {fighter.piece for fighter in against.fighters}
        for fighter in party.fighters:
            if not -1 <= fighter.line < max(1, len(party.lines)):
                yield f"{fighter.piece} fights in line {fighter.line} of {party.lines}"
            yield from [f"{fighter.piece} aims at {t.piece}" for t in fighter.targets if t.piece not in enemies]


def stories_are_told(title: AnyTitle, s: State, log: list[object]) -> Iterator[str]:
    """Every event has a sentence that its numbers fit."""
    for event in log:
        if not isinstance(event, Event) or event.tally is not None:
            continue
        if event.what not in title.face.stories:
            yield f"no story for the event {event.what!r}"
            continue
        try:
            sentence(title.face.stories[event.what], event.numbers, s.names, {"side": title.sides})
        except (LookupError, ValueError) as error:
            yield f"the story {title.face.stories[event.what]!r} does not fit {event.numbers}: {error!r}"


# Of a whole game


def records_are_read_back(game: Game) -> Iterator[str]:
    """As JSON and as text a record stays the same."""
    for form, record in (("JSON", from_json(game.record.to_json())), ("text", from_text(to_text(game.record)))):
        if record != game.record:
            yield f"the record differs after {form}"


def records_replay(game: Game) -> Iterator[str]:
    """A record that is read back leads to the same position."""
    yield from records_are_read_back(game)
    if replay(game.record, None, game.title, game.edition).state.key() != game.state.key():
        yield "replayed the game comes out differently"


def undo_is_bounded(game: Game, prints: list[int]) -> Iterator[str]:
    """Back to the limit and not beyond; `prints` are the hashes of the key of the position at each ply."""
    limit, plies = game.undo_limit(), game.record.plies
    for n in range(limit, game.ply):
        if plies[n].dice or plies[n].shown or plies[n].side != plies[-1].side:
            yield f"undo to ply {limit} would take back ply {n}: {plies[n]}"
    if limit and not (plies[limit - 1].dice or plies[limit - 1].shown or plies[limit - 1].side != plies[-1].side):
        yield f"undo stops at ply {limit}, but ply {limit - 1} could be taken back: {plies[limit - 1]}"
    back = game.copy()
    back.undo(limit)
    if hash(back.state.key()) != prints[limit]:
        yield f"undo to ply {limit} leads to another position than there was"
    for beyond in (limit - 1, game.ply + 1):
        try:
            game.copy().undo(beyond)
            yield f"undo to ply {beyond} is allowed; the limit is {limit}, the ply is {game.ply}"
        except Illegal:
            pass


def forgeries_are_refused(game: Game, dice: Dice) -> Iterator[str]:
    """Another side, another ply, a text that is not offered: refused, and nothing has changed."""
    s: State = game.state
    if not s.frames:
        return
    before, key, ply, side = snapshot(s), s.key(), game.ply, decider(s)
    offered = [write(s, o) for o in options(s)]
    text = offered[draw(range(len(offered)), dice)]
    if game.refused(side, ply, text) is not None:
        yield f"{text!r} is offered and refused: {game.refused(side, ply, text)}"
    tries = [(other(side), ply, text), (-1, ply, text), (side, ply - 1, text), (side, ply + 1, text)]
    tries += [(side, ply, false) for false in forged_texts(s, offered, dice)]
    for forged in tries:
        if game.refused(*forged) is None:
            yield f"{forged} is not refused at ply {ply}, where {side} decides"
        if forged[:2] == (side, ply):
            try:
                game.play(forged[2], SeededDice(0))
                yield f"{forged[2]!r} can be said, though it is not offered"
            except Illegal:
                pass
    if game.state is not s or fields(s) != before or s.key() != key or game.ply != ply:
        yield "a refused forgery changed the game"


def forged_texts(s: State, offered: list[str], dice: Dice) -> list[str]:
    row = pending(s)
    found = ["", "xyzzy", offered[0] + " xyzzy", offered[0].split()[0] + " xyzzy", "  "]
    for act in row.acts:
        one, two = [range_of(s.names, kind) for kind in (act.takes + ["", ""])[:2]]
        for _ in range(5):
            numbers = (draw(one, dice), draw(two, dice))
            found.append(" ".join([act.verb, *[s.names.text(k, n) for k, n in zip(act.takes, numbers, strict=False)]]))
    now = verbs_of(row)
    found += [verb for kind in s.outlines.values() for r in kind.rows for verb in verbs_of(r) if verb not in now]
    return [text for text in dict.fromkeys(found) if " ".join(text.split()) not in offered]


ALWAYS: Final[tuple[Check, ...]] = (
    invariants_hold,
    caches_equal_a_rebuild,
    options_are_sound,
    outcome_comes_with_the_end,
    clones_are_apart,
)
SOMETIMES: Final[tuple[Check, ...]] = (
    frames_know_their_facts,
    refusals_agree_with_options,
    other_moments_are_refused,
    views_leak_nothing,
    events_leak_nothing,
)
