"""The house bot of BurgerFuck.

It builds and blocks lines of four, strikes, sheds cards, and burns against leaders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from flattop.bots.policies import Policy, lazy
from flattop.games.burgerfuck.cards import JOKER, RANKS, Pack
from flattop.games.burgerfuck.grid import COLUMNS, DROP, LINE, ROWS
from flattop.kernel import WAIT, Action, Seat
from flattop.match.observation import Observation

DRAWN_BY_ATTACKER = 0.525  # cards that a Contention costs each side on average
RIVAL_CARD = 0.7  # value of one card more in the hands of all rivals, in own cards
LARGE_TOKEN = 4.0  # value of a Large Token, which a line earns
PAWN = 0.4  # value of a pawn that makes no line
A_JOKER = 2.5  # a Joker is always playable, so it is worth keeping
FOLLOW_UP = 0.12  # for each matching card left in hand
TWIN = 0.8  # for each card that can strike the played card
CONCERT = 0.3
SMALL = {2: 1.0}  # value of a Small Token, by number of seats
CHEAP = 0.3  # value of a Small Token with more seats
DRAW = -1.0
ORB = 0.2  # price of an Orb beyond the reserve
RESERVE = 10  # Orbs kept until a rival is about to win
LAST_ORBS = 0.4
ALARM = 2  # a rival with this many cards may win soon


class HouseBot(Policy):
    """Plays the option with the highest score.  Ties are broken at random."""

    def choose(self, obs: Observation) -> Action:
        options, is_live = obs.options, obs.settings["strikes"] == "live"
        if len(options) == 1 and not (is_live and obs.anytime):
            return next(iter(options))
        strikes = [action for action in options if action[0] == "strike"]
        strikes += obs.anytime if is_live else ()
        if strikes and (struck := self.best_strike(obs, strikes)):
            return struck
        if len(options) <= 1:
            return next(iter(options), WAIT)
        first, *_ = listed = list(options)
        if first[0] == "drop":
            grid, columns = obs.view["grid"], [action[1] for action in listed]
            return self.random_of([DROP[column] for column in best_columns(grid, obs.seat, columns)])
        valuation = Valuation(obs)
        return self.best_of(listed, [valuation.score(action) for action in listed])

    def best_strike(self, obs: Observation, strikes: list[Action]) -> Action | None:
        """Return a Strike, but do not strike an own face card unless it is the last card."""
        own_face = obs.view["top_by"] == obs.seat and obs.pack.is_face[strikes[0][1]]
        if own_face and len(obs.own("hands")) > 1:
            return None
        return self.random_of(strikes)


class Valuation:
    """Scores of actions for the seat, in cards."""

    def __init__(self, obs: Observation) -> None:
        view = self.view = obs.view
        seat = self.seat = obs.seat
        self.seats = obs.seats
        self.pack: Pack = obs.pack
        self.hand: list[int] = view["hands"][seat]
        self.hands = [len(hand) for hand in view["hands"]]
        self.of_suit = [card // RANKS for card in self.hand]
        self.of_rank = [card % RANKS for card in self.hand if card != JOKER]
        self.red: list[int] = view["red_list"]
        self.covers_face = self.pack.is_face[view["play_pile"][-1]]
        self.orbs: int = view["orbs"][seat]
        self.small = SMALL.get(self.seats, CHEAP)
        self.least_rival = min(self.hands[:seat] + self.hands[seat + 1 :])
        # a rival is about to run out of cards
        self.alarm = self.least_rival <= ALARM and self.least_rival < len(self.hand)

    @lazy
    def pawn(self) -> float:
        """The value of another pawn, which may complete a line."""
        return LARGE_TOKEN if can_complete(self.view["grid"], self.seat) else PAWN

    def score(self, action: Action) -> float:
        return WORTH[action[0]](self, *action[1:])

    # -- playing

    def of_play(self, card: int, bribe: int) -> float:
        score = 1.0 - bribe * self.small - self.contention_cost(card)
        if card in self.red:
            score += self.pawn
        if card == JOKER and len(self.hand) > 2:
            score -= A_JOKER
        if self.pack.opens_concert[card]:
            return score + CONCERT
        return score + FOLLOW_UP * self.follow_ups(card) + self.twin_hope(card)

    def contention_cost(self, card: int) -> float:
        """Return the cost of the cards that both sides draw in a Contention.

        Cards of the other side are a gain.
        """
        if not (self.covers_face and self.pack.is_face[card]):
            return 0.0
        if self.view["top_by"] == self.seat:
            return 2 * DRAWN_BY_ATTACKER
        gain = RIVAL_CARD / (self.seats - 1) if self.view["top_by"] >= 0 else 0.0
        return DRAWN_BY_ATTACKER * (1.0 - gain)

    def follow_ups(self, card: int) -> int:
        """Return how many cards left in hand would match the card."""
        if card == JOKER:
            return len(self.hand) - 1
        suit, rank = divmod(card, RANKS)
        alike = self.of_suit.count(suit) + self.of_rank.count(rank)
        return alike - 2 * self.hand.count(card)

    def twin_hope(self, card: int) -> float:
        """Return the value of cards that can strike this one.

        Face cards are excluded, because striking them costs cards.
        """
        if self.pack.is_face[card]:
            return 0.0
        return TWIN * (sum([self.hand.count(twin) for twin in self.pack.twins[card]]) - (card != JOKER))

    def of_end(self) -> float:
        return 0.0

    # -- drawing and burning

    def of_draw(self) -> float:
        return DRAW

    def of_burn(self, card: int) -> float:
        value = self.pack.value[card]
        effect = BURNING[self.pack.burn_of[card]](self, value)
        return DRAW - self.price(value) + effect

    def price(self, orbs: int) -> float:
        """Return the price of Orbs in cards.  The last ones are expensive unless a rival may win soon."""
        if self.alarm:
            return 0.0
        return ORB * orbs + max(0, RESERVE - self.orbs + orbs) * LAST_ORBS

    def fewest_draw(self, value: int) -> float:
        """Value a draw of the shortest hands, which helps only if a rival's hand is shorter than ours."""
        after = len(self.hand) + 1
        if self.least_rival > after:
            return -float(value)
        if self.least_rival == after:
            return -value / 2
        return value * (1.0 if self.alarm and value >= 3 else RIVAL_CARD / (self.seats - 1))

    def others_draw(self, value: int) -> float:
        half = value // 2
        return half * (2.0 if self.alarm and half >= 3 else RIVAL_CARD)

    def take_tokens(self, value: int) -> float:
        return (value + 1) // 2 * self.small

    def exchange(self, value: int) -> float:
        return 0.1

    def of_sacrifice(self, card: int) -> float:
        return DRAW - self.price(6) + 2 * PAWN - (A_JOKER if card == JOKER else 0.0)

    def of_pass(self) -> float:
        return -0.5

    # -- smaller choices

    def of_reveal(self, seat: int) -> float:
        return -float(self.hands[seat])

    def of_scrap(self, card: int) -> float:
        """Score the card to discard: the lower its value in hand, the better."""
        kept = 0.5 * self.hand.count(card) + 0.1 * self.follow_ups(card) + (card in self.red) * PAWN
        return -kept - (A_JOKER if card == JOKER else 0.0)

    def of_mark(self, card: int) -> float:
        return self.hand.count(card)

    def of_hold(self) -> float:
        return 0.0

    def of_strike(self, card: int) -> float:
        return -1.0  # Strikes worth playing were chosen before


WORTH: dict[str, Callable[..., float]] = {
    "play": Valuation.of_play,
    "draw": Valuation.of_draw,
    "burn": Valuation.of_burn,
    "sacrifice": Valuation.of_sacrifice,
    "pass": Valuation.of_pass,
    "end": Valuation.of_end,
    "reveal": Valuation.of_reveal,
    "scrap": Valuation.of_scrap,
    "mark": Valuation.of_mark,
    "hold": Valuation.of_hold,
    "strike": Valuation.of_strike,
}
BURNING: dict[str, Callable[[Valuation, int], float]] = {
    "fewest_draw": Valuation.fewest_draw,
    "others_draw": Valuation.others_draw,
    "take_tokens": Valuation.take_tokens,
    "exchange": Valuation.exchange,
}


# -- the grid

Cell = int  # column * ROWS + row
Board = list[int]  # by cell: the seat of the pawn, or EMPTY
Grid = Sequence[Sequence[Seat]]

WIN, BLOCK, HELPS_RIVAL = 1000.0, 300.0, -120.0
OWN = (0.5, 3.0, 14.0, WIN)  # score by the number of own pawns on the other three cells of a line
RIVAL = (0.2, 1.5, 6.0, BLOCK)  # score of blocking, by the number of a rival's pawns there
OFF_CENTRE = tuple(abs(column - COLUMNS // 2) * 0.3 for column in range(COLUMNS))
EMPTY = 6  # no seat has this number
CODES = 7  # number of values of a cell
ABOVE = tuple(
    [EMPTY] * (ROWS - pawns) for pawns in range(ROWS + 1)
)  # empty cells by the number of pawns in a column
Worth = tuple[tuple[tuple[float, ...], ...], ...]  # score of a line, by the values of its other three cells


def _lines() -> tuple[tuple[tuple[Cell, Cell, Cell], ...], ...]:
    """Return, for each cell, the other three cells of every line of four through it."""
    lines_of: list[list[tuple[Cell, Cell, Cell]]] = [[] for _ in range(COLUMNS * ROWS)]
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    for column, row, (across, up) in product(range(COLUMNS), range(ROWS), steps):
        line = [(column + i * across, row + i * up) for i in range(LINE)]
        if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in line):
            cells = [x * ROWS + y for x, y in line]
            for cell in cells:
                one, two, three = [other for other in cells if other != cell]
                lines_of[cell].append((one, two, three))
    return tuple(map(tuple, lines_of))


LINES = _lines()


def board(grid: Grid) -> Board:
    pawns: Board = []
    for column in grid:
        pawns += column
        pawns += ABOVE[len(column)]
    return pawns


def drop_score(pawns: Board, seat: Seat, column: int, row: int) -> float:
    """Return the score of a pawn there, with a penalty if it lets a rival complete a line above it."""
    cell = column * ROWS + row
    score = cell_score(pawns, line_scores(seat), cell) - OFF_CENTRE[column]
    if row + 1 < ROWS and helps_rival(pawns, seat, cell + 1):
        score += HELPS_RIVAL
    return score


def cell_score(pawns: Board, worth: Worth, cell: Cell) -> float:
    score = 0.0
    for one, two, three in LINES[cell]:
        score += worth[pawns[one]][pawns[two]][pawns[three]]
    return score


@cache
def line_scores(seat: Seat) -> Worth:
    """Return the score that a pawn of the seat adds to a line, by the values of the other three cells."""
    codes = range(CODES)
    return tuple(
        tuple(tuple(line_score(seat, (one, two, three)) for three in codes) for two in codes) for one in codes
    )


def line_score(seat: Seat, others: Sequence[int]) -> float:
    pawns = [pawn for pawn in others if pawn != EMPTY]
    if not pawns:
        return OWN[0]
    if pawns.count(pawns[0]) < len(pawns):
        return 0.0
    return (OWN if pawns[0] == seat else RIVAL)[len(pawns)]


def helps_rival(pawns: Board, seat: Seat, cell: Cell) -> bool:
    """Return whether a rival could complete a line on the cell."""
    for one, two, three in LINES[cell]:
        pawn = pawns[one]
        if pawn == pawns[two] == pawns[three] and pawn != EMPTY and pawn != seat:
            return True
    return False


def best_columns(grid: Grid, seat: Seat, columns: Sequence[int]) -> list[int]:
    """Return the columns with the highest score."""
    pawns = board(grid)
    scores = [drop_score(pawns, seat, column, len(grid[column])) for column in columns]
    best = max(scores)
    return [column for column, score in zip(columns, scores, strict=True) if score == best]


def can_complete(grid: Grid, seat: Seat) -> bool:
    """Return whether one more pawn of the seat would complete a line."""
    pawns = board(grid)
    if pawns.count(seat) < LINE - 1:
        return False
    tops = [column * ROWS + len(pawns) for column, pawns in enumerate(grid) if len(pawns) < ROWS]
    lines = [line for cell in tops for line in LINES[cell]]
    return any(pawns[one] == seat == pawns[two] == pawns[three] for one, two, three in lines)
