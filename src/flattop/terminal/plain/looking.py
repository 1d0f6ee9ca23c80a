"""Looking around: the whole table, a zone, a seat, a card or an option in full sentences, from one sheet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from flattop.kernel import Seat, typed_number
from flattop.kernel.text.describe import Describer
from flattop.match import Snapshot
from flattop.match.snapshot import Choice

Named = tuple[str, Any]  # a kind of card, and which one


class Looking:
    """What one seat is told when it asks; a sheet and the deck are all that it knows."""

    def __init__(self, describer: Describer, snapshot: Snapshot) -> None:
        self.describer, self.snapshot = describer, snapshot
        self.choices: list[Choice] = snapshot["options"] + snapshot["anytime"]

    def at(self, words: str) -> list[str]:
        """What the words mean: nothing is the whole table, and exact names go before parts of names."""
        if not words:
            return self.table
        if option := self._option(words):
            return option
        if words.casefold().startswith("all ") and (whole := self._of_kind(words[4:])):
            return whole
        if words.casefold() in ("cards", "all cards"):
            return self.cards(self.describer.cards_in_sight())
        for told in (
            self._named(words, exactly=True),
            self._of_kind(words),
            self._named(words, exactly=False),
        ):
            if told:
                return told
        return [self._nothing(words)]

    def _named(self, words: str, exactly: bool) -> list[str]:
        return self._seat(words, exactly) or self._zone(words, exactly) or self._card(words, exactly)

    # -- the table

    @cached_property
    def table(self) -> list[str]:
        return [told.words for told in self.describer.table()]

    def _seat(self, words: str, exactly: bool) -> list[str]:
        people = self.describer.people
        own = self.snapshot["seat"] if words.casefold() in ("me", "you") else None
        seats = [seat for seat, name in enumerate(people) if is_meant(words, name, exactly)]
        return self._place(seats[0] if own is None else own) if seats or own is not None else []

    def _place(self, seat: Seat) -> list[str]:
        """All that is before one seat, and every card that lies there."""
        zones = [name for name, zone in self.describer.zones.items() if zone.per_seat]
        told = [said for name in zones for said in self.describer.zone(name) if said.owner == seat]
        return unique(said.words for said in told if said.words)

    def _zone(self, words: str, exactly: bool) -> list[str]:
        """The zones of that name, and then every card in them in full."""
        names = [name for name in self.describer.view if self._is_called(name, words, exactly)]
        lines = unique(line for name in names for line in self._zone_lines(name))
        cards = [card for name in names for card in self.describer.cards_in_sight(name)]
        return lines + self.cards(cards)

    def _zone_lines(self, name: str) -> list[str]:
        told = [said.words for said in self.describer.zone(name) if said.words]
        return told or [f"{self.describer.title(name)}: nothing."]

    def _is_called(self, zone: str, words: str, exactly: bool) -> bool:
        names = (zone.replace("_", " "), self.describer.title(zone))
        return any(is_meant(words, name, exactly) for name in names)

    # -- cards

    def cards(self, cards: Iterable[Named]) -> list[str]:
        """Each of them in full."""
        return self.describer.named_cards(cards)

    def name(self, kind: str, noun: Any) -> str:
        return self.describer.formatter.noun(noun, kind)

    def _card(self, words: str, exactly: bool) -> list[str]:
        """Cards of that name: those in sight, or else any of the deck."""
        for cards in (self.describer.cards_in_sight(), self.deck()):
            named = [card for card in cards if is_meant(words, self.name(*card), exactly)]
            if named:
                return self.cards(named)
        return []

    def deck(self) -> list[Named]:
        """Every card that there is, in sight or not."""
        return [card for kind in self.describer.descriptions.card for card in self.kind(kind)]

    def kind(self, kind: str) -> list[Named]:
        return [(kind, noun) for noun in self.describer.nouns(kind)]

    def _of_kind(self, words: str) -> list[str]:
        kinds = [kind for kind in self.describer.descriptions.card if is_meant(words, kind, exactly=True)]
        return [line for kind in kinds for line in self.cards(self.kind(kind))]

    # -- options

    def options(self) -> list[str]:
        """What can be done now, and what each of it does, costs and brings."""
        return [" ".join(self.option(number)) for number in range(1, len(self.choices) + 1)]

    def option(self, number: int) -> list[str]:
        action, label = self.choices[number - 1]
        told = self.describer.option(action)
        return [f"{number}. {label}.", *filter(None, [told]), *self.cards(self.describer.cards_of(action))]

    def _option(self, words: str) -> list[str]:
        number = typed_number(words.casefold().removeprefix("option").strip()) or 0
        return self.option(number) if 1 <= number <= len(self.choices) else []

    def _nothing(self, words: str) -> str:
        zones = ", ".join(self.describer.title(name) for name in self.describer.view)
        return f"there is nothing called {words!r} here; look at a seat, a card, an option or one of: {zones}"


def is_meant(words: str, name: str, exactly: bool) -> bool:
    """Whether somebody who says the words means the name; one or many makes no difference."""
    said, called = words.casefold().removesuffix("s"), name.casefold()
    return said == called.removesuffix("s") if exactly else len(said) > 1 and said in called


def unique(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(lines))
