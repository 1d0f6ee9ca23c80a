"""Games that were finished under any edition replay to the very letter (see corpus.py)."""

import pytest

from flattop.games import CATALOG, game
from flattop.match import replay
from tests.compat.corpus import FOLDER, GAMES, games_in, path_of

FILES = sorted(FOLDER.iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.xz"))
def test_finished_games_replay_as_they_were_played(path):
    games = [*games_in(path)]
    assert len(games) >= GAMES
    for written, chain in games:
        match = replay(written)
        assert match.over, written.name
        assert match.record.chain == chain, written.name


@pytest.mark.parametrize("key", CATALOG)
def test_the_edition_of_every_game_has_its_games(key):
    assert path_of(game(key)) in FILES
