"""Records made to do harm: each is refused in a line, and meanwhile everybody else is answered."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.kernel.record import PLIES, Record
from sandtable.server.errors import LONGEST
from sandtable.server.guard import IMPORT
from tests.running import Server
from tests.server.conftest import TOYS, Playing, Visitor, serving

TRAPS = TOYS | {"tar": "tests.server.tar"}
TEXT_HEAD = b"[format 1]\n[title toy]\n[rules 1]\n[edition toy-1]\n[scenario line]\n"
PLY = b'[0,"end",[]]'


def as_json(title: str = "toy", scenario: str = "line", plies: bytes = b"", setup: tuple[int, ...] = (1, 1)) -> bytes:
    record = Record(title=title, rules="1", edition="toy-1", scenario=scenario, settings={}, setup=setup)
    return record.to_json().replace(b'"plies":[]', b'"plies":[' + plies + b"]")


def filled(start: bytes, more: bytes, end: bytes = b"", size: int = IMPORT) -> bytes:
    """As large as a record may be, or as is said."""
    return start + more * ((size - len(start) - len(end)) // len(more)) + end


HOSTILE = {
    "53 bytes that never came to an end": b"1. allied end {" + b"1" * 37 + b"!",
    "the same with blanks": TEXT_HEAD + b"1. allied end {" + b"1 " * 37 + b"!",
    "the same, many times": TEXT_HEAD + (b"1. allied end {" + b"1" * 37 + b"}\n") * 5_000,
    "braces": filled(TEXT_HEAD + b"1. allied ", b"{ ", size=200_000),
    "a long line": filled(TEXT_HEAD + b"1. allied ", b"a "),
    "a long number": filled(TEXT_HEAD, b"1", size=200_000),
    "a long head": filled(b"[title ", b"a", b"]", size=200_000),
    "empty lines": filled(TEXT_HEAD, b"\n"),
    "blanks": filled(b"", b" ", size=200_000),
    "strange ends of lines": filled(b"", "\u2028".encode(), size=200_000),
    "short lines": filled(TEXT_HEAD, b"[a b]\n", size=500_000),
    "settings": filled(TEXT_HEAD, b"[setting a=1]\n", size=200_000),
    "plies that are not counted": filled(TEXT_HEAD, b"1. allied end\n", size=200_000),
    "plies without end": TEXT_HEAD + b"".join([b"%d. allied end\n" % n for n in range(1, PLIES + 20)]),
    "no text at all": filled(b"", b"\xff", size=200_000),
    "nothing but zeros": filled(b"", b"\0", size=200_000),
    "open brackets": filled(b"", b"[", size=200_000),
    "open brackets in a record": filled(b'{"plies":', b"["),
    "open braces": filled(b"", b'{"a":', size=200_000),
    "a tower of settings": filled(b'{"settings":', b'{"a":'),
    "a huge format": filled(b'{"format":', b"9", b"}", size=200_000),
    "a huge die": as_json(plies=b'[0,"end",[' + b"9" * 4_000 + b"]]"),
    "a huge side": as_json(plies=b"[" + b"9" * 4_000 + b',"end",[]]'),
    "a huge setting": as_json().replace(b'"settings":{}', b'"settings":{"first":' + b"9" * 4_000 + b"}"),
    "a number beyond all": as_json(plies=b'[0,"end",[1e999999999]]'),
    "a long field": filled(b'{"', b"a", b'":1}'),
    "a long title": as_json(title="a" * 400_000),
    "a long scenario": as_json(scenario="a" * 400_000),
    "a long text": as_json(plies=b'[0,"' + b"step " * 80_000 + b'",[]]'),
    "a text of 200 letters": as_json(plies=b'[0,"step ' + b"a " * 97 + b'",[]]'),
    "a number in a text": as_json(plies=b'[0,"step ' + b"9" * 190 + b'",[]]'),
    "dice": as_json(plies=b'[0,"end",[' + b",".join([b"1"] * 200_000) + b"]]"),
    "set-up dice": as_json(setup=(1,) * 100_000),
    "plies": as_json(plies=b",".join([PLY] * 300_000)),
    "as many plies as are read": as_json(plies=b",".join([PLY] * PLIES)),
    "one ply more than are read": as_json(plies=b",".join([PLY] * (PLIES + 1))),
}


async def bring(visitor: Visitor, data: bytes) -> httpx.Response:
    return await visitor.http.post("/api/games/import", content=data)


def check(name: str, answer: httpx.Response) -> None:
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record"), f"{name}: {answer.text[:300]}"
    reason = answer.json()["reason"]
    assert "\n" not in reason
    assert len(reason) <= LONGEST
    assert len(max(reason.split("; there are")[0].split(), key=len)) <= 90, reason  # little of it is said back


async def ask_meanwhile(task: asyncio.Task[Any], game: Playing) -> int:
    """How many questions about a game are answered until a task is done."""
    answered = 0
    while not task.done():
        assert (await game.see())["ply"] == 0
        answered += 1
        await asyncio.sleep(0.01)
    return answered


def test_others_are_answered_while_a_record_sticks(tmp_path: Path, run: Any) -> None:
    """The trap does not let go of its interpreter: no thread of this one could have run beside it."""

    async def work() -> None:
        async with serving(tmp_path, packages=TRAPS, reading=3.0) as visitor:
            game = await visitor.new()
            stuck = asyncio.create_task(bring(visitor, as_json("tar", "sticks")))
            waiting = asyncio.create_task(bring(visitor, as_json()))
            assert await ask_meanwhile(stuck, game) > 10
            check("sticks", await stuck)
            assert "takes longer than 3 s" in (await stuck).json()["reason"]
            assert (await waiting).status_code == 200  # the next in line has a process that works

    run(work())


def test_a_record_that_breaks_its_reader_breaks_nothing_else(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=TRAPS) as visitor:
            for scenario, says in (("bursts", "more than this server has"), ("faults", "AssertionError: a fault of the rules")):
                answer = await bring(visitor, as_json("tar", scenario))
                check(scenario, answer)
                assert says in answer.json()["reason"]
                assert (await bring(visitor, as_json())).status_code == 200
            process = visitor.hall.intake.process
            assert process is not None
            process.process.kill()  # one that dies while nobody needs it
            assert (await bring(visitor, as_json(plies=PLY))).status_code == 200

    run(work())


def test_whatever_a_record_holds_it_is_refused_and_others_are_answered(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            visitor = Visitor(http)
            await http.get("/")
            game = await visitor.new()
            seen = 0
            for name, data in HOSTILE.items():
                assert len(data) <= IMPORT, name
                brought = asyncio.create_task(bring(visitor, data))
                seen += await ask_meanwhile(brought, game)
                check(name, await brought)
            assert seen > len(HOSTILE)
            assert (await bring(visitor, as_json(plies=PLY))).status_code == 200

    run(work())


@pytest.mark.parametrize("call", ["/api/games", "/api/games/{id}/say", "/api/games/{id}/undo"])
def test_a_refusal_says_little_back(tmp_path: Path, run: Any, call: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            long = "x" * 20_000
            for body in (
                {long: 1},
                {"title": long[:200], "scenario": "line", "seats": [{"kind": "person"}] * 2},
                {"title": "toy", "scenario": "line", "seats": [{"kind": long}] * 2},
                {"title": "toy", "scenario": "line", "seats": [{"kind": "person"}] * 2, "settings": {long: 1}},
                {"title": "toy", "scenario": "line", "seats": [{"kind": "computer", "player": "x" * 40}] * 2},
                {"token": game.token(0), "ply": 0, "key": "k", "text": "step " + "x" * 190},
                {"token": game.token(0), "ply": 0, "key": "k", "text": "x" * 200},
            ):
                answer = await visitor.http.post(call.format(id=game.id), json=body)
                assert answer.status_code in (400, 422)
                assert answer.text.count("x") <= 2 * 160  # the reason, and of a refusal its text

    run(work())
