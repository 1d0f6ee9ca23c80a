"""Convert Python annotations to TypeScript types."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

Names = Mapping[Any, str]  # names of types that the file declares
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
UNIONS = (Union, types.UnionType)


def typescript(hint: Any, names: Names) -> str:
    """Return the TypeScript type of the JSON form of a Python annotation."""
    if hint in names:
        return names[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    if is_record(hint):
        return str(hint.__name__)
    if is_named_tuple(hint):
        fields = get_type_hints(hint, include_extras=True).items()
        return f"[{', '.join(f'{name}: {typescript(inner, names)}' for name, inner in fields)}]"
    return generic(hint, names)


def generic(hint: Any, names: Names) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        given = [meta.extra["typescript"] for meta in inner[1:] if meta.extra and "typescript" in meta.extra]
        return given[0] if given else typescript(inner[0], names)
    if origin is Literal:
        return " | ".join(quoted(value) if isinstance(value, str) else str(value) for value in inner)
    parts = [typescript(part, names) for part in inner if part not in (msgspec.UnsetType, ...)]
    if origin in UNIONS:
        return " | ".join(dict.fromkeys(parts))
    if origin is list or (origin is tuple and inner[1:] == (...,)):
        return f"({parts[0]})[]" if " | " in parts[0] and not parts[0].endswith("]") else f"{parts[0]}[]"
    if origin is tuple:
        return f"[{', '.join(parts)}]"
    if origin is dict:
        return f"Record<string, {parts[1]}>"
    raise TypeError(f"no TypeScript type for {hint}")


def declaration(name: str, fields: Iterable[tuple[str, str]], doc: str | None = None, base: str = "") -> str:
    """Return the declaration of an interface; a field is its name, with `?` if it may be absent, and type."""
    lines = [f"/** {' '.join(doc.split())} */"] if doc else []
    lines.append(f"export interface {name}{f' extends {base}' if base else ''} {{")
    return "\n".join([*lines, *(f"  {field}: {kind};" for field, kind in fields), "}\n"])


def union(alias: Any) -> str:
    """Return a union type with one member per line."""
    return "".join(f"\n  | {part}" for part in typescript(alias, {}).split(" | "))


def quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else f'"{text}"'


def is_struct(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def is_record(value: Any) -> bool:
    """Return True for a class whose instances are JSON objects."""
    return is_struct(value) or is_typeddict(value) or is_dataclass(value)


def is_literal(value: Any) -> bool:
    return get_origin(value) is Literal


def is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")
