"""The program as a whole: commands, help, error lines and exit codes."""

import os
import re
import subprocess
import sys
from types import ModuleType

import pytest

import flattop as package
import flattop.recipe as flattop_recipe
from flattop import cli
from flattop.cli import recipe


def program(*words, **how):
    return subprocess.run([sys.executable, "-m", "flattop", *words], timeout=60, check=False, **how)


def test_version_is_that_of_the_package(flattop):
    assert flattop("--version") == (0, f"flattop {package.__version__}\n", "")


def test_help_names_every_command(flattop):
    code, out, _ = flattop("--help")
    assert code == 0
    for command in cli.COMMANDS:
        assert f"\n    {command}" in out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(flattop, command):
    code, out, err = flattop(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: flattop {command}")


def test_without_a_command_it_serves(flattop, monkeypatch):
    def add(commands):
        command = commands.add_parser("serve")
        command.add_argument("--port")
        command.set_defaults(run=lambda args: print("serving"))

    fake = ModuleType("flattop.cli.serve")
    fake.add = add
    monkeypatch.setitem(sys.modules, "flattop.cli.serve", fake)
    assert flattop() == (0, "serving\n", "")
    assert flattop("--port", "8000") == (0, "serving\n", "")


def test_unknown_command_gets_a_suggestion(refused):
    assert "unknown command 'simulte' (did you mean 'simulate'?)" in refused("simulte")
    assert "the commands are serve, admin, play" in refused("qqqq")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["games", "--jso"], "games: unrecognized argument '--jso' (did you mean '--json'?)"),
        (["games", "burger-go", "extra"], "games: unrecognized argument 'extra'; see `flattop games --help`"),
        (["rules"], "GAME"),
        (["deck"], "check|export"),
        (["--nonsense"], "--nonsense"),
        (["recipe", "--units", "cups"], "cups"),
    ],
)
def test_bad_usage_is_one_line(refused, words, message):
    assert message in refused(*words)


def test_unknown_game_gets_a_suggestion(refused):
    for words in (["rules"], ["simulate", "--seats", "house,house"], ["deck", "export"], ["bench", "--game"]):
        assert re.search("'burger-og'.*did you mean 'burger-go'?", refused(*words, "burger-og"))


def test_ctrl_c_is_one_line_and_exit_code_130(flattop, monkeypatch):
    monkeypatch.setattr("flattop.recipe.recipe", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert flattop("recipe") == (130, "", "flattop: stopped\n")


def test_a_full_disk_is_one_line():
    with open("/dev/full", "wb") as full:
        run = program("recipe", stdout=full, stderr=subprocess.PIPE)
    assert (run.returncode, run.stderr) == (2, b"flattop: output: No space left on device\n")


def test_a_closed_pipe_is_quiet():
    reader, writer = os.pipe()
    os.close(reader)
    run = program("rules", "burger-go", stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


def test_missing_characters_are_replaced():
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = program("recipe", "--units", "imperial", capture_output=True, env=plain)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"each about ? inch thick" in run.stdout


def loaded(*commands):
    """The modules that are loaded after running these commands."""
    code = f"import sys; from flattop.cli import main; [*map(main, {commands!r})]; "
    code += "sys.exit(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    return set(run.stderr.decode().split())


def test_small_commands_load_nothing_heavy():
    modules = loaded(["games"])
    assert "flattop.cli.games" in modules
    assert not {"aiohttp", "asyncio", "multiprocessing", "rich", "textual"} & modules


def test_help_imports_nothing_heavy():
    """Help loads neither games, server nor terminal, nor slow packages."""
    modules = loaded(["--help"], *([command, "--help"] for command in cli.COMMANDS), ["deck", "check", "-h"])
    rooms = {name for name in modules if name.startswith("flattop.") and not name.startswith("flattop.cli")}
    assert rooms == {"flattop.server", "flattop.server.limits"}  # which the help of the server tells
    assert not {"msgspec", "platformdirs", "webbrowser", "json", "socket", "asyncio"} & modules


def test_bounds_of_recipe_are_those_of_the_package():
    assert (recipe.DEFAULT_GUESTS, recipe.MAX_GUESTS) == (flattop_recipe.USUAL, flattop_recipe.MOST)


def test_renamed_command_still_works_and_names_the_new_one(flattop):
    code, out, err = flattop("house", "check", "--help")
    assert (code, err) == (0, "flattop: 'house' is now 'data'\n")
    assert out.startswith("usage: flattop data check")
    assert not re.search(r"\bhouse\b", flattop("--help").out)


def test_renamed_option_still_works_and_names_the_new_one(flattop, record):
    old, new = (flattop("replay", record, "--at", "12", word, "2") for word in ("--eyes", "--viewer"))
    assert (old.code, old.out, old.err) == (0, new.out, "flattop: '--eyes' is now '--viewer'\n")
    assert "--eyes" not in flattop("replay", "--help").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "burger-go", "--seats", "house,house", "--gmaes", "3"],
         "flattop: simulate: unrecognized argument '--gmaes' (did you mean '--games'?)\n"),
        (["deck", "check", __file__, "--gaem=x"],
         "flattop: deck: unrecognized argument '--gaem=x' (did you mean '--game'?)\n"),
        (["simulate", "burger-go", "--seats", "house,house", "--out", "reports/x.html"],
         "flattop: --out: directory 'reports' does not exist\n"),
        (["simulate", "burger-go"],
         "flattop: simulate: the following arguments are required: --seats; see `flattop simulate --help`\n"),
    ],
)  # fmt: skip
def test_error_says_what_is_wrong_and_what_would_be_right(refused, words, message):
    assert refused(*words) == message
