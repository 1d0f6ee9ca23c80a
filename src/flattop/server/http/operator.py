"""Routes for the operator: health checks, metrics, administration and the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from flattop.server.auth.requests import comes_from, has_admin_key, is_local, is_operator, server_of
from flattop.server.cluster import aggregate
from flattop.server.http.responses import UNCACHED, json_response, not_found, response
from flattop.server.http.routing import delete, get, post
from flattop.server.lab import commands
from flattop.server.lab.lab import Lab
from flattop.server.lab.run import LOG
from flattop.server.limits import DECK_BYTES
from flattop.server.schemas.admin import (
    Announce,
    Announced,
    Close,
    Closed,
    Draining,
    DrainTerms,
    KeptTables,
    Kick,
    Kicked,
    PresentGuests,
)
from flattop.server.schemas.rest import (
    Experiment,
    Experiments,
    Health,
    LabTerms,
    Live,
    NewExperiment,
    Nothing,
    Ready,
)
from flattop.server.server import Server

EXPERIMENT = "/api/lab/experiments/{experiment_id}"
# A report may not load or run anything; pages of this server may show it in a frame.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin"
)

# -- health


@get("/api/live")
async def live(request: web.Request) -> Live:
    """Liveness probe: a server that does not answer in time should be restarted."""
    return Live()


@get("/api/ready", returns=Ready)
async def ready(request: web.Request) -> web.Response:
    """Readiness probe: 503 with the reasons if no new tables should be opened here.

    A lost database makes no worker unready: it would be lost for all of them at once.
    """
    server = server_of(request)
    reasons, dependencies = server.reasons_not_ready(), server.shared_problems()
    return json_response(Ready(not reasons, reasons, dependencies), 503 if reasons else 200)


@get("/api/health", returns=Health)
async def health(request: web.Request) -> web.Response:
    """Health of all workers: 503 with the reasons if this worker cannot do its work."""
    health, works = await aggregate.health(server_of(request))
    return json_response(health, 200 if works else 503)


@get("/metrics", 404, kind="text/plain")
async def metrics(request: web.Request) -> web.Response:
    """Metrics as Prometheus text, for this machine and the networks that the operator has named."""
    server = server_of(request)
    if not (is_local(request) or comes_from(request, server.metrics_networks)):
        raise not_found(request)
    return response((await aggregate.metrics_text(server)).encode(), "text/plain")


# -- administration


def administered_server(request: web.Request) -> Server:
    """Return the server for a local request with the admin key; to others the route does not exist."""
    if not (has_admin_key(request) and is_local(request)):
        raise not_found(request)
    return server_of(request)


@get("/api/admin/tables", is_described=False)
async def tables(request: web.Request) -> KeptTables:
    """List the unfinished tables."""
    return await aggregate.list_tables(administered_server(request))


@get("/api/admin/guests", is_described=False)
async def guests(request: web.Request) -> PresentGuests:
    """List the connected guests."""
    return await aggregate.list_guests(administered_server(request))


@post("/api/admin/kick", status=200, is_described=False)
async def kick(request: web.Request, data: Kick) -> Kicked:
    """Disconnect a guest and invalidate its token."""
    return await aggregate.kick(administered_server(request), data.guest)


@post("/api/admin/close", status=200, is_described=False)
async def close(request: web.Request, data: Close) -> Closed:
    """Close a table for good."""
    return await aggregate.close_table(administered_server(request), data.table)


@post("/api/admin/announce", status=200, is_described=False)
async def announce(request: web.Request, data: Announce) -> Announced:
    """Send a chat line to all tables in memory."""
    return await aggregate.announce(administered_server(request), data.text)


@post("/api/admin/drain", status=200, is_described=False)
async def drain(request: web.Request, data: DrainTerms) -> Draining:
    """Accept no new games, and stop when the running ones are over."""
    return await aggregate.drain(administered_server(request), data.minutes, data.here)


# -- the lab


def lab_of(request: web.Request) -> Lab:
    """Return the lab for the operator; to others its routes do not exist."""
    lab = server_of(request).lab
    if not (lab.is_open and is_operator(request)):
        raise not_found(request)
    return lab


@get("/api/lab", 404)
async def terms(request: web.Request) -> LabTerms:
    """Limits and abilities of the lab."""
    return lab_of(request).terms()


@get("/api/lab/experiments", 404)
async def experiments(request: web.Request) -> Experiments:
    """All experiments, newest first."""
    return Experiments(lab_of(request).all())


@post("/api/lab/experiments", 404, 409, max_body=DECK_BYTES)
async def new_experiment(request: web.Request, data: NewExperiment) -> Experiment:
    """Queue an experiment."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return await lab.add(data)


@get(EXPERIMENT, 404)
async def one_experiment(request: web.Request, experiment_id: str) -> Experiment:
    """One experiment with its progress."""
    return lab_of(request).one(experiment_id)


@delete(EXPERIMENT, 404, status=200)
async def delete_experiment(request: web.Request, experiment_id: str) -> Experiments:
    """Delete an experiment with its files; returns the remaining experiments."""
    lab = lab_of(request)
    await lab.remove(experiment_id)
    return Experiments(lab.all())


@post(f"{EXPERIMENT}/stop", 404, status=200)
async def stop(request: web.Request, experiment_id: str, data: Nothing) -> Experiment:
    """Stop an experiment; finished work is kept."""
    return await lab_of(request).stop(experiment_id)


@post(f"{EXPERIMENT}/start", 404, 409, status=200)
async def start(request: web.Request, experiment_id: str, data: Nothing) -> Experiment:
    """Restart an experiment that is done, stopped or failed."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return lab.start_again(experiment_id)


@get(f"{EXPERIMENT}/report", 404, kind="text/html")
async def report(request: web.Request, experiment_id: str) -> web.Response:
    """Report as an HTML page without scripts and external files."""
    page = await lab_of(request).file(experiment_id, commands.REPORT_PAGE)
    return _uncached(page, "text/html; charset=utf-8", {"Content-Security-Policy": REPORT_POLICY})


@get(f"{EXPERIMENT}/report.json", 404, returns=Any)
async def figures(request: web.Request, experiment_id: str) -> web.Response:
    """Report as JSON."""
    return _uncached(await lab_of(request).report(experiment_id), "application/json")


@get(f"{EXPERIMENT}/weights", 404, kind="application/octet-stream")
async def weights(request: web.Request, experiment_id: str) -> web.Response:
    """Trained weights of the value network."""
    return _uncached(await lab_of(request).weights(experiment_id), "application/octet-stream")


@get(f"{EXPERIMENT}/log", 404, kind="text/plain")
async def log(request: web.Request, experiment_id: str) -> web.Response:
    """Output of the command."""
    return _uncached(await lab_of(request).file(experiment_id, LOG), "text/plain; charset=utf-8")


def _uncached(body: bytes, kind: str, headers: Mapping[str, str] | None = None) -> web.Response:
    return response(body, kind, headers={"Cache-Control": UNCACHED, **(headers or {})})


ROUTES = [
    live, ready, health, metrics,
    tables, guests, kick, close, announce, drain,
    terms, experiments, new_experiment, one_experiment, delete_experiment, stop, start, report, figures,
    weights, log,
]  # fmt: skip
