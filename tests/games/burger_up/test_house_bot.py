"""The house bot: clearly better than luck, and at home with every card and order."""

import pytest

from flattop.bots.policies.burger_up.plan import Outlook, Taste, goals
from flattop.bots.policies.burger_up.policy import HouseBot
from flattop.games.burger_up.base import GAME
from flattop.kernel import Chance, view
from flattop.match.sight import Sight
from tests.games.bot_games import bot_game, house_team, house_wins

from .scenes import COLOSSAL, PACK, lay, names, new, order, play


@pytest.mark.parametrize("seats", [2, 4])
def test_it_wins_most_games_against_random_seats(seats):
    assert house_wins(GAME, seats, range(300, 324)) > 24 * 0.85


@pytest.mark.slow
def test_every_order_and_both_ends_of_every_card_are_served_by_house_bots():
    wanted_faces = {one for one in range(144) if one not in PACK.buns or one % 2 == 0}  # BU-R8
    faces, orders = set(), set()

    def watch(t, seat, action):
        if action[0] == "serve":
            faces.update(t.burgers[seat][action[1]])
            orders.add(action[2])

    for seed in range(200):
        bot_game(GAME, house_team(GAME, 2 + seed % 3), seed, watch)
        if faces >= wanted_faces and len(orders) == 21:
            return
    assert (wanted_faces - faces, set(range(21)) - orders) == (set(), set())


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
