"""What a title says of where its pieces can go is what trying everything on copies finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from sandtable.face.walks import Walks, goes_on
from sandtable.kernel.play import decider, read, why_not
from sandtable.titles import SLUGS, AnyTitle, load_title
from tests.positions import at_random, can_walk, golden
from tests.walking import LEFT, search

TRIED: Final = tuple([slug for slug in SLUGS if slug in LEFT])  # for which the long way knows what movement is left
GOLDEN: Final = {"battleaxe": 19, "gazala": 397, "theseus": 131, "tigercubs": 97}  # of so many golden positions one is looked at
RANDOM: Final = {"battleaxe": 23, "gazala": 47, "theseus": 13, "tigercubs": 31}  # and one of so many of random games
COPIES: Final = 700  # after which the long way gives up


def some(positions: Iterator[Any], title: AnyTitle, every: int) -> Iterator[Any]:
    """Those in which something can be moved."""
    for n, s in enumerate(positions):
        if n % every == every // 2 and can_walk(title, s):
            yield s.clone()


def compared(title: AnyTitle, s: Any) -> bool:
    """Whether the long way came to its end, so that nothing more can be found."""
    side, key = decider(s), s.key()
    short, long = title.face.reach(s.clone(), side), search(title, s, side, COPIES)
    found, sure = figures(short), figures(long.walks)
    if long.whole:
        assert found == sure, s.frames
    for place, (left, length) in sure.items():  # whatever was found by then is known, with as much left
        assert (found[place][0], -found[place][1]) >= (left, -length), (place, s.frames)
    assert s.key() == key
    return long.whole


def figures(walks: Walks) -> dict[tuple[str, str], tuple[float, int]]:
    return {(piece, space): (walk.left or 0, len(walk.say)) for piece, places in walks.items() for space, walk in places.items()}


@pytest.mark.parametrize("slug", TRIED)
def test_reach_is_what_trying_everything_finds(slug: str) -> None:
    title = load_title(slug)
    whole = [compared(title, s) for s in some(golden(title), title, GOLDEN[slug])]
    whole += [compared(title, s) for s in some(at_random(title, 7, 3), title, RANDOM[slug])]
    assert len(whole) > 15
    assert sum(whole) > 5


@pytest.mark.parametrize("slug", TRIED)
def test_what_it_says_leads_there(slug: str) -> None:
    """Some walks of some positions, step by step: each is an option, and the piece comes where it should with what is left."""
    title = load_title(slug)
    for s in some(at_random(title, 11, 2), title, RANDOM[slug]):
        side = decider(s)
        walks = [(piece, space, walk) for piece, places in title.face.reach(s, side).items() for space, walk in places.items()]
        for piece, space, walk in walks[::9]:
            twin = s.clone()
            for text in walk.say:
                o = read(twin, text)
                assert why_not(twin, o) is None
                assert goes_on(twin, [o], side)
            assert {p.id: p.at for p in title.face.view(twin, side).pieces}[piece] == space
            assert LEFT[slug](twin, s.names.number("unit", piece)) == walk.left


@pytest.mark.parametrize("slug", TRIED)
def test_nothing_is_said_where_nothing_can_be_moved(slug: str) -> None:
    title = load_title(slug)
    for n, s in enumerate(at_random(title, 5, 1)):
        if n % 7 == 0 and not can_walk(title, s):
            assert title.face.reach(s, decider(s)) == {}
