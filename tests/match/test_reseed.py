"""Reseeding: a record that continues with another seed replays and verifies."""

import random

from flattop.games import game
from flattop.match import Match, live_seed, parse, replay, verify


def play_some(match, actions, chooser):
    for _ in range(actions):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, chooser.choice(list(match.table.asks[seat])))


def test_reseeded_record_replays_to_an_equal_table(tmp_path):
    match = Match(game("burger-go"), ["Ann", "Ben"], live_seed())
    play_some(match, 20, random.Random(1))
    match.reseed(live_seed())
    play_some(match, 1000, random.Random(2))
    path = tmp_path / "branch.jsonl"
    path.write_text(match.record.text(), "utf-8")
    assert replay(parse(path.read_bytes(), "branch")).table == match.table
    assert verify(path).good


def test_reseeded_match_deals_other_cards():
    first, second = (Match(game("burger-go"), ["Ann", "Ben"], 7) for _ in range(2))
    for match in (first, second):
        play_some(match, 20, random.Random(1))
    assert first.table == second.table
    decks = sorted(first.table.deck), first.table.hands
    second.reseed(8)
    assert (sorted(second.table.deck), second.table.hands) == decks
    hands = []
    for match in (first, second):
        while match.table.round == 1:
            play_some(match, 1, random.Random(3))
        hands.append(match.table.hands)
    assert hands[0] != hands[1]


def test_reseed_is_no_action_and_cannot_be_undone():
    match = Match(game("burger-go"), ["Ann", "Ben"], 7)
    play_some(match, 5, random.Random(1))
    actions = match.actions
    match.reseed(9)
    assert match.actions == actions
    assert match.undo_terms(0) is None


def test_invalid_seed_in_a_record_is_detected(tmp_path):
    match = Match(game("burger-go"), ["Ann", "Ben"], 7)
    match.record.add({"luck": "not hex"})
    path = tmp_path / "bad.jsonl"
    path.write_text(match.record.text(), "utf-8")
    assert not verify(path).good


def test_known_cards_of_a_deck_stay_after_a_reseed():
    match = Match(game("burger-boss"), ["Ann", "Ben"], 7)
    before = match.table.deck[:]
    match.reseed(9)
    assert match.table.deck != before
    assert sorted(match.table.deck) == sorted(before)
    assert match.table.deck[-1] == before[-1]
