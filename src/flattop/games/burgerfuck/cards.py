"""The cards: a standard deck as numbers, and what the rules ask of a card again and again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from flattop.kernel import BadDeck
from flattop.kernel.data import read, record, records

HOUSE_DECK = Path(__file__).with_name("cards.toml")
SCHEMA = 1
SUIT_KEYS = "SHDC"
RANK_KEYS = "A23456789TJQK"
SUITS, RANKS = len(SUIT_KEYS), len(RANK_KEYS)
JOKER = SUITS * RANKS  # BF-R19: all Jokers are one identity
CARDS = JOKER + 1
NO_SUIT = SUITS
TOP_VALUE = 20  # of a card in a deck of one's own
UNPAYABLE = 1000  # BF-R19: a Joker has no value, so nothing pays for its burning

Burning = Literal["fewest_draw", "exchange", "take_tokens", "others_draw"]


@dataclass(frozen=True, slots=True)
class Suit:
    key: str
    name: str
    sign: str
    colour: Literal["black", "red"]
    burn: Burning  # what a burned card of the suit does
    basis: Literal["book", "public", "house"]


@dataclass(frozen=True, slots=True)
class Rank:
    key: str
    name: str
    sign: str
    value: int
    basis: Literal["book", "public", "house"]
    ranked: int = 0  # for Bribes under `bribe_values=ranked`, where it differs (BF-R17)
    face: bool = False
    effect: Literal["", "concert"] = ""


@dataclass(frozen=True, slots=True)
class Joker:
    name: str
    sign: str
    per_deck: int
    basis: Literal["book", "public", "house"]


@dataclass(frozen=True)
class Pack:
    """A card is a number: suit × 13 + rank, and 52 for a Joker; equal cards are one number (BF-14)."""

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    joker: Joker

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """What each card is called, short."""
        return (*[rank.sign + suit.sign for suit in self.suits for rank in self.ranks], self.joker.name)

    @cached_property
    def one_deck(self) -> tuple[int, ...]:
        """Fifty-two cards and the Jokers that every deck brings (BF-02)."""
        return (*range(JOKER), *[JOKER] * self.joker.per_deck)

    @cached_property
    def suit_of(self) -> tuple[int, ...]:
        return (*[card // RANKS for card in range(JOKER)], NO_SUIT)

    @cached_property
    def value(self) -> tuple[int, ...]:
        """The Orbs that a burning costs, and the size of its effect (BF-49)."""
        return (*[rank.value for _ in self.suits for rank in self.ranks], UNPAYABLE)

    @cached_property
    def is_face(self) -> tuple[bool, ...]:
        return (*[rank.face for _ in self.suits for rank in self.ranks], False)

    @cached_property
    def opens_concert(self) -> tuple[bool, ...]:
        return (*[rank.effect == "concert" for _ in self.suits for rank in self.ranks], False)

    @cached_property
    def aces(self) -> tuple[int, ...]:
        """The card of each suit that goes on Stage."""
        return tuple(card for card in range(JOKER) if self.opens_concert[card])

    @cached_property
    def twins(self) -> tuple[tuple[int, ...], ...]:
        """For each top card those that may strike it: same rank, same colour; none for a Joker (BF-61)."""
        return (*[tuple(c for c in range(JOKER) if self._twin(c, top)) for top in range(JOKER)], ())

    def _twin(self, card: int, top: int) -> bool:
        same_rank = card % RANKS == top % RANKS
        return same_rank and self.suits[card // RANKS].colour == self.suits[top // RANKS].colour

    @cached_property
    def bribes(self) -> dict[tuple[str, int], tuple[tuple[int, ...], ...]]:
        """By reading of the rules: the Bribe for each top card and each card on it (BF-R17)."""
        return {
            (values, least): tuple(
                tuple(self._bribe(top, card, values, least) for card in range(CARDS)) for top in range(CARDS)
            )
            for values in ("ten", "ranked")
            for least in (0, 1)
        }

    def _bribe(self, top: int, card: int, values: str, least: int) -> int:
        if JOKER in (top, card):  # BF-29, BF-30
            return 0
        if top // RANKS == card // RANKS or top % RANKS == card % RANKS:  # BF-26
            return 0
        return max(least, abs(self._bribe_value(top, values) - self._bribe_value(card, values)))

    def _bribe_value(self, card: int, values: str) -> int:
        rank = self.ranks[card % RANKS]
        return rank.ranked or rank.value if values == "ranked" else rank.value


def load(path: Path | None = None) -> Pack:
    """The standard deck, or a file of the user's own with other names and values."""
    return _house() if path is None else _checked(path)


@cache
def _house() -> Pack:
    return _checked(HOUSE_DECK)


def _checked(path: Path) -> Pack:
    raw, file = read(path), path.name
    if unknown := sorted(raw.keys() - {"schema", "key", "joker", "suit", "rank"}):
        raise BadDeck(f"{file}: unknown table {unknown[0]!r}")
    if raw.get("schema") != SCHEMA:
        raise BadDeck(f"{file}: schema: {raw.get('schema')!r}, this game reads {SCHEMA}")
    joker = record(Joker, raw.get("joker"), f"{file}: joker")
    pack = Pack(records(Suit, raw, "suit", file), records(Rank, raw, "rank", file), joker)
    _check_order(pack, file)
    _check_suits(pack, file)
    _check_ranks(pack, file)
    return pack


def _check_order(pack: Pack, file: str) -> None:
    """Suits and ranks are all there, in the order that gives every card its number."""
    lists: tuple[tuple[str, str, Any], ...] = (
        ("suit", SUIT_KEYS, pack.suits),
        ("rank", RANK_KEYS, pack.ranks),
    )
    for table, keys, found in lists:
        if [entry.key for entry in found] != list(keys):
            raise BadDeck(f"{file}: {table}: the keys must be {' '.join(keys)}, in this order")
    if pack.joker.per_deck != 2:  # BF-02
        raise BadDeck(f"{file}: joker.per_deck: {pack.joker.per_deck}, every deck brings 2")


def _check_suits(pack: Pack, file: str) -> None:
    if [suit.colour for suit in pack.suits].count("red") != 2:
        raise BadDeck(f"{file}: suit: two suits are black and two are red")
    if len({suit.burn for suit in pack.suits}) != SUITS:
        raise BadDeck(f"{file}: suit: each suit has a burning of its own")


def _check_ranks(pack: Pack, file: str) -> None:
    for i, rank in enumerate(pack.ranks):
        if not 1 <= rank.value <= TOP_VALUE or not 0 <= rank.ranked <= TOP_VALUE:
            raise BadDeck(f"{file}: rank[{i}] {rank.key}: values go from 1 to {TOP_VALUE}")
        if rank.face and rank.effect:
            raise BadDeck(f"{file}: rank[{i}] {rank.key}: a face card has no effect of its own")
    if [rank.effect for rank in pack.ranks].count("concert") != 1:  # one place per suit on Stage
        raise BadDeck(f"{file}: rank: exactly one rank opens Concerts")


def card_sign(pack: Pack, card: int) -> str:
    return pack.signs[card]


NAMERS = {
    "card": card_sign,
    "burned": card_sign,  # lies open while it burns; a Resurrection may take it before anyone is asked again
}
