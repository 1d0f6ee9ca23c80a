"""WebSockets on a real port: hello, play, reconnect, and limits for misbehaving clients."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from flattop.client import Guest
from flattop.server.schemas.messages import Complaint
from flattop.server.websocket import PLAYER_SOCKETS

from .conftest import PATIENCE, closed_with


async def table_of(guest, *seats, **wish):
    _, made = await guest.call("POST", "/api/tables", {"game": "burger-go", "seats": list(seats), **wish})
    return made


async def two_at(local, *seats):
    """Return Ann, Ben and the id of a table with both."""
    ann, ben = await local.guest("Ann"), await local.guest("Ben")
    made = await table_of(ann, "you", "open", *seats)
    await ben.call("POST", f"/api/tables/{made['id']}/join", {})
    return ann, ben, made["id"]


async def welcomed(chair):
    try:
        return await (await chair.open()).hear("welcome")
    except ConnectionClosed:
        return None


async def raw(local, guest, table_id, **how):
    heads = {"Cookie": f"flattop_guest={guest.token}", **how}
    link = f"{local.url.replace('http', 'ws')}/ws/tables/{table_id}"
    return await connect(link, additional_headers=heads, open_timeout=PATIENCE)


async def test_two_people_play_a_game_to_its_end(running, wide):
    local = running(limits=wide())

    async def play_on(chair):
        while not chair.snapshot["over"]:
            if chair.options:
                assert (await chair.play(chair.options[0]))["type"] == "done"
            else:
                await chair.hear("update")

    ann, ben, table = await two_at(local, "random")
    chairs = [await guest.table(table).open() for guest in (ann, ben)]
    for chair in chairs:
        await chair.hear("welcome")
    await asyncio.gather(*map(play_on, chairs))
    assert chairs[0].snapshot["winners"] == chairs[1].snapshot["winners"]
    assert chairs[0].snapshot["seed"]
    _, over = await ann.call("GET", f"/api/tables/{table}")
    assert over["state"] == "over"
    for chair in chairs:
        await chair.close()


async def test_socket_after_a_rest_welcome_gets_only_later_updates(running, wide):
    ann, ben, table = await two_at(running(limits=wide()))
    other = await ben.table(table).open()
    await other.hear("welcome")
    _, ahead = await ann.call("GET", f"/api/tables/{table}/welcome")
    assert ahead["you"] == {"seat": 0, "owner": True}
    while other.options:
        await other.play(other.options[0])
    late = await ann.table(table).open()
    same = await late.hear("welcome")
    assert ahead["sheet"]["options"] == same["sheet"]["options"]
    assert ahead["sheet"]["view"].keys() == same["sheet"]["view"].keys()
    await late.close()
    chair = ann.table(table)
    chair.snapshot, chair.version = ahead["sheet"], ahead["version"]
    await chair.open(ahead["version"])
    assert (await chair.hear("table"))["table"]["yours"] == 0
    while chair.version < same["version"]:
        await chair.hear("update")
    assert chair.snapshot["view"] == same["sheet"]["view"]
    await other.close()
    await chair.close()


async def test_reconnecting_client_gets_missed_updates_and_plays_on(running, wide):
    ann, ben, table = await two_at(running(limits=wide()))
    first, other = await ann.table(table).open(), await ben.table(table).open()
    await first.hear("welcome")
    await other.hear("welcome")
    await first.close()
    while other.options:
        await other.play(other.options[0])
    back = ann.table(table)
    back.snapshot, back.version = first.snapshot, first.version
    await back.open(first.version)
    assert (await back.hear())["type"] == "table"
    assert (await back.hear("update"))["set"]["waiting"] == [0]
    assert (await back.play(back.options[0]))["type"] == "done"
    far = await ann.table(table).open(1)
    assert (await far.hear())["type"] == "welcome"


async def test_unknown_and_private_tables_are_refused_alike(running, wide):
    local = running(limits=wide())

    ann, eve = await local.guest("Ann"), await local.guest("Eve")
    made = await table_of(ann, "you", "random", private=True)
    open_one = await table_of(ann, "you", "random")
    assert await closed_with(await raw(local, eve, "nothing")) == 4404
    assert await closed_with(await raw(local, eve, made["id"])) == 4404
    assert await closed_with(await raw(local, eve, open_one["id"])) == 4403
    invited = await raw(local, eve, f"{made['id']}?invite={made['invite']}")
    assert await closed_with(invited) == 4403
    assert set(local.server.registry.live) == {made["id"], open_one["id"]}


async def test_spectators_see_public_information_if_allowed(running, wide):
    local = running(limits=wide())

    ann, eve = await local.guest("Ann"), await local.guest("Eve")
    made = await table_of(ann, "you", "random", spectators=True)
    eye = await eve.table(made["id"]).open()
    welcome = await eye.hear("welcome")
    assert welcome["you"] == {"seat": None, "owner": False}
    assert welcome["table"]["invite"] is None
    assert {card for hand in welcome["sheet"]["view"]["hands"] for card in hand} == {-1}
    assert welcome["sheet"]["options"] == []


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "hello", "protocol": 2, "seen": None}, 4406),
        ({"type": "hello", "protocol": 1, "seen": "x"}, 4400),
        ({"type": "hello", "protocol": 1, "seen": None, "more": 1}, 4400),
        ({"type": "hello", "protocol": 1}, 4400),
        ({"type": "ping", "n": 1}, 4400),
        ({"type": "nonsense"}, 4400),
        ([], 4400),
    ],
)
async def test_first_message_must_be_a_valid_hello(running, hello, code):
    local = running()

    ann = await local.guest("Ann")
    line = await raw(local, ann, (await table_of(ann, "you", "random"))["id"])
    await line.send(json.dumps(hello))
    assert await closed_with(line) == code


async def test_socket_without_a_hello_is_closed(running, monkeypatch):
    monkeypatch.setattr("flattop.server.websocket.HELLO_SECONDS", 0.1)
    local = running()

    ann = await local.guest("Ann")
    line = await raw(local, ann, (await table_of(ann, "you", "random"))["id"])
    assert await closed_with(line) == 4408


async def test_malformed_messages_are_refused_then_the_socket_is_closed(running):
    local = running()
    local.server.limits.strikes = 5

    ann = await local.guest("Ann")
    chair = await ann.table((await table_of(ann, "you", "random"))["id"]).open()
    await chair.hear("welcome")
    for wrong in ("{", '{"type":"play"}', '{"type":"ping","n":1,"x":2}', '{"type":"ping","n":"1"}', '"x"'):
        await chair.socket.send(wrong)
        assert (await chair.hear("error"))["code"] == "bad-message"
    await chair.send(type="ping", n=7)
    assert (await chair.hear("pong"))["n"] == 7
    await chair.socket.send(b"\x00\x01")
    assert await closed_with(chair.socket) == 4429


async def test_fast_sender_is_slowed_then_disconnected(running):
    local = running()
    local.server.limits.messages, local.server.limits.burst, local.server.limits.strikes = 100, 10, 5

    ann = await local.guest("Ann")
    chair = await ann.table((await table_of(ann, "you", "random"))["id"]).open()
    await chair.hear("welcome")
    for n in range(100):
        await chair.send(type="ping", n=n)
    assert [(await chair.hear("error"))["code"] for _ in range(5)] == ["too-fast"] * 5
    assert await closed_with(chair.socket) == 4429


async def test_an_oversized_message_closes_the_socket_and_changes_nothing(running):
    local = running()

    ann = await local.guest("Ann")
    chair = await ann.table((await table_of(ann, "you", "random"))["id"]).open()
    await chair.hear("welcome")
    await chair.send(type="chat", id="x", text="x" * 20_000)
    assert await closed_with(chair.socket) == 1009
    back = await chair.open()
    assert (await back.hear("welcome"))["chat"] == []


async def test_sockets_per_address_are_limited_and_freed_again(running):
    local = running()
    local.server.limits.sockets = 3

    ann = await local.guest("Ann")
    made = await table_of(ann, "you", "random")
    chairs = [await ann.table(made["id"]).open() for _ in range(3)]
    assert await closed_with(await raw(local, ann, made["id"])) == 4429
    await chairs[0].close()
    while not await welcomed(ann.table(made["id"])):
        pass  # the server notices the closed socket with a delay


async def test_spectators_never_take_the_places_of_players_and_the_owner(running, wide):
    local = running(limits=wide(table_sockets=2))
    ann, ben = await local.guest("Ann"), await local.guest("Ben")
    _, made = await ann.call(
        "POST", "/api/tables", {"game": "burger-go", "seats": ["open", "open", "open"], "spectators": True}
    )
    await ben.call("POST", f"/api/tables/{made['id']}/join", {})
    for stranger in (Guest(local.url), Guest(local.url)):
        await (await stranger.table(made["id"]).open()).hear("welcome")
    assert await closed_with(await raw(local, Guest(local.url), made["id"])) == 4429
    for guest in (ann, ben):
        assert (await (await guest.table(made["id"]).open()).hear("welcome"))["table"]["id"] == made["id"]


async def test_sockets_of_one_player_at_a_table_are_limited(running, wide):
    local = running(limits=wide())
    ann, _, table = await two_at(local)
    for _ in range(PLAYER_SOCKETS):
        await (await ann.table(table).open()).hear("welcome")
    assert await closed_with(await raw(local, ann, table)) == 4429


async def test_clients_are_asked_to_reconnect_when_the_server_closes(running):
    local = running()
    ann = await local.guest("Ann")
    chairs = [await ann.table((await table_of(ann, "you", "random"))["id"]).open() for _ in range(3)]
    for chair in chairs:
        await chair.hear("welcome")
    stopped = asyncio.to_thread(local.stop)
    codes = await asyncio.gather(*(closed_with(chair.socket) for chair in chairs), stopped)
    assert codes[:3] == [1012] * 3


async def test_sockets_of_other_sites_are_refused(running):
    local = running()

    ann = await local.guest("Ann")
    made = await table_of(ann, "you", "random", spectators=True)
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus):
            await raw(local, ann, made["id"], Origin=origin)
    line = await raw(local, ann, made["id"], Origin=local.url)
    await line.close()


async def test_presence_is_sent_to_the_others(running, wide):
    ann, ben, table = await two_at(running(limits=wide()))
    first = await ann.table(table).open()
    assert [seat["here"] for seat in (await first.hear("welcome"))["table"]["seats"]] == [True, False]
    second = await ben.table(table).open()
    assert [seat["here"] for seat in (await first.hear("table"))["table"]["seats"]] == [True, True]
    await second.close()
    assert [seat["here"] for seat in (await first.hear("table"))["table"]["seats"]] == [True, False]


async def test_chat_is_sent_to_everyone_once_and_saved(running, wide):
    local = running(limits=wide())

    ann = await local.guest("Ann")
    made = await table_of(ann, "you", "random")
    chair = await ann.table(made["id"]).open()
    await chair.hear("welcome")
    await chair.send(type="chat", id="a", text="  hello \u0007\n there 👩‍🍳 ")
    assert (await chair.hear("done", id="a"))["type"] == "done"
    line = (await chair.hear("chat"))["line"]
    assert (line["name"], line["seat"], line["text"]) == ("Ann", 0, "hello there 👩‍🍳")
    await chair.send(type="chat", id="a", text="again")
    await chair.hear("done", id="a")
    assert (await chair.ask("chat", text="\u0007\u0007"))["code"] == "bad-text"
    fresh = await ann.table(made["id"]).open()
    assert [said["text"] for said in (await fresh.hear("welcome"))["chat"]] == ["hello there 👩‍🍳"]


async def test_slow_reader_is_disconnected_instead_of_filling_memory(running, wide):
    local = running(limits=wide(lag=20))

    ann = await local.guest("Ann")
    made = await table_of(ann, "you", "random")
    chair = await ann.table(made["id"]).open()
    await chair.hear("welcome")
    table = local.server.registry.live[made["id"]]
    line = "x" * 100_000

    async def flood():
        for _ in range(400):
            table.broadcast(Complaint("long", line))

    chair.socket.transport.pause_reading()  # a slow reader, however fast the machine
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(flood(), table.server.loop))
    chair.socket.transport.resume_reading()
    assert await closed_with(chair.socket) == 4408


async def test_vanished_clients_are_removed(running, wide, capsys):
    local = running(limits=wide())

    ann = await local.guest("Ann")
    made = await table_of(ann, "you", "random")
    for _ in range(20):
        chair = await ann.table(made["id"]).open()
        await chair.hear("welcome")
        for n in range(20):
            await chair.send(type="chat", id=f"{id(chair)}-{n}", text="hello")
        chair.socket.transport.abort()
    while local.server.addresses.sockets.total():
        await asyncio.sleep(0.01)
    assert local.server.registry.live[made["id"]].subscribers == []
    assert "flattop_errors_total 0.0" in local.server.metrics.text(), capsys.readouterr().err
