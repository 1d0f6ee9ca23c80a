"""Decks of one's own: their text is in the database, and the files that games read are made from it."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from hashlib import sha256
from pathlib import Path

from flattop.server.store import queries
from flattop.server.store.base import NotSaved, Store
from flattop.storage import private_file, private_folder

OURS = re.compile(r"[0-9a-f]{32}\.(toml|new)")  # files that were made here, whole and half


class Decks:
    """A folder of decks, each named by its content; a file that is gone or damaged is written again."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder, self._store = folder, store
        self._sound: set[str] = set()  # files that were looked at since the start

    async def keep(self, deck: str) -> str:
        """Write the file of a deck that is not in the database yet; its digest, to be known by."""
        digest = sha256(deck.encode()).hexdigest()
        await asyncio.to_thread(self._look_at, digest, deck)
        return digest

    async def file(self, digest: str | None) -> Path | None:
        """The file of a deck by its digest; none for the house deck."""
        if digest is None:
            return None
        if digest not in self._sound or not self._path(digest).exists():
            await asyncio.to_thread(self._look_at, digest, await queries.deck(self._store, digest))
        return self._path(digest)

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest[:32]}.toml"

    def _look_at(self, digest: str, deck: str | None) -> None:
        try:
            if deck is not None and not self._is_sound(digest):
                _write(self._path(digest), deck)
        except OSError as error:
            raise NotSaved(f"the deck {digest[:32]}: {error}") from None
        self._sound.add(digest)

    def _is_sound(self, digest: str) -> bool:
        path = self._path(digest)
        return path.is_file() and sha256(path.read_bytes()).hexdigest() == digest

    async def tidy(self) -> None:
        """Take away what no table refers to; before anybody plays, for files may be in use later."""
        digests = await queries.deck_digests(self._store)
        await asyncio.to_thread(self._tidy, {self._path(digest).name for digest in digests})

    def _tidy(self, known: set[str]) -> None:
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if OURS.match(path.name) and path.name not in known:
                path.unlink(missing_ok=True)


def _write(path: Path, deck: str) -> None:
    """Whole or not at all, whoever else writes the same."""
    private_folder(path.parent)
    half = path.with_suffix(f".toml-{secrets.token_hex(4)}")
    try:
        with private_file(half, newline="") as file:
            file.write(deck)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError:
        half.unlink(missing_ok=True)
        raise
