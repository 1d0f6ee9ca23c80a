"""The house bot: clearly better than luck, and at home with every card and order."""

import pytest

from flattop.bots.policies.burger_up.plan import Outlook, Taste, goals
from flattop.bots.policies.burger_up.policy import HouseBot
from flattop.bots.random import Random
from flattop.games.burger_up.base import GAME
from flattop.kernel import Chance, guess, view
from flattop.match.sight import Sight

from .scenes import COLOSSAL, PACK, lay, names, new, order, play


def game_of(bots, seed, watch=lambda t, seat, action: None):
    t = GAME.table(len(bots), Chance(seed))
    while not t.over:
        seat = next(iter(t.asks))
        action = bots[seat].choose(Sight(GAME, t, seat))
        watch(t, seat, action)
        t.play(seat, action)
    return t


@pytest.mark.parametrize("seats", [2, 4])
def test_it_wins_most_games_against_random_seats(seats):
    games, won = 24, 0
    for game in range(games):
        bots = [Random(Chance(game + seat)) for seat in range(seats)]
        bots[game % seats] = HouseBot(Chance(game))
        won += GAME.outcome(game_of(bots, 300 + game)).winners == (game % seats,)
    assert won / games > 0.85


@pytest.mark.slow
def test_every_order_and_both_ends_of_every_card_are_served_by_house_bots():
    wanted_faces = {one for one in range(144) if one not in PACK.buns or one % 2 == 0}  # BU-R8
    faces, orders = set(), set()

    def watch(t, seat, action):
        if action[0] == "serve":
            faces.update(t.burgers[seat][action[1]])
            orders.add(action[2])

    for seed in range(200):
        game_of([HouseBot(Chance(seat)) for seat in range(2 + seed % 3)], seed, watch)
        if faces >= wanted_faces and len(orders) == 21:
            return
    assert (wanted_faces - faces, set(range(21)) - orders) == (set(), set())


def test_it_decides_the_same_in_every_world_that_looks_the_same():
    chance = Chance(4)
    t = GAME.table(3, Chance(2))
    for n in range(300):
        seat = next(iter(t.asks))
        choice = HouseBot(Chance(1)).choose(Sight(GAME, t, seat))
        if n % 3 == 0:
            other = guess(t, GAME.zones, seat, chance)
            assert HouseBot(Chance(1)).choose(Sight(GAME, other, seat)) == choice
        t.play(seat, choice)
        if t.over:
            break


def chosen(t):
    seat = next(iter(t.asks))
    return HouseBot(Chance(1)).choose(Sight(GAME, t, seat))


def test_it_completes_an_order_rather_than_spoil_it():
    t = lay(
        new(GAME, 2),
        burgers={0: ["I41b", ""]},
        hands={0: "I13 I44"},
        pending="vegetarian_cowboy:4 – –",
        coins=[0, 0],
    )
    play(t, "done")
    while t.phase == "build":
        t.play(0, chosen(t))
    assert names(t) == "I41b I13b"  # the Veggie Patty, not the Beef Patty
    assert chosen(t) == ("serve", 0, order("vegetarian_cowboy"))


def test_it_upgrades_early_and_takes_the_coins_late():
    t = lay(new(GAME, 2), burgers={0: [COLOSSAL]}, pending="iron_giant:1 – –")
    play(t, "done", "done", "serve 1 iron_giant")
    assert chosen(t) == ("upgrade",)
    t.last_round = True
    assert chosen(t) == ("cash",)


def test_it_waits_for_a_card_that_lifts_the_burger_unless_a_rival_is_after_the_order():
    burgers = {0: ["I50a I03a I07a"], 1: [""]}
    t = lay(new(GAME, 2), burgers=burgers, hands={0: "I08 I67"}, pending="og_cheeseburger:1 – –")
    play(t, "done", "done")
    assert chosen(t) == ("done",)
    t.burgers[1][0] = tuple(one for one in t.burgers[0][0])
    assert chosen(t) == ("serve", 0, order("og_cheeseburger"))


def test_it_throws_away_what_fits_nowhere():
    t = lay(new(GAME, 2), burgers={0: ["I01a", "I04b"]}, hands={0: "I07 I67"}, pending="blt:1 – –")
    play(t, "done", "done", "done")
    assert chosen(t) == ("toss", 6)


def test_a_burger_is_worth_more_the_less_it_misses_and_nothing_good_if_it_is_spoiled():
    t = lay(new(GAME, 2), burgers={0: ["", ""]}, pending="vegetarian_cowboy:1 – –")
    outlook = Outlook(PACK, view(t, GAME.zones, 0), 0, Taste())
    cowboy = order("vegetarian_cowboy")
    hopes = [outlook.aim(stack, cowboy, 1, len(stack)) for stack in [(9,), (92,), (92, 110)]]
    assert hopes == sorted(hopes)
    assert hopes[0] == Taste().dead
    assert goals(PACK, PACK.needs[order("blt")], 3) == [(3, 1), (4, 3)]
