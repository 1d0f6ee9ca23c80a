"""Turn clocks: move time, then the bank, then the server plays; they stop while the server is down."""

import time

from flattop.server.lobby import tables
from flattop.server.schemas import rest
from flattop.server.schemas.rest import ClockTerms
from flattop.server.store.base import NotSaved
from flattop.server.table.clocks import TurnClocks

TERMS = ClockTerms(move=30, bank=60)


def turn_clocks(clock, **how):
    clocks = TurnClocks(TERMS, 2, how.get("saved"), clock)
    clocks.follow({0}, ())
    return clocks


def test_move_time_runs_before_the_bank(room):
    clocks = turn_clocks(room.clock)
    room.clock.advance(20)
    assert clocks.settle() == [[10, 60], [30, 60]]
    room.clock.advance(15)
    assert clocks.settle() == [[0, 55], [30, 60]]
    assert clocks.next_timeout() == 55
    assert clocks.timed_out() == []
    room.clock.advance(55)
    assert clocks.timed_out() == [0]


def test_move_restores_the_move_time_but_not_the_bank(room):
    clocks = turn_clocks(room.clock)
    room.clock.advance(40)
    clocks.follow({1}, {0, 1})
    assert clocks.settle() == [[30, 50], [30, 60]]
    assert clocks.info()[1] == {"seat": 1, "left": 30, "bank": 60, "running": True}


async def timed_table(room, move=30, bank=60):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    terms = ClockTerms(move=move, bank=bank)
    table = await room.create_table(ann, "you", "open", clock=terms)
    await tables.join(room.server, ben, table.row.id, None, None)
    return table, await room.enter(table, ann), await room.enter(table, ben)


async def test_snapshot_and_updates_contain_the_clocks(room):
    table, ann, ben = await timed_table(room)
    assert [card["left"] for card in ann.snapshot()["clocks"]] == [30, 30]
    room.clock.advance(10)
    while 0 in table.match.waiting:
        await room.play_any(table, ann)
    shown = ben.snapshot()["clocks"]
    assert shown[0] == {"seat": 0, "left": 30, "bank": 60, "running": False}
    assert shown[1] == {"seat": 1, "left": 20, "bank": 60, "running": True}


async def test_secret_answer_does_not_reset_the_clock(room):
    table, ann, ben = await timed_table(room)
    room.clock.advance(10)
    card = next(a for a in table.match.table.asks[0] if not table.match.table.pack.is_bun[a[1]])
    before = len(ben.sent)
    await room.play(table, ann, card)
    assert len(ben.sent) == before
    assert ann.snapshot()["clocks"][0]["left"] == 20
    fresh = await room.enter(table, rest.GuestInfo(ben.guest, "Ben"))
    assert fresh.snapshot()["clocks"][0]["left"] == 20


async def test_server_plays_for_a_timed_out_player_who_keeps_the_seat(room):
    table, ann, _ = await timed_table(room)
    room.clock.advance(91)
    room.server.scheduler._handle_timer(table)
    await room.until(lambda: ann.snapshot()["view"]["card"] == 2)
    assert [seat.kind for seat in table.row.seats] == ["person", "person"]
    assert ann.snapshot()["clocks"][0] == {"seat": 0, "left": 30, "bank": 0, "running": True}


async def test_scheduler_wakes_for_the_next_timeout(room):
    room.how["now"] = time.monotonic
    await room.reopen()
    table, _, _ = await timed_table(room, move=1, bank=0)
    await room.until(lambda: table.match.table.card == 2)
    assert table.match.actions >= 2


async def test_clocks_stand_still_while_the_server_is_down(room):
    table, ann, _ = await timed_table(room)
    room.clock.advance(12)
    await room.close()
    room.clock.advance(10_000)
    await room.open()
    await room.until(lambda: table.row.id in room.server.registry.live)
    again = room.server.registry.live[table.row.id]
    listener = await room.enter(again, rest.GuestInfo(ann.guest, "Ann"))
    assert listener.snapshot()["clocks"][0] == {"seat": 0, "left": 18, "bank": 60, "running": True}


async def test_server_closes_even_if_clocks_cannot_be_saved(room, monkeypatch):
    table, ann, _ = await timed_table(room)

    async def fail(writes, lease):
        raise NotSaved("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(room.server.store, "save", fail)
        await room.close()
    assert (ann.closed, table.dropped) == (1012, True)


async def test_reconnect_at_a_clocked_table_gets_a_new_welcome(room):
    table, ann, _ = await timed_table(room)
    back = await room.enter(table, rest.GuestInfo(ann.guest, "Ann"), ann.version)
    assert back.sent[0]["type"] == "welcome"
