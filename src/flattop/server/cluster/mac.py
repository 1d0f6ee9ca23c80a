"""The seal on a letter: only whoever has the key of the database can write what workers believe."""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest

SIZE = 16  # bytes


class Seal:
    """Puts a seal before messages, and knows its own; without a key, within one process, there is none."""

    def __init__(self, key: bytes = b"") -> None:
        self._key = key

    def put_on(self, message: bytes) -> bytes:
        return self._of(message) + message if self._key else message

    def taken_off(self, sealed: bytes) -> bytes | None:
        """The message; None if somebody else has written or changed it."""
        if not self._key:
            return sealed
        message = sealed[SIZE:]
        return message if compare_digest(sealed[:SIZE], self._of(message)) else None

    def _of(self, message: bytes) -> bytes:
        return blake2b(message, digest_size=SIZE, key=self._key).digest()
