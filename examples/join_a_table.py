"""A bot that joins a table over the network with an invitation link and plays to the end.

Run `flattop serve`, create a table with an open seat, copy its link, and start `python
examples/join_a_table.py "http://127.0.0.1:8000/t/ID?invite=WORD" Robin`.

It plays like Meaty in own_bot.py.  The options come with the snapshot (`sheet`) over the WebSocket, the cards
by one HTTP request.  Any language with HTTP, WebSocket and JSON can do the same; docs/protocol.md has every
message.
"""

import asyncio
import random
import sys
from typing import Any

import httpx

from flattop.client import Guest, TableConnection


async def join(link: str, name: str) -> None:
    url = httpx.URL(link)
    table_id, invite = url.path.rpartition("/")[2], url.params.get("invite")
    guest = await Guest(str(url.join("/"))).introduce(name)
    status, answer = await guest.call("POST", f"/api/tables/{table_id}/join", {"invite": invite})
    if status >= 400:
        sys.exit(answer["sentence"])
    _, pack = await guest.call("GET", f"/api/tables/{table_id}/pack")
    async with guest.table(table_id, invite) as table:
        await table.hear("welcome")
        await play(table, pack["type_of"] if answer["game"] == "burger-go" else [])


async def play(table: TableConnection, types: list[str]) -> None:
    """Play when there are options, else wait for the next message."""
    while table.snapshot is None or not table.snapshot["over"]:
        if table.options:
            await table.play(choose(table.options, types))
        else:
            await table.hear("update", "welcome")
    print("\n".join(words for _, words in table.snapshot["log"]))
    print(f"points: {table.snapshot['points']}")


def choose(options: list[list[Any]], types: list[str]) -> list[Any]:
    """Prefer meat in Burger Go!; in other games choose at random."""
    if not types:
        return random.choice(options)
    return max(options, key=lambda action: is_meat(action, types))


def is_meat(action: list[Any], types: list[str]) -> bool:
    """Return whether an action takes meat.  A seat chooses a card, then one of its two faces."""
    verb, noun = action
    faces = [2 * noun, 2 * noun + 1] if verb == "choose" else [noun]
    return any(types[face] == "meat" for face in faces)


if __name__ == "__main__":
    asyncio.run(join(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Robin"))
