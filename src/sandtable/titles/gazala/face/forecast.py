"""The odds of an attack before the die: exact, from the combat rules themselves, for choices that are named. And cautions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.face.view import (
    NOTHING,
    Chance,
    Favour,
    Forecast,
    Given,
    Leaves,
    Switch,
    Verdict,
    likely,
    signed,
    sum_of,
    toggle,
    wants,
)
from sandtable.kernel.dice import EveryDice, NoDice, ScriptError
from sandtable.kernel.odds import Odds, decisions, odds
from sandtable.kernel.play import Option, decider, inner, options, take, within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES, other
from sandtable.titles.gazala.combat import (
    attackers,
    column,
    defenders,
    has_armour,
    involved,
    lost_to_guns,
    modifiers,
    roll,
    strength,
)
from sandtable.titles.gazala.edition import ANTI_TANK, COMBAT
from sandtable.titles.gazala.face.aids import lit
from sandtable.titles.gazala.face.battle import TO_THE_OTHER, more_steps, parties, title, verdict_of
from sandtable.titles.gazala.frames import AirAttack, Attack, Stacking
from sandtable.titles.gazala.state import State, crowded
from sandtable.titles.gazala.tactical import AIR_RESULTS

BEFORE_DIE: Final = ("attack", "join", "enough", "combat", "antitank", "nomore")
ASSUMES: Final = "{} joins, and chits are played as the switches say"
AIR_VERDICTS: Final[tuple[Verdict, ...]] = ("both", "back", "back")  # no effect, Disrupted, a step
STEP: Final = AIR_RESULTS.index("step")
OVER_STACKED: Final = "its hex is over-stacked: units there would be eliminated"
CHITS: Final = ("allied combat", "axis combat")
GUNS: Final = "anti-tank"


def chooser(given: Given, all_join: bool) -> Callable[[State], Option]:
    """Named choices: who joins is as given, else everybody whose hex loses nothing by it, or nobody; no chits; of an over-stacked
    hex the last unit goes."""

    def choose(s: State) -> Option:
        found, f = options(s), within(s, Attack)
        able = [o for o in found if o[0] == "join"] if f is not None else []
        joins = [o for o in able if f and wants(given, join_of(s, o[1]), all_join and not is_dear(s, f.unit, o[1]))]
        return joins[0] if joins else found[-1]

    return choose


def playing(given: Given) -> Callable[[State], Optional[Option]]:
    """Named choices of a whole attack: everybody joins, and of the chits in hand those are played that are switched on. Who is
    eliminated for over-stacking is nobody's usual choice."""
    joins = chooser(given, all_join=True)

    def choose(s: State) -> Optional[Option]:
        f, found = within(s, Attack), options(s)
        if isinstance(s.frames[-1], Stacking):
            return None
        combat, guns = ("combat", 0, 0), ("antitank", 0, 0)
        if combat in found and wants(given, CHITS[decider(s)], False):
            return combat
        return guns if guns in found and f is not None and not f.guns and wants(given, GUNS, False) else joins(s)

    return choose


def stop_here(s: State) -> Option:
    """Named choice: nobody else joins, no chits, and of an over-stacked hex the last unit goes."""
    return options(s)[-1]


def is_dear(s: State, leader: int, unit: int) -> bool:
    """10.0-c2: whether units of its hex are eliminated if it joins an attack, and would not be without it."""
    f = within(s, Attack)
    fighting = [s.where[u] for u in (leader, *(f.joined if f is not None else ()))]
    return s.where[unit] not in fighting and crowded(s, s.stack[s.where[unit]])


def join_of(s: State, unit: int) -> str:
    return f"join {s.names.text('unit', unit)}"


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    if o[0] == "bomb":
        return forecast_air(s, o)
    attack = within(s, Attack)
    if o[0] not in BEFORE_DIE or (attack is not None and attack.result >= 0):
        return None
    return forecast_attack(s, o, decider(s), given)


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """The attack that is put together now, as it stands."""
    f = within(s, Attack)
    if f is None or f.result >= 0 or not f.defenders or options(s)[-1][0] not in BEFORE_DIE:
        return ()
    found = forecast_attack(s, chooser(given, all_join=False)(s), viewer, given, declined=False)
    return (found,) if found is not None else ()


def forecast_attack(s: State, o: Option, viewer: int, given: Given, declined: bool = True) -> Optional[Forecast]:
    """`declined`: whoever rolls without more chits will play none; as long as he is asked he may wonder."""
    all_join = o[0] == "attack"
    ready = at_the_die(s, o, chooser(given, all_join))
    f = within(ready, Attack) if ready is not None else None
    if ready is None or f is None:
        return None
    joiners, chits = still_open(s, o, viewer, declined and o[0] == "nomore")
    joiners = [u for u in joiners if o[:2] != ("join", u) or join_of(s, u) in given]
    f.combat |= sum([1 << side for side in chits if wants(given, CHITS[side], False)])
    guns = may_shoot(s, ready, viewer, declined and o[0] == "nomore")
    f.guns += int(guns and wants(given, GUNS, False))
    found = results(ready)
    mine = viewer != other(f.side)
    return Forecast(
        title=title(s, f),
        assumes=ASSUMES.format(who_joins(s, f, joiners) if all_join else "nobody else"),
        sums=(
            sum_of(strength(ready, attackers(ready, f), defenders(ready, f), "attack")),
            sum_of(strength(ready, defenders(ready, f), attackers(ready, f), "defence")),
            sum_of(modifiers(ready, f)),
        ),
        chances=tuple([chance_of(ready, f, found, n, mine) for n in sorted(found.chances, key=lambda n: -found.of(n))]),
        rule="11.0",
        notes=(f"Anti-Tank chits take {counted(f.guns, 'step')} of Allied armour before the result (13.6)",) if f.guns else (),
        parties=parties(ready, f),
        places=tuple([s.edition.hexes.ids[hex] for hex in f.hexes]),
        leaves=leaves(),
        switches=(*switches(s, f, viewer, joiners, chits, all_join, given), *([guns_switch(viewer, given)] if guns else [])),
        dice=f"One ten-sided die on the {s.edition.crt.columns[column(ready, f)]} column",
        lit=lit(ready),
    )


def who_joins(s: State, f: Attack, joiners: list[int]) -> str:
    return "every unit that can join" + (
        " and stands in no over-stacked hex" if any([is_dear(s, f.unit, u) for u in joiners]) else ""
    )


def results(ready: State) -> Odds:
    """11.0-s: every face of the die, read by the rules."""
    found: dict[int, float] = {}
    dice = EveryDice()
    while dice.again():
        child = ready.clone()
        f = inner(child, Attack)
        roll(child, f, dice)
        found[f.result] = found.get(f.result, 0.0) + dice.chance
    return Odds(found)


def at_the_die(s: State, o: Option, choose: Callable[[State], Option]) -> Optional[State]:
    """The position in which the die is thrown, for the named choices; None if it is not thrown."""
    now = s.clone()
    while True:
        try:
            take(now, o, NoDice())
        except ScriptError:
            return now  # everything is as it is when the die is asked for
        if within(now, Attack) is None:
            return None
        o = choose(now)


def still_open(s: State, o: Option, viewer: int, declined: bool) -> tuple[list[int], list[int]]:
    """Who may still join, and which sides may still play a Combat chit: what the other holds in hand is not looked at."""
    joiners = dict.fromkeys([unit for verb, unit, _ in options(s) if verb == "join"])
    if o[0] == "attack":
        for now in decisions(s, o, Attack, chooser(NOTHING, all_join=True)):
            asked = [unit for verb, unit, _ in options(now) if verb == "join"]
            joiners.update(dict.fromkeys(asked))
            if not asked:
                break
    f = within(s, Attack)
    open_to = [side for side in (0, 1) if f is None or not (f.combat | f.answered) >> side & 1]
    if declined:
        open_to = [side for side in open_to if side != decider(s)]
    return list(joiners), [side for side in open_to if side != viewer or COMBAT in s.boxes[side]]


def switches(
    s: State, f: Attack, viewer: int, joiners: list[int], chits: list[int], all_join: bool, given: Given
) -> Iterator[Switch]:
    for unit in joiners:
        name, dear = s.names.called("unit", unit), is_dear(s, f.unit, unit)
        on, text = wants(given, join_of(s, unit), all_join and not dear), OVER_STACKED if dear else ""
        yield toggle(join_of(s, unit), f"{name} joins", on, text, "10.0-c2" if dear else "11.0-f", f.side)
    for side in chits:
        kind = f"{CHITS[side]} {'attacking' if side == f.side else 'defending'}"
        held = "a chit in your hand" if side == viewer else "if they hold one"
        text = signed(f"{s.edition.modifier[kind].value:+} to the die, {held}")
        yield toggle(CHITS[side], f"{NAMES[side]} Combat chit", wants(given, CHITS[side], False), text, "13.1-c", side)


def may_shoot(s: State, ready: State, viewer: int, declined: bool) -> bool:
    """13.6: whether the Axis could play one more Anti-Tank chit, as far as the viewer knows what it holds."""
    e, now, f = s.edition, within(s, Attack), inner(ready, Attack)
    if (declined and decider(s) == AXIS) or (now is not None and now.answered >> AXIS & 1):
        return False
    if not has_armour(ready, involved(ready, f, ALLIED)) or all(
        e.formation_rows[e.formation[u]].no_anti_tank for u in involved(ready, f, AXIS)
    ):
        return False
    spent = ready.played[AXIS].count(ANTI_TANK)
    return ANTI_TANK in ready.boxes[AXIS] if viewer == AXIS else spent < e.tactical_chits[AXIS].count(ANTI_TANK)


def guns_switch(viewer: int, given: Given) -> Switch:
    held = "a chit in your hand" if viewer == AXIS else "if they hold one"
    text = f"takes a step of Allied armour, {held}"
    return toggle(GUNS, "Axis Anti-Tank chit", wants(given, GUNS, False), text, "13.6-b", AXIS)


def leaves() -> tuple[Leaves, ...]:
    return (
        Leaves("gone", "the last steps of the defenders are lost; attackers may advance", "11.2-a"),
        Leaves("back", "steps, Disruption or a retreat, for the defenders alone", "11.0-y"),
        Leaves("both", "both sides suffer, or neither", "11.0-y"),
        Leaves("us", "steps, Disruption or a retreat, for the attackers alone", "11.0-y"),
    )


def chance_of(s: State, f: Attack, found: Odds, result: int, mine: bool) -> Chance:
    ours, theirs = [
        more_steps(half, lost_to_guns(s, f, units))
        for half, units in zip(s.edition.effects[result], (attackers(s, f), defenders(s, f)), strict=True)
    ]
    good, bad = weight(theirs), weight(ours)
    tone: Favour = "good" if good > bad + 1 else "fair" if good > bad else "poor" if good == bad else "bad"
    if not mine:
        tone = TO_THE_OTHER[tone]
    steps = sum([s.steps[u] for u in defenders(s, f)])
    return likely(
        found,
        result,
        s.names.text("result", result),
        s.names.called("result", result),
        "11.0-y",
        tone,
        verdict_of(ours, theirs, steps),
    )


def weight(half: tuple[int, bool, bool]) -> int:
    return 2 * half[0] + int(half[1]) + int(half[2])


def forecast_air(s: State, o: Option) -> Forecast:
    found = odds(s, o, "air_result", AirAttack, stop_here)
    tones: tuple[Favour, ...] = ("bad", "fair", "good")
    results = sorted(found.chances, reverse=True)
    rule = "13.4-d" if decider(s) == AXIS else "13.4-c"
    means = f"{s.names.called('unit', o[1])} is eliminated" if s.steps[o[1]] == 1 else ""
    chances = [
        likely(found, n, s.names.text("air", n), means if n == STEP else "", rule, tones[n], AIR_VERDICTS[n]) for n in results
    ]
    fort = s.edition.fortified[s.where[o[1]]]
    return Forecast(
        title=f"Air attack on {s.names.called('unit', o[1])}",
        assumes="",
        sums=(),
        chances=tuple(chances),
        rule=rule,
        notes=("the target is in a fortified hex",) if fort else (),
        samples=found.samples,
    )
