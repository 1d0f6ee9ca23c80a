"""Simulated deals of a tournament: places are drawn at random from known strengths, without playing."""

from flattop.kernel import Chance
from flattop.lab.tournament.deal import Deal, GameResult
from flattop.lab.tournament.standings import Standings, is_decided, is_test


def drawn_deal(tournament, number, strengths, chance):
    results = tuple(drawn_result(line_up, strengths, chance) for line_up in tournament.line_ups(number))
    return Deal(number, results, f"{number:016}", tuple((1, 0.001) for _ in tournament.bots))


def drawn_result(line_up, strengths, chance):
    """Draw places by the Plackett-Luce model: 400 points more are ten times as likely to come next."""
    left, order = list(range(len(line_up))), []
    while left:
        weights = [10 ** (strengths[line_up[seat]] / 400) for seat in left]
        drawn = chance.random() * sum(weights)
        place = next(n for n in range(len(left)) if sum(weights[: n + 1]) >= drawn)
        order.append(left.pop(place))
    places = tuple(order.index(seat) + 1 for seat in range(len(line_up)))
    return GameResult(line_up, places, tuple(-place for place in places), (order[0],))


def drawn_standings(tournament, deals, strengths, seed):
    standings, chance = Standings(tournament), Chance(seed)
    for number in range(deals):
        standings.add(drawn_deal(tournament, number, strengths, chance))
    return standings


def stopped(tournament, strengths, seed, most):
    """Return after how many deals the order is decided, and the order; None if it is not after `most`."""
    standings, chance = Standings(tournament), Chance(seed)
    for number in range(most):
        standings.add(drawn_deal(tournament, number, strengths, chance))
        if is_test(number + 1) and is_decided(standings, 95):
            return number + 1, standings.order
    return most, None
