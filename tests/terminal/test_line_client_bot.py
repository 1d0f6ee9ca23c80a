"""A bot that plays through the text of the line client; `bench.plain_reader` measures its strength."""

import pytest
from bench.reader.voice import ME, Voice, by_pipe

from bench.reader import boss
from flattop.games import CATALOG, game
from flattop.terminal.line_client import play_by_lines
from flattop.terminal.session_setup import GameRequest, new_session

SHORT = {  # seats, and options that make a game short
    "burger-go": (2, {"rounds": "1"}),
    "burger-boss": (2, {}),
    "burgerfuck": (2, {"turn_limit": "10"}),
    "burger-up": (2, {}),
    "party-up": (5, {}),
    "solo-up": (1, {}),
    "between-two-burgers": (2, {}),
    "hanaburger": (2, {}),
    "burger-trucker": (2, {"rounds": "1"}),
    "kitchen-rush": (2, {}),
    "ninja-burger": (3, {"round_limit": "2"}),
}


def seats(number):
    return ",".join([f"you:{ME}", *["house"] * (number - 1)])


@pytest.mark.parametrize("key", CATALOG)
def test_bot_that_reads_the_line_client_finishes_every_game(key):
    number, options = SHORT[key]
    session, voice = new_session(GameRequest(key, seats(number), options, None, 5)), Voice(key)
    assert play_by_lines(session, voice, voice) == 0
    assert session.match.over
    assert "is no option" not in voice.heard
    if key == "kitchen-rush":
        assert session.match.outcome.winners == (0, 1)  # the goal is met, and half of it by ear


def test_bot_plays_through_a_pipe(tmp_path):
    message = by_pipe("burger-go", seats(2), 5, tmp_path, "--option", "rounds=1")
    assert any(line.startswith("Won by ") for line in message)


def test_every_prompt_that_the_bot_recognises_exists():
    """The bot answers an unknown prompt with the first option, which only its strength would reveal."""
    asked = [getattr(prompt, "line", prompt) for prompt in game("burger-boss").text.prompts.values()]
    assert all(any(line.startswith(known) for line in asked) for known in boss.JUDGES)
