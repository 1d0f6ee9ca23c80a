"""Bots have names of their own, the same on the page, and a face for each."""

import re
from itertools import islice
from pathlib import Path

from flattop.bots.names import STAFF, free_names, is_bots

WEB = Path(__file__).parents[2] / "web"


def test_names_are_free_and_never_run_out():
    assert list(islice(free_names(["Ada", "Basil"]), 9)) == [*STAFF[1:], "Basil 2", "Olive 2"]
    assert is_bots("Basil")
    assert is_bots("Olive 2")
    assert is_bots("House bot 1"), "as in tables of the past"
    assert not is_bots("Ada")


def test_the_page_knows_the_same_names_and_has_a_face_for_each():
    listed = re.search(r"STAFF = \[(.*?)\]", (WEB / "src/lib/text/bots.ts").read_text("utf-8"), re.DOTALL)
    assert tuple(re.findall(r"'(\w+)'", listed[1])) == STAFF
    faces = {path.stem for path in (WEB / "public/pieces/faces").glob("*.svg")}
    assert faces == {name.lower() for name in STAFF}
