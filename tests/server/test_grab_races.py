"""Two clients grab the same card over real sockets: one gets it, the other is told who was faster."""

import asyncio

import pytest

RACES = 200  # in a soak test; forty otherwise
SPEED = 100  # almost no countdown
LIVE = {"build_limit": 0, "rounds": 1}


class Truck:
    """A real-time table of two, in the build phase."""

    def __init__(self, local):
        self.local = local

    async def open(self):
        ann, ben = await self.local.guest("Ann"), await self.local.guest("Ben")
        wish = {"game": "burger-trucker", "seats": ["you", "open"], "options": LIVE, "private": True}
        made = (await ann.call("POST", "/api/tables", wish))[1]
        await ben.call("POST", f"/api/tables/{made['id']}/join", {"invite": made["invite"], "seat": None})
        self.chairs = [await guest.table(made["id"]).open() for guest in (ann, ben)]
        for chair in self.chairs:
            await chair.hear("welcome")
            await chair.play(["ready"])
        for chair in self.chairs:
            while phase(chair) != "build":
                await chair.hear("update")
        return self

    async def lay_out(self):
        """Flip a card from the pile and put it back face up, for the race."""
        ann = self.chairs[0]
        await ann.play(["flip"])
        card = ann.snapshot["view"]["held"][0]
        await ann.play(["put_back"])
        await self.caught_up()
        return card

    async def both(self, chairs, action):
        """Send both messages before either is answered."""
        tries = [chair.ask("play", version=chair.version, action=action) for chair in chairs]
        answers = await asyncio.gather(*tries)
        await self.caught_up()
        return answers

    async def caught_up(self):
        """Wait for a pong, so that all earlier messages have arrived."""
        for chair in self.chairs:
            await chair.send(type="ping", n=7)
            await chair.hear("pong")


def phase(chair):
    return chair.snapshot["view"]["clock"]["phase"]


def same_table(chairs):
    views = [dict(chair.snapshot["view"]) for chair in chairs]
    told = [chair.snapshot["log"] for chair in chairs]
    for view in views:
        view.pop("clock")  # ticks without events are not sent
    assert views[0] == views[1]
    assert told[0] == told[1]


def winner(chairs, answers, card):
    """Check both answers, and return the connection that has the card."""
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    first = [answer["type"] for answer in answers].index("done")
    refused, seat = answers[1 - first], chairs[first].snapshot["seat"]
    assert (refused["code"], refused["rule"]) == ("gone", "TR-R2")
    assert f"{('Ann', 'Ben')[seat]} was first" in refused["sentence"]
    held = chairs[0].snapshot["view"]["held"]
    assert held[seat] == card
    assert held[1 - seat] < 0
    same_table(chairs)
    return chairs[first]


@pytest.mark.rule("TR-R2", "TR-E5")
async def test_exactly_one_of_two_players_grabs_the_card(running, wide, soak):
    truck = await Truck(running(limits=wide(), speed=SPEED)).open()
    card, winners = await truck.lay_out(), []
    for race in range(soak(RACES, share=5)):
        chairs = truck.chairs if race % 2 else truck.chairs[::-1]
        first = winner(chairs, await truck.both(chairs, ["grab", card]), card)
        winners.append(first.snapshot["seat"])
        await first.play(["put_back"])
        await truck.caught_up()
    assert set(winners) == {0, 1}


@pytest.mark.rule("TR-R2")
async def test_loser_of_a_race_may_act_again_at_once(running, wide):
    truck = await Truck(running(limits=wide(), speed=SPEED)).open()
    card = await truck.lay_out()
    first = winner(truck.chairs, await truck.both(truck.chairs, ["grab", card]), card)
    other = truck.chairs[1 - first.snapshot["seat"]]
    assert (await other.play(["flip"]))["type"] == "done"
    assert other.snapshot["view"]["held"][other.snapshot["seat"]] >= 0


@pytest.mark.rule("TR-R2", "TR-R3")
async def test_simultaneous_flips_give_different_cards(running, wide):
    truck = await Truck(running(limits=wide(), speed=SPEED)).open()
    answers = await truck.both(truck.chairs, ["flip"])
    assert [answer["type"] for answer in answers] == ["done", "done"]
    held = truck.chairs[0].snapshot["view"]["held"]
    assert held[0] != held[1]
    assert min(held) >= 0
    same_table(truck.chairs)


@pytest.mark.rule("TR-13", "TR-R2")
async def test_simultaneous_finishes_get_different_places(running, wide):
    truck = await Truck(running(limits=wide(), speed=SPEED)).open()
    for chair in truck.chairs:
        await food(chair)
    await truck.caught_up()
    answers = await truck.both(truck.chairs, ["finish"])
    assert [answer["type"] for answer in answers] == ["done", "done"]
    told = [event for event, _ in truck.chairs[0].snapshot["log"] if event[0] == "finished"]
    assert [event[2:] for event in told] == [[1, 3], [2, 2]]
    assert {event[1] for event in told} == {0, 1}
    same_table(truck.chairs)


async def food(chair):
    """Build until the burger can be finished; a Middle Bun alone is not enough."""
    while ["finish"] not in chair.options:
        await chair.play(["flip"])
        await chair.play(next(action for action in chair.options if action[0] in ("place", "put_back")))
