"""The table as text over REST: the line client's sentences, for guests who may watch."""

import pytest

from flattop.games import CATALOG, game
from flattop.match import snapshot
from flattop.server.errors import Refusal
from flattop.server.lobby import tables
from flattop.server.schemas.messages import encode
from flattop.terminal.lookup import Lookup
from tests.conformance.secrecy import leaks


def lines(answer):
    return [line for zone in answer.zones for line in zone.lines]


async def asked(room, table, guest=None, invite=None):
    return await tables.table_text(room.server, table.row.id, guest.id if guest else None, invite)


@pytest.mark.parametrize("key", CATALOG)
async def test_table_text_equals_the_line_clients_text(room, key):
    ann, own = await room.guest("Ann"), game(key)
    table = await room.create_table(ann, "you", *["random"] * (own.seats[0] - 1), game=key)
    match = table.match
    answer = tables.text_of(*tables.described_snapshot(match, 0))  # at once, because bots play on
    seen = snapshot(match, 0)
    lookup = Lookup(own.describer(match.table.pack, match.people, seen["view"], 0), seen)
    assert lines(answer) == lookup.find("")
    assert answer.cards == lookup.find("cards")
    assert answer.prompt == seen["prompt"]
    assert len(answer.options) == len(lookup.choices)
    assert all(answer.options[n].startswith(label) for n, (_, label) in enumerate(lookup.choices))
    assert len({zone.title for zone in answer.zones}) > 3


async def test_table_text_shows_the_own_hand_and_no_other(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open", spectators=True)
    await tables.join(room.server, ben, table.row.id, None, 1)
    mine, his, hers = [await asked(room, table, guest) for guest in (ann, ben, None)]
    cards = game("burger-go").pack(None).cards
    hands = [{t for card in hand if " / " in (t := cards[card].title)} for hand in table.match.table.hands]
    for answer, known in ((mine, hands[0]), (his, hands[1]), (hers, set())):
        said = encode(answer)
        assert {title for title in hands[0] | hands[1] if encode(title)[1:-1] in said} == known
    assert mine.options[0].endswith("the rest of your hand goes to the left.")
    assert hers.options == []
    assert "Ann's hand: 7 face down." in lines(hers)


@pytest.mark.parametrize("key", CATALOG)
def test_table_text_does_not_depend_on_hidden_cards(key):
    assert (
        leaks(
            game(key),
            12,
            lambda match, seat: encode(tables.text_of(*tables.described_snapshot(match, seat))),
        )
        == 0
    )


async def test_table_text_needs_permission_and_a_started_game(room):
    ann, eve = await room.guest("Ann"), await room.guest("Eve")
    table = await room.create_table(ann, "you", "random", spectators=False)
    with pytest.raises(Refusal, match="no such table"):
        await asked(room, table, eve)
    private = await room.create_table(ann, "you", "random", private=True, spectators=True)
    with pytest.raises(Refusal, match="no such table"):
        await asked(room, private, eve)
    assert (await asked(room, private, eve, private.row.invite)).zones
    waiting = await room.create_table(ann, "you", "open")
    with pytest.raises(Refusal, match="has not started"):
        await asked(room, waiting, ann)


async def test_table_text_is_available_over_rest(running, wide):
    local = running(limits=wide())
    ann = await local.guest("Ann")
    wish = {"game": "hanaburger", "seats": ["you", "random"], "options": {"first": 1}}
    _, made = await ann.call("POST", "/api/tables", wish)
    status, answer = await ann.call("GET", f"/api/tables/{made['id']}/told")
    assert status == 200
    assert {"prompt", "options", "zones", "cards"} == set(answer)
    assert "Ann is on turn." in str(answer["zones"])
    assert (await ann.call("GET", "/api/tables/none/told"))[0] == 404
