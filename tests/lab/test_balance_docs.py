"""Every game has a balance report with plots and a designer's comments, linked from its page."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.lab.all_balance import WANTED, commands
from bench.lab.balance_docs import BEGIN, END, by_hand
from flattop.cli import build_parser
from flattop.games import CATALOG

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_game_has_a_linked_report(key):
    text = (DOCS / "balance" / f"{key}.md").read_text("utf-8")
    assert f"(../balance/{key}.md)" in (DOCS / "games" / f"{key}.md").read_text("utf-8")
    assert f"({key}.md)" in (DOCS / "balance" / "README.md").read_text("utf-8")
    assert "## What was found" in text
    assert text.count(BEGIN) == text.count(END) == 1
    assert len(by_hand(DOCS / "balance" / f"{key}.md")) > 200


def test_pictures_are_valid_svg_and_all_are_used():
    shown = "".join(path.read_text("utf-8") for path in (DOCS / "balance").glob("*.md"))
    for picture in (DOCS / "balance" / "pictures").glob("*.svg"):
        ElementTree.parse(picture)
        assert f"(pictures/{picture.name})" in shown


@pytest.mark.parametrize("key", list(WANTED))
def test_commands_of_all_balance_are_valid(key):
    for asked in commands(key, 1.0).values():
        assert build_parser("balance").parse_args(asked).game == key
