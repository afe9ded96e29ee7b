"""Where in the sequence of play we are: read from the outlines, never kept apart from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Optional

from sandtable.kernel.play import Frame, Level, Outline, Outlines, State, Step

Progress = Literal["past", "current", ""]


class Stage(NamedTuple):
    """A step, and whether it is over, under way or to come."""

    step: Step
    state: Progress


def step_of(s: State, f: Frame) -> Optional[Step]:
    """The step of its outline that a frame is in, also while something goes on on top of it."""
    rows = s.outlines[type(f)].rows
    row = max(f.row, 0)
    return rows[row].step if row < len(rows) else None


def steps_of(outline: Outline) -> list[Step]:
    """Its steps in order, each once."""
    return list(dict.fromkeys([row.step for row in outline.rows if row.step is not None]))


def stages(s: State, f: Frame) -> list[Stage]:
    """The steps of a frame's outline: those of a battle, the phases of a turn."""
    found = steps_of(s.outlines[type(f)])
    now = step_of(s, f)
    at = found.index(now) if now is not None else len(found)
    return [Stage(step, "past" if n < at else "current" if n == at else "") for n, step in enumerate(found)]


def bar(s: State, kinds: Sequence[type[Frame]]) -> list[Stage]:
    """A line of procedures by their names, with the innermost that goes on."""
    now = next((type(f) for f in reversed(s.frames) if type(f) in kinds), None)
    return [Stage(heading(s.outlines, kind), "current" if kind is now else "") for kind in kinds]


def heading(outlines: Outlines, kind: type[Frame]) -> Step:
    return Step("", outlines[kind].name, outlines[kind].rule)


class Heading(NamedTuple):
    """What a line of the log stands under: something that went on then, or the step that it was in."""

    level: Level
    mark: str
    name: str
    rule: str


def headings(s: State) -> tuple[Heading, ...]:
    """What goes on, outermost first, each with the step it is in, without what only waits for its turn. What is quiet is left
    out with what lies on top of it, up to something that the log knows by name: that is told to all."""
    found: list[Heading] = []
    hushed = False
    for f in s.frames:
        outline = s.outlines[type(f)]
        hushed = outline.quiet or (hushed and not outline.level)
        if hushed or (f.row < 0 and f is not s.frames[-1]):
            continue
        found.append(Heading(outline.level, "", outline.called(s, f) if outline.called is not None else outline.name, outline.rule))
        step = step_of(s, f)
        if step is not None:
            found.append(Heading("phase" if outline.level == "turn" else "", *step))
    return tuple(found)


Mark = tuple[tuple[type[Frame], str, Optional[Step]], ...]


def mark(s: State, kinds: Sequence[type[Frame]]) -> Mark:
    """Which of these procedures go on, which ones they are, and the step that each is in: another mark, another phase."""
    found: list[tuple[type[Frame], str, Optional[Step]]] = []
    for f in s.frames:
        kind = type(f)
        if kind in kinds:
            called = s.outlines[kind].called
            found.append((kind, called(s, f) if called is not None else "", step_of(s, f)))
    return tuple(found)


class Chronicle(list[object]):
    """A listener that notes where play stands whenever something is told or rolled."""

    def __init__(self, s: State, last: tuple[Heading, ...] = ()) -> None:
        super().__init__()
        self.state: State = s
        self.last: tuple[Heading, ...] = last
        self.places: list[tuple[Heading, ...]] = []

    def append(self, said: object) -> None:
        super().append(said)
        place = headings(self.state)
        self.last = self.last if place == self.last else place  # one for all that is told there
        self.places.append(self.last)
