"""The cards: a standard deck as numbers, and lookup tables for the rules."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from flattop.kernel.deck import UNIQUE, Basis, Deck, Loader, demand, in_order, part_of
from flattop.kernel.toml import Entry, convert

SUIT_KEYS = "SHDC"
RANK_KEYS = "A23456789TJQK"
SUITS, RANKS = len(SUIT_KEYS), len(RANK_KEYS)
JOKER = SUITS * RANKS  # BF-R19: all Jokers are the same card
CARDS = JOKER + 1
NO_SUIT = SUITS
TOP_VALUE = 20  # highest value allowed in a custom deck
UNPAYABLE = 1000  # BF-R19: a Joker has no value, so it cannot be burned


class Suit(Entry, frozen=True):
    key: str
    name: str
    sign: str
    colour: Literal["black", "red"]
    burn: Annotated[Literal["fewest_draw", "exchange", "take_tokens", "others_draw"], UNIQUE]
    basis: Basis


class Rank(Entry, frozen=True):
    key: str
    name: str
    sign: str
    value: Annotated[int, Meta(ge=1, le=TOP_VALUE)]
    basis: Basis
    ranked: Annotated[int, Meta(ge=0, le=TOP_VALUE)] = 0  # with `bribe_values=ranked` (BF-R17)
    face: bool = False
    effect: Literal["", "concert"] = ""

    def __post_init__(self) -> None:
        demand(not (self.face and self.effect), ".effect", "a face card has no effect of its own")


class Joker(Entry, frozen=True):
    name: str
    sign: str
    per_deck: Literal[2]  # BF-02
    basis: Basis


class Printed(Entry, frozen=True):
    """A card as printed, with suit and rank together."""

    name: str
    suit: str = ""
    colour: str = ""
    value: int = 0
    ranked: int = 0
    face: bool = False
    effect: str = ""
    burn: str = ""


class Pack(Entry, frozen=True, dict=True, rename={"suits": "suit", "ranks": "rank"}):
    """A card is a number: suit × 13 + rank, and 52 for a Joker; equal cards are one number (BF-14)."""

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    joker: Joker

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """The short name of each card."""
        return (*[rank.sign + suit.sign for suit in self.suits for rank in self.ranks], self.joker.name)

    @cached_property
    def printed(self) -> tuple[Printed, ...]:
        """The printed values of each card."""
        cards = [
            Printed(
                name=f"{rank.name} of {suit.name}",
                suit=suit.name,
                colour=suit.colour,
                value=rank.value,
                ranked=rank.ranked or rank.value,
                face=rank.face,
                effect=rank.effect,
                burn=suit.burn,
            )
            for suit in self.suits
            for rank in self.ranks
        ]
        return (*cards, Printed(self.joker.name))

    @cached_property
    def one_deck(self) -> tuple[int, ...]:
        """The 52 cards and the Jokers of one deck (BF-02)."""
        return (*range(JOKER), *[JOKER] * self.joker.per_deck)

    @cached_property
    def suit_of(self) -> tuple[int, ...]:
        return (*[card // RANKS for card in range(JOKER)], NO_SUIT)

    @cached_property
    def burn_of(self) -> tuple[str, ...]:
        """The burn power of each card, by its suit (BF-49)."""
        return tuple(suit.burn for suit in self.suits for _ in self.ranks)

    @cached_property
    def value(self) -> tuple[int, ...]:
        """The Orbs that burning each card costs, and the size of its effect (BF-49)."""
        return (*[rank.value for _ in self.suits for rank in self.ranks], UNPAYABLE)

    @cached_property
    def is_face(self) -> tuple[bool, ...]:
        return (*[rank.face for _ in self.suits for rank in self.ranks], False)

    @cached_property
    def opens_concert(self) -> tuple[bool, ...]:
        return (*[rank.effect == "concert" for _ in self.suits for rank in self.ranks], False)

    @cached_property
    def aces(self) -> tuple[int, ...]:
        """The card of each suit that is put on Stage."""
        return tuple(card for card in range(JOKER) if self.opens_concert[card])

    @cached_property
    def twins(self) -> tuple[tuple[int, ...], ...]:
        """For each top card, the cards that may strike it: same rank and colour; none for a Joker (BF-61)."""
        looks = [(card % RANKS, self.suits[card // RANKS].colour) for card in range(JOKER)]
        return (*[tuple(card for card in range(JOKER) if looks[card] == look) for look in looks], ())

    @cached_property
    def bribes(self) -> dict[tuple[str, int], tuple[tuple[int, ...], ...]]:
        """The Bribe for each top card and each card on it, by `bribe_values` and `bribe_min` (BF-R17)."""

        def bribe(top: int, card: int, values: str, least: int) -> int:
            if JOKER in (top, card):  # BF-29, BF-30
                return 0
            if top // RANKS == card // RANKS or top % RANKS == card % RANKS:  # BF-26
                return 0
            return max(least, abs(self._bribe_value(top, values) - self._bribe_value(card, values)))

        return {
            (values, least): tuple(
                tuple(bribe(top, card, values, least) for card in range(CARDS)) for top in range(CARDS)
            )
            for values in ("ten", "ranked")
            for least in (0, 1)
        }

    def _bribe_value(self, card: int, values: str) -> int:
        rank = self.ranks[card % RANKS]
        return rank.ranked or rank.value if values == "ranked" else rank.value


class BurgerfuckDeck(Pack, Deck, frozen=True):
    """The deck file as written: the standard deck, or one with other names and values."""

    schema: Literal[1]
    key: str = ""

    def check(self) -> None:
        in_order((suit.key for suit in self.suits), SUIT_KEYS, "suit")
        in_order((rank.key for rank in self.ranks), RANK_KEYS, "rank")
        reds = sum(suit.colour == "red" for suit in self.suits)
        demand(reds == 2, "suit", "two suits are black and two are red")
        stages = sum(rank.effect == "concert" for rank in self.ranks)  # one place per suit on Stage
        demand(stages == 1, "rank", "exactly one rank opens Concerts")


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(BurgerfuckDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)


def card_sign(pack: Pack, card: int) -> str:
    return pack.signs[card]


NAMERS = {
    "card": card_sign,
    "burned": card_sign,  # public while it burns, although a Resurrection may take it before the next option
}
