"""The house bot: it gives and reads hints by a convention."""

import pytest

from flattop.bots.policies.hanaburger.plan import plan
from flattop.bots.policies.hanaburger.policy import HouseBot
from flattop.bots.random import Random
from flattop.kernel import Chance
from flattop.match.observation import Observation
from tests.games.bot_games import bot_game


def coins(hb, seed, bots, **options):
    """Return the earnings of a team of these bots; a defeat earns nothing."""
    t = bot_game(hb.game, bots, seed, **options)
    return t.coins if not t.lost else 0, t.lost


def team(kind, seats, seed, **how):
    return [kind(Chance(seed * 10 + seat), **how) for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_earns_far_more_than_random_and_than_itself_without_hints(hb, seats):
    games = 12
    house = [coins(hb, seed, team(HouseBot, seats, seed)) for seed in range(games)]
    mute = [coins(hb, seed, team(HouseBot, seats, seed, hints=False)) for seed in range(games)]
    luck = [coins(hb, seed, team(Random, seats, seed)) for seed in range(games)]
    earned = [sum(coin for coin, _ in results) / games for results in (house, mute, luck)]
    assert earned[0] > 26
    assert earned[0] > 2 * max(earned[1:])
    assert sum(lost for _, lost in house) <= games * 0.1


def test_it_plays_every_way_of_hinting_and_placing(hb):
    for options in ({"hint_detail": "end"}, {"placing": "blind"}, {"order_coins": "on"}, {"hint_tokens": 2}):
        for seed in range(3):
            coins(hb, seed, team(HouseBot, 3, seed), **options)


def test_it_points_at_a_card_that_the_next_seat_can_place_and_that_seat_places_it(hb):
    t = hb.scene("I62 I63 I64", "I01 I25 I38", "I07 I10 I12", burgers=("I05b", "I44a"))
    assert t.wanted == ["sauce", "sauce"], "Pickles / Aioli is the one card that fits"
    house = HouseBot(Chance(1))
    t.play(0, house.choose(Observation(hb.game, t, 0)))
    assert t.hinting == 1
    t.play(0, house.choose(Observation(hb.game, t, 0)))
    assert t.pointed_at[1] == [[1]]
    assert HouseBot(Chance(2)).choose(Observation(hb.game, t, 1)) == ("place", 1)


def test_a_hint_points_at_the_newest_card_it_touches(hb):
    t = hb.scene("I62 I63 I64", "I07 I30 I17", "I01 I44 I50", burgers=("I03a", "I26b"))
    t.play(0, ("hint", 1))
    t.play(0, ("tell", "pickles"))
    assert t.pointed_at[1] == [[0, 2]]
    assert HouseBot(Chance(1)).choose(Observation(hb.game, t, 1)) == ("place", 2)


def test_it_is_careful_when_few_mistake_tokens_are_left(hb):
    t = hb.scene("I62 I63 I64", "I01 I44 I50", burgers=("I03a", "I26b"))
    t.mistakes, t.hints = 1, 0
    t.ask_afresh()
    assert HouseBot(Chance(1)).choose(Observation(hb.game, t, 0))[0] == "discard"


def test_an_order_is_met_late_while_there_is_time_and_at_once_when_there_is_none(hb):
    t = hb.scene(
        "I62 I63 I64", "I01 I44", orders=("og_cheeseburger", "iron_giant"), burgers=("I50a I34b", "")
    )
    pickles, lettuce = hb.faces("I08a I08b")
    for cards, serve in ((10, False), (1, True)):
        t.deck = t.deck[:cards]
        gains = plan(Observation(hb.game, t, 0)).face_gain
        assert (gains(0, pickles) > gains(0, lettuce)) == serve, "Pickles serve it as a sandwich"
