"""The house bot: fast, fair, and better than random play."""

import pytest

from flattop.bots.policies.burger_boss.policy import HouseBot
from flattop.bots.random import Random
from flattop.games.burger_boss.placement import Shopping
from flattop.kernel import Chance
from flattop.match.observation import Observation
from tests.games.bot_games import bot_game, house_team

from .scenes import GAME, do, offered, parse_action, scene


def choice(t, seat):
    return HouseBot(Chance(1)).choose(Observation(GAME, t, seat))


def test_house_seats_beat_random_ones():
    won = 0
    for seed in range(12):
        bots = [kind(Chance(seed + n)) for kind in (HouseBot, Random) for n in (0, 1)]
        t = bot_game(GAME, bots, seed)
        won += max(GAME.outcome(t).winners) < 2
        assert min(t.money[:2]) > max(t.money[2:])
    assert won == 12


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_house_plays_at_every_table(seats):
    t = bot_game(GAME, house_team(GAME, seats), seats)
    assert sum(map(len, t.served)) > 8


def test_the_house_plays_every_option():
    for name, option in GAME.options.items():
        for value in option.values:
            assert bot_game(GAME, house_team(GAME, 3), 2, **{name: value}).over


def test_a_pair_in_the_first_rounds_hires():
    t = scene(
        round=1,
        dice={0: (4, 4), 1: (1,)},
        queue={"R1": "HAM", "R2": "CHE"},
        deck=["DEL"] * 3 + ["DCH"] * 3 + ["DBL"] * 4,
    )
    t.deck += [c for c in range(30) if c not in t.deck and c not in t.queue]
    do(t, 0, "die 4")
    assert choice(t, 0) == parse_action("place workers")


def test_the_last_die_cooks_a_dish_that_someone_waits_for():
    t = scene(dice={0: (5,), 1: (1,)}, cold={0: "BBP"}, queue={"S1": "HAM"})
    do(t, 0, "die 5")
    assert choice(t, 0) == parse_action("place kitchen")
    do(t, 0, "place kitchen")
    for _ in range(3):
        t.play(0, choice(t, 0))
    assert t.grills[0] == [[0, 0, 1]]


def test_it_sells_the_oldest_dish_to_the_customer_who_pays_most():
    t = scene("sales", queue={"R1": "HAM", "S2": "HAM"}, grills={0: [("BBP", 1), ("BBP", 3)]})
    assert choice(t, 0) == parse_action("sell 1")
    do(t, 0, "sell 1")
    assert choice(t, 0) == parse_action("to S2")


def test_it_tips_before_two_sales_and_jumps_the_queue_for_a_contested_one():
    t = scene(
        "sales", queue={"R1": "HAM", "R2": "DBL"}, grills={0: [("BBP", 1), ("BBPP", 1)]}, hands={0: "TIP"}
    )
    assert choice(t, 0) == parse_action("use TIP")
    t = scene(
        "closing",
        order=(1, 0, 2),
        queue={"S1": "CHE"},
        grills={0: [("BBPC", 1)], 1: [("BBPC", 1)]},
        hands={0: "FIRST"},
    )
    assert choice(t, 0) == parse_action("use FIRST")


def test_it_steals_what_an_order_lacks_just_before_its_own_die():
    t = scene(dice={0: (1,), 1: (2,)}, cold={0: "BBP", 1: "C"}, queue={"L1": "CHE"}, hands={0: "STEAL"})
    assert choice(t, 0) == parse_action("use STEAL")
    for line in ("use STEAL", "victim 1", "grab C"):
        assert choice(t, 0) == parse_action(line)
        do(t, 0, line)
    assert offered(t, 0) == ["die 1"]


def test_it_pays_for_no_token_that_it_cannot_store():
    """An earlier bot bought and refused 67 of 1000 tokens."""
    for kitchens, shops in ((1, False), (2, True)):
        t = scene(
            dice={0: (5, 5), 1: (1,)},
            cold={0: "BBPC"},
            queue={"S1": "DEL"},
            money={0: 9},
            kitchens={0: kitchens},
        )
        do(t, 0, "die 5")
        assert parse_action("place supermarket") in t.asks[0]
        assert (choice(t, 0) == parse_action("place supermarket")) is shops, (
            "cold is full of what the dish takes"
        )

    def watch(t, seat, action):
        assert action[0] != "refuse" or not any(isinstance(frame, Shopping) for frame in t.stack)

    for seed in range(3):
        bot_game(GAME, house_team(GAME, 3), seed, watch)


def test_a_high_die_rests_where_a_rival_would_be_first_with_the_same_dish():
    for dish, answer in (("BBPC", "rest 6"), ("BBP", "work")):
        t = scene(
            "turn_order",
            order=(1, 0, 2),
            rolls=[(2, 6), (3, 4), (6, 6)],
            queue={"S1": "CHE"},
            grills={0: [("BBPC", 1)], 1: [(dish, 1)]},
        )
        do(t, 1, "work")
        assert choice(t, 0) == parse_action(answer), "with the 2 alone it comes before 7"


def test_it_swaps_out_an_ingredient_that_no_customer_needs():
    t = scene(dice={0: (4,)}, cold={0: "LLLP"}, queue={"R1": "HAM"})
    do(t, 0, "die 4, place bakery")
    assert choice(t, 0) == parse_action("swap L")
