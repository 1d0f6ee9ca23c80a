"""Seat words of the command line."""

import pytest

from flattop.games import catalog, game
from flattop.terminal.seats import SEAT_WORDS, BadSeat, parse_seats, recorded_players, without_custom_bots

GO = game("burger-go")


def names(words):
    return [(player.name, player.rank) for player in parse_seats(words, GO)]


def test_default_is_one_person_and_house_bots_at_the_usual_table():
    assert [rank for _, rank in names(None)] == ["person", "house", "house", "house"]
    usual = {key: len(parse_seats(None, game(key))) for key in catalog()}
    assert usual == {key: game(key).usual_seats for key in catalog()}
    assert [usual[key] for key in ("burger-boss", "party-up", "solo-up", "kitchen-rush")] == [4, 5, 1, 2]


def test_name_follows_a_colon():
    assert names("you:Ann,house:Max,random") == [("Ann", "person"), ("Max", "house"), ("Crumb", "random")]


def test_unnamed_people_are_numbered():
    assert [name for name, _ in names("you,you,house")] == ["Guest 1", "Guest 2", "Basil"]


def test_custom_bot_is_named_after_its_class_or_by_a_name():
    own, rob = names("here/mine.py:Bot,mine.py:Bot:Rob")
    assert (own, rob) == (("Bot", "here/mine.py:Bot"), ("Rob", "mine.py:Bot"))
    assert [name for name, _ in names("mine.py:Bot,mine.py:Bot")] == ["Bot", "Bot 2"]
    players = recorded_players(["Ann", "Bot"], ["person", "here/mine.py:Bot"])
    assert players[1].rank_label == "mine.py:Bot"
    assert [player.rank for player in without_custom_bots(players)] == ["person", "house"], (
        "a record starts no program"
    )


def test_bot_does_not_use_a_name_that_is_taken():
    assert [name for name, _ in names("you:Basil,house")] == ["Basil", "Olive"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("you,hause", "unknown seat 'hause'; did you mean 'house'?"),
        ("you,", f"unknown seat ''; a seat is {SEAT_WORDS}"),
        ("you:,house", "bad name ''; a name has 1 to 20 characters, as in you:Ann"),
        ("you:\x1b[2J,house", "bad name '\\x1b[2J'; a name has 1 to 20 characters, as in you:Ann"),
        (
            "you:Ann,you:Ann",
            "two seats have the name 'Ann'; give each its own name, as in you:Ann,you:Ben",
        ),
    ],
)
def test_bad_seat_word_is_one_line(words, line):
    with pytest.raises(BadSeat) as trouble:
        parse_seats(words, GO)
    assert str(trouble.value) == line


def test_record_without_ranks_is_resumed_by_people():
    assert [player.rank for player in recorded_players(["Ann", "Ben"], None)] == ["person", "person"]
    assert [player.rank for player in recorded_players(["Ann", "Ben"], ["person", "chief"])] == [
        "person",
        "person",
    ]
