"""Two clients play the same Strike over real sockets: one succeeds, the other is told why not."""

import asyncio
import contextlib
import itertools

import pytest

from flattop.games import game
from flattop.match import Match

RACES = 200  # in a soak test; forty otherwise
GAME = game("burgerfuck")
LIVE = {"strikes": "live", "first": 1}
SECRET = ("hands", "deck", "table_hand")


def deals(wanted):
    """Yield seeds and their starting tables in which a race is possible."""
    for n in itertools.count():
        seed = n.to_bytes(32, "big")
        t = Match(GAME, ["Ann", "Ben"], seed, LIVE).table
        if wanted(t):
            yield seed


def rivals(t):
    """True if both seats hold a card that may be played on the top card."""
    return all(len(t.anytime(seat)) == 1 for seat in (0, 1))


def on_an_ace(t):
    """True if both can strike an Ace: its Concert is never interrupted (BF-R36), so only one can succeed."""
    return t.pack.opens_concert[t.play_pile[-1]] and rivals(t)


def on_another(t):
    return not t.pack.opens_concert[t.play_pile[-1]] and not t.red & {t.play_pile[-1]} and rivals(t)


def one_copy(t):
    strikes = t.anytime(0)
    return len(strikes) == 1 and t.hands[0].count(strikes[0][1]) == 1


class Hall:
    """A server on a real port with known deals, and two guests."""

    def __init__(self, local, wanted, monkeypatch):
        self.local = local
        seeds = itertools.cycle(list(itertools.islice(deals(wanted), 5)))
        monkeypatch.setattr("flattop.server.lobby.create.live_seed", lambda: next(seeds))

    async def open(self):
        self.ann, self.ben = await self.local.guest("Ann"), await self.local.guest("Ben")
        return self

    async def table(self):
        """Create a table with both guests, and return its id."""
        wish = {"game": "burgerfuck", "seats": ["you", "open"], "options": LIVE, "private": True}
        made = (await self.ann.call("POST", "/api/tables", wish))[1]
        await self.ben.call(
            "POST", f"/api/tables/{made['id']}/join", {"invite": made["invite"], "seat": None}
        )
        return made["id"]

    @contextlib.asynccontextmanager
    async def seated(self, *guests):
        """Connect both guests to a new table for the time of the race."""
        table = await self.table()
        chairs = [await guest.table(table).open() for guest in guests]
        for chair in chairs:
            await chair.hear("welcome")
        yield chairs
        for chair in chairs:
            await chair.close()


async def both_strike(chairs):
    """Send both messages before either is answered."""
    tries = [chair.ask("play", version=chair.version, action=strike(chair)) for chair in chairs]
    answers = await asyncio.gather(*tries)
    await asyncio.gather(*(caught_up(chair) for chair in chairs))
    return answers


def strike(chair):
    return chair.snapshot["anytime"][0][0]


async def caught_up(chair):
    """Wait for a pong, so that all earlier messages have arrived."""
    await chair.send(type="ping", n=7)
    await chair.hear("pong")


def public(chair):
    """Return what both must see alike."""
    view = chair.snapshot["view"]
    counts = [len(view["deck"]), *(len(hand) for hand in view["hands"])]
    told = [event for event, _ in chair.snapshot["log"] if event[0] != "got"]
    return {zone: value for zone, value in view.items() if zone not in SECRET}, counts, told


def struck(chair):
    return [event[1] for event, _ in chair.snapshot["log"] if event[0] == "struck"]


def winner(chairs, answers):
    """Check both answers, and return the seat whose Strike succeeded."""
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    first = [answer["type"] for answer in answers].index("done")
    refused = answers[1 - first]
    assert (refused["code"], refused["rule"]) == ("resolving", "BF-R36")
    assert refused["sentence"] == "What is going on is never interrupted; Strike afterwards."
    assert struck(chairs[0]) == struck(chairs[1]) == [chairs[first].snapshot["seat"]]
    assert public(chairs[0]) == public(chairs[1])
    return chairs[first].snapshot["seat"]


@pytest.mark.rule("BF-R36", "BF-R41")
async def test_exactly_one_of_two_simultaneous_strikes_succeeds(running, wide, monkeypatch, soak):
    hall = await Hall(running(limits=wide(tables=RACES + 1)), on_an_ace, monkeypatch).open()
    winners = []
    for race in range(soak(RACES, share=5)):
        guests = [hall.ann, hall.ben] if race % 2 else [hall.ben, hall.ann]
        async with hall.seated(*guests) as chairs:
            winners.append(winner(chairs, await both_strike(chairs)))
    assert set(winners) == {0, 1}


@pytest.mark.rule("BF-R41")
async def test_second_strike_lands_on_the_first_if_it_still_fits(running, wide, monkeypatch):
    hall = await Hall(running(limits=wide(tables=RACES + 1)), on_another, monkeypatch).open()
    for _ in range(10):
        async with hall.seated(hall.ann, hall.ben) as chairs:
            answers = await both_strike(chairs)
            assert [answer["type"] for answer in answers] == ["done", "done"]
            assert sorted(struck(chairs[0])) == [0, 1]
            assert public(chairs[0]) == public(chairs[1])
            assert len(chairs[0].snapshot["view"]["play_pile"]) == 3


async def test_one_seat_in_two_windows_plays_its_strike_once(running, wide, monkeypatch):
    hall = await Hall(running(limits=wide(tables=RACES + 1)), one_copy, monkeypatch).open()
    for _ in range(10):
        async with hall.seated(hall.ann, hall.ann) as chairs:
            answers = await both_strike(chairs)
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            assert struck(chairs[0]) == struck(chairs[1]) == [0]
            assert public(chairs[0]) == public(chairs[1])
