"""Win chances of finished games: computed once in a worker process, and saved."""

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
from flattop.server.workers.analysis import EDITION, EXTRA_SECONDS, TRIES, AnalysisQueue
from flattop.server.workers.worker_process import frame

FEW = {"playouts": 60}
ANN = ("here", "Ann")
HANGING = """
import sys
from flattop.server.workers import worker_process
worker_process.write(sys.stdout.buffer, {"ready": True})
sys.stdin.buffer.read()  # until the server is gone
"""
DEAF = [sys.executable, "-c", HANGING]


async def finished(room):
    """A finished table of two bots, in a server with its own queue."""
    table = await room.create_table(await room.guest("Ann"), "random", "random", options={"rounds": 1})
    await room.until(lambda: table.match.over)
    return await table.settled()


async def is_ready(queue, row):
    return (await queue.of(row, ANN)).ready


async def worked_out(room, queue, table):
    await room.until(lambda: is_ready(queue, table.row))
    return await queue.of(table.row, ANN)


@asynccontextmanager
async def in_a_room(room, limits):
    """A new queue, in a server with these limits."""
    room.how["limits"] = limits
    await room.reopen()
    queue = AnalysisQueue(room.server, room.server.decks)
    try:
        yield queue
    finally:
        await queue.stop()


async def test_chances_are_computed_once_and_saved(room, wide):
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


async def test_one_analysis_runs_at_a_time_beside_the_server(room, wide):
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


async def test_killed_analysis_worker_is_replaced(room, wide):
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
async def test_failing_analysis_is_logged_once_and_given_up(room, wide, capsys, words):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = [sys.executable, "-c", words]
        table = await finished(room)
        with pytest.raises(Refusal, match="could not be worked out") as told:
            await worked_out(room, queue, table)
        assert (told.value.status, told.value.code) == (409, "no-chances")
        assert queue.worker.running is None
    assert 1 <= capsys.readouterr().err.count("win chances failed") <= TRIES


async def test_slow_analysis_is_killed_and_tried_again_a_few_times(room, wide, monkeypatch):
    monkeypatch.setattr("flattop.server.workers.analysis.EXTRA_SECONDS", 0.1)
    assert EXTRA_SECONDS > 1

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


async def test_analysis_reports_a_record_that_cannot_be_replayed(room, wide, capsys):
    async with in_a_room(room, wide(**FEW)) as queue:
        table = await finished(room)
        change = "UPDATE event SET entry = replace(entry, 'play', 'pray') WHERE seq = 3", ()
        await room.server.store.save([change])
        with pytest.raises(Refusal, match="could not be worked out"):
            await worked_out(room, queue, table)
    assert "win chances failed" in capsys.readouterr().err


async def test_analysis_is_refused_if_the_queue_is_full_or_playouts_are_disabled(room, wide, monkeypatch):
    monkeypatch.setattr("flattop.server.workers.analysis.QUEUE_SIZE", 1)

    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        await queue.of((await finished(room)).row, ANN)
        await room.until(lambda: queue.worker.running)
        await queue.of((await finished(room)).row, ANN)
        with pytest.raises(Refusal, match="ask again later") as told:
            await queue.of((await finished(room)).row, ANN)
        assert told.value.status == 429
        room.server.limits.playouts = 0
        with pytest.raises(Refusal, match="has disabled the analysis") as told:
            await queue.of((await finished(room)).row, ANN)
        assert told.value.status == 409


async def test_analysis_serves_askers_in_turn(room, wide):
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


async def test_chances_of_an_older_edition_are_computed_again(room, wide):
    async with in_a_room(room, wide(**FEW)) as queue:
        queue.worker.command = DEAF
        table = await finished(room)
        await room.server.store.save([kept_row(table.row.id, EDITION - 1, "{}")])
        assert not (await queue.of(table.row, ANN)).ready


def test_chances_are_only_for_finished_games_and_those_who_may_see_them(running, wide):
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
    """Ask until the chances are there."""
    while True:
        answer = client.get(f"/api/tables/{table}/chances")
        if answer.status_code == 409 and answer.json()["code"] == "not-over":
            continue  # the bots are still playing
        assert answer.status_code == 200, answer.text
        if answer.json()["ready"]:
            return answer.json()


async def test_analysis_worker_ends_with_its_server(room, wide):
    async with in_a_room(room, wide(playouts=1_000_000, reckoning=80_000)) as queue:
        job = await queue.encode_job((await finished(room)).row)
    command = [sys.executable, "-m", "flattop.server.workers.analysis_worker", "1024"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        worker.stdin.write(frame(job))
        worker.stdin.close()
        assert worker.wait(60) == 0
        assert worker.stdout.read() == frame(b'{"ready": true}')
