"""What may go wrong with a request, as the description of the interface tells it."""

from __future__ import annotations

from litestar.openapi import ResponseSpec

from flattop.server.schemas.rest import Problem

WORDS = {
    400: "The request is not of the right form.",
    401: "The server does not know you yet.",
    403: "That is not yours to do.",
    404: "There is no such thing, or it is not yours to see.",
    409: "That cannot be done now.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "The server could not save.",
}


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """What may go wrong with a request, for the description of the interface."""
    all_statuses = sorted({*statuses, 400, 403, 413, 429, 503})
    return {s: ResponseSpec(Problem, description=WORDS[s], generate_examples=False) for s in all_statuses}
