"""Campaigns: chapters that a team plays in order, and the stars it earns in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flattop.kernel.toml import Entry, convert, read


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter: a value of the campaign's option, its new elements, its length and its goals."""

    value: Any
    title: str
    adds: tuple[str, ...]
    length: str
    goals: Mapping[int, str]  # by number of seats


class CampaignText(Entry, frozen=True):
    """Wording of a campaign: the names of a chapter, of its time and of each star."""

    chapter: str
    measure: str
    stars: tuple[str, ...]
    adds: dict[str, str]
    goal: dict[str, str]


@dataclass(frozen=True)
class Campaign:
    """The option that selects the chapter, the chapters, and the stars of a finished table (0 if lost)."""

    option: str
    chapters: Callable[[Any], tuple[Chapter, ...]]  # of a pack
    stars: Callable[[Any], int]  # of a table
    text: CampaignText


def campaign_text(path: Path) -> CampaignText:
    """Read the `[campaign]` section of a game's `text.toml`."""
    return convert(CampaignText, read(path).get("campaign"), f"{path.name}: campaign")
