"""Response delays: the pace of bots and of auto-answers.

The delay of an answer must not reveal anything. It is drawn from one distribution, whatever a seat holds and
however long its bot thinks. It applies to the whole answer: steps that other players cannot observe (the
first half of a sealed answer) take no time of their own.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import NamedTuple

from flattop.match.secret_actions import Visibility

MAX_DELAY = 2.0  # longest delay of an answer, as a multiple of the shortest
REPLY_SHARE = 0.5  # of a normal delay, for replies in reaction windows: most of them only pass
CONTINUED_SHARE = 0.4  # for further steps of the seat that moved last, while only it is asked
SILENT_SHARE = 0.25  # of a delay, for steps without a log line: spectators would see nothing happen


class Delay(NamedTuple):
    start: float  # when the question was asked, plus the bot's thinking time
    seconds: float


class ResponseDelays:
    """The delays of the answers that bots or auto-answers are about to give."""

    def __init__(self, pace: float, rng: random.Random | None = None) -> None:
        self.pace, self._rng = pace, rng or random.SystemRandom()
        self._delays: dict[Hashable, Delay] = {}

    def begin(self, turn: Hashable, now: float, share: float = 1.0, thinking: float = 0.0) -> None:
        """Draw a delay, unless the seat is in the middle of an answer."""
        if turn not in self._delays:
            self._delays[turn] = Delay(now + thinking, self.pace * share * self._rng.uniform(1.0, MAX_DELAY))

    def wait(self, turn: Hashable, now: float, seen: Visibility) -> float:
        """Seconds until the step may be seen. A late one waits for the next multiple of the pace."""
        if seen is Visibility.NOTHING or not self.pace:
            return 0.0
        delay = self._delays.pop(turn, Delay(now, 0.0))
        due = delay.start + delay.seconds * (SILENT_SHARE if seen is Visibility.NO_EVENT else 1.0)
        while due < now:
            due += self.pace
        return due - now

    def forget(self, turn: Hashable) -> None:
        self._delays.pop(turn, None)

    def __len__(self) -> int:
        return len(self._delays)
