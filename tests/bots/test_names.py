"""Names of bots, and their portraits in the web client."""

from itertools import islice
from pathlib import Path

from flattop.bots import BOT_NAMES, RANKS, free_names, is_bot_name

WEB = Path(__file__).parents[2] / "web"


def test_free_names_are_unused_and_endless():
    house, easy = RANKS["house"].staff, RANKS["easy"].staff
    assert list(islice(free_names(house, ["Ada", "Basil"]), 9)) == [*house[1:], "Basil 2", "Olive 2"]
    assert list(islice(free_names(easy, ["Sprout"]), 4)) == ["Radish", "Bean", "Radish 2", "Sprout 2"]
    assert len({*BOT_NAMES}) == len(BOT_NAMES), "every name belongs to one rank"
    assert is_bot_name("Basil")
    assert is_bot_name("Radish 2")
    assert is_bot_name("House bot 1"), "in records of earlier versions"
    assert not is_bot_name("Ada")


def test_every_name_has_a_portrait():
    faces = {path.stem for path in (WEB / "public/pieces/faces").glob("*.svg")}
    assert faces == {name.lower() for name in BOT_NAMES}
