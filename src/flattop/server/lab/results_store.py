"""Saved experiments: a private folder for each, with its settings and results."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec

from flattop.server.lab.commands import DECK, REPORT_JSON, REPORT_PAGE
from flattop.server.schemas.rest import Experiment
from flattop.server.store.base import NotSaved
from flattop.storage import private_file, private_folder

EXPERIMENT_FILE, LOG = "experiment.json", "log.txt"
ID = re.compile(r"[0-9a-f]{12}")


class ResultsStore:
    """The folder of all experiments."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    def folder(self, experiment_id: str) -> Path:
        return self._folder / experiment_id

    def all(self) -> list[Experiment]:
        """All experiments that can be read; a damaged folder is left alone."""
        experiments = []
        for folder in sorted(self._folder.iterdir()) if self._folder.is_dir() else ():
            if ID.fullmatch(folder.name):
                try:
                    encoded = (folder / EXPERIMENT_FILE).read_bytes()
                    experiments.append(msgspec.json.decode(encoded, type=Experiment))
                except (OSError, msgspec.MsgspecError):
                    continue
        return experiments

    def put(self, experiment: Experiment, deck: str | None = None) -> None:
        folder = self.folder(experiment.id)
        try:
            private_folder(folder)
            if deck is not None:
                _write_atomically(folder / DECK, deck)
            _write_atomically(folder / EXPERIMENT_FILE, msgspec.json.encode(experiment).decode())
        except OSError as error:
            raise NotSaved(f"the experiment {experiment.id}: {error}") from None

    def clear(self, experiment_id: str) -> None:
        """Delete the reports of an earlier run; files that the command continues from stay."""
        for name in (REPORT_JSON, REPORT_PAGE, LOG):
            (self.folder(experiment_id) / name).unlink(missing_ok=True)

    def remove(self, experiment_id: str) -> None:
        shutil.rmtree(self.folder(experiment_id), ignore_errors=True)


def _write_atomically(path: Path, text: str) -> None:
    temporary = path.with_suffix(".new")
    with private_file(temporary, "w", newline="") as file:
        file.write(text)
    temporary.replace(path)
