"""Every rule id of every `rules.toml` is shown by a test that names it, and code cites only existing ids."""

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
    """Yields the ids in every `@pytest.mark.rule(...)` of a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


NAMED = {name for path in TESTS.rglob("test_*.py") for name in named_in(path.read_text("utf-8"))}
IDS = {key: [rule.id for rule in game(key).rules] for key in CATALOG}


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_id_is_shown_by_a_test(key):
    missing = [name for name in IDS[key] if name not in NAMED]
    assert not missing, f"mark a test of each with @pytest.mark.rule(id): {missing}"


def test_no_test_names_an_unknown_id():
    unknown = sorted(NAMED - {name for ids in IDS.values() for name in ids})
    assert not unknown, f"tests name rules that are in no rules.toml: {unknown}"


@pytest.mark.parametrize("key", list(CATALOG))
def test_ids_are_in_order_and_without_gaps(key):
    numbers = {}
    for name in IDS[key]:
        assert ID.fullmatch(name)
        prefix, number = re.fullmatch(r"(.*?)(\d+)", name).groups()
        numbers.setdefault(prefix, []).append(int(number))
    own = IDS[key][0][:3]
    for prefix, listed in numbers.items():
        expected = list(range(1, len(listed) + 1)) if prefix.startswith(own) else sorted({*listed})
        assert listed == expected, prefix  # a variant lists only the rules of its base game that still hold


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_rule_has_a_section_and_a_line_of_text(key):
    for rule in game(key).rules:
        assert rule.section
        assert len(rule.text) > 15
        assert "\n" not in rule.text


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_rule_cited_in_the_code_exists(key):
    import flattop.games

    folder = Path(flattop.games.__file__).parent
    where = CATALOG[key].replace(".", "/")
    sources = [path.read_text("utf-8") for path in (folder / where).rglob("*.py")]
    cited = {name for source in sources for name in re.findall(rf'"({ID.pattern})"', source)}
    assert sorted(cited - set(IDS[key])) == []


VARIANTS = {"party-up": "burger-up", "solo-up": "burger-up"}


@pytest.mark.parametrize(("key", "base"), VARIANTS.items())
def test_a_variant_leaves_out_the_rules_it_replaces(key, base):
    own = [rule for rule in game(key).rules if rule.id not in IDS[base]]
    replaced = [old for rule in own for old in rule.replaces]
    assert len(replaced) > 10
    assert len(replaced) == len({*replaced}), "a rule is replaced once"
    assert {*replaced} <= {*IDS[base]}
    assert {*replaced}.isdisjoint(IDS[key])
    assert not [name for name in IDS[key] if name.startswith("BU-E")], (
        "worked examples belong to the base game"
    )
    for rule in own:
        assert all(old in rule.text for old in rule.replaces), (
            "the text names the replaced ids, so that a search finds it"
        )


@pytest.mark.parametrize(
    ("key", "gone"), [("party-up", ("BU-16", "BU-41")), ("solo-up", ("BU-29", "BU-33", "BU-42"))]
)
def test_a_variant_has_no_contradicting_rules(key, gone):
    assert [name for name in gone if name in IDS[key]] == []


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_refusal_in_play_names_a_rule_of_its_game(key):
    """Tries actions of earlier moments at many tables; each refusal must cite a rule of this game."""
    rnd, played = random.Random(key), game(key)
    t, stale = played.table(played.seats[-1], Chance(7), played.untimed_settings), []
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
