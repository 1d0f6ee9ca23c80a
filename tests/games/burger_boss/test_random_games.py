"""Random play, any-time plays included: it ends, keeps its tokens, and has words for everything."""

import random

import pytest

from flattop.kernel import Chance, plain, seat_names

from .scenes import GAME, total_tokens

GAMES = 300


def moves(seats, seed, given=None, listen=False):
    """A random game, the table handed out before every move."""
    rnd = random.Random(f"{seats} {seed}")
    t = GAME.table(seats, Chance(seed), given)
    t.events = [] if listen else None
    while not t.over:
        yield t
        who = rnd.randrange(seats)
        plays = list(t.anytime(who)) if rnd.random() < 0.2 else []
        seat, options = (who, plays) if plays else next(iter(t.asks.items()))
        t.play(seat, rnd.choice(list(options)))
    yield t


@pytest.mark.rule("BB-02", "BB-06", "BB-17")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_end_within_seventeen_rounds_and_keep_all_tokens(seats):
    tokens = GAME.pack(None).tokens
    for seed in range(GAMES):
        for t in moves(seats, seed):
            assert total_tokens(t) == tokens
            assert min(t.money) >= 0
            assert min(t.chilled) >= 0
            assert all(t.room(seat) >= 0 for seat in range(seats))
            if not t.over:
                options = list(next(iter(t.asks.values())))
                assert options
                assert len(set(options)) == len(options)
        assert t.round <= 17
        assert len(t.left) + sum(map(len, t.served)) == 30
        assert GAME.outcome(t).winners


@pytest.mark.parametrize("seats", [2, 5])
def test_every_option_event_and_question_has_words(seats):
    people = seat_names(seats)
    for seed in range(15):
        for t in moves(seats, seed, listen=True):
            for options in t.asks.values():
                assert all(GAME.text.option(t, action, people) for action in options)
            assert t.over or GAME.text.prompt(t) != "Your move."
        assert all(GAME.text.event(t, event, people) for _, event in t.events)


def test_asking_is_pure():
    for t in moves(4, 1):
        before = plain(t)
        t.ask_afresh()
        assert plain(t) == before


@pytest.mark.parametrize(
    "given",
    [{name: value} for name, option in GAME.options.items() for value in option.values]
    + [{"ate_last": "3,1"}],
    ids=str,
)
def test_every_option_can_be_played(given):
    for seed in range(5):
        *_, t = moves(3, seed, given)
        assert t.over
        assert t.round <= 17


def test_the_words_about_the_game():
    assert GAME.text.about.count(".") == 1
    assert len(GAME.text.coach) == 3
    assert all(line.endswith(".") for line in GAME.text.coach)
    assert set(GAME.zones) <= set(GAME.text.zones)
