"""`flattop games`: list the games and their options."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import BadUsage, add_command, as_called, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.kernel import Game


def add(commands: Commands) -> None:
    command = add_command(commands, "games", "List the games with their seats, options and defaults.")
    command.add_argument("game", metavar="GAME", nargs="?", help="explain one game and its options")
    command.add_argument("--players", metavar="N", type=whole(1), help="list only games for N players")
    command.add_argument(
        "--minutes",
        metavar="M",
        type=whole(1),
        help="list only games that take at most M minutes, with N players or else with the fewest",
    )
    command.add_argument("--json", action="store_true", help="print a JSON list, or one JSON object for GAME")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import CATALOG, game

    if args.game and (args.players or args.minutes):
        raise BadUsage("games: --players and --minutes filter the list of games; leave out GAME")
    if args.game:
        explain(game(args.game), args.json)
        return 0
    games = [one for one in map(game, CATALOG) if fits(one, args.players, args.minutes)]
    if args.json:
        output.print_json([game_json(one) for one in games])
    elif games:
        output.print_table(["game", "title", "mode", "seats", "options"], [table_row(one) for one in games])
    else:
        print("no game fits; allow more minutes or another number of players", file=sys.stderr)
    return 0 if games else 1


def fits(game: Game, players: int | None, minutes: int | None) -> bool:
    """True if the game seats this many players, and with them takes at most so many minutes."""
    if players is not None and players not in game.seats:
        return False
    if minutes is None:
        return True
    if game.menu.minutes is None:
        return False
    # with a number of players in between, the playing time is taken to grow by the same amount per player
    few, many = game.menu.minutes
    fewest, most = min(game.seats), max(game.seats)
    share = ((players or fewest) - fewest) / max(1, most - fewest)
    return few + share * (many - few) <= minutes


def game_json(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "mode": game.mode,
        "seats": list(game.seats),
        "minutes": list(game.menu.minutes or ()),
        "difficulty": game.menu.difficulty or "",
        "options": {
            key: {
                # values are written as on the command line, where seats count from 1
                "default": option.names.get(option.default, option.default),
                "values": [option.names.get(value, value) for value in option.values],
                "title": game.option_text(key).title,
                "text": game.option_text(key).text,
                "free": option.free is not None,
            }
            for key, option in game.options.items()
        },
    }


def explain(game: Game, json: bool) -> None:
    """Print one game with its options and presets."""
    if json:
        output.print_json(game_json(game))
        return
    facts = [game.mode, f"for {seat_range(game.seats)}"]
    if minutes := game.menu.minutes:
        facts.append(f"{minutes[0]}-{minutes[1]} minutes")
    if game.menu.difficulty:
        facts.append(f"{game.menu.difficulty} to learn")
    print(f"{game.title} ({game.key}): {', '.join(facts)}")
    if game.text.credit:
        print(game.text.credit)
    rows = []
    for key, option in game.options.items():
        values = [*map(option.written, option.values), *(["…"] if option.free else [])]  # …: other values too
        text = game.option_text(key)
        rows.append([key, ", ".join(values), option.written(option.default), f"{text.title}: {text.text}"])
    output.print_table(["option", "values", "default", "what it does"], rows)
    presets = [
        [
            preset.title,
            " ".join(f"--option {key}={value}" for key, value in preset.options.items()),
            preset.text,
        ]
        for preset in game.menu.preset.values()
        if preset.options
    ]
    if presets:
        output.print_table(["preset", "given as", "what it is"], presets)
    print(
        as_called(
            f"Set an option as in `flattop play {game.key} --option {next(iter(game.options), 'key')}=…`."
        )
    )


def table_row(game: Game) -> list[str]:
    options = ", ".join(f"{key}={option.written(option.default)}" for key, option in game.options.items())
    return [game.key, game.title, game.mode, seat_range(game.seats), options]


def seat_range(seats: tuple[int, ...]) -> str:
    """Return `2-6` for consecutive numbers, otherwise a list such as `2,4`."""
    if len(seats) > 1 and list(seats) == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ",".join(map(str, seats))
