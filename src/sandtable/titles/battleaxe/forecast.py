"""The odds of an attack before it is made: exact, from the combat rules themselves, for choices that are named."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.view import Favour, Forecast, likely, sum_of
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import odds
from sandtable.kernel.play import Option, Refusal, inner, options, take, within
from sandtable.kernel.sides import other
from sandtable.titles.battleaxe import attrition, combat, logistics, support
from sandtable.titles.battleaxe.frames import OVERRUN, REPULSE, STALEMATE, SUCCESS, Assault, Attack
from sandtable.titles.battleaxe.state import State, has_enemy, stack

ASSUMES: Final = (
    "on both sides the strongest unit leads, all support that is ready is used and artillery is called; the Advantage is not spent"
)
MEANS: Final[dict[int, tuple[Favour, str]]] = {
    OVERRUN: ("good", "all defenders are eliminated, your Lead keeps its strength"),
    SUCCESS: ("fair", "your Lead is reduced, the defenders absorb the difference"),
    STALEMATE: ("poor", "both Leads lose a step"),
    REPULSE: ("bad", "every attacker loses a step"),
}
SUPPORT: Final = ("air", "rommel", "call")
BEFORE_DICE: Final = ("attack", "join", "enough", "lead", *SUPPORT, "pass")


def named_choice(s: State) -> Option:
    """What both sides are assumed to choose on the way to the dice."""
    offered = options(s)
    f = s.frames[-1]
    if isinstance(f, Attack):
        leads = [o for o in offered if o[0] == "lead"]
        if leads:
            together = f.attackers if f.lead < 0 else stack(s, other(f.side), f.area)
            return max(leads, key=lambda o: (combat.combat_value(s, o[1], together), -o[1]))
        for verb in ("join", "air", "call"):
            found = [o for o in offered if o[0] == verb]
            if found:
                return found[0]
        if s.rommel and ("rommel", 0, 0) in offered:
            return ("rommel", 0, 0)
    return offered[-1]  # pass, enough


def forecast(s: State, o: Option) -> Optional[Forecast]:
    """For an attack, any choice on the way to its dice, and a move that ends among enemies."""
    if o[0] == "enter":
        return forecast_entry(s, o)
    attack = within(s, Attack)
    if o[0] not in BEFORE_DICE or (o[0] == "pass" and attack is None) or (attack is None and o[0] != "attack"):
        return None
    if attack is not None and attack.result >= 0:
        return None
    found = odds(s, o, "result", Attack, named_choice)
    ready = before_the_dice(s, o)
    if ready is None:
        return None
    f = inner(ready, Attack)
    capacity = attrition.capacity(ready, stack(ready, other(f.side), f.area))
    chances = tuple(
        [
            likely(found, result, s.names.text("result", result), MEANS[result][1], "11.4.4", MEANS[result][0])
            for result in (OVERRUN, SUCCESS, STALEMATE, REPULSE)
        ]
    )
    return Forecast(
        title=f"Attack on {s.edition.area_rows[f.area].name}",
        assumes=ASSUMES,
        sums=(sum_of(combat.attack_value(ready, f)), sum_of(combat.defence_value(ready, f))),
        chances=chances,
        rule="11.4",
        notes=notes(ready, f, capacity),
        samples=found.samples,
    )


def forecast_entry(s: State, o: Option) -> Optional[Forecast]:
    """The attack that a unit's entry among enemies leads to."""
    f = s.frames[-1]
    if not isinstance(f, Assault) or not has_enemy(s, f.side, o[2]):
        return None
    after = s.clone()
    take(after, o, NoDice())
    strike = ("attack", o[2], 0)
    return forecast(after, strike) if strike in options(after) else None


def before_the_dice(s: State, o: Option) -> Optional[State]:
    """The position in which the first die of the combat is thrown, for the named choices."""
    now = s.clone()
    while True:
        following = now.clone()
        try:
            take(following, o, NoDice())
        except ScriptError:
            return now if o[0] in SUPPORT else following  # the choice itself rolls, or the combat's dice fall after it
        now, o = following, named_choice(following)
        attack = within(now, Attack)
        if attack is None:
            return None
        if o[0] in SUPPORT:
            return now


def notes(s: State, f: Attack, capacity: int) -> tuple[str, ...]:
    found = [f"the defenders can absorb {capacity} Attrition Points; more is an Overrun"]
    if not f.air and support.air_refused(s, f) is None:
        found.append("Air Support adds a die")
    for side, name in ((f.side, "attacker"), (other(f.side), "defender")):
        if s.artillery[side] and not f.second and not f.called >> side & 1:
            needed = s.edition.artillery_available - support.artillery_drm(s, side, f.area)
            found.append(f"the {name}'s artillery answers on {needed} or more: +{s.edition.artillery_value}")
    found.append(
        "a Repulse ends in retreat: the attack is Mandatory (11.1)" if f.mandatory else "a Repulse does not end in retreat (11.3)"
    )
    return tuple(found)


def caution(s: State, o: Option) -> list[Refusal]:
    """What a player may regret: a step that leaves the unit without a supply line."""
    if o[0] not in ("enter", "move", "exploit"):
        return []
    after = s.clone()
    try:
        take(after, o, NoDice())
    except ScriptError:
        return []
    side, area = s.edition.side[o[1]], after.where[o[1]]
    if area < 0 or logistics.in_supply(after, side, area):
        return []
    return [Refusal("14.2", f"{s.names.called('unit', o[1])} would have no supply line there")]
