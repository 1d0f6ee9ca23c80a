"""What lies open, copied as its annotation says: lists and words, independent of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
    return by_hint(_hint(table, name)) or bare


@cache
def own_copier(table: type[Any], name: str) -> Copier:
    """The same for one seat's part of an attribute of which every seat has one."""
    return by_hint(next(iter(get_args(_hint(table, name))), None)) or bare


def _hint(table: type[Any], name: str) -> Any:
    """What is written about a field or a property; None where that cannot be read."""
    try:
        made = getattr(getattr(table, name, None), "fget", None)
        return get_type_hints(made)["return"] if made else get_type_hints(table).get(name)
    except (NameError, KeyError):  # a name that only a type checker imports
        return None


def by_hint(hint: Any) -> Copier | None:
    """How to copy words, a list of them, or lists in a list, each as a list; None for anything else."""
    if hint in WORDS:
        return _itself
    inner = _inside(hint)
    if inner in WORDS:
        return list
    return _two_deep if _inside(inner) in WORDS else None


def _inside(hint: Any) -> Any:
    """What a list holds, or a tuple of any length; None if it is neither."""
    args = get_args(hint)
    if get_origin(hint) is list or (get_origin(hint) is tuple and args[1:] == (...,)):
        return args[0]
    return None


def _itself(value: Any) -> Any:
    return value


def _two_deep(value: Any) -> list[list[Any]]:
    return [*map(list, value)]
