"""Replays on the full screen: stepping, viewers, and positions equal to those of the game."""

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import view
from flattop.match import parse, replay, snapshot
from flattop.terminal.app import ReplayApp
from flattop.terminal.replay import ALL, SPECTATOR, ReplaySession, snapshot_for
from flattop.terminal.screens.drawers import Drawer
from flattop.terminal.tables import layout
from tests.match.random_games import played

from .pty_screen import screen
from .terminal_table import on_screen
from .test_drawings import about_three, draw_context, positions


def record_of(key="burger-go", actions=None):
    """The record of a random game, or of its first actions."""
    seats = about_three(key)
    enough = actions or 100_000
    match = next(m for m in positions(key, seats, seed=5, every=1) if m.over or m.actions >= enough)
    return parse(match.record.text().encode(), f"{key}.jsonl")


def replaying(scene, replay_session=None, size=(80, 24)):
    return on_screen(lambda: ReplayApp(replay_session or ReplaySession(record_of())), scene, size)


def test_arrows_home_and_end_move_through_the_replay():
    async def scene(table):
        replay_session, last = table.app.replay, table.app.replay.last
        assert f"The deal; {last} steps follow" in table.text
        for key, at in [
            ("right", 1), ("right", 2), ("left", 1), ("left", 0), ("left", 0), ("down", 10), ("up", 0),
            ("end", last), ("right", last), ("home", 0),
        ]:  # fmt: skip
            await table.press(key)
            assert replay_session.at == at
            assert f"{at}/{last} {100 * at // last} %" in table.text.splitlines()[-1]

    replaying(scene)


def test_replay_draws_each_position_and_the_winner():
    async def scene(table):
        assert "round 1 of 3 · card 1 of 7" in table.text
        await table.press("end")
        assert "win" in table.text
        assert "★" in table.text
        assert table.screen.snapshot["over"]

    replaying(scene)


@pytest.mark.parametrize(
    ("keys", "at"), [("7 enter", 7), ("5 0 %", None), ("9 9 9 enter", -1), ("4 escape", 0)]
)
def test_typed_number_goes_to_a_step_or_a_percentage(keys, at):
    async def scene(table):
        replay_session = table.app.replay
        await table.press(*keys.replace("%", "percent_sign").split())
        assert replay_session.at == {None: round(replay_session.last / 2), -1: replay_session.last}.get(
            at, at
        )

    replaying(scene)


def test_space_plays_the_replay_and_stepping_stops_it(monkeypatch):
    monkeypatch.setattr("flattop.terminal.screens.replay.STEP_INTERVAL", 3600)  # only play_step steps

    async def scene(table):
        await table.press("space")
        assert "space stop" in table.text
        table.screen.play_step()
        table.screen.play_step()
        assert table.app.replay.at >= 2
        await table.press("left")
        assert not table.screen.is_playing
        at = table.app.replay.at
        await table.press("space", "space")
        assert "space play" in table.text
        assert table.app.replay.at == at
        await table.press("end", "space")
        assert not table.screen.is_playing

    replaying(scene)


def test_playing_replay_stops_at_the_end():
    async def scene(table):
        await table.press("end", "left", "space")
        assert table.screen.is_playing
        table.screen.play_step()
        assert table.app.replay.at == table.app.replay.last
        assert not table.screen.is_playing

    replaying(scene)


def test_only_reading_keys_work_in_a_replay():
    async def scene(table):
        await table.press("e", "right", "enter", "h", "u", "p")
        assert table.app.replay.at == 1
        await table.press("l")
        assert isinstance(table.screen, Drawer)
        await table.press("escape", "question_mark")
        assert "play the replay" in table.text
        await table.press("escape", "q")

    app = replaying(scene)
    assert app.return_code in (0, None)


def test_viewer_changes_from_spectator_to_each_seat_to_all():
    async def scene(table):
        seen = []
        for _ in range(5):
            seen.append(table.app.replay.viewer_label)
            await table.press("e")
        assert seen == [
            "seen by a spectator",
            "seen by Seat 0",
            "seen by Seat 1",
            "seen by Seat 2",
            "everything visible",
        ]
        assert table.app.replay.viewer == SPECTATOR

    replaying(scene)


def test_unfinished_game_has_only_the_spectator_view():
    async def scene(table):
        await table.press("e")
        assert table.app.replay.viewer == SPECTATOR
        assert "v viewer" not in table.text

    replaying(scene, ReplaySession(record_of(actions=9)))


def test_cursor_points_at_the_move_that_was_played():
    record = record_of()
    replay_session = ReplaySession(record, viewer=0)
    replay_session.go(next(n for n, entry in enumerate(replay_session.entries) if entry["play"][0] == 0))
    seat, action = replay_session.next_play
    assert (seat, action) in [(0, tuple(entry["play"][1:])) for entry in replay_session.entries]

    async def scene(table):
        from flattop.terminal.screens.choices import Choices

        assert table.screen.query_one(Choices).pointed == action

    replaying(scene, replay_session)


@pytest.mark.parametrize("key", list(CATALOG))
def test_replayed_position_equals_the_snapshot_of_the_game(key):
    record = record_of(key, actions=90)
    replay_session = ReplaySession(record)
    assert replay_session.last == record.actions
    for at in (0, replay_session.last // 3, replay_session.last):
        match = replay(record, at)
        match.reveal_hands = replay_session.final_match.over
        replay_session.go(at)
        for seat in (None, 0):
            then, now = (
                snapshot(match, seat),
                snapshot_for(replay_session.match, SPECTATOR if seat is None else seat),
            )
            assert {**now, "undo": None, "paused": False} == {**then, "undo": None, "paused": False}
        everything = snapshot_for(replay_session.match, ALL)["view"]
        for seat in range(match.table.seats):
            own = view(match.table, game(key).zones, seat)
            assert everything.keys() == own.keys()


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_game_can_be_drawn_with_everything_visible(key):
    replay_session, art = ReplaySession(record_of(key, actions=90), viewer=ALL), layout(key)
    for at in (0, replay_session.last // 3, replay_session.last):
        replay_session.go(at)
        seen = replay_session.snapshot()
        where = draw_context(replay_session.match, seen["seat"], width=77)
        rows = [*art.board(seen, where), *art.hand(seen, where)]
        assert rows
        assert all(row.cell_len <= 78 for row in rows)


# -- the real program


def test_arrow_key_steps_in_a_real_terminal(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(played(people=("Ann", "Bob")).record.text(), "utf-8")
    with screen("replay", str(path), folder=tmp_path) as terminal:
        terminal.wait_for("The deal; ")
        terminal.press("\x1b[C")
        shown = terminal.wait_for("Step 1 of ")
        assert "^[" not in shown
        terminal.press("q")
        assert terminal.end() == 0
