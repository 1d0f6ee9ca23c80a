"""Finished games replay to the very letter, or are known to be told otherwise by now (see corpus.py)."""

import pytest

from flattop.games import CATALOG, game
from flattop.match import OtherEdition, replay
from tests.compat.corpus import FOLDER, GAMES, games_in, path_of
from tests.editions import next_edition

FILES = sorted(FOLDER.iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.xz"))
def test_finished_games_replay_as_they_were_played(path):
    games = [*games_in(path)]
    assert len(games) >= GAMES
    for written, chain in games:
        try:
            match = replay(written)
        except OtherEdition:  # never a fault of the record, nor another game than was played
            continue
        assert match.over, written.name
        assert match.record.chain == chain, written.name


def test_an_edition_that_changes_much_takes_no_finished_game_for_another(monkeypatch):
    next_edition(monkeypatch, hands_stay=True)
    for written, _ in games_in(FOLDER / "burger-go-1.jsonl.xz"):
        with pytest.raises(OtherEdition):
            replay(written)


@pytest.mark.parametrize("key", CATALOG)
def test_the_edition_of_every_game_has_its_games(key):
    assert path_of(game(key)) in FILES
