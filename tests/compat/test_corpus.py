"""Finished games of all editions replay exactly, or raise OtherEdition (see corpus.py)."""

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


def test_changed_edition_does_not_accept_finished_games(monkeypatch):
    next_edition(monkeypatch, hands_stay=True)
    for written, _ in games_in(FOLDER / "burger-go-1.jsonl.xz"):
        with pytest.raises(OtherEdition):
            replay(written)


@pytest.mark.parametrize("key", CATALOG)
def test_current_edition_of_every_game_has_recorded_games(key):
    assert path_of(game(key)) in FILES
