"""Each call of docs/protocol.md: what it takes, what it answers, how it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.face.board import Board
from sandtable.face.view import Addend
from sandtable.server import shapes
from tests.server.conftest import PEOPLE, Visitor, serving


def decoded(body: bytes, shape: Any) -> Any:
    """Strictly of that shape, and nothing more in it."""
    value = msgspec.json.decode(body, type=shape)
    assert msgspec.json.decode(msgspec.json.encode(value)) == msgspec.json.decode(body)
    return value


def test_titles_players_board_and_rules(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            (title,) = decoded((await visitor.get("/api/titles")).content, list[shapes.TitleInfo])
            assert (title.slug, title.sides, title.hidden) == ("toy", ("Blue", "Red"), True)
            assert [s.id for s in title.scenarios] == ["line"]
            assert title.settings[0].choices == ("blue", "red")
            players = decoded((await visitor.get("/api/players")).content, list[shapes.PlayerInfo])
            assert players[0].id == "random"
            board = decoded((await visitor.get("/api/titles/toy/board")).content, Board)
            assert [space.id for space in board.spaces] == list("ABCDEF")
            rules = decoded((await visitor.get("/api/titles/toy/rules")).content, list[shapes.RuleInfo])
            assert [rule.id for rule in rules] == ["T1", "T2", "T3"]
            for call in ("board", "rules"):
                missing = await visitor.get(f"/api/titles/no-such/{call}")
                assert missing.status_code == 404
                assert "no-such" in missing.json()["reason"]

    run(work())


def test_a_new_game_and_its_snapshot(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(settings={"first": 1})
            mine = decoded((await visitor.get(game.path(), token=game.token(1))).content, shapes.Snapshot)
            assert (mine.game, mine.title, mine.scenario, mine.settings) == (game.id, "toy", "line", {"first": 1})
            assert (mine.ply, mine.viewer, mine.undo, mine.over, mine.seed) == (0, 1, None, None, msgspec.UNSET)
            assert len(mine.commitment) == 64
            assert mine.prompt is not None
            assert (mine.prompt.side, mine.prompt.yours, mine.prompt.frame) == (1, True, ("Turn",))
            step = mine.prompt.offers[0]
            assert (step.text, step.label, step.verb, step.rule, step.stop) == (
                "step red 1 D",
                "Step red 1 to D",
                "step",
                "T1",
                False,
            )
            assert [(a.kind, a.is_, a.id) for a in step.args] == [("unit", "piece", "red 1"), ("space", "space", "D")]
            assert [o.text for o in mine.prompt.offers if o.stop] == ["end"]
            theirs = await game.see(0)
            assert theirs["prompt"]["yours"] is False
            assert theirs["prompt"]["offers"] == []
            assert (await game.see())["viewer"] == -1

    run(work())


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"title": "no-such"}, "no-such"),
        ({"scenario": "no-such"}, "no-such"),
        ({"settings": {"no-such": 1}}, "no-such"),
        ({"settings": {"first": 7}}, "accepted: blue, red"),
        ({"seats": [{"kind": "computer", "player": "no-such"}, {"kind": "person"}]}, "no-such"),
    ],
)
def test_a_game_that_cannot_be_set_up(tmp_path: Path, run: Any, change: dict[str, Any], word: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            body: dict[str, Any] = {"title": "toy", "scenario": "line", "settings": {}, "seats": PEOPLE, "name": ""} | change
            answer = await visitor.post("/api/games", **body)
            assert answer.status_code == 422
            assert word in answer.json()["reason"]
            assert (await visitor.get("/api/games")).json() == []

    run(work())


def test_tokens_and_links_by_kind_of_seat(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=[{"kind": "person"}, {"kind": "friend"}])
            assert game.made["tokens"][0] is not None
            assert game.made["tokens"][1] is None
            assert game.made["links"][0] is None
            assert game.made["links"][1] == f"/#/games/{game.id}?token={game.token(1)}"
            assert game.made["watch"] == f"/#/games/{game.id}"
            assert (await game.see(1))["viewer"] == 1

    run(work())


def test_the_list_newest_first_and_deleting(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            first, second = await visitor.new(), await visitor.new()
            await first.say("step blue 2 C")
            listed = decoded((await visitor.get("/api/games")).content, list[shapes.Summary])
            assert [(s.id, s.ply, s.when) for s in listed] == [(first.id, 1, "turn 1"), (second.id, 0, "turn 1")]
            assert list(listed[0].tokens) == first.tokens
            assert (await visitor.http.delete(first.path())).status_code == 204
            assert (await visitor.http.delete(first.path())).status_code == 404
            assert (await visitor.get(first.path())).status_code == 404
            assert [s["id"] for s in (await visitor.get("/api/games")).json()] == [second.id]

    run(work())


def test_saying_and_what_refuses_it(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            done = await game.try_say(0, "step blue 2 C", 0)
            moved = decoded(done.content, shapes.Moved)
            assert (done.status_code, moved.ply, [e.ply for e in moved.log]) == (200, 1, [1])
            assert done.json()["snapshot"] == await game.see(0)
            stale = await game.try_say(0, "step blue 2 D", 0)
            assert (stale.status_code, stale.json()["ply"]) == (409, 1)
            refused = await game.try_say(0, "fire blue 1", 1)
            assert (refused.status_code, refused.json()["rule"]) == (422, "T2.1")
            assert refused.json()["text"] == "there is no enemy in the next space"
            nonsense = await game.try_say(0, "dance", 1)
            assert nonsense.status_code == 422
            assert (await game.try_say(1, "end", 1)).status_code == 403
            assert (await game.try_say(-1, "end", 1)).status_code == 403
            assert (await game.see())["ply"] == 1

    run(work())


def test_why_forecast_and_walks(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            why = decoded((await game.ask("why", 0, ply=0, text="step red 1 D")).content, shapes.Why)
            assert (why.ok, why.rule) == (False, "T1.1")
            assert decoded((await game.ask("why", 0, ply=0, text="end")).content, shapes.Why).ok
            assert decoded((await game.ask("why", 1, ply=0, text="end")).content, shapes.Why).text == "Blue decides now"
            assert (await game.ask("why", 0, ply=3, text="end")).status_code == 409
            later = decoded((await game.ask("why", 0, ply=0, text=["step blue 2 C", "step blue 2 A"])).content, shapes.Why)
            assert (later.ok, later.rule != "") == (False, True)  # the last, once the others have been said
            assert decoded((await game.ask("why", 0, ply=0, text=["step blue 2 C", "step blue 2 D"])).content, shapes.Why).ok
            await game.say("step blue 2 C", "step blue 2 D")
            shot = decoded((await game.ask("forecast", 0, ply=2, text="fire blue 2")).content, shapes.Preview)
            assert shot.forecast is not None
            assert [c.name for c in shot.forecast.chances] == ["hit", "miss"]
            assert shot.rolls is False  # the other side decides first
            swap = decoded((await game.ask("forecast", 0, ply=2, text="swap")).content, shapes.Preview)
            assert (swap.forecast, swap.rolls) == (None, True)
            show = decoded((await game.ask("forecast", 0, ply=2, text="show")).content, shapes.Preview)
            assert [c.rule for c in show.cautions] == ["T4"]
            assert (await game.ask("forecast", 1, ply=2, text="swap")).json() == {"forecast": None, "cautions": [], "rolls": False}
            walks = (await game.ask("walks", 0, ply=2)).json()
            assert walks == {
                "blue 1": {
                    "B": {"say": ["step blue 1 B"], "left": None},
                    "C": {"say": ["step blue 1 B", "step blue 1 C"], "left": None},
                }
            }
            assert (await game.ask("walks", 1, ply=2)).json() == {}
            assert (await game.ask("walks", 0, ply=1)).status_code == 409

    run(work())


def test_what_walks_say_can_be_said(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            for piece, ways in (await game.ask("walks", 0, ply=0)).json().items():
                for space, way in ways.items():
                    ply = await game.say(*way["say"])
                    at = {p["id"]: p["at"] for p in (await game.see())["view"]["pieces"]}
                    assert at[piece] == space
                    assert (await game.undo(0, ply, 0)).status_code == 200

    run(work())


async def battle(visitor: Visitor) -> Any:
    game = await visitor.new()
    await game.say("step blue 2 C", "step blue 2 D", "fire blue 2", "duck", "end")
    return game


def test_the_log_in_sentences(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await battle(visitor)
            log = decoded((await game.ask("log", 0, **{"from": 1})).content, list[shapes.Entry])
            assert ["".join(w.text for w in e.words) for e in log[:3]] == ["blue 2 steps to C", "blue 2 steps to D", "red 1 ducks"]
            assert log[0].words == (
                shapes.Word("blue 2", "piece", "blue 2"),
                shapes.Word(" steps to "),
                shapes.Word("C", "space", "C"),
            )
            assert [e.ply for e in log[:4]] == [1, 2, 4, 4]
            assert log[0].rule == "T1"
            fire = log[3]
            assert fire.sum is not None
            assert fire.sum.terms[1] == Addend("add", "−1", "T2.3", "ducked")
            assert fire.dice == ()  # they belong to what is read from the sum
            (die,) = log[4].dice
            assert (die.by, die.rule, die.of) == (0, "T2.4", 6)
            assert str(die.face - 1) == fire.sum.total
            assert (await game.ask("log", 0, **{"from": 99})).json() == []

    run(work())


def test_earlier_moments(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            seen = [await game.see(0)]
            for text in ("step blue 1 B", "step blue 2 C", "step blue 1 C", "swap", "end"):
                await game.say(text)
                seen.append(await game.see(0))
            for ply, then in enumerate(seen):
                answer = await game.ask(f"at/{ply}", 0)
                decoded(answer.content, shapes.Snapshot)
                assert answer.json() == then | {"prompt": None, "undo": None, "seq": 5}
            assert (await game.ask("at/6", 0)).status_code == 404
            assert (await game.ask("at/-1", 0)).status_code == 404

    run(work())


def test_the_report(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await battle(visitor)
            now = decoded((await game.ask("report", 0)).content, shapes.Report)
            assert now.outcome is None
            assert [(s.when, s.ply) for s in now.scores] == [("turn 1", 4), ("turn 2", 5)]
            (luck,) = now.luck
            assert (luck.ply, luck.side, luck.rolls, luck.expected) == (4, 0, 1, 3.5)
            lost = [s for s in (await game.see())["view"]["pieces"] if s["id"] == "red 1"] == []
            assert luck.words[0].text == ("red 1" if lost else "blue 2")  # who is lost by it, or who missed
            assert [(x.side, x.unit, x.ply) for x in now.losses] == ([(1, "red 1", 4)] if lost else [])
            await game.say(*["end"] * 5)
            over = decoded((await game.ask("report", 0)).content, shapes.Report)
            assert over.outcome is not None
            assert [s.when for s in over.scores] == [*[f"turn {n}" for n in range(1, 7)], "the end"]

    run(work())
