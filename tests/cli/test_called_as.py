"""The program names itself in hints as it was called."""

import subprocess
import sys

import pytest

from flattop.cli import COMMANDS, main


@pytest.mark.parametrize("words", [["--help"], *([word, "--help"] for word in COMMANDS), ["play", "--hlep"]])
def test_help_and_hints_name_the_program_as_it_was_called(monkeypatch, capsys, words):
    monkeypatch.setenv("FLATTOP_PROGRAM", "./flattop")
    main(words)
    text = "".join(capsys.readouterr())
    assert "`flattop " not in text
    assert "usage: flattop" not in text


def test_module_names_itself_as_python_m():
    command = [sys.executable, "-m", "flattop", "play", "--hlep"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "`python -m flattop play --help`" in done.stderr or "did you mean '--help'" in done.stderr


def test_deck_given_twice_is_refused(tmp_path, capsys):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).touch()
    decks = ["--deck", str(tmp_path / "a.toml"), "--deck", str(tmp_path / "b.toml")]
    for words in (
        ["balance", "burger-go"],
        ["simulate", "burger-go", "--seats", "house,house"],
        ["play", "burger-go"],
    ):
        assert main([*words, *decks]) == 2
        assert "--deck is given twice, as " in capsys.readouterr().err


def test_verify_and_replay_take_several_files(tmp_path, capsys):
    folder = tmp_path / "games"
    words = ["--seats", "random,random", "--games", "2", "--record", str(folder)]
    assert main(["simulate", "burger-go", *words]) == 0
    files = [str(path) for path in sorted(folder.iterdir())]
    assert len(files) == 2
    capsys.readouterr()
    assert main(["verify", *files]) == 0
    assert capsys.readouterr().out.count("every line, hash and rule agrees") == 2
    assert main(["replay", *files]) == 0
    assert capsys.readouterr().out.count("Points: ") == 2
    (folder / "bad.jsonl").write_text("{}")
    assert main(["verify", str(folder / "bad.jsonl"), files[0]]) == 1
    assert "every line, hash and rule agrees" in capsys.readouterr().out
    assert main(["replay", str(folder / "bad.jsonl"), *files]) == 2
    out, err = capsys.readouterr()
    assert out.count("Points: ") == 2
    assert err.startswith("flattop: bad.jsonl: ")
