"""11.0 An attack as both sides follow it: who takes part, at which odds, with which modifiers. Chits in hand stay hidden."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.story import both
from sandtable.face.view import Battle, Fact, Fighter, Party, Stage
from sandtable.kernel.play import options, within
from sandtable.kernel.sides import other
from sandtable.kernel.steps import stages
from sandtable.titles.gazala.combat import attackers as who_attacks
from sandtable.titles.gazala.combat import column, modifiers, points, total_of
from sandtable.titles.gazala.combat import defenders as who_defends
from sandtable.titles.gazala.frames import Attack, Disruptions, Losses, Retreat, Retreats
from sandtable.titles.gazala.state import State

NAMES: Final = ("Allied", "Axis")


def battle(s: State) -> Optional[Battle]:
    f = within(s, Attack)
    if f is None or not f.defenders:
        return None
    facts = {"1": declared(s, f), "2": odds(s, f), "3": summed(s, f), "4": chits(f), "5": rolled(s, f), "6": suffered(s)}
    return Battle(
        title=f"{s.edition.attack_rows[f.kind].id.capitalize()} attack on {both([s.names.called('hex', h) for h in f.hexes])}",
        parties=(party(s, f, f.side), party(s, f, other(f.side))),
        stages=tuple([Stage(*step, state, facts.get(step.mark, ())) for step, state in stages(s, f)]),
    )


def party(s: State, f: Attack, side: int) -> Party:
    units = (f.unit, *f.joined) if side == f.side else f.defenders
    strength = (
        total_of(s, who_attacks(s, f), who_defends(s, f)) if side == f.side else total_of(s, who_defends(s, f), who_attacks(s, f))
    )
    ids = s.names.texts["unit"]
    fighters = [Fighter(ids[u], note(s, f, u), s.where[u] < 0) for u in units]
    if side == f.side:
        fighters += [Fighter(ids[u], "may join") for verb, u, _ in options(s) if verb == "join"]
    total = f.counted[side != f.side] if f.counted else strength
    return Party(side, f"{NAMES[side]} {'attack' if side == f.side else 'defence'}", tuple(fighters), f"strength {total}")


def note(s: State, f: Attack, unit: int) -> str:
    if any(isinstance(g, (Retreat, Retreats)) and unit in (g.units if isinstance(g, Retreat) else g.waiting) for g in s.frames):
        return "retreats"
    return "leads" if unit == f.unit else ""


# What is known of each step


def declared(s: State, f: Attack) -> tuple[Fact, ...]:
    e = s.edition
    cost = e.attack_cost[f.kind][e.move_class[f.unit]]
    return (Fact(f"{e.unit_rows[f.unit].spoken} pays", f"{points(cost)} movement points", "11.0-c"),)


def odds(s: State, f: Attack) -> tuple[Fact, ...]:
    if not f.counted:
        ours, theirs = who_attacks(s, f), who_defends(s, f)
        return count(s, total_of(s, ours, theirs), total_of(s, theirs, ours), column(s, f))
    return count(s, *f.counted[:3])


def count(s: State, attack: int, defence: int, column: int) -> tuple[Fact, ...]:
    return (Fact("attack against defence", f"{attack} : {defence}"), Fact("column", s.edition.crt.columns[column]))


def summed(s: State, f: Attack) -> tuple[Fact, ...]:
    if f.counted:
        return (Fact("sum", f"{f.counted[3]:+}"),)
    drm = modifiers(s, f)
    return (*[Fact(term.what, f"{term.value:+}", term.rule) for term in drm.terms], Fact("sum", f"{drm.total:+}"))


def chits(f: Attack) -> tuple[Fact, ...]:
    found = [Fact(f"{NAMES[side]} Combat chit", "", "13.1-c") for side in (0, 1) if f.combat >> side & 1]
    return (*found, *([Fact("Anti-Tank chits", str(f.guns))] if f.guns else []))


def rolled(s: State, f: Attack) -> tuple[Fact, ...]:
    if not f.counted:
        return ()
    return (Fact("die", str(f.counted[4])), Fact("result", s.names.called("result", f.result)))


def suffered(s: State) -> tuple[Fact, ...]:
    loss, shock = within(s, Losses), within(s, Disruptions)
    found = [Fact(f"{NAMES[loss.side]} steps still to lose", str(loss.owed))] if loss is not None else []
    return (*found, *([Fact(f"{NAMES[shock.side]} units still to be Disrupted", str(shock.owed))] if shock is not None else []))
