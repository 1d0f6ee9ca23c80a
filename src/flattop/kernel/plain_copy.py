"""What lies open, copied as its annotation says: lists and words, independent of the table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from types import SimpleNamespace, UnionType
from typing import Any, get_args, get_origin, get_type_hints

Copier = Callable[[Any], Any]
WORDS = (int, str, bool)


def bare(value: Any) -> Any:
    """Lists and words of what is open, independent of the table."""
    kind = type(value)
    if kind is list or kind is tuple or isinstance(value, (list, tuple)):
        return [inner if (kind := type(inner)) is int or kind is str else bare(inner) for inner in value]
    if isinstance(value, dict):
        return {str(key): bare(inner) for key, inner in value.items()}
    return value


@cache
def copier(table: type[Any], name: str) -> Copier:
    """How `bare` copies an attribute of such a table, without a look at each thing in it."""
    hint = _hint(table, name)
    if get_origin(hint) is dict and get_args(hint)[0] is str and _is_word(get_args(hint)[1]):
        return dict
    return by_hint(hint) or bare


@cache
def own_copier(table: type[Any], name: str) -> Copier:
    """The same for one seat's part of an attribute of which every seat has one."""
    return by_hint(next(iter(get_args(_hint(table, name))), None)) or bare


def _hint(table: type[Any], name: str) -> Any:
    """What is written about a field or a property; None where that cannot be read."""
    made = getattr(getattr(table, name, None), "fget", None)
    if made is None:
        return get_type_hints(table).get(name)
    told = SimpleNamespace(__annotations__={"made": made.__annotations__.get("return")})
    with suppress(NameError):  # what only a type checker imports
        return get_type_hints(told, made.__globals__)["made"]
    return None


def by_hint(hint: Any) -> Copier | None:
    """How to copy a word, or lists and tuples of them, however deep, as lists; None for anything else."""
    if _is_word(hint):
        return _itself
    args = get_args(hint)
    if get_origin(hint) is list or (get_origin(hint) is tuple and args[1:] == (...,)):
        inner = by_hint(args[0])
        return list if inner is _itself else inner and _each(inner)
    return list if get_origin(hint) is tuple and all(map(_is_word, args)) else None


def _is_word(hint: Any) -> bool:
    """Whether it is a word or a number, of one kind or of several."""
    return hint in WORDS or (get_origin(hint) is UnionType and set(get_args(hint)) <= {*WORDS})


def _itself(value: Any) -> Any:
    return value


def _each(copy: Copier) -> Copier:
    return lambda value: [*map(copy, value)]
