"""Hidden zones of a game, the pools of their cards, and the cards that a seat sees."""

from dataclasses import fields

from flattop.kernel import HIDDEN, Chance, Sees, view

PILES = (list, tuple, dict)


def closed_zones(game):
    """Return the zones with cards that are hidden from a seat, with their pools."""
    zones = game.zones.items()
    return {name: zone.pool or name for name, zone in zones if zone.sees is not Sees.ALL and not zone.reroll}


def pools_of(game):
    """Return the same, and open zones with the same kind of cards."""
    closed, words = closed_zones(game), game.text.zones
    kinds = {words[name].kind: pool for name, pool in closed.items() if name in words and words[name].kind}
    return closed | {
        name: kinds[words[name].kind]
        for name, zone in game.zones.items()
        if zone.sees is Sees.ALL and name in words and words[name].kind in kinds
    }


def hides_nothing(game):
    return all(zone.sees is Sees.ALL for zone in game.zones.values())


def all_see_the_same(game, t):
    """True if every seat has the view of a spectator."""
    return all(view(t, game.zones, seat) == view(t, game.zones, None) for seat in range(t.seats))


def cards_seen(game, t, pools, seat):
    """Return the cards of a pool that a seat sees in stored zones."""
    stored = {f.name for f in fields(t)} & pools.keys()
    shown = view(t, {name: game.zones[name] for name in stored}, seat)
    return {(pools[name], card) for name, cards in shown.items() for card in numbers(cards) - {HIDDEN}}


def pool_cards(game, pool):
    """Return all hidden cards of a pool on a new table."""
    t = game.table(game.seats[-1], Chance(1))
    for name in closed_zones(game):
        if (game.zones[name].pool or name) == pool:
            yield from numbers(getattr(t, name))


def numbers(value):
    """Yield all numbers of nested lists."""
    if not isinstance(value, PILES):
        return {value}
    inside = value.values() if isinstance(value, dict) else value
    flat = {one for one in inside if not isinstance(one, PILES)}
    return flat.union(*(numbers(one) for one in inside if isinstance(one, PILES)))
