"""A playout: an imagined table played on by house bots, to its end or to a like point of the game."""

from __future__ import annotations

from math import exp, tanh

from flattop.bots.chef.style import Style
from flattop.bots.chef.thought import End, Move
from flattop.bots.game_loop import bustle
from flattop.bots.house import house_bot, house_forecast
from flattop.bots.learned import evaluation
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Options, Outcome, Seat, Table, Told
from flattop.match import Clockwork, Sight, hands_for
from flattop.match.branch import Branch

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
        self.decisions = 0
        t.chance, t.events = Chance(luck), ear

    def end(self, move: Move) -> End:
        """Make the move, go on as house bots do, and see what it comes to."""
        if CLOCK in self.t.asks:
            self._race(move)
        else:
            self._make(move)
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
                if left == 0:
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
            _push(t, seat, _only(options) or bots[seat].choose(Sight(self.game, t, seat)))
            self.decisions += 1

    def _is_like(self, seat: Seat) -> bool:
        """Whether a question is of the kind at which games are compared."""
        return self.evaluation is None or self.evaluation.is_for(Sight(self.game, self.t, seat))

    def _race(self, move: Move) -> None:
        """Go on while time runs: every seat has one pair of hands.

        Where playouts are cut, what comes after the race is gone on with by questions.
        """
        branch = Branch(self.game, self.t, self.luck, self.ear)
        clockwork = Clockwork(branch, 0, hands_for(branch, range(self.t.seats)), rate=1, heartbeat=0)
        for action in move:
            if action == WAIT:
                clockwork.wait(self.seat)
            elif branch.refusal(self.seat, action) is None:
                clockwork.arrive(clockwork.mark, self.seat, action)
        while not branch.over and branch.actions < MOST and (CLOCK in self.t.asks or not self.ahead):
            bustle(clockwork, self.bots)
        self.decisions += branch.actions

    def _worth(self) -> End:
        """The win, and beside it by how many points; before the end what is expected of them."""
        game, outcome, seat = self.game, self.game.outcome(self.t), self.seat
        points = outcome.points[seat]
        if self.t.over:
            return self._end(share(game, outcome, seat), lead(game, outcome, seat), points)
        if self.evaluation:
            expected = self.evaluation.of(Sight(game, self.t, seat))
            return self._end(expected.win, expected.margin, points)
        if forecast := house_forecast(game.key):
            return self._end(1.0, forecast(Sight(game, self.t, seat)), points)
        ahead = lead(game, outcome, seat)
        return self._end(prospect(ahead / self.style.scale, self.t.seats), ahead, points)

    def _end(self, win: float, ahead: float, points: float) -> End:
        ahead /= self.style.scale
        ahead = tanh(ahead) if self.game.has_rivals(self.t.seats) else ahead
        return End(win + self.style.margin * ahead, win, points)


def share(game: Game, outcome: Outcome, seat: Seat) -> float:
    """The seat's part of the win; those who win together win whole."""
    together = len(outcome.winners) if game.has_rivals(len(outcome.points)) else 1
    return 1 / together if seat in outcome.winners else 0.0


def prospect(ahead: float, seats: int) -> float:
    """The share of the win that a lead stands for, in clear differences: at none it is the fair one."""
    return 1 / (1 + (seats - 1) * exp(-2 * max(ahead, -99.0)))


def lead(game: Game, outcome: Outcome, seat: Seat) -> float:
    """Points ahead of the best rival; whoever plays with others or alone counts their own."""
    points = outcome.points
    if not game.has_rivals(len(points)):
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
