"""11.0 An attack as both sides follow it: who takes part, at which odds, with which modifiers. Chits in hand stay hidden."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.story import both, counted
from sandtable.face.view import Announcement, Battle, Fact, Favour, Fighter, Party, Stage, Verdict
from sandtable.kernel.play import Event, options, within
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.steps import stages
from sandtable.titles.gazala.combat import attackers as who_attacks
from sandtable.titles.gazala.combat import column, has_armour, modifiers, points, total_of
from sandtable.titles.gazala.combat import defenders as who_defends
from sandtable.titles.gazala.edition import Edition
from sandtable.titles.gazala.frames import Attack, Disruptions, Losses, Retreat, Retreats
from sandtable.titles.gazala.state import State


def battle(s: State) -> Optional[Battle]:
    f = within(s, Attack)
    if f is None or not f.defenders:
        return None
    facts = {"1": declared(s, f), "2": odds(s, f), "3": summed(s, f), "4": chits(f), "5": rolled(s, f), "6": suffered(s)}
    return Battle(
        title=title(s, f),
        parties=parties(s, f),
        stages=tuple([Stage(*step, state, facts.get(step.mark, ())) for step, state in stages(s, f)]),
        places=tuple([s.edition.hexes.ids[h] for h in f.hexes]),
    )


def title(s: State, f: Attack) -> str:
    return f"{s.edition.attack_rows[f.kind].id.capitalize()} attack on {both([s.names.called('hex', h) for h in f.hexes])}"


def parties(s: State, f: Attack) -> tuple[Party, Party]:
    return party(s, f, f.side), party(s, f, other(f.side))


def party(s: State, f: Attack, side: int) -> Party:
    attacks = side == f.side
    units = (f.unit, *f.joined) if attacks else f.defenders
    ours, theirs = who_attacks(s, f), who_defends(s, f)
    strength = total_of(s, ours, theirs) if attacks else total_of(s, theirs, ours)
    ids = s.names.texts["unit"]
    fighters = [Fighter(ids[u], note(s, f, u), s.where[u] < 0, values=values(s, f, u)) for u in units]
    if attacks:
        fighters += [Fighter(ids[u], "may join", values=values(s, f, u)) for verb, u, _ in options(s) if verb == "join"]
    total = f.counted[side != f.side] if f.counted else strength
    cost = s.edition.attack_cost[f.kind][s.edition.move_class[f.unit]]
    return Party(
        side, f"{NAMES[side]} {'attack' if attacks else 'defence'}", tuple(fighters),
        f"{points(cost)} movement points" if attacks else "", total=str(total),
    )  # fmt: skip


def values(s: State, f: Attack, unit: int) -> tuple[Fact, ...]:
    """What a unit counts for against these enemies, and what it can lose."""
    if s.where[unit] < 0:
        return ()
    e, attacks = s.edition, s.edition.side[unit] == f.side
    hard = has_armour(s, who_defends(s, f) if attacks else who_attacks(s, f))
    value = (e.hard if hard else e.soft)[unit][2 * s.steps[unit] + s.used[unit]]
    found = [Fact("against tanks" if hard else "against infantry", str(value)), Fact("steps", str(s.steps[unit]))]
    return (*found, *([Fact("Disrupted")] if s.disrupted[unit] else []))


def note(s: State, f: Attack, unit: int) -> str:
    if any(isinstance(g, (Retreat, Retreats)) and unit in (g.units if isinstance(g, Retreat) else g.waiting) for g in s.frames):
        return "retreats"
    return "leads" if unit == f.unit else ""


# What a result means


Half = tuple[int, bool, bool]  # of a result, for one side: steps, Disruption, retreat
TO_THE_OTHER: Final[dict[Favour, Favour]] = {"good": "bad", "fair": "poor", "poor": "fair", "bad": "good"}


def verdict_of(ours: Half, theirs: Half, steps: int) -> Verdict:
    """The plain word for a result against defenders of so many steps."""
    if steps and theirs[0] >= steps:
        return "gone"
    if any(theirs) != any(ours):
        return "back" if any(theirs) else "us"
    return "both"


def half_words(ours: Half, theirs: Half) -> str:
    halves = (("the attackers", ours), ("the defenders", theirs))
    return "; ".join([f"{who} {consequence(half)}" for who, half in halves if any(half)]) or "no effect"


def consequence(half: Half) -> str:
    steps, disrupted, retreat = half
    words = [f"lose {steps} step{'s' if steps > 1 else ''}"] if steps else []
    words += ["are Disrupted"] if disrupted else []
    words += ["retreat"] if retreat else []
    return both(words)


BOMBED: Final[tuple[tuple[Verdict, str], ...]] = (
    ("both", "Nobody is hit"),
    ("back", "The target is Disrupted"),
    ("back", "The target loses a step"),
)  # by what came of an air attack


NAMED: Final = {"gone": "The defenders are gone", "back": "The defenders suffer", "us": "The attackers suffer"}


def announce(edition: Edition, event: Event) -> Optional[Announcement]:
    if event.what == "air_result":
        result, unit = event.numbers
        return Announcement(*BOMBED[result], f"{edition.names.called('unit', unit)} was attacked from the air", "13.4")
    if event.what != "result":
        return None
    result, *shot, steps = event.numbers
    ours, theirs = [more_steps(half, n) for half, n in zip(edition.effects[result], shot, strict=True)]
    verdict = verdict_of(ours, theirs, steps)
    name = NAMED.get(verdict, "Both suffer" if any(ours) else "Nothing happens")
    return Announcement(verdict, name, in_words(half_words(*edition.effects[result]), sum(shot)), "11.0-y")


def more_steps(half: Half, steps: int) -> Half:
    return half[0] + steps, half[1], half[2]


def in_words(said: str, guns: int) -> str:
    """What the die says, and what Anti-Tank chits take besides."""
    return f"{said}; Anti-Tank chits take {counted(guns, 'step')} of Allied armour besides" if guns else said


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
