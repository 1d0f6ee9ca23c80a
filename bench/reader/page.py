"""What has been said, as the reader keeps it: the table, the options, and a few regular expressions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

QUESTION = re.compile(r"Your choice.*\?$")
OPTION = re.compile(r"(\d+)\. (any time: )?(.*)")
NO_MONEY = re.compile(r"(\b(?:earns?|pays?|lies?|has|with) |, )(?:nothing|no money|no coins)\b")


@dataclass
class Option:
    """One line that can be answered with its number."""

    number: int
    label: str
    told: str = ""  # what it does, costs and brings, with the cards that it names
    anytime: bool = False

    def says(self, pattern: str) -> re.Match[str] | None:
        return re.match(pattern, self.label)


@dataclass
class Page:
    """One decision: who is asked what, the table in sentences, and answers to further commands."""

    me: str
    prompt: str
    options: list[Option]
    table: str = ""
    more: dict[str, str] = field(default_factory=dict)

    def hear(self, lines: list[str]) -> None:
        """The table as it is told; no money is a sum of money too."""
        self.table = NO_MONEY.sub(r"\1$0", "\n".join(lines))

    def all(self, pattern: str, text: str | None = None) -> list[tuple[str, ...]]:
        """The groups of every sentence that matches as a whole line."""
        lines = (self.table if text is None else text).splitlines()
        return [match.groups() for line in lines if (match := re.fullmatch(pattern, line))]

    def one(self, pattern: str, default: str = "") -> str:
        """The first group of the first sentence that has the pattern anywhere."""
        match = re.search(pattern, self.table)
        return match[1] if match else default

    def number(self, pattern: str, default: int = 0) -> int:
        said = self.one(pattern, str(default))
        return 0 if said == "no" else int(said)

    def pick(self, pattern: str) -> list[Option]:
        """The options whose label begins like that."""
        return [option for option in self.options if option.says(pattern)]

    def first(self, *patterns: str) -> Option | None:
        """The first of them, by the first pattern that any label begins like."""
        return next((option for pattern in patterns for option in self.pick(pattern)), None)


def options_of(lines: list[str]) -> list[Option]:
    """The options at the end of what was said before a question."""
    options: list[Option] = []
    for line in reversed(lines):
        match = OPTION.fullmatch(line)
        if not match:
            break
        options.insert(0, Option(int(match[1]), match[3], anytime=bool(match[2])))
    return options


def things(said: str) -> list[str]:
    """ "a, b and c" taken apart; "nothing" is no thing."""
    said = said.replace(" ★", "")
    parts = [part for chunk in said.split(", ") for part in chunk.split(" and ")]
    return [] if said in ("", "nothing") else parts


def counted(said: str) -> dict[str, int]:
    """ "2 Meat and 1 Bread" as a table of numbers."""
    return {name: int(n) for n, name in (part.split(" ", 1) for part in things(said))}
