"""Checks: whatever is wrong with what was asked for is said before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from flattop.kernel import FlattopError
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal, refusal
from flattop.server.limits import Limits
from flattop.server.schemas.rest import ExperimentKind, NewExperiment
from flattop.server.workers.deck_reader import DeckReader

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
