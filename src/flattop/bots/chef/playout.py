"""Playouts: house bots continue a determinization, to its end or to a comparable later position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, tanh
from typing import Any, NamedTuple

from flattop.bots.chef.params import SearchParams
from flattop.bots.house import house_bot, house_forecast
from flattop.bots.learned import evaluation
from flattop.bots.stats import mean, standard_error
from flattop.kernel import CLOCK, WAIT, Action, AddressedEvent, Chance, Game, Outcome, Seat, Table
from flattop.match import Observation, RealtimeDriver, bot_reactions
from flattop.match.game_loop import realtime_step
from flattop.match.match import SimulatedMatch

Move = tuple[Action, ...]  # one whole move: consecutive actions of one seat


class PlayoutResult(NamedTuple):
    """The result of a playout for one seat."""

    value: float  # the number by which moves are compared
    win: float  # the share of the win, or of the team's goal
    points: float


@dataclass(slots=True)
class Candidate:
    """A move and the results of its playouts, in the order of the determinizations they used."""

    move: Move
    values: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    def add(self, result: PlayoutResult) -> None:
        self.values.append(result.value)
        self.wins.append(result.win)
        self.points.append(result.points)

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def value(self) -> float:
        return mean(self.values)

    def gain_over(self, other: Candidate) -> tuple[float, float]:
        """Return the mean paired difference to another candidate, and its standard error.

        An additional pair without a difference keeps a few equal results from looking certain.
        """
        differences = [0.0, *(a - b for a, b in zip(self.values, other.values, strict=False))]
        return mean(differences), standard_error(differences)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best move that a search has found so far, with all candidates."""

    best: Candidate  # the move to play
    house: Candidate  # the house bot's move, often the same
    candidates: tuple[Candidate, ...]  # those with most playouts first
    playouts: int


MAX_DECISIONS = 5000  # stops a playout that would not end


class Playout:
    """One determinization and one seed, on which one move of a seat is tried.

    If `events` is a list, it collects the events of the playout.
    """

    def __init__(
        self,
        game: Game,
        t: Table,
        seat: Seat,
        params: SearchParams,
        seed: int,
        events: list[AddressedEvent] | None = None,
    ) -> None:
        self.game, self.t, self.seat, self.params, self.seed = game, t, seat, params, seed
        self.events = events
        self.bots = [house_bot(game.key, Chance(seed + 1 + n)) for n in range(t.seats)]
        learned = evaluation(game.key, t.seats) if params.learned_depth else None
        self.evaluation, self.depth = learned, params.learned_depth if learned else params.depth
        self.forecast = None if learned else house_forecast(game.key)
        self.cuts_races = bool(self.depth and self.forecast and self.forecast.ticks)
        self.last_zone, self.rivals = self._watched_zone(), game.has_rivals(t.seats, t.settings)
        self.decisions = 0
        t.chance, t.events = Chance(seed), events

    def play(self, move: Move) -> PlayoutResult:
        """Play the move, continue with house bots and return the result."""
        t, seat = self.t, self.seat
        if CLOCK in t.asks:
            if self._play_race(move):
                return self._result()
        else:
            for action in move:  # up to the first action that is not legal on this determinization
                if t.over or (action not in t.asks.get(seat, ()) and action not in t.anytime(seat)):
                    break
                t.play(seat, action)
        self._continue()
        return self._result()

    def _continue(self) -> None:
        """Play on with house bots.

        Stop at the end of the game or, if there is a depth, at that many own decisions that others precede.

        This does not use `game_loop.step`, which made playouts 3 to 18 % slower (median CPU time in five
        games).  Playouts need no observation where there is only one option.
        """
        t, bots, own_seat, others_decided, left = self.t, self.bots, self.seat, False, self.depth
        while t.stack and self.decisions < MAX_DECISIONS:
            if CLOCK in t.asks:
                left -= 1
                if left == 0 or self.cuts_races:
                    return
                self._play_race(())
                continue
            seat, options = next(iter(t.asks.items()))
            if seat != own_seat:
                others_decided = True
            elif others_decided and left and len(options) > 1 and self._is_comparable(seat):
                others_decided, left = False, left - 1
                if left == 0:
                    return
            if len(options) == 1:
                t.push(seat, next(iter(options)))
            else:
                action = bots[seat].choose(Observation(self.game, t, seat))
                if action in options:
                    t.push(seat, action)
                else:
                    t.play(seat, action)  # an any-time play that the bot prefers
            self.decisions += 1

    def _is_comparable(self, seat: Seat) -> bool:
        """Return whether positions at this decision can be compared by the evaluation or the forecast."""
        if self.evaluation:
            return self.evaluation.is_for(Observation(self.game, self.t, seat))
        forecast = self.forecast
        if forecast is None:
            return True
        if forecast.steps and Observation(self.game, self.t, seat).step not in forecast.steps:
            return False
        before, self.last_zone = self.last_zone, self._watched_zone()
        return not forecast.changed_zone or self.last_zone != before

    def _watched_zone(self) -> Any:
        name = self.forecast.changed_zone if self.forecast else ""
        return getattr(self.t, name) if name else None

    def _play_race(self, move: Move) -> bool:
        """Play a real-time phase, in which every bot does one thing at a time.

        Return True if it was cut off.  If playouts have a depth, the phase after the race is played by
        decisions.
        """
        max_ticks = self.depth * self.forecast.ticks if self.forecast else 0
        branch = SimulatedMatch(self.game, self.t, self.seed, self.events)
        driver = RealtimeDriver(branch, 0, bot_reactions(branch, range(self.t.seats)), rate=1, heartbeat=0)
        for action in move:
            if action == WAIT:
                driver.wait(self.seat)
            elif branch.refusal(self.seat, action) is None:
                driver.play_at(driver.played_until, self.seat, action)
        while not branch.over and branch.actions < MAX_DECISIONS and (CLOCK in self.t.asks or not self.depth):
            if self.cuts_races and driver.ticks >= max_ticks:
                break
            realtime_step(driver, self.bots)
        self.decisions += branch.actions
        return self.cuts_races and CLOCK in self.t.asks

    def _result(self) -> PlayoutResult:
        """Return the outcome or, before the end, an estimate of it.

        The value combines the share of the win with the lead in points.
        """
        game, outcome, seat, params = self.game, self.game.outcome(self.t), self.seat, self.params
        points: float = outcome.points[seat]
        if self.t.over:
            win, lead = win_share(outcome, seat, self.rivals), points_lead(outcome.points, seat, self.rivals)
        elif self.evaluation:
            win, lead = self.evaluation.of(Observation(game, self.t, seat))
        else:
            expected = self.forecast.points(Observation(game, self.t, seat)) if self.forecast else ()
            all_points = expected or outcome.points
            lead = points_lead(all_points, seat, self.rivals)
            win = estimated_win(lead / params.scale, self.t.seats) if self.rivals else 1.0
            points = all_points[seat]
        lead /= params.scale
        lead = tanh(lead) if self.rivals else lead
        return PlayoutResult(win + params.margin_weight * lead, win, points)


def win_share(outcome: Outcome, seat: Seat, rivals: bool) -> float:
    """Return the seat's share of the win.  Rivals who tie share it; a team wins as a whole."""
    winners = len(outcome.winners) if rivals else 1
    return 1 / winners if seat in outcome.winners else 0.0


def estimated_win(lead: float, seats: int) -> float:
    """Return the share of the win that a lead (in units of `scale`) stands for.

    Without a lead it is 1/seats.
    """
    return 1 / (1 + (seats - 1) * exp(-2 * max(lead, -99.0)))


def points_lead(points: Sequence[float], seat: Seat, rivals: bool) -> float:
    """Return the points ahead of the best rival, or the own points if there are no rivals."""
    if not rivals:
        return points[seat]
    return points[seat] - max(others for other, others in enumerate(points) if other != seat)
