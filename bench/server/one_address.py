"""One address attacks within its limits, beside an honest player and newcomers.

    python -m bench.server.one_address welcomes --seconds 20

The server runs with its default limits, in a temporary folder.  An honest player chats, reconnects and asks
for hints, and newcomers load the lobby, before, during and after the attack.  The attacks:

    welcomes   55 requests a second for a BurgerFuck table with the longest texts of a deck; half hang up
    memory     six such tables with six seats, which are played
    chat       80 guests write chat lines as long and as often as their sockets allow
    undos      55 guests play and take back
    places     sockets without a cookie fill the table of the honest player
    hints      55 guests ask for hints
    waking     55 of 600 sleeping tables are opened each second

Prints the latency (p50 and p99 in ms) of each phase, the memory of the server and the bytes of its database.
Exits with 1 if requests or chat took longer than 300 ms in the 99th percentile during the attack, or if the
honest player was refused.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import time
from argparse import SUPPRESS
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Any

from websockets.exceptions import WebSocketException

import flattop.games
from bench.arguments import argument_parser
from bench.server.processes import descendants, resident
from bench.server.server_process import ServerProcess
from flattop.client import Guest, TableConnection

ATTACKER, PLAYER = "127.0.0.2", "127.0.1.1"
CALM_SECONDS = 10.0  # before, and after
PATIENCE = 60.0  # seconds
LIMIT_MS = 300
REQUESTS, SOCKETS, GUESTS, CHATTED, LONG_TABLES = 55, 90, 55, 10, 6
SLEEPING, SLEEPING_EACH, ASLEEP_SECONDS = 600, 40, 20.0
MORE_TABLES = ("--limit", "new_tables=1000", "--limit", "idle=5", "--limit", "awake=0")  # only for `waking`
ATTACKS = ("welcomes", "memory", "chat", "undos", "places", "hints", "waking")
LOST = (OSError, WebSocketException, EOFError, TimeoutError, asyncio.IncompleteReadError)
Works = Sequence[Callable[[], Awaitable[None]]]


# -- the honest player


class Honest:
    """An honest player at a table, and newcomers; notes how long each of them waits."""

    def __init__(self, url: str) -> None:
        self.url, self.phase = url, "before"
        self.times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.lost = 0

    async def open(self) -> None:
        self.guest = await Guest(self.url, source=PLAYER).introduce("Ann")
        _, made = await self.guest.call(
            "POST", "/api/tables", {"game": "burger-go", "seats": ["you", "house"], "spectators": True}
        )
        self.table_id = made["id"]
        self.table = await self.guest.table(self.table_id).open()
        await self.table.hear("welcome")

    async def watch(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for name, work, pause in (
                ("request", self.newcomer, 0.2), ("chat", self.chat, 1.1), ("reconnect", self.reconnect, 1.0),
                ("hint", self.hint, 2.0),
            ):  # fmt: skip
                tasks.create_task(self._again(name, work, pause))

    async def _again(self, name: str, work: Callable[[], Awaitable[object]], pause: float) -> None:
        while self.phase != "end":
            phase, began = self.phase, time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    await work()
            except LOST:
                self.lost += 1
            self.times[phase][name].append(time.perf_counter() - began)
            await asyncio.sleep(pause)

    async def newcomer(self) -> None:
        newcomer = Guest(self.url, source=f"127.0.2.{random.randrange(1, 250)}")
        status, _ = await newcomer.call("GET", "/api/tables")
        if status != 200:
            raise ConnectionError(status)

    async def chat(self) -> None:
        await self.table.ask("chat", text="Hello")

    async def reconnect(self) -> None:
        async with self.guest.table(self.table_id) as table:
            await table.hear("welcome")

    async def hint(self) -> None:
        async with self.guest.table(self.table_id) as table:
            await table.hear("welcome")
            answer = await table.ask("hint")
            if answer["type"] == "refused":
                raise ConnectionError(answer)

    def summary(self) -> dict[str, dict[str, list[int]]]:
        """Return [p50, p99] in ms of each phase and kind."""
        return {
            phase: {name: _quantiles(times) for name, times in kinds.items()}
            for phase, kinds in self.times.items()
        }


def _quantiles(times: list[float]) -> list[int]:
    cuts = statistics.quantiles(times * 2, n=100, method="inclusive")
    return [round(1000 * cuts[49]), round(1000 * cuts[98])]


# -- the attacks


def hostile_deck() -> str:
    """Return the deck of BurgerFuck with names and signs as long as allowed, which do not compress."""

    def text(found: re.Match[str]) -> str:
        return f'{found[1]} = "{"".join(chr(random.randrange(0x4E00, 0x9000)) for _ in range(60))}"'

    house = (flattop.games.folder("burgerfuck") / "cards.toml").read_text("utf-8")
    return re.sub(r'^(name|sign) = ".*"', text, house, flags=re.MULTILINE)


class Attack:
    """The attacks of one address; `prepare` and the attack itself count what they do."""

    def __init__(self, url: str, victim: str, seconds: float) -> None:
        self.url, self.victim, self.seconds = url, victim, seconds
        self.counts: Counter[str] = Counter()
        self.open = AsyncExitStack()

    async def guest(self) -> Guest:
        return await Guest(self.url, source=ATTACKER).introduce(f"X{secrets.token_hex(4)}")

    async def new_table(self, guest: Guest, **wish: object) -> str:
        status, made = await guest.call("POST", "/api/tables", wish)
        if status != 201:
            raise SystemExit(f"no table: {made}")
        return str(made["id"])

    async def connect(self, guest: Guest, table_id: str) -> TableConnection:
        table = await self.open.enter_async_context(guest.table(table_id))
        await table.hear("welcome")
        return table

    async def long_table(self, moves: int) -> TableConnection:
        guest, seats = await self.guest(), ["you", *["easy"] * 5]
        table_id = await self.new_table(guest, game="burgerfuck", seats=seats, deck=hostile_deck())
        table = await self.connect(guest, table_id)
        await self.play(table, moves)
        return table

    async def play(self, table: TableConnection, moves: int) -> None:
        for _ in range(moves):
            while not table.options:
                await table.hear("update", "welcome")
            drawn = [action for action in table.options if action[0] == "draw"]
            await table.play(random.choice(drawn or table.options))
            self.counts["plays"] += 1

    async def each(self, works: Works) -> None:
        """Repeat each of the works in a task of its own until the time is over."""

        async def again(work: Callable[[], Awaitable[None]]) -> None:
            while True:
                try:
                    await work()
                except LOST:
                    self.counts["lost"] += 1
                    await asyncio.sleep(0.5)

        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                await asyncio.gather(*map(again, works))

    # -- one method each: they prepare, and return what is done at the same time

    async def welcomes(self) -> Works:
        table = await self.long_table(30)
        path = f"/api/tables/{table.table_id}/welcome"

        async def request() -> None:
            async with asyncio.timeout(random.choice((0.02, PATIENCE))):
                status, _ = await table.guest.call("GET", path)
                self.counts[f"welcomes {status}"] += 1

        async def paced() -> None:
            await asyncio.gather(request(), asyncio.sleep(1), return_exceptions=True)

        return [paced] * REQUESTS

    async def memory(self) -> Works:
        return [partial(self.play, await self.long_table(1), 1) for _ in range(LONG_TABLES)]

    async def chat(self) -> Works:
        tables = [(await self.own_table("burger-go", "easy")).table_id for _ in range(CHATTED)]

        async def write(table: TableConnection) -> None:
            answer = await table.ask("chat", text="🍔" * 490)
            self.counts[f"chat {answer['type']}"] += 1
            await asyncio.sleep(0.05)

        guests = [(await self.guest(), tables[number % CHATTED]) for number in range(SOCKETS - CHATTED)]
        return [partial(write, await self.connect(*each)) for each in guests]

    async def undos(self) -> Works:
        async def undo(table: TableConnection) -> None:
            for answer in (
                await table.play(random.choice(table.options)),
                await table.ask("undo", version=table.version),
            ):
                self.counts[f"undo {answer['type']}"] += 1
            await asyncio.sleep(0.1)

        return [partial(undo, await self.own_table("solo-up")) for _ in range(GUESTS)]

    async def places(self) -> Works:
        async def sit() -> None:
            async with Guest(self.url, source=ATTACKER).table(self.victim) as table:
                await table.hear("welcome")
                self.counts["places"] += 1
                await asyncio.sleep(self.seconds)

        return [sit] * (SOCKETS + 8)

    async def hints(self) -> Works:
        async def ask(table: TableConnection) -> None:
            answer = await table.ask("hint")
            self.counts[f"hint {answer['type']}"] += 1

        return [partial(ask, await self.own_table("burger-go", "easy")) for _ in range(GUESTS)]

    async def waking(self) -> Works:
        tables: list[tuple[Guest, str]] = []
        for _ in range(SLEEPING // SLEEPING_EACH):
            guest = await self.guest()
            wish = {"game": "burger-go", "seats": ["you", "easy", "easy"]}
            tables += [(guest, await self.new_table(guest, **wish)) for _ in range(SLEEPING_EACH)]
        await asyncio.sleep(ASLEEP_SECONDS)

        async def wake() -> None:
            guest, table_id = tables.pop()
            status, _ = await guest.call("GET", f"/api/tables/{table_id}/told")
            self.counts[f"woken {status}"] += 1

        async def paced() -> None:
            await asyncio.gather(*([wake()] if tables else []), asyncio.sleep(1), return_exceptions=True)

        return [paced] * REQUESTS

    async def own_table(self, game: str, *bots: str) -> TableConnection:
        """Return the connection of a new guest at a table of its own."""
        guest = await self.guest()
        return await self.connect(
            guest, await self.new_table(guest, game=game, seats=["you", *bots], spectators=True)
        )


async def attack(name: str, url: str, victim: str, seconds: float) -> None:
    """Prepare, say so on the output, wait for a line of the input, attack, and print the counts."""
    os.nice(10)  # real attackers would not use the CPU of the server
    attacking = Attack(url, victim, seconds)
    async with attacking.open:
        works = await getattr(attacking, name)()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await attacking.each(works)
        print(json.dumps(attacking.counts), flush=True)


# -- measuring


async def measured(server: ServerProcess, name: str, seconds: float) -> dict[str, Any]:
    honest, peak = Honest(server.url), 0.0
    await honest.open()
    command = [sys.executable, "-m", __spec__.name, name, "--seconds", str(seconds)]
    command += ["--attack", server.url, honest.table_id]
    attacker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert attacker.stdin
    assert attacker.stdout
    ready = await asyncio.to_thread(attacker.stdout.readline)
    if not ready:
        raise SystemExit("the attack could not be prepared")
    size = await server.database_size()
    watching = asyncio.ensure_future(honest.watch())
    for phase, length in (("before", CALM_SECONDS), ("during", seconds), ("after", CALM_SECONDS)):
        honest.phase, until = phase, time.monotonic() + length
        if phase == "during":
            attacker.stdin.write("\n")
            attacker.stdin.flush()
        while time.monotonic() < until:
            peak = max(peak, sum(map(resident, [server.child.pid, *descendants(server.child.pid)])))
            await asyncio.sleep(0.5)
    honest.phase = "end"
    await watching
    done, _ = await asyncio.to_thread(attacker.communicate, timeout=PATIENCE)
    return {
        "attack": name,
        **honest.summary(),
        "honest_lost": honest.lost,
        "attacker": json.loads(done),
        "peak_mb": round(peak),
        "database_mb": round((await server.database_size() - size) / 1e6, 1),
    }


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("name", choices=ATTACKS)
    parser.add_argument("--seconds", type=float, default=20, help="length of the attack")
    parser.add_argument("--attack", nargs=2, help=SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        url, victim = args.attack
        asyncio.run(attack(args.name, url, victim, args.seconds))
        return 0
    with ServerProcess(*(MORE_TABLES if args.name == "waking" else ()), limited=True) as server:
        found = asyncio.run(measured(server, args.name, args.seconds))
    print(json.dumps(found))
    slowest = max(found["during"][kind][1] for kind in ("request", "chat"))
    return 0 if slowest <= LIMIT_MS and not found["honest_lost"] else 1


if __name__ == "__main__":
    sys.exit(main())
