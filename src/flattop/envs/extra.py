"""The extra that environments need, named in one line where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flattop.kernel import FlattopError


class ExtraMissing(FlattopError):
    """Libraries are not there that only some people need."""


@contextmanager
def needed() -> Iterator[None]:
    """What is imported here comes with the extra `envs`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("flattop"):
            raise
        raise ExtraMissing(f"environments need {error.name}: pip install '.[envs]'") from None
