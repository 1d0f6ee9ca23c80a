"""Reports of simulations and duels, as sentences and as an HTML page without scripts."""

from __future__ import annotations

from math import isfinite

from flattop.games import game as game_of
from flattop.lab.duel import DuelResult
from flattop.lab.formatting import counted
from flattop.lab.report_html import Mark, Section, bars, document, dots, figure, grid, paragraph, table
from flattop.lab.simulate import Result

Interval = tuple[float, float, float]  # a value with the ends of its 95 % interval
COOPERATIVE_NOTE = "All seats win or lose together."
RIVALS_NOTE = "A shared win is split among its winners. The dashed line is the fair share."
INTERVAL_NOTE = "Whiskers are 95 % confidence intervals."

# -- simulations


def simulation_page(result: Result) -> str:
    plan, games = result.plan, result.totals.games
    title = f"{game_of(plan.game).title}: {counted(games, 'game')} among bots"
    decisions = result.totals.decisions
    lead = paragraph(_best_seat(result), "lead")
    lead += paragraph(f"{decisions:,} decisions, {decisions / games:.0f} a game.")
    labels = [f"Seat {seat + 1}: {name}" for seat, name in enumerate(plan.names)]

    shares = [
        Mark(label, share, *interval)
        for label, share, interval in zip(labels, result.wins, result.win_intervals, strict=True)
    ]
    rows = [[mark.label, percent((mark.value, *mark.ends))] for mark in shares]
    fair = 1 / len(shares) if plan.has_rivals else None
    plot = bars("Wins", shares, lambda share: f"{share:.1%}", fair)
    note = f"{RIVALS_NOTE if plan.has_rivals else COOPERATIVE_NOTE} {INTERVAL_NOTE}"
    wins_figure = figure("Wins", plot, table(["seat", "wins"], rows, [1]), note)

    means = [
        _mark(label, (mean, mean - margin, mean + margin))
        for label, mean, margin in zip(labels, result.points, result.point_margins, strict=True)
    ]
    rows = [[mark.label, f"{mark.value:.2f}"] for mark in means]
    plot = dots("Points", means, lambda value: f"{value:.1f}")
    points_figure = figure("Points", plot, table(["seat", "points"], rows, [1]), INTERVAL_NOTE)
    sections = [Section("seats", "Seat by seat", grid([wins_figure, points_figure]))]
    return document(title, lead, sections, _footer(plan.seed, result.digest))


def _best_seat(result: Result) -> str:
    """Say whether some seat wins more than its fair share; of a cooperative game, how often it succeeds."""
    if not result.plan.has_rivals:
        share, (low, high) = result.wins[0], result.win_intervals[0]
        return f"The bots succeed in {percent((share, low, high))} of the games."
    seat = max(range(len(result.wins)), key=lambda seat: result.wins[seat])
    low, high = result.win_intervals[seat]
    fair = 1 / len(result.wins)
    verdict = "more than" if low > fair else "not significantly more than"
    return (
        f"Seat {seat + 1} wins {percent((result.wins[seat], low, high))}, "
        f"{verdict} its fair share of {fair:.1%}."
    )


# -- duels


def duel_page(result: DuelResult) -> str:
    duel = result.duel
    challenger, rival = duel.names
    title = f"{game_of(duel.game).title}: {challenger} against {rival}"
    first, second, played = findings(result)
    lead = paragraph(f"{first}, {second}.", "lead") + paragraph(f"{played}.")

    marks = [Mark(challenger, *_clipped(result.wins), loud=True)]
    if duel.is_cooperative:
        share_title, fair = "Success", None
        marks.append(Mark(rival, result.fair))
        lead_title, value = "Points compared with the rival", result.gain
    else:
        share_title, fair = "Wins", result.fair
        lead_title, value = "Points ahead of the best other seat", result.points
    rows = [[challenger, percent(result.wins)], ["fair", f"{result.fair:.1%}"]]
    plot = bars(share_title, marks, lambda share: f"{share:.1%}", fair)
    shares_figure = figure(share_title, plot, table(["", share_title.lower()], rows, [1]), INTERVAL_NOTE)
    plot = dots(lead_title, [_mark(challenger, value)], lambda value: f"{value:+.1f}")
    numbers = table(["", "points"], [[challenger, points(value)]], [1])
    figures = grid([shares_figure, figure(lead_title, plot, numbers, INTERVAL_NOTE)])
    return document(title, lead, [Section("result", "On the same deals", figures)], _footer(duel.seed))


def findings(result: DuelResult) -> list[str]:
    """Return three sentences without full stops: wins, points, and how much was played."""
    duel, (challenger, rival), (mean, most) = result.duel, result.duel.names, result.times
    if duel.is_cooperative:
        first = f"{challenger} succeeds in {percent(result.wins)}, {rival} in {result.fair:.1%}"
        second = f"and scores {points(result.gain)} compared with {rival} on the same deals"
    else:
        first = f"{challenger} wins {percent(result.wins)} against {rival}; {result.fair:.1%} would be fair"
        second = f"and ends {points(result.points)} ahead of the best other seat"
    where = f"{counted(result.deals, 'deal')} at {counted(duel.seats, 'seat')}"
    times = f"{challenger} takes {mean:.1f} ms a decision, 95 % take at most {most:.1f} ms"
    return [first, second, f"{where} in {result.seconds:.1f} s; {times}"]


# -- both


def percent(share: Interval) -> str:
    mean, low, high = _clipped(share)
    return f"{mean:.1%} ({low:.1%} to {high:.1%})"


def points(value: Interval) -> str:
    mean, low, high = value
    interval = f"{low:+.2f} to {high:+.2f}" if isfinite(high - low) else "no interval from one deal"
    return f"{mean:+.2f} points ({interval})"


def _clipped(share: Interval) -> Interval:
    """Clip the interval of a share to 0 and 1."""
    mean, low, high = share
    return mean, max(0.0, low), min(1.0, high)


def _mark(label: str, value: Interval) -> Mark:
    """A mark without an interval if that is infinite, as after a single deal."""
    return Mark(label, *value) if all(map(isfinite, value)) else Mark(label, value[0])


def _footer(seed: int, digest: str = "") -> str:
    digest = f", digest {digest}" if digest else ""
    return paragraph(f"Seed {seed}{digest}. The same command plays the same games.", "note")
