"""Card files: TOML in, checked records out; errors name file, entry and field."""

from __future__ import annotations

import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from flattop.kernel.errors import BadDeck, nearest

T = TypeVar("T")


def read(path: Path) -> dict[str, Any]:
    """The whole file, or one line that says where it breaks."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"{path.name}: not TOML: {error}") from None
    except UnicodeDecodeError:
        raise BadDeck(f"{path.name}: not UTF-8 text") from None
    except OSError as error:
        raise BadDeck(f"{path}: cannot be read: {error.strerror}") from None


def records(kind: type[T], raw: Mapping[str, Any], table: str, file: str, key: str = "key") -> tuple[T, ...]:
    """Every entry of one list of the file as `kind`; `key` must be different in each."""
    entries = raw.get(table)
    if not isinstance(entries, list):
        raise BadDeck(f"{file}: {table}: no list of that name")
    found: dict[Any, int] = {}
    for i, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise BadDeck(f"{file}: {table}[{i}]: {entry!r} is not an entry")
        name = entry.get(key)
        if isinstance(name, (str, int)) and found.setdefault(name, i) != i:
            raise BadDeck(f"{file}: {table}[{i}] {name}: {key} is used already by {table}[{found[name]}]")
    return tuple(
        record(kind, entry, f"{file}: {table}[{i}] {entry.get(key, '?')}") for i, entry in enumerate(entries)
    )


def record(kind: type[T], entry: Any, where: str) -> T:
    """One entry as `kind`: no field unknown, none missing, each of its type."""
    if not isinstance(entry, dict):
        raise BadDeck(f"{where}: {entry!r} is not an entry")
    hints = _hints(kind)  # type: ignore[arg-type]
    if unknown := sorted(entry.keys() - hints.keys()):
        raise BadDeck(f"{where}: unknown field {unknown[0]!r}{nearest(unknown[0], hints)}")
    for f in fields(kind):  # type: ignore[arg-type]
        if f.name not in entry and f.default is MISSING and f.default_factory is MISSING:
            raise BadDeck(f"{where}: no {f.name!r}")
    return kind(**{name: _value(hints[name], value, f"{where}.{name}") for name, value in entry.items()})


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    """The types of a record's fields, worked out once: a deck has hundreds of entries."""
    return get_type_hints(kind)


def expect(found: int, printed: int, what: str, where: str) -> None:
    """A count that the rule book prints."""
    if found != printed:
        raise BadDeck(f"{where}: {found} {what}, there must be {printed}")


def _value(hint: Any, value: Any, where: str) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _sequence(args, value, where)
    if origin is dict:
        if not isinstance(value, dict):
            raise BadDeck(f"{where}: {value!r} is not a table")
        return {name: _value(args[1], inner, f"{where}.{name}") for name, inner in value.items()}
    if origin is Literal:
        if value not in args:
            raise BadDeck(f"{where}: {value!r} is none of {', '.join(map(repr, args))}")
        return value
    if origin in (Union, types.UnionType):
        return _value(next(arg for arg in args if arg is not types.NoneType), value, where)
    if is_dataclass(hint) and isinstance(hint, type):
        return record(hint, value, where)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise BadDeck(f"{where}: {value!r} is not {_named(hint)}")
    return value


def _sequence(args: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise BadDeck(f"{where}: {value!r} is not a list")
    return tuple(_value(args[0], inner, f"{where}[{i}]") for i, inner in enumerate(value))


def _named(hint: type) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}
    return names.get(hint, hint.__name__)
