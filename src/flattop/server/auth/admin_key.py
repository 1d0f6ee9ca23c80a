"""The key to a running server: a file in its data folder that only its keeper can read."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from flattop.storage import private_file

NAME = "keeper.json"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}


class Key(msgspec.Struct, frozen=True):
    """Where the server is reached from this machine, and what it takes the keeper's word for."""

    host: str
    port: int
    token: str


@contextmanager
def laid_out(folder: Path, host: str, port: int) -> Iterator[Key]:
    """The key lies in the folder as long as the server is open."""
    key = Key(EVERYWHERE.get(host, host), port, secrets.token_urlsafe(24))
    with private_file(folder / NAME, "w") as file:
        file.write(msgspec.json.encode(key).decode())
    try:
        yield key
    finally:
        with suppress(FileNotFoundError):
            (folder / NAME).unlink()


def read(folder: Path) -> Key | None:
    """The key that lies in a folder, if one does."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Key)
    except (FileNotFoundError, NotADirectoryError, msgspec.MsgspecError):
        return None
