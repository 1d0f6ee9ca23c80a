"""Bots have names of their own, and a face for each on the page."""

from itertools import islice
from pathlib import Path

from flattop.bots import RANKS
from flattop.bots.names import STAFF, free_names, is_bots

WEB = Path(__file__).parents[2] / "web"


def test_names_are_free_and_never_run_out():
    house, easy = RANKS["house"].staff, RANKS["easy"].staff
    assert list(islice(free_names(house, ["Ada", "Basil"]), 9)) == [*house[1:], "Basil 2", "Olive 2"]
    assert list(islice(free_names(easy, ["Sprout"]), 4)) == ["Radish", "Bean", "Radish 2", "Sprout 2"]
    assert len({*STAFF}) == len(STAFF), "nobody is of two ranks"
    assert is_bots("Basil")
    assert is_bots("Radish 2")
    assert is_bots("House bot 1"), "as in tables of the past"
    assert not is_bots("Ada")


def test_the_page_has_a_face_for_each():
    faces = {path.stem for path in (WEB / "public/pieces/faces").glob("*.svg")}
    assert faces == {name.lower() for name in STAFF}
