"""A playout: an imagined table played on by house bots, to its end or to a like point of the game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, tanh
from typing import Any

from flattop.bots.chef.candidates import End, Move
from flattop.bots.chef.params import Style
from flattop.bots.house import Forecast, house_bot, house_forecast
from flattop.bots.learned import evaluation
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Options, Outcome, Seat, Table, Told
from flattop.match import Observation, RealtimeDriver, bot_reactions
from flattop.match.branch import Branch
from flattop.match.game_loop import realtime_step

MOST = 5000  # decisions: a playout that goes in circles is cut


class Playout:
    """One imagined table and one luck, for one move of a seat to be tried on; an ear hears what is told."""

    def __init__(
        self, game: Game, t: Table, seat: Seat, style: Style, luck: int, ear: list[Told] | None = None
    ) -> None:
        self.game, self.t, self.seat, self.style, self.luck, self.ear = game, t, seat, style, luck, ear
        self.bots = [house_bot(game.key, Chance(luck + 1 + n)) for n in range(t.seats)]
        learned = evaluation(game.key, t.seats) if style.learned else None
        self.evaluation, self.ahead = learned, style.learned if learned else style.ahead
        self.forecast = None if learned else house_forecast(game.key)
        self.beat, self.rivals = self._beat(), game.has_rivals(t.seats, t.settings)
        self.decisions = 0
        t.chance, t.events = Chance(luck), ear

    def end(self, move: Move) -> End:
        """Make the move, go on as house bots do, and see what it comes to."""
        if CLOCK not in self.t.asks:
            self._make(move)
        elif self._race(move):
            return self._worth()
        self._go_on()
        return self._worth()

    def _make(self, move: Move) -> None:
        """As much of the move as is open in this world."""
        t, seat = self.t, self.seat
        for action in move:
            if t.over or (action not in t.asks.get(seat, ()) and action not in t.anytime(seat)):
                return
            t.play(seat, action)

    def _go_on(self) -> None:
        """Up to the end, or to the question of its own, after others were asked, or the race of the style."""
        t, bots, me, others, left = self.t, self.bots, self.seat, False, self.ahead
        while t.stack and self.decisions < MOST:
            if CLOCK in t.asks:
                left -= 1
                if left == 0 or self._cuts_races:
                    return
                self._race(())
                continue
            seat, options = next(iter(t.asks.items()))
            if seat != me:
                others = True
            elif others and left and len(options) > 1 and self._is_like(seat):
                others, left = False, left - 1
                if left == 0:
                    return
            _push(t, seat, _only(options) or bots[seat].choose(Observation(self.game, t, seat)))
            self.decisions += 1

    def _is_like(self, seat: Seat) -> bool:
        """Whether a question is of the kind at which games are compared."""
        if self.evaluation:
            return self.evaluation.is_for(Observation(self.game, self.t, seat))
        return self.forecast is None or self._can_tell(self.forecast, seat)

    def _can_tell(self, forecast: Forecast, seat: Seat) -> bool:
        """Whether the house bot can say what it expects, and so could another whose move came to as much."""
        if forecast.steps and Observation(self.game, self.t, seat).step not in forecast.steps:
            return False
        before, self.beat = self.beat, self._beat()
        return not forecast.beat or self.beat != before

    def _beat(self) -> Any:
        beat = self.forecast.beat if self.forecast else ""
        return getattr(self.t, beat) if beat else None

    def _race(self, move: Move) -> bool:
        """Go on while time runs, every seat with one pair of hands; True if it is cut in the midst of it.

        Where playouts are cut, what comes after the race is gone on with by questions.
        """
        most = self.ahead * self.forecast.ticks if self.forecast else 0  # ticks
        branch = Branch(self.game, self.t, self.luck, self.ear)
        driver = RealtimeDriver(branch, 0, bot_reactions(branch, range(self.t.seats)), rate=1, heartbeat=0)
        for action in move:
            if action == WAIT:
                driver.wait(self.seat)
            elif branch.refusal(self.seat, action) is None:
                driver.arrive(driver.mark, self.seat, action)
        while not branch.over and branch.actions < MOST and (CLOCK in self.t.asks or not self.ahead):
            if self._cuts_races and driver.ticks >= most:
                break
            realtime_step(driver, self.bots)
        self.decisions += branch.actions
        return self._cuts_races and CLOCK in self.t.asks

    @property
    def _cuts_races(self) -> bool:
        return bool(self.ahead and self.forecast and self.forecast.ticks)

    def _worth(self) -> End:
        """The win, and beside it by how many points; before the end what is expected of them."""
        game, outcome, seat = self.game, self.game.outcome(self.t), self.seat
        points = outcome.points[seat]
        if self.t.over:
            return self._end(
                share(outcome, seat, self.rivals), lead(outcome.points, seat, self.rivals), points
            )
        if self.evaluation:
            expected = self.evaluation.of(Observation(game, self.t, seat))
            return self._end(expected.win, expected.margin, points)
        all_points = self._expected() or outcome.points
        ahead = lead(all_points, seat, self.rivals)
        win = prospect(ahead / self.style.scale, self.t.seats) if self.rivals else 1.0
        return self._end(win, ahead, all_points[seat])

    def _expected(self) -> Sequence[float]:
        """The points of every seat as the house bot expects them, if it can say."""
        return self.forecast.points(Observation(self.game, self.t, self.seat)) if self.forecast else ()

    def _end(self, win: float, ahead: float, points: float) -> End:
        ahead /= self.style.scale
        ahead = tanh(ahead) if self.rivals else ahead
        return End(win + self.style.margin * ahead, win, points)


def share(outcome: Outcome, seat: Seat, rivals: bool) -> float:
    """The seat's part of the win; those who win together win whole."""
    together = len(outcome.winners) if rivals else 1
    return 1 / together if seat in outcome.winners else 0.0


def prospect(ahead: float, seats: int) -> float:
    """The share of the win that a lead stands for, in clear differences: at none it is the fair one."""
    return 1 / (1 + (seats - 1) * exp(-2 * max(ahead, -99.0)))


def lead(points: Sequence[float], seat: Seat, rivals: bool) -> float:
    """Points ahead of the best rival; whoever plays with others or alone counts their own."""
    if not rivals:
        return points[seat]
    return points[seat] - max(others for other, others in enumerate(points) if other != seat)


def _only(options: Options) -> Action | None:
    """The option, if there is but one."""
    return next(iter(options)) if len(options) == 1 else None


def _push(t: Table, seat: Seat, action: Action) -> None:
    """An option, or an any-time play that a bot prefers."""
    if action in t.asks[seat]:
        t.push(seat, action)
    else:
        t.play(seat, action)
