"""A report in words: who is first, how surely, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from flattop.lab.formatting import counted
from flattop.lab.tournament.report import Interval, Report
from flattop.lab.tournament.stopping_rule import Step, looks

PLAYED = "{deals}, each played by every line-up: {games} at {seats}"
ALONE = "{deals}, each played by every bot as a team of its own: {games} at {seats}"


def findings(report: Report) -> list[str]:
    """What a reader wants to know first."""
    return [*_first(report), *_order(report), _ending(report), _played(report)]


def _first(report: Report) -> list[str]:
    best, second = report.rows[:2]
    if report.is_shared:
        more = f"on the same deals it makes {points(report.against(best.bot, second.bot), '+')} more than"
        return [f"{best.name} comes out first: {points(best.points)} points a deal; {more} {second.name}."]
    share = percent(report.against(best.bot, second.bot))
    beats = f"it comes out ahead of {second.name} in {share} of the games in which both sit at one table"
    return [f"{best.name} comes out first, with a rating of {best.rating}; {beats}."]


def _order(report: Report) -> list[str]:
    sure = [step for step in report.steps if step.is_decided]
    open_ = [step for step in report.steps if not step.is_decided]
    confidence = f"{report.until or 95:g} %"
    said = []
    if sure:
        said.append(
            f"Decided, with {confidence} for all of it at once: {'; '.join(_pairs(report, sure, 'before'))}."
        )
    if open_:
        said.append(f"Not decided: {'; '.join(_pairs(report, open_, 'or'))}.")
    return said


def _pairs(report: Report, some: Sequence[Step], word: str) -> list[str]:
    return [f"{report.names[step.bot]} {word} {report.names[step.next]}" for step in some]


def _ending(report: Report) -> str:
    deals, wanted = report.standing.deals, report.wanted
    if not report.until:
        alone = "from which no interval of points is known" if deals == 1 else "looked at once"
        return f"All comparisons are of {counted(deals, 'deal')}, {alone}."
    looked = f"{_times(looks(deals))}, after 8 deals and after each doubling"
    if report.is_decided and deals < wanted:
        stopped = f"It stopped after {deals:,} of at most {wanted:,} deals, for the order was decided"
        return f"{stopped}; looked {looked}."
    return f"It went on for {counted(deals, 'deal')}; looked {looked}."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _played(report: Report) -> str:
    seats = report.standing.tournament.seats
    line = ALONE if report.is_shared else PLAYED
    deals, games = counted(report.standing.deals, "deal"), counted(report.games, "game")
    return line.format(deals=deals, games=games, seats=counted(seats, "seat")) + "."


def percent(share: Interval) -> str:
    """A difference of shares goes from -100 to 100 %, and no further."""
    mean, low, high = share
    if isinf(low):
        return f"{100 * mean:.0f} %"
    return f"{100 * mean:.0f} % ({100 * max(-1.0, low):.0f} to {100 * min(1.0, high):.0f})"


def points(value: Interval, sign: str = "") -> str:
    mean, low, high = value
    if isinf(low):
        return f"{mean:{sign}.1f}"
    return f"{mean:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})"
