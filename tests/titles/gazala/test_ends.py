"""Hints say to what end: what a plan leads to, or what an answer is good for."""

from __future__ import annotations

import pytest

from sandtable.kernel.play import Option, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.robot.ends import CHIT, ends
from sandtable.titles.gazala.state import State
from tests.kit import play
from tests.titles.gazala.board import INITIATIVE, acting, drawn, in_turn, position, retreating


def said(s: State, *texts: str) -> list[Option]:
    """As options, each read where it is said."""
    found: list[Option] = []
    for n, text in enumerate(texts):
        found.append(read(play(s, *texts[:n]), text))
    return found


def test_a_plan_that_comes_to_blows_is_for_the_attack() -> None:
    s = drawn(position({"9 L": "2703", "10 Hus": "2704", "115/1": "2803"}), ALLIED, "2 Arm")
    assert ends(s, said(s, "activate 2 Arm", "move 9 L", "attack heavy")) == ("attack El Adem (2803)",)
    begun = acting(position({"9 L": "2703", "10 Hus": "2704", "115/1": "2803"}), "9 L", "10 Hus")
    way = said(begun, "move 10 Hus", "halt", "move 9 L", "attack heavy")
    assert ends(begun, way) == ("attack El Adem (2803) with 9th Lancers",)


@pytest.mark.parametrize(
    ("at", "way", "end"),
    [
        ({"9 L": "2804", "115/1": "2001"}, ("go 2803", "halt"), "hold El Adem (2803)"),
        ({"115/1": "2102", "9 L": "2804"}, ("go 2101", "halt"), "reach the north edge"),
        ({"9 L": "2008", "115/1": "2006"}, ("go 2007", "halt"), "close in on 2006 (north of Bir Lefa)"),
    ],
)
def test_a_march_is_for_where_it_leads(at: dict[str, str], way: tuple[str, ...], end: str) -> None:
    first = next(iter(at))
    s = acting(position(at), first)
    assert ends(s, said(s, f"move {first}", *way)) == (end,)


def test_a_march_to_nowhere_is_for_nothing() -> None:
    s = acting(position({"9 L": "2012", "115/1": "2001"}), "9 L")
    assert ends(s, said(s, "move 9 L", "go 2011", "halt")) == ()


def test_who_spoils_a_breach_says_so() -> None:
    s = acting(position({"2 RGH": "1015", "65/1": "0816", "9 L": "2804"}, works={"65/1": "0915"}), "2 RGH")
    assert ends(s, said(s, "move 2 RGH", "go 0915")) == ("spoil the breach at 0915 (4 hexes north-east of Trieste assembly area)",)


def test_answers_have_ends_of_their_own() -> None:
    s = drawn(position({"9 L": "2703", "115/1": "2803"}, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
    assert ends(s, said(s, "withdraw 2 Arm")) == (CHIT,)
    s = play(acting(position({"9 L": "2703", "10 Hus": "2804", "115/1": "2803"}), "9 L"), "move 9 L", "attack heavy")
    assert ends(s, said(s, "join 10 Hus")) == ends(s, said(s, "enough")) == ("attack El Adem (2803)",)
    s = retreating(position({"9 L": "2006", "10 Hus": "2008", "115/1": "2007"}), "9 L", "10 Hus")
    assert ends(s, said(s, "retreat 9 L")) == ("fall back to where the enemy can do least",)


def test_a_combat_chit_helps_the_attack_or_spoils_it() -> None:
    for side, word in ((ALLIED, "help"), (AXIS, "spoil")):
        box = {"allied_box" if side == ALLIED else "axis_box": ["Combat"]}
        s = acting(position({"9 L": "2703", "115/1": "2803"}, **box), "9 L")  # type: ignore[arg-type]
        s = play(s, "move 9 L", "attack heavy")
        assert ends(s, said(s, "combat")) == (f"{word} the attack on El Adem (2803)",)
        assert ends(s, said(s, "nomore")) == ("keep the chit for a better occasion",)


def test_who_holds_the_initiative_knows_why() -> None:
    s = in_turn(position({"9 L": "2703", "115/1": "2803"}), INITIATIVE, [7, 2])
    texts = {side: ends(s, said(s, f"first {side}")) for side in ("axis", "allied")}
    assert set(texts.values()) == {("act before the enemy can",), ("see first what the enemy does",)}
