"""The odds of an attack before it is made: exact, from the combat rules themselves, for choices that are named.

What the attacker may not know does not enter: enemies that he does not see are left out, and those that he sees count
with their printed strength (5.3.4).
"""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.view import Chance, Favour, Forecast, Sum, likely, sum_of
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import Odds, odds
from sandtable.kernel.play import Option, Refusal, decider, inner, options, pending, take, within
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.actions import purse
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import ATTACKS, NONE
from sandtable.titles.theseus.frames import Activation, Attack, March
from sandtable.titles.theseus.hidden import as_seen
from sandtable.titles.theseus.modifiers import combat_modifier, likely_choice, settle_modifiers
from sandtable.titles.theseus.state import State, combat_units, enemy_zone
from sandtable.titles.theseus.strength import combined_arms_shift, heading

ASSUMES: Final = (
    "all units of the hex that can join do, nobody slips away, the attack is not escalated further and no more air units fly, "
    "the defender opposes the points that serve him best; "
    "enemies that are not seen are left out, those seen count with their printed strength; no die is rolled again"
)
ASKED: Final = ("attack", "join", "declare", "escalate", "air", "pass", "done", "tank")
GROUNDS: Final = ("clear ground", "broken ground and villages", "minefields and Boxes")


def named_choice(s: State) -> Option:
    """What both sides are assumed to choose on the way to the die."""
    found = options(s)
    if found[0][0] == "join":
        return found[0]
    if found[0][0] == "oppose":
        return likely_choice(s, inner(s, Attack), found)
    quiet = [o for o in found if o[0] in ("declare", "pass", "done")]
    return quiet[0] if quiet else found[0]


def forecast(s: State, o: Option) -> Optional[Forecast]:
    """For the attacker, from the declaration to the last choice before the die."""
    if o[0] not in ASKED or not s.frames:
        return None
    attack = within(s, Attack)
    if o[0] != "attack" and (attack is None or not isinstance(s.frames[-1], Attack) or decider(s) != attack.side):
        return None
    seen = as_seen(s, decider(s))
    seen.snafu = NONE
    ready = before_the_chits(seen, o)
    if ready is None:
        return None
    found = odds(seen, o, "result", Attack, named_choice)
    f = inner(ready, Attack)
    drm = combat_modifier(ready, f)
    return Forecast(
        title=f"{ATTACKS[f.level].capitalize()} attack on {s.edition.grid.ids[f.target]}",
        assumes=ASSUMES,
        sums=(sum_of(drm), printed_strength(ready, f)),
        chances=tuple([chance(s, found, cell) for cell in sorted(found.chances, key=lambda cell: -found.of(cell))]),
        rule="7.5.1",
        notes=notes(ready, f),
        samples=found.samples,
    )


def chance(s: State, found: Odds, cell: int) -> Chance:
    if cell == NONE:
        return likely(found, cell, "no combat", "the attack does not come to the die", "7.5.1", "poor")
    ours, _, theirs, _ = s.edition.cells[cell]
    tone: Favour = "good" if ours + 1 < theirs else "fair" if ours < theirs else "poor" if ours == theirs else "bad"
    means = f"{ours} hits on the attacker, {theirs} on the defender"
    return likely(found, cell, s.names.text("result", cell), means, "7.5.2", tone)


def before_the_chits(s: State, o: Option) -> Optional[State]:
    """The position in which the chits are drawn or the die is cast, with all that follows from the rules settled."""
    now = s.clone()
    while True:
        try:
            take(now, o, NoDice())
        except ScriptError:
            break
        f = within(now, Attack)
        if f is None:
            return None
        if f.attack_chit != NONE:
            break
        o = named_choice(now)
    f = within(now, Attack)
    if f is None or not f.attackers or not f.defenders:
        return None
    settle_modifiers(now, f)
    return now


def printed_strength(s: State, f: Attack) -> Sum:
    value = Tally("strength before chits")
    value.add(sum([s.strength[u] for u in f.attackers]), "7.5.1.2", "attackers")
    value.add(-sum([s.strength[u] for u in f.defenders]), "7.5.1.2", "defenders that are seen")
    return sum_of(value)


def notes(s: State, f: Attack) -> tuple[str, ...]:
    found = [
        f"odds are read in the row for {('clear ground', 'broken ground, villages', 'minefields and Boxes')[heading(s, f.target)]}"
    ]
    shift = combined_arms_shift(s, f)
    if shift:
        found.append(f"Combined Arms: one column to the {'right' if shift > 0 else 'left'}")
    a = within(s, Activation)
    if a is not None and f.level == 0 and purse(s, a) and all(is_in_command(s, u) for u in f.attackers):
        found.append("it can be escalated after the defender has decided whether to slip away")
    return tuple(found)


def caution(s: State, o: Option) -> list[Refusal]:
    """What a player may regret."""
    if not s.frames or pending(s).act(o[0]) is None:
        return []
    f, found = s.frames[-1], []
    if o[0] == "end" and isinstance(f, Activation) and f.points:
        found.append(Refusal("7.1-h", f"{f.points} Action Points will be lost"))
    if o[0] in ("move", "attack", "breach") and s.where[o[1]] in s.improved:
        found.append(Refusal("7.7-h", "the hex loses its Improved Defence"))
    if o[0] == "step" and isinstance(f, March) and f.units[0] < s.edition.units and enemy_zone(s, f.side, o[1]):
        found.append(Refusal("5.4.1-a", "it must stop there, in an enemy zone of control"))
    if o[0] == "move" and o[1] >= s.edition.units and not combat_units(s, s.where[o[1]]):
        found.append(Refusal("5.3.2-a", "an HQ alone is displaced when an enemy comes near"))
    return found
