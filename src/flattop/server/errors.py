"""Refusals: errors of requests, with a code for programs and a sentence for people."""

from __future__ import annotations

from flattop.kernel import BadDeck, BadOption, FlattopError, Illegal

CLOSED = "The operator of this server has closed this table for good."


class Refusal(Exception):
    """A request that was refused without any effect."""

    def __init__(self, status: int, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence, self.rule = status, code, sentence, rule


class NotRead(Refusal):
    """The database does not answer; the problem may be temporary."""

    def __init__(self, why: str) -> None:
        super().__init__(503, "not-read", "The server cannot reach its database; try again.")
        self.why = why


def no_table() -> Refusal:
    """The same for a table that does not exist and for one that the guest may not see."""
    return Refusal(404, "no-table", "There is no such table, or it is private and needs its invite link.")


def no_guest() -> Refusal:
    return Refusal(401, "no-guest", "Choose a name first: POST /api/guest.")


def not_started() -> Refusal:
    return Refusal(409, "not-started", "The game has not started: a seat is still open.")


def elsewhere() -> Refusal:
    return Refusal(503, "elsewhere", "The table is moving to another worker of the server; try again.")


def closed_table() -> Refusal:
    return Refusal(409, "closed", "This table was closed for good before its game was over.")


def other_edition(why: str) -> Refusal:
    """A table that cannot be continued because its rules have changed since it started."""
    return Refusal(409, "other-edition", f"{why}. Its players can still look at it, and end it.")


def not_saved() -> Refusal:
    return Refusal(503, "not-saved", "The server could not save, so nothing has changed; try again.")


def unsettled() -> Refusal:
    """The database was lost during a save, so its result is unknown."""
    sentence = "The server lost its database while saving; check whether it is done, or send it again."
    return Refusal(503, "unsettled", sentence)


def refusal(error: FlattopError) -> Refusal:
    """Convert an error of the games to a refusal."""
    if isinstance(error, Illegal):
        return Refusal(409, error.code, error.sentence, error.rule)
    sentence = str(error)
    sentence = sentence[:1].upper() + sentence[1:]
    sentence = sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
    if isinstance(error, BadDeck):
        return Refusal(400, "bad-deck", sentence)
    return Refusal(400, "bad-option" if isinstance(error, BadOption) else "bad-request", sentence)
