"""What a TOML file may at most be, seen in one quick look: parsed, more of it could take all memory."""

from __future__ import annotations

import re
from pathlib import Path

from flattop.kernel.errors import BadDeck

MOST_BYTES = 262_144
MOST_PARTS = 10  # of a dotted key
MOST_DEPTH = 20  # of lists and tables within each other
MOST_KEYS = 20_000  # and lists and tables
MOST_DIGITS = 40
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


def bounded_text(path: Path) -> str:
    """The text of a file that is within bounds; never more of it is read than may be."""
    with path.open("rb") as file:
        read = file.read(MOST_BYTES + 1)
    if len(read) > MOST_BYTES:
        raise BadDeck(f"{path.name}: it is too large, there may be {MOST_BYTES} bytes")
    text = read.decode("utf-8").replace("\r\n", "\n")
    _check(text, path.name)
    return text


def _check(text: str, file: str) -> None:
    """That nothing in a text is nested too deeply, too long or too many, whatever else it may be."""
    depth = parts = keys = 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        depth += (kind == "opens") - (kind == "closes" and depth > 0)
        keys += kind in ("opens", "key")
        parts = parts + 1 if kind == "dot" else parts if kind in ("text", "word", "number") else 1
        digits = kind == "number" and len(token[0]) > MOST_DIGITS
        if parts > MOST_PARTS or depth > MOST_DEPTH or keys > MOST_KEYS or digits:
            line = text.count("\n", 0, token.start()) + 1
            raise BadDeck(f"{file}: line {line}: {_too_much(parts, depth, digits)}")


def _too_much(parts: int, depth: int, digits: bool) -> str:
    if digits:
        return f"a number has too many digits, there may be {MOST_DIGITS}"
    if parts > MOST_PARTS:
        return f"a key has too many parts, there may be {MOST_PARTS}"
    if depth > MOST_DEPTH:
        return f"lists and tables are nested too deeply, there may be {MOST_DEPTH} in each other"
    return f"too many keys, lists and tables, there may be {MOST_KEYS}"
