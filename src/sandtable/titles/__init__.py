"""What a title is to the rest of the program, and which titles there are."""

from __future__ import annotations

import importlib
from typing import Any, Final, Generic, NamedTuple

from sandtable.face.looks import Looks
from sandtable.kernel.names import quoted
from sandtable.kernel.play import S
from sandtable.kernel.robot import Robot
from sandtable.kernel.rules import E, Rules, Unknown

SLUGS: Final = ("battleaxe", "gazala", "theseus", "blitzkrieg", "tigercubs")


class Title(NamedTuple, Generic[S, E]):
    """A game: what plays, what shows, what helps a computer. A title's package has one as `TITLE`."""

    name: str
    text: str  # one line for the lobby
    credits: str  # designer, publisher, year
    complete: bool  # claims that every row of its rule book is proved
    rules: Rules[S, E]
    face: Looks[S, E]
    robot: Robot[S]

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def sides(self) -> tuple[str, str]:
        return self.rules.sides

    def __repr__(self) -> str:
        return f"<Title {self.slug}: {self.name}>"


AnyTitle = Title[Any, Any]


def load_title(slug: str) -> AnyTitle:
    if slug not in SLUGS:
        raise Unknown(f"no title is called {quoted(slug)}; there are: {', '.join(SLUGS)}")
    title = importlib.import_module(f"sandtable.titles.{slug}").TITLE
    assert isinstance(title, Title)
    return title
