"""Motions of events: every game says which events turn up, move or roll something."""

from pathlib import Path

import pytest

from flattop.games import CATALOG, game
from flattop.kernel.errors import BadDeck
from flattop.kernel.text.game_text import Text


@pytest.mark.parametrize("key", CATALOG)
def test_every_game_has_events_that_can_be_seen(key):
    motions = {line.motion for line in game(key).text.events.values()}
    assert motions - {""}, "a table on which nothing is seen to happen"


@pytest.mark.parametrize(
    ("key", "event", "motion"),
    [
        ("burger-go", "shown", "reveal"),
        ("between-two-burgers", "handed_on", "pass"),
        ("burgerfuck", "dropped", "fall"),
        ("burger-boss", "rolled", "roll"),
        ("ninja-burger", "threw", "roll"),
        ("burger-up", "placed", "move"),
        ("party-up", "served", "move"),
        ("solo-up", "advanced", "move"),
        ("hanaburger", "turned_up", "reveal"),
        ("burger-trucker", "grabbed", "move"),
        ("kitchen-rush", "paid", "pay"),
    ],
)
def test_physical_actions_of_the_rule_book_have_motions(key, event, motion):
    assert game(key).text.events[event].motion == motion


def test_unknown_motion_is_refused(tmp_path: Path):
    words = tmp_path / "text.toml"
    words.write_text('[event.eaten]\nline = "Gone."\nmotion = "hop"\n', "utf-8")
    with pytest.raises(BadDeck, match="hop"):
        Text(words)
