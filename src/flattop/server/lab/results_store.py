"""The shelf: a folder for each experiment, private, with what was asked for and what came of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec

from flattop.server.lab.commands import DECK, FIGURES, PAGE
from flattop.server.schemas.rest import Experiment
from flattop.server.store.base import NotSaved
from flattop.storage import private_file, private_folder

NAME, LOG = "experiment.json", "log.txt"
ID = re.compile(r"[0-9a-f]{12}")


class Shelf:
    """What stays when the server is closed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    def folder(self, experiment_id: str) -> Path:
        return self._folder / experiment_id

    def all(self) -> list[Experiment]:
        """Every experiment that can be read; a folder that somebody has spoilt is left alone."""
        folders = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        kept = [_read(folder) for folder in folders if ID.fullmatch(folder.name)]
        return [one for one in kept if one is not None]

    def put(self, experiment: Experiment, deck: str | None = None) -> None:
        """Whole or not at all."""
        folder = self.folder(experiment.id)
        try:
            private_folder(folder)
            if deck is not None:
                _write(folder / DECK, deck)
            _write(folder / NAME, msgspec.json.encode(experiment).decode())
        except OSError as error:
            raise NotSaved(f"the experiment {experiment.id}: {error}") from None

    def clear(self, experiment_id: str) -> None:
        """What came of an earlier try is gone; what the command goes on with stays."""
        for name in (FIGURES, PAGE, LOG):
            (self.folder(experiment_id) / name).unlink(missing_ok=True)

    def remove(self, experiment_id: str) -> None:
        shutil.rmtree(self.folder(experiment_id), ignore_errors=True)


def _read(folder: Path) -> Experiment | None:
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Experiment)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(path: Path, text: str) -> None:
    half = path.with_suffix(".new")
    with private_file(half, "w", newline="") as file:
        file.write(text)
    half.replace(path)
