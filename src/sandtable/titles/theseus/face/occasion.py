"""Who is asked out of turn, what he breaks into, and what it costs him."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.face.view import Fact, Occasion
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Event, Frame, Row, options, pending, take
from sandtable.kernel.sides import other
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.face.battle import NAMES
from sandtable.titles.theseus.frames import Activation, Attack, Challenge, Contest, March, Operations, Refit
from sandtable.titles.theseus.operations import action_points
from sandtable.titles.theseus.questions import rolled, unit_checked
from sandtable.titles.theseus.snafu import LetStand, go_on_with
from sandtable.titles.theseus.state import State, effectiveness, is_open

WORST: Final[dict[tuple[type[Frame], str], int]] = {  # where all see what a die is compared with: the face that nobody wants
    (Activation, ""): 1,  # Action Points
    (Operations, "6.1"): 1,
    (Attack, "7.5.1.1-a"): 1,
    (Attack, "7.5.1-a"): 1,
    (March, "6.5.2"): 10,
}
NO_GAIN: Final = Fact("no other roll can be worse for the enemy: to have it rolled again can only help him", "", "5.2-a")


def occasion(s: State, viewer: int) -> Optional[Occasion]:
    """Title and text say nothing that one of the sides does not know: they also stand on the curtain between two players."""
    f = s.frames[-1] if s.frames else None
    if isinstance(f, March) and is_reaction(s):
        return reaction(s, f, viewer)
    if isinstance(f, Attack) and pending(s).act("evade"):
        return attacked(s, f, viewer)
    if isinstance(f, Contest):
        return contested(s, f, viewer)
    if isinstance(f, Challenge):
        who = s.names.called("unit", f.unit) if is_open(s, f.unit) else "A unit of an attack"
        text = f"{who} acts with a formation of the {NAMES[other(f.side)]}; the {NAMES[f.side]} may ask to see its Assigned marker"
        return Occasion("Challenge", text, "5.5.2-d")
    return None


def is_reaction(s: State) -> bool:
    return bool(s.frames) and pending(s).act("react") is not None


def reaction(s: State, f: March, viewer: int) -> Occasion:
    """6.5 The mover is named by what can be seen of him."""
    side, hex = other(f.side), s.where[f.units[0]]
    top = s.at[hex][0]
    who = s.names.called("unit", top) if top in f.units else "a stack"
    where = f"{who} is in {s.names.called('hex', hex)}, beside units of the {NAMES[side]}"
    text = f"The {NAMES[f.side]} moves: {where}, who may break into the move"
    costs = [reaction_costs(s, n) for verb, n, _ in options(s) if verb == "react"] if viewer == side else []
    return Occasion("Formation Reaction", text, "6.5.1-a", tuple(costs))


def reaction_costs(s: State, n: int) -> Fact:
    e, level = s.edition, s.level[n]
    points = [action_points(s, n, row) for row in e.red]
    words = f"halts the mover and has {min(points)} to {max(points)} Action Points; its level falls from {level} to {level - 1}"
    return Fact(f"{s.names.called('formation', n)}: {words}", f"{e.reaction[n] * 10} %", "6.5.2-a")


def attacked(s: State, f: Attack, viewer: int) -> Occasion:
    """7.5.1.1"""
    called, side = s.names.called, other(f.side)
    attack = f"The {NAMES[f.side]} attacks {called('hex', f.target)} from {called('hex', f.source)}"
    text = f"{attack}; the {NAMES[side]} may try to slip away first"
    cost = Fact(
        "on their die if it fails: both roll, yours must be higher",
        f"{s.edition.modifier['failed_retreat']:+}",
        "7.5.1.1-e",
    )
    return Occasion("Attacked", text, "7.5.1.1-a", (cost,) if viewer == side else ())


def contested(s: State, f: Contest, viewer: int) -> Occasion:
    """5.2"""
    text = f"The {NAMES[other(f.holder)]} has {rolled(s, f)}; the {NAMES[f.holder]} may give its marker to have it rolled again"
    idle = helps_only_the_enemy(s, f)
    costs = (*as_it_stands(s, f), *([NO_GAIN] if idle else []))
    return Occasion("SNAFU", text, "5.2-a", costs if viewer == f.holder else (), idle)


def helps_only_the_enemy(s: State, f: Contest) -> bool:
    """5.2 Whether the worst that could be rolled instead comes to the same as the die that lies there."""
    worst = worst_face(s)
    return worst is not None and what_becomes(s, f, worst) == what_becomes(s, f, f.accepted[f.die])


def worst_face(s: State) -> Optional[int]:
    """Of the contested die, where all see what it is compared with."""
    return WORST.get((type(s.frames[-2]), contested_row(s).rule))


def contested_row(s: State) -> Row:
    """The row whose dice are contested."""
    broken = s.frames[-2]
    return s.outlines[type(broken)].rows[broken.row]


def what_becomes(s: State, f: Contest, face: int) -> tuple[object, ...]:
    """The position after the dice of that row, if this were the contested one."""
    return with_die(s, f, face).key()


def with_die(s: State, f: Contest, face: int, log: Optional[list[object]] = None) -> State:
    now: State = s.clone()
    now.log = log
    go_on_with(now, (*f.accepted[: f.die], face, *f.accepted[f.die + 1 :]))
    happens = contested_row(s).happens
    assert happens is not None
    happens(now, now.frames[-1], NoDice())
    return now


def as_it_stands(s: State, f: Contest) -> list[Fact]:
    """What the die comes to that lies there, where all see what it is compared with."""
    words, rule = nerve(s, f) or by_what_is_told(s)
    return [Fact(f"as the {'die lies' if f.own == NONE else 'dice lie'} {words}", "", rule)] if words else []


def nerve(s: State, f: Contest) -> Optional[tuple[str, str]]:
    unit = unit_checked(s, s.frames[-2], f)
    if unit == NONE or not is_open(s, unit):
        return None
    who = s.names.called("unit", unit)
    if f.accepted[f.die] <= effectiveness(s, unit):
        return f"{who} keeps its nerve", "7.5.2-g"
    return f"{who} loses its nerve, and {'a Strength Point' if s.down[unit] else 'is Disrupted'}", "7.5.2-g"


def by_what_is_told(s: State) -> tuple[str, str]:
    """Found by trying: bonuses count, and a tie is somebody's."""
    trial: State = s.clone()
    log: list[object] = []
    trial.log = log
    with suppress(ScriptError):
        take(trial, (LetStand.form, 0, 0), NoDice())
    told = {event.what: event for event in log if isinstance(event, Event)}
    called = s.names.called
    if "initiative" in told:
        who, axis, allied = told["initiative"].numbers
        sums = f"{axis} for the Axis, {allied} for the Commonwealth, bonuses included"
        return f"the initiative goes to the {NAMES[who]}: {sums}", "6.1"
    if "slipped_away" in told or "slip_failed" in told:
        words = "the defenders slip away" if "slipped_away" in told else "the defenders fail to slip away, and have to fight"
        return words, "7.5.1.1-e"
    if "reaction" in told or "reaction_failed" in told:
        outcome = "reaction" if "reaction" in told else "reaction_failed"
        what = "reacts, and the mover is halted" if outcome == "reaction" else "fails to react"
        return f"{called('formation', told[outcome].numbers[0])} {what}", "6.5.2-a"
    f = s.frames[-2]
    if isinstance(f, Refit) and is_open(s, f.unit) and ("refitted" in told or "not_refitted" in told):
        return f"{called('unit', f.unit)} {'is fit again' if 'refitted' in told else 'stays Disrupted'}", "7.6-a"
    if isinstance(f, Activation) and "activated" in told:
        formation, points = told["activated"].numbers
        return f"{called('formation', formation)} has {counted(points, 'Action Point')}", "6.3.1-a"
    if isinstance(f, Attack) and "result" in told:
        return f"the table says: {called('result', told['result'].numbers[0])}", "7.5.1-a"
    return "", ""
