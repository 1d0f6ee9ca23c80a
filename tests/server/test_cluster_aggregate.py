"""Requests that all server workers answer together: limits, names, presence, health, metrics and commands."""

import asyncio

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from flattop.cli.serve import worker_name
from flattop.server.cluster import aggregate, ratelimit_sync
from flattop.server.cluster.aggregate import merge_metrics
from flattop.server.limits import RATES
from flattop.server.metrics import Metrics
from tests.server.conftest import PATIENCE, closed_with, roomy, until
from tests.server.two_workers import create_table, two_workers


@pytest.fixture
def workers(tmp_path, monkeypatch):
    monkeypatch.setattr(ratelimit_sync, "INTERVAL", 0.02)
    monkeypatch.setattr(aggregate, "ADMIN_SECONDS", PATIENCE)
    monkeypatch.setitem(RATES, "table", lambda limits: (0, limits.new_tables))  # none comes back with time
    limits = roomy(sockets=3, new_tables=4, request_burst=150, requests=0)
    with two_workers(tmp_path, limits=limits) as pair:
        yield pair


async def test_limits_names_presence_and_metrics_cover_all_server_workers(workers):
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    clock = {"move": 3600, "bank": 0}  # runs from the deal on, so that the table stays where it is
    table_id = await create_table(ann, "you", "open", spectators=True, clock=clock)
    await ben.call("POST", f"/api/tables/{table_id}/join", {})
    chair = await ben.table(table_id).open()
    await chair.hear("welcome")
    await people_are_listed_and_renamed(workers, ann, ben)
    await metrics_and_health_cover_both_workers(workers, ann, ben)
    await sockets_are_limited_across_workers(workers, table_id, chair)
    await tables_and_requests_are_limited_across_workers(workers, ann, ben)


def test_metrics_are_labelled_by_worker_and_labels_survive_a_restart():
    places = [(8000, 1), (8000, 2), (8001, 0)]
    texts = [
        merge_metrics({worker_name(*place): Metrics().text(tables=3) for place in places}) for _ in range(2)
    ]
    tables = next(f for f in text_string_to_metric_families(texts[0]) if f.name == "flattop_tables")
    names = [sample.labels["worker"] for sample in tables.samples]
    assert [name.rpartition("-")[2] for name in names] == ["8000.1", "8000.2", "8001"]
    assert all(f'worker="{name}"' in texts[1] for name in names)


async def test_operator_command_at_one_worker_is_carried_out_by_all(workers):
    server = workers.a.server
    ann, ben = await workers.a.guest("Ann"), await workers.b.guest("Ben")
    mine, theirs = (
        await create_table(ann, "you", "open"),
        await create_table(ben, "you", "open", spectators=True),
    )
    # Ben's socket is served before Ann's comes, so that the table stays in his worker. If both came at once,
    # both workers would try to load it, and the slower one would tell its client to reconnect.
    chair = await ben.table(theirs).open()
    assert (await chair.hear("welcome"))["you"]["seat"] == 0
    await (await ann.table(theirs).open()).hear("welcome")
    assert theirs in workers.b.server.registry.live
    assert (await ann.call("POST", f"/api/tables/{theirs}/join", {}))[0] == 200

    async def in_loop(of, work):
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, of.loop))

    async def ask(work, *words):
        return await in_loop(server, work(server, *words))

    kept = await ask(aggregate.list_tables)
    assert {(table.id, table.awake) for table in kept.tables} == {(mine, True), (theirs, True)}
    assert kept.asleep == 0
    here = {guest.name: guest for guest in (await ask(aggregate.list_guests)).guests}
    assert here["Ben"].tables == [theirs]
    assert (await ask(aggregate.announce, "Supper is at eight.")).tables == 2
    assert (await chair.hear("chat"))["line"]["text"]
    ben_id = (await ben.call("GET", "/api/me"))[1]["guest"]["id"]
    kicked = await ask(aggregate.kick, ben_id)
    assert (kicked.name, kicked.sockets, kicked.tables) == ("Ben", 1, [theirs])
    assert await closed_with(chair.socket) == 4401
    assert (await ben.call("GET", "/api/me"))[1]["guest"] is None
    assert (await ask(aggregate.close_table, theirs)).was == "playing"
    assert (await ann.call("GET", f"/api/tables/{theirs}"))[1]["closed"]
    assert (await ask(aggregate.drain, None, True)).playing == 0
    await until(lambda: server.drain.reasons)
    assert not workers.b.server.drain.reasons  # another machine, by its name
    assert (await ben.call("GET", "/api/ready"))[0] == 200
    assert (await ask(aggregate.drain, None)).playing == 0
    await until(lambda: workers.b.server.drain.reasons)


async def people_are_listed_and_renamed(workers, ann, ben):
    for guest in (ann, ben):
        _, page = await guest.call("GET", "/api/tables")
        assert [seat["here"] for seat in page["tables"][0]["seats"]] == [False, True]
    await ann.call("GET", "/api/me")
    token = dict(ann._http.cookies)
    at_b = workers.b.client()
    at_b.cookies.update(token)
    assert at_b.get("/api/me").json()["guest"]["name"] == "Ann"
    await ann.call("POST", "/api/guest", {"name": "Anna"})
    await until(lambda: "Anna" in [guest.name for guest in workers.b.server.guests._by_token.values()])
    assert at_b.get("/api/me").json()["guest"]["name"] == "Anna"
    assert at_b.get("/api/tables").json()["tables"][0]["owner"] == "Anna"
    at_b.close()


async def metrics_and_health_cover_both_workers(workers, ann, ben):
    _, text = await ben.call("GET", "/metrics")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    tables = {sample.labels["worker"]: sample.value for sample in families["flattop_tables"].samples}
    assert tables == {"a": 1, "b": 0}
    assert {sample.labels["worker"] for sample in families["flattop_moves"].samples} == {"a", "b"}
    assert families["flattop_save_seconds"].type == "histogram"
    workers.a.server.health_state.set_broken("x", RuntimeError("for a test"))
    status, health = await ben.call("GET", "/api/health")
    assert (status, health["workers"], health["tables"], health["ok"]) == (200, 2, 1, False)
    assert health["troubles"] == ["Worker a: 1 of the tables cannot be played on; the log names them."]
    workers.a.server.health_state.set_loaded("x")
    assert (await ann.call("GET", "/api/health"))[1]["ok"]
    workers.book.workers["a"] = "http://127.0.0.1:1"
    _, health = await ben.call("GET", "/api/health")
    assert health["troubles"] == ["Worker a does not answer at http://127.0.0.1:1; see --private."]
    workers.book.workers["a"] = workers.a.address


async def sockets_are_limited_across_workers(workers, table_id, chair):
    lines = [(await local.guest("Cat")).table(table_id) for local in (workers.a, workers.b, workers.b)]
    other = await create_table(await workers.b.guest("Eve"), "you", "open", spectators=True)
    lines[2].table_id = other  # lives in the other worker
    for line in lines[1:]:
        await line.open()
        await line.hear("welcome")
    at_a, at_b = workers.a.server.addresses, workers.b.server.addresses
    await until(lambda: at_a.sockets_elsewhere.get("b") == {"127.0.0.1": 1})
    await until(lambda: at_b.sockets_elsewhere.get("a") == {"127.0.0.1": 2})
    with pytest.raises(ConnectionClosed) as closed:
        await (await lines[0].open()).hear("welcome")
    assert closed.value.rcvd.code == 4429
    await chair.close()
    await until(lambda: at_b.sockets_elsewhere.get("a") == {"127.0.0.1": 1})
    await (await lines[0].open()).hear("welcome")
    for line in lines:
        await line.close()


async def tables_and_requests_are_limited_across_workers(workers, ann, ben):
    for guest in (ann, ben):
        await create_table(guest, "you", "open")
    buckets = [local.server.addresses._bucket(("table", "127.0.0.1")) for local in (workers.a, workers.b)]
    await until(lambda: [bucket._tokens for bucket in buckets] == [0, 0])  # each has heard of the other's
    for guest in (ann, ben):
        status, refused = await guest.call(
            "POST", "/api/tables", {"game": "burger-go", "seats": ["you", "open"]}
        )
        assert (status, refused["code"]) == (429, "too-many")
    answers = [await guest.call("GET", "/api/me") for _ in range(100) for guest in (ann, ben)]
    assert 0 < sum(status == 200 for status, _ in answers) < 150
    assert answers[-1][0] == answers[-2][0] == 429
