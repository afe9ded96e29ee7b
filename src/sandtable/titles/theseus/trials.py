"""What one die decides, with its chances before it is cast: Action Points, reactions, mines, refits."""

from __future__ import annotations

from collections import Counter
from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.face.view import Chance, Favour, Forecast, sum_of
from sandtable.kernel.dice import D10
from sandtable.kernel.play import Option, decider
from sandtable.titles.theseus.frames import Activation, March, Operations
from sandtable.titles.theseus.hidden import as_seen
from sandtable.titles.theseus.minefields import BREACHED, DISRUPTED, ENTER, LOSS, breach_modifier, check_modifier
from sandtable.titles.theseus.operations import action_points
from sandtable.titles.theseus.state import State, effectiveness, mined_against

NO_SECOND: Final = "no die is rolled again"


def trial(s: State, o: Option) -> Optional[Forecast]:
    """For whoever decides, with what he may know."""
    seen = as_seen(s, decider(s))
    f = seen.frames[-1]
    if o[0] == "activate" and isinstance(f, Operations):
        return activation(seen, o[1])
    if isinstance(f, March):
        if o[0] == "react":
            return reaction(seen, o[1])
        if o[0] == "step" and mined_against(seen, f.side, o[1]) and f.units[0] < seen.edition.units:
            return into_mines(seen, f, o[1])
    if isinstance(f, Activation):
        if o[0] == "breach":
            return breach(seen, o[1])
        if o[0] == "refit":
            return refit(seen, o[1])
    return None


def activation(s: State, formation: int) -> Forecast:
    points = Counter([action_points(s, formation, row) for row in s.edition.black])
    return Forecast(
        title=f"Activate {s.names.called('formation', formation)}",
        assumes=NO_SECOND,
        sums=(),
        chances=tuple([Chance(counted(n, "Action Point"), points[n] / len(D10)) for n in sorted(points)]),
        rule="6.3.1-a",
    )


def reaction(s: State, formation: int) -> Forecast:
    e = s.edition
    able = sum([face <= e.reaction[formation] for face in D10])
    points = [action_points(s, formation, row) for row in e.red]
    least, most = min(points), max(points)
    return Forecast(
        title=f"React with {s.names.called('formation', formation)}",
        assumes=NO_SECOND,
        sums=(),
        chances=(
            chance("it reacts", able, "the mover halts, and it acts", "6.5.3-a", "good"),
            chance("it fails", len(D10) - able, "nothing is lost, and the enemy goes on", "6.5.4-a", "poor"),
        ),
        rule="6.5.2-a",
        notes=(f"it would have {counted(most, 'Action Point') if least == most else f'{least} to {most} Action Points'}",),
    )


def into_mines(s: State, f: March, hex: int) -> Forecast:
    """7.3.6 Of one unit each result, of several how many get in."""
    e = s.edition
    units = [u for u in f.units if u < e.units]
    results = {u: [e.check.at(face + check_modifier(s, f, u).total, e.mine_column[u]) for face in D10] for u in units}
    return Forecast(
        title=f"Into the mines of {s.names.called('hex', hex)}",
        assumes=NO_SECOND,
        sums=tuple([sum_of(drm) for drm in [check_modifier(s, f, units[0])] if drm.terms and len(units) == 1]),
        chances=of_one(results[units[0]]) if len(units) == 1 else of_many(list(results.values())),
        rule="7.3.6-c",
        notes=() if len(units) == 1 else ("each unit rolls for itself; who is stopped stays behind, Disrupted",),
    )


def of_one(results: list[int]) -> tuple[Chance, ...]:
    stopped = len(results) - results.count(ENTER) - results.count(LOSS)
    return shown(
        chance("it gets in", results.count(ENTER), "", "7.3.6-c", "good"),
        chance("it is stopped", stopped, "Disrupted, and stays where it is", "7.3.6-c", "poor"),
        chance("it is hurt", results.count(LOSS), "Disrupted, and a Strength Point is lost", "7.3.6-c", "bad"),
    )


def of_many(results: list[list[int]]) -> tuple[Chance, ...]:
    all_in = none_in = 1.0
    for faces in results:
        all_in *= faces.count(ENTER) / len(faces)
        none_in *= 1 - faces.count(ENTER) / len(faces)
    tenths = len(D10)
    return shown(
        chance("all get in", all_in * tenths, "", "7.3.6-c", "good"),
        chance("some get in", (1 - all_in - none_in) * tenths, "", "7.3.6-c", "fair"),
        chance("none gets in", none_in * tenths, "", "7.3.6-c", "bad"),
    )


def breach(s: State, unit: int) -> Forecast:
    e, hex = s.edition, s.where[unit]
    drm = breach_modifier(s, unit)
    results = [e.breach.at(face + drm.total, e.breach_column[e.mines[hex]]) for face in D10]
    failed = len(results) - results.count(BREACHED) - results.count(DISRUPTED)
    return Forecast(
        title=f"Breach the minefield in {s.names.called('hex', hex)}",
        assumes=NO_SECOND,
        sums=(sum_of(drm),) if drm.terms else (),
        chances=shown(
            chance("breached", results.count(BREACHED), "the mines are open for the rest of the game", "7.4-e", "good"),
            chance("it holds", failed, "the mines hold, and it can be tried again", "7.4-a", "poor"),
            chance("Disrupted", results.count(DISRUPTED), "the mines hold, and the unit is Disrupted", "7.4-g", "bad"),
        ),
        rule="7.4-a",
    )


def refit(s: State, unit: int) -> Forecast:
    able = sum([face <= effectiveness(s, unit) for face in D10])
    return Forecast(
        title=f"Refit {s.names.called('unit', unit)}",
        assumes=NO_SECOND,
        sums=(),
        chances=(
            chance("fit again", able, "", "7.6-a", "good"),
            chance("still Disrupted", len(D10) - able, "it stays Disrupted, and it can be tried again", "7.6-a", "poor"),
        ),
        rule="7.6-a",
    )


def chance(name: str, faces: float, means: str, rule: str, tone: Favour) -> Chance:
    return Chance(name, round(faces / len(D10), 9), means, rule, tone)


def shown(*chances: Chance) -> tuple[Chance, ...]:
    return tuple([c for c in chances if c.chance])
