"""Measures the least event-loop time of a play, which is nearly independent of other load.

    python -m bench.server.quiet_move --seats 4 --games burger-go hanaburger --times 12

One game is played repeatedly with the same cards and choices.  The least time of every play counts, from the
decoded message to the encoded answers, without sockets and with saves that complete at once.  Printed are
microseconds per play.  PYTHONPATH=OTHER/src measures another checkout; alternate both for a comparison.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns
from unittest.mock import patch

from bench.arguments import argument_parser
from bench.server.one_move import Listener, table_of
from flattop.server.schemas import messages
from flattop.server.server import Server
from flattop.server.table.commands import deliver
from flattop.server.table.live import LiveTable

SEED = bytes(range(32))


async def one_game(server: Server, game: str, seats: int, plays: int) -> list[int]:
    """Return the nanoseconds of each of its first plays."""
    with patch.object(secrets, "token_bytes", _same_cards(secrets.token_bytes)):
        table, listeners = await table_of(server, game, seats, Listener)
    with undisturbed(server):
        choices = random.Random(5)
        return [await one_play(table, listeners, choices) for _ in range(plays) if not table.match.over]


def _same_cards(others):
    """Fix the seed of tables, which is the only token of 32 bytes."""
    return lambda count=32: SEED if count == len(SEED) else others(count)


@contextmanager
def undisturbed(server: Server) -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        with patch.object(server.store, "submit", lambda writes, saved, lease: saved(None)):
            yield
    finally:
        gc.enable()


async def one_play(table: LiveTable, listeners: list[Listener], choices: random.Random) -> int:
    seat = table.match.waiting[0]
    listener = listeners[seat]
    listener.number += 1
    action = choices.choice(list(table.match.table.asks[seat]))
    body = {"type": "play", "id": f"l{listener.number}", "version": 0, "action": action}
    message, began = messages.decode(json.dumps(body)), perf_counter_ns()
    await deliver(table, listener, message)
    return perf_counter_ns() - began


async def measure(game: str, seats: int, plays: int, times: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.open()
        games = [await one_game(server, game, seats, plays) for _ in range(times)]
        await server.close()
    least = [min(spans) for spans in zip(*games, strict=True)]
    return sum(least) / len(least) / 1000


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--games", nargs="+", default=["burger-go"], help="keys of games")
    parser.add_argument("--seats", type=int, default=2, help="seats of the table")
    parser.add_argument("--plays", type=int, default=40, help="plays of each game")
    parser.add_argument("--times", type=int, default=12, help="repetitions of each game")
    args = parser.parse_args()
    for game in args.games:
        cost = asyncio.run(measure(game, args.seats, args.plays, args.times))
        print(json.dumps({"game": game, "seats": args.seats, "quiet_us": round(cost)}), flush=True)


if __name__ == "__main__":
    main()
