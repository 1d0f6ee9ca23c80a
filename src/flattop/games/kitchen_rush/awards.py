"""Awards: one for every threshold at or below the marker, from the top of their deck (KR-86 to KR-88)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.scoring import awards_due

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

AWARDS_FROM = 7


def count_awards(t: KitchenTable) -> None:
    """Several may come or go in one shift; the last got is the first returned."""
    if t.number < AWARDS_FROM:
        return
    hats = t.pack.hats(t.scenario.reputation_board, t.seats)
    due = awards_due(t.reputation, hats, t.pack.numbers.max_awards)
    while len(t.awards) > due:
        return_award(t)
    while len(t.awards) < due and t.awards_deck:
        win_award(t)


def win_award(t: KitchenTable) -> None:
    t.awards.append(t.awards_deck.pop(0))
    t.seen_awards = max(0, t.seen_awards - 1)
    t.reveal()
    t.accounts.append(("award", t.awards[-1], 0, 0))
    t.tell("award", t.awards[-1])


def return_award(t: KitchenTable) -> None:
    """Back on top of its deck, where everybody knows it."""
    card = t.awards.pop()
    t.awards_deck.insert(0, card)
    t.seen_awards += 1
    t.accounts.append(("award_lost", card, 0, 0))
    t.tell("award_lost", card)
