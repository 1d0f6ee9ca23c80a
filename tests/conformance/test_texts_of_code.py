"""Every event and verb that the rules of a game name has its text, whether or not a deck lets it occur.

The rules are read, not run: random games with a few decks would miss what only other decks can reach.
"""

import ast
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from flattop.games import CATALOG, game

RULES = "flattop.games."
TEXTS_ALONE = {"solo-up": "flattop.games.burger_up.base"}  # imported for its texts and options


@cache
def source(module):
    return ast.parse(Path(import_module(module).__file__).read_text("utf-8"))


def imported(module):
    """Yield the modules of rules that a module imports."""
    for node in ast.walk(source(module)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(RULES):
            yield node.module
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from [name for name in inner if is_package(node.module) and find_spec(name)]


def is_package(module):
    return hasattr(import_module(module), "__path__")


def rules_of(key):
    """Return the modules that the rules of a game consist of."""
    found, left = set(), [game(key).deal.__module__]
    while left:
        if (module := left.pop()) not in found and module != TEXTS_ALONE.get(key):
            found.add(module)
            left += imported(module)
    return found


def first_text(values):
    """Return the texts that the first of these values with a text can have."""
    for value in values:
        choices = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
        if texts := {
            one.value for one in choices if isinstance(one, ast.Constant) and type(one.value) is str
        }:
            return texts
    return set()


def events_in(module):
    for node in ast.walk(source(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
            yield from first_text(node.args)


def verbs_in(module):
    """Yield the first words of tuples, which may be actions or something else."""
    for node in ast.walk(source(module)):
        if isinstance(node, ast.Tuple):
            yield from first_text(node.elts[:1])


def methods_in(module):
    """Yield the methods that carry out an action of a seat."""
    for node in ast.walk(source(module)):
        if isinstance(node, ast.FunctionDef):
            takes_seat = "seat" in [argument.arg for argument in node.args.args[:3]]
            if takes_seat and ast.unparse(node.returns) in ("Next", "None"):
                yield node.name


def words(read, modules):
    return {word for module in modules for word in read(module)}


def events_of(key):
    return words(events_in, rules_of(key))


def verbs_of(key):
    """Return the words that begin an action and name the method that carries it out."""
    modules = rules_of(key)
    return words(verbs_in, modules) & words(methods_in, modules)


def test_what_only_other_decks_allow_is_found_in_the_rules():
    assert "shift" in verbs_of("party-up"), "with two Bottom Buns"
    assert "shifted" in events_of("party-up")


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_event_and_verb_in_the_rules_has_its_text(key):
    text = game(key).text
    assert events_of(key) - set(text.events) == set()
    assert verbs_of(key) - set(text.verbs) == set()
