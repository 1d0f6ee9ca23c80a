"""Chances of finished games: worked out once, apart from the server, and kept."""

import json
import subprocess
import sys
from contextlib import asynccontextmanager

import msgspec
import pytest

from flattop.lab import Budget, chances
from flattop.match import parse
from flattop.server.errors import Refusal
from flattop.server.schemas.rest import Chances
from flattop.server.store.rows import TableRow
from flattop.server.store.writes import chances as kept_row
from flattop.server.workers.analysis import EDITION, LEEWAY, TRIES, AnalysisQueue
from flattop.server.workers.framing import framed

FEW = {"playouts": 60}
ANN = ("here", "Ann")
DEAF = [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"]  # until the server is gone


async def finished(room):
    """A table of two bots that is over, in a server with a queue of its own."""
    table = await room.set_table(await room.guest("Ann"), "random", "random", options={"rounds": 1})
    await room.until(lambda: table.match.over)
    return await table.settled()


async def is_ready(queue, row):
    return (await queue.of(row, ANN)).ready


async def worked_out(room, queue, table):
    await room.until(lambda: is_ready(queue, table.row))
    return await queue.of(table.row, ANN)


@asynccontextmanager
async def in_a_room(room, limits):
    """A queue of its own, in a server with these limits."""
    room.how["limits"] = limits
    await room.reopen()
    queue = AnalysisQueue(room.server, room.server.decks)
    try:
        yield queue
    finally:
        await queue.stop()


async def test_chances_are_worked_out_once_and_kept_over_a_restart(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        table = await finished(room)
        first = await queue.of(table.row, ANN)
        assert (first.ready, first.ahead, first.chances) == (False, 0, None)
        answer = await worked_out(room, queue, table)
        own = chances(parse(table.match.record.text().encode(), "game"), budget=Budget(60, 90))
        assert answer.chances == msgspec.convert(own.as_json(), Chances)
        await room.reopen()
        again = AnalysisQueue(room.server, room.server.decks)
        again.worker.command = ["no", "such", "program"]
        assert (await again.of(table.row, ANN)).chances == answer.chances
        assert again._task is None


async def test_there_is_one_worker_at_a_time_and_the_server_goes_on_meanwhile(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        tables = [await finished(room) for _ in range(3)]
        assert [(await queue.of(table.row, ANN)).ahead for table in tables] == [0, 1, 2]
        await room.until(lambda: queue.worker.running)
        first = queue.worker.running
        assert [(await queue.of(table.row, ANN)).ahead for table in tables] == [0, 1, 2]
        await finished(room)  # a whole game of bots, saved move by move
        assert queue.worker.running is first
        assert first.returncode is None
        await queue.stop()
        assert first.returncode is not None


async def test_a_worker_that_was_killed_is_followed_by_another(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        real, queue.worker.command = queue.worker.command, DEAF
        table = await finished(room)
        assert not (await queue.of(table.row, ANN)).ready
        await room.until(lambda: queue.worker.running)
        queue.worker.command = real
        queue.worker.running.kill()
        assert (await worked_out(room, queue, table)).chances.actions == table.match.actions


@pytest.mark.parametrize(
    "words",
    ["print('nonsense' * 100)", "raise SystemExit(1)", "import sys; sys.stdout.buffer.write(b'\\xff' * 9)"],
)
async def test_a_worker_that_fails_is_told_once_and_not_tried_for_ever(room, wide, capsys, words):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = [sys.executable, "-c", words]
        table = await finished(room)
        with pytest.raises(Refusal, match="could not be worked out") as told:
            await worked_out(room, queue, table)
        assert (told.value.status, told.value.code) == (409, "no-chances")
        assert queue.worker.running is None
    assert 1 <= capsys.readouterr().err.count("its chances were not worked out") <= TRIES


async def test_a_worker_that_takes_too_long_is_ended_and_the_game_is_tried_again_a_few_times(
    room, wide, monkeypatch
):
    monkeypatch.setattr("flattop.server.workers.analysis.LEEWAY", 0.1)
    assert LEEWAY > 1

    async with in_a_room(room, wide(**FEW, reckoning=0)) as queue:
        queue.worker.command = DEAF
        table, other = await finished(room), await finished(room)
        tries = set()

        async def tries_of(row):
            told = (await queue.of(row, ANN)).tries
            tries.update({told} if row is table.row else ())
            return told if row is other.row else 0

        with pytest.raises(Refusal, match="could not be worked out"):
            await room.until(lambda: tries_of(table.row))
        assert tries == set(range(TRIES))
        await queue.of(other.row, ANN)
        await room.until(lambda: tries_of(other.row))
        monkeypatch.undo()
        room.server.limits.reckoning = 90
        queue.worker.command = AnalysisQueue(room.server, room.server.decks).worker.command
        assert (await worked_out(room, queue, other)).chances.actions == other.match.actions


async def test_a_record_that_cannot_be_played_again_is_said_by_the_worker(room, wide, capsys):
    async with in_a_room(room, wide(**FEW)) as queue:
        table = await finished(room)
        change = "UPDATE event SET entry = replace(entry, 'play', 'pray') WHERE seq = 3", ()
        await room.server.store.save([change])
        with pytest.raises(Refusal, match="could not be worked out"):
            await worked_out(room, queue, table)
    assert "is not the one that was recorded" in capsys.readouterr().err


async def test_a_full_queue_and_a_server_without_playouts_say_so(room, wide, monkeypatch):
    monkeypatch.setattr("flattop.server.workers.analysis.WAITING", 1)

    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        await queue.of((await finished(room)).row, ANN)
        await room.until(lambda: queue.worker.running)
        await queue.of((await finished(room)).row, ANN)
        with pytest.raises(Refusal, match="ask again later") as told:
            await queue.of((await finished(room)).row, ANN)
        assert told.value.status == 429
        room.server.limits.playouts = 0
        with pytest.raises(Refusal, match="works out no chances") as told:
            await queue.of((await finished(room)).row, ANN)
        assert told.value.status == 409


async def test_whoever_asks_for_many_games_waits_while_others_have_their_turn(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        rows = [(await finished(room)).row for _ in range(7)]
        assert (await queue.of(rows[0], ("here", "Ann"))).ahead == 0
        await room.until(lambda: queue.worker.running)
        assert [(await queue.of(row, ("here", "Ann"))).ahead for row in rows[1:4]] == [1, 2, 3]
        assert (await queue.of(rows[4], ("here", "Ben"))).ahead == 1  # has asked for nothing yet
        assert (await queue.of(rows[5], ("there", "Cleo"))).ahead == 1
        assert (await queue.of(rows[1], ("here", "Ann"))).ahead == 3
        await queue.of(rows[6], ("here", "Ann"))
        with pytest.raises(Refusal, match="ask again later"):
            await queue.of(TableRow("burger-go", {}, b""), ("here", "Ann"))
        assert not (await queue.of(rows[6], ("here", "Ann"))).ready  # it waits already


async def test_what_an_older_edition_worked_out_is_worked_out_anew(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        table = await finished(room)
        await room.server.store.save([kept_row(table.row.id, EDITION - 1, "{}")])
        assert not (await queue.of(table.row, ANN)).ready


def test_chances_are_for_whoever_may_see_the_record_and_for_games_that_are_over(running, wide):
    local = running(limits=wide(**FEW))
    with local.client() as ann, local.client() as ben:
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            client.post("/api/guest", json={"name": name})
        wish = {"game": "burger-go", "seats": ["random", "random"], "private": True, "options": {"rounds": 1}}
        over = ann.post("/api/tables", json=wish).json()["id"]
        waiting = ann.post("/api/tables", json={"game": "burger-go", "seats": ["you", "open"]}).json()["id"]
        answer = ready(ann, over)
        record = ann.get(f"/api/tables/{over}/record").text
        own = chances(parse(record.encode(), "game"), budget=Budget(60, 90))
        assert answer["chances"] == json.loads(json.dumps(own.as_json()))
        for path in (f"/api/tables/{over}/chances", f"/api/tables/{over}/record"):
            assert (ben.get(path).status_code, ben.get(path).json()["code"]) == (404, "no-table")
        refused = ann.get(f"/api/tables/{waiting}/chances")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
        described = ann.get("/api/openapi.json").json()["paths"]["/api/tables/{table_id}/chances"]["get"]
        assert {"200", "404", "409", "429"} <= set(described["responses"])


def ready(client, table):
    """Ask until they are there; the test's own time limit ends it."""
    while True:
        answer = client.get(f"/api/tables/{table}/chances")
        if answer.status_code == 409 and answer.json()["code"] == "not-over":
            continue  # the bots are still playing
        assert answer.status_code == 200, answer.text
        if answer.json()["ready"]:
            return answer.json()


async def test_a_worker_ends_when_its_server_is_gone(room, wide):
    async with in_a_room(room, wide(playouts=1_000_000, reckoning=80_000)) as queue:
        job = await queue._job((await finished(room)).row)
    command = [sys.executable, "-m", "flattop.server.workers.analysis_worker", "1024"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        worker.stdin.write(framed(job))
        worker.stdin.close()
        assert worker.wait(60) == 0
        assert worker.stdout.read() == b""
