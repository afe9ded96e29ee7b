"""Computer players: they take what is offered, see what they may, and decide alike for the same dice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.kernel.dice import Dice, SeededDice, dice_for
from sandtable.kernel.play import Option, decider, options, pending, take, within, write
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import AXIS
from sandtable.players import PLAYERS, make_player
from sandtable.players.greedy import (
    SAMPLES,
    Effort,
    Greedy,
    at_sight,
    carry_on,
    distinct,
    liking,
    promising,
    quick_answer,
    stride,
    try_out,
)
from sandtable.players.random import Random, any_of
from sandtable.players.worth import value
from sandtable.titles import SLUGS, AnyTitle, load_title
from sandtable.titles.theseus.frames import March
from tests.kernel import toy
from tests.kernel.test_play import start
from tests.kernel.toy import TITLE
from tests.kit import changed, offered_verbs, play
from tests.titles.theseus.position import AX, fm, h, position, u
from tests.titles.tigercubs.flights import moving

each_player = pytest.mark.parametrize("player", ["random", "greedy", "recruit"])  # levels differ in their budgets alone


def test_players_are_listed_and_made_by_name() -> None:
    assert [entry.id for entry in PLAYERS if entry.level] == ["recruit", "regular", "veteran", "general"]
    assert {entry.id for entry in PLAYERS if not entry.level} == {"planner", "random", "greedy"}
    assert all(entry.name and entry.text for entry in PLAYERS)
    assert make_player("greedy") is not make_player("greedy")
    with pytest.raises(
        Unknown, match="no player is called 'hal'; there are: recruit, regular, veteran, general, planner, random, greedy"
    ):
        make_player("hal")


@each_player
@pytest.mark.parametrize("scenario", ["line", "brush"])
def test_players_take_what_is_offered_and_touch_nothing(player: str, scenario: str) -> None:
    for n in range(6):
        s, table, thoughts = start(scenario), dice_for(n, 0, "table"), dice_for(n, 0, "thoughts")
        who = make_player(player)
        while s.frames:
            key = s.key()
            o = who.choose(TITLE, s, decider(s), thoughts)
            assert o in options(s)
            assert s.key() == key
            take(s, o, table)


@each_player
def test_the_same_dice_make_the_same_decisions(player: str) -> None:
    def decisions() -> list[object]:
        s, said, who = start("brush"), list[object](), make_player(player)
        table, thoughts = SeededDice(4), SeededDice(5)
        while s.frames:
            o = who.choose(TITLE, s, decider(s), thoughts)
            said.append(o)
            take(s, o, table)
        return said

    assert decisions() == decisions()


@each_player
@pytest.mark.parametrize("slug", SLUGS)
def test_players_play_every_title_and_scenario(player: str, slug: str) -> None:
    title = load_title(slug)
    for scenario in title.rules.scenarios:
        table, thoughts = dice_for(1, 0, "table"), dice_for(1, 0, "thoughts")
        s = title.rules.new(title.rules.load(None), scenario.id, title.rules.agree({}), table)
        who = make_player(player)
        for _ in range(10 if player == "recruit" else 40):  # of which one may be a plan for a whole phase
            if s.frames:
                o = who.choose(title, s, decider(s), thoughts)
                assert o in options(s)
                take(s, o, table)


class TestRandom:
    def test_verbs_are_alike_and_stops_come_one_time_in_four(self) -> None:
        found = [("go", n, 0) for n in range(9)] + [("fight", 1, 0), ("done", 0, 0)]
        dice = SeededDice(11)
        verbs = Counter([any_of(found, "done", 0, dice)[0] for _ in range(4000)])
        assert 900 < verbs["done"] < 1100
        assert 1350 < verbs["go"] < 1650
        assert 1350 < verbs["fight"] < 1650

    def test_a_stop_that_is_refused_is_not_taken(self) -> None:
        found = [("go", 1, 0), ("go", 2, 0)]
        assert {any_of(found, "done", 0, SeededDice(n))[0] for n in range(40)} == {"go"}

    def test_the_only_option_is_taken(self) -> None:
        assert any_of([("done", 0, 0)], "done", 0, SeededDice(1)) == ("done", 0, 0)

    def test_every_option_is_taken_sometimes(self) -> None:
        s = start("brush")
        assert {Random().choose(TITLE, s, 0, SeededDice(n * 977)) for n in range(200)} == set(options(s))


class TestGreedy:
    def test_beats_random(self) -> None:
        won = 0
        for n in range(40):
            table, thoughts = dice_for(n, 0, "table"), dice_for(n, 0, "thoughts")
            s = TITLE.rules.new(toy.load(None), "line", TITLE.rules.agree({"rounds": 4}), table)
            players = [make_player("greedy"), make_player("random")][:: 1 if n % 2 == 0 else -1]
            while s.frames:
                take(s, players[decider(s)].choose(TITLE, s, decider(s), thoughts), table)
            ended = TITLE.rules.outcome(s)
            assert ended is not None
            won += ended.winner == n % 2
        assert won >= 28

    def test_takes_a_win_that_is_there(self) -> None:
        s = start("brush", rounds=1)
        s.steps[3], s.where[3], s.crowd[5 + 3] = 0, -1, 0
        s = play(s, "strike A1 hill top", "pass", "stand", "lose X1", dice=[6, 1])
        assert Greedy().choose(TITLE, s, 1, SeededDice(1)) == ("lose", 2, 0)  # the only one

    def test_decides_the_same_whatever_is_hidden(self) -> None:
        """The order of the other side is not known, so it cannot matter."""
        s = start("brush")
        for seed in range(10):
            chosen = set()
            for order in (2, 3):
                s.order[1] = order
                chosen.add(Greedy().choose(TITLE, s, 0, SeededDice(seed)))
            assert len(chosen) == 1

    def test_asks_for_a_redeal_before_it_tries_anything(self) -> None:
        asked: list[int] = []

        def redeal(s: toy.Toy, side: int, dice: Dice) -> toy.Toy:
            asked.append(side)
            return toy.redeal(s, side, dice)

        def clone_is_forbidden(self: toy.Toy) -> toy.Toy:
            raise AssertionError("the true position was copied")

        class Guarded(toy.Toy):
            clone = clone_is_forbidden

        s = start("brush")
        guarded = Guarded(s.edition)
        vars(guarded).update(vars(s))
        title: AnyTitle = changed(TITLE, redeal=lambda g, side, dice: redeal(s, side, dice))
        Greedy().choose(title, guarded, 0, SeededDice(1))
        assert set(asked) == {0}

    def test_looks_wider_with_more_effort(self) -> None:
        s: Any = start("brush")
        found = options(s)
        kept = promising(TITLE, s, 0, found, 3, 1)
        assert {o[0] for o in kept} == {"step", "strike", "done"}
        assert promising(TITLE, s, 0, found, 99, 1) == sorted(found, key=promising(TITLE, s, 0, found, 99, 1).index)
        assert Greedy(Effort(wide=2)).choose(TITLE, s, 0, SeededDice(1)) in found


class TestHints:
    """What a title says about its verbs spares a player the looking ahead."""

    def test_a_march_goes_on_while_it_leads_nearer_and_then_ends(self) -> None:
        title = load_title("theseus")
        at = {"104": "2224", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s = play(position(at, active="21Pz", points=1), "move 104")
        way, before = [s.where[u("104")]], title.robot.judge(s, AX)
        while within(s, March) is not None and decider(s) == AX:
            o = Greedy().choose(title, s, AX, SeededDice(3))
            assert o[0] in title.robot.hints.strides
            take(s, o, SeededDice(4))
            way.append(s.where[u("104")])
        assert len(set(way)) > 3  # no turning back
        assert title.robot.judge(s, AX) > before

    def test_idle_verbs_are_left_alone_and_what_may_come_off_is_tried_before_the_end(self) -> None:
        title = load_title("theseus")
        found = [("raise", 1, 0), ("end", 0, 0), ("refit", 2, 0), ("move", 3, 0)]
        assert sorted(found, key=lambda o: liking(title, o, "end"))[:2] == [("refit", 2, 0), ("end", 0, 0)]
        assert {liking(TITLE, o, "end") for o in found} == {0}  # a title without hints
        at = {"104": "2224", "I/5": "2224", "HQ-21Pz": "2223"}
        s = position(at, active="21Pz", points=2)
        assert "raise" in offered_verbs(s)
        for seed in range(4):
            assert Greedy().choose(title, s, AX, SeededDice(seed))[0] != "raise"

    def test_what_is_always_good_is_done_at_once(self) -> None:
        """All units of a hex join an attack, in thought as in play."""
        title = load_title("theseus")
        at = {"104": "3013", "I/5": "3013", "HQ-21Pz": "2914", "201st": "3113", "HQ-1Armd": "3212"}
        s = play(position(at, active="21Pz", points=4), "attack 104 3113")
        assert offered_verbs(s) == {"join", "declare"}
        for seed in range(4):
            assert Greedy().choose(title, s, AX, SeededDice(seed)) == ("join", u("I/5"), 0)
            assert carry_on(title, s, AX, options(s), SeededDice(seed), 2) == ("join", u("I/5"), 0)

    def test_units_leave_their_hq_behind_and_it_takes_them_along(self) -> None:
        title = load_title("theseus")
        at = {"104": "2223", "I/5": "2223", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s = position(at, active="21Pz", points=2)
        for lead, others in (("104", {"I/5"}), ("HQ-21Pz", {"104", "I/5"})):
            here, gone = play(s, f"move {lead}"), set[str]()
            while "with" in offered_verbs(here) and (o := Greedy().choose(title, here, AX, SeededDice(1)))[0] == "with":
                gone.add(s.edition.unit_ids[o[1]])
                take(here, o, SeededDice(1))
            assert gone == others

    def test_options_that_come_to_the_same_are_tried_once(self) -> None:
        """A stack moves as a whole, whoever is named; so it attacks."""
        title = load_title("theseus")
        at = {"104": "3013", "I/5": "3013", "II/5": "2915", "HQ-21Pz": "2914", "201st": "3113", "HQ-1Armd": "3212"}
        s = position(at, active="21Pz", points=4)
        found = [o for o in options(s) if o[0] in ("move", "attack")]
        kept = [write(s, o) for o in distinct(title, s, AX, found)]
        assert kept == ["move 104", "move II/5", "move HQ-21Pz", "attack 104 3113"]
        assert {"move I/5", "attack I/5 3113"} < {write(s, o) for o in found}

    def test_a_step_that_a_die_decides_is_judged_by_several_rolls(self) -> None:
        title, rolls = load_title("theseus"), Counter[str]()
        at = {"200": "2315", "HQ-15Sch": "2214", "HQ-1Armd": "4520", "201st": "4519"}
        s = play(position(at, scenario="opening", active="15Sch", points=2), "move 200")
        mines, clear = ("step", h("2416"), 0), ("step", h("2314"), 0)

        def judge(state: Any, side: int) -> float:
            entered, down = state.where[u("200")] == h("2416"), state.down[u("200")]
            rolls["in" if entered else "failed" if down else "clear"] += 1
            return 1.0 if entered else 0.0

        best, better = at_sight(changed(title, judge=judge), s, AX, [clear, mines, ("halt", 0, 0)], SeededDice(2))
        assert rolls["in"] + rolls["failed"] == SAMPLES
        assert 0 < rolls["failed"] < SAMPLES
        assert (best, better) == (mines, True)

    def test_of_places_as_good_as_this_none_is_gone_to(self) -> None:
        title = load_title("theseus")
        at = {"104": "2224", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s = play(position(at, active="21Pz", points=2), "move 104")
        same = changed(title, judge=lambda state, side: 0.0)
        assert at_sight(same, s, AX, options(s), SeededDice(1)) == (("halt", 0, 0), False)

    def test_a_mere_roll_gets_several_in_every_trial(self) -> None:
        """One that fails now and then with a loss is worth it all the same."""
        title = load_title("theseus")
        at = {"200": "2416", "HQ-15Sch": "2315", "HQ-1Armd": "4520", "201st": "4519"}
        s = position(at, scenario="opening", active="15Sch", points=2)
        for seed in range(12):
            assert write(s, Greedy().choose(title, s, AX, SeededDice(seed))) == "breach 200"

    def test_a_march_may_first_lead_to_worse_places(self) -> None:
        """Around 2310 an HQ is out of supply; the roads that a breach has opened are four hexes away."""
        title = load_title("theseus")
        at = {"104": "3013", "HQ-21Pz": "2310", "HQ-1Armd": "4520", "201st": "4519", "1 FF": "2521", "HQ-FF": "2521"}
        s = play(position(at, scenario="opening", active="21Pz", points=2, breached=["2416"]), "move HQ-21Pz")
        before, who, worth = title.robot.judge(s, AX), Greedy(), list[float]()
        while within(s, March) is not None:
            o = who.choose(title, s, AX, SeededDice(3))
            take(s, o, SeededDice(4))
            worth.append(title.robot.judge(s, AX))
        assert worth[0] < before < worth[-1]

    def test_a_way_in_mind_is_forgotten_when_something_else_is_asked(self) -> None:
        title = load_title("theseus")
        at = {"104": "2224", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s, who = position(at, active="21Pz", points=2), Greedy()
        who.way = [("step", s.where[u("104")], 0)]
        who.choose(title, s, AX, SeededDice(3))
        assert who.way == []

    def test_an_action_without_dice_is_tried_once(self) -> None:
        title, asked = load_title("theseus"), Counter[str]()
        at = {"104": "2224", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s = position(at, active="21Pz", points=2)

        def redeal(state: Any, side: int, dice: Dice) -> Any:
            asked["trials"] += 1
            return title.rules.redeal(state, side, dice)

        Greedy().choose(changed(title, redeal=redeal), s, AX, SeededDice(3))
        assert asked["trials"] == 2 + len(options(s))  # the first two for which options come to the same, and how it stands now

    def test_a_round_is_not_followed_beyond_its_end(self) -> None:
        """Else a trial might go on to pass, and every activation would look as bad as to pass at once."""
        title, turns = load_title("theseus"), set[int]()
        at = {"104": "2224", "HQ-21Pz": "2223", "HQ-1Armd": "4520", "201st": "4519"}
        s = position(at, initiative=AX)
        s.passed = 1 << (1 - AX)

        def judge(state: Any, side: int) -> float:
            turns.add(state.turn)
            return title.robot.judge(state, side)

        for seed in range(8):
            try_out(changed(title, judge=judge), s, AX, ("activate", fm("21Pz"), 0), seed, Effort())
        assert turns == {s.turn}
        try_out(changed(title, judge=judge), s, AX, ("pass", 0, 0), 1, Effort())
        assert turns == {s.turn, s.turn + 1}


def test_in_trials_the_other_side_lets_breaks_go_by_where_the_title_says_so() -> None:
    title = load_title("tigercubs")
    s = play(moving({"b-14": "2710", "a-I27": "1106", "a-7J26": "1307"}), "move B-13L", "halt")
    assert pending(s).window
    assert {quick_answer(title, s, AXIS, SeededDice(n)) for n in range(20)} == {("pass", 0, 0)}
    bold = changed(title, hints=title.robot.hints._replace(unbroken=False))
    assert len({quick_answer(bold, s, AXIS, SeededDice(n)) for n in range(20)}) > 1


def test_an_action_that_comes_to_nothing_is_not_done_instead_of_stopping() -> None:
    """Though the end of a phase may cost something: else it would be done again and again."""
    said: list[str] = []

    class Stubborn(Greedy):
        def show(self, title: AnyTitle, s: Any, side: int, o: Option, seed: int) -> tuple[float, bool]:
            said.append(o[0])
            return (value(title, s, side) - (0.1 if o[0] == "done" else 0.0), True)

    title = load_title("tigercubs")
    s = title.rules.new(title.rules.load(None), "brevity", title.rules.agree({}), SeededDice(1))
    while "march" not in {o[0] for o in options(s)}:
        take(s, options(s)[-1], SeededDice(1))
    side = decider(s)
    left = [o for o in options(s) if o[0] in ("move", "done")]
    assert Stubborn().best_of(title, s, side, left, 5) == ("done", 0, 0)
    assert {"move", "done"} <= set(said)


class Fancies(Greedy):
    """Sees what it is told to see in every option."""

    def __init__(self, fancies: dict[Option, float], sure: bool = True) -> None:
        super().__init__()
        self.fancies: dict[Option, float] = fancies
        self.sure: bool = sure
        self.asked: list[Option] = []

    def show(self, title: AnyTitle, s: Any, side: int, o: Option, seed: int) -> tuple[float, bool]:
        self.asked.append(o)
        return value(title, s, side) + self.fancies[o], self.sure


def on_the_march() -> Any:
    return moving({}, at={"B-7AD": "1608", "B-11H": "1709", "B-1L": "1809", "B-NZR": "1909", "G-15Pz": "1206"})


def test_what_an_action_promised_is_believed_until_nothing_better_is_left() -> None:
    title, s = load_title("tigercubs"), on_the_march()
    side, moves = decider(s), [o for o in options(s) if o[0] == "move"]
    left = [*moves, ("done", 0, 0)]
    one, two, three = moves[:3]
    player = Fancies({**dict.fromkeys(left, -0.1), one: 0.3, two: 0.2})
    assert player.best_action(title, s, side, left, 5) == one
    assert set(player.asked) == set(left)
    player.asked, left = [], [o for o in left if o != one]
    assert player.best_action(title, s, side, left, 6) == two
    assert set(player.asked) == {two, ("done", 0, 0)}  # the others promised nothing
    player.asked, left = [], [o for o in left if o != two]
    player.fancies[three] = 0.1
    assert player.best_action(title, s, side, left, 7) == three  # before it stops it asks all of them once more
    assert set(player.asked) == set(left)
    player.asked, s.turn = [], s.turn + 1
    player.best_action(title, s, side, left, 8)
    assert set(player.asked) == set(left)  # and in another phase


def test_who_only_seems_to_act_stops_instead() -> None:
    """Though no trial was sure of it, every one came to nothing."""
    title, s = load_title("tigercubs"), on_the_march()
    left = [*[o for o in options(s) if o[0] == "move"], ("done", 0, 0)]
    player = Fancies({**dict.fromkeys(left, 0.0), ("done", 0, 0): -0.1}, sure=False)
    assert player.best_action(title, s, decider(s), left, 5) == ("done", 0, 0)


def test_nobody_walks_back_on_his_own_track() -> None:
    title = load_title("tigercubs")
    s = play(on_the_march(), "move B-11H")
    home, side = s.where[s.frames[-1].units[0]], decider(s)
    fond = changed(title, judge=lambda s, side: -float(s.edition.distance(home, s.where[s.frames[-1].units[0]])))
    away = next(o for o in options(s) if o[0] == "go")
    take(s, away, SeededDice(1))
    back = ("go", home, 0)
    assert back in options(s)
    assert stride(fond, s, side, options(s), SeededDice(1), [], set())[0] == back
    trail = {home}
    way = stride(fond, s, side, options(s), SeededDice(1), [], trail)
    assert way[0] != back
    assert away[1] in trail  # nor to where it stands now
