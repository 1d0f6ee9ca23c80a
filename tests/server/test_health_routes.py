"""Liveness, readiness, and access to the metrics."""

import pytest

from flattop.server.limits import networks

FORGED = {"X-Forwarded-For": "127.0.0.1"}


def test_server_is_live_and_ready_until_it_has_a_problem(running, monkeypatch):
    with running().client() as client:
        assert client.get("/api/live").json() == {"live": True}
        assert client.get("/api/ready").json() == {"ready": True, "reasons": []}
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
