"""Illegal actions: each is refused by a rule, and changes nothing; `bench.illegal` tries many more."""

import pytest

from bench import illegal
from flattop.games import CATALOG, game
from flattop.kernel import Illegal
from flattop.match import Match


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_illegal_action_is_refused_by_a_rule_and_changes_nothing(key):
    report = illegal.tried(game(key), 600)
    assert report.actions >= 600
    assert sum(report.codes.values()) == report.actions
    assert report.examples == {}


def planted(monkeypatch, **ways):
    """The faults that are told of 60 actions in a match that is wrong in some way."""
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
    """Random games whose own moves are carried out unchecked, so that only wrong ones meet a plant."""
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
def test_a_refusal_that_lacks_something_is_noticed(monkeypatch, fault):
    memorable(monkeypatch)
    assert planted(monkeypatch, play=refusing(*PLANTS[fault])) == {fault}


def test_a_game_that_stumbles_and_one_that_changes_something_are_noticed(monkeypatch):
    memorable(monkeypatch)
    stumbled = refusing("not-open", "No.", "BG-06", cause=KeyError(7))
    assert planted(monkeypatch, play=stumbled) == {"the game stumbled"}

    def changes(match, seat, action):
        match.table.chance.draws += 1
        raise Illegal("not-open", "No.", "BG-06")

    assert planted(monkeypatch, play=changes) == {"something changed"}
    assert planted(monkeypatch, play=lambda match, seat, action: None) == {"was played"}
