"""Helpers for test tables of any game: events, random play to the end, and refusals."""

import pytest

from flattop.kernel import Chance, Illegal


def with_events(t):
    """Return the same table, which now collects events."""
    t.events = []
    return t


def first_asked(t, chance):
    """Return a seat that is asked, and its options."""
    return next(iter(t.asks.items()))


def play_on(t, chance=None, until=lambda t: False, open_to=first_asked):
    """Play random options to the end, or until a condition holds; yield the table before each decision."""
    chance = chance or Chance(5)
    while not t.over and not until(t):
        yield t
        seat, options = open_to(t, chance)
        t.play(seat, list(options)[chance.below(len(options))])


def finish(t, chance=None):
    for _ in play_on(t, chance):
        pass
    return t


def events_named(t, name):
    """Return the nouns of all events with this name."""
    return [event[1:] for _, event in t.events if event[0] == name]


def refused(t, seat, action):
    """Return the refusal of an action, and check that nothing has changed."""
    before = t.clone()
    with pytest.raises(Illegal) as caught:
        t.play(seat, action)
    assert t == before
    return caught.value
