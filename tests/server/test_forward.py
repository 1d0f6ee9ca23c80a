"""Two server workers with clients at each: requests go to the worker that holds the table."""

import asyncio
import json
from contextlib import suppress

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.server.cluster_process import Line
from flattop.server.app import FORWARDING
from flattop.server.cluster import forward
from flattop.server.cluster.forward import CLIENT, SCHEME
from flattop.server.cluster.peers import SECRET
from flattop.server.http.routes import ANALYSIS
from flattop.server.schemas.messages import Complaint
from flattop.server.schemas.rest import ChancesAnswer
from tests.server.conftest import PATIENCE, closed_with, until
from tests.server.two_workers import create_table, two_workers

BARE = []  # open sockets without a hello; as garbage they would be closed in the middle of a test


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    """Two workers for tests that leave them unchanged."""
    with two_workers(tmp_path_factory.mktemp("forward")) as pair:
        yield pair


async def chairs(*tables):
    for table in tables:
        await table.open()
        await table.hear("welcome")
    return tables


async def play_on(table):
    while not table.snapshot["over"]:
        if table.options:
            assert (await table.play(table.options[0]))["type"] == "done"
        else:
            await table.hear("update")


async def watch_on(table):
    while not table.snapshot["over"]:
        await table.hear("update")


async def test_whole_game_across_two_workers_is_the_same_for_both_clients(workers):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await create_table(ann, "you", "open", "random", spectators=True)
    assert (await ben.call("POST", f"/api/tables/{table_id}/join", {}))[0] == 200
    assert table_id in workers.a.server.registry.live
    assert table_id not in workers.b.server.registry.live
    onlookers = [(await local.guest("Cat")).table(table_id) for local in (workers.a, workers.b)]
    tables = await chairs(ann.table(table_id), ben.table(table_id), *onlookers)
    await asyncio.gather(*map(play_on, tables[:2]), *map(watch_on, onlookers))
    moves = [[f for f in map(json.loads, table.frames) if f["type"] == "update"] for table in onlookers]
    assert moves[0] == moves[1]
    assert len(moves[0]) > 20
    assert tables[0].snapshot["view"] == tables[1].snapshot["view"]
    there, here = [await who.call("GET", f"/api/tables/{table_id}/record") for who in (ann, ben)]
    assert there == here
    assert here[0] == 200
    for table in tables:
        await table.close()
    await until(lambda: not workers.a.server.registry.live[table_id].subscribers)
    await one_worker_replays(workers, table_id, (ann, ben))


async def test_unused_table_moves_to_the_worker_where_a_client_connects(workers):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await create_table(ann, "you", "open")
    assert (await ben.call("POST", f"/api/tables/{table_id}/join", {}))[0] == 200
    assert workers.book.held[table_id] == "a"  # a request is forwarded, and no more
    tables = await chairs(ben.table(table_id), ann.table(table_id))
    assert workers.book.held[table_id] == "b"
    assert table_id not in workers.a.server.registry.live
    await asyncio.gather(*map(play_on, tables))
    await tables[0].close()
    await (await chairs(ann.table(table_id)))[0].close()
    assert workers.book.held[table_id] == "b"  # a table with a client stays
    for table in tables:
        await table.close()


async def clock_runs(workers, ann):
    return await create_table(ann, "you", "random", clock={"move": 60, "bank": 0}, spectators=True)


async def question_is_open(workers, ann):
    table_id = await create_table(ann, "you", "open", spectators=True)
    workers.a.server.registry.live[table_id].questions.add("undo", 1, 1, [0])
    return table_id


async def client_has_not_said_hello(workers, ann):
    table_id = await create_table(ann, "you", "open", spectators=True)
    BARE.append(await connect(f"{workers.a.url.replace('http', 'ws')}/ws/tables/{table_id}"))
    return table_id


@pytest.mark.parametrize("begin", [clock_runs, question_is_open, client_has_not_said_hello])
async def test_table_with_a_clock_or_a_vote_stays_although_it_has_no_clients(workers, begin):
    table_id = await begin(workers, await workers.a.guest("Ann"))
    (onlooker,) = await chairs((await workers.b.guest("Ben")).table(table_id))
    assert workers.book.held[table_id] == "a"
    await onlooker.close()


async def one_worker_replays(workers, table_id, guests):
    """Replays of a table that is not in memory all go to one worker."""
    server, asked = workers.a.server, []
    server.loop.call_soon_threadsafe(server.drop, server.registry.live[table_id], 1012, "")
    await until(lambda: table_id not in workers.book.held)
    for local in (workers.a, workers.b):
        local.app[ANALYSIS].of = lambda row, asker, local=local: answer(asked, local)
    for guest in guests:
        assert (await guest.call("GET", f"/api/tables/{table_id}/chances"))[0] == 200
    assert len(asked) == 2
    assert asked[0] is asked[1]
    chosen = {server.peers.preferred_for(f"table {number}") for number in range(50)}
    assert chosen == {"a", "b"}


async def answer(asked, local):
    asked.append(local)
    return ChancesAnswer(False, 0, None)


async def test_refusals_are_the_same_at_every_worker(workers):
    ann = await workers.a.guest("Ann")
    open_table = await create_table(ann, "you", "open", spectators=True)
    hidden = await create_table(ann, "you", "open", private=True)
    answers = []
    for local in (workers.a, workers.b):
        with local.client() as asking:
            answers.append(
                [
                    (answer.status_code, answer.json(), sorted(answer.headers))
                    for answer in (
                        asking.get(f"/api/tables/{hidden}"),
                        asking.get("/api/tables/nothing"),
                        asking.post(f"/api/tables/{open_table}/join", json={}),
                        asking.post(f"/api/tables/{open_table}/join", content=b"x" * 100_000),
                        asking.delete(f"/api/tables/{open_table}"),
                        asking.get(f"/api/tables/{open_table}/welcome/../../x"),
                    )
                ]
            )
    assert answers[0] == answers[1]
    codes = []
    for local in (workers.a, workers.b):
        lines = [(await local.guest("Dan")).table(table_id) for table_id in (hidden, open_table, open_table)]
        for line in lines:
            with suppress(ConnectionClosed):
                await line.open()
        await lines[1].hear("welcome")
        await lines[1].socket.send(b"\xc1 no text, and no letter either")
        told = await lines[1].hear("error")
        await lines[2].hear("welcome")
        await lines[2].socket.send("x" * 100_000)
        codes.append([await closed_with(lines[0].socket), told["code"], await closed_with(lines[2].socket)])
        await lines[1].close()
    assert codes[0] == codes[1]


def read_no_holder_at_first(leases, monkeypatch):
    """Let the first question for the holder of a table have no answer; return the tables asked about."""
    asked, holder = [], leases.holder

    async def late(table_id):
        asked.append(table_id)
        return await holder(table_id) if len(asked) > 1 else None

    monkeypatch.setattr(leases, "holder", late)
    return asked


async def test_request_goes_to_the_worker_that_takes_the_table_first(workers, monkeypatch):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await create_table(ann, "you", "open")
    asked = read_no_holder_at_first(workers.b.server.leases, monkeypatch)
    status, joined = await ben.call("POST", f"/api/tables/{table_id}/join", {"seat": 1})
    assert status == 200
    assert joined["seats"][1]["name"] == "Ben"
    assert len(asked) == 2


async def test_unloaded_table_is_loaded_where_it_is_requested(workers):
    ann = await workers.a.guest("Ann")
    table_id = await create_table(ann, "you", "open")
    server = workers.a.server
    server.loop.call_soon_threadsafe(server.drop, server.registry.live[table_id], 1012, "")
    await until(lambda: table_id not in workers.book.held)
    workers.book.held[table_id] = "a"  # as another worker may have read it a moment ago
    server.loop.call_later(0.1, workers.book.held.pop, table_id)
    ben = await workers.b.guest("Ben")
    assert (await ben.call("POST", f"/api/tables/{table_id}/join", {}))[0] == 200
    assert table_id in workers.b.server.registry.live


async def test_forwarded_client_that_does_not_read_is_disconnected(workers):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await client_has_not_said_hello(workers, ann)
    (chair,) = await chairs(ben.table(table_id))
    table, line = workers.a.server.registry.live[table_id], "x" * 100_000

    async def flood():
        while table.subscribers:
            table.broadcast(Complaint("long", line))
            await asyncio.sleep(0)

    chair.socket.transport.pause_reading()
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(flood(), table.server.loop))
    chair.socket.transport.resume_reading()
    assert await closed_with(chair.socket) == 4408
    await until(lambda: not workers.b.app[FORWARDING]._sockets)


async def die(workers):
    """The process of a worker is killed: the system closes its connections."""
    workers.a.kill()


async def hang(workers):
    """A worker does not run any more, and its sign of life runs out."""
    del workers.book.workers["a"]


@pytest.mark.parametrize("end", [die, hang])
async def test_client_reconnects_when_its_tables_worker_is_lost(tmp_path, monkeypatch, end):
    monkeypatch.setattr(forward, "FAILOVER_SECONDS", PATIENCE)
    with two_workers(tmp_path) as workers:
        ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
        table_id = await create_table(ann, "you", "open")
        await ben.call("POST", f"/api/tables/{table_id}/join", {})
        chair = (await chairs(ann.table(table_id), ben.table(table_id)))[1]
        answer = await chair.play(chair.options[0], "one")
        assert answer["type"] == "done"
        await end(workers)
        assert await closed_with(chair.socket) == 1012
        asked = asyncio.ensure_future(ben.call("GET", f"/api/tables/{table_id}/welcome"))
        await chairs_wait(asked)
        del workers.book.held[table_id]  # its lease has run out
        assert (await asked)[0] == 200
        (chair,) = await chairs(ben.table(table_id))
        assert await chair.ask("play", "one", version=chair.version, action=["x"]) == answer
        assert table_id in workers.b.server.registry.live
        await chair.close()


async def test_sockets_end_when_the_network_between_two_workers_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(forward, "PING_SECONDS", 0.2)
    with two_workers(tmp_path) as workers:
        line = Line(httpx.URL(workers.a.address).port)
        workers.book.workers["a"] = f"http://127.0.0.1:{line.port}"
        ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
        table_id = await create_table(ann, "you", "open")
        assert (await ben.call("POST", f"/api/tables/{table_id}/join", {}))[0] == 200
        chair = (await chairs(ann.table(table_id), ben.table(table_id)))[1]
        holding = asyncio.ensure_future(line.hold(PATIENCE))
        assert await closed_with(chair.socket) == 1012
        monkeypatch.setattr(forward, "HANDSHAKE_SECONDS", 0.1)
        monkeypatch.setattr(forward, "FAILOVER_SECONDS", 0.5)
        with pytest.raises(ConnectionClosed) as closed:
            await (await ben.table(table_id).open()).hear("welcome")
        assert closed.value.rcvd.code == 1012
        holding.cancel()
        line.cut()


async def test_request_that_may_have_had_its_effect_is_not_repeated(workers, monkeypatch):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await create_table(ann, "you", "open")
    asked, get = [], workers.a.server.registry.get

    async def lost(table_id):
        asked.append(table_id)
        workers.a.cut()
        return await get(table_id)

    monkeypatch.setattr(workers.a.server.registry, "get", lost)
    status, refused = await ben.call("POST", f"/api/tables/{table_id}/join", {})
    assert (status, refused["code"]) == (503, "elsewhere")
    assert asked == [table_id]


async def chairs_wait(asked):
    """A request waits while the table may still pass to another worker."""
    done, _ = await asyncio.wait({asked}, timeout=0.3)
    assert not done


async def test_closing_worker_releases_its_tables_at_once(tmp_path):
    with two_workers(tmp_path) as workers:
        ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
        table_id = await create_table(ann, "you", "open")
        await ben.call("POST", f"/api/tables/{table_id}/join", {})
        chair = (await chairs(ann.table(table_id), ben.table(table_id)))[1]
        closing = asyncio.ensure_future(asyncio.to_thread(workers.a.stop))
        assert await closed_with(chair.socket) == 1012
        (chair,) = await chairs(ben.table(table_id))
        assert (await chair.play(chair.options[0]))["type"] == "done"
        await chair.close()
        await closing


async def test_holder_sees_the_address_of_the_client_and_ignores_headers_of_strangers(workers):
    ann = await workers.a.guest("Ann")
    table_id = await client_has_not_said_hello(workers, ann)
    forged = {CLIENT: "10.9.9.9", SCHEME: "https", SECRET: "guessed"}
    before = workers.a.server.addresses.sockets["127.0.0.1"]
    path = f"/ws/tables/{table_id}"
    for count, local in enumerate((workers.a, workers.b), before + 1):
        BARE.append(await connect(local.url.replace("http", "ws") + path, additional_headers=forged))
        await until(lambda count=count: workers.a.server.addresses.sockets["127.0.0.1"] == count)
    assert "10.9.9.9" not in workers.a.server.addresses.sockets


async def test_private_address_answers_421_for_tables_that_are_elsewhere(workers):
    ann = await workers.a.guest("Ann")
    table_id = await create_table(ann, "you", "open")
    secret = {SECRET: workers.a.server.leases.secret}
    async with httpx.AsyncClient(headers=secret) as asking:
        for local, status in ((workers.a, 200), (workers.b, 421)):
            answer = await asking.get(f"{local.address}/api/tables/{table_id}")
            assert (answer.status_code, answer.text == "") == (status, status == 421)
        assert (await asking.get(f"{workers.b.address}/api/tables/{table_id}/record")).status_code != 421
        assert (
            await httpx.AsyncClient().get(f"{workers.a.address}/api/tables/{table_id}")
        ).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        await connect(
            f"{workers.b.address}/ws/tables/{table_id}".replace("http", "ws"), additional_headers=secret
        )
    assert refused.value.response.status_code == 421


async def test_head_is_answered_alike_by_all_workers(workers):
    table_id = await create_table(await workers.a.guest("Ann"), "you", "open", spectators=True)
    answers = []
    for local in (workers.a, workers.b):
        with local.client() as asking:
            answer = asking.head(f"/api/tables/{table_id}")
            answers.append((answer.status_code, answer.headers["Content-Length"], answer.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 200


async def test_table_of_a_worker_without_an_address_is_elsewhere(workers, monkeypatch):
    """Workers of earlier versions have none."""
    monkeypatch.setattr(forward, "FAILOVER_SECONDS", 0.3)
    ben = await workers.b.guest("Ben")
    table_id = await create_table(await workers.a.guest("Ann"), "you", "open", spectators=True)
    monkeypatch.setitem(workers.book.workers, "a", "")
    status, refused = await ben.call("GET", f"/api/tables/{table_id}")
    assert (status, refused["code"]) == (503, "elsewhere")
    with pytest.raises(ConnectionClosed) as closed:
        await (await ben.table(table_id).open()).hear("welcome")
    assert closed.value.rcvd.code == 1012


async def test_socket_goes_to_the_worker_that_takes_the_table_first(workers, monkeypatch):
    """Seats that open a new table together all read that nobody holds it."""
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    table_id = await create_table(ann, "you", "open")
    assert (await ben.call("POST", f"/api/tables/{table_id}/join", {}))[0] == 200
    (first,) = await chairs(ann.table(table_id))
    asked = read_no_holder_at_first(workers.b.server.leases, monkeypatch)
    (second,) = await chairs(ben.table(table_id))
    assert len(asked) == 2
    await asyncio.gather(*map(play_on, (first, second)))
    for table in (first, second):
        await table.close()


async def test_socket_of_a_stranger_does_not_load_a_table(workers):
    table_id = await create_table(await workers.a.guest("Ann"), "you", "open", private=True)
    server = workers.a.server
    server.loop.call_soon_threadsafe(server.drop, server.registry.live[table_id], 1012, "")
    await until(lambda: table_id not in workers.book.held)
    stranger = await connect(f"{workers.b.url.replace('http', 'ws')}/ws/tables/{table_id}")
    assert await closed_with(stranger) == 4404
    assert table_id not in workers.book.held
