"""Every regular expression takes time in proportion to what it reads: none repeats what repeats."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable

SOURCE = Path(sandtable.__file__).parent
CALLS = ("compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer")
REPEATS = ("MAX_REPEAT", "MIN_REPEAT")


def patterns() -> list[tuple[str, str]]:
    """Each pattern in the source, by the place where it is written."""
    found: list[tuple[str, str]] = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and is_of_re(node.func):
                where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                found.append((where, written(path, node.args[0])))
    return found


def is_of_re(called: ast.expr) -> bool:
    """Whether it is `re.match` or one of the like."""
    named = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)
    return named and called.value.id == "re" and called.attr in CALLS  # type: ignore[attr-defined]


def written(path: Path, pattern: ast.expr) -> str:
    """The pattern itself: its parts may have names in its module."""
    module = ".".join(["sandtable", *path.relative_to(SOURCE).with_suffix("").parts])
    code = compile(ast.Expression(pattern), str(path), "eval")
    return str(eval(code, dict(importlib.import_module(module).__dict__)))


def parts(tree: Any) -> Iterator[tuple[str, Any]]:
    for what, how in tree:
        yield str(what), how
        for inner in how if isinstance(how, (list, tuple)) else [how]:
            if isinstance(inner, re._parser.SubPattern):  # type: ignore[attr-defined]
                yield from parts(inner)
            elif isinstance(inner, list):
                for branch in inner:
                    if isinstance(branch, re._parser.SubPattern):  # type: ignore[attr-defined]
                        yield from parts(branch)


def repeats_what_repeats(pattern: str) -> bool:
    for what, how in parts(re._parser.parse(pattern)):  # type: ignore[attr-defined]
        if what in REPEATS and how[1] > 1 and any(inner in REPEATS for inner, _ in parts(how[2])):
            return True
    return False


@pytest.mark.parametrize(("pattern", "bad"), [(r"(?:-?\d+ ?)*", True), (r"(a|b*c)+", True), (r"-?\d+(?:\.\d+)?", False)])
def test_the_check_itself(pattern: str, bad: bool) -> None:
    assert repeats_what_repeats(pattern) is bad


def test_no_pattern_repeats_what_repeats() -> None:
    assert patterns()
    assert [(where, pattern) for where, pattern in patterns() if repeats_what_repeats(pattern)] == []
