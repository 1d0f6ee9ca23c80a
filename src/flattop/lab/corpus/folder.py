"""The folder of a corpus: it says what it holds and how it was made, and can be gone on with."""

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
from flattop.lab.corpus.rows import TABLES, described
from flattop.lab.corpus.sources import PARQUET, RECORDS, Block

if TYPE_CHECKING:
    from flattop.lab.corpus.arrow import TableFile


class BadCorpus(FlattopError):
    """A folder has another corpus than the one that is wanted, or none."""


@dataclass(slots=True)
class Corpus:
    """A folder, what its games are, and the shards that are whole."""

    folder: Path
    about: dict[str, Any]  # what must be the same for a run that goes on with it
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
        """Of all records, in their order."""
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
            "shards": [shard.as_json() for shard in self.shards],
        }

    def keep(self, shard: Shard) -> None:
        """One more shard is whole; the folder says so from now on."""
        self.shards.append(shard)
        _put(self.folder / "schema.json", _json(described()))
        _put(self.folder / "README.md", readme(self))
        _put(self.folder / "corpus.json", _json(self.as_json()))


def opened(
    folder: Path, about: dict[str, Any], command: str, *, games: int = 0, resume: bool = False
) -> Corpus:
    """A new corpus, or an old one of the same games, which is to have so many."""
    path = folder / "corpus.json"
    if not path.exists():
        _make_room(folder)
        return Corpus(folder, about, command)
    if not resume:
        raise BadCorpus(f"{folder} has a corpus already: --resume goes on with it, --out names another")
    old, shards = _kept(path)
    for key, wanted in {"flattop": flattop.__version__, **about}.items():
        if old.get(key) != wanted:
            had = f"{folder} has a corpus with {key} {old.get(key)}, not {wanted}"
            raise BadCorpus(f"{had}; --out names another folder")
    corpus = Corpus(folder, about, command, shards)
    if corpus.games < games and shards and shards[-1].games < GAMES:
        del shards[-1]  # it is made anew, for a shard has as many games as go into it
    return corpus


def _make_room(folder: Path) -> None:
    """What a killed run left is written over; anything else is not ours."""
    ours = {RECORDS, *TABLES}
    if folder.exists() and {path.name for path in folder.iterdir()} - ours:
        raise BadCorpus(
            f"{folder} has other files in it; --out names a folder that is empty or yet to be made"
        )
    folder.mkdir(parents=True, exist_ok=True)
    for draft in folder.glob(f"*/*{DRAFT}"):
        draft.unlink()


def _kept(path: Path) -> tuple[dict[str, Any], list[Shard]]:
    try:
        old = json.loads(path.read_text("utf-8"))
        return {**old}, [Shard(**shard) for shard in old["shards"]]
    except (ValueError, TypeError, KeyError):
        raise BadCorpus(f"{path} is not what a corpus says of itself; --out names another folder") from None


def _put(path: Path, text: str) -> None:
    """Whole or not at all."""
    draft = path.with_name(path.name + DRAFT)
    draft.write_text(text, "utf-8")
    draft.replace(path)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def readme(corpus: Corpus) -> str:
    """What a person who opens the folder should know."""
    whole = corpus.as_json()
    counted = f"{whole['decisions']:,} decisions, {whole['events']:,} events; digest {whole['digest']}."
    parts = [f"# {whole['games']:,} games by Flattop {flattop.__version__}", f"    {corpus.command}"]
    parts.append(f"{counted} {AGAIN_TEXT}")
    if RECORDS in corpus.formats:
        parts.append(RECORDS_TEXT)
    if PARQUET in corpus.formats:
        parts += [TABLES_TEXT, *(_columns(name) for name in TABLES)]
    return "\n\n".join(parts) + "\n"


AGAIN_TEXT = """The same command makes the same games with any number of workers.
`corpus.json` says all this for programs."""
RECORDS_TEXT = """`records/` has the records, a thousand in a file, one after the other as gzipped JSON lines.
They are enough to play every game again; `flattop verify records/part-00000.jsonl.gz` does, and compares."""
TABLES_TEXT = """`games/`, `decisions/` and `events/` have the tables, in files of as many games each.
Polars reads a whole table by `polars.scan_parquet("games/*.parquet")`."""


def _columns(name: str) -> str:
    rows = [f"| `{column.name}` | {column.kind} | {column.text} |" for column in TABLES[name]]
    return "\n".join([f"## {name}", "", "| column | type | holds |", "|---|---|---|", *rows])


GAMES = 1000  # in a shard that is full
DRAFT = ".draft"  # ends the names of files that are being written


@dataclass(frozen=True, slots=True)
class Shard:
    """What a whole shard holds; the digest is of the last chains of its records."""

    number: int  # counted from 0
    games: int
    decisions: int
    events: int
    digest: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def file_name(number: int, kind: str) -> str:
    """Where a shard has its records or one of its tables, below the folder of the corpus."""
    return f"{kind}/part-{number:05}.{'jsonl.gz' if kind == RECORDS else 'parquet'}"


class OpenShard:
    """A shard that is being written: its files are drafts until it is closed."""

    def __init__(self, folder: Path, number: int, first: int, formats: Sequence[str]) -> None:
        self.number, self.first = number, first  # of the games that go into it, counted from 1
        self.games = self.decisions = self.events = 0
        self.is_sound = False  # whether all of it was written that was ever begun
        self._digest = sha256()
        self._paths: list[Path] = []
        self._records: IO[bytes] | None = None
        self._tables: dict[str, TableFile] = {}
        if RECORDS in formats:
            self._records = self._draft(folder, RECORDS).open("wb")
        if PARQUET in formats:
            self._open_tables(folder)

    @property
    def is_full(self) -> bool:
        return self.games >= GAMES

    def add(self, block: Block) -> None:
        self.is_sound = False
        for name, table in self._tables.items():
            table.add(block.tables[name], self.first + self.games)
        if self._records:
            self._records.write(block.records)
        self._digest.update("".join(block.chains).encode())
        self.games += block.games
        self.decisions += block.decisions
        self.events += block.events
        self.is_sound = True

    def close(self) -> Shard:
        """Let its files appear; a table of games comes last, so that whoever sees it finds the rest."""
        self._close_files()
        for path in reversed(self._paths):
            path.replace(path.with_suffix(""))
        return Shard(self.number, self.games, self.decisions, self.events, self._digest.hexdigest()[:16])

    def drop(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):  # the disk may be full
            self._close_files()
        for path in self._paths:
            path.unlink(missing_ok=True)

    def _open_tables(self, folder: Path) -> None:
        from flattop.lab.corpus.arrow import TableFile

        for name in TABLES:
            self._tables[name] = TableFile(self._draft(folder, name), name)

    def _draft(self, folder: Path, kind: str) -> Path:
        path = folder / (file_name(self.number, kind) + DRAFT)
        path.parent.mkdir(exist_ok=True)
        self._paths.append(path)
        return path

    def _close_files(self) -> None:
        if self._records:
            self._records.close()
        for table in self._tables.values():
            table.close()
