"""Simulations and duels in words, and as a page: one HTML file without scripts."""

from __future__ import annotations

from math import isfinite

from flattop.games import game as game_of
from flattop.lab.duel import Standing
from flattop.lab.formatting import counted
from flattop.lab.report_html import Mark, Section, bars, document, dots, figure, grid, paragraph, table
from flattop.lab.simulate import Result

Interval = tuple[float, float, float]  # a value, and where it lies with 95 %
SHARED = "All win or lose together."
RIVALS = "A shared win counts for each by its part. The dashed line is what would be fair."
WITHIN = "Whiskers are 95 % intervals, as far as the luck of these games goes."


# -- a simulation


def simulation_page(result: Result) -> str:
    plan, games = result.plan, result.tally.games
    title = f"{game_of(plan.game).title}: {counted(games, 'game')} among bots"
    lead = paragraph(_best_seat(result), "lead")
    lead += paragraph(f"{result.tally.decisions:,} decisions, {result.tally.decisions / games:.0f} a game.")
    sections = [Section("seats", "Seat by seat", grid([_wins(result), _points(result)]))]
    return document(title, lead, sections, _foot(plan.seed, result.digest))


def _best_seat(result: Result) -> str:
    """Whether some seat wins more than its share, as far as can be told."""
    if not result.plan.has_rivals:
        share, (low, high) = result.wins[0], result.win_intervals[0]
        return f"They succeed in {percent((share, low, high))} of the games."
    seat = max(range(len(result.wins)), key=lambda one: result.wins[one])
    low, high = result.win_intervals[seat]
    fair = 1 / len(result.wins)
    sure = "more than its share of" if low > fair else "which is not surely more than its share of"
    return f"Seat {seat + 1} wins {percent((result.wins[seat], low, high))}, {sure} {fair:.1%}."


def _wins(result: Result) -> str:
    marks = [
        Mark(_seat(result, seat), share, *result.win_intervals[seat])
        for seat, share in enumerate(result.wins)
    ]
    rows = [[mark.label, percent((mark.value, *mark.ends))] for mark in marks]
    rivals = result.plan.has_rivals
    plot = bars("Wins", marks, lambda share: f"{share:.1%}", 1 / len(marks) if rivals else None)
    return figure(
        "Wins", plot, table(["seat", "wins"], rows, [1]), f"{RIVALS if rivals else SHARED} {WITHIN}"
    )


def _points(result: Result) -> str:
    both = zip(result.points, result.point_margins, strict=True)
    marks = [
        _mark(_seat(result, seat), (mean, mean - margin, mean + margin))
        for seat, (mean, margin) in enumerate(both)
    ]
    rows = [[mark.label, f"{mark.value:.2f}"] for mark in marks]
    return figure("Points", dots("Points", marks, lambda value: f"{value:.1f}"),
                  table(["seat", "points"], rows, [1]), WITHIN)  # fmt: skip


def _seat(result: Result, seat: int) -> str:
    return f"Seat {seat + 1}: {result.plan.names[seat]}"


# -- a duel


def duel_page(standing: Standing) -> str:
    duel = standing.duel
    challenger, rival = names(standing)
    title = f"{game_of(duel.game).title}: {challenger} against {rival}"
    first, second, played = findings(standing)
    lead = paragraph(f"{first}, {second}.", "lead") + paragraph(f"{played}.")
    sections = [Section("result", "On the same deals", grid([_shares(standing), _lead(standing)]))]
    return document(title, lead, sections, _foot(duel.seed))


def findings(standing: Standing) -> list[str]:
    """What a duel has come to, in sentences."""
    duel, (challenger, rival), (mean, most) = standing.duel, names(standing), standing.times
    if duel.is_shared:
        first = f"{challenger} succeeds in {percent(standing.wins)}, {rival} in {standing.fair:.1%}"
        second = f"and makes {points(standing.gain)} beside {rival} on the same deals"
    else:
        first = (
            f"{challenger} wins {percent(standing.wins)} against {rival}; {standing.fair:.1%} would be fair"
        )
        second = f"and ends {points(standing.points)} ahead of the best other"
    where = f"{counted(standing.deals, 'deal')} at {counted(duel.seats, 'seat')}"
    played = f"{where} in {standing.seconds:.1f} s"
    pace = f"{challenger} takes {mean:.1f} ms a decision, {most:.1f} ms in 95 of 100"
    return [first, second, f"{played}; {pace}"]


def names(standing: Standing) -> tuple[str, ...]:
    return standing.duel.plan((standing.duel.challenger, standing.duel.rival)).names


def _shares(standing: Standing) -> str:
    challenger, rival = names(standing)
    marks = [Mark(challenger, *_within(standing.wins), loud=True)]
    marks += [Mark(rival, standing.fair)] if standing.duel.is_shared else []
    rows = [[challenger, percent(standing.wins)], ["fair", f"{standing.fair:.1%}"]]
    fair = None if standing.duel.is_shared else standing.fair
    title = "Success" if standing.duel.is_shared else "Wins"
    return figure(title, bars(title, marks, lambda share: f"{share:.1%}", fair),
                  table(["", title.lower()], rows, [1]), WITHIN)  # fmt: skip


def _lead(standing: Standing) -> str:
    """By how many points, on the same deals."""
    value = standing.gain if standing.duel.is_shared else standing.points
    title = "Points beside the rival" if standing.duel.is_shared else "Points ahead of the best other"
    mark = _mark(names(standing)[0], value)
    return figure(title, dots(title, [mark], lambda one: f"{one:+.1f}"),
                  table(["", "points"], [[mark.label, points(value)]], [1]), WITHIN)  # fmt: skip


# -- both


def percent(share: Interval) -> str:
    mean, low, high = _within(share)
    return f"{mean:.1%} ({low:.1%} to {high:.1%})"


def points(value: Interval) -> str:
    mean, low, high = value
    reach = f"{low:+.2f} to {high:+.2f}" if isfinite(high - low) else "interval not known from one deal"
    return f"{mean:+.2f} points ({reach})"


def _within(share: Interval) -> Interval:
    """No share is below none or above all."""
    mean, low, high = share
    return mean, max(0.0, low), min(1.0, high)


def _mark(label: str, value: Interval) -> Mark:
    """One deal alone has no interval."""
    return Mark(label, *value) if all(map(isfinite, value)) else Mark(label, value[0])


def _foot(seed: int, digest: str = "") -> str:
    sure = f", digest {digest}" if digest else ""
    return paragraph(f"Seed {seed}{sure}; the same words play the same games.", "note")
