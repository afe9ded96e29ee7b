"""What the program proposes to who decides: payments, missions, interceptors, pairs, losses, retreats.

Each is a list of decisions that are legal now, ranked by a measure that its text names. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from sandtable.face.handling import Draft
from sandtable.face.story import both, counted, measured
from sandtable.face.view import Proposal
from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import decider, options, pending, within
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.face.proposals_air import formed, interceptions, missions, transfers
from sandtable.titles.tigercubs.frames import (
    AirWindow,
    Combat,
    InitialPhase,
    Interception,
    Losses,
    Mission,
    Modes,
    MovementPhase,
    Retreats,
    Strike,
)
from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.losses import can_flip, loss_of
from sandtable.titles.tigercubs.payments import RATION, SPEND_GENERAL, headquarters, needy
from sandtable.titles.tigercubs.payments_proposed import Equip, propose_rations, propose_terminals
from sandtable.titles.tigercubs.scales import GSP, LP, RATING
from sandtable.titles.tigercubs.state import State, attack_rating
from sandtable.titles.tigercubs.supply import is_air_served
from sandtable.titles.tigercubs.supply_hubs import terminals

FEW: Final = 3  # units that are named one by one


def proposals(s: State, viewer: int) -> tuple[Proposal, ...]:
    if not s.frames or decider(s) != viewer:
        return ()
    f = s.frames[-1]
    if isinstance(f, InitialPhase):
        return tuple(payments(s, f))
    if isinstance(f, AirWindow):
        return tuple(missions(s, f))
    if isinstance(f, MovementPhase):
        return tuple(transfers(s, f))
    if isinstance(f, Interception):
        return tuple(interceptions(s, f))
    if isinstance(f, Mission) and not isinstance(f, Strike):
        return tuple(formed(s, f))
    if isinstance(f, Modes):
        return (modes(s, f),)
    if isinstance(f, Losses):
        return tuple(losses(s, f))
    return tuple(retreats(s, f)) if isinstance(f, Retreats) and not f.before_combat else ()


def units_in_words(s: State, units: Iterable[int]) -> str:
    return both([s.names.called("unit", u) for u in units])


def place(s: State, number: int) -> str:
    return s.names.called("place", number)


# 6.3.a Supply


def payments(s: State, f: InitialPhase) -> Iterator[Proposal]:
    acts = [act.verb for act in pending(s).acts]
    if "provide" in acts and ("provide", 0, 0) in options(s):
        yield Proposal("Pay for General Supply", ("provide",), general_in_words(s, f))
    if "equip" in acts and ("equip", 0, 0) in options(s):
        yield Proposal("Pay for Offensive and air supply", ("equip",), offensive_in_words(s, f.side))


def general_in_words(s: State, f: InitialPhase) -> str:
    """What it spends where, and who goes without."""
    now, dice = s.clone(), NoDice()
    paid = propose_terminals(now, f.side)
    for terminal in paid:
        SPEND_GENERAL.do(now, f, terminal, 0, dice)
    for unit, dump in propose_rations(now, f):
        RATION.do(now, f, unit, dump, dice)
    without = needy(now, f.side)
    among = ", among them " if len(without) > FEW else ": "
    fed = f"{counted(len(without), 'unit')} without{among}{units_in_words(s, without[:FEW])}" if without else "nobody goes without"
    return f"{spent_in_words(s, now)}; {fed}"


def offensive_in_words(s: State, side: int) -> str:
    """What it spends where, and whom that lets attack and fly."""
    now = s.clone()
    phase = within(now, InitialPhase)
    assert phase is not None
    Equip().do(now, phase, 0, 0, NoDice())
    armed = [hq for t in terminals(s, side) for hq in headquarters(s, t) if now.offensive[hq] and not s.offensive[hq]]
    flying = [a for a in s.edition.air_of_side[side] if s.base[a] >= 0 and is_air_served(now, a) and not is_air_served(s, a)]
    served = [f"units near {units_in_words(s, dict.fromkeys(armed))} attack at full strength"] if armed else []
    served += [f"{counted(len(flying), 'air unit')} supplied"] if flying else []
    return f"{spent_in_words(s, now)}; {', '.join(served) or 'no headquarters is in reach of a terminal'}"


def spent_in_words(s: State, now: State) -> str:
    """What there was and no longer is."""
    lps = [(p, Fraction(had - now.lp.get(p, 0), LP)) for p, had in s.lp.items()]
    gsps = [(p, Fraction(had - now.gsp.get(p, 0), GSP)) for p, had in s.gsp.items()]
    spent = [
        f"{measured(used, kind)} at {place(s, p)}"
        for kind, all in (("Logistics Point", lps), ("General Supply Point", gsps))
        for p, used in all
        if used
    ]
    return both(spent) or "nothing is spent"


def modes(s: State, f: Modes) -> Proposal:
    """Against armour the guns stay in the line."""
    combat = within(s, Combat)
    armoured = combat is not None and any(s.edition.armour[u] for u in combat.attackers)
    draft = Draft(s)
    for unit in f.units:
        draft.say(("at_tanks" if armoured else "at_aircraft", unit, 0))
    why = "tanks attack" if armoured else "no tanks attack"
    return Proposal(f"All fire at {'tanks' if armoured else 'aircraft'}", tuple(draft.says), why)


# 9 Losses and retreats


def losses(s: State, f: Losses) -> Iterator[Proposal]:
    """The cheapest legal payment in attack strength; and one that spares the armour, where that is another one."""
    ways: dict[str, Proposal] = {}
    for name, spares in (("Lose the least attack strength", False), ("Spare the armour", True)):
        draft = paid(s, spares)
        cost = loss_in_words(s, f.units, draft.s)
        ways.setdefault(cost, Proposal(name, tuple(draft.says), cost))
    yield from ways.values()


def paid(s: State, spares: bool) -> Draft:
    draft = Draft(s)
    depth = len(s.frames)
    while draft.open and len(draft.s.frames) == depth and isinstance(draft.s.frames[-1], Losses):
        now = draft.s
        draft.say(min([o for o in options(now) if o[0] == "lose"], key=lambda o: price(now, o[1], spares)))
    return draft


def price(s: State, unit: int, spares: bool) -> tuple[bool, Fraction]:
    """Attack strength for each half SP that it pays."""
    return spares and bool(s.edition.armour[unit]), Fraction(attack_lost(s, unit), max(1, loss_of(s, unit)))


def attack_lost(s: State, unit: int) -> int:
    full = attack_rating(s, unit)
    return full - s.edition.attack[s.agreed.scale][1][unit] if can_flip(s, unit) else full


def loss_in_words(s: State, units: Sequence[int], after: State) -> str:
    """All that goes, those included of whom nobody is asked because nobody else can pay."""
    there = [u for u in units if s.where[u] >= 0]
    gone = [u for u in there if after.where[u] < 0]
    turned = [u for u in there if after.where[u] >= 0 and after.reduced[u] != s.reduced[u]]
    lost = sum([attack_rating(s, u) for u in gone]) + sum([attack_lost(s, u) for u in turned])
    fates = [
        f"{both([s.names.called('unit', u) for u in who])} {'is' if len(who) == 1 else 'are'} {fate}"
        for who, fate in ((gone, "lost"), (turned, "reduced"))
        if who
    ]
    return f"{both(fates)}: {text_of(Fraction(lost, RATING))} of attack strength"


def retreats(s: State, f: Retreats) -> Iterator[Proposal]:
    """All together to the hex that is nearest to the side's supplies."""
    together = [o for o in options(s) if o[0] == "withdraw"]
    sources = [s.where[t] for t in s.edition.of_side[f.side] if s.edition.role[t] == TERMINAL and s.where[t] >= 0]
    if together and sources:
        best = min(together, key=lambda o: min([s.edition.distance(o[1], p) for p in sources]))
        yield Proposal(
            f"Retreat to {place(s, best[1])}", (f"withdraw {s.edition.map.ids[best[1]]}",), "all together, towards your supplies"
        )
