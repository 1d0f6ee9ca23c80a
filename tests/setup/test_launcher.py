"""The launcher as its user sees it: help, hand-over to the program, and errors."""

import argparse
import ast
import os
import re
import socket
import subprocess
import sys

import pytest

from flattop.cli import COMMANDS, build_parser


def start(*command, cwd, **env):
    return subprocess.run(command, cwd=cwd, env=os.environ | env, capture_output=True, text=True, check=False)


def test_an_old_python_is_refused_in_one_line(checkout):
    pretend = "import runpy, sys; sys.version_info = (3, 10, 2); runpy.run_path('flattop')"
    done = start(sys.executable, "-c", pretend, cwd=checkout)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "flattop: needs Python 3.11 or newer, and this is 3.10: try `python3.13 ./flattop`"
    ]


def test_launcher_is_valid_syntax_for_python_3_6(checkout):
    ast.parse((checkout / "flattop").read_text(), feature_version=(3, 6))


@pytest.fixture
def ready(script):
    """A copy that is set up, with a Python that only prints its arguments."""
    script.PYTHON.parent.mkdir()
    script.PYTHON.write_text('#!/bin/sh\npwd; printf "%s\\n" "$@"\n')
    script.PYTHON.chmod(0o755)
    for step in script.steps(testing=False):
        step.stamp.write_bytes(step.digest())
    return script


def test_launcher_runs_the_program_from_any_directory(ready, tmp_path):
    done = start(ready.ROOT / "flattop", "play", "burger-up", cwd=tmp_path)
    assert done.stdout.splitlines() == [str(tmp_path), "-P", "-m", "flattop", "play", "burger-up"]
    assert done.stderr == ""


def test_launcher_can_be_started_through_a_link(ready, tmp_path):
    (tmp_path / "link").symlink_to(ready.ROOT / "flattop")
    done = start(tmp_path / "link", "games", cwd="/")
    assert done.stdout.splitlines() == ["/", "-P", "-m", "flattop", "games"]


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["play", "--help"]])
def test_help_sets_nothing_up(checkout, words):
    done = start(sys.executable, "flattop", *words, cwd=checkout)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(re.search(rf"\b{command}\b", done.stdout) for command in COMMANDS)
    assert not (checkout / ".venv").exists()


def test_launcher_help_has_the_same_lines_as_the_program(script):
    parser = build_parser("--help")
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    lines = [f"  {choice.dest:<12}{choice.help}" for choice in commands._choices_actions]
    assert script.HELP.splitlines()[2] == parser.description
    assert script.HELP.splitlines()[4:-2] == lines


@pytest.mark.parametrize("is_ready", [True, False])
def test_launcher_itself_documents_the_options_of_test(request, checkout, is_ready):
    if is_ready:
        request.getfixturevalue("ready")
    done = start(sys.executable, "flattop", "test", "--help", cwd=checkout)
    assert (done.returncode, done.stderr) == (0, "")
    for option in ("--fast", "--gates", "-k", "--soak", "--postgres", "--pdb"):
        assert f"\n  {option} " in done.stdout


def test_once_set_up_the_program_itself_gives_help(ready, tmp_path):
    (ready.STAMPS / "unfinished").unlink(missing_ok=True)
    done = start(ready.ROOT / "flattop", "play", "--help", cwd=tmp_path)
    assert done.stdout.splitlines()[1:] == ["-P", "-m", "flattop", "play", "--help"]


def test_help_of_the_program_needs_no_imports_of_the_launcher(ready, tmp_path):
    """The modules that the set-up needs are replaced by ones that fail."""
    for name in ("hashlib", "pathlib", "re", "subprocess", "typing"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('help waited for an import')")
    done = start(
        sys.executable,
        "-S",
        ready.ROOT / "flattop",
        "serve",
        "--help",
        cwd=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1:] == ["-P", "-m", "flattop", "serve", "--help"]


@pytest.mark.slow
def test_missing_network_is_one_line(checkout):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        index = f"http://127.0.0.1:{closed.getsockname()[1]}/simple"
        alone = {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": ""}
        done = start(sys.executable, "flattop", cwd=checkout, PIP_INDEX_URL=index, PIP_RETRIES="1", **alone)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "flattop: no package index can be reached: connect to the internet,"
        " or set PIP_INDEX_URL to a reachable index, and start again"
    )
    assert done.stdout == ""


@pytest.mark.parametrize(
    "output",
    [
        "Retrying after connection broken by 'NewConnectionError(...)'\nERROR: No matching distribution",
        "error: Request failed\n  Caused by: dns error\n  Caused by: failure in name resolution",
        "error: Failed to fetch\n  Caused by: tcp connect error: Connection refused (os error 111)",
    ],
)
def test_missing_network_is_recognised(script, output):
    assert isinstance(script.tool_error(["python", "-m", "pip", "install"], output), script.NoNetwork)


def test_other_errors_are_one_line_with_the_last_error(script):
    trouble = script.tool_error(["python", "-m", "pip", "install"], "ERROR: the hashes differ\n\na hint\n")
    assert not isinstance(trouble, script.NoNetwork)
    assert str(trouble).startswith("`-m pip install` failed: ERROR: the hashes differ (see ")


def test_output_of_a_failing_tool_is_in_the_log(script):
    with pytest.raises(script.SetupError, match="ERROR: burnt"):
        script.run(sys.executable, "-c", "print('ERROR: burnt'); raise SystemExit(3)")
    assert "burnt" in script.LOG.read_text()


def test_unwritable_directory_is_named(script, monkeypatch, capsys):
    def refuse():
        raise PermissionError(13, "Permission denied", "/some/.venv")

    monkeypatch.setattr(script, "steps", lambda *_: [script.Step("grill", "heating", [], refuse)])
    assert script.main([]) == 2
    assert "cannot write /some/.venv (Permission denied): make it writable" in capsys.readouterr().err


def test_ctrl_c_ends_without_a_traceback(script, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(script, "set_up", interrupt)
    assert script.main([]) == 130
    assert capsys.readouterr().err == "flattop: stopped; start it again to continue\n"


def test_foreign_directory_in_flattop_venv_is_refused(checkout, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").touch()
    done = start(sys.executable, "flattop", cwd=checkout, FLATTOP_VENV=str(elsewhere))
    assert done.returncode == 2
    assert f"{elsewhere} was not created by ./flattop" in done.stderr
