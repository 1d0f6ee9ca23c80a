"""Random play of any game, any-time plays included, for the checks that every game must pass."""

from __future__ import annotations

import random

from flattop.bots import bot
from flattop.kernel import CLOCK, Chance
from flattop.match import Match, Observation


def people(seats):
    return ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"][:seats]


def any_move(t, rnd):
    """One legal move of one seat: mostly an answer, now and then an any-time play of anybody."""
    if rnd.random() < 0.12:
        for seat in rnd.sample(range(t.seats), t.seats):
            if plays := list(t.anytime(seat)):
                return seat, rnd.choice(plays)
    seat = rnd.choice(list(t.asks))
    return seat, rnd.choice(list(t.asks[seat]))


def any_answer(t, rnd):
    """An answer of the first seat that is asked; while a clock runs, of any seat or of the clock."""
    seat = rnd.choice(list(t.asks)) if CLOCK in t.asks else next(iter(t.asks))
    options = t.asks[seat]
    return seat, list(options)[int(rnd.random() * len(options))]


def tables(game, seats, seed, given=None, limit=50_000):
    """A table before each move of a random game, with the move; the table is the same object throughout."""
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
    """The first of them, and of a long game one in a few of those that follow."""
    return (position for n, position in enumerate(positions) if n < all_of or n % then == 0)


def matches(game, seats, seed, given=None, **how):
    """A match before each move of a random game, and once it is over."""
    rnd = random.Random(f"{game.key} {seats} {seed}")
    match = Match(game, people(seats), seed, given, **how)
    while not match.over:
        move = any_move(match.table, rnd)
        yield match, *move
        match.play(*move)
    yield match, None, None


def skilled(game, seats, seed, given=None, **how):
    """The same among house bots that slip now and then; time waits for them."""
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
