"""Tournaments: bots play the same deals and are rated, until their order is statistically decided."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from itertools import islice
from time import perf_counter

from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.tournament.checkpoint import Checkpoint
from flattop.lab.tournament.deal import BadTournament, Deal, Tournament, play_deal
from flattop.lab.tournament.rating import model
from flattop.lab.tournament.report import Report, findings, page
from flattop.lab.tournament.standings import Standings, is_decided, is_test

__all__ = ["BadTournament", "Checkpoint", "Report", "Tournament", "findings", "page", "run_tournament"]


def run_tournament(
    tournament: Tournament,
    deals: int,
    workers: Workers = 1,
    progress: Progress = lambda more: None,
    until: float | None = None,
    checkpoint: Checkpoint | None = None,
) -> Report:
    """Play all deals, or until the order is decided with a confidence of `until` percent.

    Deals in the checkpoint are not played again.  Except for times, the report does not depend on the number
    of workers.  Ctrl-C raises `Stopped` with the report so far, if there is any.
    """
    tournament.check()
    if not tournament.is_cooperative:
        model()  # raises now, and not at the end, if the rating library is missing
    standings, began = Standings(tournament), perf_counter()
    saved = checkpoint.deals if checkpoint else 0

    def report() -> Report:
        return Report(standings, deals, until, perf_counter() - began)

    played = defer_interrupts(_deals(tournament, deals, workers, checkpoint))
    with report_on_interrupt(lambda: report() if standings.deals else None), closing(played):
        for deal in played:
            standings.add(deal)
            if deal.number >= saved:
                if checkpoint:
                    checkpoint.write(deal)
                progress(1)
            if until and is_test(standings.deals) and is_decided(standings, until):
                break
    return report()


def _deals(
    tournament: Tournament, deals: int, workers: Workers, checkpoint: Checkpoint | None
) -> Generator[Deal]:
    """Yield the deals of the checkpoint, then play the others."""
    saved = 0
    for deal in islice(checkpoint.read() if checkpoint else (), deals):
        yield deal
        saved += 1
    with closing(run_jobs(partial(play_deal, tournament), range(saved, deals), workers)) as played:
        yield from played
