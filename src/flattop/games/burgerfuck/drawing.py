"""Drawing cards, and Deck Resurrection when there is none to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable


def draw_cards(t: BurgerfuckTable, entity: Seat, count: int, why: str) -> int:
    """Each draw is tried separately; what cannot be drawn is lost (BF-R35)."""
    hand = t.hands[entity] if entity >= 0 else t.table_hand
    before = len(hand)
    for _ in range(count):
        if not t.deck and not resurrect_deck(t):
            break
        hand.append(t.deck.pop())
    t.reveals += 1
    drawn = len(hand) - before
    if t.events is not None and count:
        tell_draw(t, entity, drawn, why)
    return drawn


def tell_draw(t: BurgerfuckTable, entity: Seat, drawn: int, why: str) -> None:
    t.tell("drew", entity, drawn, why)
    if drawn and entity >= 0:
        t.whisper(entity, "got", tuple(t.hands[entity][-drawn:]))


def resurrect_deck(t: BurgerfuckTable) -> bool:
    """All but the top card of the Play Pile and all of the Landfill make a new Deck (BF-63 to BF-65)."""
    cards = t.play_pile[:-1] + t.card_disposal
    if not cards:
        return False
    t.tell("resurrected", len(cards))
    t.deck = t.chance.shuffled(cards)[::-1]
    t.play_pile = t.play_pile[-1:]
    t.card_disposal = []
    return True
