"""Tables whose rules have changed since they started: they continue, or can be viewed and ended."""

from itertools import count

import pytest

from flattop.match import verify
from flattop.server.admin import close_table
from flattop.server.errors import Refusal
from flattop.server.housekeeping import QUIET_SECONDS
from flattop.server.lobby import create, tables
from flattop.server.store import queries
from flattop.server.store.backup import check
from flattop.server.table.live import LiveTable
from flattop.server.workers.replay_pool import finished_game
from flattop.server.workers.replay_worker import GameCache
from tests.editions import next_edition

NUMBERS = count(1_000, 1_000)
CHANGED = "The rules of Burger Go! have changed since this game began: that was edition 1, this is edition 2"


async def begun(room, steps, **wish):
    """Create a table of Ann and Ben, some steps into the game."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", **wish)
    await tables.join(room.server, ben, table.row.id, None, None)
    await played_on(room, table, ann, ben, steps)
    return table.row.id, ann, ben


async def come(room, table, guest):
    """Connect with message ids that no earlier connection has used."""
    listener = await room.enter(table, guest)
    listener.numbers = next(NUMBERS)
    return listener


async def played_on(room, table, ann, ben, steps):
    listeners = [await come(room, table, one) for one in (ann, ben)]
    for _ in range(steps):
        await room.play_any(table, listeners[table.match.waiting[0]])
    for listener in listeners:
        table.leave(listener)


async def kinds(room, table_id):
    history = await queries.history(room.server.store, table_id, 1)
    return [next(iter(entry)) for entry in history.entries]


async def closed_in_order(room, steps, monkeypatch, **how):
    """A table started under the first edition, on a server with the next one."""
    told = await begun(room, steps)
    await room.close()
    next_edition(monkeypatch, **how)
    await room.open()
    return told


async def test_table_continues_under_new_rules_if_its_last_state_hash_agrees(room, monkeypatch):
    table_id, ann, ben = await closed_in_order(room, 12, monkeypatch)
    table = await room.server.registry.get(table_id)
    listener = await come(room, table, ann)
    welcome = listener.last("welcome")
    assert welcome["sheet"]["options"] or welcome["sheet"]["waiting"] == [1]
    assert (welcome["table"]["earlier"], welcome["table"]["outdated"]) == (True, "")
    assert (await kinds(room, table_id))[-1] == "state"
    await played_on(room, table, ann, ben, 1)
    since = await kinds(room, table_id)
    assert since[since.index("state") :][:3] == ["state", "edition", "play"]
    await room.reopen()
    table = await room.server.registry.get(table_id)
    assert table.begun
    assert (await kinds(room, table_id)).count("edition") == 1
    assert verify(table.match.record.text()).good
    assert (await check(room.server.store, room.server.decks)).faults == []


async def test_state_hash_of_an_idle_table_is_saved_once(room):
    table_id, *_ = await begun(room, 3)
    table = await room.server.registry.get(table_id)
    room.clock.advance(QUIET_SECONDS + 1)
    await room.server.housekeeping.look_after(table)
    room.clock.advance(QUIET_SECONDS + 1)
    await room.server.housekeeping.look_after(table)
    assert (await kinds(room, table_id)).count("state") == 1


async def test_table_does_not_continue_without_a_matching_state_hash(room, monkeypatch):
    monkeypatch.setattr(LiveTable, "needs_state_hash", False)  # as if the server had been killed
    table_id, ann, _ = await closed_in_order(room, 12, monkeypatch)
    table = await room.server.registry.get(table_id)
    listener = await come(room, table, ann)
    assert listener.last("welcome")["table"]["outdated"] == CHANGED
    assert listener.last("welcome")["sheet"] is None
    refused = await room.play(table, listener, ("choose", 1))
    assert refused["code"] == "other-edition"
    assert refused["sentence"].startswith(CHANGED)


async def test_outdated_table_is_ended_when_all_players_agree(room, monkeypatch):
    table_id, ann, ben = await closed_in_order(room, 12, monkeypatch, hands_stay=True)
    log = await kinds(room, table_id)
    table = await room.server.registry.get(table_id)
    listeners = [await come(room, table, one) for one in (ann, ben)]
    for kind in ("bot", "pause", "back"):
        assert (await room.send(table, listeners[0], "ask", kind=kind, seat=0))["code"] == "other-edition"
    assert (await room.send(table, listeners[0], "undo", version=1))["code"] == "other-edition"
    await room.send(table, listeners[0], "ask", kind="end", seat=0)
    question = listeners[1].last("question")["question"]
    assert (question["kind"], question["needs"]) == ("end", [1])
    await room.send(table, listeners[1], "answer", question=question["id"], yes=False)
    assert "Ben does not agree: the table stays as it is." in listeners[0].last("answered")["words"]
    await room.send(table, listeners[1], "ask", kind="end", seat=1)
    again = listeners[0].last("question")["question"]["id"]
    await room.send(table, listeners[0], "answer", question=again, yes=True)
    told = listeners[1].last("table")["table"]
    assert (told["state"], told["closed"], told["earlier"]) == ("over", True, True)
    assert "ended because its rules have changed" in listeners[0].last("chat")["line"]["text"]
    assert await kinds(room, table_id) == log
    assert await queries.unfinished_count(room.server.store, ann.id) == 0
    assert (await room.send(table, listeners[0], "ask", kind="end", seat=0))["code"] == "no-end"
    await room.reopen()
    listed = (await tables.list_tables(room.server, ann.id, "mine", 1)).tables
    assert [(one.id, one.closed, one.turn) for one in listed] == [(table_id, True, [])]
    with pytest.raises(Refusal, match="closed for good"):
        await room.server.registry.get(table_id)


async def test_outdated_table_allows_a_rematch(room, monkeypatch):
    table_id, ann, ben = await closed_in_order(room, 12, monkeypatch, hands_stay=True)
    table = await room.server.registry.get(table_id)
    listener = await come(room, table, ben)
    new = await create.rematch(room.server, ann, table_id)
    assert listener.last("table")["table"]["rematch"] == new.id
    assert [seat.name for seat in new.seats] == ["Ann", "Ben"]
    assert (new.state, new.earlier) == ("playing", False)
    assert (await create.rematch(room.server, ben, table_id)).id == new.id


async def test_outdated_table_shows_the_last_state_that_current_rules_reproduce(room, monkeypatch):
    table_id, ann, ben = await begun(room, 0)
    table = await room.server.registry.get(table_id)
    await room.play_any(table, await come(room, table, ann))
    await table.execute(table.add_state_hash)
    heard = len(table.match.log(0))
    await played_on(room, table, ann, ben, 12)
    await room.close()
    next_edition(monkeypatch, hands_stay=True)
    await room.open()
    table = await room.server.registry.get(table_id)
    assert (table.outdated, table.last_known.actions) == (CHANGED, 1)
    snapshot = (await come(room, table, ann)).last("welcome")["sheet"]
    assert (snapshot["paused"], snapshot["options"], len(snapshot["log"])) == (True, [], heard)
    assert (await tables.welcome(room.server, table_id, ann.id, None)).sheet["log"]
    assert len((await tables.log_page(room.server, table_id, ann.id, None, heard)).log) == heard


async def test_owner_ends_an_outdated_table_of_bots_alone(room, monkeypatch):
    ann, eve = await room.guest("Ann"), await room.guest("Eve")
    table = await room.create_table(ann, "house", "house", spectators=True)
    await room.until(lambda: table.match.actions > 8)
    await room.close()
    next_edition(monkeypatch, hands_stay=True)
    await room.open()
    table = await room.server.registry.get(table.row.id)
    assert table.outdated
    other = await come(room, table, eve)
    assert (await room.send(table, other, "ask", kind="end", seat=0))["code"] == "no-seat"
    await room.send(table, await come(room, table, ann), "ask", kind="end", seat=0)
    assert table.row.is_closed


async def test_outdated_table_can_be_left_and_closed_by_the_operator(room, monkeypatch):
    table_id, _, ben = await closed_in_order(room, 12, monkeypatch, hands_stay=True)
    left = await tables.leave(room.server, ben, table_id)
    assert [seat.kind for seat in left.seats] == ["person", "house"]
    assert (await close_table(room.server, table_id)).was == "playing"
    assert (await room.server.registry.row(table_id)).is_closed


async def test_only_an_outdated_game_can_be_ended_early(room):
    table_id, ann, _ = await begun(room, 3)
    table = await room.server.registry.get(table_id)
    listener = await come(room, table, ann)
    assert (await room.send(table, listener, "ask", kind="end", seat=0))["code"] == "no-end"


async def test_record_of_an_ended_game_is_complete_and_verify_counts_it_separately(room, monkeypatch):
    table_id, *_ = await closed_in_order(room, 12, monkeypatch, hands_stay=True)
    server = room.server
    checked = await check(server.store, server.decks)
    assert (checked.tables, checked.faults, checked.earlier) == (0, [], 1)
    known = await finished_game(server.store, server.decks, await server.registry.row(table_id))
    game = {**known, "entries": (await queries.history(server.store, table_id, 1)).entries, "closed": True}
    shelf = GameCache()
    record = shelf.answer({"table": table_id, "past": game, "want": "record"})["record"]
    verdict = shelf.answer({"table": table_id, "past": None, "want": "verdict"})["verdict"]
    assert (verdict["good"], CHANGED in verdict["lines"][0]) == (False, True)
    step = {"table": table_id, "past": None, "want": "step", "at": 0, "eyes": 0, "before": None}
    assert CHANGED in shelf.answer(step)["fault"]
    monkeypatch.undo()
    assert verify(record).good


async def test_outdated_tables_are_not_loaded_for_their_bots(room, monkeypatch):
    table_id, _, ben = await begun(room, 12)
    await tables.leave(room.server, ben, table_id)
    await room.close()
    next_edition(monkeypatch, hands_stay=True)
    await room.open()
    row = (await room.server.registry.get(table_id)).row
    row.turn = [1]
    assert not room.server.registry.should_resume(row)
