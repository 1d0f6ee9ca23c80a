"""The admin key of a running server: a file in its data folder that only the operator can read."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from flattop.storage import private_file

NAME = "keeper.json"
LOOPBACK_OF_WILDCARD = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}


class Key(msgspec.Struct, frozen=True):
    """Local address of the server, and the bearer token of its admin routes."""

    host: str
    port: int
    token: str


@contextmanager
def key_file(folder: Path, host: str, port: int) -> Iterator[Key]:
    """Write a new key, and remove the file when the server stops."""
    key = Key(LOOPBACK_OF_WILDCARD.get(host, host), port, secrets.token_urlsafe(24))
    with private_file(folder / NAME, "w") as file:
        file.write(msgspec.json.encode(key).decode())
    try:
        yield key
    finally:
        with suppress(FileNotFoundError):
            (folder / NAME).unlink()


def read(folder: Path) -> Key | None:
    """Return the key in a data folder, or None if no server runs there."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Key)
    except (FileNotFoundError, NotADirectoryError, msgspec.MsgspecError):
        return None
