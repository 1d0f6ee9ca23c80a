"""`flattop completion`, tried in a real shell."""

import shutil
import subprocess

import pytest

from flattop.cli.completion import SHELLS
from flattop.games import CATALOG


@pytest.mark.parametrize("shell", SHELLS)
def test_there_is_a_script_for_every_shell(flattop, shell):
    code, out, err = flattop("completion", shell)
    assert (code, err) == (0, "")
    assert all(key in out for key in CATALOG)


def test_an_unknown_shell_is_one_line(refused):
    assert "bash" in refused("completion", "burgersh")


@pytest.fixture
def completed(flattop, tmp_path):
    """A function that returns the completions of bash for an unfinished line."""
    script = tmp_path / "flattop.bash"
    script.write_text(flattop("completion", "bash").out)

    def complete(*words):
        line = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
        ask = f'source "{script}"; {line}; _shtab_flattop 2>/dev/null; echo "${{COMPREPLY[@]}}"'
        return subprocess.run([BASH, "-c", ask], capture_output=True, text=True, check=True).stdout.split()

    return complete


BASH = shutil.which("bash") or "bash"


def test_bash_completes_commands_games_and_options(completed):
    assert completed("flattop", "si") == ["simulate"]
    assert completed("flattop", "rules", "burger-b") == ["burger-boss"]
    assert completed("flattop", "simulate", "burger-go", "--rec") == ["--record"]
