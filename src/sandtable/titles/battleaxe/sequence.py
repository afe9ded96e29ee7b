"""6 The sequence of play: every procedure as an outline, in the rulebook's order."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Outlines, each, freely, may, must, outline, step, then, window
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.battleaxe import (
    advantage,
    attrition,
    combat,
    impulses,
    logistics,
    movement,
    questions,
    refit,
    retreats,
    setup,
    victory,
)
from sandtable.titles.battleaxe.advantage import (
    DeclareFuelShortage,
    DeclareRommel,
    DeclareRommelInAssault,
    FanaticalDefence,
    InterceptAssault,
    InterceptRegroup,
    MaximumAttack,
    ProlongDaylight,
)
from sandtable.titles.battleaxe.combat import Enough, ExploitAttack, ExploitTo, Join, LeadAttack, LeadDefence, Strike
from sandtable.titles.battleaxe.frames import (
    Absorb,
    Assault,
    Attack,
    Exploit,
    Game,
    Half,
    Maneuvers,
    Refit,
    Regroup,
    Retreats,
    SetUp,
    Turn,
)
from sandtable.titles.battleaxe.impulses import BeginAssault, BeginRegroup, Consolidate, PassImpulse, Shift
from sandtable.titles.battleaxe.june15 import BOTH, release
from sandtable.titles.battleaxe.movement import Activate, EndAssault, Enter
from sandtable.titles.battleaxe.refit import DrawOnReserves, IncreaseReplacements, Rebuild, RecoverArmour, Replace, TigerCubs
from sandtable.titles.battleaxe.retreats import LeaveVoluntarily, RetreatTo
from sandtable.titles.battleaxe.setup import Deploy
from sandtable.titles.battleaxe.state import AUTOMATIC, AXIS_HOLDS, State
from sandtable.titles.battleaxe.support import CallArtillery, CommitAir, UseRommel

# 6.0, 6.1


def next_turn(s: State, f: Game, dice: Dice) -> None:
    f.restart()
    s.begin(Turn())
    s.tell("turn", s.turn)


def begin_maneuvers(s: State, f: Turn, dice: Dice) -> None:
    s.impulse = 1
    s.begin(Maneuvers())


def refit_allies(s: State, f: Turn, dice: Dice) -> None:
    """6.3, 13.1"""
    s.begin(Refit(ALLIED, s.edition.replacement_points, 0, 0))


def refit_axis(s: State, f: Turn, dice: Dice) -> None:
    s.begin(Refit(AXIS, s.edition.replacement_points, 0, 0))


def end_refit(s: State, f: Turn, dice: Dice) -> None:
    """12.2 An Advantage spent in the Refit Phase passes when it is over."""
    advantage.pass_on(s)


def end_phase(s: State, f: Turn, dice: Dice) -> None:
    """6.4 Automatic Victory first; then points, markers, the next Turn."""
    if victory.is_automatic(s):
        return victory.finish(s, AUTOMATIC)
    gained = victory.turn_points(s)
    s.vp += gained.total
    s.explain(gained)
    s.tell("points", s.vp)
    last = s.turn + 1
    if last == s.edition.turns[1]:
        return victory.finish(s, AXIS_HOLDS)  # 20.1 after June 17 only an Automatic Victory wins
    if last == s.edition.turns[0]:
        victory.check_operational(s)
        if not s.frames:
            return None
    s.turn, s.impulse = s.turn + 1, 1
    s.artillery = list(s.edition.artillery)
    release(s, BOTH)  # 16.1, 16.2 the June 15 Turn is finished
    return None


# 6.2


def allied_half(s: State, f: Maneuvers, dice: Dice) -> None:
    impulses.begin(s, ALLIED)


def axis_half(s: State, f: Maneuvers, dice: Dice) -> None:
    impulses.begin(s, AXIS)


def end_impulse(s: State, f: Maneuvers, dice: Dice) -> None:
    """6.2.1 The marker advances, or the phase ends."""
    if s.dusk:
        s.dusk, s.sunset = False, 0
        return
    s.impulse, s.sunset = s.impulse + 1, 0
    s.tell("impulse", s.impulse)
    f.restart()


def end_maneuvers(s: State, f: Maneuvers, dice: Dice) -> None:
    """12.1D, 12.1E, 14.2 Fuel and Rommel off, supply is checked."""
    s.tell("nightfall")
    logistics.restore_fuel(s)
    s.rommel = False
    logistics.check_supply(s)


def roll_sunset(s: State, f: Half, dice: Dice) -> None:
    """6.2.1, 8.1.3, 14.1.2 At the end of the Axis half; no roll where it could change nothing (Impulse 1, or 2 with fuel)."""
    if f.side != AXIS:
        return
    if not s.sunset and (s.impulse > 2 or (s.impulse == 2 and s.fuel_low)):
        s.sunset = dice.two_d6(AXIS, "6.2.1")
        s.tell("sunset", s.sunset)
    if s.sunset == s.impulse:
        logistics.restore_fuel(s)


def end_half(s: State, f: Half, dice: Dice) -> None:
    """8.0, 12.2, 14.2 Supply markers come off, a spent Advantage passes."""
    if f.side == AXIS:
        s.dusk = s.impulse >= s.edition.impulses or (0 < s.sunset < s.impulse and not f.prolonged)
    logistics.lift_supply_markers(s)
    advantage.pass_on(s)


# What the log calls them


def day(s: State, f: Turn) -> str:
    return s.edition.turn_rows[s.turn].id


def impulse(s: State, f: Half) -> str:
    return f"Impulse {s.impulse}, {SIDES[f.side].capitalize()} half"


def refitting(s: State, f: Refit) -> str:
    return f"{SIDES[f.side].capitalize()} Refit"


def attack(s: State, f: Attack) -> str:
    row = s.edition.area_rows[f.area]
    return f"Attack on {row.name or row.id}"


OUTLINES: Final[Outlines] = {
    Game: outline("Game", "6.0", then(next_turn)),
    SetUp: outline("Set-up", "5.2", each(setup.allied, Deploy(), rule="5.2.1", ask=questions.SET_UP), level="turn"),
    Turn: outline(
        "Turn", "6.1",
        step("6.2", "Maneuvers Phase", "6.2", then(begin_maneuvers)),
        step("6.3", "Refit Phase", "6.3",
            then(refit_allies),
            then(refit_axis),
            then(logistics.surrender, rule="14.2.3"),
            then(end_refit, rule="12.2"),
        ),
        step("6.4", "End Phase", "6.4", then(end_phase)),
        level="turn", called=day,
    ),
    Maneuvers: outline(
        "Maneuvers", "6.2",
        then(allied_half),
        then(axis_half),
        then(end_impulse, rule="6.2.1"),
        then(end_maneuvers, rule="14.2"),
    ),
    Half: outline(
        "Impulse", "8.0",
        window(advantage.allied, DeclareFuelShortage(half=AXIS), rule="12.1D", once=True, ask=questions.SHORTAGE),
        must(
            impulses.attacker,
            BeginAssault(),
            BeginRegroup(),
            Consolidate(),
            PassImpulse(),
            DeclareFuelShortage(half=ALLIED),
            DeclareRommel(),
            rule="8.1",
            ask=questions.IMPULSE,
        ),
        window(advantage.axis, InterceptAssault(), InterceptRegroup(), rule="19.1H", once=True, ask=questions.INTERCEPT),
        then(roll_sunset, rule="6.2.1"),
        may(advantage.holder, ProlongDaylight(), rule="12.1C", ask=questions.DAYLIGHT),
        then(end_half),
        level="action", called=impulse,
    ),
    Regroup: outline("Regroup", "8.1.2a", freely(impulses.attacker, Shift(), ask=questions.REGROUP)),
    Assault: outline(
        "Assault", "9.0",
        freely(
            movement.attacker, Enter(), Strike(), Activate(), DeclareRommelInAssault(), stop=EndAssault(), ask=questions.ASSAULT
        ),
        then(movement.end_assault),
    ),
    Attack: outline(
        "Combat", "11.4",
        step("", "Who attacks", "11.2", freely(combat.attacker, Join(), stop=Enough(), ask=questions.ATTACKERS)),
        step("A", "Lead of the attack", "11.4.2A", must(combat.attacker, LeadAttack(), ask=questions.LEAD)),
        step("B", "Lead of the defence", "11.4.3A", must(combat.defender, LeadDefence(), ask=questions.LEAD_DEFENCE)),
        step("C", "Air Support", "10.1.1",
            may(combat.attacker, CommitAir(), ask=questions.AIR),
            may(combat.attacker, UseRommel(), rule="12.1E", ask=questions.ROMMEL),
        ),
        step("D", "Artillery of the attacker", "10.2.1",
            may(combat.attacker, CallArtillery(by_attacker=True), ask=questions.GUNS),
        ),
        step("E", "Artillery of the defender", "10.2.1",
            may(combat.defender, CallArtillery(by_attacker=False), ask=questions.GUNS_IN_DEFENCE),
        ),
        step("F", "Dice", "11.4.1",
            then(combat.roll),
            may(combat.defender, FanaticalDefence(), rule="12.1A", ask=questions.FANATICAL),
            may(combat.attacker, MaximumAttack(), rule="12.1B", ask=questions.MAXIMUM),
        ),
        step("G", "Result", "11.4.4",
            then(combat.apply_result),
            freely(combat.defender, LeaveVoluntarily(), rule="11.6.3", ask=questions.WITHDRAW),
        ),
        level="battle", called=attack,
    ),
    Absorb: outline(
        "Losses", "11.5", each(attrition.defender, attrition.TakeLoss(), ask=questions.LOSSES), then(attrition.send_off)
    ),
    Retreats: outline(
        "Retreats", "11.6", each(retreats.owner, RetreatTo(), ask=questions.RETREAT), then(retreats.eliminate_stranded)
    ),
    Exploit: outline(
        "Overrun", "11.4.4",
        freely(combat.attacker, ExploitTo(), ask=questions.EXPLOIT),
        then(combat.attack_again, rule="11.1"),
        may(combat.attacker, ExploitAttack(), rule="11.2", ask=questions.EXPLOIT_ATTACK),
    ),
    Refit: outline(
        "Refit", "13.0",
        freely(
            refit.refitter, Replace(), Rebuild(), IncreaseReplacements(), TigerCubs(), DrawOnReserves(), ask=questions.REFIT
        ),
        may(refit.refitter, RecoverArmour(), rule="13.3.5", ask=questions.RECOVER),
        level="action", called=refitting,
    ),
}  # fmt: skip
