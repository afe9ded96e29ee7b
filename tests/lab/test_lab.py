"""Simulation, fuzzing, measuring."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from sandtable import titles
from sandtable.kernel.dice import dice_for
from sandtable.kernel.game import replay
from sandtable.kernel.play import Refusal, outline, then
from sandtable.kernel.rules import Unknown
from sandtable.lab.bench import bench, bench_chess, has_chess
from sandtable.lab.fuzz import Task, all_acts, fuzz, fuzz_game, scenario_of, settings_of
from sandtable.lab.parallel import cores, spread
from sandtable.lab.simulate import Plan, Result, play_game, quantile, simulate, spread_of, summarise, wilson
from tests.kernel import toy
from tests.kernel.toy import TITLE
from tests.kit import changed


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "SLUGS", ("battleaxe", "toy"))
    monkeypatch.setitem(sys.modules, "sandtable.titles.toy", toy)


PLAN = Plan("toy", "line", {}, ("random", "random"), 7)


def square(n: int) -> int:
    return n * n


class TestSpread:
    def test_answers_come_in_order_on_any_number_of_processes(self) -> None:
        tasks = list(range(20))
        assert list(spread(square, tasks, 1)) == list(spread(square, tasks, 2)) == [n * n for n in tasks]

    def test_nothing_to_do(self) -> None:
        assert list(spread(square, [], 2)) == []
        assert cores() >= 1


class TestSimulate:
    def test_a_seed_names_its_games(self) -> None:
        results = simulate(PLAN, 30)
        assert results == simulate(PLAN, 30)
        assert results[:10] == simulate(PLAN, 10)
        assert results[17] == play_game(PLAN.check(), 17)
        assert results != simulate(PLAN._replace(seed=8), 30)
        assert [result.game for result in results] == list(range(30))

    def test_two_processes_play_the_same_games(self) -> None:
        plan = Plan("battleaxe", "battleaxe", {}, ("random", "random"), 3)
        assert simulate(plan, 6, 2) == simulate(plan, 6, 1)

    def test_progress_is_told(self) -> None:
        heard: list[int] = []
        simulate(PLAN, 20, 1, heard.append)
        assert heard == sorted(heard)
        assert heard[-1] == 20

    @pytest.mark.parametrize(
        "plan",
        [
            PLAN._replace(title="chess"), PLAN._replace(scenario="moon"), PLAN._replace(settings={"moon": 1}),
            PLAN._replace(players=("hal", "random")), PLAN._replace(players=("random", "hal")),
        ],
    )  # fmt: skip
    def test_what_is_not_there_is_refused_before_play(self, plan: Plan) -> None:
        with pytest.raises(Unknown):
            simulate(plan, 1)

    def test_a_summary_counts(self) -> None:
        results = [Result(0, 1, "Rout", (1, 4), 10), Result(1, 0, "Ground", (3, 2), 20), Result(2, -1, "Ground", (2, 2), 30),
                   Result(3, 1, "Ground", (1, 3), 40)]  # fmt: skip
        summary = summarise(PLAN.check(), results)
        assert summary.wins == {"axis": 2, "allied": 1, "draw": 1}
        assert summary.games == 4
        assert summary.mean_decisions == 25.0
        assert summary.levels == {"axis: Rout": 1, "allied: Ground": 1, "draw: Ground": 1, "axis: Ground": 1}
        assert summary.scores["margin"].low == -3
        assert summary.players == {"allied": "random", "axis": "random"}
        assert summary.intervals["axis"] == wilson(2, 4)

    def test_nothing_played(self) -> None:
        summary = summarise(PLAN, [])
        assert summary.games == 0
        assert summary.intervals["axis"] == (0.0, 1.0)
        assert summary.mean_decisions == 0.0

    @pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (3, 7), (50, 100), (400, 400)])
    def test_intervals_hold_the_rate(self, wins: int, games: int) -> None:
        low, high = wilson(wins, games)
        assert 0.0 <= low <= wins / games <= high <= 1.0

    def test_intervals_hold_the_truth_about_95_times_of_100(self) -> None:
        dice, held = dice_for(1, 0, "wilson"), 0
        for _ in range(400):
            wins = sum([dice.draw(range(10), -1, "") < 3 for _ in range(60)])
            low, high = wilson(wins, 60)
            held += low <= 0.3 <= high
        assert 365 <= held <= 396

    def test_quantiles_lie_between(self) -> None:
        assert [quantile([0, 10, 20], part) for part in (0.0, 0.25, 0.5, 1.0)] == [0, 5, 10, 20]
        assert spread_of([3]).sd == 0.0


class TestFuzz:
    def test_a_sound_title_shows_nothing(self) -> None:
        tasks = [Task("toy", 5, n) for n in range(24)]
        findings = list(fuzz(tasks))
        assert [finding.broken for finding in findings] == [()] * 24
        assert {finding.scenario for finding in findings} == {"line", "brush"}
        assert len({tuple(finding.settings.items()) for finding in findings}) > 6
        assert set().union(*[finding.acts for finding in findings]) == all_acts(TITLE)
        assert all(finding.record is None for finding in findings)

    def test_other_players_play_other_games(self) -> None:
        random, greedy = ([fuzz_game(Task("toy", 5, n, player=player)) for n in range(4)] for player in ("random", "greedy"))
        assert [finding.broken for finding in greedy] == [()] * 4
        assert [finding.decisions for finding in greedy] != [finding.decisions for finding in random]

    def test_scenarios_take_turns_and_settings_vary(self) -> None:
        assert [scenario_of(TITLE, Task("toy", 1, n)) for n in range(3)] == ["line", "brush", "line"]
        assert scenario_of(TITLE, Task("toy", 1, 0, "brush")) == "brush"
        assert settings_of(TITLE, Task("toy", 1, 0)) == {"rounds": 3, "fierce": 0, "first": 0}
        assert settings_of(TITLE, Task("toy", 1, 2)) == {"rounds": 1, "fierce": 0, "first": 0}
        assert settings_of(TITLE, Task("toy", 1, 4)) == {"rounds": 6, "fierce": 1, "first": 1}
        assert settings_of(TITLE, Task("toy", 1, 4, "", (("fierce", 0),)))["fierce"] == 0

    def broken_title(self, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
        monkeypatch.setattr(toy, "TITLE", changed(TITLE, **changes))

    def test_what_is_broken_comes_with_a_record_to_replay(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def audit(s: toy.Toy) -> list[Refusal]:
            return [Refusal("9", "nobody may move")] if s.where[0] == 1 else []

        self.broken_title(monkeypatch, audit=audit)
        finding = next(finding for finding in fuzz([Task("toy", 5, n, "line") for n in range(20)]) if finding.broken)
        assert finding.broken[0].startswith("audit: nobody may move (9) (ply ")
        assert finding.record is not None
        again = replay(finding.record, None, TITLE, toy.load(None))
        assert again.state.where[0] == 1
        assert again.ply == finding.decisions
        assert fuzz_game(finding.task).broken == finding.broken

    def test_a_rule_that_raises_is_a_finding(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def roll(s: toy.Toy, f: toy.Fight, dice: object) -> None:
            raise ZeroDivisionError("the odds are off")

        fight = TITLE.rules.outlines[toy.Fight]
        monkeypatch.setitem(toy.OUTLINES, toy.Fight, outline("Fight", "3.1", fight.rows[:-1], then(roll)))
        finding = next(finding for finding in fuzz([Task("toy", 5, n, "brush") for n in range(20)]) if finding.broken)
        assert "ZeroDivisionError: the odds are off" in finding.broken[0]
        assert finding.record is not None

    def test_a_set_up_that_raises_is_a_finding(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def new(*words: object) -> None:
            raise LookupError("no such unit")

        self.broken_title(monkeypatch, new=new)
        finding = fuzz_game(Task("toy", 1, 0))
        assert "LookupError: no such unit" in finding.broken[0]
        assert finding.record is None

    def test_a_game_without_end_is_a_finding(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def again(s: toy.Toy, f: toy.Round, dice: object) -> None:
            f.restart()

        monkeypatch.setitem(toy.OUTLINES, toy.Round, outline("Round", "1.1", then(toy.start_halves), then(again)))
        monkeypatch.setattr("sandtable.lab.fuzz.LONGEST", 60)
        assert any(
            "not over after 60 decisions" in finding.broken for finding in fuzz([Task("toy", 5, n, "line") for n in range(6)])
        )


class TestBench:
    def test_figures(self) -> None:
        speed = bench("toy", rounds=2, seconds=0.02)
        assert speed.us_per_decision > 0
        assert speed.decisions_per_second == pytest.approx(1e6 / speed.us_per_decision)
        assert 5 < speed.decisions_per_game < 40
        assert speed.clone_us is not None
        assert speed.record_bytes is not None
        assert speed.clone_us > 0
        assert speed.record_bytes > 200

    def test_the_yardstick(self) -> None:
        assert has_chess()
        assert bench_chess(rounds=1, seconds=0.01).us_per_decision > 0
