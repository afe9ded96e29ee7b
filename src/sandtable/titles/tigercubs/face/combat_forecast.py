"""The odds of an attack before it is fought: exact, from the rules themselves, for choices that are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, Optional

from sandtable.face.view import NOTHING, Chance, Forecast, Given, Leaves, Lit, Switch, sum_of, toggle, wants
from sandtable.kernel.odds import odds
from sandtable.kernel.play import Option, options, pending, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.combat_declare import able
from sandtable.titles.tigercubs.combat_odds import combat_odds
from sandtable.titles.tigercubs.combat_strength import attack_parts, defence_parts, tally_of
from sandtable.titles.tigercubs.face.aids import foreseen
from sandtable.titles.tigercubs.face.battle import VERDICTS, column_facts, parties
from sandtable.titles.tigercubs.face.worksheet import die_sum, sheet
from sandtable.titles.tigercubs.frames import NO_SUPPORT, Combat, CombatPhase, Units
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE, TERMINAL
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.state import State, holder, units_in

Tone = Literal["good", "fair", "poor", "bad"]
Support = tuple[int, int, int, int]
ASSUMES: Final = "nobody leaves before combat, and supply, surprise and aircraft are as the switches say"
MANY: Final = 4  # attacks in sight at once
TONES: Final[dict[str, Tone]] = {
    "AE": "bad", "AH": "bad", "AQ": "bad", "HR": "fair", "QR": "fair", "HQ": "poor", "DR": "good", "QH": "good", "EX": "fair",
    "HX": "good", "DQ": "good", "DH": "good", "DE": "good", "DA": "good",
}  # fmt: skip
TO_THE_OTHER: Final[dict[Tone, Tone]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good"}
LEAVES: Final = (
    Leaves("gone", "every defender is lost; attackers may advance", "9.D.13"),
    Leaves("back", "the defenders leave the hex, at a price for one side or the other", "9.G.2"),
    Leaves("both", "losses on both sides, and the defender may choose to stay", "9.D.6"),
    Leaves("us", "only the attackers lose, and the hex holds", "9.D.2"),
)
SURPRISE, SUPPLY, OUR_AIR, THEIR_AIR = "surprise", "supply", "attacker's aircraft", "defender's aircraft"


def chooser(given: Given) -> Callable[[State], Option]:
    """Named choice: surprise as given; else whoever may stop stops, and whoever must choose takes the first."""

    def choose(s: State) -> Option:
        stop = pending(s).stop
        if stop is None:
            return options(s)[0]
        tried = [o for o in options(s) if o[0] == SURPRISE and wants(given, SURPRISE, False)]
        return tried[0] if tried else (stop.verb, 0, 0)

    return choose


def forecast_combat(s: State, o: Option, viewer: int, given: Given = NOTHING) -> Optional[Forecast]:
    f = s.frames[-1]
    if isinstance(f, CombatPhase):
        return of_declaration(s, f, o, viewer, given)
    if isinstance(f, Combat) and o[0] in (SURPRISE, "pass") and f.result == NONE and f.fought:
        return fought_now(s, {**given, SURPRISE: "yes"} if o[0] == SURPRISE else given, viewer)
    return None


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """The combat that is fought, up to its dice; or the attacks that are declared and still to come."""
    f, phase = within(s, Combat), within(s, CombatPhase)
    found: list[Optional[Forecast]] = []
    if f is not None:
        surprise = s.frames[-1] is f and any(o[0] == SURPRISE for o in options(s))
        found = [fought_now(s, given, viewer)] if surprise and f.fought and f.result == NONE else []
    elif phase is not None:
        coming = [n for n, target in enumerate(phase.targets) if not phase.waiting or target in phase.waiting]
        found = [
            lone_attack(s, phase, phase.targets[n], phase.attackers[n], support_of(phase, n), viewer, given) for n in coming[:MANY]
        ]
    else:
        return ()
    return tuple([each for each in found if each is not None])


def support_of(f: CombatPhase, n: int) -> Support:
    return f.support[n] if n < len(f.support) else NO_SUPPORT


def of_declaration(s: State, f: CombatPhase, o: Option, viewer: int, given: Given) -> Optional[Forecast]:
    """The attack as it would be with this declaration, or as it waits to be fought."""
    if o[0] == "fight":
        n = f.targets.index(o[1])
        return lone_attack(s, f, o[1], f.attackers[n], f.support[n], viewer, given)
    if o[0] not in ("attack", "assault"):
        return None
    target = o[2] if o[0] == "attack" else o[1]
    if holder(s, target) != other(f.side):
        return None
    sent = f.attackers[f.targets.index(target)] if target in f.targets else ()
    more = (o[1],) if o[0] == "attack" else tuple(able(s, f, target))
    return lone_attack(s, f, target, tuple(sorted({*sent, *more})), NO_SUPPORT, viewer, given)


def lone_attack(
    s: State, f: CombatPhase, target: int, units: Units, support: Support, viewer: int, given: Given
) -> Optional[Forecast]:
    """As if it were the only one, and about to be fought."""
    there = tuple([u for u in units_in(s, target) if s.edition.role[u] != TERMINAL])
    sent = tuple([u for u in units if wants(given, unit_of(s, u), True)]) or units
    if not there or not sent:
        return None
    ready = s.clone()
    flown = with_air(ready, target, f.side, support, given)
    limit_supply(ready, f.side, given)
    phase = CombatPhase(f.side, (target,), (sent,), (flown,), (target,))
    phase.at = phase.row = len(s.outlines[CombatPhase].rows) - 1
    ready.frames = [*ready.frames[: s.frames.index(f)], phase]
    probe = Combat(f.side, target, sent, there, support=flown, fought=True)
    asked = [toggle(unit_of(s, u), f"{s.names.called('unit', u)} takes part", u in sent, rule="9.C.4", side=f.side)
             for u in units if len(units) > 1]  # fmt: skip
    return told(ready, ("fight", target, 0), probe, viewer, given, (*asked, *switches(s, probe, support, given)))


def fought_now(s: State, given: Given, viewer: int) -> Forecast:
    """The combat that is going on, at the choice of surprise."""
    ready = s.clone()
    f = within(ready, Combat)
    assert f is not None
    before = f.support
    f.support = with_air(ready, f.target, f.side, f.support, given)
    phase = within(ready, CombatPhase)
    if phase is not None and f.target in phase.targets:
        n = phase.targets.index(f.target)
        phase.support = (*phase.support[:n], f.support, *phase.support[n + 1 :])
    limit_supply(ready, f.side, given)
    return told(ready, chooser(given)(ready), f, viewer, given, tuple(switches(s, f, before, given)))


def awaited(s: State) -> tuple[Lit, ...]:
    """What counts in the attacks that cannot be called off any more, while their support is asked about."""
    phase = within(s, CombatPhase)
    if phase is None or not phase.support or within(s, Combat) is not None:
        return ()
    found: dict[Lit, None] = {}
    for n, target in enumerate(phase.targets):
        there = tuple([u for u in units_in(s, target) if s.edition.role[u] != TERMINAL])
        if there and (not phase.waiting or target in phase.waiting):
            probe = Combat(phase.side, target, phase.attackers[n], there, support=phase.support[n], fought=True)
            found |= dict.fromkeys(foreseen(s, probe))
    return tuple(found)


# What may be turned round


def unit_of(s: State, unit: int) -> str:
    return f"with {s.names.texts['unit'][unit]}"


def with_air(s: State, target: int, side: int, support: Support, given: Given) -> Support:
    """5.B.5, 8.E.1.c: close support and fighters over the hex, without those that are assumed to stay at home."""
    found = list(support)
    for n, id in enumerate((OUR_AIR, THEIR_AIR)):
        if not wants(given, id, True):
            found[n] = found[n + 2] = 0
            for air in s.edition.air_of_side[side if n == 0 else other(side)]:
                if s.aloft[air] == target:
                    s.aloft[air] = NONE
    return (found[0], found[1], found[2], found[3])


def limit_supply(s: State, side: int, given: Given) -> None:
    """13.A.4: what if there were General Supply alone."""
    if not wants(given, SUPPLY, True):
        for unit in range(s.edition.units):
            if s.edition.side[unit] == side:
                s.offensive[unit] = 0


def switches(s: State, f: Combat, support: Support, given: Given) -> Iterator[Switch]:
    for n, (id, side) in enumerate(((OUR_AIR, f.side), (THEIR_AIR, other(f.side)))):
        aloft = any(s.aloft[air] == f.target for air in s.edition.air_of_side[side])
        if support[n] or support[n + 2] or aloft:
            name = "The attacker's aircraft" if n == 0 else "The defender's aircraft"
            yield toggle(id, name, wants(given, id, True), f"{support[n]} combat factors", "5.B.5", side)
    if any(is_offensive(s, u) for u in f.attackers):
        yield toggle(
            SUPPLY,
            "Offensive Supply",
            wants(given, SUPPLY, True),
            "without it the worse column, and an effectiveness of ¾ at most",
            "13.A.4",
            f.side,
        )
    if f.surprise == NONE and any(s.edition.role[u] == COMBAT_UNIT for u in f.defenders):
        yield toggle(SURPRISE, "Try surprise", wants(given, SURPRISE, False), "it may be betrayed", "9.M.1.a", f.side)


def told(ready: State, o: Option, f: Combat, viewer: int, given: Given, asked: tuple[Switch, ...]) -> Forecast:
    s = ready
    found = odds(ready, o, "result", Combat, chooser(given)).chances
    column = column_facts(s, combat_odds(s, f))[0]
    mine = viewer != other(f.side)
    chances = [chance_of(s, n, found[n], mine) for n in sorted(found, key=lambda n: -found[n]) if n >= 0]
    if found.get(-1):
        chances.append(Chance("no combat", round(found[-1], 6), "there is no strength to resist", "9.H.1.b", "good", 0.0, "gone"))
    attack, defence = attack_parts(s, f), defence_parts(s, f)
    resisting = tuple([u for u in f.defenders if s.edition.role[u] == COMBAT_UNIT])
    return Forecast(
        title=f"Attack on {s.names.called('place', f.target)}",
        assumes=ASSUMES,
        sums=(sum_of(tally_of("attack", "9.B.1", attack)), sum_of(tally_of("defence", "9.B.2", defence)), die_sum(s, f)),
        chances=tuple(chances),
        rule="9.B.3",
        parties=parties(s, f),
        places=(s.edition.map.ids[f.target],),
        leaves=LEAVES,
        switches=asked,
        sheets=(sheet(s, "Attack", "9.B.1", f.attackers, attack), sheet(s, "Defence", "9.B.2", resisting, defence)),
        dice=f"{column.text}, so the column is {column.value}; one ten-sided die",
        lit=tuple(foreseen(s, f)),
    )


def chance_of(s: State, result: int, likely: float, mine: bool) -> Chance:
    row = s.edition.result_rows[result]
    tone = TONES[row.id]
    return Chance(
        row.id, round(likely, 6), row.text, row.source.split(";")[0], tone if mine else TO_THE_OTHER[tone], 0.0, VERDICTS[row.id]
    )
