"""The OpenAPI description is complete: every call, with the shapes of what it takes and answers, and how it may fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server.conftest import serving

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_every_call_is_described(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            described = (await visitor.get("/api/openapi.json")).json()
            found = {(method.upper(), path) for path, calls in described["paths"].items() for method in calls}
            promised = set(re.findall(r"^\| `(GET|POST|DELETE) (/api/[^`]+)`", PROTOCOL.read_text(), re.M))
            assert found == promised
            for path, calls in described["paths"].items():
                for method, call in calls.items():
                    where = f"{method} {path}"
                    assert call["description"], where
                    good = [status for status in call["responses"] if status.startswith("2")]
                    assert len(good) == 1, where
                    if good != ["204"]:
                        schema = call["responses"][good[0]]["content"]["application/json"]["schema"]
                        assert schema not in ({}, None), where
                    assert "400" in call["responses"], where
                    for status, answer in call["responses"].items():
                        if status >= "4":
                            shape = answer["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                            assert shape == {"409": "Stale", "422": "Refused"}.get(status, "Failure"), where
                    if method == "post":
                        assert call["requestBody"]["content"]["application/json"]["schema"], where
                    for parameter in call.get("parameters", []):
                        assert parameter["schema"].get("type"), where
            for reference in references(described):
                assert reference.removeprefix("#/components/schemas/") in described["components"]["schemas"], reference

    run(work())


def test_failures_that_happen_are_failures_that_are_described(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            paths = (await visitor.get("/api/openapi.json")).json()["paths"]
            game = await visitor.new()
            say = paths["/api/games/{id}/say"]["post"]["responses"]
            assert str((await game.try_say(0, "end", 5)).status_code) in say
            assert str((await game.try_say(0, "fire blue 1", 0)).status_code) in say
            assert str((await game.try_say(1, "end", 0)).status_code) in say
            assert str((await visitor.post(game.path("say"))).status_code) in say
            assert str((await game.ask("walks", 0, ply=4)).status_code) in paths["/api/games/{id}/walks"]["get"]["responses"]
            assert str((await game.ask("walks", 0)).status_code) in paths["/api/games/{id}/walks"]["get"]["responses"]
            assert (
                str((await visitor.get("/api/titles/x/board")).status_code) in paths["/api/titles/{slug}/board"]["get"]["responses"]
            )

    run(work())
