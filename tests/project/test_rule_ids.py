"""The rule book as tests: every id of every ledger is shown by a test that names it."""

import ast
import random
import re
from itertools import islice
from pathlib import Path

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import Chance

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
    own = IDS[key][0][:3]
    for prefix, found in numbers.items():
        whole = list(range(1, len(found) + 1)) if prefix.startswith(own) else sorted({*found})
        assert found == whole, prefix  # of a base game only what still holds is there


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
    assert sorted(cited - set(IDS[key])) == []


VARIANTS = {"party-up": "burger-up", "solo-up": "burger-up"}


@pytest.mark.parametrize(("key", "base"), VARIANTS.items())
def test_a_variant_says_what_it_replaces_and_leaves_that_out(key, base):
    own = [rule for rule in game(key).rules if rule.id not in IDS[base]]
    replaced = [old for rule in own for old in rule.replaces]
    assert len(replaced) > 10
    assert len(replaced) == len({*replaced}), "no rule stands twice in another's place"
    assert {*replaced} <= {*IDS[base]}
    assert {*replaced}.isdisjoint(IDS[key])
    assert not [name for name in IDS[key] if name.startswith("BU-E")], "examples stay with their game"
    for rule in own:
        assert all(old in rule.text for old in rule.replaces), "whoever looks up the old id is led here"


@pytest.mark.parametrize(
    ("key", "gone"), [("party-up", ("BU-16", "BU-41")), ("solo-up", ("BU-29", "BU-33", "BU-42"))]
)
def test_no_rule_at_hand_contradicts_another(key, gone):
    assert [name for name in gone if name in IDS[key]] == []


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_refusal_in_play_names_a_rule_of_its_game(key):
    """Plays of other moments are tried at many tables: whatever is cited holds in this very game."""
    rnd, found = random.Random(key), game(key)
    t, stale = found.table(found.seats[-1], Chance(7), found.unhurried), []
    cited = set()
    for _ in range(120):
        if t.over:
            break
        offered = [(seat, action) for seat, options in t.asks.items() for action in islice(options, 6)]
        stale = [*stale, *(action for _, action in offered)][-150:]
        for action in rnd.sample(stale, min(12, len(stale))):
            for seat in range(t.seats):
                if action not in t.asks.get(seat, ()) and action not in t.anytime(seat):
                    cited.add(t.refusal(seat, action).rule)
        t.push(*rnd.choice(offered))
    assert cited
    assert sorted(cited - {*IDS[key], ""}) == []
