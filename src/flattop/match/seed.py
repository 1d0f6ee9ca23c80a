"""Seeds and the Chance made from one: plain numbers for simulations, 256 secret bits for live tables."""

from __future__ import annotations

import secrets
from hashlib import sha256

from flattop.kernel import Chance

Seed = int | bytes  # a plain number, or 32 secret bytes


def live_seed() -> bytes:
    """Make a new 256-bit seed for a table where people play."""
    return secrets.token_bytes(32)


def commitment(seed: Seed) -> str:
    """Return the SHA-256 of a secret seed, to be shown before the deal; empty for a plain number.

    It proves at the end of the game that the seed was not chosen afterwards.
    """
    return sha256(seed).hexdigest() if isinstance(seed, bytes) else ""


def chance(seed: Seed) -> Chance:
    return Chance(int.from_bytes(seed, "big") if isinstance(seed, bytes) else seed)


def after_undo(seed: Seed, actions: int) -> Seed:
    """Derive the seed for redealing after an undo from the committed seed and the number of actions."""
    if isinstance(seed, bytes):
        return sha256(seed + f":anew:{actions}".encode()).digest()
    return derived(seed, "anew", actions)


def seed_to_json(seed: Seed) -> int | str:
    return seed.hex() if isinstance(seed, bytes) else seed


def seed_from_json(value: object) -> Seed:
    """Parse the seed of a record; ValueError if it is not valid."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    secret = bytes.fromhex(value) if isinstance(value, str) else b""
    if len(secret) != 32:
        raise ValueError(f"{value!r} is not a seed")
    return secret


def derived(*parts: object) -> int:
    """Derive a plain seed for one of many games or bots; it is the same in every process."""
    return int.from_bytes(sha256(":".join(map(str, parts)).encode()).digest()[:8], "big")
