"""The luck page counts the dice of a battle together."""

from __future__ import annotations

from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.record import Game
from sandtable.kernel.sides import ALLIED, AXIS, EVERYONE
from sandtable.server.report import luck
from sandtable.titles import load_title


def test_the_dice_of_a_battle_stand_under_its_name() -> None:
    title = load_title("battleaxe")
    game = Game(title, title.rules.load(None), "battleaxe", {}, ScriptedDice([]))
    said: list[tuple[str, list[int]]] = [
        ("deploy 11H D", []), ("deploy CIH B", []), ("assault D", []), ("enter 2RTR 10", []), ("enter 2RTR 9", []),
        ("attack 9", []), ("lead 2RTR", []), ("lead 33PAK", []), ("air", [5]), ("call", [1]), ("call", [6, 2, 3, 6, 6]),
    ]  # fmt: skip
    for text, dice in said:
        game.say(text, ScriptedDice(dice))
    allied, axis = luck(game, EVERYONE)
    assert "".join([word.text for word in allied.words]) == "Allied attacks 9"
    assert (allied.side, allied.rolls, allied.expected, allied.got) == (ALLIED, 4, 14.0, 11)  # air, call, two dice
    assert (axis.side, axis.rolls, axis.expected, axis.got) == (AXIS, 3, 10.5, 18)
    assert axis.ply == allied.ply == 6
