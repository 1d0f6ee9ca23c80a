"""Games as the page wants to know them."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from flattop.bots.ratings import ratings
from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import Campaign, Chapter, Game, card_citations
from flattop.kernel.options import Preset
from flattop.server.errors import Refusal
from flattop.server.schemas.catalog import (
    CampaignInfo,
    ChapterInfo,
    EventText,
    GameInfo,
    GameSummary,
    GameWords,
    KindText,
    OptionInfo,
    PresetInfo,
    RuleText,
    VerbText,
    ZoneText,
)

PACKS = 32  # decks that were asked for lately
SAID = ("told", "about")  # of a deck, besides what is printed


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
        events={
            name: EventText(line.line, list(line.nouns), line.motion) for name, line in text.events.items()
        },
        kinds={name: KindText(kind.names, kind.format, kind.start) for name, kind in text.kinds.items()},
        zones={
            name: ZoneText(zone.title, zone.kind, name in game.zones and game.zones[name].per_seat)
            for name, zone in text.zones.items()
        },
        coach=list(text.coach),
        pack=pack(key, None),
        rules=[RuleText(rule.id, rule.section, rule.text) for rule in game.rules],
    )


@cache
def table_info(key: str) -> GameInfo:
    """What a table of a game is drawn from: of its deck what is printed, and no rules."""
    game = game_info(key)
    printed = getattr(known_game(key).pack(None), "on_paper", None) or [*game.pack]
    pack = {name: game.pack[name] for name in printed if name not in SAID}
    return msgspec.structs.replace(game, pack=pack, rules=[])


def words(key: str) -> GameWords:
    """The rest of it: what is read out, explained and looked up."""
    game = game_info(key)
    return GameWords(game.rules, *(game.pack[part] for part in SAID))


def rules(key: str, word: str | None) -> list[RuleText]:
    """The rules that speak of a word, or all."""
    all_rules = game_info(key).rules
    if not word:
        return all_rules
    low = word.casefold()
    return [rule for rule in all_rules if low in f"{rule.id} {rule.section} {rule.text}".casefold()]


def _summary(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "about": game.text.about,
        "mode": game.mode,
        "seats": list(game.seats),
        "usual": game.default_seats,
        "options": {key: _option(game, key) for key in game.options},
        "campaign": _campaign(game.campaign, game.pack(None)) if game.campaign else None,
        "minutes": list(game.menu.minutes or ()),
        "difficulty": game.menu.difficulty or "",
        "presets": [_preset(key, one) for key, one in game.menu.preset.items()],
        "hush": game.chat_ban.sentence if game.chat_ban else "",
        "ratings": {rank: list(rating) for rank, rating in ratings(game.key).items()},
    }


def _option(game: Game, key: str) -> OptionInfo:
    """An option in plain words; seats are no values of it, for they are those of the table."""
    option, words = game.options[key], game.menu.option.get(key)
    default = option.written(option.default) if option.seats else option.default
    return OptionInfo(
        default,
        [value for value in option.values if not (option.seats and value in option.names)],
        words.text if words else option.text,
        option.free is not None,
        dict(words.values) if words else {},
        words.title if words else "",
        option.seats,
    )


def _preset(key: str, preset: Preset) -> PresetInfo:
    return PresetInfo(key, preset.title, preset.text, list(preset.minutes), dict(preset.options))


def _campaign(campaign: Campaign, pack: Any) -> CampaignInfo:
    text, chapters = campaign.text, campaign.chapters(pack)
    return CampaignInfo(
        campaign.option, text.chapter, text.measure, list(text.stars), [_chapter(one) for one in chapters]
    )


def _chapter(chapter: Chapter) -> ChapterInfo:
    return ChapterInfo(chapter.value, chapter.title, list(chapter.adds), chapter.length, dict(chapter.goals))


def known_game(key: str) -> Game:
    if key not in CATALOG:
        raise Refusal(404, "no-game", f"There is no game {key!r}; the games are {', '.join(CATALOG)}.")
    return game_of(key)


@lru_cache(maxsize=PACKS)
def pack(key: str, deck: Path | None) -> Any:
    """The cards and numbers of a deck; under `told` each card in words, under `about` its marks and rules."""
    game = known_game(key)
    cards = game.pack(deck)
    describer = game.describer(cards, (), {}, None)
    return plain(cards) | {"told": describer.deck(), "about": card_citations(describer)}


def plain(value: Any) -> Any:
    """A deck as words, numbers and lists; what is no such thing is left out."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    names = getattr(value, "__struct_fields__", None) or getattr(value, "__dataclass_fields__", None)
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    return msgspec.to_builtins(value, str_keys=True, enc_hook=lambda other: None)
