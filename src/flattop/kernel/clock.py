"""Time at the table: what the seat CLOCK may play, and how a bot keeps its hands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from flattop.kernel.frame import Action

SECOND = 10  # ticks: one is a tenth of a second
WAIT: Action = ("wait",)  # named by a bot that does nothing while the clock runs; never played


class Ticks(Sequence[Action]):
    """What the clock may play while time runs by itself: any number of ticks up to `most`.

    Listed are a second and the way to the next moment at which something happens by itself, which comes
    last.  A clock that is offered plain options instead is stepped: time stands still while seats decide.
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
