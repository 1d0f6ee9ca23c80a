"""Test tables of Between Two Burgers. Cards and faces are named by their printed ids."""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import pytest

from flattop.games.burger_up.between_two import GAME
from flattop.games.burger_up.between_two.placing import Placing
from flattop.games.burger_up.cards import load
from flattop.kernel import Chance, ScriptedChance
from tests.games.card_ids import card, cards, face, faces
from tests.games.scenes import events_named, finish, refused, with_events


def types(names):
    return [load().type_of[one] for one in faces(names)]


def new(seats=3, seed=1, **options):
    return with_events(GAME.table(seats, Chance(seed), options))


def dealt(*hands, **options):
    """A new table with these hands of five."""
    deck = [one for row in zip(*map(cards, hands), strict=True) for one in row]
    return with_events(GAME.table(len(hands), ScriptedChance(decks=[deck]), options))


def revealed(*pairs, **options):
    """A table in step 3 of the first turn, with these pairs turned up."""
    rest = iter([n for n in range(72) if n not in [one for pair in pairs for one in cards(pair)]])
    hands = [cards(pair) + [next(rest) for _ in range(3)] for pair in pairs]
    t = dealt(*[" ".join(f"I{one + 1:02}" for one in hand) for hand in hands], **options)
    for seat, pair in enumerate(pairs):
        pick(t, seat, pair)
    return t


def pick(t, seat, names):
    for one in cards(names):
        t.play(seat, ("choose", one))


def pick_any(t):
    """Every seat picks its first two cards."""
    for seat in range(t.seats):
        for one in t.hands[seat][:2]:
            t.play(seat, ("choose", one))


def place_any(t):
    while t.stack and isinstance(t.stack[-1], Placing):
        seat = next(iter(t.asks))
        t.play(seat, next(iter(t.asks[seat])))


def play_turn(t):
    pick_any(t)
    place_any(t)


def left(t, seat, name, *halves):
    """Send a card to the left, then choose halves as far as asked."""
    t.play(seat, ("left", card(name)))
    for half in halves:
        t.play(seat, ("show", face(half)))


def burgers(*stacks, seats=None, **options):
    """Return a table with these burgers on it."""
    t = new(seats or len(stacks), **options)
    t.burgers = [faces(stack) for stack in stacks]
    return t


def all_cards(t):
    piles = [t.pile, t.discards, *t.hands, *t.revealed]
    return sorted([*chain.from_iterable(piles), *(one // 2 for stack in t.burgers for one in stack)])


@pytest.fixture
def bt():
    """Return all helpers of this file as one namespace."""
    words = [card, cards, face, faces, types, new, dealt, revealed, pick, pick_any]
    words += [place_any, play_turn, left, burgers, finish, all_cards, events_named, refused]
    return SimpleNamespace(game=GAME, **{word.__name__: word for word in words})
