"""The folder of a corpus: its shards and the files that describe it.

A shard has up to a thousand games, in one file for the records and one for each table.  Files get their final
names only when they are complete, so a corpus can be read and resumed at any time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import flattop
from flattop.kernel import FlattopError
from flattop.lab.corpus.rows import TABLES, schema_json
from flattop.lab.corpus.sources import PARQUET, RECORDS, Block

if TYPE_CHECKING:
    from flattop.lab.corpus.arrow import TableFile

GAMES = 1000  # in a full shard
DRAFT = ".draft"  # suffix of files that are being written


class BadCorpus(FlattopError):
    """The folder cannot be used: it has another corpus or other files."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A complete shard."""

    number: int  # counted from 0
    games: int
    decisions: int
    events: int
    digest: str  # of the last hashes of its records


@dataclass(slots=True)
class Corpus:
    """A folder with its complete shards."""

    folder: Path
    about: dict[str, Any]  # properties that must be equal when a run is resumed
    command: str
    shards: list[Shard] = field(default_factory=list)

    @property
    def formats(self) -> Sequence[str]:
        formats: Sequence[str] = self.about["formats"]
        return formats

    @property
    def games(self) -> int:
        return sum([shard.games for shard in self.shards])

    @property
    def digest(self) -> str:
        """Digest of all records, in their order."""
        return sha256("".join([shard.digest for shard in self.shards]).encode()).hexdigest()[:16]

    def as_json(self) -> dict[str, Any]:
        return {
            "flattop": flattop.__version__,
            "command": self.command,
            **self.about,
            "games": self.games,
            "decisions": sum([shard.decisions for shard in self.shards]),
            "events": sum([shard.events for shard in self.shards]),
            "digest": self.digest,
            "shards": [asdict(shard) for shard in self.shards],
        }

    def add_shard(self, shard: Shard) -> None:
        """Add a complete shard and update the files that describe the corpus."""
        self.shards.append(shard)
        _write_atomically(self.folder / "schema.json", _json(schema_json()))
        _write_atomically(self.folder / "README.md", readme(self))
        _write_atomically(self.folder / "corpus.json", _json(self.as_json()))


def open_corpus(
    folder: Path, about: dict[str, Any], command: str, *, games: int = 0, resume: bool = False
) -> Corpus:
    """Return a new corpus, or with `resume` the one in the folder, which must have the same properties.

    `games` is the number of games that it will have.
    """
    path = folder / "corpus.json"
    if not path.exists():
        if folder.exists() and {path.name for path in folder.iterdir()} - {RECORDS, *TABLES}:
            raise BadCorpus(f"{folder} has other files in it; --out needs an empty or a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        for draft in folder.glob(f"*/*{DRAFT}"):  # left by a run that was killed
            draft.unlink()
        return Corpus(folder, about, command)
    if not resume:
        raise BadCorpus(f"{folder} already has a corpus; --resume continues it, --out names another folder")
    try:
        old = dict(json.loads(path.read_text("utf-8")))
        shards = [Shard(**shard) for shard in old["shards"]]
    except (ValueError, TypeError, KeyError):
        raise BadCorpus(f"{path} is not a valid corpus.json; --out names another folder") from None
    for key, wanted in {"flattop": flattop.__version__, **about}.items():
        if old.get(key) != wanted:
            raise BadCorpus(
                f"{folder} has a corpus with {key} {old.get(key)} instead of {wanted}; "
                "--out names another folder"
            )
    corpus = Corpus(folder, about, command, shards)
    if corpus.games < games and shards and shards[-1].games < GAMES:
        del shards[-1]  # it is written again, because only the last shard may be short
    return corpus


def _write_atomically(path: Path, text: str) -> None:
    draft = path.with_name(path.name + DRAFT)
    draft.write_text(text, "utf-8")
    draft.replace(path)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# -- shards


class ShardWriter:
    """Context manager that writes blocks to shards, and at the end closes or discards the last one."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.shard: OpenShard | None = None

    def __enter__(self) -> ShardWriter:
        return self

    def add(self, block: Block) -> None:
        corpus = self.corpus
        if self.shard is None:
            self.shard = OpenShard(corpus.folder, len(corpus.shards), corpus.games + 1, corpus.formats)
        self.shard.add(block)
        if self.shard.games >= GAMES:
            shard, self.shard = self.shard, None
            corpus.add_shard(shard.close())

    def __exit__(self, *_: object) -> None:
        if self.shard and self.shard.is_complete:
            self.corpus.add_shard(self.shard.close())
        elif self.shard:
            self.shard.discard()


class OpenShard:
    """A shard that is being written.  Its files are drafts until it is closed."""

    def __init__(self, folder: Path, number: int, first: int, formats: Sequence[str]) -> None:
        self.number, self.first = number, first  # `first`: number of its first game, counted from 1
        self.games = self.decisions = self.events = 0
        self.is_complete = False  # False if writing a block has failed
        self._digest = sha256()
        self._paths: list[Path] = []
        self._records: IO[bytes] | None = None
        self._tables: dict[str, TableFile] = {}
        if RECORDS in formats:
            self._records = self._draft(folder, RECORDS).open("wb")
        if PARQUET in formats:
            from flattop.lab.corpus.arrow import TableFile

            for name in TABLES:
                self._tables[name] = TableFile(self._draft(folder, name), name)

    def add(self, block: Block) -> None:
        self.is_complete = False
        for name, table in self._tables.items():
            table.add(block.tables[name], self.first + self.games)
        if self._records:
            self._records.write(block.records)
        self._digest.update("".join(block.chains).encode())
        self.games += block.games
        self.decisions += block.decisions
        self.events += block.events
        self.is_complete = True

    def close(self) -> Shard:
        """Give the files their final names.

        The table of games comes last: a reader that finds it also finds the other files of the shard.
        """
        self._close_files()
        for path in reversed(self._paths):
            path.replace(path.with_suffix(""))
        return Shard(self.number, self.games, self.decisions, self.events, self._digest.hexdigest()[:16])

    def discard(self) -> None:
        """Delete the drafts."""
        with suppress(OSError):  # the disk may be full
            self._close_files()
        for path in self._paths:
            path.unlink(missing_ok=True)

    def _draft(self, folder: Path, kind: str) -> Path:
        suffix = "jsonl.gz" if kind == RECORDS else "parquet"
        path = folder / f"{kind}/part-{self.number:05}.{suffix}{DRAFT}"
        path.parent.mkdir(exist_ok=True)
        self._paths.append(path)
        return path

    def _close_files(self) -> None:
        if self._records:
            self._records.close()
        for table in self._tables.values():
            table.close()


# -- the README of a corpus


def readme(corpus: Corpus) -> str:
    info = corpus.as_json()
    counts = f"{info['decisions']:,} decisions, {info['events']:,} events; digest {info['digest']}."
    parts = [f"# {info['games']:,} games by Flattop {flattop.__version__}", f"    {corpus.command}"]
    parts.append(f"{counts} {REPRODUCE_TEXT}")
    if RECORDS in corpus.formats:
        parts.append(RECORDS_TEXT)
    if PARQUET in corpus.formats:
        parts.append(TABLES_TEXT)
        for name, columns in TABLES.items():
            rows = [f"| `{column.name}` | {column.kind} | {column.text} |" for column in columns]
            parts.append("\n".join([f"## {name}", "", "| column | type | holds |", "|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


REPRODUCE_TEXT = """The same command makes the same games with any number of workers.
`corpus.json` has this information for programs."""
RECORDS_TEXT = """`records/` has the records, a thousand in a file, as gzipped JSON lines.
`flattop verify records/part-00000.jsonl.gz` replays and checks them."""
TABLES_TEXT = """`games/`, `decisions/` and `events/` have the tables, in files of as many games each.
Polars reads a whole table with `polars.scan_parquet("games/*.parquet")`."""
