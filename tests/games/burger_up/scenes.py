"""Test tables of the games with a shop. Cards and orders are named by their printed ids."""

from __future__ import annotations

from itertools import chain

import hypothesis.strategies as st

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import load
from flattop.games.burger_up.requirements import is_met, order_states
from flattop.kernel import VACANT, Chance
from tests.games import card_ids, scenes
from tests.games.card_ids import card, cards, face
from tests.games.scenes import events_named as events_named  # re-exported
from tests.games.scenes import play_on as play_on  # re-exported
from tests.games.scenes import with_events

PACK = load()
ORDERS = {order.id: number for number, order in enumerate(PACK.top_buns)}
COLOSSAL = "I38a I01b I40b I44a I55b I57a I56b I06b I64a I66a"  # the ten cards of BU-E10
STACKS = st.lists(st.integers(0, 71), max_size=14, unique=True).flatmap(  # any burger, as faces
    lambda cards: st.tuples(*(st.integers(2 * card, 2 * card + 1) for card in cards))
)


def faces(names):
    return tuple(card_ids.faces(names))


def order(name):
    return ORDERS[name]


def lay(
    t, *, hands=None, burgers=None, market=None, deck=None, discard="", pending=None, orders=None, **counts
):
    """Lay out the table as described, by seat for a dict; the rest comes from the other cards."""
    hands, burgers = hands or {}, burgers or {}
    used = {face(name) // 2 for own in burgers.values() for names in own for name in names.split()}
    texts = [*hands.values(), market or "", deck or "", discard]
    used |= {card(name) for names in texts for name in names.split() if name != "–"}
    rest = [n for n in range(len(PACK.cards)) if n not in used]
    for seat, own in burgers.items():
        t.burgers[seat] = [faces(names) for names in own] + [()] * (len(t.burgers[seat]) - len(own))
    for seat in range(t.seats):
        size = len(t.hands[seat])
        t.hands[seat] = cards(hands[seat]) if seat in hands else [rest.pop() for _ in range(size)]
    t.market = cards(market) if market is not None else [rest.pop() for _ in t.market]
    t.discard = cards(discard)
    t.deck = cards(deck) if deck is not None else rest
    lay_orders(t, pending, orders)
    for name, values in counts.items():
        setattr(t, name, values)
    t.ask_afresh()
    return t


def lay_orders(t, pending, orders):
    """Set pending orders such as `blt:2 –`, with coins after the colon, and the Order deck from its top."""
    if pending is not None:
        entries = [entry.partition(":") for entry in pending.split()]
        t.pending = [VACANT if name == "–" else ORDERS[name] for name, _, _ in entries]
        t.order_coins = [int(coins or 0) for _, _, coins in entries]
    if orders is not None:
        t.order_deck = [ORDERS[name] for name in orders.split()]
    gone = [*t.pending, *t.order_deck, *chain.from_iterable(t.completed), *getattr(t, "gone", [])]
    t.left_out = [n for n in range(len(ORDERS)) if n not in gone]


def action(words):
    """Parse `place I05b 1` and the like; burgers count from 1, as in the rules."""
    verb, *nouns = words.split()
    if verb == "place":
        return (verb, face(nouns[0]), int(nouns[1]) - 1)
    if verb == "serve":
        return (verb, int(nouns[0]) - 1, ORDERS[nouns[1]])
    if verb == "shift":
        return (verb, card(nouns[0]), int(nouns[1]) - 1)
    return (verb, *map(card, nouns))


def play(t, *lines):
    """Let the asked seat play these actions."""
    for words in lines:
        t.play(next(iter(t.asks)), action(words))
    return t


def offered(t, verb=""):
    """Return the options of the asked seat, of one verb."""
    (options,) = t.asks.values()
    return {option for option in options if not verb or option[0] == verb}


def actions(*lines):
    return {action(words) for words in lines}


def refused(t, words, seat=None):
    """Return the refusal of an action, which must change nothing."""
    seat = next(iter(t.asks)) if seat is None else seat
    return scenes.refused(t, seat, action(words) if isinstance(words, str) else words)


def meets(names, order_name, pack=PACK):
    return is_met(pack.needs[ORDERS[order_name]], faces(names))


def state(names, order_name):
    return order_states(PACK, ORDERS[order_name], faces(names))[0]


def height(names):
    return burger.height(PACK, faces(names))


def all_cards(t):
    """Return all Ingredient cards on the table, sorted."""
    placed = [one // 2 for own in t.burgers for stack in own for one in stack]
    market = [one for one in t.market if one != VACANT]
    return sorted([*t.deck, *t.discard, *market, *chain.from_iterable(t.hands), *placed])


def all_orders(t):
    pending = [one for one in t.pending if one != VACANT]
    kept = chain.from_iterable(t.completed)
    return sorted([*t.order_deck, *t.left_out, *pending, *kept, *getattr(t, "gone", [])])


def new(game, seats, seed=1, **options):
    """Return a new table that collects events; seat 0 begins if the game has a first seat."""
    given = {"first": 0} if "first" in game.options else {}
    return with_events(game.table(seats, Chance(seed), given | options))


def names(t, seat=0, which=0):
    """Return a burger as printed ids."""
    return " ".join(f"I{one // 2 + 1:02}{'ab'[one % 2]}" for one in t.burgers[seat][which])


def pending(t):
    """Return pending orders as `blt:2`."""
    ids = ["–" if one == VACANT else PACK.top_buns[one].id for one in t.pending]
    return " ".join(
        one if one == "–" else f"{one}:{coins}" for one, coins in zip(ids, t.order_coins, strict=True)
    )
