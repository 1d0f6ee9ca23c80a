"""Party Up: the differences with five or six seats."""

import tomllib
from dataclasses import replace

import pytest

from flattop.games.burger_up.cards import load
from flattop.games.burger_up.cards import pack as build_pack
from flattop.games.burger_up.party_up import GAME
from flattop.games.burger_up.scoring import points
from flattop.kernel import VACANT, BadOption, Chance
from flattop.match import Match
from tests.games.bot_games import house_wins
from tests.games.burger_up.scenes import (
    COLOSSAL,
    PACK,
    actions,
    all_cards,
    all_orders,
    cards,
    events_named,
    lay,
    names,
    new,
    offered,
    pending,
    play,
    play_on,
    refused,
)


def table(seats=5, options=None, **laid):
    return lay(new(GAME, seats, **options or {}), **laid)


def turn_of(t, seat):
    """Return the same table at the start of a turn of that seat."""
    t.stack = t.stack[:1]
    t.stack[0].turns, t.stack[0].at = seat, "next_turn"
    t.ask_afresh()
    return t


@pytest.mark.rule("PU-01", "PU-E1")
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_only_five_or_six_can_play(seats):
    with pytest.raises(BadOption):
        GAME.table(seats, Chance(1))


@pytest.mark.rule("PU-02", "PU-03", "PU-04", "PU-05", "PU-E1", "PU-R1", "PU-R2", "PU-R3")
@pytest.mark.parametrize(("seats", "deck"), [(5, 48), (6, 44)])
def test_set_up(seats, deck):
    t = new(GAME, seats)
    assert [len(t.deck), len(t.order_deck), len(t.left_out)] == [deck, 17, 0]
    assert len(t.pending) == len(t.market) == 4
    assert t.order_coins == [1, 1, 1, 1]
    assert t.burgers == [[()]] * seats
    assert t.coins == [2] * seats
    assert t.spatulas == ["pristine"] * seats
    assert [len(hand) for hand in t.hands] == [4] * seats


@pytest.mark.rule("PU-R1", "PU-R3")
def test_eighteen_orders_and_an_opening_hand_of_three_are_options():
    t = new(GAME, 5, orders=18, opening_hand=3)
    assert [len(t.order_deck), len(t.left_out)] == [14, 3]
    assert [len(hand) for hand in t.hands] == [3] * 5
    assert GAME.table(6, Chance(1), {"first": 5}).first == 5


@pytest.mark.rule("PU-06")
def test_the_phases_are_those_of_burger_up():
    t, phases = table(), []
    for _ in range(3):
        phases.append(t.phase)
        play(t, "done")
    assert [*phases, t.phase] == ["market", "build", "burger_up", "clean_up"]


@pytest.mark.rule("PU-08", "PU-12", "PU-E2")
def test_a_first_turn():
    t = play(table(hands={0: "I01 I38 I39 I67"}), "done", "place I38a 1")
    refusal = refused(t, "place I01a 2")
    assert (refusal.code, refusal.rule) == ("no-such-burger", "PU-02")
    play(t, "place I01a 1")
    assert offered(t, "place") == set()
    assert refused(t, "place I39a 1").rule == "PU-08"
    play(t, "done", "done", "done")
    assert len(t.hands[0]) == 3


@pytest.mark.rule("PU-09", "PU-E3", "PU-R5")
def test_upgraded_three_cards_are_placed_and_the_draw_stays():
    t = turn_of(table(hands={0: "I01 I38 I39 I67"}, upgraded=[True] + [False] * 4), 0)
    play(t, "done", "place I38a 1", "place I01a 1", "place I39a 1")
    assert offered(t, "place") == set()
    play(t, "done", "done", "done")
    assert len(t.hands[0]) == 3


@pytest.mark.rule("PU-13", "PU-E4", "PU-R4")
def test_the_opening_hand_cannot_be_kept():
    t = play(table(hands={0: "I01 I02 I03 I04"}), "done", "done", "done")
    assert refused(t, "done").rule == "PU-13"
    play(t, "toss I04", "done")
    assert t.hands[0] == cards("I01 I02 I03")
    assert events_named(t, "drew") == []


@pytest.mark.rule("PU-11", "PU-E5")
def test_serving_among_four_orders():
    t = table(
        6,
        burgers={4: ["I47a I56a"]},
        pending="vegetarian_cowboy:2 iron_giant:3 saucy_minx:1 blt:1",
        orders="mad_max even_stevens",
        coins=[1] * 6,
    )
    play(turn_of(t, 4), "done", "done", "serve 1 vegetarian_cowboy")
    assert t.coins[4] == 5
    assert pending(t) == "mad_max:1 iron_giant:4 saucy_minx:2 blt:2"
    assert t.burgers[4] == [()]
    assert t.phase == "clean_up"  # one order a turn


@pytest.mark.rule("PU-03", "PU-07", "PU-12", "PU-E6")
def test_four_cards_can_be_bought_and_the_market_is_filled_to_four():
    t = table(hands={0: "I01"}, market="I67 I68 I69 I70", deck="I14 I13 I12 I11 I10", coins=[4, 2, 2, 2, 2])
    play(t, "buy I67", "buy I68", "buy I69", "buy I70")
    assert (t.coins[0], len(t.hands[0])) == (0, 5)
    assert t.market == [VACANT] * 4
    play(t, "done", "place I67a 1", "place I68a 1", "done", "done")
    assert t.market == cards("I14 I13 I12 I11")
    play(t, "done")
    assert len(t.hands[0]) == 3
    assert t.deck == cards("I10")


@pytest.mark.rule("PU-10", "PU-E7", "PU-R6")
def test_with_one_burger_the_spatula_only_scrapes():
    t = play(table(burgers={0: ["I03a I04b I05b"]}, hands={0: ""}), "done")
    assert offered(t) == actions("scrape I03", "scrape I04", "scrape I05", "done")
    assert refused(t, "shift I05 2").rule == "PU-10"
    play(t, "scrape I04")
    assert names(t) == "I03a"
    assert t.discard == cards("I04 I05")
    assert t.spatulas[0] == "dirty"
    play(t, "scrape I03")
    assert t.burgers[0] == [()]


def colossal(t):
    lay(t, burgers={1: [COLOSSAL]}, pending="blt:1 iron_giant:6 mad_max:1 saucy_minx:1", coins=[0] * 5)
    return play(turn_of(t, 1), "done", "done", "serve 1 iron_giant")


@pytest.mark.rule("PU-09", "PU-E8")
def test_a_colossal_burger_upgrades_or_pays():
    t = colossal(new(GAME, 5))
    assert offered(t) == actions("cash", "upgrade")
    cash = play(t.clone(), "cash")
    assert cash.coins[1] == 16
    play(t, "upgrade")
    assert (t.coins[1], t.upgraded[1]) == (6, True)
    assert play(turn_of(t, 1), "done").placements_left == 3


@pytest.mark.rule("PU-14", "PU-E9")
def test_the_last_round():
    t = table(
        6,
        burgers={3: ["I50a I03a I07a"]},
        pending="og_cheeseburger:1 blt:1 mad_max:1 iron_giant:1",
        orders="",
    )
    t.hands = [hand[:3] for hand in t.hands]
    play(turn_of(t, 3), "done", "done", "serve 1 og_cheeseburger")
    assert pending(t) == "– blt:2 mad_max:2 iron_giant:2"
    turns = []
    while not t.over:
        if t.phase == "market":
            turns.append(t.turn)
        play(t, "done")
    assert turns == [4, 5]


@pytest.mark.rule("PU-E10", "PU-R1")
def test_the_eighteenth_completed_order_brings_the_end():
    t = new(GAME, 5)
    for number in range(1, 19):
        assert not t.last_round
        t.burgers[0][0] = (number,)
        t.complete(0, 0, t.pending[number % 4])
        assert len(t.order_deck) == max(0, 17 - number)
    assert t.last_round
    assert sum(one != VACANT for one in t.pending) == 3


@pytest.mark.rule("PU-E11", "PU-R5")
@pytest.mark.parametrize(("bonus", "placements", "hand"), [("place", 3, 3), ("draw", 2, 4), ("both", 3, 4)])
def test_upgrade_bonus_is_an_option(bonus, placements, hand):
    t = table(options={"upgrade_bonus": bonus}, hands={0: "I67 I68 I69 I70"}, upgraded=[True] * 5)
    play(turn_of(t, 0), "done")
    assert t.placements_left == placements
    play(t, "done", "done")
    assert (("done",) in offered(t)) is (hand == 4)
    play(t, "toss I67", "done")
    assert len(t.hands[0]) == hand


@pytest.mark.rule("PU-R5")
def test_the_bonus_counts_from_the_next_turn_on():
    t = colossal(new(GAME, 5, upgrade_bonus="draw"))
    play(t, "upgrade")
    assert t.hand_limit == 3
    assert refused(t, "done").rule == "PU-13"


@pytest.mark.rule("PU-14", "PU-E12")
def test_points():
    coins, uses = [14, 9, 20, 11, 17], [2, 2, 0, 1, 1]
    assert points(PACK, coins, uses, [3, 2, 4, 4, 3]) == [18, 13, 20, 13, 19]
    assert points(PACK, coins, uses, [3, 2, 4, 5, 3]) == [18, 13, 20, 18, 19]
    t = table(coins=coins, uses=uses)
    assert GAME.outcome(t).winners == (2,)


@pytest.mark.rule("PU-E13")
def test_a_middle_bun_takes_anything():
    t = play(table(burgers={0: ["I03a"]}, hands={0: "I67 I01"}), "done", "place I67a 1", "place I01b 1")
    assert names(t) == "I03a I67a I01b"
    assert t.heights[0] == [2]
    assert t.placements_left == 0


@pytest.mark.rule("PU-R7")
def test_the_guard_holds_here_too():
    t = table()
    t.hands = [hand[:3] for hand in t.hands]
    while not t.over:
        play(t, "done") if ("done",) in offered(t) else t.play(t.turn, next(iter(offered(t))))
    assert t.round == 10


def test_no_card_and_no_order_is_ever_lost():
    for t in play_on(GAME.table(6, Chance(3))):
        assert all_cards(t) == list(range(72))
        assert all_orders(t) == list(range(21))


def test_the_house_bot_wins_most_games_against_random_seats():
    assert house_wins(GAME, 5, range(12)) >= 10


def test_refusals_name_the_rules_of_party_up_where_they_differ():
    t = table()
    assert {rule.id for rule in GAME.rules} > {"PU-08", "BU-18"}
    assert t.cited("BU-16") == "PU-08"
    assert t.cited("BU-18") == "BU-18"


@pytest.mark.rule("PU-10")
def test_shifting_with_two_bottom_buns_of_a_deck_has_its_texts():
    deck = tomllib.loads(load.house_deck.read_text("utf-8"))
    for setup in deck["setup"]:
        setup["bottom_buns"] = 2
    pack = build_pack(deck, "mine.toml")
    match = Match(replace(GAME, pack=lambda path: pack), ["Ann", "Ben", "Cleo", "Dan", "Eve"], 1)
    for _ in range(400):
        options = match.table.asks[next(iter(match.table.asks))]
        assert all(text for _, text in GAME.text.labels(match.table, options, match.people))
        verbs = {action[0]: action for action in options}
        wanted = next((verb for verb in ("shift", "place") if verb in verbs), "done")
        match.play(next(iter(match.table.asks)), verbs.get(wanted, next(iter(options))))
        if wanted == "shift":
            assert "slides" in match.log_words(None)[-1]
            return
    raise AssertionError("shift was never offered")
