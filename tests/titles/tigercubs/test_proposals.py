"""What the program proposes, where an air unit can be sent, and what lies over the map."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.face.view import Proposal
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import decider
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.air_bases import capacity
from sandtable.titles.tigercubs.face.handling import sends
from sandtable.titles.tigercubs.face.overlays import ranges, supply
from sandtable.titles.tigercubs.face.proposals import proposals
from sandtable.titles.tigercubs.face.proposals_air import has_room
from sandtable.titles.tigercubs.face.view import view
from sandtable.titles.tigercubs.frames import Losses
from sandtable.titles.tigercubs.kinds import HALF_MONTH
from sandtable.titles.tigercubs.scenarios import new_game
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.state import Agreed, State
from tests.kit import play, settled, told
from tests.titles.tigercubs.fights import field
from tests.titles.tigercubs.flights import full, moving
from tests.titles.tigercubs.position import E, a, p, position, u


def brevity() -> State:
    return settled(new_game(E, OUTLINES, Agreed(E.scenarios.index("brevity"), HALF_MONTH), SeededDice(1)))


def proposed(s: State) -> list[Proposal]:
    return list(proposals(s, decider(s)))


def raided() -> State:
    return play(brevity(), "provide", "equip")


def test_a_payment_says_what_it_spends_and_who_goes_without() -> None:
    s = brevity()
    assert [(way.name, way.says, way.text) for way in proposed(s)] == [
        ("Pay for General Supply", ("provide",), "⅓ Logistics Point at Mersa Matruh (2408); nobody goes without")
    ]
    (second,) = proposed(play(s, "provide"))
    assert (second.name, second.says) == ("Pay for Offensive and air supply", ("equip",))
    assert second.text == (
        "⅔ Logistics Point at Mersa Matruh (2408); units near BTE Army HQ and Western Desert Force HQ attack at full strength, "
        "5 air units supplied"
    )
    poor = s.clone()
    poor.lp.clear()
    poor.gsp[p("1807")] = 6
    assert proposed(poor)[0].text.startswith("1 General Supply Point at Sidi Barrani (1807); ")
    assert "units without, among them " in proposed(poor)[0].text
    assert proposals(s, 1 - decider(s)) == ()


def test_a_raid_is_proposed_with_bombers_and_escort_where_aircraft_stand_on_the_ground() -> None:
    (raid,) = proposed(raided())
    assert raid.name == "Raid Gambut (1106)"
    assert raid.says == ("fly airbase", "over 1106", "assign b-14", "assign b-45", "escort b-73", "send")
    assert raid.text == (
        "14 Squadron and 45 Squadron, escorted by 73 Squadron: 4 bomb points, 3 make a hit, 3 squadrons on the ground; "
        "1 enemy fighter can rise"
    )


def test_close_support_is_proposed_in_combat_factors_and_only_where_it_can_help() -> None:
    s = play(brevity(), "provide", "equip", "done", "done", "done", "pass", "assault 1407", "declared")
    (way,) = proposed(s)
    assert way.name == "Support the combat at Sollum (1407)"
    assert way.text.split(": ")[1].startswith("about 1 combat factor;")  # four bomb points
    left = s.clone()
    for air in ("b-14", "b-45"):
        left.flown[a(air)] = 1
    assert proposed(left) == []  # 6 Squadron has a quarter of a bomb point


def test_interdiction_is_proposed_only_where_it_reaches_a_level_and_says_what_it_takes() -> None:
    light = play(moving({"b-14": "2609"}), "fly bai", "over 1407")
    assert question(light).how == "Click lit air units. It takes 12 bomb points to hinder anybody there."
    assert proposed(light) == []
    bombers = dict.fromkeys(("b-14", "b-45", "b-55", "b-113", "b-39"), "2609")
    (way,) = proposed(play(full(moving(bombers), *bombers), "fly bai", "over 1407"))
    assert way.name == "Interdict Sollum (1407)"


def test_nobody_is_sent_to_a_base_that_is_full() -> None:
    s = position({}, air={"a-7J26": "1106"})
    s.steps[a("a-7J26")] = capacity(s, p("1106")) - 1
    assert has_room(s, AXIS, p("1106"))
    s.steps[a("a-7J26")] += 1
    assert not has_room(s, AXIS, p("1106"))


def test_a_mission_that_has_begun_is_filled_up_and_interceptors_rise() -> None:
    begun = play(raided(), "fly airbase", "over 1106", "assign b-14")
    assert proposed(begun)[0].says == ("assign b-45", "escort b-73", "send")
    met = play(begun, "send")
    assert [(way.name, way.says) for way in proposed(met)] == [("Intercept with all in reach", ("intercept a-7J26",))]


def test_an_air_unit_can_be_sent_wherever_it_flies() -> None:
    s = raided()
    assert sends(s, "b-14")["1106"].say == ("fly airbase", "over 1106", "assign b-14")
    assert "0905" not in sends(s, "b-14")  # no Axis base
    assert sends(s, "B-7AB") == {}
    assert sends(play(s, "fly airbase"), "b-14") == {}  # a mission has been named: its target is asked for


def test_a_wing_shows_its_base_and_its_flight() -> None:
    s = play(raided(), "fly airbase", "over 1106", "assign b-14")
    wing = next(piece for piece in view(s, ALLIED).pieces if piece.id == "b-14")
    assert (wing.at, wing.base) == ("1106", "2609")
    assert wing.mission is not None
    assert (wing.mission.name, wing.mission.target, wing.mission.note) == ("Airbase attack", "1106", "15 hexes, normal range")
    bases = next(panel for panel in view(s, ALLIED).panels if panel.id == "bases0")
    bagush = next(cell for cell in bases.cells if cell.text == "Maaten Bagush (2609)")
    assert (bagush.note, bagush.pieces) == ("1 of 2 ready · can launch 5 squadrons", ("b-14", "b-45"))


def test_losses_are_proposed_at_the_least_attack_strength() -> None:
    s = settled(field({"B-22G": "1408", "B-65": "1408", "B-7AB": "1408", "G-15Pz": "1407"}))
    s.begin(Losses(ALLIED, 1, (u("B-22G"), u("B-65"), u("B-7AB"))))
    (way,) = proposed(s)
    assert (way.name, way.says) == ("Lose the least attack strength", ("lose B-65",))
    assert way.text == "65th Anti-Tank Regiment is lost: ½ of attack strength"


def test_who_is_lost_without_being_asked_is_told_with_the_proposed_losses() -> None:
    s = settled(field({"B-11H": "1408", "B-65": "1408", "B-7AB": "1408", "G-15Pz": "1407"}))
    s.begin(Losses(ALLIED, 2, (u("B-11H"), u("B-65"), u("B-7AB"))))
    (way,) = proposed(s)
    assert way.says == ("lose B-65",)
    assert way.text == "11th Hussars and 65th Anti-Tank Regiment are lost: 2½ of attack strength"


def test_losses_that_come_to_the_same_are_proposed_once() -> None:
    s = settled(field({"G-K15": "1407", "G-PzJ605": "1407", "G-AA3": "1407", "B-22G": "1408"}))
    s.begin(Losses(AXIS, 2, (u("G-K15"), u("G-PzJ605"), u("G-AA3"))))
    costs = [way.text for way in proposed(s)]
    assert len(costs) == len(set(costs))


def test_the_network_of_supply_and_the_bands_of_a_wing_lie_over_the_map() -> None:
    s = raided()
    laid = supply(s, ALLIED, "")
    assert [way.text for way in laid.ways] == [
        "Army HQ at Sidi Barrani (1807), 6 of 20 hexes",
        "Corps HQ at 1509 (south of Alam el Kidad), 5½ of 6 hexes",
    ]
    assert [zone.text for zone in laid.zones] == ["in reach of a quartermaster", "stacks in Offensive Supply"]
    assert supply(s, ALLIED, "B-7AB").title == "Supply of 7th Armoured Brigade: in Offensive Supply"
    bands = {zone.text.split(" range")[0]: zone.spaces for zone in ranges(s, ALLIED, "b-14").zones}
    assert "1106" in bands["normal"]
    assert "2609" in bands["short"]
    assert any("enemy fighters can rise" in zone.text and "1106" in zone.spaces for zone in ranges(s, ALLIED, "").zones)


def test_all_of_a_stack_are_named_when_it_moves() -> None:
    s = play(raided(), "done", "done")
    marched = play(s, "march 1509", "go 1408")
    assert told(marched, "moved") == [(unit, p("1408")) for unit in s.stack[p("1509")]]
