"""Campaign results: saved together with the last move of a game."""

import json
import sqlite3

import pytest

from flattop.bots import bot
from flattop.kernel import CLOCK, SECOND, Chance
from flattop.match.game_loop import turns
from flattop.server import campaign
from flattop.server.errors import Refusal
from flattop.server.lobby import create, finished_games, tables
from flattop.server.schemas import rest
from flattop.server.store import writes
from flattop.server.store.queries import results_are_gathered
from flattop.server.store.rows import Result, SeatRow
from flattop.server.store.writes import match_result as result_of
from flattop.server.table import clocks
from tests.server import old_schemas

GAME = "kitchen-rush"
RESULTS = "SELECT * FROM result ORDER BY at, table_id"


async def team_of_two(room, **options):
    """Create a started table of two players, without any moves."""
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    return ann, ben, await next_table(room, ann, ben, **options)


async def next_table(room, ann, ben, **options):
    wish = rest.NewTable(game=GAME, seats=["you", "open"], options=options)
    made = await create.new_table(room.server, ann, wish)
    await tables.join(room.server, ben, made.id, made.invite, None)
    return await room.server.registry.get(made.id)


async def play_out(room, table, rank="house"):
    """Let two bots finish the game in one save."""
    brains = [bot(rank, GAME, Chance(seat)) for seat in range(2)]
    before = len(table.match.record.lines)
    for _ in turns(table.match, brains):
        pass
    entries = [json.loads(line) for line in table.match.record.lines[before:]]
    plays = [{"play": entry["play"]} for entry in entries if "play" in entry]
    await room.save(table)
    return plays


async def shown(room, guest, page=1):
    return await campaign.campaign_page(room.server, guest, GAME, page)


async def test_won_scenario_is_saved_for_its_team(room):
    ann, ben, table = await team_of_two(room)
    plays = await play_out(room, table)
    (team,) = (await shown(room, ann)).teams
    assert [(one.name, one.you) for one in team.members] == [("Ann", True), ("Ben", False)]
    (reached,) = team.chapters
    assert (reached.chapter, reached.tried, reached.won, reached.best.stars) == (1, 1, 1, 2)
    assert reached.best.table == table.row.id
    ticks = sum(entry["play"][2] for entry in plays if entry["play"][0] == CLOCK)
    assert reached.best.seconds == reached.fastest.seconds == ticks / SECOND > 0
    assert team.next == 2
    assert (await shown(room, ben)).teams[0].id == team.id
    assert (await shown(room, await room.guest("Cem"))).teams == []
    await room.reopen()
    assert (await shown(room, ann)).teams == [team]


async def test_lost_scenario_counts_as_tried_and_stays_next(room):
    ann, ben, table = await team_of_two(room, scenario=2, pace="stepped")
    await play_out(room, table, "random")
    await play_out(room, await next_table(room, ann, ben, scenario=2, pace="stepped"), "random")
    (team,) = (await shown(room, ann)).teams
    (reached,) = team.chapters
    assert (reached.chapter, reached.tried, reached.won, reached.fastest) == (2, 2, 0, None)
    assert (reached.best.won, reached.best.stars) == (False, 0)
    assert team.next == 1


async def test_result_is_saved_when_the_clock_ends_the_game(room):
    ann, ben, table = await team_of_two(room)
    listeners = [await room.enter(table, guest) for guest in (ann, ben)]
    await room.play(table, listeners[1], ["ready"])
    await room.play(table, listeners[0], ["start"])
    room.clock.advance(300)
    await table.execute(lambda: clocks.tick(table))
    assert table.row.state == "over"
    (reached,) = (await shown(room, ann)).teams[0].chapters
    assert (reached.tried, reached.won, reached.best.seconds) == (1, 0, 270.0)


async def test_result_is_saved_in_the_transaction_of_the_last_move(room):
    _, _, table = await team_of_two(room, pace="stepped")
    saved = room.server.store.save

    async def spoiled(writes, lease):
        await saved([*writes, ("INSERT INTO nowhere VALUES (1)", ())])

    room.server.store.save = spoiled
    with pytest.raises(Refusal, match="could not save"):
        await play_out(room, table)
    room.server.store.save = saved
    assert await room.server.store.rows(RESULTS) == []
    again = await room.server.registry.get(table.row.id)
    assert not again.match.over
    await play_out(room, again)
    assert len(await room.server.store.rows(RESULTS)) == 1


async def test_changes_at_a_finished_table_do_not_change_its_result(room):
    ann, ben, table = await team_of_two(room, pace="stepped")
    await play_out(room, table)
    before = [tuple(row) for row in await room.server.store.rows(RESULTS)]
    await tables.leave(room.server, ben, table.row.id)
    assert [tuple(row) for row in await room.server.store.rows(RESULTS)] == before
    assert (await shown(room, ann)).teams[0].chapters[0].best.table == table.row.id
    assert (await shown(room, ben)).teams[0].chapters[0].best.table is None  # he may not watch it any more


async def test_what_if_tables_and_custom_decks_have_no_result(room):
    ann, _, table = await team_of_two(room, pace="stepped")
    await play_out(room, table)
    branch = await finished_games.what_if(room.server, ann, table.row.id, rest.WhatIf(at=3, seat=0))
    tried = await room.server.registry.get(branch.id)
    assert tried.match.is_branch
    assert result_of(tried.row, tried.match) == []
    assert result_of(table.row, table.match)
    table.row.deck = "another"
    assert result_of(table.row, table.match) == []


@pytest.mark.sqlite
async def test_results_of_old_finished_tables_are_collected_once(room):
    ann, ben, table = await team_of_two(room, pace="stepped")
    await play_out(room, table)
    await next_table(room, ann, ben)  # not over: no result
    await room.until(lambda: results_are_gathered(room.server.store))
    kept = await all_but_when(room)
    await room.close()
    take_back_to_version_two(room.folder / "house.sqlite")
    await room.open()
    await room.until(lambda: results_are_gathered(room.server.store))
    assert await all_but_when(room) == kept
    assert (await shown(room, ann)).teams[0].chapters[0].won == 1


async def all_but_when(room):
    """Compare without the time: the last event may be a second older than its result."""
    return [tuple(row)[:-1] for row in await room.server.store.rows(RESULTS)]


def take_back_to_version_two(path):
    """Reduce the database to the second version of the schema."""
    newer = path.rename(path.with_name("newer.sqlite"))
    with sqlite3.connect(path) as db:
        old_schemas.create_sqlite(db, 2)
        db.execute("DELETE FROM house")
        db.execute("ATTACH ? AS newer", (str(newer),))
        for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM newer.{name}")
    db.close()


def result(number, **changed):
    usual = {"chapter": 1, "won": True, "stars": 2, "points": 100, "ticks": 2000, "at": number}
    return Result(table=f"t{number}", game=GAME, **{**usual, **changed})


async def test_the_best_result_is_won_then_by_stars_then_by_time(room):
    ann = await room.guest("Ann")
    seats = [SeatRow("person", "Ann", ann.id), SeatRow("house", "House bot")]
    played = [
        result(1, won=False, stars=0, points=90, ticks=100),
        result(2, stars=1, ticks=1500),
        result(3, stars=2, ticks=2400),
        result(4, stars=2, ticks=2300),
        result(5, chapter=8, won=False, stars=0, points=40),
        result(6, chapter=8, won=False, stars=0, points=60),
    ]
    for one in played:
        await room.server.store.save(writes.result(one, seats))
    await room.server.store.save(writes.result(result(7), [SeatRow("house"), SeatRow("house")]))
    (team,) = (await shown(room, ann)).teams
    assert [(one.kind, one.name) for one in team.members] == [("person", "Ann"), ("house", "House bot")]
    first, last = team.chapters
    assert (first.tried, first.won, first.best.seconds, first.fastest.seconds) == (4, 3, 230.0, 150.0)
    assert (last.chapter, last.best.points, team.next) == (8, 60, 2)


async def test_teams_are_paged_with_the_most_recent_first(room):
    ann = await room.guest("Ann")
    for n in range(45):
        friend = await room.guest(f"Friend {n}")
        seats = [SeatRow("person", "Ann", ann.id), SeatRow("person", friend.name, friend.id)]
        await room.server.store.save(writes.result(result(n), seats))
    pages = [await shown(room, ann, number) for number in (1, 2, 3, 4)]
    assert [len(page.teams) for page in pages] == [20, 20, 5, 0]
    assert {page.pages for page in pages} == {3}
    assert pages[0].teams[0].members[1].name == "Friend 44"
    assert pages[2].teams[-1].members[1].name == "Friend 0"


async def test_campaign_is_available_over_rest(running):
    local = running()
    ann = await local.guest("Ann")
    nothing = {"game": GAME, "teams": [], "page": 1, "pages": 1}
    assert await ann.call("GET", f"/api/campaigns/{GAME}") == (200, nothing)
    status, refused = await ann.call("GET", f"/api/campaigns/{GAME}?page=0")
    assert (status, refused["code"]) == (400, "bad-request")
    cards = {card["key"]: card["campaign"] for card in (await ann.call("GET", "/api/games"))[1]}
    assert [key for key, card in cards.items() if card] == [GAME]
    card = cards[GAME]
    assert (card["option"], len(card["stars"]), len(card["chapters"])) == ("scenario", 3, 8)
    assert card["chapters"][2]["goals"] == {"2": "17 coins", "3": "25 coins", "4": "33 coins"}


@pytest.mark.parametrize(
    ("path", "code", "says"),
    [
        ("kitchen-rash", "no-game", "There is no game 'kitchen-rash'"),
        ("burger-go", "no-campaign", "Burger Go! has no campaign; games with a campaign: kitchen-rush."),
    ],
)
async def test_game_without_a_campaign_is_refused_with_a_reason(room, path, code, says):
    with pytest.raises(Refusal) as refused:
        await campaign.campaign_page(room.server, None, path, 1)
    assert (refused.value.status, refused.value.code) == (404, code)
    assert says in refused.value.sentence
