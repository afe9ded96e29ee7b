"""Makes the golden records of a title: for each scenario one of every way of ending, and one with all settings at their highest.

    python tools/golden.py battleaxe
    python tools/golden.py --random tigercubs
    python tools/golden.py --carry battleaxe tests/browser/records/*.json

With `--random` nobody thinks, for titles whose games take too long otherwise.
Writes `tests/records/<slug>/*.json` and an index of how each must end. Old records that still load are the point of the
folder: run this for a new title or scenario. When rules or data change on purpose, `--carry` takes the old ones over
(`Game.carry`), names or single files, and refuses if one would end otherwise; then those must be made anew. Before a new rules
number is released, keep some of the records of the one before in `tests/records/old/<slug>/rules-<number>/`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import NoDice, dice_for
from sandtable.kernel.game import Game, fingerprint
from sandtable.kernel.play import Option, State, decider, is_over, options
from sandtable.kernel.record import Record, from_json
from sandtable.kernel.rules import Settings, Unknown
from sandtable.kernel.sides import SIDES
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

RECORDS: Final = Path(__file__).parent.parent / "tests" / "records"
PAIRS: Final = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))
TRIES: Final = 10  # games of each pair, for each scenario
SEED: Final = 1941
EVERY: Final = 100  # plies between two digests of the position


class NotCarried(ValueError):
    """A record that today's rules cannot play, or that would end otherwise."""


class Golden(NamedTuple):
    name: str
    game: Game


def play(title: AnyTitle, scenario: str, settings: Settings, players: tuple[str, str], n: int) -> Game:
    table = dice_for(SEED, n, f"{scenario} table")
    seats = [make_player(player) for player in players]
    thoughts = [dice_for(SEED, n, side) for side in SIDES]
    game = Game(title, title.rules.load(None), scenario, settings, table)
    while not is_over(game.state):
        side = decider(game.state)
        game.choose(seats[side].choose(title, game.state, side, thoughts[side]), table)
    return game


def name_of(game: Game, what: str = "") -> str:
    """`battleaxe-allied-operational-victory`"""
    ended = game.title.rules.outcome(game.state)
    assert ended is not None
    who = SIDES[ended.winner] if ended.winner >= 0 else "draw"
    words = [game.record.scenario, what, who, ended.level]
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")


def goldens(title: AnyTitle, scenario: str, pairs: tuple[tuple[str, str], ...]) -> list[Golden]:
    """The shortest game of every way of ending that was met, then one with all settings at their highest."""
    found: dict[str, Game] = {}
    for pair in pairs:
        for n in range(TRIES):
            game = play(title, scenario, {}, pair, n)
            name = name_of(game)
            if name not in found or game.ply < found[name].ply:
                found[name] = game
    everything = play(title, scenario, {setting.id: setting.high for setting in title.rules.settings}, PAIRS[0], 0)
    return [Golden(name, game) for name, game in {**found, name_of(everything, "all settings"): everything}.items()]


def only_answer(s: State) -> Optional[Option]:
    """The answer to a question that has no other."""
    found = options(s)
    return found[0] if len(found) == 1 else None


def answer_the_last(game: Game) -> None:
    """Up to the end where only one answer is left; older rules did not ask these."""
    while (only := only_answer(game.state)) is not None:
        game.choose(only, NoDice())


def carried(name: str, record: Record) -> Game:
    """The same decisions and dice by the rules as they are now."""
    game = Game.carry(record, load_title(record.title))
    if game.frozen is not None:
        raise NotCarried(f"{name}: {game.frozen.why}")
    answer_the_last(game)
    return game


def old_records(title: AnyTitle) -> list[Golden]:
    files = sorted((RECORDS / title.slug).glob("*-*.json"))
    return [Golden(file.stem, carried(file.name, from_json(file.read_bytes()))) for file in files]


def new_records(title: AnyTitle, pairs: tuple[tuple[str, str], ...]) -> list[Golden]:
    return [golden for scenario in title.rules.scenarios for golden in goldens(title, scenario.id, pairs)]


def index_entry(game: Game) -> dict[str, object]:
    ended = game.title.rules.outcome(game.state)
    assert ended is not None
    return {
        "scenario": game.record.scenario,
        "winner": ended.winner,
        "level": ended.level,
        "rule": ended.rule,
        "score": list(ended.score),
        "plies": game.ply,
        "digests": [fingerprint(game.at(ply)) for ply in range(0, game.ply + 1, EVERY)],
    }


def same_ending(folder: Path, index: dict[str, dict[str, object]]) -> None:
    """What was carried must end as it did."""
    before = json.loads((folder / "index.json").read_text())
    for name, entry in before.items():
        for field in ("scenario", "winner", "level", "rule", "score"):
            if entry[field] != index[name][field]:
                raise NotCarried(f"{name}: {field} was {entry[field]} and would be {index[name][field]}")


def carry_files(files: list[Path]) -> None:
    """Single records, carried in place: those of the browser's tests."""
    for file in files:
        record = from_json(file.read_bytes())
        game = Game.carry(record, load_title(record.title))
        if game.frozen is not None:
            raise NotCarried(f"{file}: {game.frozen.why}")
        file.write_bytes(game.record.to_json() + b"\n")
        print(f"{file}: {game.ply} plies")


def main(words: list[str]) -> int:
    carry, names = "--carry" in words, [word for word in words if not word.startswith("--")]
    pairs = PAIRS[:1] if "--random" in words else PAIRS
    try:
        carry_files([Path(name) for name in names if carry and name.endswith(".json")])
        for slug in [name for name in names if not name.endswith(".json")]:
            make(load_title(slug), carry, pairs)
    except (NotCarried, Unknown) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def make(title: AnyTitle, carry: bool, pairs: tuple[tuple[str, str], ...] = PAIRS) -> None:
    folder = RECORDS / title.slug
    folder.mkdir(parents=True, exist_ok=True)
    made = old_records(title) if carry else new_records(title, pairs)
    index = {f"{name}.json": index_entry(game) for name, game in made}
    if carry:
        same_ending(folder, index)
    for name, game in made:
        (folder / f"{name}.json").write_bytes(game.record.to_json() + b"\n")
        print(f"{title.slug}/{name}.json: {game.ply} plies")
    (folder / "index.json").write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")
    for old in set(folder.glob("*.json")) - {folder / name for name in (*index, "index.json")}:
        old.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
