"""Tables of Ninja Burger in a given state, in few words.

Cards, missions and ninjas are named by their ids.  An action is a line such as `use animals`,
`buy hush_slippers`, `reroll free_try`, `deal 1`, `put_money 150`; dice are told as totals.
"""

from collections import Counter

from flattop.games.ninja_burger import GAME
from flattop.games.ninja_burger.meeting import StaffMeeting, Talk
from flattop.games.ninja_burger.mission import Mission
from flattop.games.ninja_burger.round import Discard, Rounds
from flattop.games.ninja_burger.skills import effective_skill
from flattop.kernel import VACANT, Each, ScriptedChance, view

PACK = GAME.pack(None)
CARD = {card.id: kind for kind, card in enumerate(PACK.fortune)}
MISSION = {mission.id: i for i, mission in enumerate(PACK.missions)}
NINJA = {ninja.id: i for i, ninja in enumerate(PACK.ninjas)}
PLAIN = ("chippu_okane", "big_dosun", "ayumi_chosho", "kenta_makuri", "wakame_nami", "kage_usui")
ERRAND = "fryer_duty"
A, B, C, D, E, F = range(6)


def three(total):
    """Return three dice with this total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def rigged_chance(rolls, decks):
    """Return a Chance with the totals of the next throws and the order of the next decks."""
    totals = (rolls,) if isinstance(rolls, int) else rolls
    return ScriptedChance(*map(three, totals), decks=decks)


def new_table(seats=3, rolls=(), decks=(), **given):
    return GAME.table(seats, rigged_chance(rolls, decks), given)


def started(seats=3, rolls=(), decks=(), **given):
    """Return a table where each seat has chosen the first ninja dealt to it."""
    t = new_table(seats, rolls, decks, **given)
    for seat in range(seats):
        t.play(seat, next(iter(t.asks[seat])))
    return t


def scene(
    phase="mission",
    seats=3,
    *,
    active=A,
    round=2,
    order=None,
    ninjas=None,
    missions=None,
    hands=None,
    items=None,
    courses=None,
    honor=None,
    money=None,
    attending=(),
    free=(),
    discards="",
    deck=None,
    rolls=(),
    decks=(),
    results=None,
    used=(),
    **given,
):
    """A table in the middle of a game; who is not named has a plain ninja, 6 Honor and nothing else.

    What is given by seat may be given without one: then it is A's.
    """
    ninjas, missions, money = by_seat(ninjas), by_seat(missions), by_seat(money)
    t = GAME.table(seats, ScriptedChance(), given)
    t.chance = rigged_chance(rolls, decks)
    t.round, t.starter = round, (order or (0,))[0]
    t.order = tuple(order or range(seats))
    t.dealt = [[] for _ in range(seats)]
    t.ninjas = [NINJA[ninjas.get(seat, PLAIN[seat])] for seat in range(seats)]
    t.ninja_deck = [n for n in range(len(PACK.ninjas)) if n not in t.ninjas]
    t.honor = list(honor or [6] * seats)
    t.money = [money.get(seat, 0) for seat in range(seats)]
    t.attending = t.face_up = tuple(attending)
    t.free_tries = tuple(free)
    t.results = tuple(results or [VACANT] * seats)
    give_missions(t, missions)
    if phase in ("pay", "draw"):
        t.mission_deck += [mission for held in t.missions for mission in held]
        t.missions = [[] for _ in range(seats)]
    give_cards(t, by_seat(hands), by_seat(items), by_seat(courses), discards, deck)
    t.events = []
    t.phase, t.stack = PHASES[phase](t, active)
    t.ask_afresh()
    return t


def by_seat(given):
    return given if isinstance(given, dict) else {A: given} if given else {}


PHASES = {
    "pay": lambda t, seat: (8, [Rounds("new_round")]),
    "draw": lambda t, seat: (1, [Rounds("draw_missions")]),
    "errands": lambda t, seat: (4, [Rounds("attempt"), StaffMeeting(at="errands")]),
    "meeting": lambda t, seat: (4, [Rounds("attempt"), StaffMeeting()]),
    "talk": lambda t, seat: (4, [Rounds("attempt"), StaffMeeting(at="over"), Talk()]),
    "mission": lambda t, seat: (
        5,
        [Rounds("honor_bonus"), Each(Mission, t.order, t.order.index(seat) + 1), Mission(seat)],
    ),
    "discard": lambda t, seat: (
        7,
        [Rounds("check_honor"), Each(Discard, t.order, t.order.index(seat) + 1), Discard(seat)],
    ),
}


def give_missions(t, missions):
    """Give every seat a Mission; by default a plain delivery."""
    plain = [
        "box_five_act_three",
        "cheat_day",
        "mile_twenty_two",
        "front_row_fries",
        "take_forty",
        "nil_by_mouth",
    ]
    spare = [m for m in plain if m not in missions.values()]
    t.missions = [[MISSION[missions.get(seat) or spare.pop(0)]] for seat in range(t.seats)]
    taken = {mission for held in t.missions for mission in held}
    t.mission_deck = [m for m in range(len(PACK.missions)) if m not in taken]
    t.mission_discards = ()


def give_cards(t, hands, items, courses, discards, deck):
    """Deal cards by id; the others form the deck, or only those given, from the top."""
    t.hands = [kinds(hands.get(seat, "")) for seat in range(t.seats)]
    t.items = [tuple(kinds(items.get(seat, ""))) for seat in range(t.seats)]
    t.courses = [tuple(kinds(courses.get(seat, ""))) for seat in range(t.seats)]
    t.discards = tuple(kinds(discards))
    left = Counter(PACK.cards)
    left.subtract(Counter(kind for pile in (*t.hands, *t.items, *t.courses, t.discards) for kind in pile))
    assert min(left.values()) >= 0, "more copies than there are"
    if deck is None:
        t.deck = sorted(left.elements())
    else:
        t.deck = kinds(deck)[::-1]


def kinds(ids):
    return [CARD[word] for word in ids.split()]


# -- playing and looking

CARD_VERBS = [
    "play",
    "lend",
    "use_item",
    "cancel",
    "discard",
    "lose",
    "take",
    "hand_over",
    "buy",
    "study",
    "put_item",
    "want_item",
]


def parse_action(line):
    """Parse an action from its text."""
    verb, *words = line.split()
    if verb == "substitute":
        return verb, words[0], " ".join(words[1:])
    return (verb, *[noun(verb, word) for word in words])


def noun(verb, word):
    if verb in CARD_VERBS or (verb == "reroll" and word in CARD):
        return CARD[word]
    if verb == "keep":
        return MISSION[word]
    if verb == "pick":
        return NINJA[word]
    return int(word) if word.isdecimal() else word


def action_text(action):
    """Return the text of an action."""
    verb, *nouns = action
    if nouns and (verb in CARD_VERBS or (verb == "reroll" and isinstance(nouns[0], int))):
        return f"{verb} {PACK.fortune[nouns[0]].id}"
    if verb == "keep":
        return f"keep {PACK.missions[nouns[0]].id}"
    if verb == "pick":
        return f"pick {PACK.ninjas[nouns[0]].id}"
    return " ".join(map(str, action)).strip()


def do(t, seat, *lines):
    """Play actions of the seat, joined by commas; each must be legal."""
    for line in ", ".join(lines).split(", "):
        t.play(seat, parse_action(line))


def dice(t, *totals):
    """Set the next throws."""
    t.chance.rolls += [three(total) for total in totals]


def offered(t, seat=None):
    """Return the options of a seat as texts; without a seat, of the asked seat."""
    who = next(iter(t.asks)) if seat is None else seat
    return [action_text(action) for action in t.asks.get(who, ())]


def cut_ins(t, seat):
    return [action_text(action) for action in t.anytime(seat)]


def asked(t):
    return next(iter(t.asks), None)


def passes(t):
    """Let every seat asked in the window pass, until something else happens."""
    while t.stack and t.asks and ("pass",) in next(iter(t.asks.values())):
        t.play(asked(t), ("pass",))


def handing_over(**more):
    """Return a table where A has failed with two items in play, and B has played Finders Keepers."""
    items = "badge_kevin moustache_tin"
    t = scene(missions="box_five_act_three", items=items, hands={B: "finders_keepers"}, rolls=18, **more)
    passes(t)
    do(t, A, "roll, accept_failure")
    do(t, B, "play finders_keepers")
    return t


def effective(t):
    return effective_skill(t, t.roll)


def ids(found):
    return [PACK.fortune[kind].id for kind in found]


def mission_of(t, seat):
    return PACK.missions[t.missions[seat][0]].id if t.missions[seat] else ""


def seen(t, seat):
    return view(t, GAME.zones, seat)


def log(t, name):
    """Return the nouns of every public event of this name."""
    return [event[1:] for whom, event in t.events if whom is None and event[0] == name]


def total_cards(t):
    """Count every Fortune card on the table, by kind."""
    piles = [*t.hands, *t.items, *t.courses, t.discards, t.deck]
    return Counter(kind for pile in piles for kind in pile)
