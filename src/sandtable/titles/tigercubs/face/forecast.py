"""The odds of what an option leads to, and what a player may regret about it."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

from sandtable.face.story import counted, measured
from sandtable.face.view import NOTHING, Forecast, Given
from sandtable.kernel.play import Option, Refusal, decider, pending
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.combat import half_of
from sandtable.titles.tigercubs.combat_strength import force_sp
from sandtable.titles.tigercubs.engineers import WRECK_PORT
from sandtable.titles.tigercubs.face.air_forecast import forecast_meeting, forecast_mission
from sandtable.titles.tigercubs.face.combat_forecast import forecast_combat
from sandtable.titles.tigercubs.face.overrun_board import forecast_overrun
from sandtable.titles.tigercubs.frames import Combat, InitialPhase, Move, MovementPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL
from sandtable.titles.tigercubs.payments import SPEND_AIR, SPEND_OFFENSIVE, headquarters, needy
from sandtable.titles.tigercubs.payments_proposed import flyers, has_stock
from sandtable.titles.tigercubs.questions import halves
from sandtable.titles.tigercubs.scales import SP, VP
from sandtable.titles.tigercubs.state import PAID_GENERAL, State, move, supply_state, units_in
from sandtable.titles.tigercubs.supply_hubs import serves, terminals


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    viewer = decider(s)
    found = forecast_combat(s, o, viewer, given) or forecast_overrun(s, o, viewer)
    return found or forecast_mission(s, o, viewer, given) or forecast_meeting(s, o)


def caution(s: State, o: Option) -> list[Refusal]:
    f = s.frames[-1]
    if isinstance(f, InitialPhase) and o[0] == "done":
        return [*caution_supply(s, f), *caution_offensive(s, f)]
    if isinstance(f, Move) and o[0] in ("go", "halt"):
        return caution_move(s, f, o)
    if isinstance(f, MovementPhase) and o[0] == "revert":
        return [Refusal("13.K.2.f", "from the next turn on it hands no supply on until it is emplaced again")]
    if isinstance(f, Combat) and o[0] in ("stay", "leave"):
        return caution_choice(s, f, o[0])
    return caution_works(s, o) if o[0] in ("cut", "build", "bridge") else []


def caution_works(s: State, o: Option) -> list[Refusal]:
    """12.B.2.e Engineers destroy what their own side uses as well."""
    verb, unit, second = o
    here = s.where[unit]
    if s.owner[here] != s.edition.side[unit]:
        return []
    if verb == "cut":
        return [Refusal("X-3", "this railway is your own: no train passes until it is repaired")]
    if verb == "build" and s.edition.work_rows[second].id == WRECK_PORT:
        return [Refusal("4.C.2", "this port is your own: it clears less until it is repaired")]
    if verb == "bridge" and s.edition.hexside(here, second) not in s.bridges_down:
        return [Refusal("12.B.2.e-b", "the bridge serves you, too, until it is gone")]
    return []


def caution_choice(s: State, f: Combat, verb: str) -> list[Refusal]:
    """9.D.6 Both cost something, and nothing brings it back: so much of the force, and the hex or not."""
    force = halves(force_sp(s, (*f.defenders, *f.bystanders)))
    where = s.names.called("place", f.target)
    if verb == "stay":
        return [Refusal("9.D.6", f"{share(half_of(s, f))} of your {force} will be lost, and {where} is held")]
    held = s.owner[f.target] == s.edition.side[f.defenders[0]]  # 16.A.2.a: else it scores for the enemy as it is
    worth = dict(s.edition.objectives[s.agreed.scenario]).get(f.target, 0) if held else 0
    points = f", and with it {measured(Fraction(worth, VP), 'Victory Point')}" if worth else ""
    return [Refusal("9.D.6", f"{share(f.owes[1])} of your {force} will be lost, and {where} is given up{points}")]


def share(halves: int) -> str:
    return text_of(Fraction(halves, SP)) if halves else "nothing"


def caution_supply(s: State, f: InitialPhase) -> list[Refusal]:
    """Before the states are found: units that could be paid for and are not."""
    if s.outlines[InitialPhase].rows[f.at].acts[0].verb != "provide" or not has_stock(s, f.side):
        return []
    unpaid = needy(s, f.side)
    return [Refusal("13.F.2-b", f"{counted(len(unpaid), 'unit')} will be found out of supply")] if unpaid else []


def caution_offensive(s: State, f: InitialPhase) -> list[Refusal]:
    """HQs and air units that could still be paid for."""
    if pending(s).act("equip") is None:
        return []
    able = terminals(s, f.side)
    served = [hq for t in able if SPEND_OFFENSIVE.why_not(s, f, t, 0) is None for hq in headquarters(s, t) if not s.offensive[hq]]
    flown = [air for t in able if SPEND_AIR.why_not(s, f, t, 0) is None for air in flyers(s, t)]
    found = []
    if served:
        who = "the HQ that could be" if len(set(served)) == 1 else f"{len(set(served))} HQs that could be"
        found.append(Refusal("13.I.1.a", f"{who} in Offensive Supply will not be: units attack with half their effects"))
    if flown:
        found.append(Refusal("13.D.1.d", f"{counted(len(set(flown)), 'air unit')} that could be supplied will not be"))
    return found


def caution_move(s: State, f: Move, o: Option) -> list[Refusal]:
    """A step or a stop outside every route that has been paid for."""
    if not f.units:
        return []
    e, here = s.edition, s.where[f.units[0]]
    there = o[1] if o[0] == "go" else here
    units = [u for u in f.units if e.role[u] == COMBAT_UNIT and supply_state(s, u) == GENERAL]
    if not units or there >= e.sheet or any(e.side[u] != f.side for u in units_in(s, there)):
        return []
    trial = s
    if there != here:
        trial = s.clone()
        for unit in f.units:
            move(trial, unit, there)
    paid = [t for t in terminals(s, f.side) if s.paid[t] & PAID_GENERAL]
    if not paid or any(serves(trial, t, there, e.contingent[units[0]]) for t in paid):
        return []
    return [Refusal("13.F.2", f"no supply route reaches {s.names.called('place', there)} as things stand")]
