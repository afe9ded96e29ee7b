"""The log as sentences, for one viewer: events by their audience, rolls by theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import UNSET

from sandtable.face.looks import Looks
from sandtable.face.story import PLURAL, SLOT, sentence
from sandtable.face.story import Word as Said
from sandtable.face.view import signed, sum_of
from sandtable.kernel.dice import Roll
from sandtable.kernel.game import Game, shared
from sandtable.kernel.play import SCORED, Event
from sandtable.kernel.sides import EVERYONE, SIDES, SPECTATORS, only
from sandtable.kernel.steps import Heading as Place
from sandtable.kernel.tally import Tally
from sandtable.server.shapes import Die, Entry, Heading, Is, Role, Word
from sandtable.titles import AnyTitle

AnyLooks = Looks[Any, Any]


def ears(viewer: int) -> int:
    """The viewer's bit in audiences."""
    return only(viewer) if viewer >= 0 else SPECTATORS


def audience(title: AnyTitle, roll: Roll) -> int:
    """Who sees a roll: everyone, unless the title says that by this rule one draws unseen."""
    if roll.rule not in title.rules.secrets:
        return EVERYONE
    return only(roll.by) if roll.by in (0, 1) else 0


def entries(game: Game, ply: int, hears: int) -> list[Entry]:
    """What was told at a ply (0: set-up) to an audience. Rolls belong to the event that is told after them."""
    title = game.title
    side = game.record.plies[ply - 1].side if ply else -1
    rule = rule_of(game, ply, hears)
    stopped = bool(ply) and is_stop(title, game.record.plies[ply - 1].text)  # what comes next is not what its rule speaks of
    found: list[Entry] = [*declined(game, ply)]
    dice: list[Die] = []
    told = game.told[ply]
    under: tuple[Heading, ...] = ()
    for n, (event, place) in enumerate(zip(told.log, told.places, strict=True), 1):
        under = under_of(place)
        if isinstance(event, Roll):
            if audience(title, event) & hears:
                if dice and apart(dice[-1], event):
                    found += unexplained(title, ply, side, dice, under)
                    dice = []
                dice.append(Die(event.by, event.face, event.rule, event.of))
        elif isinstance(event, Event) and event.what == SCORED and event.tally:  # no die was rolled for that
            change = sum_of(event.tally)
            words = [Word(signed(change.what.removesuffix(":")))]
            found.append(Entry(ply, side, tuple(words), "", (), change, under, "points", event.numbers[0]))
        elif isinstance(event, Event) and event.to & hears:
            words = words_of(game, event)
            if words:
                sum = sum_of(event.tally) if event.tally else None
                rolled = [] if sum else dice  # they belong to what is read from the sum
                if rule and stopped and shared(place, told.asked) < len([h for h in told.asked if h.level]):
                    rule = place[-1].rule.removesuffix(".0") if place else ""
                by_rule = rolled[0].rule if rolled else rule
                news = title.face.announce(game.edition, event)
                role = "decides" if news else role_of(title.face, event)
                if event.tally and any(isinstance(e, Event) and e.what == "points" for e in told.log[n : n + 1]):
                    role = "points"  # the sum that comes before them
                said = role, news.attacker if news and news.attacker >= 0 else side_of(game, event, side)
                found.append(Entry(ply, side, tuple(words), by_rule, fallen(rolled), sum, under, *said, news or UNSET))
                rule, dice = "", dice if sum else []
    found += unexplained(title, ply, side, dice, under)
    return found


def under_of(place: Sequence[Place]) -> tuple[Heading, ...]:
    return tuple([Heading(h.name, h.rule, h.level, h.mark) for m, h in enumerate(place, 1) if h.level or m == len(place)])


def declined(game: Game, ply: int) -> Iterator[Entry]:
    """What somebody did not do, where all have seen that he could."""
    said = game.record.plies[ply - 1] if ply else None
    story = game.title.face.declined.get(said.text) if said is not None else None
    if said is not None and story:
        words = sentence(story, (said.side,), game.edition.names, {"side": game.title.sides})
        told = game.told[ply]
        by_rule = told.rule or told.asked[-1].rule
        yield Entry(ply, said.side, tuple([Word(word.text) for word in words]), by_rule, (), None, under_of(told.asked))


def unexplained(title: AnyTitle, ply: int, side: int, dice: Sequence[Die], under: tuple[Heading, ...]) -> list[Entry]:
    """Dice that fell for something of which the audience hears no more, each side's for itself. What was drawn from a cup is told
    by events, or by none."""
    found: list[Entry] = []
    for by, rolled in groupby(fallen(dice), lambda die: die.by):
        own = tuple(rolled)
        words = Word(f"{name_of(title, by)} rolls{'' if ply else ' for the set-up'}")
        found.append(Entry(ply, side, (words,), own[0].rule, own, None, under, by=by if by in range(len(SIDES)) else -1))
    return found


def fallen(dice: Sequence[Die]) -> tuple[Die, ...]:
    """What was drawn from a cup has a number, too, but it is no die."""
    return tuple([die for die in dice if die.of])


def apart(die: Die, roll: Roll) -> bool:
    """A die for something else: what was rolled before it has not been told."""
    return die.of > 0 and roll.of > 0 and die.rule != roll.rule


def words_of(game: Game, event: Event) -> list[Word]:
    """An event as a sentence, in which things that can be clicked are named by their id."""
    if event.tally:
        return [Word(total_of(event.tally))]
    story = game.title.face.stories.get(event.what)
    if not story:
        return []
    said = sentence(story, event.numbers, game.edition.names, {"side": game.title.sides})
    return [link(game.title.face, word) for word in said]


def total_of(tally: Tally) -> str:
    """What a sum comes to, as it is told; what is added to a die has its sign.

    >>> value = Tally("modifiers of the die")
    >>> value.add(4, "7.5", "support")
    >>> total_of(value), total_of(Tally("Attack Value"))
    ('modifiers of the die: +4', 'Attack Value: 0')
    """
    plus = "+" if tally.what.lower().startswith("modifiers") and tally.exact > 0 else ""
    return f"{tally.what.removesuffix(':')}: {plus}{signed(tally.text)}"


def role_of(face: AnyLooks, event: Event) -> Role:
    if event.what in (face.battles[0], face.warning, *face.raids):
        return "opens"
    if event.what in face.retreats:
        return "retreat"
    return "loss" if event.what in face.losses else "points" if event.what in face.scores else ""


def slots_of(face: AnyLooks, event: Event) -> Iterator[tuple[str, int]]:
    """Its numbers with the kinds that its story gives them."""
    kinds = [kind for kind in SLOT.findall(face.stories.get(event.what, "")) if kind != PLURAL]
    return zip(kinds, event.numbers, strict=False)


def side_of(game: Game, event: Event, decides: int) -> int:
    """The side that it names, or to which something belongs that it names; -1: the piece that it names tells, if there is one.
    Whose a pile is that lies at a place now tells nothing of whose went from there."""
    face = game.title.face
    for kind, number in slots_of(face, event):
        if kind == "side":
            return number
        if kind in face.owners:
            return int(face.owners[kind](game.edition, number))
    return decides if is_of_a_pile(game, event) else -1


def is_of_a_pile(game: Game, event: Event) -> bool:
    """Whether it tells of one of many that lie together, and have a name only by where they lie."""
    face = game.title.face
    return any(kind in face.pieces and face.piles(game.edition, number) for kind, number in slots_of(face, event))


def link(face: AnyLooks, word: Said) -> Word:
    named = is_what(face, word.kind)
    return Word(word.text) if named == "other" else Word(word.text, named, word.id)


def is_what(face: AnyLooks, kind: str) -> Is:
    """What the name of a thing of that kind names on the screen."""
    if kind in face.pieces:
        return "piece"
    return "space" if kind in face.places else "cell" if kind in face.cells else "other"


def is_stop(title: AnyTitle, text: str) -> bool:
    rows = [row for outline in title.rules.outlines.values() for row in outline.rows]
    return text.split(maxsplit=1)[0] in {row.stop.verb for row in rows if row.stop}


def rule_of(game: Game, ply: int, hears: int) -> str:
    """The rule of what was decided, for those who may know what that was."""
    unknown = ply and game.title.rules.hidden and not only(game.record.plies[ply - 1].side) & hears
    return "" if unknown else game.told[ply].rule


def name_of(title: AnyTitle, side: int) -> str:
    return title.sides[side] if side in range(len(SIDES)) else title.name
