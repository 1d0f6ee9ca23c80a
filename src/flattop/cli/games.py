"""`flattop games`: the catalog."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from flattop.cli import output

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.kernel import Game, Option


def add(commands: Commands) -> None:
    command = commands.add_parser("games", help="the catalog: seats, mode, options with their defaults")
    command.add_argument("game", metavar="GAME", nargs="?", help="one game, with its options explained")
    command.add_argument("--json", action="store_true", help="as one JSON list, or one JSON object for GAME")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import CATALOG, game

    if args.game:
        return explain(game(args.game), args.json)
    games = [game(key) for key in CATALOG]
    if args.json:
        output.as_json([entry(one) for one in games])
        return 0
    output.table(["game", "title", "mode", "seats", "options"], [row(one) for one in games])
    return 0


def entry(game: Game) -> dict[str, Any]:
    """One game of the catalog, as `games --json` shows it."""
    return {
        "key": game.key,
        "title": game.title,
        "mode": game.mode,
        "seats": list(game.seats),
        "minutes": list(game.menu.minutes or ()),
        "difficulty": game.menu.difficulty or "",
        "options": {key: _option(option) for key, option in game.options.items()},
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "default": _as_given(option, option.default),
        "values": [_as_given(option, value) for value in option.values],
        "text": option.text,
        "free": option.free is not None,
    }


def _as_given(option: Option, value: Any) -> Any:
    """A value as it is given on the command line: a seat is counted from 1."""
    return option.names.get(value, value)


def explain(game: Game, json: bool) -> int:
    """One game: for how many, and what each of its options does."""
    if json:
        output.as_json(entry(game))
        return 0
    offered = [game.mode, f"for {_span(game.seats)}", *_offered(game)]
    print(f"{game.title} ({game.key}): {', '.join(offered)}")
    rows = [
        [key, _values(option), option.written(option.default), option.text]
        for key, option in game.options.items()
    ]
    output.table(["option", "values", "default", "what it does"], rows)
    if presets := _presets(game):
        output.table(["preset", "given as", "what it is"], presets)
    print(f"Give an option as in `flattop play {game.key} --option {next(iter(game.options), 'key')}=…`.")
    return 0


def _offered(game: Game) -> list[str]:
    """How long it takes and how hard it is to learn, where that is known."""
    minutes, difficulty = game.menu.minutes, game.menu.difficulty
    return [
        *([f"{minutes[0]}-{minutes[1]} minutes"] if minutes else []),
        *([f"{difficulty} to learn"] if difficulty else []),
    ]


def _presets(game: Game) -> list[list[str]]:
    """Options that go together, as they are given on the command line."""
    presets = [preset for preset in game.menu.preset.values() if preset.options]
    given = [" ".join(f"--option {key}={value}" for key, value in one.options.items()) for one in presets]
    return [[one.title, words, one.text] for one, words in zip(presets, given, strict=True)]


def _values(option: Option) -> str:
    """The values there are; where others may be thought of, what it does says which."""
    return ", ".join([*map(option.written, option.values), *(["…"] if option.free else [])])


def row(game: Game) -> list[str]:
    options = ", ".join(f"{key}={option.written(option.default)}" for key, option in game.options.items())
    return [game.key, game.title, game.mode, _span(game.seats), options]


def _span(seats: tuple[int, ...]) -> str:
    """2-6 where no number between is missing."""
    if len(seats) > 1 and list(seats) == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ",".join(map(str, seats))
