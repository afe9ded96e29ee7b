"""8.7, 8.8 Outflank: through a box with enemies, under their fire."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.edition import HQ, members
from sandtable.titles.blitzkrieg.fire import fire_at, flank_shot
from sandtable.titles.blitzkrieg.forts import roll_mines
from sandtable.titles.blitzkrieg.frames import Capture, FlankFire, March
from sandtable.titles.blitzkrieg.movement import advance, flank_refused, limits, troops_of
from sandtable.titles.blitzkrieg.state import ASIDE, DAMAGED, LASTING, State, air_at, eliminate, hq_at, stack_at


class Outflank(Act[State, March]):
    rule = "8.7-a"
    form = "outflank box"
    label = "Outflank {box} · two boxes, under their fire"
    asks = "outflank a box"

    def candidates(self, s: State, f: March) -> list[Args]:
        if f.convoy:
            return []
        near = s.edition.entry_mask[f.side] if f.here >= s.edition.boxes else s.edition.around[f.here]
        return [(to, 0) for to in members(near & (s.occupied[other(f.side)] | s.dumps[other(f.side)]))]

    def why_not(self, s: State, f: March, to: int, _: int, /) -> Optional[Refusal]:
        return flank_refused(s, f, to)

    def do(self, s: State, f: March, to: int, _: int, dice: Dice, /) -> None:
        e = s.edition
        advance(s, f, to, e.figure["outflank_cost"], True)
        s.tell("outflanks", to)
        troops, enemy = troops_of(s, f), other(f.side)
        roll_mines(s, f.side, to, troops, dice)  # 14.1.3-d: before the fire
        if defenders_of(s, enemy, to):
            crossed = f.last != e.holding and e.line[to][f.last]
            open_flank_fire(s, enemy, to, tuple(troops), tuple(troops) if crossed else ())
        elif hq_at(s, enemy, to):
            s.begin(Capture(enemy, to))  # 8.8.7, 11.3.7: it was alone with supply units


def open_flank_fire(s: State, side: int, box: int, targets: tuple[int, ...], crossed: tuple[int, ...]) -> None:
    """8.8.2: the outflankers are the enemy's Front Line; 11.6.2.1: air aims at whom it likes."""
    there = defenders_of(s, side, box)
    line = tuple([u for u in there if s.edition.ground[u]])
    free = tuple([u for u in there if not s.edition.ground[u]])
    s.begin(FlankFire(side, box, line, free, targets, targets, crossed=crossed))


def defenders_of(s: State, side: int, box: int) -> list[int]:
    """8.7.2, 7.3.7: the combat units there; HQs and supply units do not fire."""
    return [*[u for u in stack_at(s, side, box) if not s.flags[u] & ASIDE], *air_at(s, side, box)]


def come_under_fire(s: State, f: FlankFire, dice: Dice) -> None:
    s.tell("under_fire", other(f.side), f.box)


def resolve_fire(s: State, f: FlankFire, dice: Dice) -> None:
    """8.8.2: one free round, as if all fired from the Front Line."""
    hits: dict[int, int] = {}
    for firer, target, extra in f.aims:
        if fire_at(s, flank_shot(s, f, firer, target, bool(extra)), firer, target, dice):
            hits[target] = hits.get(target, 0) + 1
    s.tell("flank_fire", f.box, sum(hits.values()))
    for target, count in hits.items():
        if count + (s.flags[target] & DAMAGED) > 1:
            eliminate(s, target)
        else:
            s.flags[target] |= DAMAGED | LASTING  # 8.8.4
            s.tell("damaged", target)


def go_on(s: State, f: FlankFire, dice: Dice) -> None:
    """8.8.3: the survivors must finish their move. 8.7.3: an HQ left alone may be captured."""
    march = within(s, March)
    if march is None:
        return
    march.units = tuple([u for u in march.units if s.where[u] == f.box])
    if troops_of(s, march):
        march.plain, march.swift = limits(s, march.units, march.motorized)
    else:
        march.finish()
        if any(s.edition.type[u] == HQ for u in march.units):
            s.begin(Capture(march.side, f.box))
