"""Deals of a tournament that nobody plays: who comes out where is drawn by strengths that are known."""

from flattop.kernel import Chance
from flattop.lab.tournament.deal import Deal, End
from flattop.lab.tournament.standings import Standing, is_decided, is_look


def drawn_deal(tournament, number, strengths, luck):
    ends = tuple(drawn_end(line_up, strengths, luck) for line_up in tournament.line_ups(number))
    return Deal(number, ends, f"{number:016}", tuple((1, 0.001) for _ in tournament.bots))


def drawn_end(line_up, strengths, luck):
    """Places as in Plackett's and Luce's model: four hundred more are ten times as likely to be next."""
    left, order = list(range(len(line_up))), []
    while left:
        weights = [10 ** (strengths[line_up[seat]] / 400) for seat in left]
        lot = luck.random() * sum(weights)
        place = next(n for n in range(len(left)) if sum(weights[: n + 1]) >= lot)
        order.append(left.pop(place))
    places = tuple(order.index(seat) + 1 for seat in range(len(line_up)))
    return End(line_up, places, tuple(-place for place in places), (order[0],))


def drawn_standing(tournament, deals, strengths, seed):
    standing, luck = Standing(tournament), Chance(seed)
    for number in range(deals):
        standing.add(drawn_deal(tournament, number, strengths, luck))
    return standing


def stopped(tournament, strengths, seed, most):
    """After how many deals one is sure of the order, and of which; None if that takes more than so many."""
    standing, luck = Standing(tournament), Chance(seed)
    for number in range(most):
        standing.add(drawn_deal(tournament, number, strengths, luck))
        if is_look(number + 1) and is_decided(standing, 95):
            return number + 1, standing.order
    return most, None
