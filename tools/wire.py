"""The client's types from the server's shapes: `python -m tools.wire` writes `types.ts`; a test fails when it is stale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType, NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, UnsetType

import sandtable.face
from sandtable.kernel import rules
from sandtable.server import shapes

PATH: Final = Path(__file__).parent.parent / "web/src/lib/types.ts"
FACES: Final = [import_module(f"sandtable.face.{found.name}") for found in iter_modules(sandtable.face.__path__)]
MODULES: Final = (*FACES, rules, shapes)
HEAD: Final = (
    "// Made from the server's shapes by `python -m tools.wire`: change those, then run it. A field with a question mark is left\n"
    "// out where there is nothing to say: it is empty, 0, false, null, or what the line says.\n"
)
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def typescript() -> str:
    """The whole file."""
    names = {kind: name for module in MODULES for name, kind in aliases(module)}
    parts = [HEAD]
    for module in MODULES:
        for name, kind in aliases(module):
            parts.append(f"export type {name} = {written(kind, {k: n for k, n in names.items() if n != name})};\n")
        for struct in structs(module):
            parts.append(interface(struct, names))
    return "\n".join(parts)


def aliases(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Types that a module gives a name: lists of kinds, points, unions. Plain numbers and strings with limits need none."""
    for name, kind in vars(module).items():
        if name[0].isupper() and get_origin(kind) in (Literal, Union, UnionType, tuple, dict) and own(module, name):
            yield name, kind


def own(module: ModuleType, name: str) -> bool:
    """Whether a module defines a name itself, and does not only import it."""
    return re.search(rf"^{name} = ", getsource(module), re.MULTILINE) is not None


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [kind for kind in found if kind.__module__ == module.__name__]


def interface(struct: type[msgspec.Struct], names: dict[Any, str]) -> str:
    hints, config, base = get_type_hints(struct), struct.__struct_config__, struct.__base__
    known = base.__struct_fields__ if base is not None and issubclass(base, msgspec.Struct) else ()
    lines = [f"/** {first_line(struct)} */"] if first_line(struct) else []
    lines.append(f"export interface {struct.__name__}{f' extends {base.__name__}' if base is not None and known else ''} {{")
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: '{config.tag}';")
    for field in msgspec.structs.fields(struct):
        if field.name not in known:
            default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
            optional = default and (config.omit_defaults or config.forbid_unknown_fields or field.default is UNSET)
            kind = written(hints[field.name], names)
            lines.append(f"  {field.encode_name}?: {kind};{said(field.default)}" if optional else f"  {field.encode_name}: {kind};")
    return "\n".join([*lines, "}\n"])


def said(default: Any) -> str:
    """What it means that a field is left out, where that is not plain."""
    return f" // else {default}" if default not in ("", 0, False, None, (), (0, 0), NODEFAULT, UNSET) else ""


def first_line(struct: type[msgspec.Struct]) -> str:
    return (struct.__doc__ or "").strip().split("\n")[0]


def written(kind: Any, names: dict[Any, str]) -> str:
    """A Python type as TypeScript writes it."""
    if kind in names:
        return names[kind]
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join([f"'{value}'" for value in args])
    if origin in (Union, UnionType):
        return " | ".join([written(arg, names) for arg in args if arg is not UnsetType])
    if origin is dict:
        return f"Record<{written(args[0], names)}, {written(args[1], names)}>"
    if origin is list or (origin is tuple and args[-1] is ...):
        item = written(args[0], names)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join([written(arg, names) for arg in args])}]"
    raise TypeError(f"no way to write {kind} in TypeScript")


if __name__ == "__main__":
    PATH.write_text(typescript(), encoding="utf-8")
