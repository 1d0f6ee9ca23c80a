"""A new round: discards, kept cards, and the deck."""

import pytest

from flattop.kernel import ScriptedChance

SECOND = [
    "I01a I02a I03a I04a I07a I08a I10a",
    "I14a I15a I16a I17a I18a I20a I21a",
    "I24a I25a I27a I28a I31a I32a I33a",
    "I34a I35a I36a I37a I38a I68a I69a",
]


@pytest.mark.rule("BG-06")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_game_is_three_rounds_of_seven_cards_for_each_seat(go, seats):
    t = go.finish(go.new(seats))
    assert t.round == 3
    assert len(go.events_named(t, "shown")) == 21 * seats


@pytest.mark.rule("BG-06")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_shorter_game_has_as_many_rounds_as_its_option_says(go, rounds):
    t = go.finish(go.new(4, rounds=rounds))
    assert (t.round, len(go.events_named(t, "shown"))) == (rounds, 28 * rounds)


@pytest.mark.rule("BG-14", "BG-E9")
def test_all_but_middle_buns_is_discarded_when_a_round_starts(go):
    t = go.dealt(go.book_round)
    go.play_round(t, go.book_round)
    assert t.round == 2
    assert t.rows == [[], [], [], []]
    assert len(t.discards) == 27
    assert t.kept == [[go.card("I67")], [], [], []]
    assert len(t.deck) == 44 - 28
    assert go.events_named(t, "kept") == [(0, 1)]


@pytest.mark.rule("BG-14")
def test_kept_middle_buns_stay_before_their_seat_to_the_end(go):
    t = go.dealt(go.book_round)
    go.play_round(t, go.book_round)
    go.finish(t)
    assert t.kept[0][0] == go.card("I67")
    assert go.card("I67") not in t.discards + t.deck


@pytest.mark.rule("BG-15", "BG-R10", "BG-E10")
def test_discards_are_shuffled_in_the_middle_of_a_deal(go):
    t = go.dealt(go.book_round, SECOND)
    go.play_round(t, go.book_round)
    old_deck = t.deck[:]
    go.play_round(t, SECOND)
    assert t.round == 3
    assert sum(map(len, t.kept)) == 3
    assert [hand[:4] for hand in t.hands] == [old_deck[seat::4] for seat in range(4)]
    assert not any(set(hand[4:]) & set(old_deck) for hand in t.hands)
    assert (len(t.deck), len(t.discards)) == (41, 0)
    assert go.events_named(t, "reshuffled") == [(53,)]
    assert {66, 67, 68}.isdisjoint({*t.deck, *t.hands[0], *t.hands[1], *t.hands[2], *t.hands[3]})


@pytest.mark.rule("BG-15", "BG-R10")
def test_the_deck_is_used_on_from_round_to_round_without_a_shuffle(go):
    t = go.new(3)
    next_cards = t.deck[:21]
    list(go.play_on(t, until=lambda t: t.round == 2))
    assert t.hands == [next_cards[seat::3] for seat in range(3)]
    assert go.events_named(t, "reshuffled") == []


@pytest.mark.rule("BG-15", "BG-R10")
@pytest.mark.parametrize(("seats", "reshuffles"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_discards_are_shuffled_only_when_the_deck_runs_out(go, seats, reshuffles):
    assert len(go.events_named(go.finish(go.new(seats)), "reshuffled")) == reshuffles


@pytest.mark.rule("BG-R10")
def test_a_deck_with_just_enough_cards_is_not_shuffled(go):
    t = go.new(3)
    t.discards, t.deck = t.deck[21:], t.deck[:21]
    t.chance = ScriptedChance(decks=[[]])
    t.deal_hands()
    assert (len(t.deck), len(t.discards)) == (0, 30)
    assert t.chance.decks == [[]]


@pytest.mark.rule("BG-R11")
def test_the_rows_of_the_last_round_stay(go):
    t = go.finish(go.new(4))
    assert [len(row) for row in t.rows] == [7] * 4
