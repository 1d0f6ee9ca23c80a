"""All SQL stands in the store: nobody else writes a statement."""

import ast
import re
from pathlib import Path

import flattop.server

ROOT = Path(flattop.server.__file__).parent
STATEMENT = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b.*\b(FROM|INTO|SET|TABLE|\w+)\b")


def statements(source):
    words = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return [word for word in words if isinstance(word, str) and STATEMENT.search(word)]


def test_no_sql_outside_the_store():
    files = [path for path in ROOT.rglob("*.py") if path.parent.name != "store"]
    assert {path.name: found for path in files if (found := statements(path.read_text("utf-8")))} == {}


def test_the_check_knows_sql_when_it_sees_it():
    for name in ("queries", "writes", "schema", "sqlite"):
        assert statements((ROOT / "store" / f"{name}.py").read_text("utf-8")), name
