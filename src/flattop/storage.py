"""What lies on this user's disk: a data folder, private files, and a lock that keeps two programs apart."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from platformdirs import user_data_path

try:
    import fcntl
except ImportError:  # Windows: there two programs on one file are not kept apart
    fcntl = None  # type: ignore[assignment]

File = TypeVar("File", bound=IO[Any])


def data_folder() -> Path:
    """Where this user's saves and tables are kept, unless told otherwise.

    That is the folder flattop in $XDG_DATA_HOME where it is set, else in ~/.local/share on Linux, in
    ~/Library/Application Support on macOS and in %LOCALAPPDATA% on Windows. Earlier versions took
    ~/.local/share everywhere: what they have made there is used on.
    """
    named = os.environ.get("XDG_DATA_HOME")
    former = Path(named or Path.home() / ".local" / "share") / "flattop"
    return former if named or former.is_dir() else user_data_path("flattop", appauthor=False)


def private_folder(path: Path) -> Path:
    """Make a folder, and those on the way to it, for their owner alone; what exists stays as it is."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)
            folder.chmod(0o700)  # whatever was masked
    return path


def private_file(path: Path, mode: str = "x", newline: str | None = None) -> IO[str]:
    """Open a file for writing that, from now on, only its owner can read."""
    return open(path, mode, encoding="utf-8", newline=newline, opener=_private)


def _private(path: str, flags: int) -> int:
    file = os.open(path, flags, 0o600)
    make_private(Path(path))
    return file


def make_private(path: Path) -> None:
    """For its owner alone, whatever it was before and whatever is masked; what another owns stays theirs."""
    with suppress(PermissionError, FileNotFoundError):
        path.chmod(0o600)


def is_left(path: Path) -> bool:
    """Whether nobody holds a file any more that somebody held; where there are no locks that is not known."""
    try:
        if fcntl is not None:
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
    except OSError:
        pass
    return False


def hold(file: File, taken: Exception) -> File:
    """Lock an open file for as long as it stays open; close it and raise `taken` if another has it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise taken from None
    except OSError:
        pass  # a file system without locks
    return file
