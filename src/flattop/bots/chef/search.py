"""The search: sequential halving over candidate moves with paired playouts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil, log2
from time import perf_counter

from flattop.bots.chef.playout import Candidate, Move, Playout, SearchResult
from flattop.bots.house import OptionScorer, house_bot, house_consistency
from flattop.games.manifest import SearchParams
from flattop.kernel import CLOCK, WAIT, Action, Chance, Table
from flattop.match import Observation
from flattop.match.game_loop import Bot

MIN_DETERMINIZATIONS = 2  # in every round of the search
ENOUGH = 8  # playouts after which a significantly worse move is dropped
MAX_SAMPLES = 12  # determinizations to sample until one is consistent
SETUP_WORK = 10  # the cost of a determinization, in decisions
MAX_ACTIONS = 6  # of one candidate


class Search:
    """The search for one decision."""

    def __init__(self, obs: Observation, chance: Chance, params: SearchParams) -> None:
        self.obs, self.chance, self.params = obs, chance, params
        bot = house_bot(obs.game.key, Chance(chance.below(1 << 40)))
        self.candidates = [Candidate(move) for move in candidate_moves(obs, bot, chance, params.moves)]
        self.house, self.live = self.candidates[0], self.candidates
        self.playouts = self.work = 0

    def run(self, work: float, deadline: float | None = None) -> Iterator[SearchResult]:
        """Yield a result after each halving, until the work is done or the deadline has passed."""
        yield self.result
        while len(self.live) > 1 and self.work < work and not _is_late(deadline):
            rounds = max(1, ceil(log2(len(self.live))))
            round_end = self.work + (work - self.work) / rounds
            for determinizations in count(1):
                # Play every live candidate out on one more determinization, with common random numbers.
                seed, t = self.chance.below(1 << 40), self._determinization()
                for candidate in self.live:
                    playout = Playout(self.obs.game, t.clone(), self.obs.seat, self.params, seed)
                    candidate.add(playout.play(candidate.move))
                    self.playouts += 1
                    self.work += playout.decisions + SETUP_WORK
                if _is_late(deadline) or (
                    determinizations >= MIN_DETERMINIZATIONS and self.work >= round_end
                ):
                    break
            self.live = self._better_half()
            yield self.result

    def _determinization(self) -> Table:
        """Sample a table, if possible one that agrees with the hints of other seats."""
        obs, is_consistent = self.obs, house_consistency(self.obs.game.key)
        for _ in range(MAX_SAMPLES):
            t = obs.imagine(Chance(self.chance.below(1 << 40)))
            if is_consistent is None or is_consistent(obs, t):
                break
        return t

    def _better_half(self) -> list[Candidate]:
        """Return the better half of the candidates.

        The house bot's move always stays, because the others are compared with it.
        """
        others = []
        for candidate in self.live:
            gain, error = candidate.gain_over(self.house)
            is_worse = candidate.size >= ENOUGH and gain < -2 * error  # significantly
            if candidate is not self.house and not is_worse:
                others.append(candidate)
        others.sort(key=lambda candidate: -candidate.value)
        return [self.house, *others[: max(1, len(others) // 2)]]

    @property
    def result(self) -> SearchResult:
        """The best live candidate if it is significantly better than the house bot's move, else that move."""
        best = max(self.live, key=lambda candidate: candidate.value)
        gain, error = best.gain_over(self.house)
        if not (gain > 0 and gain > self.params.min_gain + self.params.min_z * error):
            best = self.house
        ranked = sorted(self.candidates, key=lambda candidate: (-candidate.size, -candidate.value))
        return SearchResult(best, self.house, tuple(ranked), self.playouts)


def _is_late(deadline: float | None) -> bool:
    return deadline is not None and perf_counter() >= deadline


# -- candidates


def candidate_moves(obs: Observation, bot: Bot, chance: Chance, limit: int) -> list[Move]:
    """Return the moves to compare: the house bot's first, then moves that differ in their first action.

    If there are too many, those with the best scores of the house bot stay, or random ones if it has no
    scores.  If there is room, moves follow that begin like the house bot's and differ in a later action.
    """
    first, t = bot.choose(obs), obs.imagine(chance)
    waiting = [WAIT] if CLOCK in t.asks else []  # in real time a seat may always wait
    others = [action for action in (*obs.options, *obs.anytime, *waiting) if action != first]
    if len(others) > limit - 1:
        others = chance.shuffled(others)
        if isinstance(bot, OptionScorer) and (scores := bot.option_scores(obs)):
            others.sort(key=lambda action: -scores.get(action, 0.0))
        others = others[: limit - 1]
    moves: list[Move] = [(action,) for action in others]
    if len(moves) == limit - 1 or first == WAIT:
        return [(first,), *moves]
    house_move, variations = _variations(obs, t, bot, first)
    room = limit - 1 - len(moves)
    if len(variations) > room:
        variations = chance.shuffled(variations)[:room]
    return [house_move, *moves, *variations]


def _variations(obs: Observation, t: Table, bot: Bot, first: Action) -> tuple[Move, list[Move]]:
    """Return the house bot's whole move on a determinization, and all moves that leave it after the start.

    The move ends where another seat decides or where something is drawn or revealed.
    """
    seat, move = obs.seat, list[Action]()
    variations: list[Move] = []
    action = first
    while action in t.asks.get(seat, ()) and len(move) < MAX_ACTIONS:
        variations += [(*move, other) for other in t.asks[seat] if other != action] if move else []
        move.append(action)
        draws, reveals = t.chance.draws, t.reveals
        t.push(seat, action)
        is_done = t.over or set(t.asks) != {seat}
        if is_done or (t.chance.draws, t.reveals) != (draws, reveals):
            break
        options = t.asks[seat]
        action = next(iter(options)) if len(options) == 1 else bot.choose(Observation(obs.game, t, seat))
    return tuple(move) or (first,), variations
