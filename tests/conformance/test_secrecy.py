"""Secrecy: nothing that a seat is sent depends on what is hidden from it."""

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import Illegal

from . import secrecy
from .secrecy import as_sent, leaks, positions

each_game = pytest.mark.parametrize("key", list(CATALOG))


@each_game
def test_no_byte_sent_to_a_seat_depends_on_hidden_information(key, soak):
    secrecy.no_byte_sent_to_a_seat_depends_on_hidden_information(game(key), soak(5_000, share=4))


@each_game
def test_no_refusal_depends_on_hidden_information(key, soak):
    secrecy.no_refusal_depends_on_hidden_information(game(key), soak(2_000))


@each_game
@pytest.mark.parametrize("check", secrecy.OF_EVERY_GAME, ids=lambda check: check.__name__)
def test_of_every_game(check, key):
    check(game(key))


def with_the_length_of_a_rivals_options(match, seat):
    return as_sent(match, seat) + str([len(list(options)) for options in match.table.asks.values()]).encode()


def test_leak_by_length_is_detected():
    assert leaks(game("burger-boss"), 300, with_the_length_of_a_rivals_options) > 5


def test_wrong_action_raises_for_every_seat():
    match, _ = next(positions(game("burger-go"), 1))
    with pytest.raises(Illegal):
        match.play(0, ("fly",))
