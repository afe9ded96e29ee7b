"""10 Air combat: interception, roles, opponents, modifiers, results; 5.B.5 superiority."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from sandtable.kernel.data import changes_of
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.air_bombing import payload
from sandtable.titles.tigercubs.air_combat import (
    air_column,
    attack,
    difference,
    efficiency,
    fight,
    fighter_ratio,
    lose_step,
    modifiers,
    read,
)
from sandtable.titles.tigercubs.air_interception import IS_CANCELLED, IS_OVER, NOT_PHASING, Cancel
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.face.air_board import air_battle
from sandtable.titles.tigercubs.frames import CombatPhase, Interception, Mission, Strike
from sandtable.titles.tigercubs.kinds import FIVE_DAY, HALF_MONTH, NONE
from sandtable.titles.tigercubs.state import DEAD, State
from sandtable.titles.tigercubs.superiority import air_drms, theatre
from tests.kit import asked, offered, offered_verbs, play, rule, settled, told, why_not
from tests.titles.tigercubs.flights import fighting, flight, full, moving, opening
from tests.titles.tigercubs.position import E, a, p, position, u


def airs(*names: str) -> tuple[int, ...]:
    return tuple(sorted([a(name) for name in names]))


def combat(
    air: dict[str, str],
    bombers: tuple[str, ...],
    escorts: tuple[str, ...] = (),
    superior: tuple[str, ...] = (),
    destroyers: tuple[str, ...] = (),
    pairs: tuple[tuple[str, str], ...] = (),
    target: str = "1106",
    kind: str = "bai",
    wings: tuple[str, ...] = (),
    side: int = ALLIED,
    **facts: object,
) -> State:
    """A mission over its target with interceptors that have their opponents."""
    s = full(position({}, air=air), *wings)
    s.phasing = side
    f = Strike(side, s.names.numbers["mission"][kind], p(target), **facts)  # type: ignore[arg-type]
    f.bombers, f.escorts, f.superior, f.destroyers = airs(*bombers), airs(*escorts), airs(*superior), airs(*destroyers)
    f.interceptors = airs(*superior, *destroyers)
    f.pairs = tuple(sorted([(a(x), a(y)) for x, y in pairs]))
    for unit in (*f.bombers, *f.escorts, *f.interceptors):
        s.aloft[unit], s.flown[unit] = p(target), 1
    s.begin(f)
    return s


def drm(s: State, shooter: str, target: str, ignored: bool = False) -> int:
    f = s.frames[-1]
    assert isinstance(f, Mission)
    return modifiers(s, f, a(shooter), a(target), ignored).total


BASES = {"b-73": "2509", "b-274": "2509", "b-250": "2609", "b-14": "2710", "b-45": "2710", "b-55": "2710", "a-I27": "1106"}


# 8.D.1.a Interception


@rule("tigercubs", "8.D.1.a", "8.D.1.a.i", "8.D.1.a.ii", "8.D.1.a-n", "10.A.1", "10.A.1.a", "6.2")
def test_who_may_intercept() -> None:
    s = opening({"b-14": "2710", "a-I27": "0604", "a-155": "0303", "a-II2": "0604", "a-374": "BEN"})
    s = play(s, "fly airbase", "over 1106", "assign b-14", "send")
    assert asked(s) == (AXIS, "Interception")
    assert E.distance(p("0604"), p("1106")) == 5
    assert set(offered(s)) == {"intercept a-I27", "intercept a-155", "done"}
    assert why_not(s, "intercept a-374").rule == "8.D.1.a.i"
    assert why_not(s, "intercept a-II2").rule == "8.D.1.a"
    night = play(
        opening({"b-37": "2710", "a-I27": "0604"}), "fly airbase", "over 1106", "assign b-37", "send", "fly_on", dice=[1, 1]
    )
    assert told(night, "intercepts") == []
    # over a hex that is not their own they do not rise
    s = moving({"b-6": "2408", "a-I27": "1106", "b-73": "2509"})
    s = play(s, "fly reconnaissance", "over 1508", "assign b-6", "send", "fly_on")
    assert told(s, "reconnoitred") == [(ALLIED, p("1508"))]
    far = moving({"a-I_LG1": "1106", "b-250": "2609"}, AXIS)
    far = play(far, "fly bai", "over 1608", "assign a-I_LG1", "send")
    assert E.distance(p("2609"), p("1608")) <= 14
    assert "intercept b-250" in offered(far)


@rule("tigercubs", "10.B.1.a.i", "10.B.1.a.ii", "10.B.1-b", "8.F.1.a", "11.B.1.f", "10.C.1.a")
def test_each_mission_is_met_by_itself() -> None:
    s = opening({"b-14": "2710", "b-45": "2710", "b-37": "2710", "a-I27": "0604", "a-155": "0303"})
    s = play(s, "fly airbase", "over 1106", "by_day", "assign b-14", "send", "intercept a-I27", "done", "done", dice=[1, 1, 1, 100])
    s = play(s, "fly airbase", "over 1106", "by_day", "assign b-45", "send")
    assert offered(s) == ["intercept a-155", "done"]
    assert why_not(s, "intercept a-I27").rule == "10.B.1-b"
    s = play(s, "done", "fly_on", dice=[1, 100])  # AA fires again
    s = play(s, "fly airbase", "over 1106", "assign b-37", "send", "fly_on", dice=[1, 100])  # and at night
    assert len(told(s, "aa_fire")) == 1
    assert s.base_hits == {p("1106"): 1}


@rule("tigercubs", "8.D.1", "8.D.1.c", "10.B.1.b", "10.B.1.b.iv")
def test_fighters_with_bombs() -> None:
    s = moving({"a-18G": "1106", "a-II2": "1106", "b-250": "2609"}, AXIS)
    s = play(s, "fly bai", "over 1608", "assign a-18G", "assign a-II2", "send", "intercept b-250")
    assert asked(s) == (AXIS, "Interception")
    assert why_not(s, "jettison a-II2").rule == "8.D.1"
    f = s.frames[-1]
    assert isinstance(f, Mission)
    assert attack(s, f, a("a-18G")).exact == 2  # 4, halved
    s = play(s, "jettison a-18G")
    f = s.frames[-1]
    assert isinstance(f, Mission)
    assert f.escorts == airs("a-18G")
    assert f.bombers == airs("a-II2")
    assert attack(s, f, a("a-18G")).exact == 4
    odd = combat(BASES | {"a-151": "1106"}, ("a-151",), side=AXIS, target="1608")
    odd.edition = load(changes_of({"air_units": [{"id": "a-151", "attack": "5"}]}))
    assert isinstance(odd.frames[-1], Mission)
    assert attack(odd, odd.frames[-1], a("a-151")).exact == 3  # 2.5 up


@rule("tigercubs", "10.B.1")
def test_a_cancelled_mission_is_fought_but_not_fired_at() -> None:
    at = {"B-22G": "1508", "G-K15": "1407", "G-Fl33": "1407"}
    s = fighting({"b-14": "2609", "a-I27": "1106"}, {"1407": ("B-22G",)}, at)
    s = play(s, "fly cas", "assign b-14", "send", "intercept a-I27", "cancel", dice=[1, 1])
    assert told(s, "aa_fire") == []
    assert len(told(s, "air_fire")) == 2
    assert told(s, "close_support") == []
    mine = opening({"b-14": "2710", "a-I27": "1106"}, AXIS)
    mine = play(mine, "done", "fly airbase", "over 0906", "assign b-14", "send", "intercept a-I27", dice=[1, 1, 1, 100])
    assert "cancel" not in offered_verbs(mine)  # the raid of the other side goes on


@rule("tigercubs", "10.B.1", "10.B.1.b.iv", "10.B.1.b")
def test_who_cancels_still_has_his_bombs_unless_he_drops_them() -> None:
    s = moving({"a-18G": "1106", "a-151": "1106", "b-250": "2609"}, AXIS)
    s = play(s, "fly bai", "over 1608", "assign a-18G", "assign a-151", "send", "intercept b-250", "cancel", "jettison a-151")
    f = s.frames[-1]
    assert isinstance(f, Mission)
    assert f.cancelled
    assert (attack(s, f, a("a-18G")).exact, attack(s, f, a("a-151")).exact) == (2, 4)


@rule("tigercubs", "10.B.1", "8.B.4")
def test_a_mission_that_nobody_meets_may_be_cancelled() -> None:
    s = opening({"b-14": "2710", "b-73": "2509", "a-I27": "1106"}, at={"G-Fl33": "0906"})
    s = play(s, "fly airbase", "over 0906", "assign b-14", "escort b-73", "send")
    assert asked(s) == (AXIS, "Interception")
    assert why_not(s, "cancel").rule == "10.B.1"  # not before the enemy has said who rises
    s = play(s, "done")
    assert asked(s) == (ALLIED, "Interception")
    assert offered(s) == ["cancel", "fly_on"]
    gone = play(s, "cancel")  # no AA, not even a question to it, no bombs
    assert (told(gone, "cancelled"), told(gone, "aa_fire"), told(gone, "air_hits")) == ([(ALLIED, p("0906"))], [], [])
    assert gone.mode[u("G-Fl33")] == 0
    assert gone.base_hits == {}
    for name in ("b-14", "b-73"):
        assert (gone.aloft[a(name)], gone.homeward[a(name)], gone.flown[a(name)]) == (p("0906"), 1, 1)
    assert asked(play(s, "fly_on")) == (AXIS, "Modes")  # it flies on, and the guns below are manned


@rule("tigercubs", "10.B.1")
def test_what_may_be_cancelled_and_by_whom() -> None:
    at = {"B-22G": "1508", "G-K15": "1407", "G-Fl33": "1407"}
    s = fighting({"b-14": "2609", "b-45": "2609", "a-II2": "1106"}, {"1407": ("B-22G",)}, at)
    s = play(s, "fly cas", "assign b-14", "send", "fly cas", "assign b-45", "send")
    s = play(s, "cancel")
    assert s.homeward[a("b-14")] == 1
    assert asked(s) == (ALLIED, "Interception")  # the second flight
    s = play(s, "fly_on")
    s = play(s, "fly cas", "assign a-II2", "send")  # the other side's mission: it is not asked
    assert offered(s) == ["resolve 1407 allied", "resolve 1407 axis"]  # the cancelled flight does not wait
    theirs = opening({"b-14": "2710", "a-I27": "1106"}, AXIS)
    theirs = play(theirs, "done", "fly airbase", "over 0906", "assign b-14", "send", "intercept a-I27", dice=[1, 1, 1, 100])
    assert told(theirs, "cancelled") == []
    f = flight(theirs, "airbase", "0906", ALLIED, bombers=(a("b-14"),))
    call_off = Cancel(met=False)
    assert call_off.why_not(theirs, Interception(*f.facts()), 0, 0) == NOT_PHASING
    theirs.phasing = ALLIED
    assert call_off.why_not(theirs, Interception(*f.facts()), 0, 0) is None
    f.cancelled = True
    assert call_off.why_not(theirs, Interception(*f.facts()), 0, 0) == IS_CANCELLED
    f.cancelled, f.homebound = False, True
    assert call_off.why_not(theirs, Interception(*f.facts()), 0, 0) == IS_OVER


# 10.C.1.b.ii-iv Roles and opponents


@rule("tigercubs", "10.C.1.b.ii", "10.C.1.b.iv")
def test_roles_and_opponents() -> None:
    """The book's example: six fighters, three escorts, five bombers."""
    bombers, escorts = ("b-14", "b-45", "b-55", "b-113", "b-39"), ("b-73", "b-274", "b-250")
    hunters = ("a-I27", "a-7J26", "a-155", "a-2G", "a-374", "a-Z26")
    air = dict.fromkeys((*bombers, *escorts), "1807") | dict.fromkeys(hunters, "1106")
    s = opening(air)
    s.airfields = {p("1807"): 4, p("1106"): 4}
    s = play(s, "fly airbase", "over 1106", *[f"assign {x}" for x in bombers], *[f"escort {x}" for x in escorts], "send")
    s = play(s, *[f"intercept {x}" for x in hunters], "done")
    s = play(s, *[f"superiority {x}" for x in hunters[:3]], *[f"destroyer {x}" for x in hunters[3:]])
    assert why_not(s, "engage a-2G b-14").rule == "10.C.1.b.iv"  # Air Superiority first
    assert why_not(s, "engage a-I27 b-14").rule == "10.C.1.b.ii"
    s = play(s, "engage a-I27 b-73")
    assert why_not(s, "engage a-7J26 b-73").rule == "10.C.1.b.iv"
    s = play(s, "engage a-7J26 b-274")
    assert why_not(s, "engage a-I27 b-73").text == "it has been given its opponent"
    assert why_not(s, "engage a-2G b-73").rule == "10.C.1.b.ii"
    s = play(s, "engage a-2G b-14", "engage a-374 b-45")
    assert why_not(s, "engage a-Z26 b-45").rule == "10.C.1.b.iv"
    s = play(s, "engage a-Z26 b-55")
    f = s.frames[-1]
    assert isinstance(f, Strike)
    assert {target for _, target in f.pairs} == set(airs("b-73", "b-274", "b-250", "b-14", "b-45", "b-55"))


@rule("tigercubs", "10.C.1.b.ii")
def test_without_escorts_all_are_bomber_destroyers() -> None:
    s = opening({"b-14": "2710", "a-I27": "0604"})
    s = play(s, "fly airbase", "over 1106", "assign b-14", "send", "intercept a-I27", "done", dice=[1, 1, 1, 100])
    assert told(s, "air_fire")[0][:2] == (a("a-I27"), a("b-14"))


def test_the_board_of_an_air_combat_says_who_flies_and_what_each_goes_for() -> None:
    air = {"b-14": "2710", "b-73": "2509", "a-I27": "1106", "a-2G": "1106"}
    s = play(opening(air), "fly airbase", "over 1106", "assign b-14", "escort b-73", "send")
    assert air_battle(s) is None  # until somebody rises

    def flying() -> list[tuple[str, str]]:
        board = air_battle(s)
        assert board is not None
        return [(fighter.piece, fighter.note) for party in board.parties for fighter in party.fighters]

    s = play(s, "intercept a-I27")
    assert flying() == [("b-14", "bombs"), ("b-73", "escorts"), ("a-I27", "intercepts"), ("a-2G", "may rise")]
    s = play(s, "intercept a-2G", "done", "superiority a-I27", "destroyer a-2G")
    assert ("a-2G", "Bomber Destroyer, against 14 Squadron") in flying()
    assert ("a-I27", "Air Superiority, against 73 Squadron") in flying()


# 10.C.1.b.v


@rule("tigercubs", "10.C.1.b.v")
def test_an_escort_ignores_its_attacker() -> None:
    s = combat(
        BASES | {"a-2G": "1106"}, ("b-14",), ("b-73",), ("a-I27",), ("a-2G",), (("a-I27", "b-73"), ("a-2G", "b-14")),
        target="1508", wings=("b-73",),
    )  # fmt: skip
    s = settled(s)
    assert asked(s) == (ALLIED, "Strike")
    assert why_not(s, "ignore b-14").rule == "10.C.1.b.v"
    assert drm(s, "a-I27", "b-73", True) == drm(s, "a-I27", "b-73") + 3
    s = play(s, "ignore b-73", dice=[1])  # fires alone; the escort lives and goes for the only destroyer
    assert told(s, "air_fire") == [(a("a-I27"), a("b-73"), 0)]
    assert asked(s) == (AXIS, "Strike")
    assert set(offered(s)) == {"turn a-2G", "press a-2G"}
    turned = play(s, "turn a-2G", "done", dice=[1, 1])
    assert [shot[:2] for shot in told(turned, "air_fire")] == [(a("a-2G"), a("b-73")), (a("b-73"), a("a-2G"))]
    pressed = play(s, "press a-2G", dice=[1, 1, 1])
    assert [shot[:2] for shot in told(pressed, "air_fire")] == [
        (a("b-73"), a("a-2G")),
        (a("a-2G"), a("b-14")),
        (a("b-14"), a("a-2G")),
    ]
    lost = play(settled(combat(
        BASES | {"a-2G": "1106"}, ("b-14",), ("b-73",), ("a-I27",), ("a-2G",), (("a-I27", "b-73"), ("a-2G", "b-14")),
        target="1508", wings=("b-73",),
    )), "ignore b-73", dice=[9, 1, 1])  # fmt: skip
    assert s.base[a("b-73")] != DEAD
    assert lost.base[a("b-73")] == DEAD  # the destroyer flies on to its bomber
    assert len(told(lost, "air_fire")) == 3


@rule("tigercubs", "10.C.1.b.v-b", "19.B-33")
def test_an_interceptor_bypasses_an_escort() -> None:
    s = combat(BASES, ("b-14",), ("b-250",), ("a-I27",), (), (("a-I27", "b-250"),), target="1508")
    s = settled(s)
    assert difference(s, s.frames[-1], a("b-250"), a("a-I27")) == -1  # type: ignore[arg-type]
    assert drm(s, "b-250", "a-I27", True) == 1  # -1 efficiency, -1 squadron at wing, +3
    through = play(s, "bypass a-I27 b-14", dice=[5, 1, 1])
    assert [shot[:2] for shot in told(through, "air_fire")] == [
        (a("b-250"), a("a-I27")),
        (a("a-I27"), a("b-14")),
        (a("b-14"), a("a-I27")),
    ]
    back = play(s, "bypass a-I27 b-14", dice=[6])  # 7: R*
    assert back.homeward[a("a-I27")] == 1
    assert len(told(back, "air_fire")) == 1
    assert why_not(s, "bypass a-I27 b-250").rule == "10.C.1.b.v-b"
    two = settled(
        combat(BASES, ("b-14",), ("b-250", "b-73"), ("a-I27",), (), (("a-I27", "b-250"), ("a-I27", "b-73")), target="1508")
    )
    assert offered(two).count("bypass a-I27 b-14") == 1  # both escorts that went for it
    assert len(told(play(two, "bypass a-I27 b-14", dice=[1, 1, 1, 1]), "air_fire")) == 4


# 10.C.1.b.iii, vi, vii Modifiers


@rule("tigercubs", "10.C.1.b.vii", "10.A.1.b", "5.B.2.a", "5.B.2.b", "5.B.6", "10.C.1.b.vi")
def test_the_example_of_a_wing_at_a_squadron() -> None:
    s = combat(BASES | {"a-155": "1106"}, ("b-14",), ("b-73",), ("a-I27",), (), (("a-I27", "b-73"),))
    f = s.frames[-1]
    assert isinstance(f, Mission)
    assert difference(s, f, a("a-I27"), a("b-73")) == 1
    assert difference(s, f, a("a-I27"), a("b-14")) == 4
    assert drm(s, "a-I27", "b-73") == 2  # efficiency +1, two squadrons to one +1
    assert drm(s, "b-73", "a-I27") == -2  # efficiency -1, squadron at wing -1
    assert E.air_result_rows[read(E, air_column(E, Fraction(1)), modifiers(s, f, a("a-I27"), a("b-73"), False).total)[6]].id == "1"
    assert efficiency(s, a("b-73")) - efficiency(s, a("a-155")) == 2
    s.air_out[a("b-73")], s.air_cut[a("b-73")] = 3, 1
    assert efficiency(s, a("b-73")) == 0
    assert drm(s, "b-73", "a-I27") == -2 - 1 - 2  # 13.H.3.c


@rule("tigercubs", "10.C.1.b.vi", "10.A.1.b")
@pytest.mark.parametrize(("ours", "theirs", "drm"), [("3", "-1", 4), ("-2", "1", -3), ("1", "1", 0)])
def test_the_difference_in_efficiency(ours: str, theirs: str, drm: int) -> None:
    s = combat(BASES | {"a-155": "1106"}, ("b-14",), ("b-73",), ("a-155",), (), (("a-155", "b-73"),))
    s.edition = load(changes_of({"nations": [{"id": "ITA", "acev": ours}, {"id": "UK", "acev": theirs}]}))
    f = s.frames[-1]
    assert isinstance(f, Mission)
    for shooter, target, sign in (("a-155", "b-73", 1), ("b-73", "a-155", -1)):
        terms = modifiers(s, f, a(shooter), a(target), False).terms
        assert sum([int(term.value) for term in terms if term.rule == "10.C.1.b.vi"]) == sign * drm


@rule("tigercubs", "19.A", "10.C.1.b.ix", "11.C.1.b.iii")
def test_losses_are_logged_over_friendly_or_hostile_territory() -> None:
    s = combat(BASES | {"a-53": "1106"}, ("a-53",), (), (), ("b-73",), (("b-73", "a-53"),), target="1807", side=AXIS)
    s.log = []
    f = s.frames[-1]
    assert isinstance(f, Mission)
    for name in ("b-73", "a-53"):
        lose_step(s, f, a(name))
    assert told(s, "lost_at_home") == [(a("b-73"), p("1807"))]  # EFT
    assert told(s, "lost_abroad") == [(a("a-53"), p("1807"))]  # EHT


@rule("tigercubs", "13.H.3.c")
def test_collapsing_units_in_air_combat() -> None:
    s = combat(BASES | {"a-155": "1106"}, ("b-14",), ("b-73",), ("a-155",), (), (("a-155", "b-73"),))
    s.air_out[a("a-155")], s.air_cut[a("a-155")] = 3, 1
    assert efficiency(s, a("a-155")) == -1  # a bad one stays
    assert drm(s, "a-155", "b-73") == -2 - 2


@rule("tigercubs", "10.C.1.b.iii", "5.B.3.b.i")
def test_types_in_air_combat() -> None:
    s = combat(BASES | {"a-Z26": "1106"}, ("b-73",), ("b-274",), ("a-Z26",), (), (("a-Z26", "b-274"),), kind="airbase")
    assert drm(s, "b-274", "a-Z26") == 1 - 1 + 1  # F at other, efficiency -1, two squadrons to one
    assert drm(s, "a-Z26", "b-274") == -1 + 1
    with_bomber = combat(BASES | {"a-Z26": "1106"}, ("b-14",), ("b-274",), ("a-Z26",), (), (("a-Z26", "b-274"),))
    assert drm(with_bomber, "b-274", "a-Z26") == -1  # it is a fighter among bombers
    assert drm(with_bomber, "a-Z26", "b-274") == 1
    assert drm(with_bomber, "a-Z26", "b-14") == 1 + 1
    assert drm(with_bomber, "b-14", "a-Z26") == -1 - 2


@rule("tigercubs", "19.B-28")
def test_several_on_one() -> None:
    hunters = ("a-155", "a-2G", "a-374")
    air = BASES | dict.fromkeys(hunters, "1106")
    two = combat(air, ("b-14",), (), (), hunters[:2], tuple([(x, "b-14") for x in hunters[:2]]))
    three = combat(air, ("b-14",), (), (), hunters, tuple([(x, "b-14") for x in hunters]))
    one = combat(air, ("b-14",), (), (), hunters[:1], (("a-155", "b-14"),))
    assert [drm(x, "a-155", "b-14") - drm(one, "a-155", "b-14") for x in (two, three)] == [1, 2]
    assert [drm(x, "b-14", "a-155") - drm(one, "b-14", "a-155") for x in (two, three)] == [-1, -2]
    turned = combat(air, ("b-14",), ("b-73", "b-274"), (), hunters[:1], (("a-155", "b-73"), ("a-155", "b-274")))
    single = combat(air, ("b-14",), ("b-73", "b-274"), (), hunters[:1], (("a-155", "b-73"),))
    assert drm(turned, "b-73", "a-155") - drm(single, "b-73", "a-155") == 1  # two escorts on a destroyer that turned on them
    assert drm(turned, "a-155", "b-274") - drm(single, "a-155", "b-73") == -1
    three.log = []
    settled(three, [1] * 7)  # each of the three and three answers, then AA
    assert len(told(three, "air_fire")) == 6


@rule("tigercubs", "19.B-28", "10.C.1.b.v", "10.C.1.b.v-b", "2.B")
def test_several_fire_at_one_that_ignores_them() -> None:
    air = BASES | dict.fromkeys(("a-155", "a-2G", "a-374"), "1106")
    pairs = (("a-155", "b-73"), ("a-2G", "b-73"), ("a-374", "b-14"))
    s = settled(combat(air, ("b-14",), ("b-73",), ("a-155", "a-2G"), ("a-374",), pairs, target="1508", wings=("b-73",)))
    assert drm(s, "a-155", "b-73", True) == -2 - 1 + 3  # efficiency, squadron at wing, ignored
    s = play(s, "ignore b-73", dice=[8, 1, 1, 1])  # and two on one: 9, R*
    assert E.air_result_rows[told(s, "air_fire")[0][2]].id == "R*"
    assert s.homeward[a("b-73")] == 1
    through = settled(
        combat(air, ("b-14",), ("b-73", "b-274"), (), ("a-2G",), (("a-2G", "b-73"), ("a-2G", "b-274")), target="1508")
    )
    f = through.frames[-1]
    assert isinstance(f, Mission)
    assert modifiers(through, f, a("b-73"), a("a-2G"), True, 2).total == 2 + 1 + 1 + 3  # efficiency, ratio, two on one, bypassed


@rule("tigercubs", "10.C.1.b.vii")
def test_fighter_ratio_needs_fighters_on_both_sides() -> None:
    s = combat(BASES | {"a-155": "1106"}, ("b-14",), ("b-73",), ("a-I27", "a-155"), (), (("a-I27", "b-73"),))
    f = s.frames[-1]
    assert isinstance(f, Mission)
    assert fighter_ratio(s, f, AXIS) == 3
    assert drm(s, "a-I27", "b-73") == 1 + 2
    alone = combat(BASES, ("b-14",), (), (), ("a-I27",), (("a-I27", "b-14"),))
    assert isinstance(alone.frames[-1], Mission)
    assert fighter_ratio(alone, alone.frames[-1], AXIS) == 0


@rule("tigercubs", "10.B.1.b.i", "19.B-19")
@pytest.mark.parametrize(
    ("scale", "turn", "nation", "factor"),
    [(HALF_MONTH, "MAY II", "b-229", 6), (HALF_MONTH, "JUN I", "b-229", 12), (FIVE_DAY, "MAY 6", "b-229", 6),
     (FIVE_DAY, "JUN 1", "b-229", 12), (HALF_MONTH, "JUN I", "b-1SA", 6)],
)  # fmt: skip
def test_ground_control(scale: int, turn: str, nation: str, factor: int) -> None:
    s = combat({"b-229": "2408", "b-1SA": "2408", "a-53": "1106"}, ("a-53",), (), (), (nation,), target="2408", side=AXIS)
    s.turn = E.turn(scale, turn, "")
    assert isinstance(s.frames[-1], Mission)
    assert attack(s, s.frames[-1], a(nation)).exact == factor
    s.base[a(nation)] = p("2609")
    assert attack(s, s.frames[-1], a(nation)).exact == factor  # 2 hexes of 11
    s.base[a(nation)] = p("2710")
    assert attack(s, s.frames[-1], a(nation)).exact == 6  # 3 hexes


@rule("tigercubs", "8.B.5.c", "8.B.5.d", "10.B.1.b.ii", "10.B.1.b.iii")
def test_escorts_far_from_home() -> None:
    s = position({}, air={"a-I27": "0604", "b-73": "2509", "a-155": "0604", "b-250": "2609", "a-151": "0604"})
    far = {hexes: place for place in range(E.sheet) for hexes in [E.distance(p("0604"), place)]}
    f = flight(s, "bai", "1106", AXIS, escorts=airs("a-I27", "a-155"))
    f.target = far[17]
    assert attack(s, f, a("a-I27")).exact == 4
    f.target = far[13]
    assert attack(s, f, a("a-I27")).exact == 6
    assert attack(s, f, a("a-155")).exact == Fraction(15, 4)
    f = flight(s, "bai", "1106", ALLIED, escorts=airs("b-73", "b-250"))
    assert E.distance(p("2509"), p("1106")) == 14
    assert attack(s, f, a("b-73")).exact == Fraction(9, 2)
    f.target = next(x for x in range(E.sheet) if E.distance(p("2609"), x) == 25)
    assert attack(s, f, a("b-250")).exact == Fraction(7, 2)


@rule("tigercubs", "5.B.3.b.ii")
def test_night_fighters_without_radar_fire_at_half() -> None:
    s = combat(BASES, ("a-I27",), (), (), ("b-250",), side=AXIS, target="2609", night=True)
    e = copy.copy(s.edition)
    e.night = tuple([True] * e.air_units)
    s.edition = e
    assert isinstance(s.frames[-1], Mission)
    assert attack(s, s.frames[-1], a("b-250")).exact == Fraction(7, 2)


# 10.C.1.b.viii Results


def outcome(dice: list[int], bombers: tuple[str, ...] = ("b-14",), wings: tuple[str, ...] = ()) -> State:
    s = combat(BASES, bombers, (), (), ("a-I27",), (("a-I27", bombers[0]),), wings=wings, target="1108")
    s.log = []
    return settled(s, dice)


@rule("tigercubs", "10.C.1.b.viii.1", "10.C.1.b.viii.2", "10.C.1.b.viii.3", "10.C.1.b.viii.4", "10.C.1.b.ix")
def test_results_of_air_combat() -> None:
    """The wing fires at +4 (8 to 4) with +2; the Blenheim answers at -6 with -4."""
    assert outcome([1, 1]).homeward[a("b-14")] == 1  # it has gone home after its mission like everybody
    # 2 + 2 = 4: R*, half its load; 3 + 2 = 5: R, a quarter
    for die, left in ((1, Fraction(2)), (2, Fraction(1)), (3, Fraction(1, 2))):
        assert delivered(die) == left
    assert outcome([5, 1]).steps[a("b-14")] == 0  # 7: a step, and a squadron has no more
    wing = outcome([5, 1], wings=("b-14",))
    assert wing.steps[a("b-14")] == 1
    assert outcome([7, 1], wings=("b-14",)).base[a("b-14")] == DEAD  # 9: 2
    assert told(outcome([7, 1]), "lost_abroad") == [(a("b-14"), p("1108"))]
    assert told(outcome([7, 1]), "lost_at_home") == []


def delivered(die: int) -> Fraction:
    s = combat(BASES, ("b-14",), (), (), ("a-I27",), (("a-I27", "b-14"),), target="1108")
    f = s.frames[-1]
    assert isinstance(f, Strike)
    fight(s, f, ScriptedDice([die, 1]))
    return Fraction(payload(s, f, a("b-14")).exact)


@rule("tigercubs", "10.C.1.b.viii.5")
def test_one_more_turns_back() -> None:
    s = outcome([9, 1, a("b-55")], ("b-14", "b-45", "b-55"))  # 11: 2R
    assert s.base[a("b-14")] == DEAD
    assert told(s, "interdicted") == [(ALLIED, p("1108"), 0)]
    other = combat(BASES | {"b-39": "2710"}, ("b-14", "b-39"), (), (), ("a-I27",), (("a-I27", "b-14"),), target="1108")
    other = settled(other, [9, 1])  # a Maryland is no Blenheim: nobody is drawn
    assert other.base[a("b-14")] == DEAD


@rule("tigercubs", "10.C.1.b.viii.5", "10.C.1.b.v")
def test_nobody_turns_back_for_another_before_the_air_combat_is_over() -> None:
    pairs = (("a-I27", "b-73"), ("a-7J26", "b-274"), ("a-2G", "b-14"))
    s = settled(
        combat(
            BASES | {"a-7J26": "1106", "a-2G": "1106"}, ("b-14",), ("b-73", "b-274"), ("a-I27", "a-7J26"), ("a-2G",), pairs,
            target="1508",
        )
    )  # fmt: skip
    s = play(s, "ignore b-73", "done", dice=[10])
    assert [E.air_result_rows[shot[2]].id for shot in told(s, "air_fire")] == ["2R"]
    assert (s.base[a("b-73")], s.homeward[a("b-274")]) == (DEAD, 0)  # the other Hurricane fights first
    s = play(s, "done", dice=[1, 1, 1, 1, a("b-274")])
    assert (len(told(s, "air_fire")), s.homeward[a("b-274")]) == (4, 1)


@rule("tigercubs", "10.C.1.b.x", "10.C.1.a")
def test_fire_is_simultaneous_and_survivors_face_aa() -> None:
    s = combat(BASES | {"a-155": "1106"}, ("b-14",), ("b-250",), ("a-155",), (), (("a-155", "b-250"),), target="1106", wings=())
    s = settled(s)
    s = play(s, "done", dice=[10, 10, 1])  # both fire, though both are hit; then AA at the bomber alone
    assert [shot[0] for shot in told(s, "air_fire")] == [a("a-155"), a("b-250")]
    assert [shot[0] for shot in told(s, "aa_fire")] == [a("b-14")]


# 5.B.5 Superiority


@rule("tigercubs", "5.B.5", "5.B.5.a", "5.B.5.b", "5.B.5.c", "19.B-32")
def test_three_stages_of_superiority() -> None:
    s = position({}, air={"b-73": "2509", "a-I27": "0604"}, frame=CombatPhase(ALLIED, (p("1407"),)))
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    phase.support = ((0, 0, 0, 0),)
    assert theatre(s) == AXIS  # two squadrons to one
    s.steps[a("a-I27")] = 1
    assert theatre(s) == NONE
    s.air_out[a("a-I27")] = 1  # not active
    assert theatre(s) == ALLIED
    s.base[a("a-Z26")] = p("CRE")  # a heavy fighter, in a box
    assert theatre(s) == NONE
    s.base[a("a-Z26")] = -1
    assert air_drms(s, p("1407"), ALLIED).total == 1
    s.aloft[a("b-73")] = p("1407")
    assert air_drms(s, p("1407"), ALLIED).total == 2
    s.homeward[a("b-73")] = 1  # turned back
    assert air_drms(s, p("1407"), ALLIED).total == 1
    s.homeward[a("b-73")] = 0
    phase.support = ((1, 1, 4, 3),)
    assert air_drms(s, p("1407"), ALLIED).total == 3
    assert air_drms(s, p("1407"), AXIS).total == -3
    phase.support = ((1, 1, 3, 3),)
    assert air_drms(s, p("1407"), ALLIED).total == 2
    phase.support = ((1, 1, 3, 4),)
    assert air_drms(s, p("1407"), ALLIED).total == 1
    s.aloft[a("a-I27")] = p("1407")
    assert air_drms(s, p("1407"), ALLIED).total == 0  # one fighter squadron each


@rule("tigercubs", "19.B-04", "10.B.1.b.ii")
def test_fractions_of_the_difference_are_dropped_toward_zero() -> None:
    columns = {Fraction(-3, 2): "-1..0", Fraction(-7, 2): "-3..-2", Fraction(-9, 2): "<=-4", Fraction(5, 2): "+1..+2"}
    assert {value: E.air_column_rows[air_column(E, value)].id for value in columns} == columns
