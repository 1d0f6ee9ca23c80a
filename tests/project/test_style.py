"""How we write, as far as it can be counted (docs/style.md)."""

import ast
import re
import statistics
from pathlib import Path

import flattop

SRC = Path(flattop.__file__).parent
FILES = sorted(SRC.rglob("*.py"))
BANNED = {"player", "data", "info", "process", "handle", "manager", "utils"}


def functions():
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield path.relative_to(SRC), node


def test_files_are_short_and_lines_fit():
    for path in FILES:
        lines = path.read_text("utf-8").splitlines()
        assert len(lines) <= 300, path
        assert all(len(line) <= 110 for line in lines), path


def test_functions_are_short():
    lengths = sorted(node.end_lineno - node.lineno + 1 for _, node in functions())
    long = [f"{path}:{node.name}" for path, node in functions() if node.end_lineno - node.lineno + 1 > 40]
    assert long == []
    assert statistics.median(lengths) <= 6
    assert lengths[len(lengths) * 9 // 10] <= 20


def test_names_say_what_things_are():
    found = []
    for path, node in functions():
        arguments = node.args.args + node.args.kwonlyargs
        words = {node.name, *(argument.arg for argument in arguments)}
        banned = (
            BANNED - {"data"} if path.as_posix() == "server/http/routes.py" else BANNED
        )  # Litestar's word
        found += [f"{path}: {word}" for word in words & banned]
    assert found == []


def test_every_module_says_what_it_is():
    assert [path for path in FILES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))] == []


def test_no_work_is_left_open():
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert [path for path in FILES if marks.search(path.read_text("utf-8"))] == []
