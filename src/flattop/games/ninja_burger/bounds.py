"""Numbers within bounds, words that are known: what every check of a deck file rests on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flattop.games.ninja_burger.schema import Alternative
from flattop.kernel import BadDeck, nearest

if TYPE_CHECKING:
    from flattop.games.ninja_burger.cards import Pack

UNIT = 50


def between(value: int, low: int, high: int, where: str) -> None:
    """A number within its bounds."""
    if not low <= value <= high:
        wanted = f"there must be {low}" if low == high else f"it must be from {low} to {high}"
        raise BadDeck(f"{where}: {value}, {wanted}")


def one_of(word: str, words: Iterable[str], where: str) -> None:
    """A reference to something that exists."""
    known = list(words)
    if word not in known:
        raise BadDeck(f"{where}: {word!r} is none of {', '.join(known)}{nearest(word, known)}")


def dollars(value: int, low: int, where: str) -> None:
    """An amount of money, in whole tokens (NB-02)."""
    between(value, low, 1000, where)
    if value % UNIT:
        raise BadDeck(f"{where}: {value} is not a multiple of {UNIT}")


def known_skills(pack: Pack) -> list[str]:
    return [*pack.skills.basic, *pack.skills.extra, pack.skills.default]


def check_alternatives(found: tuple[Alternative, ...], pack: Pack, where: str) -> None:
    """One roll: a choice of different skills."""
    between(len(found), 1, 4, f"{where}.any")
    if len({alternative.skill for alternative in found}) < len(found):
        raise BadDeck(f"{where}.any: a skill stands there twice")
    for k, alternative in enumerate(found):
        one_of(alternative.skill, known_skills(pack), f"{where}.any[{k}].skill")
        between(alternative.mod, -9, 9, f"{where}.any[{k}].mod")
