"""`python -m tools.words battleaxe`: every sentence that the golden games of a title show, to be read from end to end.

Prompts, buttons, refusals, cautions, lines and headings of the log, panels and badges, for both seats, as the page gets them. One
line a pattern, in which a name stands as {kind} and a number as #, with how often it came, where first, and an example. They go to
build/words/.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from sandtable.face.story import button, question, refused, said, what_is_asked
from sandtable.face.view import View
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.names import Names
from sandtable.kernel.play import decider, options, pending, why_not
from sandtable.kernel.record import from_json
from sandtable.kernel.steps import headings
from sandtable.lab.checks import numbers_for
from sandtable.server.lines import ears, entries
from sandtable.titles import SLUGS, AnyTitle, load_title

HERE: Final = Path(__file__).parent.parent
RECORDS: Final = HERE / "tests" / "records"
OUT: Final = HERE / "build" / "words"
EVERY: Final = 9  # plies between two looks at what takes long: refusals, views, forecasts
TRIED: Final = 40  # options whose forecast and cautions are looked at
SILENT: Final = "id at rule kind state face side base target spaces pieces piece focus mark tone says"  # fields that nobody reads


class Shown(NamedTuple):
    """A text on the screen: what it is, where in which game, and as what it counts, if its pattern is known."""

    kind: str
    text: str
    pattern: str = ""


class Found:
    """How often a pattern was seen, and one example with its place."""

    def __init__(self, example: str, where: str) -> None:
        self.count, self.example, self.where = 0, example, where


Lists = dict[str, dict[str, Found]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("titles", nargs="*", default=list(SLUGS), help="slugs; none: all")
    parser.add_argument("--every", type=int, default=EVERY, help="plies between two looks at what takes long")
    chosen = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for slug in chosen.titles:
        path = OUT / f"{slug}.txt"
        path.write_text(listed(sentences(load_title(slug), chosen.every)))
        print(path)


def sentences(title: AnyTitle, every: int) -> Lists:
    lists: Lists = {}
    short = Shortener(title.rules.load(None).names)
    for path in sorted((RECORDS / title.slug).glob("*-*.json")):
        record = from_json(path.read_bytes())
        game = replay(record, None, title)
        for ply in range(game.ply + 1):
            for shown in at_ply(title, game, ply, ply % every == 0):
                found = lists.setdefault(shown.kind, {})
                pattern = shown.pattern or short(shown.text)
                found.setdefault(pattern, Found(shown.text, f"{path.stem} {ply}")).count += 1
    return lists


def listed(lists: Lists) -> str:
    lines: list[str] = []
    for kind, found in lists.items():
        lines += [f"## {kind}: {len(found)}"]
        for pattern, each in sorted(found.items()):
            example = f"\n        {each.example}" if each.example != pattern else ""
            lines.append(f"{each.count:6} {pattern}  [{each.where}]{example}")
        lines.append("")
    return "\n".join(lines)


class Shortener:
    """Texts with {kind} for names and # for numbers, so that a thousand hexes are one line."""

    def __init__(self, names: Names) -> None:
        tables = [*names.texts.items(), *names.spoken.items()]
        self.kinds = {name: kind for kind, known in tables for name in known if len(name) > 1}
        ordered = sorted(self.kinds, key=lambda name: -len(name))
        self.names = re.compile(r"(?<![\w/])(?:" + "|".join(map(re.escape, ordered)) + r")(?![\w/])")
        self.known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if text not in self.known:
            named = self.names.sub(lambda found: f"{{{self.kinds[found[0]]}}}", text)
            self.known[text] = re.sub(r"\d+", "#", named)
        return self.known[text]


def at_ply(title: AnyTitle, game: Game, ply: int, thorough: bool) -> Iterator[Shown]:
    for viewer in (0, 1):
        for entry in entries(game, ply, ears(viewer)):
            yield Shown("log", "".join([word.text for word in entry.words]))
            for heading in entry.under:
                yield Shown("headings of the log", f"{heading.mark} {heading.name}".strip())
            for term in entry.sum.terms if entry.sum is not None else ():
                yield Shown("terms of sums", term.what)
    s = game.at(ply)
    if s.frames:
        yield from asked(title, s)
        if thorough:
            yield from not_possible(title, s, ply)
            yield from regrets(title, s)
    if thorough:
        for viewer in (0, 1):
            yield from seen(title.face.view(s, viewer))


def asked(title: AnyTitle, s: Any) -> Iterator[Shown]:
    row, what = pending(s), question(s)
    yield Shown("questions", " | ".join([part for part in what if part]))
    yield Shown("what the others read", f"{title.sides[decider(s)]}: {what_is_asked(row)}")
    for heading in headings(s):
        yield Shown("headings of the log", f"{heading.mark} {heading.name}".strip())
    for o in options(s):
        act = row.act(o[0])
        assert act is not None
        yield Shown("buttons", " | ".join(filter(None, button(s, o, title))), act.label if act is not row.stop else "")


def not_possible(title: AnyTitle, s: Any, ply: int) -> Iterator[Shown]:
    row, dice = pending(s), SeededDice(ply)
    offered = options(s)
    for act in (*row.acts, *([row.stop] if row.stop is not None else [])):
        for a, b in numbers_for(s.names, act, set(offered), dice):
            refusal = why_not(s, (act.verb, a, b))
            if refusal is not None:
                obstacle = title.face.obstacle(s, (act.verb, a, b), refusal)
                text = f"{refused(s, (act.verb, a, b), obstacle, title, offered)} ({refusal.rule})"
                yield Shown("refusals", text, f"{act.label or act.verb}: {refusal}")


def regrets(title: AnyTitle, s: Any) -> Iterator[Shown]:
    for o in options(s)[:TRIED]:
        for caution in title.face.caution(s, o):
            yield Shown("cautions", f"{said(s, o, title)}: {caution}")
        forecast = title.face.forecast(s, o, {})
        if forecast is not None:
            for text in texts_of(msgspec.to_builtins(forecast)):
                yield Shown("forecasts", text)


def seen(view: View) -> Iterator[Shown]:
    """Each text of a view, by the part that it stands in."""
    for part, value in msgspec.to_builtins(view).items():
        for text in texts_of(value):
            yield Shown(f"view: {part}", text)


def texts_of(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key != "value" or not ("choices" in value or value.keys() == {"value", "text"}):  # what a choice is sent as
                yield from texts_of(each, key)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts_of(each, name)
    elif isinstance(value, str) and name not in SILENT.split() and re.search(r"[a-zA-Z]{2}", value):
        yield value


if __name__ == "__main__":
    main()
