"""The lab of one server: experiments wait for each other, run one at a time, and stay on the shelf."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from flattop.server.errors import Refusal
from flattop.server.lab import commands
from flattop.server.lab.checks import check, untrainable
from flattop.server.lab.results_store import Shelf
from flattop.server.lab.run import SHORT_GRACE, Progress, Run, by_the_clock
from flattop.server.lab.time_estimates import Paces
from flattop.server.limits import Limits
from flattop.server.logs import error_words
from flattop.server.schemas.rest import Experiment, LabTerms, NewExperiment
from flattop.server.workers.deck_reader import DeckReader

CLOSED = "The server was closed while it ran."

AFRESH: dict[str, Any] = {  # but for what came of it, which stays until it begins
    "state": "waiting", "done": 0, "total": 0, "seconds": 0.0, "left": None, "note": "",
}  # fmt: skip


class Lab:
    """What is asked for is checked, waits its turn, and is carried out by a child that stands back."""

    is_alone = True  # in its server; several workers on one port would each have a lab of their own

    def __init__(self, folder: Path, limits: Limits, decks: DeckReader, log: Callable[[str], None]) -> None:
        self._shelf, self._limits, self._decks, self._log = Shelf(folder), limits, decks, log
        self._experiments: dict[str, Experiment] = {}
        self._waiting: list[str] = []
        self._run: Run | None = None
        self._at_work = ""
        self._began = 0.0  # by the clock, while it runs
        self._task: asyncio.Task[None] | None = None
        self._paces = Paces()
        self._rest = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether there is a lab here at all; its keeper may have closed it."""
        return self.is_alone and self._limits.lab_minutes > 0

    def open(self) -> None:
        """What ran or waited when the server ended has stopped; nothing begins by itself."""
        for experiment in self._shelf.all():
            if experiment.state in ("waiting", "running"):
                experiment.state, experiment.note, experiment.left = "stopped", CLOSED, None
            self._experiments[experiment.id] = experiment
            self._paces.learn(experiment)

    # -- looking

    def terms(self) -> LabTerms:
        limits = self._limits
        return LabTerms(
            limits.lab_minutes, limits.lab_games, limits.lab_waiting, untrainable(), self._paces.table()
        )

    def all(self) -> list[Experiment]:
        """The newest first."""
        self._count_minutes()
        return sorted(self._experiments.values(), key=lambda one: (one.since, one.id), reverse=True)

    def one(self, experiment_id: str) -> Experiment:
        known = self._experiments.get(experiment_id)
        if known is None:
            raise Refusal(404, "no-experiment", "There is no such experiment, or it was deleted.")
        self._count_minutes()
        return known

    def _count_minutes(self) -> None:
        """A training is told how long it may take, and tells nothing of how far it is."""
        at_work = self._experiments.get(self._at_work)
        if self._began and at_work and at_work.asked.kind == "train":
            _note(at_work, by_the_clock(at_work.asked.size, time.monotonic() - self._began))

    async def figures(self, experiment_id: str) -> bytes:
        """Its report for programs."""
        return await self.file(experiment_id, commands.figures(self.one(experiment_id).asked.kind))

    async def weights(self, experiment_id: str) -> bytes:
        """What a training has learned."""
        return await self.file(experiment_id, commands.weights(self.one(experiment_id).asked))

    async def file(self, experiment_id: str, name: str) -> bytes:
        """One of its files, once something is in it."""
        path = self._shelf.folder(self.one(experiment_id).id) / name
        try:
            if body := await asyncio.to_thread(path.read_bytes):
                return body
        except OSError:
            pass
        raise Refusal(404, "no-report", "There is no such report of it, or not yet.")

    # -- asking

    async def add(self, asked: NewExperiment) -> Experiment:
        """One more experiment, which waits for those before it."""
        self._check_room()
        await check(asked, self._limits, self._decks)
        deck, asked = asked.deck, msgspec.structs.replace(asked, deck=None)
        experiment = new(asked, deck)
        await asyncio.to_thread(self._shelf.put, experiment, deck)
        self._experiments[experiment.id] = experiment
        self._wait(experiment)
        return experiment

    def start_again(self, experiment_id: str) -> Experiment:
        """Once more from the start, or from what the command has kept."""
        experiment = self.one(experiment_id)
        if experiment.state in ("waiting", "running"):
            raise Refusal(409, "not-over", "It waits or runs already.")
        self._check_room()
        experiment = msgspec.structs.replace(experiment, **AFRESH)
        self._experiments[experiment.id] = experiment
        self._wait(experiment)
        return experiment

    async def stop(self, experiment_id: str) -> Experiment:
        """What is done is kept, where the command can; what is over stays as it is."""
        experiment = self.one(experiment_id)
        await self._halt(experiment)
        return experiment

    async def remove(self, experiment_id: str) -> None:
        """With all that came of it; from now on nobody can start it again."""
        experiment = self.one(experiment_id)
        del self._experiments[experiment.id]
        await self._halt(experiment)
        await asyncio.to_thread(self._shelf.remove, experiment.id)

    async def _halt(self, experiment: Experiment) -> None:
        if experiment.id in self._waiting:
            self._waiting.remove(experiment.id)
            experiment.state = "stopped"
            await asyncio.to_thread(self._shelf.put, experiment)
        elif experiment.id == self._at_work and self._run:
            await self._run.stop()
            await self._rest.wait()

    async def close(self) -> None:
        """What runs is stopped, and told so."""
        self._waiting.clear()
        if self._run:
            await self._run.stop(SHORT_GRACE)
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def _check_room(self) -> None:
        if len(self._waiting) >= self._limits.lab_waiting:
            raise Refusal(429, "too-many", f"{len(self._waiting)} experiments wait already; stop one first.")

    # -- working

    def _wait(self, experiment: Experiment) -> None:
        self._waiting.append(experiment.id)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        """One after the other; the trouble of one is not the others'."""
        while self._waiting:
            experiment = self._experiments[self._waiting.pop(0)]
            self._at_work = experiment.id
            self._rest.clear()
            try:
                await self._carry_out(experiment)
            except Exception as error:
                experiment.state, experiment.note = "failed", "It could not be carried out; the log says why."
                self._log(f"the experiment {experiment.id} was not carried out: {error_words(error)}")
            finally:
                self._at_work, self._run, self._began = "", None, 0.0
                self._rest.set()

    async def _carry_out(self, experiment: Experiment) -> None:
        folder = self._shelf.folder(experiment.id)
        words = commands.words(experiment.asked, folder)
        self._run = Run(folder, words, self._limits.lab_memory)
        await asyncio.to_thread(self._shelf.clear, experiment.id)
        began = self._began = time.monotonic()
        experiment.state = "running"
        experiment.page = experiment.figures = experiment.weights = False
        await asyncio.to_thread(self._shelf.put, experiment)
        status = await self._run.work(lambda told: _note(experiment, told), self._limits.lab_minutes * 60)
        self._began = 0.0
        experiment.seconds, experiment.left = round(time.monotonic() - began, 1), None
        await asyncio.to_thread(self._end, experiment, status, self._run)
        self._paces.learn(experiment)

    def _end(self, experiment: Experiment, status: int | None, run: Run) -> None:
        folder = self._shelf.folder(experiment.id)
        experiment.page = (folder / commands.PAGE).exists()
        experiment.figures = _is_json(folder / commands.figures(experiment.asked.kind))
        experiment.weights = (folder / commands.weights(experiment.asked)).exists()
        if status == 0:
            experiment.state = "done"
        elif status is None:
            experiment.state, experiment.note = "stopped", f"Its {self._limits.lab_minutes} minutes were up."
        elif run.was_stopped:
            experiment.state, experiment.note = "stopped", _sentence(run.last_words, "It was stopped.")
        else:
            experiment.state, experiment.note = (
                "failed",
                _sentence(run.last_words, f"The command ended with {status}."),
            )
        self._shelf.put(experiment)


def new(asked: NewExperiment, deck: str | None = None) -> Experiment:
    """One that waits."""
    digest = sha256(deck.encode()).hexdigest()[:32] if deck is not None else ""
    command = commands.told(asked, deck is not None)
    return Experiment(
        id=secrets.token_hex(6), asked=asked, deck=digest, command=command, since=int(time.time()),
        page=False, figures=False, **AFRESH,
    )  # fmt: skip


def _note(experiment: Experiment, told: Progress) -> None:
    """How far it is, in its own words."""
    experiment.done, experiment.total = told.done, told.total
    experiment.seconds, experiment.left = told.seconds, told.left


def _is_json(path: Path) -> bool:
    """Whether it was written to its end; half a report is none."""
    try:
        msgspec.json.decode(path.read_bytes(), type=msgspec.Raw)
    except (OSError, msgspec.MsgspecError):
        path.unlink(missing_ok=True)
        return False
    return True


def _sentence(last_words: str, otherwise: str) -> str:
    """What the command said last, if it was meant for people."""
    said = last_words.removeprefix("flattop: ")[:300]
    return f"{said[:1].upper()}{said[1:]}." if said != last_words else otherwise
