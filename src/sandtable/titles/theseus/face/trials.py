"""What one die decides, or one of each side, with its chances before it is cast: Action Points, reactions, mines, refits, ways out
of a fight, and a die that is rolled again."""

from __future__ import annotations

from collections import Counter
from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.face.view import Chance, Favour, Forecast, sum_of
from sandtable.kernel.dice import D10
from sandtable.kernel.play import Event, Option, decider, within
from sandtable.titles.theseus.combat import escape_bonus, scout_bonus
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.face.battle import NAMES
from sandtable.titles.theseus.face.occasion import contested_row, with_die, worst_face
from sandtable.titles.theseus.frames import Activation, Attack, Contest, March, Operations
from sandtable.titles.theseus.hidden import as_seen
from sandtable.titles.theseus.minefields import BREACHED, DISRUPTED, ENTER, LOSS, breach_modifier, check_modifier
from sandtable.titles.theseus.operations import action_points
from sandtable.titles.theseus.state import State, combat_units, effectiveness, mined_against

STAYS_BEHIND: Final = "each unit rolls for itself; who is stopped or hurt stays behind, Disrupted"
NO_SECOND: Final = "no die is rolled again"


def trial(s: State, o: Option) -> Optional[Forecast]:
    """For whoever decides, with what he may know."""
    seen = as_seen(s, decider(s))
    f = seen.frames[-1]
    if o[0] == "activate" and isinstance(f, Operations):
        return activation(seen, o[1])
    if o[0] == "evade" and isinstance(f, Attack):
        return way_out(seen, f)
    if o[0] == "reroll" and isinstance(f, Contest):
        return rolled_again(seen, f)
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
        notes=() if len(units) == 1 else (STAYS_BEHIND, *[alone_in_mines(s, u, faces) for u, faces in results.items()]),
    )


def alone_in_mines(s: State, unit: int, results: list[int]) -> str:
    hurt = results.count(LOSS) * 10
    return f"{s.names.called('unit', unit)} gets in with {results.count(ENTER) * 10} %{f', is hurt with {hurt} %' if hurt else ''}"


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


def way_out(s: State, f: Attack) -> Forecast:
    """7.5.1.1 Both roll; of the attackers those count that are seen."""
    f.attackers = tuple([u for u in f.attackers if s.where[u] >= 0])
    ours, theirs = scout_bonus(s, combat_units(s, f.source)), escape_bonus(s, f)
    away = sum([theirs + die > ours + die_of_them for die in D10 for die_of_them in D10]) / len(D10)
    failed = f"{s.edition.modifier['failed_retreat']:+} on the attacker's die"
    return Forecast(
        title=f"Retreat from {s.names.called('hex', f.target)} before combat",
        assumes="attackers that are not seen are left out; no die is rolled again",
        sums=(),
        chances=shown(
            chance("they slip away", away, "there is no combat, and they march off", "7.5.1.1-e", "good"),
            chance("they fail", len(D10) - away, f"they have to fight, with {failed}", "7.5.1.1-e", "bad"),
        ),
        rule="7.5.1.1-e",
    )


def rolled_again(s: State, f: Contest) -> Optional[Forecast]:
    """5.2 What each face of the new roll would come to, where all see what the die is compared with."""
    if worst_face(s) is None:
        return None
    rule = contested_row(s).rule
    found = Counter([outcome(s, f, face) for face in D10])
    return Forecast(
        title="Their die rolled again",
        assumes="the new roll stands",
        sums=(),
        chances=tuple([chance(o[0], found[o], o[1], rule or "6.3.1-a", o[2]) for o in sorted(found, key=rank)]),
        rule="5.2-a",
        notes=() if f.own == NONE or f.last else ("the enemy then holds the marker, and may have your own die rolled again",),
    )


Outcome = tuple[str, str, Favour]  # its name, what it means, and how good it is for the holder of the marker
RANKS: Final = ("good", "fair", "poor", "bad", "")
NO_CHANGE: Final[Outcome] = ("it changes nothing", "", "fair")


def rank(told: Outcome) -> tuple[int, str]:
    return (RANKS.index(told[2]), told[0])


def outcome(s: State, f: Contest, face: int) -> Outcome:
    log: list[object] = []
    with_die(s, f, face, log)
    found = [comes_to(s, f, event) for event in log if isinstance(event, Event)]
    return next((told for told in found if told is not None), NO_CHANGE)


def comes_to(s: State, f: Contest, event: Event) -> Optional[Outcome]:
    attack, first = within(s, Attack), event.numbers[0] if event.numbers else NONE
    if event.what == "initiative":
        return f"initiative: {NAMES[first]}", "", "good" if first == f.holder else "bad"
    if event.what == "activated":
        return counted(event.numbers[1], "Action Point"), "", ""
    if event.what in ("reaction", "reaction_failed"):
        return ("it reacts", "", "bad") if event.what == "reaction" else ("it fails to react", "", "good")
    if event.what in ("slipped_away", "slip_failed") and attack is not None:
        away = event.what == "slipped_away"
        wanted = away == (f.holder != attack.side)
        return "the defenders slip away" if away else "the defenders have to fight", "", "good" if wanted else "bad"
    if event.what == "result":
        ours, _, theirs, _ = s.edition.cells[first]
        tone: Favour = "bad" if ours < theirs else "good" if ours > theirs else "fair"
        return s.names.text("result", first), s.names.called("result", first), tone
    return None


def chance(name: str, faces: float, means: str, rule: str, tone: Favour) -> Chance:
    return Chance(name, round(faces / len(D10), 9), means, rule, tone)


def shown(*chances: Chance) -> tuple[Chance, ...]:
    return tuple([c for c in chances if c.chance])
