"""Cards to be read: each by its name with all that is printed on it, in the words of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flattop.kernel import Action
from flattop.match import Match, Snapshot
from flattop.terminal.plain.looking import Looking


@dataclass(frozen=True, slots=True)
class AddressedEvent:
    """A card, or an option, and what is to be said about it."""

    name: str
    words: str


def looking(match: Match, snapshot: Snapshot) -> Looking:
    """What can be said about a sheet, and nothing that it does not hold."""
    return Looking(
        match.game.describer(match.table.pack, match.people, snapshot["view"], snapshot["seat"]), snapshot
    )


def under_cursor(match: Match, snapshot: Snapshot, action: Action | None) -> list[AddressedEvent]:
    """What an option does, and the cards that it names."""
    eyes = looking(match, snapshot)
    label = next((words for known, words in eyes.choices if known == action), "")
    if action is None or not label:
        return []
    does = eyes.describer.option(action)
    return [AddressedEvent(label, does), *_told(eyes, eyes.describer.cards_of(action))]


def in_sight(match: Match, snapshot: Snapshot) -> list[AddressedEvent]:
    """Every card that lies open on the table, or is the own."""
    eyes = looking(match, snapshot)
    return _told(eyes, eyes.describer.cards_in_sight())


def whole_deck(match: Match, snapshot: Snapshot) -> list[AddressedEvent]:
    """Every card that there is, in sight or not."""
    eyes = looking(match, snapshot)
    return _told(eyes, eyes.deck())


def _told(eyes: Looking, cards: Iterable[tuple[str, Any]]) -> list[AddressedEvent]:
    """Each that has words of its own, and equal ones once."""
    told = [AddressedEvent(eyes.name(*card), eyes.describer.card(*card)) for card in cards]
    return list(dict.fromkeys(card for card in told if card.words))


def speaking_of(cards: Sequence[AddressedEvent], words: str) -> list[AddressedEvent]:
    """The cards that hold all the words, in their names or in what is printed on them."""
    wanted = words.casefold().split()
    return [card for card in cards if all(word in f"{card.name} {card.words}".casefold() for word in wanted)]
