"""The odds of a battle before it is fought out: trials of the rules themselves, for choices that are named; and what may be turned
round: aircraft, cards, where the guns stand, who joins from the boxes around."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Optional

from sandtable.face.story import both, counted, either
from sandtable.face.view import NOTHING, Chance, Fighter, Forecast, Given, Leaves, Party, Switch, likely, signed, toggle, wants
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.odds import decisions, odds
from sandtable.kernel.play import Option, decider, options, pending, take, within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES, other
from sandtable.titles.blitzkrieg.edition import ART, RECON, members
from sandtable.titles.blitzkrieg.face.battleboard import SHOTS, combat_value
from sandtable.titles.blitzkrieg.forts import shelter
from sandtable.titles.blitzkrieg.frames import Battle, Combat, Half, Movement, Withdrawal
from sandtable.titles.blitzkrieg.state import ASIDE, DAMAGED, FOUGHT, OOS, State, air_at, stack_at
from sandtable.titles.blitzkrieg.supply import payers

SAMPLES: Final = 100  # of a battle: each is a hundred decisions
ASSUMES: Final = (
    "all stand in the Front Line and nobody leaves; aircraft, cards, guns and reinforcements are as the switches say; "
    "who is damaged is fired at first"
)
END: Final = ("done", 0, 0)  # of a movement phase
SUPPORT: Final = ("fly", "play", "sortie")
LEAVES: Final = (
    Leaves("gone", "the box is taken", "9.2.10"),
    Leaves("us", "the attackers are eliminated", "9.2.10"),
)
MANY: Final = 3  # of whom the names are not told one by one
GUNS: Final = ("allied guns", "axis guns")


def support_of(s: State, o: Option) -> str:
    """The switch of an aircraft or a card."""
    kind = {"fly": "unit", "play": "card"}.get(o[0])
    return f"{o[0]} {s.names.text(kind, o[1])}" if kind else o[0]


def joined_from(s: State, box: int) -> str:
    return f"join {s.names.text('box', box)}"


# Named choices


def chooser(given: Given) -> Callable[[State], Option]:
    return lambda s: named_choice(s, given)


def named_choice(s: State, given: Given = NOTHING) -> Option:
    """What both sides are assumed to choose: see what the forecast assumes."""
    found, stop = options(s), pending(s).stop
    shots = [o for o in found if o[0] in SHOTS]
    if shots:
        return next((o for o in shots if s.flags[o[2]] & DAMAGED), shots[0])
    wanted = [o for o in found if is_assumed(s, o, given)]
    if wanted:
        return max(wanted, key=lambda o: s.edition.cv[o[1]] if o[0] == "reinforce" else 0)  # the strongest first
    return (stop.verb, 0, 0) if stop is not None and (stop.verb, 0, 0) in found else found[0]


def is_assumed(s: State, o: Option, given: Given) -> bool:
    e = s.edition
    if o[0] in SUPPORT:
        called = o[0] == "fly" and o[1] in e.sortie and wants(given, "sortie", False)
        return called or wants(given, support_of(s, o), False)
    if o[0] == "front":
        return e.type[o[1]] < ART or not wants(given, GUNS[e.side[o[1]]], False)
    return o[0] == "reinforce" and e.ground[o[1]] and wants(given, joined_from(s, s.where[o[1]]), False)


# The odds


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """Of the battles that may come next, or of the one that is fought, from here on; while units move, of those begun."""
    f = within(s, Battle)
    if s.frames and isinstance(s.frames[-1], Movement):
        after = when_all_have_moved(s)
        return outlook(after, viewer, given) if after is not None else tuple([called_off(s, box) for box in battles_begun(s)[0]])
    if f is None:
        return tuple([muster(s, o, given) for o in options(s) if o[0] == "fight"])
    over = f.winner >= 0 or within(s, Withdrawal) is not None
    return () if over else (reckoned(s, None, f.box, given),)


def when_all_have_moved(s: State) -> Optional[State]:
    """The position in which battles begin, if there are any and nothing else falls before them."""
    if not s.occupied[ALLIED] & s.occupied[AXIS]:
        return None
    after = s.clone()
    try:
        take(after, END, NoDice())
    except ScriptError:
        return None
    return after if within(after, Combat) is not None else None


def battles_begun(s: State) -> tuple[list[int], list[int]]:
    """7.4.3: those for which no supply unit can pay as they lie now, and those for which one can; 7.4.8: recon needs none."""
    contested = [box for box in members(s.occupied[ALLIED] & s.occupied[AXIS]) if not only_recon(s, s.active, box)]
    paid = [box for box in contested if payers(s, s.active, box)]
    return [box for box in contested if box not in paid], paid


def only_recon(s: State, side: int, box: int) -> bool:
    return all(s.edition.type[u] == RECON for u in stack_at(s, side, box) if not s.flags[u] & ASIDE)


def called_off(s: State, box: int) -> Forecast:
    """What comes of a battle for which nobody pays."""
    side = s.active
    return Forecast(
        title=f"Battle of {s.names.called('box', box)}",
        assumes="no supply unit comes near",
        sums=(),
        chances=(Chance("nobody wins", 1.0, "the attackers go back", "7.4.3", "bad", verdict="both"),),
        rule="9.1.2",
        notes=tuple(payment(s, side, box)),
        parties=(mustered(s, side, "attack", box), mustered(s, other(side), "defence", box)),
        places=(s.names.text("box", box),),
        fought_out=True,
    )


def muster(s: State, o: Option, given: Given) -> Forecast:
    """9.1.2: who meets in a battle, and what comes of it if it is fought out."""
    return reckoned(s, o, o[1], given)


def reckoned(s: State, o: Optional[Option], box: int, given: Given) -> Forecast:
    side = s.active
    found = odds(s, o, "won", Battle, chooser(given), cases=0, samples=SAMPLES)
    chances = (
        likely(found, side, "the attackers win", "the box is theirs", "9.2.10", "good", "gone"),
        likely(found, -1, "nobody wins", "", "9.2.10", "fair", "both"),
        likely(found, other(side), "the defenders win", "the attackers are gone", "9.2.10", "bad", "us"),
    )
    return Forecast(
        title=f"Battle of {s.names.called('box', box)}",
        assumes=ASSUMES,
        sums=(),
        chances=tuple([each for each in chances if each.chance]),
        rule="9.1.2",
        notes=notes(s, side, box, given),
        samples=SAMPLES,
        parties=(mustered(s, side, "attack", box, given), mustered(s, other(side), "defence", box, given)),
        places=(s.names.text("box", box),),
        leaves=LEAVES,
        switches=tuple(switches(s, o, box, given)),
        dice="Shot by shot, a ten-sided die each",
        fought_out=True,
    )


def notes(s: State, side: int, box: int, given: Given = NOTHING) -> tuple[str, ...]:
    found = ["the defender fires first in every round (9.1.2)"]
    found += ["the defenders of this box fire at +1 (11.5.2)"] if s.edition.defence[box] else []
    less, rule = shelter(s, other(side), box, 1)
    found += [f"fire at the defenders is at {signed(str(less))} in round one ({rule})"] if less else []
    return (*payment(s, side, box), *help_for_defenders(s, side, box, given), *found)


def payment(s: State, side: int, box: int) -> Iterator[str]:
    f = within(s, Battle)
    if (f is not None and (f.payer >= 0 or f.desert)) or only_recon(s, side, box):
        return
    able = [s.names.called("box", place) for place in payers(s, side, box)]
    if able:
        yield f"a supply unit from {either(able)} can pay for it (7.4.1)"
    else:
        unpaid = "without one the attackers go back, and nobody fights (7.4.3)"
        yield f"no supply unit of the chain is near enough to pay for it: {unpaid}"


def help_for_defenders(s: State, side: int, box: int, given: Given) -> Iterator[str]:
    """What the odds do not count as long as its switch is off."""
    able = {
        near: len(able_to_join(s, other(side), near))
        for near in neighbours(s, box)
        if not wants(given, joined_from(s, near), False)
    }
    found = [f"{counted(count, 'unit')} from {s.names.called('box', near)}" for near, count in able.items() if count]
    if found:
        one = "" if sum(able.values()) == 1 else ", one a round"
        yield f"the defenders may bring up {both(found)}{one} from round two on: see what if (9.4.1)"


def mustered(s: State, side: int, role: str, box: int, given: Given = NOTHING) -> Party:
    there = [u for u in stack_at(s, side, box) if not s.flags[u] & ASIDE] + list(air_at(s, side, box))
    flying = [u for u in s.edition.air[side] if u not in there and wants(given, f"fly {s.names.text('unit', u)}", False)]
    joining = [u for near in neighbours(s, box) if wants(given, joined_from(s, near), False) for u in able_to_join(s, side, near)]
    fighters = [Fighter(s.names.text("unit", u), values=(combat_value(s, u),)) for u in (*there, *flying)]
    fighters += [Fighter(s.names.text("unit", u), "may join from round two on", values=(combat_value(s, u),)) for u in joining]
    return Party(side, f"{NAMES[side]} {role}", tuple(fighters), total=str(sum([s.edition.cv[u] for u in (*there, *flying)])))


# What may be turned round


def switches(s: State, o: Optional[Option], box: int, given: Given) -> Iterator[Switch]:
    side = s.active
    for verb, number, _ in support_asked(s, o):
        yield support_switch(s, (verb, number, 0), side, given)
    for one in (side, other(side)):
        if has_guns(s, one, box) and within(s, Half) is None:
            name, on = f"{NAMES[one]} guns stay in the Second Line", wants(given, GUNS[one], False)
            yield toggle(GUNS[one], name, on, "they fire at whom they like", "9.2.7", one)
    for near in neighbours(s, box):
        for one in (side, other(side)):
            yield from joining_switch(s, one, near, given)


def joining_switch(s: State, side: int, near: int, given: Given) -> Iterator[Switch]:
    units = able_to_join(s, side, near)
    if units:
        id, names = joined_from(s, near), [s.names.called("unit", u) for u in units]
        who = both(names) if len(names) < MANY else f"{len(names)} units"
        text = "one in each round from the second on" if len(names) > 1 else "from the second round on"
        name = f"{NAMES[side]} reinforcements from {s.names.called('box', near)}"
        yield toggle(id, name, wants(given, id, False), f"{who}, {text}", "9.4.1", side)


def support_asked(s: State, o: Optional[Option]) -> list[Option]:
    """The aircraft and cards that the attacker may bring in before the first round; without an option, from now on."""
    here = support_now(s) if o is None else []
    if here or (o is None and within(s, Half) is not None):
        return here
    for now in decisions(s, o or named_choice(s), Battle, chooser(NOTHING)):
        found = support_now(now)
        if found or within(now, Half) is not None:
            return found
    return []


def support_now(s: State) -> list[Option]:
    return [o for o in options(s) if o[0] in SUPPORT] if decider(s) == s.active else []


def support_switch(s: State, o: Option, side: int, given: Given) -> Switch:
    id = support_of(s, o)
    on = wants(given, id, False)
    if o[0] == "fly":
        return toggle(id, f"Send {s.names.called('unit', o[1])}", on, "used for this player-turn", "11.6.1", side)
    if o[0] == "play":
        return toggle(id, f"Play {s.names.called('card', o[1])}", on, "the card is spent", "5.1.3", side)
    return toggle(id, "Call an Aircraft Sortie", on, "once only", "13.4-8", side)


def has_guns(s: State, side: int, box: int) -> bool:
    return len({s.edition.type[u] == ART for u in stack_at(s, side, box) if not s.flags[u] & ASIDE}) > 1


def neighbours(s: State, box: int) -> list[int]:
    """9.4.1, 9.4.2: boxes next to the battle without one of their own."""
    f = within(s, Combat)
    fought = f.battles if f is not None else 0
    return [near for near in s.edition.neighbours[box] if not fought >> near & 1]


def able_to_join(s: State, side: int, near: int) -> list[int]:
    return [u for u in stack_at(s, side, near) if not s.flags[u] & (FOUGHT | OOS)]
