"""The command line: play, replay, read the rules, simulate, fuzz, measure.

Whatever is wrong with what was typed is said in one line on the error output, with what is accepted, and the exit code is 2.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Optional

import msgspec
import typer

from sandtable import titles
from sandtable.kernel.data import DataError, read_changes
from sandtable.kernel.game import open_record
from sandtable.kernel.record import BadRecord, Record, read_file
from sandtable.kernel.robot import Weights, read_weights
from sandtable.kernel.rulebook import Rule
from sandtable.kernel.rules import Setting, Unknown
from sandtable.kernel.sides import SIDES
from sandtable.players import PLAYERS, make_player
from sandtable.titles import AnyTitle, load_title

if TYPE_CHECKING:  # imported where they are used: `play` opens its page sooner without them
    from rich.console import Console
    from rich.table import Table

    from sandtable.lab.simulate import Spread, Summary
    from sandtable.lab.tell import BookText

EXIT_BAD_INPUT: Final = 2
EXIT_BROKEN: Final = 1
EXIT_INTERRUPTED: Final = 130
PORT: Final = 8787
WIDEST: Final = 110

app = typer.Typer(
    name="sandtable",
    help="Board wargames of the Western Desert, 1940-42, with every rule enforced.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class BadInput(ValueError):
    """Something on the command line that cannot be used."""


TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="which game; `sandtable titles` lists them")]
Settings = Annotated[Optional[list[str]], typer.Option("--set", metavar="NAME=VALUE", help="a setting; can be repeated")]
Edition = Annotated[Optional[Path], typer.Option(metavar="DIR", help="a folder with printed values to lay over ours")]
Jobs = Annotated[Optional[int], typer.Option(min=1, max=256, help="processes; one for each core if not given")]
Seed = Annotated[int, typer.Option(help="another number, other games")]
AsJson = Annotated[bool, typer.Option("--json", help="for programs")]


@app.command("titles")
def list_titles() -> None:
    """List the games with their scenarios and settings."""
    for slug in titles.SLUGS:
        title = load_title(slug)
        say(f"{slug}  {title.name}{'' if title.complete else ' (in progress)'}")
        say(f"    {title.text}")
        say(f"    {title.credits}")
        for scenario in title.rules.scenarios:
            say(f"    scenario {scenario.id}: {scenario.name}. {scenario.text}")
        for setting in title.rules.settings:
            say(f"    setting {setting.id}={accepted(setting)}: {setting.name}. {setting.text} ({setting.rule})")
    for player in PLAYERS:
        say(f"player {player.id}: {player.text}")


def accepted(setting: Setting) -> str:
    if setting.choices:
        return "|".join(setting.choices)
    return "on|off" if (setting.low, setting.high) == (0, 1) else f"{setting.low}..{setting.high}"


@app.command()
def rules(
    title: TitleName,
    id: Annotated[Optional[str], typer.Argument(metavar="[ID]", help="a rule, section or chapter, such as 11.4")] = None,
    search: Annotated[Optional[str], typer.Option(metavar="WORDS", help="only what holds all these words")] = None,
    ledger: Annotated[bool, typer.Option("--ledger", help="for developers: the requirements row by row, with their cases")] = False,
) -> None:
    """Print the rule book of a title, or a part of it."""
    from sandtable.lab.tell import book_in_words, rule_in_words

    game = load_title(title)
    if ledger:
        told = [list(rule_in_words(rule)) for rule in chosen_rules(game, id, search)]
    else:
        told = chosen_texts(game, id, search, book_in_words(game))
    width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    lines: list[str] = []
    for text in told:
        for line in text:
            margin = line[: len(line) - len(line.lstrip())]
            lines += textwrap.wrap(line, width, subsequent_indent=margin, break_on_hyphens=False) or [""]
    show_pages(lines)


def chosen_texts(title: AnyTitle, id: Optional[str], search: Optional[str], texts: Sequence[BookText]) -> list[list[str]]:
    """The blocks of the book that a number names and that hold the words, each under its headings."""
    wanted = (search or "").casefold().split()
    named = [text for text in texts if id is None or text.named(id)]
    if not named:
        chapters = ", ".join(dict.fromkeys([text.chapter for text in texts if text.chapter]))
        raise BadInput(f"{title.slug} has no rule or section {id!r}; its chapters are {chapters}")
    found = [text for text in named if all([word in text.searched for word in wanted])]
    if not found or (search is not None and not wanted):
        raise BadInput(nothing_held(title, id, search))
    lines: list[list[str]] = []
    above: tuple[str, ...] = ()
    for text in found:
        lines += [["", heading] for n, heading in enumerate(text.headings) if above[: n + 1] != text.headings[: n + 1]]
        lines.append(text.lines)
        above = text.headings
    return lines


def chosen_rules(title: AnyTitle, id: Optional[str], search: Optional[str]) -> list[Rule]:
    book = title.rules.rulebook()
    found = book.rules if id is None else book.section(id)
    if not found:
        chapters = ", ".join(dict.fromkeys([rule.chapter for rule in book.rules]))
        raise BadInput(f"{title.slug} has no rule or section {id!r}; its chapters are {chapters}")
    if search is not None:
        held = {rule.id for rule in book.search(search)}
        found = [rule for rule in found if rule.id in held]
        if not found or not search.split():
            raise BadInput(nothing_held(title, id, search))
    return found


def nothing_held(title: AnyTitle, id: Optional[str], search: Optional[str]) -> str:
    where = f"section {id}" if id else "the rule book"
    return f"no rule in {where} of {title.slug} holds all of the words {search!r}; give fewer or other words"


@app.command()
def fuzz(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 100,
    seed: Seed = 1,
    scenario: Annotated[Optional[str], typer.Option(help="only this one; otherwise each in turn")] = None,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="who plays; greedy fights more and takes longer")] = "random",
    set_: Settings = None,
    jobs: Jobs = None,
) -> None:
    """Play games, in all scenarios and with all sorts of settings, and check everything that must always hold."""
    from sandtable.lab.fuzz import Task, all_acts
    from sandtable.lab.fuzz import fuzz as run
    from sandtable.lab.parallel import cores

    game = load_title(title)
    if scenario is not None:
        game.rules.scenario(scenario)
    fixed = {text.partition("=")[0]: value for text in set_ or () for value in [one_setting(game, text)]}
    make_player(player)
    tasks = [Task(title, seed, n, scenario or "", tuple(fixed.items()), player) for n in range(games)]
    decisions, acts = 0, set[str]()
    with bar("fuzz", games) as progress:
        for finding in run(tasks, jobs or cores(), progress):
            decisions, acts = decisions + finding.decisions, acts | finding.acts
            if finding.broken:
                report_broken(finding.task.game, seed, finding.broken, finding.record)
                raise typer.Exit(EXIT_BROKEN)
    say(f"{title}: {games} games, {decisions} decisions, nothing broken (seed {seed})")
    never = sorted(all_acts(game) - acts)
    say(f"acts never taken: {', '.join(never)}" if never else "every act was taken")


def one_setting(title: AnyTitle, text: str) -> int:
    return title.rules.read_settings([text])[text.partition("=")[0]]


def report_broken(game: int, seed: int, broken: Sequence[str], record: Optional[Record]) -> None:
    """What is wrong, how to see it again, and the record to replay."""
    from sandtable.kernel.record import to_text

    for problem in broken:
        say(problem)
    say(f"game {game} of seed {seed}: scenario and settings stand in the record")
    if record is not None:
        say(to_text(record).rstrip())


@app.command()
def simulate(
    title: TitleName,
    scenario: Annotated[Optional[str], typer.Option(help="the first one if none is given")] = None,
    games: Annotated[int, typer.Option(min=1, help="how many")] = 100,
    axis: Annotated[str, typer.Option(metavar="PLAYER", help="who plays the Axis")] = "greedy",
    allied: Annotated[str, typer.Option(metavar="PLAYER", help="who plays the Allies")] = "greedy",
    seed: Seed = 1,
    jobs: Jobs = None,
    json: AsJson = False,
    set_: Settings = None,
    edition: Edition = None,
) -> None:
    """Let two computer players play many games, and report wins, scores and lengths."""
    from sandtable.lab.parallel import cores
    from sandtable.lab.simulate import Plan, summarise
    from sandtable.lab.simulate import simulate as run

    game, laid = load_title(title), None if edition is None else read_changes(edition)
    plan = Plan(
        title, scenario or game.rules.scenarios[0].id, game.rules.read_settings(set_ or ()), (allied, axis), seed, laid
    ).check()
    with bar("simulate", games) as progress:
        summary = summarise(plan, run(plan, games, jobs or cores(), progress))
    if json:
        say(msgspec.json.encode(summary).decode())
    else:
        show_summary(game, summary)


@app.command()
def match(
    title: TitleName,
    one: Annotated[str, typer.Option(metavar="PLAYER", help="who is measured")] = "planner",
    two: Annotated[str, typer.Option(metavar="PLAYER", help="against whom")] = "greedy",
    scenario: Annotated[Optional[str], typer.Option(help="the first one if none is given")] = None,
    games: Annotated[int, typer.Option(min=1, help="how many; each is played twice, with sides swapped")] = 10,
    seed: Seed = 1,
    jobs: Jobs = None,
    set_: Settings = None,
    save: Annotated[
        Optional[Path], typer.Option(metavar="DIR", help="keep every game's record there, for `sandtable replay`")
    ] = None,
    weights: Annotated[
        Optional[Path], typer.Option(metavar="FILE", help="by which the first judges its trials, from `sandtable fit`")
    ] = None,
) -> None:
    """Let two computer players meet, with sides swapped, and report who wins and what the thinking costs."""
    from sandtable.lab.fit import terms_of
    from sandtable.lab.match import Pairing, cost, standing
    from sandtable.lab.match import match as run
    from sandtable.lab.parallel import cores

    game = load_title(title)
    chosen = game.rules.scenario(scenario or game.rules.scenarios[0].id)
    pairing = Pairing(title, chosen.id, game.rules.read_settings(set_ or ()), (one, two), seed)
    if weights is not None:
        pairing = pairing._replace(weights=read_weights(weights, terms_of(game).names))
    played = []
    for meeting in run(pairing, 2 * games, jobs or cores()):
        played.append(meeting)
        result = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[meeting.points]
        say(f"game {meeting.game}, {one} as {game.sides[meeting.side]}: {result}, {meeting.score[0]} to {meeting.score[1]}")
        sys.stdout.flush()  # a match is long, and may be broken off
        if save is not None and meeting.record is not None:
            save.mkdir(parents=True, exist_ok=True)
            meeting.record.save(save / f"{title}-{seed}-{meeting.game}-{one}-{SIDES[meeting.side]}-{result}.json")
    stands = standing(played)
    low, high = [f"{100 * rate:.0f} %" for rate in stands.interval]
    say(f"{title}, {chosen.name}, seed {seed}: {one} has {stands.points:g} of {stands.games} against {two}")
    say(f"  95 % between {low} and {high}")
    for side, (count, points) in zip(game.sides, stands.by_side, strict=True):
        say(f"  as {side}: {points:g} of {count}")
    for n, player in enumerate((one, two)):
        found = cost([meeting.thoughts[n] for meeting in played])
        say(f"  CPU time of {player}: {found.decision:.0f} ms a decision, {found.longest:.1f} s at most, {found.turn:.1f} s a turn")


@app.command()
def fit(
    title: TitleName,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="who plays both sides")] = "greedy",
    scenario: Annotated[Optional[str], typer.Option(help="the first one if none is given")] = None,
    games: Annotated[int, typer.Option(min=2, help="how many")] = 100,
    ridge: Annotated[float, typer.Option(min=0.001, help="how many games speak for each of the old weights")] = 1.0,
    seed: Seed = 1,
    jobs: Jobs = None,
    save: Annotated[Optional[Path], typer.Option(metavar="FILE", help="for `sandtable match --weights`, or for the title")] = None,
) -> None:
    """Fit the weights by which trials of a title are judged to games of a computer player against itself."""
    from sandtable.lab.fit import Plan, play, terms_of
    from sandtable.lab.fit import fit as run
    from sandtable.lab.parallel import cores

    game = load_title(title)
    chosen = game.rules.scenario(scenario or game.rules.scenarios[0].id)
    terms = terms_of(game, chosen.id)
    with bar("games", games) as progress:
        noted = play(Plan(title, chosen.id, player, seed), games, jobs or cores(), progress)
    fitted = run(noted, terms.weights, ridge)
    table = new_table("", "old", "new")
    for name, old, new in zip(terms.names, terms.weights, fitted.weights, strict=True):
        table.add_row(name, f"{old:.4f}", f"{new:.4f}")
    console().print(table)
    say(f"not known of the winner, in games kept apart: {fitted.old:.3f} bits by the old weights, {fitted.new:.3f} by the new")
    if save is not None:
        how = f"sandtable fit {title} --scenario {chosen.id} --player {player} --games {games} --seed {seed} --ridge {ridge:g}"
        found = Weights(how, {name: round(w, 5) for name, w in zip(terms.names, fitted.weights, strict=True)})
        save.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def show_summary(title: AnyTitle, summary: Summary) -> None:
    say(f"{summary.title}, {title.rules.scenario(summary.scenario).name}: {summary.games} games, seed {summary.seed}")
    table = new_table("", "player", "wins", "rate", "95 % between")
    for who, wins in summary.wins.items():
        low, high = summary.intervals[who]
        rate = f"{100 * wins / summary.games:.1f} %"
        table.add_row(who, summary.players.get(who, ""), str(wins), rate, f"{100 * low:.1f} % and {100 * high:.1f} %")
    console().print(table)
    for level, n in summary.levels.items():
        say(f"  {level}: {n}")
    table = new_table("", "mean", "sd", "low", "10 %", "median", "90 %", "high")
    for name, spread in {**{f"score, {k}": v for k, v in summary.scores.items()}, "decisions": summary.decisions}.items():
        table.add_row(name, *cells(spread))
    console().print(table)


def cells(spread: Spread) -> list[str]:
    numbers = (spread.mean, spread.sd, spread.low, spread.p10, spread.median, spread.p90, spread.high)
    return [f"{x:.1f}" for x in numbers]


@app.command()
def bench(
    title: Annotated[Optional[list[str]], typer.Argument(metavar="[TITLE]...", help="all if none is given")] = None,
    json: AsJson = False,
) -> None:
    """Measure random play: CPU time for a decision and a clone, length of games, size of records."""
    from sandtable.lab.bench import CHESS, Speed, bench_chess, has_chess
    from sandtable.lab.bench import bench as measure

    slugs = title or list(titles.SLUGS)
    for slug in slugs:
        load_title(slug)
    measured: dict[str, Speed] = {slug: measure(slug) for slug in slugs}
    if has_chess():
        measured[CHESS] = bench_chess()
    if json:
        say(msgspec.json.encode(measured).decode())
        return
    table = new_table("", "µs a decision", "decisions a second", "decisions a game", "clone µs", "record bytes")
    for name, speed in measured.items():
        figures = (speed.us_per_decision, speed.decisions_per_second, speed.decisions_per_game, speed.clone_us, speed.record_bytes)
        table.add_row(name, *["" if x is None else f"{x:.1f}" if x < 100 else f"{x:.0f}" for x in figures])
    console().print(table)


@app.command("replay")
def show_record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record, JSON or text")],
    to: Annotated[Optional[int], typer.Option(metavar="N", help="show the position after N decisions instead")] = None,
    edition: Edition = None,
) -> None:
    """Print a recorded game in words, or the position after some of its decisions."""
    from sandtable.face.words import position_in_words
    from sandtable.lab.tell import game_in_words

    record = read_file(file)
    title = load_title(record.title)
    game = open_record(record, title, None if edition is None else title.rules.load(read_changes(edition)))
    if game.frozen is not None:
        say(f"Frozen: {game.frozen.why}")
    if to is not None and not 0 <= to <= game.ply:
        raise BadInput(f"there is no ply {to}; the record has 0 to {game.ply}")
    show_pages(list(game_in_words(game) if to is None else position_in_words(title.face.view(game.at(to), -1))))


@app.command()
def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one")] = PORT,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    data: Annotated[Optional[Path], typer.Option(metavar="DIR", help="where games are kept")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="do not open a browser")] = False,
    edition: Annotated[
        Optional[list[Path]],
        typer.Option(metavar="DIR", help="a folder with printed values to lay over ours, offered in the lobby; can be repeated"),
    ] = None,
    proxy: Annotated[
        Optional[list[str]],
        typer.Option(metavar="ADDRESS", envvar="SANDTABLE_PROXIES", help="a proxy in front, to be believed; can be repeated"),
    ] = None,
    new_secret: Annotated[bool, typer.Option("--new-secret", help="make a lost secret anew; old links end")] = False,
) -> None:
    """Play in the browser."""
    from sandtable.server import serve

    try:
        serve(host, port, data, not no_browser, edition or (), proxy or (), new_secret)
    except OSError as error:
        if error.errno is None:  # our own words, which say what to do
            raise BadInput(str(error)) from None
        if error.filename is not None:
            raise BadInput(f"cannot keep games in {error.filename}: {error.strerror}; give another folder as --data") from None
        raise BadInput(f"cannot serve on {host}, port {port}: {error.strerror or error}; give another --host or --port") from None


def say(line: str) -> None:
    print(line)


def console() -> Console:
    """For tables; as wide as they are."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 200)


def new_table(*heads: str) -> Table:
    from rich.table import Table

    return Table(*heads, box=None, pad_edge=False)


def show_pages(lines: Sequence[str]) -> None:
    """A page at a time on a terminal, plainly anywhere else."""
    if sys.stdout.isatty():
        import pydoc

        pydoc.pager("\n".join(lines) + "\n")
    else:
        for line in lines:
            say(line)


@contextmanager
def bar(what: str, games: int) -> Iterator[Optional[Callable[[int], None]]]:
    """A progress bar on the error output, if a person can see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=games)
        yield lambda done: progress.update(task, completed=done)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The `sandtable` command. Gives the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(words or ["--help"], prog_name="sandtable", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BadInput, BadRecord, DataError, Unknown) as error:
        return complain(str(error))
    except typer.TyperException as error:
        return complain(usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN


def complain(text: str) -> int:
    print(f"sandtable: {' '.join(text.split())}", file=sys.stderr)
    return EXIT_BAD_INPUT


def usage(error: typer.TyperException) -> str:
    """What was wrong, and what the command accepts."""
    text = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    if context is None or type(error) is typer.BadParameter:
        return text
    command = context.command
    if hasattr(command, "commands"):
        return f"{text}; the commands are {', '.join(command.commands)}"
    words = [param.opts[0] if param.opts[0].startswith("-") else param.metavar or param.name.upper() for param in command.params]
    return f"{text}; {context.command_path} accepts {', '.join([*words, '--help'])}"


if __name__ == "__main__":
    sys.exit(main())
