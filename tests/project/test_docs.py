"""The docs are true: examples run, links lead somewhere, names exist, and every page is in the navigation."""

import doctest
import shutil
import subprocess
import sys
import tomllib

import pytest

from .docs_pages import (
    DOCS,
    PAGES,
    ROOT,
    anchors,
    code,
    dead_links,
    files_to_map,
    links,
    mapped_files,
    missing_attributes,
    missing_commands,
    missing_names,
    missing_paths,
    missing_tests,
)

EXAMPLES = [page for page in PAGES if ">>> " in page.read_text("utf-8")]
CONCEPTS = sorted((DOCS / "concepts").glob("*.md"))
SHORTER = {  # options that shorten the longer examples
    "simulate": ("--games", "4"),
    "corpus": ("--games", "4"),
    "tournament": ("--deals", "2", "--option", "rounds=1"),
    "balance": ("--games", "2", "--pairs", "0"),
    "duel": ("--deals", "1", "--option", "rounds=1"),
    "replay": ("--playouts", "50"),
}
TESTED_ELSEWHERE = {"serve", "admin", "data", "test"}


def name(page):
    return str(page.relative_to(ROOT))


# -- examples


@pytest.mark.parametrize("document", EXAMPLES, ids=name)
def test_python_examples_do_what_the_page_shows(document):
    result = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_pages_that_must_have_examples_have_some():
    shown = {name(page) for page in EXAMPLES}
    assert {"README.md", "docs/python.md", "docs/environments.md"} <= shown
    assert {name(page) for page in CONCEPTS} - shown == {"docs/concepts/cluster.md"}  # needs a PostgreSQL


@pytest.mark.parametrize("document", CONCEPTS, ids=name)
def test_a_concept_page_says_why_shows_an_example_and_warns_of_pitfalls(document):
    assert {"why", "example", "pitfalls"} <= anchors(document)


def test_every_command_of_the_commands_page_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lines = [line for line in code(DOCS / "commands.md").splitlines() if line.startswith("./flattop ")]
    assert len(lines) > 15
    for words in [line.partition("#")[0].split()[1:] for line in lines]:
        if words[0] in TESTED_ELSEWHERE:
            continue
        command = [sys.executable, "-m", "flattop", *words, *SHORTER.get(words[0], ())]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, cwd=tmp_path
        )
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout or "--out" in words, words


# -- links and names


@pytest.mark.parametrize("document", PAGES, ids=name)
def test_no_link_is_dead(document):
    assert list(dead_links(document)) == []


@pytest.mark.parametrize("document", [page for page in PAGES if DOCS in page.parents], ids=name)
def test_links_of_the_site_stay_within_the_site(document):
    outside = [
        target for target in links(document) if not (document.parent / target).resolve().is_relative_to(DOCS)
    ]
    assert outside == []


@pytest.mark.parametrize("document", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=name)
def test_modules_files_and_commands_that_a_page_names_exist(document):
    text = document.read_text("utf-8")
    assert [
        *missing_names(text),
        *missing_attributes(text),
        *missing_paths(text),
        *missing_tests(text),
        *missing_commands(text),
    ] == []


def test_the_module_map_names_every_module_and_no_other():
    mapped = mapped_files((DOCS / "modules.md").read_text("utf-8"))
    gone = [name for name, files in mapped.items() if not files]
    assert not gone, f"docs/modules.md names files that do not exist: {gone}"
    missing = sorted(name(path) for path in files_to_map().difference(*mapped.values()))
    assert not missing, f"name these in docs/modules.md: {missing}"


def test_names_of_a_module_map_belong_to_the_folder_of_their_section_or_row():
    bots = ROOT / "src/flattop/bots"
    rows = "| `easy.py`, `gone.py` | `house.py` |\n| `chef/` | `search.py` |"
    text = f"# `bots/`\n\n{rows}\n\n# Others\n\n| `random.py` |\n"
    assert mapped_files(text) == {
        "bots/easy.py": {bots / "easy.py"},
        "bots/gone.py": set(),
        "bots/chef/search.py": {bots / "chef/search.py"},
    }


def test_stale_names_are_found():
    text = "`flattop.match.Sigth`, `flattop.nowhere`, `match/door.py`, `tests/house`, `python -m bench.gone`"
    assert [*missing_names(text)] == ["flattop.match.Sigth", "flattop.nowhere", "bench.gone"]
    assert [*missing_paths(text)] == ["match/door.py", "tests/house"]
    assert [*missing_tests("`tests/project/test_docs.py::test_gone`")] == [
        "tests/project/test_docs.py::test_gone"
    ]
    assert [*missing_attributes("`Game.editon`, `t.ask(seat)`, `t.aks`")] == ["Game.editon", "t.aks"]
    commands = "`flattop simualte`, `./flattop play --fast`, `flattop verify FILE`"
    assert [*missing_commands(commands)] == ["flattop simualte", "flattop play --fast"]


def test_dead_links_and_anchors_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n\n[one](#a-page) [two](#gone) [three](gone.md) [four][] [five][]\n\n[four]: gone.png\n"
    )
    assert list(dead_links(page)) == ["#gone", "gone.md", "gone.png", "[five]"]


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page():
    config = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))
    entries = sorted(nav_pages(config["project"]["nav"]))
    pages = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    assert entries == pages, "the pages of docs/ and `nav` in zensical.toml differ"


def nav_pages(entries):
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for value in entry.values():
                yield from [value] if isinstance(value, str) else nav_pages(value)


@pytest.mark.slow
def test_the_site_builds_without_warnings(tmp_path):
    for folder in ("docs", "src"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for file in ("zensical.toml", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / file, tmp_path)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'id="flattop.match.Match"' in (tmp_path / "site" / "api" / "match.html").read_text("utf-8")


def test_every_threat_of_the_security_page_names_tests():
    text = (DOCS / "security.md").read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("|") and row.count(" | ") == 2]
    threats = [row for row in rows if not row.startswith(("| threat |", "|---"))]
    assert len(threats) > 40
    assert [row for row in threats if "tests/" not in row.rpartition(" | ")[2]] == []


def test_the_project_refers_to_nothing_outside_of_it():
    for path in [ROOT / "flattop", *PAGES, *(ROOT / "src").rglob("*.py")]:
        assert ".." + "/shared" not in path.read_text("utf-8"), path
