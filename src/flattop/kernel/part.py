"""Parts: plain data that clones as deep as it can change, and no deeper."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Self, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

from flattop.kernel.plain_copy import Copier, by_hint

T = TypeVar("T")


class Part:
    """Plain, clonable data; every subclass is decorated with `@part`."""

    __slots__ = ()

    def clone(self) -> Self:
        raise TypeError(f"{type(self).__name__} is not decorated with @part")


@dataclass_transform(field_specifiers=(field,))
def part(cls: type[T]) -> type[T]:
    """A slotted dataclass with a generated, flat `clone`."""
    new: Any = dataclass(slots=True)(cls)
    hints = get_type_hints(new, localns={cls.__name__: new})
    lines = [f"    new.{f.name} = {_copy(hints[f.name], 'old.' + f.name)}" for f in fields(new)]
    scope: dict[str, Any] = {"blank": object.__new__, "cls": new, "copied": list.copy}
    exec("\n".join(["def clone(old):", "    new = blank(cls)", *lines, "    return new"]), scope)
    new.clone = scope["clone"]
    return new  # type: ignore[no-any-return]


def _copy(hint: Any, source: str) -> str:
    """Source of an expression that copies `source` exactly as deep as `hint` is mutable."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        inner = _copy(args[0], "x")
        copies = {"x": source, "[*x]": f"map(copied, {source})"}.get(inner)
        return f"[*{copies}]" if copies else f"[{inner} for x in {source}]"
    if origin is dict:
        inner = _copy(args[1], "v")
        return f"{source}.copy()" if inner == "v" else f"{{k: {inner} for k, v in {source}.items()}}"
    if origin is set:
        return f"{source}.copy()"
    if origin is None and isinstance(hint, type) and issubclass(hint, Part):
        return f"{source}.clone()"
    return source


def plain(value: Any) -> Any:
    """The same in any process: numbers, words and lists alone, fit for a digest."""
    if value is None or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [inner if (kind := type(inner)) is int or kind is str else plain(inner) for inner in value]
    if isinstance(value, Part):
        own: Any = type(value)
        return [own.__name__, *[copy(getattr(value, name)) for name, copy in _compared(own)]]
    if isinstance(value, dict):
        return [[plain(key), plain(inner)] for key, inner in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(plain(inner) for inner in value)
    return value.__qualname__ if isinstance(value, type) else [plain(inner) for inner in value]


@cache
def _compared(kind: type[Any]) -> tuple[tuple[str, Copier], ...]:
    """The fields that tell two parts of a kind apart, and how each is copied."""
    hints = get_type_hints(kind, localns={kind.__name__: kind})
    return tuple((f.name, by_hint(hints[f.name]) or plain) for f in fields(kind) if f.compare)
