"""The page's picture of the wire: each field that the house sends has its line in wire.d.ts, and no other."""

import re
from pathlib import Path

import msgspec
import pytest

from flattop.games import game
from flattop.match import Match
from flattop.server.schemas import catalog, messages, rest
from flattop.server.table.audience import NO_CLOCKS, full_sheet

TEXT = (Path(__file__).parents[2] / "web" / "src" / "wire.d.ts").read_text("utf-8")
INTERFACE = re.compile(r"^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r"^  (\w+)(\?)?:", re.M)

STRUCTS = {
    "OptionText": catalog.OptionInfo,
    "Chapter": catalog.ChapterInfo,
    "Campaign": catalog.CampaignInfo,
    "Result": catalog.ChapterResult,
    "Reached": catalog.ChapterProgress,
    "Team": catalog.TeamProgress,
    "CampaignPage": catalog.CampaignPage,
    "GameCard": catalog.GameSummary,
    "Kind": catalog.KindText,
    "Rule": catalog.RuleText,
    "Game": catalog.GameInfo,
    "Chair": rest.SeatInfo,
    "TableCard": rest.TableSummary,
    "TableInfo": rest.TableInfo,
    "Clock": rest.ClockInfo,
    "Time": messages.TimeInfo,
    "Question": messages.Question,
    "ChatLine": messages.ChatLine,
    "ReplayStep": rest.ReplayStep,
}


def interfaces():
    return {name: (parent, body) for name, parent, body in INTERFACE.findall(TEXT)}


def fields(name):
    """The fields of an interface, with those it inherits."""
    parent, body = interfaces()[name]
    own = {field for field, _ in FIELD.findall(body)}
    return own | fields(parent) if parent else own


@pytest.mark.parametrize("name", STRUCTS)
def test_the_page_knows_every_field_by_its_name(name):
    assert fields(name) == {field.name for field in msgspec.structs.fields(STRUCTS[name])}


def test_the_page_knows_the_sheet():
    match = Match(game("burger-go"), ["Ann", "Ben"], 1)
    assert fields("Sheet") == full_sheet(match, 0, NO_CLOCKS).keys()


def test_the_page_says_only_what_the_house_hears():
    sent = re.findall(r"\{ type: '(\w+)'; ([^}]*) \}", TEXT[TEXT.index("export type ToHouse") :])
    heard = {
        kind.__struct_config__.tag: {field.name for field in msgspec.structs.fields(kind)}
        for kind in (
            messages.Play,
            messages.Undo,
            messages.Ask,
            messages.Answer,
            messages.Hint,
            messages.Chat,
        )
    }
    assert {kind: set(re.findall(r"(\w+)\??:", body)) for kind, body in sent} == heard
