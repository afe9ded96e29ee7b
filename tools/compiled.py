"""Compiles rules, maps and players to machine code in a copy, for measuring: the same games, several times quicker.

    python -m tools.compiled DIR [--titles gazala,theseus]
    PYTHONPATH=DIR .venv/bin/python -m sandtable.cli match gazala --one general --two greedy --games 20

mypyc does it, which comes with mypy; gcc must be there. A module that mypyc cannot take stays interpreted and is named.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from sandtable.titles import SLUGS

SOURCE: Final = Path(__file__).parent.parent / "src" / "sandtable"
SHOWN: Final = ("__init__", "audit", "drawing", "questions", "records")
INSIDE: Final = {"": "", "/robot": "players"}  # of a title, and the group it goes to if not its own; a face only shows
STRUCTS: Final = re.compile(r"^class .*\b(Struct|Record)\b.*:$", re.MULTILINE)  # msgspec makes these, and must see them plain
LISTS: Final = re.compile(r"^(?=class .*\(list\[object\]\):$)", re.MULTILINE)
NOT_NATIVE: Final = '@__import__("mypy_extensions").mypyc_attr(native_class=False)\n'
REFUSED: Final = re.compile(r"^(sandtable/\S+\.py):\d+: (?:error|\w+Error):", re.MULTILINE)
NESTED: Final = "it goes round for ever over a union of a class and its own subclass"
BUILD: Final = """
import os, sys
from mypyc.build import mypycify
from setuptools import setup
groups = [(paths.split(","), name) for name, paths in [group.split("=") for group in sys.argv[1:]]]
os.environ["CFLAGS"] = "-fcommon"  # files of a group share what they know of the others
sys.argv = ["", "-q", "build_ext", "--inplace"]
paths = ["--strict", "--explicit-package-bases", "--namespace-packages", *[path for paths, _ in groups for path in paths]]
setup(ext_modules=mypycify(paths, opt_level="1", debug_level="0", multi_file=True, separate=groups))
"""


def hot(folder: Path, titles: list[str]) -> dict[str, list[Path]]:
    """Modules that play, without those that only show, in groups: what is built again together when one of them changes."""
    found: dict[str, list[Path]] = {}
    parts = {"kernel": "kernel", "maps": "kernel", "players": "players"}
    parts |= {f"titles/{slug}{inside}": group for slug in titles for inside, group in INSIDE.items()}
    for part, group in parts.items():
        for file in sorted((folder / part).glob("*.py")):
            if file.stem not in SHOWN and not STRUCTS.search(file.read_text()):
                found.setdefault(group or part.removeprefix("titles/"), []).append(file)
    return found


def compile_in(root: Path, groups: dict[str, list[Path]]) -> list[Path]:
    """In place. Those that could not be compiled."""
    left: list[Path] = []
    while True:
        parts = {name: [str(file.relative_to(root)) for file in files if file not in left] for name, files in groups.items()}
        words = [f"{name}={','.join(paths)}" for name, paths in parts.items()]
        shutil.rmtree(root / ".mypy_cache", ignore_errors=True)  # mypyc trips over what it knows of a group that has changed
        run = subprocess.run([sys.executable, "-c", BUILD, *words], cwd=root, capture_output=True, text=True)
        if run.returncode == 0:
            return left
        refused = {root / name for name in REFUSED.findall(run.stdout + run.stderr)}
        if refused <= set(left):  # what was left out is still read, and must be sound
            raise SystemExit(run.stdout + run.stderr or f"mypyc broke down without a word ({run.returncode}): {NESTED}")
        left += sorted(refused)


def renew(root: Path) -> None:
    """The copy has what we have; what is as it was keeps its time, and is not built again."""
    for file in SOURCE.rglob("*"):
        there = root / file.relative_to(SOURCE.parent)
        if file.is_file() and "__pycache__" not in file.parts:
            content = LISTS.sub(NOT_NATIVE, file.read_text()).encode() if file.suffix == ".py" else file.read_bytes()
            if not there.exists() or there.read_bytes() != content:
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(content)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile a copy of the program for measuring.")
    parser.add_argument("folder", type=Path, help="where the copy goes; one that is there already is brought up to date")
    parser.add_argument("--titles", default=",".join(SLUGS), help="those that are compiled; no others can be played there")
    chosen = parser.parse_args()
    root: Path = chosen.folder.resolve()
    renew(root)
    groups = hot(root / "sandtable", chosen.titles.split(","))
    left = compile_in(root, groups)
    print(f"{sum(map(len, groups.values())) - len(left)} modules are compiled.")
    print(*[f"Interpreted: {file.relative_to(root)}" for file in left], sep="\n")
    print(f"PYTHONPATH={root} {sys.executable} -m sandtable.cli …")


if __name__ == "__main__":
    main()
