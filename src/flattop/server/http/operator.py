"""Routes for the operator: health checks, metrics, administration and the lab."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from flattop.server.auth.requests import (
    HttpRequest,
    comes_from,
    has_admin_key,
    is_local,
    is_operator,
    server_of,
)
from flattop.server.cluster import aggregate
from flattop.server.http.responses import error_responses, not_found
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

EXPERIMENT = "/api/lab/experiments/{experiment_id:str}"
# A report may not load or run anything; pages of this server may show it in a frame.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin"
)

# -- health


@get("/api/live", responses=error_responses())
async def live() -> Live:
    """Liveness probe: a server that does not answer in time should be restarted."""
    return Live()


@get("/api/ready", responses=error_responses())
async def ready(request: HttpRequest) -> Response[Ready]:
    """Readiness probe: 503 with the reasons if no new clients should be sent here."""
    reasons = server_of(request).reasons_not_ready()
    return Response(Ready(not reasons, reasons), status_code=503 if reasons else 200)


@get("/api/health", responses=error_responses())
async def health(request: HttpRequest) -> Response[Health]:
    """Health of all workers: 503 with the reasons if this worker cannot do its work."""
    health, works = await aggregate.health(server_of(request))
    return Response(health, status_code=200 if works else 503)


@get("/metrics", media_type="text/plain", responses=error_responses(404))
async def metrics(request: HttpRequest) -> str:
    """Metrics as Prometheus text, for this machine and the networks that the operator has named."""
    server = server_of(request)
    if not (is_local(request) or comes_from(request, server.metrics_networks)):
        raise not_found(request)
    return await aggregate.metrics_text(server)


# -- administration


def administered_server(request: HttpRequest) -> Server:
    """Return the server for a local request with the admin key; to others the route does not exist."""
    if not (has_admin_key(request) and is_local(request)):
        raise not_found(request)
    return server_of(request)


@get("/api/admin/tables", include_in_schema=False)
async def tables(request: HttpRequest) -> KeptTables:
    """List the unfinished tables."""
    return await aggregate.list_tables(administered_server(request))


@get("/api/admin/guests", include_in_schema=False)
async def guests(request: HttpRequest) -> PresentGuests:
    """List the connected guests."""
    return await aggregate.list_guests(administered_server(request))


@post("/api/admin/kick", status_code=200, include_in_schema=False)
async def kick(request: HttpRequest, data: JSONBody[Kick]) -> Kicked:
    """Disconnect a guest and invalidate its token."""
    return await aggregate.kick(administered_server(request), data.guest)


@post("/api/admin/close", status_code=200, include_in_schema=False)
async def close(request: HttpRequest, data: JSONBody[Close]) -> Closed:
    """Close a table for good."""
    return await aggregate.close_table(administered_server(request), data.table)


@post("/api/admin/announce", status_code=200, include_in_schema=False)
async def announce(request: HttpRequest, data: JSONBody[Announce]) -> Announced:
    """Send a chat line to all tables in memory."""
    return await aggregate.announce(administered_server(request), data.text)


@post("/api/admin/drain", status_code=200, include_in_schema=False)
async def drain(request: HttpRequest, data: JSONBody[DrainTerms]) -> Draining:
    """Accept no new games, and stop when the running ones are over."""
    return await aggregate.drain(administered_server(request), data.minutes, data.here)


# -- the lab


def lab_of(request: HttpRequest) -> Lab:
    """Return the lab for the operator; to others its routes do not exist."""
    lab = server_of(request).lab
    if not (lab.is_open and is_operator(request)):
        raise not_found(request)
    return lab


@get("/api/lab", responses=error_responses(404))
async def terms(request: HttpRequest) -> LabTerms:
    """Limits and abilities of the lab."""
    return lab_of(request).terms()


@get("/api/lab/experiments", responses=error_responses(404))
async def experiments(request: HttpRequest) -> Experiments:
    """All experiments, newest first."""
    return Experiments(lab_of(request).all())


@post("/api/lab/experiments", responses=error_responses(404, 409), request_max_body_size=DECK_BYTES)
async def new_experiment(request: HttpRequest, data: JSONBody[NewExperiment]) -> Experiment:
    """Queue an experiment."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return await lab.add(data)


@get(EXPERIMENT, responses=error_responses(404))
async def one_experiment(request: HttpRequest, experiment_id: FromPath[str]) -> Experiment:
    """One experiment with its progress."""
    return lab_of(request).one(experiment_id)


@delete(EXPERIMENT, status_code=200, responses=error_responses(404))
async def delete_experiment(request: HttpRequest, experiment_id: FromPath[str]) -> Experiments:
    """Delete an experiment with its files; returns the remaining experiments."""
    lab = lab_of(request)
    await lab.remove(experiment_id)
    return Experiments(lab.all())


@post(f"{EXPERIMENT}/stop", status_code=200, responses=error_responses(404))
async def stop(request: HttpRequest, experiment_id: FromPath[str], data: JSONBody[Nothing]) -> Experiment:
    """Stop an experiment; finished work is kept."""
    return await lab_of(request).stop(experiment_id)


@post(f"{EXPERIMENT}/start", status_code=200, responses=error_responses(404, 409))
async def start(request: HttpRequest, experiment_id: FromPath[str], data: JSONBody[Nothing]) -> Experiment:
    """Restart an experiment that is done, stopped or failed."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return lab.start_again(experiment_id)


@get(f"{EXPERIMENT}/report", media_type="text/html", responses=error_responses(404))
async def report(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """Report as an HTML page without scripts and external files."""
    page = await lab_of(request).file(experiment_id, commands.REPORT_PAGE)
    return _uncached(page, "text/html; charset=utf-8", {"Content-Security-Policy": REPORT_POLICY})


@get(f"{EXPERIMENT}/report.json", responses=error_responses(404))
async def figures(request: HttpRequest, experiment_id: FromPath[str]) -> Any:
    """Report as JSON."""
    return _uncached(await lab_of(request).report(experiment_id), "application/json")


@get(f"{EXPERIMENT}/weights", media_type="application/octet-stream", responses=error_responses(404))
async def weights(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """Trained weights of the value network."""
    return _uncached(await lab_of(request).weights(experiment_id), "application/octet-stream")


@get(f"{EXPERIMENT}/log", media_type="text/plain", responses=error_responses(404))
async def log(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """Output of the command."""
    return _uncached(await lab_of(request).file(experiment_id, LOG), "text/plain; charset=utf-8")


def _uncached(body: bytes, kind: str, headers: dict[str, str] | None = None) -> Response[bytes]:
    return Response(body, media_type=kind, headers={"Cache-Control": "no-store", **(headers or {})})


ROUTES = [
    live, ready, health, metrics,
    tables, guests, kick, close, announce, drain,
    terms, experiments, new_experiment, one_experiment, delete_experiment, stop, start, report, figures,
    weights, log,
]  # fmt: skip
