"""Random play of any game, with any-time plays, for the conformance checks."""

from __future__ import annotations

import random

from flattop.bots import bot
from flattop.kernel import CLOCK, Chance
from flattop.match import Match, Observation


def people(seats):
    return ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"][:seats]


def any_move(t, rnd):
    """Return a random legal action: mostly an answer, sometimes an any-time play."""
    if rnd.random() < 0.12:
        for seat in rnd.sample(range(t.seats), t.seats):
            if plays := list(t.anytime(seat)):
                return seat, rnd.choice(plays)
    seat = rnd.choice(list(t.asks))
    return seat, rnd.choice(list(t.asks[seat]))


def any_answer(t, rnd):
    """Return a random answer of the first asked seat; while a clock runs, of any seat or the clock."""
    seat = rnd.choice(list(t.asks)) if CLOCK in t.asks else next(iter(t.asks))
    options = t.asks[seat]
    return seat, list(options)[int(rnd.random() * len(options))]


def tables(game, seats, seed, given=None, limit=50_000):
    """Yield the table before each action of a random game, with the action; it is always the same object."""
    rnd = random.Random(f"{game.key} {seats} {seed}")
    t = game.table(seats, Chance(seed), given)
    for _ in range(limit):
        if t.over:
            return
        move = any_move(t, rnd)
        yield t, *move
        t.play(*move)
    raise AssertionError(f"{game.key} with {seats} seats, seed {seed}: not over after {limit} moves")


def thinned(positions, all_of=500, then=6):
    """Return the first items, and some of those that follow."""
    return (position for n, position in enumerate(positions) if n < all_of or n % then == 0)


def matches(game, seats, seed, given=None, **how):
    """Yield a match before each action of a random game, and at its end."""
    rnd = random.Random(f"{game.key} {seats} {seed}")
    match = Match(game, people(seats), seed, given, **how)
    while not match.over:
        move = any_move(match.table, rnd)
        yield match, *move
        match.play(*move)
    yield match, None, None


def skilled(game, seats, seed, given=None, **how):
    """Yield the same for house bots with occasional random actions, in games without running time."""
    rnd = random.Random(f"{game.key} {seats} {seed}")
    match = Match(game, people(seats), seed, {**(given or {}), **game.untimed_settings}, **how)
    bots = [bot("house", game.key, Chance(seed + seat)) for seat in range(seats)]
    slips = rnd.choice((0.01, 0.04, 0.08))
    while not match.over:
        slip = rnd.random() < slips
        seat, action = any_move(match.table, rnd) if slip else any_answer(match.table, rnd)
        if seat != CLOCK and not slip:
            action = bots[seat].choose(Observation(match.game, match.table, seat))
        yield match, seat, action
        match.play(seat, action)
    yield match, None, None


def finished(game, seats, seed, given=None, **how):
    for match, _, _ in matches(game, seats, seed, given, **how):
        last = match
    return last
