"""What is remembered about a position, and where a march can go: the audit makes anew what is remembered, a try what is said."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import NoDice, SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import REVEALED, Event, decider
from sandtable.kernel.sides import all_but
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.audit import audit_caches, rebuild
from sandtable.titles.theseus.command import ISOLATED, command_state, is_within_range
from sandtable.titles.theseus.state import State, move
from sandtable.titles.theseus.supply import hq_is_supplied, joined, network
from tests.kit import play
from tests.titles.theseus.position import AX, CW, E, fm, h, position, u
from tests.walking import search

AT = {"69th": "3627", "150th": "3622", "HQ-50": "3621", "104": "4015", "HQ-21Pz": "4018"}


def asked() -> State:
    """A position about which everything has been asked."""
    s = position(AT)
    assert command_state(s, u("69th")) != ISOLATED
    command_state(s, u("150th"))
    is_within_range(s, u("69th"), fm("50"))
    hq_is_supplied(s, fm("50"))
    network(s, AX)
    joined(s)
    assert s.found.cut
    assert s.found.near
    assert s.found.fed
    assert s.found.paths
    return s


def broken(s: State) -> set[str]:
    return {refusal.rule for refusal in audit_caches(s)}


def test_what_is_remembered_is_true() -> None:
    s = asked()
    assert broken(s) == set()
    assert rebuild(s).found == s.found


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ("cut", "5.8-a"),
        ("near", "5.8-a"),
        ("fed", "5.7.2-a"),
        ("net", "5.7.2-b"),
        ("joined", "5.7.2-b"),
        ("paths", "5.8.2-a"),
        ("roads", "5.7.2-b"),
    ],
)
def test_the_audit_finds_what_is_remembered_wrongly(what: str, rule: str) -> None:
    s = asked()
    if what == "cut":
        s.found.cut[u("69th")] = ISOLATED
    elif what == "near":
        s.found.near[u("69th"), fm("50")] = not s.found.near[u("69th"), fm("50")]
    elif what == "fed":
        unit = next(iter(s.found.fed))
        s.found.fed[unit] = not s.found.fed[unit]
    elif what == "net":
        s.found.net[AX] = {**s.found.net[AX], h("3621"): h("3621")}
    elif what == "joined":
        s.found.joined = joined(s) - {h("0115")}
    elif what == "paths":
        s.found.paths = {u("69th"): (h("3627"), h("3621"))}
    else:
        s.found.roads = {u("HQ-50"): (h("3621"), h("3622"))}
    assert broken(s) == {rule}
    if what not in ("joined", "paths", "roads"):
        assert rebuild(s).found != s.found


def test_what_is_joined_is_asked_again_only_when_somebody_comes_near() -> None:
    s = position({"104": "1715", "HQ-21Pz": "1714", "201st": "3018", "HQ-1Armd": "3120"})
    net = joined(s)
    move(s, u("201st"), h("3118"))
    assert s.found.joined is net
    move(s, u("201st"), h("2214"))
    assert s.found.joined is None
    assert joined(s) < net
    assert broken(s) == set()


def test_findings_about_different_things_do_not_contradict_each_other() -> None:
    assert asked().found == position(AT).found
    assert asked().found != "nothing"


def same_as_tried(s: State) -> set[str]:
    """The hexes that the first unit on its way can reach, by the title and by trying everything."""
    short, long = TITLE.face.reach(s.clone(), decider(s)), search(TITLE, s, decider(s), 4_000)
    assert long.whole
    assert {p: {at: (w.left, len(w.say)) for at, w in to.items()} for p, to in short.items()} == {
        p: {at: (w.left, len(w.say)) for at, w in to.items()} for p, to in long.walks.items()
    }
    return set(short.get("104", {}))


def marching(at: dict[str, str], *said: str, assigned: dict[str, str] | None = None, active: str = "21Pz") -> State:
    return play(position(at, active=active, assigned=assigned or {}), *said)


def test_a_march_over_open_country() -> None:
    assert len(same_as_tried(marching({"104": "4020", "HQ-21Pz": "4022"}, "move 104"))) > 50


def test_a_march_past_an_hq_that_gives_way_ends_there() -> None:
    """It goes where its units are: something comes to light."""
    found = same_as_tried(marching({"104": "4020", "HQ-21Pz": "4022", "HQ-50": "4216", "69th": "4808"}, "move 104"))
    assert "4117" in found
    assert not {"4116", "4217", "4216"} & found


def test_a_march_beside_enemies_who_might_react_stops_short() -> None:
    same_as_tried(marching({"104": "4020", "HQ-21Pz": "4022", "69th": "4217", "HQ-50": "4416"}, "move 104"))


def test_the_last_step_beside_enemies_who_might_react_is_led_to_by_a_click_too() -> None:
    s = marching({"104": "4020", "HQ-21Pz": "4022", "69th": "4217", "HQ-50": "4416"}, "move 104")
    free, met = TITLE.face.reach(s, AX)["104"], TITLE.face.onto(s, AX)["104"]
    assert met
    assert not {*met} & {*free}
    for hex, walk in met.items():
        assert walk.onto
        assert decider(play(s, *walk.say[:-1])) == AX
        assert play(s, *walk.say).where[u("104")] == h(hex)
    assert met["4116"].left == 0  # it has to stop in their zone
    assert decider(play(s, *met["4116"].say)) == CW


def test_mines_beside_a_stack_are_among_the_places_where_more_than_a_step_happens() -> None:
    s = marching({"115": "2423", "HQ-15Pz": "2323"}, "move 115", active="15Pz")
    walk = TITLE.face.onto(s, AX)["115"]["2422"]
    assert (walk.say, walk.left, walk.onto) == (("step 2422",), 0, True)
    assert "2422" not in TITLE.face.reach(s, AX)["115"]


def test_a_march_through_friends_uncovers_them() -> None:
    same_as_tried(marching({"104": "4020", "I/5": "4019", "II/5": "4019", "HQ-21Pz": "4119"}, "move 104"))


def test_the_top_of_a_stack_goes_all_the_way() -> None:
    """Who lies beneath it comes to light for the enemy alone: its own side learns nothing on the way, and only cannot go back."""
    s = marching({"104": "4020", "I/5": "4020", "HQ-21Pz": "4022"}, "move 104", "go")
    assert same_as_tried(s) >= same_as_tried(marching({"104": "4020", "HQ-21Pz": "4022"}, "move 104"))
    far = TITLE.face.reach(s, AX)["104"]["4014"]
    game = Game(TITLE, E, "gazala", {}, SeededDice(1))
    game.state, game.kept = s, {0: s.clone()}
    assert game.say(AX, 0, far.say, NoDice()) == len(far.say) == 7
    shown = [[e.to for e in told.log if isinstance(e, Event) and e.what == REVEALED] for told in game.told[1:]]
    assert set(shown[0]) == {all_but(AX)}
    assert shown[1:] == [[]] * 6
    assert game.undo_limit() == 1


def test_an_hq_that_moves_over_stacks() -> None:
    same_as_tried(marching({"104": "4020", "I/5": "4019", "II/5": "4019", "HQ-21Pz": "4119"}, "move HQ-21Pz"))


def test_nobody_walks_for_the_other_side() -> None:
    s = marching({"104": "4020", "HQ-21Pz": "4022"}, "move 104")
    assert TITLE.face.reach(s, CW) == {}
