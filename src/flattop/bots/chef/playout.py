"""A playout: an imagined table played on by house bots, to its end or to a like point of the game."""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh

from flattop.bots.chef.style import Style
from flattop.bots.chef.thought import Move
from flattop.bots.game_loop import bustle
from flattop.bots.house import house_bot
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Options, Outcome, Seat, Table
from flattop.match import Clockwork, Sight, hands_for
from flattop.match.branch import Branch

MOST = 5000  # decisions: a playout that goes in circles is cut


@dataclass(frozen=True, slots=True)
class End:
    """What a playout came to for one seat."""

    value: float  # what moves are compared by
    win: float  # the share of the win, or of the team's aim
    points: float


class Playout:
    """One imagined table and one luck, for one move of a seat to be tried on."""

    def __init__(self, game: Game, t: Table, seat: Seat, style: Style, luck: int) -> None:
        self.game, self.t, self.seat, self.style, self.luck = game, t, seat, style, luck
        self.bots = [house_bot(game.key, Chance(luck + 1 + n)) for n in range(t.seats)]
        t.chance = Chance(luck)

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
        """Up to the end, or to the own question that the style names: one after others were asked."""
        t, bots, me, others, left = self.t, self.bots, self.seat, False, self.style.ahead
        for _ in range(MOST):
            if t.over or CLOCK in t.asks:
                break
            seat, options = next(iter(t.asks.items()))
            if seat != me:
                others = True
            elif others and len(options) > 1:
                others, left = False, left - 1
                if left == 0:
                    return
            _push(t, seat, _only(options) or bots[seat].choose(Sight(self.game, t, seat)))
        if CLOCK in t.asks:
            self._race(())

    def _race(self, move: Move) -> None:
        """Go on while time runs: every seat has one pair of hands."""
        branch = Branch(self.game, self.t, self.luck)
        clockwork = Clockwork(branch, 0, hands_for(branch, range(self.t.seats)), rate=1, heartbeat=0)
        for action in move:
            if action == WAIT:
                clockwork.wait(self.seat)
            elif branch.refusal(self.seat, action) is None:
                clockwork.arrive(clockwork.mark, self.seat, action)
        while not branch.over and branch.actions < MOST:
            bustle(clockwork, self.bots)

    def _worth(self) -> End:
        """The win, and beside it by how many points; before the end the points stand for the win."""
        game, style, outcome = self.game, self.style, self.game.outcome(self.t)
        ahead = lead(game, outcome, self.seat) / style.scale
        ahead = tanh(ahead) if game.mode == "competitive" else ahead
        win = share(game, outcome, self.seat) if self.t.over else 0.5 + 0.5 * ahead
        return End(win + style.margin * ahead, win, outcome.points[self.seat])


def share(game: Game, outcome: Outcome, seat: Seat) -> float:
    """The seat's part of the win; those who win together win whole."""
    together = len(outcome.winners) if game.mode == "competitive" else 1
    return 1 / together if seat in outcome.winners else 0.0


def lead(game: Game, outcome: Outcome, seat: Seat) -> float:
    """Points ahead of the best rival; whoever plays with others or alone counts their own."""
    points = outcome.points
    if game.mode != "competitive":
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
