"""TOML files into checked structs; whatever is wrong is one line that names file, entry and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from flattop.kernel.errors import BadDeck, nearest
from flattop.kernel.toml_bounds import bounded_text

T = TypeVar("T")
PLACE = re.compile(r"(.*) - at (`key` in )?`\$([^`]*)`", re.DOTALL)
STEP = re.compile(r"\.([^.\[]+)|\[([^]]+)\]")
BYTE_ORDER_MARK = "\ufeff"
MOST_SHOWN = 400  # characters of what is said about a file
WORD = r"\S"  # the pattern of a text with something in it
KINDS = {
    "int": "a whole number", "str": "a text", "bool": "true or false", "float": "a number", "array": "a list",
}  # fmt: skip


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a file; what `__post_init__` raises is told with the place of the entry."""


def read(path: Path) -> dict[str, Any]:
    """The whole file, or one line that says where it breaks."""
    return _parsed(path, lambda: path.read_text("utf-8"))


def read_own(path: Path) -> dict[str, Any]:
    """The same for a file of the user's own, which may be of any size and depth."""
    return _parsed(path, lambda: bounded_text(path))


def _parsed(path: Path, text: Callable[[], str]) -> dict[str, Any]:
    try:
        written = text()
        if written.startswith(BYTE_ORDER_MARK):
            raise BadDeck(f"{path.name}: begins with a byte order mark; save it as UTF-8 without one")
        return tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"{path.name}: not TOML: {brief(str(error))}") from None
    except UnicodeDecodeError:
        raise BadDeck(f"{path.name}: not UTF-8 text") from None
    except OSError as error:
        raise BadDeck(f"{path}: cannot be read: {error.strerror}") from None


def convert(kind: type[T], raw: Any, file: str) -> T:
    """What a file says as `kind`: no field unknown, none missing, each of its type and within its bounds."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        line = f"{file}: {_fault(kind, raw, error)}"
        raise BadDeck(brief(line)) from None


def brief(text: str, most: int = MOST_SHOWN) -> str:
    """Whatever a file says, it is told in one line."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else f"{line[:most]} [...]"


def _fault(kind: Any, raw: Any, error: msgspec.ValidationError) -> str:
    """The fault in our words, with its place, the name of the entry and the offending value."""
    own = str(error.__cause__) if isinstance(error.__cause__, BadDeck) else ""
    place = PLACE.fullmatch(str(error).removeprefix(own))
    message, in_key, path = place.groups() if place else (str(error), "", "")
    hint, value, where = kind, raw, ""
    for field, number in STEP.findall(path):
        top = where.count(".") == 1
        hint, value, step = _inside(_bare(hint), value, field, number)
        where += step + (_entry_name(hint, value) if number.isdigit() and top else "")
    if own:
        return f"{where}{own}".lstrip(".")
    if in_key:
        hint = get_args(_bare(hint))[0]
        value = next(key for key in value if not _fits(hint, key))
    words = f"{where}: {_words(message, hint, value)}".lstrip(".: ")
    return "; ".join(filter(None, (words, remark(hint, "hint"))))


def _inside(hint: Any, value: Any, field: str, place: str) -> tuple[Any, Any, str]:
    """One step down the path: the type there, the value, and how the step is written."""
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
    """The types of the fields by their names in the file."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {written: hints[name] for written, name in names}


def _bare(hint: Any) -> Any:
    """The type itself, without bounds and without None."""
    while get_origin(hint) in (Annotated, Union, UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not NoneType)
    return hint


def _entry_name(hint: Any, value: Any) -> str:
    """What an entry of a list is called: its first field, if that is a word or a number."""
    kind = _bare(hint)
    is_entry = isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict)
    name = value.get(kind.__struct_encode_fields__[0]) if is_entry else None
    return f" {name}" if isinstance(name, (str, int)) else ""


def _words(message: str, hint: Any, value: Any) -> str:
    """What is wrong with a value."""
    named = re.search("`(.*?)`", message)
    name = named[1] if named else ""
    if message.startswith("Object missing"):
        return f"no {name!r}"
    if message.startswith("Object contains"):
        return f"unknown field {name!r}{nearest(name, fields(_bare(hint)))}"
    if message.startswith("Invalid"):
        return _choice(get_args(_bare(hint)), value)
    if "` of length" in message:
        wanted = message.partition("length ")[2].partition(",")[0].replace("<=", "at most")
        return f"{len(value)} entries, there must be {wanted.replace('>=', 'at least')}"
    if ", got" in message:
        return f"{brief(repr(value), 80)} is not {KINDS.get(name.removesuffix(' | null'), 'a table')}"
    return _bounds(hint, value)


def _choice(values: tuple[Any, ...], value: Any) -> str:
    if len(values) == 1:
        return f"{value!r}, there must be {values[0]!r}"
    return f"{value!r} is none of {', '.join(map(repr, values))}{nearest(str(value), map(str, values))}"


def _bounds(hint: Any, value: Any) -> str:
    (limits, *_) = _metadata(hint)
    if limits.pattern:
        return "it is empty" if limits.pattern == WORD else f"{value!r} does not fit"
    if limits.multiple_of and value % limits.multiple_of:
        return f"{value} is not a multiple of {limits.multiple_of}"
    return out_of(value, limits.ge, limits.le)


def out_of(value: Any, low: Any, high: Any) -> str:
    """What is said of a number that is not within its bounds."""
    return f"{value}, " + (f"there must be {low}" if low == high else f"it must be from {low} to {high}")


def remark(hint: Any, key: str) -> Any:
    """What a type says of its values besides their bounds."""
    return next((m.extra[key] for m in _metadata(hint) if m.extra and key in m.extra), None)


def _metadata(hint: Any) -> tuple[Meta, ...]:
    while get_origin(hint) in (Union, UnionType):
        hint = get_args(hint)[0]
    return getattr(hint, "__metadata__", ())
