"""State hashes: digests that are equal for equal tables in every process and version of Python."""

from __future__ import annotations

from dataclasses import fields
from functools import cache, partial
from hashlib import sha256
from typing import Any, get_type_hints

import msgspec

from flattop.kernel.part import Copier, Part, copier_by_hint
from flattop.kernel.table import Table

STATE_HASH_VERSION = 2  # 1 hashed dicts in the order in which their keys were added


def state_hash(t: Table, version: int = STATE_HASH_VERSION) -> str:
    """Return a digest of the table without its Chance, pack and settings.

    Records name the version of their hashes, so that those of earlier versions can still be compared.
    """
    return sha256(msgspec.json.encode(canonical(t, by_key=version > 1))).hexdigest()[:16]


def canonical(value: Any, by_key: bool = True) -> Any:
    """Return a value as lists, numbers and strings, in an order that does not depend on the process.

    A part becomes the name of its class and the values of its compared fields.  Dicts are sorted by key,
    because equal dicts may have their keys in any order.
    """
    if value is None or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [
            inner if (kind := type(inner)) is int or kind is str else canonical(inner, by_key)
            for inner in value
        ]
    if isinstance(value, Part):
        own: Any = type(value)
        return [own.__name__, *[copy(getattr(value, name)) for name, copy in _compared_fields(own, by_key)]]
    if isinstance(value, dict):
        items = sorted(value.items()) if by_key else value.items()
        return [[canonical(key, by_key), canonical(inner, by_key)] for key, inner in items]
    if isinstance(value, (set, frozenset)):
        return sorted(canonical(inner, by_key) for inner in value)
    return value.__qualname__ if isinstance(value, type) else [canonical(inner, by_key) for inner in value]


@cache
def _compared_fields(kind: type[Any], by_key: bool) -> tuple[tuple[str, Copier], ...]:
    """Return the fields that take part in comparisons, each with the fastest way to copy it."""
    hints = get_type_hints(kind, localns={kind.__name__: kind})
    slow = partial(canonical, by_key=by_key)
    return tuple((f.name, copier_by_hint(hints[f.name]) or slow) for f in fields(kind) if f.compare)
