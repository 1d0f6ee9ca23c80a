"""Fair bots: the same sight and the same luck of its own give the same move, whatever is hidden."""

import pytest

from flattop.bots import RANKS, UnknownBot, bot
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, WAIT, Chance, guess
from flattop.match import Sight
from tests.conformance.random_play import matches


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("key", list(CATALOG))
def test_a_bot_moves_alike_in_worlds_that_look_alike(key, rank):
    one, asked = game(key), 0
    for seed in range(6):
        seats = one.seats[seed % len(one.seats)]
        for n, (match, _, _) in enumerate(matches(key, seats, seed, undoable=False, logged=False)):
            if n % 5 or match.over:
                continue
            seat = next((seat for seat in match.table.asks if seat != CLOCK), 0)
            world = guess(match.table, one.zones, seat, Chance(n))
            here = bot(rank, key, Chance(n)).choose(Sight(one, match.table, seat))
            there = bot(rank, key, Chance(n)).choose(Sight(one, world, seat))
            assert here == there
            assert here in open_to(match.table, seat)
            asked += 1
    assert asked > 50


def open_to(t, seat):
    """Every action of the seat; while a clock runs a bot may also keep still."""
    return [*t.asks.get(seat, ()), *t.anytime(seat), *([WAIT] if CLOCK in t.asks else [])]


def test_an_unknown_rank_is_refused_with_the_nearest():
    with pytest.raises(UnknownBot, match="did you mean 'house'"):
        bot("hosue", "burger-go", Chance(1))
