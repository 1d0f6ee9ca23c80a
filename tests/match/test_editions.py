"""Editions: what becomes of games whose rules have changed since they began."""

import json

import pytest

from flattop.match import OtherEdition, parse, replay, reproducible_part, resume, state_hash, verify
from flattop.match.editions import add_state_hash, adopt_edition
from tests.editions import next_edition

from .random_games import played


@pytest.fixture
def left(tmp_path):
    """The file of a game that was left in its midst, in order."""
    path = tmp_path / "left.jsonl"
    with path.open("w", encoding="utf-8") as sink:
        add_state_hash(played(actions=12, sink=sink))
    return path


def test_a_finished_game_verifies_by_changed_rules_that_tell_it_alike(monkeypatch):
    text = played().record.text()
    next_edition(monkeypatch)
    verdict = verify(text)
    assert verdict.good
    assert "begun under edition 1; replayed by edition 2" in verdict.lines


def test_rules_that_tell_it_otherwise_are_named_as_such(monkeypatch):
    text = played().record.text()
    next_edition(monkeypatch, hands_stay=True)
    verdict = verify(text)
    assert not verdict.good
    assert verdict.lines == [
        "record: The rules of Burger Go! have changed since this game began: "
        "that was edition 1, this is edition 2"
    ]


def test_what_is_ahead_of_us_is_not_even_tried(monkeypatch):
    with monkeypatch.context() as ahead:
        next_edition(ahead)
        text = played().record.text()
    with pytest.raises(OtherEdition, match="that was edition 2, this is edition 1"):
        replay(text)


def test_a_game_goes_on_where_the_hash_at_its_end_agrees_and_says_from_where(left, monkeypatch):
    next_edition(monkeypatch)
    match, _ = resume(left)
    seat = match.waiting[0]
    match.play(seat, next(iter(match.table.asks[seat])))
    match.record.sink.close()
    kinds = [next(iter(json.loads(line))) for line in left.read_text("utf-8").splitlines()]
    assert kinds[-3:] == ["state", "edition", "play"]
    assert kinds.count("edition") == 1
    assert verify(left).lines[:2] == [
        "left.jsonl: Burger Go!, 13 actions, unfinished; every line, hash and rule agrees",
        "begun under edition 1 and continued under edition 2; replayed by edition 2",
    ]
    assert replay(left).record.text() == left.read_text("utf-8")


def test_without_a_hash_at_its_end_nobody_knows_and_it_does_not_go_on(tmp_path, monkeypatch):
    path = tmp_path / "killed.jsonl"
    with path.open("w", encoding="utf-8") as sink:
        played(actions=12, sink=sink)
    next_edition(monkeypatch)
    with pytest.raises(OtherEdition):
        resume(path)
    assert verify(path).lines[-2] == "there is no state hash at its end, so it cannot be continued"


def test_a_fault_after_the_change_is_a_fault_and_no_change_of_rules(left, monkeypatch):
    next_edition(monkeypatch)
    match, _ = resume(left)
    match.record.sink = match.record.sink.close()
    match.record.add({"play": [0, "fly"]})
    assert "line 16: 'fly' is none of the options" in verify(match.record.text()).lines[0]


def test_a_hash_is_written_once_where_the_game_stands(left):
    match, _ = resume(left)
    before = match.record.text()
    add_state_hash(match)
    adopt_edition(match)
    match.record.sink.close()
    assert match.record.text() == before == left.read_text("utf-8")


def test_the_part_that_is_known_ends_with_the_last_hash_that_agrees(monkeypatch):
    match, chains = played(actions=3), []
    match.on_entry = lambda entry: chains.append(match.record.chain)
    written = parse(match.record.text().encode(), "early")
    chains += [json.loads(line)["chain"] for line in match.record.lines[1:]]
    add_state_hash(match)
    stood = state_hash(match.table)
    while match.actions < 12:
        seat = match.waiting[0]
        match.play(seat, next(iter(match.table.asks[seat])))
    add_state_hash(match)
    whole = parse(match.record.text().encode(), "late")
    next_edition(monkeypatch, hands_stay=True)
    known = reproducible_part(whole, chains)
    assert len(known.entries) == 4
    assert state_hash(replay(known).table) == stood
    assert reproducible_part(written, chains[:3]) is None


@pytest.mark.parametrize("edition", ["2", True, None, 1.5])
def test_an_edition_is_a_number(edition):
    match = played(actions=3)
    match.record.add({"edition": edition})
    assert not verify(match.record.text()).good


def test_nothing_is_written_to_a_game_that_is_over(monkeypatch):
    match = played()
    text = match.record.text()
    add_state_hash(match)
    next_edition(monkeypatch)
    adopt_edition(match)
    assert match.record.text() == text
