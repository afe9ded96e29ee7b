"""7.E An overrun as both sides follow it, and beforehand: who takes part, both strengths, what it will cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Final, Optional

from sandtable.face.view import Battle, Chance, Fact, Forecast, Leaves, Stage, sum_of
from sandtable.kernel.dice import D100
from sandtable.kernel.play import Option, within
from sandtable.kernel.sides import other
from sandtable.kernel.steps import stages
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.combat import riders
from sandtable.titles.tigercubs.combat_strength import attack_parts, attack_strength, defence_parts, tally_of, tied_contingents
from sandtable.titles.tigercubs.face.battle import parties
from sandtable.titles.tigercubs.face.worksheet import sheet
from sandtable.titles.tigercubs.frames import IN_ADVANCE, Combat, Move, Overrun, Units
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE
from sandtable.titles.tigercubs.overruns import largest_loss, lost_strength, overrun_force, overrun_odds
from sandtable.titles.tigercubs.retreats import slippers
from sandtable.titles.tigercubs.scales import RATING
from sandtable.titles.tigercubs.state import State

LEAVES: Final = (Leaves("gone", "all of them are destroyed, and those who overrun enter the hex", "7.E.1.c.ii"),)


def charge(s: State, o: Option) -> Optional[Overrun]:
    """The overrun that an option begins: on the way, or of what is left after a combat."""
    f = s.frames[-1]
    if o[0] != "overrun" or not isinstance(f, (Move, Combat)):
        return None
    units = f.units if isinstance(f, Move) else riders(s, f)
    phase = f.phase if isinstance(f, Move) else IN_ADVANCE
    return Overrun(f.side, units, o[1], phase, overrun_odds(s, units, o[1])) if overrun_force(s, f.side, o[1]) else None


def as_combat(s: State, f: Overrun) -> Combat:
    """9.C.5 Its strengths are worked out as those of a combat, with the minority that costs the overrunner least."""
    units = tuple([u for u in f.units if s.where[u] >= 0])
    found = Combat(f.side, f.target, units, overrun_force(s, f.side, f.target), fought=True)
    return max(
        [replace(found, minority=c) for c in tied_contingents(s, units) or [NONE]], key=lambda each: attack_strength(s, each)
    )


def forecast_overrun(s: State, o: Option, viewer: int) -> Optional[Forecast]:
    f = charge(s, o)
    if f is None:
        return None
    fight = as_combat(s, f)
    attack, defence = attack_parts(s, fight), defence_parts(s, fight)
    resisting = tuple([u for u in fight.defenders if s.edition.role[u] == COMBAT_UNIT])
    return Forecast(
        title=f"Overrun of {s.names.called('place', f.target)}",
        assumes="nobody slips away before it",
        sums=(sum_of(tally_of("attack", "7.E.1.a", attack)), sum_of(tally_of("defence", "7.E.1.a", defence))),
        chances=prices(s, f, fight.defenders, viewer),
        rule="7.E.1",
        notes=("All of them can slip away first: then you enter the hex, and nobody is lost",) if can_slip(s, f) else (),
        parties=parties(s, fight),
        places=(s.edition.map.ids[f.target],),
        leaves=LEAVES,
        sheets=(sheet(s, "Attack", "7.E.1.a", fight.attackers, attack), sheet(s, "Defence", "7.E.1.a", resisting, defence)),
        dice=price_in_words(s, f, fight.defenders),
    )


def can_slip(s: State, f: Overrun) -> bool:
    able = slippers(s, f.target, other(f.side))
    return bool(able) and len(able) == len(overrun_force(s, f.side, f.target))


def prices(s: State, f: Overrun, prey: Units, viewer: int) -> tuple[Chance, ...]:
    """7.E.1.a It always succeeds; the dice say what it costs."""
    mine = viewer != other(f.side)
    most = largest_loss(s, f, prey)
    found = Counter([lost_strength(most, percent) for percent in D100]) if most else Counter({0: len(D100)})
    means = "they are destroyed"
    return tuple(
        [
            Chance(
                f"{lost} of attack strength lost" if lost else "no loss",
                cases / len(D100),
                means,
                "7.E.1.a-c" if lost else "7.E.1.a-b",
                "bad" if not mine else "fair" if lost else "good",
                verdict="gone",
            )
            for lost, cases in sorted(found.items())
        ]
    )


def price_in_words(s: State, f: Overrun, prey: Units) -> str:
    most = largest_loss(s, f, prey)
    if not most:
        return f"odds {f.odds}:1, and so weak a force costs nothing"
    return f"odds {f.odds}:1; two ten-sided dice say which part of {text_of(Fraction(most))} of attack strength it costs"


def overrun_battle(s: State) -> Optional[Battle]:
    f = within(s, Overrun)
    if f is None or f.cleared:
        return None
    fight = as_combat(s, f)
    if not fight.attackers or not fight.defenders:
        return None
    facts = {"2": (Fact("odds", f"{f.odds}:1", "7.E.1.a"), *owed(f))}
    return Battle(
        title=f"Overrun of {s.names.called('place', f.target)}",
        parties=parties(s, fight),
        stages=tuple([Stage(*step, state, facts.get(step.mark, ())) for step, state in stages(s, f)]),
        places=(s.edition.map.ids[f.target],),
        which="overrun",
    )


def owed(f: Overrun) -> tuple[Fact, ...]:
    return (Fact("attack strength still to lose", text_of(Fraction(f.owed, RATING)), "7.E.1.a-n"),) if f.owed > 0 else ()
