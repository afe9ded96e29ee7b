"""Every broken invariant of a position, with its rule: empty for every position that play can reach."""

from __future__ import annotations

from sandtable.kernel.play import Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.cards import full_deck
from sandtable.titles.blitzkrieg.edition import AIR, GONE, HQ, OCONNOR, members
from sandtable.titles.blitzkrieg.forts import fortified_boxes
from sandtable.titles.blitzkrieg.frames import Battle, Combat, Excess, March, Movement, Withdrawal
from sandtable.titles.blitzkrieg.stacking import fits
from sandtable.titles.blitzkrieg.state import LRDF, OWNED, State, rebuild, stack_at, stock_at


def audit(s: State) -> list[Refusal]:
    return [*audit_units(s), *audit_boxes(s), *audit_markers(s), *audit_cards(s), *audit_caches(s)]


def audit_units(s: State) -> list[Refusal]:
    """No unit is lost from sight; markers fit the place it is in."""
    e = s.edition
    found: list[Refusal] = []
    for unit, where in enumerate(s.where):
        name = e.names.text("unit", unit)
        if not GONE <= where <= e.holding:
            found.append(Refusal("2.1-a", f"{name} is nowhere: {where}"))
        if where < 0 and s.flags[unit]:
            found.append(Refusal("9.1.1-a", f"{name} is off the map and carries markers {s.flags[unit]}"))
        if e.type[unit] == HQ and where >= 0 and unit != s.hq[e.side[unit]]:
            found.append(Refusal("11.3.1-a", f"{name} is in play, but is not the HQ"))
    for side in (ALLIED, AXIS):
        if s.hq[side] >= 0 and s.where[s.hq[side]] < 0:
            found.append(Refusal("11.3.7-a", f"the HQ of side {side} is in play, but nowhere"))
        if len([u for u in e.recon[side] if s.flags[u] & LRDF]) > e.figure["lrdf"]:
            found.append(Refusal("3.0-b", f"side {side} has too many LRDF"))
    return found


def audit_boxes(s: State) -> list[Refusal]:
    """Both sides share a box only while a battle is to come or a march passes; stacks are within the limits."""
    e = s.edition
    found: list[Refusal] = []
    fighting = not s.frames or within(s, Combat) is not None or within(s, Movement) is not None
    leaving = any(isinstance(f, (Withdrawal, Excess)) for f in s.frames)
    march = within(s, March)
    for box in members(s.occupied[ALLIED] & s.occupied[AXIS]):
        if not fighting:
            found.append(Refusal("9.1.2-a", f"both sides are in {e.box_rows[box].id}, and nobody fights"))
    for side in (ALLIED, AXIS):
        for box in members(s.occupied[side]):
            moving = march is not None and march.side == side and march.here == box
            if not fits(s, stack_at(s, side, box)) and not leaving and not moving:
                found.append(Refusal("8.1.1-a", f"{e.box_rows[box].id} is over the stacking limit"))
        for box in members(s.dumps[side] & s.occupied[other(side)] & ~s.occupied[side]):
            if within(s, Movement) is None and within(s, Battle) is None:
                found.append(Refusal("7.3.9-a", f"supply units of side {side} are left among enemies in {e.box_rows[box].id}"))
        for unit in e.air[side]:
            box = s.where[unit]
            if e.type[unit] == AIR and 0 <= box < e.boxes and not stack_at(s, side, box) and not fighting:
                found.append(Refusal("11.6.2-a", f"{e.names.text('unit', unit)} is alone in {e.box_rows[box].id}"))
    return found


def audit_markers(s: State) -> list[Refusal]:
    e = s.edition
    found: list[Refusal] = []
    if min(s.stock) < 0 or any(fresh < 0 or fresh > stock_at(s, s.active, place) for place, fresh in enumerate(s.fresh)):
        found.append(Refusal("7.3.1-a", "the count of supply units is wrong"))
    for lane, used in enumerate(s.traffic):
        if not 0 <= used <= e.figure["tertiary"]:
            found.append(Refusal("8.4-b", f"tertiary road {lane} has carried {used} units"))
    for side in (ALLIED, AXIS):
        if fortified_boxes(s, side) > e.figure["fortified_limit"]:
            found.append(Refusal("11.4.6.2-a", f"side {side} has too many Fortified Boxes"))
    if any(work & OWNED[0] and work & OWNED[1] for work in s.works):
        found.append(Refusal("11.4.6-a", "a Fortified Box has two owners"))
    for port in e.ports:
        most = e.capacity[s.active][port] + (e.figure["convoy_bonus"] if s.convoy == port else 0)
        if s.shipped[port] > most:
            found.append(Refusal("8.5.1-a", f"{e.box_rows[port].id} took {s.shipped[port]} units"))
    row = e.scenario_rows[s.scenario]
    if not row.first_turn <= s.turn <= row.last_turn or min(s.points) < 0 or min(s.draws) < 0:
        found.append(Refusal("4.0-c", f"turn {s.turn}, points {s.points}, draws {s.draws}"))
    return found


def audit_cards(s: State) -> list[Refusal]:
    """5.0: every card is in the deck, in a hand or discarded."""
    count = s.deck[:]
    for card in (*s.hands[ALLIED], *s.hands[AXIS], *s.discards):
        count[card] += 1
    full = full_deck(s.edition, s.scenario)
    if s.scenario == OCONNOR:
        full = [n + int(row.given) for n, row in zip(full, s.edition.card_rows, strict=True)]
    return [] if count == full else [Refusal("5.0-a", f"the cards are {count}, not {full}")]


def audit_caches(s: State) -> list[Refusal]:
    anew = rebuild(s)
    same = (anew.stack, anew.occupied, anew.dumps, anew.crowded) == (s.stack, s.occupied, s.dumps, s.crowded)
    return [] if same else [Refusal("8.1-a", "stacks and masks differ from what the units say")]
