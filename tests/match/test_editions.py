"""Editions: replay and continuation of games whose rules have changed since their start."""

import json

import pytest

from flattop.match import OtherEdition, parse, replay, reproducible_part, resume, state_hash, verify
from flattop.match.editions import add_state_hash, adopt_edition
from tests.editions import next_edition

from .random_games import played


@pytest.fixture
def left(tmp_path):
    """The file of an unfinished game with a state hash at its end."""
    path = tmp_path / "left.jsonl"
    with path.open("w", encoding="utf-8") as sink:
        add_state_hash(played(actions=12, sink=sink))
    return path


def test_finished_game_verifies_if_new_rules_reproduce_it(monkeypatch):
    text = played().record.text()
    next_edition(monkeypatch)
    verdict = verify(text)
    assert verdict.good
    assert "begun under edition 1; replayed by edition 2" in verdict.lines


def test_game_that_new_rules_do_not_reproduce_raises_other_edition(monkeypatch):
    text = played().record.text()
    next_edition(monkeypatch, hands_stay=True)
    verdict = verify(text)
    assert not verdict.good
    assert verdict.lines == [
        "record: The rules of Burger Go! have changed since this game began: "
        "that was edition 1, this is edition 2"
    ]


def test_record_of_a_newer_edition_is_not_replayed(monkeypatch):
    with monkeypatch.context() as ahead:
        next_edition(ahead)
        text = played().record.text()
    with pytest.raises(OtherEdition, match="that was edition 2, this is edition 1"):
        replay(text)


def test_game_with_equal_state_hash_continues_and_records_the_edition(left, monkeypatch):
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


def test_game_without_state_hash_at_its_end_does_not_continue(tmp_path, monkeypatch):
    path = tmp_path / "killed.jsonl"
    with path.open("w", encoding="utf-8") as sink:
        played(actions=12, sink=sink)
    next_edition(monkeypatch)
    with pytest.raises(OtherEdition):
        resume(path)
    assert verify(path).lines[-2] == "there is no state hash at its end, so it cannot be continued"


def test_error_after_the_edition_change_is_reported_as_such(left, monkeypatch):
    next_edition(monkeypatch)
    match, _ = resume(left)
    match.record.sink = match.record.sink.close()
    match.record.add({"play": [0, "fly"]})
    assert "line 16: 'fly' is none of the options" in verify(match.record.text()).lines[0]


def test_state_hash_is_recorded_once(left):
    match, _ = resume(left)
    before = match.record.text()
    add_state_hash(match)
    adopt_edition(match)
    match.record.sink.close()
    assert match.record.text() == before == left.read_text("utf-8")


def test_reproducible_part_ends_at_the_last_equal_state_hash(monkeypatch):
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
def test_edition_must_be_a_number(edition):
    match = played(actions=3)
    match.record.add({"edition": edition})
    assert not verify(match.record.text()).good


def test_finished_game_gets_no_more_entries(monkeypatch):
    match = played()
    text = match.record.text()
    add_state_hash(match)
    next_edition(monkeypatch)
    adopt_edition(match)
    assert match.record.text() == text
