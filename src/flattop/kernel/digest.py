"""State hashes: digests that are equal for equal tables in every process and version of Python."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from hashlib import sha256
from typing import Any, get_type_hints

import msgspec

from flattop.kernel.part import Copier, Part, copier_by_hint
from flattop.kernel.table import Table


def state_hash(t: Table) -> str:
    """Return a digest of the table without its Chance, pack and settings."""
    return sha256(msgspec.json.encode(canonical(t))).hexdigest()[:16]


def canonical(value: Any) -> Any:
    """Return a value as lists, numbers and strings, in an order that does not depend on the process.

    A part becomes the name of its class and the values of its compared fields.
    """
    if value is None or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [inner if (kind := type(inner)) is int or kind is str else canonical(inner) for inner in value]
    if isinstance(value, Part):
        own: Any = type(value)
        return [own.__name__, *[copy(getattr(value, name)) for name, copy in _compared_fields(own)]]
    if isinstance(value, dict):
        return [[canonical(key), canonical(inner)] for key, inner in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(canonical(inner) for inner in value)
    return value.__qualname__ if isinstance(value, type) else [canonical(inner) for inner in value]


@cache
def _compared_fields(kind: type[Any]) -> tuple[tuple[str, Copier], ...]:
    """Return the fields that take part in comparisons, each with the fastest way to copy it."""
    hints = get_type_hints(kind, localns={kind.__name__: kind})
    return tuple((f.name, copier_by_hint(hints[f.name]) or canonical) for f in fields(kind) if f.compare)
