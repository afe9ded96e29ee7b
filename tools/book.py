"""What is still wrong with the rule book of a title: `python -m tools.book gazala`."""

from __future__ import annotations

import importlib
import sys

from sandtable.texts.book import problems_of, read_book
from sandtable.texts.pictures import undrawable
from sandtable.titles import AnyTitle


def main(slug: str) -> int:
    title: AnyTitle = importlib.import_module(f"sandtable.titles.{slug}").TITLE  # also one that is not offered yet
    written = read_book(title)
    if not written.book.written:
        print(f"{slug} has no book: put chapters into text/rules/, `01-name.md`")
        return 1
    problems = [*problems_of(title, written), *undrawable(title, written.drawings.values())]
    for problem in problems:
        print(problem)
    rows = sum([len(block.rows) for chapter in written.book.chapters for section in chapter.sections for block in section.blocks])
    print(f"{slug}: {len(written.book.chapters)} chapters, {rows} rows, {len(written.drawings)} diagrams, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
