"""`flattop replay` and `flattop verify`."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flattop as package
from flattop.cli import main
from flattop.games import game
from flattop.terminal.replay import log_lines


def test_replay_in_a_pipe_prints_the_log_and_the_result(flattop, record, match):
    code, out, err = flattop("replay", record)
    assert (code, err) == (0, "")
    title, *log, points, winners = out.splitlines()
    assert title == "Burger Go!: Ann, Bob, Cy"
    assert log == match.log_words(None)
    assert points.startswith("Points: Ann ")
    assert winners.startswith("Won by ")


def test_at_prints_the_table_after_some_actions(flattop, record):
    code, out, _ = flattop("replay", record, "--at", 12)
    assert code == 0
    assert out.startswith("after 12 of 36 actions\n")
    assert "Hand, Ann: 5 face down" in out
    assert "Points:" not in out
    assert "Points:" in flattop("replay", record, "--at", 36).out


def test_viewer_sees_own_hand_or_everything(flattop, record):
    own = flattop("replay", record, "--at", 12, "--viewer", 2).out
    assert "Hand, Ann: 5 face down" in own
    assert "Hand, Bob: 5 face down" not in own
    everything = flattop("replay", record, "--at", 12, "--viewer", "all").out
    assert "Hand, Ann: 5 face down" not in everything
    assert "Deck: 51 face down" in everything


def test_private_events_are_only_in_the_log_of_their_seat(record, match):
    whispered = [whom for whom, _ in match.events if whom is not None]
    assert set(whispered) == {0, 1, 2}
    assert len(log_lines(match, "all")) == len(match.events)
    assert len(log_lines(match, "spectator")) == len(match.events) - len(whispered)
    assert len(log_lines(match, 1)) == len(match.events) - whispered.count(0) - whispered.count(2)


def test_unfinished_game_has_only_the_spectator_view(flattop, refused, unfinished):
    assert "the game is not over" in refused("replay", unfinished, "--viewer", "1")
    assert "the game is not over" in refused("replay", unfinished, "--viewer", "all")
    assert "Won by" not in flattop("replay", unfinished).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", "37"], "only 36 actions"),
        (["--at", "-1"], "-1"),
        (["--at", "x"], "'x' is not a whole number"),
        (["--viewer", "4"], "only 3 seats"),
        (["--viewer", "0"], "'0' is not a seat"),
        (["--viewer", "²"], "'²' is not a seat"),
    ],
)
def test_bad_step_or_seat_is_one_line(refused, record, words, message):
    assert message in refused("replay", record, *words)


def test_truncated_record_loads_up_to_its_last_complete_action(flattop, record):
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:8]) + lines[8][:11])
    code, out, err = flattop("replay", record)
    assert code == 0
    assert err == "flattop: game.jsonl: line 9 is incomplete; loaded up to action 7\n"
    assert out.startswith("Burger Go!")
    code, out, _ = flattop("verify", record)
    assert code == 1
    assert "line 9 breaks off" in out


def test_replay_in_a_terminal_opens_the_full_screen_replay(flattop, terminal, monkeypatch, record):
    shown = []
    monkeypatch.setattr("flattop.terminal.app.ReplayApp.run", lambda app: shown.append(app.replay))
    assert flattop("replay", record, "--viewer", 2) == (0, "", "")
    assert [(replay.last, replay.at, replay.viewer) for replay in shown] == [(36, 0, 1)]


def test_valid_record_is_verified(flattop, record):
    code, out, err = flattop("verify", record)
    assert (code, err) == (0, "")
    assert "36 actions, to its end; every line, hash and rule agrees" in out


def test_verify_with_another_deck_fails(flattop, record, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(game("burger-go").deck.read_text("utf-8") + "\n# mine\n", "utf-8")
    code, out, _ = flattop("verify", record, "--deck", own)
    assert code == 1
    assert "own.toml is not the one" in out


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"[]\n", b"{}\n", b"\x00\xff\n", b'{"flattop": 1}\n', b"not a record"]
)
def test_file_that_is_not_a_record_is_one_line(flattop, refused, tmp_path, content):
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert "x.jsonl" in refused("replay", path)
    code, out, err = flattop("verify", path)
    assert (code, err, out.count("\n")) == (1, "", 1)
    assert "x.jsonl: line 1" in out


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (b"\xef\xbb\xbf", "line 1 begins with a byte order mark; save it as UTF-8 without one"),
        (b"PK\x03\x04", "line 1 is not the header of a Flattop record"),
        (b'{"name": "a foreign file"}\n', "line 1 is not the header of a Flattop record"),
        (b'{"flattop":2}\n', "line 1 names another format than 1"),
    ],
)
def test_foreign_file_is_not_reported_as_a_changed_record(flattop, record, before, message):
    record.write_bytes(before + record.read_bytes())
    for command in ("verify", "replay"):
        _, out, err = flattop(command, record)
        assert message in out + err
        assert "was changed" not in out + err


def test_record_can_be_read_from_path_text_and_bytes(record):
    text = record.read_text("utf-8")
    for source in (record, str(record), text, text.encode()):
        assert package.read(source).actions == 36
        assert package.replay(source).over
        assert package.verify(source).good
    assert "cannot be read" in package.verify("not there.jsonl").lines[0]


@settings(max_examples=60, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_any_changed_byte_is_detected_with_its_line(sound, tmp_path_factory, place, byte):
    at = int(place * len(sound))
    path = tmp_path_factory.getbasetemp() / "changed.jsonl"
    path.write_bytes(sound[:at] + bytes([byte]) + sound[at + 1 :])
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["verify", str(path)])
    if sound[at] == byte:
        assert (code, err.getvalue()) == (0, "")
    else:
        assert (code, err.getvalue()) == (1, "")
        assert f"changed.jsonl: line {sound[:at].count(10) + 1} " in out.getvalue()


@pytest.mark.parametrize("hashes", ["1", "2"])
def test_replay_does_not_depend_on_the_hash_seed(record, match, hashes):
    run = subprocess.run(
        [sys.executable, "-m", "flattop", "replay", str(record)],
        env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.decode().splitlines()[1:-2] == match.log_words(None)


def test_json_has_the_table_after_some_actions(flattop, record, match):
    whole, early = (
        json.loads(flattop("replay", record, "--json", *more).out) for more in ([], ["--at", "5"])
    )
    assert (whole["at"], whole["actions"], whole["over"]) == (36, 36, True)
    assert whole["winners"] == list(match.outcome.winners)
    assert whole["log"][: len(early["log"])] == early["log"]
    assert (early["at"], early["over"], early["points"]) == (5, False, [])
    seen = json.loads(flattop("replay", record, "--json", "--at", "5", "--viewer", "1").out)["view"]
    assert set(seen["hands"][1]) == {-1}


def test_verify_prints_json(flattop, record):
    good = flattop("verify", record, "--json")
    record.write_bytes(record.read_bytes().replace(b'"Ann"', b'"Eve"'))
    bad = flattop("verify", record, "--json")
    assert (good.code, json.loads(good.out)["good"]) == (0, True)
    assert (bad.code, json.loads(bad.out)["good"]) == (1, False)
    assert "line 1 was changed" in json.loads(bad.out)["lines"][0]


def test_game_between_bots_is_recorded_with_record(flattop, refused, tmp_path):
    folder = tmp_path / "games"
    game = ["play", "burger-go", "--seats", "house,random", "--seed", "3", "--record", folder]
    assert f"The record is in {folder / 'burger-go-3.jsonl'}" in flattop(*game).out
    assert flattop("verify", folder / "burger-go-3.jsonl").code == 0
    assert "is for games between bots" in refused("play", "burger-go", "--plain", "--record", folder)
