"""The campaign: eight scenarios, each with new elements, and the stars a team earns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.cards import Pack
from flattop.games.kitchen_rush.end_of_shift import SALARIES_FROM, STRIKES_FROM
from flattop.games.kitchen_rush.schema import Goal
from flattop.kernel import Campaign, Chapter, campaign_text

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

WORDS = campaign_text(Path(__file__).parent / "text.toml")


def chapters(pack: Pack) -> tuple[Chapter, ...]:
    """The scenarios of a deck as chapters of the campaign."""
    chapters: list[Chapter] = []
    for scenario in pack.scenario:
        adds = tuple(WORDS.adds.get(new, new) for new in scenario.new)
        shifts = "1 shift" if scenario.shifts == 1 else f"{scenario.shifts} shifts"
        seconds = (scenario.time.normal, scenario.time.family, scenario.rush.seconds)
        length = WORDS.goal["length"].format(shifts, *[f"{s // 60}:{s % 60:02}" for s in seconds])
        goals = {set_up.n: goal_text(scenario.number, set_up.goal) for set_up in scenario.players}
        chapters.append(Chapter(scenario.number, scenario.name, adds, length, goals))
    return tuple(chapters)


def goal_text(number: int, goal: Goal) -> str:
    """All parts of the goal, and the conditions that lose the game (KR-84, KR-95)."""
    parts = ("served_each", "served", "coins", "reputation")
    texts = [WORDS.goal[part].format(getattr(goal, part)) for part in parts if getattr(goal, part)]
    if number >= STRIKES_FROM:
        texts.append(WORDS.goal["strikes"])
    elif number >= SALARIES_FROM:
        texts.append(WORDS.goal["salaries"])
    return ", ".join(texts)


def stars(t: KitchenTable) -> int:
    """One star for the goal, two if the clock runs by itself, three with the limit `rush`."""
    if t.verdict != "goal met":
        return 0
    if t.stepped or t.settings["limit"] == "family":
        return 1
    return 3 if t.settings["limit"] == "rush" else 2


CAMPAIGN = Campaign("scenario", chapters, stars, WORDS)
