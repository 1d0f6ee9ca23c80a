"""Thousands of malformed messages cause no crash, no change and no leftover state."""

import asyncio

from websockets.exceptions import ConnectionClosed

from .fuzzer import Fuzzer

MESSAGES = 20_000  # in a soak test; a quarter of them otherwise
AT_ONCE = 4
HANDFUL = 25


async def bother(guest, table_id, seed, count):
    """Send malformed messages, and wait for a pong after every few."""
    fuzzer, heard = Fuzzer(seed), 0
    chair = await guest.table(table_id).open()
    while heard < count:
        try:
            for _ in range(HANDFUL):
                await chair.socket.send(fuzzer.message())
            await chair.send(type="ping", n=2**40 + heard)
            while (await chair.hear("pong"))["n"] != 2**40 + heard:
                pass
            heard += HANDFUL
        except ConnectionClosed:  # a binary or broken frame may close the socket, but never crash the server
            chair = await guest.table(table_id).open()
    await chair.close()


async def test_malformed_messages_break_nothing(running, wide, capsys, soak):
    local = running(limits=wide(strikes=10**9))

    ann, ben = await local.guest("Ann"), await local.guest("Ben")
    _, made = await ann.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "open"]})
    await ben.call("POST", f"/api/tables/{made['id']}/join", {})
    witness = await ben.table(made["id"]).open()
    await witness.hear("welcome")
    count = soak(MESSAGES, share=4) // AT_ONCE
    await asyncio.gather(*(bother(ann, made["id"], seed, count) for seed in range(AT_ONCE)))
    assert (await witness.play(witness.options[0]))["type"] == "done"
    await witness.close()
    while local.server.addresses.sockets.total():
        await asyncio.sleep(0.01)
    table = local.server.registry.live[made["id"]]
    assert "flattop_errors_total 0.0" in local.server.metrics.text(), capsys.readouterr().err
    assert table.subscribers == []
    assert len(table.replies) <= 300
