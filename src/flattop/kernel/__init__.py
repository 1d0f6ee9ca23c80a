"""The rules kernel: tables of plain data, frames of rules in progress, and one door for secrets."""

from flattop.kernel.campaign import Campaign, CampaignText, Chapter, campaign_text
from flattop.kernel.chance import Chance, Loaded
from flattop.kernel.clock import SECOND, WAIT, Ticks
from flattop.kernel.errors import BadDeck, BadOption, FlattopError, Illegal, Obstacle, RulesBug, nearest
from flattop.kernel.frame import (
    PASS,
    PAUSE,
    Action,
    Each,
    Frame,
    Interruption,
    Next,
    Noun,
    Options,
    Seat,
    Secret,
    Window,
)
from flattop.kernel.game import Game, Mode, Option, Outcome, Settings
from flattop.kernel.part import Part, part, plain
from flattop.kernel.table import CLOCK, LISTENER, Event, Table, Told
from flattop.kernel.text import Rule, Text, rules, seat_names
from flattop.kernel.zone import HIDDEN, VACANT, Sees, View, Zone, Zones, bare, guess, redeal, view

__all__ = [
    "CLOCK",
    "HIDDEN",
    "LISTENER",
    "PASS",
    "PAUSE",
    "SECOND",
    "VACANT",
    "WAIT",
    "Action",
    "BadDeck",
    "BadOption",
    "Campaign",
    "CampaignText",
    "Chance",
    "Chapter",
    "Each",
    "Event",
    "FlattopError",
    "Frame",
    "Game",
    "Illegal",
    "Interruption",
    "Loaded",
    "Mode",
    "Next",
    "Noun",
    "Obstacle",
    "Option",
    "Options",
    "Outcome",
    "Part",
    "Rule",
    "RulesBug",
    "Seat",
    "Secret",
    "Sees",
    "Settings",
    "Table",
    "Text",
    "Ticks",
    "Told",
    "View",
    "Window",
    "Zone",
    "Zones",
    "bare",
    "campaign_text",
    "guess",
    "nearest",
    "part",
    "plain",
    "redeal",
    "rules",
    "seat_names",
    "view",
]
