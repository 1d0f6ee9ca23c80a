"""The page's types match the server's structs and the games, and docs/protocol.md lists every close code."""

import importlib
import random
import re
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from flattop.games import catalog, game
from flattop.match import Match
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import Snapshot
from flattop.server.table.viewers import NO_CLOCKS, welcome_snapshot

PEOPLE = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")


@pytest.fixture
def script(monkeypatch):
    """Import a script of web/."""
    monkeypatch.syspath_prepend(ROOT / "web")
    return importlib.import_module


def test_the_types_of_messages_are_up_to_date(script):
    wire = script("wire")
    assert wire.FILE.read_text("utf-8") == wire.wire(), "outdated: run .venv/bin/python web/wire.py"


def test_the_drawings_of_the_games_are_those_of_their_manifests(script):
    wire = script("wire")
    assert wire.GAMES.read_text("utf-8") == wire.games(), "outdated: run .venv/bin/python web/wire.py"


def test_the_types_of_views_and_decks_are_up_to_date(script):
    views = script("views")
    written = {file: file.read_text("utf-8") for file in views.FOLDER.iterdir()}
    assert written == views.views(), "outdated: run .venv/bin/python web/wire.py"


@pytest.mark.parametrize("key", catalog())
def test_every_zone_has_the_type_that_the_page_is_told(script, key):
    rules = game(key)
    match = Match(rules, PEOPLE[: rules.seats[0]], 1)
    hints = script("views").zone_hints(rules, type(match.table))
    chance = random.Random(1)
    for _ in range(100):
        for viewer in (0, None):
            view = welcome_snapshot(match, viewer, NO_CLOCKS)["view"]
            assert view.keys() == hints.keys()
            for zone, value in view.items():
                msgspec.convert(value, hints[zone])
        if match.over:
            return
        seat = chance.choice([*match.table.asks])
        match.play(seat, chance.choice([*match.table.asks[seat]]))


@pytest.mark.parametrize(
    ("hint", "written"),
    [
        (tuple[int, ...], "number[]"),
        (tuple[int, str], "[number, string]"),
        (list[Literal["met", "open"]], "('met' | 'open')[]"),
        (dict[str, bool], "Record<string, boolean>"),
        (int | None, "number | null"),
    ],
)
def test_an_annotation_becomes_the_type_of_its_json_form(script, hint, written):
    assert script("typescript").typescript(hint, {}) == written


def test_a_type_without_a_json_form_is_an_error(script):
    with pytest.raises(TypeError, match=r"no TypeScript type for frozenset"):
        script("typescript").typescript(frozenset[int], {})


def test_cards_that_may_be_hidden_are_numbers_too(script):
    assert script("views").concealable(list[list[str]], per_seat=True) == list[list[str | int]]


def test_two_types_of_one_name_are_an_error(script):
    with pytest.raises(ValueError, match="two different types are called Clock"):
        script("views").declare({"Clock": int}, "Clock", str)


@pytest.mark.parametrize("seat", [0, None])
def test_a_snapshot_has_the_fields_of_its_struct(seat):
    sent = welcome_snapshot(Match(game("burger-go"), ["Ann", "Ben"], 1), seat, NO_CLOCKS)
    assert sent.keys() == set(Snapshot.__struct_fields__)
    msgspec.convert(sent, Snapshot)


def test_the_protocol_lists_every_close_code_and_says_after_which_to_reconnect():
    rows = re.findall(r"^\| (\d{4}) \| .+ \| (yes|no) \|$", PROTOCOL, re.MULTILINE)
    assert {int(code): reconnect == "no" for code, reconnect in rows} == {
        code: code.final for code in CloseCode
    }
