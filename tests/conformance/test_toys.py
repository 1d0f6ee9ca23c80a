"""The checks pass for two tiny games, and detect planted errors."""

from dataclasses import replace

import pytest

from flattop.bots import RANKS
from flattop.games import game
from flattop.kernel import Outcome, part

from . import checks, secrecy, toys
from .hidden_cards import hides_nothing
from .perft import counts
from .random_play import finished
from .toys import HIGH_CARD, LAST_FRY, Turn

each_toy = pytest.mark.parametrize("toy", toys.TOYS, ids=lambda toy: toy.key)


@pytest.fixture(autouse=True)
def in_the_catalog(monkeypatch):
    toys.enter(monkeypatch.setitem)
    yield
    game.cache_clear()


def test_toys_have_the_properties_they_need():
    assert hides_nothing(LAST_FRY)
    assert not hides_nothing(HIGH_CARD)
    assert finished(HIGH_CARD, 2, 1).actions == 10


@each_toy
@pytest.mark.parametrize("check", [checks.random_games_end, *checks.AT_EVERY_SEAT_COUNT])
def test_at_every_seat_count(toy, check):
    for seats in toy.seats:
        check(toy, seats)


@each_toy
def test_of_every_game(toy):
    again, *others = checks.OF_EVERY_GAME
    again(toy, "from tests.conformance import toys; toys.enter()\n")
    for check in others:
        check(toy)
    for rank in RANKS:
        wanted = 10 if rank.endswith("chef") else 50  # searching is slow
        checks.a_bot_chooses_the_same_on_every_determinization(toy, rank, wanted)


@each_toy
def test_secrecy(toy):
    secrecy.no_byte_sent_to_a_seat_depends_on_hidden_information(toy, 300)
    secrecy.no_refusal_depends_on_hidden_information(toy, 100)
    for check in secrecy.OF_EVERY_GAME:
        check(toy)


def test_lines_of_play_end_with_the_game():
    assert counts(HIGH_CARD, 2, (1, 2, 3, 10, 11)) == [5, 25, 100, 14_400, 14_400]


def test_outcome_that_reveals_a_hidden_card_is_detected():
    leaky = replace(HIGH_CARD, outcome=lambda t: Outcome((t.deck[0], 0), (0,), "the bottom of the deck"))
    with pytest.raises(AssertionError):
        secrecy.no_byte_sent_to_a_seat_depends_on_hidden_information(leaky, 100)


def test_private_events_of_an_open_game_are_detected():
    def whisper(seats, chance, settings, pack):
        t = LAST_FRY.deal(seats, chance, settings, pack)
        t.stack[-1] = Whispering(0)
        return t

    with pytest.raises(AssertionError):
        secrecy.the_log_names_only_cards_that_its_reader_has_seen(replace(LAST_FRY, deal=whisper))


@part
class Whispering(Turn):
    def take(self, t, seat, n):
        t.whisper(seat, "taken", seat, n)
        return Turn.take(self, t, seat, n)
