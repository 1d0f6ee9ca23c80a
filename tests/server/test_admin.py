"""Commands of the operator: list, kick, close, announce and drain."""

import signal

import pytest

from flattop.cli import main
from flattop.server import admin, drain
from flattop.server.auth import admin_key
from flattop.server.errors import Refusal
from flattop.server.lobby import create, finished_games, tables
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.rest import NewTable
from tests.server.conftest import PATIENCE
from tests.server.test_serve import output_until_open, started

ASKER = ("", "")
NO_NOTICE = "A notice has 1 to 300 letters that can be shown."


async def two_at_a_table(room, *more, **wish):
    """Ann and Ben at a table, both connected."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", *more, **wish)
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    return table, (ann, await room.enter(table, ann)), (ben, await room.enter(table, ben))


def said(listener):
    return [message["line"]["text"] for message in listener.of("chat")]


# -- looking


async def test_tables_in_memory_are_listed_first_with_present_players(room):
    table, (ann, _), _ = await two_at_a_table(room, spectators=True)
    asleep = await room.create_table(ann, "you", "open")
    room.server.drop(asleep, CloseCode.SERVER_CLOSES, "")
    await room.enter(table)
    kept = await admin.list_tables(room.server)
    assert [(one.id, one.awake) for one in kept.tables] == [(table.row.id, True), (asleep.row.id, False)]
    first = kept.tables[0]
    assert (first.here, first.watching, first.turn) == (["Ann", "Ben"], 1, ["Ann", "Ben"])
    assert first.kilobytes > 50
    assert (kept.tables[1].seats, kept.asleep) == (["Ann", "open"], 1)
    here = (await admin.list_guests(room.server)).guests
    assert [(one.name, one.sockets, one.tables) for one in here] == [
        ("Ann", 1, [table.row.id]), ("Ben", 1, [table.row.id]), ("", 1, [table.row.id]),
    ]  # fmt: skip


# -- showing out


async def test_kicked_guest_is_disconnected_and_the_others_are_told(room):
    table, (_, ann_listener), (ben, ben_listener) = await two_at_a_table(room)
    waiting = await room.create_table(ben, "you", "open")
    _, token = await room.server.guests.create("Eve")
    assert await room.server.guests.find(token)
    told = await admin.kick(room.server, ben.id)
    assert (told.name, told.sockets, told.tables) == ("Ben", 1, [table.row.id, waiting.row.id])
    assert ben_listener.closed == CloseCode.SHOWN_OUT
    assert CloseCode.SHOWN_OUT.final
    assert said(ann_listener)[-1] == "Ben was shown out by the operator of the server."
    room.clock.advance(PATIENCE + 1)
    assert table.is_away(1), "a bot may be asked for, as for anybody who is gone"
    assert await room.server.registry.row(waiting.row.id) is None, "nobody is left there"
    with pytest.raises(Refusal, match="no such guest"):
        await admin.kick(room.server, "nobody")


async def test_token_of_a_kicked_guest_is_invalid(room):
    eve, token = await room.server.guests.create("Eve")
    await admin.kick(room.server, eve.id)
    assert await room.server.guests.find(token) is None
    await room.reopen()
    assert await room.server.guests.find(token) is None
    assert await room.server.guests.name(eve.id) == "Eve", "seats and tables keep the name"


# -- closing


async def test_closing_a_waiting_table_deletes_it(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "open")
    listener = await room.enter(table, ann)
    assert (await admin.close_table(room.server, table.row.id)).was == "waiting"
    assert listener.closed == CloseCode.CLOSED
    assert await room.server.registry.row(table.row.id) is None
    with pytest.raises(Refusal, match="no such table"):
        await admin.close_table(room.server, table.row.id)


async def test_closing_a_table_in_play_keeps_its_record(room):
    table, (ann, listener), (_, other) = await two_at_a_table(room, "house", spectators=True)
    for seated in (listener, other):
        await room.play_any(table, seated)
    await admin.close_table(room.server, table.row.id)
    assert listener.closed == CloseCode.CLOSED
    assert said(listener)[-1] == "The operator of this server has closed this table for good."
    for _ in range(2):
        shown = await tables.table_info(room.server, ann.id, table.row.id, None)
        assert (shown.state, shown.closed, shown.turn) == ("over", True, [])
        (mine,) = (await tables.list_tables(room.server, ann.id, "mine", 1)).tables
        assert mine.closed
        assert not (await tables.list_tables(room.server, ann.id, "open", 1)).tables
        with pytest.raises(Refusal, match="closed for good") as refused:
            await room.server.registry.get(table.row.id)
        assert refused.value.code == "closed"
        row = await finished_games.finished_row(room.server, table.row.id, ann.id, None)
        record = await room.server.replay_pool.record(row, ASKER)
        assert record.count("\n") >= 3
        last = await finished_games.replay_step(room.server, row, 10**6, 0, None, ASKER)
        assert last.at == last.actions > 0
        assert b'"over":false' in bytes(last.sheet)
        with pytest.raises(Refusal, match="closed for good"):
            await admin.close_table(room.server, table.row.id)
        await room.reopen()


async def test_closed_table_without_moves_can_be_viewed(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "house", game="burger-up")
    while table.match.actions:  # the bot began
        table = await room.create_table(ann, "you", "house", game="burger-up")
    await admin.close_table(room.server, table.row.id)
    row = await finished_games.finished_row(room.server, table.row.id, ann.id, None)
    assert (await finished_games.replay_step(room.server, row, 0, 0, None, ASKER)).actions == 0


# -- announcing, draining


async def test_notice_is_announced_at_every_table_in_memory(room):
    _, (ann, listener), _ = await two_at_a_table(room)
    await room.create_table(ann, "you", "open")
    assert (await admin.announce(room.server, " Back at\nnoon. ")).tables == 2
    line = listener.last("chat")["line"]
    assert (line["seat"], line["name"], line["text"]) == (None, "", "Back at noon.")
    with pytest.raises(Refusal, match="1 to 300"):
        await admin.announce(room.server, "x" * 301)
    with pytest.raises(Refusal, match="1 to 300"):
        await admin.announce(room.server, "\x00")


@pytest.fixture
def brisk(monkeypatch):
    monkeypatch.setattr(drain, "POLL_SECONDS", 0.005)


async def test_draining_server_closes_once_no_game_is_played(room, brisk):
    table, (ann, listener), (_, other) = await two_at_a_table(room)
    closed = []
    room.server.drain.close_server = lambda: closed.append(True)
    assert (await admin.drain(room.server, 30)).playing == 1
    assert said(listener)[-1] == (
        "The server closes once nobody plays any more, at the latest in 30 minutes. Nothing is lost."
    )
    assert room.server.reasons_not_ready() == ["The server is being drained: it closes soon."]
    assert room.server.health()[1], "it does its work all the same"
    with pytest.raises(Refusal, match="no new tables") as refused:
        await create.new_table(room.server, ann, NewTable(game="burger-go", seats=["you", "house"]))
    assert refused.value.status == 503
    assert (await room.play_any(table, listener))["type"] == "done"
    table.leave(listener)
    assert len(room.server.drain.playing()) == 1
    assert not closed
    table.leave(other)
    await room.until(lambda: closed)


async def test_draining_server_closes_at_its_time_limit(room, brisk):
    await two_at_a_table(room)
    closed = []
    room.server.drain.close_server = lambda: closed.append(True)
    await admin.drain(room.server, None)
    await admin.drain(room.server, 2)  # said again, with a bound
    room.clock.advance(119)
    assert room.server.drain._deadline > room.clock()
    assert not closed
    room.clock.advance(2)
    await room.until(lambda: closed)


# -- from outside


def test_admin_routes_are_hidden_without_the_key(running):
    local = running()
    with local.client() as client:
        for _ in range(2):
            nothing = client.get("/api/admin/tables")
            assert (nothing.status_code, nothing.json()["code"]) == (404, "not-found")
            for given in ("Bearer", "Bearer x", "Basic the-key"):
                heads = {"Authorization": given}
                answer = client.post("/api/admin/announce", json={"text": "hi"}, headers=heads)
                assert answer.status_code == 404
            local.server.key = "the-key"
        heads = {"Authorization": "Bearer the-key"}
        assert client.get("/api/admin/tables", headers=heads).json() == {"tables": [], "asleep": 0}
        forwarded = heads | {"X-Forwarded-For": "127.0.0.1"}
        assert client.get("/api/admin/tables", headers=forwarded).status_code == 404
        assert "/api/admin" not in client.get("/api/openapi.json").text


def test_another_server_on_the_port_of_a_killed_one_is_not_confused_with_it(running, tmp_path, capsys):
    port = int(running().url.rpartition(":")[2])
    with admin_key.key_file(tmp_path, "127.0.0.1", port):
        code, line = run(capsys, tmp_path, "tables")
    assert (code, line.startswith("flattop: no server is running on ")) == (2, True)


def run(capsys, folder, *words):
    code = main(["admin", *words, "--data", str(folder)])
    told = capsys.readouterr()
    return code, told.out or told.err


def test_command_line_drains_a_running_server(tmp_path, capsys):
    folder = tmp_path / "data"
    server = started(tmp_path, "--no-open")
    try:
        output_until_open(server)
        assert (folder / admin_key.NAME).stat().st_mode & 0o777 == 0o600
        key = admin_key.read(folder)
        assert run(capsys, folder, "tables", "--json") == (0, '{"tables": [], "asleep": 0}\n')
        assert run(capsys, folder, "guests")[0] == 0
        assert run(capsys, folder, "announce", "Back at noon.") == (0, "Sent to 0 tables: Back at noon.\n")
        for text in ("", "x" * 2_000):
            assert run(capsys, folder, "announce", text) == (2, f"flattop: {NO_NOTICE}\n")
        code, line = run(capsys, folder, "kick", "nobody")
        assert (code, line.count("\n")) == (2, 1)
        assert line.startswith("flattop: There is no such guest; ")
        assert run(capsys, folder, "close", "none")[1].startswith("flattop: There is no such table")
        assert run(capsys, folder, "drain", "--minutes", "x")[0] == 2
        code, line = run(capsys, folder, "drain", "--minutes", "5")
        assert (code, line.startswith("No new tables are accepted")) == (0, True)
        _, error = server.communicate(timeout=PATIENCE)
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGKILL)
            server.communicate()
    assert (server.returncode, error) == (0, "")
    assert not (folder / admin_key.NAME).exists()
    assert run(capsys, folder, "tables")[1].startswith(f"flattop: no server is running on {folder}; ")
    with admin_key.key_file(folder, "127.0.0.1", key.port):  # as a server leaves it that was killed
        assert run(capsys, folder, "tables")[1].startswith(f"flattop: no server is running on {folder}; ")
    code, line = run(capsys, tmp_path / "elsewhere", "tables")
    assert (code, line.startswith("flattop: --data: directory ")) == (2, True)
