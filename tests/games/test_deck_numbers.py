"""Every number of a deck file does something: another value is refused, or it changes a game."""

import random
from copy import deepcopy
from functools import cache
from itertools import islice, product

import pytest

from flattop.bots import bot
from flattop.games import game
from flattop.kernel import CLOCK, BadDeck, Chance, state_hash
from flattop.kernel.toml import read
from flattop.match import Observation

TABLES = {  # seats and options of the games in which a changed number must show
    "burger-boss": [(seats, {}) for seats in (2, 3, 4, 5)],
    "burgerfuck": [(3, {}), (2, {"bribe_values": "ranked"})],
    "kitchen-rush": [
        *[(seats, {"scenario": n, "pace": "stepped"}) for n in range(8, 0, -1) for seats in (2, 3, 4)],
        *[(2, {"scenario": 8, "pace": "stepped", "limit": limit}) for limit in ("rush", "family")],
        (2, {"scenario": 1, "pace": "stepped", "timer": "mixed"}),
        (2, {"scenario": 1, "pace": "real"}),
    ],
}
MOST_TRIED = 24  # changes of one number


def numbers(value, path=()):
    """Yield the path of every number in a parsed deck file."""
    if type(value) is int:
        yield path
    elif isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from numbers(inner, (*path, key))


def fields_of(key):
    """Group the numbers of the house deck by field, whichever entry they are in."""
    found = {}
    for path in numbers(read(game(key).deck)):
        name = ".".join("*" if isinstance(step, int) else step for step in path)
        found.setdefault(name, []).append(path)
    return found


def with_numbers(raw, paths, change):
    new = deepcopy(raw)
    for *way, last in paths:
        entry = new
        for step in way:
            entry = entry[step]
        entry[last] = change(entry[last])
    return new


def changes(raw, paths):
    """Yield decks in which all numbers of a field differ, and then some in which one does."""
    rnd = random.Random(len(paths))
    for by in (1, -1, 4):
        yield with_numbers(raw, paths, lambda value, by=by: value + by)
    for other in (1, 0):
        yield with_numbers(raw, paths, lambda _, other=other: other)
    for path in rnd.sample(paths, min(len(paths), MOST_TRIED)):
        for by in (1, -1):
            yield with_numbers(raw, [path], lambda value, by=by: value + by)


def house_game(key, pack, seats, options):
    """Return the state hashes and the outcome of a game of house bots; while time runs, of random play."""
    t = game(key).deal(seats, Chance(0), game(key).settings(seats, options), pack)
    if CLOCK in t.asks or t.settings.get("pace") == "real":
        return played_out(t, random.Random(3))
    bots = [bot("house", key, Chance(seat)) for seat in range(seats)]
    dealt = state_hash(t)
    while not t.over:
        seat = next(iter(t.asks))
        action = (
            next(iter(t.asks[seat])) if seat == CLOCK else bots[seat].choose(Observation(game(key), t, seat))
        )
        t.play(seat, action)
    return dealt, state_hash(t), game(key).outcome(t)


def random_games(key, pack, seats, options):
    """Return the same of games of random play."""
    settings = game(key).settings(seats, options)
    return [
        played_out(game(key).deal(seats, Chance(seed), settings, pack), random.Random(seed))
        for seed in range(6)
    ]


def played_out(t, rnd):
    while not t.over:
        seat = rnd.choice(list(t.asks))
        t.play(seat, rnd.choice(list(t.asks[seat])))
    return state_hash(t)


@cache
def with_the_house_deck(key, play, at):
    return play(key, game(key).pack(None), *TABLES[key][at])


def does_something(key, field):
    """True if another value changes a game, or does not agree with another entry. None if all are refused."""
    raw, accepted = read(game(key).deck), None
    for deck in islice(changes(raw, fields_of(key)[field]), MOST_TRIED):
        if deck == raw:
            continue
        try:
            pack = game(key).pack._pack(deck, "changed.toml")
        except BadDeck as error:
            if field.split(".")[-1].strip("*") not in str(error):
                return True
            continue
        accepted = False
        for play, (at, table) in product((house_game, random_games), enumerate(TABLES[key])):
            if play(key, pack, *table) != with_the_house_deck(key, play, at):
                return True
    return accepted


@pytest.mark.parametrize(("key", "field"), [(key, field) for key in TABLES for field in fields_of(key)])
def test_every_number_of_a_deck_is_fixed_or_does_something(key, field):
    assert does_something(key, field) is not False
