"""A state of OpenSpiel: lots at the root, then one decision after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from flattop.envs.openspiel.config import Kit
from flattop.envs.openspiel.snapshot import Moment, written
from flattop.kernel import Seat, seat_names

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class FlattopState(pyspiel.State):  # type: ignore[misc]
    """The lots that were drawn so far and, once all are, the moment that play has come to."""

    def __init__(self, game: Any, kit: Kit) -> None:
        super().__init__(game)
        self.kit = kit
        self.lots: tuple[int, ...] = ()
        self.moment: Moment | None = None

    def current_player(self) -> int:
        if self.moment is None:
            return CHANCE
        return TERMINAL if self.moment.t.over else self.moment.asked

    def is_terminal(self) -> bool:
        return self.moment is not None and self.moment.t.over

    def returns(self) -> list[float]:
        if self.moment is None or not self.moment.t.over:
            return [0.0] * self.kit.seats
        return self.kit.returns(self.moment)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every lot is as likely as any other; all luck of the game follows from them."""
        wide = self.kit.lots[len(self.lots)]
        return [(lot, 1 / wide) for lot in range(wide)]

    def _legal_actions(self, seat: Seat) -> list[int]:
        if self.moment is None or self.moment.t.over or seat != self.moment.asked:
            return []
        return sorted(self.moment.options)

    def _apply_action(self, number: int) -> None:
        if self.moment is not None:
            self.moment = self.moment.after(number)
            return
        self.lots = (*self.lots, number)
        if len(self.lots) == len(self.kit.lots):
            self.moment = self.kit.dealt(self.lots)

    def _action_to_string(self, seat: int, number: int) -> str:
        if self.moment is None or seat == CHANCE:
            return f"Lot {number}"
        action = self.moment.options.get(number) if seat == self.moment.asked else None
        if action is None:
            return f"Action {number}"
        people = seat_names(self.kit.seats)
        return f"{number} {self.kit.game.text.option(self.moment.t, action, people)}"

    def resample_from_infostate(self, seat: Seat, sampler: Callable[[], float]) -> FlattopState:
        """A state that the seat cannot tell from this one; others remember nothing before it."""
        if self.kit.seeds:
            raise ValueError("a game of some seeds has no other worlds to imagine; leave seeds=0")
        state: FlattopState = self.get_game().new_initial_state()
        state.lots = self.lots
        state.moment = self.moment and self.moment.imagined(seat, int(sampler() * 2**53))
        return state

    def __str__(self) -> str:
        """The way here, and what everybody sees."""
        way = f"{self.kit.game.title} {' '.join(map(str, self.history()))}".strip()
        return way if self.moment is None else f"{way}\n{written(self.moment.look(None)).decode()}"
