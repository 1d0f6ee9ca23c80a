"""What no game has touched: steps that never asked, events never told, verbs never open or never taken.

A rule counts as touched where a step that cites it has asked, or where it refused something: at a moment of
each game seats try what was open to somebody at another time, and are told why not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from flattop.kernel import CLOCK, Action, Chance, Game, Table
from flattop.kernel.text.template import outline
from flattop.lab.balance.accumulators import Additive
from flattop.lab.balance.instrumented_game import Watched

TRIES = 8  # at a moment


@dataclass(slots=True)
class Touched(Additive):
    """In how many games something came up."""

    steps: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)  # verbs
    taken: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)  # by code
    rules: Counter[str] = field(default_factory=Counter)  # that a refusal has named


def touched(seen: Watched) -> Touched:
    """Everything that one game came upon."""
    steps = {".".join(part for part in names if part) for frame, at, topic in seen.steps
             for names in ((frame, at, topic), (frame, at, ""), (frame, "", ""))}  # fmt: skip
    why = _refusals(seen)
    return Touched(
        Counter(steps),
        Counter({event[0] for _, event in seen.told}),
        Counter(_open(seen)),
        Counter({action[0] for own in seen.taken for action in own}),
        Counter({code for code, _ in why}),
        Counter({rule for _, rule in why if rule}),
    )


def _open(seen: Watched) -> set[str]:
    """Verbs that some seat was asked about, or could have played at the moments that were kept."""
    asked = {action[0] for own in (*seen.offered, *seen.taken) for action in own}
    tables = seen.moments["decision"].tables
    return asked | {action[0] for t in tables for seat in range(t.seats) for action in t.anytime(seat)}


def _refusals(seen: Watched) -> set[tuple[str, str]]:
    """Codes and rules of some refusals at one moment."""
    actions = sorted(set().union(*seen.offered), key=str)
    tables, chance = seen.moments["decision"].tables, Chance(seen.luck("refused"))
    if not actions or not tables:
        return set()
    tries = [actions[chance.below(len(actions))] for _ in range(TRIES)]
    return {why for action in tries for why in _why_not(tables[0], action)}


def _why_not(t: Table, action: Action) -> set[tuple[str, str]]:
    asked = [seat for seat in t.asks if seat != CLOCK]
    refused = [
        t.refusal(seat, action)
        for seat in asked
        if action not in t.asks[seat] and action not in t.anytime(seat)
    ]
    return {(one.code, one.rule) for one in refused}


def untouched(game: Game, touched: Touched) -> dict[str, Any]:
    """What the game's words know and no game came upon, in these words."""
    text = game.text
    steps = [name for name in text.steps if name not in touched.steps and name != "over"]
    cited = {rule for name, step in text.steps.items() if name in touched.steps for rule in step.rules}
    never = {rule for name in steps for rule in text.steps[name].rules} - cited - touched.rules.keys()
    return {
        "steps": _said(steps, {name: _prompt(game, name) for name in steps}),
        "events": _said(
            _not_in(text.events, touched.events), {n: line.line for n, line in text.events.items()}
        ),
        "verbs never open": _said(_not_in(text.verbs, touched.open), _labels(game)),
        "verbs never taken": _said(
            [verb for verb in touched.open if verb not in touched.taken], _labels(game)
        ),
        "rules": [{"name": rule.id, "words": rule.text} for rule in game.rules if rule.id in never],
        "refusals": dict(sorted(touched.refusals.items())),
    }


COMMON = {
    "pass", "wait", "tick", "decided", "passed", "undone", "stopped", "restarted", "done_for_you",
    "held_for_you",
}  # fmt: skip


def _not_in(names: Collection[str], seen: Collection[str]) -> list[str]:
    """Words of the game itself; those that all games share may be of no use to it."""
    return [name for name in names if name not in seen and name not in COMMON]


def _said(names: list[str], words: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "words": outline(words[name])} for name in sorted(names)]


def _prompt(game: Game, name: str) -> str:
    """What a step asks, or what the frame it belongs to asks."""
    parts = name.split(".")
    names = [".".join(parts[: len(parts) - i]) for i in range(len(parts))]
    asked = next((game.text.prompts[name] for name in names if name in game.text.prompts), "")
    return asked if isinstance(asked, str) else asked.line


def _labels(game: Game) -> dict[str, str]:
    return {name: verb.label for name, verb in game.text.verbs.items()}
