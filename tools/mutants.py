"""Breaks the rules on purpose, one small thing at a time, and says which breaks no test notices.

    python -m tools.mutants battleaxe --count 100 --seed 1      (make mutants OF=battleaxe)
    python -m tools.mutants kernel
    python -m tools.mutants gazala --only retreat              (functions and files with that in their name)
    python -m tools.mutants tigercubs --count 25 --after 50    (a long sample in pieces: the third quarter)

A mutant is one function with one change: a comparison, a sum, a condition, a number, a statement left out. The tests that reach
the function are known from one run that is traced. The seed gives every change its place in the order by itself, so that an
edit elsewhere leaves the sample as it was. For each mutant a child process is forked from one that has already
collected all tests; it puts the changed code into the function and runs those tests, the quickest first, until one fails. What
survives is printed with the line before and after: either a test is missing, or the change makes no difference
(`docs/testing.md` lists the latter).
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import _lru_cache_wrapper, cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, NamedTuple, TypeGuard

import pytest

from tests.walking import LEFT

SOURCE: Final = Path(__file__).parent.parent / "src" / "sandtable"
SHOWN: Final = ("__init__", "questions", "audit", "edition", "edition_map", "records")  # of a title, beside its face and robot
LAYERS: Final = ("kernel", "maps")
SECONDS: Final = 10  # of the processor; a test that takes this and five times what it took unchanged hangs, and has noticed

REACH: Final = ("test_reach_is_what_trying_everything_finds", "test_what_it_says_leads_there",
                "test_nothing_is_said_where_nothing_can_be_moved")  # fmt: skip

Place = tuple[str, int]  # file and first line of a function


class Mutant(NamedTuple):
    file: str
    function: str
    first: int  # its first line
    line: int  # the changed one
    what: str
    before: str
    after: str
    code: CodeType


# What can be changed

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}

Change = tuple[str, Callable[[], object]]  # its name, and what makes it, in place


def changes(node: ast.AST) -> Iterator[Change]:
    """The ways in which one node of a function can be wrong."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield "comparison", lambda: node.ops.__setitem__(0, COMPARISONS[type(node.ops[0])]())
    elif isinstance(node, ast.BoolOp):
        yield "and/or", lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        yield "a condition dropped", lambda: node.values.__setitem__(-1, node.values[0])  # a lone value would not compile
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        yield "operator", lambda: setattr(node, "op", OPERATORS[type(node.op)]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", lambda: affirm(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        other = not node.value if isinstance(node.value, bool) else node.value + 1
        yield "another value", lambda: setattr(node, "value", other)
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield "never", lambda: setattr(node, "test", ast.Constant(False))
        yield "always", lambda: setattr(node, "test", ast.Constant(True))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "a filter dropped", lambda: node.ifs.pop()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        name = node.func
        yield name.id, lambda: setattr(name, "id", CALLS[name.id])
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "left out", lambda: setattr(node, "value", ast.Constant(None))


def affirm(node: ast.UnaryOp) -> None:
    """Yes instead of not."""
    node.op = ast.Not()
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


# Mutants of a file


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods with their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, ast.FunctionDef))


def is_function(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef)


def first_of(function: ast.FunctionDef) -> int:
    """Its first line, as the compiler counts it."""
    return min([function.lineno, *[decorator.lineno for decorator in function.decorator_list]])


def targets(function: ast.FunctionDef) -> list[tuple[int, int]]:
    """Every change of a function: number of the node in the walk, number of the change."""
    return [(n, k) for n, node in enumerate(ast.walk(function)) if not says_nothing(function, node)
            for k, _ in enumerate(changes(node))]  # fmt: skip


def says_nothing(function: ast.FunctionDef, node: ast.AST) -> bool:
    """Asserts are no rules, and defaults no part of the code that is put in."""
    quiet = [part for part in ast.walk(function) if isinstance(part, ast.Assert)]
    inside = {id(deep) for part in quiet for deep in ast.walk(part)}
    defaults = [*function.args.defaults, *[part for part in function.args.kw_defaults if part is not None]]
    inside |= {id(deep) for part in [*defaults, *function.decorator_list] for deep in ast.walk(part)}
    return id(node) in inside


def code_named(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found = constant if constant.co_qualname == name else code_named(constant, name)
            if found is not None:
                return found
    return None


def mutant_of(path: Path, name: str, n: int, k: int) -> Mutant | None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    function = dict(functions(tree))[name]
    node = list(ast.walk(function))[n]
    what, change = list(changes(node))[k]
    line = getattr(node, "lineno", function.lineno)
    whole = next((part for part in statements(function) if line_in(part, line)), function)
    before = first_line(whole)
    change()
    ast.fix_missing_locations(tree)
    after = first_line(whole)
    code = code_named(compile(tree, str(path), "exec"), name)
    return (
        Mutant(str(path), name, first_of(function), line, what, before, after, code)
        if code is not None and before != after
        else None
    )


def statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """Innermost first."""
    return [part for part in ast.walk(function) if isinstance(part, ast.stmt) and part is not function][::-1]


def line_in(part: ast.stmt, line: int) -> bool:
    return part.lineno <= line <= (part.end_lineno or part.lineno)


def first_line(part: ast.AST) -> str:
    """A statement without what it governs."""
    part = copy.deepcopy(part)
    for field in ("body", "orelse"):
        if isinstance(part, ast.stmt) and hasattr(part, field):
            setattr(part, field, [ast.Pass()] if field == "body" else [])
    return ast.unparse(part).replace("\n", " ").removesuffix(" pass").strip()


# Trying them, inside one pytest session


class Trial:
    """A plugin: instead of running the tests it runs them for each mutant, in a child of its own."""

    def __init__(self, of: str, count: int, seed: int, only: str = "", after: int = 0) -> None:
        self.files = sources(of)
        self.count = count
        self.after = after
        self.seed = seed
        self.only = only
        self.seconds: dict[int, float] = {}
        self.killed: list[Mutant] = []
        self.survived: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} errors while collecting")
        reached = self.what_each_test_reaches(session.items)
        for mutant in islice(self.sample(reached), self.after, None):
            tests = reached[mutant.file, mutant.first]
            if self.fails(session.items, tests, mutant):
                self.killed.append(mutant)
            else:
                self.survived.append(mutant)
                report(mutant, len(tests))
            done = len(self.killed) + len(self.survived)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} of {self.count}, {len(self.survived)} survive  ")
            if done == self.count:
                break
        return True

    def what_each_test_reaches(self, items: Sequence[pytest.Item]) -> dict[Place, list[int]]:
        """For each function the numbers of the tests that call it, the quickest first."""
        data = json.loads(in_child(lambda: json.dumps(profile(items, {str(path) for path in self.files})).encode()))
        self.seconds = {int(n): took for n, took in data["seconds"].items()}
        return {(file, line): sorted(tests, key=lambda n: self.seconds[n]) for file, line, tests in data["reached"]}

    def sample(self, reached: dict[Place, list[int]]) -> Iterator[Mutant]:
        """In random order, each change as likely as any other; functions that no test reaches come too, and survive."""
        found = []
        for path in self.files:
            for name, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
                inside = [reached.get((str(path), first_of(deep)), []) for deep in ast.walk(function) if is_function(deep)]
                tests = {test for tests in inside for test in tests}
                reached[str(path), first_of(function)] = sorted(tests, key=lambda n: self.seconds[n])
                if self.only in f"{path.stem} {name}":
                    found += [(path, name, n, k) for n, k in targets(function)]
        for path, name, n, k in sorted(found, key=self.place):
            mutant = mutant_of(path, name, n, k)
            if mutant is not None:
                yield mutant

    def place(self, change: tuple[Path, str, int, int]) -> bytes:
        path, name, n, k = change
        return hashlib.sha256(f"{self.seed} {path.stem} {name} {n} {k}".encode()).digest()

    def fails(self, items: Sequence[pytest.Item], tests: Sequence[int], mutant: Mutant) -> bool:
        def passes_in_time(n: int) -> bool:
            signal.setitimer(signal.ITIMER_PROF, SECONDS + 5 * self.seconds[n])
            return passes(items[n])

        def work() -> bytes:
            put(mutant)
            return b"survived" if all(passes_in_time(n) for n in tests) else b"killed"

        return in_child(work) != b"survived"  # a child that died or hung noticed something too


def report(mutant: Mutant, tests: int) -> None:
    where = Path(mutant.file).relative_to(SOURCE)
    reach = f"{tests} tests reach it" if tests else "no test reaches it"
    print(
        f"\n{where}:{mutant.line} {mutant.function}: {mutant.what} ({reach})\n  - {mutant.before}\n  + {mutant.after}", flush=True
    )


def put(mutant: Mutant) -> None:
    """The changed code into every function made from the old, and into those that it has made inside it."""
    codes = {code.co_qualname: code for code in codes_in(mutant.code) if not code.co_name.startswith("<")}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == mutant.file:
            thing.__code__ = codes.get(thing.__code__.co_qualname, thing.__code__)
    forget({mutant.file})


def forget(files: set[str]) -> None:
    """What functions of these files have remembered: a test that gets a remembered answer does not reach the function."""
    for function in remembering(frozenset(files)):
        function.cache_clear()


@cache
def remembering(files: frozenset[str]) -> list[Any]:
    caches = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    return [function for function in caches if function.__wrapped__.__code__.co_filename in files]


def codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def passes(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, nextitem=None, log=False)
    return all(report.passed or report.skipped for report in reports)


def profile(items: Sequence[pytest.Item], files: set[str]) -> dict[str, Any]:
    reached: dict[Place, list[int]] = {}
    seconds: dict[int, float] = {}
    for n, item in enumerate(items):
        called: set[Place] = set()
        forget(files)

        def note(frame: FrameType, _event: str, _arg: Any, called: set[Place] = called) -> None:
            if frame.f_code.co_filename in files:
                called.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        start = time.process_time()
        sys.settrace(note)  # of calls alone, since it asks for nothing more
        passed = passes(item)
        sys.settrace(None)
        seconds[n] = time.process_time() - start
        if passed:
            for place in called:
                reached.setdefault(place, []).append(n)
    return {"reached": [(file, line, tests) for (file, line), tests in reached.items()], "seconds": seconds}


def in_child(work: Callable[[], bytes]) -> bytes:
    """What a forked child answers; nothing if it dies."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            with os.fdopen(write, "wb") as out:
                out.write(work())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        data = answer.read()
    os.waitpid(child, 0)
    return data


def sources(of: str) -> list[Path]:
    """What can be wrong in play: rules, and what a title says of where a unit can go."""
    if of in LAYERS:
        return sorted((SOURCE / of).glob("*.py"))
    folder = SOURCE / "titles" / of
    return [*sorted([path for path in folder.glob("*.py") if path.stem not in SHOWN]), folder / "face" / "reach.py"]


def tests_of(of: str) -> list[str]:
    """Its tests, the examples in its documentation, and what holds a title's reach against the long way."""
    if of in LAYERS:
        return [f"tests/{of}", f"src/sandtable/{of}"]
    reach = [f"tests/maps/test_reach.py::{name}[{of}]" for name in REACH if of in LEFT]
    return [f"tests/titles/{of}", f"src/sandtable/titles/{of}", *reach]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("of", help="kernel, maps, or a title")
    words.add_argument("--count", type=int, default=100, help="how many mutants")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--only", default="", help="only functions and files with this in their name")
    words.add_argument("--after", type=int, default=0, help="leave out so many of the sample, tried before")
    asked = words.parse_args()
    if not sources(asked.of):
        words.error(f"there is nothing to change in {asked.of!r}; accepted: kernel, maps, or the name of a title")
    trial = Trial(asked.of, asked.count, asked.seed, asked.only, asked.after)
    pytest.main(["-q", "-s", "-p", "no:randomly", "-p", "no:xdist", *tests_of(asked.of)], plugins=[trial])
    total = len(trial.killed) + len(trial.survived)
    print(f"\n{asked.of}, seed {asked.seed}: {len(trial.killed)} of {total} mutants killed")


if __name__ == "__main__":
    main()
