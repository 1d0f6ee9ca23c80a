"""Open-ended options: a few are suggested, and every legal one is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from flattop.kernel import Action


@dataclass(frozen=True, slots=True)
class Price:
    """A verb with an amount of money: any multiple of the unit up to the maximum."""

    verb: str
    unit: int
    most: int

    def takes(self, action: object) -> bool:
        match action:
            case (self.verb, int(amount)) if not isinstance(amount, bool):
                return 0 < amount <= self.most and amount % self.unit == 0
        return False

    def suggestions(self, count: int) -> list[Action]:
        """The first few amounts, and the maximum."""
        few = range(self.unit, self.most + 1, self.unit)[:count]
        amounts = [*few, self.most - self.most % self.unit] if self.most >= self.unit else []
        return [(self.verb, amount) for amount in dict.fromkeys(amounts)]


@dataclass(frozen=True, slots=True)
class FreeText:
    """An action that may have free text as its last noun."""

    action: tuple[Any, ...]  # without the text
    longest: int

    def takes(self, action: object) -> bool:
        if not isinstance(action, tuple) or action[:-1] != self.action or not isinstance(action[-1], str):
            return False
        return len(action[-1]) <= self.longest and action[-1].isprintable()


@dataclass(frozen=True, slots=True)
class OpenOptions(Sequence[Action]):
    """Options that list the suggested actions and accept all legal ones with `in`.

    A plain dataclass, so that options can be saved and compared.
    """

    suggested: tuple[Action, ...]
    open: tuple[Price | FreeText, ...]

    @property
    def takes_more(self) -> bool:
        """True if other actions than the suggested ones are legal."""
        return any(isinstance(room, FreeText) or room.most >= room.unit for room in self.open)

    def __contains__(self, action: object) -> bool:
        return action in self.suggested or any(room.takes(action) for room in self.open)

    def __len__(self) -> int:
        return len(self.suggested)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: Any) -> Any:
        return self.suggested[index]
