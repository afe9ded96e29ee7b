"""Dependencies point one way: who may import whom, and that nobody imports in a circle."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from sandtable.titles import SLUGS

SOURCE: Final = Path(__file__).parent.parent / "src"
# What each part of the house may know of the others. A title also knows what a title is, `sandtable.titles` itself.
MAY_KNOW: Final = {
    "kernel": set[str](),
    "face": {"kernel"},
    "maps": {"kernel", "face"},
    "titles": {"kernel", "face"},
    "texts": {"kernel", "face", "titles"},
    "players": {"kernel", "face", "titles"},
    "lab": {"kernel", "face", "titles", "players", "texts"},
    "server": {"kernel", "face", "titles", "players", "texts"},
    "play": {"kernel", "face", "titles", "players"},
    "cli": {"kernel", "face", "titles", "players", "lab", "server", "play", "texts"},
} | {f"titles.{folder.name}": {"kernel", "face", "maps", "titles"} for folder in (SOURCE / "sandtable" / "titles").iterdir()}


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in sorted((SOURCE / "sandtable").rglob("*.py"))}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def part_of(module: str) -> str:
    """`sandtable.titles.gazala.view` is of `titles.gazala`."""
    words = module.split(".")[1:]
    if words[:1] == ["titles"] and len(words) > 1:
        return ".".join(words[:2])
    return words[0] if words else ""


def imports(path: Path, late: bool = True) -> set[str]:
    """The modules of ours that a file imports; `late`: also those that a function imports when it is called."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known, found = modules(), set()
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names} & set(known)
            found |= inside or {node.module}
    return {name for name in found if name in known}


@pytest.mark.parametrize("module", sorted(modules()))
def test_nobody_knows_more_than_he_may(module: str) -> None:
    part = part_of(module)
    for other in imports(modules()[module]):
        theirs = part_of(other)
        if part and theirs and theirs != part:
            assert theirs in MAY_KNOW[part], f"{module} imports {other}"


def test_nobody_imports_in_a_circle() -> None:
    known = {name: imports(path, late=False) - {name} for name, path in modules().items()}
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, f"a circle: {' -> '.join([*above[above.index(name) :], name])}"
        if name not in done:
            for other in sorted(known[name]):
                visit(other, (*above, name))
            done.add(name)

    for name in known:
        visit(name, ())


def test_the_kernel_names_no_title() -> None:
    for name, path in modules().items():
        if part_of(name) in ("kernel", "face", "maps"):
            text = path.read_text(encoding="utf-8")
            assert [slug for slug in SLUGS if re.search(rf"\b{slug}\b", text)] == [], name


def layer_of(module: str) -> str:
    """Of a title: its `rules`, its `face` or its `robot`; nothing for what binds them together."""
    words = module.split(".")[2:]
    if len(words) < 2:
        return ""
    return words[1] if words[1] in ("face", "robot") else "rules"


@pytest.mark.parametrize("module", sorted(name for name in modules() if layer_of(name)))
def test_rules_face_and_robot_stand_apart(module: str) -> None:
    """Rules know neither; what is shown and what thinks know the rules, and not each other."""
    for other in imports(modules()[module]):
        if part_of(other) == part_of(module):
            assert layer_of(other) in ("rules", layer_of(module)), f"{module} imports {other}"
