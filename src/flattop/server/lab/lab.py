"""The lab of one server: a queue of experiments that run one at a time, and their files."""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from flattop.server.errors import Refusal
from flattop.server.lab import commands
from flattop.server.lab.commands import DECK, REPORT_PAGE, TimeEstimates
from flattop.server.lab.run import LOG, REPORT_JSON, SHORT_GRACE, Progress, Run, progress_by_time
from flattop.server.limits import Limits
from flattop.server.logs import Log
from flattop.server.schemas.rest import Experiment, LabTerms, NewExperiment
from flattop.server.store.base import NotSaved
from flattop.server.workers.deck_check import DeckReader
from flattop.storage import private_folder, replace_private_file

EXPERIMENT_FILE = "experiment.json"
ID = re.compile(r"[0-9a-f]{12}")
SERVER_CLOSED = "The server was closed while it ran."
# Fields of a queued experiment. Results of an earlier run stay until it starts.
QUEUED: dict[str, Any] = {
    "state": "waiting", "done": 0, "total": 0, "seconds": 0.0, "left": None, "note": "",
}  # fmt: skip


class Lab:
    """Checks and queues experiments, and runs them in a child process with a low CPU priority."""

    is_alone = True  # False if several server workers share a port: each would have a lab of its own

    def __init__(self, folder: Path, limits: Limits, decks: DeckReader, log: Log) -> None:
        self._results, self._limits, self._decks, self._log = ResultsStore(folder), limits, decks, log
        self._experiments: dict[str, Experiment] = {}
        self._queue: list[str] = []
        self._adding = 0  # experiments that are being checked
        self._run: Run | None = None
        self._current = ""
        self._began = 0.0  # monotonic time, while an experiment runs
        self._task: asyncio.Task[None] | None = None
        self._estimates = TimeEstimates()
        self._idle = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """False if this server has no lab, or its operator has disabled it."""
        return self.is_alone and self._limits.lab_minutes > 0

    def open(self) -> None:
        """Load the experiments. Those that were queued or running are stopped; none starts by itself."""
        for experiment in self._results.all():
            if experiment.state in ("waiting", "running"):
                experiment.state, experiment.note, experiment.left = "stopped", SERVER_CLOSED, None
            self._experiments[experiment.id] = experiment
            self._estimates.learn(experiment)

    # -- reading

    def terms(self) -> LabTerms:
        limits = self._limits
        return LabTerms(
            limits.lab_minutes,
            limits.lab_games,
            limits.lab_waiting,
            commands.reason_not_trainable(),
            self._estimates.by_game(),
        )

    def all(self) -> list[Experiment]:
        """All experiments, newest first."""
        self._update_training()
        return sorted(self._experiments.values(), key=lambda each: (each.since, each.id), reverse=True)

    def one(self, experiment_id: str) -> Experiment:
        experiment = self._experiments.get(experiment_id)
        if experiment is None:
            raise Refusal(404, "no-experiment", "There is no such experiment, or it was deleted.")
        self._update_training()
        return experiment

    def _update_training(self) -> None:
        """Set the progress of a running training, which has a fixed duration and reports none."""
        current = self._experiments.get(self._current)
        if self._began and current and current.asked.kind == "train":
            _set_progress(current, progress_by_time(current.asked.size, time.monotonic() - self._began))

    async def report(self, experiment_id: str) -> bytes:
        """The JSON report of an experiment."""
        return await self.file(experiment_id, commands.report_file(self.one(experiment_id).asked.kind))

    async def weights(self, experiment_id: str) -> bytes:
        """The weights of a trained network."""
        return await self.file(experiment_id, commands.weights_file(self.one(experiment_id).asked))

    async def file(self, experiment_id: str, name: str) -> bytes:
        """A file of an experiment; refused while it is empty or missing."""
        path = self._results.folder(self.one(experiment_id).id) / name
        try:
            if body := await asyncio.to_thread(path.read_bytes):
                return body
        except OSError:
            pass
        raise Refusal(404, "no-report", "There is no such report of it, or not yet.")

    # -- changing

    async def add(self, asked: NewExperiment) -> Experiment:
        """Check and queue a new experiment."""
        self._check_room()
        self._adding += 1
        try:
            await commands.check(asked, self._limits, self._decks)
            deck, asked = asked.deck, msgspec.structs.replace(asked, deck=None)
            experiment = new_experiment(asked, deck)
            await asyncio.to_thread(self._results.put, experiment, deck)
            self._enqueue(experiment)
        finally:
            self._adding -= 1
        return experiment

    def start_again(self, experiment_id: str) -> Experiment:
        """Queue an experiment again; some commands continue from their saved files."""
        experiment = self.one(experiment_id)
        if experiment.state in ("waiting", "running"):
            raise Refusal(409, "not-over", "It waits or runs already.")
        self._check_room()
        experiment = msgspec.structs.replace(experiment, **QUEUED)
        self._enqueue(experiment)
        return experiment

    async def stop(self, experiment_id: str) -> Experiment:
        """Stop an experiment; the command saves its results so far if it can."""
        experiment = self.one(experiment_id)
        await self._halt(experiment)
        return experiment

    async def remove(self, experiment_id: str) -> None:
        """Stop an experiment and delete its files."""
        experiment = self.one(experiment_id)
        del self._experiments[experiment.id]  # first, so that it cannot be started again
        await self._halt(experiment)
        await asyncio.to_thread(self._results.remove, experiment.id)

    async def _halt(self, experiment: Experiment) -> None:
        if experiment.id in self._queue:
            self._queue.remove(experiment.id)
            experiment.state = "stopped"
            await asyncio.to_thread(self._results.put, experiment)
        elif experiment.id == self._current and self._run:
            await self._run.stop()
            await self._idle.wait()

    async def close(self) -> None:
        """Stop the running experiment, which saves its state."""
        self._queue.clear()
        if self._run:
            await self._run.stop(SHORT_GRACE)
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def _check_room(self) -> None:
        waiting = len(self._queue) + self._adding
        if waiting >= self._limits.lab_waiting:
            raise Refusal(429, "too-many", f"{waiting} experiments wait already; stop one first.")

    # -- running

    def _enqueue(self, experiment: Experiment) -> None:
        self._experiments[experiment.id] = experiment
        self._queue.append(experiment.id)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run_queue())

    async def _run_queue(self) -> None:
        while self._queue:
            experiment = self._experiments[self._queue.pop(0)]
            self._current = experiment.id
            self._idle.clear()
            try:
                await self._run_experiment(experiment)
            except Exception as error:  # one experiment's failure must not stop the others
                experiment.state, experiment.note = "failed", "It could not be carried out; the log says why."
                self._log("an experiment failed", experiment=experiment.id, error=error)
            finally:
                self._current, self._run, self._began = "", None, 0.0
                self._idle.set()

    async def _run_experiment(self, experiment: Experiment) -> None:
        folder = self._results.folder(experiment.id)
        run = self._run = Run(folder, commands.arguments(experiment.asked, folder), self._limits.lab_memory)
        await asyncio.to_thread(self._results.clear, experiment.id)
        began = self._began = time.monotonic()
        experiment.state = "running"
        experiment.page = experiment.figures = experiment.weights = False
        await asyncio.to_thread(self._results.put, experiment)
        status = await run.work(
            lambda progress: _set_progress(experiment, progress), self._limits.lab_minutes * 60
        )
        self._began = 0.0
        experiment.seconds, experiment.left = round(time.monotonic() - began, 1), None
        await asyncio.to_thread(self._save_outcome, experiment, status, run)
        self._estimates.learn(experiment)

    def _save_outcome(self, experiment: Experiment, status: int | None, run: Run) -> None:
        folder = self._results.folder(experiment.id)
        experiment.page = (folder / commands.REPORT_PAGE).exists()
        experiment.figures = _is_complete_json(folder / commands.report_file(experiment.asked.kind))
        experiment.weights = (folder / commands.weights_file(experiment.asked)).exists()
        if status == 0:
            experiment.state = "done"
        elif status is None:
            experiment.state, experiment.note = "stopped", f"Its {self._limits.lab_minutes} minutes were up."
        elif run.was_stopped:
            experiment.state, experiment.note = "stopped", _note(run.last_line, "It was stopped.")
        else:
            note = _note(run.last_line, f"The command ended with {status}.")
            experiment.state, experiment.note = "failed", note
        self._results.put(experiment)


def new_experiment(asked: NewExperiment, deck: str | None = None) -> Experiment:
    digest = sha256(deck.encode()).hexdigest()[:32] if deck is not None else ""
    command = commands.displayed_command(asked, deck is not None)
    return Experiment(
        id=secrets.token_hex(6), asked=asked, deck=digest, command=command, since=int(time.time()),
        page=False, figures=False, **QUEUED,
    )  # fmt: skip


def _set_progress(experiment: Experiment, progress: Progress) -> None:
    experiment.done, experiment.total = progress.done, progress.total
    experiment.seconds, experiment.left = progress.seconds, progress.left


def _is_complete_json(path: Path) -> bool:
    """True if a report was written to its end; an incomplete one is deleted."""
    try:
        msgspec.json.decode(path.read_bytes(), type=msgspec.Raw)
    except (OSError, msgspec.MsgspecError):
        path.unlink(missing_ok=True)
        return False
    return True


def _note(last_line: str, default: str) -> str:
    """The error message of the command as a sentence, if its last line is one."""
    message = last_line.removeprefix("flattop: ")[:300]
    return f"{message[:1].upper()}{message[1:]}." if message != last_line else default


class ResultsStore:
    """The files of all experiments: a private folder for each, with its settings and results."""

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
                replace_private_file(folder / DECK, deck)
            replace_private_file(folder / EXPERIMENT_FILE, msgspec.json.encode(experiment).decode())
        except OSError as error:
            raise NotSaved(f"the experiment {experiment.id}: {error}") from error

    def clear(self, experiment_id: str) -> None:
        """Delete the reports of an earlier run; files that the command continues from stay."""
        for name in (REPORT_JSON, REPORT_PAGE, LOG):
            (self.folder(experiment_id) / name).unlink(missing_ok=True)

    def remove(self, experiment_id: str) -> None:
        shutil.rmtree(self.folder(experiment_id), ignore_errors=True)
