"""Rows of one game in the tables of a corpus."""

import json

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import CLOCK
from flattop.lab import Plan
from flattop.lab.corpus.rows import GameRows
from flattop.lab.simulate import play_game
from flattop.match import parse
from tests.editions import next_edition
from tests.match.random_games import played as played_at_random


@pytest.mark.parametrize("key", CATALOG)
def test_rows_contain_every_action_and_event(key):
    plan = Plan(key, ("random",) * game(key).seats[0])
    match = play_game(plan, 0)
    rows = GameRows(parse(match.record.text().encode(), "record"))
    actions = [json.loads(line)["play"] for line in match.record.lines if line.startswith('{"play"')]
    assert [(row["seat"], row["verb"], *row["nouns"]) for row in rows.decisions] == [
        (seat, verb, *map(str, nouns)) for seat, verb, *nouns in actions if seat != CLOCK
    ]
    for row in rows.decisions:
        action = " ".join([row["verb"], *row["nouns"]])
        assert row["chosen"] == -1 or row["options"][row["chosen"]] == action
        assert row["words"]
        assert len(row["points"]) == len(plan.seats)
    assert [row["number"] for row in rows.events] == list(range(1, len(rows.match.events) + 1))
    assert rows.game["digest"] == match.record.chain
    assert rows.game["points"] == match.outcome.points


def test_a_game_keeps_the_edition_of_its_record(monkeypatch):
    record = parse(play_game(Plan("burger-go", ("random",) * 2), 0).record.text().encode(), "record")
    next_edition(monkeypatch)
    assert GameRows(record).game["edition"] == game("burger-go").edition - 1


def test_decisions_that_were_taken_back_are_marked():
    match = played_at_random(undo_at={4, 9, 15})
    rows = GameRows(parse(match.record.text().encode(), "record"))
    undone = [row["number"] for row in rows.decisions if row["taken_back"]]
    assert len(undone) == 3
    final = [row for row in rows.decisions if not row["taken_back"]]
    assert len(final) == len(rows.decisions) - 3


def test_a_record_names_the_ranks_of_its_bots():
    match = play_game(Plan("burger-go", ("house", "random")), 0, ranks=("house", "random"))
    assert parse(match.record.text().encode(), "record").header["ranks"] == ["house", "random"]
