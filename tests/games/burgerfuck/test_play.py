"""Whole games: they end, no card is lost, nothing hidden is visible, and every event has a text."""

import pytest

from flattop.kernel import Chance, determinize, view

GOALS = ["empty_hand", "large_tokens", "either", "none"]


@pytest.mark.rule("BF-05", "BF-R24", "BF-R35")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games_end_and_lose_no_card_on_the_way(bf, seats):
    for seed in range(12):
        t = bf.game.table(seats, Chance(seed))
        whole = bf.all_cards(t)
        for position in bf.play_on(t, Chance(seed + 1)):
            assert bf.all_cards(position) == whole
            assert position.play_pile
            assert min(position.orbs + position.small + position.large) >= 0
            assert all(
                0 <= shown <= len(hand) for shown, hand in zip(position.shown, position.hands, strict=True)
            )
        assert t.turn <= 1000


@pytest.mark.rule("BF-R1", "BF-R4", "BF-R5")
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_games_end_under_every_goal_within_the_turn_limit(bf, goal, seats):
    for seed in range(6):
        t = bf.finish(bf.game.table(seats, Chance(seed), {"goal": goal, "turn_limit": 150}), Chance(seed))
        assert t.turn <= 150
        assert bf.game.outcome(t).winners


def test_log_explains_a_whole_game(bf):
    t = bf.scene("QD 9C", pile="KD", by=-1, turn=1, dice=(12, 12), deck="7S 8S")
    bf.act(t, "play", "QD")
    lines = [bf.game.text.event(t, event, ("Ann", "Bob", "Cem")) for _, event in t.events]
    assert lines == [
        "Ann plays Q♦.",
        "Resplendent Contention: Ann rolls 12, the Table rolls 12.",
        "Ann draws 1 card for equal rolls (BF-35).",
        "You draw 7♠.",
        "The Table draws 1 card for equal rolls (BF-35).",
    ]
    t = bf.change(bf.scene("9S 2C"), small=[4, 0, 0])
    assert bf.game.text.option(t, bf.action(t, "play", "9S"), ()) == "Play 9♠ for a Bribe of 4 Small Tokens"


@pytest.mark.rule("BF-R8", "BF-R29")
@pytest.mark.parametrize("strikes", ["windows", "live"])
def test_views_and_options_do_not_depend_on_hidden_cards(bf, strikes):
    zones, chance = bf.game.zones, Chance(77)
    for seed in range(2):
        t = bf.game.table(3, Chance(seed), {"strikes": strikes})
        for position in bf.play_on(t, Chance(seed)):
            for seat in (None, 0, 1, 2):
                imagined = determinize(position, zones, seat, chance)
                assert view(imagined, zones, seat) == view(position, zones, seat)
                assert list(imagined.asks) == list(position.asks)
                if seat is not None:
                    assert imagined.asks.get(seat) == position.asks.get(seat)
                    assert imagined.anytime(seat) == position.anytime(seat)


@pytest.mark.rule("BF-08", "BF-16", "BF-R8")
def test_a_hand_is_seen_by_its_owner_only_and_the_tables_card_by_nobody(bf):
    t = bf.scene("QD 9C", pile="KD", by=-1, turn=1, dice=(12, 12))
    bf.act(t, "play", "QD")
    for seat in (None, 0, 1, 2):
        shown = view(t, bf.game.zones, seat)
        assert shown["table_hand"] == [-1]
        assert set(shown["deck"]) == {-1}
        for owner in range(3):
            assert (shown["hands"][owner] == t.hands[owner]) == (owner == seat)
    drawn = [(whom, event) for whom, event in t.events if event[0] == "got"]
    assert [whom for whom, _ in drawn] == [0]


def test_all_hands_are_opened_at_the_end(bf):
    t = bf.scene("5S")
    reveals = t.reveals
    bf.act(t, "play", "5S")
    assert view(t, bf.game.zones, None)["hands"] == t.hands
    assert t.reveals > reveals
