"""Workers of one machine know of each other's death at once: each holds a file for as long as it lives."""

from __future__ import annotations

from pathlib import Path
from typing import IO
from urllib.parse import quote, unquote

from flattop.storage import is_unlocked, lock, private_file, private_folder


class Presence:
    """A file by the name of a worker, in a folder that the workers of a machine share."""

    def __init__(self, folder: Path, worker: str) -> None:
        self._folder, self._path = folder, folder / quote(worker, safe="")
        self._file: IO[str] | None = None

    def begin(self) -> None:
        private_folder(self._folder)
        taken = FileExistsError(f"{self._path} is held by another worker of that name")
        self._file = lock(private_file(self._path, "w"), taken)

    def dead(self) -> list[str]:
        """Workers that have ended without a word."""
        others = [path for path in self._folder.iterdir() if path != self._path]
        return [unquote(path.name) for path in others if is_unlocked(path)]

    def bury(self, worker: str) -> None:
        """It is known to all that it is gone."""
        (self._folder / quote(worker, safe="")).unlink(missing_ok=True)

    def end(self) -> None:
        if self._file:
            self._path.unlink(missing_ok=True)
            self._file.close()
