"""Where in the sequence of play we are: read from the outlines, never kept apart from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Optional

from sandtable.kernel.play import Frame, Outline, Outlines, State, Step

Progress = Literal["past", "current", ""]


class Stage(NamedTuple):
    """A step, and whether it is over, under way or to come."""

    step: Step
    state: Progress


def step_of(s: State, f: Frame) -> Optional[Step]:
    """The step of its outline that a frame is in, also while something goes on on top of it."""
    rows = s.outlines[type(f)].rows
    return rows[f.row].step if f.row < len(rows) else None


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


def headings(s: State) -> list[Step]:
    """What goes on, outermost first, each with the step it is in. What is quiet is left out with all that lies on top of it."""
    found: list[Step] = []
    for f in s.frames:
        outline = s.outlines[type(f)]
        if outline.quiet:
            break
        found.append(Step("", outline.name, outline.rule))
        step = step_of(s, f)
        if step is not None:
            found.append(step)
    return found
