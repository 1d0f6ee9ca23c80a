"""What scenes of any game need: playing on to the end, what was told, what is refused."""

import pytest

from flattop.kernel import Chance, Illegal


def finish(t, chance=None):
    """Play any option until the game is over."""
    chance = chance or Chance(5)
    while not t.over:
        seat = next(iter(t.asks))
        options = list(t.asks[seat])
        t.play(seat, options[chance.below(len(options))])
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
