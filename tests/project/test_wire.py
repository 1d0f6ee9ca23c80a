"""The page's picture of the wire is the server's: written from its structs, which say just what is sent."""

import importlib.util
import re
from pathlib import Path

import msgspec
import pytest

from flattop.games import game
from flattop.match import Match
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.events import Sheet
from flattop.server.table.audience import NO_CLOCKS, welcome_snapshot

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")


@pytest.fixture
def wire():
    """The script that writes it."""
    spec = importlib.util.spec_from_file_location("wire", ROOT / "web" / "wire.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_the_page_knows_the_wire_as_it_is(wire):
    assert wire.FILE.read_text("utf-8") == wire.wire(), "it is not fresh: python web/wire.py"


def test_a_type_without_words_is_an_error(wire):
    with pytest.raises(TypeError, match=r"frozenset.* has no words in TypeScript yet"):
        wire.typescript(frozenset[int], {})


@pytest.mark.parametrize("seat", [0, None])
def test_a_sheet_is_what_its_struct_says(seat):
    shown = welcome_snapshot(Match(game("burger-go"), ["Ann", "Ben"], 1), seat, NO_CLOCKS)
    assert shown.keys() == set(Sheet.__struct_fields__)
    msgspec.convert(shown, Sheet)


def test_the_protocol_lists_every_close_code_and_which_are_final():
    listed = PROTOCOL[PROTOCOL.index("Closed by the ") : PROTOCOL.index("coming back does not help")]
    codes, final = listed.split("After ")
    assert {int(code) for code in re.findall(r"\b[14]\d{3}\b", codes)} == set(CloseCode)
    assert {int(code) for code in re.findall(r"\d{4}", final)} == {code for code in CloseCode if code.final}
