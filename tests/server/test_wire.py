"""The client's types are those of the server: nobody writes them twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Optional, Union, get_args

import msgspec
import pytest
from msgspec import UNSET, UnsetType

import sandtable.server
from sandtable.kernel.play import Refusal
from sandtable.server.errors import Forbidden, Problem
from sandtable.server.shapes import Code, Failure, Live, News, Refused, Stale, Thinking, Word
from tools.wire import PATH, interface, typescript, written


def test_the_types_of_the_client_are_fresh() -> None:
    assert PATH.read_text(encoding="utf-8") == typescript(), "the shapes have changed: run `python -m tools.wire`"


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card says.

    And more."""

    name: str
    worth: float = -1.0
    of: tuple[int, ...] = ()
    is_: Literal["", "new"] = msgspec.field(name="is", default="")


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str
    cards: dict[str, Card] = {}


class Answer(msgspec.Struct, frozen=True):
    ply: int
    card: Optional[Card] = None
    seed: Union[str, UnsetType] = UNSET


class Pushed(Answer, frozen=True, tag_field="kind", tag="pushed"):
    side: int = 0


def test_what_is_left_out_may_be_missing() -> None:
    assert interface(Card, {}) == (
        "/** What a card says. */\nexport interface Card {\n  name: string;\n  worth?: number; // else -1.0\n  of?: number[];\n"
        "  is?: '' | 'new';\n}\n"
    )


def test_what_is_sent_always_is_never_missing() -> None:
    assert interface(Answer, {}) == "export interface Answer {\n  ply: number;\n  card: Card | null;\n  seed?: string;\n}\n"
    assert interface(Pushed, {}) == "export interface Pushed extends Answer {\n  kind: 'pushed';\n  side: number;\n}\n"


def test_what_is_asked_may_leave_out_what_has_a_default() -> None:
    assert interface(Asked, {}) == "export interface Asked {\n  token: string;\n  cards?: Record<string, Card>;\n}\n"


def test_names_are_used_where_there_are_any() -> None:
    names = {Literal["a", "b"]: "Letter", tuple[float, float]: "Point"}
    assert written(list[Literal["a", "b"]], names) == "Letter[]"
    assert written(tuple[Literal["a", "c"], ...], names) == "('a' | 'c')[]"
    assert written(tuple[tuple[float, float], str], names) == "[Point, string]"
    assert written(tuple[float, float] | None, names) == "Point | null"
    with pytest.raises(TypeError, match="no way to write"):
        written(complex, names)


def test_kinds_that_are_not_in_a_list_cannot_be_read() -> None:
    assert msgspec.json.decode(b'{"text":"Tobruk","is":"space","id":"2803"}', type=Word) == Word("Tobruk", "space", "2803")
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value"):
        msgspec.json.decode(b'{"text":"Tobruk","is":"hex","id":"2803"}', type=Word)


def test_what_is_pushed_says_its_kind() -> None:
    assert msgspec.json.decode(b'{"kind":"thinking","side":1}', type=Live) == Thinking(1)
    assert issubclass(News, msgspec.Struct)
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'gossip'"):
        msgspec.json.decode(b'{"kind":"gossip"}', type=Live)


def codes_in(node: ast.AST) -> Iterator[str]:
    """Words that an expression can be, where a failure is made."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def codes_of_the_server() -> set[str]:
    """The codes with which `Problem` and its kin are made, anywhere in the server's source."""
    found: set[str] = set()
    for path in Path(sandtable.server.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                place = {"Problem": 1, "Forbidden": 1, "__init__": 1}.get(name, -1)
                if 0 <= place < len(node.args):
                    found |= set(codes_in(node.args[place]))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == "Code":
                found |= set(codes_in(node.value)) if node.value is not None else set()
            elif isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id == "Code":
                found.add(Forbidden(Refusal("", "")).code)  # what is said where none is named
    return found


def test_the_codes_of_failures_are_those_of_the_list_and_none_is_idle() -> None:
    assert codes_of_the_server() == set(get_args(Code))


def test_a_code_that_is_not_in_the_list_cannot_be_read() -> None:
    assert msgspec.json.decode(Problem(404, "no_game", "there is none").body(), type=Failure).code == "no_game"
    for shape in (Failure, Stale, Refused):
        with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'bad_luck'"):
            msgspec.json.decode(b'{"code":"bad_luck","reason":"","ply":0,"rule":"","text":""}', type=shape)
