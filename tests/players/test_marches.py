"""Whole marches: the greedy player goes where it is better to be, by a way that the rules allow, and never to and fro."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sandtable.kernel.dice import SeededDice, dice_for
from sandtable.kernel.play import Option, decider, options, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players.greedy import Greedy
from sandtable.players.march import ROUNDS, March, Marcher
from sandtable.players.worth import value
from sandtable.titles import load_title

MARCHING = [("blitzkrieg", "short", 260), ("gazala", "one", 160)]  # so many decisions have some dozens of marches in them


@cache
def decisions(slug: str, scenario: str, count: int) -> list[Option]:
    title = load_title(slug)
    table = dice_for(3, 0, "table")
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), table)
    players, thoughts, said = [Greedy(), Greedy()], [SeededDice(1), SeededDice(2)], list[Option]()
    while s.frames and len(said) < count:
        side = decider(s)
        said.append(players[side].choose(title, s, side, thoughts[side]))
        take(s, said[-1], table)
    return said


@pytest.mark.parametrize(("slug", "scenario", "count"), MARCHING)
def test_nobody_comes_back_to_a_place_of_the_same_march(slug: str, scenario: str, count: int) -> None:
    seen, steps, back = set[int](), 0, 0
    for verb, number, _ in decisions(slug, scenario, count):
        if verb == "move":
            seen = set()
        elif verb == "go":
            steps += 1
            back += number in seen
            seen.add(number)
    assert steps > 20
    assert back == 0


def at_movement() -> Any:
    """Desert Blitzkrieg's Short Game, where the Axis first moves."""
    title = load_title("blitzkrieg")
    s = title.rules.new(title.rules.load(None), "short", title.rules.agree({}), SeededDice(1))
    while "move" not in {o[0] for o in options(s)}:
        take(s, options(s)[-1], SeededDice(1))
    assert decider(s) == AXIS
    return s


def test_a_march_is_kept_in_mind_to_its_end_and_leads_to_something_better() -> None:
    title, s = load_title("blitzkrieg"), at_movement()
    marcher, before = Marcher(Greedy().show), value(title, s, AXIS)
    step = marcher.set_out(title, s, AXIS, options(s), 5)
    assert step is not None
    assert step[0] == "move"
    while step is not None:
        take(s, step, SeededDice(1))
        step = marcher.go_on(options(s))
    assert value(title, s, AXIS) > before


def test_what_is_not_offered_any_more_is_forgotten() -> None:
    title, s = load_title("blitzkrieg"), at_movement()
    marcher = Marcher(Greedy().show)
    step = marcher.set_out(title, s, AXIS, options(s), 5)
    assert step is not None
    assert marcher.way
    assert marcher.go_on([("done", 0, 0)]) is None
    assert not marcher.way


def test_each_piece_is_looked_at_a_few_times_in_a_phase() -> None:
    title, s = load_title("blitzkrieg"), at_movement()
    marcher = Marcher(Greedy().show)
    marcher.look_around(title, s)
    marcher.looked = dict.fromkeys(title.face.reach(s, AXIS), ROUNDS)
    assert marcher.set_out(title, s, AXIS, options(s), 5) is None


def test_in_the_next_action_everybody_is_looked_at_anew() -> None:
    """Actions of Gazala follow each other, in the same place of the same procedures: who marched in one may march in the next."""
    title, dice = load_title("gazala"), SeededDice(1)
    s = title.rules.new(title.rules.load(None), "one", title.rules.agree({}), dice)
    marcher, seen = Marcher(Greedy().show), list[dict[str, int]]()
    while len(seen) < 3:
        if "move" in {o[0] for o in options(s)}:
            marcher.look_around(title, s)
            seen.append(dict(marcher.looked))
            marcher.looked["8/1"] = ROUNDS
            take(s, ("end", 0, 0), dice)
        else:
            take(s, options(s)[0], dice)
    assert seen == [{}, {}, {}]


def test_an_attack_at_the_end_of_a_march_is_tried_with_it() -> None:
    """The greedy Allies of Gazala come to blows in the first turns, and by marches that end in an attack."""
    said = decisions("gazala", "one", 160)
    blows = [n for n, o in enumerate(said) if o[0] == "attack"]
    assert blows
    assert any(said[n - 1][0] in ("go", "move") for n in blows)


def test_who_goes_along_is_in_the_march() -> None:
    said = decisions("blitzkrieg", "short", 260)
    assert "with" in {o[0] for o in said}


def test_a_brief_look_is_at_some_places_and_then_around_the_best_of_them() -> None:
    title, s = load_title("blitzkrieg"), at_movement()
    walks = max(title.face.reach(s, AXIS).values(), key=len)
    first = next(iter(walks.values())).say[0]
    looked: list[int] = []

    class Counting(Marcher):
        def best_ending(self, *given: Any) -> March:
            looked[-1] += 1
            return super().best_ending(*given)

    for places in (0, 4):
        looked.append(0)
        march = Counting(Greedy().show, places).best_march(title, s, AXIS, first, walks, 5)
        assert march is not None
        assert march.worth > value(title, s, AXIS)
    assert looked[0] == len(walks)
    assert 4 <= looked[1] < len(walks)


def test_a_march_ends_where_all_who_go_along_can_halt() -> None:
    """Whole divisions set out, and the boxes in front are full."""
    title, s = load_title("blitzkrieg"), at_movement()
    marcher, ended = Marcher(Greedy().show), 0
    for piece, walks in title.face.reach(s, AXIS).items():
        march = marcher.best_march(title, s, AXIS, f"move {piece}", walks, 5)
        if march is not None:
            after = s.clone()
            for o in march.way:
                take(after, o, SeededDice(5))
            assert len(after.frames) == len(s.frames), piece
            ended += 1
    assert ended > 10


def test_who_stands_next_to_an_enemy_attacks_from_there() -> None:
    title, s = load_title("blitzkrieg"), at_movement()
    march = Marcher(Greedy().show).best_march(title, s, AXIS, "move 21 Arm", {}, 5)
    assert march is not None
    assert [o[0] for o in march.way] == ["move", "with", "with", "with", "go"]
    assert s.occupied[ALLIED] >> march.way[-1][1] & 1
