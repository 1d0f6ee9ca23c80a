"""Time in a game: the options of the seat CLOCK, and the action of a bot that waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from flattop.kernel.frame import Action

SECOND = 10  # ticks in a second
WAIT: Action = ("wait",)  # returned by a bot that does nothing while the clock runs; it is never played


class Ticks(Sequence[Action]):
    """Options of the clock while time runs by itself: any number of ticks up to `most`.

    Iterating lists only two of them: one second, and last `next`, the ticks until the next timed event.
    A clock that is offered ordinary options instead is stepped: no time passes while seats decide.
    """

    __slots__ = ("most", "next")

    def __init__(self, next: int, most: int) -> None:
        self.next, self.most = next, most

    @property
    def _listed(self) -> tuple[Action, ...]:
        there: Action = ("tick", self.next)
        return (there,) if self.next <= SECOND else (("tick", SECOND), there)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, tuple) or len(action) != 2 or action[0] != "tick":
            return False
        return type(action[1]) is int and 1 <= action[1] <= self.most

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def __len__(self) -> int:
        return 1 if self.next <= SECOND else 2

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Action]: ...
    def __getitem__(self, i: Any) -> Any:
        return self._listed[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ticks) and (self.next, self.most) == (other.next, other.most)

    def __hash__(self) -> int:
        return hash((self.next, self.most))

    def __repr__(self) -> str:
        return f"Ticks({self.next}, {self.most})"
