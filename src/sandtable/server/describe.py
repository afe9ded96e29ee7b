"""The OpenAPI description: FastAPI lists the calls, msgspec the shapes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from sandtable.server.shapes import Failure, Refused, Stale

REF: Final = "#/components/schemas/{name}"
WORDS: Final = {
    400: "Malformed: the reason says what is wrong and where",
    403: "Not yours to do or see",
    404: "Not there",
    409: "Made at another ply than the game's, which is told",
    410: "This version cannot play the game any more",
    413: "Too large",
    422: "Refused, with the rule that forbids it",
    503: "The disk refused; nothing has changed",
}
SHAPES: Final[dict[int, Any]] = {409: Stale, 422: Refused}


@cache
def schema_of(shape: Any) -> dict[str, Any]:
    """A reference to the shape; the shapes themselves are added by `describe`. Each is asked for by many calls, at every start."""
    (schema,), _ = msgspec.json.schema_components([shape], ref_template=REF)
    return schema


def answers(
    shape: Any, *failures: int, status: int = 200, media: Sequence[str] = ("application/json",)
) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a call: its answer, and how it may fail."""
    found: dict[int | str, dict[str, Any]] = {status: {"description": "Done" if shape is None else "The answer"}}
    if shape is not None:
        found[status]["content"] = {kind: {"schema": schema_of(shape) if "json" in kind else {"type": "string"}} for kind in media}
    for failure in sorted({400, 413, *failures}):
        found[failure] = {
            "description": WORDS[failure],
            "content": {"application/json": {"schema": schema_of(SHAPES.get(failure, Failure))}},
        }
    return found


def takes(shape: Any, media: Sequence[str] = ("application/json",)) -> dict[str, Any]:
    """The `openapi_extra` of a call with a body."""
    content = {kind: {"schema": schema_of(shape) if "json" in kind else {"type": "string"}} for kind in media}
    return {"requestBody": {"required": True, "content": content}}


def describe(app: FastAPI, shapes: Sequence[Any]) -> dict[str, Any]:
    """Made once, when somebody asks."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, components = msgspec.json.schema_components(shapes, ref_template=REF)
        made.setdefault("components", {})["schemas"] = components
        for calls in made["paths"].values():
            for call in calls.values():
                if "HTTPValidationError" in str(call["responses"].get("422", "")):
                    del call["responses"]["422"]
        app.openapi_schema = made
    return app.openapi_schema
