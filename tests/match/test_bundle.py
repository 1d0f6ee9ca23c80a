"""Bundles: several records in one file."""

import gzip

import pytest

from flattop.match import BadRecord, read
from flattop.match.record import Record, records
from flattop.match.verify import verify_file
from tests.match.random_games import played


def test_bundle_is_read_record_by_record_plain_or_gzipped(tmp_path):
    texts = [played(seed).record.text() for seed in range(3)]
    plain, zipped = tmp_path / "bundle.jsonl", tmp_path / "bundle.jsonl.gz"
    plain.write_text("".join(texts), "utf-8")
    zipped.write_bytes(b"".join([gzip.compress(text.encode()) for text in texts]))
    for path in (plain, zipped):
        assert [raw.decode() for _, raw in records(path)] == texts
        assert [name for name, _ in records(path)][2] == f"{path.name}, record 3"
        assert verify_file(path).lines == [
            f"{path.name}: 3 records; every line, hash and rule of them agrees"
        ]


def test_single_record_is_named_by_its_file(tmp_path):
    path = tmp_path / "game.jsonl.gz"
    path.write_bytes(gzip.compress(played().record.text().encode()))
    ((name, raw),) = records(path)
    assert name == "game.jsonl.gz"
    assert read(raw).finished
    assert verify_file(path).lines[0].startswith("game.jsonl.gz: Burger Go!, ")


def test_verify_names_the_changed_record_of_a_bundle(tmp_path):
    texts = [played(seed).record.text() for seed in range(3)]
    bundle = tmp_path / "bundle.jsonl"
    bundle.write_text("".join([texts[0], texts[1].replace('"play"', '"pray"', 1), texts[2]]), "utf-8")
    verdict = verify_file(bundle)
    assert not verdict.good
    assert verdict.lines[0].startswith("bundle.jsonl, record 2: line ")
    assert verdict.lines[-1] == "bundle.jsonl: 3 records; 1 of them do not agree"
    torn = tmp_path / "torn.jsonl.gz"
    torn.write_bytes(gzip.compress("".join(texts).encode())[:-40])
    assert "cannot be read" in verify_file(torn).lines[0]


def test_compressed_file_that_grows_without_end_is_refused(tmp_path, monkeypatch):
    long_line, many_lines = tmp_path / "line.gz", tmp_path / "lines.gz"
    long_line.write_bytes(gzip.compress(b'{"flattop":1' + b" " * 3_000_000))
    many_lines.write_bytes(gzip.compress(b'{"flattop":1\n' + b"{}\n" * 100_000))
    monkeypatch.setattr("flattop.match.record.MOST_RECORD", 200_000)
    for path in (long_line, many_lines):
        (line,) = verify_file(path).lines
        assert line == (f"{path.name}: a line of more than 1,048,576 bytes, or a record of more than 200,000")
    with pytest.raises(BadRecord, match="or a record of more than 200,000"):
        read(write_spaces(tmp_path / "plain.jsonl"))


def write_spaces(path):
    path.write_bytes(b'{"flattop":1' + b" " * 300_000)
    return path


@pytest.mark.parametrize("sign", ["\x1b", "\x9b", "\u202e", "\x00"])
def test_characters_that_a_terminal_obeys_are_refused(sign):
    text = forged(played().record, people=[f"A{sign}[31mnn", "Ben"])
    with pytest.raises(BadRecord, match=rf"record: line 1: the character U\+{ord(sign):04X} is not allowed"):
        read(text)


def forged(record, **header):
    """Return the text of a record with a changed header and a chain that agrees with it."""
    forgery = Record({**record.header, **header})
    return forgery.text()
