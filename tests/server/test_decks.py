"""Custom decks: read in a worker process with limits, and stored by their content while tables use them."""

import resource
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from flattop.games import CATALOG, game
from flattop.server.errors import Refusal
from flattop.server.lobby import create, finished_games, tables
from flattop.server.schemas import rest
from flattop.server.workers import deck_check
from flattop.server.workers.deck_check import DeckReader
from tests.kernel.test_toml_limits import BOMBS
from tests.server import old_schemas

OWN = game("burger-go").deck.read_text("utf-8") + "\n# my own\n"
ASKER = ("here", "Ann")


@pytest.fixture
async def reader(tmp_path):
    reader = DeckReader(tmp_path / "checked")
    yield reader
    await reader.stop()


async def refusal(reader, deck, key="burger-go"):
    with pytest.raises(Refusal) as refused:
        await reader.check(game(key), deck, 2, {})
    assert (refused.value.status, refused.value.code) == (400, "bad-deck")
    assert "\n" not in refused.value.sentence
    return refused.value.sentence


async def test_malicious_decks_are_refused_outside_the_server_process(room):
    ann, before = await room.guest("Ann"), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for text, sentence in BOMBS.values():
        with pytest.raises(Refusal, match=sentence) as refused:
            await room.create_table(ann, "you", "open", deck=text)
        assert refused.value.status == 400
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes
    assert not list(room.folder.glob("decks/*"))


WORKERS = {
    "memory": "hoard = [bytearray(1 << 20) for _ in range(1 << 20)]",
    "time": "while True: pass",
    "death": "import os; os._exit(1)",
    "nonsense": "sys.__stdout__.buffer.write(b'nonsense' * 99)",
}


@pytest.mark.parametrize("kind", WORKERS)
async def test_deck_that_takes_too_much_kills_only_its_worker(tmp_path, monkeypatch, kind):
    (tmp_path / "greedy.py").write_text(
        "import sys\nfrom flattop.server.workers import deck_check\n"
        f"def answer(job, path):\n    if job['deck'] != 'sound':\n        {WORKERS[kind]}\n    return {{}}\n"
        "deck_check.answer = answer\ndeck_check.main()\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(deck_check.__file__).parents[3]}")
    monkeypatch.setattr(deck_check, "CPU_SECONDS", 0)
    reader = DeckReader(tmp_path / "checked", "greedy")
    try:
        assert "too much time or memory" in await refusal(reader, "bomb")
        await reader.check(game("burger-go"), "sound", 2, {})
    finally:
        await reader.stop()


async def test_deck_that_cannot_be_dealt_is_refused_by_the_worker(reader):
    message = await refusal(reader, OWN.replace('basis = "house"', "basis = 7", 1))
    assert message.startswith("Deck: ")
    assert "7 is not a text" in message
    await reader.check(game("burger-go"), OWN, 2, {})  # and the same worker reads on


async def test_too_many_decks_at_once_are_refused(reader, monkeypatch):
    monkeypatch.setattr(deck_check, "MAX_WAITING", 0)
    with pytest.raises(Refusal) as refused:
        await reader.check(game("burger-go"), OWN, 2, {})
    assert refused.value.status == 429


async def finished_table(room, ann):
    table = await room.create_table(ann, "you", "random", deck=OWN)
    listener = await room.enter(table, ann)
    while not table.match.over:
        await room.until(lambda: 0 in table.match.waiting or table.match.over)
        if not table.match.over:
            await room.play_any(table, listener)
    return table


async def test_deck_in_use_is_not_changed_by_other_games(room):
    ann = await room.guest("Ann")
    table = await finished_table(room, ann)
    for key in CATALOG:
        if game(key).deck != game("burger-go").deck:
            with pytest.raises(Refusal) as refused:
                await room.create_table(ann, *["you"] * 1, *["house"] * 2, game=key, deck=OWN)
            assert refused.value.code == "bad-deck"
    assert (await finished_games.replay_step(room.server, table.row, 3, 0, None, ASKER)).at == 3
    wish = rest.WhatIf(at=3, seat=0, bots="random")
    branch = await finished_games.what_if(room.server, ann, table.row.id, wish)
    await room.reopen()
    assert (await room.server.registry.get(branch.id)).match.actions >= 3
    again = await create.rematch(room.server, ann, table.row.id)
    assert again.deck == "own"


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_text("halved")])
async def test_missing_or_damaged_deck_file_is_written_again(room, harm):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "open", deck=OWN)
    (file,) = room.folder.glob("decks/*")
    await room.close()
    harm(file)
    await room.open()
    assert await tables.visible_table(room.server, table.row.id, ann.id, None)
    assert file.read_text("utf-8") == OWN
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.sqlite
@pytest.mark.parametrize("digest", ["../outside", "0" * 64])
async def test_deck_of_a_changed_database_is_not_written(room, digest):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "open", deck=OWN)
    await room.close()
    with closing(sqlite3.connect(room.folder / "house.sqlite")) as db, db:
        db.execute("UPDATE deck SET digest = ?", [digest])
        db.execute("UPDATE game_table SET deck = ?", [digest])
    await room.open()
    with pytest.raises(Refusal, match="its saved game is damaged"):
        await tables.visible_table(room.server, table.row.id, ann.id, None)
    assert room.server.health_state.broken == {table.row.id: "its deck was changed"}
    assert not [path for path in room.folder.rglob("*.toml") if path.read_text("utf-8") == OWN]
    assert (await tables.visible_row(room.server, table.row.id, ann.id, None)).deck == digest


async def test_finished_table_whose_deck_is_missing_is_refused_and_logged(room, capsys):
    ann = await room.guest("Ann")
    table = await finished_table(room, ann)
    await room.server.store.save([("DELETE FROM deck", ())])
    await room.close()
    for file in room.folder.glob("decks/*"):
        file.unlink()
    await room.open()
    row = await room.server.registry.row(table.row.id)
    with pytest.raises(Refusal, match="could not be looked at"):
        await room.server.replay_pool.record(row, ("", ""))
    with pytest.raises(Refusal, match="its saved game is damaged"):
        await room.server.registry.get(row.id)
    told = capsys.readouterr().err
    assert f" WARNING replay failed table={row.id} error=Damaged place=server/store/decks.py:" in told
    assert "internal error" not in told


async def test_deck_is_deleted_with_its_last_table(room):
    ann = await room.guest("Ann")
    first, second = [await room.create_table(ann, "you", "open", deck=OWN) for _ in range(2)]
    decks = lambda: room.server.store.rows("SELECT * FROM deck")  # noqa: E731
    await tables.leave(room.server, ann, first.row.id)
    assert len(await decks()) == 1
    await room.reopen()
    assert len(list(room.folder.glob("decks/*"))) == 1
    await tables.leave(room.server, ann, second.row.id)
    assert not await decks()
    await room.reopen()
    assert not list(room.folder.glob("decks/*"))


def grow_younger(path, age):
    """The same tables in an older version of the schema."""
    with sqlite3.connect(path.with_suffix(".old")) as db:
        old_schemas.create_sqlite(db, age)
        db.execute("ATTACH ? AS newer", (str(path),))
        for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"DELETE FROM main.{name}")
            db.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM newer.{name}")
    db.close()
    path.with_suffix(".old").replace(path)


@pytest.mark.sqlite
async def test_decks_of_an_older_database_still_work(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "house", deck=OWN)
    (file,) = room.folder.glob("decks/*")
    await room.close()
    age = next(n for n, step in enumerate(old_schemas.SQLITE_STEPS) if "CREATE TABLE deck" in step)
    grow_younger(room.folder / "house.sqlite", age)
    with sqlite3.connect(room.folder / "house.sqlite") as db:
        db.execute("UPDATE game_table SET deck = ?", (OWN,))  # whose text stood there
    db.close()
    before = file.stat().st_mtime_ns
    await room.open()
    digest = sha256(OWN.encode()).hexdigest()
    assert (await room.server.registry.get(table.row.id)).row.deck == digest
    assert [tuple(row) for row in await room.server.store.rows("SELECT * FROM deck")] == [(digest, OWN)]
    assert file.stat().st_mtime_ns == before


def test_a_deck_whose_rules_are_slow_is_refused(tmp_path, monkeypatch):
    path, job = tmp_path / "deck", {"game": "burger-go", "deck": OWN, "seats": 2, "options": {}}
    assert deck_check.answer(job, path) == {}
    monkeypatch.setattr(deck_check, "SLOW_MOVE", 0.0)
    (fault,) = deck_check.answer(job, path).values()
    assert fault.startswith("deck: its rules take too long: ")
    assert not path.exists()
