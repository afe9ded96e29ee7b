"""Export and import: what goes out comes in again, what was tampered with does not, and the dice can be checked."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.kernel.record import Record, from_json, from_text
from sandtable.server.fair import unfair_plies
from tests.server.conftest import Playing, Visitor, serving
from tests.server.toy import TITLE

TURN = ("step blue 2 C", "swap", "step blue 2 D", "fire blue 2", "duck", "end")


async def finished(visitor: Visitor) -> Playing:
    game = await visitor.new()
    await game.say(*TURN, *["end"] * 5)
    return game


async def bring(visitor: Visitor, data: bytes) -> Any:
    return await visitor.http.post("/api/games/import", content=data)


def test_a_record_goes_out_and_comes_in(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await finished(visitor)
            as_json, as_text = [(await game.ask("record", 0, form=form)).content for form in ("json", "text")]
            assert from_json(as_json) == from_text(as_text.decode())
            for data in (as_json, as_text):
                answer = await bring(visitor, data)
                assert answer.status_code == 200, answer.text
                made = answer.json()
                twin = Playing(visitor, made["id"], made["tokens"], made)
                assert None not in twin.tokens
                assert (await twin.ask("record", 1)).content == as_json
                assert (await twin.see(0))["view"] == (await game.see(0))["view"]
                assert (await twin.see(0))["over"] == (await game.see(0))["over"]

    run(work())


def test_an_imported_game_can_be_played_on_and_survives_a_restart(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await finished(visitor)
            record = from_json((await game.ask("record", 0)).content)
            part = msgspec.structs.replace(record, plies=record.plies[:3])
            made = (await bring(visitor, part.to_json())).json()
            twin = Playing(visitor, made["id"], made["tokens"], made)
            await twin.say("fire blue 2", "pass")
            seen = await twin.see(0)
        async with serving(tmp_path) as visitor:
            twin = Playing(visitor, twin.id, twin.tokens, {})
            assert await twin.see(0) == seen
            await twin.say(*["end"] * 6)
            last = await twin.see(0)
            record = from_json((await twin.ask("record", 0)).content)
            seed = bytes.fromhex(last["seed"])
            assert unfair_plies(record, seed, TITLE, TITLE.rules.load(None), since=3) == []

    run(work())


def test_whoever_takes_a_record_in_says_who_goes_on_with_it(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await finished(visitor)
            whole = (await game.ask("record", 0)).content
            record = from_json(whole)
            part = msgspec.structs.replace(record, plies=record.plies[:3]).to_json()
            kept = (await visitor.http.post("/api/records", content=part)).json()
            assert (kept["title"], kept["ply"], kept["side"]) == (record.title, 3, record.plies[3].side)
            assert (await visitor.http.post("/api/records", content=whole)).json()["side"] == -1
            refused = await visitor.http.post("/api/records", content=b"a letter")
            assert (refused.status_code, refused.json()["code"]) == (422, "bad_record")
            assert len((await visitor.get("/api/games")).json()) == 1  # to look is not to begin

            other = 1 - kept["side"]
            seats = [{"kind": "person"}] * 2
            seats[kept["side"]] = {"kind": "computer", "player": "random"}
            made = (await visitor.http.post("/api/games/import", params={"seats": json.dumps(seats)}, content=part)).json()
            assert made["tokens"][kept["side"]] is None  # what that side hides stays hidden
            assert made["tokens"][other] is not None
            twin = Playing(visitor, made["id"], made["tokens"], made)
            assert [seat["kind"] for seat in (await twin.see(other))["seats"]] == [seat["kind"] for seat in seats]
            while (await twin.see(other))["prompt"]["side"] == kept["side"]:  # it decides by itself
                await asyncio.sleep(0.02)

            seats[kept["side"]] = {"kind": "friend"}
            made = (await visitor.http.post("/api/games/import", params={"seats": json.dumps(seats)}, content=part)).json()
            assert made["links"][kept["side"]]
            assert made["tokens"][kept["side"]] is None
            nobody = [{"kind": "computer", "player": "nobody"}, {"kind": "person"}]
            for wrong in (json.dumps(nobody), "[]", "nonsense"):
                answer = await visitor.http.post("/api/games/import", params={"seats": wrong}, content=part)
                assert answer.status_code in (400, 422), wrong

    run(work())


def test_who_gets_the_record(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            early = await game.ask("record", 0)
            assert (early.status_code, early.json()["code"]) == (403, "hidden")
            await game.say(*["end"] * 6)
            assert (await game.ask("record", -1)).status_code == 200  # the owner
            visitor.http.cookies.clear()
            assert (await game.ask("record", 0)).status_code == 200
            nobody = await game.ask("record", -1)
            assert (nobody.status_code, nobody.json()["code"]) == (403, "not_your_seat")
            assert (await game.ask("record", 0, form="pdf")).status_code == 400

    run(work())


def tampered(record: Record) -> dict[str, bytes]:
    replace = msgspec.structs.replace
    plies = record.plies
    fire = next(n for n, ply in enumerate(plies) if ply.text == "duck")
    other = 1 if plies[fire].dice[0] != 1 else 2
    changed = {
        "a die outside the cup": replace(record, plies=[*plies[:fire], plies[fire]._replace(dice=(7,)), *plies[fire + 1 :]]),
        "a die too many": replace(record, plies=[*plies[:fire], plies[fire]._replace(dice=(3, 3)), *plies[fire + 1 :]]),
        "a die too few": replace(record, plies=[*plies[:fire], plies[fire]._replace(dice=()), *plies[fire + 1 :]]),
        "a die where none falls": replace(record, plies=[plies[0]._replace(dice=(other,)), *plies[1:]]),
        "the wrong side": replace(record, plies=[plies[0]._replace(side=1), *plies[1:]]),
        "no side at all": replace(record, plies=[plies[0]._replace(side=-7), *plies[1:]]),
        "not an option": replace(record, plies=[plies[0]._replace(text="step blue 1 F"), *plies[1:]]),
        "nonsense": replace(record, plies=[plies[0]._replace(text="{}"), *plies[1:]]),
        "empty": replace(record, plies=[plies[0]._replace(text=""), *plies[1:]]),
        "a ply left out": replace(record, plies=plies[1:]),
        "more after the end": replace(record, plies=[*plies, plies[-1]]),
        "another set-up": replace(record, setup=(9, 9)),
        "no set-up": replace(record, setup=()),
        "a longer set-up": replace(record, setup=(*record.setup, 1)),
        "older rules that allowed more": replace(record, rules="0", plies=[plies[0]._replace(text="step blue 1 F"), *plies[1:]]),
        "another edition with other dice": replace(record, edition="x", plies=[*plies[:-1], plies[-1]._replace(dice=(3,))]),
        "another format": replace(record, format=99),
        "no such title": replace(record, title="chess"),
        "no such scenario": replace(record, scenario="x"),
        "no such setting": replace(record, settings={"x": 1}),
        "a setting out of range": replace(record, settings={"first": 99}),
    }
    found = {name: changed.to_json() for name, changed in changed.items()}
    found["a key too many"] = record.to_json()[:-1] + b',"state":{}}'
    found["cut off"] = record.to_json()[:-20]
    found["deep"] = b'{"format":' + b"[" * 100_000
    found["not a record"] = b'{"a":1}'
    found["nothing"] = b""
    found["bytes"] = bytes(range(256))
    found["text without a head"] = b"1. allied end\n"
    found["text with a bad setting"] = b"[setting first=x]\n"
    found["text with a huge number"] = b"[format 1]\n1. allied end {" + b"9" * 5000 + b"}\n"
    found["text with a bad die"] = b"[format 1]\n1. allied end {--}\n"
    return found


def test_a_tampered_record_is_refused_and_says_where(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await finished(visitor)
            record = from_json((await game.ask("record", 0)).content)
            for name, data in tampered(record).items():
                answer = await bring(visitor, data)
                assert (answer.status_code, answer.json()["code"]) == (422, "bad_record"), f"{name}: {answer.text}"
                assert "\n" not in answer.json()["reason"]
            assert len((await visitor.get("/api/games")).json()) == 1

    run(work())


def test_a_record_of_older_rules_is_carried_over(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await finished(visitor)
            record = from_json((await game.ask("record", 0)).content)
            old = msgspec.structs.replace(record, rules="0", edition="x")
            made = (await bring(visitor, old.to_json())).json()
            twin = Playing(visitor, made["id"], made["tokens"], made)
            assert from_json((await twin.ask("record", 0)).content) == record

    run(work())


def test_a_flag_that_the_rules_give_is_not_taken_from_the_record(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("show", *["end"] * 6)
            record = from_json((await game.ask("record", 0)).content)
            assert record.plies[0].shown
            lying = msgspec.structs.replace(record, plies=[record.plies[0]._replace(shown=False)])
            made = (await bring(visitor, lying.to_json())).json()
            twin = Playing(visitor, made["id"], made["tokens"], made)
            assert (await twin.undo(0, 1, 0)).status_code == 422

    run(work())


def test_a_huge_record_is_refused_quickly(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            record = Record(title="toy", rules="1", edition="toy-1", scenario="line", settings={}, setup=(1, 1))
            data = record.to_json().replace(b'"plies":[]', b'"plies":[' + b",".join([b'[0,"end",[]]'] * 250_000) + b"]")
            started = time.perf_counter()
            answer = await bring(visitor, data)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
            assert time.perf_counter() - started < 10

    run(work())


def test_the_dice_can_be_checked_with_the_seed(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            commitment = (await game.see())["commitment"]
            await game.say(*TURN, *["end"] * 5)
            last = await game.see()
            seed = bytes.fromhex(last["seed"])
            assert hashlib.sha256(seed).hexdigest() == commitment == last["commitment"]
            record = from_json((await game.ask("record", 0)).content)
            assert unfair_plies(record, seed, TITLE, TITLE.rules.load(None)) == []
            rolled = next(n for n, ply in enumerate(record.plies, 1) if ply.text == "duck")
            (face,) = record.plies[rolled - 1].dice
            record.plies[rolled - 1] = record.plies[rolled - 1]._replace(dice=(face % 6 + 1,))
            wrong = unfair_plies(record, seed, TITLE, TITLE.rules.load(None))
            assert wrong == [rolled]

    run(work())


@pytest.mark.parametrize("n", range(3))
def test_sending_again_shows_the_same_die(tmp_path: Path, run: Any, n: int) -> None:
    """A lost answer, a dropped table, a restart: there is no way to roll again."""

    async def work() -> None:
        faces = set()
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("step blue 2 C", "step blue 2 D", "fire blue 2")
            for _ in range(5):
                await game.try_say(1, "pass", 3, key="k")
                visitor.hall.drop(visitor.hall.tables[game.id])
                log = (await game.ask("log", 0, **{"from": 4})).json()
                (die,) = [die for entry in log for die in entry["dice"]]
                faces.add(die["face"])
        assert len(faces) == 1

    run(work())
