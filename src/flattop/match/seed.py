"""Seeds: plain numbers for simulations, 256 committed bits for live tables."""

from __future__ import annotations

import secrets
from hashlib import sha256

from flattop.kernel import Chance

Seed = int | bytes  # a plain number, or 32 secret bytes


def live_seed() -> bytes:
    """A new 256-bit seed for a table where people play."""
    return secrets.token_bytes(32)


def commitment(seed: Seed) -> str:
    """What is shown before the deal, so that the seed cannot be chosen afterwards; plain seeds need none."""
    return sha256(seed).hexdigest() if isinstance(seed, bytes) else ""


def chance(seed: Seed) -> Chance:
    return Chance(int.from_bytes(seed, "big") if isinstance(seed, bytes) else seed)


def anew(seed: Seed, entry: int) -> Seed:
    """The luck after an undo: it follows from the committed seed and the place in the record alone."""
    if isinstance(seed, bytes):
        return sha256(seed + f":anew:{entry}".encode()).digest()
    return derived(seed, "anew", entry)


def written(seed: Seed) -> int | str:
    return seed.hex() if isinstance(seed, bytes) else seed


def as_written(seed: object) -> Seed:
    """The seed of a record; ValueError if it is none."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    secret = bytes.fromhex(seed) if isinstance(seed, str) else b""
    if len(secret) != 32:
        raise ValueError(f"{seed!r} is no seed")
    return secret


def derived(*parts: object) -> int:
    """A plain seed for one game, or one bot, out of many; the same in every process."""
    return int.from_bytes(sha256(":".join(map(str, parts)).encode()).digest()[:8], "big")
