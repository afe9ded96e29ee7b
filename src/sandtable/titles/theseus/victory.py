"""8 and 10: Victory Points, automatic victory, victory levels."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.records import LevelRow, ObjectiveRow, ScenarioRow
from sandtable.titles.theseus.state import AUTOMATIC, GOES_ON, PLAYED_OUT, State, combat_units, holder, hq_of
from sandtable.titles.theseus.supply import hq_is_supplied


def scenario_of(s: State) -> ScenarioRow:
    return s.edition.scenario_rows[s.edition.scenario_ids[s.agreed.scenario]]


def objective(s: State, hex: int, turn: int) -> Optional[ObjectiveRow]:
    """What a victory hex is worth in that turn."""
    id, name = s.edition.grid.ids[hex], s.edition.scenario_ids[s.agreed.scenario]
    for row in s.edition.objectives:
        if row.scenario == name and row.hex == id and row.first <= turn <= row.last:
            return row
    return None


# 8 End of Turn


def record_points(s: State) -> None:
    """Each hex at its best value; two points off for each Axis source that a Commonwealth unit occupies."""
    e = s.edition
    scored = list(s.scored)
    for at, hex in enumerate(e.victory_hexes):
        row = objective(s, hex, s.turn)
        units = [u for u in combat_units(s, hex) if e.side[u] == AXIS]
        if row is not None and units:
            worth = row.vp if any(is_in_command(s, u) for u in units) else row.out_of_command
            scored[at] = max(scored[at], worth)
    s.scored = tuple(scored)
    s.penalty += 2 * len([h for h in e.sources[AXIS] if holder(s, h) == ALLIED and combat_units(s, h)])
    s.tell("points", tally(s, final=False).total)  # what has changed is told with its reasons


def points(s: State) -> int:
    """As they stand: Tobruk, Knightsbridge and Acroma only while an Axis unit was the last in them."""
    return totals(s)[AXIS].total


def totals(s: State) -> tuple[Tally, Tally]:
    return Tally("Commonwealth victory points"), tally(s, final=s.ending != GOES_ON)


def tally(s: State, final: bool) -> Tally:
    e = s.edition
    vp = Tally("Axis victory points")
    if scenario_of(s).static:
        return training_points(s)
    for at, hex in enumerate(e.victory_hexes):
        row = objective(s, hex, s.turn)
        if row is not None and (row.kept or s.last_in[at] == AXIS):
            vp.add(s.scored[at], f"10.{s.agreed.scenario + 1}", row.name)
    vp.add(-s.penalty, f"10.{s.agreed.scenario + 1}", "Axis supply sources occupied")
    if final:
        add_final(s, vp)
    return vp


def add_final(s: State, vp: Tally) -> None:
    """10.2, 10.3 What is counted only at the end."""
    e, section = s.edition, f"10.{s.agreed.scenario + 1}"
    removed_counts = section == "10.3"
    for n in range(e.formations):
        on_map = s.where[hq_of(s, n)] >= 0
        if e.f_side[n] == AXIS and ((on_map and not hq_is_supplied(s, n)) or (removed_counts and is_removed(s, n))):
            vp.add(-1, section, f"{e.names.called('formation', n)} HQ")
    for index, pool in enumerate((("CWMOT",), ("DAK", "XX"))):
        rows = [row for row in e.final if row.pool == pool and row.scenario == scenario_of(s).id and s.lost[index] >= row.at_least]
        if rows:
            vp.add(rows[-1].vp, section, "Commonwealth motorised losses" if index == 0 else "losses of DAK and XX Corps")


def is_removed(s: State, formation: int) -> bool:
    return s.where[hq_of(s, formation)] < -1


def training_points(s: State) -> Tally:
    """10.1 Breaches, Free French losses, Free French units Disrupted."""
    e = s.edition
    vp = Tally("Axis victory points")
    vp.add(len(s.breached), "10.1-f", "for breached minefields")
    vp.add(sum([e.strength[u] - s.strength[u] for u in e.free_french]), "10.1-f", "for losses of the Free French")
    vp.add(len([u for u in e.free_french if s.down[u] and s.where[u] >= 0]), "10.1-f", "for Disrupted units of the Free French")
    return vp


# How it ends


def is_automatic(s: State) -> bool:
    """10.3 An Axis combat unit in Tobruk and fewer than two Commonwealth HQs in supply."""
    e = s.edition
    if not scenario_of(s).automatic or holder(s, e.tobruk) != AXIS or not combat_units(s, e.tobruk):
        return False
    return len([n for n in range(e.formations) if e.f_side[n] == ALLIED and hq_is_supplied(s, n)]) < 2


def end_game(s: State, automatic: bool) -> None:
    s.ending = AUTOMATIC if automatic else PLAYED_OUT
    end = tally(s, final=True)
    s.explain(end)
    s.tell("over", end.total)
    s.end()


def ends_with(s: State, points: int) -> LevelRow:
    """The victory level of so many points."""
    return [row for row in s.edition.levels if row.scenario == scenario_of(s).id and points >= row.at_least][-1]


def outcome(s: State) -> Optional[Outcome]:
    if s.ending == GOES_ON:
        return None
    section = f"10.{s.agreed.scenario + 1}"
    vp = tally(s, final=True)
    if s.ending == AUTOMATIC:
        return Outcome(AXIS, "Automatic Victory", section, (0, vp.total), "the Axis has won before time")
    level = ends_with(s, vp.total)
    winner = -1 if level.winner == "draw" else SIDES.index(level.winner)
    return Outcome(winner, level.level, section, (0, vp.total), str(vp) if vp.terms else "the Axis has no victory point")
