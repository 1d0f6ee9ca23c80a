"""Guests: a name and a token that only their browser has; the server keeps its hash."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from msgspec import msgpack

from flattop.server.errors import Refusal
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import queries, writes
from flattop.server.store.base import Store

SHOWN_TOO = "\n\t\u200d"  # line breaks become spaces; the joiner holds composed pictures together
REMEMBERED = 5_000  # tokens looked up lately
NAMES = 50_000  # of guests that were here, or that own tables: those that were asked for last


class Guests:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lately: dict[bytes, GuestInfo] = {}
        self._names: dict[str, str] = {}
        self.tell: Callable[[bytes], None] = lambda body: None  # other workers, of a guest's new name
        self.forgotten: set[str] = set()  # guests who were shown out since the start

    async def find(self, token: str | None) -> GuestInfo | None:
        """Whose token it is."""
        if not token or len(token) > 64:
            return None
        key = _hash(token)
        if key not in self._lately:
            guest = await queries.guest_by_token(self._store, key)
            if guest is None:
                return None
            self._remember(key, guest)
        return self._lately[key]

    async def name(self, guest: str | None) -> str | None:
        """What a guest is called now; the store is asked once, for tables ask again and again."""
        if guest and guest not in self._names and (name := await queries.guest_name(self._store, guest)):
            self._know(guest, name)
        return self.known_name(guest)

    def known_name(self, guest: str | None) -> str | None:
        """The same of a guest who was here lately, or whose table is in memory."""
        if guest is None or (name := self._names.pop(guest, None)) is None:
            return None
        self._names[guest] = name  # the last to be forgotten
        return name

    async def welcome(self, name: str) -> tuple[GuestInfo, str]:
        """A new guest and the token to know it by."""
        token, guest = secrets.token_urlsafe(16), GuestInfo(secrets.token_hex(8), clean_name(name))
        await self._store.save([writes.guest(guest.id, guest.name, _hash(token))])
        self._remember(_hash(token), guest)
        return guest, token

    async def rename(self, guest: GuestInfo, name: str) -> GuestInfo:
        name = clean_name(name)
        await self._store.save([writes.rename_guest(guest.id, name)])
        guest.name = name
        self._know(guest.id, name)
        self.tell(msgpack.encode(guest))
        return guest

    def hear(self, body: bytes) -> None:
        """Another worker has renamed a guest."""
        renamed = msgpack.decode(body, type=GuestInfo)
        for guest in self._lately.values():
            if guest.id == renamed.id:
                guest.name = renamed.name
        if renamed.id in self._names:
            self._names[renamed.id] = renamed.name

    def look_up_anew(self) -> None:
        """Some may have been renamed, or shown out, unheard."""
        self._lately.clear()
        self._names.clear()

    async def forget(self, guest: str) -> None:
        """Whoever comes with the guest's token is a stranger from now on."""
        self.forgotten.add(guest)
        await self._store.save([writes.replace_token(guest, secrets.token_bytes(32))])
        self.lose_sight_of(guest)

    def lose_sight_of(self, guest: str) -> None:
        """The token is good for nothing any more."""
        self.forgotten.add(guest)
        self._lately = {key: known for key, known in self._lately.items() if known.id != guest}

    def _remember(self, key: bytes, guest: GuestInfo) -> None:
        if len(self._lately) >= REMEMBERED:
            self._lately.clear()
        self._lately[key] = guest
        self._know(guest.id, guest.name)

    def _know(self, guest: str, name: str) -> None:
        self._names.pop(guest, None)
        self._names[guest] = name
        if len(self._names) > NAMES:
            del self._names[next(iter(self._names))]


def clean_name(name: str) -> str:
    """A name that can be shown in one line."""
    return clean(name, 30, "bad-name", "A name has 1 to 30 letters that can be shown.")


def clean(text: str, most: int, code: str, sentence: str) -> str:
    """The text in one line, without what cannot be shown; refused if nothing, or too much, is left."""
    shown = " ".join("".join(sign for sign in text if sign.isprintable() or sign in SHOWN_TOO).split())
    if not 1 <= len(shown) <= most:
        raise Refusal(400, code, sentence)
    return shown


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
