"""Test tables of BurgerFuck: cards by rank and suit, tables in the middle of a turn, given dice."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from flattop.games.burgerfuck import GAME
from flattop.games.burgerfuck.turn import Turns
from flattop.kernel import CLOCK, Chance, ScriptedChance
from tests.games import scenes
from tests.games.scenes import events_named

OTHERS = "2D 3D 4D 6D 8D"


class Rigged(ScriptedChance):
    """A Chance with given Contention rolls, picks and shuffles."""

    def __init__(self, dice=(), picks=(), decks=()):
        super().__init__(decks=decks)
        self.rolls, self.picks = list(dice), list(picks)

    def __new__(cls, dice=(), picks=(), decks=()):
        return super().__new__(cls)

    def below(self, n):
        if n == 20 and self.rolls:
            self.draws += 1
            return self.rolls.pop(0) - 1
        if n != 20 and self.picks:
            self.draws += 1
            return self.picks.pop(0)
        return super().below(n)


def card(name):
    """Return the number of a card such as 9S, TH or JK."""
    return 52 if name == "JK" else "SHDC".index(name[1]) * 13 + "A23456789TJQK".index(name[0])


def cards(names):
    return [card(name) for name in names.split()]


def new(seats=3, seed=1, dice=(), deck=None, **options):
    """Return a new table; `deck` names the cards in dealing order."""
    chance = Rigged(dice, decks=[cards(deck)] if deck is not None else ())
    if deck is None:
        chance.seed(seed)
    return scenes.with_events(GAME.table(seats, chance, options))


def scene(hand, *, seats=3, pile="5H", by=1, others=OTHERS, deck=None, dice=(), picks=(), at="base_action",
          turn=10, grid=None, red="", **options):  # fmt: skip
    """Return a table where seat 0 acts; the others hold five small diamonds by default."""
    t = GAME.table(seats, Chance(7), options)
    t.chance, t.events = Rigged(dice, picks), []
    rest = [others] * (seats - 1) if isinstance(others, str) else list(others)
    t.hands = [cards(names) for names in (hand, *rest)]
    t.play_pile, t.top_by = cards(pile), by
    t.marker, t.turn, t.grace, t.beat = 0, turn, 0, 5
    t.red |= set(cards(red))
    if deck is not None:
        t.deck = cards(deck)[::-1]
    if grid is not None:
        t.grid = columns(grid)
    t.stack = [Turns(at=at)]
    t.ask_afresh()
    return t


def columns(grid):
    """Convert `{2: "1 0"}` into the seven columns of the grid; columns count from 1."""
    return [tuple(map(int, grid.get(column, "").split())) for column in range(1, 8)]


def change(t, **fields):
    """Set fields of the table and ask again."""
    for name, value in fields.items():
        setattr(t, name, value)
    t.ask_afresh()
    return t


def act(t, verb, *nouns, seat=None):
    """Let the asked seat act; cards by name, columns counted from 1."""
    seat = next(iter(t.asks)) if seat is None else seat
    t.play(seat, action(t, verb, *nouns))


def action(t, verb, *nouns):
    if verb == "drop":
        return ("drop", nouns[0] - 1)
    if verb == "play" and len(nouns) == 1:
        settings = t.settings
        bribes = t.pack.bribes[settings["bribe_values"], settings["bribe_min"]]
        return ("play", card(nouns[0]), bribes[t.play_pile[-1]][card(nouns[0])])
    return (verb, *[card(noun) if isinstance(noun, str) else noun for noun in nouns])


def hold_all(t):
    """Let every seat in the window hold."""
    while not t.over and t.stack[-1].at == "answer":
        act(t, "hold")


def hold_up_to(t, seat):
    """Let the seats before this one hold."""
    while seat not in t.asks:
        act(t, "hold")


def let_time_pass(t):
    while CLOCK in t.asks:
        t.play(CLOCK, next(iter(t.asks[CLOCK])))


def options(t, verb, seat=None):
    """Return the nouns offered with a verb, with cards by name."""
    seat = next(iter(t.asks)) if seat is None else seat
    found = [*t.asks.get(seat, ()), *t.anytime(seat)]
    return [names(option[1]) if verb in CARD_VERBS else option[1] for option in found if option[0] == verb]


CARD_VERBS = ("play", "burn", "sacrifice", "scrap", "mark", "strike")


def names(number):
    if isinstance(number, (list, tuple)):
        return " ".join(names(one) for one in number)
    return "JK" if number == 52 else "A23456789TJQK"[number % 13] + "SHDC"[number // 13]


def verbs(t, seat=None):
    seat = next(iter(t.asks)) if seat is None else seat
    return {option[0] for option in t.asks[seat]}


def refused(t, seat, verb, *nouns):
    """Return the refusal of an action, which must change nothing."""
    return scenes.refused(t, seat, action(t, verb, *nouns))


def all_cards(t):
    """Count every card on the table."""
    piles = [
        t.deck,
        t.play_pile,
        t.card_disposal,
        t.table_hand,
        *t.hands,
        [ace for ace in t.stage if ace >= 0],
    ]
    return Counter(one for pile in piles for one in pile)


def play_on(t, chance=None, until=lambda t: False):
    """Play at random, with Strikes on live tables; yield each position before its decision."""
    return scenes.play_on(t, chance, until, asked_or_striking)


def asked_or_striking(t, chance):
    if t.settings["strikes"] == "live" and chance.below(3) == 0:
        striker = chance.below(t.seats)
        if strikes := t.anytime(striker):
            return striker, strikes
    return scenes.first_asked(t, chance)


def finish(t, chance=None):
    for _ in play_on(t, chance):
        pass
    return t


@pytest.fixture
def bf():
    """Return all helpers of this file as one namespace."""
    words = [card, cards, new, scene, columns, change, act, hold_all, hold_up_to, let_time_pass]
    words += [options, names, verbs, refused, events_named, all_cards, play_on, finish, action]
    return SimpleNamespace(game=GAME, Rigged=Rigged, **{word.__name__: word for word in words})
