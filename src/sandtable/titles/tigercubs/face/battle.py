"""9.B A combat as both sides follow it: who takes part, each factor of each strength, each modifier, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.face.view import Announcement, Battle, Fact, Fighter, Party, Stage, Verdict, signed
from sandtable.kernel.play import Event, within
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.steps import stages
from sandtable.kernel.tally import Exact, Tally, cut_to_hundredths, text_of
from sandtable.titles.tigercubs.combat_modifiers import modifiers
from sandtable.titles.tigercubs.combat_odds import Odds, combat_odds
from sandtable.titles.tigercubs.combat_strength import (
    Terms,
    attack_parts,
    defence_parts,
    force_sp,
    summed,
    worksheet,
)
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import Combat, Losses, Retreats
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE
from sandtable.titles.tigercubs.losses import due
from sandtable.titles.tigercubs.scales import RATING, SP
from sandtable.titles.tigercubs.state import State, attack_rating, defence_rating, sp
from sandtable.titles.tigercubs.surprise import chances

NOTHING: Final = "nothing comes of it"
VERDICTS: Final[dict[str, Verdict]] = {
    "AE": "us", "AH": "us", "AQ": "us", "HR": "back", "QR": "back", "HQ": "both", "DR": "back", "QH": "back", "EX": "both",
    "HX": "both", "DQ": "back", "DH": "back", "DE": "gone", "DA": "gone",
}  # fmt: skip
WORDS: Final[dict[Verdict, str]] = {
    "gone": "The defenders are destroyed", "back": "The defenders are driven out", "both": "Losses on both sides",
    "us": "The attack fails",
}  # fmt: skip


def battle(s: State) -> Optional[Battle]:
    f = within(s, Combat)
    if f is None or not (f.defenders or f.bystanders):
        return None
    facts = {"2": (*strengths(s, f), *surprise(s, f)), "3": (*odds(s, f), *summed_up(s, f), *rolled(s, f)), "4": losses(s)}
    return Battle(
        title=f"Attack on {s.names.called('place', f.target)}",
        parties=parties(s, f),
        stages=tuple([Stage(*step, state, facts.get(step.mark, ())) for step, state in stages(s, f)]),
        places=(s.edition.map.ids[f.target],),
    )


def parties(s: State, f: Combat) -> tuple[Party, Party]:
    return party(s, f, True), party(s, f, False)


def party(s: State, f: Combat, attacks: bool) -> Party:
    side = f.side if attacks else other(f.side)
    units = f.attackers if attacks else (*f.defenders, *f.bystanders)
    ids = s.names.texts["unit"]
    fighters = tuple([Fighter(ids[u], note(s, f, u), s.where[u] < 0, values=values(s, u, attacks)) for u in units])
    size = text_of(sp_text(force_sp(s, [u for u in units if s.where[u] >= 0])))
    total = (
        text_of(cut_to_hundredths(summed(attack_parts(s, f) if attacks else defence_parts(s, f))))
        if f.result == NONE and f.fought
        else ""
    )
    return Party(side, f"{NAMES[side]} {'attack' if attacks else 'defence'}", fighters, f"{size} SP", total=total)


def values(s: State, unit: int, attacks: bool) -> tuple[Fact, ...]:
    if s.where[unit] < 0 or s.edition.role[unit] != COMBAT_UNIT:
        return ()
    rating = attack_rating(s, unit) if attacks else defence_rating(s, unit)
    printed = Fact("attack" if attacks else "defence", text_of(Fraction(rating, RATING)))
    return (printed, Fact("SP", text_of(sp_text(sp(s, unit)))))


def sp_text(halves: int) -> Exact:
    return Fraction(halves, SP)


def note(s: State, f: Combat, unit: int) -> str:
    waiting = within(s, Retreats)
    if waiting is not None and unit in waiting.waiting:
        return "may leave before combat" if waiting.before_combat else "retreats"
    if unit in f.bystanders:
        return "retreated here: no strength, but shares the result"
    return "advances" if unit in f.advanced else ""


# 9.B.1, 9.B.2


def strengths(s: State, f: Combat) -> tuple[Fact, ...]:
    """Both strengths while they can still be worked out: after the die units are lost."""
    if f.result != NONE or not f.fought:
        return ()
    return (*working("attack", "9.B.1", attack_parts(s, f)), *working("defence", "9.B.2", defence_parts(s, f)))


def working(what: str, rule: str, parts: list[Terms]) -> tuple[Fact, ...]:
    """A line for each unit and each of its factors, those that change nothing left out; then the sum."""
    lines: list[Fact] = []
    for value in worksheet(parts):
        lines += unit_lines(value, rule)
    return (*lines, Fact(what, text_of(summed(parts)), rule))


def unit_lines(value: Tally, rule: str) -> list[Fact]:
    lines = [Fact(value.what, value.text, rule)]
    for term in value.terms:
        mark = "×" if term.kind == "times" else ""
        lines.append(Fact(f"· {term.what}", mark + text_of(term.value), term.rule))
    return lines


def surprise(s: State, f: Combat) -> tuple[Fact, ...]:
    if f.surprise != NONE or f.result != NONE or not f.defenders:
        return ()
    table = chances(s, f)
    return (*[Fact(f"surprise: {term.what}", f"{term.value:+}", term.rule) for term in table.terms],)


# 9.B.3 to 9.B.7


def odds(s: State, f: Combat) -> tuple[Fact, ...]:
    if f.column != NONE:
        return (Fact("column", s.names.text("odds", f.column), "9.B.3"),)
    return column_facts(s, combat_odds(s, f)) if f.fought else ()


def column_facts(s: State, found: Odds) -> tuple[Fact, ...]:
    """How the column is found, and how likely the better one is."""
    names = s.names.texts["odds"]
    said = ratio_of(found)
    if found.better == 0:
        return (Fact(said, names[found.column], "9.B.3"),)
    return (Fact(said, f"{names[found.column + 1]} on {found.better} or less, else {names[found.column]}", "9.B.3"),)


def ratio_of(found: Odds) -> str:
    ahead = found.column >= found.even
    if found.ratio == 0:
        return f"no strength in {'defence' if ahead else 'attack'}"
    ratio = text_of(found.ratio)
    return f"odds {ratio}:1" if ahead else f"odds 1:{ratio}"


def summed_up(s: State, f: Combat) -> tuple[Fact, ...]:
    """19.B-32 All lines of the chart; those of zero say why."""
    if f.result != NONE or not f.fought:
        return ()
    lines = modifiers(s, f)
    total = sum([line.value for line in lines])
    return (*[Fact(line.what, signed(f"{line.value:+}") if line.value else "0", line.rule) for line in lines],
            Fact("modifiers", signed(f"{total:+}"), "9.I.1"))  # fmt: skip


def rolled(s: State, f: Combat) -> tuple[Fact, ...]:
    if f.result == NONE:
        return ()
    row = s.edition.result_rows[f.result]
    return (Fact("modified die", signed(str(f.die)), "9.B.4"), Fact(row.text, row.id, "9.B.6"))


def losses(s: State) -> tuple[Fact, ...]:
    loss = within(s, Losses)
    if loss is None:
        return ()
    lines = [Fact(f"{NAMES[loss.side]} SP still to lose", text_of(sp_text(max(0, loss.owed - loss.paid))), "9.E.2")]
    if loss.required:
        lines.append(Fact("of these from those who gave the effect", text_of(sp_text(due(s, loss))), "9.J.1"))
    return tuple(lines)


def announce(edition: Edition, event: Event) -> Optional[Announcement]:
    if event.what in SAID:
        return SAID[event.what](edition, event.numbers)
    if event.what != "result":
        return None
    row = edition.result_rows[event.numbers[0]]
    return Announcement(VERDICTS[row.id], WORDS[VERDICTS[row.id]], row.text, row.source.split(";")[0])


# 8.E.1, 10.C.1 In the air


def shot(edition: Edition, numbers: Sequence[int]) -> Announcement:
    shooter, target, result = numbers
    row, called = edition.air_result_rows[result], edition.names.called
    said = f"{called('air', shooter)} fires at {called('air', target)}"
    return Announcement("", said, row.text, row.source, slight=not row.steps and not row.returns)


def bombs(edition: Edition, numbers: Sequence[int]) -> Announcement:
    place, hits = numbers
    said = f"{counted(hits, 'hit')} on" if hits else "No hit on"
    text = "the damage stays until engineers repair it" if hits else NOTHING
    return Announcement("back" if hits else "us", f"{said} {edition.names.called('place', place)}", text, "8.E.1")


def level(edition: Edition, numbers: Sequence[int]) -> Announcement:
    _, place, reached = numbers
    return Announcement(
        "back" if reached else "us",
        f"Interdiction of level {reached}" if reached else "No interdiction",
        f"around {edition.names.called('place', place)}",
        "8.E.1.b.ii",
    )


def support(edition: Edition, numbers: Sequence[int]) -> Announcement:
    factors = numbers[2]
    said = f"Close support is worth {counted(factors, 'combat factor')}" if factors else "No close support"
    return Announcement("back" if factors else "us", said, "its side is so much stronger there" if factors else NOTHING, "8.E.1.c")


# 7.E Overruns


def ridden_down(edition: Edition, numbers: Sequence[int]) -> Announcement:
    number, place = numbers
    lost = f"{counted(number, 'unit')} at {edition.names.called('place', place)} destroyed"
    return Announcement("gone", "The defenders are overrun", lost, "7.E.1.c.ii")


def slipped(edition: Edition, numbers: Sequence[int]) -> Announcement:
    return Announcement("back", "The defenders have slipped away", edition.names.called("place", numbers[0]), "7.E.1.d")


SAID: Final[dict[str, Callable[[Edition, Sequence[int]], Announcement]]] = {
    "air_fire": shot, "air_hits": bombs, "interdicted": level, "close_support": support,
    "ridden_down": ridden_down, "slipped": slipped,
}  # fmt: skip
