"""Nothing that a viewer may not know leaves: two games that differ only in that are the same to the viewer, byte for byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Optional

import msgspec
import pytest

from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import decider, is_over, options, write
from sandtable.kernel.record import from_json
from sandtable.lab.checks import in_both
from sandtable.server.errors import Problem
from sandtable.server.lines import ears
from sandtable.server.shapes import Seat
from sandtable.server.sight import Sight, sight
from sandtable.server.store import Line, Sheet
from sandtable.server.table import Table
from sandtable.titles import load_title
from tests.server.conftest import serving
from tests.server.toy import CHITS, TITLE, load

SEED = bytes(range(32))
ACTIVATION = Path(__file__).parent.parent / "browser/records/theseus-activation.json"  # 1SA has just been activated


class TurnedDice(Dice):
    """The same dice for all, but what one side draws unseen is turned by some places."""

    def __init__(self, seed: int, side: int, turn: int) -> None:
        self.dice = SeededDice(seed)
        self.side, self.turn = side, turn

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        face = self.dice.draw(cup, by, rule)
        if by == self.side and rule in TITLE.rules.secrets:
            return CHITS[(CHITS.index(face) + self.turn) % len(CHITS)]
        return face


async def table_with(dice: Dice) -> Table:
    return table_of(Game(TITLE, load(None), "line", {"first": 0}, dice))


def table_of(game: Game) -> Table:
    record = game.record
    seats = (Seat("person"), Seat("person"))
    sheet = Sheet(
        "G" * 16, "name", record.title, record.rules, record.edition, record.scenario, record.settings, seats, record.setup,
        SEED, 0, {}, "", "", Line(0, "", None),
    )  # fmt: skip
    return Table(sheet, game, [])


def everything(seen: Sight, ply: int, texts: Sequence[str]) -> Iterator[bytes]:
    """Every channel to a viewer."""
    yield seen.snapshot()
    for earlier in range(ply + 1):
        yield seen.snapshot_at(earlier)
    yield msgspec.json.encode(seen.log(0))
    yield msgspec.json.encode(seen.film(0))
    yield msgspec.json.encode(seen.walks(ply))
    yield msgspec.json.encode(seen.outlook(ply, {}))
    yield msgspec.json.encode(seen.report())
    for text in [*texts, "swap", "show", "duck", "fire red 1", "nonsense"]:
        yield msgspec.json.encode(seen.why(ply, [text]))
        yield msgspec.json.encode(seen.preview(ply, [text], {}))
    with pytest.raises(Problem) as refused:
        seen.record("json")
    yield refused.value.body()


@pytest.mark.parametrize("seed", range(12))
def test_what_a_side_hides_does_not_show(seed: int) -> None:
    async def work() -> None:
        hider = seed % 2
        dice = [TurnedDice(seed, hider, turn) for turn in (0, 1 + seed % 7)]
        one, two = [await table_with(d) for d in dice]
        chosen = SeededDice(seed + 1000)
        differed = False
        while not is_over(one.game.state):
            texts = [write(one.game.state, o) for o in options(one.game.state)]
            assert texts == [write(two.game.state, o) for o in options(two.game.state)]
            for viewer in (1 - hider, -1):
                pairs = zip(
                    everything(sight(one, viewer), one.ply, texts), everything(sight(two, viewer), two.ply, texts), strict=True
                )
                for mine, theirs in pairs:
                    assert mine == theirs
            differed |= sight(one, hider).snapshot() != sight(two, hider).snapshot()
            kept = [text for text in texts if text != "show" or decider(one.game.state) != hider]
            text = kept[chosen.below(len(kept))]
            for table, d in zip((one, two), dice, strict=True):
                table.game.play(text, d)
        assert differed  # or there was nothing to hide

    asyncio.run(work())


GOLDEN = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize(
    ("record", "ply"),
    [
        ("theseus/opening-fierce-allied-commonwealth-decisive-victory", 40),
        ("theseus/opening-fierce-allied-commonwealth-decisive-victory", 260),
        ("theseus/opening-allied-commonwealth-decisive-victory", 60),
        ("gazala/one-allied-allied-victory", 150),
        ("gazala/one-allied-allied-victory", 230),
    ],
)
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_two_deals_that_look_alike_are_sent_alike(record: str, ply: int, viewer: int) -> None:
    """Played on with the same decisions and dice: every push, byte for byte, until something hidden becomes known."""

    async def work() -> int:
        played, title = from_json((GOLDEN / f"{record}.json").read_bytes()), load_title(record.partition("/")[0])
        one, two = [table_of(replay(played, ply, title)) for _ in range(2)]
        two.game.state = title.rules.redeal(one.game.state, viewer, SeededDice(viewer + 7))
        two.game.kept = {ply: two.game.state.clone()}
        chosen, shown = SeededDice(viewer + 3), 0
        for n in range(24):
            mine, theirs = [list(sent(sight(table, viewer), table.ply, ply)) for table in (one, two)]
            if mine != theirs:
                assert one.game.record.plies[-1].shown or two.game.record.plies[-1].shown
                break
            shown += 1
            shared = in_both(one.game.state, two.game.state)
            if not shared:
                break
            o = shared[chosen.below(len(shared))]
            for table in (one, two):
                table.game.choose(o, SeededDice(n))
                table.views.clear()
        return shown

    assert asyncio.run(work()) > 1


def sent(seen: Sight, ply: int, start: int) -> Iterator[bytes]:
    """What comes to a viewer by itself, and what he can look up at any time."""
    yield seen.snapshot()
    yield seen.snapshot_at(ply)
    yield msgspec.json.encode(seen.log(ply))
    yield msgspec.json.encode(seen.film(start))


@pytest.mark.parametrize("seed", range(6))
def test_the_seed_never_leaves_before_the_end(seed: int) -> None:
    async def work() -> None:
        table = await table_with(SeededDice(seed))
        chosen = SeededDice(seed)
        while not is_over(table.game.state):
            for viewer in (0, 1, -1):
                for sent in everything(sight(table, viewer), table.ply, []):
                    assert SEED.hex().encode() not in sent
                    assert b'"seed"' not in sent
            found = options(table.game.state)
            table.game.choose(found[chosen.below(len(found))], SeededDice(seed))
        assert f'"seed":"{SEED.hex()}"'.encode() in sight(table, -1).snapshot()

    asyncio.run(work())


def test_what_is_drawn_unseen_is_in_no_ones_log_but_the_drawers(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("swap")
            logs = [(await game.ask("log", side, **{"from": 1})).json() for side in (0, 1, -1)]
            words = [["".join(w["text"] for w in e["words"]) for e in log] for log in logs]
            chit = (await game.see(0))["view"]["panels"][0]["cells"][0]["text"]
            assert words == [["Blue swaps its chit", f"the new chit is {chit}"], ["Blue swaps its chit"], ["Blue swaps its chit"]]
            assert not any(e["dice"] for log in logs for e in log)  # a draw is no die

    run(work())


def test_offers_and_walks_are_for_the_side_that_decides(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            for side in (1, -1):
                assert (await game.see(side))["prompt"]["offers"] == []
                assert (await game.ask("walks", side, ply=0)).json() == {}

    run(work())


def test_ears() -> None:
    assert [ears(viewer) for viewer in (0, 1, -1)] == [0b001, 0b010, 0b100]


def test_others_are_not_told_what_a_title_keeps_quiet() -> None:
    """Theseus: whether the side is asked who goes along, or moves already."""
    game = replay(from_json(ACTIVATION.read_bytes()), None, load_title("theseus"))
    game.play("move 8 RTR", SeededDice(1))
    told = [json.loads(sight(table_of(game), viewer).snapshot())["prompt"] for viewer in (0, 1, -1)]
    assert [prompt["yours"] for prompt in told] == [True, False, False]
    assert told[0]["offers"]
    assert [prompt["text"] for prompt in told[1:]] == ["", ""]
    assert [prompt["rule"] for prompt in told[1:]] == ["", ""]
    assert [prompt["frame"][-1] for prompt in told] == ["Activation"] * 3
