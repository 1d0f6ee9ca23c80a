"""A game is played in Firefox; collected where Firefox is installed (conftest.py)."""

import pytest

from .bidi import a_firefox, find_firefox
from .clicking import play_to_the_end


@pytest.mark.slow
def test_a_game_is_played_to_its_end_in_firefox(server, tmp_path):
    with a_firefox(find_firefox(), tmp_path) as firefox:
        play_to_the_end(firefox, server, "burger-go", ["you", "random", "random"], rounds=1)
        assert firefox.errors == []
