"""Write src/wire.ts, the page's picture of the wire, from the structs of the server: `python web/wire.py`."""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from flattop.bots import RANKS
from flattop.kernel import SECOND
from flattop.protocol import PROTOCOL, STEP
from flattop.server import schemas
from flattop.server.schemas.base import CloseCode

NOT_FOR_THE_PAGE = {"admin"}

FILE = Path(__file__).resolve().parent / "src" / "wire.ts"
HEAD = """\
/** What the server speaks; written by wire.py from the structs in flattop/server/schemas, so change those. */

export type Noun = number | string;
export type Action = [verb: string, ...nouns: Noun[]];
export type Spoken = [name: string, ...nouns: unknown[]];
export type Option = [action: Action, words: string];
export type Line = [event: Spoken, words: string];
export type RankText = { title: string; strength: string; manner: string; staff: string[] };
"""
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
UNIONS = (Union, types.UnionType)


def wire() -> str:
    """All of it as TypeScript."""
    structs, aliases = dict(structs_of_the_wire()), dict(aliases_of_the_wire())
    names = {alias: name for name, alias in aliases.items() if is_literal(alias)}
    return "\n".join(
        [
            HEAD,
            f"export const PROTOCOL = {PROTOCOL};\n",
            f"export const STEP = {STEP}; // bytes of which messages of a client have whole numbers\n",
            f"/** Of games that are played in real time. */\nexport const TICKS_PER_SECOND = {SECOND};\n",
            *close_codes(),
            *(f"export type {name} ={union(alias)};\n" for name, alias in aliases.items()),
            *(interface(struct, names) for struct in structs.values()),
            *ranks(),
        ]
    )


def modules() -> Iterator[types.ModuleType]:
    for module in pkgutil.iter_modules(schemas.__path__):
        if module.name not in NOT_FOR_THE_PAGE:
            yield importlib.import_module(f"{schemas.__name__}.{module.name}")


def structs_of_the_wire() -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """Every struct with fields, where it is defined."""
    for module in modules():
        for name, value in vars(module).items():
            if is_struct(value) and value.__module__ == module.__name__ and value.__struct_fields__:
                yield name, value


def aliases_of_the_wire() -> Iterator[tuple[str, Any]]:
    """Words that several structs share, and the messages of either side as unions."""
    for module in modules():
        for name, value in vars(module).items():
            if is_literal(value) or (get_origin(value) in UNIONS and all(map(is_struct, get_args(value)))):
                yield name, value


def close_codes() -> Iterator[str]:
    yield "/** Why the server closes a socket. */\nexport const CLOSE_CODES = {"
    yield from (f"  {code.name}: {code.value}," for code in CloseCode)
    yield "} as const;\n"
    final = ", ".join(str(code.value) for code in CloseCode if code.final)
    yield "/** Closed with one of these, trying again would only be turned away again. */"
    yield f"export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([{final}]);\n"


def ranks() -> Iterator[str]:
    """Who the bots are, from the one table that says so."""
    yield "/** How well bots of a rank play, what they are like, and what they are called. */"
    yield "export const RANKS: Record<Rank, RankText> = {"
    for key, rank in RANKS.items():
        fields = {"title": rank.title, "strength": rank.strength, "manner": rank.manner}
        staff = ", ".join(map(quoted, rank.staff))
        yield f"  {key if key.isidentifier() else quoted(key)}: {{"
        yield from (f"    {name}: {quoted(words)}," for name, words in fields.items())
        yield f"    staff: [{staff}],\n  }},"
    yield "};\n"


def quoted(words: str) -> str:
    return f"'{words}'" if "'" not in words else f'"{words}"'


def union(alias: Any) -> str:
    """One to a line, as a formatter would have it."""
    return "".join(f"\n  | {part}" for part in typescript(alias, {}).split(" | "))


def interface(struct: type[msgspec.Struct], names: dict[Any, str]) -> str:
    """A struct with its own fields; those of its base are the base's."""
    base = struct.__base__
    inherited = base.__struct_fields__ if is_struct(base) else ()
    extends = f" extends {base.__name__}" if inherited else ""
    words, tag = vars(struct).get("__doc__"), struct.__struct_config__.tag
    fields = [field for field in msgspec.structs.fields(struct) if field.name not in inherited]
    lines = [f"/** {' '.join(words.split())} */"] if words else []
    lines += [f"export interface {struct.__name__}{extends} {{", *([f"  type: '{tag}';"] if tag else [])]
    return "\n".join([*lines, *(line(field, struct, names) for field in fields), "}\n"])


def line(field: msgspec.structs.FieldInfo, struct: type[msgspec.Struct], names: dict[Any, str]) -> str:
    hint = get_type_hints(struct, include_extras=True)[field.name]
    return f"  {field.encode_name}{'' if field.required else '?'}: {typescript(hint, names)};"


def typescript(hint: Any, names: dict[Any, str]) -> str:
    """A type of Python in the words of TypeScript."""
    if hint in names:
        return names[hint]
    if hint in PLAIN or is_struct(hint):
        return PLAIN.get(hint) or hint.__name__
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        given = [meta.extra["typescript"] for meta in inner[1:] if meta.extra]
        return given[0] if given else typescript(inner[0], names)
    if origin is Literal:
        return " | ".join(f"'{word}'" for word in inner)
    parts = [typescript(part, names) for part in inner if part is not msgspec.UnsetType]
    if origin in UNIONS:
        return " | ".join(dict.fromkeys(parts))
    if origin is list:
        return f"({parts[0]})[]" if "|" in parts[0] else f"{parts[0]}[]"
    if origin is dict:
        return f"Record<string, {parts[1]}>"
    raise TypeError(f"{hint} has no words in TypeScript yet")


def is_struct(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def is_literal(value: Any) -> bool:
    return get_origin(value) is Literal


if __name__ == "__main__":
    FILE.write_text(wire(), "utf-8")
