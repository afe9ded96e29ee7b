"""Answers given in advance: a seat passes by itself, the record shows it, nobody else learns why."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.kit import changed
from tests.server import toy
from tests.server.conftest import Playing, serving

BESIDE = ("step blue 2 C", "step blue 2 D")


async def wish(game: Playing, side: int, *wishes: dict[str, Any]) -> dict[str, Any]:
    answer = await game.visitor.post(game.path("standing"), token=game.token(side), wishes=list(wishes))
    assert answer.status_code == 200, answer.text
    got: dict[str, Any] = answer.json()
    return got


async def settled(game: Playing, viewer: int, ply: int) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while (seen := await game.see(viewer))["ply"] < ply:
            await asyncio.sleep(0.01)
    return seen


def test_a_seat_passes_at_windows_by_itself(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            mine = await wish(game, 1, {"kind": "unattacked"})
            assert mine["standing"] == [{"kind": "unattacked"}]
            for viewer in (0, -1):
                assert "standing" not in await game.see(viewer) or (await game.see(viewer))["standing"] == []
            for text in (*BESIDE, "fire blue 2"):
                await game.say(text)
            seen = await settled(game, 0, 4)
            assert seen["prompt"]["side"] == 0  # red was not asked whether it ducks
            assert [(ply.side, ply.text) for ply in visitor.hall.tables[game.id].game.record.plies][-1] == (1, "pass")

    run(work())


def test_a_title_may_spare_people_a_question_until_they_want_it(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "TITLE", changed(toy.TITLE, spared=("duck",)))

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            assert (await game.see(1))["standing"] == [{"kind": "never", "verb": "duck"}]
            for text in (*BESIDE, "fire blue 2"):
                await game.say(text)
            assert (await settled(game, 1, 4))["prompt"]["side"] == 0
            assert await wish(game, 1) is not None
            assert (await game.see(1)).get("standing", []) == []

    run(work())


def test_who_has_done_something_is_told_of_it_when_the_other_seat_has_passed(tmp_path: Path, run: Any) -> None:
    """The page of two at one screen would change chairs for a question that nobody has to answer."""

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await wish(game, 1, {"kind": "unattacked"})
            moved = (await game.try_say(0, "fire blue 2", await game.say(*BESIDE))).json()
            assert moved["ply"] == 3  # what was said led there
            assert (moved["snapshot"]["ply"], moved["snapshot"]["prompt"]["side"]) == (4, 0)
            assert {entry["ply"] for entry in moved["log"]} == {4}

    run(work())


def test_a_question_that_is_put_already_is_answered_too(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            for text in (*BESIDE, "fire blue 2"):
                await game.say(text)
            assert (await game.see(1))["prompt"]["yours"]
            await wish(game, 1, {"kind": "never", "verb": "duck", "turn": True})
            assert (await settled(game, 1, 4))["prompt"]["side"] == 0

    run(work())


def test_wishes_outlast_a_restart_and_end_with_the_turn(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await wish(game, 1, {"kind": "never", "verb": "duck", "turn": True}, {"kind": "able"})
        async with serving(tmp_path) as visitor:
            again = Playing(visitor, game.id, game.tokens, {})
            assert (await again.see(1))["standing"] == [{"kind": "never", "verb": "duck", "turn": True}, {"kind": "able"}]
            await again.say("end")
            assert (await again.see(1))["standing"] == [{"kind": "able"}]

    run(work())


@pytest.mark.parametrize("wrong", [{"kind": "sleep"}, {"kind": "able", "more": 1}, {}])
def test_a_wish_that_is_none_is_refused(tmp_path: Path, run: Any, wrong: dict[str, Any]) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answer = await visitor.post(game.path("standing"), token=game.token(0), wishes=[wrong])
            assert answer.status_code == 400

    run(work())


def test_a_spectator_has_no_wishes(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answer = await visitor.post(game.path("standing"), token="", wishes=[])
            assert answer.status_code in (400, 403)

    run(work())


def test_an_attack_wakes_who_slept_until_then(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "TITLE", changed(toy.TITLE, battles=("stepped", "missed")))

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await wish(game, 1, {"kind": "unattacked"}, {"kind": "never", "verb": "duck"})
            await wish(game, 0, {"kind": "unattacked"})
            await game.say("step blue 2 C")  # counts as an attack here
            assert (await game.see(1))["standing"] == [{"kind": "never", "verb": "duck"}]
            assert (await game.see(0))["standing"] == [{"kind": "unattacked"}]  # it was its own

    run(work())


def test_how_a_side_goes_on_with_what_it_has_begun_is_marked(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages={"tigercubs": "sandtable.titles.tigercubs"}) as visitor:
            game = await visitor.new("tigercubs", "brevity")
            for text in ("provide", "equip", "done"):
                await game.say(text)
            seen = await game.see(0)
            while seen["prompt"]["frame"][-1] != "Movement Phase":
                await game.say("done")
                seen = await game.see(0)
            assert not seen["prompt"].get("own")  # what the order of play asks
            await game.say("move B-1L")
            assert (await game.see(0))["prompt"]["own"]  # nobody wants never to be asked where the unit goes that he moves
            assert "own" not in (await game.see(1))["prompt"]

    run(work())
