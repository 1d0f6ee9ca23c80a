"""Whole games: they end, no card is lost, nothing hidden is visible, and every event has a text."""

import pytest

from flattop.kernel import Chance, ScriptedChance, determinize, redeal, view

EVERY_CARD = list(range(72))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games_end_and_lose_no_card_on_the_way(go, seats, soak):
    for seed in range(soak(500, share=5)):
        t, chance = go.game.table(seats, Chance(seed)), Chance(seed + 1)
        for position in go.play_on(t, chance=chance):
            assert go.all_cards(position) == EVERY_CARD
        assert go.all_cards(t) == EVERY_CARD
        assert max(t.coins) == max(go.game.outcome(t).points)


def test_log_of_a_round_explains_every_coin(go):
    t = go.dealt(go.book_round)
    go.play_round(t, go.book_round)
    lines = [go.game.text.event(t, event, ("Ann", "Bob", "Cem", "Dee")) for _, event in t.events]
    assert set(lines) >= {
        "Ann plays Avocado.",
        "Cem lays Veggie Patty on Ketchup: worth 9.",
        "3 Salads, the most: Dee. 6 coins for one = 6.",
        "Bob: 4 Cheese and Egg = 10 coins.",
        "Bob: 1 Meat or Patty on Sauce at 9 = 9 coins.",
        "Dee takes 15 coins this round and has 15 coins.",
    }


@pytest.mark.rule("BG-03", "BG-R13")
@pytest.mark.parametrize("seats", [2, 4])
def test_views_and_options_do_not_depend_on_hidden_cards(go, seats):
    zones, chance = go.game.zones, Chance(77)
    for seed in range(5):
        for t in go.play_on(go.game.table(seats, Chance(seed)), chance=Chance(seed)):
            for seat in range(seats):
                other = t.clone()
                redeal(other, zones, seat, chance)
                assert view(other, zones, seat) == view(t, zones, seat)
                imagined = determinize(t, zones, seat, chance)
                assert view(imagined, zones, seat) == view(t, zones, seat)
                assert imagined.asks.get(seat) == t.asks.get(seat)


def test_the_card_of_the_round_counts_from_one_to_seven(go):
    t, seen = go.new(4), []
    for position in go.play_on(t):
        if not seen or seen[-1] != (position.round, position.card):
            seen.append((position.round, position.card))
    assert seen == [(round_, card) for round_ in (1, 2, 3) for card in range(1, 8)]
    assert (t.round, t.card) == (3, 7)


def test_chance_alone_decides_the_deal(go):
    one, two = (go.game.table(4, ScriptedChance(decks=[range(71, -1, -1)])) for _ in range(2))
    assert one == two
    assert one.hands[0][0] == 71
