"""Records: they replay to the same table, and every changed byte is detected."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flattop.games import game
from flattop.match import (
    BadRecord,
    Cursor,
    Match,
    live_seed,
    parse,
    read,
    replay,
    resume,
    state_hash,
    steps,
    verify,
)
from flattop.match.editions import add_state_hash
from flattop.match.record import Record

from .random_games import played

WHOLE = played(live_seed()).record.text().encode()


def test_record_is_one_json_object_per_line():
    header, *rest = [json.loads(line) for line in WHOLE.splitlines()]
    assert header["game"] == "burger-go"
    assert header["options"]["rounds"] == 1
    assert header["people"] == ["Ann", "Ben"]
    assert {"edition", "engine", "deck", "commitment"} <= set(header)
    assert rest[0]["play"]
    assert rest[-1]["end"]["winners"]
    assert rest[-1]["seed"] == header["seed"]


def test_record_has_a_state_hash_every_50_actions():
    match = played(people=["Ann", "Ben", "Cleo", "Dan"], rounds=3)
    marks = [json.loads(line)["after"] for line in match.record.lines if '"state"' in line]
    assert marks == [*range(50, match.actions, 50), match.actions]


def test_undos_are_replayed():
    match = played(undo_at={4, 9, 15})
    again = replay(parse(match.record.text().encode(), "x"))
    assert again.table == match.table
    assert b'"undo"' in match.record.text().encode()


def test_game_is_replayed_to_any_action():
    written = parse(WHOLE, "x")
    seen = [state_hash(match.table) for match in steps(written)]
    assert len(seen) == written.actions + 1
    for at in (0, 3, written.actions):
        assert state_hash(replay(written, at).table) == seen[at]
    cursor = Cursor(written)
    for at in (5, 2, 2, 0, written.actions, 7):
        assert state_hash(cursor.at(at).table) == seen[at]
    assert cursor.at(10**9).actions == cursor.actions == written.actions


def test_saved_game_is_resumed(tmp_path):
    path = tmp_path / "game.jsonl"
    with path.open("w") as sink:
        match = played(live_seed(), actions=9, sink=sink)
    again, written = resume(path)
    assert (again.table, written.cut) == (match.table, 0)
    seat = next(iter(again.table.asks))
    again.play(seat, next(iter(again.table.asks[seat])))
    again.record.sink.close()
    assert replay(read(path)).table == again.table


def test_record_with_incomplete_last_line_is_resumed(tmp_path):
    path = tmp_path / "game.jsonl"
    lines = WHOLE.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:8]) + lines[8][:11])
    again, written = resume(path)
    assert (again.actions, written.cut) == (7, 9)
    again.record.sink.close()
    assert read(path).cut == 0
    assert "breaks off" not in verify(path).lines[0]


def test_verify_reports_an_incomplete_line(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[:-20])
    verdict = verify(path)
    assert not verdict.good
    assert "breaks off" in verdict.lines[0]


def test_valid_record_is_verified_with_its_commitment(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE)
    verdict = verify(path)
    assert verdict.good
    assert "agrees with its commitment" in verdict.lines[1]


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
@settings(max_examples=150, deadline=None)
def test_changed_byte_is_detected_and_located(tmp_path_factory, place, change):
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    changed = bytearray(WHOLE)
    changed[place] ^= change
    path.write_bytes(changed)
    verdict = verify(path)
    line = WHOLE[:place].count(b"\n") + 1
    assert not verdict.good
    assert any(f"line {near}" in verdict.lines[0] for near in (line, line + 1)), verdict.lines


def rechained(change):
    """Return a record with valid chains and a wrong game."""
    header, *entries = [json.loads(line) for line in WHOLE.splitlines()]
    for entry in (header, *entries):
        del entry["chain"]
    change(header, entries)
    record = Record({key: value for key, value in header.items() if key != "flattop"})
    for entry in entries:
        record.add(entry)
    return parse(record.text().encode(), "lie.jsonl")


def test_seed_without_matching_commitment_is_detected():
    def lie(header, entries):
        header["seed"] = live_seed().hex()

    with pytest.raises(BadRecord, match="does not agree with its commitment"):
        replay(rechained(lie))


def test_illegal_action_is_reported_with_its_line():
    def lie(header, entries):
        entries[2]["play"] = [0, "choose", 71]

    with pytest.raises(BadRecord, match=r"lie\.jsonl: line 4"):
        replay(rechained(lie))


def test_sealed_answers_in_another_order_leave_the_same_state_hash():
    tables = []
    for order in ((0, 1), (1, 0)):
        match = Match(game("burger-go"), ["Ann", "Ben", "Cleo"], 7)
        for seat in order:
            match.play(seat, match.table.asks[seat][0])
        tables.append(match.table)
    assert tables[0] == tables[1]
    assert state_hash(tables[0]) == state_hash(tables[1])
    assert state_hash(tables[0], version=1) != state_hash(tables[1], version=1)


def test_record_without_a_hash_version_keeps_the_hashes_of_its_version():
    """Dicts were hashed in the order of their keys; here seat 2 answers first."""
    match = Match(game("burger-go"), ["Ann", "Ben", "Cleo"], 7)
    match.record = Record(
        {key: value for key, value in match.record.header.items() if key not in ("flattop", "hash")}
    )
    for seat in (1, 0):
        match.play(seat, match.table.asks[seat][0])
    add_state_hash(match)
    again = replay(parse(match.record.text().encode(), "old.jsonl"))
    assert again.record.text() == match.record.text()
    assert again.state_entry()["state"] == state_hash(match.table, version=1) != state_hash(match.table)


def test_wrong_state_hash_is_detected():
    def lie(header, entries):
        entries[-1]["state"] = "0" * 16

    with pytest.raises(BadRecord, match="is not the one that was recorded"):
        replay(rechained(lie))


@pytest.mark.parametrize(
    "entry",
    [{"pause": [99]}, {"pause": [-1]}, {"resume": [0]}, {"undo": []}, {"luck": "x"}, {}],
)
def test_invalid_entry_is_reported_in_one_line(entry):
    with pytest.raises(BadRecord, match="line 2"):
        replay(rechained(lambda header, entries: entries.insert(0, entry)))


@pytest.mark.parametrize("play", [[], [0], "x", None, [9, "choose", 1], [0, ["choose"], 1], [0, {}, 1]])
def test_malformed_action_is_reported_in_one_line(play):
    def lie(header, entries):
        entries[0]["play"] = play

    with pytest.raises(BadRecord, match="line 2"):
        replay(rechained(lie))


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("game", "burger-stop", "unknown game 'burger-stop'"),
        ("game", 7, "names no game"),
        ("edition", 99, "edition 99"),
        ("hash", 3, "state hashes of version 3 are not known"),
        ("deck", "0" * 16, "another deck"),
        ("people", ["Ann"], "no table for 1"),
        ("people", "Ann", "has no people"),
        ("seed", "abc", "no seed"),
        ("options", {"rounds": 9}, "the values are 1, 2, 3"),
        ("options", {"ronds": 1}, "did you mean 'rounds'"),
    ],
)
def test_invalid_header_is_reported(key, value, sentence):
    def lie(header, entries):
        header[key] = value

    with pytest.raises(ValueError, match=sentence):
        replay(rechained(lie))


@pytest.mark.parametrize("raw", [b"", b"\n", b"hello\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"flattop":2}\n'])
def test_file_that_is_not_a_record_is_refused(raw):
    with pytest.raises(BadRecord):
        parse(raw, "x")


def test_missing_file_is_reported_in_one_line(tmp_path):
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        read(tmp_path / "none.jsonl")
