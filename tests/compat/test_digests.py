"""The same seed gives the same games, in this version and in the one before."""

import json
import tomllib

import pytest

from flattop.games import CATALOG, game
from flattop.match import Match, read, replay

from .digests import BOTS, DEFAULTS, FILE, digest

DIGESTS = tomllib.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("key", list(CATALOG))
def test_simulated_games_have_the_recorded_digest(key, bot):
    message = "games have changed: if that is intended, run ./flattop test --regenerate digests"
    assert digest(key, bot) == DIGESTS[key][bot], message


def test_a_record_lists_only_options_that_differ_from_their_defaults():
    match = Match(game("burger-go"), ["Ann", "Ben"], 7, {"rounds": 1, "tie_break": "buns"})
    assert match.record.header["options"] == {"rounds": 1}
    assert replay(read(match.record.text())).settings == match.settings


@pytest.mark.parametrize("key", list(CATALOG))
def test_a_default_changes_only_with_the_edition(key):
    """Records leave defaults out, so another default would replay old records by other rules."""
    pinned = json.loads(DEFAULTS.read_text("utf-8"))[key][str(game(key).edition)]
    options = game(key).options
    assert {name: plain(options[name].default) for name in pinned if name in options} == pinned


def plain(value):
    return json.loads(json.dumps(value))
