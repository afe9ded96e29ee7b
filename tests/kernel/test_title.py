"""Titles: which there are, their scenarios and settings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.kernel.rules import Setting, Unknown, pick
from sandtable.kernel.sides import ALLIED, AXIS, SIDES, only, other
from sandtable.titles import SLUGS, Title, load_title
from tests.kernel.toy import TITLE

SWITCH = Setting("fog", "Fog", "", "")
NUMBER = Setting("days", "Days", "", "", -2, 9, 3)
CHOICE = Setting("map", "Map", "", "", 1, 3, 2, ("east", "west", "north"))


@pytest.mark.parametrize(
    ("setting", "text", "number"),
    [
        (SWITCH, "on", 1), (SWITCH, "off", 0), (SWITCH, "yes", 1), (SWITCH, "no", 0), (SWITCH, "1", 1), (SWITCH, "0", 0),
        (NUMBER, "-2", -2), (NUMBER, "9", 9),
        (CHOICE, "east", 1), (CHOICE, "north", 3), (CHOICE, "2", 2),
    ],
)  # fmt: skip
def test_a_setting_reads_what_is_accepted(setting: Setting, text: str, number: int) -> None:
    assert setting.read(text) == number


@pytest.mark.parametrize(
    ("setting", "text", "says"),
    [
        (SWITCH, "maybe", "setting fog: 'maybe' is not accepted; accepted: on, off"),
        (SWITCH, "2", "accepted: on, off"),
        (SWITCH, "", "accepted: on, off"),
        (NUMBER, "10", "setting days: '10' is not accepted; accepted: -2 to 9"),
        (NUMBER, "-3", "accepted: -2 to 9"),
        (NUMBER, "1.5", "accepted: -2 to 9"),
        (CHOICE, "south", "setting map: 'south' is not accepted; accepted: east, west, north"),
        (CHOICE, "0", "accepted: east, west, north"),
    ],
)
def test_a_setting_refuses_the_rest_and_says_what_is_accepted(setting: Setting, text: str, says: str) -> None:
    with pytest.raises(Unknown) as caught:
        setting.read(text)
    assert says in str(caught.value)


def test_defaults_fill_what_was_not_chosen() -> None:
    assert TITLE.rules.agree({"fierce": 1}) == {"rounds": 3, "fierce": 1, "first": 0}
    assert TITLE.rules.read_settings(["fierce", "first=axis"]) == {"rounds": 3, "fierce": 1, "first": 1}
    assert TITLE.rules.read_settings([]) == TITLE.rules.agree({})


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: TITLE.rules.agree({"rounds": 7}),
        lambda: TITLE.rules.agree({"moon": 1}),
        lambda: TITLE.rules.read_settings(["rounds=many"]),
        lambda: TITLE.rules.read_settings(["=1"]),
        lambda: TITLE.rules.read_settings(["rounds"]),
    ],
)
def test_what_cannot_be_agreed_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(Unknown):
        wrong()


def test_names_that_are_not_there_say_which_there_are() -> None:
    with pytest.raises(Unknown, match="no title is called 'chess'; there are: battleaxe"):
        load_title("chess")
    with pytest.raises(Unknown, match="no scenario of toy is called 'x'; there are: line, brush"):
        TITLE.rules.scenario("x")
    with pytest.raises(Unknown, match="there are: none"):
        pick("thing", "x", {})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_registered_title_loads(slug: str) -> None:
    title = load_title(slug)
    assert isinstance(title, Title)
    assert title.slug == slug
    assert title.rules.scenarios


def test_sides() -> None:
    assert (other(ALLIED), other(AXIS)) == (AXIS, ALLIED)
    assert (SIDES[ALLIED], SIDES[AXIS]) == ("allied", "axis")
    assert (only(ALLIED), only(AXIS)) == (1, 2)
