"""Two revisions side by side: the same games of each in turn, and how the times compare."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from flattop.match.game_loop import Fault

YARDSTICK = Path(__file__).with_name("yardstick.py")
COUNTED = {"random": "decisions", "clone": "games", "house": "games"}  # figures, and what there is per second


@dataclass(slots=True)
class Comparison:
    """One figure of one game: work done per second, before and after, round by round."""

    game: str
    figure: str
    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    same: bool = True  # whether both played the very same games

    def add(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        counted = COUNTED[self.figure]
        self.before.append(before[counted] / before["seconds"])
        self.after.append(after[counted] / after["seconds"])
        self.same &= before.get("digest") == after.get("digest")

    @property
    def ratios(self) -> list[float]:
        """How many times as fast it is afterwards, in every round."""
        return [after / before for before, after in zip(self.before, self.after, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """The middle half of the rounds."""
        if len(self.ratios) < 2:
            return self.ratio, self.ratio
        low, _, high = quantiles(self.ratios, n=4, method="inclusive")
        return low, high


class Side:
    """One revision in a process of its own, asked by lines."""

    def __init__(self, name: str, child: subprocess.Popen[str]) -> None:
        self.name, self.child = name, child

    def ask(self, **words: Any) -> dict[str, Any]:
        assert self.child.stdin
        assert self.child.stdout
        with suppress(BrokenPipeError):  # what it died of is told below
            print(json.dumps(words), file=self.child.stdin, flush=True)
        line = self.child.stdout.readline()
        if not line:
            raise Fault(f"{self.name} cannot be measured: {_last_words(self.child)}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _last_words(child: subprocess.Popen[str]) -> str:
    assert child.stderr
    return next((line.strip() for line in reversed(child.stderr.readlines()) if line.strip()), "it stopped")


@contextmanager
def side(name: str, source: Path, environment: dict[str, str]) -> Iterator[Side]:
    """A revision whose package lies in `source`, ready to be asked."""
    command = [sys.executable, "-P", str(YARDSTICK)]
    env, pipe = {**environment, "PYTHONPATH": str(source)}, subprocess.PIPE
    with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as child:
        try:
            yield Side(name, child)
        finally:
            child.kill()


def compared(
    sources: dict[str, Path], keys: Iterable[str], seconds: float, rounds: int, environment: dict[str, str]
) -> Iterator[Comparison]:
    """Every figure of every game; what is played first changes from round to round."""
    with ExitStack() as stack:
        sides = [stack.enter_context(side(name, path, environment)) for name, path in sources.items()]
        for key in keys:
            for figure in COUNTED:
                yield _compare(sides, Comparison(key, figure), seconds, rounds)


def _compare(sides: list[Side], comparison: Comparison, seconds: float, rounds: int) -> Comparison:
    for number in range(-1, rounds):  # the first one warms both up
        order = sides if number % 2 == 0 else sides[::-1]
        answers = _answers(order, comparison, max(number, 0), seconds if number >= 0 else 0)
        if number >= 0:
            comparison.add(*(answers[one.name] for one in sides))
    return comparison


def _answers(
    order: list[Side], comparison: Comparison, seed: int, seconds: float
) -> dict[str, dict[str, Any]]:
    """The one side plays as long as it is told to, the other as many games from the same luck."""
    words = {"key": comparison.game, "figure": comparison.figure, "seed": seed}
    first = order[0].ask(**words, **({"seconds": seconds} if seconds else {"games": 1}))
    second = order[1].ask(**words, games=first["games"])
    return {order[0].name: first, order[1].name: second}
