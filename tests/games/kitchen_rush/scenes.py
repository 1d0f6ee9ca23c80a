"""Test tables of Kitchen Rush, set up and played with the words of the rules."""

import pytest

from flattop.games.kitchen_rush import GAME, pieces
from flattop.games.kitchen_rush.dishes import Dish
from flattop.games.kitchen_rush.schema import AREAS, INGREDIENTS, SPICES
from flattop.kernel import CLOCK, SECOND, VACANT, Chance, Illegal

ANN, BEN, CLEO, DAN = range(4)
SAND = 27 * SECOND  # how long a timer runs (KR-16)
SHIFT = 240 * SECOND  # how long a shift lasts from scenario 2 on (KR-02)
GRACE = 30 * SECOND  # how long an open action may be finished after it (KR-R7)
PACK = GAME.pack(None)
AREA = {key: n for n, key in enumerate(AREAS)}
FOOD = {key: n for n, key in enumerate(INGREDIENTS)}
SPICE = {key: n for n, key in enumerate(SPICES)}
CARD = {patron.key: n for n, patron in enumerate(PACK.patron)}
DISH = {}
for number, recipe in enumerate(PACK.recipes):
    key = PACK.patron[recipe.card].key
    DISH[key if recipe.part == "meal" else f"{key}-{recipe.part}"] = number
AWARD = {award.key: n for n, award in enumerate(PACK.award)}
OFFICE = {card.key: n for n, card in enumerate(PACK.office_card)}
TIMERS = [f"{owner}{n}" for owner in ("ann", "ben", "cleo", "dan", "white") for n in (1, 2)]
TIMER = {key: n for n, key in enumerate(TIMERS)}
OFF_SPACES = {
    pieces.IN_HAND: "hand",
    pieces.ON_STRIKE: "strike",
    pieces.ASIDE: "aside",
    pieces.ABSENT: "absent",
}
MARKERS = {VACANT: "-", pieces.UNAVAILABLE: "x", pieces.LOCKED: "locked", pieces.MALFUNCTION: "broken"}
ROOM = {"a": 0, "b": 1, "c": 2}
WORDS = {  # what the nouns of a verb are
    "place": (TIMER, AREA), "lift": (TIMER,), "hand_on": (TIMER,), "strike": (TIMER,), "late_pay": (TIMER,),
    "order": (int,), "throw_out": (int,), "serve": (CARD,), "plate": (DISH, int), "scrap": (DISH,),
    "take": (FOOD, DISH), "season": (SPICE, DISH), "cook": (DISH,), "wash": (int,), "stock": (FOOD,),
    "buy_spice": (SPICE,), "put": (ROOM,), "put_all": (ROOM,), "temps": (str,), "tick": (None,),
    "give_back": (DISH, FOOD, ROOM), "add_missing": (DISH, FOOD, ROOM),
}  # fmt: skip


def action(words):
    """Parse `take pasta R7`; tables and sizes count from 1."""
    verb, *nouns = words.split()
    kinds = WORDS.get(verb, ())
    return (verb, *(read(kind, noun) for kind, noun in zip(kinds, nouns, strict=True)))


def read(kind, noun):
    if kind is int:
        return int(noun) - 1
    if kind is None:
        return int(noun)
    return noun if kind is str else kind[noun]


def offices(words):
    """Return Office cards by key; - for none."""
    return [VACANT if word == "-" else OFFICE[word] for word in words.split()]


def listed(keys, counts):
    """Convert `salad salad` into counts by kind."""
    return " ".join(key for key, count in zip(keys, counts, strict=True) for _ in range(count))


class Scenario:
    """A table of one scenario, for two seats by default, with short methods for the examples."""

    def __init__(self, scenario, seats=2, seed=1, deck="", tables="", started=True, **options):
        self.t = GAME.table(seats, Chance(seed), {"scenario": scenario, **options})
        self.t.events = []
        if tables:
            self.seat(tables)
        if deck:
            self.stack_deck(deck)
        if started:
            self.start()

    # -- setting up

    def start(self):
        t = self.t
        for seat in range(t.seats):
            if seat != t.timekeeper:
                t.play(seat, ("ready",))
        t.play(t.timekeeper, ("start",))
        return self

    def put(self, **fields):
        """Set fields of the table and ask again."""
        for name, value in fields.items():
            setattr(self.t, name, value)
        self.t.ask_afresh()
        return self

    def seat(self, words):
        """Seat patrons: `F1 R1 - x`, where - is free and x reserved."""
        t = self.t
        t.deck = sorted(t.deck + [card for card in t.tables if card >= 0])
        t.tables = [
            {"-": VACANT, "x": pieces.RESERVED, "h": pieces.HELD}.get(w, CARD.get(w)) for w in words.split()
        ]
        t.tables += [pieces.RESERVED] * (4 - len(t.tables))
        t.deck = [card for card in t.deck if card not in t.tables]
        t.ask_afresh()
        return self

    def stack_deck(self, words, rest=True):
        first = [CARD[word] for word in words.split()]
        self.t.deck = first + [card for card in self.t.deck if card not in first] * rest
        self.t.ask_afresh()
        return self

    def give(self, seat, card, food="", spices="", size=0, row=0, dish=""):
        """Give a seat an order, its pieces from the supply and its plate from the cupboard."""
        t, number = self.t, CARD[card]
        t.deck = [one for one in t.deck if one != number]
        if number not in t.orders[seat]:
            t.orders[seat].append(number)
            for one in PACK.dishes_of[number]:
                t.dishes[one] = Dish(one, number, seat)
        self.fill(DISH[dish or (card if card in DISH else f"{card}-side")], size, food, spices, row)
        t.ask_afresh()
        return self

    def fill(self, dish, size, food, spices, row):
        t = self.t
        counts = tuple(food.split().count(key) for key in INGREDIENTS)
        pinches = tuple(spices.split().count(key) for key in SPICES)
        if size:
            t.cupboard[size - 1] -= 1
        t.larder = [n - used for n, used in zip(t.larder, counts, strict=True)]
        t.rack = [n - used for n, used in zip(t.rack, pinches, strict=True)]
        t.dishes[dish] = t.dishes[dish]._replace(size=size - 1, row=row, food=counts, spices=pinches)

    def make(self, seat, card):
        """Give a seat an order that is right."""
        for dish in PACK.dishes_of[CARD[card]]:
            recipe = PACK.recipes[dish]
            food, spices = listed(INGREDIENTS, recipe.food), listed(SPICES, recipe.spices)
            name = next(name for name, number in DISH.items() if number == dish)
            self.t.cupboard[recipe.size] += 1  # whatever is clean stays clean
            self.give(seat, card, food, spices, recipe.size + 1, recipe.cook, name)
        return self

    def strike(self, *timers):
        for timer in timers:
            self.t.places[TIMER[timer]] = pieces.ON_STRIKE
        self.t.ask_afresh()
        return self

    # -- playing

    def do(self, seat, *sentences):
        for words in sentences:
            self.t.play(seat, action(words))
        return self

    def no(self, seat, words):
        """Assert that the action is refused and changes nothing; return the code."""
        before = self.t.clone()
        with pytest.raises(Illegal) as refused:
            self.t.play(seat, action(words))
        assert self.t == before
        return refused.value.code

    def can(self, seat, words):
        t = self.t
        return action(words) in t.asks.get(seat, ()) or action(words) in t.anytime(seat)

    def tick(self, ticks):
        self.t.play(CLOCK, ("tick", ticks))
        return self

    def at(self, tick):
        """Advance the clock to a tick."""
        while self.t.now < tick:
            options = self.t.asks[CLOCK]
            step = min(tick - self.t.now, list(options)[-1][1])
            self.tick(step)
        return self

    def end(self):
        """Let the shift run out without further actions."""
        shift = self.t.shift
        while not self.t.over and self.t.shift == shift and self.t.phase != "accounts":
            seat = next(iter(self.t.asks))
            self.t.play(seat, ("pass",) if seat != CLOCK else list(self.t.asks[CLOCK])[-1])
        return self

    # -- looking

    def asked(self):
        return list(self.t.asks)

    def is_working(self, seat):
        """True if the seat has an open action."""
        return seat in self.t.jobs

    def orders(self, seat):
        return [PACK.patron[card].key for card in self.t.orders[seat]]

    def dish(self, name):
        return self.t.dishes[DISH[name]]

    def food(self, name):
        """Return the contents of a plate, such as `salad salad`."""
        return listed(INGREDIENTS, self.dish(name).food)

    def spices(self, name):
        return listed(SPICES, self.dish(name).spices)

    def row(self, name):
        return self.dish(name).row

    def is_right(self, card):
        return self.t.is_right(CARD[card])

    def at_tables(self):
        names = {VACANT: "-", pieces.RESERVED: "x", pieces.HELD: "h"}
        return [names.get(card) or PACK.patron[card].key for card in self.t.tables]

    def on(self, area):
        """Return the spaces of an area: the timer on each, or its marker."""
        return [MARKERS.get(lies) or TIMERS[lies] for lies in self.t.spaces[AREA[area]]]

    def runs_out(self, timer):
        """Return the tick at which a timer runs out."""
        return self.t.runs_out[TIMER[timer]]

    def stored(self, room, food):
        return self.t.rooms[ROOM[room]][FOOD[food]]

    def supply(self, food):
        return self.t.larder[FOOD[food]]

    def bag(self, spice):
        return self.t.bag[SPICE[spice]]

    def usable(self, area):
        """Return the spaces of an area that a timer may take, or has taken."""
        return len([lies for lies in self.on(area) if lies == "-" or lies in TIMER])

    def where(self, timer):
        place = self.t.places[TIMER[timer]]
        return OFF_SPACES.get(place) or list(AREAS)[place]

    def events_named(self, name):
        return [event[1:] for _, event in self.t.events if event[0] == name]

    def awards(self):
        return [PACK.award[card].key for card in self.t.awards]
