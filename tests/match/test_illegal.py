"""Illegal actions are refused by a rule and change nothing; `bench.illegal` tries many more."""

import pytest

from bench import illegal
from flattop.games import CATALOG, game
from flattop.kernel import Illegal
from flattop.match import Match


@pytest.mark.parametrize("key", list(CATALOG))
def test_illegal_actions_are_refused_by_a_rule_and_change_nothing(key):
    report = illegal.tried(game(key), 600)
    assert report.actions >= 600
    assert sum(report.codes.values()) == report.actions
    assert report.examples == {}


def planted(monkeypatch, **ways):
    """Return the faults found in 60 actions of a match with planted errors."""
    for name, way in ways.items():
        monkeypatch.setattr(Match, name, way)
    return set(illegal.tried(game("burger-go"), 60).faults)


def refusing(*how, cause=None):
    def play(match, seat, action):
        raise Illegal(*how) from cause

    return play


PLANTS = {
    "no code": ("Not Open", "No.", "BG-06"),
    "no sentence": ("not-open", "no", "BG-06"),
    "no such rule": ("not-open", "No.", "BG-999"),
    "no rule (not-open)": ("not-open", "No."),
}


def memorable(monkeypatch):
    """Play legal actions with the original method, so that only illegal ones reach the planted one."""
    play = Match.play
    monkeypatch.setattr(illegal, "positions", lambda game, rnd: several(game, play))


def several(game, play):
    while True:
        match = Match(game, ["Ann", "Ben"], 7)
        for _ in range(5):
            seat = match.waiting[0]
            action = next(iter(match.table.asks[seat]))
            play(match, seat, action)
            yield match, [action]


@pytest.mark.parametrize("fault", PLANTS)
def test_incomplete_refusal_is_detected(monkeypatch, fault):
    memorable(monkeypatch)
    assert planted(monkeypatch, play=refusing(*PLANTS[fault])) == {fault}


def test_failing_and_changing_games_are_detected(monkeypatch):
    memorable(monkeypatch)
    stumbled = refusing("not-open", "No.", "BG-06", cause=KeyError(7))
    assert planted(monkeypatch, play=stumbled) == {"the game raised an error"}

    def changes(match, seat, action):
        match.table.chance.draws += 1
        raise Illegal("not-open", "No.", "BG-06")

    assert planted(monkeypatch, play=changes) == {"something changed"}
    assert planted(monkeypatch, play=lambda match, seat, action: None) == {"was played"}
