"""Long logs: a welcome has the last lines, and earlier ones are fetched page by page."""

import pytest

from flattop.match import log_lines
from flattop.server.errors import Refusal
from flattop.server.lobby import tables
from flattop.server.schemas.messages import encode
from flattop.server.table.viewers import LOG_LINES

STOPPED = (None, ("stopped", 0))


@pytest.fixture
def short_pages(monkeypatch):
    monkeypatch.setattr("flattop.server.table.viewers.LOG_LINES", 7)


async def played(room, moves=20, **wish):
    """Create a table of Ann and Ben with private log lines."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", spectators=True, game="burger-up", **wish)
    await tables.join(room.server, ben, table.row.id, None, 1)
    listeners = [await room.enter(table, ann), await room.enter(table, ben)]
    for _ in range(moves):
        await room.play_any(table, listeners[table.match.waiting[0]])
    return table, ann, ben


async def whole_log(room, table, guest, snapshot):
    """Return the log of a snapshot with all its earlier pages."""
    log, first = snapshot["log"], snapshot["log_from"]
    while first:
        page = await tables.log_page(room.server, table.row.id, guest.id if guest else None, None, first)
        assert page.log
        log, first = [*page.log, *log], page.log_from
    return log


async def test_welcome_has_the_last_log_lines_and_the_number_of_earlier_ones(room):
    table, ann, _ = await played(room, 1)
    table.match.tell([STOPPED] * 20_000)
    listener = await room.enter(table, ann)
    snapshot = listener.sent[0]["sheet"]
    assert len(snapshot["log"]) == LOG_LINES
    assert snapshot["log_from"] + LOG_LINES == len(table.match.log(0))
    assert len(encode(listener.sent[0])) < 50_000


async def test_log_pages_add_up_to_the_viewers_own_log(room, short_pages):
    table, *people = await played(room, 45)
    for seat, guest in (*enumerate(people), (None, None)):
        listener = await room.enter(table, guest)
        snapshot = listener.sent[0]["sheet"]
        assert 0 < snapshot["log_from"] == len(table.match.log(seat)) - 7
        told = await whole_log(room, table, guest, snapshot)
        assert encode(told) == encode(log_lines(table.match, seat))
    assert table.match.log(0) != table.match.log(1)  # there were private lines


async def test_update_does_not_contain_log_from(room, short_pages):
    table, ann, _ = await played(room)
    listener = await room.enter(table, ann)
    while not listener.of("update"):
        seat = table.match.waiting[0]
        mover = next(s for s in table.subscribers if table.seat_of(s) == seat)
        await room.play_any(table, mover)
    assert all("log_from" not in update["set"] for update in listener.of("update"))
    assert encode(await whole_log(room, table, ann, listener.snapshot())) == encode(log_lines(table.match, 0))


async def test_log_pages_need_permission_to_watch(room):
    table, ann, _ = await played(room, 2)
    table.row.spectators = False
    eve = await room.guest("Eve")
    with pytest.raises(Refusal, match="no such table"):
        await tables.log_page(room.server, table.row.id, eve.id, None, 5)
    waiting = await room.create_table(ann, "you", "open")
    with pytest.raises(Refusal, match="has not started"):
        await tables.log_page(room.server, waiting.row.id, ann.id, None, 5)


async def test_client_fetches_earlier_log_lines(running, wide, short_pages):
    local = running(limits=wide())
    ann = await local.guest("Ann")
    wish = {"game": "burger-go", "seats": ["you", "random"], "private": True}
    _, made = await ann.call("POST", "/api/tables", wish)
    async with ann.table(made["id"], made["invite"]) as chair:
        await chair.hear("welcome")
        while len(chair.snapshot["log"]) < 20:
            if chair.options:
                await chair.play(chair.options[0])
            else:
                await chair.hear("update")
    async with ann.table(made["id"], made["invite"]) as again:
        await again.hear("welcome")
        assert again.snapshot["log_from"] > 7
        while await again.earlier():
            pass
        assert again.snapshot["log_from"] == 0
        assert again.snapshot["log"][:20] == chair.snapshot["log"][:20]
    assert (await ann.call("GET", f"/api/tables/{made['id']}/log"))[0] == 400
