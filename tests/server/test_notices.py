"""Notices about seats, guests and votes are sent to everybody at the table, and saved with the chat."""

import pytest

from flattop.server.lobby import create, tables
from flattop.server.table import notices, votes


def told(listener):
    """Return the notices, oldest first; they have no author."""
    said = [*listener.last("welcome")["chat"], *(message["line"] for message in listener.of("chat"))]
    return [line["text"] for line in said if line["name"] == "" and line["seat"] is None]


async def two_at_a_table(room, game="burger-go", *others, **wish):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", *others, game=game, **wish)
    listeners = [await room.enter(table, ann)]
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    return table, (ann, ben), [*listeners, await room.enter(table, ben)]


async def test_bots_have_unique_names_and_keep_them(room):
    _, _, (ann, _) = await two_at_a_table(room, "burger-go", "house", "random")
    names = [(chair["name"], chair["bot"]) for chair in ann.last("table", "welcome")["table"]["seats"]]
    assert names == [("Ann", ""), ("Ben", ""), ("Basil", "Basil"), ("Crumb", "Crumb")]
    basil = await room.guest("Basil")
    other = await room.create_table(basil, "you", "house", "house")
    assert [seat.name for seat in other.row.seats] == ["Basil", "Olive", "Pepper"]


async def test_joining_and_leaving_before_the_start_is_announced(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", "open")
    listener = await room.enter(table, ann)
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    await tables.leave(room.server, ben, table.row.id)
    assert told(listener) == ["Ben sits down in seat 2.", "Ben has left; seat 2 is free again."]


async def test_player_who_leaves_during_the_game_is_announced_and_returns_as_a_spectator(room):
    table, (ann, ben), (listener, _) = await two_at_a_table(room, spectators=True)
    await tables.leave(room.server, ann, table.row.id)
    expected = ["Ann has left the table; Basil, a bot, plays on for Ann.", "The table is Ben's now."]
    assert told(listener)[-2:] == expected
    chair = listener.last("table", "welcome")["table"]["seats"][0]
    assert (chair["kind"], chair["name"], chair["bot"]) == ("house", "Ann", "Basil")
    await room.enter(table, ann)
    await room.enter(table, await room.guest("Eve"))
    await room.enter(table, ann)
    assert told(listener)[-2:] == ["Ann is back, as a spectator.", "Eve looks on."]
    again = await room.enter(table, ben)
    assert told(again)[-2:] == told(listener)[-2:], "it is kept with the chat"
    assert [seat.name for seat in map(create._rematch_seat, table.row.seats)] == ["", "Ben"]


async def test_absence_bot_takeover_and_return_are_announced(room):
    table, (_, ben), (ann, there) = await two_at_a_table(room)
    table.leave(there)
    assert not notices.newly_away(table)
    room.clock.advance(room.server.patience + 1)
    assert notices.newly_away(table) == [1]
    await table.execute(lambda: votes.announce_away(table))
    assert not notices.newly_away(table), "once is enough"
    assert ann.last("table")["table"]["seats"][1]["absent"]
    await room.send(table, ann, "ask", kind="bot", seat=1)
    back = await room.enter(table, ben)
    await room.send(table, back, "ask", kind="back", seat=1)
    assert told(ann)[1:] == [
        "Ben is away.",
        "Ben is away; Olive, a bot, plays for Ben now.",
        "Ben is back; Olive, a bot, still plays for Ben.",
        "Ben plays again; Olive has stepped aside.",
    ]


async def test_short_absence_is_not_announced(room):
    table, (_, ben), (ann, there) = await two_at_a_table(room)
    table.leave(there)
    await room.enter(table, ben)
    assert told(ann) == ["Ben sits down in seat 2."]


async def test_declined_or_overtaken_undo_announces_the_reason(room):
    table, _, (ann, ben) = await two_at_a_table(room)
    while not (terms := table.match.undo_terms(0)) or not terms.consent:
        await room.play_any(table, next(e for e in (ann, ben) if table.seat_of(e) in table.match.waiting))
    await room.send(table, ann, "undo", version=ann.version)
    await room.send(table, ben, "answer", question=ben.last("question")["question"]["id"], yes=False)
    declined = "Ben does not agree: the last step of Ann stays."
    assert (ann.last("answered")["words"], told(ann)[-1]) == (declined, declined)
    await room.send(table, ann, "undo", version=ann.version)
    while ann.last("answered")["words"] == declined:
        await room.play_any(table, next(e for e in (ben, ann) if table.seat_of(e) in table.match.waiting))
    assert told(ben)[-1] == "Play has gone on: the last step of Ann stays."


@pytest.mark.rule("HB-R18")
async def test_chat_is_refused_during_a_game_of_hints(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "open", game="hanaburger", options={"mistake_tokens": 1})
    listener = await room.enter(table, ann)
    assert (await room.send(table, listener, "chat", text="Hello"))["type"] == "done"
    ben = await room.guest("Ben")
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    other = await room.enter(table, ben)
    refused = await room.send(table, listener, "chat", text="Your first card is Brie")
    sentence = "Nothing but hints may be told while the game is played; talk again when it is over."
    assert (refused["code"], refused["sentence"], refused["rule"]) == ("hushed", sentence, "HB-R18")
    while not table.match.over:
        await room.play_any(
            table, next(e for e in (listener, other) if table.seat_of(e) in table.match.waiting)
        )
    assert (await room.send(table, listener, "chat", text="Well hinted"))["type"] == "done"
    assert [line.text for line in table.chat if line.name] == ["Hello", "Well hinted"]


async def test_chat_of_a_guest_is_limited_and_old_lines_are_deleted(room, monkeypatch):
    monkeypatch.setattr("flattop.server.table.live.CHAT_KEPT", 30)
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open")
    listeners = [await room.enter(table, ann), await room.enter(table, ann)]
    listeners[1].numbers = 1000  # of messages, whose ids are unique for a guest
    answers = [await room.send(table, listener, "chat", text="Hi") for listener in listeners * 11]
    assert [answer["type"] for answer in answers].count("refused") == 2, "two sockets have one allowance"
    assert answers[-1]["sentence"] == "You chat too fast; wait a moment."
    assert (await room.send(table, await room.enter(table, ben), "chat", text="Hi"))["type"] == "done"
    for _ in range(20):
        room.clock.advance(1)
        assert (await room.send(table, listeners[0], "chat", text="Ho"))["type"] == "done"
    rows = await room.server.store.rows("SELECT n FROM chat ORDER BY n")
    assert [row["n"] for row in rows] == list(range(table.chat[-1].n - 29, table.chat[-1].n + 1))


async def test_chat_of_all_guests_of_an_address_is_limited(room):
    room.server.limits.address_chat = 30
    table = await room.create_table(await room.guest("Ann"), "you", "open", spectators=True)

    async def lines(address, names):
        guests = [await room.guest(name) for name in names]
        listeners = [await room.enter(table, guest, address=address) for guest in guests]
        answers = [await room.send(table, listener, "chat", text="Hi") for listener in listeners * 12]
        return [answer["type"] for answer in answers].count("done")

    assert await lines("192.0.2.1", ["Ben", "Cleo", "Dan"]) == 30
    assert await lines("192.0.2.2", ["Eve"]) == 12


@pytest.mark.parametrize("name", ["Ann", "ANN", "\u0410nn", "A n.n", "\u00c4nn", "Ann\u3164"])
async def test_spectator_cannot_chat_under_the_name_of_a_player(room, name):
    table = await room.create_table(await room.guest("Ann"), "you", "open")
    guest = await room.guest(name)
    spectator = await room.enter(table, guest)
    refused = await room.send(table, spectator, "chat", text="I resign")
    assert (refused["code"], table.chat) == ("name-taken", [])
    await room.server.guests.rename(guest, "Zoe")
    assert (await room.send(table, spectator, "chat", text="Hi"))["type"] == "done"
    assert (table.chat[-1].name, table.chat[-1].seat) == ("Zoe", None)


async def test_guest_with_the_look_of_a_player_gets_a_number_in_its_seat(room):
    table = await room.create_table(await room.guest("Ann"), "you", "open", "open")
    await tables.join(room.server, await room.guest("\u0410nn"), table.row.id, None, 1)
    assert [seat.name for seat in table.row.seats[:2]] == ["Ann", "\u0410nn 2"]
