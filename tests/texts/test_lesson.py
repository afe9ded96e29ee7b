"""Guided games: what is wrong with a text is told by line, and where a game stands follows from what was said."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.kernel.dice import LedDice, ScriptedDice, SeededDice
from sandtable.kernel.record import Ply
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.texts.lesson import Script, Where, from_source, problems_of_lesson, read_lesson
from sandtable.titles import load_title
from tests.kernel import toy

HEAD = """
name = "First"
text = "One line."
scenario = "battleaxe"
side = "allied"
minutes = 15
learned = ["That."]
next = "battleaxe"
start = "allied deploy 11H D"

[[step]]
part = "All"
title = "Read this"
text = "Some **words**."
"""
STEPS = """
[[step]]
title = "Cars"
text = "Place them."
rule = "5.2.1"
show = ["piece CIH", "space B"]
say = "allied deploy CIH B"
free = ["deploy CIH A"]

[[step]]
title = "Assault"
text = "Go."
say = '''
allied assault D
allied enter 11H 11
allied enter 2RTR 8
allied done
allied pass
axis pass
'''
"""


def problems(source: str) -> list[str]:
    title = load_title("battleaxe")
    return list(problems_of_lesson(title, from_source(title, source)))


def script() -> Script:
    found = from_source(load_title("battleaxe"), HEAD + STEPS).script
    assert found is not None
    return found


def where(*texts: str) -> Where:
    """Of a game in which the Allies say these, after the start."""
    said = [("allied deploy 11H D"), *texts]
    return script().where([Ply(AXIS if text.startswith("axis") else ALLIED, text.partition(" ")[2], ()) for text in said])


def test_a_lesson_is_cards_and_a_script() -> None:
    assert problems(HEAD + STEPS) == []
    lesson = script().lesson
    assert [card.acts for card in lesson.cards] == [False, True, True]
    assert (lesson.parts, lesson.cards[0].text, lesson.side) == (("All",), "<p>Some <strong>words</strong>.</p>", ALLIED)
    assert [(thing.is_, thing.id) for thing in lesson.cards[1].show] == [("piece", "CIH"), ("space", "B")]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('side = "allied"', 'side = "blue"', "lesson.toml:1: side: 'blue' is none"),
        ('next = "battleaxe"', 'next = "other"', "lesson.toml:1: next: battleaxe has no scenario 'other'"),
        ('rule = "5.2.1"', 'rule = "99.9"', "lesson.toml:16: the rule book has no 99.9"),
        ('"space B"', '"spot B"', "lesson.toml:16: show: 'spot B' should be as in `piece 11H`"),
        ('"space B"', '"space Q"', "'Cars' shows a space 'Q', which is not on the board"),
        ("allied done\n", "done\n", "lesson.toml:24: 'done' should be as in `allied pass {3 4}`"),
        ('title = "Cars"\n', "", "lesson.toml:16: Object missing required field `title`"),
        ("[[step]]\npart", "[[step]\npart", "lesson.toml:11:"),
        ('part = "All"\n', "", "lesson.toml:11: the first step begins a part"),
        ('text = "Go."', 'text = "[here](#99)"', "lesson.toml:24: a link leads to '#99'"),
        ("enter 2RTR 8", "enter 2RTR 15", "step 3, 'Assault': ply 4, 'enter 2RTR 15'"),
        ("allied done\n", "allied done {4}\n", "step 3, 'Assault': ply 5, 'done': 1 dice are too many"),
        ("deploy 11H D", "deploy 11H Z", "start: ply 0"),
        ('"deploy CIH A"', '"deploy CIH *"', ""),
        ("axis pass\n", "", "at its end the other side is to decide"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(old: str, new: str, told: str) -> None:
    found = problems((HEAD + STEPS).replace(old, new, 1))
    assert any([problem.startswith(told) for problem in found]) if told else not found, found


def test_a_choice_that_spoils_the_rest_is_told() -> None:
    other = (
        (HEAD + STEPS)
        .replace("enter 2RTR 8", "enter CIH 8")
        .replace("deploy CIH B", "deploy CIH D")
        .replace('"space B"', '"space D"')
    )
    [problem] = problems(other)
    assert problem.startswith("step 2, 'Cars': after 'deploy CIH A'")


def test_a_title_without_a_lesson_says_so() -> None:
    assert read_lesson(toy.TITLE).problems == ["toy has no lesson.toml"]


def test_no_case_of_the_ledger_is_told_to_people() -> None:
    title = load_title("battleaxe")
    case = next(rule.case for rule in title.rules.rulebook().rules if len(rule.case.split()) > 6 and '"' not in rule.case)
    found = problems(HEAD + STEPS.replace('text = "Go."', f'text = "{case}"'))
    assert any(["copies the case of row" in problem for problem in found])


def left(place: Where) -> Iterable[str]:
    return [line.text for line in place.left]


def test_where_a_game_stands_follows_from_what_was_said() -> None:
    begun = where()
    assert (begun.card, begun.step, begun.strayed) == (0, 1, None)
    assert script().own(begun) == ("deploy CIH B",)
    assert where("allied deploy CIH A").card == where("allied deploy CIH B").card == 2
    going = where("allied deploy CIH B", "allied assault D")
    assert (going.card, going.step) == (2, 2)
    assert script().own(going) == ("enter 11H 11", "enter 2RTR 8", "done", "pass")


def test_moves_may_come_in_any_order_and_other_decisions_stray() -> None:
    begun = ("allied deploy CIH B", "allied assault D")
    turned = where(*begun, "allied enter 2RTR 8")
    assert list(left(turned)) == ["enter 11H 11", "done", "pass", "pass"]
    astray = where(*begun, "allied enter 6RTR 8", "allied enter 2RTR 8")
    assert (astray.strayed, astray.next, script().own(astray)) == (3, None, ())
    over = where(*begun, "allied enter 2RTR 8", "allied enter 11H 11", "allied done", "allied pass", "axis pass", "allied pass")
    assert (over.card, over.left, over.strayed) == (3, (), None)


def test_led_dice_follow_the_script_as_long_as_it_fits() -> None:
    dice = LedDice((6, 12, 3), ScriptedDice([2, 5]))
    assert dice.draw(range(1, 7), 0, "") == 6
    assert dice.draw(range(1, 7), 0, "") == 2  # no die shows 12: the script is over
    assert dice.draw(range(1, 7), 0, "") == 5
    assert LedDice((), SeededDice(1)).draw([4], 0, "") == 4
