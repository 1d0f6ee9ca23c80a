"""Live tables without sockets: changes are saved, acknowledged and broadcast in order, and resumed."""

import asyncio
import gc
import threading

import msgspec
import pytest

from flattop.server.errors import Refusal, not_saved
from flattop.server.lobby import create, finished_games, tables
from flattop.server.schemas import messages, rest
from flattop.server.store.base import NotSaved
from flattop.server.table.commands import deliver
from flattop.server.table.live import Mailbox


async def two_at_a_table(room, **wish):
    """Create a table with Ann and Ben connected."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", **wish)
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    return table, await room.enter(table, ann), await room.enter(table, ben)


def first_food(table, seat):
    """Return the seat's first card with two halves, which takes two steps to play."""
    t = table.match.table
    return next(action for action in t.asks[seat] if not t.pack.is_bun[action[1]])


async def finish(room, table, *listeners):
    while not table.match.over:
        listener = next(listener for listener in listeners if table.seat_of(listener) in table.match.waiting)
        assert (await room.play_any(table, listener))["type"] == "done"


async def test_game_starts_when_no_seat_is_open(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", "house")
    listener = await room.enter(table, ann)
    assert listener.last("welcome")["sheet"] is None
    commitment = listener.last("welcome")["table"]["commitment"]
    await tables.join(room.server, ben, table.row.id, None, None)
    assert listener.last("welcome")["sheet"]["view"]["hands"][0][0] >= 0
    assert table.match.commitment == commitment


async def test_move_is_saved_then_acknowledged_then_broadcast(room):
    table, ann, ben = await two_at_a_table(room)
    heard, submit = [], room.server.store.submit

    def note(writes, then, lease):
        assert not heard, "somebody heard of a move that was not saved"
        submit(writes, lambda error: (heard.append("saved"), then(error)))

    room.server.store.submit = note
    ann.send = lambda *told: heard.extend("ann: " + message[9:13] for message in told)
    ben.send = lambda *told: heard.extend("ben: " + message[9:13] for message in told)
    action = next(iter(table.match.table.asks[0]))
    play = messages.Play(id="x", version=table.version_of(0), action=list(action))
    await deliver(table, ann, play)
    assert heard[:3] == ["saved", "ann: done", "ann: upda"]
    room.server.store.submit = submit


async def test_new_subscriber_sees_a_move_only_after_it_is_saved(room):
    table, ann, _ = await two_at_a_table(room)
    held, submit, saved = [], room.server.store.submit, []
    room.server.store.submit = lambda *job: held.append(job)
    playing = asyncio.ensure_future(room.play_any(table, ann))
    await room.until(lambda: table.match.actions == 1)
    guest = rest.GuestInfo(ann.guest, "Ann")
    coming = asyncio.ensure_future(room.enter(table, guest, ann.version))
    looking = asyncio.ensure_future(tables.visible_table(room.server, table.row.id, ann.guest, None))
    _, waiting = await asyncio.wait([coming, looking], timeout=0.05)
    assert waiting == {coming, looking}
    room.server.store.submit = submit
    for writes, then, _ in held:
        submit(writes, lambda error, then=then: (saved.append(True), then(error)))
    back = await coming
    assert saved
    await playing
    assert [m["type"] for m in back.sent] == ["table", "update"]


async def test_failed_save_leaves_no_trace_of_the_move(room):
    table, ann, ben = await two_at_a_table(room)
    before, snapshot = table.match.actions, ann.snapshot()

    def fail(writes, then, lease):
        asyncio.get_running_loop().call_soon(then, NotSaved("the disk is full"))

    submit, room.server.store.submit = room.server.store.submit, fail
    answer = await room.play_any(table, ann)
    assert (answer["type"], answer["code"]) == ("refused", "not-saved")
    assert ann.closed == ben.closed == 4503
    room.server.store.submit = submit
    again = await room.server.registry.get(table.row.id)
    assert again is not table
    assert again.match.actions == before
    listener = await room.enter(again, rest.GuestInfo(ann.guest, "Ann"))
    assert listener.snapshot() == snapshot


async def test_repeated_message_id_is_played_once_and_gets_the_same_reply(room):
    table, ann, _ = await two_at_a_table(room)
    action = first_food(table, 0)
    first = await room.play(table, ann, action, id="once")
    actions = table.match.actions
    assert await room.play(table, ann, action, id="once") == first
    assert table.match.actions == actions
    wrong = await room.play(table, ann, ["choose", 999], id="wrong")
    assert wrong["type"] == "refused"
    assert await room.play(table, ann, next(iter(table.match.table.asks[0])), id="wrong") == wrong
    await room.reopen()
    table = await room.server.registry.get(table.row.id)
    listener = await room.enter(table, rest.GuestInfo(ann.guest, "Ann"))
    assert await room.play(table, listener, action, id="once") == first
    assert table.match.actions == actions


async def test_repeated_message_id_is_answered_from_the_store(room, monkeypatch):
    monkeypatch.setattr("flattop.server.table.idempotency.CACHED", 2)
    table, ann, _ = await two_at_a_table(room)
    first = await room.send(table, ann, "chat", text="first", id="first")
    for number in range(5):
        await room.send(table, ann, "chat", text="more", id=f"more {number}")
    assert len(table.replies) == 2
    assert await room.send(table, ann, "chat", text="first", id="first") == first
    assert len([line for line in table.chat if line.name]) == 6


async def test_message_ids_are_separate_for_each_guest(room):
    table, ann, ben = await two_at_a_table(room)
    for listener in (ann, ben):
        seat = table.seat_of(listener)
        answer = await room.play(table, listener, next(iter(table.match.table.asks[seat])), id="c1")
        assert answer["type"] == "done"
    assert table.match.actions == 2


async def test_play_of_an_old_version_is_accepted_if_still_legal_else_stale(room):
    table, ann, ben = await two_at_a_table(room)
    old = ann.version
    card = first_food(table, 0)
    await room.play(table, ann, card)
    half = next(iter(table.match.table.asks[0]))
    stale = await room.play(table, ann, card, version=old)
    assert stale["code"] == "stale"
    assert (await room.play(table, ann, half, version=old))["type"] == "done"
    early = await room.play(table, ben, next(iter(table.match.table.asks[1])), version=ben.version + 1)
    assert early["code"] == "unknown-version"


async def test_unnoticeable_change_has_no_version(room):
    table, ann, ben = await two_at_a_table(room, spectators=True)
    watching = await room.enter(table)
    card = first_food(table, 0)
    counts = len(ann.sent), len(ben.sent), len(watching.sent)
    await room.play(table, ann, card)
    assert (len(ann.sent) - 2, len(ben.sent), len(watching.sent)) == counts
    await room.play(table, ann, next(iter(table.match.table.asks[0])))
    assert (ben.sent[-1]["log"], ben.sent[-1]["set"]["waiting"]) == ([], [1])
    assert ben.sent[-1]["version"] == ben.sent[-2].get("version", ben.last("welcome")["version"]) + 1


async def test_updates_add_up_to_the_snapshot_of_a_welcome(room):
    table, ann, ben = await two_at_a_table(room)
    guests = [rest.GuestInfo(listener.guest, "") for listener in (ann, ben)]
    for _ in range(60):
        if table.match.over:
            break
        listener = ann if 0 in table.match.waiting else ben
        await room.play_any(table, listener)
        for old, guest in zip((ann, ben), guests, strict=True):
            fresh = await room.enter(table, guest)
            assert old.snapshot() == fresh.snapshot()
            assert old.version == fresh.version
            table.leave(fresh)


async def test_reconnecting_client_gets_missed_updates_or_a_welcome(room):
    table, ann, ben = await two_at_a_table(room)
    guest, seen = rest.GuestInfo(ben.guest, "Ben"), ben.version
    table.leave(ben)
    await room.send(table, ann, "chat", text="Ben is away")
    for _ in range(4):
        if 0 in table.match.waiting:
            await room.play_any(table, ann)
    back = await room.enter(table, guest, seen)
    assert [m["type"] for m in back.sent] == ["table", "update", "chat"]
    assert back.sent[1]["version"] == seen + 1
    assert back.sent[2]["line"]["text"] == "Ben is away"
    table.leave(back)
    for wrong in (0, seen - 1, back.version + 1, 2**53):
        fresh = await room.enter(table, guest, wrong)
        assert fresh.sent[0]["type"] == "welcome"
        table.leave(fresh)


async def test_restart_resumes_every_table(room):
    table, ann, ben = await two_at_a_table(room)
    for _ in range(25):
        listener = ann if 0 in table.match.waiting else ben
        await room.play_any(table, listener)
    await room.send(table, ben, "chat", text="see you tomorrow")
    snapshot, seen, table_id = ann.snapshot(), ann.version, table.row.id
    await room.reopen()
    table = await room.server.registry.get(table_id)
    back = await room.enter(table, rest.GuestInfo(ann.guest, "Ann"), seen)
    assert back.sent[0]["type"] == "welcome"
    assert back.sent[0]["version"] > seen
    assert back.snapshot() == snapshot
    assert [line["text"] for line in back.sent[0]["chat"] if line["name"]] == ["see you tomorrow"]
    ben = await room.enter(table, rest.GuestInfo(ben.guest, "Ben"))
    await finish(room, table, back, ben)
    assert back.snapshot()["seed"] == table.row.seed.hex()


async def test_modified_log_is_not_resumed(room):
    table, ann, ben = await two_at_a_table(room)
    await room.play_any(table, ann)
    await room.play_any(table, ben)
    change = "UPDATE event SET entry = (SELECT entry FROM event WHERE seq = 2) WHERE seq = 1", ()
    await room.server.store.save([change])
    await room.reopen()
    with pytest.raises(Refusal, match="cannot be played on"):
        await room.server.registry.get(table.row.id)


async def test_bots_continue_after_a_restart(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "house", "random", "house", spectators=True)
    await room.reopen()
    await room.until(lambda: table.row.id in room.server.registry.live)
    resumed = room.server.registry.live[table.row.id]
    await room.until(lambda: resumed.row.state == "over")
    assert resumed.match.over


async def test_leaving_owner_passes_the_table_on(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", "open")
    await tables.join(room.server, ben, table.row.id, None, 2)
    listener = await room.enter(table, ben)
    await tables.leave(room.server, ann, table.row.id)
    assert table.row.owner == ben.id
    assert listener.last("table")["table"]["mine"] is True
    assert [seat.kind for seat in table.row.seats] == ["open", "open", "person"]
    await tables.leave(room.server, ben, table.row.id)
    assert listener.closed == 4404
    with pytest.raises(Refusal, match="no such table"):
        await room.server.registry.get(table.row.id)


async def test_bot_replaces_a_player_who_leaves_during_the_game(room):
    table, ann, ben = await two_at_a_table(room)
    await tables.leave(room.server, rest.GuestInfo(ben.guest, "Ben"), table.row.id)
    assert ben.closed == 4403
    assert ann.last("table")["table"]["seats"][1]["kind"] == "house"
    while not table.match.over:
        await room.until(lambda: 0 in table.match.waiting or table.match.over)
        if not table.match.over:
            await room.play_any(table, ann)


async def test_rematch_has_the_same_players_and_is_created_once(room):
    table, ann, ben = await two_at_a_table(room)
    with pytest.raises(Refusal, match="not over"):
        await create.rematch(room.server, rest.GuestInfo(ann.guest, "Ann"), table.row.id)
    await finish(room, table, ann, ben)
    first = await create.rematch(room.server, rest.GuestInfo(ann.guest, "Ann"), table.row.id)
    second = await create.rematch(room.server, rest.GuestInfo(ben.guest, "Ben"), table.row.id)
    assert first.id == second.id == ben.last("table")["table"]["rematch"]
    assert [seat.name for seat in first.seats] == ["Ann", "Ben"]
    assert first.state == "playing"


async def test_what_if_continues_from_a_past_step_with_a_new_seed(room):
    table, ann, ben = await two_at_a_table(room)
    await finish(room, table, ann, ben)
    guest = rest.GuestInfo(ann.guest, "Ann")
    wish = rest.WhatIf(at=20, seat=1, bots="random")
    made = await finished_games.what_if(room.server, guest, table.row.id, wish)
    assert (made.private, made.yours, made.state) == (True, 1, "playing")
    branch = await room.server.registry.get(made.id)
    shown = await finished_games.replay_step(room.server, table.row, 20, 1, None, ("here", guest.id))
    past = msgspec.json.decode(shown.sheet)["view"]
    listener = await room.enter(branch, guest)
    view = listener.sent[0]["sheet"]["view"]
    assert (view["hands"][1], view["rows"]) == (past["hands"][1], past["rows"])
    await room.reopen()
    branch = await room.server.registry.get(made.id)
    listener = await room.enter(branch, guest)
    while not branch.match.over:
        await room.until(lambda: 1 in branch.match.waiting or branch.match.over)
        if not branch.match.over:
            await room.play_any(branch, listener)
    await room.reopen()
    assert (await room.server.registry.get(made.id)).match.over


async def test_new_table_is_not_loaded_twice_while_it_is_being_saved(room, monkeypatch):
    ann = await room.guest("Ann")
    awakened, save = [], room.server.store.save

    async def save_then_look_round(writes, lease=None):
        await save(writes)
        await room.server.housekeeping.resume()  # as housekeeping may do at any moment

    monkeypatch.setattr(room.server.registry, "_load", awakened.append)
    monkeypatch.setattr(room.server.store, "save", save_then_look_round)
    table = await room.create_table(ann, "random", "random")
    assert room.server.registry.live[table.row.id] is table
    assert awakened == []
    await room.until(lambda: table.match.over)
    await table.settled()


async def test_table_that_cannot_be_saved_does_not_exist(room, monkeypatch):
    ann = await room.guest("Ann")

    async def full_disk(writes, lease):
        raise NotSaved("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(room.server.store, "save", full_disk)
        with pytest.raises(Refusal, match="could not save"):
            await room.create_table(ann, "random", "random")
    assert room.server.registry.live == {}


@pytest.mark.parametrize("private", [True, False])
async def test_removed_guest_cannot_return_with_the_old_invite(room, private):
    ann, ben, cem = [await room.guest(name) for name in ("Ann", "Ben", "Cem")]
    table = await room.create_table(ann, "you", "open", "open", private=private, spectators=True)
    old, table_id = table.row.invite, table.row.id
    await tables.join(room.server, ben, table_id, old, None)
    listener, watching = await room.enter(table, ben, invite=old), await room.enter(table, invite=old)
    await tables.set_seat(room.server, ann, table_id, rest.SetSeat(seat=1, kind="open"))
    assert (listener.closed is not None) == private
    assert watching.closed is None
    await room.reopen()  # the removal is saved
    for guest in (ben, await room.guest("Ben again")) if private else (ben,):
        for invite in (old, None):
            with pytest.raises(Refusal) as refused:
                await tables.join(room.server, guest, table_id, invite, None)
            assert refused.value.code == ("no-table" if private else "shown-out")
    new = (await tables.table_info(room.server, ann.id, table_id, None)).invite
    assert new != old
    assert (await tables.join(room.server, cem, table_id, new, None)).yours == 1
    assert (await tables.join(room.server, ben, table_id, new, None)).yours == 2  # invited once more


@pytest.mark.parametrize(("error", "faults"), [(not_saved(), 0), (ValueError("our own"), 1)])
async def test_internal_error_after_the_client_left_is_logged(room, monkeypatch, error, faults):
    table = await room.create_table(await room.guest("Ann"), "you", "open")  # no other change is in progress
    heard, complaints, go_on = [], [], asyncio.Event()
    monkeypatch.setattr(room.server, "fault", lambda error, table: heard.append(error))
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))

    async def work():
        await go_on.wait()
        raise error

    asking = asyncio.ensure_future(table.execute(work))
    await room.until(lambda: not table.is_idle)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    go_on.set()
    await room.until(lambda: table.is_idle)
    gc.collect()
    assert (len(heard), complaints) == (faults, [])


async def test_settled_table_has_no_unsaved_change_of_the_next_command(room):
    table = await room.create_table(await room.guest("Ann"), "you", "open")
    saved = [asyncio.Event(), asyncio.Event()]

    async def command(event):
        await event.wait()

    commands = [asyncio.ensure_future(table.execute(lambda: command(saved[0])))]
    await asyncio.sleep(0)
    settled = asyncio.ensure_future(table.settled())
    await asyncio.sleep(0)
    commands.append(asyncio.ensure_future(table.execute(lambda: command(saved[1]))))
    await asyncio.sleep(0)
    saved[0].set()
    for _ in range(9):
        await asyncio.sleep(0)
    assert not settled.done(), "the second command is in progress"
    saved[1].set()
    await asyncio.gather(*commands)
    assert await settled is table


async def test_mailbox_runs_one_piece_of_work_after_the_other_in_order():
    mailbox, order, go_on = Mailbox(lambda error: None), [], asyncio.Event()

    async def work(name):
        order.append(name)
        await go_on.wait()
        order.append(name.upper())
        return name

    results = [mailbox.put(lambda name=name: work(name)) for name in "abc"]
    await asyncio.sleep(0)
    assert order == ["a"]
    go_on.set()
    assert await asyncio.gather(*results) == ["a", "b", "c"]
    assert order == ["a", "A", "b", "B", "c", "C"]
    assert await mailbox.put(lambda: work("d")) == "d", "the queue was empty in between"


async def test_work_whose_caller_has_gone_still_runs_and_its_error_is_reported():
    reported, done = [], []
    mailbox = Mailbox(reported.append)

    async def work(error):
        done.append(error)
        if error:
            raise error

    for error in (None, ValueError("our own")):
        mailbox.put(lambda error=error: work(error)).cancel()
    with pytest.raises(ValueError, match="seen"):
        await mailbox.put(lambda: work(ValueError("seen")))
    assert (len(done), [str(error) for error in reported]) == (3, ["our own"])


@pytest.mark.sqlite
async def test_move_is_broadcast_even_if_its_player_has_disconnected(room, monkeypatch):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", game="burger-boss")
    await tables.join(room.server, ben, table.row.id, None, None)
    listeners = [await room.enter(table, ann), await room.enter(table, ben)]
    seat = table.match.waiting[0]
    action, told, before = next(iter(table.match.table.asks[seat])), listeners[1 - seat].version, table.seq
    store, may_write = room.server.store, threading.Event()
    commit = store._commit
    monkeypatch.setattr(store, "_commit", lambda batch: may_write.wait(60) and commit(batch))

    async def play_and_go_on():
        await room.play(table, listeners[seat], action)
        await asyncio.Event().wait()

    leaving = asyncio.ensure_future(play_and_go_on())
    await room.until(lambda: not table.is_idle)
    leaving.cancel()
    may_write.set()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await room.until(lambda: table.is_idle)
    assert (table.seq > before, listeners[1 - seat].version > told) == (True, True)
    assert listeners[seat].last("done")
    await room.reopen()
    assert (await room.server.registry.get(table.row.id)).seq == table.seq
