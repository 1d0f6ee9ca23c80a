"""Reseeding: a record that continues with another seed replays and verifies."""

import json
import random

import pytest

from flattop.games import game
from flattop.match import Match, live_seed, parse, replay, verify
from flattop.match.record import Record


def play_some(match, actions, chooser):
    for _ in range(actions):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, chooser.choice(list(match.table.asks[seat])))


def reseeded(header):
    """Play a game whose seed is chosen anew after 20 actions; the header says which game it is."""
    match = Match(game("burger-go"), ["Ann", "Ben"], live_seed())
    match.record = Record({**match.record.header, **header})
    play_some(match, 20, random.Random(1))
    match.reseed(live_seed())
    play_some(match, 1000, random.Random(2))
    return match


def test_reseeded_record_of_a_what_if_game_replays_to_an_equal_table(tmp_path):
    match = reseeded({"what_if": [20]})
    path = tmp_path / "branch.jsonl"
    path.write_text(match.record.text(), "utf-8")
    assert replay(parse(path.read_bytes(), "branch")).table == match.table
    verdict = verify(path)
    assert verdict.good
    assert verdict.lines[-1] == "a what-if game: a new seed was chosen after actions: 20"


@pytest.mark.parametrize("header", [{}, {"what_if": 20}, {"what_if": [19, 21]}])
def test_seed_that_is_chosen_in_the_middle_of_a_game_is_reported(header):
    verdict = verify(reseeded(header).record.text())
    assert not verdict.good
    assert verdict.lines == [
        "record: line 22: play continues with a chosen seed, which only a what-if game may do"
    ]


def test_seed_is_chosen_once_per_announcement():
    match = reseeded({"what_if": [20]})
    lines = [json.loads(line) for line in match.record.lines]
    twice = Record({key: value for key, value in lines[0].items() if key not in ("flattop", "chain")})
    for line in lines[1:]:
        entry = {key: value for key, value in line.items() if key != "chain"}
        for _ in range(2 if "luck" in entry else 1):
            twice.add(entry)
    assert not verify(twice.text()).good


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
