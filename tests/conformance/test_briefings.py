"""Every scenario is briefed: on the map, for both sides, with a length that was measured."""

from __future__ import annotations

import pytest

from sandtable.texts.briefing import briefing, problems_of
from sandtable.titles import SLUGS, load_title
from tests.conformance.cases import none_of

SCENARIOS = [(slug, scenario.id) for slug in SLUGS for scenario in load_title(slug).rules.scenarios]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_scenario_is_briefed(slug: str, scenario: str) -> None:
    title = load_title(slug)
    none_of(list(problems_of(title, scenario)))
    told = briefing(title, scenario)
    assert told.situation
    assert f"decided {told.decisions} times" in told.measured
    assert len(told.first) == 3
    assert any([piece.at in {id for look in told.first for id in look.spaces} for piece in told.view.pieces])
    x0, y0, x1, y1 = told.frame
    assert x0 < x1
    assert y0 < y1


def test_who_is_alone_with_the_garrison_of_bir_hacheim_leads_the_axis() -> None:
    assert briefing(load_title("theseus"), "bir_hacheim").beginner == 1


def test_what_is_wrong_with_a_briefing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sandtable.texts.briefing.tomllib.loads",
        lambda _: {
            "situation": "It is hot.",
            "difficulty": 7,
            "decisions": 0,
            "games": 1,
            "beginner": {"side": "allied", "text": "They begin."},
            "aim": [{"side": "allied", "text": "Win."}],
            "first": [{"text": "Look.", "spaces": ["Cairo"], "pieces": ["99Pz"]}],
            "arrow": [{"side": "neutral", "text": "there", "spaces": ["Rome"]}],
        },
    )
    assert list(problems_of(load_title("battleaxe"), "battleaxe")) == [
        "there is no space 'Cairo'",
        "there is no space 'Rome'",
        "there is no side 'neutral'",
        "there is no piece '99Pz'",
        "each side has one aim",
        "difficulty is 1 to 5",
        "decisions are measured: see tools/lengths.py",
    ]
