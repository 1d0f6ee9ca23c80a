"""`flattop corpus`, and `flattop verify` on its files."""

import json
import os
import re
import signal
import subprocess
import sys
from time import sleep

import polars
import pytest

GO = ["corpus", "burger-go", "--seats", "house,random", "--games", "4", "--option", "rounds=1"]


def test_corpus_can_be_written_verified_and_converted(flattop, tmp_path):
    folder = tmp_path / "some" / "corpus"
    code, out, err = flattop(*GO, "--out", folder)
    assert (code, err) == (0, "")
    assert out.startswith("4 games, ")
    assert out.endswith(f"digest {json.loads((folder / 'corpus.json').read_text())['digest']}\n")
    code, out, _ = flattop("verify", folder / "records" / "part-00000.jsonl.gz")
    assert (code, out) == (0, "part-00000.jsonl.gz: 4 records; every line, hash and rule of them agrees\n")
    assert polars.scan_parquet(folder / "games/*.parquet").collect().height == 4
    again = flattop(
        "corpus", "--from", folder / "records" / "part-00000.jsonl.gz", "--out", tmp_path / "again"
    )
    assert again.code == 0
    assert (tmp_path / "again/events/part-00000.parquet").read_bytes() == (
        folder / "events/part-00000.parquet"
    ).read_bytes()


def test_json_output_equals_corpus_json(flattop, tmp_path):
    out = flattop(*GO, "--out", tmp_path / "c", "--json", "--format", "records").out
    message = json.loads(out)
    assert message == json.loads((tmp_path / "c" / "corpus.json").read_text("utf-8"))
    assert message["command"] == (
        "flattop corpus burger-go --seats house,random --games 4 --seed 0 --option rounds=1 --format records"
        " --out FOLDER"
    )
    assert not (tmp_path / "c" / "games").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["corpus", "--out", "x"],
            "corpus: GAME and --seats BOT,BOT are required, or --from with record files",
        ),
        (["corpus", "burger-go", "--out", "x"], "corpus: GAME and --seats"),
        (GO, "--out"),
        (
            [*GO, "--out", "x", "--format", "csv"],
            "unknown format 'csv'; the formats are records, parquet",
        ),
        ([*GO, "--out", "x", "--seats", "house"], "no table for 1"),
        ([*GO, "--out", "/proc/corpus"], "/proc/corpus: No such file or directory"),
        (["corpus", "--from", "none.jsonl", "--out", "x"], "file 'none.jsonl' does not exist"),
        (["corpus", "burger-go", "--from", __file__, "--out", "x"], "GAME and --from cannot be combined"),
        (["corpus", "--seed", "4", "--from", __file__, "--out", "x"], "--seed and --from cannot be combined"),
        (["corpus", "--from", __file__, "--out", "x"], "test_corpus.py: line 1 is not the header"),
    ],
)
def test_bad_arguments_are_one_line(refused, words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(*words)


def test_resume_is_refused_if_the_file_of_a_bot_has_changed(refused, flattop, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine, out = tmp_path / "mine.py", tmp_path / "corpus"
    mine.write_text("class Bot:\n    def choose(self, obs):\n        return next(iter(obs.options))\n")
    words = ["corpus", "burger-go", "--seats", "mine.py:Bot,random", "--games", "2", "--option", "rounds=1"]
    words += ["--format", "records", "--out", out]
    assert flattop(*words).code == flattop(*words, "--resume").code == 0
    mine.write_text(mine.read_text() + "# better\n")
    assert "has a corpus with files {'mine.py': '" in refused(*words, "--resume")


def test_missing_pyarrow_is_one_line(refused, flattop, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "flattop.lab.corpus.arrow", raising=False)
    message = refused(*GO, "--out", tmp_path / "c")
    assert "tables need the package pyarrow (extra 'corpus'): pip install pyarrow" in message
    assert flattop(*GO, "--out", tmp_path / "c", "--format", "records").code == 0


def test_ctrl_c_keeps_finished_games(tmp_path):
    words = ["corpus", "burger-go", "--seats", "random,random", "--games", "1000000", "--out", str(tmp_path)]
    words += ["--format", "records"]
    with subprocess.Popen([sys.executable, "-m", "flattop", *words], stderr=subprocess.PIPE) as run:
        draft = tmp_path / "records" / "part-00000.jsonl.gz.draft"
        while not (draft.exists() and draft.stat().st_size):
            assert run.poll() is None
            sleep(0.02)
        os.kill(run.pid, signal.SIGINT)
        message = run.stderr.read().decode()
    assert run.returncode == 130
    assert re.search(r"flattop: stopped after [1-9][\d,]* of 1,000,000 games", message)
    assert "Traceback" not in message
    assert json.loads((tmp_path / "corpus.json").read_text())["games"] >= 25
    assert not draft.exists()
