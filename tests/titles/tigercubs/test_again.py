"""Same as last turn: what is proposed once more, what is left out, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.view import Proposal
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import decider, options, pending
from sandtable.kernel.sides import ALLIED
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.face.proposals_again import again
from sandtable.titles.tigercubs.frames import AirReturn
from sandtable.titles.tigercubs.scales import LP
from sandtable.titles.tigercubs.state import State, lift, place
from tests.kit import play, settled
from tests.titles.tigercubs.flights import moving, opening
from tests.titles.tigercubs.position import E, a, p, position, u

RAID = ("fly airbase", "over 1106", "assign b-14", "assign b-45", "escort b-73", "send")
WINGS = {"b-14": "2710", "b-45": "2710", "b-73": "1807", "a-I27": "1106", "a-7J26": "1307"}


def proposed(s: State, *said: Sequence[str]) -> list[Proposal]:
    """With what was said in this turn, the last, and so on."""
    return list(again(s, said))


def test_nothing_is_repeated_in_a_first_turn_nor_where_nothing_was_done() -> None:
    assert proposed(opening(WINGS), ()) == []
    assert proposed(opening(WINGS), (), ("done",)) == []


def test_a_raid_is_flown_again_with_its_escort() -> None:
    (way,) = proposed(opening(WINGS), (), (*RAID, "done"))
    assert (way.name, way.says) == ("Same as last turn: raid Gambut (1106)", RAID)
    assert way.text == "14 Squadron and 45 Squadron, escorted by 73 Squadron"
    play(opening(WINGS), *way.says)


def test_who_cannot_fly_again_is_named_with_the_reason() -> None:
    s = opening(WINGS)
    s.steps[a("b-45")], s.flown[a("b-73")] = 0, 1
    s.base[a("b-45")] = -2
    (way,) = proposed(s, (), RAID)
    assert way.says == ("fly airbase", "over 1106", "assign b-14", "send")
    assert way.text.startswith("14 Squadron; not this time: send 45 Squadron")
    assert "73 Squadron" in way.text


def test_a_raid_that_has_been_flown_in_this_turn_is_not_proposed_again() -> None:
    assert proposed(opening(WINGS), RAID, RAID) == []


def test_a_mission_that_is_being_formed_is_filled_up_as_then() -> None:
    begun = play(opening(WINGS), *RAID[:3])
    (way,) = proposed(begun, ("assign b-14",), RAID[2:])
    assert way.says == ("assign b-45", "escort b-73", "send")


def depot() -> State:
    """A quartermaster at Matruh, where there are supplies."""
    owned = {"2408": "allied", "2309": "allied"}
    s = moving({}, at={"Q-AL3": "2408"}, owned=owned)
    s.lp[p("2408")] = 4 * LP
    return s


TRIP = ("load Q-AL3 6", "move Q-AL3", "go 2309", "halt", "unload Q-AL3 6")
BACK = ("move Q-AL3", "go 2408", "halt", "load Q-AL3 6")


def test_a_quartermaster_makes_its_trip_again() -> None:
    s = depot()
    (way,) = proposed(s, (), ("march 2109", "go 2009", "halt", *TRIP, "done"))
    assert (way.name, way.says) == ("Same as last turn: Allied Quartermaster 3", TRIP)
    assert s.lp[p("2408")] - play(s, *way.says).lp[p("2408")] == 6
    assert proposed(s, TRIP, TRIP) == []  # it has been made
    assert proposed(s, (), ("move Q-AL3", "go 2309", "halt")) == []  # a mere move is no trip
    s.lp.clear()
    assert proposed(s, (), TRIP) == []  # nothing to load, and nobody goes empty


def test_a_quartermaster_that_goes_to_and_fro_does_what_it_did_the_last_time_it_stood_here() -> None:
    s = depot()
    (way,) = proposed(s, (), BACK, TRIP)
    assert way.says == TRIP
    lift(s, u("Q-AL3"))
    place(s, u("Q-AL3"), p("2309"))
    s.phase_start[u("Q-AL3")] = p("2309")
    (way,) = proposed(s, (), TRIP, BACK)
    assert way.says == BACK


def test_a_trip_that_was_interrupted_is_brought_to_its_end() -> None:
    s = play(depot(), *TRIP[:-1])
    (way,) = proposed(s, TRIP[:-1], TRIP)
    assert way.says == ("unload Q-AL3 6",)


def test_landings_are_repeated_and_who_only_went_home_is_not_asked_twice() -> None:
    s = position({}, air={"b-14": "2710"}, owned={"2710": "allied", "2609": "allied"}, frame=AirReturn(ALLIED))
    s.aloft[a("b-14")] = p("2409")
    s = settled(s)
    (way,) = proposed(s, (), ("land b-14 2609", "home"))
    assert (way.name, way.says) == ("Same as last turn", ("land b-14 2609",))
    assert way.text == "land 14 Squadron at Maaten Bagush (2609)"
    assert proposed(s, (), ("home",)) == []


def test_it_comes_from_what_the_side_itself_has_said() -> None:
    g = Game(TITLE, E, "campaign", TITLE.rules.agree({}), SeededDice(1))
    shown: list[tuple[int, str, Proposal]] = []
    while g.state.turn < E.span[g.state.agreed.scenario][0][0] + 2:
        s = g.state
        shown += [(decider(s), type(s.frames[-1]).__name__, way) for way in again(s, g.said_here())]
        wanted = [o for o in options(s) if o[0] in ("provide", "offensive") or (o[0] == "entrain" and not s.rail_used)]
        stop = pending(s).stop
        g.choose(wanted[0] if wanted else (stop.verb, 0, 0) if stop is not None else options(s)[0], SeededDice(1))
    names = {(side, frame, way.name) for side, frame, way in shown}
    assert (ALLIED, "InitialPhase", "Same as last turn") in names
    assert (ALLIED, "MovementPhase", "Same as last turn: send by rail to Mersa Matruh (2408): ⅓ Logistics Point") in names
    paid = next(way for side, frame, way in shown if way.says[0].startswith("offensive"))
    assert paid.text == "spend ⅓ Logistics Point at Alexandria terminal for Offensive Supply"
    twin = replay(g.record, None, TITLE, E)
    assert twin.said_here() == g.said_here() == g.copy().said_here()
