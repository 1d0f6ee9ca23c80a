"""A bot that joins a table over the network, by the link for inviting people, and plays to the end.

`flattop serve`, set a table with an open seat, copy its link, and start
`python examples/join_a_table.py "http://127.0.0.1:8000/t/ID?invite=WORD" Robin`.
"""

import asyncio
import random
import sys

import httpx

from flattop.client import Guest, TableConnection


async def join(link: str, name: str) -> None:
    url = httpx.URL(link)
    table_id, invite = url.path.rpartition("/")[2], url.params.get("invite")
    guest = await Guest(str(url.join("/"))).introduce(name)
    status, answer = await guest.call("POST", f"/api/tables/{table_id}/join", {"invite": invite})
    if status >= 400:
        sys.exit(answer["sentence"])
    async with guest.table(table_id, invite) as table:
        await table.hear("welcome")
        await play(table)


async def play(table: TableConnection) -> None:
    """Take any option when asked, and listen while others play."""
    while table.sheet is None or not table.sheet["over"]:
        if table.options:
            await table.play(random.choice(table.options))
        else:
            await table.hear("update", "welcome")
    print("\n".join(words for _, words in table.sheet["log"]))
    print(f"points: {table.sheet['points']}")


if __name__ == "__main__":
    asyncio.run(join(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Robin"))
