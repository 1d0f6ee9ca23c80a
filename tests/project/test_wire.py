"""The page's types of messages match the server's structs, and docs/protocol.md lists every close code."""

import importlib.util
import re
from pathlib import Path

import msgspec
import pytest

from flattop.games import game
from flattop.match import Match
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import Sheet
from flattop.server.table.viewers import NO_CLOCKS, welcome_snapshot

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")


@pytest.fixture
def wire():
    """The script that writes the types of the page."""
    spec = importlib.util.spec_from_file_location("wire", ROOT / "web" / "wire.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_the_types_of_the_page_are_up_to_date(wire):
    assert wire.FILE.read_text("utf-8") == wire.wire(), "outdated: run .venv/bin/python web/wire.py"


def test_a_type_without_a_typescript_form_is_an_error(wire):
    with pytest.raises(TypeError, match=r"frozenset.* has no words in TypeScript yet"):
        wire.typescript(frozenset[int], {})


@pytest.mark.parametrize("seat", [0, None])
def test_a_snapshot_has_the_fields_of_its_struct(seat):
    sent = welcome_snapshot(Match(game("burger-go"), ["Ann", "Ben"], 1), seat, NO_CLOCKS)
    assert sent.keys() == set(Sheet.__struct_fields__)
    msgspec.convert(sent, Sheet)


def test_the_protocol_lists_every_close_code_and_says_after_which_to_reconnect():
    rows = re.findall(r"^\| (\d{4}) \| .+ \| (yes|no) \|$", PROTOCOL, re.MULTILINE)
    assert {int(code): reconnect == "no" for code, reconnect in rows} == {
        code: code.final for code in CloseCode
    }
