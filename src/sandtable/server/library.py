"""The titles that are served, by slug, with what is made once of each."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Mapping
from typing import Optional

import msgspec

from sandtable.face.board import Board
from sandtable.kernel.data import Rows
from sandtable.kernel.dice import RecordingDice, SeededDice
from sandtable.kernel.game import edition_of
from sandtable.kernel.rules import Edition, Setting, pick
from sandtable.server.shapes import Bids, LayerInfo, RuleInfo, ScenarioInfo, SettingInfo, Settled, TitleInfo
from sandtable.titles import SLUGS, AnyTitle


class Library:
    """Which package holds which title. A title is imported when it is first asked for."""

    def __init__(self, packages: Mapping[str, str] | None = None) -> None:
        self.packages = dict(packages) if packages is not None else {slug: f"sandtable.titles.{slug}" for slug in SLUGS}
        self.titles: dict[str, AnyTitle] = {}
        self.boards: dict[str, bytes] = {}
        self.rules: dict[str, bytes] = {}

    def title(self, slug: str) -> AnyTitle:
        """Raises `Unknown`, which says what there is."""
        if slug not in self.titles:
            self.titles[slug] = importlib.import_module(pick("title", slug, self.packages)).TITLE
        return self.titles[slug]

    def edition(self, slug: str, changes: Optional[Rows] = None) -> Edition:
        """Ours, or with other values laid over it. Raises `BadRecord` if these make no sense."""
        return edition_of(self.title(slug), changes)

    def infos(self) -> list[TitleInfo]:
        return [info(self.title(slug)) for slug in self.packages]

    def board(self, slug: str) -> bytes:
        if slug not in self.boards:
            board: Board = self.title(slug).face.board(self.edition(slug))
            self.boards[slug] = msgspec.json.encode(board)
        return self.boards[slug]

    def settle(self, slug: str, asked: Bids) -> Settled:
        """Two secret bids. A tie is for the dice of the moment: no game is at stake yet."""
        open_to_bids = {setting.id: setting for setting in self.title(slug).rules.settings if setting.settle is not None}
        setting = pick(f"setting of {slug} that is bid for", asked.setting, open_to_bids)
        for bid in asked.bids:
            setting.read(str(bid))
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


def setting_info(s: Setting) -> SettingInfo:
    return SettingInfo(s.id, s.name, s.text, s.rule, s.low, s.high, s.default, s.choices, s.settle is not None)


def info(title: AnyTitle) -> TitleInfo:
    return TitleInfo(
        title.slug,
        title.name,
        title.text,
        title.credits,
        title.complete,
        title.sides,
        tuple([ScenarioInfo(s.id, s.name, s.text) for s in title.rules.scenarios]),
        tuple([setting_info(setting) for setting in title.rules.settings]),
        title.rules.hidden,
        tuple([LayerInfo(layer.id, layer.name, layer.text) for layer in title.face.layers]),
    )
