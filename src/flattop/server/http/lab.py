"""REST: the lab, for the keeper alone; to others there is nothing here."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from flattop.server.auth.requests import is_keeper, path, server_of
from flattop.server.errors import Refusal
from flattop.server.http.files import HttpRequest
from flattop.server.http.responses import error_responses
from flattop.server.lab import commands
from flattop.server.lab.lab import Lab
from flattop.server.lab.results_store import LOG
from flattop.server.limits import DECK_BYTES
from flattop.server.schemas.lab import Experiment, Experiments, LabTerms, NewExperiment
from flattop.server.schemas.rest import Nothing

ONE = "/api/lab/experiments/{experiment_id:str}"
# A report loads nothing and runs nothing; whoever is on our own page may show it in a frame.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin"
)


def lab_of(request: HttpRequest) -> Lab:
    """The lab, for the keeper of this server."""
    lab = server_of(request).lab
    if not (lab.is_open and is_keeper(request)):
        raise Refusal(404, "not-found", f"There is nothing at {path(request)}.")
    return lab


@get("/api/lab", responses=error_responses(404))
async def terms(request: HttpRequest) -> LabTerms:
    """What the lab can do."""
    return lab_of(request).terms()


@get("/api/lab/experiments", responses=error_responses(404))
async def experiments(request: HttpRequest) -> Experiments:
    """All experiments, the newest first."""
    return Experiments(lab_of(request).all())


@post("/api/lab/experiments", responses=error_responses(404, 409), request_max_body_size=DECK_BYTES)
async def new_experiment(request: HttpRequest, data: JSONBody[NewExperiment]) -> Experiment:
    """Ask for one more."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return await lab.add(data)


@get(ONE, responses=error_responses(404))
async def one_experiment(request: HttpRequest, experiment_id: FromPath[str]) -> Experiment:
    """One of them, and how far it is."""
    return lab_of(request).one(experiment_id)


@delete(ONE, status_code=200, responses=error_responses(404))
async def delete_experiment(request: HttpRequest, experiment_id: FromPath[str]) -> Experiments:
    """Remove it with all that came of it; what is left."""
    lab = lab_of(request)
    await lab.remove(experiment_id)
    return Experiments(lab.all())


@post(f"{ONE}/stop", status_code=200, responses=error_responses(404))
async def stop(request: HttpRequest, experiment_id: FromPath[str], data: JSONBody[Nothing]) -> Experiment:
    """Stop it; what is done is kept."""
    return await lab_of(request).stop(experiment_id)


@post(f"{ONE}/start", status_code=200, responses=error_responses(404, 409))
async def start(request: HttpRequest, experiment_id: FromPath[str], data: JSONBody[Nothing]) -> Experiment:
    """Start it again, once it is over or was stopped."""
    lab = lab_of(request)
    server_of(request).drain.check()
    return lab.start_again(experiment_id)


@get(f"{ONE}/report", media_type="text/html", responses=error_responses(404))
async def report(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """Its report as a page of its own, which loads and runs nothing."""
    page = await lab_of(request).file(experiment_id, commands.REPORT_PAGE)
    return _file(page, "text/html; charset=utf-8", {"Content-Security-Policy": POLICY})


@get(f"{ONE}/report.json", responses=error_responses(404))
async def figures(request: HttpRequest, experiment_id: FromPath[str]) -> Any:
    """Its report for programs."""
    return _file(await lab_of(request).report(experiment_id), "application/json")


@get(f"{ONE}/weights", media_type="application/octet-stream", responses=error_responses(404))
async def weights(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """What a training has learned, for bots that think ahead."""
    return _file(await lab_of(request).weights(experiment_id), "application/octet-stream")


@get(f"{ONE}/log", media_type="text/plain", responses=error_responses(404))
async def log(request: HttpRequest, experiment_id: FromPath[str]) -> Response[bytes]:
    """What the command has said."""
    return _file(await lab_of(request).file(experiment_id, LOG), "text/plain; charset=utf-8")


def _file(body: bytes, kind: str, heads: dict[str, str] | None = None) -> Response[bytes]:
    return Response(body, media_type=kind, headers={"Cache-Control": "no-store", **(heads or {})})


ROUTES = [
    terms, experiments, new_experiment, one_experiment, delete_experiment, stop, start, report, figures,
    weights, log,
]  # fmt: skip
