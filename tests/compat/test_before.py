"""What an earlier commit wrote is read and played on as it was: its database, its records, its digests.

The files in `before/` were made by commit 4037a2c, before the rooms of the project were moved. Only digests
of games among house bots are newer, where such a bot was mended: those pin what it chooses.
"""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from flattop.kernel import HIDDEN, Sees, bare
from flattop.lab import Plan, simulate
from flattop.match import replay, verify
from flattop.match.record import read
from flattop.server.server import Server
from flattop.server.table.viewers import full_snapshot

BEFORE = Path(__file__).parent / "before"
EXPECTED = json.loads((BEFORE / "expected.json").read_text("utf-8"))
SEATS = {path.stem: len(read(path).header["people"]) for path in sorted((BEFORE / "records").iterdir())}


WORDS = ("log", "prompt")  # later commits say it better; what was told is in the playthroughs
# zones that a sheet did not show then
NEWER = {"burger-boss": {"wanted_by", "phase"}, "kitchen-rush": {"cautions"}}
OPEN_THEN = {"hanaburger": {"hands", "turned", "certain", "excluded"}}  # to spectators, who see no hand now


def as_it_was(match, seat):
    """A sheet without its words, without what it did not show, and with what it showed (BT-09, BG-12)."""
    sheet = {part: value for part, value in full_snapshot(match, seat, {}).items() if part not in WORDS}
    del sheet["sealed"], sheet["habits"]
    newer = NEWER.get(match.game.key, set())
    view = {zone: seen_then(match, zone, seat, value) for zone, value in sheet["view"].items()}
    sheet.pop("places", None)
    sheet.pop("tallies", None)
    return {
        **sheet,
        "view": {zone: value for zone, value in view.items() if zone not in newer},
        "options": [action for action, _ in sheet["options"]],
        "anytime": [action for action, _ in sheet["anytime"]],
    }


def seen_then(match, name, seat, value):
    """The end of a game opened no hand then, where the game itself did not."""
    zone, t = match.game.zones[name], match.table
    if zone.sees is Sees.ALL:
        return value
    piles, told = getattr(t, name), seat is None and name in OPEN_THEN.get(match.game.key, ())
    if not zone.per_seat:
        return pile_then(t, zone, piles, seat, None)
    return [bare(pile) if told else pile_then(t, zone, pile, seat, i) for i, pile in enumerate(piles)]


def pile_then(t, zone, pile, seat, owner):
    known = zone.known(t, seat, owner) if zone.known else ()
    return [card if zone.open_to(seat, owner) or i in known else HIDDEN for i, card in enumerate(pile)]


def digest(value):
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


@pytest.fixture
def folder(tmp_path):
    shutil.copy(BEFORE / "house.sqlite", tmp_path)
    return tmp_path


async def found_in(folder):
    """Every table of the database as its log tells it, and as each seat sees it."""
    server = Server(folder)
    try:
        rows = await server.store.rows("SELECT id FROM game_table")
        return {row["id"]: await told(server, row["id"]) for row in rows}
    finally:
        await server.close()


async def told(server, table_id):
    row = await server.registry.row(table_id)
    match = await server.registry.replayed(row)
    kept = {"game": row.game, "state": row.state, "seats": [seat.kind for seat in row.seats]}
    if match is None:
        return kept
    return kept | {
        "actions": match.actions,
        "chain": match.record.chain,
        "over": match.over,
        "sheets": [digest(as_it_was(match, seat)) for seat in (None, *range(len(row.seats)))],
    }


async def test_every_saved_table_is_as_it_was_for_everybody(folder):
    assert await found_in(folder) == EXPECTED["tables"]


@pytest.mark.parametrize("key", list(SEATS))
def test_a_record_verifies_and_is_written_again_byte_for_byte(key):
    path = BEFORE / "records" / f"{key}.jsonl"
    assert verify(path).good
    assert replay(read(path)).record.text() == path.read_text("utf-8")


@pytest.mark.parametrize("rank", ["house", "random"])
@pytest.mark.parametrize("key", list(SEATS))
def test_the_same_seed_gives_the_same_games(key, rank):
    plan = Plan(key, (rank,) * SEATS[key], 7)
    assert simulate(plan, 3).digest == EXPECTED["simulate"][key][rank]
