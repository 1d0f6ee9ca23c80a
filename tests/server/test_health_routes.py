"""Liveness, readiness, and access to the metrics."""

import pytest

from flattop.server.limits import networks
from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND

FORGED = {"X-Forwarded-For": "127.0.0.1"}


def test_server_is_live_and_ready_until_it_has_a_problem(running, monkeypatch):
    with running().client() as client:
        assert client.get("/api/live").json() == {"live": True}
        assert client.get("/api/ready").json() == {"ready": True, "reasons": [], "dependencies": []}
        monkeypatch.setattr("flattop.server.health.MIN_FREE_BYTES", 1 << 60)
        answer = client.get("/api/ready")
        assert (answer.status_code, answer.json()["ready"]) == (503, False)
        assert answer.json()["reasons"][0].startswith("The disk is nearly full: ")
        assert client.get("/api/live").status_code == 200


def figures(client, **heads):
    return client.get("/metrics", headers=heads).status_code


@pytest.mark.parametrize("head", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"])
def test_metrics_are_refused_through_a_proxy(running, head):
    with running().client() as client:
        assert figures(client) == 200
        assert figures(client, **{head: "127.0.0.1"}) == 404
        assert figures(client, Host="play.example.org") == 404
        refused = client.get("/metrics", headers={head: "127.0.0.1"}).json()
        assert refused == client.get("/metric").json() | {"sentence": "There is nothing at /metrics."}


def test_metrics_are_available_to_named_networks(running):
    watched = {"metrics_networks": networks(["198.51.100.0/24"])}
    inside, outside = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "203.0.113.7"}
    with running("named", **watched, proxies=["127.0.0.1"]).client() as client:
        answers = [figures(client, **heads) for heads in (inside, outside, FORGED, {})]
        assert answers == [200, 404, 404, 200]
        assert figures(client, **{"X-Forwarded-For": "198.51.100.7, 203.0.113.7"}) == 404
    with running("unnamed", metrics_networks=networks(["198.51.100.0/24", "127.0.0.0/8"])).client() as client:
        assert [figures(client, **heads) for heads in (inside, FORGED, {})] == [404, 404, 200]


def test_probes_from_allowed_networks_may_use_any_host(running):
    watched = {"metrics_networks": networks(["198.51.100.0/24"])}
    by_address = {"Host": "10.0.0.7:8000"}
    inside, outside = (
        {**by_address, "X-Forwarded-For": client} for client in ("198.51.100.7", "203.0.113.7")
    )
    names = frozenset({"play.example.org"})
    with running("probed", **watched, names=names, proxies=["127.0.0.1"]).client() as client:
        for path in ("/api/live", "/api/ready", "/metrics"):
            assert client.get(path, headers=inside).status_code == 200
            assert client.get(path, headers=outside).status_code == 421
        for path in ("/api/live", "/api/ready"):
            assert client.get(path, headers=by_address).status_code == 200
        for path in ("/", "/api/health", "/api/tables"):
            assert client.get(path, headers=inside).status_code == 421


async def test_lost_database_makes_no_worker_unready(tmp_path, monkeypatch):
    """All workers share it: if they were unready, a proxy would have none left."""
    room = await Room(tmp_path, database=ON_DEMAND.new_database()).open()
    monkeypatch.setattr(room.server.leases, "_last_error", "the line was cut")
    room.server.leases._task.cancel()
    room.server.store._writer.last_error = OSError("the line was cut")
    assert room.server.reasons_not_ready() == []
    problems = ["The last save failed: the line was cut.", "The database does not answer: the line was cut."]
    assert room.server.shared_problems() == problems
    assert not room.server.health()[1]
    room.server.drain.begin(None)
    assert room.server.reasons_not_ready() == ["The server is being drained: it closes soon."]
    await room.close()


async def test_failed_save_in_its_own_file_makes_a_server_unready(tmp_path):
    room = await Room(tmp_path, database=None).open()
    room.server.store.last_error = OSError("the disk is broken")
    assert room.server.reasons_not_ready() == ["The last save failed: the disk is broken."]
    assert room.server.shared_problems() == []
    await room.close()
