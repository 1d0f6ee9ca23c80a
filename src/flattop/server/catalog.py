"""The game catalog: titles, options, texts, rules and decks of all games."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from flattop.bots.ratings import ratings
from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import Game, card_citations
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

CACHED_PACKS = 32
TEXTS = ("told", "about")  # keys of a pack that hold texts instead of printed data


def games() -> list[GameSummary]:
    return [GameSummary(**_summary(known_game(key))) for key in CATALOG]


@cache
def game_info(key: str) -> GameInfo:
    """Return everything about a game that is the same at every table."""
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
def drawn_game_info(key: str) -> GameInfo:
    """Return what is needed to draw a table: no rules, and only the printed data of the deck."""
    game = game_info(key)
    printed = getattr(known_game(key).pack(None), "on_paper", None) or [*game.pack]
    pack = {name: game.pack[name] for name in printed if name not in TEXTS}
    return msgspec.structs.replace(game, pack=pack, rules=[])


def game_words(key: str) -> GameWords:
    """Return the texts that `drawn_game_info` leaves out."""
    game = game_info(key)
    return GameWords(game.rules, *(game.pack[part] for part in TEXTS))


def rules(key: str, word: str | None) -> list[RuleText]:
    """Return the rules that contain a word, in any case, or all rules."""
    all_rules = game_info(key).rules
    if not word:
        return all_rules
    folded = word.casefold()
    return [rule for rule in all_rules if folded in f"{rule.id} {rule.section} {rule.text}".casefold()]


def _summary(game: Game) -> dict[str, Any]:
    campaign = None
    if game.campaign:
        text = game.campaign.text
        chapters = [
            ChapterInfo(chapter.value, chapter.title, list(chapter.adds), chapter.length, dict(chapter.goals))
            for chapter in game.campaign.chapters(game.pack(None))
        ]
        campaign = CampaignInfo(game.campaign.option, text.chapter, text.measure, list(text.stars), chapters)
    return {
        "key": game.key,
        "title": game.title,
        "about": game.text.about,
        "mode": game.mode,
        "seats": list(game.seats),
        "usual": game.default_seats,
        "options": {key: _option(game, key) for key in game.options},
        "campaign": campaign,
        "minutes": list(game.menu.minutes or ()),
        "difficulty": game.menu.difficulty or "",
        "presets": [
            PresetInfo(key, preset.title, preset.text, list(preset.minutes), dict(preset.options))
            for key, preset in game.menu.preset.items()
        ],
        "hush": game.chat_ban.sentence if game.chat_ban else "",
        "ratings": {rank: list(rating) for rank, rating in ratings(game.key).items()},
    }


def _option(game: Game, key: str) -> OptionInfo:
    """Describe an option with the texts of the menu; seat names are left out of its values."""
    option, text = game.options[key], game.option_text(key)
    default = option.written(option.default) if option.seats else option.default
    return OptionInfo(
        default,
        [value for value in option.values if not (option.seats and value in option.names)],
        text.text,
        option.free is not None,
        dict(text.values),
        text.title,
        option.seats,
    )


def known_game(key: str) -> Game:
    if key not in CATALOG:
        raise Refusal(404, "no-game", f"There is no game {key!r}; the games are {', '.join(CATALOG)}.")
    return game_of(key)


@lru_cache(maxsize=CACHED_PACKS)
def pack(key: str, deck: Path | None) -> Any:
    """Return the cards and numbers of a deck, with card texts under `told` and symbols under `about`."""
    game = known_game(key)
    cards = game.pack(deck)
    describer = game.describer(cards, (), {}, None)
    return plain(cards) | {"told": describer.deck(), "about": card_citations(describer)}


def plain(value: Any) -> Any:
    """Convert a deck to JSON values; objects of other types become null."""
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
