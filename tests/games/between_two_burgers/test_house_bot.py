"""The house bot: fair, helps the weaker burger, and clearly better than random play."""

import pytest

from flattop.bots.policies.between_two_burgers import HouseBot, Valuation, both
from flattop.kernel import Chance
from flattop.match.observation import Observation
from tests.games.bot_games import house_wins


@pytest.mark.parametrize(("seats", "least"), [(2, 0.85), (3, 0.6), (4, 0.5)])
def test_it_wins_most_games_against_random_seats(bt, seats, least):
    duel = {"two_players": "duel"} if seats == 2 else {}
    assert house_wins(bt.game, seats, range(300, 340), **duel) > 40 * least


def test_the_weaker_burger_weighs_more():
    assert both(10, 20) == both(20, 10) < both(12, 18)


def test_it_picks_the_fourth_meat_for_a_burger_that_lacks_it(bt):
    t = bt.dealt("I04 I07 I08 I09 I10", "I01 I02 I03 I05 I06", table_talk="off")
    t.burgers = [bt.faces("I01a I05b I14b"), bt.faces("I02b")]
    t = t.fork(0, Chance(1))
    assert HouseBot(Chance(1)).choose(Observation(bt.game, t, 0)) == ("choose", bt.card("I04"))


def test_it_follows_a_wish_that_costs_at_most_a_point(bt):
    t = bt.revealed("I10 I12", "I03 I67")
    before = Valuation(Observation(bt.game, t, 0)).face_worth(bt.face("I12b"), 0)
    t.play(1, ("wish", 0, bt.face("I12b")))
    assert Valuation(Observation(bt.game, t, 0)).face_worth(bt.face("I12b"), 0) == before + 1


def test_it_wishes_once_for_a_face_that_matters(bt):
    t = bt.revealed("I41 I51", "I04 I10")
    t.burgers = [bt.faces("I24a I25a I27a I06b I22b I26b I28a I29a I01a I05b I14b"), bt.faces("I02b")]
    t = t.fork(0, Chance(1))
    wish = HouseBot(Chance(1)).choose(Observation(bt.game, t, 0))
    assert wish == ("wish", 0, bt.face("I04a")), "the fourth name of Meat"
    t.play(0, wish)
    seen = []
    for _ in range(3):
        action = HouseBot(Chance(1)).choose(Observation(bt.game, t, 0))
        seen.append(action[0])
        t.play(0, action)
    assert seen.count("wish") <= 1
