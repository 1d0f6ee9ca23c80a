"""Chips and words: what lies in a zone, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import shorten
from typing import Any, NamedTuple

from flattop.kernel import EVERYONE, HIDDEN, VACANT, Seat, seat_names
from flattop.match import Observation

INK, CARD, BACK = "#2A211A", "#FFFDF8", "#C9BDA6"
FOODS = {
    "salad": ("#3B7F2C", "#FFFFFF"),
    "sauce": ("#C02A1C", "#FFFFFF"),
    "meat": ("#6E3E22", "#FFFFFF"),
    "cheese": ("#F2B322", "#332000"),
    "bun": ("#DFB36F", "#3B2608"),
}  # ground, and the letters on it
MOST = 30  # chips of one pile
LONG = 32  # letters of one chip
CLOSED = "face down"
Words = str


class Chip(NamedTuple):
    """A card, or several of the same; a card with two ends has two colours."""

    words: str
    colours: tuple[str, ...]
    ink: str = INK


class Piece(NamedTuple):
    """One zone: its words, and rows of chips under them."""

    words: Words
    rows: list[list[Chip]]


def pieces(obs: Observation, owner: Seat | None) -> list[Piece]:
    """What belongs to all, or to one seat, zone by zone."""
    return [*_pieces(obs, owner)]


def _pieces(obs: Observation, owner: Seat | None) -> Iterator[Piece]:
    text, people = obs.game.text, seat_names(obs.seats)
    for name, value in obs.view.items():
        zone, said = obs.game.zones[name], text.zones.get(name)
        if said is None or said.hidden or zone.per_seat != (owner is not None):
            continue
        own = value[owner] if owner is not None and value else value
        if said.kind in text.namers and isinstance(own, list):
            piles = [*rows(obs, said.kind, own)]
            yield Piece(f"{said.title}:" if piles else f"{said.title}: none", piles)
        else:
            yield Piece(" ".join(text.state({name: own}, {name: EVERYONE}, obs.pack, people)), [])


def rows(obs: Observation, kind: str, value: list[Any]) -> Iterator[list[Chip]]:
    """Every pile in a row of its own."""
    if any(isinstance(inner, list) for inner in value):
        for inner in value:
            yield from rows(obs, kind, inner)
    elif pile := chips(obs, kind, value):
        yield pile


def chips(obs: Observation, kind: str, pile: Iterable[int]) -> list[Chip]:
    """A pile from the bottom up, equal neighbours together; of a tall one the top."""
    named = groupby(_chip(obs, kind, card) for card in pile if card != VACANT)
    shown = [chip._replace(words=_times(chip.words, len([*same]))) for chip, same in named]
    more = len(shown) - MOST
    return ([Chip(f"{more} more below", (CARD,))] if more > 0 else []) + shown[-MOST:]


def _times(words: str, times: int) -> str:
    if words == CLOSED:
        return f"{times} {words}"
    return words if times == 1 else f"{words} ({times})"


def _chip(obs: Observation, kind: str, card: int) -> Chip:
    if card == HIDDEN:
        return Chip(CLOSED, (BACK,))
    words = obs.game.text.noun(kind, card, obs.pack, seat_names(obs.seats))
    foods = _foods(obs.pack, kind, card)
    if len(foods) == 1:
        ground, ink = FOODS[foods[0]]
        return Chip(shorten(words, LONG, placeholder=" ..."), (ground,), ink)
    return Chip(shorten(words, LONG, placeholder=" ..."), (CARD, *[FOODS[food][0] for food in foods]))


def _foods(pack: Any, kind: str, card: int) -> list[str]:
    """What is on a card of the Burger Up family: one food on an end, two on a whole card."""
    types = getattr(pack, "type_of", ())
    if not types or kind not in ("card", "face", "end"):
        return []
    ends = [types[card]] if kind != "card" else [types[2 * card], types[2 * card + 1]]
    return [food for food in dict.fromkeys(ends) if food in FOODS]
