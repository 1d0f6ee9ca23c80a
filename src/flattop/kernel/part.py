"""Parts: plain data classes with a generated `clone`, and copies of their fields by annotation."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from types import SimpleNamespace, UnionType
from typing import Any, Self, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")
Copier = Callable[[Any], Any]
SCALARS = (int, str, bool)


class Part:
    """Plain data that can be copied; every subclass is decorated with `@part`."""

    __slots__ = ()

    def clone(self) -> Self:
        raise TypeError(f"{type(self).__name__} is not decorated with @part")


@dataclass_transform(field_specifiers=(field,))
def part(cls: type[T]) -> type[T]:
    """Make a slotted dataclass with a generated `clone` that copies only what is mutable."""
    new: Any = dataclass(slots=True)(cls)
    hints = get_type_hints(new, localns={cls.__name__: new})
    lines = [f"    new.{f.name} = {_copy_source(hints[f.name], 'old.' + f.name)}" for f in fields(new)]
    scope: dict[str, Any] = {"blank": object.__new__, "cls": new, "copied": list.copy}
    exec("\n".join(["def clone(old):", "    new = blank(cls)", *lines, "    return new"]), scope)
    new.clone = scope["clone"]
    return new  # type: ignore[no-any-return]


def _copy_source(hint: Any, source: str) -> str:
    """Return the source of an expression that copies `source` as deep as `hint` is mutable."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        inner = _copy_source(args[0], "x")
        copies = {"x": source, "[*x]": f"map(copied, {source})"}.get(inner)
        return f"[*{copies}]" if copies else f"[{inner} for x in {source}]"
    if origin is dict:
        inner = _copy_source(args[1], "v")
        return f"{source}.copy()" if inner == "v" else f"{{k: {inner} for k, v in {source}.items()}}"
    if origin is set:
        return f"{source}.copy()"
    if origin is None and isinstance(hint, type) and issubclass(hint, Part):
        return f"{source}.clone()"
    return source


# -- copies as JSON types, independent of the table


def json_copy(value: Any) -> Any:
    """Copy a value as lists, dicts with string keys, numbers and strings."""
    kind = type(value)
    if kind is list or kind is tuple or isinstance(value, (list, tuple)):
        return [inner if (kind := type(inner)) is int or kind is str else json_copy(inner) for inner in value]
    if isinstance(value, dict):
        return {str(key): json_copy(inner) for key, inner in value.items()}
    return value


@cache
def copier(table: type[Any], name: str) -> Copier:
    """Return a function that copies an attribute as `json_copy` does, but faster: its annotation is known."""
    hint = _annotation(table, name)
    if get_origin(hint) is dict and get_args(hint)[0] is str and _is_scalar(get_args(hint)[1]):
        return dict
    return copier_by_hint(hint) or json_copy


@cache
def own_copier(table: type[Any], name: str) -> Copier:
    """Return the same for one seat's element of an attribute that has one element per seat."""
    return copier_by_hint(next(iter(get_args(_annotation(table, name))), None)) or json_copy


def _annotation(table: type[Any], name: str) -> Any:
    """Return the annotation of a field or property; None if it cannot be resolved."""
    getter = getattr(getattr(table, name, None), "fget", None)
    if getter is None:
        return get_type_hints(table).get(name)
    holder = SimpleNamespace(__annotations__={"value": getter.__annotations__.get("return")})
    with suppress(NameError):  # a name that is imported for type checking only
        return get_type_hints(holder, getter.__globals__)["value"]
    return None


def copier_by_hint(hint: Any) -> Copier | None:
    """Return a copier for a scalar, or for nested lists and tuples of scalars; None for other types."""
    if _is_scalar(hint):
        return _itself
    args = get_args(hint)
    if get_origin(hint) is list or (get_origin(hint) is tuple and args[1:] == (...,)):
        inner = copier_by_hint(args[0])
        if inner is None:
            return None
        return list if inner is _itself else lambda value: [*map(inner, value)]
    return list if get_origin(hint) is tuple and all(map(_is_scalar, args)) else None


def _is_scalar(hint: Any) -> bool:
    return hint in SCALARS or (get_origin(hint) is UnionType and set(get_args(hint)) <= {*SCALARS})


def _itself(value: Any) -> Any:
    return value
