"""Test tables of Burger Trucker: cards, faces and orders by printed ids."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from flattop.games.burger_up.cards import load
from flattop.games.burger_up.trucker import GAME
from flattop.kernel import CLOCK, VACANT, Chance, Illegal, ScriptedChance
from tests.games.card_ids import card, cards, face, faces
from tests.games.scenes import events_named, with_events

PACK = load()
ORDERS = {bun.id: number for number, bun in enumerate(PACK.top_buns)}


def orders(names):
    return [ORDERS[name] for name in names.split()]


def waiting(seats=3, decks=(), **options):
    """Return a live table before any seat is ready."""
    chance = ScriptedChance(decks=decks) if decks else Chance(1)
    return with_events(GAME.table(seats, chance, options))


def counting(seats=3, decks=(), **options):
    """The same, once all are ready: 30 ticks before GO."""
    t = waiting(seats, decks, **options)
    get_ready(t)
    return t


def get_ready(t):
    for seat in range(t.seats):
        t.play(seat, ("ready",))


def live(seats=3, decks=(), **options):
    """The same at GO."""
    return at(counting(seats, decks, **options), 0)


def turns(seats=3, decks=(), **options):
    """Return a table without a clock, at its first step."""
    return waiting(seats, decks, pace="turns", **options)


def at(t, tick):
    """Advance the clock to a tick."""
    if t.now < tick:
        t.play(CLOCK, ("tick", tick - t.now))
    assert t.now == tick
    return t


def put(t, seat, burger="", held=""):
    """Give a seat a burger and a card in hand, taken out of the centre."""
    for one in [*cards(burger), *cards(held)]:
        (t.pile if one in t.pile else t.face_up).remove(one)
    t.burgers[seat] = faces(burger)
    t.held[seat] = card(held) if held else VACANT
    t.ask_afresh()
    return t


def lay_out(t, names):
    """Put cards face up in the centre."""
    for one in cards(names):
        t.pile.remove(one)
        t.face_up.append(one)
    t.ask_afresh()
    return t


def on_top(t, names):
    """Put these cards on top of the pile."""
    first = cards(names)
    t.pile = first + [one for one in t.pile if one not in first]
    return t


def action(words):
    """Parse `grab I08` or `place I08b`."""
    verb, *nouns = words.split()
    return (verb, *[face(noun) if verb == "place" else card(noun) for noun in nouns])


def do(t, seat, *sentences):
    for words in sentences:
        t.play(seat, action(words))
    return t


def can(t, seat, words):
    return action(words) in t.asks.get(seat, ())


def no(t, seat, words):
    """Assert that the action is refused and changes nothing; return the code."""
    before, draws = t.clone(), t.chance.draws
    with pytest.raises(Illegal) as refused:
        t.play(seat, action(words) if isinstance(words, str) else words)
    assert t == before
    assert t.chance.draws == draws
    assert refused.value.sentence.endswith(".")
    assert refused.value.rule.startswith("TR-")
    return refused.value.code


def line_up(burgers, finish, line, **options):
    """Return a live table in its Score Phase, with burgers by seat, the order of finishing, and the line.

    Seats that are not listed as finished are out of time.
    """
    seats, buns = len(burgers), orders(line)
    extra = options.get("extra_orders", 2)
    t = live(seats, [[], buns[: len(buns) - extra], buns[len(buns) - extra :], buns], **options)
    for seat, burger in enumerate(burgers):
        put(t, seat, burger)
    for seat in finish:
        do(t, seat, "finish")
    if t.phase == "build":
        t.play(CLOCK, ("tick", 10_000))
    return t


def everything(t):
    """Return all Ingredient cards and all Top Buns on the table."""
    on_burgers = [one >> 1 for stack in t.burgers for one in stack]
    in_hand = [one for one in t.held if one != VACANT]
    buns = t.line if t.line else t.incoming
    return sorted(t.pile + t.face_up + in_hand + on_burgers), sorted(buns + t.aside)


@pytest.fixture
def tr():
    """Return all helpers of this file as one namespace."""
    words = (
        card, cards, face, faces, orders, waiting, counting, get_ready, live, turns, at, put, lay_out, on_top,
        action, do, can, no, line_up, events_named, everything,
    )  # fmt: skip
    return SimpleNamespace(game=GAME, pack=PACK, **{word.__name__: word for word in words})
