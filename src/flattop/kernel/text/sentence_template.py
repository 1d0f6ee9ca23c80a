"""Sentence templates of `text.toml`: pluralization, capital letters, lists and optional clauses.

A template may contain

    {card}                        a noun; with a capital letter at the beginning of a sentence
    {cards:is|are}                the form that agrees with the noun in number
    [{tip} tip; {bonus} bonus]    clauses joined as a list; a clause is left out if one of its nouns is empty
    [{gives}; {pays} | nothing]   and the text used if all clauses are left out
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
OTHERWISE = re.compile(r"\|(?![^{}]*\})")  # a bar outside braces; inside it separates the forms of a noun
BEGINS = re.compile(r"((?:^|[.!?] )\[?)\{(\w+)\}")  # a noun at the beginning of a sentence
CAPITAL = "^"  # the form of a noun with a capital letter
ENDS = frozenset(".!?…")
DOUBLED = re.compile(r"(?<=[.!?…])\.(?=\s|$)")  # a full stop after a title that ends in a stop
DOUBLE_STOPS = ("..", "!.", "?.", "….")  # searching for these is much faster than DOUBLED


class NounPhrase(NamedTuple):
    """A noun as text, with what a sentence must know about it."""

    text: str
    number: int = 1
    empty: bool = False  # a clause with this noun is left out
    is_name: bool = False  # a name chosen by a player: its spelling is never changed

    def in_form(self, form: str) -> str:
        """Return the noun, or the word that agrees with it, in the form that a template asks for."""
        if not form:
            return self.text
        if form == CAPITAL:
            return self.text if self.is_name else capital(self.text)
        singular, _, plural = form.partition("|")
        return singular if abs(self.number) == 1 else plural


BLANK = NounPhrase("…", number=2)


class Piece(NamedTuple):
    """Literal text, followed by a noun in some form if `noun` is not None."""

    literal: str
    noun: str | None
    form: str


Clause = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Optional clauses, each with the names of its nouns, and the clause used if all are left out."""

    clauses: tuple[tuple[Clause, tuple[str, ...]], ...]
    otherwise: Clause


def sentence(template: str, nouns: Mapping[str, NounPhrase]) -> str:
    """Fill a template with its nouns."""
    texts: list[str] = []
    for part in _parsed(template):
        if isinstance(part, tuple):
            texts.append(_filled(part, nouns))
            continue
        kept = [clause for clause, names in part.clauses if not any(nouns[name].empty for name in names)]
        texts.append(
            listed([_filled(clause, nouns) for clause in kept]) if kept else _filled(part.otherwise, nouns)
        )
    line = "".join(texts)
    begins_with_name = line[:1].islower() and any(
        noun.is_name and line.startswith(noun.text) for noun in nouns.values()
    )
    return single_stops(line if begins_with_name else capital(line))


def outline(template: str) -> str:
    """Return a template with "…" in place of every noun."""
    return sentence(template, defaultdict(lambda: BLANK))


def _filled(clause: Clause, nouns: Mapping[str, NounPhrase]) -> str:
    return "".join(
        [literal + nouns[noun].in_form(form) if noun else literal for literal, noun, form in clause]
    )


@cache
def _parsed(template: str) -> tuple[Clause | Group, ...]:
    parts = GROUP.split(BEGINS.sub(rf"\1{{\2:{CAPITAL}}}", template))  # the parts at odd places are groups
    parsed: list[Clause | Group] = []
    for i, part in enumerate(parts):
        if not part:
            continue
        if i % 2 == 0:
            parsed.append(_clause(part))
            continue
        first, *otherwise = OTHERWISE.split(part)
        sources = first.split(";")
        if otherwise or len(sources) > 1:
            sources = [clause.strip() for clause in sources]
        clauses = [_clause(clause) for clause in sources]
        nouns = [tuple(piece.noun for piece in clause if piece.noun) for clause in clauses]
        parsed.append(Group(tuple(zip(clauses, nouns, strict=True)), _clause("".join(otherwise).strip())))
    return tuple(parsed)


def _clause(source: str) -> Clause:
    return tuple(Piece(literal, noun, form or "") for literal, noun, form, _ in Formatter().parse(source))


def listed(words: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben" or "Ann, Ben and Cleo"; an empty string for no words."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def people_listed(names: Sequence[str]) -> str:
    """Return the names as a list, or "nobody"."""
    return listed(names) or "nobody"


def capital(line: str) -> str:
    """Return a line with a capital first letter; the rest is unchanged."""
    return line[:1].upper() + line[1:]


def single_stops(line: str) -> str:
    """Remove a full stop that follows a title like "Burger Go!" or "The B.L.T."."""
    return DOUBLED.sub("", line) if any(map(line.__contains__, DOUBLE_STOPS)) else line
