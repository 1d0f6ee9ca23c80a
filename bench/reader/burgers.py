"""Foods, sizes and orders of the Burger Up family, parsed from the sentences of the line client."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from bench.reader.page import Page, parts_of

NEVER = 99
FOOD = r"(.+?): type (.+?)(?:, counts as (.+?))?, one of \d+ in the deck"
SIZE = r".*?(\w+): from (\d+) ingredients?(?: to \d+)?; it pays \$(\d+).*"
HALF = re.compile(
    r"(?:One half is|the other is) (.+?) \(type ([^,]+)(?:, counts as [^,]+)?, one of \d+ in the deck, "
    r"next ([^,)]+)(, Perfect)?\)"
)
ONCE = ("look all food", "look all sizes")


@dataclass(frozen=True)
class Half:
    name: str
    type: str
    next: str
    perfect: bool


@dataclass
class Larder:
    """The type of every food and the pay of every size."""

    page: Page

    @property
    def kinds(self) -> dict[str, str]:
        return foods(self.page.more["look all food"])[0]

    @property
    def words(self) -> dict[str, set[str]]:
        """Return all words that match a food."""
        return foods(self.page.more["look all food"])[1]

    @cached_property
    def sizes(self) -> list[tuple[int, int]]:
        said = self.page.all(SIZE, self.page.more["look all sizes"])
        return sorted((int(least), int(pays)) for _, least, pays in said)

    def pays(self, height: int) -> int:
        return max((pays for least, pays in self.sizes if least <= height), default=0)

    def height(self, stack: list[str]) -> int:
        return sum(self.kinds[name] != "Middle Bun" for name in stack)

    # -- orders

    def missing(self, need: str, stack: list[str]) -> int:
        """Return how many ingredients a need lacks, or NEVER if it cannot be met."""
        has, height = self._has(stack), self.height(stack)
        if match := re.fullmatch(r"(\d+) or more", need):
            return max(0, int(match[1]) - height)
        if match := re.fullmatch(r"(\d+) at most", need):
            return NEVER if height > int(match[1]) else int(not height)
        if match := re.fullmatch(r"no (.+)", need):
            return NEVER if has(match[1]) else 0
        if match := re.fullmatch(r"(\d+) different (.+)", need):
            return max(0, int(match[1]) - len({name for name in stack if match[2] in self.words[name]}))
        if match := re.fullmatch(r"as many (.+)", need):
            counts = [has(word) for word in match[1].split(", ")]
            return max(1, *counts) * len(counts) - sum(counts)
        if match := re.fullmatch(r"(.+) on top", need):
            return int(not stack or match[1] not in self.words[stack[-1]])
        match = re.fullmatch(r"(\d+) (.+)", need)
        least, word = (int(match[1]), match[2]) if match else (1, need)
        return max(0, least - has(word))

    def _has(self, stack: list[str]):
        return lambda word: sum(word in self.words[name] for name in stack)

    def short(self, needs: list[str], stack: list[str]) -> int:
        """Return the least number of ingredients that an order still needs."""
        height, *rest = [self.missing(need, stack) for need in needs]
        return max(height, sum(rest))

    def is_met(self, needs: list[str], stack: list[str]) -> bool:
        return self.short(needs, stack) == 0


@cache
def foods(details: str) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Return the type of every food and the words that match it."""
    said = [match.groups() for line in details.splitlines() if (match := re.fullmatch(FOOD, line))]
    return {name: kind for name, kind, _ in said}, {
        name: {name, *parts_of(words or "")} for name, _, words in said
    }


@cache
def cards(details: str) -> dict[str, list[Half]]:
    """Return cards by name, with their halves."""
    return {line.split(": ")[0]: halves(line) for line in details.splitlines() if "One half is" in line}


def most(needs: list[str]) -> int:
    match = re.fullmatch(r"(\d+) at most", needs[0])
    return int(match[1]) if match else NEVER


def halves(details: str) -> list[Half]:
    """Return the halves of a described card."""
    return [Half(name, kind, after, bool(star)) for name, kind, after, star in HALF.findall(details)]


def needs_of(asked: str) -> list[str]:
    return asked.split("; ")
