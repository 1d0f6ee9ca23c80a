"""Questions by vote: an undo that others must consent to, a bot for an absent seat, the way back, a pause."""

from __future__ import annotations

from typing import Literal

from flattop.kernel import Seat
from flattop.server.schemas.messages import Question

Kind = Literal["undo", "bot", "back", "pause", "resume"]


class Questions:
    """The open questions of one table; they are not saved, for a restart makes nobody say yes."""

    def __init__(self) -> None:
        self._open: dict[str, Question] = {}
        self._asked = 0

    def all(self) -> list[Question]:
        return list(self._open.values())

    def put(self, kind: Kind, seat: Seat, by: Seat, needs: list[Seat]) -> Question:
        self._asked += 1
        question = Question(f"q{self._asked}", kind, seat, by, needs, [])
        self._open[question.id] = question
        return question

    def find(self, question: str) -> Question | None:
        return self._open.get(question)

    def same(self, kind: Kind, seat: Seat) -> Question | None:
        """A question that asks this already."""
        return next((q for q in self._open.values() if (q.kind, q.seat) == (kind, seat)), None)

    def lapsed(self, mover: Seat, noticed: bool) -> list[Question]:
        """Close the undos that a move has overtaken; one that nobody noticed overtakes only its own."""
        over = [q for q in self._open.values() if q.kind == "undo" and (noticed or q.by == mover)]
        for question in over:
            self.close(question)
        return over

    def close(self, question: Question) -> None:
        self._open.pop(question.id, None)


def agreed(question: Question) -> bool:
    return set(question.needs) <= set(question.yes)
