"""Test tables of Hanaburger: cards and orders by printed ids."""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import pytest

from flattop.games.burger_up.hanaburger import GAME
from flattop.kernel import Chance
from tests.games.card_ids import card, cards, face, faces
from tests.games.scenes import events_named, finish, refused, with_events


def order(name):
    """Return the number of a Top Bun."""
    return next(n for n, bun in enumerate(GAME.pack(None).top_buns) if bun.id == name)


def new(seats=3, seed=1, **options):
    return with_events(GAME.table(seats, Chance(seed), options))


def scene(*hands, orders=("iron_giant", "skyscraper"), burgers=("", ""), deck=None, discards="", **options):
    """Return a table where seat 0 acts. All other cards are in the deck, lowest first."""
    t = new(len(hands), first=0, **options)
    t.hands = [cards(hand) for hand in hands]
    t.turned = [[0] * len(hand) for hand in t.hands]
    t.pointed_out = [[0] * len(hand) for hand in t.hands]
    t.passed_over = [[0] * len(hand) for hand in t.hands]
    t.burgers = [faces(stack) for stack in burgers]
    t.orders = [order(name) for name in orders]
    t.order_deck = [n for n in range(21) if n not in t.orders]
    t.discards = cards(discards)
    used = {*chain(*t.hands), *t.discards, *(one // 2 for stack in t.burgers for one in stack)}
    t.deck = [n for n in range(72) if n not in used] if deck is None else cards(deck)
    if deck is not None:
        t.discards += [n for n in range(72) if n not in used | {*t.deck}]
    t.ask_afresh()
    return t


def three(first, **how):
    """Return a table of three whose first seat holds these cards."""
    taken = {*cards(first), *(one // 2 for stack in how.get("burgers", ()) for one in faces(stack))}
    rest = [f"I{n + 1:02}" for n in range(71, -1, -1) if n not in taken and n < 66]
    return scene(first, " ".join(rest[:3]), " ".join(rest[3:6]), **how)


def hint(t, seat, to, clue):
    t.play(seat, ("hint", to))
    if t.hinting == to:
        t.play(seat, ("tell", clue))


def place(t, seat, slot, *more):
    for action in (("place", slot), *more):
        t.play(seat, action)


def all_cards(t):
    piles = [t.deck, t.discards, *t.hands, [t.shown] if t.shown >= 0 else []]
    return sorted([*chain.from_iterable(piles), *(one // 2 for stack in t.burgers for one in stack)])


@pytest.fixture
def hb():
    """Return all helpers of this file as one namespace."""
    words = [card, cards, face, faces, order, new, scene, three, hint, place]
    words += [finish, all_cards, events_named, refused]
    return SimpleNamespace(game=GAME, **{word.__name__: word for word in words})
