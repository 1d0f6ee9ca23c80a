"""No byte and no length of a message depends on hidden information; `bench.secrecy` tests more deals."""

import pytest

from bench import secrecy
from flattop.games import CATALOG, game
from flattop.kernel import Illegal
from flattop.match import Match
from flattop.server.table import viewers


@pytest.mark.parametrize("key", list(CATALOG))
def test_no_message_depends_on_information_hidden_from_its_receiver(key):
    report = secrecy.looked_at(game(key), 25)
    assert report.positions == 25
    assert report.frames >= 4 * 25
    assert report.examples == []


def leaking(positions=60):
    return set(secrecy.looked_at(game("burger-go"), positions).leaks)


def with_more(honest, more):
    """Wrap a function of the server, and add fields to its result."""

    def drawn_up(match, *eye, **how):
        seen = dict(honest(match, *eye, **how))
        return {**seen, **more(match, seen)}

    return drawn_up


def bottom(match):
    return match.table.deck[0] if match.table.deck else 0


def rivals_odds(match):
    return sum(hand[0] for hand in match.table.hands if hand)


def test_check_finds_a_leaked_card_id_in_every_message_type(monkeypatch):
    def named(match, seen):
        return {"reason": f"card {bottom(match)}"}

    for name in ("snapshot", "public_status"):
        monkeypatch.setattr(viewers, name, with_more(getattr(viewers, name), named))
    assert leaking() >= {"welcome before", "welcome", "update"}


def test_check_finds_a_leaking_length(monkeypatch):
    """Extra spaces depend on the bottom card of the deck."""

    def padded(match, seen):
        return {"prompt": seen["prompt"] + " " * (bottom(match) % 7)}

    monkeypatch.setattr(viewers, "seat_part", with_more(viewers.seat_part, padded))
    assert leaking() == {"update"}


def test_check_finds_a_leaking_order(monkeypatch):
    """The order depends on a hidden card."""

    def turned(match, seen):
        return {"log": seen["log"][:: 1 - 2 * (bottom(match) % 2)]}

    monkeypatch.setattr(viewers, "snapshot", with_more(viewers.snapshot, turned))
    assert leaking() == {"welcome before", "welcome"}


def test_check_finds_a_leaking_error_message(monkeypatch):
    def talkative(match, seat, action):
        return Illegal("not-open", f"Not while card {bottom(match)} is there.", "BG-06")

    monkeypatch.setattr(Match, "refusal", talkative)
    assert leaking() == {"refusals"}


def test_check_finds_a_leaking_time(monkeypatch):
    """The time depends on hidden cards."""
    monkeypatch.setattr(secrecy, "clocks", lambda match: {"time": rivals_odds(match) / 1000})
    assert leaking() == {"welcome before", "welcome", "update"}


def test_check_finds_an_unexpected_update(monkeypatch):
    """An update is sent depending on a hidden card."""
    honest = viewers.changes

    def chatty(match, shared, watching):
        due = honest(match, shared, watching)
        return due if bottom(match) % 2 else dict.fromkeys(watching, ([], {})) | due

    monkeypatch.setattr(viewers, "changes", chatty)
    assert leaking() == {"update"}
