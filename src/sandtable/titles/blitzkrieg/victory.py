"""12.0 Winning the game, 14.4, 15.3; 12.11 series play."""

from __future__ import annotations

from typing import Optional

from sandtable.face.story import both, counted
from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import is_over
from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS, SIDES, other
from sandtable.kernel.tally import Tally
from sandtable.titles.blitzkrieg.edition import AS_COUNTED, CAMPAIGN, DEAD, FOR_ALAMEIN, OCONNOR, SHORT
from sandtable.titles.blitzkrieg.refit import roll_surrender
from sandtable.titles.blitzkrieg.state import LRDF, OOS, SHIFT, State, eliminate, score, stack_at
from sandtable.titles.blitzkrieg.supply import mark_supply, supplied_boxes

AUTOMATIC: int = 2  # `State.ended`, plus the side
LAST_TURN: int = 1
AUTOMATIC_POINTS: int = 4  # 12.11
SHIFTED: tuple[int, int] = (1, 2)  # the choice of 13.4-6 that helps a side


def score_boxes(s: State, side: int) -> None:
    """12.1, and 12.10: all five boxes win at once."""
    owned = [box for box in s.edition.victory if s.flag[box] == side]
    held = Tally(f"{('Allied', 'Axis')[side]} points for victory boxes:")
    for box in owned:
        held.add(s.edition.box_points[side][box], "12.1-a", s.names.called("box", box))
    score_for(s, side, held)
    if len(owned) == len(s.edition.victory):
        s.ended = AUTOMATIC + side
        s.tell("automatic", side)
        s.end()


def score_for(s: State, side: int, why: Tally) -> None:
    """Points with their reasons, for the log."""
    if why.total:
        s.explain(why)
    score(s, side, why.total, AS_COUNTED)


def reduce_tobruk(s: State) -> None:
    """11.4.2: at the end of the player-turn."""
    if s.reduced and s.tobruk:
        s.tobruk = s.edition.figure["tobruk_reduced"]
        s.tell("tobruk_reduced")
    s.reduced = False


def roll_last(s: State, dice: Dice) -> None:
    """12.4.2, 15.3.1: after the last player-turn, units of both sides that are out of supply."""
    e, figure = s.edition, s.edition.figure
    mark_supply(s)
    for side in (ALLIED, AXIS):
        if side == AXIS and s.scenario == OCONNOR:
            roll_surrender(s, dice)
            continue
        for unit in e.troops[side]:
            if s.flags[unit] & OOS and dice.draw(D10_FROM_0, side, "12.4.2-a") <= figure["oos_elimination"]:
                s.tell("perished", unit)
                eliminate(s, unit)


def finish_game(s: State) -> None:
    """12.5, 12.7.1: the last points."""
    e, figure = s.edition, s.edition.figure
    for side in (ALLIED, AXIS):
        dead = len([u for u in e.troops[side] if s.where[u] == DEAD])
        lost = Tally(f"{('Allied', 'Axis')[other(side)]} points for {counted(dead, 'unit')} in the Eliminated Box:")
        lost.add(dead * figure["eliminated_points"], "12.5-a", "of the enemy at the end")
        score_for(s, other(side), lost)
    if s.scenario == CAMPAIGN and not s.alamein:
        s.tell("alamein_spared")
        score(s, ALLIED, figure["alamein_allied"], FOR_ALAMEIN)
    s.ended = LAST_TURN
    s.tell("over", *s.points)
    s.end()


# How it ended


def outcome(s: State) -> Optional[Outcome]:
    if not is_over(s):
        return None
    if s.ended >= AUTOMATIC:
        side = s.ended - AUTOMATIC
        return ending(s, side, f"{('Allied', 'Axis')[side]} Decisive Victory", "12.10-a")
    if s.scenario == OCONNOR:
        won = oconnor_won(s)
        rule = "15.3.1-a" if won else "15.3.2-a"
        return ending(s, ALLIED if won else AXIS, "Allied Victory" if won else "Axis Victory", rule, what_lacks(s))
    ahead = s.points[AXIS] - s.points[ALLIED]
    if s.scenario == SHORT:
        lead = s.edition.figure["short_lead"]
        winner = AXIS if ahead >= lead else ALLIED if -ahead >= lead else -1
        return ending(s, winner, ("Allied Victory", "Axis Victory", "Draw")[winner], "14.4-a", f"a lead of {lead} wins")
    level = level_of(s, ahead)
    row = s.edition.level_rows[level]
    return ending(s, SIDES.index(row.winner) if row.winner else -1, row.id, "12.9-a")


def ending(s: State, winner: int, level: str, rule: str, why: str = "") -> Outcome:
    allied, axis = s.points
    told = [f"Allied {allied}, Axis {axis}", *([why] if why else []), f"in a series {series_words(s, winner)}"]
    return Outcome(winner, level, rule, (allied, axis), "; ".join(told))


def level_of(s: State, ahead: int) -> int:
    """12.9"""
    for n in range(len(s.edition.level_rows)):
        low, high = span_of(s, n)
        if low <= ahead <= high:
            return n
    raise AssertionError(f"no level for {ahead}")


def span_of(s: State, level: int) -> tuple[int, int]:
    """12.9: Axis points less Allied points, from and to; 13.4-6: the decisive limit of one side is ten lower."""
    row, shift = s.edition.level_rows[level], s.edition.figure["option_shift"]
    if s.agreed[SHIFT] == SHIFTED[AXIS]:
        return (row.low - shift if level == 0 else row.low), (row.high - shift if level == 1 else row.high)
    if s.agreed[SHIFT] == SHIFTED[ALLIED]:
        return (row.low + shift if level == 3 else row.low), (row.high + shift if level == 4 else row.high)
    return row.low, row.high


def oconnor_won(s: State) -> bool:
    return not lacking(s)


def lacking(s: State) -> list[str]:
    """15.3.1: of Beda Fomm in supply, Tobruk and Bardia, and 25 points more."""
    e = s.edition
    there = stack_at(s, ALLIED, e.beda_fomm)
    held = any(s.flags[u] & LRDF for u in there) or (there and supplied_boxes(s, ALLIED) >> e.beda_fomm & 1)
    found = [] if held else [f"{s.names.called('box', e.beda_fomm)} in supply"]
    found += [s.names.called("box", box) for box in (e.tobruk, e.bardia) if s.held[box] != ALLIED]
    short = e.figure["oconnor_lead"] - (s.points[ALLIED] - s.points[AXIS])
    return [*found, f"{counted(short, 'point')} for a lead of {e.figure['oconnor_lead']}"] if short > 0 else found


def what_lacks(s: State) -> str:
    return f"the Allies lack {both(lacking(s))}" if lacking(s) else ""


def series(s: State, winner: int) -> tuple[float, float]:
    """12.11: Game Points for the Allies and the Axis."""
    if winner < 0:
        return 0.5, 0.5
    worth = AUTOMATIC_POINTS if s.ended >= AUTOMATIC else 1
    if s.ended < AUTOMATIC and s.scenario == CAMPAIGN:
        worth = s.edition.level_rows[level_of(s, s.points[AXIS] - s.points[ALLIED])].series
    return (float(worth), 0.0) if winner == ALLIED else (0.0, float(worth))


def series_words(s: State, winner: int) -> str:
    allied, axis = series(s, winner)
    return f"{allied:g} to {axis:g}"
