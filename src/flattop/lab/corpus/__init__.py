"""Corpora: any number of games as records and as Parquet tables, written in shards with constant memory."""

from __future__ import annotations

from contextlib import closing

from flattop.lab.corpus.folder import BadCorpus, Corpus, ShardWriter, open_corpus
from flattop.lab.corpus.rows import GameRows
from flattop.lab.corpus.sources import FORMATS, PARQUET, RecordedGames, SimulatedGames, Source
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers

__all__ = [
    "FORMATS",
    "BadCorpus",
    "Corpus",
    "GameRows",
    "RecordedGames",
    "SimulatedGames",
    "Source",
    "open_corpus",
    "write_corpus",
]


def write_corpus(
    corpus: Corpus, source: Source, workers: Workers = 1, progress: Progress = lambda more: None
) -> Corpus:
    """Write all games that the corpus does not have yet.  Games written before an error or Ctrl-C are kept.

    Ctrl-C raises `Stopped` with the corpus as it is then, if it has any games.
    """
    if PARQUET in corpus.formats:
        from flattop.lab.corpus import arrow  # noqa: F401  raises now if pyarrow is missing
    blocks = defer_interrupts(source.blocks(corpus.games, corpus.formats, workers))
    writer = ShardWriter(corpus)
    with report_on_interrupt(lambda: corpus if corpus.games else None), writer, closing(blocks):
        for block in blocks:
            writer.add(block)
            progress(block.done)
    return corpus
