"""Proofreads two games of each game; `.venv/bin/python tests/project/proofreading.py` reads 200 of each."""

import pytest

from flattop.bots.hints import Stage
from flattop.games import CATALOG
from flattop.terminal.session import Session

from .proofreading import faults, findings, texts

GAMES, DECISIONS = 2, 250  # longer games are cut


@pytest.mark.parametrize("key", list(CATALOG))
def test_no_text_of_a_game_has_a_fault(key, monkeypatch):
    monkeypatch.setattr(Session, "hint_stages", (Stage(0.02, 2),))  # hints take the longest in it
    read = texts(key, GAMES, DECISIONS)
    assert {"log", "option", "question", "refusal", "state", "result", "rule"} <= {sort for sort, _ in read}
    assert findings(read) == []


@pytest.mark.parametrize(
    ("sort", "line", "expected"),
    [
        ("log", "Deck Resurrection: 1 card are shuffled into a new Deck.", ["number"]),
        ("log", "1 worker start with Olive.", ["number"]),
        ("refusal", "That costs 1 Orbs, you have 3.", ["number"]),
        ("log", "3 cards is left.", ["number"]),
        ("log", "A new order: The B.L.T..", ["two stops"]),
        ("state", "Burger Go!. Type ? for help.", ["two stops"]),
        ("log", "first: Rosemary with 17 coins.", ["lower case"]),
        ("log", "Done. the clock runs.", ["lower case inside"]),
        ("refusal", "'wash 0' is none of the options now.", ["lower case", "raw id"]),
        ("state", "Goal (have, need): served_each 0, 2", ["raw id"]),
        ("option", "Temps work for in turn", ["empty noun"]),
        ("log", "Basil tells Pepper: brown is at the upper end of nothing.", ["empty noun"]),
        ("log", "Basil offers Olive nothing and $50 for Katana.", ["empty noun"]),
        ("log", "Olive takes $3 for the size and $0 for Perfect.", ["nothing counted"]),
        ("log", "Pepper finishes 4th: 0 coins for speed.", ["nothing counted"]),
        ("state", "Pays now, Basil: $0, $3", ["nothing lying"]),
        ("state", "The order of burger 1 is The Vegan; $nothing lies on it.", ["no sum"]),
        ("state", "Basil's purse: $$3.", ["no sum"]),
        ("note", "The seat, from 0 on, that starts.", ["nothing counted", "seat from 0"]),
        ("result", "Won by Basil and Olive and Pepper: equal points.", ["list"]),
        ("log", "Victory for Basil, Olive.", ["list"]),
        ("question", "Name a die", ["no end"]),
        ("told", "270 seconds of 250 seconds have passed, -17 seconds are left.", ["below nothing"]),
        ("told", "The clock is at -2.5 seconds of 180 seconds.", ["below nothing"]),
        ("log", "A new order: The B.L.T.", []),
        ("log", "Basil, Olive and Pepper take 1 card each; $0 left.", []),
        ("log", "Basil cancels Actually, Can I Change That? with Not on My Shift.", []),
    ],
)
def test_faults_are_found(sort, line, expected):
    assert faults(sort, line) == expected
