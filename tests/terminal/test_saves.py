"""Saved games: private, complete up to the last step, and open in one window only."""

import stat

import pytest

from flattop.kernel import FlattopError
from flattop.match import state_hash, verify
from flattop.terminal import saves
from flattop.terminal.session import Session
from flattop.terminal.session_setup import new_session, resume_session
from tests.editions import next_edition

from .terminal_table import FullDisk, request


def played(steps, **given):
    """A session in which the person has played the first option this many times."""
    session = new_session(request(**given))
    while steps and not session.match.over:
        bot = session.bot_to_move
        if bot is not None:
            session.play_bot_move(session.choose_bot_move(bot))
        else:
            session.play(0, next(iter(session.match.table.asks[0])))
            steps -= 1
    return session


def test_only_its_owner_can_read_a_save(own_folder):
    session = played(1)
    assert session.path.parent == own_folder
    assert stat.S_IMODE(own_folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600


def test_every_step_is_written_to_disk_immediately():
    session = played(5)
    assert session.path.read_text("utf-8") == session.match.record.text()


@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_killed_game_resumes_at_the_same_position(key, tmp_path):
    session = played(12, key=key)
    left = tmp_path / "left.jsonl"
    left.write_bytes(session.path.read_bytes())
    again = resume_session(left, key)
    assert state_hash(again.match.table) == state_hash(session.match.table)
    assert again.players == session.players
    assert again.snapshot(0)["options"] == session.snapshot(0)["options"]


def test_truncated_record_is_loaded_up_to_the_last_complete_step(tmp_path):
    session = played(6)
    whole = session.path.read_bytes()
    left = tmp_path / "left.jsonl"
    left.write_bytes(whole[:-9])
    again = resume_session(left)
    assert again.match.actions == session.match.actions - 1
    assert any("is incomplete" in note for note in again.notes)
    assert whole.startswith(left.read_bytes())


def test_closed_game_ends_with_the_hash_of_its_table():
    session = played(3)
    stood = state_hash(session.match.table)
    session.close()
    last = session.path.read_text("utf-8").splitlines()[-1]
    assert last.startswith(f'{{"state":"{stood}","after":{session.match.actions},')


def test_game_resumes_under_new_rules_that_do_not_affect_it(monkeypatch):
    path = played(4).close() and saves.latest_unfinished("burger-go").path
    next_edition(monkeypatch)
    assert "begun under earlier rules" in saves.latest_unfinished("burger-go").summary
    session = resume_session(path)
    assert any("the new rules apply now" in note for note in session.notes)
    session.close()
    assert verify(path).good
    assert "earlier" not in saves.latest_unfinished("burger-go").summary


def test_game_affected_by_new_rules_is_refused_and_its_file_kept(monkeypatch):
    path = played(4).close() and saves.latest_unfinished("burger-go").path
    kept = path.read_bytes()
    next_edition(monkeypatch, hands_stay=True)
    with pytest.raises(FlattopError, match=r"that was edition 1, this is edition 2; it stays in .*--new"):
        resume_session(path)
    assert path.read_bytes() == kept


def test_resumed_game_is_saved_and_can_be_resumed_again():
    path = played(4).close() and saves.latest_unfinished("burger-go").path
    session = resume_session(path)
    bot = session.bot_to_move
    while bot is not None:
        session.play_bot_move(session.choose_bot_move(bot))
        bot = session.bot_to_move
    session.play(0, next(iter(session.match.table.asks[0])))
    hash_now = state_hash(session.match.table)
    session.close()
    assert state_hash(resume_session(path).match.table) == hash_now


def test_the_latest_unfinished_game_is_offered():
    assert saves.latest_unfinished("burger-go") is None
    session = played(3)
    session.close()
    save = saves.latest_unfinished("burger-go")
    assert save.path == session.path
    assert "Ann, Basil, Olive" in save.summary
    assert saves.latest_unfinished("burger-boss") is None


def test_a_finished_game_is_not_offered_and_not_resumed():
    session = played(1000, rounds=1)
    assert session.match.over
    session.close()
    assert saves.latest_unfinished("burger-go") is None
    with pytest.raises(FlattopError, match="the game is over"):
        resume_session(session.path)


def test_a_game_open_in_one_window_is_neither_offered_nor_opened_in_another():
    session = played(3)
    assert saves.latest_unfinished("burger-go") is None
    with pytest.raises(FlattopError, match="another window"):
        resume_session(session.path)


def test_game_without_a_move_leaves_no_file():
    session = new_session(request())
    assert session.close() == "Nothing was played, so nothing was saved."
    assert not session.path.exists()


def test_record_of_another_game_is_refused():
    session = played(2)
    session.close()
    with pytest.raises(FlattopError, match="is a game of burger-go, not of burger-boss"):
        resume_session(session.path, "burger-boss")


def test_two_games_in_one_second_have_two_files():
    assert new_session(request()).path != new_session(request()).path


def test_save_directory_that_cannot_be_created_is_one_line(monkeypatch, tmp_path):
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "taken"))
    with pytest.raises(FlattopError, match="cannot save games in "):
        new_session(request())


def test_bad_options_leave_no_file(own_folder):
    with pytest.raises(FlattopError, match="has no option"):
        new_session(request(colour="red"))
    assert not own_folder.exists() or not list(own_folder.iterdir())


def test_secret_seed_has_a_commitment_and_given_seed_is_shown():
    live, numbered = new_session(request(seed=None)), new_session(request(seed=5))
    assert len(live.match.commitment) == 64
    assert live.match.commitment in live.notes[0]
    assert live.match.seed.hex() not in " ".join(live.notes)
    assert numbered.notes == ["Dealt from seed 5."]


def test_failing_bot_is_replaced_for_one_move_and_reported():
    class Broken:
        def choose(self, obs):
            raise KeyError("salt")

    session = new_session(request())
    session.bots[1] = Broken()
    assert session.play_bot_move(session.choose_bot_move(1))
    assert session.notes[-1] == (
        "The house bot of Basil failed (KeyError: 'salt'); a random option is played."
    )


def test_bot_that_names_an_illegal_action_is_replaced():
    class Wild:
        def choose(self, obs):
            return ("choose", 999)

    session = new_session(request())
    session.bots[1] = Wild()
    move = session.choose_bot_move(1)
    assert move.action in session.match.table.asks[1]
    assert "it named 'choose 999'" in move.error


def test_outdated_move_of_a_bot_is_not_played():
    session = new_session(request())
    move = session.choose_bot_move(1)
    session.play(0, next(iter(session.match.table.asks[0])))
    assert session.play_bot_move(move) is False
    assert session.match.actions == 1


def test_full_disk_is_one_line_and_keeps_earlier_steps():
    session = played(2)
    session.match.record.sink = FullDisk()
    with pytest.raises(FlattopError, match="cannot write: No space left on device"):
        session.play(0, next(iter(session.match.table.asks[0])))
    assert isinstance(session, Session)
