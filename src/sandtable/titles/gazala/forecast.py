"""The odds of an attack before the die: exact, from the combat rules themselves, for choices that are named. And cautions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Optional

from sandtable.face.story import both
from sandtable.face.view import Chance, Favour, Forecast, likely, sum_of
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import Odds, odds
from sandtable.kernel.play import Option, Refusal, decider, options, take, within
from sandtable.titles.gazala.combat import attackers, column, defenders, modifiers, strength
from sandtable.titles.gazala.frames import ActionPhase, AirAttack, Attack, Move
from sandtable.titles.gazala.state import State, crowded, on_map
from sandtable.titles.gazala.supply import has_path

BEFORE_DIE: Final = ("attack", "join", "enough", "combat", "antitank", "nomore")
NOBODY_MORE: Final = "nobody else joins, and no further chits are played"
EVERYBODY: Final = "every unit that can join joins, and no chits are played"


def stop_here(s: State) -> Option:
    """Named choice: nobody else joins, no chits, and of an over-stacked hex the last unit goes."""
    return options(s)[-1]


def join_all(s: State) -> Option:
    """Named choice: whoever can join does."""
    found = options(s)
    return found[0] if found[0][0] == "join" else found[-1]


def forecast(s: State, o: Option) -> Optional[Forecast]:
    if o[0] == "bomb":
        return forecast_air(s, o)
    attack = within(s, Attack)
    if o[0] not in BEFORE_DIE or (attack is not None and attack.result >= 0):
        return None
    choose = join_all if o[0] == "attack" else stop_here
    ready = at_the_die(s, o, choose)
    f = within(ready, Attack) if ready is not None else None
    if ready is None or f is None:
        return None
    found = odds(s, o, "result", Attack, choose)
    mine = decider(s) == f.side
    results = sorted(found.chances, key=lambda n: -found.of(n))
    return Forecast(
        title=f"{s.names.called('column', column(ready, f))} against {both(names_of(s, defenders(ready, f)))}",
        assumes=EVERYBODY if choose is join_all else NOBODY_MORE,
        sums=(
            sum_of(strength(ready, attackers(ready, f), defenders(ready, f), "attack")),
            sum_of(strength(ready, defenders(ready, f), attackers(ready, f), "defence")),
            sum_of(modifiers(ready, f)),
        ),
        chances=tuple([chance_of(s, found, n, mine) for n in results if n >= 0]),
        rule="11.0",
        notes=(*notes(ready, f), *([f"alone: {odds_alone(s, o)}"] if f.joined and choose is join_all else [])),
        samples=found.samples,
    )


def names_of(s: State, units: Sequence[int]) -> list[str]:
    return [s.names.called("unit", unit) for unit in units]


def odds_alone(s: State, o: Option) -> str:
    """The column of the active unit without anybody's help."""
    ready = at_the_die(s, o, stop_here)
    f = within(ready, Attack) if ready is not None else None
    return s.edition.crt.columns[column(ready, f)] if ready is not None and f is not None else "no attack"


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


def notes(s: State, f: Attack) -> tuple[str, ...]:
    found = [f"{len(attackers(s, f))} attacking, {len(defenders(s, f))} defending"]
    if f.guns:
        found.append(f"Anti-Tank chits take {f.guns} armour steps before the result (13.6)")
    return tuple(found)


TO_THE_OTHER: Final[dict[Favour, Favour]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good"}


def chance_of(s: State, found: Odds, result: int, mine: bool) -> Chance:
    ours, theirs = s.edition.effects[result]
    good, bad = weight(theirs), weight(ours)
    tone: Favour = "good" if good > bad + 1 else "fair" if good > bad else "poor" if good == bad else "bad"
    if not mine:
        tone = TO_THE_OTHER[tone]
    return likely(found, result, s.names.text("result", result), s.names.called("result", result), "11.0-y", tone)


def weight(half: tuple[int, bool, bool]) -> int:
    return 2 * half[0] + int(half[1]) + int(half[2])


def forecast_air(s: State, o: Option) -> Forecast:
    found = odds(s, o, "air_result", AirAttack, stop_here)
    tones: tuple[Favour, ...] = ("bad", "fair", "good")
    results = sorted(found.chances, reverse=True)
    chances = [likely(found, n, s.names.text("air", n), rule="13.4", tone=tones[n]) for n in results]
    fort = s.edition.fortified[s.where[o[1]]]
    return Forecast(
        title=f"Air attack on {s.names.called('unit', o[1])}",
        assumes="nothing else is decided before the die",
        sums=(),
        chances=tuple(chances),
        rule="13.4",
        notes=("the target is in a fortified hex",) if fort else (),
        samples=found.samples,
    )


# What a player may regret


def caution(s: State, o: Option) -> list[Refusal]:
    f = s.frames[-1]
    if isinstance(f, Move) and o[0] in ("go", "halt", "attack", "exit"):
        return caution_move(s, f, o)
    if isinstance(f, ActionPhase) and o[0] == "end":
        return caution_end(s, f)
    if o[0] == "arrive":
        return crowding(s, o[1], o[2])
    return []


def caution_move(s: State, f: Move, o: Option) -> list[Refusal]:
    e = s.edition
    if o[0] == "exit":
        late = s.turn + 2 > e.scenario_rows[s.scenario].last_turn
        return [Refusal("8.3-d2", "it would return after the last turn: it is out of the game")] if late else []
    hex = o[1] if o[0] == "go" else s.where[f.unit]
    found = crowding(s, f.unit, hex)
    if o[0] != "attack" and not has_path(s, hex, e.side[f.unit]):
        found.append(Refusal("5.0-g", f"{e.names.called('unit', f.unit)} would be out of supply there"))
    return found


def crowding(s: State, unit: int, hex: int) -> list[Refusal]:
    together = [*[u for u in s.stack[hex] if u != unit], unit]
    if not crowded(s, together):
        return []
    return [Refusal("10.0-d", f"{s.names.called('hex', hex)} would be over the stacking limit, and the excess is eliminated")]


def caution_end(s: State, f: ActionPhase) -> list[Refusal]:
    found: list[Refusal] = []
    if f.pledged and not f.attacked:
        found.append(Refusal("13.7-i", "no attack was made: the Axis get a Victory Point"))
    over = sorted({s.where[u] for u in s.edition.of_side[f.side] if on_map(s, u) and crowded(s, s.stack[s.where[u]])})
    found += [Refusal("10.0-d", f"{s.names.called('hex', hex)} is over-stacked, and units will be eliminated") for hex in over]
    return found
