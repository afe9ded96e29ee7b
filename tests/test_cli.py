"""Every command, with good and bad input. What is bad costs one line, exit code 2, and leaves nothing behind."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sandtable import cli, titles
from sandtable.kernel.record import Record, to_text
from sandtable.lab import bench as benching
from sandtable.lab.fuzz import Finding, Task
from tests.kernel import toy
from tests.kernel.test_record import fought, random_game

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Run]:
    """The command line in an empty folder, with the toy among the titles."""
    monkeypatch.setattr(titles, "SLUGS", ("toy",))
    monkeypatch.setitem(sys.modules, "sandtable.titles.toy", toy)
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")

    def command(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    yield command
    assert list(folder.iterdir()) == []


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(fought().record.to_json())
    return path


class TestGoodInput:
    def test_titles(self, run: Run) -> None:
        code, out, err = run("titles")
        assert code == 0
        assert "toy  Five Posts (in progress)" in out
        assert "scenario brush: Brush" in out
        assert "setting rounds=1..6: Rounds" in out
        assert "setting fierce=on|off" in out
        assert "setting first=allied|axis" in out
        assert "player greedy: " in out
        assert err == ""

    def test_the_rule_book_for_reading(self, run: Run) -> None:
        code, out, _ = run("rules", "toy")
        assert code == 0
        assert "1.2  Who is there" in out
        assert "    - In your hand lies one secret order" in out
        assert "  Ruling\n    An order stays unseen" in out
        assert "Case:" not in out
        assert run("rules", "toy", "2.1")[1] == (
            "\n3  Moving and fighting\n\n2.1  Moving\n"
            "    Go to the next post, unless somebody hostile is in it. A unit that has moved does not strike in\n"
            "    that half, and the other way round. (2.1)\n  Diagram: The line\n"
        )
        assert "4.2" in run("rules", "toy", "4", "--search", "unit LOST")[1]

    def test_the_whole_ledger(self, run: Run) -> None:
        code, out, _ = run("rules", "toy", "--ledger")
        assert code == 0
        assert all(rule.id in out for rule in toy.TITLE.rules.rulebook().rules)
        assert "    Ruling: Nobody sees the order" in out
        assert "    Case: A1 and A2 start in post a." in out

    def test_a_rule_and_a_section(self, run: Run) -> None:
        assert run("rules", "toy", "3.2", "--ledger")[1].startswith("3.2  Combat\n    The attacker may show its order")
        assert run("rules", "toy", "4", "--ledger")[1].count("Victory") == 2
        assert run("rules", "toy", "1.3", "--ledger")[1].startswith("1.3-a")

    def test_rules_by_their_words(self, run: Run) -> None:
        code, out, _ = run("rules", "toy", "--ledger", "--search", "loser STEPS")
        assert code == 0
        assert [line.split()[0] for line in out.splitlines() if not line.startswith(" ")] == ["3.4", "3.5"]
        assert run("rules", "toy", "3.5", "--ledger", "--search", "loser")[1].startswith("3.5")

    def test_long_rules_are_wrapped(self, run: Run) -> None:
        assert max([len(line) for line in run("rules", "toy")[1].splitlines()]) <= 100

    def test_fuzz(self, run: Run) -> None:
        code, out, err = run("fuzz", "toy", "--games", "12", "--seed", "3", "--jobs", "1")
        assert code == 0
        assert out.startswith("toy: 12 games, ")
        assert "nothing broken (seed 3)" in out
        assert err == ""

    def test_fuzz_of_one_scenario_with_a_setting(self, run: Run) -> None:
        code, out, _ = run(
            "fuzz", "toy", "--games", "6", "--scenario", "brush", "--set", "fierce=on", "--set", "rounds=1", "--jobs", "1"
        )
        assert code == 0
        assert "nothing broken" in out

    def test_what_fuzz_finds_is_shown_with_a_record(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        record = fought().record

        def broken(tasks: list[Task], jobs: int, progress: object) -> Iterator[Finding]:
            yield Finding(tasks[0], "brush", {}, 5, frozenset(), ("audit: too many tanks (7.1)",), record)

        monkeypatch.setattr("sandtable.lab.fuzz.fuzz", broken)
        code, out, _ = run("fuzz", "toy", "--seed", "8")
        assert code == 1
        assert "audit: too many tanks (7.1)" in out
        assert "game 0 of seed 8" in out
        assert to_text(record).rstrip() in out

    def test_simulate(self, run: Run) -> None:
        code, out, err = run("simulate", "toy", "--games", "6", "--jobs", "1", "--allied", "random")
        assert code == 0
        assert "toy, In line: 6 games, seed 1" in out
        assert "95 % between" in out
        assert "score, margin" in out
        assert err == ""

    def test_match(self, run: Run) -> None:
        """Each game twice, with sides swapped; the same words, the same games."""
        words = ("match", "toy", "--games", "2", "--jobs", "1", "--one", "greedy", "--two", "random", "--seed", "3")
        code, out, err = run(*words)
        games = [line for line in out.splitlines() if line.startswith("game ")]
        assert (code, err) == (0, "")
        assert [line.partition(":")[0] for line in games] == [
            f"game {n}, greedy as {side}" for n in range(2) for side in ("Allies", "Axis")
        ]
        assert "of 4 against random" in out
        assert "CPU time of greedy" in out
        assert run(*words)[1].splitlines()[:4] == games

    def test_games_of_a_match_are_kept_to_be_read(self, run: Run, tmp_path: Path) -> None:
        words = (
            "match",
            "toy",
            "--games",
            "1",
            "--jobs",
            "1",
            "--one",
            "greedy",
            "--two",
            "random",
            "--save",
            str(tmp_path / "kept"),
        )
        assert run(*words)[0] == 0
        kept = sorted((tmp_path / "kept").iterdir())
        assert [file.name.split("-")[:5] for file in kept] == [["toy", "1", "0", "greedy", side] for side in ("allied", "axis")]
        assert run("replay", str(kept[0]))[0] == 0

    def test_fit_and_a_match_by_what_it_found(self, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "weights.json"
        words = ("fit", "toy", "--player", "random", "--games", "5", "--jobs", "1", "--seed", "3", "--save", str(file))
        code, out, err = run(*words)
        assert (code, err) == (0, "")
        assert "posts" in out
        assert "bits by the old weights" in out
        kept = json.loads(file.read_text())
        assert kept["how"].startswith("sandtable fit toy")
        words = ("match", "toy", "--games", "1", "--jobs", "1", "--one", "random", "--two", "random", "--weights", str(file))
        assert run(*words)[0] == 0
        file.write_text('{"how": "", "weights": {"luck": 1.0}}')
        code, _, err = run(*words)
        assert code != 0
        assert "weights of luck; the judge has posts, steps" in err

    def test_simulate_for_programs(self, run: Run) -> None:
        words = ("simulate", "toy", "--games", "8", "--jobs", "1", "--axis", "random", "--allied", "random", "--scenario", "brush",
                 "--set", "rounds=2", "--seed", "5", "--json")  # fmt: skip
        code, out, _ = run(*words)
        summary = json.loads(out)
        assert code == 0
        assert summary["games"] == 8
        assert sum(summary["wins"].values()) == 8
        assert set(summary["wins"]) == {"axis", "allied", "draw"}
        assert summary["settings"] == {"rounds": 2, "fierce": 0, "first": 0}
        assert summary["mean_decisions"] > 0
        assert run(*words)[1] == out

    def test_simulate_with_an_edition(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "units.csv").write_text("id,steps\nX1,1\nX2,1\n")
        code, out, _ = run("simulate", "toy", "--games", "4", "--jobs", "1", "--json", "--edition", str(tmp_path))
        assert code == 0
        assert json.loads(out)["games"] == 4

    def test_bench(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sandtable.lab.bench.bench", lambda slug: benching.Speed(50.0, 20_000.0, 13.0, 6.0, 570.0))
        monkeypatch.setattr("sandtable.lab.bench.bench_chess", lambda: benching.Speed(60.0, 16_000.0, 340.0))
        code, out, _ = run("bench", "toy", "--json")
        assert code == 0
        measured = json.loads(out)
        assert measured["toy"]["us_per_decision"] == 50.0
        assert set(measured["toy"]) >= {"us_per_decision", "decisions_per_game", "clone_us", "record_bytes"}
        assert measured["python-chess"]["us_per_decision"] == 60.0
        assert "µs a decision" in run("bench")[1]

    def test_replay(self, run: Run, record_file: Path) -> None:
        code, out, _ = run("replay", str(record_file))
        assert code == 0
        assert "3. axis stand {4 3}" in out
        assert "      Allies: 4 (3.4)" in out
        assert "      attack 5 = 4 die (3.4) + 1 order (3.2)" in out
        assert "      Allies shows its order: 1" in out
        assert "      X1 loses a step" in out

    def test_replay_of_the_readable_notation_to_the_end(self, run: Run, tmp_path: Path) -> None:
        game = random_game(4)
        (tmp_path / "game.txt").write_text(to_text(game.record))
        code, out, _ = run("replay", str(tmp_path / "game.txt"))
        assert code == 0
        assert out.splitlines()[-1].startswith(("Allies wins: ", "Axis wins: ", "Draw: "))

    def test_a_position_of_a_record(self, run: Run, record_file: Path) -> None:
        code, out, _ = run("replay", str(record_file), "--to", "0")
        assert code == 0
        assert out.splitlines() == [
            "Round 1", "  Allies · 1 posts", "  Axis · 2 posts", "Board", "  b: A1, A2", "  d: X2", "  hill top: X1",
            "Orders (1.3-a)", "  ?", "  ?",
        ]  # fmt: skip
        assert "X1 (has lost a step)" in run("replay", str(record_file), "--to", "4")[1]

    def test_a_position_of_a_real_title(self, capsys: pytest.CaptureFixture[str]) -> None:
        record = Path(__file__).parent / "records" / "battleaxe" / "battleaxe-axis-axis-victory.json"
        assert cli.main(["replay", str(record), "--to", "20"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("June 15")
        assert "  [June 15] June 16 June 17" in lines
        assert any(line.startswith("  H [Allied]: ") and "9AUS" in line for line in lines)

    def test_play(self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        asked: list[object] = []
        server = ModuleType("sandtable.server")
        server.serve = lambda *words: asked.append(words)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "sandtable.server", server)
        assert run("play")[0] == 0
        assert run("play", "--port", "0", "--host", "127.0.0.2", "--data", str(tmp_path / "data"), "--no-browser")[0] == 0
        assert run("play", "--edition", str(tmp_path), "--edition", "b")[0] == 0
        assert run("play", "--proxy", "127.0.0.1", "--proxy", "::1", "--new-secret")[0] == 0
        assert asked == [
            ("127.0.0.1", cli.PORT, None, True, (), (), False),
            ("127.0.0.2", 0, tmp_path / "data", False, (), (), False),
            ("127.0.0.1", cli.PORT, None, True, [tmp_path, Path("b")], (), False),
            ("127.0.0.1", cli.PORT, None, True, (), ["127.0.0.1", "::1"], True),
        ]

    @pytest.mark.parametrize("words", [(), ("--help",), ("simulate", "--help"), ("play", "--help")])
    def test_help(self, run: Run, words: tuple[str, ...]) -> None:
        code, out, err = run(*words)
        assert code == 0
        assert "Usage: sandtable" in out
        assert err == ""


BAD = [
    (("nonsense",), "No such command 'nonsense'; the commands are titles, rules, fuzz, simulate, match, fit, bench, replay, play"),
    (("--nonsense",), "No such option: --nonsense; the commands are"),
    (("rules",), "Missing argument 'TITLE'; sandtable rules accepts TITLE, [ID], --search, --ledger, --help"),
    (("rules", "chess"), "no title is called 'chess'; there are: toy"),
    (("rules", "toy", "9"), "toy has no rule or section '9'; its chapters are 1, 3, 4"),
    (("rules", "toy", "9", "--ledger"), "toy has no rule or section '9'; its chapters are 1, 2, 3, 4"),
    (("rules", "toy", "--ledger", "--search", "zebra"), "no rule in the rule book of toy holds all of the words 'zebra'"),
    (("rules", "toy", "--search", "zebra"), "no rule in the rule book of toy holds all of the words 'zebra'"),
    (("rules", "toy", "4", "--search", "zebra"), "no rule in section 4 of toy holds"),
    (("rules", "toy", "--search", " "), "holds all of the words ' '"),
    (("rules", "toy", "1", "2"), "unexpected extra argument(s) (2); sandtable rules accepts"),
    (("fuzz", "chess"), "no title is called 'chess'; there are: toy"),
    (("fuzz", "toy", "--games", "0"), "'--games': Input should be greater than or equal to 1"),
    (("fuzz", "toy", "--games", "many"), "'--games': Input should be a valid integer"),
    (("fuzz", "toy", "--seed", "x"), "'--seed': Input should be a valid integer"),
    (("fuzz", "toy", "--scenario", "moon"), "no scenario of toy is called 'moon'; there are: line, brush"),
    (("fuzz", "toy", "--set", "moon=1"), "no setting of toy is called 'moon'; there are: rounds, fierce, first"),
    (("fuzz", "toy", "--set", "rounds=9"), "setting rounds: '9' is not accepted; accepted: 1 to 6"),
    (
        ("fuzz", "toy", "--player", "hal"),
        "no player is called 'hal'; there are: recruit, regular, veteran, general, planner, random, greedy",
    ),
    (("fuzz", "toy", "--jobs", "0"), "'--jobs': Input should be greater than or equal to 1"),
    (("simulate", "chess"), "no title is called 'chess'; there are: toy"),
    (
        ("simulate", "toy", "--axis", "hal"),
        "no player is called 'hal'; there are: recruit, regular, veteran, general, planner, random, greedy",
    ),
    (
        ("simulate", "toy", "--allied", "hal"),
        "no player is called 'hal'; there are: recruit, regular, veteran, general, planner, random, greedy",
    ),
    (("simulate", "toy", "--scenario", "moon"), "no scenario of toy is called 'moon'"),
    (("simulate", "toy", "--set", "fierce=very"), "setting fierce: 'very' is not accepted; accepted: on, off"),
    (("simulate", "toy", "--set", "first=both"), "setting first: 'both' is not accepted; accepted: allied, axis"),
    (("simulate", "toy", "--set"), "Option '--set' requires an argument"),
    (("simulate", "toy", "--games", "-1"), "'--games': Input should be greater than or equal to 1"),
    (("simulate", "toy", "--colour", "red"), "No such option: --colour; sandtable simulate accepts TITLE, --scenario, --games"),
    (("simulate", "toy", "--edition", "/nowhere/at/all"), "/nowhere/at/all: no such folder; an edition is a folder"),
    (("bench", "chess"), "no title is called 'chess'; there are: toy"),
    (("bench", "toy", "chess"), "no title is called 'chess'; there are: toy"),
    (("replay",), "Missing argument 'FILE'; sandtable replay accepts FILE, --to, --edition, --help"),
    (("replay", "/nowhere/game.json"), "/nowhere/game.json cannot be read: No such file or directory"),
    (("replay", "/"), "/ cannot be read: Is a directory"),
    (("play", "--port", "70000"), "'--port': Input should be less than or equal to 65535"),
    (("play", "--port", "web"), "'--port': Input should be a valid integer"),
    (
        ("play", "now"),
        "unexpected extra argument(s) (now); sandtable play accepts --port, --host, --data, --no-browser, --edition,",
    ),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_costs_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("sandtable: ")
    assert err.count("\n") == 1
    assert says in err


def no_edition(record: Record) -> None:
    record.changes = {"units": [{"id": "A1", "steps": "many"}]}


def no_title(record: Record) -> None:
    record.title = "chess"


def bad_scenario(record: Record) -> None:
    record.scenario = "moon"


def bad_setting(record: Record) -> None:
    record.settings["rounds"] = 99


def bad_ply(record: Record) -> None:
    record.plies[1] = record.plies[1]._replace(text="surrender")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (no_edition, "the edition in the record, units.csv, record A1, field steps: Expected `int`"),
        (no_title, "no title is called 'chess'; there are: toy"),
        (bad_scenario, "no scenario of toy is called 'moon'"),
        (bad_setting, "setting rounds: '99' is not accepted; accepted: 1 to 6"),
        (bad_ply, "ply 1, 'surrender': nothing in this game is called 'surrender'; now: show, pass"),
    ],
)
def test_a_bad_record_costs_one_line(run: Run, tmp_path: Path, change: Callable[[Record], None], says: str) -> None:
    record = fought().record
    change(record)
    for name, data in (("a.json", record.to_json()), ("a.txt", to_text(record).encode())):
        (tmp_path / name).write_bytes(data)
        code, out, err = run("replay", str(tmp_path / name))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert says in err


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b"hello", b"\xff\xfe\x00", b'{"format": 7}'])
def test_what_is_no_record_costs_one_line(run: Run, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    code, out, err = run("replay", str(tmp_path / "x"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(tmp_path / "x") in err


@pytest.mark.parametrize("to", ["6", "-1", "all"])
def test_a_ply_that_is_not_there_costs_one_line(run: Run, record_file: Path, to: str) -> None:
    code, out, err = run("replay", str(record_file), "--to", to)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_edition_with_an_error_costs_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,steps\nX1,several\n")
    code, out, err = run("simulate", "toy", "--edition", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "units.csv, record X1, field steps: Expected `int`" in err


def test_an_edition_that_cannot_be_served_costs_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,colour\nX1,red\n")
    code, out, err = run("play", "--no-browser", "--port", "0", "--data", str(tmp_path), "--edition", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "an edition of none of the titles" in err


def test_a_record_of_older_rules_says_where_it_ends(run: Run, tmp_path: Path) -> None:
    record = fought().record
    record.rules, record.plies[2] = "0", record.plies[2]._replace(text="parley")
    (tmp_path / "old.json").write_bytes(record.to_json())
    code, out, _ = run("replay", str(tmp_path / "old.json"))
    assert code == 0
    assert out.startswith("Frozen: this game was made by rules 0 of Five Posts")
    assert "1. allied strike A1 hill top" in out


def test_a_server_that_cannot_listen_costs_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(*words: object) -> None:
        raise OSError(99, "Cannot assign requested address")

    server = ModuleType("sandtable.server")
    server.serve = serve  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sandtable.server", server)
    code, out, err = run("play", "--host", "192.0.2.1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot serve on 192.0.2.1, port 8787: Cannot assign requested address; give another --host or --port" in err


def test_a_folder_that_cannot_keep_games_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = run("play", "--port", "0", "--no-browser", "--data", str(tmp_path / "file"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"cannot keep games in {tmp_path / 'file'}" in err
    assert "give another folder as --data" in err


def test_an_interrupt_is_not_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(slug: str) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "load_title", interrupted)
    assert run("rules", "toy") == (130, "", "")


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "sandtable.cli", *words], capture_output=True, text=True, timeout=120, check=False)


def test_the_installed_command_plays_the_same_games_on_two_processes() -> None:
    words = ("simulate", "battleaxe", "--games", "4", "--axis", "random", "--allied", "random", "--json")
    one, two = command(*words, "--jobs", "1"), command(*words, "--jobs", "2")
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["games"] == 4
    assert one.stderr == ""


def test_the_installed_command_ends_with_its_code() -> None:
    ended = command("rules", "chess")
    assert ended.returncode == 2
    assert ended.stderr.startswith("sandtable: no title is called 'chess'; there are: battleaxe")


def test_whoever_has_read_enough_may_stop_reading() -> None:
    words = [sys.executable, "-m", "sandtable.cli", "rules", "battleaxe"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) in (0, 1)  # 0 if all was written before the reader left
