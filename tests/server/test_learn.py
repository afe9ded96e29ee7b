"""What helps who learns: briefings before a scenario, and "What now?" during a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.server.computer import ADVISER
from tests.server.conftest import serving
from tests.server.players import PLAYERS

PACKAGES = {"theseus": "sandtable.titles.theseus", "toy": "tests.server.toy"}


def test_a_briefing_is_given_for_each_scenario_that_has_one(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=PACKAGES) as visitor:
            theseus, toy = (await visitor.get("/api/titles")).json()
            lesson = theseus["scenarios"][0]
            assert lesson["briefed"]
            assert lesson["beginner"] == 1
            assert lesson["minutes"] >= 15
            assert "briefed" not in toy["scenarios"][0]
            told = (await visitor.get("/api/titles/theseus/briefings/bir_hacheim")).json()
            assert told["beginner"] == 1
            assert told["first"][1]["spaces"], "where a piece stands is told"
            assert told["view"]["pieces"]
            missing = await visitor.get("/api/titles/toy/briefings/line")
            assert (missing.status_code, missing.json()["code"]) == (422, "unknown")
            assert (await visitor.get("/api/titles/chess/briefings/line")).status_code == 404

    run(work())


def test_advice_is_an_offer_of_who_asks_with_what_else_could_be_done(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            seen = await game.see(0)
            offers = {offer["text"]: offer for offer in seen["prompt"]["offers"]}
            advice = (await game.ask("advice", 0, ply=seen["ply"])).json()
            assert advice["ply"] == seen["ply"]
            hint = advice["hint"]
            assert (hint["label"], hint["rule"]) == (offers[hint["text"]]["label"], offers[hint["text"]]["rule"])
            assert advice["stop"] == offers[hint["text"]]["stop"]
            assert len(advice["undone"]) <= 3
            for other in advice["undone"]:
                assert not offers[other["text"]]["stop"]
                assert other["text"] != hint["text"]
            assert (await game.ask("advice", 0, ply=seen["ply"])).json() == advice, "made once a moment"
            assert (await game.see(0))["ply"] == seen["ply"], "nothing is done"

    run(work())


def test_nobody_else_is_advised(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            assert (await game.ask("advice", -1, ply=0)).status_code == 403
            assert (await game.ask("advice", 0, ply=7)).status_code == 409
            other = await game.ask("advice", 1, ply=0)
            assert (other.status_code, other.json()["text"]) == (422, "there is nothing for you to decide now")

    run(work())


def test_an_adviser_that_fails_is_told(tmp_path: Path, run: Any, monkeypatch: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answer = await game.ask("advice", 0, ply=0)
            assert (answer.status_code, answer.json()["code"]) == (503, "slow")
            await game.say("end")

    assert ADVISER in [entry.id for entry in PLAYERS]
    monkeypatch.setattr("sandtable.server.computer.ADVISER", "fails")
    run(work())
