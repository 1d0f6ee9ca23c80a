"""A tournament from its first deal to its report."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from itertools import islice
from time import perf_counter

from flattop.lab.interrupts import each_whole, what_is_done
from flattop.lab.jobs import Progress, Workers, spread
from flattop.lab.tournament.checkpoint import Ledger
from flattop.lab.tournament.deal import Deal, Tournament, play_deal
from flattop.lab.tournament.rating import model
from flattop.lab.tournament.report import Report
from flattop.lab.tournament.standings import Standing, is_decided, is_look


def hold(
    tournament: Tournament,
    deals: int,
    workers: Workers = 1,
    progress: Progress = lambda more: None,
    until: float | None = None,
    ledger: Ledger | None = None,
) -> Report:
    """Play all deals, or until the order is decided with so many per cent; those of the ledger are there.

    The same report, but for times, whatever the number of workers.  Ctrl-C is `Stopped` with what is known by
    then, if anything is.
    """
    tournament.check()
    if not tournament.is_shared:
        model()  # who cannot rate says so before the first game
    standing, began = Standing(tournament), perf_counter()
    kept = ledger.deals if ledger else 0

    def report() -> Report:
        return Report(standing, deals, until, perf_counter() - began)

    work = each_whole(_deals(tournament, deals, workers, ledger))
    with what_is_done(lambda: report() if standing.deals else None), closing(work) as coming:
        for deal in coming:
            standing.add(deal)
            if deal.number >= kept:
                _keep(ledger, deal)
                progress(1)
            if until and is_look(standing.deals) and is_decided(standing, until):
                break
    return report()


def _keep(ledger: Ledger | None, deal: Deal) -> None:
    if ledger:
        ledger.write(deal)


def _deals(tournament: Tournament, deals: int, workers: Workers, ledger: Ledger | None) -> Generator[Deal]:
    """Those of the ledger, then those that are still to be played."""
    kept = 0
    for deal in islice(ledger.kept() if ledger else (), deals):
        yield deal
        kept += 1
    with closing(spread(partial(play_deal, tournament), range(kept, deals), workers)) as played:
        yield from played
