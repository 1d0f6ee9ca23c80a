"""Every command of the README runs as written in a fresh clone.

The clone gets an environment that borrows the packages of this one, so that nothing is downloaded.  Of the
tools that would take minutes, mypy and uv only note that they were called, pytest runs one file, and `bench`
measures for a hundredth of a second at a time.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from time import monotonic, sleep

import pytest

from flattop.games import catalog

COMMAND = re.compile(r"(?:\./flattop|pip install)\b.*")
NOTE_CALL = "import os, sys\nopen(os.environ['CALLS'], 'a').write(' '.join(sys.argv[1:]) + chr(10))\n"
A_TEST_FILE = "tests/kernel/test_frames.py"


def readme_commands(text):
    """The commands of the README: lines of its code blocks, and code between backticks."""
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line.partition(" #")[0].strip() for block in blocks for line in block.splitlines()]
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    return [command for command in dict.fromkeys([*lines, *inline]) if COMMAND.fullmatch(command)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory, request):
    """A clone of the last commit whose environment is set up, with the page if it is built here."""
    root, folder = request.config.rootpath, tmp_path_factory.mktemp("readme") / "flattop"
    subprocess.run(["git", "clone", "--quiet", "--shared", root, folder], check=True, capture_output=True)
    shutil.copy(root / "README.md", folder)
    page = folder / "src/flattop/server/page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>Flattop</title>")
    venv, stubs = folder / ".venv", folder.parent / "stubs"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    stubs.mkdir()
    for name in ("mypy.py", "uv.py"):
        (stubs / name).write_text(NOTE_CALL)
    bench = folder / "src/flattop/cli/bench.py"
    bench.write_text(bench.read_text("utf-8").replace("or DEFAULT_SECONDS)", "or 0.01)"))
    packages = sysconfig.get_path("purelib", "venv", {"base": str(venv), "platbase": str(venv)})
    paths = [stubs, folder / "src", sysconfig.get_path("purelib")]
    (folder / packages / "flattop-checkout.pth").write_text("".join(f"{path}\n" for path in paths))
    pip = venv / "bin/pip"
    pip.write_text(f'#!/bin/sh\nexec "{venv}/bin/python" -m pip "$@"\n')
    pip.chmod(0o755)
    mark_as_set_up(folder)
    return folder


def mark_as_set_up(folder):
    loader = SourceFileLoader("cloned_launcher", str(folder / "flattop"))
    launcher = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(launcher)
    launcher.STAMPS.mkdir()
    for step in launcher.steps(testing=True, serving=True):
        step.stamp.write_bytes(step.digest())


@pytest.fixture
def environment(clone, tmp_path):
    """The environment of a new user, bounded: no network, a browser that only notes the link, few tests."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    browser.chmod(0o755)
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("FLATTOP_", "PIP_", "PYTEST_", "PYTHON", "COV_"))
    }
    return inherited | {
        "PATH": f"{clone}/.venv/bin{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "DISPLAY": ":0",
        "BROWSER": f"{browser} %s",
        "CALLS": str(tmp_path / "calls"),
        "FLATTOP_CHROMIUM": "none",
        "PYTEST_ADDOPTS": f"-p no:cacheprovider {A_TEST_FILE}",
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_TARGET": str(tmp_path / "installed"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def start(clone, environment):
    """A function that starts a command as a shell does.  What still runs is ended with the test."""
    started = []

    def start(command):
        process = subprocess.Popen(
            ["sh", "-c", f"exec {command}"], cwd=clone, env=environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def completed(process):
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output
    return output


def lines_until(process, pattern):
    """Read the output up to a line that matches, and return that line."""
    read = []
    for line in process.stdout:
        read.append(line)
        if re.search(pattern, line):
            return line
    raise AssertionError("".join(read))


# -- what each command promises


def opens_the_page(process, tmp_path):
    lines_until(process, "Ctrl")
    link = poll(lambda: (tmp_path / "opened").exists() and (tmp_path / "opened").read_text().strip())
    with urllib.request.urlopen(link) as answer:
        assert b"Flattop" in answer.read()
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (0, 130)


def poll(condition, seconds=60):
    end = monotonic() + seconds
    while not (value := condition()):
        assert monotonic() < end
        sleep(0.02)
    return value


def runs_gates_and_tests(process, tmp_path):
    output = completed(process)
    for gate in ("ruff check", "ruff format", "mypy"):
        assert f"{gate}: passed" in output
    assert re.search(r"\d+ passed", output)
    assert (tmp_path / "calls").read_text() == "--strict src\n"


def measures_every_game(process, tmp_path):
    table = completed(process)
    assert all(re.search(rf"^{key}\t[\d,]+\t", table, re.MULTILINE) for key in catalog())


def installs_the_command_and_the_package(process, tmp_path):
    output = completed(process)
    assert "does not provide the extra" not in output
    installed = tmp_path / "installed"
    assert (installed / "bin/flattop").exists()
    assert (installed / "flattop/server/page/index.html").exists()


def installs_an_extra(process, tmp_path):
    completed(process)
    assert "gymnasium" in (tmp_path / "calls").read_text()


EFFECTS = {
    "./flattop": opens_the_page,
    "./flattop test": runs_gates_and_tests,
    "./flattop bench": measures_every_game,
    "./flattop install envs": installs_an_extra,
    "pip install .": installs_the_command_and_the_package,
    "pip install '.[envs]'": installs_the_command_and_the_package,
}


def test_every_command_of_the_readme_is_checked(root):
    assert set(readme_commands((root / "README.md").read_text("utf-8"))) == EFFECTS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("command", EFFECTS)
def test_command_of_the_readme_does_what_it_says_in_a_fresh_clone(command, start, tmp_path):
    EFFECTS[command](start(command), tmp_path)
