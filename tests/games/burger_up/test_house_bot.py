"""The house bot: clearly better than random play, and able to use every card and order."""

from itertools import permutations

import pytest

from flattop.bots.policies.burger_up import HouseBot, Valuation, Weights, best_pairing, demand, goals
from flattop.games.burger_up.base import GAME
from flattop.kernel import Chance
from flattop.match.observation import Observation
from tests.games.bot_games import bot_game, house_team, house_wins

from .scenes import COLOSSAL, PACK, card, lay, names, new, order, play


@pytest.mark.parametrize("seats", [2, 4])
def test_it_wins_most_games_against_random_seats(seats):
    assert house_wins(GAME, seats, range(300, 324)) > 24 * 0.85


def is_outdone(one):
    """True if the other half of the card, an equal Middle Bun (BU-R8) or a Perfect copy serves as well."""
    this, other = PACK.faces[one], PACK.faces[one ^ 1]
    alike = (this.type, this.next) == (other.type, other.next)
    return one % 2 == 1 if one in PACK.buns else alike and other.perfect > this.perfect


@pytest.mark.slow
def test_every_order_and_both_ends_of_every_card_are_served_by_house_bots():
    wanted_faces = {one for one in range(144) if not is_outdone(one)}
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
    return HouseBot(Chance(1)).choose(Observation(GAME, t, seat))


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


def test_it_throws_away_what_fits_but_is_never_worth_placing_unless_it_would_come_back():
    t = lay(new(GAME, 2), burgers={0: ["I41b", ""]}, hands={0: "I44"}, pending="vegetarian_cowboy:4 – –")
    t.burgers[0][1] = t.burgers[0][0][:]  # nothing but beef for two vegetarian burgers
    t.order_deck = []
    play(t, "done", "done", "done")
    assert Valuation(PACK, Observation(GAME, t, 0).view, 0, Weights()).fits_somewhere(card("I44"))
    assert chosen(t) == ("toss", card("I44"))
    t.deck = []
    assert chosen(t) == ("done",)


@pytest.mark.parametrize(("seats", "seeds"), [(2, (1, 2)), (4, (0, 16))])
def test_no_table_stands_still_with_cards_that_are_never_placed(seats, seeds):
    """In each of these games an earlier bot completed no order for ten rounds."""
    for seed in seeds:
        assert bot_game(GAME, house_team(GAME, seats), seed).last_round


def test_while_a_table_stands_still_for_want_of_cards_a_tower_is_scraped_off():
    tower = COLOSSAL + " I27a I61a I49b"
    t = lay(new(GAME, 2), burgers={0: [tower, "I41b"]}, hands={0: ""}, pending="vegetarian_cowboy:1 – –")
    t.deck, t.order_deck = [], []
    play(t, "done")
    assert chosen(t) == ("done",)
    t.idle = 6
    assert chosen(t)[0] == "scrape"


def test_a_burger_is_worth_more_the_less_it_misses_and_nothing_good_if_it_is_spoiled():
    demanded = demand(PACK, ((order("vegetarian_cowboy"), 1),), 0, 2, Weights())
    hopes = [demanded[stack].best for stack in [(9,), (92,), (92, 110)]]
    assert hopes == sorted(hopes)
    assert hopes[0] == Weights().dead
    assert goals(PACK, 4, 3) == [(3, 1), (4, 3)]


def test_no_burger_is_worth_more_than_the_luckiest_of_its_height():
    orders = ((order("blt"), 2), (order("og_cheeseburger"), 1))
    demanded = demand(PACK, orders, 0b111, 3, Weights())
    chance = Chance(4)
    for size in range(12):
        stack = tuple(2 * card + size % 2 for card in chance.shuffled(range(72))[:size])
        upper_bound, real = demanded.upper_bound(stack), demanded[stack]
        assert max(real.row) == real.best <= upper_bound.best
        assert sorted(real.row)[-2] == real.second <= upper_bound.second


def test_each_burger_has_an_order_of_its_own_in_the_best_pairing():
    orders = ((order("blt"), 2), (order("og_cheeseburger"), 1), (order("vegetarian_cowboy"), 4))
    chance = Chance(5)
    for burgers in (1, 2, 3):
        demanded = demand(PACK, orders, (), burgers, Weights())
        stacks = [tuple(2 * card for card in chance.shuffled(range(72))[:3]) for _ in range(burgers)]
        rows = [demanded[stack].row for stack in stacks]
        pairings = permutations(range(3), burgers)
        best = max(sum(row[n] for row, n in zip(rows, own, strict=True)) for own in pairings)
        assert best_pairing([demanded[stack] for stack in stacks]) == best
