"""Mid-game positions, two or more of each game, and a server whose tables start there.

House bots play all seats until the first seat is asked for a given verb after a given number of actions; then
the guest takes over.  The seed is fixed, so the positions are always the same.
"""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

# The server reads the position from a file, which must be written before the table is created.
PROGRAM = """
import sys
from bench.page.positions import start_in_mid_game
start_in_mid_game(sys.argv[1])
from flattop.cli import main
sys.exit(main(sys.argv[2:]))
"""
SEED = bytes(range(32)).hex()
SPATULA = "[data-key=spatula]"


class Position(NamedTuple):
    """A question to the first seat of a full table."""

    game: str
    seats: int
    verb: str
    after: int  # actions at least
    touch: str = ""  # selector of an element to click for another look
    options: dict[str, Any] = {}

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats}-{self.verb}"

    @property
    def chairs(self) -> list[str]:
        return ["you", *["house"] * (self.seats - 1)]


POSITIONS = (
    Position("burger-up", 4, "buy", 250),
    Position("burger-up", 4, "shift", 170, SPATULA),
    Position("burger-up", 4, "serve", 80),
    Position("party-up", 6, "buy", 400),
    Position("party-up", 6, "scrape", 400, SPATULA),
    Position("party-up", 6, "serve", 100),
    Position("solo-up", 1, "serve", 25, SPATULA),
    Position("solo-up", 1, "hold", 60),
    Position("between-two-burgers", 4, "choose", 67),
    Position("between-two-burgers", 4, "left", 80),
    Position("between-two-burgers", 2, "show", 20),
    Position("hanaburger", 4, "hint", 60),
    Position("hanaburger", 4, "tell", 60),
    Position("hanaburger", 2, "show", 8),
    Position("burger-go", 6, "choose", 100),
    Position("burger-go", 4, "choose", 40),
    Position("burger-go", 2, "choose", 10),
    Position("burger-trucker", 4, "grab", 400),
    Position("burger-trucker", 4, "put_back", 300),
    Position("burger-trucker", 4, "place", 260),
    Position("burger-trucker", 4, "claim", 500),
    Position("burger-boss", 5, "restaurant", 0),
    Position("burger-boss", 5, "place", 280),
    Position("burger-boss", 5, "take", 300),
    Position("burger-boss", 5, "sell", 350),
    Position("burger-boss", 5, "token", 310),
    Position("burgerfuck", 6, "play", 700),
    Position("burgerfuck", 6, "strike", 500),
    Position("burgerfuck", 6, "drop", 800),
    Position("ninja-burger", 6, "come", 300),
    Position("ninja-burger", 6, "roll", 300),
    Position("ninja-burger", 6, "reroll", 80),
    Position("ninja-burger", 6, "put_item", 400),
    Position("kitchen-rush", 4, "place", 80),
    Position("kitchen-rush", 4, "take", 70),
    Position("kitchen-rush", 4, "cook", 100),
)


def request_position(position: Position, file: Path) -> None:
    """Write the position at which the next table starts to the file that the server reads."""
    file.write_text(json.dumps([position.verb, position.after]))


def start_in_mid_game(file: str) -> None:
    """Make every new table of this server use the fixed seed and start at the requested position."""
    from flattop import match

    match.live_seed = lambda: bytes.fromhex(SEED)
    from flattop.server.lobby import create

    deal = create.deal

    async def dealt(table: Any) -> Any:
        changes = await deal(table)
        play_on(table.match, *json.loads(Path(file).read_text()))
        return changes

    create.deal = dealt


def play_on(match: Any, verb: str, after: int) -> None:
    """Let house bots play until the first seat is asked for the verb."""
    from flattop import Chance, bot
    from flattop.match.game_loop import turns

    bots = [bot("house", match.game.key, Chance(seat)) for seat in range(len(match.people))]
    for _ in chain((None,), turns(match, bots)):
        asked = match.table.asks.get(0) or ()
        if match.actions >= after and any(action[0] == verb for action in asked):
            return
    raise LookupError(f"{match.game.key} never asked the first seat to {verb} after {after} actions")
