"""Games as records and as tables."""

import json
from pathlib import Path

import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from flattop.lab import Fault, Plan
from flattop.lab.corpus import BadCorpus, KeptGames, PlayedGames, folder, opened, sources, write
from flattop.lab.corpus.rows import TABLES
from flattop.lab.corpus.sources import FORMATS
from flattop.lab.simulate import play_game
from flattop.match import read
from flattop.match.bundle import records
from flattop.match.verify import verify_file

GO = Plan("burger-go", ("house", "random"), seed=5, options={"rounds": 1})
BEFORE = Path(__file__).parents[1] / "compat" / "before" / "records"


def corpus_of(source, folder, workers=1, formats=FORMATS, resume=False, about=None, **how):
    about = {**(about or {}), "formats": list(formats)}
    corpus = opened(folder, about, "flattop corpus", games=source.total, resume=resume)
    return write(corpus, source, workers, **how)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def table(folder, name):
    return ds.dataset(folder / name).to_table().to_pylist()


@pytest.fixture
def small(monkeypatch):
    """Shards of ten games in blocks of five."""
    monkeypatch.setattr("flattop.lab.corpus.folder.GAMES", 10)
    monkeypatch.setattr("flattop.lab.corpus.sources.GAMES", 5)


def test_the_number_of_workers_changes_no_byte(tmp_path):
    for workers in (1, 2):
        corpus_of(PlayedGames(GO, 60), tmp_path / str(workers), workers)
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_a_corpus_has_records_that_agree_tables_of_their_shape_and_explains_itself(tmp_path, small):
    corpus = corpus_of(PlayedGames(GO, 23), tmp_path)
    assert [shard.games for shard in corpus.shards] == [10, 10, 3]
    for name, columns in TABLES.items():
        schema = pq.read_schema(tmp_path / name / "part-00002.parquet")
        kinds = [str(kind).replace("element: ", "") for kind in schema.types]
        assert (schema.names, kinds) == ([column.name for column in columns], [c.kind for c in columns])
    verdicts = [verify_file(path) for path in sorted((tmp_path / "records").iterdir())]
    assert [verdict.good for verdict in verdicts] == [True] * 3
    said = json.loads((tmp_path / "corpus.json").read_text("utf-8"))
    assert said["games"] == 23 == len(table(tmp_path, "games"))
    assert said["decisions"] == len(table(tmp_path, "decisions"))
    assert said["events"] == len(table(tmp_path, "events"))
    assert set(json.loads((tmp_path / "schema.json").read_text("utf-8"))) == set(TABLES)
    assert (tmp_path / "README.md").read_text("utf-8").startswith("# 23 games by Flattop")


def test_games_are_counted_through_all_shards_and_are_those_of_the_plan(tmp_path, small):
    corpus_of(PlayedGames(GO, 12), tmp_path)
    games = table(tmp_path, "games")
    assert [row["game"] for row in games] == list(range(1, 13))
    assert [row["seed"] for row in games] == [str(GO.game_seed(number)) for number in range(12)]
    assert games[11]["points"] == list(play_game(GO, 11).outcome.points)
    assert games[0]["bots"] == ["house", "random"]
    assert {row["game"] for row in table(tmp_path, "events")} == set(range(1, 13))


def test_tables_come_from_records_of_any_kind_that_were_kept(tmp_path, small):
    """Of people and bots, of one game or of many, plain or gzipped."""
    first, second = tmp_path / "first", tmp_path / "second"
    corpus_of(PlayedGames(GO, 12), first)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes((BEFORE / "burger-up.jsonl").read_bytes()[:9000])
    kept = [*sorted((first / "records").iterdir()), BEFORE / "kitchen-rush.jsonl", cut]
    corpus = corpus_of(KeptGames(kept), second)
    assert corpus.games == 14
    games = table(second, "games")
    assert games[:12] == table(first, "games")
    assert [row["key"] for row in games[12:]] == ["kitchen-rush", "burger-up"]
    assert [row["over"] for row in games[11:]] == [True, True, False]
    assert games[12]["ticks"] > 0
    shelved = records(second / "records" / "part-00000.jsonl.gz")
    assert [read(raw).header["game"] for _, raw in shelved] == [row["key"] for row in games]


def test_whatever_stops_it_what_is_done_is_kept_and_gone_on_with(tmp_path, small):
    done = []

    def stop(more):
        done.append(more)
        if sum(done) >= 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corpus_of(PlayedGames(GO, 23), tmp_path / "stopped", progress=stop)
    assert len(table(tmp_path / "stopped", "games")) == 15
    assert not list((tmp_path / "stopped").rglob("*.draft"))
    corpus_of(PlayedGames(GO, 23), tmp_path / "stopped", resume=True)
    corpus_of(PlayedGames(GO, 23), tmp_path / "whole")
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_run_that_was_killed_leaves_no_torn_file_under_a_final_name(tmp_path, small, monkeypatch):
    def killed(shard):
        raise SystemExit

    monkeypatch.setattr(folder.OpenShard, "close", killed)
    with pytest.raises(SystemExit):
        corpus_of(PlayedGames(GO, 10), tmp_path)
    assert {path.suffix for path in tmp_path.rglob("*.*")} == {".draft"}
    monkeypatch.undo()
    assert corpus_of(PlayedGames(GO, 10), tmp_path, formats=("records",)).games == 10
    assert not list(tmp_path.rglob("*.draft")), "those of tables, which nobody wants now, are gone as well"


def test_a_last_line_that_was_torn_is_left_out_so_that_the_next_record_begins_a_line(tmp_path):
    games = [play_game(GO, number).record.text().encode() for number in range(2)]
    torn = games[0].splitlines(keepends=True)
    (tmp_path / "0.jsonl").write_bytes(b"".join(torn[:-2]) + torn[-2][:9])
    (tmp_path / "1.jsonl").write_bytes(games[1])
    corpus_of(KeptGames(sorted(tmp_path.glob("*.jsonl"))), tmp_path / "corpus", formats=("records",))
    kept = [raw for _, raw in records(tmp_path / "corpus" / "records" / "part-00000.jsonl.gz")]
    assert kept == [b"".join(torn[:-2]), games[1]]


def test_a_disk_that_fails_leaves_no_half_shard(tmp_path, small, monkeypatch):
    def full(shard, *_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flattop.lab.corpus.arrow.TableFile.add", full)
    with pytest.raises(OSError, match="No space"):
        corpus_of(PlayedGames(GO, 10), tmp_path)
    assert not list(tmp_path.rglob("*.*"))


def test_a_corpus_of_other_games_is_not_gone_on_with(tmp_path):
    corpus_of(PlayedGames(GO, 2), tmp_path, about={"seed": 5})
    with pytest.raises(BadCorpus, match=r"has a corpus already: --resume"):
        corpus_of(PlayedGames(GO, 2), tmp_path)
    with pytest.raises(BadCorpus, match="has a corpus with seed 5, not 6"):
        corpus_of(PlayedGames(GO, 2), tmp_path, about={"seed": 6}, resume=True)
    assert corpus_of(PlayedGames(GO, 1), tmp_path, about={"seed": 5}, resume=True).games == 2
    (tmp_path / "corpus.json").write_text('{"shards": 3}')
    with pytest.raises(BadCorpus, match="is not what a corpus says of itself"):
        corpus_of(PlayedGames(GO, 2), tmp_path, resume=True)


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(BadCorpus, match="has other files in it"):
        corpus_of(PlayedGames(GO, 1), tmp_path)


def test_a_bot_that_breaks_down_leaves_the_games_before_it(tmp_path, small, monkeypatch):
    def broken(plan, number, **how):
        if number == 7:
            raise Fault("game 8")
        return play_game(plan, number, **how)

    monkeypatch.setattr(sources, "play_game", broken)
    with pytest.raises(Fault, match="game 8"):
        corpus_of(PlayedGames(GO, 10), tmp_path)
    assert len(table(tmp_path, "games")) == 5


def test_the_docs_have_every_column():
    text = (Path(__file__).parents[2] / "docs" / "corpus.md").read_text("utf-8")
    for name, columns in TABLES.items():
        section = text.partition(f"## {name}\n")[2].partition("\n## ")[0]
        told = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
        assert told == [[f"`{column.name}`", column.kind, column.text] for column in columns]
