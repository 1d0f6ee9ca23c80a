"""Custom bots on the command line: loaded from a file, in every worker, with one line per error."""

import io
import json
import sys

import pytest

from flattop.bots import plugins
from flattop.bots.plugins import is_plugin

MINE = """
from beside import first

class Bot:
    def __init__(self, chance):
        self.chance = chance
    def choose(self, obs):
        return first(obs)

def made():
    return Bot(None)

class Listing(Bot):
    def choose(self, obs):
        return list(first(obs))

class Unlucky:
    def __init__(self, chance):
        raise ValueError("no luck")

class Mute:
    pass

class Lost(Bot):
    def choose(self, obs):
        return {}["salt"]

class Shy(Bot):
    def choose(self, obs):
        return None

class Leaving(Bot):
    def choose(self, obs):
        raise SystemExit(4)

class Bold(Bot):
    def choose(self, obs):
        return ("fly", 1)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "beside.py").write_text("def first(obs):\n    return next(iter(obs.options))\n")
    (tmp_path / "broken.py").write_text("import beside\n\nBot = salt\n")
    (tmp_path / "odd.py").write_text("class Bot\n")
    (tmp_path / "closing.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    yield tmp_path
    sys.modules.pop("beside", None)  # as this folder has it


def simulated(flattop, seats, *more):
    return flattop("simulate", "burger-go", "--seats", seats, "--games", 4, "--option", "rounds=1", *more)


def test_custom_bots_are_recognised_by_their_file_name():
    assert all(map(is_plugin, ["mine.py:Bot", "../mine.py:Bot", "mine.py"]))
    assert not any(map(is_plugin, ["house", "pyramid", "you:Ann.pyx"]))


def test_custom_bot_plays_the_same_games_in_workers(flattop, folder):
    runs = [
        json.loads(simulated(flattop, f"{mine},house", "--json", *more).out)
        for mine, more in (("mine.py:Bot", ()), ("mine.py:Listing", ("--workers", 2)), ("mine.py:made", ()))
    ]
    assert len({run["digest"] for run in runs}) == 1
    assert runs[0]["seats"] == ["mine.py:Bot", "house"]


@pytest.mark.parametrize(
    ("mine", "message"),
    [
        ("none.py:Bot", "none.py does not exist"),
        (".py:Bot", ".py does not exist"),
        ("mine.py", "'mine.py' does not say which bot; name a class of the file, as in mine.py:Bot"),
        ("mine.py:Bto", "did you mean 'Bot'?"),
        (
            "mine.py:Zzz",
            "mine.py has no class 'Zzz'; name a class with a method choose(observation), as in mine.py:Bot",
        ),
        ("mine.py:Mute", "mine.py:Mute is not a bot: it has no method choose(observation)"),
        ("mine.py:Unlucky", "mine.py:Unlucky cannot be created: ValueError: no luck (line "),
        ("broken.py:Bot", "broken.py cannot be loaded: NameError: name 'salt' is not defined (line 3)"),
        ("odd.py:Bot", "odd.py cannot be loaded: SyntaxError: "),
        ("closing.py:Bot", "closing.py cannot be loaded: SystemExit: 3"),
    ],
)
def test_bad_bot_is_one_line_before_the_first_game(refused, folder, mine, message):
    assert message in refused("simulate", "burger-go", "--seats", f"{mine},house")
    assert message in refused("play", "burger-go", "--seats", f"you,{mine}", "--plain")


@pytest.mark.parametrize(
    ("mine", "message"),
    [
        ("Lost", "the bot on seat 1 failed: BadBot: mine.py:Lost raised KeyError: 'salt' (line "),
        ("Shy", "mine.py:Shy returned None, which is not an action such as ('choose', "),
        ("Leaving", "mine.py:Leaving raised SystemExit: 4 (line "),
        ("Bold", "the bot on seat 1 chose ('fly', 1), which is not a legal action"),
    ],
)
def test_failure_of_a_bot_during_play_is_one_line_and_exit_code_1(flattop, folder, mine, message):
    code, out, err = simulated(flattop, f"mine.py:{mine},house")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert message in err


def test_custom_bot_in_the_terminal_is_replaced_by_a_random_move_on_failure(flattop, folder):
    words = ["play", "burger-go", "--option", "rounds=1", "--seats", "mine.py:Bot,mine.py:Bold:Rob"]
    code, out, _ = flattop(*words)
    assert code == 0
    assert "Burger Go!: Bot (mine.py:Bot), Rob (mine.py:Bold)" in out
    assert "The mine.py:Bold bot of Rob failed (it named 'fly 1'); a random option is played." in out


def test_no_record_starts_a_program(flattop, folder, monkeypatch):
    """A saved game may come from anywhere, so a house bot replaces a custom bot."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    saving = ["play", "burger-go", "--plain", "--option", "rounds=1", "--seats", "you:Ann,mine.py:Bot"]
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert flattop(*saving).code == 0
    (folder / "mine.py").write_text("raise AssertionError('loaded')")
    plugins._load_module.cache_clear()
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    name = flattop("play", "--saves").out.splitlines()[1].split("\t")[0]
    code, out, _ = flattop("play", "--plain", "--resume", name)
    assert code == 0
    assert "A record never starts a program, so a house bot replaces Bot (mine.py:Bot)." in out
