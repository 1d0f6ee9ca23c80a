"""Write the types of the page: `python web/wire.py`.

src/wire.ts has the messages, from the structs of the server; `views` has the views and decks of games;
src/tables/games.ts has what the manifests of the games say of the page.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from typescript import UNIONS, Names, declaration, is_literal, is_struct, quoted, typescript, union
from views import FOLDER, views

from flattop.bots import RANKS
from flattop.games import CATALOG
from flattop.games.manifest import manifest
from flattop.kernel import SECOND
from flattop.protocol import PROTOCOL, STEP
from flattop.server import schemas
from flattop.server.schemas.base import CloseCode

NOT_FOR_THE_PAGE = {"admin"}

SOURCE = Path(__file__).resolve().parent / "src"
FILE, GAMES = SOURCE / "wire.ts", SOURCE / "tables" / "games.ts"
HEAD = """\
/** Messages and answers of the server; written by wire.py from the structs in flattop/server/schemas. */

export type Noun = number | string;
export type Action = [verb: string, ...nouns: Noun[]];
export type Spoken = [name: string, ...nouns: unknown[]];
export type Option = [action: Action, words: string];
export type Line = [event: Spoken, words: string];
export type RankText = { title: string; strength: string; manner: string; staff: string[] };
"""


def wire() -> str:
    """Return the content of src/wire.ts."""
    structs, aliases = dict(structs_of_the_wire()), dict(aliases_of_the_wire())
    names = {alias: name for name, alias in aliases.items() if is_literal(alias)}
    return "\n".join(
        [
            HEAD,
            f"export const PROTOCOL = {PROTOCOL};\n",
            f"export const STEP = {STEP}; // bytes: the length of a client's message is a multiple of it\n",
            f"/** In games that are played in real time. */\nexport const TICKS_PER_SECOND = {SECOND};\n",
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
    """Yield every struct with fields, from the module that defines it."""
    for module in modules():
        for name, value in vars(module).items():
            if is_struct(value) and value.__module__ == module.__name__ and value.__struct_fields__:
                yield name, value


def aliases_of_the_wire() -> Iterator[tuple[str, Any]]:
    """Yield the named literals and the unions of messages."""
    for module in modules():
        for name, value in vars(module).items():
            if is_literal(value) or (get_origin(value) in UNIONS and all(map(is_struct, get_args(value)))):
                yield name, value


def close_codes() -> Iterator[str]:
    yield "/** Why the server closes a socket. */\nexport const CLOSE_CODES = {"
    yield from (f"  {code.name}: {code.value}," for code in CloseCode)
    yield "} as const;\n"
    final = ", ".join(str(code.value) for code in CloseCode if code.final)
    yield "/** After one of these codes the client does not reconnect. */"
    yield f"export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([{final}]);\n"


def ranks() -> Iterator[str]:
    yield "/** The ranks of bots: how well they play, how they play, and their names. */"
    yield "export const RANKS: Record<Rank, RankText> = {"
    for key, rank in RANKS.items():
        fields = {"title": rank.title, "strength": rank.strength, "manner": rank.manner}
        staff = ", ".join(map(quoted, rank.staff))
        yield f"  {key if key.isidentifier() else quoted(key)}: {{"
        yield from (f"    {name}: {quoted(words)}," for name, words in fields.items())
        yield f"    staff: [{staff}],\n  }},"
    yield "};\n"


def interface(struct: type[msgspec.Struct], names: Names) -> str:
    """Declare a struct with its own fields; it extends its base class if that has fields."""
    base = struct.__base__
    inherited = base.__struct_fields__ if is_struct(base) else ()
    hints, tag = get_type_hints(struct, include_extras=True), struct.__struct_config__.tag
    fields = [("type", quoted(str(tag)))] if tag else []
    for field in msgspec.structs.fields(struct):
        if field.name not in inherited:
            mark = "" if field.required else "?"
            fields.append((f"{field.encode_name}{mark}", typescript(hints[field.name], names)))
    doc, extends = vars(struct).get("__doc__"), base.__name__ if inherited else ""
    return declaration(struct.__name__, fields, doc, extends)


def games() -> str:
    """Return the content of src/tables/games.ts."""
    manifests = {key if key.isidentifier() else quoted(key): manifest(key) for key in CATALOG}
    folders = [f"  {key}: {quoted(own.modules.page)}," for key, own in manifests.items() if own.modules.page]
    dishes = [f"  {key}: [{', '.join(map(quoted, own.dish))}]," for key, own in manifests.items() if own.dish]
    return "\n".join(
        [
            "/** What the manifests of the games say of the page; written by wire.py. */\n",
            "/** The folder of each game's drawing; families share one. */",
            "export const FOLDERS: Record<string, string> = {",
            *folders,
            "};\n\n/** A burger for the menu. */",
            "export const DISHES: Record<string, string[]> = {",
            *dishes,
            "};\n",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(wire(), "utf-8")
    GAMES.write_text(games(), "utf-8")
    FOLDER.mkdir(exist_ok=True)
    for file, content in views().items():
        file.write_text(content, "utf-8")
