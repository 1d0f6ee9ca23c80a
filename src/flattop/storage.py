"""Files of this user: the data folder, private files, and locks between programs."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from platformdirs import user_data_path

try:
    import fcntl
except ImportError:  # on Windows files are not locked
    fcntl = None  # type: ignore[assignment]

File = TypeVar("File", bound=IO[Any])


def data_folder() -> Path:
    """Return the default folder of this user's saves and tables.

    It is the folder flattop in $XDG_DATA_HOME if that is set, else in ~/.local/share on Linux, in
    ~/Library/Application Support on macOS and in %LOCALAPPDATA% on Windows. Earlier versions used
    ~/.local/share everywhere, so that folder is still used where it exists.
    """
    named = os.environ.get("XDG_DATA_HOME")
    former = Path(named or Path.home() / ".local" / "share") / "flattop"
    return former if named or former.is_dir() else user_data_path("flattop", appauthor=False)


def private_folder(path: Path) -> Path:
    """Create a folder and its parents, for the owner alone; existing folders keep their permissions."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)
            folder.chmod(0o700)  # regardless of the umask
    return path


def private_file(path: Path, mode: str = "x", newline: str | None = None) -> IO[str]:
    """Open a file for writing that only its owner can read from now on."""

    def opener(name: str, flags: int) -> int:
        file = os.open(name, flags, 0o600)
        make_private(path)
        return file

    return open(path, mode, encoding="utf-8", newline=newline, opener=opener)


def replace_private_file(path: Path, text: str) -> None:
    """Write a private file as a whole: a reader finds the old text or the new one, also after a crash."""
    temporary = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    try:
        with private_file(temporary, newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def make_private(path: Path) -> None:
    """Let only the owner read and write a file; a file of another owner is left as it is."""
    with suppress(PermissionError, FileNotFoundError):
        path.chmod(0o600)


def is_unlocked(path: Path) -> bool:
    """True if no program has locked the file any more; False if that is unknown, or without locks."""
    try:
        if fcntl is not None:
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
    except OSError:
        pass
    return False


def lock(file: File, error: Exception) -> File:
    """Lock an open file until it is closed; if another program has locked it, close it and raise `error`."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise error from None
    except OSError:
        pass  # a file system without locks
    return file
