"""Briefings: `text/briefings/<scenario>.toml`, one for each scenario of a title."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from sandtable.face.board import Board
from sandtable.face.briefing import Aim, Briefing, Look, Thrust
from sandtable.face.view import View
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.sides import SIDES
from sandtable.texts.pictures import SEED, frame_of, seen
from sandtable.titles import AnyTitle

# An action takes 3 clicks on average (`tests/browser/test_clicks.py`), 2 seconds each; to look and think is taken to be twice that.
# Half of the decisions are the other side's, which a film shows in 2 seconds each. Nobody was timed: minutes are said with "about".
OWN: Final = 3 * 2 * 3
THEIRS: Final = 2
QUARTER: Final = 15  # minutes are rounded to quarters of an hour
AROUND: Final = 2.2  # counters of room round what is named
HARDEST: Final = 5


class Who(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side for a beginner."""

    side: str
    text: str
    alone: bool = False  # the only one that there is something to decide for


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    spaces: list[str] = []
    pieces: list[str] = []


class Sided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    text: str
    spaces: list[str] = []


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A briefing as it is written."""

    situation: str
    difficulty: int
    decisions: int  # of both sides: see tools/lengths.py
    games: int  # that they are the median of
    beginner: Who
    aim: list[Sided]
    first: list[Named]
    turns: int = 0
    whole: bool = False  # the picture shows all of the board: the fight is everywhere on it
    played: int = 0  # turns that were played, of a game too long for more; the others are reckoned like the last of these
    arrow: list[Sided] = []


def path_of(title: AnyTitle, scenario: str) -> Path:
    return title.rules.folder.parent / "text" / "briefings" / f"{scenario}.toml"


def read_sheet(title: AnyTitle, scenario: str) -> Sheet:
    """Raises if it is missing or not as it should be: a test reads them all."""
    title.rules.scenario(scenario)
    return msgspec.convert(tomllib.loads(path_of(title, scenario).read_text(encoding="utf-8")), Sheet)


def briefing(title: AnyTitle, scenario: str) -> Briefing:
    sheet = read_sheet(title, scenario)
    edition = title.rules.load(None)
    state: Any = title.rules.new(edition, scenario, title.rules.agree({}), SeededDice(SEED))
    board: Board = title.face.board(edition)
    side = SIDES.index(sheet.beginner.side)
    view: View = title.face.view(state, side)
    at = {piece.id: piece.at for piece in view.pieces}
    first = [Look(each.text, (*each.spaces, *[at[id] for id in each.pieces])) for each in sheet.first]
    named = {id for spaces in (*[each.spaces for each in first], *[each.spaces for each in sheet.arrow]) for id in spaces}
    spaces = [space for space in board.spaces if space.id in named]
    frame = frame_of(board, spaces if spaces and not sheet.whole else board.spaces, AROUND)
    return Briefing(
        title=title.slug,
        scenario=scenario,
        name=title.rules.scenario(scenario).name,
        situation=tuple(sheet.situation.strip().splitlines()),
        difficulty=sheet.difficulty,
        decisions=sheet.decisions,
        minutes=minutes_of(sheet.decisions),
        measured=measured(sheet),
        beginner=side,
        alone=sheet.beginner.alone,
        why=sheet.beginner.text,
        aims=tuple([Aim(SIDES.index(aim.side), aim.text) for aim in sheet.aim]),
        first=tuple(first),
        arrows=tuple([Thrust(SIDES.index(arrow.side), tuple(arrow.spaces), arrow.text) for arrow in sheet.arrow]),
        view=seen(view, {space.id for space in board.spaces}),
        frame=frame,
        turns=sheet.turns,
    )


def minutes_of(decisions: int) -> int:
    """
    >>> [minutes_of(decisions) for decisions in (30, 340, 3000)]
    [15, 60, 495]
    """
    return max(QUARTER, round(decisions * (OWN + THEIRS) / 2 / 60 / QUARTER) * QUARTER)


def measured(sheet: Sheet) -> str:
    """How the length was come by."""
    games = "a game" if sheet.games == 1 else f"the middle one of {sheet.games} games"
    rest = f", of which {sheet.played} turns were played and the others are reckoned like the last of these" if sheet.played else ""
    return (
        f"Both sides together decided {sheet.decisions} times, a march counted once, in {games} between computer players{rest}. "
        f"{OWN} seconds are reckoned for each decision of yours, {THEIRS} to watch one of theirs. Nobody was timed."
    )


def problems_of(title: AnyTitle, scenario: str) -> Iterator[str]:
    """What is wrong with a briefing."""
    try:
        sheet = read_sheet(title, scenario)
    except (OSError, ValueError) as error:
        yield f"{path_of(title, scenario).name}: {error}"
        return
    edition = title.rules.load(None)
    spaces = {space.id for space in title.face.board(edition).spaces}
    yield from unknown("space", [id for look in sheet.first for id in look.spaces], spaces)
    yield from unknown("space", [id for arrow in sheet.arrow for id in arrow.spaces], spaces)
    yield from unknown("side", [sheet.beginner.side, *[each.side for each in (*sheet.aim, *sheet.arrow)]], SIDES)
    view = title.face.view(title.rules.new(edition, scenario, title.rules.agree({}), SeededDice(SEED)), -1)
    yield from unknown("piece", [id for each in sheet.first for id in each.pieces], [piece.id for piece in view.pieces])
    if sorted([aim.side for aim in sheet.aim]) != sorted(SIDES):
        yield "each side has one aim"
    if not 1 <= sheet.difficulty <= HARDEST:
        yield f"difficulty is 1 to {HARDEST}"
    if sheet.decisions <= 0 or sheet.games <= 0:
        yield "decisions are measured: see tools/lengths.py"


def unknown(what: str, names: Sequence[str], known: Sequence[str] | set[str]) -> Iterator[str]:
    yield from [f"there is no {what} {name!r}" for name in names if name not in known]
