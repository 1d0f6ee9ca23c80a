"""Types of the view and the deck of every game, in one file per family of games: src/views/*.ts.

The types of a view come from the annotations of the zones, the types of a deck from the structs that check
the deck file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, get_args, get_type_hints, is_typeddict

from typescript import Names, declaration, is_literal, is_named_tuple, is_record, is_struct, typescript, union

from flattop.games import CATALOG, game
from flattop.kernel import Chance, Game, Sees
from flattop.server.catalog import drawn_game_info

FOLDER = Path(__file__).resolve().parent / "src" / "views"
HEAD = "/** Views and decks as the server sends them; written by wire.py from flattop/games/{}. */\n"


def views() -> dict[Path, str]:
    """Return the files with their content."""
    families: dict[str, list[str]] = {}
    for key, module in CATALOG.items():
        families.setdefault(module.split(".")[0], []).append(key)
    return {FOLDER / f"{name.replace('_', '-')}.ts": family(name, keys) for name, keys in families.items()}


def family(name: str, keys: list[str]) -> str:
    """Return the file of a family of games."""
    roots: dict[str, dict[str, Any]] = {}
    for key in keys:
        table = table_class(game(key))
        declare(roots, table.__name__.replace("Table", "View"), zone_hints(game(key), table))
        declare(roots, type(game(key).pack(None)).__name__, deck_hints(key))
    named = named_types(
        f"flattop.games.{name}", [hint for hints in roots.values() for hint in hints.values()]
    )
    names = {kind: name for name, kind in named.items()}
    return "\n".join(
        [
            HEAD.format(name),
            *(interface(name, hints, names) for name, hints in roots.items()),
            *(named_type(name, kind, names) for name, kind in sorted(named.items())),
        ]
    )


def declare(declared: dict[str, Any], name: str, content: Any) -> None:
    """Add a declaration. Two games may share a name only if they mean the same by it."""
    if declared.setdefault(name, content) != content:
        raise ValueError(f"two different types are called {name}: rename one of them")


# -- annotations of games


def table_class(game: Game) -> type:
    return type(game.table(game.seats[0], Chance(1)))


def zone_hints(game: Game, table: type) -> dict[str, Any]:
    """Return the type that each zone has in a view."""
    fields = get_type_hints(table, include_extras=True)
    hints = {
        name: fields[name] if name in fields else return_hint(getattr(table, name)) for name in game.zones
    }
    return {
        name: hint if game.zones[name].sees is Sees.ALL else concealable(hint, game.zones[name].per_seat)
        for name, hint in hints.items()
    }


def concealable(pile: Any, per_seat: bool) -> Any:
    """Return the type of a pile, or of one pile per seat, whose elements may be hidden (-1)."""
    (element,) = get_args(pile)
    if per_seat:
        return list[concealable(element, False)]  # type: ignore[misc]
    return pile if element is int else list[element | int]


def return_hint(getter: property) -> Any:
    """Return the return annotation of a property. Its parameters may have names that only mypy imports."""
    function = getter.fget
    assert isinstance(function, FunctionType)
    holder = SimpleNamespace(__annotations__={"return": function.__annotations__["return"]})
    return get_type_hints(holder, function.__globals__, include_extras=True)["return"]


def deck_hints(key: str) -> dict[str, Any]:
    """Return the annotation of each part of the deck that tables are drawn from."""
    hints = get_type_hints(type(game(key).pack(None)), include_extras=True)
    return {part: hints[part] for part in drawn_game_info(key).pack}


def named_types(package: str, hints: list[Any]) -> dict[str, Any]:
    """Return the classes and named literals that the hints mention, directly or in a field, by name."""
    literals = dict(literals_of(package))
    found: dict[str, Any] = {}
    waiting = list(hints)
    while waiting:
        hint = waiting.pop()
        if is_record(hint) or is_named_tuple(hint):
            if found.get(hint.__name__) is not hint:
                declare(found, hint.__name__, hint)
                waiting += field_hints(hint).values()
        elif is_literal(hint):
            if hint in literals:
                declare(found, literals[hint], hint)
        else:
            waiting += get_args(hint)
    return found


def literals_of(package: str) -> Iterator[tuple[Any, str]]:
    """Yield each literal type that a loaded module of the package gives a name."""
    for path in sorted(name for name in sys.modules if name.startswith(package)):
        for name, value in vars(sys.modules[path]).items():
            if is_literal(value):
                yield value, name


def field_hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__ if is_struct(kind) else hints
    return {name: hints[name] for name in names}


# -- declarations


def interface(
    name: str, hints: Mapping[str, Any], names: Names, doc: str | None = None, optional: bool = False
) -> str:
    mark = "?" if optional else ""
    return declaration(
        name, ((f"{field}{mark}", typescript(hint, names)) for field, hint in hints.items()), doc
    )


def named_type(name: str, kind: Any, names: Names) -> str:
    if is_literal(kind):
        return f"export type {name} ={union(kind)};\n"
    if is_named_tuple(kind):
        return f"export type {name} = {typescript(kind, {})};\n"
    optional = is_typeddict(kind) and not kind.__total__
    return interface(name, field_hints(kind), names, vars(kind).get("__doc__"), optional)
