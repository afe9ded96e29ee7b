"""The rule book for reading: all of the ledger in our own words, each row once, and every link leads there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from sandtable.kernel.dice import ScriptedDice, SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event, options, pending
from sandtable.kernel.record import from_json
from sandtable.kernel.steps import steps_of
from sandtable.server.lines import entries
from sandtable.texts.book import Written, blocks_of, opened_by, problems_of, read_book
from sandtable.texts.pictures import undrawable
from sandtable.titles import SLUGS
from tests.conformance.cases import TITLES, TOY, none_of, title_of
from tests.conformance.test_conformance import cited, refusals
from tests.conformance.test_records import RECORDS, index_of

EACH: Final = 25  # plies of a golden game between two at which refusals are asked for

each_title = pytest.mark.parametrize("slug", TITLES)


@cache
def written(slug: str) -> Written:
    return read_book(title_of(slug))


@each_title
def test_every_row_is_said_once_in_words_of_its_own_and_every_mark_means_something(slug: str) -> None:
    assert written(slug).book.written
    none_of(list(problems_of(title_of(slug), written(slug))))


@each_title
def test_every_diagram_can_be_drawn(slug: str) -> None:
    none_of(list(undrawable(title_of(slug), written(slug).drawings.values())))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_book_shows_what_it_speaks_of(slug: str) -> None:
    """How far a piece goes, what can be laid over the map, a fight, a way that is taken; and counters stand in its examples."""
    shows = {value.split()[0] for drawing in written(slug).drawings.values() for key, value in drawing.lines if key == "show"}
    assert not {"reach", "overlay", "attack", "arrow"} - shows
    examples = [block for _, _, block in blocks_of(written(slug).book) if block.kind == "example"]
    assert len([block for block in examples if 'class="counter"' in block.html]) >= 3
    assert any(['class="die' in block.html for block in examples])


@each_title
def test_every_rule_that_is_named_opens_the_book(slug: str) -> None:
    """By acts, settings and steps, and in golden games by prompts, offers, refusals and lines of the log."""
    book = written(slug).book
    rules = cited(title_of(slug))
    steps = [step for outline in title_of(slug).rules.outlines.values() for step in steps_of(outline)]
    rules.update({step.rule.removesuffix(".0"): f"the step {step.name}" for step in steps})
    if slug != TOY:
        rules.update(dict(named_in_golden_games(slug)))
    none_of([f"{where} names {rule}" for rule, where in rules.items() if rule and opened_by(book, rule) is None])


def named_in_golden_games(slug: str) -> Iterator[tuple[str, str]]:
    title = title_of(slug)
    for name in index_of(slug):
        record = from_json((RECORDS / slug / name).read_bytes())
        game = Game(title, title.rules.load(None), record.scenario, record.settings, ScriptedDice(record.setup))
        for ply in record.plies:
            row = pending(game.state)
            yield row.rule, f"a prompt of {name}"
            if game.ply % EACH == 0:
                yield from [(refusal.rule, refusal.text) for refusal in refusals(game.state, SeededDice(game.ply))]
                yield from [(act.rule, f"the act {act.verb}") for o in options(game.state) if (act := row.act(o[0])) is not None]
            game.say(ply.side, game.ply, ply.text, ScriptedDice(ply.dice))
            for entry in entries(game, game.ply, 0b111):
                yield from [(rule, f"the log of {name}") for rule in (entry.rule, *[die.rule for die in entry.dice])]
            for event in game.told[-1].log:
                if isinstance(event, Event) and event.tally is not None:
                    yield from [(term.rule, f"a sum in {name}") for term in event.tally.terms]
