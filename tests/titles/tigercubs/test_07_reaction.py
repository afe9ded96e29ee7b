"""7.C.1.e Reaction: who qualifies, how far, and in which direction."""

from __future__ import annotations

from typing import Any

from sandtable.face.story import question
from sandtable.kernel.data import changes_of
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.frames import IN_REACTION, PlayerTurn, Reaction, ReactionPhase
from sandtable.titles.tigercubs.kinds import FIVE_DAY
from sandtable.titles.tigercubs.movement_allowance import allowance, points_left
from sandtable.titles.tigercubs.reaction import stride_refused
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import State, place
from sandtable.titles.tigercubs.turn import begin_reaction
from tests.kit import offered, play, rule, settled, why_not
from tests.titles.tigercubs.position import E, p, position, u
from tests.walking import search


def reacting(at: dict[str, str], *lost: str, side: int = AXIS, **more: Any) -> State:
    s = position(at, frame=ReactionPhase(side), **more)
    s.phasing = 1 - side
    s.lost_hexes = tuple(sorted([p(place) for place in lost]))
    return settled(s)


def refused(at: dict[str, str], unit: str, *lost: str, **more: Any) -> str:
    """The rule that keeps a unit from reacting, while another one can."""
    s = reacting({"G-AA3": "1011", **at}, *lost, **more)
    return why_not(s, f"react {unit}").rule


@rule("tigercubs", "7.C.1.e", "6.3.d")
def test_half_the_allowance_towards_the_hex_that_was_lost() -> None:
    s = reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407")
    assert allowance(s, u("G-5le"), 2) == 8 * MP
    s = play(s, "react G-5le")
    here = p("1107")
    near = {E.map.ids[n] for n in E.near[here] if E.distance(n, p("1407")) <= E.distance(here, p("1407"))}
    assert {text.split()[1] for text in offered(s) if text.startswith("stride")} <= near
    away = next(E.map.ids[n] for n in E.near[here] if E.distance(n, p("1407")) > E.distance(here, p("1407")))
    assert why_not(s, f"stride {away}").rule == "7.C.1.e"
    closer = next(E.map.ids[n] for n in E.near[here] if E.distance(n, p("1407")) == 2)
    s = play(s, f"stride {closer}")
    assert "rest" in offered(s)
    assert s.spent[u("G-5le")] <= 8 * MP
    assert audit(s) == []


@rule("tigercubs", "7.C.1.e")
def test_it_must_end_nearer() -> None:
    s = reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407")
    s = play(s, "react G-5le")
    here, goal = p("1107"), p("1407")
    level = [E.map.ids[n] for n in E.near[here] if E.distance(n, goal) == E.distance(here, goal)]
    moved = next((play(s, f"stride {place}") for place in level if f"stride {place}" in offered(s)), None)
    assert moved is not None
    assert why_not(moved, "rest").rule == "7.C.1.e"


@rule("tigercubs", "7.C.1.e")
def test_two_steps_that_bring_it_no_nearer_may_lead_to_one_that_does() -> None:
    s = play(reacting({"I-Bol": "1106", "B-11H": "1412"}, "0709"), "react I-Bol")
    assert [E.distance(p(hex), p("0709")) for hex in ("1106", "1005", "0905", "0906")] == [5, 5, 5, 4]
    s = play(s, "stride 1005", "stride 0905")  # along the road, a point each; 3 in all
    assert why_not(s, "rest").rule == "7.C.1.e"
    assert play(s, "stride 0906").where[u("I-Bol")] == p("0906")


@rule("tigercubs", "7.C.1.e", "7.B.1.a.v.2")
def test_no_step_of_a_reaction_leads_where_it_could_neither_end_nor_go_on() -> None:
    """Its own zone goes with it: a zone of the enemy's that it outweighs from outside, it feels when it stands in it."""
    s = reacting({"G-5le": "0505", "B-4AB": "0508", "B-7AD": "0408", "B-CIH": "0809"}, "0905")
    s = play(s, "react G-5le", "stride 0506", "stride 0505", "stride 0506")
    assert points_left(s, u("G-5le"), IN_REACTION) == 2 * MP
    assert why_not(s, "stride 0507").rule == "7.C.1.e"  # from there the next step would cost too much
    assert play(s, "stride 0606").where[u("G-5le")] == p("0606")


@rule("tigercubs", "7.C.1.e.i")
def test_only_units_in_supply_and_not_isolated_react() -> None:
    at = {"G-Oas300": "1012", "B-7AD": "1408"}
    s = reacting(at, "1408")
    assert "react G-Oas300" in offered(s)
    s.cut[u("G-Oas300")] = 1  # kept in supply with GSPs
    assert why_not(play_open(s), "react G-Oas300").rule == "7.C.1.e.i"
    assert refused({"G-5le": "1012", "B-7AD": "1408"}, "G-5le", "1408", states={"G-5le": "E1"}) == "7.C.1.e.i"


def play_open(s: State) -> State:
    """The same phase with somebody else who can react, so that it is asked at all."""
    return reacting_with(s, "G-AA3", "1011")


def reacting_with(s: State, unit: str, at: str) -> State:
    twin = s.clone()
    place(twin, u(unit), p(at))
    twin.phase_start[u(unit)] = p(at)
    return settled(twin)


@rule("tigercubs", "7.C.1.e.ii")
def test_no_enemy_within_two_hexes() -> None:
    assert refused({"G-5le": "1107", "B-11H": "1308", "B-7AD": "1407"}, "G-5le", "1407") == "7.C.1.e.ii"


@rule("tigercubs", "7.C.1.e.ii-b")
def test_three_to_seven_hexes_from_a_lost_hex() -> None:
    tobruk = {"B-18A": "0905", "B-22G": "1308"}
    assert refused({**tobruk, "G-5le": "1006"}, "G-5le", "1308") == "7.C.1.e.ii"
    s = reacting({**tobruk, "G-5le": "1008"}, "1308")
    assert E.distance(p("1008"), p("1308")) == 3
    assert "react G-5le" in offered(s)
    assert refused({"B-7AD": "1408", "G-5le": "0510"}, "G-5le", "1408") == "7.C.1.e.ii-b"  # too far
    assert refused({"G-5le": "1309", "B-22G": "1612"}, "G-5le", "1408") == "7.C.1.e.ii-b"  # too near


@rule("tigercubs", "7.C.1.e.iii")
def test_it_may_enter_a_zone_but_not_overrun() -> None:
    s = play(reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407"), "react G-5le")
    while s.frames and isinstance(s.frames[-1], Reaction) and any(t.startswith("stride") for t in offered(s)):
        s = play(s, next(t for t in offered(s) if t.startswith("stride")))
    assert E.distance(s.where[u("G-5le")], p("1407")) == 1  # next to the enemy
    refusal = stride_refused(s, Reaction(AXIS, (u("G-5le"),), p("1107"), (p("1407"),)), p("1407"))
    assert refusal is not None
    assert refusal.rule == "7.C.1.e.iii"


@rule("tigercubs", "7.C.1.e")
def test_a_stack_reacts_together_and_once() -> None:
    s = reacting({"G-5le": "1107", "G-SR104": "1107", "B-7AD": "1407"}, "1407")
    s = play(s, "counter 1107")
    s = play(s, next(t for t in offered(s) if t.startswith("stride") and E.distance(p(t.split()[1]), p("1407")) == 2), "rest")
    assert s.where[u("G-5le")] == s.where[u("G-SR104")] != p("1107")
    assert not s.frames  # both have reacted: nothing is left to decide
    alone = reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407")
    assert why_not(alone, "counter 1107").rule == "7.C.1.e"


@rule("tigercubs", "13.K.2.d", "7.C.1.e")
def test_quartermasters_under_a_terminal_react_together() -> None:
    s = reacting({"Q-AX1": "1107", "Q-AX2": "1107", "S-AX1": "1107", "B-7AD": "1407"}, "1407")
    s.carries[u("Q-AX1")] = s.carries[u("Q-AX2")] = u("S-AX1")
    s = play(s, "react Q-AX1")
    s = play(s, next(t for t in offered(s) if t.startswith("stride")))
    assert len({s.where[u(name)] for name in ("Q-AX1", "Q-AX2", "S-AX1")}) == 1
    assert audit(s) == []


@rule("tigercubs", "12.B.2.d-b", "7.C.1.e")
def test_engineers_that_react_leave_their_airstrip_behind() -> None:
    s = reacting({"G-Pi33": "1107", "B-7AD": "1407"}, "1407")
    s.airstrips = (p("1107"),)
    assert play(s, "done").airstrips == (p("1107"),)
    s = play(s, "react G-Pi33")
    s = play(s, next(t for t in offered(s) if t.startswith("stride") and E.distance(p(t.split()[1]), p("1407")) == 2), "rest")
    assert not s.frames
    assert s.airstrips == ()


@rule("tigercubs", "7.C.1.e")
def test_half_an_odd_rating_is_rounded_down() -> None:
    s = reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407")
    s.edition = load(changes_of({"units": [{"id": "G-5le", "movement": "15"}]}))
    assert allowance(s, u("G-5le"), 2) == 7 * MP


@rule("tigercubs", "2.I.2", "6.3.d")
def test_no_reaction_at_five_day_scale() -> None:
    for scale, begun in ((0, True), (FIVE_DAY, False)):
        s = position({"G-5le": "1107"}, scale=scale)
        f = PlayerTurn(ALLIED, False)
        begin_reaction(s, f, None)  # type: ignore[arg-type]
        assert any(isinstance(g, ReactionPhase) for g in s.frames) == begun


@rule("tigercubs", "7.C.1.e.i")
def test_headquarters_that_are_cut_off_do_not_react() -> None:
    """They use no supply and bear no markers: whether they are isolated is seen where they stand."""
    at = {"H-DAK": "1210", "G-AA3": "1210", "B-7AD": "1407"}
    assert "react H-DAK" in offered(reacting(at, "1407", scenario="brevity"))
    cut = reacting({**at, "B-11H": "1006"}, "1407", scenario="brevity")  # on the only source of the Axis
    assert why_not(cut, "react H-DAK").rule == "7.C.1.e.i"
    assert "react G-AA3" in offered(cut)  # at the last finding it was not


@rule("tigercubs", "5.A.6.a", "7.C.1.e")
def test_nobody_ends_a_reaction_beyond_the_stacking_limit() -> None:
    crowd = ("G-15Pz", "I-Ari", "I-Tre", "I-Bre", "I-Pav", "I-Bol", "I-Sav", "I-BDA1", "I-BDA2", "S-AX1", "G-AA33", "I-SMar")
    s = reacting({"G-5le": "1107", "B-7AD": "1407", **dict.fromkeys(crowd, "1207")}, "1407")
    s = play(s, "react G-5le")
    assert "stride 1207" in offered(s)  # through it, and on
    inside = play(s, "stride 1207")
    assert why_not(inside, "rest").rule == "5.A.6.a"
    assert audit(play(inside, next(text for text in offered(inside) if text.startswith("stride")), "rest")) == []


def test_who_is_chosen_has_all_in_sight_that_he_can_reach() -> None:
    """By one click, and not hex by hex: what trying everything finds, with what is left there."""
    s = reacting({"G-5le": "1107", "G-AA3": "1107", "B-7AD": "1407"}, "1407")
    found, long = TITLE.face.reach(s.clone(), AXIS), search(TITLE, s, AXIS, 20_000)
    assert long.whole
    assert {u: {hex: walk.left for hex, walk in ways.items()} for u, ways in found.items()} == {
        u: {hex: walk.left for hex, walk in ways.items()} for u, ways in long.walks.items()
    }
    assert len(found["G-5le"]) > 3
    assert TITLE.face.set_out(s, [u("G-5le")]) == [("react", u("G-5le"), 0)]
    assert TITLE.face.set_out(s, [u("G-5le"), u("G-AA3")]) == [("counter", p("1107"), 0)]
    walk = max([walk for walk in found["G-5le"].values() if walk.rest], key=lambda walk: len(walk.say))
    assert len(walk.say) > 2
    away = play(s, *walk.say)
    assert "react G-AA3" in offered(play(away, *walk.rest))
    assert TITLE.face.set_out(away, [u("G-AA3")]) == [("rest", 0, 0), ("react", u("G-AA3"), 0)]


def test_the_question_names_what_was_lost_and_what_is_left() -> None:
    s = reacting({"G-5le": "1107", "B-7AD": "1407"}, "1407")
    assert question(s).text == "You have lost Sollum (1407). Which of your units go towards it in reaction?"
    assert question(play(s, "react G-5le")).text == "With 8 movement points left, where does 5th Light Division go?"
