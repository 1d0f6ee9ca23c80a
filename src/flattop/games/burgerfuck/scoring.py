"""Winning, ranking, and dividing a draw among seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.kernel import VACANT, Next, Outcome, Seat, Settings, first
from flattop.kernel import places as kernel_places

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable

USUAL_LIMIT, LIMIT_WITHOUT_GOAL = 1000, 100  # turns
BY_HAND, BY_TOKENS, BY_LIMIT = "hand", "tokens", "limit"
REASONS = {
    BY_HAND: "an empty hand",
    BY_TOKENS: "enough Large Tokens",
    BY_LIMIT: "best placed at the turn limit",
}


def shares(cards: int, takers: int) -> list[int]:
    """Divide cards evenly; the first takers get one of the remainder each (BF-51)."""
    each, over = divmod(cards, takers)
    return [each + (i < over) for i in range(takers)]


def places(hands: Sequence[int], large: Sequence[int], orbs: Sequence[int], tokens_first: bool) -> list[int]:
    """Rank by fewest cards, most Large Tokens, most Orbs; equal seats share a place (BF-R4)."""
    ranks = [
        (tokens, -cards, left) if tokens_first else (-cards, tokens, left)
        for cards, tokens, left in zip(hands, large, orbs, strict=True)
    ]
    return list(kernel_places(ranks))


def standing(t: BurgerfuckTable) -> list[int]:
    """The place of each seat, 1 being first. The winner, if any, is always first."""
    ranking = places([len(hand) for hand in t.hands], t.large, t.orbs, t.settings["goal"] == "large_tokens")
    if t.winner == VACANT:
        return ranking
    ahead = ranking[t.winner]
    return [1 if s == t.winner else place + (place <= ahead) for s, place in enumerate(ranking)]


def has_won(t: BurgerfuckTable, seat: Seat) -> bool:
    """True if the seat that has just acted has reached the goal (BF-R1, BF-R5)."""
    return win_reason(t, seat) != ""


def win_reason(t: BurgerfuckTable, seat: Seat) -> str:
    goal = t.settings["goal"]
    if not t.hands[seat] and goal in ("empty_hand", "either"):
        return BY_HAND
    return BY_TOKENS if has_tokens(t, seat) else ""


def has_tokens(t: BurgerfuckTable, seat: Seat) -> bool:
    """True if Large Tokens win here and the seat has enough of them (BF-R5)."""
    goal = t.settings["goal"]
    return goal in ("large_tokens", "either") and t.large[seat] >= t.settings["large_goal"]


def last_turn(settings: Settings) -> int:
    """Return the turn limit. Where nothing else ends the game, the usual limit would be too long (BF-R4)."""
    limit: int = settings["turn_limit"]
    return LIMIT_WITHOUT_GOAL if settings["goal"] == "none" and limit == USUAL_LIMIT else limit


def end_of_game(t: BurgerfuckTable, winner: Seat = VACANT) -> Next:
    """End the game, with a winner or at the turn limit. Pending frames are dropped and hands opened."""
    t.winner = winner
    t.reveal()
    if t.events is not None:
        tell_end(t)
    del t.stack[:-1]
    return t.done()


def tell_end(t: BurgerfuckTable) -> None:
    ranking = standing(t)
    for seat in sorted(range(t.seats), key=ranking.__getitem__):
        t.tell("ranked", seat, ranking[seat], len(t.hands[seat]), t.large[seat], t.orbs[seat])
    t.tell("won", first(ranking), reason(t))


def reason(t: BurgerfuckTable) -> str:
    return BY_LIMIT if t.winner == VACANT else win_reason(t, t.winner)


def outcome(t: BurgerfuckTable) -> Outcome:
    """A seat scores one point for each seat placed behind it."""
    ranking = standing(t)
    points = tuple(sum(other > place for other in ranking) for place in ranking)
    why = REASONS[reason(t)] if t.over else f"best placed in turn {t.turn}"
    return Outcome(points, first(ranking), why, tuple(ranking))
