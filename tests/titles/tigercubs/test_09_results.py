"""9.D to 9.G, 9.J: the fourteen results, losses in SP, retreats, advance; 13.S captured supply."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.play import Frame
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.combat import ALL, ANNIHILATED, FULL, advance_refused, debts, share
from sandtable.titles.tigercubs.frames import Combat, Losses
from sandtable.titles.tigercubs.losses import begin_losses
from sandtable.titles.tigercubs.scales import GSP, LP, VP
from sandtable.titles.tigercubs.state import DEAD, EMPLACED, MOBILE, OVERRAN, RETREATED, State, lift, place, store
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.tigercubs.fights import field, fight, struck
from tests.titles.tigercubs.position import E, p, u


def owed(s: State, result: str, target: str = "1407") -> tuple[int, int]:
    """What each side loses by a result, in halves of an SP."""
    f = fight(s, target)
    f.result = E.names.texts["result"].index(result)
    return debts(s, f)


def fights_on(s: State) -> Combat:
    return next(f for f in s.frames if isinstance(f, Combat))


def top(s: State) -> Frame:
    return s.frames[-1]


# 9.D What the results cost


@rule("tigercubs", "9.D.2", "9.D.3", "9.D.4", "9.D.5", "9.D.6", "9.D.7", "9.D.8", "9.D.11", "9.D.12", "9.E.1")
@pytest.mark.parametrize(
    ("units", "result", "attacker", "defender"),
    [
        (("G-15Pz", "G-SR104", "G-K15"), "AH", 5, 0),  # 5.5 SP: 2.75 down to 2.5
        (("G-15Pz", "G-SR104", "G-K15"), "AQ", 2, 0),  # 1.375 down to 1
        (("G-SR104", "G-SR115", "G-K15"), "HR", 2, 0),  # 2.5 SP: 1.25 down to 1
        (("G-SR104", "G-SR115", "G-K15"), "QR", 1, 0),
        (("G-15Pz", "G-SR104", "G-SR115"), "HQ", 6, 3),  # 6 SP
        (("G-15Pz",), "DR", 0, 0),
        (("G-15Pz",), "QH", 2, 4),
        (("G-15Pz", "G-SR104", "G-SR115"), "DQ", 0, 3),
        (("G-15Pz", "G-SR104", "G-SR115"), "DH", 0, 6),
        (("G-15Pz",), "AE", ALL, 0),
        (("G-15Pz",), "DE", 0, ALL),
        (("G-15Pz",), "DA", 0, ANNIHILATED),
    ],
)
def test_losses_are_shares_of_the_defending_force(units: tuple[str, ...], result: str, attacker: int, defender: int) -> None:
    s = field({**dict.fromkeys(units, "1407"), "B-7AD": "1408", "B-4ID": "1408"})
    assert owed(s, result) == (attacker, defender)


@rule("tigercubs", "9.E.1")
def test_losses_round_down_to_half_a_point() -> None:
    assert [share("0.5", 11), share("0.25", 11), share("0.25", 1)] == [5, 2, 0]


@rule("tigercubs", "9.G.2.a.iv", "9.C.1")
def test_those_who_retreated_there_count_for_the_defender_alone() -> None:
    s = field({"G-15Pz": "1407", "G-SR104": "1407", "G-SR115": "1407", "B-7AD": "1408"})
    s.did[u("G-SR104")] = s.did[u("G-SR115")] = RETREATED
    assert owed(s, "HQ") == (4, 3)  # half of 4, a quarter of 6


@rule("tigercubs", "9.D.1", "9.G.1")
def test_ae_the_attackers_are_eliminated_and_what_is_left_retreats() -> None:
    s = field({"B-7AD": "1408", "B-11H": "1408", "G-15Pz": "1407"})
    s = struck(s, "AE", "1407")
    assert s.where[u("B-11H")] == DEAD
    assert s.reduced[u("B-7AD")]
    assert not s.reduced[u("G-15Pz")]
    assert asked(s) == (ALLIED, "Retreats")
    assert s.score == [0, 6 * (2 * 2 + 1)]  # 2 SP and half an SP of armour
    s = play(s, "retreat B-7AD 1409")
    assert not any(isinstance(f, Combat) for f in s.frames)  # and no advance
    assert s.where[u("G-15Pz")] == p("1407")


@rule("tigercubs", "9.D.2", "9.G.1", "9.D.3")
def test_ah_the_defender_holds_and_attackers_stay() -> None:
    s = struck(field({"B-22G": "1408", "B-11I": "1408", "G-SR104": "1407", "G-SR115": "1407", "G-PzR8": "1407"}), "AH", "1407")
    assert offered(s) == ["lose B-11I", "lose B-22G"]  # 1.5 SP are owed: either of 2
    s = play(s, "lose B-11I")
    assert s.where[u("B-22G")] == p("1408")
    assert s.where[u("G-SR104")] == p("1407")


@rule("tigercubs", "9.D.6", "6.3.c.iv.1", "6.3.c.iv.2", "6.3.c.iv.3")
def test_hq_the_defender_goes_or_stays() -> None:
    at = {"B-4ID": "1408", "B-22G": "1408", "G-15Pz": "1407", "G-SR104": "1407", "G-SR115": "1407"}
    s = struck(field(at), "HQ", "1407")
    assert asked(s) == (ALLIED, "Losses")  # the phasing side pays first: 3 SP
    assert top(s).owed == 6  # type: ignore[attr-defined]
    s = play(s, "lose B-22G")
    assert asked(s)[0] == AXIS
    assert offered(s) == ["stay", "leave"]
    assert [caution.text for verb in ("stay", "leave") for caution in TITLE.face.caution(s, (verb, 0, 0))] == [
        "3 of your 6 Stacking Points will be lost, and Sollum (1407) is held",
        "1½ of your 6 Stacking Points will be lost, and Sollum (1407) is given up, and with it 5 Victory Points",
    ]
    s.owner[p("1407")] = ALLIED  # they only stood there
    assert TITLE.face.caution(s, ("leave", 0, 0))[0].text.endswith("Sollum (1407) is given up")
    s.owner[p("1407")] = AXIS
    held = play(s, "stay")
    assert top(held).owed == 6  # type: ignore[attr-defined]
    held = play(held, "lose G-15Pz", "lose G-SR104")
    assert held.where[u("G-SR115")] == p("1407")
    assert why_not(struck(field(at), "DR", "1407"), "stay").rule == "9.D.6"
    gone = play(s, "leave")
    assert top(gone).owed == 3  # type: ignore[attr-defined]
    assert offered(gone) == ["lose G-15Pz", "lose G-SR104", "lose G-SR115"]  # 1.5 SP: 2 is the least, either way
    gone = play(gone, "lose G-15Pz", "withdraw 1307")
    assert asked(gone) == (ALLIED, "Combat")
    assert "advance B-4ID" in offered(gone)


@rule("tigercubs", "9.D.4", "9.D.5", "9.D.7", "9.D.8", "9.D.11", "9.D.12", "9.G.2")
@pytest.mark.parametrize("result", ["HR", "QR", "DR", "QH", "DQ", "DH"])
def test_the_defender_must_retreat(result: str) -> None:
    s = struck(field({"B-7AD": "1408", "B-4ID": "1408", "G-15Pz": "1407", "G-SR104": "1407"}), result, "1407")
    while asked(s)[1] == "Losses":
        s = play(s, offered(s)[0])
    assert asked(s) == (AXIS, "Retreats")
    assert {text.split()[0] for text in offered(s)} <= {"retreat", "withdraw"}


@rule("tigercubs", "9.D.9", "9.E.4")
def test_ex_the_smaller_force_is_eliminated_the_larger_pays_what_it_cost() -> None:
    at = {"B-7AD": "1408", "B-4ID": "1408", "B-22G": "1408", "G-15Pz": "1407"}
    s = field(at)
    assert owed(s, "EX") == (4, ALL)
    s = struck(s, "EX", "1407")
    s = play(s, "lose B-22G")
    assert s.reduced[u("G-15Pz")]
    assert asked(s) == (AXIS, "Retreats")


@rule("tigercubs", "9.D.9-b")
def test_ex_between_equals() -> None:
    s = struck(field({"I-Bre": "1408", "B-18A": "1407", "B-Pol": "1407"}, AXIS), "EX", "1407")
    assert all(s.reduced[u(name)] for name in ("I-Bre", "B-18A", "B-Pol"))
    assert s.where[u("I-Bre")] == p("1408")
    assert s.where[u("B-18A")] == s.where[u("B-Pol")] == p("1407")
    assert told(s, "retreats") == []


@rule("tigercubs", "9.D.9-b", "9.G.3")
def test_ex_between_equals_leaves_the_hex_to_the_defender_even_if_nobody_is_left_there() -> None:
    s = struck(field({"I-Bre": "1408", "B-7AB": "1407", "B-7SG": "1407"}, AXIS, owned={"1407": "allied"}), "EX", "1407")
    assert s.reduced[u("I-Bre")]
    assert s.where[u("B-7AB")] == s.where[u("B-7SG")] == DEAD
    assert not [text for text in offered(s) if text.split()[0] in ("advance", "occupy", "overrun")]
    s = struck(field({"I-Bre": "1408", "B-7AB": "1407", "B-7SG": "1407", "B-11H": "1609"}, AXIS), "HX", "1407")
    assert "advance I-Bre" in offered(s)  # there the defender loses the hex


@rule("tigercubs", "9.D.9", "9.D.10-b", "9.G.3-b")
@pytest.mark.parametrize("result", ["EX", "HX"])
def test_a_smaller_attacker_goes_back_and_overruns_nobody(result: str) -> None:
    weak = ("I-DICAT", "I-Meh", "I-XXXII", "I-Gen", "I-24A")  # 3.5 SP of next to no strength
    s = struck(field({"B-4AB": "1408", **dict.fromkeys(weak, "1407")}), result, "1407")
    while s.frames and asked(s)[1] == "Losses":
        s = play(s, offered(s)[0])
    assert s.reduced[u("B-4AB")]
    assert not [text for text in offered(s) if text.split()[0] in ("advance", "occupy", "overrun")]


@rule("tigercubs", "9.D.10", "9.E.4")
def test_hx_half_of_what_the_smaller_lost() -> None:
    s = field({"B-4ID": "1408", "B-1SAD": "1408", "G-15Pz": "1407"})
    assert owed(s, "HX") == (2, ALL)  # the division flips: 2 SP, half of it
    even = field({"B-4ID": "1408", "G-15Pz": "1407"})
    assert owed(even, "HX") == (2, ALL)  # on equality the defender is the smaller
    even = struck(even, "HX", "1407")
    assert even.reduced[u("B-4ID")]
    assert asked(even) == (AXIS, "Retreats")


@rule("tigercubs", "9.D.10-b")
def test_hx_with_the_smaller_attacker() -> None:
    s = struck(field({"B-22G": "1408", "G-15Pz": "1407"}), "HX", "1407")
    assert s.where[u("B-22G")] == DEAD
    assert s.reduced[u("G-15Pz")]
    assert s.where[u("G-15Pz")] == p("1407")


@rule("tigercubs", "9.D.13", "9.F.1")
def test_de_reduced_sides_retreat() -> None:
    s = struck(field({"I-Bre": "1407", "B-4ID": "1408"}), "DE", "1407")
    assert s.reduced[u("I-Bre")]
    assert asked(s) == (AXIS, "Retreats")
    s = struck(field({"I-Bre": "1407", "B-4ID": "1408"}, reduced=("I-Bre",)), "DE", "1407")
    assert s.where[u("I-Bre")] == DEAD


@rule("tigercubs", "9.D.14")
def test_da_leaves_nothing() -> None:
    s = struck(field({"G-15Pz": "1407", "B-4ID": "1408"}), "DA", "1407")
    assert s.where[u("G-15Pz")] == DEAD
    assert s.score[ALLIED] == 6 * 4 * 2
    assert s.lost_hexes == (p("1407"),)
    assert play(s, "occupy").where[u("B-4ID")] == p("1407")


# 9.E, 9.F Payment


def losing(units: tuple[str, ...], owed: int, required: tuple[str, ...] = (), side: int = AXIS, **more: Any) -> State:
    s = field(dict.fromkeys(units, "1407"), 1 - side, **more)
    s.frames.clear()
    begin_losses(s, side, owed, tuple(sorted([u(name) for name in units])), tuple([u(name) for name in required]))
    return settled(s)


def losses_left(s: State) -> list[tuple[int, tuple[int, ...]]]:
    return [(f.owed, f.units) for f in s.frames if isinstance(f, Losses)]


@rule("tigercubs", "9.E.6")
def test_the_contingent_that_is_chosen_on_a_tie_pays_all_it_can_and_the_other_the_rest() -> None:
    s = losing(("G-SR104", "G-SR115", "I-61", "I-62"), 6)  # 1.5 SP each would be the equal share: nobody can pay that
    s = play(s, "lose I-61")
    assert [s.where[u(name)] for name in ("I-61", "I-62")] == [DEAD, DEAD]
    assert offered(s) == ["lose G-SR104", "lose G-SR115"]
    s = play(s, "lose G-SR115")
    assert not s.frames
    assert s.where[u("G-SR104")] == p("1407")


@rule("tigercubs", "9.E.5", "9.F.1")
def test_five_points_from_two_divisions() -> None:
    s = losing(("G-15Pz", "G-5le"), 10)
    s = play(s, "lose G-15Pz")
    assert offered(s) == ["lose G-15Pz", "lose G-5le"]
    s = play(s, "lose G-5le")
    s = play(s, "lose G-5le") if s.frames else s
    assert sum(E.sp[s.reduced[x]][x] for x in (u("G-15Pz"), u("G-5le")) if s.where[x] >= 0) == 2 * 2  # 6 of 8 SP are gone


@rule("tigercubs", "9.E.5", "9.E.1")
def test_what_can_be_paid_exactly_is() -> None:
    s = losing(("G-15Pz", "G-SR104"), 2)
    assert s.where[u("G-SR104")] == DEAD
    assert not s.reduced[u("G-15Pz")]
    s = losing(("G-15Pz", "G-SR104", "G-SR115"), 2)
    assert offered(s) == ["lose G-SR104", "lose G-SR115"]
    assert why_not(s, "lose G-15Pz").rule == "9.E.5"


@rule("tigercubs", "9.H.1.c")
def test_units_without_strength_may_pay() -> None:
    s = losing(("I-XXXII", "I-VII"), 1)
    assert play(s, "lose I-XXXII").where[u("I-XXXII")] == DEAD


@rule("tigercubs", "9.E.3")
def test_air_units_pay_nothing() -> None:
    s = losing(("G-SR104", "G-SR115"), 2, air={"a-II2": "0906"})
    assert all(text.startswith("lose G-SR") for text in offered(s))


@rule("tigercubs", "9.E.6")
def test_contingents_share_if_they_can() -> None:
    s = losing(("G-15Pz", "I-61"), 4)
    assert s.reduced[u("G-15Pz")]
    assert s.where[u("I-61")] == p("1407")
    s = losing(("G-SR104", "G-SR115", "I-61", "I-62"), 4)
    assert [owed for owed, _ in losses_left(s)] == [2, 2]
    s = play(s, offered(s)[0])
    s = play(s, offered(s)[0])
    assert [sum(s.where[u(n)] == DEAD for n in pair) for pair in (("G-SR104", "G-SR115"), ("I-61", "I-62"))] == [1, 1]


@rule("tigercubs", "9.E.6")
def test_contingents_of_one_size_the_owner_chooses() -> None:
    s = losing(("G-SR104", "I-61"), 2)
    assert offered(s) == ["lose G-SR104", "lose I-61"]
    s = losing(("G-SR104", "G-K15", "I-61", "I-VII"), 3)  # 1.5 SP each; 1.5 owed cannot be shared
    s = play(s, "lose I-VII")
    assert s.where[u("I-61")] == DEAD
    assert s.where[u("G-SR104")] == p("1407")
    s = play(losing(("G-SR104", "I-61"), 3), "lose G-SR104")  # more than one of them can pay
    assert (s.where[u("G-SR104")], s.where[u("I-61")]) == (DEAD, DEAD)


@rule("tigercubs", "9.J.1", "9.E.2")
def test_half_of_the_loss_from_those_who_gave_the_effect() -> None:
    tanks = ("B-7AD", "B-4AB")
    s = losing((*tanks, "B-22G", "B-SM"), 6, tanks, ALLIED)
    assert why_not(s, "lose B-22G").rule == "9.J.1"  # 1 SP of heavy tanks at most would be left to pay
    s = play(s, "lose B-SM")  # then 2 SP at once: the heavy tanks could only pay 1 before it is the armour's turn
    assert s.reduced[u("B-7AD")]
    assert not s.frames


@rule("tigercubs", "9.J.1", "9.E.5")
def test_nobody_who_is_required_escapes_because_another_paid_too_much() -> None:
    s = losing(("B-22G", "B-65"), 2, ("B-65",), ALLIED)
    s = play(s, "lose B-22G")  # 2 SP where 1 is owed
    assert s.where[u("B-65")] == DEAD


@rule("tigercubs", "9.J.1", "9.E.6")
def test_required_losses_go_before_the_sharing_of_contingents() -> None:
    s = losing(("G-K15", "G-AA3", "I-7B"), 2, ("G-AA3",), AXIS)  # 1 SP each
    assert offered(s) == ["lose G-K15", "lose G-AA3"]
    s = losing(("G-SR104", "I-Ari", "I-46A", "I-Bre"), 4, ("I-Ari",), AXIS)  # no equal shares of 1 SP: the Italians pay
    assert not s.frames
    assert [s.where[u("G-SR104")], s.reduced[u("I-Ari")]] == [p("1407"), 1]


@rule("tigercubs", "9.J.1", "13.H.1.a.ii")
def test_armour_without_effect_is_not_required() -> None:
    tanks = {"B-7AD": "1408", "B-4AB": "1408", "B-3AB": "1408"}
    s = struck(field({**tanks, "G-15Pz": "1407"}, states={"B-3AB": "E2"}), "AH", "1407")
    assert fights_on(s).required[0] == (u("B-7AD"), u("B-4AB"))


@rule("tigercubs", "9.J.1-b")
def test_types_pay_in_turn() -> None:
    s = losing(("B-7AD", "B-7AB", "B-4AB", "B-22G"), 12, ("B-7AD", "B-7AB", "B-4AB"), ALLIED)
    s = play(s, "lose B-7AD")
    assert why_not(s, "lose B-7AB").rule == "9.J.1-b"  # a heavy tank unit first
    s = play(s, "lose B-4AB")
    assert "lose B-7AB" in offered(s)


@rule("tigercubs", "9.J.1", "9.J.1-b")
def test_six_points_from_two_armoured_divisions_engineers_and_infantry() -> None:
    """The book's example: armour and engineers pay in turn, and three of the six points between them."""
    givers = ("G-15Pz", "G-5le", "G-Pi33", "G-Pi200")
    s = play(losing((*givers, "G-SR104", "G-SR115"), 12, givers), "lose G-15Pz")
    assert why_not(s, "lose G-5le").rule == "9.J.1-b"  # the engineers' turn
    s = play(s, "lose G-Pi33")
    assert {"lose G-Pi200", "lose G-5le"} <= set(offered(s))  # either of them, or both
    assert why_not(play(s, "lose G-SR104"), "lose G-SR115").rule == "9.J.1"  # two and a half so far
    assert not play(s, "lose G-5le", "lose G-SR104").frames


@rule("tigercubs", "9.J.1-b", "9.E.5")
def test_the_least_payment_is_the_least_that_the_turns_of_types_allow() -> None:
    s = losing(("I-Ari", "I-Tre", "I-61", "I-SMar"), 12, ("I-Ari", "I-SMar"))
    s = play(s, "lose I-Ari", "lose I-SMar", "lose I-Ari")  # 6 SP from the two divisions would do, but the types take turns
    assert [s.where[u("I-Ari")], s.where[u("I-61")], s.reduced[u("I-Tre")]] == [DEAD, p("1407"), 1]


@rule("tigercubs", "9.J.1", "9.E.2")
def test_who_is_required_in_a_combat() -> None:
    s = struck(
        field({"B-7AD": "1408", "B-4AB": "1408", "B-4ID": "1408", "G-15Pz": "1407", "G-SR104": "1407", "G-SR115": "1407"}),
        "AH",
        "1407",
    )
    assert fights_on(s).required == ((u("B-7AD"), u("B-4AB")), ())  # +2 of armour; -1 of guns asks for nothing
    s = struck(field({"B-7AD": "1408", "B-4ID": "1408", "G-15Pz": "1407"}), "AH", "1407")
    assert fights_on(s).required == ((), ())
    tanks = {"B-7AD": "1408", "B-4AB": "1408", "B-1TB": "1408"}  # 12 points against 8: -2
    s = struck(field({**tanks, "G-15Pz": "1407", "G-5le": "1407", "I-7B": "1407"}), "DH", "1407")
    assert fights_on(s).required[1] == (u("G-15Pz"), u("G-5le"))


# 9.G.2 Retreats


@rule("tigercubs", "9.G.2", "9.G.1")
def test_units_retreat_one_by_one_or_together() -> None:
    s = struck(field({"B-4ID": "1508", "G-5le": "1407", "G-SR104": "1407", "G-K15": "1407"}), "DR", "1407")
    assert why_not(s, "retreat G-K15 1206").rule == "9.G.2"  # two hexes
    assert why_not(s, "retreat G-K15 1508").rule == "9.G.2"  # the enemy
    apart = play(s, "retreat G-K15 1307", "retreat G-5le 1308", "retreat G-SR104 1307")
    assert [apart.where[u(n)] for n in ("G-K15", "G-5le", "G-SR104")] == [p("1307"), p("1308"), p("1307")]
    together = play(s, "withdraw 1307")
    assert [together.where[u(n)] for n in ("G-K15", "G-5le", "G-SR104")] == [p("1307")] * 3
    assert together.did[u("G-K15")] & RETREATED
    assert audit(together) == []


@rule("tigercubs", "9.G.1", "9.G.2.a.i", "7.B.1.a.v.2")
def test_a_stack_that_retreats_as_one_finds_the_zones_as_they_were_when_it_set_out() -> None:
    at = {"I-BDA1": "1407", "I-BDA2": "1407", "B-7AD": "1408", "B-4ID": "1508", "B-22G": "1206"}
    s = struck(field(at), "DR", "1407", "B-7AD", "B-4ID")
    together = play(s, "withdraw 1307")  # 4 SP: their own Full zone is the greater there
    assert together.where[u("I-BDA1")] == together.where[u("I-BDA2")] == p("1307")
    one_by_one = play(s, "retreat I-BDA1 1307")
    assert one_by_one.where[u("I-BDA2")] == p("1406")  # the 2 SP that are left have none, and must go elsewhere


@rule("tigercubs", "9.G.1", "9.G.3", "7.B.1.a.v.1", "7.H.1.b")
def test_what_a_stack_holds_with_its_zone_is_not_lost_while_it_retreats_or_advances_as_one() -> None:
    parts = ("G-PzR8", "G-SR104", "G-SR115", "G-K15", "G-PzJ33")
    s = field({**dict.fromkeys(parts, "1409"), "B-7AD": "1509", "B-9A": "1209"}, owned=dict.fromkeys(("1309", "1409"), "axis"))
    s.works = {p("1310"): 1}
    s = play(struck(s, "DR", "1409", "B-7AD"), "withdraw 1410")
    assert s.works == {p("1310"): 1}
    at = {**dict.fromkeys(parts, "1409"), "B-22G": "1408", "B-9A": "1209", "B-11H": "1410"}
    s = field(at, AXIS, owned=dict.fromkeys(("1309", "1409"), "axis"))
    s.works = {p("1309"): 1}
    s = play(struck(s, "DA", "1408"), "occupy")
    assert s.works == {p("1309"): 1}


@rule("tigercubs", "9.G.2-b")
def test_a_unit_that_cannot_move_is_lost() -> None:
    at = {"I-GaF": "1406", "I-61": "1406", "B-22G": "1407"}
    s = struck(field(at), "DR", "1406")
    assert s.where[u("I-61")] == p("1306")
    assert s.where[u("I-GaF")] == DEAD
    kept = play(struck(field({**at, "B-11H": "1407"}), "HQ", "1406"), "stay", "lose I-61")
    assert kept.where[u("I-GaF")] == p("1406")


@rule("tigercubs", "9.G.2.a.ii")
def test_hexes_outside_enemy_zones_come_first() -> None:
    s = struck(field({"B-4ID": "1408", "B-7AD": "1409", "G-SR104": "1407"}), "DR", "1407", "B-4ID")
    assert why_not(s, "retreat G-SR104 1308").rule == "9.G.2.a.ii"
    assert {text.split()[-1] for text in offered(s)} == {"1307", "1406"}


@rule("tigercubs", "9.G.2.a.i", "9.G.2.a.i.1")
def test_retreat_into_an_enemy_zone() -> None:
    around = {"B-4ID": "1408", "B-7AD": "1206", "B-9A": "1306", "B-1SAD": "1208"}
    s = struck(field({**around, "G-15Pz": "1407"}), "DR", "1407", "B-4ID")
    s = play(s, offered(s)[0])
    assert s.reduced[u("G-15Pz")]
    assert s.where[u("G-15Pz")] in (p("1307"), p("1308"), p("1406"))
    s = struck(field({**around, "G-K15": "1407"}), "DR", "1407", "B-4ID")
    s = play(s, offered(s)[0])
    assert s.where[u("G-K15")] == DEAD
    s = struck(field({**around, "G-15Pz": "1407"}, reduced=("G-15Pz",)), "DR", "1407", "B-4ID")
    assert play(s, offered(s)[0]).where[u("G-15Pz")] == DEAD


@rule("tigercubs", "7.B.1.b.iii", "9.G.2.a.i")
def test_no_retreat_through_enemy_zones() -> None:
    s = struck(field({"B-4ID": "1408", "B-7AD": "1207", "B-9A": "1407", "G-Oas300": "1308"}), "DR", "1308", "B-4ID")
    assert offered(s) == ["retreat G-Oas300 1307", "retreat G-Oas300 1309", "retreat G-Oas300 1208"]  # zones, all of them
    for text in offered(s):
        assert play(s, text).where[u("G-Oas300")] == DEAD
    free = struck(field({"B-4ID": "1408", "G-Oas300": "1308"}), "DR", "1308")
    assert {text.split()[-1] for text in offered(free)} == {"1307", "1207", "1208"}
    assert play(free, "retreat G-Oas300 1208").where[u("G-Oas300")] == p("1208")


@rule("tigercubs", "6.3.c.iv.4", "5.A.6.c")
def test_no_refuge_is_the_end() -> None:
    around = {"B-4ID": "1408", "B-11H": "1307", "B-22G": "1308", "B-CIH": "1406", "B-11I": "1508"}
    s = struck(field({**around, "G-15Pz": "1407"}), "DR", "1407", "B-4ID")
    assert s.where[u("G-15Pz")] == DEAD  # wholly, reduced side or not
    assert s.score[ALLIED] == 6 * 4 * 2


FULL_HEX = (
    "G-5le",
    "I-Ari",
    "I-Tre",
    "I-Bre",
    "I-Pav",
    "I-Bol",
    "I-Sav",
    "I-BDA1",
    "I-BDA2",
    "I-BDB1",
    "I-BDB2",
    "I-8B",
    "I-61",
    "I-62",
    "I-7B",
)


def crowded(retreating: str, leave_room: int = 0, more: dict[str, str] | None = None) -> State:
    """Every refuge from 1406 but 1306 is shut; in 1306 there is room for so many SP."""
    at = {**dict.fromkeys(FULL_HEX, "1306"), retreating: "1406", "B-22G": "1407", "B-11H": "1307", **(more or {})}
    s = field(at)
    room = [u(name) for name in ("G-SR104", "G-SR115", "G-PzR8", "G-PzR5", "I-VII", "G-K15", "I-32", "I-GaF")]
    weight = sum(E.sp[0][u(name)] for name in FULL_HEX)
    for unit in room:
        if weight + E.sp[0][unit] <= 2 * (44 - leave_room):
            place(s, unit, p("1306"))
            weight += E.sp[0][unit]
    assert weight == 2 * (44 - leave_room)
    return s


@rule("tigercubs", "5.A.6.b", "9.G.2.a.iii")
def test_no_room_means_further_back_or_smaller() -> None:
    s = struck(crowded("G-15Pz", leave_room=2), "DR", "1406", "B-22G")
    assert asked(s) == (AXIS, "Retreat")
    small = play(s, "shrink G-15Pz")
    assert small.where[u("G-15Pz")] == p("1306")
    assert small.reduced[u("G-15Pz")]
    assert why_not(s, "onward 1406").rule == "9.G.2"
    on = play(s, "onward 1206")
    assert on.where[u("G-15Pz")] == p("1206")
    assert not on.reduced[u("G-15Pz")]
    full = struck(crowded("G-15Pz"), "DR", "1406", "B-22G")
    assert why_not(full, "shrink G-15Pz").rule == "9.G.2.a.iii"


@rule("tigercubs", "9.G.2.a.i.2", "9.G.2.a.iii")
def test_nowhere_to_go_on_to() -> None:
    more = {"B-CIH": "1206", "B-LRDG": "1205", "B-8C": "1305"}
    s = struck(crowded("G-15Pz", more=more), "DR", "1406", "B-22G")
    assert s.where[u("G-15Pz")] == DEAD  # not reduced: eliminated


@rule("tigercubs", "9.G.2.a.i.2", "9.G.2.a.i.1")
def test_a_second_enemy_zone_is_the_end() -> None:
    watched = {"B-7AD": "1206", "B-8C": "1305"}  # a zone in 1306 and in 1205; nowhere else to go
    s = struck(crowded("G-15Pz", leave_room=1, more=watched), "DR", "1406", "B-22G")
    assert told(s, "reduced") == [(u("G-15Pz"),)]  # the first; with 2 SP it still does not fit
    assert told(s, "retreats") == [(u("G-15Pz"), p("1306")), (u("G-15Pz"), p("1205"))]
    assert s.where[u("G-15Pz")] == DEAD  # the second
    room = struck(crowded("G-15Pz", leave_room=2, more=watched), "DR", "1406", "B-22G")
    assert (room.where[u("G-15Pz")], room.reduced[u("G-15Pz")]) == (p("1306"), 1)


@rule("tigercubs", "9.G.2.a.ii")
def test_a_full_hex_comes_before_an_enemy_zone() -> None:
    s = crowded("G-15Pz", more={})
    lift(s, u("B-11H"), -1)  # 1307 is free, but a division watches it
    place(s, u("B-4ID"), p("1308"))
    s = struck(s, "DR", "1406", "B-22G")
    assert asked(s) == (AXIS, "Retreat")  # it went to 1306, and has to go on
    assert s.where[u("G-15Pz")] == p("1306")


# 13.K.2.a-b Quartermasters


@rule("tigercubs", "13.K.2.a-b")
def test_a_quartermaster_retreats_and_turns_mobile() -> None:
    s = field({"Q-AL2": "2408", "B-1SA": "2408", "G-15Pz": "2309"}, AXIS)
    s.post[u("Q-AL2")] = EMPLACED
    s = struck(s, "DR", "2408")
    s = play(s, next(text for text in offered(s) if text.startswith("withdraw")))
    assert s.post[u("Q-AL2")] == MOBILE
    assert s.where[u("Q-AL2")] == s.where[u("B-1SA")] != p("2408")


@rule("tigercubs", "13.K.2.a-b", "9.D.9-b")
def test_a_quartermaster_retreats_from_an_exchange_between_equals() -> None:
    s = field({"I-Bre": "1408", "B-18A": "1407", "B-Pol": "1407", "Q-AL2": "1407"}, AXIS)
    s.post[u("Q-AL2")] = EMPLACED
    s = struck(s, "EX", "1407")
    assert asked(s) == (ALLIED, "Retreats")
    s = play(s, next(text for text in offered(s) if text.startswith("retreat Q-AL2")))
    assert s.where[u("Q-AL2")] not in (DEAD, p("1407"))
    assert s.post[u("Q-AL2")] == MOBILE
    assert s.where[u("B-18A")] == s.where[u("B-Pol")] == p("1407")


@rule("tigercubs", "13.K.2.a-b", "9.G.2.a.i")
def test_a_quartermaster_in_an_enemy_zone_is_lost_unless_a_zone_of_its_own_equals_it() -> None:
    at = {"Q-AL2": "1407", "B-CIH": "1407", "G-15Pz": "1408", "G-5le": "1206", "I-Ari": "1306", "I-Bre": "1208"}
    s = field(at, AXIS)
    s.gsp[store(s, u("Q-AL2"))] = 5 * GSP
    s = struck(s, "DR", "1407", "G-15Pz")
    s = play(s, next(text for text in offered(s) if text.startswith("retreat Q-AL2")))
    assert s.where[u("Q-AL2")] == DEAD
    assert s.gsp == {p("1407"): 5 * GSP}  # where it was attacked, for whoever takes the hex (13.S.b)
    held = struck(field({**at, "B-9A": "1607"}, AXIS), "DR", "1407", "G-15Pz")
    safe = [text for text in offered(held) if text.startswith("retreat Q-AL2")]
    assert safe == ["retreat Q-AL2 1508"]  # both have a Full zone there
    assert play(held, safe[0]).where[u("Q-AL2")] == p("1508")


# 9.G.3 Advance


@rule("tigercubs", "9.G.3", "6.3.c.iv.5", "5.A.6.d", "7.C.1.e.ii-b")
def test_attackers_advance() -> None:
    at = {"B-7AD": "1408", "B-4AB": "1508", "B-22G": "1409", "G-SR104": "1407"}
    s = play(struck(field(at), "DR", "1407", "B-7AD", "B-4AB"), "retreat G-SR104 1307")
    assert why_not(s, "advance B-22G").rule == "9.G.3"  # took no part
    assert s.lost_hexes == (p("1407"),)
    s = play(s, "advance B-4AB")
    assert why_not(s, "advance B-4AB").rule == "9.G.3"
    assert s.owner[p("1407")] == ALLIED
    s = play(s, "occupy")
    assert {s.where[u(name)] for name in ("B-7AD", "B-4AB")} == {p("1407")}
    assert audit(s) == []


@rule("tigercubs", "5.A.6.d", "9.G.3")
def test_no_more_advance_than_the_hex_holds() -> None:
    regiments = ("G-SR104", "G-SR115", "G-PzR8", "G-PzR5", "I-32")
    s = struck(field({**dict.fromkeys(FULL_HEX, "1408"), **dict.fromkeys(regiments, "1308"), "B-11H": "1407"}, AXIS), "DA", "1407")
    s = play(s, "occupy")  # 45 SP took part
    inside = s.stack[p("1407")]
    assert sum(E.sp[0][x] for x in inside) == 2 * 43
    left = next(name for name in FULL_HEX if s.where[u(name)] != p("1407"))
    assert E.sp[0][u(left)] == 2 * 2
    f = Combat(AXIS, p("1407"), tuple(sorted([*inside, u(left)])), advanced=inside, fought=True)
    assert advance_refused(s, f, u(left)) == FULL


@rule("tigercubs", "9.D.9", "9.G.1")
def test_ex_a_smaller_attacker_goes_back_to_where_it_stood() -> None:
    s = struck(field({"B-4AB": "1408", "G-15Pz": "1407"}), "EX", "1407")
    assert s.reduced[u("B-4AB")]
    assert s.where[u("B-4AB")] == p("1408")
    assert s.reduced[u("G-15Pz")]  # 1 SP owed, 2 paid
    assert s.where[u("G-15Pz")] == p("1407")


@rule("tigercubs", "9.G.3")
def test_nobody_advances_into_a_hex_that_is_held() -> None:
    s = struck(field({"B-7AD": "1408", "B-4ID": "1408", "G-15Pz": "1407", "G-SR104": "1407"}), "AQ", "1407")
    s = play(s, "lose B-4ID")
    assert not any(isinstance(f, Combat) for f in s.frames)  # there is nothing to decide


@rule("tigercubs", "4.A.2-b", "4.A.2-d", "4.A.2-c")
@pytest.mark.parametrize("result", ["DR", "DE"])
def test_a_fort_taken_in_combat_is_reduced(result: str) -> None:
    s = struck(field({"I-61": "1406", "B-22G": "1407"}), result, "1406")
    assert s.reduced_forts == ()
    assert play(s, "done").reduced_forts == ()  # nobody enters: it stays intact
    assert play(s, "advance B-22G").reduced_forts == (p("1406"),)


@rule("tigercubs", "9.G.3-b", "7.E.1.b-d", "7.E.1.b-b")
def test_what_is_left_is_overrun_in_the_advance() -> None:
    at = {"B-7AB": "1508", "B-22G": "1408", "B-11H": "1408", "G-K15": "1407", "G-PzJ605": "1407"}
    s = play(struck(field(at), "HQ", "1407"), "stay", "lose G-K15")
    assert s.where[u("G-PzJ605")] == p("1407")
    assert why_not(s, "advance B-22G").rule == "9.G.3"
    s = play(s, "overrun 1407")  # 20 : 0.75, and a (1): no loss roll
    assert s.where[u("G-PzJ605")] == DEAD
    assert {s.where[u(name)] for name in ("B-7AB", "B-22G")} == {p("1407")}
    assert s.did[u("B-7AB")] & OVERRAN
    assert s.lost_hexes == (p("1407"),)
    assert audit(s) == []


@rule("tigercubs", "4.A.2-d", "9.G.3-b", "7.E.1.d")
def test_a_fort_taken_by_an_overrun_after_combat_is_reduced_though_the_last_slipped_away() -> None:
    at = {"B-7AD": "1407", "B-22G": "1407", "B-11H": "1407", "I-61": "1406", "H-DAK": "1406"}
    s = play(struck(field(at), "HQ", "1406"), "stay")
    assert s.where[u("I-61")] == DEAD  # half of 1 SP
    s = play(s, "overrun 1406", "slip H-DAK 1306")
    assert s.where[u("H-DAK")] == p("1306")
    assert s.reduced_forts == (p("1406"),)


@rule("tigercubs", "9.G.3-b")
def test_attackers_held_back_from_an_overrun_do_not_enter() -> None:
    at = {"B-7AB": "1408", "B-22G": "1408", "B-11H": "1408", "G-K15": "1407", "G-PzJ605": "1407"}
    s = play(struck(field(at), "HQ", "1407"), "stay", "lose G-K15")
    s = play(s, "spare B-22G", "overrun 1407")
    assert (s.where[u("B-7AB")], s.where[u("B-22G")]) == (p("1407"), p("1408"))


@rule("tigercubs", "9.G.3-b", "13.S.a", "5.A.6.d")
def test_who_follows_an_overrun_in_the_advance_finds_the_hex_taken() -> None:
    at = {"B-22G": "1408", "B-11H": "1408", "B-18C": "1408", "G-K15": "1407", "G-Bau": "1407"}
    s = field(at)
    s.gsp[p("1407")] = 6 * GSP
    s = play(struck(s, "HQ", "1407"), "lose B-18C", "stay", "lose G-K15")
    s = play(s, "spare B-22G", "overrun 1407")  # half an SP goes in
    assert (s.where[u("G-Bau")], s.owner[p("1407")]) == (DEAD, AXIS)
    assert why_not(s, "overrun 1407").rule == "9.G.3-b"  # nobody is left
    s = play(s, "advance B-22G")  # no die: what was overrun is captured whole
    assert s.where[u("B-22G")] == p("1407")
    assert (s.owner[p("1407")], s.gsp[p("1407")], s.new_gsp[p("1407")]) == (ALLIED, 6 * GSP, 6 * GSP)


@rule("tigercubs", "9.G.3-b", "4.A.2-d", "13.J.1-b", "13.S.a")
def test_who_advances_after_an_overrun_that_nobody_survived_takes_the_place() -> None:
    at = {"B-7Md": "1407", "B-22G": "1407", "G-PzJ39": "1406", "G-PzJ605": "1406", "S-AX1": "1406"}
    s = field(at, owned={"1406": "axis", "1407": "allied"})
    s.gsp[p("1406")] = 6 * GSP
    s = play(struck(s, "AQ", "1406"), "spare B-22G", "overrun 1406", dice=[100])  # 12 : 1.5 costs 4.5, and the guns have 6
    assert (s.where[u("B-7Md")], s.where[u("S-AX1")], s.reduced_forts) == (DEAD, p("1406"), ())
    s = play(s, "advance B-22G")
    assert (s.where[u("S-AX1")], s.reduced_forts, s.gsp[p("1406")]) == (DEAD, (p("1406"),), 6 * GSP)
    assert audit(s) == []


# 13.S Captured supply


@rule("tigercubs", "13.S.b", "13.S.b.i", "13.S.b.ii", "13.S.c", "13.J.1-b")
@pytest.mark.parametrize(
    ("die", "thirds", "points"), [(4, 1, 2), (5, 1, 3), (10, 3, 6), (1, 0, 0), (9, 2, 5), (6, 1, 3), (7, 2, 4)]
)
def test_supplies_taken_after_combat(die: int, thirds: int, points: int) -> None:
    s = field({"I-61": "1406", "B-22G": "1407"}, owned={"1406": "axis", "1407": "allied"})
    s.lp[p("1406")], s.gsp[p("1406")] = 1 * LP, 6 * GSP
    s = play(struck(s, "DR", "1406"), "advance B-22G", dice=[die])
    assert s.score[ALLIED] == 2 * 3  # a point for an LP that the enemy has lost, destroyed or captured
    assert (s.lp.get(p("1406"), 0), s.gsp.get(p("1406"), 0)) == (thirds, points * GSP)
    assert (s.new_lp.get(p("1406"), 0), s.new_gsp.get(p("1406"), 0)) == (thirds, points * GSP)  # not before the next Initial Phase


@rule("tigercubs", "13.S.b", "13.S.a", "7.H.1.a.iii", "16.A.2.a")
@pytest.mark.parametrize("advances", [True, False])
def test_supplies_in_a_hex_that_a_zone_takes_after_combat(advances: bool) -> None:
    s = field({"I-61": "1406", "I-62": "1406", "B-4ID": "1407"}, owned={"1406": "axis", "1407": "allied"})
    s.lp[p("1406")], s.gsp[p("1406")] = 1 * LP, 6 * GSP
    s = play(struck(s, "DR", "1406"), "withdraw 1306", dice=[4])  # the zone of a division is all that is left there
    assert s.owner[p("1406")] == ALLIED
    s = play(s, "advance B-4ID" if advances else "done")
    assert (s.lp[p("1406")], s.gsp[p("1406")], s.score[ALLIED]) == (1, 2 * GSP, VP)  # there was combat: not all of it
    assert (s.new_lp[p("1406")], s.new_gsp[p("1406")]) == (1, 2 * GSP)


@rule("tigercubs", "13.S.b.ii", "13.S.b")
@pytest.mark.parametrize(("die", "left"), [(10, 40), (9, 6 * GSP), (8, 5 * GSP)])
def test_a_ten_captures_even_parts_of_a_gsp(die: int, left: int) -> None:
    s = field({"I-61": "1406", "B-22G": "1407"}, owned={"1406": "axis", "1407": "allied"})
    s.gsp[p("1406")] = 40  # 6⅔
    assert play(struck(s, "DR", "1406"), "advance B-22G", dice=[die]).gsp[p("1406")] == left


@rule("tigercubs", "13.J.1-b")
def test_a_terminal_is_destroyed_when_its_hex_is_taken() -> None:
    s = field({"S-AL2": "2408", "B-1SA": "2408", "G-15Pz": "2309"}, AXIS, owned={"2408": "allied", "2309": "axis"})
    s = struck(s, "DE", "2408")
    assert s.where[u("S-AL2")] == p("2408")
    s = play(s, "occupy")
    assert s.where[u("S-AL2")] == DEAD
    assert s.score[AXIS] == 6 * (2 + 5)
