"""What a click can mean, in every title: whom an offer stands for, how pieces set out, how an attack usually goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import sandtable as st
from sandtable.face.handling import Draft, one_after_another, said_to_set_out, told_alike, usual_way, ways_together, with_again
from sandtable.face.view import NOTHING, Proposal
from sandtable.face.walks import Walk
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import Option, State, decider, is_over, options, read, take, why_not, write
from sandtable.titles import SLUGS, load_title
from tests.running import ROOT
from tests.titles.theseus.position import position, u


def played(slug: str, seed: int, plies: int) -> tuple[Any, State]:
    """A position of a random game."""
    title = load_title(slug)
    game = st.new(slug, seed=seed)
    bot = st.player("random", seed=seed)
    for _ in range(plies):
        if game.over:
            break
        game.play(bot.choose(game.seat()))
    return title, game._game.state


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stands_for_an_offer_can_be_clicked(slug: str) -> None:
    title, s = played(slug, 3, 60)
    for o in options(s):
        for kind, number in title.face.stands(s, o):
            assert kind in (*title.face.pieces, *title.face.places), o
            assert s.names.has(kind, number), (o, kind, number)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_usual_way_is_made_of_options(slug: str) -> None:
    title, s = played(slug, 3, 60)
    for o in options(s):
        choose = title.face.usual(s, o, NOTHING)
        if choose is not None:
            follow(s, o, choose)


def follow(s: State, o: Option, choose: Any) -> None:
    side, now = decider(s), s.clone()
    said = [text for text, _, _ in usual_way(s, o, side, choose)]
    assert said == [] or said[0] == write(s, o)
    for _ in range(100):
        if not said or is_over(now):
            return
        step = read(now, said.pop(0)) if decider(now) == side else choose(now)
        assert why_not(now, step) is None
        take(now, step, SeededDice(1))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_proposed_can_be_said(slug: str) -> None:
    """Every proposal of the first questions of a random game, to its end or to the first die."""
    title, game = load_title(slug), st.new(slug, seed=5)
    bot = st.player("random", seed=5)
    for _ in range(80):
        if game.over:
            break
        s = game._game.state
        view = title.face.view(s, decider(s))
        for proposal in (*view.proposals, *(view.battle.proposals if view.battle is not None else ())):
            say_all(s, proposal.says)
        assert title.face.view(s, 1 - decider(s)).proposals == ()  # only who decides is helped
        game.play(bot.choose(game.seat()))


def say_all(s: State, texts: Sequence[str]) -> None:
    draft = Draft(s)
    assert texts
    for text in texts:
        assert draft.open, f"{texts} go on after a die, or when the other side decides"
        assert draft.say(read(draft.s, text)), f"{text} of {texts} cannot be said"


def test_an_attack_of_battleaxe_goes_on_to_its_first_die() -> None:
    game = st.new("battleaxe", seed=1)
    game.play(["deploy 11H D", "deploy CIH D", "assault H"])
    s = game._game.state
    choose = load_title("battleaxe").face.usual(s, read(s, "attack H"), NOTHING)
    assert choose is not None
    said = [text.split()[0] for text, _, _ in usual_way(s, read(s, "attack H"), 0, choose)]
    assert said[0] == "attack"
    assert said.count("join") == 3
    assert said[-2:] == ["lead", "air"]


def test_a_formation_of_gazala_is_meant_by_its_units() -> None:
    title, game = load_title("gazala"), st.new("gazala", seed=1)
    found: list[tuple[int, list[int]]] = []
    while not found:
        game.play(game.options[-1])
        s = game._game.state
        by = [(o[1], [n for _, n in title.face.stands(s, o)]) for o in options(s) if o[0] == "activate"]
        found = [(face, units) for face, units in by if units]
    face, units = found[0]
    assert {s.edition.formation[u] for u in units} <= set(s.edition.face_formations[face])


def test_who_waits_off_the_map_of_gazala_means_his_formation_and_not_himself_alone() -> None:
    title, game = load_title("gazala"), st.new("gazala", scenario="one", seed=1)
    while not any(text.startswith("single ") for text in game.options):
        game.play(game.options[-1])
    s = game._game.state
    on_chit = [o for o in options(s) if o[0] == "activate"]
    coming = {n for o in on_chit for _, n in title.face.stands(s, o) if s.where[n] < 0}
    alone = {o[1] for o in options(s) if o[0] == "single" and s.where[o[1]] < 0}
    members = {u for o in on_chit for n in s.edition.face_formations[o[1]] for u in s.edition.of_formation[n]}
    assert coming
    assert alone & members <= coming


def test_a_formation_of_gazala_that_can_be_withdrawn_is_meant_by_its_units() -> None:
    title, game = load_title("gazala"), st.load(ROOT / "tests/records/gazala/campaign-all-settings-allied-allied-victory.json")
    s = game.at(289)._game.state
    withdrawals = [o for o in options(s) if o[0] == "withdraw"]
    assert len(withdrawals) > 8
    for o in withdrawals:
        units = [n for _, n in title.face.stands(s, o)]
        assert units, write(s, o)
        assert {s.edition.formation[u] for u in units} == {o[1]}


def test_pieces_set_out_as_one_where_they_can() -> None:
    title, game = load_title("theseus"), st.new("theseus", scenario="bir_hacheim", seed=1)
    s = game._game.state
    pair = next(stack for stack in s.at.values() if len(stack) > 1 and all(("move", u, 0) in options(s) for u in stack))
    said = said_to_set_out(s, title.face.set_out(s, pair), decider(s))
    assert [text.split()[0] for text in said] == ["move", "with", "go"]
    pieces = [s.names.text("unit", u) for u in pair]
    found = ways_together(s, title.face.reach(s, decider(s)), pieces, title.face.pieces)
    assert found
    assert all(text.startswith("step ") for walk in found.values() for text in walk.say)


def test_who_sets_out_beside_enemies_sees_where_to_as_if_they_let_him_go() -> None:
    title = load_title("theseus")
    at = {"104": "3623", "HQ-21Pz": "3623", "7th": "3624", "HQ-7Armd": "3625"}
    s = position(at, active="21Pz", points=2)
    mover = decider(s)
    asked = s.clone()
    take(asked, read(asked, "move 104"), SeededDice(1))
    take(asked, read(asked, "go"), SeededDice(1))
    assert decider(asked) != mover  # 7th Armoured Division may react
    assert said_to_set_out(s, title.face.set_out(s, [u("104")]), mover) == ("move 104", "go")
    assert "3622" in title.face.reach(s, mover)["104"]


def test_who_stand_in_several_hexes_do_not_set_out_as_one() -> None:
    s = position({"104": "3623", "3": "3622", "HQ-21Pz": "3623"}, active="21Pz", points=2)
    assert load_title("theseus").face.set_out(s, [u("104"), u("3")]) == ()


def test_a_march_goes_the_way_of_its_slowest() -> None:
    game = st.new("theseus", scenario="bir_hacheim", seed=1)
    game.play(["move IX", "go"])
    fast, slow = Walk(("step 2822",), 3.0), Walk(("step 2721", "step 2822"), 1.0)
    assert ways_together(game._game.state, {"IX": {"2822": fast}, "8": {"2822": slow}}, ["IX", "8"], ["unit"]) == {"2822": slow}


def test_pieces_that_go_one_by_one_come_to_rest_before_the_next_sets_out() -> None:
    first, second = Walk(("move a", "go 2"), 3.0, ("halt",)), Walk(("move b", "go 2"), 1.0, ("halt",))
    assert one_after_another([first, second]) == Walk(("move a", "go 2", "halt", "move b", "go 2"), 1.0, ("halt",))


def test_several_that_are_led_against_enemies_stand_beside_the_first_when_he_attacks() -> None:
    title, game = load_title("gazala"), st.new("gazala", seed=2)
    game.play("activate Ariete")
    s = game._game.state
    found = ways_together(s, title.face.ways(s, decider(s)), ["132/8", "132/9"], title.face.pieces)
    walk = found["1519"]
    assert walk.onto
    assert [text.split()[0] for text in walk.say] == ["move", "go", "halt", "move", "go", "attack"]
    assert walk.say[0] == "move 132/9"
    assert walk.say[1] == walk.say[4]


@pytest.mark.parametrize("chosen", [3, 4])
def test_an_area_is_lit_only_if_all_that_are_chosen_find_room_in_it(chosen: int) -> None:
    title, game = load_title("battleaxe"), st.load("tests/records/battleaxe/battleaxe-all-settings-axis-axis-victory.json")
    s = game.at(68)._game.state
    units = ["1/8", "2/8", "1/33C", "33RECCE"][-chosen:]
    said_to_set_out(s, [read(s, "assault 18")], decider(s))
    reach = title.face.reach(s, decider(s))
    assert all("16" in reach[unit] for unit in units)
    assert ("16" in ways_together(s, reach, units, title.face.pieces)) == (chosen == 3)


def test_several_that_may_each_be_told_the_same_place_go_there_together() -> None:
    """After an Overrun each unit is told by itself where it goes on to."""
    title, game = load_title("battleaxe"), st.load("tests/records/battleaxe/extended-allied-automatic-victory.json")
    s = game.at(24)._game.state
    found = told_alike(s, ["9AUS", "18BDE"], title.face.pieces)
    assert found["G"].say == ("exploit 9AUS G", "exploit 18BDE G")
    assert told_alike(s, ["9AUS"], title.face.pieces) == {}
    assert told_alike(s, ["9AUS", "2RTR"], title.face.pieces) == {}  # it is not there


@pytest.mark.parametrize(
    ("slug", "scenario", "gives_up"),
    [
        ("battleaxe", "battleaxe", {"pass": "8.1.3"}),
        ("gazala", "one", {"pass": "13.4-f"}),
        ("theseus", "opening", {"transfer": "6.2-b", "pass": "6.2-c"}),
    ],
)
def test_what_gives_something_up_says_so_before_it_is_done(slug: str, scenario: str, gives_up: dict[str, str]) -> None:
    title, game = load_title(slug), st.new(slug, scenario=scenario, seed=1)
    while not set(gives_up) <= set(game.options):
        game.play(game.options[0])
    s = game._game.state
    for text, rule in gives_up.items():
        assert [caution.rule for caution in title.face.caution(s, read(s, text))] == [rule]


def test_a_way_that_is_both_proposed_and_repeated_stands_once_and_says_so() -> None:
    ways = (Proposal("Pay", ("pay",), "one point"), Proposal("Save", ("save",)))
    again = (Proposal("Same as last turn", ("pay",), "then"), Proposal("Same as last turn", ("beg", "pay"), "then"))
    once_more = Proposal("Same as last turn", ("beg", "pay"), "then", again=True)
    assert with_again(ways, again) == (Proposal("Pay", ("pay",), "one point; as last turn", again=True), ways[1], once_more)
    assert with_again((Proposal("Pay", ("pay",)),), again)[0].text == "as last turn"


def test_an_attack_goes_on_as_the_switches_of_its_odds_say() -> None:
    """Theseus: whoever has looked at a Prepared Attack and confirms it makes one; as usual nobody escalates."""
    game = st.load(ROOT / "tests/browser/records/theseus-attack.json")
    s = game._game.state
    face, o = load_title("theseus").face, read(s, "attack 8 2521")
    for given, last in ((NOTHING, "pass"), ({"level": "prepared"}, "escalate prepared")):
        choose = face.usual(s, o, given)
        assert choose is not None
        assert [text for text, _, _ in usual_way(s, o, decider(s), choose)] == ["attack 8 2521", last]
