"""Reasons for moves that follow from the rules and the visible position, one module per game.

A module has `reason(obs, move)`.  It returns the name of a `[why.NAME]` in the game's `text.toml` with its
nouns, or None.  It reads the observation only, so a reason reveals nothing.

Most reasons are facts.  Those in `JUDGED` are judgements of the house bot: they are given only where it
would make the same move.  `ABANDONS` are verbs that take back what the move began, such as to drop a deal.
`NO_MOVES` are verbs that change nothing, such as to pause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flattop.bots.house import house_bot
from flattop.games.manifest import manifest, module_of
from flattop.kernel import Action, Chance
from flattop.match import Observation
from flattop.match.game_loop import choose_action

Move = Sequence[Action]
ONLY_OPTION = "Nothing else is possible now."


def position_reason(obs: Observation, move: Move, people: Sequence[str]) -> str:
    """Return the reason for a move as a sentence, or an empty text."""
    if len(list(obs.options)) == len(move) == 1 and move[0] in obs.options and not obs.anytime:
        return ONLY_OPTION
    if (module := _reasons_of(obs.game.key)) is None:
        return ""
    found = module.reason(obs, move)
    if not found:
        return ""
    if found[0] in module.JUDGED and choose_action(house_bot(obs.game.key, Chance(0)), obs) != move[0]:
        return ""
    return obs.game.text.why(found, obs.pack, people)


def is_abandoned(key: str, actions: Move) -> bool:
    """Return whether a move takes back what it began, or is no move at all."""
    module, (first, *later) = _reasons_of(key), [action[0] for action in actions]
    abandons, no_moves = getattr(module, "ABANDONS", ()), getattr(module, "NO_MOVES", ())
    return first in no_moves or any(verb in abandons for verb in later)


def _reasons_of(key: str) -> Any:
    """Return the module of a game, or None if it has none."""
    name = manifest(key).modules.reasons
    return module_of(key, __name__, name) if name else None


def noun_of(move: Move, verb: str) -> Any:
    """Return the first noun of the first action with this verb, or None."""
    return next((action[1] for action in move if action[0] == verb), None)
