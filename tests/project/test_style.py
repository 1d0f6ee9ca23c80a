"""Style rules that can be counted (docs/style.md); ruff checks line length, imports and complexity."""

import ast
import re
from pathlib import Path

import flattop

SRC = Path(flattop.__file__).parent
FILES = sorted(SRC.rglob("*.py"))
LONGEST_FUNCTION = 60
LONGEST_FILE = 800
OPEN_WORK = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")


def long_functions(module):
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = node.end_lineno - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{node.name} has {length} lines"


def faults(path):
    text = path.read_text("utf-8")
    module = ast.parse(text)
    if not ast.get_docstring(module):
        yield "no module docstring"
    if text.count("\n") > LONGEST_FILE:
        yield f"more than {LONGEST_FILE} lines"
    if OPEN_WORK.search(text):
        yield "open work: finish it or file an issue"
    yield from long_functions(module)


def test_every_module_follows_the_style_rules():
    assert [f"{path.relative_to(SRC)}: {fault}" for path in FILES for fault in faults(path)] == []


def test_a_long_function_is_reported():
    module = ast.parse("def long():\n" + "    pass\n" * LONGEST_FUNCTION)
    assert list(long_functions(module)) == [f"long has {LONGEST_FUNCTION + 1} lines"]


def test_faults_are_reported(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = 1  # TODO\n" * (LONGEST_FILE + 1))
    assert list(faults(path)) == [
        "no module docstring",
        f"more than {LONGEST_FILE} lines",
        "open work: finish it or file an issue",
    ]
