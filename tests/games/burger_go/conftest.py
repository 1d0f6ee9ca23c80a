"""Test tables of Burger Go!: cards by printed ids, and hands dealt so that given rows can be played."""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import pytest

from flattop.games.burger_up.burger_go import GAME
from flattop.kernel import Chance, ScriptedChance
from tests.games.card_ids import card, face, faces
from tests.games.scenes import events_named, finish, play_on, refused, with_events

BOOK_ROUND = [  # the rows of BG-E8
    "I13a I26a I23b I06b I30b I67a I22b",
    "I50b I57a I62b I65b I19a I58b I53a",
    "I61a I52b I39b I54a I41b I45b I29a",
    "I44b I40b I09b I05a I11a I59a I12b",
]


def deck_for(*rounds):
    """Return a deck whose deals let every seat play its row in each round."""
    deck = []
    for rows in rounds:
        plan, seats = [faces(row) for row in rows], len(rows)
        hands = [[plan[(first + turn) % seats][turn] // 2 for turn in range(7)] for first in range(seats)]
        deck += [hands[seat][place] for place in range(7) for seat in range(seats)]
    return deck


def dealt(*rounds, **options):
    """Return a new table on which the rows of these rounds can be played."""
    return with_events(GAME.table(len(rounds[0]), ScriptedChance(decks=[deck_for(*rounds)]), options))


def new(seats=3, seed=1, **options):
    return with_events(GAME.table(seats, Chance(seed), options))


def decide(t, seat, name_or_face):
    """Choose the card and show the half, as far as the seat is asked."""
    wanted = face(name_or_face) if isinstance(name_or_face, str) else name_or_face
    for action in (("choose", wanted // 2), ("show", wanted)):
        if action in t.asks.get(seat, ()):
            t.play(seat, action)


def play_turn(t, wanted):
    for seat, one in enumerate(wanted):
        decide(t, seat, one)


def play_round(t, rows):
    for wanted in zip(*map(faces, rows), strict=True):
        play_turn(t, wanted)


def ended(rows, coins=None, kept=None, **options):
    """Return a table whose last round has just been paid."""
    t = new(len(rows), **options)
    t.rows = [faces(row) for row in rows]
    t.kept = [[card(name) for name in names.split()] for names in kept or [""] * len(rows)]
    t.coins = coins or [0] * len(rows)
    return t


def with_buns(*numbers, coins=None, **options):
    """Return a finished game before the comparison of Middle Buns."""
    names = iter([f"I{n}" for n in range(67, 73)] * 3)
    kept = [" ".join(next(names) for _ in range(number)) for number in numbers]
    return ended([""] * len(numbers), coins, kept, **options)


def all_cards(t):
    """Return all cards on the table, sorted."""
    piles = [t.deck, t.discards, *t.hands, *t.kept]
    return sorted([*chain.from_iterable(piles), *(one // 2 for row in t.rows for one in row)])


@pytest.fixture
def go():
    """Return all helpers of this file as one namespace."""
    words = [card, face, faces, dealt, new, decide, play_turn, play_round, play_on, finish, ended, with_buns]
    words += [all_cards, events_named, refused]
    return SimpleNamespace(game=GAME, book_round=BOOK_ROUND, **{word.__name__: word for word in words})
