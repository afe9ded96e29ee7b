"""The odds of an attack before it is fought: exact, from the rules themselves, for choices that are named."""

from __future__ import annotations

from typing import Final, Literal, Optional

from sandtable.face.view import Chance, Forecast, sum_of
from sandtable.kernel.odds import odds
from sandtable.kernel.play import Option, decider, options, pending, within
from sandtable.titles.tigercubs.battle import column_facts
from sandtable.titles.tigercubs.combat_declare import able
from sandtable.titles.tigercubs.combat_modifiers import modifier_tally
from sandtable.titles.tigercubs.combat_odds import combat_odds
from sandtable.titles.tigercubs.combat_strength import attack_parts, defence_parts, tally_of
from sandtable.titles.tigercubs.frames import NO_SUPPORT, Combat, CombatPhase, Units
from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.state import State, holder, units_in

Tone = Literal["good", "fair", "poor", "bad"]
ASSUMES: Final = "nobody leaves before combat, no surprise is tried, and no aircraft come"
AS_IT_STANDS: Final = "nothing more is decided before the die"
TONES: Final[dict[str, Tone]] = {
    "AE": "bad", "AH": "bad", "AQ": "bad", "HR": "fair", "QR": "fair", "HQ": "poor", "DR": "good", "QH": "good", "EX": "fair",
    "HX": "good", "DQ": "good", "DH": "good", "DE": "good", "DA": "good",
}  # fmt: skip
TO_THE_OTHER: Final[dict[Tone, Tone]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good"}


def do_no_more(s: State) -> Option:
    """Named choice: whoever may stop stops; whoever must choose takes the first."""
    stop = pending(s).stop
    return (stop.verb, 0, 0) if stop is not None else options(s)[0]


def forecast_combat(s: State, o: Option) -> Optional[Forecast]:
    f = s.frames[-1]
    if isinstance(f, CombatPhase):
        return of_declaration(s, f, o)
    if isinstance(f, Combat) and o[0] in ("surprise", "pass"):
        return told(s, s, o, f, AS_IT_STANDS)
    return None


def of_declaration(s: State, f: CombatPhase, o: Option) -> Optional[Forecast]:
    """The attack as it would be with this declaration, or as it waits to be fought."""
    if o[0] == "fight":
        n = f.targets.index(o[1])
        return lone_attack(s, f, o[1], f.attackers[n], f.support[n])
    if o[0] not in ("attack", "assault"):
        return None
    target = o[2] if o[0] == "attack" else o[1]
    if holder(s, target) != 1 - f.side:
        return None
    sent = f.attackers[f.targets.index(target)] if target in f.targets else ()
    more = (o[1],) if o[0] == "attack" else tuple(able(s, f, target))
    return lone_attack(s, f, target, tuple(sorted({*sent, *more})), NO_SUPPORT)


def lone_attack(s: State, f: CombatPhase, target: int, units: Units, support: tuple[int, int, int, int]) -> Optional[Forecast]:
    ready = s.clone()
    phase = CombatPhase(f.side, (target,), (units,), (support,), (target,))
    phase.at = phase.row = len(s.outlines[CombatPhase].rows) - 1
    ready.frames[-1] = phase
    there = tuple([u for u in units_in(s, target) if s.e.role[u] != TERMINAL])
    if not there:
        return None
    probe = Combat(f.side, target, units, there, support=support, fought=True)
    return told(s, ready, ("fight", target, 0), probe, ASSUMES)


def told(s: State, ready: State, o: Option, f: Combat, assumes: str) -> Forecast:
    found = odds(ready, o, "result", Combat, do_no_more).chances
    column = column_facts(s, combat_odds(s, f))[0]
    mine = decider(s) == f.side if within(s, CombatPhase) is not None else True
    chances = [chance_of(s, n, found[n], mine) for n in sorted(found, key=lambda n: -found[n]) if n >= 0]
    if found.get(-1):
        chances.append(Chance("no combat", round(found[-1], 6), "there is no strength to resist", "9.H.1.b", "good"))
    return Forecast(
        title=f"{column.value} against {s.e.map.ids[f.target]}",
        assumes=assumes,
        sums=(
            sum_of(tally_of("attack", "9.B.1", attack_parts(s, f))),
            sum_of(tally_of("defence", "9.B.2", defence_parts(s, f))),
            sum_of(modifier_tally(s, f)),
        ),
        chances=tuple(chances),
        rule="9.B.3",
        notes=(column.text,),
    )


def chance_of(s: State, result: int, likely: float, mine: bool) -> Chance:
    row = s.e.result_rows[result]
    tone = TONES[row.id]
    return Chance(row.id, round(likely, 6), row.text, row.source.split(";")[0], tone if mine else TO_THE_OTHER[tone])
