"""What lies face down stays hidden: views, events and dice of a side do not depend on the other's chits."""

from __future__ import annotations

from sandtable.kernel.dice import NoDice, RecordingDice, Roll, ScriptedDice, SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import REVEALED, Event, decider, settle
from sandtable.kernel.sides import only
from sandtable.titles.gazala import TITLE
from sandtable.titles.gazala.chits import DRAW, redeal
from sandtable.titles.gazala.face.view import view
from sandtable.titles.gazala.frames import Actions
from sandtable.titles.gazala.state import State
from tests.kit import play, told
from tests.titles.gazala.board import ALLIED, AXIS, POINTS, E, chit, chits, in_turn, moving, position, start

SECRET = ("Combat", "Extra Move", "Replacement", "Anti-Tank")


def texts(s: State, side: int, panel: str) -> list[str]:
    return [cell.text for found in view(s, side).panels if found.id == panel for cell in found.cells]


def test_the_owner_sees_his_box_and_the_other_side_only_how_much_is_in_it() -> None:
    s = start(dice=[chit("Combat"), chit("Anti-Tank"), chit("15/21 PZ")])
    assert texts(s, AXIS, "available1") == ["Combat", "Anti-Tank"]
    for viewer in (ALLIED, -1):
        assert texts(s, viewer, "available1") == ["?", "?"]
        assert not set(SECRET) & set(texts(s, viewer, "cup1"))


def test_played_chits_are_seen_by_all() -> None:
    s = position({"10 Hus": "2010", "5/1": "2011"})
    s.played = [chits(["Combat"]), chits(["Air", "Sandstorm"])]
    for viewer in (ALLIED, AXIS, -1):
        assert texts(s, viewer, "played0") == ["Combat"]
        assert texts(s, viewer, "played1") == ["Air", "Sandstorm"]


def test_a_view_does_not_depend_on_the_other_sides_chits() -> None:
    at = {"10 Hus": "2010", "5/1": "2011"}
    one = position(at, axis_box=["Combat"], axis_cup=["Extra Move", "Anti-Tank", "15/21 PZ"])
    two = position(at, axis_box=["Anti-Tank"], axis_cup=["Combat", "Extra Move", "15/21 PZ"])
    assert view(one, ALLIED) == view(two, ALLIED)
    assert view(one, -1) == view(two, -1)
    assert view(one, AXIS) != view(two, AXIS)


def heard(s: State, draws: list[str], viewer: int) -> list[object]:
    """What a viewer hears of drawing these chits: events by audience, dice by the title's secrets."""
    s = s.clone()
    log: list[object] = []
    s.log = log
    s.begin(Actions(AXIS, twice=False))
    settle(s, RecordingDice(ScriptedDice([chit(name) for name in draws]), log))
    audience = only(viewer) if viewer >= 0 else 0b100
    public = [
        x for x in log if (isinstance(x, Event) and x.to & audience) or (isinstance(x, Roll) and x.rule not in TITLE.rules.secrets)
    ]
    own = [x for x in log if isinstance(x, Roll) and x.rule in TITLE.rules.secrets and x.by == viewer]
    return [*public, *own]


def test_a_draw_tells_the_other_side_only_that_something_was_drawn() -> None:
    cup = ["Combat", "Extra Move", "Anti-Tank", "15/21 PZ"]
    s = position({"10 Hus": "2010", "5/1": "2011"}, axis_cup=cup, actions=(0, 1))
    for viewer in (ALLIED, -1):
        assert heard(s, ["Combat", "15/21 PZ"], viewer) == heard(s, ["Anti-Tank", "15/21 PZ"], viewer)
    assert heard(s, ["Combat", "15/21 PZ"], AXIS) != heard(s, ["Anti-Tank", "15/21 PZ"], AXIS)
    assert DRAW in TITLE.rules.secrets
    assert TITLE.rules.hidden


def test_what_was_shown_cannot_be_taken_back() -> None:
    game = Game(TITLE, E, "one", {}, ScriptedDice([chit("Extra Move"), chit("15/21 PZ")]))
    game.play("extra 132/8", NoDice())
    assert game.undo_limit() == 1  # the chit has been seen
    game.play("activate 21 PZ", NoDice())
    game.play("arrive 5/1 1622", NoDice())
    assert game.undo_limit() == 1  # what followed can be taken back, up to it


def test_the_end_of_a_turn_shows_whether_withdraw_attack_was_held() -> None:
    for held in ("Withdraw/Attack", "Combat"):
        s = in_turn(position({"5/1": "2020"}, allied_box=[held]), POINTS, dice=[1, 2])
        assert told(s, REVEALED) == [(ALLIED,)]
    assert not told(in_turn(position({"5/1": "2020"}), POINTS, dice=[1, 2]), REVEALED)


def test_the_order_of_a_cup_is_not_in_the_state() -> None:
    """A draw is decided when it is made: two equal states can draw different chits, and cups are kept sorted."""
    s = start(dice=[chit("15/21 PZ")])
    assert all(list(cup) == sorted(cup) for cup in s.cups)
    other = start(dice=[chit("Combat"), chit("15/21 PZ")])
    assert other.boxes[AXIS] == (chit("Combat"),)


def test_redeal_keeps_what_a_side_knows_and_shuffles_the_rest() -> None:
    cup = ["Combat", "Extra Move", "Replacement", "Air", "Sandstorm", "Anti-Tank", "15/21 PZ"]
    s = position({"10 Hus": "2010", "5/1": "2011"}, axis_box=["Combat", "Anti-Tank"], axis_cup=cup, allied_box=["Withdraw/Attack"],
                 allied_cup=["Combat", "2 Arm"])  # fmt: skip
    dealt = [redeal(s, ALLIED, SeededDice(n)) for n in range(60)]
    assert {twin.boxes[ALLIED] for twin in dealt} == {s.boxes[ALLIED]}
    assert {twin.cups[ALLIED] for twin in dealt} == {s.cups[ALLIED]}
    assert len({twin.boxes[AXIS] for twin in dealt}) > 5
    for twin in dealt:
        assert sorted([*twin.boxes[AXIS], *twin.cups[AXIS]]) == sorted([*s.boxes[AXIS], *s.cups[AXIS]])
        assert not {chit("Air"), chit("Sandstorm"), chit("15/21 PZ")} & set(twin.boxes[AXIS])  # these would have been seen
        assert view(twin, ALLIED) == view(s, ALLIED)
        assert twin.where == s.where
    assert redeal(s, AXIS, SeededDice(1)).boxes[AXIS] == s.boxes[AXIS]
    assert {redeal(s, -1, SeededDice(n)).boxes[ALLIED] for n in range(30)} == {chits(["Withdraw/Attack"]), chits(["Combat"])}


def test_who_is_asked_does_not_tell_what_is_held() -> None:
    at = {"10 Hus": "2010", "5/1": "2011"}
    asked = set()
    for held in SECRET:
        s = play(moving(position(at, axis_box=[held]), "10 Hus"), "attack medium")
        asked.add((decider(s), type(s.frames[-1]).__name__, s.frames[-1].at))
    assert len(asked) == 1
    assert E.names.text("chit", chit("Combat")) == "Combat"
