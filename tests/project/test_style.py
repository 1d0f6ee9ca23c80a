"""How we write, as far as it can be counted (docs/style.md)."""

import ast
import re
import statistics
from functools import cache
from pathlib import Path

import flattop

SRC = Path(flattop.__file__).parent
FILES = sorted(SRC.rglob("*.py"))
BANNED = {"player", "data", "info", "process", "handle", "manager", "utils", "found"}
HOUSE = {
    "HouseBot",
    "house_bot",
    "house_belief",
    "house_forecast",
    "house_deck",
    "_house_pack",
    "house_choice",
    "Housekeeping",
}  # a bot, a deck, a chore


@cache
def trees():
    return {path: ast.parse(path.read_text("utf-8")) for path in FILES}


@cache
def nodes():
    """Everything that has a name, with the file that it stands in."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.Name)
    return [
        (path.relative_to(SRC), node)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, kinds)
    ]


def functions():
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(path, node) for path, node in nodes() if isinstance(node, kinds)]


def names():
    """Whatever a file defines: functions, classes, arguments, variables."""
    for path, node in nodes():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield path, node.name
        elif isinstance(node, ast.arg):
            yield path, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield path, node.id


def test_files_are_short_and_lines_fit():
    for path in FILES:
        lines = path.read_text("utf-8").splitlines()
        assert len(lines) <= 300, path
        assert all(len(line) <= 110 for line in lines), path


def test_functions_are_short():
    lengths = [(node.end_lineno - node.lineno + 1, f"{path}: {node.name}") for path, node in functions()]
    assert [name for length, name in lengths if length > 40] == []
    assert statistics.median(length for length, _ in lengths) <= 5
    assert statistics.quantiles((length for length, _ in lengths), n=10)[-1] < 20


def test_names_say_what_things_are():
    """The framework's own word for what a request brings is `data`, so its routes may say it."""
    routes = [Path(f"server/http/{name}.py") for name in ("routes", "admin", "lab")]
    said = [(path, name) for path, name in names() if not (path in routes and name == "data")]
    assert [f"{path}: {name}" for path, name in said if name.lower() in BANNED] == []
    assert [f"{path}: {name}" for path, name in said if name.startswith("get_")] == []


def test_a_house_is_a_bot_or_a_deck_and_nothing_else():
    said = {name for _, name in names() if "house" in name.lower() and "greenhouse" not in name.lower()}
    assert said == HOUSE


def test_every_module_says_what_it_is():
    assert [path for path, tree in trees().items() if not ast.get_docstring(tree)] == []


def test_no_work_is_left_open():
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert [path for path in FILES if marks.search(path.read_text("utf-8"))] == []
