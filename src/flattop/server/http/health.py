"""For whoever keeps the server running: how it is, whether it is there and ready, and its figures."""

from __future__ import annotations

from litestar import Response, get

from flattop.server.auth.forwarded import comes_from, is_local
from flattop.server.auth.requests import path, server_of
from flattop.server.cluster import aggregate
from flattop.server.errors import Refusal
from flattop.server.http.files import HttpRequest
from flattop.server.http.responses import error_responses
from flattop.server.schemas.rest import Health, Live, Ready


@get("/api/live", responses=error_responses())
async def live() -> Live:
    """That the server is there: whoever gets no answer in time starts it again."""
    return Live()


@get("/api/ready", responses=error_responses())
async def ready(request: HttpRequest) -> Response[Ready]:
    """Whether people may be sent here: 503 if not, and why."""
    why = server_of(request).reasons_not_ready()
    return Response(Ready(not why, why), status_code=503 if why else 200)


@get("/api/health", responses=error_responses())
async def health(request: HttpRequest) -> Response[Health]:
    """How the server is: 503 if something keeps it from its work, and what that is."""
    health, works = await aggregate.health(server_of(request))
    return Response(health, status_code=200 if works else 503)


@get("/metrics", media_type="text/plain", responses=error_responses(404))
async def metrics(request: HttpRequest) -> str:
    """Figures as Prometheus text, for this machine and whoever else the keeper has named."""
    server = server_of(request)
    if not (is_local(request) or comes_from(request, server.metrics_networks)):
        raise Refusal(404, "not-found", f"There is nothing at {path(request)}.")
    return await aggregate.metrics_text(server)


ROUTES = [live, ready, health, metrics]
