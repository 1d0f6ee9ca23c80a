"""What comes with a request: JSON, or a refusal that says what is wrong with it."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State

from flattop.server.errors import Refusal


class JsonRequest(Request[Any, Any, State]):
    """A request whose body is the client's fault where it cannot be read."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise Refusal(400, "bad-request", f"That is no JSON: {error}.") from None
