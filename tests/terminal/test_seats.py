"""Who sits where, by the words of the command line."""

import pytest

from flattop.games import game
from flattop.terminal.seats import WORDS, BadSeat, as_recorded, seated, without_files

GO = game("burger-go")


def names(words):
    return [(chair.name, chair.rank) for chair in seated(words, GO)]


def test_without_words_one_person_sits_with_two_house_bots():
    assert [rank for _, rank in names(None)] == ["person", "house", "house"]


def test_a_name_stands_behind_a_colon():
    assert names("you:Ann,house:Max,random") == [("Ann", "person"), ("Max", "house"), ("Crumb", "random")]


def test_several_persons_without_names_are_numbered():
    assert [name for name, _ in names("you,you,house")] == ["Guest 1", "Guest 2", "Basil"]


def test_a_bot_of_ones_own_is_called_as_in_its_file_or_by_a_name():
    own, rob = names("here/mine.py:Bot,mine.py:Bot:Rob")
    assert (own, rob) == (("Bot", "here/mine.py:Bot"), ("Rob", "mine.py:Bot"))
    assert [name for name, _ in names("mine.py:Bot,mine.py:Bot")] == ["Bot", "Bot 2"]
    chairs = as_recorded(["Ann", "Bot"], ["person", "here/mine.py:Bot"])
    assert chairs[1].shown == "mine.py:Bot"
    assert [chair.rank for chair in without_files(chairs)] == ["person", "house"], (
        "a record starts no program"
    )


def test_a_bot_does_not_take_a_name_that_was_given():
    assert [name for name, _ in names("you:Basil,house")] == ["Basil", "Olive"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("you,hause", "there is no seat 'hause'; did you mean 'house'?"),
        ("you,", f"there is no seat ''; the seats are {WORDS}"),
        ("you:,house", "'' is no name for a seat; a name has 1 to 20 letters, as in you:Ann"),
        ("you:\x1b[2J,house", "'\\x1b[2J' is no name for a seat; a name has 1 to 20 letters, as in you:Ann"),
        (
            "you:Ann,you:Ann",
            "two seats are called 'Ann'; each needs a name of its own, as in you:Ann,you:Ben",
        ),
    ],
)
def test_a_word_that_seats_nobody_gets_one_line(words, line):
    with pytest.raises(BadSeat) as trouble:
        seated(words, GO)
    assert str(trouble.value) == line


def test_a_record_without_ranks_is_played_on_by_persons():
    assert [chair.rank for chair in as_recorded(["Ann", "Ben"], None)] == ["person", "person"]
    assert [chair.rank for chair in as_recorded(["Ann", "Ben"], ["person", "chief"])] == ["person", "person"]
