"""A game in figures: the score over time, the losses, and how kind the dice were."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.story import SLOT
from sandtable.face.view import Piece, View
from sandtable.kernel.dice import Roll
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.server.lines import audience, entries, words_of
from sandtable.server.shapes import Loss, Luck, Report, Score, Word

POINTS: Final = 200  # of the curve at most


def report(game: Game, viewer: int, hears: int, outcome: Optional[Outcome]) -> Report:
    """For one viewer while the game goes on; `hears` is everybody's ears once it is over."""
    scores, seen = score_over_time(game, viewer, open=not game.title.rules.hidden or outcome is not None)
    return Report(outcome, tuple(scores), tuple(losses(game, hears, seen)), tuple(luck(game, hears)))


def score_over_time(game: Game, viewer: int, open: bool) -> tuple[list[Score], dict[str, Piece]]:
    """The last score of each moment that the view names, and every piece as it was last seen."""
    scores: list[Score] = []
    seen: dict[str, Piece] = {}
    stride = max(1, -(-game.ply // POINTS))
    for ply in [*range(0, game.ply, stride), game.ply]:
        state = game.at(ply)
        view: View = game.title.face.view(state, viewer)
        seen |= {piece.id: piece for piece in view.pieces}
        allied, axis = points(view, ALLIED), points(view, AXIS)
        if allied is None and axis is None and open:
            allied, axis = (round(100 * game.title.robot.judge(state, side), 1) for side in (ALLIED, AXIS))
        score = Score(ply, view.when, view.turn, allied or 0.0, axis or 0.0)
        if scores and scores[-1].when == score.when:
            scores[-1] = score
        else:
            scores.append(score)
    return scores, seen


def points(view: View, side: int) -> Optional[float]:
    return view.sides[side].points if side < len(view.sides) else None


def losses(game: Game, hears: int, seen: dict[str, Piece]) -> list[Loss]:
    found: list[Loss] = []
    for ply, told in enumerate(game.told):
        for event in told.log:
            if isinstance(event, Event) and event.what in game.title.face.losses and event.to & hears:
                unit = first_name(game, event)
                piece = seen.get(unit)
                found.append(Loss(piece.side if piece else -1, unit, ply, piece.face if piece else ""))
    return found


def first_name(game: Game, event: Event) -> str:
    """The piece that an event is about: its first number, named as its story says."""
    slot = SLOT.search(game.title.face.stories.get(event.what, ""))
    return game.edition.names.text(slot[1] if slot else game.title.face.pieces[0], event.numbers[0])


def luck(game: Game, hears: int) -> list[Luck]:
    """Battle by battle the sum of each side's dice against its expectation, and ply by ply outside battles."""
    found: list[Luck] = []
    thrown: list[Roll] = []
    since = -1  # where the battle that goes on began
    title: tuple[Word, ...] = ()
    for ply, (_, log, *_) in enumerate(game.told):
        told = [e for e in log if isinstance(e, Event) and e.to & hears]
        opening = next((e for e in told if e.what == game.title.face.battles[0]), None)
        if opening is not None and since < 0:
            since, title = ply, tuple(words_of(game, opening))
        thrown += [e for e in log if isinstance(e, Roll) and e.of and audience(game.title, e) & hears]
        if since < 0 or any(e.what == game.title.face.battles[1] for e in told) or ply == game.ply:
            for side in (ALLIED, AXIS):
                words = title or headline(game, ply, hears, side)
                found += share(thrown, side, max(since, 0) or ply, since >= 0, words, game.title.face.low)
            thrown, since, title = [], -1, ()
    return found


def share(rolls: list[Roll], side: int, ply: int, battle: bool, words: tuple[Word, ...], low: tuple[str, ...] = ()) -> list[Luck]:
    """One side's part of some rolls, each size of dice for itself: a point of a percentile roll is no point of a d6. Nor is a point
    of a die that should be low one of a die that should be high."""
    found: list[Luck] = []
    for of, less in sorted({(roll.of, roll.rule in low) for roll in rolls if roll.by == side}):
        mine = [roll for roll in rolls if roll.by == side and roll.of == of and (roll.rule in low) == less]
        expected = sum([sum(roll.cup) / len(roll.cup) for roll in mine])
        found.append(Luck(ply, battle, words, side, of, len(mine), round(expected, 2), sum([roll.face for roll in mine]), less))
    return found


def headline(game: Game, ply: int, hears: int, side: int) -> tuple[Word, ...]:
    """The sentence that the dice of a side belong to."""
    told = entries(game, ply, hears)
    return next((entry.words for entry in told if any(die.by == side for die in entry.dice)), ())
