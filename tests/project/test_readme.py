"""The README and the Python page show what happens: each example and each command is run."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_the_examples_do_what_they_say(document):
    result = doctest.testfile(str(ROOT / document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_command_of_the_readme_runs(tmp_path, monkeypatch):
    """As they stand there, one after the other; those that would go on for long are asked for less."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shown = re.findall(r"^\./flattop *([^#\n]*)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(shown) > 12
    for words in [line.split() for line in shown]:
        if words[:1] in ([], ["serve"], ["test"], ["data"], ["house"]):
            continue  # these have tests of their own
        run = program(*words, *LESS.get(words[0], ()), cwd=tmp_path)
        assert (run.returncode, run.stderr) == (0, ""), words
        assert run.stdout


LESS = {
    "simulate": ("--games", "4"),
    "corpus": ("--games", "4"),
    "tournament": ("--deals", "2", "--option", "rounds=1"),
    "balance": ("--games", "2", "--pairs", "0"),
    "duel": ("--deals", "1", "--option", "rounds=1"),
    "replay": ("--playouts", "50"),
}


def program(*words, **how):
    command = [sys.executable, "-m", "flattop", *words]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False, **how
    )


def test_every_link_inside_the_docs_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_threat_names_tests_that_are_there():
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    files, file = set(), None
    for path, name in re.findall(r"`(tests/[\w/]+\.py)?(?:::)?(test_\w+)?`", text):
        file = ROOT / path if path else file
        if path:
            files.add(path)
            assert file.exists(), path
        if name:
            assert f"def {name}(" in file.read_text("utf-8"), name
    assert len(files) > 20


def test_the_project_stands_alone():
    for path in [
        ROOT / "flattop",
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "src").rglob("*.py"),
    ]:
        assert ".." + "/shared" not in path.read_text("utf-8"), path
