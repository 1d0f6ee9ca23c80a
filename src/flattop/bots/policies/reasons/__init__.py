"""Reasons for moves that follow from the rules and the visible position, one module per game.

A module has `reason(obs, move)`.  It returns the name of a `[why.NAME]` in the game's `text.toml` with its
nouns, or None.  It reads the observation only, so a reason reveals nothing.

Most reasons are facts.  Those in `JUDGED` are judgements of the house bot: they are given only where it
would make the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flattop.bots.house import house_bot
from flattop.games.manifest import manifest, module_of
from flattop.kernel import Action, Chance, Event
from flattop.match import Observation
from flattop.match.game_loop import choose_action

Move = Sequence[Action]
ONLY_OPTION = "Nothing else is possible now."


def position_reason(obs: Observation, move: Move, people: Sequence[str]) -> str:
    """Return the reason for a move as a sentence, or an empty text."""
    if len(list(obs.options)) == len(move) == 1 and move[0] in obs.options and not obs.anytime:
        return ONLY_OPTION
    reason, judged = _reasons_of(obs.game.key)
    found = reason(obs, move)
    if found and found[0] in judged and choose_action(house_bot(obs.game.key, Chance(0)), obs) != move[0]:
        return ""
    return obs.game.text.why(found, obs.pack, people) if found else ""


def _reasons_of(key: str) -> tuple[Callable[[Observation, Move], Event | None], frozenset[str]]:
    """Return the function of a game, and the names of its reasons that are judgements.

    A game without a module has no such reasons.
    """
    name = manifest(key).modules.reasons
    if not name:
        return lambda obs, move: None, frozenset()
    module = module_of(key, __name__, name)
    return module.reason, frozenset(module.JUDGED)
