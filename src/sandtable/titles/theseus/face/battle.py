"""7.5.1 A combat as the players follow it: who fights, and the steps A to I with the numbers that are known by then."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.view import Announcement, Battle, Fact, Fighter, Party, Stage, Verdict
from sandtable.kernel.play import Event, options, within
from sandtable.kernel.sides import other
from sandtable.kernel.steps import stages
from sandtable.titles.theseus.edition import ATTACKS, NONE, Edition
from sandtable.titles.theseus.frames import Activation, Attack, Contest, Hits, Losses, Retreat
from sandtable.titles.theseus.hidden import is_seen
from sandtable.titles.theseus.results import remaining
from sandtable.titles.theseus.state import State, combat_units, effectiveness
from sandtable.titles.theseus.strength import BELOW_TABLE, heading, is_improved

NAMES: Final = ("Commonwealth", "Axis")
GROUNDS: Final = ("clear ground", "broken ground or village", "minefield or Box")
COLUMNS: Final = ("red", "centre", "green")  # of a chit


def battle(s: State, viewer: int) -> Optional[Battle]:
    """Until it is declared an attack is the attacker's own plan."""
    f = being_fought(s)
    if f is None or not (f.defenders or viewer == f.side):
        return None
    facts = {"A": declared(s, f), "B": slipped(f), "C": escalated(f), "D": chits(s, f), "E": strengths(s, f), "F": shifts(s, f),
             "G": modifiers(s, f), "H": rolled(s, f), "I": hits(s, f)}  # fmt: skip
    return Battle(
        title=title(s, f),
        parties=(party(s, f, f.side, viewer), party(s, f, other(f.side), viewer)),
        stages=tuple([Stage(*step, state, facts[step.mark]) for step, state in stages(s, f)]),
        places=(s.edition.grid.ids[f.target],),
    )


def title(s: State, f: Attack) -> str:
    return f"{ATTACKS[f.level].capitalize()} Attack on {s.names.called('hex', f.target)}"


def being_fought(s: State) -> Optional[Attack]:
    """The bonus for a Battle Victory is spent when the combat is over, though its frame lies beneath."""
    for f in reversed(s.frames):
        if isinstance(f, Activation):
            return None
        if isinstance(f, Attack):
            return f
    return None


# Who fights


def party(s: State, f: Attack, side: int, viewer: int) -> Party:
    attacks = side == f.side
    hex = f.source if attacks else f.target
    units = f.attackers if attacks else f.defenders
    if not (f.revealed or viewer == f.side or (viewer == side and units)):
        units = ()  # of an attacker who may yet be evaded no more is seen than the top of his stack (5.3.4)
    there = combat_units(s, hex)
    units = units or tuple([u for u in there if is_seen(s, u, viewer)])
    beneath = any(not is_seen(s, u, viewer) for u in there)  # that there is more every pile shows
    strength = (f.attack if attacks else f.defence) if f.attack_chit != NONE else 0
    return Party(
        side=side,
        title=f"{NAMES[side]} {'attacks from' if attacks else 'defends'} {s.names.called('hex', hex)}",
        fighters=tuple([fighter(s, f, u, viewer) for u in units]) + reserve(s, f, side),
        note=strengths_in_words(f, attacks) if strength else "what lies beneath is not seen" if beneath else "",
        total=str(strength) if strength else "",
    )


def strengths_in_words(f: Attack, attacks: bool) -> str:
    """What the attackers' side is noted with stands beside the title of the board."""
    return f"battle strength {f.attack} against {f.defence}" if attacks else f"battle strength {f.defence}"


def fighter(s: State, f: Attack, unit: int, viewer: int) -> Fighter:
    return Fighter(s.edition.unit_ids[unit], note(s, f, unit, viewer), s.where[unit] < 0, values=values(s, unit, viewer))


def values(s: State, unit: int, viewer: int) -> tuple[Fact, ...]:
    """What he has left his owner knows; the enemy reckons with what is printed (5.3.4)."""
    own = s.edition.side[unit] == viewer
    strength = Fact("strength", str(s.strength[unit])) if own else Fact("printed strength", str(s.edition.strength[unit]))
    return (strength, Fact("effectiveness", str(effectiveness(s, unit))))


def reserve(s: State, f: Attack, side: int) -> tuple[Fighter, ...]:
    """While the attacker, who alone looks on, names his units: those that may still join."""
    if side != f.side or f.defenders or s.frames[-1] is not f:
        return ()
    return tuple(
        [Fighter(s.edition.unit_ids[u], "may join", values=values(s, u, side)) for verb, u, _ in options(s) if verb == "join"]
    )


def note(s: State, f: Attack, unit: int, viewer: int) -> str:
    """What befell a unit. How many Strength Points it has lost is its owner's secret (5.3.4)."""
    found = []
    if unit in (f.tank, f.gun):
        found.append("compared")
    lost = losses(s, unit)
    if lost and viewer == s.edition.side[unit]:
        found.append(f"lost {lost}")
    for taken in [g for g in s.frames if isinstance(g, Hits)]:
        found += ["failed"] if unit in taken.failed else ["passed"] if unit in taken.passed else []
        found += ["follows"] if unit in taken.follow else []
    if any(isinstance(g, Retreat) and unit in g.units for g in s.frames):
        found.append("retreats")
    return ", ".join(found)


def losses(s: State, unit: int) -> int:
    """In this combat, as far as they are being dealt out."""
    counts = [dict(zip(g.units, g.losses if isinstance(g, Hits) else g.counts, strict=True))
              for g in s.frames if isinstance(g, (Hits, Losses))]  # fmt: skip
    return max([count.get(unit, 0) for count in counts], default=0)


# What is known of each step


def declared(s: State, f: Attack) -> tuple[Fact, ...]:
    return (Fact("into", GROUNDS[heading(s, f.target)]), *([Fact("Improved Defence", "", "7.7-a")] if is_improved(s, f) else []))


def slipped(f: Attack) -> tuple[Fact, ...]:
    if not f.revealed:
        return ()
    return (Fact("tried and failed", "", "7.5.1.1-e"),) if f.failed else (Fact("the defenders stay"),)


def escalated(f: Attack) -> tuple[Fact, ...]:
    return (Fact(f"{ATTACKS[f.level].capitalize()} Attack"),) if f.attack_chit != NONE else ()


def chits(s: State, f: Attack) -> tuple[Fact, ...]:
    if f.attack_chit == NONE:
        return ()
    drawn = [s.edition.chit_rows[n].id for n in (f.attack_chit, f.defence_chit)]
    return (Fact(f"attacker, {COLUMNS[f.level]} column", f"chit {drawn[0]}"), Fact("defender", f"chit {drawn[1]}"))


def strengths(s: State, f: Attack) -> tuple[Fact, ...]:
    if f.attack_chit == NONE:
        return ()
    return (Fact("battle strengths", f"{f.attack} : {f.defence}"), Fact("column", column_text(s, f, f.column)))


def column_text(s: State, f: Attack, column: int) -> str:
    return "below the table" if column == BELOW_TABLE else s.edition.odds[heading(s, f.target)].texts[column]


def shifts(s: State, f: Attack) -> tuple[Fact, ...]:
    if f.attack_chit == NONE:
        return ()
    found = [Fact("Combined Arms", f"{f.arms:+}", "7.5.1.3-a")] if f.arms else []
    found += [Fact("air units", f"{f.air:+}", "7.5.1.4-a")] if f.air else []
    if f.column == BELOW_TABLE:
        return (*found, Fact("below the table nothing shifts", "", "7.5.1-c"))
    if not found:
        return (Fact("no shift"),)
    column = s.edition.odds[0].shift(f.column, f.arms + f.air)
    return (*found, Fact("column now", column_text(s, f, column)))


def modifiers(s: State, f: Attack) -> tuple[Fact, ...]:
    compared = [s.names.called("unit", u) for u in (f.tank, f.gun) if u != NONE]
    found = [Fact(f"armour: {' against '.join(compared)}")] if f.tank != NONE else []
    if f.die:
        found += [Fact(term.what, f"{term.value:+}", term.rule) for term in f.drm]
        found.append(Fact("sum", f"{sum([term.value for term in f.drm]):+}"))
    return tuple(found)


def rolled(s: State, f: Attack) -> tuple[Fact, ...]:
    contest = s.frames[-1]
    if isinstance(contest, Contest) and not f.hits and f.attack_chit != NONE:
        return (Fact("die", str(contest.accepted[contest.die])), Fact("it may be rolled again", "", "5.2-a"))
    if not f.hits:
        return ()
    return (Fact("die", str(f.die)) if f.die else Fact("no die below the table"),)


def hits(s: State, f: Attack) -> tuple[Fact, ...]:
    if not f.hits:
        return ()
    found = [Fact(f"on the {who}{', all of whom check' if red else ''}", str(number), "7.5.2-a")
             for who, number, red in (("defender", *f.hits[2:]), ("attacker", *f.hits[:2]))]  # fmt: skip
    taking, left = within(s, Hits), within(s, Losses)
    if left is not None and left.left:
        found.append(Fact(f"{NAMES[left.side]}: Strength Points still to lose", str(left.left), "7.5.2.1-a"))
    elif taking is not None and remaining(taking):
        found.append(Fact(f"{NAMES[taking.side]}: hits after the first", str(remaining(taking)), "7.5.2-d"))
    return tuple(found)


# What a result means


def verdict_of(ours: int, theirs: int) -> Verdict:
    """The attackers win by taking fewer hits; a hit on the defenders is worth something even when they do not."""
    return "back" if ours < theirs else "us" if ours and not theirs else "both"


def headline(ours: int, theirs: int) -> str:
    if ours == theirs:
        return "Both are hit" if ours else "No effect"
    if not min(ours, theirs):
        return "Only the defenders are hit" if theirs else "Only the attackers are hit"
    return "The defenders are hit harder" if ours < theirs else "The attackers are hit harder"


def announce(edition: Edition, event: Event) -> Optional[Announcement]:
    if event.what != "result":
        return None
    ours, _, theirs, _ = edition.cells[event.numbers[0]]
    return Announcement(verdict_of(ours, theirs), headline(ours, theirs), edition.names.called("result", event.numbers[0]), "7.5.2")
