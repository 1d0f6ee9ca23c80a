"""Honor: pay, bonuses, the end of the game, and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from flattop.games.ninja_burger.schema import Numbers
from flattop.kernel import Outcome, Seat, Settings

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

LONG = {"win_lead": 6, "win_total_per_player": 12}  # with the option `length=long`
REASONS = {
    "lead": "a lead of {lead} Honor: a new franchise",
    "high": "total Honor of {high} or more: the manager is promoted",
    "low": "total Honor below {low}: the manager goes to his ancestors",
    "limit": "the last round is over",
}


class Thresholds(NamedTuple):
    """The conditions that end a game: a lead, a high total, a low total, or a last round."""

    lead: int
    high: int
    low: int
    low_from: int
    limit: int  # 0 for no limit


def thresholds(rules: Numbers, seats: int, settings: Settings) -> Thresholds:
    long = settings["length"] == "long"
    lead = LONG["win_lead"] if long else rules.win_lead
    high = LONG["win_total_per_player"] if long else rules.win_total_per_player
    low, first = rules.lose_total_per_player, rules.low_total_first_round
    return Thresholds(lead, high * seats, low * seats, first, settings["round_limit"])


def ending(honor: Sequence[int], round: int, ends: Thresholds) -> str:
    """The reason why the game ends after this round; empty if it continues (NB-36)."""
    first, second = sorted(honor, reverse=True)[:2]
    if first - second >= ends.lead:
        return "lead"
    if sum(honor) >= ends.high:
        return "high"
    if sum(honor) < ends.low and round >= ends.low_from:
        return "low"
    return "limit" if ends.limit and round >= ends.limit else ""


def leaders(honor: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest Honor."""
    return tuple(seat for seat, value in enumerate(honor) if value == max(honor))


def pay(honor: Sequence[int], rules: Numbers) -> list[int]:
    """$100 for each seat, and $50 more for a sole leader in Honor (NB-20)."""
    top = leaders(honor)
    return [rules.pay + (rules.pay_bonus_top_honor if top == (seat,) else 0) for seat in range(len(honor))]


BONUS_FOR = {1: "success", -1: "failure"}  # the reason of a sum of bonuses; other sums are for all


def bonuses(results: Sequence[int]) -> list[int]:
    """Honor for the only success or failure, or for all if none failed (NB-32 to NB-34, NB-R6)."""
    if all(results):
        return [1] * len(results)
    if sum(results) == 1:
        return list(results)
    if sum(results) == len(results) - 1:
        return [result - 1 for result in results]
    return [0] * len(results)


def best_duellists(duellists: Sequence[Seat], margins: Sequence[int | None]) -> tuple[Seat, ...]:
    """The duellists with the best margin; all of them if none succeeded (NB-87, NB-89, NB-R49)."""
    made = [margin for margin in margins if margin is not None]
    best = max(made) if made else None
    return tuple(seat for seat, margin in zip(duellists, margins, strict=True) if margin == best)


def outcome(t: NinjaTable) -> Outcome:
    """Points are Honor. Before the end, seats are ranked by it."""
    points = tuple(t.honor)
    if not t.over:
        return Outcome.ranked(points, points, f"most Honor in round {t.round}")
    words = REASONS[t.ending].format(**thresholds(t.pack.rules, t.seats, t.settings)._asdict())
    return Outcome(points, t.winners, f"{words}, won in The Challenge" if t.duellists else words)
