"""8.D, 10.C Combat in the air as both sides follow it: who flies with which factors, what each goes for, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Optional

from sandtable.face.story import both
from sandtable.face.view import Battle, Fact, Fighter, Party, Stage
from sandtable.kernel.play import decider, options, within
from sandtable.kernel.sides import NAMES, other
from sandtable.kernel.steps import stages
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.air_bombing import BOMBING, load_of, mission, payload_exact
from sandtable.titles.tigercubs.air_combat import attack
from sandtable.titles.tigercubs.face.proposals_air import roughly
from sandtable.titles.tigercubs.frames import Interception, Mission, Strike
from sandtable.titles.tigercubs.questions import mission_of
from sandtable.titles.tigercubs.state import State


def air_battle(s: State) -> Optional[Battle]:
    """From the moment somebody has risen against a mission until its results are in."""
    f = within(s, Strike) or within(s, Interception)
    if f is None or not f.interceptors:
        return None
    return Battle(
        title=mission_of(s, f),
        parties=flyers(s, f, others_in_reach(s, f)),
        stages=tuple([Stage(*step, state) for step, state in stages(s, f)]),
        places=(s.edition.map.ids[f.target],),
        which=mission_of(s, f),
    )


def flyers(s: State, f: Mission, others: Sequence[Fighter] = ()) -> tuple[Party, Party]:
    """Who attacks whom: a mission, and who has risen against it; or who falls upon those that fly home."""
    raiders = [fighter(s, f, air) for air in (*f.bombers, *f.escorts)]
    hunters = [*[fighter(s, f, air) for air in f.interceptors], *others]
    raid = Party(f.side, f"{NAMES[f.side]} {'force' if f.homebound else 'mission'}", tuple(raiders), bombs_carried(s, f))
    guns = "and the guns below" if f.bombers and not f.cancelled and not f.homebound else ""
    risen = Party(other(f.side), f"{NAMES[other(f.side)]} interceptors", tuple(hunters), guns)
    return (risen, raid) if f.homebound else (raid, risen)


def bombs_carried(s: State, f: Mission) -> str:
    if f.homebound or mission(s, f) not in BOMBING:
        return ""
    return roughly(sum([payload_exact(s.edition, load_of(s, f, air)) for air in f.bombers], Fraction(0)), "bomb point")


def fighter(s: State, f: Mission, air: int) -> Fighter:
    values = [Fact("attack", text_of(attack(s, f, air).exact)), Fact("defence", text_of(s.edition.air_rows[air].defence))]
    return Fighter(s.names.text("air", air), task(s, f, air), values=tuple(values))


def task(s: State, f: Mission, air: int) -> str:
    """10.C.1.b.ii to v: what it is there for."""
    if air in f.bombers:
        return "flies home" if f.cancelled or f.homebound else "bombs"
    if air in f.escorts:
        alone = f.homebound and not f.bombers
        return "flies home" if alone else "ignores its attackers" if air in f.ignoring else "escorts"
    role = "Air Superiority" if air in f.superior else "Bomber Destroyer" if air in f.destroyers else "intercepts"
    targets = [s.names.called("air", target) for hunter, target in f.pairs if hunter == air]
    return f"{role}, against {both(targets)}" if targets else role


def others_in_reach(s: State, f: Mission) -> list[Fighter]:
    """8.D.1.a: who may still rise, while that is asked."""
    asked = options(s) if decider(s) == other(f.side) else []
    return [Fighter(s.names.text("air", air), "may rise") for verb, air, _ in asked if verb == "intercept"]
