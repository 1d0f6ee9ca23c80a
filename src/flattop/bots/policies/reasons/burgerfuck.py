"""BurgerFuck: lines of pawns, cards that can follow, and cards that rivals must draw."""

from __future__ import annotations

from flattop.bots.policies.burgerfuck import LINES, Valuation, board, helps_rival
from flattop.bots.policies.reasons import Move
from flattop.games.burgerfuck.cards import JOKER
from flattop.games.burgerfuck.grid import LINE, ROWS
from flattop.kernel import Event
from flattop.match import Observation

JUDGED = (
    "gives_away",
    "better_drawn",
    "sacrifice",
    "end",
    "hold",
    "rival_is_close",
    "mark",
    "sheds",
)


def reason(obs: Observation, move: Move) -> Event | None:
    verb, *nouns = move[0]
    if verb == "drop":
        return dropping(obs, nouns[0])
    if verb == "strike":
        return ("sheds", nouns[0])
    valuation = Valuation(obs)
    if verb == "play":
        return playing(valuation, nouns[0])
    if verb == "draw":
        return ("cannot_play",) if all(action[0] != "play" for action in obs.options) else ("better_drawn",)
    if verb == "burn":
        return burning(valuation, nouns[0])
    if verb == "scrap":
        follow = [valuation.follow_ups(card) for card in valuation.hand if card != JOKER]
        return ("scrap", nouns[0]) if valuation.follow_ups(nouns[0]) <= min(follow, default=0) else None
    if verb == "mark":
        return (verb, nouns[0], valuation.hand.count(nouns[0]))
    if verb == "reveal":
        return ("shows_hand", nouns[0], valuation.hands[nouns[0]])
    return (verb,) if verb in ("sacrifice", "end", "hold") else None


def dropping(obs: Observation, column: int) -> Event:
    """Return what a pawn does: it completes, blocks or extends a line, or takes a place near the centre."""
    grid = obs.view["grid"]
    pawns, cell = board(grid), column * ROWS + len(grid[column])
    lines = [[pawns[other] for other in line] for line in LINES[cell]]
    own = max([line.count(obs.seat) for line in lines if not rivals_in(line, obs)], default=0)
    if own == LINE - 1:
        return ("completes", column)
    for seat in range(obs.seats):
        if seat != obs.seat and any(line.count(seat) == LINE - 1 for line in lines):
            return ("blocks", column, seat)
    if own:
        return ("extends", column, own + 1)
    for seat in range(obs.seats):
        if seat != obs.seat and any(line.count(seat) == LINE - 2 for line in lines):
            return ("hinders", column, seat)
    open_lines = sum(not rivals_in(line, obs) for line in lines)
    if open_lines:
        return ("central", column, open_lines)
    is_top = len(grid[column]) + 1 == ROWS
    return ("gives_away" if not is_top and helps_rival(pawns, obs.seat, cell + 1) else "safe", column)


def rivals_in(line: list[int], obs: Observation) -> bool:
    return any(pawn < obs.seats and pawn != obs.seat for pawn in line)


def playing(valuation: Valuation, card: int) -> Event:
    if len(valuation.hand) == 1:
        return ("last_card", card)
    if card in valuation.red:
        return ("earns_pawn", card)
    if valuation.contention_cost(card) > 0:
        return ("contends", card)
    follow = valuation.follow_ups(card)
    if card != JOKER and follow > 0:
        return ("follow_up", card, follow)
    return ("fewer", card, len(valuation.hand) - 1)


def burning(valuation: Valuation, card: int) -> Event | None:
    """Return what the suit of a burned card does, if it does not hit the seat itself."""
    if valuation.alarm:
        return ("rival_is_close", valuation.least_rival)
    power, value = valuation.pack.burn_of[card], valuation.pack.value[card]
    if power == "fewest_draw" and valuation.least_rival > len(valuation.hand):
        return None
    amount = {"others_draw": value // 2, "take_tokens": (value + 1) // 2}.get(power, value)
    return (power, card, amount) if amount else None
