"""Limits of user decks are checked before parsing, so that no file can use up the memory."""

import time

import pytest

from flattop.cli import main
from flattop.games import CATALOG, game
from flattop.kernel import BadDeck
from flattop.kernel.deck import Loader
from flattop.kernel.toml import read_limited

PARTS, DEPTH = ".".join(["a"] * 60_000), 50_000
BOMBS = {
    "a dotted key": (PARTS + " = 1", "a key has too many parts, at most 10 are allowed"),
    "a dotted header": (f"[{PARTS}]", "too many parts"),
    "a header of lists": (f"[[{PARTS}]]", "too many parts"),
    "quoted parts": ('."a"' * 30_000, "too many parts"),
    "spaced parts": ("a . " * 30_000 + "b = 1", "too many parts"),
    "within a table": (f"x = {{ {PARTS} = 1 }}", "too many parts"),
    "behind a text with five quotes": (f'x = ["""a"""", {{ {PARTS} = 1 }}]', "too many parts"),
    "behind an escaped quote": (f'x = ["\\"", {{ {PARTS} = 1 }}]', "too many parts"),
    "lists in lists": ("x = " + "[" * DEPTH, "nested too deeply"),
    "tables in tables": ("x = " + "{a=" * DEPTH, "nested too deeply"),
    "digits": ("x = " + "9" * 5_000, "a number has too many digits, at most 40 are allowed"),
    "hexadecimal digits": ("x = 0x" + "f" * 5_000, "too many digits"),
    "digits of a fraction": ("x = 0." + "9" * 5_000, "too many digits"),
    "keys": ("\n".join(f"a{n} = 1" for n in range(21_000)), "line 20001: too many keys"),
    "headers": ("[[a]]\n" * 12_000, "too many keys"),
    "text": ("x = '" + "a" * 401 + "'", "x: a text of 401 characters, at most 400 are allowed"),
    "sign": ("[[a]]\nsign = '" + "a" * 61 + "'", "a: sign: a text of 61 characters, at most 60 are allowed"),
    "key": ("a" * 61 + " = 1", "a text of 61 characters"),
    "escape sequence": ('x = "\\u001b[31m"', r"x: the character U\+001B is not allowed in a text"),
    "text direction": ("x = '\u202e'", r"x: the character U\+202E is not allowed in a text"),
    "bytes": ("#" * 300_000, "too large, at most 262144 bytes"),
}


@pytest.fixture
def deck(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.mark.parametrize("kind", BOMBS)
def test_oversized_file_is_refused_quickly_in_one_sentence(deck, kind):
    text, sentence = BOMBS[kind]
    path, began = deck(text), time.process_time()
    with pytest.raises(BadDeck, match=sentence) as refused:
        read_limited(path)
    assert str(refused.value).startswith("mine.toml: ")
    assert time.process_time() - began < 1


def test_limits_ignore_strings_and_comments(deck):
    harmless = f"# {PARTS}\nx = '{PARTS[:300]}'\n" + 'y = """' + "[" * 300 + '\n"a""""\nz = 1.5\n'
    assert read_limited(deck(harmless))["z"] == 1.5
    assert read_limited(deck("x = '''\n" + "[" * 300 + "''''\nz = 2020-01-01T00:00:00.123Z"))["x"].endswith(
        "'"
    )


@pytest.mark.parametrize("key", CATALOG)
def test_house_decks_are_within_the_limits(key, deck):
    game(key).pack(deck(game(key).deck.read_text("utf-8")))


def test_long_value_is_shortened_in_the_error(deck):
    with pytest.raises(BadDeck) as refused:
        game("burger-go").pack(deck("format = '" + "x" * 100_000 + "'"))
    assert len(str(refused.value)) < 500


def test_unexpected_error_in_a_deck_is_one_sentence(deck):
    def stumble(raw, file):
        return {"ace": 1}[raw["card"]]

    path = deck("card = 'joker'")
    with pytest.raises(BadDeck, match=r"mine\.toml: not a valid deck: 'joker'"):
        Loader(path, stumble)(path)


def test_deck_check_command_reports_limits_in_one_line(deck, capsys):
    assert main(["deck", "check", str(deck(PARTS + " = 1"))]) == 2
    assert capsys.readouterr().err.count("\n") == 1
