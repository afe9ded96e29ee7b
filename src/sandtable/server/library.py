"""The titles that are served, by slug, with what is made once of each."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Optional

import msgspec

from sandtable.face.board import Board
from sandtable.kernel.data import Changes, DataError, Rows, read_changes
from sandtable.kernel.dice import RecordingDice, SeededDice
from sandtable.kernel.game import NONSENSE, edition_of
from sandtable.kernel.rules import Edition, Scenario, Setting, Unknown, pick
from sandtable.kernel.sides import SIDES
from sandtable.server.shapes import Bids, LayerInfo, LessonInfo, RuleInfo, ScenarioInfo, SettingInfo, Settled, TitleInfo
from sandtable.texts.book import Written, read_book
from sandtable.texts.briefing import briefing, minutes_of, path_of, read_sheet
from sandtable.texts.lesson import Script, lesson_text, read_lesson
from sandtable.texts.pictures import picture
from sandtable.titles import SLUGS, AnyTitle

BOARDS: Final = 32  # kept, of all titles and editions


class Library:
    """Which package holds which title. A title is imported when it is first asked for."""

    def __init__(self, packages: Mapping[str, str] | None = None, editions: Sequence[Path] = ()) -> None:
        self.packages = dict(packages) if packages is not None else {slug: f"sandtable.titles.{slug}" for slug in SLUGS}
        self.titles: dict[str, AnyTitle] = {}
        self.boards: dict[tuple[str, Optional[Changes]], bytes] = {}
        self.rules: dict[str, bytes] = {}
        self.listed: Optional[bytes] = None
        self.texts: dict[str, Written] = {}
        self.books: dict[str, bytes] = {}
        self.briefings: dict[tuple[str, str], bytes] = {}
        self.pictures: dict[tuple[str, str], bytes] = {}
        self.lessons: dict[str, Script] = {}
        self.printed: dict[str, dict[str, Rows]] = {slug: {} for slug in self.packages}  # editions by the name of their folder
        for folder in editions:
            self.offer(folder)

    def title(self, slug: str) -> AnyTitle:
        """Raises `Unknown`, which says what there is."""
        if slug not in self.titles:
            self.titles[slug] = importlib.import_module(pick("title", slug, self.packages)).TITLE
        return self.titles[slug]

    def edition(self, slug: str, changes: Optional[Rows] = None) -> Edition:
        """Ours, or with other values laid over it. Raises `BadRecord` if these make no sense."""
        return edition_of(self.title(slug), changes)

    def offer(self, folder: Path) -> None:
        """An edition that somebody keeps in a folder: for each title a folder of its name, or the files of one title."""
        parts = {slug: folder / slug for slug in self.packages if (folder / slug).is_dir()}
        if parts:
            for slug, part in parts.items():
                self.printed[slug][folder.resolve().name] = laid_over(self.title(slug), part)
            return
        problems: list[str] = []
        for slug in self.packages:
            try:
                self.printed[slug][folder.resolve().name] = laid_over(self.title(slug), folder)
            except DataError as error:
                problems.append(f"{slug}: {error}")
        if len(problems) == len(self.packages):
            raise DataError(f"{folder}: an edition of none of the titles; {'; '.join(problems)}")

    def chosen(self, slug: str, edition: str) -> Optional[Rows]:
        """The values of an edition by the name of its folder; none: our own."""
        self.title(slug)
        return pick(f"edition of {slug}", edition, self.printed[slug]) if edition else None

    def infos(self) -> bytes:
        if self.listed is None:
            self.listed = msgspec.json.encode([info(self.title(slug), tuple(self.printed[slug])) for slug in self.packages])
        return self.listed

    def board(self, slug: str, edition: Optional[Edition] = None) -> bytes:
        edition = edition or self.edition(slug)
        key = (slug, edition.changes)
        if key not in self.boards:
            board: Board = self.title(slug).face.board(edition)
            if len(self.boards) >= BOARDS:
                self.boards.clear()
            self.boards[key] = msgspec.json.encode(board)
        return self.boards[key]

    def settle(self, slug: str, asked: Bids) -> Settled:
        """Two secret bids. A tie is for the dice of the moment: no game is at stake yet."""
        open_to_bids = {setting.id: setting for setting in self.title(slug).rules.settings if setting.settle is not None}
        setting = pick(f"setting of {slug} that is bid for", asked.setting, open_to_bids)
        if not all(setting.least <= bid <= setting.high for bid in asked.bids):
            raise Unknown(f"setting {setting.id}: a bid is {setting.least} to {setting.high}; not accepted: {asked.bids}")
        dice = RecordingDice(SeededDice(secrets.randbits(64)))
        winner, bid = setting.settle(asked.bids, dice)
        return Settled(winner, bid, tuple(dice.seen))

    def rulebook(self, slug: str) -> bytes:
        if slug not in self.rules:
            rows = self.title(slug).rules.rulebook().rules
            self.rules[slug] = msgspec.json.encode(
                [RuleInfo(r.id, r.chapter, r.topic, r.requirement, r.ruling, r.case) for r in rows]
            )
        return self.rules[slug]

    def written(self, slug: str) -> Written:
        if slug not in self.texts:
            self.texts[slug] = read_book(self.title(slug))
        return self.texts[slug]

    def book(self, slug: str) -> bytes:
        if slug not in self.books:
            self.books[slug] = msgspec.json.encode(self.written(slug).book)
        return self.books[slug]

    def lesson(self, slug: str) -> Script:
        """The guided first game. Raises `Unknown` if the title has none."""
        if slug not in self.lessons:
            script = read_lesson(self.title(slug)).script
            if script is None:
                raise Unknown(f"{slug} has no guided first game")
            self.lessons[slug] = script
        return self.lessons[slug]

    def picture(self, slug: str, name: str) -> bytes:
        """A diagram of the book. Raises `Unknown`, which says which there are."""
        if (slug, name) not in self.pictures:
            drawing = pick(f"diagram of {slug}", name, self.written(slug).drawings)
            self.pictures[slug, name] = msgspec.json.encode(picture(self.title(slug), drawing))
        return self.pictures[slug, name]

    def briefing(self, slug: str, scenario: str) -> bytes:
        """What is told before a scenario. Raises `Unknown`, which says which there are."""
        if (slug, scenario) not in self.briefings:
            title = self.title(slug)
            told = {each.id: each for each in title.rules.scenarios if path_of(title, each.id).exists()}
            pick(f"briefing of {slug}", scenario, told)
            self.briefings[slug, scenario] = msgspec.json.encode(briefing(title, scenario))
        return self.briefings[slug, scenario]


def laid_over(title: AnyTitle, folder: Path) -> Rows:
    """What a folder lays over a title's values; raises `DataError` if it does not fit, or changes nothing."""
    try:
        edition: Edition = title.rules.load(read_changes(folder))
    except NONSENSE as error:
        raise error if isinstance(error, DataError) else DataError(f"{folder}: makes no sense: {error}") from None
    if edition.changes is None:
        raise DataError(f"{folder}: no value in it differs from ours")
    return edition.changes.plain()


def setting_info(s: Setting) -> SettingInfo:
    return SettingInfo(
        s.id, s.name, s.text, s.rule, s.low, s.high, s.default, s.choices, s.settle is not None, s.least, s.scenarios
    )


def scenario_info(title: AnyTitle, s: Scenario) -> ScenarioInfo:
    if not path_of(title, s.id).exists():
        return ScenarioInfo(s.id, s.name, s.text)
    sheet = read_sheet(title, s.id)
    beginner = SIDES.index(sheet.beginner.side)
    return ScenarioInfo(s.id, s.name, s.text, True, sheet.difficulty, sheet.turns, minutes_of(sheet.decisions), beginner)


def info(title: AnyTitle, editions: tuple[str, ...]) -> TitleInfo:
    return TitleInfo(
        title.slug,
        title.name,
        title.text,
        title.credits,
        title.complete,
        title.sides,
        tuple([scenario_info(title, scenario) for scenario in title.rules.scenarios]),
        tuple([setting_info(setting) for setting in title.rules.settings]),
        title.rules.hidden,
        tuple([LayerInfo(layer.id, layer.name, layer.text) for layer in title.face.layers]),
        title.face.starts,
        title.face.deeds,
        title.face.asides,
        acts_in_words(title),
        title.face.as_one,
        editions,
        lesson_info(title),
    )


def lesson_info(title: AnyTitle) -> Optional[LessonInfo]:
    written = lesson_text(title)
    if written is None:
        return None
    return LessonInfo(written.text, SIDES.index(written.side), written.minutes, len(written.step))


def acts_in_words(title: AnyTitle) -> dict[str, str]:
    """What can be declined for good, by its verb: "declare a Fuel Shortage"."""
    rows = [row for kind in title.rules.outlines.values() for row in kind.rows if row.stop is not None]
    acts = [act for row in rows for act in row.acts]
    return {act.verb: act.asks or act.verb for act in acts}
