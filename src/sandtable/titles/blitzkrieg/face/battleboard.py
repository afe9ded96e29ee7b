"""9.2 The Battle Board as both sides see it: the lines, who aims at whom with which chance, what is beside the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from sandtable.face.handling import Draft
from sandtable.face.story import counted
from sandtable.face.view import Announcement, Battle, Chance, Fact, Fighter, Party, Proposal, Stage, Target
from sandtable.kernel.play import Event, Option, decider, options, pending, within
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.steps import stages
from sandtable.kernel.tally import Tally
from sandtable.titles.blitzkrieg.combat import attackers, defenders, of_side
from sandtable.titles.blitzkrieg.edition import ART, ATTACK, DEFENSE, Edition
from sandtable.titles.blitzkrieg.fire import aim_refused, flank_shot, shot
from sandtable.titles.blitzkrieg.forts import shelter
from sandtable.titles.blitzkrieg.frames import Aims, Fire, FlankFire, Half, Withdrawal
from sandtable.titles.blitzkrieg.frames import Battle as Fight
from sandtable.titles.blitzkrieg.state import ASIDE, DAMAGED, OOS, State, air_at, hq_at, stack_at, stock_at

LINES: Final = ("Front Line", "Second Line")
BEFORE: Final = ("Front Line", "Not placed yet")
FRONT, SECOND, ASIDE_LINE = 0, 1, -1
FACES: Final = 10
SHOTS: Final = ("aim", "extra")


def chance_of(value: Tally) -> float:
    """9.1.1: of a hit."""
    return max(0, min(FACES, int(value.total) + 1)) / FACES


def battle(s: State) -> Optional[Battle]:
    f, flank = within(s, Fight), within(s, FlankFire)
    if flank is not None:
        return outflanking(s, flank)
    if f is None or f.box < 0:
        return None
    half = within(s, Half)
    when = f" · round {f.round}" + (f", {NAMES[half.side]} half" if half is not None else "") if f.round else ""
    return Battle(
        title=f"Battle of {s.names.called('box', f.box)}{when}",
        parties=(party(s, f, f.side, half), party(s, f, other(f.side), half)),
        stages=tuple([Stage(*step, state, facts(s, f, step.mark)) for step, state in stages(s, f)]),
        places=(s.names.text("box", f.box),),
        proposals=proposals(s, f),
    )


def party(s: State, f: Fight, side: int, half: Optional[Half]) -> Party:
    e = s.edition
    placed = [u for u in (*f.front, *f.second) if e.side[u] == side]
    there = placed or [*(attackers(s, f) if side == f.side else defenders(s, f)), *air_at(s, side, f.box)]
    aims = {one: (at, extra) for one, at, extra in half.aims} if half is not None and half.side == side else {}
    fighters = [fighter(s, f, u, aims.get(u)) for u in there]
    fighters += [Fighter(s.names.text("unit", u), "lost", True, ASIDE_LINE) for u in f.lost if e.side[u] == side]
    aside = [u for u in stack_at(s, side, f.box) if s.flags[u] & ASIDE]
    fighters += [Fighter(s.names.text("unit", u), "waits", line=ASIDE_LINE) for u in aside]
    known = {one.piece for one in fighters}
    fighters += [Fighter(name, "withdraws", line=ASIDE_LINE) for name in leaving(s, side) if name not in known]
    if hq_at(s, side, f.box):
        fighters.append(Fighter(s.names.text("unit", s.hq[side]), hq_note(s, f, side), line=ASIDE_LINE))
    if stock_at(s, side, f.box):
        fighters.append(Fighter(s.names.text("unit", e.units + f.box), "supply", line=ASIDE_LINE))
    fighters += newcomers(s, side)
    role = "attack" if side == f.side else "defence"
    cards = ", ".join([s.names.text("card", card) for card in f.cards[side]])
    return Party(side, f"{NAMES[side]} {role}", tuple(fighters), cards, LINES if placed else BEFORE)


def leaving(s: State, side: int) -> list[str]:
    """9.5: who has withdrawn to the first box, and may still go on."""
    f = within(s, Withdrawal)
    return [s.names.text("unit", u) for u in f.units if s.where[u] >= 0] if f is not None and f.side == side else []


def newcomers(s: State, side: int) -> list[Fighter]:
    """9.4, 11.6.1: who is elsewhere and may be sent to the battle now."""
    if decider(s) != side:
        return []
    asked = pending(s)
    found: list[Fighter] = []
    for verb, what in (("reinforce", "may reinforce"), ("fly", "may fly")):
        act, f = asked.act(verb), s.frames[-1]
        for unit, _ in act.candidates(s, f) if act is not None else ():
            if act is not None and act.why_not(s, f, unit, 0) is None:
                where = s.where[unit]
                place = f"at {s.names.called('box', where)}, " if 0 <= where < s.edition.boxes else ""
                found.append(Fighter(s.names.text("unit", unit), f"{place}{what}", line=ASIDE_LINE))
    return found


def fighter(s: State, f: Fight, unit: int, aim: Optional[tuple[int, int]]) -> Fighter:
    notes = []
    if s.flags[unit] & DAMAGED:
        notes.append("damaged")
    if unit in f.crossed:
        notes.append("crossed a line: easier to hit")
    if unit in f.sheltered and shelter(s, s.edition.side[unit], f.box, f.round)[0]:
        notes.append("in the defences")
    if s.flags[unit] & OOS:
        notes.append("out of supply")
    line = FRONT if unit in f.front else SECOND
    name = s.names.text("unit", unit)
    if aim is None:
        worth = (combat_value(s, unit),)
        return Fighter(name, ", ".join(notes), line=line, may=targets_of(s, f, unit), fate=fate(s, f, unit), values=worth)
    target, extra = aim
    notes += ["extra"] if extra else []
    return Fighter(name, ", ".join(notes), line=line, targets=(aimed(s, target, shot(s, f, unit, target, bool(extra))),))


def targets_of(s: State, f: Fight, unit: int) -> tuple[Target, ...]:
    half = firing(s)
    if not isinstance(half, Half) or half.side != s.edition.side[unit]:
        return ()
    return open_targets(s, half, unit, lambda target, extra: shot(s, f, unit, target, extra))


def flank_targets(s: State, f: FlankFire, unit: int) -> tuple[Target, ...]:
    return open_targets(s, f, unit, lambda target, extra: flank_shot(s, f, unit, target, extra))


def open_targets(s: State, f: Fire, unit: int, worth: Callable[[int, bool], Tally]) -> tuple[Target, ...]:
    """9.2.5: whom a unit could still be given, as a matched unit or else as an extra one."""
    found: list[Target] = []
    for target in f.foes:
        ways = [extra for extra in (False, True) if aim_refused(f, unit, target, extra) is None]
        if ways:
            values = [worth(target, extra) for extra in ways]
            note = f"{chance_of(values[1]):.0%} as an extra unit" if len(ways) > 1 else "as an extra unit" if ways[0] else ""
            found.append(Target(s.names.text("unit", target), chance_of(values[0]), note))
    return tuple(found)


def aimed(s: State, target: int, value: Tally) -> Target:
    total = int(value.total)
    note = f"hits on 0-{min(total, FACES - 1)}" if total >= 0 else "cannot hit"
    return Target(s.names.text("unit", target), chance_of(value), note)


def fate(s: State, f: Fight, unit: int) -> tuple[Chance, ...]:
    """What all that is aimed at a unit so far will do to it."""
    half = within(s, Half)
    if half is None or half.side == s.edition.side[unit] or not any(at == unit for _, at, _ in half.aims):
        return ()
    if half.doomed:  # the dice have fallen
        return (Chance("eliminated", 1.0, rule="9.1.1", tone="bad"),) if unit in half.doomed else ()
    hits = hits_on(s, f, half, unit)
    needed = 1 if s.flags[unit] & DAMAGED else 2
    found = [Chance("eliminated", round(sum(hits[needed:]), 6), rule="9.1.1", tone="bad")]
    if needed > 1:
        found.append(Chance("damaged", round(hits[1], 6), rule="9.1.1", tone="poor"))
    return (*found, Chance("unhurt" if needed > 1 else "holds", round(hits[0], 6), rule="9.1.1", tone="good"))


def combat_value(s: State, unit: int) -> Fact:
    return Fact("Combat Value", str(s.edition.cv[unit]), "9.1.1-b")


# What is proposed to who draws up, and to who fires


def placements(s: State, f: Fight) -> tuple[Proposal, ...]:
    """9.2.3: everybody in front, or all but the artillery."""
    units = [u for u in of_side(s, f.second, f.placing) if s.edition.ground[u]]
    others = [u for u in units if s.edition.type[u] != ART]
    ways = [("Place all in the Front Line", units, "everybody fires from there, and can be fired at by everybody")]
    if 0 < len(others) < len(units):
        ways.append(("Keep the artillery behind", others, "it fires at +1 from there, at whom it likes"))
    return tuple([Proposal(name, drawn_up(s, front), text) for name, front, text in ways])


def drawn_up(s: State, front: list[int]) -> tuple[str, ...]:
    draft = Draft(s)
    for unit in front:
        draft.say(("front", unit, 0))
    draft.say(("placed", 0, 0))  # unless nobody is left to be placed
    return tuple(draft.says)


def proposals(s: State, f: Fight) -> tuple[Proposal, ...]:
    """Targets that cost the enemy most steps on average, and those of the last round; before them to stay, where that is asked."""
    if s.frames[-1] is f and pending(s).act("front") is not None:
        return placements(s, f)
    half = firing(s)
    if not isinstance(half, Half):
        return ()
    best, best_aims = allocation(s, f, ())
    if not best:
        return ()
    found = [proposed(best, "as proposed", "the targets that hurt them most on average")]
    again, aims = allocation(s, f, f.fired[half.side])
    before = {(firer, target) for firer, target, _ in f.fired[half.side]}
    anew = len([firer for firer, target, _ in aims if (firer, target) not in before])
    if again and aims != best_aims and anew < len(aims):
        fate = f"; {counted(anew, 'unit')} with a new one" if anew else ""
        found.append(proposed(again, "as before", f"the targets of the last round{fate}"))
    return tuple(found)


def proposed(says: tuple[str, ...], how: str, why: str) -> Proposal:
    return Proposal(f"Fire {how}" if is_shot(says[0]) else f"Stay and fire {how}", says, why)


def is_shot(text: str) -> bool:
    return text.split()[0] in SHOTS


def allocation(s: State, f: Fight, before: Aims) -> tuple[tuple[str, ...], Aims]:
    """What a side says up to the dice, targets that it had before where it may, else the best; and who fires at whom then.
    Nothing if there is no choice."""
    draft = Draft(s)
    while draft.open and isinstance(draft.s.frames[-1], Half):
        o = repeated(draft.s, before) or best_shot(draft.s, f) or quiet(draft.s)
        if o is None or not draft.say(o):
            return (), ()
    half = firing(draft.s)
    aims = half.aims if half is not None else ()
    return (tuple(draft.says), aims) if len(draft.says) > 1 and any(is_shot(text) for text in draft.says) else ((), ())


def repeated(s: State, before: Aims) -> Optional[Option]:
    """A shot of the last round that is possible again; those that stay what they were, matched or extra, come first."""
    now = {o for o in options(s) if o[0] in SHOTS} if before else set()
    for same in (True, False):
        for firer, target, extra in before:
            o = (SHOTS[bool(extra) == same], firer, target)
            if o in now:
                return o
    return None


def quiet(s: State) -> Optional[Option]:
    stop = pending(s).stop
    return (stop.verb, 0, 0) if stop is not None and stop.verb in ("stay", "hold") else None


def best_shot(s: State, f: Fight) -> Optional[Option]:
    """Of all that may be aimed now, what adds most to the steps that the enemy loses on average."""
    half = s.frames[-1]
    assert isinstance(half, Half)
    shots = [o for o in options(s) if o[0] in SHOTS]
    if not shots:
        return None
    hits = {target: hits_on(s, f, half, target) for target in {o[2] for o in shots}}
    return max(shots, key=lambda o: (gain(s, hits[o[2]], o[2], chance_of(shot(s, f, o[1], o[2], o[0] == "extra"))), -o[1], -o[2]))


def gain(s: State, hits: list[float], target: int, chance: float) -> float:
    """A shot counts as often as the target is not lost already."""
    return chance * sum(hits[: 1 if s.flags[target] & DAMAGED else 2])


def hits_on(s: State, f: Fight, half: Fire, target: int) -> list[float]:
    """The chance of none, one, two ... hits by what is aimed at a target so far."""
    found = [1.0]
    for one, at, extra in half.aims:
        if at == target:
            hit = chance_of(shot(s, f, one, target, bool(extra)))
            found = [a + b for a, b in zip([n * (1 - hit) for n in found] + [0.0], [0.0] + [n * hit for n in found], strict=True)]
    return found


HQ_FATES: Final = {  # what is announced of an HQ alone among enemies, and whether they have won
    "hq_captured": ("is captured", "its owner rolls for a headquarters in later refits", "11.3.7-c", True),
    "hq_escaped": ("gets away", "it joins the nearest unit in supply", "11.3.7-b", False),
}


def announce(edition: Edition, event: Event) -> Optional[Announcement]:
    if event.what == "flank_fire":
        hits = event.numbers[1]
        said = f"{counted(hits, 'hit')} on the outflankers" if hits else "The outflankers come through unhurt"
        return Announcement("us" if hits else "back", said, "whoever is left goes on" if hits else "they go on", "8.8.3")
    if event.what in HQ_FATES:
        hq = event.numbers[0]
        fate, means, rule, caught = HQ_FATES[event.what]
        owner, enemy = edition.side[hq], other(edition.side[hq])
        name = f"{edition.names.called('unit', hq)} {fate}"
        return Announcement("", name, means, rule, enemy if caught else owner, enemy)
    if event.what == "no_battle":
        where = edition.names.called("box", event.numbers[0])
        return Announcement("", f"No battle at {where}", "no supply unit can pay for it, and the attackers go back", "7.4.3")
    if event.what != "won":
        return None
    winner, box = event.numbers
    return Announcement(
        "",
        f"{NAMES[winner]} victory at {edition.names.called('box', box)}",
        "nobody of the other side is left in the battle",
        "9.2.10",
        winner,
    )


def hq_note(s: State, f: Fight, side: int) -> str:
    if f.round and f.hq_round[side] == f.round:
        return "+1 CV this round"
    needed = ATTACK if side == f.side else DEFENSE
    return "+1 Combat Value in round one" if not f.round and s.bonus[side] >> needed & 1 else ""


def facts(s: State, f: Fight, mark: str) -> tuple[Fact, ...]:
    if mark == "1" and f.payer >= 0:
        return (Fact("paid by a supply unit from", s.names.called("box", f.payer), "7.4.1"),)
    if mark == "1" and f.desert:
        return (Fact("Long Range Desert Force", "no supply unit", "7.4.8"),)
    if mark == "4" and f.placing >= 0 and not f.round:
        return (Fact("places", NAMES[f.placing], "9.2.2"),)
    if mark == "5" and f.round:
        return (Fact("round", str(f.round), "9.3"),)
    return (Fact("won by", NAMES[f.winner], "12.4"),) if mark == "6" and f.winner >= 0 else ()


def outflanking(s: State, f: FlankFire) -> Battle:
    """8.8.2: the free round against outflankers."""
    aims = {one: (at, extra) for one, at, extra in f.aims}
    firers = []
    for unit in (*f.line, *f.free):
        name, line = s.names.text("unit", unit), FRONT if unit in f.line else SECOND
        if unit not in aims:
            values = (combat_value(s, unit),)
            firers.append(Fighter(name, line=line, may=flank_targets(s, f, unit), values=values))
            continue
        target, extra = aims[unit]
        value = flank_shot(s, f, unit, target, bool(extra))
        firers.append(Fighter(name, line=line, targets=(aimed(s, target, value),)))
    targets = [Fighter(s.names.text("unit", u), "damaged" if s.flags[u] & DAMAGED else "", line=FRONT) for u in f.foes]
    return Battle(
        title=f"Outflank of {s.names.called('box', f.box)}",
        parties=(
            Party(other(f.side), f"{NAMES[other(f.side)]} outflankers", tuple(targets), lines=LINES[:1]),
            Party(f.side, f"{NAMES[f.side]} fire", tuple(firers), lines=LINES),
        ),
        stages=(Stage("1", "Fire at outflankers", "8.8.2", "current"),),
    )


def firing(s: State) -> Optional[Fire]:
    f = s.frames[-1] if s.frames else None
    return f if isinstance(f, Fire) else None
