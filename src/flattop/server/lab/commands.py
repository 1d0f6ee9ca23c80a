"""Commands: what was asked for as the words of the program, built from checked fields and nothing else."""

from __future__ import annotations

import shlex
import statistics
import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from flattop.kernel import FlattopError
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal, refusal
from flattop.server.limits import Limits
from flattop.server.schemas.lab import Experiment, ExperimentKind, NewExperiment
from flattop.server.workers.deck_reader import DeckReader

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


LEARNS_WITH = ("numpy", "torch")
UNTRAINABLE = "Training needs PyTorch, which is not installed here: pip install '.[train]'"


async def check(asked: NewExperiment, limits: Limits, decks: DeckReader) -> None:
    """Refuse what the command would refuse, and what is more than this server allows."""
    game = known_game(asked.game)
    _check_bots(asked)
    _check_size(asked, limits)
    try:
        game.settings(asked.seats, asked.options)
    except FlattopError as error:
        raise refusal(error) from None
    if asked.kind == "train":
        _check_training(asked)
    if asked.deck is not None:
        await decks.check(game, asked.deck, asked.seats, asked.options)


def _check_bots(asked: NewExperiment) -> None:
    fits, words = BOTS[asked.kind]
    if not fits(asked):
        raise Refusal(400, "bad-bots", f"{words}, not {len(asked.bots)} of them: {', '.join(asked.bots)}.")


def _check_size(asked: NewExperiment, limits: Limits) -> None:
    most, what = (limits.lab_minutes, "minutes") if asked.kind == "train" else (limits.lab_games, "games")
    if asked.size > most:
        raise Refusal(
            400, "too-large", f"An experiment here has at most {most:,} {what}, not {asked.size:,}."
        )


def _check_training(asked: NewExperiment) -> None:
    if why := untrainable():
        raise Refusal(409, "no-training", f"{why}.")
    if asked.options or asked.deck is not None:
        raise Refusal(400, "bad-option", "Training knows no options and no other deck.")


def untrainable() -> str:
    """Why nothing can be trained here; nothing if it can."""
    return "" if all(map(find_spec, LEARNS_WITH)) else UNTRAINABLE


def _are_several(asked: NewExperiment) -> bool:
    return len(asked.bots) == len(set(asked.bots)) >= 2


BOTS: Mapping[ExperimentKind, tuple[Callable[[NewExperiment], bool], str]] = {
    "simulate": (lambda asked: len(asked.bots) == asked.seats, "A simulation has a bot for each seat"),
    "duel": (lambda asked: len(asked.bots) == 2, "A duel has two bots"),
    "tournament": (_are_several, "A tournament has two bots or more, each of them once"),
    "balance": (lambda asked: len(asked.bots) == 1, "Balance has one bot, which plays in every seat"),
    "train": (lambda asked: len(asked.bots) == 1, "Training has one bot, which plays in every seat"),
}


MEASURED = Path(__file__).with_name("time_estimates.toml")
REMEMBERED = 9  # experiments by which this machine is known
LONG_ENOUGH = 30.0  # seconds of one, beside which its start is short


class Paces:
    """What was measured on a machine of ours, and how much faster or slower this one was of late."""

    def __init__(self) -> None:
        self._measured: dict[str, dict[str, float]] = tomllib.loads(MEASURED.read_text("utf-8"))
        self._ratios: deque[float] = deque([1.0], maxlen=REMEMBERED)

    def table(self) -> dict[str, dict[str, float]]:
        """By game and rank: seconds that a game takes for each seat of that rank."""
        ratio = statistics.median(self._ratios)
        return {
            game: {rank: float(f"{seconds * ratio:.2g}") for rank, seconds in ranks.items()}
            for game, ranks in self._measured.items()
        }

    def learn(self, experiment: Experiment) -> None:
        """From one that was played to its end."""
        is_telling = experiment.state == "done" and experiment.seconds >= LONG_ENOUGH
        if is_telling and (foreseen := self._seconds(experiment.asked)):
            self._ratios.append(experiment.seconds / foreseen)

    def _seconds(self, asked: NewExperiment) -> float:
        """How long so many games would take on that machine of ours; of other kinds nothing is known."""
        ranks = self._measured.get(asked.game, {})
        seats = [ranks.get(rank, 0.0) for rank in asked.bots]
        if asked.kind == "simulate":
            return asked.size * sum(seats)
        if asked.kind == "duel":
            return asked.size * asked.seats * (seats[0] + (asked.seats - 1) * seats[1])
        return 0.0
