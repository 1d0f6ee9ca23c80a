"""Games as the page wants to know them."""

from __future__ import annotations

from functools import cache
from typing import Any

from flattop.games import CATALOG
from flattop.kernel import Campaign, Chapter, Game
from flattop.server.lobby.seats import known_game
from flattop.server.schemas.catalog import (
    CampaignCard,
    ChapterCard,
    EventCard,
    GameCard,
    GameSheet,
    KindCard,
    OptionCard,
    RuleCard,
    VerbCard,
    ZoneCard,
)
from flattop.server.table.views import plain


def games() -> list[GameCard]:
    return [GameCard(**_card(known_game(key))) for key in CATALOG]


@cache
def game_sheet(key: str) -> GameSheet:
    """Everything of a game that does not change from table to table."""
    game = known_game(key)
    text = game.text
    return GameSheet(
        **_card(game),
        verbs={name: VerbCard(verb.label, list(verb.nouns)) for name, verb in text.verbs.items()},
        events={name: EventCard(line.line, list(line.nouns)) for name, line in text.events.items()},
        kinds={name: KindCard(kind.names, kind.format, kind.start) for name, kind in text.kinds.items()},
        zones={
            name: ZoneCard(zone.title, zone.kind, name in game.zones and game.zones[name].per_seat)
            for name, zone in text.zones.items()
        },
        coach=list(text.coach),
        pack=plain(game.pack(None)),
        rules=[RuleCard(rule.id, rule.section, rule.text) for rule in game.rules],
    )


def rules(key: str, word: str | None) -> list[RuleCard]:
    """The rules that speak of a word, or all."""
    found = game_sheet(key).rules
    if not word:
        return found
    low = word.casefold()
    return [rule for rule in found if low in f"{rule.id} {rule.section} {rule.text}".casefold()]


def _card(game: Game) -> dict[str, Any]:
    options = {
        key: OptionCard(o.default, list(o.values), o.text, o.free is not None)
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


def _campaign(campaign: Campaign, pack: Any) -> CampaignCard:
    text, chapters = campaign.text, campaign.chapters(pack)
    return CampaignCard(
        campaign.option, text.chapter, text.measure, list(text.stars), [_chapter(one) for one in chapters]
    )


def _chapter(chapter: Chapter) -> ChapterCard:
    return ChapterCard(chapter.value, chapter.title, list(chapter.adds), chapter.length, dict(chapter.goals))
