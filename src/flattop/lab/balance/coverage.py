"""Coverage of a game by simulations: the steps, events, verbs, refusals and rules that occur.

A rule is covered if a step that cites it has asked, or if a refusal named it.  To provoke refusals, seats try
options of other moments at one sampled table of each game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from flattop.kernel import CLOCK, Chance, Game
from flattop.kernel.text.sentence_template import outline
from flattop.lab.balance.accumulators import Additive
from flattop.lab.balance.instrumented_game import GameTrace

TRIES = 8  # actions tried at the sampled table
COMMON = {  # names that all games share, which some games do not use
    "pass", "wait", "tick", "decided", "passed", "undone", "stopped", "restarted", "done_for_you",
    "held_for_you",
}  # fmt: skip


@dataclass(slots=True)
class Coverage(Additive):
    """The number of games in which something occurred."""

    steps: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)  # verbs that were legal
    taken: Counter[str] = field(default_factory=Counter)  # verbs that were played
    refusals: Counter[str] = field(default_factory=Counter)  # by code
    rules: Counter[str] = field(default_factory=Counter)  # named by refusals


def game_coverage(trace: GameTrace) -> Coverage:
    steps = {
        ".".join(part for part in names if part)
        for frame, at, topic in trace.steps
        for names in ((frame, at, topic), (frame, at, ""), (frame, "", ""))
    }
    asked = {action[0] for own in (*trace.offered, *trace.taken) for action in own}
    tables = trace.samples["decision"].tables
    anytime = {action[0] for t in tables for seat in range(t.seats) for action in t.anytime(seat)}
    refusals = set()  # of random illegal actions at the sampled table
    actions, chance = sorted(set().union(*trace.offered), key=str), Chance(trace.seed("refused"))
    if actions and tables:
        t = tables[0]
        for action in [actions[chance.below(len(actions))] for _ in range(TRIES)]:
            for seat in t.asks:
                if seat != CLOCK and action not in t.asks[seat] and action not in t.anytime(seat):
                    refusal = t.refusal(seat, action)
                    refusals.add((refusal.code, refusal.rule))
    return Coverage(
        Counter(steps),
        Counter({event[0] for _, event in trace.events}),
        Counter(asked | anytime),
        Counter({action[0] for own in trace.taken for action in own}),
        Counter({code for code, _ in refusals}),
        Counter({rule for _, rule in refusals if rule}),
    )


def uncovered(game: Game, coverage: Coverage) -> dict[str, Any]:
    """Return what the game has texts for but did not occur, with these texts."""
    text = game.text
    steps = [name for name in text.steps if name not in coverage.steps and name != "over"]
    cited = {rule for name, step in text.steps.items() if name in coverage.steps for rule in step.rules}
    never = {rule for name in steps for rule in text.steps[name].rules} - cited - coverage.rules.keys()
    labels = {name: verb.label for name, verb in text.verbs.items()}
    lines = {name: line.line for name, line in text.events.items()}
    prompts = {}
    for name in steps:  # the prompt of a step, or of the frame it belongs to
        parts = name.split(".")
        names = [".".join(parts[: len(parts) - i]) for i in range(len(parts))]
        prompt = next((text.prompts[part] for part in names if part in text.prompts), "")
        prompts[name] = prompt if isinstance(prompt, str) else prompt.line
    return {
        "steps": _entries(steps, prompts),
        "events": _entries(_missing(text.events, coverage.events), lines),
        "verbs never open": _entries(_missing(text.verbs, coverage.open), labels),
        "verbs never taken": _entries([verb for verb in coverage.open if verb not in coverage.taken], labels),
        "rules": [{"name": rule.id, "words": rule.text} for rule in game.rules if rule.id in never],
        "refusals": dict(sorted(coverage.refusals.items())),
    }


def _missing(names: Collection[str], seen: Collection[str]) -> list[str]:
    return [name for name in names if name not in seen and name not in COMMON]


def _entries(names: list[str], words: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "words": outline(words[name])} for name in sorted(names)]
