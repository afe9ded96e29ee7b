"""Diagrams of a rule book: a real position, come to by what players say, and what is to be seen in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from sandtable.face.board import Board, Space
from sandtable.face.book import Arrow, Picture, Reached
from sandtable.face.view import Overlay, View
from sandtable.kernel.dice import Dice, ScriptedDice, ScriptError, SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import Illegal, decider, is_over
from sandtable.kernel.record import Ply
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import SIDES
from sandtable.texts.book import Drawing
from sandtable.texts.lesson import read_lesson
from sandtable.titles import AnyTitle

KEYS: Final = ("scenario", "settings", "lesson", "say", "side", "around", "room", "show")
SHOWS: Final = ("reach", "overlay", "mark", "arrow", "attack", "ring")
SEED: Final = 1
ROOM: Final = 0.75  # round the spaces of a picture, in counters, unless it says more: boxes grow with what stands in them

Frame = tuple[float, float, float, float]


class BadDrawing(ValueError):
    """A diagram that cannot be drawn: where, and why."""


def picture(title: AnyTitle, drawing: Drawing) -> Picture:
    try:
        return Sketch(title, drawing).picture()
    except (BadDrawing, Illegal, ScriptError, Unknown) as error:
        raise BadDrawing(f"{title.slug}, {drawing.where}: {error}") from None


def undrawable(title: AnyTitle, drawings: Iterable[Drawing]) -> Iterator[str]:
    """What is wrong with diagrams."""
    for drawing in drawings:
        try:
            picture(title, drawing)
        except BadDrawing as error:
            yield str(error)


class Sketch:
    """One diagram: its position, and what its lines ask to show."""

    def __init__(self, title: AnyTitle, drawing: Drawing) -> None:
        wrong = [key for key, _ in drawing.lines if key not in KEYS]
        if wrong:
            raise BadDrawing(f"a diagram has no {wrong[0]!r}; it has: {', '.join(KEYS)}")
        self.title = title
        self.lines = drawing.lines
        self.edition = title.rules.load(None)
        self.state: Any = self.position()
        self.board: Board = title.face.board(self.edition)
        self.spaces = {space.id: space for space in self.board.spaces}
        asked = decider(self.state) if not is_over(self.state) else -1
        self.side = named("side", self.all("side")[-1], SIDES) if self.all("side") else asked
        self.view: View = title.face.view(self.state, self.side)
        self.pieces = {piece.id: piece for piece in self.view.pieces}

    def all(self, key: str) -> list[str]:
        return [value for known, value in self.lines if known == key]

    def position(self) -> Any:
        game = self.taught(self.all("lesson")[-1]) if self.all("lesson") else self.begun()
        for text in self.all("say"):
            said, dice = decision(text)
            game.play(said, dice)
            if isinstance(dice, ScriptedDice) and dice.used < len(dice.numbers):
                raise BadDrawing(f"{text!r}: {len(dice.numbers) - dice.used} of the dice are not thrown")
        return game.state

    def begun(self) -> Game:
        rules = self.title.rules
        scenario = (self.all("scenario") or [rules.scenarios[0].id])[-1]
        settings = rules.read_settings([word for text in self.all("settings") for word in text.split()])
        return Game(self.title, self.edition, scenario, settings, SeededDice(SEED))

    def taught(self, card: str) -> Game:
        """The guided game at the moment at which a card of it comes."""
        script = read_lesson(self.title).script
        cards = [each.title for each in script.lesson.cards] if script else []
        if script is None or card not in cards:
            raise BadDrawing(f"the guided game has no card {card!r}; it has: {', '.join(cards) or 'none'}")
        game = script.begin(self.title, self.edition)
        game.follow([Ply(*line) for step in script.steps[: cards.index(card)] for line in step.lines])
        return game

    def picture(self) -> Picture:
        shown: dict[str, list[str]] = {kind: [] for kind in SHOWS}
        for text in self.all("show"):
            kind, _, what = text.partition(" ")
            shown[SHOWS[named("show", kind, SHOWS)]].append(what.strip())
        around = [id for text in self.all("around") for id in self.names(text, self.spaces, "space")]
        if not around:
            raise BadDrawing("`around:` names the spaces that must be in the picture")
        frame = frame_of(self.board, [self.spaces[id] for id in around], self.room())
        return Picture(
            view=seen(self.view, {id for id, space in self.spaces.items() if inside(space, frame)}),
            frame=frame,
            reach=tuple([reached for text in shown["reach"] for reached in self.reach(text)]),
            overlays=tuple([self.overlay(text) for text in shown["overlay"]]),
            marks=tuple([id for text in shown["mark"] for id in self.names(text, self.spaces, "space")]),
            arrows=(
                *[Arrow("move", self.way(text)) for text in shown["arrow"]],
                *[Arrow("attack", self.way(text)) for text in shown["attack"]],
            ),
            rings=tuple([id for text in shown["ring"] for id in self.names(text, self.pieces, "piece")]),
        )

    def way(self, text: str) -> tuple[str, ...]:
        return tuple(self.names(text, self.spaces, "space"))

    def room(self) -> float:
        text = (self.all("room") or [str(ROOM)])[-1]
        if re.fullmatch(r"\d+(\.\d+)?", text) is None:
            raise BadDrawing(f"`room:` is a number of counters, not {text!r}")
        return float(text)

    def names(self, text: str, known: dict[str, Any], what: str) -> list[str]:
        """Names parted by commas where one of them has a blank in it, else by blanks."""
        found = [text] if text in known else [part.strip() for part in (text.split(",") if "," in text else text.split())]
        for name in found:
            if name not in known:
                raise BadDrawing(f"there is no {what} {name!r} in this position")
        return found

    def reach(self, piece: str) -> list[Reached]:
        walks = self.title.face.reach(self.state, self.side)
        if piece not in walks:
            raise BadDrawing(f"{piece!r} cannot move here; those that can: {', '.join(walks) or 'none'}")
        return [Reached(space, walk.left) for space, walk in walks[piece].items()]

    def overlay(self, text: str) -> Overlay:
        name, _, piece = text.partition(" ")
        layers = {layer.id: layer for layer in self.title.face.layers}
        if name not in layers:
            raise BadDrawing(f"no overlay is called {name!r}; there are: {', '.join(layers) or 'none'}")
        show: Callable[[Any, int, str], Overlay] = layers[name].show
        return show(self.state, self.side, piece)


def decision(text: str) -> tuple[str, Dice]:
    """`attack 9 {3 4}`: what is said, and the dice that fall then. Without dice they fall by a fixed seed."""
    found = re.fullmatch(r"(.*?)(?: *\{([\d\s-]*)\})?", text)
    assert found is not None
    said, dice = found.groups()
    return said, SeededDice(SEED) if dice is None else ScriptedDice([int(word) for word in dice.split()])


def named(what: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise BadDrawing(f"no {what} is called {name!r}; there are: {', '.join(known)}")
    return known.index(name)


def frame_of(board: Board, spaces: Sequence[Space], room: float) -> Frame:
    """The part of a board with these spaces in it, and so many counters of room around them."""
    room *= board.counter
    points = [point for space in spaces for point in (*space.outline, space.centre)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width, height = board.size
    return max(0.0, min(xs) - room), max(0.0, min(ys) - room), min(width, max(xs) + room), min(height, max(ys) + room)


def inside(space: Space, frame: Frame) -> bool:
    x, y = space.centre
    return frame[0] <= x <= frame[2] and frame[1] <= y <= frame[3]


def seen(view: View, spaces: set[str]) -> View:
    """What is to be seen of a position in a part of the board."""
    return msgspec.structs.replace(
        view,
        pieces=tuple([piece for piece in view.pieces if piece.at in spaces]),
        spots=tuple([spot for spot in view.spots if spot.id in spaces]),
        edges=tuple([edge for edge in view.edges if {edge.a, edge.b} <= spaces]),
        links=tuple([link for link in view.links if {link.a, link.b} <= spaces]),
        panels=(),
        battle=None,
        occasion=None,
    )
