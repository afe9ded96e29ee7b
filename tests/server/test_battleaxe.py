"""A real title behind the server: a whole game by its calls, and the computer's own players."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.face.view import Overlay
from sandtable.kernel.record import from_json
from sandtable.server import shapes
from sandtable.server.fair import unfair_plies
from sandtable.server.settings import PLAYERS
from tests.server.conftest import Playing, serving
from tests.server.test_calls import decoded

BATTLEAXE = {"battleaxe": "sandtable.titles.battleaxe"}


def test_a_whole_game_by_random_clicks(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            chosen = random.Random(7)
            game = await visitor.new("battleaxe", "battleaxe")
            walked = forecasts = 0
            seen = await game.see()
            while not seen["over"]:
                side, ply = seen["prompt"]["side"], seen["ply"]
                mine = await game.see(side)
                assert without_proposals(mine["view"]) == seen["view"]  # 7.1: nothing is hidden
                offers = mine["prompt"]["offers"]
                assert offers
                if not walked and any(offer["verb"] == "enter" for offer in offers):
                    walked = await walk(game, side, ply)
                offer = chosen.choice(offers)
                if forecasts < 5:
                    preview = decoded((await game.ask("forecast", side, ply=ply, text=offer["text"])).content, shapes.Preview)
                    forecasts += preview.forecast is not None
                    if preview.forecast is not None:
                        assert abs(sum(chance.chance for chance in preview.forecast.chances) - 1) < 1e-9
                if ply % 20 == 0:
                    await say_nonsense(game, side, ply, {offer["verb"] for offer in offers})
                answer = await game.try_say(side, offer["text"], ply)
                assert answer.json()["ply"] == ply + 1, answer.text
                seen = await game.see()
            assert walked
            assert forecasts
            await look_over(game)
            await check_the_end(game, seen)

    run(work())


def without_proposals(view: dict[str, Any]) -> dict[str, Any]:
    """What is proposed is for the side that decides."""
    return {part: told for part, told in view.items() if part != "proposals"}


def test_bids_for_sides(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            settle = "/api/titles/battleaxe/bids"
            assert (await visitor.post(settle, setting="bid", bids=[11, 12])).json() == {"winner": 1, "bid": 12, "dice": []}
            tie = (await visitor.post(settle, setting="bid", bids=[11, 11])).json()
            assert tie["winner"] == (0 if tie["dice"][0] >= 4 else 1)
            for bids in ([11, 99], [0, 0], [11, 0]):  # 18.1: a bid is at least 1, for 0 stands for no bid
                refused = await visitor.post(settle, setting="bid", bids=bids)
                assert (refused.status_code, "1 to 30" in refused.json()["text"]) == (422, True)
            assert (await visitor.post(settle, setting="tobruk", bids=[1, 1])).status_code == 422
            assert (await visitor.post("/api/titles/none/bids", setting="bid", bids=[1, 1])).status_code == 404

    run(work())


def test_no_bids_in_the_extended_game_where_they_have_no_effect(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            (title,) = (await visitor.get("/api/titles")).json()
            where = {setting["id"]: setting["scenarios"] for setting in title["settings"]}
            assert where["bid"] == ["battleaxe"]
            assert where["tobruk"] == []  # everywhere

    run(work())


async def say_nonsense(game: Playing, side: int, ply: int, verbs: set[str]) -> None:
    """Numbers that no rule was written for are refused like anything else."""
    for verb in verbs:
        for words in ("", "-1", "99999999999999999999999999", "-1 -1", "7RTR -1", "7RTR 99999999999999999999999999", "7RTR 7RTR"):
            why = (await game.ask("why", side, ply=ply, text=f"{verb} {words}")).json()
            assert why["ok"] or why["text"]
            if not why["ok"]:
                refused = await game.try_say(side, f"{verb} {words}", ply)
                assert refused.status_code == 422
                assert refused.json()["text"] in why["text"]  # which also says what it forbids, and what would be possible


async def walk(game: Playing, side: int, ply: int) -> int:
    """A piece is where its walk says; then all is taken back. The number of far places that were offered."""
    walks: dict[str, dict[str, Any]] = (await game.ask("walks", side, ply=ply)).json()
    assert walks == (await game.ask("walks", side, ply=ply)).json()
    before = await game.see(side)
    for piece, ways in list(walks.items())[:2]:
        space, way = max(ways.items(), key=lambda way: len(way[1]["say"]))
        reached = await game.say(*way["say"])
        seen = await game.see(side)
        assert {p["id"]: p["at"] for p in seen["view"]["pieces"]}[piece] == space
        assert seen["undo"] is not None
        assert seen["undo"] <= ply
        assert (await game.undo(side, reached, ply)).json()["ply"] == ply
        after = await game.see(side)
        assert after == before | {"seq": after["seq"]}
    return sum(len(ways) for ways in walks.values())


async def check_the_end(game: Playing, seen: dict[str, Any]) -> None:
    record = (await game.ask("record", 0)).content
    assert unfair_plies(from_json(record), bytes.fromhex(seen["seed"])) == []
    report = decoded((await game.ask("report", 0)).content, shapes.Report)
    assert report.outcome is not None
    assert [report.scores[-1].allied] == [float(report.outcome.score[0])]
    eliminated = [
        entry for entry in (await game.ask("log", 0)).json() if "eliminated" in "".join(w["text"] for w in entry["words"])
    ]
    assert len(report.losses) >= 1 or not eliminated
    assert all(loss.side in (0, 1) for loss in report.losses)
    dice = [die for entry in (await game.ask("log", 0)).json() for die in entry["dice"]]
    assert sum(luck.rolls for luck in report.luck) == len(dice)
    assert sum(luck.got for luck in report.luck) == sum(die["face"] for die in dice)
    made = (await game.visitor.http.post("/api/games/import", content=record)).json()
    twin = Playing(game.visitor, made["id"], made["tokens"], made)
    assert (await twin.see(0))["view"] == (await game.see(0))["view"]
    ply = seen["ply"] // 2
    assert (await twin.ask(f"at/{ply}", 0)).json()["view"] == (await game.ask(f"at/{ply}", 0)).json()["view"]


def test_the_computers_players_play_it(tmp_path: Path, run: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS, patience=40) as visitor:
            players = msgspec.json.decode((await visitor.get("/api/players")).content, type=list[shapes.PlayerInfo])
            seats = [{"kind": "person"}, {"kind": "computer", "player": players[-1].id}]
            game = await visitor.new("battleaxe", "battleaxe", seats=seats)
            decided = 0
            async with asyncio.timeout(50):
                while not decided:
                    seen = await game.see(0)
                    if seen["prompt"]["yours"]:
                        await game.try_say(0, seen["prompt"]["offers"][-1]["text"], seen["ply"])
                    else:
                        await asyncio.sleep(0.05)
                    plies = visitor.hall.tables[game.id].game.record.plies
                    decided = len([ply for ply in plies if ply.side == 1])
            assert len(visitor.hall.computers.workers) == 1
            assert "failed" not in caplog.text

    run(work())


async def look_over(game: Playing) -> None:
    """The overlays of a title, for a side and for a spectator, at this moment only."""
    ply = (await game.see())["ply"]
    shown = decoded((await game.ask("overlay/supply", 0, ply=ply)).content, Overlay)
    assert shown.zones[0].spaces
    assert (await game.ask("overlay/supply", -1, ply=ply, piece="nobody")).status_code == 200
    assert (await game.ask("overlay/treasure", 0, ply=ply)).status_code == 404
    assert (await game.ask("overlay/supply", 0, ply=ply + 1)).status_code == 409


def test_of_several_who_go_together_the_one_is_refused_that_cannot(tmp_path: Path, run: Any) -> None:
    """A far place is asked about as a single step: the one that could walk there is not what bars the way."""

    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            game = await visitor.new("battleaxe", "battleaxe")
            for text in ("deploy 11H D", "deploy CIH D", "assault C", "activate D"):
                await game.try_say(0, text, (await game.see())["ply"])
            ply = (await game.see())["ply"]
            fast = (await game.ask("why", 0, ply=ply, text="enter 2RTR 9")).json()
            slow = (await game.ask("why", 0, ply=ply, text="enter 7RTR 9")).json()
            assert fast["ok"]
            assert "the way there costs" in slow["text"]

    run(work())
