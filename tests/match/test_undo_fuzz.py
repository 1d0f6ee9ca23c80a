"""Undos at random moments: no error, truthful terms, equal replays; `bench.undo` plays many more."""

import pytest

from bench import undo as fuzzer
from flattop.games import CATALOG, game
from flattop.kernel import Illegal, RulesBug, Secret, Table, seat_names
from flattop.match import AutoAnswers, Match, replay, state_hash, verify

MATCHES = 12


@pytest.mark.parametrize("key", fuzzer.GAMES)
def test_random_undos_agree_with_verify_and_replay(key, soak):
    report = fuzzer.fuzzed(game(key), soak(200, share=MATCHES))
    assert report.matches >= MATCHES
    assert min(report.undos["free"], report.undos["consent"]) > 0
    assert report.examples == {}


def test_fuzzer_plays_every_game_with_secret_answers_or_anytime_plays():
    found = set()
    for key in CATALOG:
        rules = game(key)
        match = Match(rules, seat_names(rules.seats[0]), 1, rules.untimed_settings)
        secret = any(isinstance(frame, Secret) for frame in match.table.stack)
        if secret or type(match.table).anytime is not Table.anytime:
            found.add(key)
    assert found == set(fuzzer.GAMES)


def after_a_dropped_deal(**auto_answers):
    """Play until seat 0 has dropped a deal while attendance is open, and seat 1 has answered then."""
    match = Match(game("ninja-burger"), seat_names(3), 1)
    while match.table.phase != 3:
        seat = next(iter(match.table.asks))
        match.play(seat, list(match.table.asks[seat])[-1])
    match.auto_answers = auto_answers.get("given", {})
    for seat, action in ((0, ("deal", 1)), (0, ("drop",)), (1, ("come",))):
        match.play(seat, action)
    return match


@pytest.mark.parametrize("given", [{}, {0: AutoAnswers()}], ids=["by hand", "with auto-answers"])
def test_undo_that_would_drop_an_answer_of_another_seat_needs_its_consent(given):
    match = after_a_dropped_deal(given=given)
    terms = match.undo_terms(0)
    assert (terms.kind, terms.consent) == ("consent", (1, 2))
    with pytest.raises(Illegal, match="consent"):
        match.undo(0)
    match.undo(0, terms.consent)
    assert not any(isinstance(frame, Secret) and frame.answers for frame in match.table.stack)
    again = replay(match.record.text())
    assert again.table == match.table
    assert verify(match.record.text()).good
    while terms := match.undo_terms(0):
        match.undo(0, terms.consent)
    assert verify(match.record.text()).good


def test_free_undo_keeps_the_secret_answer_of_another_seat():
    match = Match(game("burger-go"), ["Ann", "Ben"], 7)
    answer = match.table.asks[1][0]
    match.play(0, match.table.asks[0][0])
    match.play(1, answer)
    assert match.undo_terms(0).kind == "free"
    match.undo(0)
    assert fuzzer.answers(match, 0) == {1: answer}
    assert state_hash(replay(match.record.text()).table) == state_hash(match.table)


def test_failed_undo_changes_nothing(monkeypatch):
    match = after_a_dropped_deal()
    terms, before = match.undo_terms(0), fuzzer.fingerprint(match)

    def fails(*_):
        raise RulesBug("planted")

    monkeypatch.setattr(type(match.history), "before", fails)
    with pytest.raises(RulesBug, match="planted"):
        match.undo(0, terms.consent)
    assert fuzzer.fingerprint(match) == before
    assert verify(match.record.text()).good
