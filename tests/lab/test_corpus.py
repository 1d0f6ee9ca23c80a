"""Corpora: shards of records and tables, resuming, and errors."""

import json
from pathlib import Path

import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from flattop.lab import Fault, Plan
from flattop.lab.corpus import (
    BadCorpus,
    RecordedGames,
    SimulatedGames,
    folder,
    open_corpus,
    sources,
    write_corpus,
)
from flattop.lab.corpus.rows import TABLES
from flattop.lab.corpus.sources import FORMATS
from flattop.lab.simulate import play_game
from flattop.match import read
from flattop.match.record import records
from flattop.match.verify import verify_file

GO = Plan("burger-go", ("house", "random"), seed=5, options={"rounds": 1})
BEFORE = Path(__file__).parents[1] / "compat" / "before" / "records"


def corpus_of(source, folder, workers=1, formats=FORMATS, resume=False, about=None, **how):
    about = {**(about or {}), "formats": list(formats)}
    corpus = open_corpus(folder, about, "flattop corpus", games=source.total, resume=resume)
    return write_corpus(corpus, source, workers, **how)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def table(folder, name):
    return ds.dataset(folder / name).to_table().to_pylist()


@pytest.fixture
def small(monkeypatch):
    """Shards of ten games in blocks of five."""
    monkeypatch.setattr("flattop.lab.corpus.folder.GAMES", 10)
    monkeypatch.setattr("flattop.lab.corpus.sources.GAMES", 5)


def test_the_files_do_not_depend_on_the_number_of_workers(tmp_path):
    for workers in (1, 2):
        corpus_of(SimulatedGames(GO, 30), tmp_path / str(workers), workers)
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_a_corpus_has_valid_records_tables_with_the_schema_and_a_description(tmp_path, small):
    corpus = corpus_of(SimulatedGames(GO, 23), tmp_path)
    assert [shard.games for shard in corpus.shards] == [10, 10, 3]
    for name, columns in TABLES.items():
        schema = pq.read_schema(tmp_path / name / "part-00002.parquet")
        kinds = [str(kind).replace("element: ", "") for kind in schema.types]
        assert (schema.names, kinds) == ([column.name for column in columns], [c.kind for c in columns])
    verdicts = [verify_file(path) for path in sorted((tmp_path / "records").iterdir())]
    assert [verdict.good for verdict in verdicts] == [True] * 3
    info = json.loads((tmp_path / "corpus.json").read_text("utf-8"))
    assert info["games"] == 23 == len(table(tmp_path, "games"))
    assert info["decisions"] == len(table(tmp_path, "decisions"))
    assert info["events"] == len(table(tmp_path, "events"))
    assert set(json.loads((tmp_path / "schema.json").read_text("utf-8"))) == set(TABLES)
    assert (tmp_path / "README.md").read_text("utf-8").startswith("# 23 games by Flattop")


def test_games_are_numbered_across_shards_and_are_those_of_the_plan(tmp_path, small):
    corpus_of(SimulatedGames(GO, 12), tmp_path)
    games = table(tmp_path, "games")
    assert [row["game"] for row in games] == list(range(1, 13))
    assert [row["seed"] for row in games] == [str(GO.game_seed(number)) for number in range(12)]
    assert games[11]["points"] == list(play_game(GO, 11).outcome.points)
    assert games[0]["bots"] == ["house", "random"]
    assert {row["game"] for row in table(tmp_path, "events")} == set(range(1, 13))


def test_tables_can_be_made_from_existing_records(tmp_path, small):
    """Records of people and of bots, files with one game or many, plain or gzipped."""
    first, second = tmp_path / "first", tmp_path / "second"
    corpus_of(SimulatedGames(GO, 12), first)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes((BEFORE / "burger-up.jsonl").read_bytes()[:9000])
    recorded = [*sorted((first / "records").iterdir()), BEFORE / "kitchen-rush.jsonl", cut]
    corpus = corpus_of(RecordedGames(recorded), second)
    assert corpus.games == 14
    games = table(second, "games")
    assert games[:12] == table(first, "games")
    assert [row["key"] for row in games[12:]] == ["kitchen-rush", "burger-up"]
    assert [row["over"] for row in games[11:]] == [True, True, False]
    assert games[12]["ticks"] > 0
    copied = records(second / "records" / "part-00000.jsonl.gz")
    assert [read(raw).header["game"] for _, raw in copied] == [row["key"] for row in games]


def test_an_interrupted_corpus_keeps_its_games_and_can_be_resumed(tmp_path, small):
    done = []

    def stop(more):
        done.append(more)
        if sum(done) >= 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corpus_of(SimulatedGames(GO, 23), tmp_path / "stopped", progress=stop)
    assert len(table(tmp_path / "stopped", "games")) == 15
    assert not list((tmp_path / "stopped").rglob("*.draft"))
    corpus_of(SimulatedGames(GO, 23), tmp_path / "stopped", resume=True)
    corpus_of(SimulatedGames(GO, 23), tmp_path / "whole")
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_killed_run_leaves_only_drafts(tmp_path, small, monkeypatch):
    def killed(shard):
        raise SystemExit

    monkeypatch.setattr(folder.OpenShard, "close", killed)
    with pytest.raises(SystemExit):
        corpus_of(SimulatedGames(GO, 10), tmp_path)
    assert {path.suffix for path in tmp_path.rglob("*.*")} == {".draft"}
    monkeypatch.undo()
    assert corpus_of(SimulatedGames(GO, 10), tmp_path, formats=("records",)).games == 10
    assert not list(tmp_path.rglob("*.draft")), (
        "drafts of tables are removed even if only records are written now"
    )


def test_a_truncated_last_line_of_a_record_is_left_out(tmp_path):
    games = [play_game(GO, number).record.text().encode() for number in range(2)]
    torn = games[0].splitlines(keepends=True)
    (tmp_path / "0.jsonl").write_bytes(b"".join(torn[:-2]) + torn[-2][:9])
    (tmp_path / "1.jsonl").write_bytes(games[1])
    corpus_of(RecordedGames(sorted(tmp_path.glob("*.jsonl"))), tmp_path / "corpus", formats=("records",))
    written = [raw for _, raw in records(tmp_path / "corpus" / "records" / "part-00000.jsonl.gz")]
    assert written == [b"".join(torn[:-2]), games[1]]


def test_a_full_disk_leaves_no_partial_shard(tmp_path, small, monkeypatch):
    def full(shard, *_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flattop.lab.corpus.arrow.TableFile.add", full)
    with pytest.raises(OSError, match="No space"):
        corpus_of(SimulatedGames(GO, 10), tmp_path)
    assert not list(tmp_path.rglob("*.*"))


def test_a_corpus_of_other_games_is_not_resumed(tmp_path):
    corpus_of(SimulatedGames(GO, 2), tmp_path, about={"seed": 5})
    with pytest.raises(BadCorpus, match=r"already has a corpus; --resume"):
        corpus_of(SimulatedGames(GO, 2), tmp_path)
    with pytest.raises(BadCorpus, match="has a corpus with seed 5 instead of 6"):
        corpus_of(SimulatedGames(GO, 2), tmp_path, about={"seed": 6}, resume=True)
    assert corpus_of(SimulatedGames(GO, 1), tmp_path, about={"seed": 5}, resume=True).games == 2
    (tmp_path / "corpus.json").write_text('{"shards": 3}')
    with pytest.raises(BadCorpus, match="is not a valid corpus"):
        corpus_of(SimulatedGames(GO, 2), tmp_path, resume=True)


def test_a_folder_with_other_files_is_rejected(tmp_path):
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(BadCorpus, match="has other files in it"):
        corpus_of(SimulatedGames(GO, 1), tmp_path)


def test_an_error_of_a_bot_keeps_the_games_before_it(tmp_path, small, monkeypatch):
    def broken(plan, number, **how):
        if number == 7:
            raise Fault("game 8")
        return play_game(plan, number, **how)

    monkeypatch.setattr(sources, "play_game", broken)
    with pytest.raises(Fault, match="game 8"):
        corpus_of(SimulatedGames(GO, 10), tmp_path)
    assert len(table(tmp_path, "games")) == 5


def test_the_docs_describe_every_column():
    text = (Path(__file__).parents[2] / "docs" / "corpus.md").read_text("utf-8")
    for name, columns in TABLES.items():
        section = text.partition(f"## {name}\n")[2].partition("\n## ")[0]
        documented = [
            line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")
        ]
        assert documented == [[f"`{column.name}`", column.kind, column.text] for column in columns]
