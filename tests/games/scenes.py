"""What scenes of any game need: a new table, playing on to the end, what was told, what is refused."""

import pytest

from flattop.kernel import Chance, Illegal


def listened(t):
    """The same table, from now on with somebody who hears what is told."""
    t.events = []
    return t


def first_asked(t, chance):
    """A seat that is asked, and its options."""
    return next(iter(t.asks.items()))


def play_on(t, chance=None, until=lambda t: False, open_to=first_asked):
    """Any option, again and again, to the end or until something holds; the table before each decision."""
    chance = chance or Chance(5)
    while not t.over and not until(t):
        yield t
        seat, options = open_to(t, chance)
        t.play(seat, list(options)[chance.below(len(options))])


def finish(t, chance=None):
    for _ in play_on(t, chance):
        pass
    return t


def told(t, name):
    """What the events of this name said."""
    return [event[1:] for _, event in t.events if event[0] == name]


def refused(t, seat, action):
    """The refusal of an action, after which nothing has changed."""
    before = t.clone()
    with pytest.raises(Illegal) as caught:
        t.play(seat, action)
    assert t == before
    return caught.value
