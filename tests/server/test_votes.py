"""Votes: undo, a bot for an absent player, and the seat back."""

import msgspec
import pytest

from flattop.games import game
from flattop.match import Match
from flattop.server.lobby import tables
from flattop.server.schemas import messages, rest
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.store.writes import match_result
from flattop.server.table import votes

from .conftest import Listener


async def three_at_a_table(room):
    guests = [await room.guest(name) for name in ("Ann", "Ben", "Cleo")]
    table = await room.create_table(guests[0], "you", "open", "open")
    for guest in guests[1:]:
        await tables.join(room.server, guest, table.row.id, None, None)
    return table, guests, [await room.enter(table, guest) for guest in guests]


async def ask_for_a_bot(room, table, asking, *gone):
    """Disconnect players until they are absent, and request a bot for the third seat."""
    for listener in gone:
        table.leave(listener)
    room.clock.advance(room.server.patience + 1)
    return await room.send(table, asking, "ask", kind="bot", seat=2)


async def all_decide(room, table, listeners):
    """Let each player choose a card, and reveal them."""
    for listener in listeners:
        seat = table.seat_of(listener)
        while seat in table.match.waiting and table.match.table.card == 1:
            await room.play_any(table, listener)


async def test_unnoticed_step_is_undone_at_once(room):
    table, _, (ann, ben, _) = await three_at_a_table(room)
    card = next(a for a in table.match.table.asks[0] if not table.match.table.pack.is_bun[a[1]])
    before = len(ben.sent)
    await room.play(table, ann, card)
    assert ann.snapshot()["undo"]["kind"] == "free"
    assert (await room.send(table, ann, "undo", version=ann.version))["type"] == "done"
    assert ann.snapshot()["options"][0][0][0] == "choose"
    assert len(ben.sent) == before


async def test_undo_waits_for_the_consent_of_all_affected_players(room):
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    actions = table.match.actions
    assert (await room.send(table, ann, "undo", version=ann.version))["type"] == "done"
    question = ben.last("question")["question"]
    assert (question["kind"], question["by"], question["needs"]) == ("undo", 0, [1, 2])
    twice = await room.send(table, ann, "undo", version=ann.version)
    assert twice["code"] == "asked-already"
    await room.send(table, ben, "answer", question=question["id"], yes=True)
    assert table.match.actions == actions
    assert cleo.last("question")["question"]["yes"] == [1]
    own = await room.send(table, ann, "answer", question=question["id"], yes=True)
    assert own["code"] == "not-asked"
    await room.send(table, cleo, "answer", question=question["id"], yes=True)
    assert table.match.actions == actions + 1
    assert ann.last("answered") == {"type": "answered", "question": question["id"], "agreed": True}


async def test_one_no_ends_a_vote(room):
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    actions = table.match.actions
    await room.send(table, ann, "undo", version=ann.version)
    question = ben.last("question")["question"]["id"]
    await room.send(table, cleo, "answer", question=question, yes=False)
    assert ann.last("answered")["agreed"] is False
    late = await room.send(table, ben, "answer", question=question, yes=True)
    assert late["code"] == "no-question"
    assert table.match.actions == actions


async def test_undo_vote_lapses_after_a_visible_move_but_not_after_a_secret_one(room):
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    await room.send(table, ann, "undo", version=ann.version)
    card = next(a for a in table.match.table.asks[1] if not table.match.table.pack.is_bun[a[1]])
    await room.play(table, ben, card)
    assert not ann.of("answered")
    await room.play(table, ben, next(iter(table.match.table.asks[1])))
    assert ann.last("answered")["agreed"] is False
    assert table.questions.all() == []


async def test_a_move_and_the_notice_of_the_vote_it_ends_are_saved_in_one_commit(room):
    """If the notice failed to be saved after the move, a client that was told "done" would be refused."""
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    await room.send(table, ann, "undo", version=ann.version)
    saves, submit = [], room.server.store.submit
    room.server.store.submit = lambda writes, *rest: (saves.append(writes), submit(writes, *rest))
    bun = next((a for a in table.match.table.asks[1] if table.match.table.pack.is_bun[a[1]]), None)
    for action in [bun] if bun else [next(iter(table.match.table.asks[1])), None]:
        await room.play(table, ben, action or next(iter(table.match.table.asks[1])))
    assert ann.last("answered")["agreed"] is False
    (with_notice,) = [writes for writes in saves if any("INSERT INTO chat" in sql for sql, _ in writes)]
    assert any("INSERT INTO event" in sql for sql, _ in with_notice)


async def test_undo_does_not_wait_for_bots_and_absent_players(room):
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    for gone in (ben, cleo):
        table.leave(gone)
    await room.send(table, ann, "undo", version=ann.version)
    assert ann.last("question")["question"]["needs"] == [1, 2]
    actions = table.match.actions
    room.clock.advance(room.server.patience + 1)
    await table.execute(lambda: votes.review(table))
    assert table.match.actions == actions + 1


async def test_bot_takes_over_an_absent_seat_by_vote_and_returns_it_at_once(room):
    table, guests, (ann, ben, cleo) = await three_at_a_table(room)
    early = await room.send(table, ann, "ask", kind="bot", seat=2)
    assert early["code"] == "still-here"
    assert (await ask_for_a_bot(room, table, ann, cleo))["type"] == "done"
    question = ben.last("question")["question"]
    assert question["needs"] == [1]
    await room.send(table, ben, "answer", question=question["id"], yes=True)
    assert ann.last("table")["table"]["seats"][2]["kind"] == "house"
    await room.until(lambda: 2 not in table.match.waiting)
    back = await room.enter(table, guests[2])
    assert back.last("welcome")["you"]["seat"] == 2
    assert (await room.play(table, back, ["pass"]))["code"] == "bot-plays"
    assert (await room.send(table, back, "ask", kind="back", seat=2))["type"] == "done"
    assert back.last("table")["table"]["seats"][2]["kind"] == "person"
    await room.reopen()
    again = await room.server.registry.get(table.row.id)
    assert again.row.seats[2].kind == "person"


async def test_bot_vote_lapses_when_the_player_returns(room):
    table, guests, (ann, _, cleo) = await three_at_a_table(room)
    await ask_for_a_bot(room, table, ann, cleo)
    await room.enter(table, guests[2])
    await table.execute(lambda: votes.review(table))
    assert ann.last("answered")["agreed"] is False
    assert table.row.seats[2].kind == "person"


async def test_spectators_cannot_start_or_answer_votes(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "random", spectators=True)
    eye = await room.enter(table, await room.guest("Eve"))
    for kind, fields in (
        ("play", {"version": 0, "action": ["choose", 1]}),
        ("undo", {"version": 0}),
        ("hint", {}),
    ):
        assert (await room.send(table, eye, kind, **fields))["code"] == "no-seat"
    assert (await room.send(table, eye, "ask", kind="bot", seat=0))["code"] == "no-question"
    assert (await room.send(table, eye, "ask", kind="bot", seat=77))["code"] == "no-question"
    nobody = await room.enter(table)
    assert (await room.send(table, nobody, "chat", text="hi"))["code"] == "no-guest"
    assert (await room.send(table, eye, "chat", text="hi"))["type"] == "done"


async def test_open_votes_are_sent_to_new_subscribers(room):
    table, guests, (ann, ben, cleo) = await three_at_a_table(room)
    await all_decide(room, table, (ann, ben, cleo))
    await room.send(table, ann, "undo", version=ann.version)
    fresh = await room.enter(table, guests[1])
    assert fresh.sent[0]["questions"] == [ben.last("question")["question"]]
    tail = await room.enter(table, guests[1], ben.version)
    assert [m["type"] for m in tail.sent] == ["table", "question"]


def test_votes_are_encoded_as_documented():
    fields = {field.name for field in msgspec.structs.fields(messages.Question)}
    assert fields == {"id", "kind", "seat", "by", "needs", "yes"}


async def a_clocked_table(room):
    guests = [await room.guest(name) for name in ("Ann", "Ben")]
    table = await room.create_table(guests[0], "you", "open", clock=rest.ClockTerms(60, 60))
    await tables.join(room.server, guests[1], table.row.id, None, None)
    return table, [await room.enter(table, guest) for guest in guests]


async def a_race(room):
    guests = [await room.guest(name) for name in ("Ann", "Ben")]
    live = {"strikes": "live", "first": 1}
    table = await room.create_table(guests[0], "you", "open", game="burgerfuck", options=live)
    await tables.join(room.server, guests[1], table.row.id, None, None)
    return table, [await room.enter(table, guest) for guest in guests]


@pytest.mark.parametrize("table_of", [a_clocked_table, a_race])
async def test_pause_cannot_be_requested_for_another_seat(room, table_of):
    """The seat that a vote is about does not vote, so the vote would pass without it."""
    table, (ann, ben) = await table_of(room)
    forged = await room.send(table, ann, "ask", kind="pause", seat=1)
    assert (forged["code"], table.match.paused, table.questions.all()) == ("not-your-seat", False, [])
    await room.send(table, ann, "ask", kind="pause", seat=0)
    assert (await room.send(table, ben, "ask", kind="pause", seat=1))["code"] == "asked-already"
    await room.send(table, ben, "answer", question=ben.last("question")["question"]["id"], yes=True)
    assert table.match.paused
    forged = await room.send(table, ann, "ask", kind="resume", seat=1)
    assert (forged["code"], table.match.paused, table.questions.all()) == ("not-your-seat", True, [])


async def test_seat_cannot_be_requested_back_for_another_player(room):
    table, _, (ann, ben, cleo) = await three_at_a_table(room)
    await ask_for_a_bot(room, table, ann, ben, cleo)
    assert table.row.seats[2].kind == "house"
    assert (await room.send(table, ann, "ask", kind="back", seat=2))["code"] == "not-your-seat"
    assert table.row.seats[2].kind == "house"


async def test_no_bot_takes_over_a_player_who_returned_before_the_last_vote(room):
    table, guests, (ann, ben, cleo) = await three_at_a_table(room)
    await ask_for_a_bot(room, table, ann, cleo)
    table.admit(Listener(guests[2]), None)
    await room.send(table, ben, "answer", question=ben.last("question")["question"]["id"], yes=True)
    assert table.row.seats[2].kind == "person"
    assert ann.last("answered")["agreed"] is False


def test_every_message_with_a_seat_field_has_a_permission_check():
    """A new message needs a rule for its seat field, here and in `permissions`."""
    assert [one for one in messages.Message.__args__ if "seat" in one.__struct_fields__] == [messages.Ask]


async def against_bots(room, **wish):
    """Ann and two bots have each revealed a card."""
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "house", "random", **wish)
    listener = await room.enter(table, ann)
    await room.until(lambda: table.match.waiting == (0,) and not room.server.scheduler.busy(table))
    while table.match.table.card == 1:
        await room.play_any(table, listener)
    return table, listener


async def test_bots_refuse_an_undo_of_revealed_information(room):
    table, ann = await against_bots(room)
    rows = [row[:] for row in table.match.table.rows]
    refused = await room.send(table, ann, "undo", version=ann.version)
    assert (refused["code"], refused["sentence"]) == (
        "bots-refuse",
        "The bots do not consent: you have seen what cannot be dealt anew.",
    )
    assert table.match.table.rows == rows
    assert table.questions.all() == []


async def test_bots_accept_every_undo_at_a_practice_table(room):
    table, ann = await against_bots(room, practice=True, private=False, spectators=True)
    assert (await room.send(table, ann, "undo", version=ann.version))["type"] == "done"
    assert table.match.table.rows == [[], [], []]
    assert ann.last("welcome")["table"]["practice"] is True
    assert table.match.record.header["practice"] is True
    shown = await tables.list_tables(room.server, None, "open", 1)
    assert [one.practice for one in shown.tables] == [True]
    await room.reopen()
    again = await room.server.registry.get(table.row.id)
    assert (again.row.practice, again.match.practice) == (True, True)


async def test_bots_refuse_an_undo_that_persons_accept(room):
    guests = [await room.guest(name) for name in ("Ann", "Ben")]
    table = await room.create_table(guests[0], "you", "open", "random")
    await tables.join(room.server, guests[1], table.row.id, None, None)
    listeners = [await room.enter(table, guest) for guest in guests]
    await room.until(lambda: 2 not in table.match.waiting and not room.server.scheduler.busy(table))
    await all_decide(room, table, listeners)
    assert (await room.send(table, listeners[0], "undo", version=listeners[0].version))[
        "code"
    ] == "bots-refuse"
    assert listeners[1].of("question") == []


async def test_practice_table_has_no_campaign_result(room):
    def kept(practice):
        match = Match(game("kitchen-rush"), ["Ann", "Ben"], 1, practice=practice)
        chairs = [SeatRow("person", "Ann", "g1"), SeatRow("house", "Bot")]
        return match_result(TableRow("kitchen-rush", dict(match.settings), b"", seats=chairs), match)

    assert (bool(kept(False)), kept(True)) == (True, [])


async def test_steps_that_a_seat_may_take_back_are_limited(room, wide):
    room.how["limits"] = wide(undos=3)
    await room.reopen()
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "random", practice=True)
    listener = await room.enter(table, ann)
    for _ in range(3):
        await room.play_any(table, listener)
        assert (await room.send(table, listener, "undo", version=listener.version))["type"] == "done"
    await room.play_any(table, listener)
    refused = await room.send(table, listener, "undo", version=listener.version)
    assert (refused["code"], refused["sentence"]) == (
        "no-undo",
        "You have taken back 3 steps in this game, and more are not allowed.",
    )
    await room.reopen()
    table = await room.server.registry.get(table.row.id)
    assert table.match.undone[0] == 3
