"""Lookup of things by name: rules, cards, zones, seats and options, as sentences from one snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flattop.kernel import Action, Rule, Seat, typed_number
from flattop.kernel.text.describe import Describer
from flattop.match import Match, Snapshot
from flattop.match.snapshot import Choice

Card = tuple[str, Any]  # a kind of card, and the card

SHORT_WORD = 3  # a shorter search word must match a whole word


# -- rules


def matching_rules(rules: Sequence[Rule], words: str) -> list[Rule]:
    """Return the rule with this id, or else the rules that contain all the words."""
    wanted = words.casefold().split()
    exact = [rule for rule in rules if [rule.id.casefold()] == wanted]
    return exact or [rule for rule in rules if all(rule_contains(rule, word) for word in wanted)]


def rule_contains(rule: Rule, word: str) -> bool:
    """Return whether a word of the rule begins with the search word."""
    own = re.findall(r"\w[\w'’]*", f"{rule.id} {rule.section} {rule.text}".casefold())
    if len(word) < SHORT_WORD:
        return word in own
    return any(candidate.startswith(word) for candidate in [*own, rule.id.casefold()])


# -- everything in a snapshot


class Lookup:
    """Describes the things of one snapshot.  It knows the snapshot, the deck and the texts, not the table."""

    def __init__(self, describer: Describer, snapshot: Snapshot) -> None:
        self.describer, self.snapshot = describer, snapshot
        self.choices: list[Choice] = snapshot["options"] + snapshot["anytime"]

    @classmethod
    def of(cls, match: Match, snapshot: Snapshot) -> Lookup:
        pack, people = match.table.pack, match.people
        return cls(match.game.describer(pack, people, snapshot["view"], snapshot["seat"]), snapshot)

    def find(self, words: str) -> list[str]:
        """Return the description of what the words name.  Exact names win over parts of names.

        No words mean the whole table.
        """
        folded = words.casefold()
        if not words:
            return self.table
        number = typed_number(folded.removeprefix("option").strip()) or 0
        if 1 <= number <= len(self.choices):
            return self.option(number)
        if folded.startswith("all ") and (cards := self._cards_of_kind(words[4:])):
            return cards
        if folded in ("cards", "all cards"):
            return self.describe_cards(self.describer.cards_in_sight())
        for found in (
            self._find_named(words, exactly=True),
            self._cards_of_kind(words),
            self._find_named(words, exactly=False),
        ):
            if found:
                return found
        zones = ", ".join(self.describer.title(name) for name in self.describer.view)
        return [
            f"there is nothing called {words!r} here; look at a seat, a card, an option or one of: {zones}"
        ]

    def _find_named(self, words: str, exactly: bool) -> list[str]:
        return self._seat(words, exactly) or self._zone(words, exactly) or self._card(words, exactly)

    @cached_property
    def table(self) -> list[str]:
        return [line.words for line in self.describer.table()]

    def _seat(self, words: str, exactly: bool) -> list[str]:
        """Describe the zones of a seat, with every card in them."""
        seats = [seat for seat, name in enumerate(self.describer.people) if matches(words, name, exactly)]
        seat: Seat | None = seats[0] if seats else None
        if words.casefold() in ("me", "you"):
            seat = self.snapshot["seat"]
        if seat is None:
            return []
        zones = [name for name, zone in self.describer.zones.items() if zone.per_seat]
        lines = [line for name in zones for line in self.describer.zone(name) if line.owner == seat]
        return list(dict.fromkeys(line.words for line in lines if line.words))

    def _zone(self, words: str, exactly: bool) -> list[str]:
        """Describe the zones of that name, then every card in them."""
        lines: list[str] = []
        cards: list[Card] = []
        for name in self.describer.view:
            titles = (name.replace("_", " "), self.describer.title(name))
            if any(matches(words, title, exactly) for title in titles):
                zone_lines = [line.words for line in self.describer.zone(name) if line.words]
                lines += zone_lines or [f"{self.describer.title(name)}: nothing."]
                cards += self.describer.cards_in_sight(name)
        return list(dict.fromkeys(lines)) + self.describe_cards(cards)

    # -- cards

    def describe_cards(self, cards: Iterable[Card]) -> list[str]:
        return self.describer.named_cards(cards)

    def card_name(self, kind: str, noun: Any) -> str:
        return self.describer.formatter.noun(noun, kind)

    def _card(self, words: str, exactly: bool) -> list[str]:
        """Describe the cards of that name that are in sight, or else those of the deck."""
        for cards in (self.describer.cards_in_sight(), self.deck()):
            named = [card for card in cards if matches(words, self.card_name(*card), exactly)]
            if named:
                return self.describe_cards(named)
        return []

    def deck(self) -> list[Card]:
        """Return every card of the game, in sight or not."""
        return [card for kind in self.describer.descriptions.card for card in self.cards_of(kind)]

    def cards_of(self, kind: str) -> list[Card]:
        return [(kind, noun) for noun in self.describer.nouns(kind)]

    def _cards_of_kind(self, words: str) -> list[str]:
        kinds = [kind for kind in self.describer.descriptions.card if matches(words, kind, exactly=True)]
        return [line for kind in kinds for line in self.describe_cards(self.cards_of(kind))]

    # -- options

    def options(self) -> list[str]:
        """Describe every option in one line."""
        return [" ".join(self.option(number)) for number in range(1, len(self.choices) + 1)]

    def option(self, number: int) -> list[str]:
        """Describe an option, counted from 1: its label, its effect and the cards that it names."""
        action, label = self.choices[number - 1]
        effect = self.describer.option(action)
        cards = self.describe_cards(self.describer.cards_of(action))
        return [f"{number}. {label}.", *filter(None, [effect]), *cards]


def matches(words: str, name: str, exactly: bool) -> bool:
    """Return whether the words name the thing.  Singular and plural are the same."""
    typed, name = words.casefold().removesuffix("s"), name.casefold()
    return typed == name.removesuffix("s") if exactly else len(typed) > 1 and typed in name


# -- pages of cards


class CardText(NamedTuple):
    """A card or an option, and its description."""

    name: str
    text: str


def option_and_cards(lookup: Lookup, action: Action | None) -> list[CardText]:
    """Return the option and the cards that it names."""
    label = next((label for known, label in lookup.choices if known == action), "")
    if action is None or not label:
        return []
    describer = lookup.describer
    return [CardText(label, describer.option(action)), *card_texts(lookup, describer.cards_of(action))]


def card_texts(lookup: Lookup, cards: Iterable[Card]) -> list[CardText]:
    """Return the descriptions of cards, without duplicates and without cards that have no text."""
    texts = [CardText(lookup.card_name(*card), lookup.describer.card(*card)) for card in cards]
    return list(dict.fromkeys(card for card in texts if card.text))


def matching_cards(cards: Sequence[CardText], words: str) -> list[CardText]:
    """Return the cards that contain all the words in their names or texts."""
    wanted = words.casefold().split()
    return [card for card in cards if all(word in f"{card.name} {card.text}".casefold() for word in wanted)]
