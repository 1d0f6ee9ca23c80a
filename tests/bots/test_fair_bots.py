"""Fair bots: an action depends only on the observation and the bot's own random stream."""

import pytest

from flattop.bots import RANKS, UnknownBot, bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance
from tests.conformance.checks import a_bot_chooses_the_same_on_every_determinization

QUICK = [name for name, rank in RANKS.items() if not rank.seconds]  # test_chef.py tests the others


@pytest.mark.parametrize("rank", QUICK)
@pytest.mark.parametrize("key", list(CATALOG))
def test_bot_chooses_the_same_on_every_determinization(key, rank):
    a_bot_chooses_the_same_on_every_determinization(game(key), rank)


def test_unknown_rank_suggests_a_similar_one():
    with pytest.raises(UnknownBot, match="did you mean 'house'"):
        bot("hosue", "burger-go", Chance(1))
