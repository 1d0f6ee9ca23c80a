"""Guests: a name and a secret token in the browser's cookie; the server stores only the token's hash."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from flattop.server.auth.names import clean_name
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import queries, writes
from flattop.server.store.base import Store

CACHED_TOKENS = 5_000
CACHED_NAMES = 50_000  # of guests and table owners, least recently used first


class Guests:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_token: dict[bytes, GuestInfo] = {}
        self._names: dict[str, str] = {}
        # Tells the other workers that a guest was renamed; set if there are any.
        self.publish_rename: Callable[[str], None] = lambda guest: None
        self.removed: set[str] = set()  # guests removed by the operator since the start

    async def find(self, token: str | None) -> GuestInfo | None:
        """Return the guest with this token."""
        if not token or len(token) > 64:
            return None
        key = _hash(token)
        if key not in self._by_token:
            guest = await queries.guest_by_token(self._store, key)
            if guest is None:
                return None
            self._cache(key, guest)
        return self._by_token[key]

    async def name(self, guest: str | None) -> str | None:
        """Return the current name of a guest, from the cache or else from the store."""
        if guest and guest not in self._names and (name := await queries.guest_name(self._store, guest)):
            self._cache_name(guest, name)
        return self.known_name(guest)

    def known_name(self, guest: str | None) -> str | None:
        """Return the name of a guest from the cache, without waiting for the store."""
        if guest is None or (name := self._names.pop(guest, None)) is None:
            return None
        self._names[guest] = name  # now the most recently used
        return name

    async def create(self, name: str) -> tuple[GuestInfo, str]:
        """Create a guest; return it with its token."""
        token, guest = secrets.token_urlsafe(16), GuestInfo(secrets.token_hex(8), clean_name(name))
        await self._store.save([writes.guest(guest.id, guest.name, _hash(token))])
        self._cache(_hash(token), guest)
        return guest, token

    async def rename(self, guest: GuestInfo, name: str) -> GuestInfo:
        name = clean_name(name)
        await self._store.save([writes.rename_guest(guest.id, name)])
        guest.name = name
        self._cache_name(guest.id, name)
        self.publish_rename(guest.id)
        return guest

    async def reload_name(self, guest: str) -> None:
        """Update the caches after another worker has renamed a guest."""
        name = await queries.guest_name(self._store, guest) or ""
        for known in self._by_token.values():
            if known.id == guest:
                known.name = name
        if guest in self._names:
            self._names[guest] = name

    def clear_caches(self) -> None:
        """Clear the caches after messages of other workers may have been lost."""
        self._by_token.clear()
        self._names.clear()

    async def forget(self, guest: str) -> None:
        """Invalidate the token of a guest in the store and in the cache."""
        self.removed.add(guest)
        await self._store.save([writes.replace_token(guest, secrets.token_bytes(32))])
        self.drop_token(guest)

    def drop_token(self, guest: str) -> None:
        """Remove a guest from the token cache after its token became invalid."""
        self.removed.add(guest)
        self._by_token = {key: known for key, known in self._by_token.items() if known.id != guest}

    def _cache(self, key: bytes, guest: GuestInfo) -> None:
        if len(self._by_token) >= CACHED_TOKENS:
            self._by_token.clear()
        self._by_token[key] = guest
        self._cache_name(guest.id, guest.name)

    def _cache_name(self, guest: str, name: str) -> None:
        self._names.pop(guest, None)
        self._names[guest] = name
        if len(self._names) > CACHED_NAMES:
            del self._names[next(iter(self._names))]


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
