"""What the server says no to: a code for programs, a sentence for people."""

from __future__ import annotations

from flattop.kernel import BadDeck, BadOption, FlattopError, Illegal

CLOSED = "The keeper of this server has closed this table for good."


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence, self.rule = status, code, sentence, rule


class NotRead(Refusal):
    """The database does not answer now; it may pass."""

    def __init__(self, why: str) -> None:
        super().__init__(503, "not-read", "The server cannot reach what it has saved; try again.")
        self.why = why


def no_table() -> Refusal:
    """Alike for a table that never was and for one that is not yours to see."""
    return Refusal(404, "no-table", "There is no such table, or it is private and needs its invite link.")


def no_guest() -> Refusal:
    return Refusal(401, "no-guest", "Tell the server your name first: POST /api/guest.")


def not_started() -> Refusal:
    return Refusal(409, "not-started", "The game has not begun: a seat is still open.")


def elsewhere() -> Refusal:
    return Refusal(503, "elsewhere", "The table is moving from one part of the server to another; try again.")


def closed_table() -> Refusal:
    """One that was broken off: it can be looked at, and nobody plays there again."""
    return Refusal(409, "closed", "This table was closed for good before its end.")


def other_edition(why: str) -> Refusal:
    """A table whose rules have changed since it began, and that cannot go on by those of today."""
    return Refusal(409, "other-edition", f"{why}. It can be looked at, and ended by those seated.")


def not_saved() -> Refusal:
    return Refusal(503, "not-saved", "The server could not save that: nothing was changed; try again.")


def unsettled() -> Refusal:
    """Where the connection to the database was lost while it saved."""
    words = "The server lost its database while saving: look whether it is done, or send the same again."
    return Refusal(503, "unsettled", words)


def refusal(error: FlattopError) -> Refusal:
    """Bad input found by the games, as the server says it."""
    sentence = _sentence(str(error))
    if isinstance(error, Illegal):
        return Refusal(409, error.code, error.sentence, error.rule)
    if isinstance(error, BadDeck):
        return Refusal(400, "bad-deck", sentence)
    return Refusal(400, "bad-option" if isinstance(error, BadOption) else "bad-request", sentence)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."
