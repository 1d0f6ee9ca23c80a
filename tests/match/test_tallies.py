"""Tallies: event counts of a finished game, by seat."""

import pytest

import flattop
from flattop.games import CATALOG
from flattop.kernel import CLOCK, Tally, count_tallies
from flattop.match import snapshot

NOUNS = {
    "sold": ("seat", "price:dollars"),
    "shared": ("seats:seat", "each"),
    "lost": ("seat", "price"),
    "duel": ("a:seat", "x", "b:seat", "y"),
    "served": ("order",),
}
TOLD = [
    ("sold", 0, 5),
    ("shared", [0, 1], 2),
    ("lost", 1, 4),
    ("duel", 0, 12, 1, 17),
    ("duel", 0, 9, 1, 9),
    ("duel", 1, 20, -1, 3),
    ("served", 7),
]


def test_events_count_for_the_seat_they_name_and_rest_gets_the_remainder():
    tallies = {
        "sales": Tally("sales", {"sold": "price", "shared": "each"}, part=True),
        "lost": Tally("lost", {"lost": "price"}, part=True, less=True),
        "cash": Tally("cash", part=True, rest=True),
        "duels": Tally("duels won", {"duel": ""}, higher={"a": "x", "b": "y"}),
        "orders": Tally("orders", {"served": ""}),
    }
    lines = count_tallies(tallies, NOUNS, TOLD, (10, 2))
    counted = {line["name"]: line["seats"] for line in lines}
    assert counted == {"sales": [7, 2], "lost": [0, -4], "cash": [3, 4], "duels": [0, 2], "orders": [1, 1]}
    assert [line["name"] for line in lines if line["each"]] == ["sales", "lost", "duels"]


def test_game_without_tallies_has_its_points():
    assert [(line["name"], line["part"], line["seats"]) for line in count_tallies({}, {}, (), (3, 1))] == [
        ("points", True, [3, 1])
    ]


@pytest.mark.parametrize("key", CATALOG)
def test_parts_of_a_finished_game_add_up_to_its_points(key):
    game = flattop.game(key)
    people = [f"Seat {n + 1}" for n in range(game.seats[0])]
    match = flattop.Match(game, people, 3, dict(game.untimed_settings))
    assert snapshot(match, 0)["tallies"] == []
    bots = [flattop.bot("house", key, flattop.Chance(seat)) for seat in range(match.table.seats)]
    while not match.over:
        for seat in match.waiting[:1]:
            match.play(seat, bots[seat].choose(flattop.Observation(game, match.table, seat)))
        if CLOCK in match.table.asks:
            match.play(CLOCK, match.table.asks[CLOCK][-1])
    end = snapshot(match, 0)
    assert {*game.text.tallies} == {line["name"] for line in end["tallies"]}
    parts = [line["seats"] for line in end["tallies"] if line["part"]]
    if key == "burgerfuck":  # a game of places, which are no sum
        assert parts == []
    else:
        assert [sum(column) for column in zip(*parts, strict=True)] == end["points"]
