"""Commands: what was asked for as the words of the program, built from checked fields and nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from flattop.server.schemas.lab import ExperimentKind, NewExperiment

Words = list[str]
DECK, FIGURES, PAGE, KEPT, TRAINING = "deck.toml", "report.json", "report.html", "deals.jsonl", "training"
STAGES = 3  # of a training, each of which learns for so long at most
PROGRESS = ["--progress", "json"]


def told(asked: NewExperiment, has_deck: bool) -> str:
    """The command as a person would type it."""
    deck = ["--deck", DECK] if has_deck else []
    return shlex.join(["flattop", *_wish(asked), *deck])


def words(asked: NewExperiment, folder: Path) -> Words:
    """The command as the server runs it, with all that it writes in a folder."""
    deck = folder / DECK
    return [*_wish(asked), *(["--deck", str(deck)] if deck.exists() else []), *WRITES[asked.kind](folder)]


def figures(kind: ExperimentKind) -> str:
    """The file that its figures are in."""
    return f"{TRAINING}/curve.json" if kind == "train" else FIGURES


def _wish(asked: NewExperiment) -> Words:
    return [asked.kind, asked.game, *SAYS[asked.kind](asked), *_number("seed", asked.seed), *_options(asked)]


def _options(asked: NewExperiment) -> Words:
    return [f"--option={key}={value}" for key, value in asked.options.items()]


def _number(name: str, number: float) -> Words:
    return [f"--{name}", f"{number:g}" if isinstance(number, float) else str(number)]


def _bots(asked: NewExperiment) -> str:
    return ",".join(asked.bots)


# -- what each kind says


def _simulate(asked: NewExperiment) -> Words:
    return ["--seats", _bots(asked), *_number("games", asked.size)]


def _duel(asked: NewExperiment) -> Words:
    return ["--bots", _bots(asked), *_number("seats", asked.seats), *_number("deals", asked.size)]


SAYS: Mapping[ExperimentKind, Callable[[NewExperiment], Words]] = {"simulate": _simulate, "duel": _duel}
WRITES: Mapping[ExperimentKind, Callable[[Path], Words]] = {
    "simulate": lambda folder: ["--json"],
    "duel": lambda folder: ["--json"],
}
