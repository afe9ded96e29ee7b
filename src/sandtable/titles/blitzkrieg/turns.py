"""4.0 Sequence of play: how player-turns and phases open and close."""

from __future__ import annotations

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.sides import AXIS, SIDES, other
from sandtable.titles.blitzkrieg.air import end_sorties, recall_defence
from sandtable.titles.blitzkrieg.cards import drop_cards, end_esprit
from sandtable.titles.blitzkrieg.control import capture_all_supplies, settle_control
from sandtable.titles.blitzkrieg.edition import CAMPAIGN, DEFENSE, OCONNOR
from sandtable.titles.blitzkrieg.forts import finish_construction
from sandtable.titles.blitzkrieg.frames import AirDefence, CardDraw, Combat, Movement, PlayerTurn, Refit, Turn
from sandtable.titles.blitzkrieg.hq import is_first_axis_turn
from sandtable.titles.blitzkrieg.state import FLANKED, ITALIANS, NOBODY, NOWHERE, OF_PHASE, OF_TURN, State, wipe
from sandtable.titles.blitzkrieg.victory import finish_game, reduce_tobruk, roll_last, score_boxes

LAST_CHANCE: int = 9  # 13.1: turns 8 and 9


def first_side(s: State) -> int:
    return SIDES.index(s.edition.scenario_rows[s.scenario].first)


def first_player(s: State, f: Turn, dice: Dice) -> None:
    s.tell("winter" if s.scenario == OCONNOR else "turn", s.turn)
    s.begin(PlayerTurn(first_side(s)))


def second_player(s: State, f: Turn, dice: Dice) -> None:
    """15.1-a: O'Connor's Offensive ends after the fourth Allied player-turn."""
    if not (s.scenario == OCONNOR and is_last_turn(s)):
        s.begin(PlayerTurn(other(first_side(s))))


def is_last_turn(s: State) -> bool:
    return s.turn == s.edition.scenario_rows[s.scenario].last_turn


def last_rolls(s: State, f: Turn, dice: Dice) -> None:
    if is_last_turn(s):
        roll_last(s, dice)


def next_turn(s: State, f: Turn, dice: Dice) -> None:
    if is_last_turn(s):
        finish_game(s)
        return
    s.turn += 1
    f.restart()


# A player-turn


def open_turn(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.active = f.side
    s.shipped = [0] * s.edition.boxes
    s.convoy = NOWHERE
    s.fresh = [0] * s.edition.places
    s.tell("player_turn", f.side)
    if f.side == AXIS and s.agreed[ITALIANS] and s.scenario == CAMPAIGN and not s.italians:
        ask_for_italians(s, dice)


def ask_for_italians(s: State, dice: Dice) -> None:
    """13.1: November 0-2, else December 0-6; then January as usual."""
    figure = s.edition.figure
    most = {LAST_CHANCE - 1: figure["option_italians_first"], LAST_CHANCE: figure["option_italians_second"]}.get(s.turn, -1)
    if most < 0:
        return
    s.italians = dice.draw(D10_FROM_0, AXIS, "13.1-a") <= most
    s.tell("italians" if s.italians else "no_italians")


def draw_cards(s: State, f: PlayerTurn, dice: Dice) -> None:
    """4.0-f: not on Axis Turn 1."""
    if not is_first_axis_turn(s):
        s.begin(CardDraw(f.side))


def refit(s: State, f: PlayerTurn, dice: Dice) -> None:
    if not is_first_axis_turn(s):
        s.begin(Refit(f.side))


def late_refit(s: State, f: PlayerTurn, dice: Dice) -> None:
    """4.0-g: on Axis Turn 1 it comes last."""
    if is_first_axis_turn(s):
        s.begin(Refit(f.side, True))


def move(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.begin(Movement(f.side, False))


def move_motorized(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.begin(Movement(f.side, True))


def fight(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.begin(Combat(f.side, False))


def fight_limited(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.begin(Combat(f.side, True))


def after_limited(s: State, f: PlayerTurn, dice: Dice) -> None:
    """11.3.3, 11.3.5, 11.6.2: markers of the turn go; own air may be put on defence."""
    s.bonus[f.side] &= 1 << DEFENSE
    s.bonus[other(f.side)] &= ~(1 << DEFENSE)
    recall_defence(s, other(f.side))
    end_sorties(s, f.side)
    s.begin(AirDefence(f.side))


def close_turn(s: State, f: PlayerTurn, dice: Dice) -> None:
    """12.1, 12.10, 11.4.2: points for boxes, automatic victory, Tobruk's fort; cards and markers of the turn."""
    drop_cards(s, f.side)
    wipe(s, OF_TURN)  # 11.6.1: air of either side is ready again
    if s.khamsin == other(f.side):
        s.khamsin = NOBODY
    if s.trench[other(f.side)] >= 0:
        s.trench[other(f.side)] = NOWHERE
    reduce_tobruk(s)
    score_boxes(s, f.side)


# A movement phase


def open_movement(s: State, f: Movement, dice: Dice) -> None:
    s.began = s.where[:]
    s.fresh = [0] * s.edition.places
    s.tell("movement", f.side, int(f.motorized))


def close_movement(s: State, f: Movement, dice: Dice) -> None:
    """7.3.9, 11.4.6.1, R30: what was left alone is captured, work is finished, boxes change hands."""
    end_esprit(s, f)
    wipe(s, OF_PHASE & ~FLANKED)
    if f.motorized:
        finish_construction(s, f.side)
        s.short_of_fuel &= ~(1 << f.side)
    capture_all_supplies(s, dice)
    settle_control(s, dice)
