"""Games as the page wants to know them."""

from __future__ import annotations

from functools import cache
from typing import Any

from flattop.games import CATALOG
from flattop.kernel import Campaign, Chapter, Game
from flattop.server.lobby.seats import known_game
from flattop.server.schemas.catalog import (
    CampaignInfo,
    ChapterInfo,
    EventText,
    GameInfo,
    GameSummary,
    KindText,
    OptionInfo,
    RuleText,
    VerbText,
    ZoneText,
)
from flattop.server.table.views import plain


def games() -> list[GameSummary]:
    return [GameSummary(**_summary(known_game(key))) for key in CATALOG]


@cache
def game_info(key: str) -> GameInfo:
    """Everything of a game that does not change from table to table."""
    game = known_game(key)
    text = game.text
    return GameInfo(
        **_summary(game),
        verbs={name: VerbText(verb.label, list(verb.nouns)) for name, verb in text.verbs.items()},
        events={name: EventText(line.line, list(line.nouns)) for name, line in text.events.items()},
        kinds={name: KindText(kind.names, kind.format, kind.start) for name, kind in text.kinds.items()},
        zones={
            name: ZoneText(zone.title, zone.kind, name in game.zones and game.zones[name].per_seat)
            for name, zone in text.zones.items()
        },
        coach=list(text.coach),
        pack=plain(game.pack(None)),
        rules=[RuleText(rule.id, rule.section, rule.text) for rule in game.rules],
    )


def rules(key: str, word: str | None) -> list[RuleText]:
    """The rules that speak of a word, or all."""
    all_rules = game_info(key).rules
    if not word:
        return all_rules
    low = word.casefold()
    return [rule for rule in all_rules if low in f"{rule.id} {rule.section} {rule.text}".casefold()]


def _summary(game: Game) -> dict[str, Any]:
    options = {
        key: OptionInfo(o.default, list(o.values), o.text, o.free is not None)
        for key, o in game.options.items()
    }
    return {
        "key": game.key,
        "title": game.title,
        "about": game.text.about,
        "mode": game.mode,
        "seats": list(game.seats),
        "options": options,
        "campaign": _campaign(game.campaign, game.pack(None)) if game.campaign else None,
    }


def _campaign(campaign: Campaign, pack: Any) -> CampaignInfo:
    text, chapters = campaign.text, campaign.chapters(pack)
    return CampaignInfo(
        campaign.option, text.chapter, text.measure, list(text.stars), [_chapter(one) for one in chapters]
    )


def _chapter(chapter: Chapter) -> ChapterInfo:
    return ChapterInfo(chapter.value, chapter.title, list(chapter.adds), chapter.length, dict(chapter.goals))
