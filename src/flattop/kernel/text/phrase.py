"""Sentences: number, case and lists are put right here, the same way in every game.

A template of `text.toml` may say

    {card}                        a noun in words; with a capital where a sentence begins
    {cards:is|are}                the form that agrees with the noun's number
    [{tip} tip; {bonus} bonus]    clauses, each said only where its nouns are something, joined as a list
    [{gives}; {pays} | nothing]   and what is said where no clause is left
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import NamedTuple

GROUP = re.compile(r"\[([^]]*)\]")
OTHERWISE = re.compile(r"\|(?![^{}]*\})")  # a bar that does not stand between the forms of a noun
BEGINS = re.compile(r"((?:^|[.!?] )\[?)\{(\w+)\}")  # a noun that begins a sentence
CAPITAL = "^"
STOPS = ("..", "!.", "?.", "….")  # what it looks for, in far less time
ENDS = frozenset(".!?…")
DOUBLED = re.compile(r"(?<=[.!?…])\.(?=\s|$)")  # a title that ends in a stop needs no other


class Said(NamedTuple):
    """A noun in words, with what a sentence must know of it."""

    word: str
    number: int = 1
    empty: bool = False  # nobody, nothing, no money: a clause about it is left out
    own: bool = False  # a name that somebody has chosen: it is spelled as its owner spells it

    def told(self, form: str) -> str:
        """As a template wants it."""
        if not form:
            return self.word
        if form == CAPITAL:
            return self.word if self.own else capital(self.word)
        one, _, many = form.partition("|")
        return one if abs(self.number) == 1 else many


GAP = Said("…", number=2)
Clause = tuple[tuple[str, str | None, str], ...]  # plain words, then a noun, if any, and its form


@dataclass(frozen=True, slots=True)
class Group:
    """Clauses with the nouns of each, and what is said where none of them is left."""

    clauses: tuple[tuple[Clause, tuple[str, ...]], ...]
    otherwise: Clause


def sentence(template: str, words: Mapping[str, Said]) -> str:
    """A template with its nouns, in good English."""
    line = "".join([_told(part, words) for part in _parts(template)])
    begins_own = line[:1].islower() and any(
        said.own and line.startswith(said.word) for said in words.values()
    )
    return stopped(line if begins_own else capital(line))


def outline(template: str) -> str:
    """A template that nothing fills: a gap where a noun would be."""
    return sentence(template, defaultdict(lambda: GAP))


def _told(part: Clause | Group, words: Mapping[str, Said]) -> str:
    if isinstance(part, tuple):
        return _spoken(part, words)
    kept = [clause for clause, nouns in part.clauses if not any(words[noun].empty for noun in nouns)]
    return listed([_spoken(clause, words) for clause in kept]) if kept else _spoken(part.otherwise, words)


def _spoken(clause: Clause, words: Mapping[str, Said]) -> str:
    return "".join([plain + words[noun].told(form) if noun else plain for plain, noun, form in clause])


@cache
def _parts(template: str) -> tuple[Clause | Group, ...]:
    """Plain parts and groups in turn."""
    parts = GROUP.split(BEGINS.sub(rf"\1{{\2:{CAPITAL}}}", template))
    return tuple(_group(part) if i % 2 else _clause(part) for i, part in enumerate(parts) if part)


def _group(written: str) -> Group:
    first, *otherwise = OTHERWISE.split(written)
    clauses = first.split(";")
    if otherwise or len(clauses) > 1:
        clauses = [clause.strip() for clause in clauses]
    told = [_clause(clause) for clause in clauses]
    nouns = [tuple(noun for _, noun, _ in clause if noun) for clause in told]
    return Group(tuple(zip(told, nouns, strict=True)), _clause("".join(otherwise).strip()))


def _clause(written: str) -> Clause:
    return tuple((plain, noun, form or "") for plain, noun, form, _ in Formatter().parse(written))


def listed(words: Sequence[str]) -> str:
    """ "Ann", "Ann and Ben", "Ann, Ben and Cleo"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def people_listed(names: Sequence[str]) -> str:
    """Everybody who is named, or nobody."""
    return listed(names) or "nobody"


def capital(line: str) -> str:
    """A line as a sentence begins."""
    return line[:1].upper() + line[1:]


def stopped(line: str) -> str:
    """A line without a second stop behind a title such as "Burger Go!" or "The B.L.T."."""
    return DOUBLED.sub("", line) if any(map(line.__contains__, STOPS)) else line
