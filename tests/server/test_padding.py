"""Message lengths reveal no hidden information."""

import gzip
import random
from collections import defaultdict

import msgspec
import pytest
from websockets.frames import Opcode
from websockets.protocol import Protocol

from bench.secrecy import World
from flattop.games import CATALOG, game
from flattop.match import Match, snapshot
from flattop.protocol import STEP
from flattop.protocol import padded as said
from flattop.server import padding, websocket_frames
from flattop.server.websocket import Connection
from tests.conformance.random_play import any_move, people

LENGTHS = {1024 << n for n in range(20)}
DECISIONS, EVERY, OPTIONS = 30, 5, 6  # games, positions without secret options, and options per position


def written(update):
    return websocket_frames.text_frame(update.decode()) if update else b""


def after(game, moves, seats, option):
    """Return the frames that each seat and a spectator get for one more move."""
    match = Match(game, people(seats), 7, game.untimed_settings)
    for move in moves:
        match.play(*move)
    worlds = {eye: World(match, eye) for eye in (None, *range(seats))}
    match.play(*option)
    return {eye: written(world.update(match)) for eye, world in worlds.items()}


def decisions(game, seats):
    """Yield positions with a seat and some of its options: all secret ones and a few others."""
    match, rnd, moves = Match(game, people(seats), 7, game.untimed_settings), random.Random(game.key), []
    while not match.over and len(moves) < DECISIONS:
        seat, action = any_move(match.table, rnd)
        open_now = list(match.table.asks.get(seat, ()))
        if len(open_now) > 1 and (snapshot(match, seat)["sealed"] or len(moves) % EVERY == 0):
            yield [*moves], seat, rnd.sample(open_now, min(OPTIONS, len(open_now)))
        match.play(seat, action)
        moves.append((seat, action))


def told_apart(key):
    """Return choices that others can distinguish only by message lengths."""
    apart = []
    for moves, seat, options in decisions(game(key), game(key).seats[0]):
        lengths = defaultdict(set)
        for option in options:
            sent = after(game(key), moves, game(key).seats[0], (seat, option))
            own = sent.pop(seat)
            lengths[tuple(sent.values())].add(len(own))
        apart += [(seat, options) for known in lengths.values() if len(known) > 1]
    return apart


@pytest.mark.parametrize("key", list(CATALOG))
def test_indistinguishable_choices_have_equal_message_lengths(key):
    assert told_apart(key) == []


def test_check_finds_an_unpadded_frame(monkeypatch):
    monkeypatch.setattr(websocket_frames, "padded", bytes)
    assert told_apart("burger-go")


@pytest.mark.parametrize("key", list(CATALOG))
def test_all_plays_of_a_client_have_the_same_length(key):
    plays = [
        {"type": "play", "id": "0123456789abcdef", "version": 4_000_001, "action": option}
        for _, _, options in decisions(game(key), game(key).seats[-1])
        for option in options
    ]
    assert {len(said(msgspec.json.encode(play))) for play in plays} == {STEP}


def test_padded_gzip_has_one_of_few_lengths_and_decompresses():
    for size in (0, 10, 500, 3_000, 40_000):
        text = random.Random(size).randbytes(size).hex().encode()
        assert gzip.decompress(padding.packed(text)) == text
        assert len(padding.packed(text)) in LENGTHS
        assert msgspec.json.decode(padding.padded(b"[1]")) == [1]


async def test_all_socket_messages_have_one_of_few_lengths(running, monkeypatch):
    """This includes messages that were queued for a slow client."""
    ours, theirs = set(), set()  # lengths of the client's messages, and of the server's
    send, receive = Protocol.send_text, Protocol.recv_frame

    def noted_send(client, text, *args, **how):
        ours.add(len(text))
        send(client, text, *args, **how)

    def noted_receive(client, frame):
        theirs.update([len(frame.data)] if frame.opcode is Opcode.TEXT else [])
        receive(client, frame)

    monkeypatch.setattr(Protocol, "send_text", noted_send)
    monkeypatch.setattr(Protocol, "recv_frame", noted_receive)
    local = running()
    ann = await local.guest("Ann")
    _, made = await ann.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "random"]})
    await some_plays(ann.table(made["id"]))
    monkeypatch.setattr(Connection, "send", send_through_queue)
    await some_plays(ann.table(made["id"]))
    assert ours == {STEP}
    assert theirs <= LENGTHS
    assert len(theirs) > 1


def send_through_queue(connection, *messages):
    connection._queue.extend(messages)
    connection._write_queued()


async def some_plays(table):
    async with table:
        await table.hear("welcome")
        for _ in range(3):
            await table.play(table.options[0])
        await table.ask("chat", text="one more?")


def test_private_rest_responses_have_one_of_few_lengths(running):
    with running().client() as client:
        client.post("/api/guest", json={"name": "Ann"})
        made = client.post("/api/tables", json={"game": "burger-go", "seats": ["you", "random"]}).json()
        for encoding in ("identity", "gzip"):
            for part in ("welcome", "told", "rules", "log?before=5"):
                asked = client.get(f"/api/tables/{made['id']}/{part}", headers={"Accept-Encoding": encoding})
                assert int(asked.headers["content-length"]) in LENGTHS
                assert asked.headers.get("content-encoding", "identity") == encoding
                assert asked.json()
