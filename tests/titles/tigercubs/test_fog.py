"""HID-a, X-2 Fog: what of an enemy stack may be looked at."""

from __future__ import annotations

from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import Event
from sandtable.kernel.sides import ALLIED, AXIS, EVERYONE, only
from sandtable.kernel.standing import ABLE, UNATTACKED, Standing, standing_answer
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.air_bombing import interdictable
from sandtable.titles.tigercubs.frames import CombatPhase, InitialPhase, PlayerTurn
from sandtable.titles.tigercubs.state import State, bring_to_light, witnesses
from sandtable.titles.tigercubs.supply import find_states
from tests.kit import asked, offered, play, rule, settled, why_not
from tests.titles.tigercubs.flights import moving
from tests.titles.tigercubs.position import p, position, u

STACK = {"G-15Pz": "1407", "I-61": "1407"}
ATTACKERS = {"B-7AD": "1508", "B-11H": "1508"}
LOOKERS = (ALLIED, AXIS, -1)


def pieces(s: State, viewer: int, at: str) -> list[str]:
    """The ids of what lies there."""
    return sorted([piece.id for piece in TITLE.face.view(s, viewer).pieces if piece.at == at])


def battle(fog: int = 1) -> State:
    s = position({**STACK, **ATTACKERS}, owned={"1407": "axis"}, frame=PlayerTurn(ALLIED, False), fog=fog)
    s.begin(CombatPhase(ALLIED))
    return settled(s)


@rule("tigercubs", "HID-a")
def test_only_the_top_of_an_enemy_stack_is_shown() -> None:
    s = battle()
    assert pieces(s, AXIS, "1407") == ["G-15Pz", "I-61"]
    assert pieces(s, ALLIED, "1407") == ["G-15Pz", "covered-1407-1"]
    assert [pieces(s, viewer, "1508") for viewer in LOOKERS] == [
        ["B-11H", "B-7AD"], ["B-7AD", "covered-1508-1"], ["B-7AD", "covered-1508-1"],
    ]  # fmt: skip
    back = next(piece for piece in TITLE.face.view(s, ALLIED).pieces if piece.id == "covered-1407-1")
    assert TITLE.face.board(s.edition).faces[back.face].symbol == "unknown"
    assert (back.side, back.states) == (AXIS, ())
    assert pieces(battle(fog=0), ALLIED, "1407") == ["G-15Pz", "I-61"]


@rule("tigercubs", "HID-a")
def test_there_are_no_odds_against_what_is_covered_and_a_declared_combat_shows_both_stacks() -> None:
    s = battle()
    assault = ("assault", p("1407"), 0)
    assert TITLE.face.forecast(s, assault, {}) is None
    assert TITLE.face.forecast(battle(fog=0), assault, {}) is not None
    s = play(s, "assault 1407")
    assert TITLE.face.outlook(s, ALLIED, {}) == ()
    assert "covered-1407-1" in pieces(s, ALLIED, "1407")  # it could still be called off
    s = play(s, "declared")
    assert pieces(s, ALLIED, "1407") == ["G-15Pz", "I-61"]
    assert pieces(s, AXIS, "1508") == ["B-11H", "B-7AD"]


@rule("tigercubs", "HID-a")
def test_nobody_is_told_the_supply_of_a_covered_unit() -> None:
    s = battle()
    supply = next(layer for layer in TITLE.face.layers if layer.id == "supply")
    assert supply.show(s, ALLIED, "I-61") == supply.show(s, ALLIED, "")
    assert supply.show(s, AXIS, "I-61") != supply.show(s, AXIS, "")
    assert supply.show(s, -1, "").notes == ("The fog covers it.",)


@rule("tigercubs", "HID-a", "8.E.1.b.i.2", "X-2")
def test_interdiction_does_not_find_an_hq_that_may_not_be_looked_at() -> None:
    """Far behind the front an HQ is a target: who sees that it is offered would know that it lies beneath the top."""
    at, air = {"B-4ID": "2113", "H-BTE": "2113"}, {"a-I_LG1": "1106", "a-2H14": "1106"}
    for fog, offered_there in ((0, True), (1, False)):
        s = play(moving(air, AXIS, at=at, fog=fog), "fly bai")
        assert ("over 2113" in offered(s)) is offered_there
        if fog:
            assert why_not(s, "over 2113").rule == "8.E.1.b.i.1"
    s = play(moving(air, AXIS, at=at, fog=1), "fly reconnaissance", "over 2113", "assign a-2H14", "fly_on", dice=[1])
    assert "over 2113" in offered(play(s, "fly bai"))
    s = moving(air, AXIS, at=at, fog=1)
    assert p("2113") not in interdictable(s, AXIS)
    bring_to_light(s, p("2113"))
    assert p("2113") in interdictable(s, AXIS)  # what was found before is not remembered
    alone = play(moving(air, AXIS, at={"H-BTE": "2113"}, fog=1), "fly bai")
    assert "over 2113" in offered(alone)


@rule("tigercubs", "HID-a", "6.3.b.ii.2.b")
def test_who_is_asked_at_a_break_tells_nothing_of_what_is_covered() -> None:
    """Two positions that look the same to a side: it is asked the same at every break, and offered the same."""
    seen = []
    for beneath in ("H-BTE", "B-CIH"):
        s = moving({"b-14": "2710", "a-I_LG1": "1106", "a-7J26": "0604"}, at={"B-4ID": "2113", beneath: "2113"}, fog=1)
        s = play(s, "move B-13L", "go 2110", "halt")
        assert asked(s) == (AXIS, "Move")
        assert pieces(s, AXIS, "2113") == ["B-4ID", "covered-2113-1"]
        stops = [standing_answer(s, (Standing(kind),), True) for kind in (UNATTACKED, ABLE)]
        seen.append((offered(s), stops, [offered(play(s, fly)) for fly in offered(s) if fly.startswith("fly")]))
    assert seen[0] == seen[1]
    assert seen[0][1] == [("pass", 0, 0), None]


@rule("tigercubs", "X-2", "5.B.3.a.v")
def test_reconnaissance_lifts_the_fog_from_a_hex_for_a_player_turn() -> None:
    s = moving({"b-6": "2408"}, at={**STACK, "I-7B": "1308", "I-8B": "1308"}, fog=1)
    s = play(s, "fly reconnaissance", "over 1407", "assign b-6", "fly_on", dice=[1])
    assert s.seen == (p("1407"),)
    assert pieces(s, ALLIED, "1407") == ["G-15Pz", "I-61", "b-6"]
    assert [id for id in pieces(s, ALLIED, "1308") if id.startswith("covered")] == ["covered-1308-1"]


@rule("tigercubs", "HID-a")
def test_the_log_tells_no_more_than_the_table_shows() -> None:
    """Who lies beneath a top is not named by what is found of his supply, nor by what is done with him where he lies."""
    for fog, audience in ((0, EVERYONE), (1, only(AXIS))):
        s = battle(fog)
        assert witnesses(s, u("I-61")) == audience
        assert witnesses(s, u("G-15Pz")) == EVERYONE  # the top
        bring_to_light(s, p("1407"))
        assert witnesses(s, u("I-61")) == EVERYONE
        s = battle(fog)
        s.log = []
        find_states(s, InitialPhase(AXIS), NoDice())  # nobody has paid for them
        heard = {event.numbers[0]: event.to for event in s.log if isinstance(event, Event) and event.what == "supply"}
        assert {unit: heard[u(unit)] for unit in STACK} == {"G-15Pz": EVERYONE, "I-61": audience}
