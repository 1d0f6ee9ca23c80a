"""A campaign: chapters that a team plays one after the other, and what it keeps of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flattop.kernel.toml import Entry, convert, read


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter: a value of the campaign's option, what is new in it, how long it is and what it asks."""

    value: Any
    title: str
    adds: tuple[str, ...]
    length: str
    goals: Mapping[int, str]  # by number of seats


class CampaignText(Entry, frozen=True):
    """The words of a campaign: its unit, what its time is called, and what each star is for."""

    chapter: str
    measure: str
    stars: tuple[str, ...]
    adds: dict[str, str]
    goal: dict[str, str]


@dataclass(frozen=True)
class Campaign:
    """Which option names the chapters, and how many stars a finished table has earned, none if it is lost."""

    option: str
    chapters: Callable[[Any], tuple[Chapter, ...]]  # of a pack
    stars: Callable[[Any], int]  # of a table
    text: CampaignText


def campaign_text(path: Path) -> CampaignText:
    """The `[campaign]` of a game's `text.toml`."""
    return convert(CampaignText, read(path).get("campaign"), f"{path.name}: campaign")
