"""Random play, with any-time plays: it ends, and no token is lost."""

import pytest

from tests.conformance.random_play import finished, tables

from .scenes import GAME, total_tokens

GAMES = 300  # in a soak; fifty otherwise


@pytest.mark.rule("BB-02", "BB-06", "BB-17")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_end_within_seventeen_rounds_and_keep_all_tokens(seats, soak):
    tokens = GAME.pack(None).tokens
    for seed in range(soak(GAMES, share=6)):
        for t, _, _ in tables(GAME, seats, seed):
            assert total_tokens(t) == tokens
            assert min(t.money) >= 0
            assert min(t.chilled) >= 0
            assert all(t.room(seat) >= 0 for seat in range(seats))
        assert total_tokens(t) == tokens
        assert t.round <= 17
        assert len(t.left) + sum(map(len, t.served)) == 30
        assert GAME.outcome(t).winners


def test_game_with_an_unlisted_option_value_is_played():
    assert finished(GAME, 3, 1, {"ate_last": "3,1"}).over
