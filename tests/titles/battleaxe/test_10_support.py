"""10 Support units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.play import Act, Refusal, inner
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.frames import Attack
from sandtable.titles.battleaxe.state import State
from sandtable.titles.battleaxe.support import CallArtillery, CommitAir
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.battleaxe.positions import a, holder, is_reduced, place_of, position, u
from tests.titles.battleaxe.readings import sums, support, term

DRAWISH = [3, 4, 3, 4]  # both sides roll 7


def inside(area: str, at: str, half: str = "allied", **facts: Any) -> State:
    """All of `at` (units, blank between) stand in one Contested area; those of the active side attack with all they have."""
    s = position(dict.fromkeys(at.split(), area), half=half, **{"axis": area, "advantage": "", **facts})
    s = play(s, f"assault {area}", f"attack {area}")
    while "join" in offered_verbs(s):
        s = play(s, next(text for text in offered(s) if text.startswith("join")))
    return s


def refused(act: Act[Any, Any], s: State) -> Refusal:
    """What forbids an act in the combat that goes on. A question that has no answer but to pass is not asked."""
    refusal = act.why_not(s, inner(s, Attack), 0, 0)
    assert refusal is not None
    return refusal


# 10.1 Air Support


@rule("battleaxe", "10.1-a")
def test_the_air_marker_is_allied() -> None:
    s = inside("15", "1/8 7RTR", half="axis")
    s = play(s, "lead 1/8", "lead 7RTR")
    assert asked(s) == (AXIS, "Attack")
    assert offered(s) == ["call", "pass"]
    assert refused(CommitAir(), s).rule == "10.1"
    assert why_not(s, "air").rule == "10.1.1"
    assert [name for name, _ in support(s, "axis")] == ["Artillery", "Artillery"]
    s = play(inside("15", "1/104 7RTR"), "lead 7RTR", "lead 1/104")
    assert asked(s) == (ALLIED, "Attack")
    assert offered(s) == ["air", "pass"]


def two_attacks(first: str, dice: list[int]) -> State:
    """D is active: 2RTR attacks Point 206 (and is repulsed), then 6RTR Sidi Omar, up to the Leads. `first`: air or pass."""
    at = {"2RTR": "D", "6RTR": "D", "33PAK": "9", "1/104": "11"}
    s = play(position(at, advantage="axis", artillery=(0, 0)), "assault D", "enter 2RTR 10", "enter 2RTR 9")
    assert why_not(s, "air").rule == "10.1.1"  # never on its own
    s = play(s, "attack 9", "lead 2RTR", "lead 33PAK", first, dice=dice)
    s = play(s, "retreat 2RTR 10", "enter 6RTR 11", "attack 11", "lead 6RTR")
    return s


@rule("battleaxe", "10.1.1-a")
def test_air_is_committed_once_in_an_impulse() -> None:
    s = two_attacks("air", [2, 1, 1, 6, 6])
    assert refused(CommitAir(), s).rule == "10.1.1"
    assert support(s, "allied")[0] == ("Air Support", "used")
    s = play(s, "lead 1/104", dice=DRAWISH)  # not asked again: the dice fall at once
    assert term(sums(s)[0], "11.4.2C") == 0
    s = play(two_attacks("pass", [1, 1, 6, 6]), "lead 1/104")
    assert offered(s) == ["air", "pass"]  # still unused
    s = play(s, "air", dice=[6, *DRAWISH])
    assert term(sums(s)[0], "11.4.2C") == 6


@rule("battleaxe", "10.1.1-b")
def test_air_is_assigned_before_the_artillery_call() -> None:
    s = play(inside("15", "7RTR 1/104"), "lead 7RTR", "lead 1/104")
    assert "call" not in offered_verbs(s)
    s = play(s, "pass")
    assert offered(s) == ["call", "pass"]
    assert why_not(s, "air").rule == "10.1.1"
    s = play(s, "call", dice=[4])
    assert why_not(s, "air").rule == "10.1.1"


@rule("battleaxe", "10.1.2-a")
def test_air_goes_to_the_area_where_combat_is_resolved() -> None:
    at = {"2RTR": "12", "MC-C": "13", "33PAK": "9"}
    s = play(position(at, advantage="axis", artillery=(0, 0)), "assault 12", "enter 2RTR 13", "attack 13", "lead 2RTR", "lead MC-C")
    s = play(s, "air", dice=[5, *DRAWISH])
    assert told(s, "air") == [(ALLIED, 5)]
    assert told(s, "totals") == [(4 + 5 + 7, 3 + 3 + 7)]
    s = inside("15", "1/8 7RTR", half="axis", artillery=(0, 0))  # an Allied defence has no air
    s = play(s, "lead 1/8", "lead 7RTR", dice=DRAWISH)
    assert told(s, "totals") == [(7 + 7, 5 + 2 + 7)]


@rule("battleaxe", "10.1.2-b")
def test_a_used_air_marker_is_back_in_the_next_impulse() -> None:
    at = {"7RTR": "15", "1/104": "15", "1/8": "18"}
    s = position(at, axis="15", advantage="axis", artillery=(0, 0), impulse=3)
    s = play(s, "assault 15", "attack 15", "join 7RTR", "lead 7RTR", "lead 1/104", "air", dice=[1, 1, 1, 6, 6])
    assert support(s, "allied") == [("Air Support", "used")] + [("Artillery", "used")] * 3
    s = play(s, "done", "pass", dice=[6, 6])
    assert (s.impulse, asked(s)) == (4, (ALLIED, "Half"))
    assert support(s, "allied") == [("Air Support", "ready")] + [("Artillery", "used")] * 3
    s = play(s, "assault 15", "attack 15", "join 7RTR", "lead 7RTR", "lead 1/104")
    assert offered(s) == ["air", "pass"]


def overrun_capuzzo(at: Mapping[str, str], first: str, dice: list[int], **facts: Any) -> State:
    """2RTR overruns a Reduced 1/62 in 15 and goes on to 18. `first`: air or pass in the first combat."""
    s = position({"2RTR": "9", "1/62": "15", **at}, reduced="1/62", advantage="", **facts)
    s = play(s, "assault 9", "enter 2RTR 15", "attack 15", "lead 2RTR", "lead 1/62", first, *["pass"] * 2, dice=dice)
    assert asked(s) == (ALLIED, "Exploit")
    return play(s, "exploit 2RTR 18")


@rule("battleaxe", "10.1.3")
def test_air_serves_again_in_the_combat_after_an_overrun() -> None:
    s = overrun_capuzzo({"1/8": "18"}, "air", [3, 6, 6, 1, 1])
    s = play(s, "lead 2RTR", "lead 1/8")
    assert offered(s) == ["air", "pass"]
    s = play(s, "air", dice=[5, *DRAWISH])  # a new dr
    assert told(s, "totals") == [(4 + 5 + 7, 7 + 1 + 7)]
    s = play(overrun_capuzzo({"1/8": "18"}, "pass", [6, 6, 1, 1]), "lead 2RTR", "lead 1/8")
    assert offered(s) == ["air", "pass"]  # not used in the first combat, so still there
    s = overrun_capuzzo({"1/8": "18", "11H": "18"}, "air", [3, 6, 6, 1, 1], axis="18")
    s = play(s, "attack", "join 2RTR", "lead 2RTR", "lead 1/8", "air", dice=[5, *DRAWISH])
    assert term(sums(s)[0], "11.4.2C") == 4  # 18, the second Area, was Contested


@rule("battleaxe", "10.1.3")
def test_air_of_an_earlier_combat_does_not_serve_after_an_overrun() -> None:
    at = {"2RTR": "9", "6RTR": "9", "1/62": "15", "1/8": "18", "MC-C": "13"}
    s = position(at, reduced="1/62", advantage="", artillery=(0, 0))
    s = play(s, "assault 9", "enter 6RTR 13", "attack 13", "lead 6RTR", "lead MC-C", "air", dice=[1, 1, 1, 6, 6])
    s = play(s, "retreat 6RTR 9", "enter 2RTR 15", "attack 15", "lead 2RTR", "lead 1/62", dice=[6, 6, 1, 1])
    s = play(s, "exploit 2RTR 18", "lead 2RTR")
    assert refused(CommitAir(), s).rule == "10.1.1"


@rule("battleaxe", "10.1.4-a", "10.1.4-b")
def test_what_air_adds() -> None:
    s = play(position({"2RTR": "10", "33PAK": "9"}, artillery=(0, 0)), "assault 10", "enter 2RTR 9", "attack 9", "lead 2RTR")
    for die in (1, 5, 6):
        after = play(s, "lead 33PAK", "air", dice=[die, *DRAWISH])
        assert term(sums(after)[0], "11.4.2C") == die
    s = play(inside("9", "2RTR 33PAK", artillery=(0, 0)), "lead 2RTR")  # Contested when the Impulse began
    for die, value in ((1, 1), (2, 1), (4, 3), (6, 5)):
        after = play(s, "lead 33PAK", "air", dice=[die, *DRAWISH])
        assert term(sums(after)[0], "11.4.2C") == value
        assert sums(after)[0].total == 4 + value


# 10.2 Artillery Support


@rule("battleaxe", "10.2-a")
def test_three_allied_and_two_axis_artillery_markers() -> None:
    s = position({"7RTR": "C", "1/8": "18"})
    assert s.artillery == [3, 2]
    assert len(support(s, "allied")) == 1 + 3
    assert len(support(s, "axis")) == 2
    s = play(inside("15", "7RTR 1/104", artillery=(0, 2)), "lead 7RTR")
    assert refused(CallArtillery(by_attacker=True), s).rule == "10.2"
    s = play(s, "lead 1/104", "pass")
    assert asked(s) == (AXIS, "Attack")  # only the Axis is asked
    assert offered(s) == ["call", "pass"]
    s = play(inside("15", "7RTR 1/104", artillery=(1, 0)), "lead 7RTR", "lead 1/104", "pass")
    assert asked(s) == (ALLIED, "Attack")
    assert refused(CallArtillery(by_attacker=False), s).rule == "10.2"
    s = play(s, "call", dice=[4, *DRAWISH])  # the last Allied marker; then the dice fall at once
    assert s.artillery == [0, 0]


@rule("battleaxe", "10.2.1-a")
def test_each_side_calls_once_in_a_combat() -> None:
    s = play(inside("15", "7RTR 1/104"), "lead 7RTR", "lead 1/104", "pass")
    assert (asked(s), offered(s)) == ((ALLIED, "Attack"), ["call", "pass"])
    s = play(s, "call", dice=[1])
    assert (asked(s), offered(s)) == ((AXIS, "Attack"), ["call", "pass"])
    s = play(s, "call", dice=[1, 1, 1, 6, 6])  # then the dice: nobody calls again
    assert told(s, "no_artillery") == [(AXIS,)]
    assert len(told(s, "totals")) == 1
    assert why_not(s, "call").rule == "10.2.1"


@rule("battleaxe", "10.2.1-b", "10.2.3")
def test_a_call_succeeds_on_4_to_6_and_adds_2() -> None:
    s = play(inside("15", "7RTR 1/104"), "lead 7RTR", "lead 1/104", "pass")
    for die in range(1, 7):
        value = 2 if die >= 4 else 0
        after = play(s, "call", "pass", dice=[die, *DRAWISH])
        assert term(sums(after)[0], "11.4.2D") == value
        assert sums(after)[0].total == 5 + value
        assert term(sums(after)[1], "11.4.3D") == 0
        after = play(s, "pass", "call", dice=[die, *DRAWISH])
        assert term(sums(after)[1], "11.4.3D") == value
        assert sums(after)[1].total == 5 + 2 + value
        assert term(sums(after)[0], "11.4.2D") == 0


@rule("battleaxe", "10.2.1-c", "10.2.3")
def test_the_axis_calls_better_in_a_strongpoint_of_its_own() -> None:
    for area, facts, needed in (("13", {}, 3), ("13", {"axis": "", "allied": "13"}, 4), ("15", {}, 4), ("6", {}, 3)):
        s = play(inside(area, "7RTR MC-C", **facts), "lead 7RTR", "lead MC-C", "pass", "pass")
        assert told(play(s, "call", dice=[needed, *DRAWISH]), "artillery") == [(AXIS,)]
        assert told(play(s, "call", dice=[needed - 1, *DRAWISH]), "no_artillery") == [(AXIS,)]
        assert term(sums(play(s, "call", dice=[needed, *DRAWISH]))[1], "11.4.3D") == 2
    s = play(inside("13", "7RTR MC-C", half="axis"), "lead MC-C", "lead 7RTR")  # an Axis attack inside it as well
    assert told(play(s, "call", dice=[3]), "artillery") == [(AXIS,)]
    s = play(inside("13", "7RTR MC-C"), "lead 7RTR", "lead MC-C", "pass")
    assert told(play(s, "call", dice=[3]), "no_artillery") == [(ALLIED,)]  # no help for the Allies


@rule("battleaxe", "10.2.1-d")
def test_the_garrison_of_tobruk_calls_better_in_tobruk() -> None:
    s = play(inside("H", "9AUS XX", axis=""), "lead 9AUS", "lead XX", "pass")
    assert holder(s, "H") == "allied"
    assert told(play(s, "call", dice=[3]), "artillery") == [(ALLIED,)]
    assert told(play(s, "call", dice=[2]), "no_artillery") == [(ALLIED,)]
    s = play(s, "pass")
    assert told(play(s, "call", dice=[3, *DRAWISH]), "no_artillery") == [(AXIS,)]  # not the siege
    s = play(inside("H", "9AUS XX", axis="H"), "lead 9AUS", "lead XX", "pass")  # Zone H has fallen
    assert told(play(s, "call", dice=[3]), "no_artillery") == [(ALLIED,)]
    s = play(inside("H", "9AUS XX", half="axis", axis=""), "lead XX", "lead 9AUS", "pass")  # the garrison defends
    assert told(play(s, "call", dice=[3, *DRAWISH]), "artillery") == [(ALLIED,)]
    s = play(position({"9AUS": "H", "XX": "G"}), "assault H", "enter 9AUS G", "attack G", "lead 9AUS", "lead XX", "pass")
    assert told(play(s, "call", dice=[3]), "no_artillery") == [(ALLIED,)]  # a sortie gets nothing


@rule("battleaxe", "10.2.1-e")
def test_a_failed_call_costs_nothing_and_a_marker_is_used_until_the_next_turn() -> None:
    s = play(inside("15", "7RTR 1/104 1/8", advantage="axis"), "lead 7RTR", "lead 1/104", "pass")
    failed = play(s, "call", dice=[3])
    assert failed.artillery == [3, 2]
    assert support(failed, "allied")[1:] == [("Artillery", "ready")] * 3
    s = play(s, "call", "call", dice=[4, 6, 1, 1, 6, 6])
    assert s.artillery == [2, 1]
    assert support(s, "allied")[1:] == [("Artillery", "ready")] * 2 + [("Artillery", "used")]
    s = play(s, "done", "pass", dice=[6, 6])
    assert s.impulse == 4
    assert s.artillery == [2, 1]  # it stays used in the next Impulse


@rule("battleaxe", "10.2.1-f")
def test_artillery_does_not_attack_on_its_own() -> None:
    s = position({"7RTR": "10", "33PAK": "9"})
    assert why_not(s, "call").rule == "10.2.1"
    s = play(s, "assault 10")
    assert "call" not in offered_verbs(s)
    assert why_not(s, "call").rule == "10.2.1"
    assert why_not(s, "attack 9").rule == "11.0"  # no unit of ours is there
    s = play(inside("15", "7RTR 22GDS 1/104"), "lead 7RTR", "lead 1/104", "pass", "call", "pass", dice=[6, *DRAWISH])
    assert told(s, "totals") == [(5 + 1 + 2 + 7, 5 + 2 + 7)]  # with units it adds to them
    s = position({"7RTR": "15", "1/104": "15"}, axis="15")
    s = play(s, "assault 15", "attack 15")
    assert why_not(s, "enough").rule == "11.2"
    assert why_not(s, "call").rule == "10.2.1"  # nor before a unit takes part


@rule("battleaxe", "10.2.2")
def test_no_artillery_calls_after_an_overrun() -> None:
    s = overrun_capuzzo({"1/8": "18"}, "pass", [6, 6, 1, 1], artillery=(3, 2))
    assert s.artillery == [3, 2]
    s = play(s, "lead 2RTR")
    assert refused(CallArtillery(by_attacker=True), s).rule == "10.2.2"
    assert refused(CallArtillery(by_attacker=False), s).rule == "10.2.2"
    s = play(s, "lead 1/8")
    assert why_not(s, "call").rule == "10.2.1"
    s = play(s, "pass", dice=DRAWISH)  # after the question of air the dice fall at once
    assert told(s, "totals") == [(4 + 7, 7 + 1 + 7)]


# 10.3 AT and FLAK units


@rule("battleaxe", "10.3-a")
def test_guns_do_not_lead_an_attack() -> None:
    s = inside("15", "65AT 22GDS 1/104")
    assert offered(s) == ["lead 22GDS"]
    assert why_not(s, "lead 65AT").rule == "10.3"
    s = inside("15", "1/33C 2/8 7RTR", half="axis")
    assert offered(s) == ["lead 2/8"]
    assert why_not(s, "lead 1/33C").rule == "10.3"


@rule("battleaxe", "10.3-b")
def test_guns_may_be_the_first_into_a_vacant_enemy_controlled_area() -> None:
    s = position({"12AT": "D", "2RTR": "D", "1/62": "15"})
    assert holder(s, "10") == "axis"
    s = play(s, "assault D", "enter 12AT 10")
    assert place_of(s, "12AT") == "10"
    assert holder(s, "10") == "allied"


@rule("battleaxe", "10.3-c", "10.3-d")
def test_guns_lead_a_defence_at_their_value_only_beside_other_units() -> None:
    def lead_value(area: str, at: str, **facts: Any) -> int:
        s = play(inside(area, f"7RTR {at}", artillery=(0, 0), **facts), "lead 7RTR", f"lead {at.split()[0]}", "pass", dice=DRAWISH)
        return term(sums(s)[1], "11.4.3A")

    assert lead_value("6", "1/33A 1/104") == 6
    assert lead_value("6", "1/33A 1/104", reduced="1/33A") == 4
    assert lead_value("18", "1/33C 33RECCE") == 6
    assert lead_value("18", "1/33C") == 1
    assert lead_value("18", "1/33C", reduced="1/33C") == 0
    assert lead_value("18", "1/33C 33PAK") == 1  # several guns are still alone


@rule("battleaxe", "10.3-d", "10.3-e")
def test_guns_on_their_own_attack_at_1_or_0() -> None:
    s = inside("15", "65AT 12AT 1/62", artillery=(0, 0))
    assert offered(s) == ["lead 65AT", "lead 12AT"]  # then one of them may lead
    s = play(s, "lead 65AT", "lead 1/62", "pass", dice=DRAWISH)
    assert [term(sums(s)[0], number) for number in ("11.4.2A", "11.4.2B")] == [1, 1]
    s = inside("15", "65AT 12AT 1/62", reduced="65AT", artillery=(0, 0))
    s = play(s, "lead 65AT", "lead 1/62", "pass", dice=DRAWISH)
    assert sums(s)[0].total == 0 + 1


@rule("battleaxe", "10.3-e")
def test_further_guns_add_one_each() -> None:
    s = play(inside("15", "7RTR 65AT 1/62 33PAK", artillery=(0, 0)), "lead 7RTR", "lead 1/62", "pass", dice=DRAWISH)
    assert sums(s)[0].total == 5 + 1
    assert sums(s)[1].total == 2 + 1 + 2
    assert is_reduced(s, "7RTR")  # a Success
    assert (a("15"), a("15")) == (s.where[u("65AT")], s.where[u("7RTR")])
