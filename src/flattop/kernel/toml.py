"""TOML files as checked structs. Every error is one line that names the file, the entry and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from flattop.kernel.errors import BadDeck, nearest

T = TypeVar("T")
BYTE_ORDER_MARK = "\ufeff"
MOST_SHOWN = 400  # characters of an error message
WORD = r"\S"  # pattern of a string that is not blank
KINDS = {
    "int": "a whole number", "str": "a text", "bool": "true or false", "float": "a number", "array": "a list",
}  # fmt: skip

# the place in a message of msgspec: "... - at `$.card[0].kind`"
PLACE = re.compile(r"(.*) - at (`key` in )?`\$([^`]*)`", re.DOTALL)
STEP = re.compile(r"\.([^.\[]+)|\[([^]]+)\]")

# limits of a user's file, checked before it is parsed: the parser could use up all memory
MOST_BYTES = 262_144
MOST_PARTS = 10  # of a dotted key
MOST_DEPTH = 20  # of nested lists and tables
MOST_KEYS = 20_000  # keys, lists and tables together
MOST_DIGITS = 40
MOST_TEXT = 400  # characters of a text
MOST_NAME = 60  # characters of a key, and of the fields in NAMES
NAMES = ("key", "name", "sign")
TOKEN = re.compile(
    r'''
      (?P<text> """(?:\\.|[^\\])*?(?:"{3,5}|\Z) | \'\'\'.*?(?:'{3,5}|\Z)
              | "(?:\\.|[^"\\\n])*"? | '[^'\n]*'? | \#[^\n]* )
    | (?P<word> [A-Za-z_-][\w-]* )
    | (?P<number> [0-9]\w* )
    | (?P<opens> [\[{] ) | (?P<closes> [\]}] ) | (?P<dot> \. ) | (?P<key> = ) | (?P<between> [,\n] )
    ''',
    re.VERBOSE | re.DOTALL,
)


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a file. Errors raised by `__post_init__` are reported with the place of the entry."""


# -- reading


def read(path: Path) -> dict[str, Any]:
    """Parse a TOML file; raise BadDeck if it cannot be read."""
    return _parsed(path, lambda: path.read_text("utf-8"))


def read_limited(path: Path) -> dict[str, Any]:
    """Parse a user's TOML file, which may have any size and depth: files above the limits are refused."""
    content = _parsed(path, lambda: _limited_text(path))
    _check_texts(content, path.name)
    return content


def _check_texts(value: Any, where: str, most: int = MOST_TEXT) -> None:
    """Refuse long texts, since every client of a table receives them, and characters that do not print."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_texts(key, where, MOST_NAME)
            _check_texts(inner, f"{where}: {key}", MOST_NAME if key in NAMES else MOST_TEXT)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner, where, most)
    elif isinstance(value, str):
        if len(value) > most:
            raise BadDeck(f"{where}: a text of {len(value):,} characters, at most {most} are allowed")
        if bad := next((sign for sign in value if not (sign.isprintable() or sign == "\n")), ""):
            raise BadDeck(f"{where}: the character U+{ord(bad):04X} is not allowed in a text")


def _parsed(path: Path, text: Callable[[], str]) -> dict[str, Any]:
    try:
        content = text()
        if content.startswith(BYTE_ORDER_MARK):
            raise BadDeck(f"{path.name}: begins with a byte order mark; save it as UTF-8 without one")
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"{path.name}: not TOML: {brief(str(error))}") from None
    except UnicodeDecodeError:
        raise BadDeck(f"{path.name}: not UTF-8 text") from None
    except OSError as error:
        raise BadDeck(f"{path}: cannot be read: {error.strerror}") from None


def _limited_text(path: Path) -> str:
    """Read a file without reading more than MOST_BYTES, and check its tokens against the limits."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadDeck(f"{path.name}: the file is too large, at most {MOST_BYTES} bytes are allowed")
    text = raw.decode("utf-8").replace("\r\n", "\n")
    depth = parts = keys = 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        depth += (kind == "opens") - (kind == "closes" and depth > 0)
        keys += kind in ("opens", "key")
        parts = parts + 1 if kind == "dot" else parts if kind in ("text", "word", "number") else 1
        digits = len(token[0]) if kind == "number" else 0
        for count, most, error in (
            (digits, MOST_DIGITS, "a number has too many digits"),
            (parts, MOST_PARTS, "a key has too many parts"),
            (depth, MOST_DEPTH, "lists and tables are nested too deeply"),
            (keys, MOST_KEYS, "too many keys, lists and tables"),
        ):
            if count > most:
                line = text.count("\n", 0, token.start()) + 1
                raise BadDeck(f"{path.name}: line {line}: {error}, at most {most} are allowed")
    return text


def brief(text: str, most: int = MOST_SHOWN) -> str:
    """Return a text as one line of limited length."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else f"{line[:most]} [...]"


# -- conversion and its error messages


# msgspec describes a struct type at its first use. Another thread that uses it meanwhile crashes the process.
CONVERTING = RLock()


def convert(kind: type[T], raw: Any, file: str) -> T:
    """Convert parsed TOML to `kind`; raise BadDeck for unknown or missing fields and for invalid values."""
    try:
        with CONVERTING:
            return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadDeck(brief(f"{file}: {_error_text(kind, raw, error)}")) from None


def _error_text(kind: Any, raw: Any, error: msgspec.ValidationError) -> str:
    """Return the error with its place, the name of the entry and the offending value."""
    own = str(error.__cause__) if isinstance(error.__cause__, BadDeck) else ""
    place = PLACE.fullmatch(str(error).removeprefix(own))
    message, in_key, path = place.groups() if place else (str(error), "", "")
    hint, value, where = kind, raw, ""
    for field, number in STEP.findall(path):
        is_top = where.count(".") == 1
        hint, value, step = _descend(_bare_type(hint), value, field, number)
        where += step
        bare = _bare_type(hint)
        is_entry = isinstance(bare, type) and issubclass(bare, Struct) and isinstance(value, dict)
        if (
            number.isdigit() and is_top and is_entry
        ):  # its first field is its name, if it is a word or a number
            name = value.get(bare.__struct_encode_fields__[0])
            where += f" {name}" if isinstance(name, (str, int)) else ""
    if own:
        return f"{where}{own}".lstrip(".")
    if in_key:
        hint = get_args(_bare_type(hint))[0]
        value = next(key for key in value if not _fits(hint, key))
    text = f"{where}: {_problem(message, hint, value)}".lstrip(".: ")
    return "; ".join(filter(None, (text, remark(hint, "hint"))))


def _descend(hint: Any, value: Any, field: str, place: str) -> tuple[Any, Any, str]:
    """Follow one step of a path: return the type and the value there, and the step as text."""
    if field:
        return fields(hint).get(field, Literal[hint.__struct_config__.tag]), value[field], f".{field}"
    inner = get_args(hint)
    if place == "...":  # msgspec does not name the keys of a table
        key = next(key for key, entry in value.items() if not _fits(inner[1], entry))
        return inner[1], value[key], f".{key}"
    return inner[0 if inner[-1] is ... else int(place)], value[int(place)], f"[{place}]"


def _fits(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@cache
def fields(kind: type[Struct]) -> dict[str, Any]:
    """Return the types of the fields of a struct by their names in the file."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {written: hints[name] for written, name in names}


def _bare_type(hint: Any) -> Any:
    """Return the type itself, without annotations and without None."""
    while get_origin(hint) in (Annotated, Union, UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not NoneType)
    return hint


def _problem(message: str, hint: Any, value: Any) -> str:
    """Reword a message of msgspec about one value."""
    named = re.search("`(.*?)`", message)
    name = named[1] if named else ""
    if message.startswith("Object missing"):
        return f"no {name!r}"
    if message.startswith("Object contains"):
        return f"unknown field {name!r}{nearest(name, fields(_bare_type(hint)))}"
    if message.startswith("Invalid"):
        choices = get_args(_bare_type(hint))
        if len(choices) == 1:
            return f"{value!r}, there must be {choices[0]!r}"
        return f"{value!r} is none of {', '.join(map(repr, choices))}{nearest(str(value), map(str, choices))}"
    if "` of length" in message:
        wanted = message.partition("length ")[2].partition(",")[0].replace("<=", "at most")
        return f"{len(value)} entries, there must be {wanted.replace('>=', 'at least')}"
    if ", got" in message:
        return f"{brief(repr(value), 80)} is not {KINDS.get(name.removesuffix(' | null'), 'a table')}"
    (limits, *_) = _metadata(hint)
    if limits.pattern:
        return "it is empty" if limits.pattern == WORD else f"{value!r} does not fit"
    if limits.multiple_of and value % limits.multiple_of:
        return f"{value} is not a multiple of {limits.multiple_of}"
    return out_of_range(value, limits.ge, limits.le)


def out_of_range(value: Any, low: Any, high: Any) -> str:
    """Return the error text for a number that is out of range."""
    return f"{value}, " + (f"there must be {low}" if low == high else f"it must be from {low} to {high}")


def remark(hint: Any, key: str) -> Any:
    """Return a value of the `extra` metadata of an annotated type; None if it has none."""
    return next((m.extra[key] for m in _metadata(hint) if m.extra and key in m.extra), None)


def _metadata(hint: Any) -> tuple[Meta, ...]:
    while get_origin(hint) in (Union, UnionType):
        hint = get_args(hint)[0]
    return getattr(hint, "__metadata__", ())
