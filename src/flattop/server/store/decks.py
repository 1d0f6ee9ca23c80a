"""Custom decks: their text is in the database, and games read copies of it from files."""

from __future__ import annotations

import asyncio
import re
from hashlib import sha256
from pathlib import Path

from flattop.server.store import queries
from flattop.server.store.base import Damaged, NotSaved, Store
from flattop.storage import private_folder, replace_private_file

OWN_FILES = re.compile(r"[0-9a-f]{32}\.(toml|new)")  # complete and unfinished deck files


class Decks:
    """A folder of deck files, named by their digest. A missing or damaged file is written again."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder, self._store = folder, store
        self._verified: set[str] = set()  # digests of files that were checked since the start

    async def keep(self, deck: str) -> str:
        """Write the file of a new deck and return its digest; the caller saves its text."""
        digest = sha256(deck.encode()).hexdigest()
        await asyncio.to_thread(self._verify, digest, deck)
        return digest

    async def file(self, digest: str | None) -> Path | None:
        """The file of a deck; None for the built-in deck. Raises `Damaged` if its text is gone or changed."""
        if digest is None:
            return None
        if digest not in self._verified or not self._path(digest).exists():
            await asyncio.to_thread(self._verify, digest, await queries.deck(self._store, digest))
        return self._path(digest)

    async def remove_unused(self) -> None:
        """Delete files of unknown decks. Only at the start: a game may read a file later."""
        known = {self._path(digest).name for digest in await queries.deck_digests(self._store)}

        def remove() -> None:
            for path in self._folder.iterdir() if self._folder.is_dir() else ():
                if OWN_FILES.match(path.name) and path.name not in known:
                    path.unlink(missing_ok=True)

        await asyncio.to_thread(remove)

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest[:32]}.toml"

    def _verify(self, digest: str, deck: str | None) -> None:
        """Write the file of a deck unless it has the right content.

        Digest and text come from a database that may have been changed, and the digest names the file.
        """
        if deck is not None and sha256(deck.encode()).hexdigest() != digest:
            raise Damaged("its deck was changed")
        path = self._path(digest)
        try:
            is_intact = path.is_file() and sha256(path.read_bytes()).hexdigest() == digest
            if not is_intact:
                if deck is None:
                    raise Damaged("its deck is missing")
                private_folder(path.parent)
                replace_private_file(path, deck)
        except OSError as error:
            raise NotSaved(f"the deck {digest[:32]}: {error}") from error
        self._verified.add(digest)
