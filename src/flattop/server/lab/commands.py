"""Commands: what was asked for as the words of the program, built from checked fields and nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from flattop.server.schemas.rest import ExperimentKind, NewExperiment

Words = list[str]
DECK, FIGURES, PAGE, KEPT, TRAINING = "deck.toml", "report.json", "report.html", "deals.jsonl", "training"
STAGES = 3  # of a training
SURE = 95  # per cent, at which a tournament has decided its order and stops
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


def weights(asked: NewExperiment) -> str:
    """The file that a training has learned into."""
    return f"{TRAINING}/{asked.game}.npz"


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


def _tournament(asked: NewExperiment) -> Words:
    return [*_duel(asked), *_number("until", SURE)]


def _balance(asked: NewExperiment) -> Words:
    return ["--bots", _bots(asked), *_number("seats", asked.seats), *_number("games", asked.size)]


def _train(asked: NewExperiment) -> Words:
    """Half of its time it plays; each of the stages learns for its part of the rest at most."""
    play, learn = asked.size / 2, asked.size / 2 / STAGES
    shares = [*_number("minutes", play), *_number("learn-minutes", max(0.1, round(learn, 2)))]
    return ["--from", _bots(asked), *_number("seats", asked.seats), *shares, *_number("stages", STAGES)]


SAYS: Mapping[ExperimentKind, Callable[[NewExperiment], Words]] = {
    "simulate": _simulate,
    "duel": _duel,
    "tournament": _tournament,
    "balance": _balance,
    "train": _train,
}

# -- what each kind writes, besides what it prints: that are its figures


def _page(folder: Path) -> Words:
    return ["--out", str(folder / PAGE), *PROGRESS]


def _training(folder: Path) -> Words:
    """Trained once, it goes on from there."""
    own = folder / TRAINING
    return ["--out", str(own), *(["--resume"] if own.exists() else [])]


WRITES: Mapping[ExperimentKind, Callable[[Path], Words]] = {
    "simulate": lambda folder: ["--json", *_page(folder)],
    "duel": lambda folder: ["--json", *_page(folder)],
    "tournament": lambda folder: ["--json", "--keep", str(folder / KEPT), *_page(folder)],
    "balance": lambda folder: ["--json", "-", *_page(folder)],
    "train": _training,
}
