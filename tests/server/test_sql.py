"""All SQL is in the store, and moves run without reads."""

import ast
import re
from pathlib import Path

import flattop.server
from flattop.server.lobby import tables
from flattop.server.schemas import rest
from flattop.server.table import clocks

ROOT = Path(flattop.server.__file__).parent
STATEMENT = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b.*\b(FROM|INTO|SET|TABLE|\w+)\b")


def statements(source):
    words = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return [word for word in words if isinstance(word, str) and STATEMENT.search(word)]


def test_no_sql_outside_the_store():
    files = [path for path in ROOT.rglob("*.py") if path.parent.name != "store"]
    assert {path.name: sql for path in files if (sql := statements(path.read_text("utf-8")))} == {}


def test_sql_check_recognises_sql():
    for name in ("queries", "writes", "schema", "migrations", "sqlite"):
        assert statements((ROOT / "store" / f"{name}.py").read_text("utf-8")), name


def refuse_to_read(store, monkeypatch):
    """Make every read fail."""

    def refuse(*wanted, **named):
        raise AssertionError(f"read on the hot path: {wanted}")

    for name in ("row", "rows", "reading"):
        monkeypatch.setattr(store, name, refuse)


async def live_table(room):
    """Ann and Ben at a table with running clocks, both connected, with a spectator."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    options = {"strikes": "live", "first": 1}
    table = await room.create_table(ann, "you", "open", game="burgerfuck", options=options, spectators=True)
    await tables.join(room.server, ben, table.row.id, None, None)
    return table, ann, ben


async def all_sorts_of_messages(room, table, listeners):
    for listener in listeners:
        assert (await room.send(table, listener, "chat", text="hello"))["type"] == "done"
        assert (await room.play(table, listener, ["nonsense"]))["type"] == "refused"
    moves = table.match.actions
    while table.match.actions < moves + 12:
        room.clock.advance(2)
        await table.execute(lambda: clocks.tick(table))
        for listener in listeners:
            if table.seat_of(listener) in table.match.waiting:
                assert (await room.play_any(table, listener))["type"] == "done"
    assert table.match.ticks > 0


async def test_play_chat_and_tick_read_nothing_from_the_store(room, monkeypatch):
    table, ann, ben = await live_table(room)
    listeners = [await room.enter(table, ann), await room.enter(table, ben)]
    await room.enter(table)
    with monkeypatch.context() as patched:
        refuse_to_read(room.server.store, patched)
        await all_sorts_of_messages(room, table, listeners)
        table.leave(listeners[1])  # everybody is told


async def test_play_reads_nothing_after_a_restart_although_old_ids_are_known(room, monkeypatch):
    table, ann, ben = await live_table(room)
    first = await room.enter(table, ann)
    known = await room.send(table, first, "chat", text="hello", id="old")
    await room.reopen()
    table = await room.server.registry.get(table.row.id)
    listeners = [await room.enter(table, rest.GuestInfo(guest.id, guest.name)) for guest in (ann, ben)]
    for listener in listeners:
        listener.numbers = 100  # other ids than before
        await room.send(table, listener, "chat", text="back again")
    assert await room.send(table, listeners[0], "chat", text="again", id="old") == known
    with monkeypatch.context() as patched:
        refuse_to_read(room.server.store, patched)
        await all_sorts_of_messages(room, table, listeners)
