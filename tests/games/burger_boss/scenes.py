"""Tables of Burger Boss in a given state, in few words.

Tokens are written as letters (`BBP`), queue spaces as `R1` … `S2`, customers by their order (`HAM`), specials
by their kind.  An action is a line such as `place bakery`, `token B`, `to S1`, `use TIP`.
"""

from types import SimpleNamespace

from flattop.games.burger_boss import GAME
from flattop.games.burger_boss.placement import WorkerPlacement
from flattop.games.burger_boss.round import Rounds
from flattop.games.burger_boss.sales import SalesPhase
from flattop.games.burger_boss.schema import SPECIALS
from flattop.games.burger_boss.turn_order import TurnOrder
from flattop.kernel import VACANT, ScriptedChance, Window, view

CLAIRE, MARIA, DAVID, PETER, SHANE = range(5)
LETTERS = "BPCTL"
SPACES = ("R1", "R2", "L1", "L2", "S1", "S2")
PACK = GAME.pack(None)
MISSIONS = {mission.key: i for i, mission in enumerate(PACK.missions)}


def counts(letters):
    return tuple(letters.count(letter) for letter in LETTERS)


def new_table(seats=3, rolls=(), decks=(), **given):
    """Return a new table; restaurants are handed out unless an option says otherwise."""
    given.setdefault("restaurants", "seat_order")
    return GAME.table(seats, ScriptedChance(*rolls, decks=decks), given)


STATE = {
    "round": 5,
    "order": None,
    "queue": {},
    "deck": ("DEL", "DEL"),
    "rolls": (),
    "decks": (),
    "supply": {},
    # by seat
    "dice": {},
    "cold": {},
    "grills": {},
    "money": {},
    "hands": {},
    "kitchens": {},
    "workers": {},
    "missions": {},
    "served": {},
}


def scene(phase="placement", seats=3, options=None, **given):
    """Return a table in the middle of a game. Other keywords are options; the rest is as at the start."""
    state = SimpleNamespace(**STATE | {word: value for word, value in given.items() if word in STATE})
    settings = {word: value for word, value in given.items() if word not in STATE}
    t = new_table(seats, **settings, **(options or {}))
    t.chance, t.events = ScriptedChance(*state.rolls, decks=state.decks), []
    t.round, t.order = state.round, tuple(state.order or range(seats))
    set_dice(t, state.dice)
    set_customers(t, state.queue, state.deck)
    set_kitchens(t, state.cold, state.grills, state.kitchens)
    set_seats(t, state)
    t.stack = list(PHASES[phase](t))
    t.ask_afresh()
    return t


PHASES = {
    "turn_order": lambda t: (Rounds("opening_window"), TurnOrder()),
    "opening": lambda t: (Rounds("worker_placement"), Window(t.order, "window_plays")),
    "placement": lambda t: (Rounds("closing_window"), WorkerPlacement()),
    "closing": lambda t: (Rounds("sales_phase"), Window(t.order, "window_plays")),
    "sales": lambda t: (Rounds("end_of_round"), SalesPhase()),
}


def set_dice(t, dice):
    t.rolled, t.home = [[] for _ in range(t.seats)], [[] for _ in range(t.seats)]
    t.working = [tuple(sorted(dice.get(seat, ()))) for seat in range(t.seats)]
    t.totals = tuple(map(sum, t.working))


def set_seats(t, state):
    """Set supply, money, workers, hands, missions and sales."""
    for kind, count in state.supply.items():
        t.stock[LETTERS.index(kind)] = count
    for seat, dollars in state.money.items():
        t.money[seat] = dollars
    for seat, count in state.workers.items():
        t.workers[seat] = count
    for seat, kinds in state.hands.items():
        give(t, seat, *kinds.split())
    for seat, key in state.missions.items():
        swap_mission(t, seat, MISSIONS[key])
    for seat, sales in state.served.items():
        set_served(t, seat, sales)


def set_customers(t, queue, deck):
    """Set the queue, and the deck from its top. No other customer is in the game."""
    unused = list(range(len(PACK.customers)))

    def someone(order):
        who = next(c for c in unused if PACK.customers[c].order == order)
        unused.remove(who)
        return who

    t.queue = [VACANT] * 6
    for space, order in queue.items():
        t.queue[SPACES.index(space)] = someone(order)
    t.deck = [someone(order) for order in deck][::-1]


def set_kitchens(t, cold, grills, kitchens):
    """Take tokens out of the supply. `grills` holds (tokens, track space counted from 1) per grill."""
    t.stock = list(PACK.tokens)
    for seat in range(t.seats):
        t.kitchens[seat] = kitchens.get(seat, max(1, len(grills.get(seat, ()))))
        for kind, count in enumerate(counts(cold.get(seat, ""))):
            t.chilled[5 * seat + kind] = count
            t.stock[kind] -= count
        for i, (letters, space) in enumerate(grills.get(seat, ())):
            t.dishes[3 * seat + i], t.track[3 * seat + i] = counts(letters), space - 1
            for kind, count in enumerate(counts(letters)):
                t.stock[kind] -= count


def give(t, seat, *kinds):
    """Move specials from the deck to a hand."""
    for kind in map(SPECIALS.index, kinds):
        t.specials.remove(kind)
        t.hands[seat].append(kind)


def swap_mission(t, seat, number):
    """Give the seat this mission, and its old one to the previous owner."""
    mine = t.missions[seat][0]
    for pile in (*t.missions, t.unused):
        if number in pile:
            pile[pile.index(number)] = mine
            break
    t.missions[seat][0] = number


def set_served(t, seat, sales):
    """Set sales such as `CHE@S` (an order and the first letter of a size)."""
    for sale in sales.split():
        order, size = sale.split("@")
        who = next(c for c in range(30) if PACK.customers[c].order == order and c not in sum(t.served, ()))
        t.served[seat] += (who,)
        t.served_at[seat] += ("RLS".index(size),)


# -- playing and looking


def parse_action(line):
    """Parse an action from its text."""
    verb, *words = line.split()
    return (verb, *[noun(verb, word) for word in words])


def noun(verb, word):
    if verb in ("token", "take", "swap", "grab"):
        return LETTERS.index(word)
    if verb == "to":
        return SPACES.index(word)
    if verb in ("use", "add"):
        return SPECIALS.index(word)
    return int(word) if word.isdecimal() else word


def action_text(action):
    """Return the text of an action."""
    verb, *nouns = action
    if nouns and verb in ("token", "take", "swap", "grab"):
        return f"{verb} {LETTERS[nouns[0]]}"
    if nouns and verb == "to":
        return f"to {SPACES[nouns[0]]}"
    if nouns and verb in ("use", "add"):
        return f"{verb} {SPECIALS[nouns[0]]}"
    return " ".join(map(str, action))


def do(t, seat, *lines):
    """Play actions of the seat, joined by commas; each must be legal."""
    for line in ", ".join(lines).split(", "):
        t.play(seat, parse_action(line))


def offered(t, seat=None):
    """Return the options of a seat as texts; without a seat, of the asked seat."""
    who = next(iter(t.asks)) if seat is None else seat
    return [action_text(action) for action in t.asks.get(who, ())]


def places(t, seat):
    """Return the cards offered to a named die."""
    return {line.removeprefix("place ") for line in offered(t, seat)}


def asked(t):
    return next(iter(t.asks), None)


def cut_ins(t, seat):
    return [action_text(action) for action in t.anytime(seat)]


def cold(t, seat):
    return "".join(LETTERS[kind] for kind in t.cold[seat])


def grill(t, seat, i=0):
    return "".join(LETTERS[kind] for kind in t.grills[seat][i])


def queue(t):
    """Return the queue in the notation of `scene`."""
    return {SPACES[i]: PACK.customers[c].order for i, c in enumerate(t.queue) if c >= 0}


def turns(t):
    """Return the seats that name dice until none is left, with every die idle."""
    seats = []
    while t.stack and t.stack[-1].at == "name_die":
        seats.append(asked(t))
        do(t, asked(t), offered(t)[0], "place idle")
    return seats


def seen(t, seat):
    return view(t, GAME.zones, seat)


def log(t, name):
    """Return the events of one kind."""
    return [event[1:] for _, event in t.events if event[0] == name]


def total_tokens(t):
    """Count tokens in supply, cold storage and grills, by ingredient."""
    sums = list(t.stock)
    for i, count in enumerate(t.chilled):
        sums[i % 5] += count
    for dish in t.dishes:
        for kind, count in enumerate(dish):
            sums[kind] += count
    return tuple(sums)
