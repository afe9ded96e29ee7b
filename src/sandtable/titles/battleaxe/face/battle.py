"""11.4 A combat as both sides follow it: who takes part, what each counts for, what has been decided by now."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.view import Announcement, Battle, Fact, Fighter, Party, Stage, Verdict
from sandtable.kernel.play import Event, options
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.steps import stages
from sandtable.titles.battleaxe import combat
from sandtable.titles.battleaxe.edition import Edition
from sandtable.titles.battleaxe.frames import NOT_ROLLED, OVERRUN, REPULSE, STALEMATE, SUCCESS, Absorb, Attack, Exploit, Retreats
from sandtable.titles.battleaxe.state import State, stack, units_in

VERDICTS: Final[dict[int, Verdict]] = {OVERRUN: "gone", SUCCESS: "back", STALEMATE: "both", REPULSE: "us"}
MEANS: Final = {
    OVERRUN: "every defender is eliminated, and the attackers lose nothing",
    SUCCESS: "the defenders absorb the difference, and the Lead of the attack is reduced",
    STALEMATE: "both Leads lose a step",
    REPULSE: "every attacker loses a step",
}


def being_fought(s: State) -> Optional[Attack]:
    """A combat is over when its winners move on, though its frame lies beneath."""
    for f in reversed(s.frames):
        if isinstance(f, Exploit):
            return None
        if isinstance(f, Attack):
            return f
    return None


def battle(s: State) -> Optional[Battle]:
    f = being_fought(s)
    if f is None:
        return None
    facts = {"A": led(s, f.lead), "B": led(s, f.lead_defender), "C": flown(f), "D": called(f, f.side),
             "E": called(f, other(f.side)), "F": difference(f), "G": suffered(s, f)}  # fmt: skip
    return Battle(
        title=title(s, f),
        parties=parties(s, f),
        stages=tuple(
            [Stage(step.mark or "·", step.name, step.rule, state, facts.get(step.mark, ())) for step, state in stages(s, f)]
        ),
        places=(s.edition.map.ids[f.area],),
    )


def title(s: State, f: Attack) -> str:
    return f"Attack on {s.edition.area_rows[f.area].name}"


# Who fights


def parties(s: State, f: Attack) -> tuple[Party, Party]:
    return attack_party(s, f), defence_party(s, f)


def attack_party(s: State, f: Attack) -> Party:
    fighters = [fighter(s, unit, f.lead, f.attackers) for unit in units_in(f.attackers)]
    fighters += waiting(s, f.attackers) if s.frames[-1] is f else ()
    note = "enemies hold the Area that was entered: this must be fought" if f.mandatory else "some, all or none may attack"
    return Party(f.side, f"{NAMES[f.side]} attack", tuple(fighters), note, total=total(s, f, attacks=True))


def waiting(s: State, attackers: int) -> tuple[Fighter, ...]:
    """11.2 Who could be sent in besides."""
    ids = s.names.texts["unit"]
    able = [o[1] for o in options(s) if o[0] == "join" and not attackers >> o[1] & 1]
    return tuple([Fighter(ids[unit], "may join", values=(worth(s, unit, attackers),)) for unit in able])


def defence_party(s: State, f: Attack) -> Party:
    side = other(f.side)
    units = stack(s, side, f.area)
    fighters = tuple([fighter(s, unit, f.lead_defender, units) for unit in units_in(units)])
    ground = s.edition.area_rows[f.area].ground
    return Party(side, f"{NAMES[side]} defence", fighters, ground, total=total(s, f, attacks=False))


def fighter(s: State, unit: int, lead: int, together: int) -> Fighter:
    """The Lead counts in full, every other unit for one."""
    name = s.names.texts["unit"][unit]
    gone = s.where[unit] < 0
    if lead < 0 or gone:
        return Fighter(name, retreats_note(s, unit), gone, values=(worth(s, unit, together),))
    value = Fact("leads", str(combat.combat_value(s, unit, together))) if unit == lead else Fact("joins", "+1")
    return Fighter(name, retreats_note(s, unit), values=(value,))


def worth(s: State, unit: int, together: int) -> Fact:
    return Fact("combat value", str(combat.combat_value(s, unit, together | 1 << unit)))


def retreats_note(s: State, unit: int) -> str:
    leaving = any(isinstance(g, Retreats) and g.waiting >> unit & 1 for g in s.frames)
    return "retreats" if leaving or any(isinstance(g, Absorb) and g.leaving >> unit & 1 for g in s.frames) else ""


def total(s: State, f: Attack, attacks: bool) -> str:
    """The value so far, while the Leads are known and stand."""
    if f.lead < 0 or f.lead_defender < 0 or f.result != NOT_ROLLED:
        return ""
    return (combat.attack_value if attacks else combat.defence_value)(s, f).text


# What is known of each step


def led(s: State, unit: int) -> tuple[Fact, ...]:
    return (Fact(s.edition.unit_rows[unit].name),) if unit >= 0 else ()


def flown(f: Attack) -> tuple[Fact, ...]:
    found = [Fact("aircraft", f"+{f.air}", "10.1.4")] if f.air else []
    return (*found, *([Fact("Rommel", f"+{f.rommel}", "12.1E")] if f.rommel else []))


def called(f: Attack, side: int) -> tuple[Fact, ...]:
    if not f.called >> side & 1:
        return ()
    return (Fact("artillery answers" if f.guns >> side & 1 else "artillery does not answer", "", "10.2.1"),)


def difference(f: Attack) -> tuple[Fact, ...]:
    return (Fact("attack above defence", f"{f.difference:+}".replace("-", "−"), "11.4.1"),) if f.result != NOT_ROLLED else ()


def suffered(s: State, f: Attack) -> tuple[Fact, ...]:
    if f.result == NOT_ROLLED:
        return ()
    loss = next((g for g in s.frames if isinstance(g, Absorb)), None)
    left = (Fact("Attrition Points still to absorb", str(loss.points), "11.5"),) if loss is not None else ()
    return (Fact("result", s.names.text("result", f.result), "11.4.4"), *left)


def announce(edition: Edition, event: Event) -> Optional[Announcement]:
    """11.4.4; 12.1A and B change it."""
    if event.what not in ("result", "fanatical", "maximum"):
        return None
    result = event.numbers[0] if event.what == "result" else STALEMATE
    return Announcement(VERDICTS[result], edition.names.text("result", result), MEANS[result], "11.4.4")
