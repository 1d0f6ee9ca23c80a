"""A corpus: any number of games as records and as tables, written shard by shard with the same memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from flattop.lab.corpus.folder import BadCorpus, Corpus, OpenShard, opened
from flattop.lab.corpus.rows import GameRows
from flattop.lab.corpus.sources import FORMATS, PARQUET, Block, KeptGames, PlayedGames, Source
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers

__all__ = [
    "FORMATS",
    "BadCorpus",
    "Corpus",
    "GameRows",
    "KeptGames",
    "PlayedGames",
    "Source",
    "opened",
    "write",
]


def write(
    corpus: Corpus, source: Source, workers: Workers = 1, progress: Progress = lambda more: None
) -> Corpus:
    """Write all games that are not there yet; whatever stops it, what is done is kept.

    Ctrl-C is `Stopped` with the corpus as it is then, if it has any games.
    """
    if PARQUET in corpus.formats:
        from flattop.lab.corpus import arrow  # noqa: F401  says now if it cannot be used
    blocks = defer_interrupts(source.blocks(corpus.games, corpus.formats, workers))
    with (
        report_on_interrupt(lambda: corpus if corpus.games else None),
        _shelf(corpus) as put,
        closing(blocks),
    ):
        for block in blocks:
            put(block)
            progress(block.done)
    return corpus


@contextmanager
def _shelf(corpus: Corpus) -> Iterator[Callable[[Block], None]]:
    """Takes block after block; shards are closed when they are full, and the last one at the end."""
    under_way: list[OpenShard] = []

    def put(block: Block) -> None:
        if not under_way:
            under_way.append(OpenShard(corpus.folder, len(corpus.shards), corpus.games + 1, corpus.formats))
        under_way[0].add(block)
        if under_way[0].is_full:
            corpus.keep(under_way.pop().close())

    try:
        yield put
    finally:
        for shard in under_way:
            if shard.is_sound:
                corpus.keep(shard.close())
            else:
                shard.drop()
