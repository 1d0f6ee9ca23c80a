"""Measures the CPU time of one move in the server, from the message to the disk, without a network.

    python -m bench.server.one_move --game burger-go --seats 2 4 --plays 4000 [--frames] [--profile 25]

Tables of people play in one process: a message is decoded, executed, saved and broadcast as if it had come
from a socket; listeners discard what they receive.  With `--frames` messages pass through the WebSocket
protocol as frames. Printed is CPU time per play: of the event loop's thread, and of all other threads (the
writer).  `--profile N` adds the N most expensive functions, sampled every millisecond: by own time, and with
the functions they call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

from bench.arguments import argument_parser
from bench.server.framed_socket import FramedSocket, Framing
from flattop.kernel import Action
from flattop.server.limits import Limits
from flattop.server.lobby import create, tables
from flattop.server.schemas import messages, rest
from flattop.server.server import Server
from flattop.server.table.commands import deliver
from flattop.server.table.live import LiveTable

MANY = 1_000_000
LIMITS = (
    "tables",
    "new_tables",
    "memory",
    "sockets",
    "connections",
    "address_connections",
    "messages",
    "burst",
)


class Listener:
    """Stands in for a socket and discards messages."""

    def __init__(self, guest: str) -> None:
        self.guest, self.invite, self.number = guest, None, 0

    async def enter(self, table: LiveTable, token: str) -> None:
        self.table = table
        await table.enter(self, None)

    async def play(self, action: Action) -> None:
        self.number += 1
        body = {"type": "play", "id": f"l{self.number}", "version": 0, "action": action}
        await deliver(self.table, self, messages.decode(json.dumps(body)))

    def leave(self) -> None:
        pass

    def send(self, *messages: str) -> None:
        pass

    def close(self, code: int, reason: str) -> None:
        pass


class FramedListener:
    """A listener behind the WebSocket protocol."""

    framing: Framing

    def __init__(self, guest: str) -> None:
        self._socket, self.number = FramedSocket(self.framing), 0

    async def enter(self, table: LiveTable, token: str) -> None:
        await self._socket.enter(table.row.id, token)

    async def play(self, action: Action) -> None:
        self.number += 1
        body = {"type": "play", "id": f"l{self.number}", "version": 0, "action": action}
        await self._socket.say(body, b'"done"')

    def leave(self) -> None:
        self._socket.leave()


Kind = type[Listener] | type[FramedListener]


async def table_of(server: Server, game: str, seats: int, kind: Kind) -> tuple[LiveTable, list[Any]]:
    people = [await server.guests.create(f"G{n}") for n in range(seats)]
    wish = rest.NewTable(game=game, seats=["you", *["open"] * (seats - 1)])
    made = await create.new_table(server, people[0][0], wish)
    table = await server.registry.get(made.id)
    for guest, _ in people[1:]:
        await tables.join(server, guest, made.id, None, None)
    listeners = [kind(guest.id) for guest, _ in people]
    for listener, (_, token) in zip(listeners, people, strict=True):
        await listener.enter(table, token)
    return table, listeners


async def play_on(server: Server, game: str, seats: int, plays: int, kind: Kind) -> None:
    table, listeners = await table_of(server, game, seats, kind)
    for _ in range(plays):
        if table.match.over:
            for listener in listeners:
                listener.leave()
            table, listeners = await table_of(server, game, seats, kind)
        seat = table.match.waiting[0]
        await listeners[seat].play(random.choice(list(table.match.table.asks[seat])))
    for listener in listeners:
        listener.leave()


class Samples:
    """Sampling profiler of the event loop's thread."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        self.below: Counter[str] = Counter()

    def __enter__(self) -> Samples:
        signal.signal(signal.SIGPROF, self.take)
        signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def take(self, _: int, frame: FrameType | None) -> None:
        seen: set[str] = set()
        while frame is not None:
            code = frame.f_code
            name = f"{code.co_filename.rpartition('/flattop/')[2]}:{code.co_qualname}"
            if not seen:
                self.here[name] += 1
            seen.add(name)
            frame = frame.f_back
        self.below.update(seen)

    def table(self, count: int) -> str:
        all_of = max(1, self.here.total())
        rows = [(below, self.here[name], name) for name, below in self.below.most_common(count)]
        return "\n".join(f"{below / all_of:6.1%} {here / all_of:6.1%}  {name}" for below, here, name in rows)


async def measure(game: str, seats: int, args: argparse.Namespace) -> dict[str, Any]:
    each, kind = args.plays // args.tables, FramedListener if args.frames else Listener
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), limits=Limits(**dict.fromkeys(LIMITS, MANY)))
        await server.open()
        FramedListener.framing = framing = await Framing().open(server)
        await asyncio.gather(*(play_on(server, game, seats, 20, kind) for _ in range(args.tables)))
        everywhere, here = time.process_time(), time.thread_time()
        with Samples() if args.profile else nullcontext() as samples:
            await asyncio.gather(*(play_on(server, game, seats, each, kind) for _ in range(args.tables)))
        here, everywhere = time.thread_time() - here, time.process_time() - everywhere
        await framing.close()
        await server.close()
    if samples:
        print(samples.table(args.profile))
    us = 1e6 / (each * args.tables)
    others = everywhere - here
    return {"game": game, "seats": seats, "loop_us": round(here * us), "writer_us": round(others * us)}


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--game", default="burger-go", help="key of the game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4], help="numbers of seats")
    parser.add_argument("--tables", type=int, default=50, help="tables to play at")
    parser.add_argument("--plays", type=int, default=4000, help="plays to measure")
    parser.add_argument("--frames", action="store_true", help="pass messages through the WebSocket protocol")
    parser.add_argument(
        "--profile", type=int, default=0, metavar="N", help="print the N most expensive functions"
    )
    args = parser.parse_args()
    for seats in args.seats:
        print(json.dumps(asyncio.run(measure(args.game, seats, args))))


if __name__ == "__main__":
    main()
