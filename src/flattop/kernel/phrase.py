"""Sentences: number, case and lists are put right here, the same way in every game.

A template of `text.toml` may say

    {card}                        a noun in words; with a capital where a sentence begins
    {cards:is|are}                the form that agrees with the noun's number
    [{tip} tip; {bonus} bonus]    clauses, each said only where its nouns are something, joined as a list
    [{gives}; {pays} | nothing]   and what is said where no clause is left
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter

GROUP = re.compile(r"\[([^]]*)\]")
OTHERWISE = re.compile(r"\|(?![^{}]*\})")  # a bar that does not stand between the forms of a noun
BEGINS = re.compile(r"((?:^|[.!?] )\[?)\{(\w+)\}")  # a noun that begins a sentence
CAPITAL = "^"
DOUBLED = re.compile(r"(?<=[.!?…])\.(?=\s|$)")  # a title that ends in a stop needs no other


@dataclass(frozen=True, slots=True)
class Said:
    """A noun in words, with what a sentence must know of it."""

    word: str
    count: int = 1
    empty: bool = False  # nobody, nothing, no money: a clause about it is left out
    own: bool = False  # a name that somebody has chosen: it is spelled as its owner spells it

    def __format__(self, form: str) -> str:
        if form == CAPITAL:
            return self.word if self.own else capital(self.word)
        one, _, many = form.partition("|")
        return (one if abs(self.count) == 1 else many) if form else self.word


@dataclass(frozen=True, slots=True)
class Group:
    """Clauses with the nouns of each, and what is said where none of them is left."""

    clauses: tuple[tuple[str, tuple[str, ...]], ...]
    otherwise: str


def sentence(template: str, words: Mapping[str, Said]) -> str:
    """A template with its nouns, in good English."""
    line = "".join(_told(part, words) for part in _parts(template))
    begins_own = line[:1].islower() and any(
        said.own and line.startswith(said.word) for said in words.values()
    )
    return stopped(line if begins_own else capital(line))


def _told(part: str | Group, words: Mapping[str, Said]) -> str:
    if isinstance(part, str):
        return part.format_map(words)
    kept = [clause for clause, nouns in part.clauses if not any(words[noun].empty for noun in nouns)]
    return listed([clause.format_map(words) for clause in kept]) if kept else part.otherwise.format_map(words)


@cache
def _parts(template: str) -> tuple[str | Group, ...]:
    """Plain parts and groups in turn."""
    parts = GROUP.split(BEGINS.sub(rf"\1{{\2:{CAPITAL}}}", template))
    return tuple(_group(part) if i % 2 else part for i, part in enumerate(parts) if part)


def _group(written: str) -> Group:
    first, *otherwise = OTHERWISE.split(written)
    clauses = first.split(";")
    if otherwise or len(clauses) > 1:
        clauses = [clause.strip() for clause in clauses]
    return Group(tuple((clause, _nouns(clause)) for clause in clauses), "".join(otherwise).strip())


def _nouns(clause: str) -> tuple[str, ...]:
    return tuple(noun for _, noun, _, _ in Formatter().parse(clause) if noun)


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
    return DOUBLED.sub("", line)
