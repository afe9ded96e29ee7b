"""The luck page counts the dice of a battle together."""

from __future__ import annotations

from sandtable.kernel.dice import D6, D10, D10_FROM_0, D100, Roll, ScriptedDice
from sandtable.kernel.game import Game
from sandtable.kernel.sides import ALLIED, AXIS, EVERYONE
from sandtable.server.report import luck, share
from sandtable.titles import load_title


def test_the_dice_of_a_battle_stand_under_its_name() -> None:
    title = load_title("battleaxe")
    game = Game(title, title.rules.load(None), "battleaxe", {}, ScriptedDice([]))
    said: list[tuple[str, list[int]]] = [
        ("deploy 11H D", []), ("deploy CIH B", []), ("assault D", []), ("enter 2RTR 10", []), ("enter 2RTR 9", []),
        ("attack 9", []), ("lead 2RTR", []), ("lead 33PAK", []), ("air", [5]), ("call", [1]), ("call", [6, 2, 3, 6, 6]),
    ]  # fmt: skip
    for text, dice in said:
        game.play(text, ScriptedDice(dice))
    allied, axis = luck(game, EVERYONE)
    assert "".join([word.text for word in allied.words]) == "Allied attack on Point 206"
    assert (allied.side, allied.of, allied.rolls, allied.expected, allied.got) == (ALLIED, 6, 4, 14.0, 11)  # air, call, two dice
    assert (axis.side, axis.rolls, axis.expected, axis.got) == (AXIS, 3, 10.5, 18)
    assert axis.ply == allied.ply == 6


def test_each_size_of_dice_is_counted_for_itself() -> None:
    rolls = [
        Roll(AXIS, "1", 80, D100, 100),
        Roll(AXIS, "1", 2, D6, 6),
        Roll(AXIS, "1", 10, D10, 10),
        Roll(AXIS, "1", 0, D10_FROM_0, 10),
        Roll(ALLIED, "1", 1, D6, 6),
    ]
    found = share(rolls, AXIS, 5, False, ())
    assert [(luck.of, luck.rolls, luck.expected, luck.got) for luck in found] == [
        (6, 1, 3.5, 2),
        (10, 2, 10.0, 10),
        (100, 1, 50.5, 80),
    ]
