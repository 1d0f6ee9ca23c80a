"""Fair bots: the same sight and the same luck of its own give the same move, whatever is hidden."""

import pytest

from flattop.bots import RANKS, UnknownBot, bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance
from tests.conformance.checks import a_bot_moves_alike_in_worlds_that_look_alike

QUICK = [name for name, rank in RANKS.items() if not rank.seconds]  # who thinks is tested in test_chef.py


@pytest.mark.parametrize("rank", QUICK)
@pytest.mark.parametrize("key", list(CATALOG))
def test_a_bot_moves_alike_in_worlds_that_look_alike(key, rank):
    a_bot_moves_alike_in_worlds_that_look_alike(game(key), rank)


def test_an_unknown_rank_is_refused_with_the_nearest():
    with pytest.raises(UnknownBot, match="did you mean 'house'"):
        bot("hosue", "burger-go", Chance(1))
