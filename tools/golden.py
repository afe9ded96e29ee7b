"""Makes the golden records of a title: for each scenario one of every way of ending, and one with all settings at their highest.

    python tools/golden.py battleaxe
    python tools/golden.py --carry battleaxe

Writes `tests/records/<slug>/*.json` and an index of how each must end. Old records that still load are the point of the
folder: run this for a new title or scenario. When a new rules version makes old ones unplayable on purpose, `--carry`
plays them again as they were, as far as the new rules ask no more than to stop; the others must be made anew.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.play import decider, is_over, options, pending
from sandtable.kernel.record import Game, Record, from_json
from sandtable.kernel.rules import Settings, Unknown
from sandtable.kernel.sides import SIDES
from sandtable.lab.chance import dice_for
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

RECORDS: Final = Path(__file__).parent.parent / "tests" / "records"
PAIRS: Final = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))
TRIES: Final = 10  # games of each pair, for each scenario
SEED: Final = 1941


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


def goldens(title: AnyTitle, scenario: str) -> list[Golden]:
    """The shortest game of every way of ending that was met, then one with all settings at their highest."""
    found: dict[str, Game] = {}
    for pair in PAIRS:
        for n in range(TRIES):
            game = play(title, scenario, {}, pair, n)
            name = name_of(game)
            if name not in found or game.ply < found[name].ply:
                found[name] = game
    everything = play(title, scenario, {setting.id: setting.high for setting in title.rules.settings}, PAIRS[0], 0)
    return [Golden(name, game) for name, game in {**found, name_of(everything, "all settings"): everything}.items()]


def carried(title: AnyTitle, record: Record) -> Game:
    """The same decisions and dice by the rules as they are now. Where these put a question that can only be declined, it is."""
    dice = ScriptedDice([face for ply in record.plies for face in ply.dice])
    game = Game(title, title.rules.load(None), record.scenario, record.settings, ScriptedDice(record.setup))
    for ply in record.plies:
        while game.refused(ply.side, game.ply, ply.text) is not None and only_stops(game):
            game.choose(options(game.state)[0], dice)
        game.say(ply.text, dice)
    while only_stops(game):
        game.choose(options(game.state)[0], dice)
    return game


def only_stops(game: Game) -> bool:
    found = options(game.state)
    return len(found) == 1 and pending(game.state).act(found[0][0]) is pending(game.state).stop


def old_records(title: AnyTitle) -> list[Golden]:
    files = sorted((RECORDS / title.slug).glob("*-*.json"))
    return [Golden(file.stem, carried(title, from_json(file.read_bytes()))) for file in files]


def new_records(title: AnyTitle) -> list[Golden]:
    return [golden for scenario in title.rules.scenarios for golden in goldens(title, scenario.id)]


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
    }


def main(words: list[str]) -> int:
    carry, slugs = "--carry" in words, [word for word in words if word != "--carry"]
    try:
        titles = [load_title(slug) for slug in slugs]
    except Unknown as unknown:
        print(unknown, file=sys.stderr)
        return 2
    for title in titles:
        folder = RECORDS / title.slug
        folder.mkdir(parents=True, exist_ok=True)
        index: dict[str, dict[str, object]] = {}
        for name, game in old_records(title) if carry else new_records(title):
            (folder / f"{name}.json").write_bytes(game.record.to_json() + b"\n")
            index[f"{name}.json"] = index_entry(game)
            print(f"{title.slug}/{name}.json: {game.ply} plies")
        (folder / "index.json").write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")
        for old in set(folder.glob("*.json")) - {folder / name for name in (*index, "index.json")}:
            old.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
