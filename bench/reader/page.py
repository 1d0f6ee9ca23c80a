"""One decision as the reader knows it: the table, the options, and helpers to search the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

QUESTION = re.compile(r"Your choice.*\?$")
OPTION = re.compile(r"(\d+)\. (any time: )?(.*)")
NO_MONEY = re.compile(r"(\b(?:earns?|pays?|lies?|has|with) |, )(?:nothing|no money|no coins)\b")


@dataclass
class Option:
    """A line that can be answered with its number."""

    number: int
    label: str
    details: str = ""  # its effects and costs, with the cards that it names
    anytime: bool = False

    def says(self, pattern: str) -> re.Match[str] | None:
        return re.match(pattern, self.label)


@dataclass
class Page:
    """One decision: the prompt, the table in sentences, and the answers to further commands."""

    me: str
    prompt: str
    options: list[Option]
    table: str = ""
    more: dict[str, str] = field(default_factory=dict)

    def set_table(self, lines: list[str]) -> None:
        """Store the sentences of the table.  "No money" becomes a sum of money, too."""
        self.table = NO_MONEY.sub(r"\1$0", "\n".join(lines))

    def all(self, pattern: str, text: str | None = None) -> list[tuple[str, ...]]:
        """Return the groups of every line that matches as a whole."""
        lines = (self.table if text is None else text).splitlines()
        return [match.groups() for line in lines if (match := re.fullmatch(pattern, line))]

    def one(self, pattern: str, default: str = "") -> str:
        """Return the first group of the first match anywhere."""
        match = re.search(pattern, self.table)
        return match[1] if match else default

    def number(self, pattern: str, default: int = 0) -> int:
        text = self.one(pattern, str(default))
        return 0 if text == "no" else int(text)

    def pick(self, pattern: str) -> list[Option]:
        """Return the options whose labels begin with a pattern."""
        return [option for option in self.options if option.says(pattern)]

    def first(self, *patterns: str) -> Option | None:
        """Return the first option that matches the first possible pattern."""
        return next((option for pattern in patterns for option in self.pick(pattern)), None)


def options_of(lines: list[str]) -> list[Option]:
    """Return the options at the end of the lines before a prompt."""
    options: list[Option] = []
    for line in reversed(lines):
        match = OPTION.fullmatch(line)
        if not match:
            break
        options.insert(0, Option(int(match[1]), match[3], anytime=bool(match[2])))
    return options


def parts_of(text: str) -> list[str]:
    """Split "a, b and c" into its parts; "nothing" has none."""
    text = text.replace(" ★", "")
    parts = [part for chunk in text.split(", ") for part in chunk.split(" and ")]
    return [] if text in ("", "nothing") else parts


def counted(text: str) -> dict[str, int]:
    """Parse "2 Meat and 1 Bread" as counts by name."""
    return {name: int(n) for n, name in (part.split(" ", 1) for part in parts_of(text))}
