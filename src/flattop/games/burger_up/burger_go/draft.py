"""The draft: three rounds of secret choices, with hands passed to the left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from flattop.games.burger_up.actions import SHOW
from flattop.kernel import HIDDEN, Action, Frame, Next, Options, Seat, Secret, part

if TYPE_CHECKING:
    from flattop.games.burger_up.burger_go.table import GoTable


@part
class Rounds(Frame):
    """The game: rounds of a deal, seven turns and coins; at the end Middle Buns are compared."""

    at: str = "start_round"

    def start_round(self, t: GoTable) -> Next:
        t.round += 1
        t.clear_rows()
        t.deal_hands()
        return self.turn

    def turn(self, t: GoTable) -> Next:
        return t.call(Choice(tuple(range(t.seats))), self.turn_up)

    def turn_up(self, t: GoTable, answers: Mapping[Seat, Action]) -> Next:
        for seat in range(t.seats):
            t.play_face(seat, face_of(answers[seat]))
        t.reveal()
        return self.pass_hands if t.hands[0] else self.end_round

    def pass_hands(self, t: GoTable) -> Next:
        t.pass_left()
        return self.turn

    def end_round(self, t: GoTable) -> Next:
        t.pay_rows()
        return self.start_round if t.round < t.settings["rounds"] else self.end_game

    def end_game(self, t: GoTable) -> Next:
        t.compare_buns()
        t.tell_ranking()
        return t.done()


@part
class Choice(Secret):
    """Every seat lays a card face down; the half nearest to the seat is the half it plays (BG-07, BG-08)."""

    choices: str = "playable"
    decided: set[Seat] = field(default_factory=set)  # public, unlike the answers
    at: str = "open"

    def follow_up(self, t: Any, seat: Seat, action: Action) -> Options:
        if action[0] == "choose" and not t.pack.is_bun[action[1]]:
            return SHOW[action[1]]
        self.decided.add(seat)
        return ()

    def topic(self, t: Any, seat: Seat | None) -> str:
        if seat is None or seat in self.halfway or len(t.hands[seat]) > 1:
            return Secret.topic(self, t, seat)  # no super(): `part` makes a new class
        return "last_bun" if t.pack.is_bun[t.hands[seat][0]] else "last"

    def unmark(self) -> bool:
        dropped = self.decided - self.answers.keys()
        self.decided -= dropped
        return bool(dropped)

    def laid_down(self, seat: Seat) -> list[int]:
        """The face a seat has decided on; HIDDEN in views of other seats."""
        if seat not in self.decided:
            return []
        return [face_of(self.answers[seat]) if seat in self.answers else HIDDEN]


def face_of(answer: Action) -> int:
    """The face of a complete answer; both halves of a Middle Bun are the same (BG-R12)."""
    verb, noun = answer
    return noun if verb == "show" else 2 * noun  # type: ignore[no-any-return]
