"""Earlier scores of a guest in games without opponents."""

import pytest

from flattop.bots import bot
from flattop.kernel import Chance
from flattop.match.game_loop import turns
from flattop.server.errors import Refusal
from flattop.server.lobby import create, finished_games
from flattop.server.schemas import rest


async def played(room, guest, game="solo-up", seats=("you",), rank="random", **options):
    """Create a table and let bots finish its game at once."""
    wish = rest.NewTable(game=game, seats=list(seats), options=options)
    table = await room.server.registry.get((await create.new_table(room.server, guest, wish)).id)
    for _ in turns(table.match, [bot(rank, game, Chance(seat)) for seat in range(len(seats))]):
        pass
    await room.save(table)
    return table


async def best(room, guest, table):
    return (await finished_games.earlier_scores(room.server, table.row.id, guest.id, None)).best


async def test_best_earlier_scores_under_equal_conditions_are_returned(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    first = await played(room, ann)
    assert await best(room, ann, first) == []
    await played(room, ann, level="hard")
    assert await best(room, ben, await played(room, ben)) == []
    (one,) = await best(room, ann, await played(room, ann))
    assert (one.table, one.points) == (first.row.id, first.match.outcome.points[0])
    under_way = await room.create_table(ann, "you", game="solo-up")
    with pytest.raises(Refusal, match="not over"):
        await best(room, ann, under_way)


async def test_lost_and_competitive_games_have_no_scores(room):
    ann, two = await room.guest("Ann"), ("you", "house")
    lost = await played(room, ann, "hanaburger", two, mistake_tokens=3)
    assert not lost.match.outcome.winners
    assert await best(room, ann, await played(room, ann, "hanaburger", two, mistake_tokens=3)) == []
    await played(room, ann, "burger-go", two)
    assert len(await room.server.store.rows("SELECT * FROM result")) == 2
