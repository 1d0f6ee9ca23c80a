"""The rule book as tests: every id of every ledger is shown by a test that names it."""

import ast
import re
from pathlib import Path

import pytest

from flattop.games import CATALOG, game

TESTS = Path(__file__).parents[1]
ID = re.compile(r"[A-Z]{2}-[REC]?\d+")


def named_in(source):
    """The ids in every `@pytest.mark.rule(...)` of a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


NAMED = {name for path in TESTS.rglob("test_*.py") for name in named_in(path.read_text("utf-8"))}
IDS = {key: [rule.id for rule in game(key).rules] for key in CATALOG}


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_id_is_shown_by_a_test(key):
    assert [name for name in IDS[key] if name not in NAMED] == []


def test_no_test_names_an_id_that_does_not_exist():
    assert sorted(NAMED - {name for ids in IDS.values() for name in ids}) == []


@pytest.mark.parametrize("key", list(CATALOG))
def test_ids_are_in_order_and_without_gaps(key):
    numbers = {}
    for name in IDS[key]:
        assert ID.fullmatch(name)
        prefix, number = re.fullmatch(r"(.*?)(\d+)", name).groups()
        numbers.setdefault(prefix, []).append(int(number))
    for prefix, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), prefix


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_rule_has_a_section_and_a_line_of_text(key):
    for rule in game(key).rules:
        assert rule.section
        assert len(rule.text) > 15
        assert "\n" not in rule.text


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_refusal_names_a_rule_that_exists(key):
    import flattop.games

    folder = Path(flattop.games.__file__).parent
    where = CATALOG[key].replace(".", "/")
    sources = [path.read_text("utf-8") for path in (folder / where).rglob("*.py")]
    cited = {name for source in sources for name in re.findall(rf'"({ID.pattern})"', source)}
    assert cited
    assert sorted(cited - set(IDS[key])) == []
