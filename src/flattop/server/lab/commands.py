"""Experiments as `flattop` commands: validation, command lines, files and time estimates."""

from __future__ import annotations

import shlex
import statistics
from collections import deque
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from flattop.extras import missing
from flattop.games import CATALOG
from flattop.games.manifest import manifest
from flattop.kernel import FlattopError
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal, refusal
from flattop.server.lab.run import REPORT_JSON
from flattop.server.limits import Limits
from flattop.server.schemas.rest import Experiment, ExperimentKind, NewExperiment
from flattop.server.workers.deck_check import DeckReader

Arguments = list[str]
DECK, REPORT_PAGE = "deck.toml", "report.html"
DEALS, TRAINING = "deals.jsonl", "training"
STAGES = 3  # of a training
CONFIDENCE = 95  # per cent, at which a tournament has decided its order and stops
PROGRESS = ["--progress", "json"]
TRAINING_PACKAGES = ("numpy", "torch")
CANNOT_TRAIN = f"Training needs PyTorch, {missing('torch', 'train')}"
REMEMBERED = 9  # experiments that adapt the estimates to this machine
MIN_SECONDS = 30.0  # of an experiment, so that its start does not matter


# -- validation


async def check(asked: NewExperiment, limits: Limits, decks: DeckReader) -> None:
    """Refuse what the command would refuse, and what exceeds the limits of this server."""
    game = known_game(asked.game)
    rule = BOT_RULES[asked.kind]
    if not rule.allows(asked):
        raise Refusal(
            400, "bad-bots", f"{rule.text}, not {len(asked.bots)} of them: {', '.join(asked.bots)}."
        )
    most, unit = (limits.lab_minutes, "minutes") if asked.kind == "train" else (limits.lab_games, "games")
    if asked.size > most:
        raise Refusal(
            400, "too-large", f"An experiment here has at most {most:,} {unit}, not {asked.size:,}."
        )
    try:
        options = game.requested_settings(asked.seats, asked.options)
    except FlattopError as error:
        raise refusal(error) from None
    if asked.kind == "train":
        if reason := reason_not_trainable():
            raise Refusal(409, "no-training", f"{reason}.")
        if asked.options or asked.deck is not None:
            raise Refusal(400, "bad-option", "Training knows no options and no other deck.")
    if asked.deck is not None:
        await decks.check(game, asked.deck, asked.seats, options)


def reason_not_trainable() -> str:
    """The reason why nothing can be trained here; empty if it can."""
    return "" if all(map(find_spec, TRAINING_PACKAGES)) else CANNOT_TRAIN


class BotRule(NamedTuple):
    """The number of bots that a kind of experiment needs."""

    allows: Callable[[NewExperiment], bool]
    text: str


BOT_RULES: Mapping[ExperimentKind, BotRule] = {
    "simulate": BotRule(lambda asked: len(asked.bots) == asked.seats, "A simulation has a bot for each seat"),
    "duel": BotRule(lambda asked: len(asked.bots) == 2, "A duel has two bots"),
    "tournament": BotRule(
        lambda asked: len(asked.bots) == len(set(asked.bots)) >= 2,
        "A tournament has two bots or more, each of them once",
    ),
    "balance": BotRule(lambda asked: len(asked.bots) == 1, "Balance has one bot, which plays in every seat"),
    "train": BotRule(lambda asked: len(asked.bots) == 1, "Training has one bot, which plays in every seat"),
}


# -- command lines


def displayed_command(asked: NewExperiment, has_deck: bool) -> str:
    """The command as a user would type it."""
    deck = ["--deck", DECK] if has_deck else []
    return shlex.join(["flattop", *_common_arguments(asked), *deck])


def arguments(asked: NewExperiment, folder: Path) -> Arguments:
    """The command as the server runs it, with all output in a folder."""
    deck = ["--deck", str(folder / DECK)] if (folder / DECK).exists() else []
    return [*_common_arguments(asked), *deck, *_output_arguments(asked.kind, folder)]


def _common_arguments(asked: NewExperiment) -> Arguments:
    options = [f"--option={key}={value}" for key, value in asked.options.items()]
    return [asked.kind, asked.game, *_size_arguments(asked), "--seed", str(asked.seed), *options]


def _size_arguments(asked: NewExperiment) -> Arguments:
    """Bots, seats and size of an experiment."""
    bots, size = ",".join(asked.bots), str(asked.size)
    if asked.kind == "simulate":
        return ["--seats", bots, "--games", size]
    if asked.kind == "train":
        return ["--from", bots, "--seats", str(asked.seats), "--minutes", size, "--stages", str(STAGES)]
    unit = "--games" if asked.kind == "balance" else "--deals"
    until = ["--until", str(CONFIDENCE)] if asked.kind == "tournament" else []
    return ["--bots", bots, "--seats", str(asked.seats), unit, size, *until]


def _output_arguments(kind: ExperimentKind, folder: Path) -> Arguments:
    """Output files of an experiment. All kinds but training print their JSON report."""
    if kind == "train":  # a second run continues the training
        own = folder / TRAINING
        return ["--out", str(own), *(["--resume"] if own.exists() else [])]
    json = ["--json", "-"] if kind == "balance" else ["--json"]
    keep = ["--keep", str(folder / DEALS)] if kind == "tournament" else []
    return [*json, *keep, "--out", str(folder / REPORT_PAGE), *PROGRESS]


def report_file(kind: ExperimentKind) -> str:
    """The file with the JSON report of an experiment."""
    return f"{TRAINING}/curve.json" if kind == "train" else REPORT_JSON


def weights_file(asked: NewExperiment) -> str:
    """The file with the weights of a trained network."""
    return f"{TRAINING}/{asked.game}.npz"


# -- time estimates


class TimeEstimates:
    """Seconds per game and bot rank: measured once, then scaled by recent experiments on this machine."""

    def __init__(self) -> None:
        self._measured = {key: manifest(key).seconds for key in CATALOG}
        self._ratios: deque[float] = deque([1.0], maxlen=REMEMBERED)

    def by_game(self) -> dict[str, dict[str, float]]:
        """Seconds that a game takes for each seat of a rank, by game and rank."""
        ratio = statistics.median(self._ratios)
        return {
            game: {rank: float(f"{seconds * ratio:.2g}") for rank, seconds in ranks.items()}
            for game, ranks in self._measured.items()
        }

    def learn(self, experiment: Experiment) -> None:
        """Adapt to the duration of a finished experiment."""
        is_usable = experiment.state == "done" and experiment.seconds >= MIN_SECONDS
        if is_usable and (expected := self._expected_seconds(experiment.asked)):
            self._ratios.append(experiment.seconds / expected)

    def _expected_seconds(self, asked: NewExperiment) -> float:
        """The duration on the machine of the measurements; 0 for kinds that have no estimate."""
        ranks = self._measured.get(asked.game, {})
        seconds = [ranks.get(rank, 0.0) for rank in asked.bots]
        if asked.kind == "simulate":
            return asked.size * sum(seconds)
        if asked.kind == "duel":
            return asked.size * asked.seats * (seconds[0] + (asked.seats - 1) * seconds[1])
        return 0.0
