"""The chance of a shot before the die, term by term (of a battle: `muster`); and what a player may regret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from sandtable.face.story import both, counted
from sandtable.face.view import NOTHING, Chance, Forecast, Given, likely, sum_of
from sandtable.kernel.odds import odds
from sandtable.kernel.play import Event, Option, Refusal, options, pending, within
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.combat import attackers, battles_paid
from sandtable.titles.blitzkrieg.edition import MAJOR
from sandtable.titles.blitzkrieg.face.aids import lit_by
from sandtable.titles.blitzkrieg.face.battleboard import chance_of, firing
from sandtable.titles.blitzkrieg.face.crowding import caution_recon_withdrawal, caution_retreat, caution_withdrawal
from sandtable.titles.blitzkrieg.face.muster import END, battles_begun, muster, named_choice
from sandtable.titles.blitzkrieg.face.payment import cut_off_without
from sandtable.titles.blitzkrieg.fire import flank_shot, shot
from sandtable.titles.blitzkrieg.forts import is_mined
from sandtable.titles.blitzkrieg.frames import Battle, Capture, FlankFire, Half, March, Movement, Refit, Withdrawal
from sandtable.titles.blitzkrieg.hq import chance_of_capture
from sandtable.titles.blitzkrieg.movement import load_of, road_kind, troops_of
from sandtable.titles.blitzkrieg.outflank import defenders_of
from sandtable.titles.blitzkrieg.refit import points_of_refusal
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, State, hq_at, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import payers, supplied_boxes

FACES: int = 10
SHOTS_SEEN: int = 400


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    if o[0] == "fight":
        return muster(s, o, given)
    if o[0] in ("aim", "extra"):
        return forecast_shot(s, o)
    if o[0] == "outflank":
        return forecast_outflank(s, o)
    if o[0] == "go":
        return forecast_capture(s, o)
    return None


def forecast_shot(s: State, o: Option) -> Optional[Forecast]:
    """9.1.1: exact; nothing is decided between the aim and the die that changes it."""
    f, battle = firing(s), within(s, Battle)
    if isinstance(f, FlankFire):
        value = flank_shot(s, f, o[1], o[2], o[0] == "extra")
    elif isinstance(f, Half) and battle is not None:
        value = shot(s, battle, o[1], o[2], o[0] == "extra")
    else:
        return None
    chance = chance_of(value)
    means = "eliminated" if s.flags[o[2]] & DAMAGED else "damaged; a second hit eliminates it"
    return Forecast(
        title=f"{s.names.called('unit', o[1])} fires at {s.names.called('unit', o[2])}",
        assumes="this shot alone",
        sums=(sum_of(value),),
        chances=(
            Chance("hit", chance, f"{s.names.called('unit', o[2])} is {means}", "9.1.1", "good"),
            Chance("miss", round(1.0 - chance, 6), "no effect", "9.1.1", "poor"),
        ),
        rule="9.1.1",
        lit=lit_by(s.edition, [value]),
    )


def forecast_outflank(s: State, o: Option) -> Optional[Forecast]:
    """8.8.2: how many hits the fire at the outflankers scores, by the rules themselves."""
    f = s.frames[-1] if s.frames else None
    if not isinstance(f, March) or o[1] >= s.edition.boxes:
        return None
    defenders = defenders_of(s, other(f.side), o[1])
    if not defenders:
        return None
    found = odds(s, o, "flank_fire", March, named_choice, cases=0, samples=SHOTS_SEEN, measure=hits_scored)
    hits = [likely(found, n, counted(n, "hit") if n else "no hit") for n in range(len(defenders) + 1)]
    return Forecast(
        title=f"Fire from {s.names.called('box', o[1])} at the outflankers",
        assumes="who is damaged is fired at first",
        sums=(),
        chances=tuple([each for each in hits if each.chance]),
        rule="8.8.2",
        notes=("the first hit damages, the second eliminates; whoever is left must finish the move beyond the box (8.8.3)",),
        samples=SHOTS_SEEN,
    )


def hits_scored(s: State, event: Event) -> int:
    return event.numbers[1]


def forecast_capture(s: State, o: Option) -> Optional[Forecast]:
    """11.3.7: an HQ that stands alone where a unit goes."""
    f = s.frames[-1] if s.frames else None
    if not isinstance(f, March) or f.convoy or o[1] >= s.edition.boxes:
        return None
    enemy = other(f.side)
    alone = hq_at(s, enemy, o[1]) and not stack_at(s, enemy, o[1]) and any(s.edition.ground[u] for u in f.units)
    if not alone:
        return None
    chance = (chance_of_capture(s, f.side) + 1) / FACES
    return Forecast(
        title=f"{s.names.called('unit', s.hq[enemy])} stands alone at {s.names.called('box', o[1])}",
        assumes="no card saves the HQ",
        sums=(),
        chances=(
            Chance("captured", chance, f"{s.edition.points[s.hq[enemy]]} Victory Points", "11.3.7", "good"),
            Chance("gets away", round(1.0 - chance, 6), "it joins the nearest supplied unit", "11.3.7", "poor"),
        ),
        rule="11.3.7",
    )


# What a player may regret


def caution(s: State, o: Option) -> list[Refusal]:
    f = s.frames[-1] if s.frames else None
    if isinstance(f, March) and o[0] in ("go", "halt"):
        return caution_march(s, f, o)
    if isinstance(f, Battle) and o[0] == "supply":
        return caution_supply(s, f, o[1])
    if isinstance(f, Battle) and o == END and any(pending(s).act(verb) is not None for verb in ("lrdf", "relay")):
        return caution_raid(s, f)
    if isinstance(f, Battle) and o[0] == "evade":
        return caution_recon_withdrawal(s, f)
    if isinstance(f, Refit) and o[0] == "done" and f.choices and pending(s).act("bonus") is not None:
        return [Refusal("11.3.1-a", f"your HQ gives {'no' if not s.bonus[f.side] else 'only one'} bonus in this player-turn")]
    if isinstance(f, Refit) and o[0] == "done" and pending(s).act("play") is not None:
        return caution_cards(s, f)
    if isinstance(f, Refit) and o[0] == "refuse":
        return [Refusal("6.6.2-a", f"the Axis scores {counted(points_of_refusal(s, f.calls[0]), 'Victory Point')}")]
    if isinstance(f, Movement) and o == END:
        return caution_battles(s)
    if o[0] == "burn":
        return [Refusal("7.3.10-a", "the supply unit is gone for good")]
    if isinstance(f, Withdrawal) and o == ("retreat", s.edition.off, 0):
        return [Refusal("9.7-a", "units that leave the map never come back")]
    if isinstance(f, Withdrawal) and o[0] == "retreat":
        return caution_retreat(s, f, o[1])
    if isinstance(f, Half) and o[0] == "withdraw":
        return caution_withdrawal(s, f)
    if isinstance(f, Half) and o[0] == "pass" and f.doomed:
        return caution_loss(s, f)
    if isinstance(f, Capture) and o[0] == "pass":
        return caution_capture(s, f)
    return []


def caution_march(s: State, f: March, o: Option) -> list[Refusal]:
    e = s.edition
    to = o[1] if o[0] == "go" else f.here
    found: list[Refusal] = []
    if to >= e.boxes:
        return found
    hungry = any(not s.flags[u] & LRDF for u in troops_of(s, f))
    fights = s.occupied[other(f.side)] >> to & 1
    if hungry and not fights and not supplied_boxes(s, f.side) >> to & 1:
        found.append(Refusal("7.4.5-a", f"units could not trace supply from {s.names.called('box', to)}"))
    if o[0] == "go" and f.here < e.boxes:
        if fights and e.line[to].get(f.here, False):
            found.append(Refusal("11.5-a", "a terrain line is crossed: the defenders fire at +1 in round one"))
        if is_mined(s, f.side, to) and troops_of(s, f):
            found.append(Refusal("14.1.3-a", "mines: each unit is damaged on 0-3"))
        lane = e.lane[e.road[f.here][to]] if to in e.road[f.here] else -1
        if lane >= 0 and load_of(s, f) and s.traffic[lane] + load_of(s, f) >= e.figure["tertiary"]:
            found.append(Refusal("8.4-b", "a stop there closes this tertiary road for the phase"))
        if f.major and road_kind(s, f.here, to) != MAJOR and f.spent >= f.plain - 1:
            found.append(Refusal("8.2-a", "off the major road this is the last box"))
    return found


def caution_battles(s: State) -> list[Refusal]:
    """7.4.3, 9.1.3, 14.2.1: battles that will not be fought for want of supply units."""
    lacking, fought = battles_begun(s)
    found = [Refusal("7.4.3-a", f"no supply unit can pay for a battle there, so the attackers go back: {named(s, lacking)}")]
    near = {place for box in fought for place in payers(s, s.active, box)}
    count = sum([stock_at(s, s.active, place) for place in near])
    if count * battles_paid(s) < len(fought):
        can = f"only {counted(count, 'supply unit')} can pay for {len(fought)} battles"
        text = f"{can}, at {named(s, fought)}: the last is not fought"
        found.append(Refusal("9.1.3-a", text))
    return found if lacking else found[1:]


def caution_raid(s: State, f: Battle) -> list[Refusal]:
    """7.4.3, 7.4.8: nobody can pay, so that all who attack must be Long Range Desert Forces."""
    text = f"there is no battle at {s.names.called('box', f.box)}, and the attackers go back"
    return [] if all(s.flags[u] & LRDF for u in attackers(s, f)) else [Refusal("7.4.3-a", text)]


def caution_loss(s: State, f: Half) -> list[Refusal]:
    whom = both([s.names.called("unit", u) for u in f.doomed])
    points = counted(sum([s.edition.points[u] for u in f.doomed]), "Victory Point")
    return [Refusal("5.1.3-b", f"{whom} {'is' if len(f.doomed) == 1 else 'are'} eliminated, and the enemy scores {points}")]


def caution_capture(s: State, f: Capture) -> list[Refusal]:
    hq = s.hq[f.side]
    lost = f"{s.names.called('unit', hq)} is captured, and the enemy scores {counted(s.edition.points[hq], 'Victory Point')}"
    return [Refusal("11.3.7-a", f"on 0-{chance_of_capture(s, other(f.side))} {lost}")]


def named(s: State, boxes: Sequence[int]) -> str:
    return both([s.names.called("box", box) for box in boxes])


def caution_cards(s: State, f: Refit) -> list[Refusal]:
    """5.1.3: what could be played in this phase and is not held for another."""
    names = [s.names.called("card", card) for verb, card, _ in options(s) if verb == "play" and not s.edition.card_rows[card].held]
    return [Refusal("5.1.3-b", f"not played now, this is lost: {both(names)}")] if names else []


def caution_supply(s: State, f: Battle, box: int) -> list[Refusal]:
    """7.4.2: who would be out of supply when that supply unit is spent."""
    cut = cut_off_without(s, f.side, box)
    names = both([s.names.called("unit", u) for u in cut])
    return [Refusal("7.4.2-a", f"without it these would be out of supply: {names}")] if cut else []
