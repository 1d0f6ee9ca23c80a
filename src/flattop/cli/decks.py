"""Deck files of one's own are checked, and house decks written out."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from flattop.cli import output
from flattop.cli.parser import BadUsage
from flattop.games import CATALOG, game
from flattop.kernel import BadDeck, Game
from flattop.kernel.toml import read, read_limited


def check(args: Namespace) -> int:
    try:
        games = games_for(args.file, args.game)
    except BadDeck as error:
        if not args.json:
            raise
        output.as_json({"file": str(args.file), "good": False, "games": [], "fault": str(error)})
        return 2
    if args.json:
        output.as_json({"file": str(args.file), "good": True, "games": [one.key for one in games]})
    else:
        print(f"{args.file}: a sound deck for {', '.join(one.title for one in games)}")
    return 0


def games_for(path: Path, key: str | None) -> list[Game]:
    """The games that can be played with a deck file, once it was found sound."""
    chosen = game(key) if key else game_of(path)
    chosen.pack(path)
    return [other for other in map(game, CATALOG) if other.deck == chosen.deck]


def game_of(path: Path) -> Game:
    """The game that a deck file names, or whose house deck has most in common with it."""
    raw = read_limited(path)
    if str(raw.get("key")) in CATALOG:
        return game(raw["key"])
    best = max(map(game, CATALOG), key=lambda one: likeness(raw, one))
    if likeness(raw, best) < 0.5:
        games = ", ".join(CATALOG)
        raise BadDeck(f"{path.name}: like the deck of no game; say which with --game, one of {games}")
    return best


def likeness(raw: dict[str, Any], one: Game) -> float:
    """How many of the tables in the two files are in both, from 0 to 1."""
    tables = read(one.deck).keys()
    return len(tables & raw.keys()) / len(tables | raw.keys())


def export(args: Namespace) -> int:
    deck = game(args.game).deck.read_text("utf-8")
    if args.out is None:
        print(deck, end="")
        return 0
    if args.out.exists() and not args.force:
        raise BadUsage(f"{args.out} is there already; another --out, or --force to write over it")
    args.out.write_text(deck, "utf-8")
    print(f"{args.out}: the house deck of {game(args.game).title}; check your own with `flattop deck check`")
    return 0
