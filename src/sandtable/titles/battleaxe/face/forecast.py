"""The odds of an attack before it is made: exact, from the combat rules themselves, for choices that are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Optional

from msgspec.structs import replace

from sandtable.face.story import both
from sandtable.face.story import counted as so_many
from sandtable.face.view import (
    NOTHING,
    YES,
    Addend,
    Chance,
    Choice,
    Favour,
    Forecast,
    Given,
    Leaves,
    Party,
    Switch,
    counted,
    likely,
    sum_of,
    toggle,
    wants,
    with_lines,
)
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import Odds, decisions, odds
from sandtable.kernel.play import Option, Refusal, decider, inner, options, pending, take, within
from sandtable.kernel.sides import AXIS, other
from sandtable.titles.battleaxe import attrition, combat, logistics, support
from sandtable.titles.battleaxe.face.aids import lit
from sandtable.titles.battleaxe.face.battle import VERDICTS, being_fought, parties, title, waiting
from sandtable.titles.battleaxe.frames import NOT_ROLLED, OVERRUN, REPULSE, STALEMATE, SUCCESS, Assault, Attack, Half, Refit
from sandtable.titles.battleaxe.movement import allowance
from sandtable.titles.battleaxe.state import State, controller, has_enemy, stack, units_in

SUPPORTED: Final = "support is used as the switches say"
MEANS: Final[dict[int, tuple[Favour, str]]] = {
    OVERRUN: ("good", "all defenders are eliminated, the attacking Lead keeps its strength"),
    SUCCESS: ("fair", "the attacking Lead is reduced, the defenders absorb the difference"),
    STALEMATE: ("poor", "both Leads lose a step"),
    REPULSE: ("bad", "every attacker loses a step"),
}
TO_THE_OTHER: Final[dict[Favour, Favour]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good"}
SUPPORT: Final = ("air", "rommel", "call")
BEFORE_DICE: Final = ("attack", "join", "enough", "lead", *SUPPORT, "pass")
AIR, ROMMEL, GUNS, THEIR_GUNS, LEAD, JOIN, ADVANTAGE = "air", "rommel", "guns", "their guns", "lead", "join", "advantage"
ON_TWO_DICE: Final = 7.0


def chooser(given: Given) -> Callable[[State], Option]:
    return lambda s: named_choice(s, given)


def named_choice(s: State, given: Given = NOTHING) -> Option:
    """What both sides are assumed to choose on the way to the dice."""
    offered = options(s)
    f = s.frames[-1]
    if not isinstance(f, Attack):
        return offered[-1]
    by_verb: dict[str, list[Option]] = {}
    for o in offered:
        by_verb.setdefault(o[0], []).append(o)
    if "lead" in by_verb:
        return best_lead(s, f, by_verb["lead"], given)
    if "join" in by_verb and f.attackers.bit_count() < counted(given, JOIN, s.edition.units):
        return max(by_verb["join"], key=lambda o: (combat.combat_value(s, o[1], f.attackers), -o[1]))
    for verb, id, usual in (("air", AIR, True), ("rommel", ROMMEL, s.rommel), ("call", guns_of(s, f), True)):
        if verb in by_verb and wants(given, id, usual):
            return by_verb[verb][0]
    return offered[-1]  # pass, enough


def best_lead(s: State, f: Attack, leads: list[Option], given: Given) -> Option:
    together = f.attackers if f.lead < 0 else stack(s, other(f.side), f.area)
    named = [o for o in leads if f.lead < 0 and s.names.texts["unit"][o[1]] == given.get(LEAD)]
    return named[0] if named else max(leads, key=lambda o: (combat.combat_value(s, o[1], together), -o[1]))


def guns_of(s: State, f: Attack) -> str:
    return GUNS if decider(s) == f.side else THEIR_GUNS


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    """For an attack, any choice on the way to its dice, and a move that ends among enemies."""
    if o[0] == "enter":
        return forecast_entry(s, o, given)
    attack = within(s, Attack)
    if o[0] not in BEFORE_DICE or (o[0] == "pass" and attack is None) or (attack is None and o[0] != "attack"):
        return None
    if attack is not None and attack.result != NOT_ROLLED:
        return None
    return forecast_attack(s, o, decider(s), as_chosen(s, given, more=1) if o[0] == "join" else given)


def forecast_attack(s: State, o: Option, viewer: int, given: Given) -> Optional[Forecast]:
    open_support = list(still_open(s, o, given))
    o, given = as_switched(s, o, given)
    ready = before_the_dice(s, o, given)
    if ready is None:
        return None
    f = inner(ready, Attack)
    found = with_advantage(ready, f, odds(s, o, "result", Attack, chooser(given)), given)
    ours, theirs = coming(ready, f, open_support, given)
    return Forecast(
        title=title(s, f),
        assumes=assumes(within(s, Attack)),
        sums=(
            with_lines(sum_of(combat.attack_value(ready, f)), [line for line, _ in ours]),
            with_lines(sum_of(combat.defence_value(ready, f)), [line for line, _ in theirs]),
        ),
        chances=tuple([chance(s, found, result, viewer == f.side) for result in (OVERRUN, SUCCESS, STALEMATE, REPULSE)]),
        rule="11.4",
        notes=notes(ready, f),
        samples=found.samples,
        parties=with_those_waiting(s, f, parties(ready, f)),
        places=(s.edition.map.ids[f.area],),
        leaves=leaves(ready, f),
        switches=tuple(switches(ready, f, open_support, given)),
        dice=averages(combat.attack_value(ready, f).total, ours, combat.defence_value(ready, f).total, theirs),
        lit=lit(ready),
    )


def assumes(f: Optional[Attack]) -> str:
    """What is not decided yet, of who leads and of support."""
    if f is None or f.lead < 0:
        return f"the strongest unit leads on both sides, and {SUPPORTED}"
    return SUPPORTED if f.lead_defender >= 0 else f"their strongest unit leads the defence, and {SUPPORTED}"


def with_those_waiting(s: State, f: Attack, found: tuple[Party, Party]) -> tuple[Party, Party]:
    attack, defence = found
    return (replace(attack, fighters=attack.fighters + waiting(s, f.attackers)), defence)


def as_chosen(s: State, given: Given, more: int = 0) -> Given:
    """Once somebody is sent in, those are reckoned with who have been, and nobody else."""
    f = s.frames[-1]
    sent = f.attackers.bit_count() + more if isinstance(f, Attack) else 0
    return {**given, JOIN: str(sent)} if sent else given


def as_switched(s: State, o: Option, given: Given) -> tuple[Option, Given]:
    """Support that waits to be confirmed counts as sent, unless its switch keeps it back."""
    if o[0] not in SUPPORT:
        return o, given
    id = support_id(s, o)
    given = {id: YES, **given}
    return (o if wants(given, id, True) else options(s)[-1]), given


def support_id(s: State, o: Option) -> str:
    return guns_of(s, inner(s, Attack)) if o[0] == "call" else o[0]


def chance(s: State, found: Odds, result: int, mine: bool) -> Chance:
    tone, means = MEANS[result]
    tone = tone if mine else TO_THE_OTHER[tone]
    return likely(found, result, s.names.text("result", result), means, "11.4.4", tone, VERDICTS[result])


def forecast_entry(s: State, o: Option, given: Given) -> Optional[Forecast]:
    """The attack that a unit's entry among enemies leads to."""
    f = s.frames[-1]
    if not isinstance(f, Assault) or not has_enemy(s, f.side, o[2]):
        return None
    after = s.clone()
    take(after, o, NoDice())
    strike = ("attack", o[2], 0)
    return forecast(after, strike, given) if strike in options(after) else None


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """The combat that is fought, up to its dice; or those that units have entered for."""
    f = being_fought(s)
    if f is not None:
        given = as_chosen(s, given)
        found = [forecast_attack(s, named_choice(s, given), viewer, given)] if f.result == NOT_ROLLED else []
    elif s.frames and isinstance(s.frames[-1], Assault):
        before = inner(s, Half).contested
        strikes = [o for o in options(s) if o[0] == "attack" and not before >> o[1] & 1]
        found = [forecast_attack(s, o, viewer, given) for o in strikes]
    else:
        return ()
    return tuple([each for each in found if each is not None])


def before_the_dice(s: State, o: Option, given: Given) -> Optional[State]:
    """The position in which the first die of the combat is thrown, for the named choices."""
    now = s.clone()
    while True:
        following = now.clone()
        try:
            take(following, o, NoDice())
        except ScriptError:
            return now if o[0] in SUPPORT else following  # the choice itself rolls, or the combat's dice fall after it
        now, o = following, named_choice(following, given)
        attack = within(now, Attack)
        if attack is None:
            return None
        if o[0] in SUPPORT:
            return now


# What may be turned round


def still_open(s: State, o: Option, given: Given) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Which choices are still to come, each by its id with what can be chosen. Support is declined to see all of it."""
    if o[0] in SUPPORT:
        yield (support_id(s, o), ())
    quiet = {**given, **dict.fromkeys((AIR, ROMMEL, GUNS, THEIR_GUNS), "no")}
    first = True
    for now in decisions(s, o, Attack, chooser(quiet)):
        f = now.frames[-1]
        if not isinstance(f, Attack) or f.result != NOT_ROLLED:
            return
        offered = options(now)
        if offered[0][0] == "join" and first:
            yield JOIN, tuple(range(max(1, f.attackers.bit_count()), f.attackers.bit_count() + len(offered)))
        first = False
        if offered[0][0] == "lead" and f.lead < 0:
            yield LEAD, tuple([unit for _, unit, _ in offered])
        yield from [(guns_of(now, f) if verb == "call" else verb, ()) for verb, _, _ in offered if verb in SUPPORT]


def switches(s: State, f: Attack, asked: list[tuple[str, tuple[int, ...]]], given: Given) -> Iterator[Switch]:
    names = s.names.texts["unit"]
    for id, among in asked:
        if id == AIR:
            yield toggle(AIR, "Send the aircraft", wants(given, AIR, True), "ready again next Impulse", "10.1", f.side)
        elif id == ROMMEL:
            cost = "" if s.rommel else "spends the Advantage"
            yield toggle(ROMMEL, "Rommel leads", wants(given, ROMMEL, s.rommel), cost, "12.1E", AXIS)
        elif id in (GUNS, THEIR_GUNS):
            side = f.side if id == GUNS else other(f.side)
            left = f"one of {s.artillery[side]} markers for today"
            name = "The attacker calls artillery" if id == GUNS else "The defender calls artillery"
            yield toggle(id, name, wants(given, id, True), left, "10.2.1", side)
        elif id == LEAD and len(among) > 1:
            leads = tuple([Choice(names[u], s.names.called("unit", u)) for u in among])
            yield Switch(LEAD, "Who leads the attack", names[f.lead], leads, "", "11.4.2A", f.side)
        elif id == JOIN:
            counts = tuple([Choice(str(n), f"{n} unit{'s' if n > 1 else ''}") for n in among])
            if len(counts) > 1:
                yield Switch(JOIN, "How many attack", str(f.attackers.bit_count()), counts, "the strongest first", "11.2", f.side)
    if s.advantage in (f.side, other(f.side)):
        mine = s.advantage == f.side
        text = "a Repulse becomes a Stalemate" if mine else "a Success becomes a Stalemate"
        name = "Maximum Attack" if mine else "Fanatical Defense"
        yield toggle(ADVANTAGE, f"{name}: spend the Advantage", wants(given, ADVANTAGE, False), text,
                     "12.1B" if mine else "12.1A", s.advantage)  # fmt: skip


def with_advantage(s: State, f: Attack, found: Odds, given: Given) -> Odds:
    """12.1A, 12.1B: whoever holds the Advantage spends it on the result that it turns."""
    if not wants(given, ADVANTAGE, False) or s.advantage not in (f.side, other(f.side)):
        return found
    turned = REPULSE if s.advantage == f.side else SUCCESS
    both = found.of(STALEMATE) + found.of(turned)
    return Odds({**found.chances, STALEMATE: both, turned: 0.0}, found.samples)


Coming = list[tuple[Addend, float]]  # what dice may yet add, and how much of it comes on average


def coming(s: State, f: Attack, asked: list[tuple[str, tuple[int, ...]]], given: Given) -> tuple[Coming, Coming]:
    """Support that is reckoned with, of the attacker and of the defender."""
    ours: Coming = []
    theirs: Coming = []
    for id, _ in asked:
        if id == AIR and wants(given, AIR, True):
            faces = [support.air_value(s, f, n) for n in range(1, 7)]
            ours.append((Addend("open", f"+{min(faces)} to {max(faces)}", "10.1.4", "aircraft, one die"), sum(faces) / 6))
        elif id == ROMMEL and wants(given, ROMMEL, s.rommel):
            ours.append((Addend("open", "+1 to 6", "12.1E", "Rommel, one die"), 3.5))
        elif id in (GUNS, THEIR_GUNS) and wants(given, id, True):
            side = f.side if id == GUNS else other(f.side)
            needed = s.edition.artillery_available - support.artillery_drm(s, side, f.area)
            likely_so = max(0, min(6, 7 - needed)) / 6
            line = Addend("open", f"+{s.edition.artillery_value}", "10.2.1", f"artillery, if it answers ({needed} or more)")
            (ours if id == GUNS else theirs).append((line, s.edition.artillery_value * likely_so))
    return ours, theirs


def averages(attack: int, ours: Coming, defence: int, theirs: Coming) -> str:
    mean = [value + ON_TWO_DICE + sum([more for _, more in lines]) for value, lines in ((attack, ours), (defence, theirs))]
    support = " and the support that is open" if ours or theirs else ""
    return f"With two dice each{support}: on average {mean[0]:.1f} against {mean[1]:.1f}"


# What it leaves


def leaves(s: State, f: Attack) -> tuple[Leaves, ...]:
    e = s.edition
    area = e.area_rows[f.area].name
    lead = s.names.called("unit", f.lead)
    strongpoint = e.stutzpunkt[f.area] and controller(s, f.area) == AXIS and f.side != AXIS
    on = "" if f.second else "; a strongpoint ends the advance" if strongpoint else "; the attackers may go on"
    back = " and goes back where it came from" if f.mandatory else " and stays"
    attackers = f.attackers.bit_count()
    hurt = "the attacker" if attackers == 1 else f"each of {attackers} attackers"
    return (
        Leaves("gone", f"{area} is taken{on}", "11.4.4"),
        Leaves("back", f"they lose steps or fall back, {lead} is reduced", "11.5"),
        Leaves("both", "both Leads lose a step, everybody stays", "11.4.4"),
        Leaves("us", f"{hurt} loses a step{back}", "11.1" if f.mandatory else "11.3"),
    )


def notes(s: State, f: Attack) -> tuple[str, ...]:
    capacity = attrition.capacity(s, stack(s, other(f.side), f.area))
    found = [f"the defenders can absorb {capacity} Attrition Points; more is an Overrun"]
    found.append(
        "a Repulse ends in retreat: the attack is Mandatory (11.1)" if f.mandatory else "a Repulse does not end in retreat (11.3)"
    )
    return tuple(found)


PASSED: Final = Refusal("8.1.3", "none of your units acts in this Impulse, and it does not come again")


def caution(s: State, o: Option) -> list[Refusal]:
    """What a player may regret: an Impulse without a deed, a step that leaves the unit without a supply line."""
    f = s.frames[-1]
    if o[0] == "pass" and isinstance(f, Half) and pending(s).act("assault") is not None:
        return [PASSED]
    if o[0] == "done" and isinstance(f, Refit):
        return unspent(s, f)
    if o[0] == "activate" and isinstance(f, Assault):
        return left_behind(s, f)
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


def left_behind(s: State, f: Assault) -> list[Refusal]:
    """9.1.2 Who has not stirred yet when a further Area is activated."""
    idle = [u for u in units_in(f.used & ~f.done) if s.left[u] > 0 and s.left[u] == allowance(s, u)] if f.acted else []
    if not idle:
        return []
    names = both([s.names.called("unit", u) for u in idle])
    return [Refusal("9.1.2", f"{names} {'has' if len(idle) == 1 else 'have'} not acted yet, and will not in this Impulse")]


def unspent(s: State, f: Refit) -> list[Refusal]:
    """13.4 What a Refit that ends now lets go, where there is a use for it."""
    if not any([verb in ("refit", "rebuild") for verb, _, _ in options(s)]):
        return []
    if f.points:
        return [Refusal("13.4", f"{so_many(f.points, 'Replacement Point')} will be lost")]
    return [Refusal("13.4", f"the point in use could still restore {so_many(f.flips, 'unit')}")]
