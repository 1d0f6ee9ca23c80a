"""The game: three rounds of secret choices, open placing, and passing hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from flattop.games.burger_up.actions import CHOOSE
from flattop.games.burger_up.between_two.placing import Placing
from flattop.kernel import HIDDEN, Action, Frame, Next, Options, Seat, Secret, Table, part

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable

ROUNDS = 3


@part
class Rounds(Frame):
    """The game: three rounds of a deal, two turns, and a last card thrown away (BT-05)."""

    at: str = "start_round"

    def start_round(self, t: BetweenTable) -> Next:
        t.round += 1
        t.deal_hands()
        return self.pick

    def pick(self, t: BetweenTable) -> Next:
        """Step 1 (BT-09)."""
        return t.call(Choice(tuple(range(t.seats)), laid=[0] * t.seats), self.turn_up)

    def turn_up(self, t: BetweenTable, pairs: Mapping[Seat, tuple[int, int]]) -> Next:
        """Step 2: all cards are turned up at the same moment (BT-10)."""
        for seat in range(t.seats):
            t.turn_up(seat, pairs[seat])
        t.reveal()
        return self.place

    def place(self, t: BetweenTable) -> Next:
        """Step 3 (BT-11)."""
        return t.call(Placing(), self.hand_on)

    def hand_on(self, t: BetweenTable, _: object) -> Next:
        """Step 4: pass hands, unless each has a single card left, which is thrown away (BT-15, BT-16)."""
        t.turn += 1
        if len(t.hands[0]) > 1:
            t.pass_hands()
            return self.pick
        t.throw_away_hands()
        return self.start_round if t.round < ROUNDS else self.end_game

    def end_game(self, t: BetweenTable) -> Next:
        t.tell_result()
        return t.done()


@part
class Choice(Secret):
    """Every seat lays two different cards face down, one after the other (BT-09)."""

    choices: str = "pickable"
    laid: list[int] = field(default_factory=list)  # number of cards by seat; public, unlike the cards
    at: str = "open"

    def follow_up(self, t: Any, seat: Seat, action: Action) -> Options:
        complete = self.halfway.get(seat, action) != action
        self.laid[seat] = max(self.laid[seat], 1 + complete)
        return () if complete else [CHOOSE[card] for card in t.hands[seat] if card != action[1]]

    def wait(self, t: Table) -> Next:
        return t.ask_any(self.waiting) if self.waiting else t.done(self.pairs)

    def unmark(self) -> bool:
        before = self.laid
        self.laid = [(seat in self.halfway) + (seat in self.answers) for seat in range(len(before))]
        return self.laid != before

    @property
    def pairs(self) -> dict[Seat, tuple[int, int]]:
        return {seat: (self.halfway[seat][1], second[1]) for seat, second in self.answers.items()}

    def face_down(self, seat: Seat) -> list[int]:
        """The cards a seat has laid down; HIDDEN in views of other seats."""
        known = [answers[seat][1] for answers in (self.halfway, self.answers) if seat in answers]
        return known + [HIDDEN] * (self.laid[seat] - len(known))
