"""The odds of an attack before it is made: exact, from the combat rules themselves, for choices that are named.

What the attacker may not know does not enter: enemies that he does not see are left out, and those that he sees count
with their printed strength (5.3.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Optional

from sandtable.face.view import (
    NO,
    NOTHING,
    Chance,
    Choice,
    Favour,
    Forecast,
    Given,
    Leaves,
    Sum,
    Switch,
    counted,
    likely,
    sum_of,
    toggle,
    wants,
)
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import Odds, decisions, odds
from sandtable.kernel.play import Option, Refusal, decider, inner, options, pending, take, within
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.edition import ATTACKS, NONE
from sandtable.titles.theseus.face.battle import GROUNDS, party, title, verdict_of
from sandtable.titles.theseus.face.occasion import helps_only_the_enemy
from sandtable.titles.theseus.face.trials import trial
from sandtable.titles.theseus.frames import (
    ACTION,
    INDEPENDENT,
    Activation,
    Attack,
    Challenge,
    Contest,
    Hits,
    March,
    Operations,
    Replacement,
)
from sandtable.titles.theseus.hidden import as_seen
from sandtable.titles.theseus.modifiers import combat_modifier, likely_choice, settle_modifiers
from sandtable.titles.theseus.snafu import RollAgain
from sandtable.titles.theseus.state import State, combat_units
from sandtable.titles.theseus.strength import combined_arms_shift, heading
from sandtable.titles.theseus.supply import hq_is_supplied

ASSUMES: Final = (
    "units join, the attack is escalated and air units fly as the switches say; nobody slips away, "
    "the defender opposes the points that serve him best; "
    "enemies that are not seen are left out, those seen count with their printed strength; no die is rolled again"
)
ASKED: Final = ("attack", "join", "declare", "escalate", "air", "pass", "done", "tank")
LEVEL, AIR = "level", "air"


def join_of(s: State, unit: int) -> str:
    return f"join {s.edition.unit_ids[unit]}"


def chooser(given: Given) -> Callable[[State], Option]:
    return lambda s: named_choice(s, given)


def named_choice(s: State, given: Given = NOTHING) -> Option:
    """What both sides are assumed to choose on the way to the die."""
    found = options(s)
    if found[0][0] == "oppose":
        return likely_choice(s, inner(s, Attack), found)
    for o in found:
        if is_assumed(s, o, given):
            return o
    quiet = [o for o in found if o[0] in ("declare", "pass", "done")]
    return quiet[0] if quiet else found[0]


def is_assumed(s: State, o: Option, given: Given) -> bool:
    if o[0] == "join":
        return wants(given, join_of(s, o[1]), True)
    if o[0] == "escalate":
        return given.get(LEVEL) == ATTACKS[o[1]]
    return o[0] == "air" and inner(s, Attack).air < counted(given, AIR, 0)


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    """For the attacker, from the declaration to the last choice before the die; for others what one die decides."""
    if not s.frames:
        return None
    if o[0] not in ASKED:
        return trial(s, o)
    attack = within(s, Attack)
    if o[0] != "attack" and (attack is None or not isinstance(s.frames[-1], Attack) or decider(s) != attack.side):
        return None
    return foretold(s, o, decider(s), given)


def foretold(s: State, o: Option, viewer: int, given: Given) -> Optional[Forecast]:
    """As either side must reckon: the defender with the attackers that he sees, and that he stays."""
    seen = as_seen(s, viewer)
    seen.snafu = NONE
    attack = within(seen, Attack)
    if attack is not None:
        attack.attackers = tuple([u for u in attack.attackers if seen.where[u] >= 0])
    ready = before_the_chits(seen, o, given)
    if ready is None:
        return None
    found = odds(seen, o, "result", Attack, chooser(given))
    f = inner(ready, Attack)
    return Forecast(
        title=title(s, f),
        assumes=ASSUMES,
        sums=(*[strength_of(ready, units, who) for units, who in ((f.attackers, "attack"), (f.defenders, "defence"))],
              sum_of(combat_modifier(ready, f))),
        chances=tuple([chance(s, found, cell) for cell in sorted(found.chances, key=lambda cell: -found.of(cell))]),
        rule="7.5.1",
        notes=notes(ready, f),
        samples=found.samples,
        parties=(party(ready, f, f.side, viewer), party(ready, f, other(f.side), viewer)),
        places=(s.edition.grid.ids[f.target],),
        leaves=LEAVES,
        switches=tuple(switches(seen, o, f, given)),
        dice=f"A chit a side multiplies strengths; one ten-sided die, in the row for {GROUNDS[heading(ready, f.target)]}",
    )  # fmt: skip


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """The combat about which the viewer decides, as it stands: what he puts together, or has to meet."""
    f = s.frames[-1] if s.frames else None
    if not isinstance(f, Attack) or decider(s) != viewer or f.hits:
        return ()
    as_it_stands = {**{join_of(s, u): NO for u in combat_units(s, f.source)}, **given}
    found = foretold(s, named_choice(s, as_it_stands), viewer, as_it_stands)
    return (found,) if found is not None else ()


LEAVES: Final = (
    Leaves("back", "they lose Strength Points or fall back", "7.5.2"),
    Leaves("both", "both sides take hits, the attackers no fewer", "7.5.2"),
    Leaves("us", "the defenders take no hit", "7.5.2"),
)


def chance(s: State, found: Odds, cell: int) -> Chance:
    if cell == NONE:
        return likely(found, cell, "no combat", "the attack does not come to the die", "7.5.1", "poor", "both")
    ours, _, theirs, _ = s.edition.cells[cell]
    tone: Favour = "good" if ours + 1 < theirs else "fair" if ours < theirs else "poor" if ours == theirs else "bad"
    return likely(
        found, cell, s.names.text("result", cell), s.names.called("result", cell), "7.5.2", tone, verdict_of(ours, theirs)
    )


def before_the_chits(s: State, o: Option, given: Given) -> Optional[State]:
    """The position in which the chits are drawn or the die is cast, with all that follows from the rules settled."""
    now = s.clone()
    while True:
        before = now.clone()
        try:
            take(now, o, NoDice())
        except ScriptError:
            break
        f = within(now, Attack)
        if f is None:
            return None
        if within(now, Hits) is not None:
            now = before  # no die is cast below the table: the losses are not those who fight
        if f.attack_chit != NONE:
            break
        o = named_choice(now, given)
    f = within(now, Attack)
    if f is None or not f.attackers or not f.defenders:
        return None
    settle_modifiers(now, f)
    return now


def pressed(level: int) -> str:
    """7.1-c"""
    return ATTACKS[level].capitalize() + ("", ", 1 Action Point more", ", 2 Action Points more")[level]


def switches(s: State, o: Option, f: Attack, given: Given) -> Iterator[Switch]:
    """What is still to be chosen, as far as the attacker sees."""
    joins = dict.fromkeys([unit for verb, unit, _ in options(s) if verb == "join"])
    levels: list[int] = []
    air = 0
    for now in decisions(s, o, Attack, chooser(given)):
        top = now.frames[-1]
        if isinstance(top, Challenge):
            continue  # whoever is challenged, it goes on
        if not isinstance(top, Attack) or top.hits:
            break
        offered = options(now)
        joins.update(dict.fromkeys([unit for verb, unit, _ in offered if verb == "join"]))
        levels += [level for verb, level, _ in offered if verb == "escalate"]
        air = max(air, top.air + len([1 for verb, _, _ in offered if verb == "air"]))
    for unit in [u for u in joins if o[:2] != ("join", u) or join_of(s, u) in given]:
        yield toggle(
            join_of(s, unit), f"{s.names.called('unit', unit)} joins", wants(given, join_of(s, unit), True), "", "7.1-b", f.side
        )
    if levels:
        kinds = tuple([Choice(ATTACKS[n], pressed(n)) for n in (0, *levels)])
        yield Switch(
            LEVEL, "How hard it is pressed", ATTACKS[f.level], kinds, "after the defender has chosen to stay", "7.1-c", f.side
        )
    if air:
        counts = tuple([Choice(str(n), "none" if n == 0 else f"{n}") for n in range(min(air, f.level + 1) + 1)])
        yield Switch(
            AIR, "Air units", str(min(counted(given, AIR, 0), len(counts) - 1)), counts, "a column each", "7.5.1.4-a", f.side
        )


def strength_of(s: State, units: Sequence[int], what: str) -> Sum:
    value = Tally(f"{what}, before chits")
    for u in units:
        value.add(s.strength[u], "7.5.1.2", s.names.called("unit", u))
    return sum_of(value)


def notes(s: State, f: Attack) -> tuple[str, ...]:
    shift = combined_arms_shift(s, f)
    return (f"Combined Arms: one column to the {'right' if shift > 0 else 'left'} (7.5.1.3)",) if shift else ()


GIVEN_UP: Final = {
    "pass": Refusal("6.2-c", "none of your formations is activated any more in this phase; they can only react"),
    "transfer": Refusal("6.2-b", "the enemy acts first, and cannot give the initiative back"),
}
UNUSED: Final = Refusal("6.4-c", "this activation is used up without an Action")
ALONE: Final = Refusal("5.3.2-a", "an HQ alone is displaced when an enemy comes beside it")
UNMOVED: Final = Refusal("7.3.2-c", "the Action is used up, and nobody has moved")
SOON: Final = 6  # hexes
REPLACE: Final = "replace"
LAST_SUPPLIES: Final = Refusal("5.7.5-a", "its HQ has no supply: it uses up its Emergency Supply, and has no other until Recovery")
STARVES: Final = Refusal(
    "5.7.5-c", "its HQ has no supply: it attacks at half strength, moves half as far, and its Activation Level falls to 0"
)
FOR_GOOD: Final = Refusal("9.3.1-a", "the unit is removed for good; what it gives to nobody now is lost")
FOR_NOTHING: Final = Refusal("9.3.1-a", "the unit is removed for good, and nobody could take its Strength Points now")
UNREPLACED: Final = Refusal("9.3-e", "Replacement Points that units could take will be lost")
ONLY_HIM: Final = Refusal("5.2-a", "no other roll can be worse for the enemy: it can only help him")


def lost_points(points: int) -> Refusal:
    return Refusal("7.1-h", f"{points} Action Point{'' if points == 1 else 's'} will be lost")


def caution(s: State, o: Option) -> list[Refusal]:
    """What a player may regret."""
    if not s.frames or pending(s).act(o[0]) is None:
        return []
    f, found = s.frames[-1], []
    if o[0] == "end" and isinstance(f, Activation) and f.points:
        found.append(UNUSED if f.kind == INDEPENDENT else lost_points(f.points))
    if o[0] in ("activate", "react") and not hq_is_supplied(s, o[1]):
        found.append(STARVES if s.emergency[o[1]] else LAST_SUPPLIES)
    if isinstance(f, Operations) and o[0] in GIVEN_UP:
        found.append(GIVEN_UP[o[0]])
    if o[0] == RollAgain.form and isinstance(f, Contest) and helps_only_the_enemy(s, f):
        found.append(ONLY_HIM)
    if o[0] == "cannibalise":
        found.append(FOR_GOOD if REPLACE in verbs(after(s, o)) else FOR_NOTHING)
    if isinstance(f, Replacement) and o[0] == "done" and REPLACE in verbs(s):
        found.append(UNREPLACED)
    if o[0] in ("move", "attack", "breach") and s.where[o[1]] in s.improved:
        found.append(Refusal("7.7-h", "the hex loses its Improved Defence"))
    if o[0] == "halt" and isinstance(f, March):
        found += [UNMOVED] * (f.kind == ACTION and not f.moved) + [ALONE] * is_exposed(s, f)
    return found


def after(s: State, o: Option) -> State:
    """Of what needs no die."""
    now: State = s.clone()
    take(now, o, NoDice())
    return now


def verbs(s: State) -> set[str]:
    return {o[0] for o in options(s)}


def is_exposed(s: State, f: March) -> bool:
    """5.3.2 An HQ that comes to rest without a combat unit, where an enemy could soon be beside it."""
    e, here = s.edition, s.where[f.units[0]]
    if min(f.units) < e.units or combat_units(s, here):
        return False
    return any([e.side[u] != f.side and e.distance(s.where[u], here) <= SOON for u in range(e.units) if s.where[u] >= 0])
