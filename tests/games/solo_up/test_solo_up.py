"""Solo Up: unlimited placements, the track of orders, and the two ends."""

import pytest

from flattop.bots.policies.solo_up import HouseBot
from flattop.bots.random import Random
from flattop.games.burger_up.solo_up import GAME
from flattop.kernel import VACANT, BadOption, Chance, ScriptedChance, view
from flattop.match.observation import Observation
from tests.games.burger_up.scenes import (
    COLOSSAL,
    actions,
    all_cards,
    all_orders,
    cards,
    events_named,
    lay,
    names,
    new,
    offered,
    order,
    play,
    play_on,
    refused,
)

COWBOY, CHEESEBURGER = "I47a I56a", "I50a I03a I07a"


def table(options=None, **laid):
    """Return a new table in its orders step."""
    return lay(new(GAME, 1, **options or {}), **laid)


def playing(options=None, **laid):
    """The same after the orders step, with this track."""
    t = play(new(GAME, 1, **options or {}), "advance")
    return lay(t, **laid)


def track(t):
    return " ".join("–" if one == VACANT else t.pack.top_buns[one].id for one in t.pending)


@pytest.mark.rule("SU-01")
@pytest.mark.parametrize("seats", [0, 2])
def test_only_one_can_play(seats):
    with pytest.raises(BadOption):
        GAME.table(seats, Chance(1))
    assert GAME.mode == "solo"


@pytest.mark.rule("SU-02", "SU-03", "SU-05", "SU-06", "SU-E1", "SU-R1", "SU-R2", "SU-R8")
def test_the_start_on_the_easy_level():
    t = new(GAME, 1)
    assert t.level == "easy"
    assert (len(t.deck), len(t.hands[0]), t.coins, t.spatulas) == (65, 4, [2], ["pristine"])
    assert (len(t.order_deck), len(t.left_out), track(t)) == (12, 9, "– – –")
    assert (len(t.market), t.discard, t.burgers) == (3, [], [[(), ()]])
    assert offered(t) == actions("advance")
    play(t, "advance")
    assert len(t.order_deck) == 11
    assert t.pending[0] != VACANT


@pytest.mark.rule("SU-26", "SU-27", "SU-28", "SU-E2", "SU-R2")
@pytest.mark.parametrize(
    ("level", "coins", "spatula", "hand", "deck"),
    [("easy", 2, "pristine", 4, 65), ("normal", 0, "pristine", 4, 65), ("hard", 0, "gone", 4, 65),
     ("expert", 0, "gone", 3, 66)],
)  # fmt: skip
def test_levels(level, coins, spatula, hand, deck):
    t = new(GAME, 1, level=level)
    assert (t.coins, t.spatulas, len(t.hands[0]), len(t.deck)) == ([coins], [spatula], hand, deck)
    play(t, "advance")
    t.hands[0].clear()
    play(t, "done")
    assert len(t.hands[0]) == hand


@pytest.mark.rule("SU-R1")
@pytest.mark.parametrize("number", [9, 12, 15, 18, 21])
def test_the_size_of_the_order_deck_is_an_option(number):
    t = new(GAME, 1, orders=number)
    assert (len(t.order_deck), len(t.left_out)) == (number, 21 - number)


@pytest.mark.rule("SU-05", "SU-07", "SU-29", "SU-R10")
def test_every_turn_starts_with_the_draw_and_the_orders():
    t = playing(hands={0: "I01"}, coins=[10])
    play(t, "done")
    assert len(t.hands[0]) == 4  # drawn before the choice
    assert offered(t) == actions("advance", "hold")
    for words in ("done", "buy I01", "place I01a 1", "serve 1 blt", "scrape I01"):
        assert refused(t, words).rule == "SU-29"
    t.coins[0] = 9
    t.ask_afresh()
    assert refused(t, "hold").rule == "SU-07"


@pytest.mark.rule("SU-14", "SU-16", "SU-20", "SU-E3")
def test_orders_move_along_the_track_and_leave():
    t = table(pending="– – –", orders="blt mad_max saucy_minx iron_giant")
    found = []
    for _ in range(4):
        play(t, "advance")
        found.append(track(t))
        play(t, "done")
    assert found == ["blt – –", "mad_max blt –", "saucy_minx mad_max blt", "iron_giant saucy_minx mad_max"]
    assert t.gone == [order("blt")]
    assert t.coins == [2]
    assert events_named(t, "walked_off") == [(order("blt"),)]


@pytest.mark.rule("SU-11", "SU-15", "SU-17", "SU-E4")
def test_a_gap_is_not_filled_but_moves_along():
    t = playing(
        burgers={0: [CHEESEBURGER]},
        pending="blt og_cheeseburger mad_max",
        orders="iron_giant extra_cheesy",
        coins=[0],
    )
    play(t, "serve 1 og_cheeseburger")
    assert t.coins == [1]
    assert track(t) == "blt – mad_max"
    assert len(t.order_deck) == 2
    assert refused(t, "advance").rule == "SU-17"
    play(t, "done", "advance")
    assert track(t) == "iron_giant blt –"
    assert t.gone == [order("mad_max")]
    play(t, "done", "advance")
    assert track(t) == "extra_cheesy iron_giant blt"


@pytest.mark.rule("SU-07", "SU-19", "SU-E5", "SU-R9")
def test_ten_dollars_hold_the_orders():
    t = table(pending="blt og_cheeseburger mad_max", coins=[12])
    before = list(t.order_deck)
    play(t, "hold")
    assert t.coins == [2]
    assert track(t) == "blt og_cheeseburger mad_max"
    assert t.order_deck == before
    assert ("hold",) not in offered(table(coins=[9]))
    empty = play(table(pending="– – –", coins=[10]), "hold")  # also with an empty track
    assert empty.step == "play"


@pytest.mark.rule("SU-08", "SU-09", "SU-E6")
def test_any_number_of_cards_is_placed_in_a_turn():
    t = playing(hands={0: "I01 I38 I39 I40"})
    play(t, "place I01a 1", "place I38b 1", "place I39a 1", "place I40b 1")
    assert names(t) == "I01a I38b I39a I40b"
    assert t.hands[0] == []
    assert ("done",) in offered(t)
    many = playing(hands={0: " ".join(f"I{n}" for n in range(67, 73))})
    play(many, *(f"place I{n}a 1" for n in range(67, 73)))
    assert len(many.burgers[0][0]) == 6


@pytest.mark.rule("SU-09")
def test_the_rules_of_fit_hold():
    t = playing(burgers={0: ["I03a", ""]}, hands={0: "I01 I04"})
    assert {a for a in offered(t, "place") if a[2] == 0} == actions("place I04b 1")
    assert refused(t, "place I01a 1").rule == "BU-18"


@pytest.mark.rule("SU-10", "SU-E7")
def test_a_bought_card_is_replaced_at_once():
    t = playing(market="I06 I20 I41", deck="I10 I11", hands={0: ""}, coins=[2])
    play(t, "buy I20")
    assert (t.coins, t.market, t.hands[0]) == ([1], cards("I06 I10 I41"), cards("I20"))
    play(t, "buy I10")
    assert (t.coins, t.market, t.deck) == ([0], cards("I06 I11 I41"), [])
    refusal = refused(t, "buy I11")
    assert (refusal.code, refusal.rule) == ("no-coin", "SU-10")


@pytest.mark.rule("SU-R11")
def test_a_market_gap_that_cannot_be_filled_stays():
    t = play(playing(market="I06 I20 I41", deck="", hands={0: ""}, coins=[2]), "buy I20")
    assert t.market == cards("I06 – I41")


@pytest.mark.rule("SU-04", "SU-08", "SU-11", "SU-12", "SU-13", "SU-E8")
def test_three_orders_in_one_turn():
    t = playing(
        burgers={0: [COWBOY, CHEESEBURGER]},
        hands={0: "I43 I57"},
        pending="little_slider og_cheeseburger vegetarian_cowboy",
        orders="blt",
        coins=[0],
    )
    play(t, "serve 2 og_cheeseburger")
    assert t.coins == [1]
    play(t, "serve 1 vegetarian_cowboy")
    assert t.coins == [3]
    assert t.discard == cards("I50 I03 I07 I47 I56")
    play(t, "place I43a 1", "place I57b 1", "serve 1 little_slider")
    assert t.coins == [4]
    assert (track(t), len(t.completed[0])) == ("– – –", 3)
    assert t.order_coins == [0, 0, 0]
    assert not t.over
    play(t, "done")
    assert t.step == "orders"


@pytest.mark.rule("SU-R3", "SU-E9")
def test_a_colossal_burger_pays_without_a_question():
    t = playing(burgers={0: [COLOSSAL]}, pending="iron_giant – –", coins=[3])
    play(t, "serve 1 iron_giant")
    assert t.coins == [13]
    assert t.step == "play"
    assert refused(t, "upgrade").code == "no-reward"


@pytest.mark.rule("SU-R3", "SU-E9")
def test_with_the_option_an_upgrade_raises_the_hand_from_the_next_turn_on():
    t = playing({"upgrade": "hand"}, burgers={0: [COLOSSAL]}, pending="iron_giant – –", coins=[3])
    play(t, "serve 1 iron_giant")
    assert offered(t) == actions("cash", "upgrade")
    assert t.step == "reward"
    assert refused(t, "done").rule == "BU-R20"
    assert play(t.clone(), "cash").coins == [13]
    play(t, "upgrade")
    assert t.coins == [3]
    play(t, "done")
    assert len(t.hands[0]) == 5
    expert = playing(
        {"upgrade": "hand", "level": "expert"}, burgers={0: [COLOSSAL]}, pending="iron_giant – –"
    )
    play(expert, "serve 1 iron_giant", "upgrade", "done")
    assert len(expert.hands[0]) == 4


@pytest.mark.rule("SU-21", "SU-23", "SU-E10", "SU-R13")
def test_serving_the_last_order_ends_the_game_at_once():
    t = playing(
        burgers={0: [COWBOY]},
        hands={0: "I38"},
        pending="– – vegetarian_cowboy",
        orders="",
        coins=[5],
        uses=[1],
    )
    play(t, "serve 1 vegetarian_cowboy")
    assert t.over
    assert GAME.outcome(t).points == (9,)
    assert events_named(t, "scored") == [(7, 2, 9)]
    assert events_named(t, "out_of_orders") == [()]


@pytest.mark.rule("SU-21", "SU-E11", "SU-R9")
def test_advancing_the_last_order_off_the_track_ends_the_game_too():
    t = table(burgers={0: [COWBOY]}, pending="– – vegetarian_cowboy", orders="", coins=[12], uses=[0])
    gone = play(t.clone(), "advance")
    assert gone.over
    assert GAME.outcome(gone).points == (12,)
    play(t, "hold", "serve 1 vegetarian_cowboy")
    assert t.over
    assert GAME.outcome(t).points == (4,)


@pytest.mark.rule("SU-18", "SU-E12")
def test_the_track_moves_without_an_order_deck():
    t = play(table(pending="– blt –", orders=""), "advance")
    assert track(t) == "– – blt"
    assert not t.over


def stuck(market="I08 – –", hand="I07", coins=0, options=None, **laid):
    return playing(
        options,
        deck="",
        hands={0: hand},
        market=market,
        burgers={0: ["I01a", "I04b"]},
        pending="blt – –",
        coins=[coins],
        **laid,
    )


@pytest.mark.rule("SU-22", "SU-E13", "SU-R5")
def test_no_deck_and_nothing_to_place_ends_the_game_at_done():
    t = stuck()
    assert t.done_ends == [[1]]
    assert not t.over
    play(t, "done")
    assert t.over
    assert GAME.outcome(t).points == (4,)
    assert "nothing can be placed" in GAME.outcome(t).reason


@pytest.mark.rule("SU-E14", "SU-R5")
@pytest.mark.parametrize("more", [{"market": "I20 – –", "coins": 1}, {"hand": "I07 I70"}])
def test_a_card_that_could_be_bought_or_placed_keeps_the_game_alive(more):
    t = stuck(**more)
    assert t.done_ends == [[0]]
    play(t, "done")
    assert not t.over
    assert stuck(market="I20 – –").done_ends == [[1]]  # without a coin it does not help


@pytest.mark.rule("SU-R5", "SU-22")
def test_a_burger_just_built_with_the_last_card_can_still_be_served():
    t = playing(
        deck="",
        hands={0: "I56"},
        market="– – –",
        burgers={0: ["I47a I70a", "I03a"]},
        pending="vegetarian_cowboy – –",
    )
    play(t, "place I56a 1")
    assert not t.over
    assert ("serve", 0, order("vegetarian_cowboy")) in offered(t)


@pytest.mark.rule("SU-R4", "SU-R11", "SU-E15")
def test_a_short_deck_gives_what_it_has():
    t = playing(hands={0: "I07"}, deck="I11 I10", discard="I20 I21 I22")
    play(t, "done")
    assert (t.hands[0], t.deck, t.discard) == (cards("I07 I11 I10"), [], cards("I20 I21 I22"))


@pytest.mark.rule("SU-R4", "SU-E15")
def test_with_the_option_the_discard_pile_becomes_the_deck():
    t = playing({"reshuffle": "on"}, hands={0: "I07"}, deck="I11 I10", discard="I20 I21 I22")
    t.chance = ScriptedChance(decks=[cards("I22")])
    play(t, "done")
    assert t.hands[0] == cards("I07 I11 I10 I22")
    assert (len(t.deck), t.discard) == (2, [])
    alive = stuck(options={"reshuffle": "on"}, discard="I20")
    assert alive.done_ends == [[0]]  # the deck counts as empty only with an empty discard pile
    assert stuck(options={"reshuffle": "on"}).done_ends == [[1]]


@pytest.mark.rule("SU-06", "SU-R6", "SU-E16")
def test_a_big_hand_is_kept():
    t = playing(hands={0: "I01 I02 I03 I04"}, coins=[2], market="I06 I20 I41")
    play(t, "buy I06", "buy I20")
    refusal = refused(t, "toss I01")
    assert refusal.rule == "SU-R6"
    play(t, "done")
    assert t.hands[0] == cards("I01 I02 I03 I04 I06 I20")
    assert t.discard == []


@pytest.mark.rule("SU-R6")
def test_with_the_option_cards_are_thrown_away_after_done():
    t = playing({"discard": "on"}, hands={0: "I01 I02 I03"})
    play(t, "done")
    assert t.step == "discard"
    assert offered(t) == actions("toss I01", "toss I02", "toss I03", "done")
    assert refused(t, "place I01a 1").rule == "SU-R6"
    play(t, "toss I02", "toss I01", "done")
    assert t.discard == cards("I02 I01")
    assert len(t.hands[0]) == 4
    ending = stuck(hand="I07 I70", options={"discard": "on"})
    play(ending, "done", "toss I70", "done")  # judged at the last done
    assert ending.over


@pytest.mark.rule("SU-R7", "SU-E17")
def test_the_spatula_may_be_used_between_completions():
    t = playing(
        burgers={0: ["I03a I04b I05b", COWBOY]}, hands={0: "I67 I68"}, pending="vegetarian_cowboy blt –"
    )
    play(t, "serve 2 vegetarian_cowboy", "shift I05 2")
    assert [names(t), names(t, which=1)] == ["I03a I04b", "I05b"]
    play(t, "place I67a 1", "place I68a 2")
    assert t.spatulas == ["dirty"]
    play(t, "scrape I68")
    assert t.spatulas == ["gone"]


@pytest.mark.rule("SU-23", "SU-24", "SU-25", "SU-E18")
def test_the_score_is_coins_and_spatula_and_there_is_no_winner():
    t = table(coins=[27], uses=[1])
    t.completed[0] = tuple(t.order_deck[:6])
    assert GAME.outcome(t).points == (29,)
    assert GAME.outcome(t).winners == ()
    hard = table({"level": "hard"}, coins=[27])
    assert GAME.outcome(hard).points == (27,)


@pytest.mark.rule("SU-R12")
def test_every_turn_costs_ten_dollars_or_moves_the_track():
    for seed in range(20):
        t = new(GAME, 1, seed=seed)
        for _ in play_on(t, Chance(seed)):
            pass
        held, advanced = len(events_named(t, "held")), len(events_named(t, "advanced"))
        assert t.turn == held + advanced or t.ending == "cards"
        assert advanced <= 12 + 3


@pytest.mark.rule("SU-29")
@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        ("buy I30", "not-in-market", "SU-10"),
        ("place I30a 1", "not-in-hand", "BU-20"),
        ("scrape I30", "not-in-burger", "BU-24"),
        ("serve 1 blt", "not-met", "BU-30"),
        ("serve 1 mad_max", "not-pending", "SU-11"),
        ("hold", "orders-done", "SU-17"),
        ("cash", "no-reward", "SU-R3"),
    ],
)
def test_illegal_action_is_refused_with_its_rule(words, code, rule):
    t = playing(hands={0: "I01"}, market="I06 I20 I41", burgers={0: ["I03a"]}, pending="blt – –")
    refusal = refused(t, words)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert refused(t, ("fly",)).code == "not-open"
    assert refused(t, "done", seat=1).code == "not-your-turn"


def test_spectator_sees_neither_the_hand_nor_the_pending_end():
    t = stuck()
    shown = view(t, GAME.zones, None)
    assert shown["hands"] == [[-1]]
    assert shown["done_ends"] == [[-1]]
    assert view(t, GAME.zones, 0)["done_ends"] == [[1]]
    assert "order_coins" not in shown


def test_no_card_and_no_order_is_ever_lost():
    for seed in range(10):
        for t in play_on(GAME.table(1, Chance(seed), {"orders": 21}), Chance(seed)):
            assert all_cards(t) == list(range(72))
            assert all_orders(t) == list(range(21))


def score(bot, seed, **options):
    t = GAME.table(1, Chance(seed), options)
    while not t.over:
        t.play(0, bot.choose(Observation(GAME, t, 0)))
    return GAME.outcome(t).points[0]


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_the_house_bot_scores_more_than_twice_as_much_as_luck(level):
    games = range(12)
    house = sum(score(HouseBot(Chance(seed)), seed, level=level) for seed in games)
    luck = sum(score(Random(Chance(seed)), seed, level=level) for seed in games)
    assert house > 2 * max(luck, len(games))


@pytest.mark.parametrize(
    "options", [{"upgrade": "hand"}, {"discard": "on"}, {"reshuffle": "on", "orders": 21}]
)
def test_the_house_bot_plays_with_every_option(options):
    assert score(HouseBot(Chance(1)), 5, **options) > 0
