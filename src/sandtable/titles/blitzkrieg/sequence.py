"""4.0 Sequence of Play: everything that goes on, in which order, and who decides."""

from __future__ import annotations

from typing import Final, Union

from sandtable.kernel.play import Outlines, each, freely, may, must, outline, step, then
from sandtable.kernel.sides import SIDES, other
from sandtable.titles.blitzkrieg import questions
from sandtable.titles.blitzkrieg.air import CommitAir, Defend, Interdict, Target, roll_air
from sandtable.titles.blitzkrieg.cards import (
    CallSortie,
    DoubleBonus,
    Draw,
    Entrench,
    ForceMarch,
    Fortify,
    Hasten,
    PlaceWindfall,
    PlayCard,
    Recall,
    Revive,
    Sabotage,
    SendConvoy,
    Spur,
    TakeSupply,
    drop_prologue,
    drop_rrw_cards,
    roll_for_draw,
)
from sandtable.titles.blitzkrieg.combat import (
    Fight,
    NameSupply,
    Placed,
    PlaceFront,
    PlayInBattle,
    ReconWithdrawal,
    count_desert_forces,
    lay_out_board,
    next_placer,
    open_battle,
    open_phase,
    without_supply,
)
from sandtable.titles.blitzkrieg.desert import Burn, NameForBattle, NameLrdf, PassForBattle, PassLrdf
from sandtable.titles.blitzkrieg.edition import OCONNOR
from sandtable.titles.blitzkrieg.fire import Aim, AimExtra
from sandtable.titles.blitzkrieg.forts import Construct
from sandtable.titles.blitzkrieg.frames import (
    AirDefence,
    Battle,
    Capture,
    CardDraw,
    Combat,
    Excess,
    Fire,
    FlankFire,
    Half,
    March,
    Mission,
    Movement,
    PlayerTurn,
    Refit,
    Relocate,
    Replacement,
    Turn,
    Windfall,
    Withdrawal,
)
from sandtable.titles.blitzkrieg.hq import Choose, ChooseFirst, Escape, Join, roll_capture, roll_return, score_missing_hq
from sandtable.titles.blitzkrieg.movement import Along, EndMovement, Go, Halt, Move, Part, end_march
from sandtable.titles.blitzkrieg.outflank import Outflank, come_under_fire, go_on, resolve_fire
from sandtable.titles.blitzkrieg.refit import (
    CallBack,
    KeepUnit,
    PortPoint,
    PortSupply,
    Replace,
    Scrap,
    SendAway,
    TakeBack,
    Upgrade,
    bring_reinforcements,
    call_units,
    look_at_ports,
    open_choice,
    roll_oos,
    roll_upgrades,
)
from sandtable.titles.blitzkrieg.rounds import (
    Advance,
    FollowUp,
    Hold,
    NameLateSupply,
    Recover,
    Reinforce,
    Save,
    Stay,
    StepUp,
    Withdraw,
    allocate,
    bury,
    call_off,
    close_battle,
    close_phase,
    fight_round,
    fire,
    gather_spoils,
    note_storm,
    open_half,
)
from sandtable.titles.blitzkrieg.stacking import Remove
from sandtable.titles.blitzkrieg.state import State
from sandtable.titles.blitzkrieg.stock import receive_supply
from sandtable.titles.blitzkrieg.supply import check_supply
from sandtable.titles.blitzkrieg.transport import Rail, Sail
from sandtable.titles.blitzkrieg.turns import (
    after_limited,
    close_movement,
    close_turn,
    draw_cards,
    fight,
    fight_limited,
    first_player,
    last_rolls,
    late_refit,
    move,
    move_motorized,
    next_turn,
    open_movement,
    open_turn,
    refit,
    second_player,
)
from sandtable.titles.blitzkrieg.withdrawal import Board, Rest, RetreatOn, RetreatTo, cut_off, end_withdrawal, go_first

Owned = Union[
    PlayerTurn, CardDraw, Refit, Replacement, Movement, March, Combat, Fire, Withdrawal, Capture, Relocate, Excess, AirDefence,
    Mission, Windfall,
]  # fmt: skip


def owner(s: State, f: Owned) -> int:
    return f.side


def attacker(s: State, f: Battle) -> int:
    return f.side


def defender(s: State, f: Battle) -> int:
    return other(f.side)


def placer(s: State, f: Battle) -> int:
    return f.placing


def foe(s: State, f: Half) -> int:
    return other(f.side)


# What the log calls them


def turn(s: State, f: Turn) -> str:
    return s.names.text("winter" if s.scenario == OCONNOR else "turn", s.turn)


def player_turn(s: State, f: PlayerTurn) -> str:
    return f"{SIDES[f.side].capitalize()} player-turn"


def battle(s: State, f: Battle) -> str:
    return f"Battle of {s.names.called('box', f.box)}"


def capture(s: State, f: Capture) -> str:
    return f"HQ alone at {s.names.called('box', f.box)}"


def outflank(s: State, f: FlankFire) -> str:
    return f"Outflank of {s.names.called('box', f.box)}"


OUTLINES: Final[Outlines] = {
    Turn: outline(
        "Turn", "4.0",
        then(first_player),
        then(second_player),
        then(last_rolls, rule="12.4.2"),
        then(next_turn),
        level="turn", called=turn,
    ),
    PlayerTurn: outline(
        "Player-turn", "4.0",
        then(open_turn),
        step("1", "Cards", "5.0", then(draw_cards)),
        step("2", "Refit", "6.0",
            then(refit),
            must(owner, ChooseFirst(), ask=questions.ROMMEL),
        ),
        step("3", "Supply", "7.1.1", then(check_supply)),
        step("4", "Movement", "8.0", then(move)),
        step("5", "Combat", "9.0", then(fight)),
        step("6", "Supply", "7.1.1", then(check_supply)),
        step("7", "Motorized", "10.0", then(move_motorized)),
        step("8", "Limited Combat", "10.0",
            then(fight_limited),
            then(after_limited),
        ),
        step("9", "Supply and points", "12.1",
            then(check_supply),
            then(late_refit, rule="4.0-g"),
            then(close_turn),
        ),
        level="turn", called=player_turn,
    ),
    CardDraw: outline(
        "Card Draw Phase", "5.0",
        then(roll_for_draw, rule="13.4-5"),
        freely(owner, Draw(), TakeSupply(), Recall(), NameLrdf(), PassLrdf(), rule="5.1.2", ask=questions.CARDS),
        then(drop_prologue),
    ),
    Refit: outline(
        "Refit", "6.0",
        step("1", "Out of supply", "6.1.1", then(roll_oos)),
        step("", "Cards", "5.1.3", freely(owner, PlayCard(), Revive(), Hasten(), ask=questions.CARDS_OF_REFIT)),
        step("2", "Upgrades", "6.1.2",
            then(roll_upgrades),
            freely(owner, Upgrade(), ask=questions.UPGRADES),
        ),
        step("3", "Withdrawals and returns", "6.1.3",
            then(call_units),
            each(owner, SendAway(), KeepUnit(), ask=questions.WITHDRAWALS),
            each(owner, CallBack(), forced=True, ask=questions.RETURNS),
            then(roll_return, rule="11.3.7"),
        ),
        step("4", "Reinforcements", "6.1.4", then(bring_reinforcements)),
        step("5", "HQ", "6.1.5",
            then(open_choice),
            freely(owner, Choose(), DoubleBonus(), ask=questions.BONUS),
        ),
        step("6", "Replacements", "6.1.6", freely(owner, Replace(), ask=questions.REPLACEMENTS)),
        step("7", "Supply units", "6.1.7",
            then(look_at_ports, rule="13.4-7"),
            must(owner, PortSupply(), PortPoint(), ask=questions.PORTS),
            then(receive_supply),
        ),
        step("8", "Missing HQ", "6.1.8",
            then(score_missing_hq),
            then(roll_air, rule="11.6.3.3"),
            then(drop_rrw_cards, rule="5.1.3"),
        ),
    ),
    Replacement: outline(
        "Replacements", "6.3",
        each(owner, TakeBack(), ask=questions.KEEP),
        each(owner, Scrap(), forced=True, ask=questions.SCRAP),
    ),
    Movement: outline(
        "Movement Phase", "8.0",
        then(open_movement),
        freely(
            owner, Move(), Interdict(), Construct(), NameLrdf(), PassLrdf(), Burn(), Sabotage(), Fortify(),
            SendConvoy(), Spur(), ForceMarch(), CallSortie(), stop=EndMovement(), ask=questions.MOVEMENT,
        ),
        then(close_movement),
    ),
    Mission: outline("Air mission", "11.6", must(owner, Target(), ask=questions.MISSION)),
    March: outline(
        "March", "8.2",
        freely(owner, Along(), Go(), Outflank(), Sail(), Rail(), Part(), stop=Halt(), ask=questions.MARCH),
        then(end_march),
    ),
    FlankFire: outline(
        "Fire at outflankers", "8.8.2",
        then(come_under_fire),
        each(owner, Aim(), AimExtra(), forced=True, ask=questions.FLANK_FIRE),
        then(resolve_fire),
        then(go_on),
        level="battle", called=outflank,
    ),
    Combat: outline(
        "Combat Phase", "9.0",
        then(open_phase),
        each(owner, Fight(), forced=True, ask=questions.BATTLES),
        then(close_phase),
    ),
    Battle: outline(
        "Battle", "9.0",
        step("1", "Supply", "9.1.4",
            then(open_battle),
            freely(attacker, NameForBattle(), PassForBattle(), rule="7.4.8-b", ask=questions.DESERT_FORCES),
            then(count_desert_forces),
            must(attacker, NameSupply(False), forced=True, ask=questions.PAYMENT),
            may(attacker, NameSupply(True), ask=questions.PAYMENT_OF_DESERT_FORCES),
            then(without_supply, rule="7.4.3"),
            then(call_off, rule="9.5.5"),
        ),
        step("2", "Recon Withdrawal", "9.6", may(defender, ReconWithdrawal(), ask=questions.RECON)),
        step("3", "Air and cards", "11.6.1",
            freely(attacker, CommitAir(), CallSortie(), PlayInBattle(True), ask=questions.SUPPORT),
            freely(defender, PlayInBattle(False), ask=questions.DEFENCE_CARDS),
        ),
        step("4", "Placement", "9.2.2",
            then(lay_out_board),
            freely(placer, PlaceFront(), stop=Placed(), ask=questions.PLACEMENT),
            then(next_placer),
            freely(placer, PlaceFront(), stop=Placed(), ask=questions.PLACEMENT),
            then(note_storm, rule="11.4.2"),
        ),
        step("5", "Rounds", "9.3", then(fight_round)),
        step("6", "After the battle", "9.2.10",
            then(close_battle),
            then(gather_spoils),
            may(attacker, Recover(), ask=questions.RECOVERY),
        ),
        level="battle", called=battle,
    ),
    Half: outline(
        "Half-round", "9.3",
        then(open_half),
        step("A", "Stay or leave", "9.3.9",
            freely(owner, Withdraw(), Reinforce(), stop=Stay(), ask=questions.STAY),
            must(owner, NameLateSupply(), forced=True, ask=questions.LATE_PAYMENT),
        ),
        step("B", "Lines", "9.2.4", freely(owner, Advance(), stop=Hold(), ask=questions.LINES)),
        step("C", "Targets", "9.2.5",
            then(allocate),
            each(owner, Aim(), AimExtra(), forced=True, ask=questions.TARGETS),
        ),
        step("D", "Fire", "9.3.1",
            then(fire),
            may(foe, Save(), ask=questions.STUBBORN),
            then(bury),
        ),
        step("E", "Front Line", "9.2.8",
            must(foe, StepUp(), forced=True, ask=questions.STEP_UP),
            freely(foe, FollowUp(), stop=Hold(), ask=questions.FOLLOW_UP),
        ),
    ),
    Withdrawal: outline(
        "Withdrawal", "9.5",
        then(cut_off),
        must(owner, RetreatTo(), forced=True, ask=questions.WITHDRAWAL),
        each(owner, Board(), ask=questions.BOARDING),
        then(go_first),
        freely(owner, RetreatOn(), stop=Rest(), ask=questions.SECOND_BOX),
        then(end_withdrawal),
    ),
    Capture: outline(
        "HQ alone", "11.3.7",
        may(owner, Escape(), ask=questions.CAPTURE),
        then(roll_capture),
        level="battle", called=capture,
    ),
    Relocate: outline("HQ among friends", "11.3.7", must(owner, Join(), forced=True, ask=questions.RELOCATION)),
    Excess: outline("Stacking", "8.1.2", each(owner, Remove(), ask=questions.STACKING)),
    AirDefence: outline(
        "End of Limited Combat", "11.6.2",
        freely(owner, Defend(), Entrench(), NameLrdf(), PassLrdf(), Burn(), ask=questions.END),
    ),
    Windfall: outline("Supply unit", "15.1", must(owner, PlaceWindfall(), ask=questions.WINDFALL)),
}  # fmt: skip
