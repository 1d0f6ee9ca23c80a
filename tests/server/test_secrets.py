"""No seat is sent hidden information: resampling hidden cards changes no byte of its messages."""

import asyncio
import json
import random

from flattop.kernel import HIDDEN, Chance, determinize
from flattop.match import Cursor, parse, snapshot
from flattop.server.lobby import tables
from flattop.server.table import viewers
from flattop.server.table.viewers import NO_CLOCKS, welcome_snapshot

HIDDEN_FROM_OTHERS = ("hands", "choices")


async def one_step(chair, chooser):
    if chair.options:
        assert (await chair.play(chooser.choice(chair.options)))["type"] == "done"
    else:
        await chair.hear("update")


def views(frames):
    """Return every zone that was sent."""
    for text in frames:
        frame = json.loads(text)
        shown = (frame.get("sheet") or {}).get("view") or frame.get("set", {}).get("view") or {}
        yield from shown.items()


async def play_on(chair, chooser):
    steps = 0
    while not chair.snapshot["over"]:
        await one_step(chair, chooser)
        steps += 1
        if steps == 15:  # the client disconnects during the game and reconnects
            frames, seen = chair.frames, chair.version
            await chair.close()
            await chair.open(seen)
            await chair.hear()
            chair.frames = frames + chair.frames


async def watch(chair):
    while not chair.snapshot["over"]:
        await chair.hear("update")


async def test_other_players_hands_are_never_sent_in_a_whole_game(running, wide):
    local = running(limits=wide())
    ann, ben = await local.guest("Ann"), await local.guest("Ben")
    wish = {"game": "burger-go", "seats": ["you", "open", "house", "random"], "spectators": True}
    _, made = await ann.call("POST", "/api/tables", wish)
    await ben.call("POST", f"/api/tables/{made['id']}/join", {})
    eve = await local.guest("Eve")
    chairs = [await guest.table(made["id"]).open() for guest in (ann, ben, eve)]
    for chair in chairs:
        await chair.hear("welcome")
    players = [play_on(chair, random.Random(seed)) for seed, chair in enumerate(chairs[:2])]
    await asyncio.gather(*players, watch(chairs[2]))
    match = local.server.registry.live[made["id"]].match
    for seat, chair in zip((0, 1, None), chairs, strict=True):
        for zone, value in views(chair.frames):
            if zone in HIDDEN_FROM_OTHERS:
                others = [cards for owner, cards in enumerate(value) if owner != seat]
                assert all(card == -1 for cards in others for card in cards), (zone, value)
            if zone == "deck":
                assert set(value) <= {-1}
        assert chair.snapshot == json.loads(json.dumps(welcome_snapshot(match, seat, NO_CLOCKS)))
        before_the_end = [text for text in chair.frames if '"over":true' not in text]
        assert not any(match.record.header["seed"] in text for text in before_the_end)


class OtherWorld:
    """A table with resampled hidden cards, consistent with what a seat knows."""

    def __init__(self, match, seat, chance):
        self.match, self.true = match, match.table
        self.table = determinize(match.table, match.game.zones, seat, chance)
        for other in sorted(set(self.table.asks) - set(self.true.asks)):
            while other in self.table.asks:  # that others have decided is public, what they chose is not
                self.table.push(other, random.choice(list(self.table.asks[other])))
        self.table.chance = self.true.chance

    def __enter__(self):
        self.match.table = self.table

    def __exit__(self, *_):
        self.match.table = self.true


async def test_resampling_hidden_cards_changes_no_byte_that_a_seat_is_sent(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", spectators=True)
    await tables.join(room.server, ben, table.row.id, None, None)
    listeners = {
        0: await room.enter(table, ann),
        1: await room.enter(table, ben),
        None: await room.enter(table),
    }
    compared, match = 0, table.match
    while not match.over:
        for seat, listener in listeners.items():
            table.welcome(listener)
            with OtherWorld(match, seat, Chance(compared)):
                table.welcome(listener)
            assert json.dumps(listener.sent[-1]) == json.dumps(listener.sent[-2])
            compared += 1
        await room.play_any(table, listeners[random.choice(match.waiting)])
    assert compared > 100


async def test_check_finds_a_planted_leak(room, monkeypatch):
    honest = viewers.snapshot

    def leaky(match, seat, **how):
        return {**honest(match, seat, **how), "reason": f"deck of {match.table.deck[0]}"}

    monkeypatch.setattr(viewers, "snapshot", leaky)

    table = await room.create_table(await room.guest("Ann"), "you", "random")
    listener = await room.enter(table)
    differing = 0
    for n in range(20):
        table.welcome(listener)
        with OtherWorld(table.match, None, Chance(n)):
            table.welcome(listener)
        differing += listener.sent[-1] != listener.sent[-2]
    assert differing > 10


async def test_player_cannot_see_the_own_hanaburger_hand_as_a_spectator(room):
    """A spectator connection without the cookie is not sent the hands either."""
    table = await room.create_table(
        await room.guest("Ann"), "you", "house", game="hanaburger", spectators=True, options={"first": 1}
    )
    match, window = table.match, await room.enter(table)
    assert window.snapshot()["view"]["hands"] == [[HIDDEN] * len(hand) for hand in match.table.hands]
    while not match.over:
        shown = snapshot(match, None)["view"]["hands"]
        assert all(card == HIDDEN for hand in shown for card in hand)
        seat = match.waiting[0]
        match.play(seat, next(iter(match.table.asks[seat])))
    assert snapshot(match, None)["view"]["hands"] == match.table.hands
    replay = Cursor(parse(match.record.text().encode(), "ended"))
    early = replay.at(2)
    assert snapshot(early, None)["view"]["hands"] == early.table.hands
    assert snapshot(early, 0)["view"]["hands"][0] == [HIDDEN] * len(early.table.hands[0])
