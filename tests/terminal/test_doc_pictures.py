"""The pictures of the terminal in README and docs show it as it is."""

import re
from pathlib import Path

import pytest

from flattop.terminal.screenshots import SCENES, screenshot

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
HINT = "the picture is stale: renew it by ./flattop test --regenerate terminal-pictures"


def texts(svg):
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("key", list(SCENES))
async def test_a_picture_in_the_docs_shows_the_terminal_as_it_is(key):
    drawn = texts(await screenshot(key))
    assert len(drawn) > 20
    assert drawn == texts((FOLDER / f"terminal-{key}.svg").read_text("utf-8")), HINT
