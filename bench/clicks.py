"""Counts the clicks that a turn takes in the web client: `python -m bench.clicks --games 30 GAME ...`.

House bots play, and every answer of a seat counts as one that a person would have to give.  `clicks` maps the
answers to the least number of gestures: a click, a key and a drag count one each.  The gestures of the web
client are declared below, each with the place in its source that implements it; `tests/lab/test_clicks.py`
checks that it is there.  Auto-answers are those that the server would give for a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from bench.arguments import argument_parser
from bench.questions import automatic_answers
from flattop.bots import bot
from flattop.games import game
from flattop.kernel import CLOCK, Action, Chance, Options, Seat, seat_names
from flattop.match import AutoAnswers, Match
from flattop.match.game_loop import turns

Turn = Sequence[Action]
Cost = int | Callable[[Turn], int]
NEVER = 1_000_000
LONGEST = 24  # answers that one gesture can stand for
SEATS = {"solo-up": 1, "party-up": 5, "kitchen-rush": 2}
FAMILY = ("burger-up", "party-up", "solo-up")


class Gesture(NamedTuple):
    """A pattern of verbs, each followed by a blank, its cost in clicks, and its place in `web/src/tables`."""

    verbs: str
    clicks: Cost = 1
    file: str = ""
    mark: str = ""
    ahead: str = ""  # what must follow


class Either(tuple[Any, ...]):
    """An answer that has an alternative: the same verb with another noun, or placing a card that is put back.

    Such an answer cannot be implied by a gesture.
    """


# -- what a gesture needs to be one


def same_card(turn: Turn) -> int:
    """The card that is taken must be the one that is placed."""
    taken = next(action[1] for action in turn if action[0] in ("buy", "grab"))
    return 1 if int(turn[-1][1]) // 2 == taken else NEVER


def only_half(turn: Turn) -> int:
    """A card may be placed or put back on the way only if there is no alternative."""
    return NEVER if turn[0][0] in ("place", "put_back") and isinstance(turn[0], Either) else 1


def next_card(turn: Turn) -> int:
    """As `only_half`, and the next card is taken and placed."""
    return max(only_half(turn), same_card(turn))


def one_dish(turn: Turn) -> int:
    """All pieces must go to one plate."""
    return 1 if len({action[2] for action in turn if action[0] != "place"}) == 1 else NEVER


def chosen_dish(turn: Turn) -> int:
    """As `one_dish` when work has begun: the plate is chosen first."""
    return min(len(turn), 2) if one_dish(turn) == 1 else NEVER


def turned(turn: Turn) -> int:
    """In the old client a lower half had to be turned up first."""
    return 1 + sum(int(action[1]) % 2 for action in turn if action[0] == "show")


def halves(turn: Turn) -> int:
    """One card is dragged by the half that counts; the other is turned first if its lower half counts."""
    return max(1, sum(int(action[1]) % 2 for action in turn if action[0] == "show"))


def shops(turn: Turn) -> int:
    """A die must go to the Supermarket for the first token."""
    return 1 if turn[-2][1] == "supermarket" else NEVER


def recipe(turn: Turn) -> int:
    """All tokens must go to one grill and make a burger that is on the menu."""
    if any(action[0] == "place" and action[1] != "kitchen" for action in turn):
        return NEVER
    grills = {action[1] for action in turn if action[0] == "grill"}
    dish = tuple(sorted(int(action[1]) for action in turn if action[0] == "token"))
    return 1 if len(grills) < 2 and dish in menu() else NEVER


@cache
def menu() -> frozenset[tuple[int, ...]]:
    kinds = ("bun", "patty", "cheese", "tomato", "lettuce")
    orders = game("burger-boss").pack(None).orders
    return frozenset(
        tuple(kind for kind, name in enumerate(kinds) for _ in range(getattr(order, name)))
        for order in orders
    )


# -- the page as it was: one answer, one touch, but for these

SHOP = (Gesture("place ", 2), Gesture("(shift|scrape) ", 3))
BEFORE: dict[str, tuple[Gesture, ...]] = {
    **dict.fromkeys(FAMILY, SHOP),
    "between-two-burgers": (Gesture("(choose|left|wish) ", 2), Gesture("show ", turned)),
    "burger-go": (Gesture("choose (show )?", lambda turn: 1 + turned(turn)), Gesture("show ", turned)),
    "hanaburger": (Gesture("(place|discard|tell) ", 2),),
    "burgerfuck": (Gesture("(play|burn|sacrifice) ", 2),),
}

# -- and as it is

BENCH, PAIR, GO = "burger-up/bench.svelte.ts", "between-two/pair.svelte.ts", "burger-go/Hand.svelte"
WORK, TRUCK, KITCHEN = (
    "burger-boss/work.svelte.ts",
    "burger-trucker/truck.svelte.ts",
    "kitchen-rush/kitchen.svelte.ts",
)
BUILT = (
    Gesture("(done |advance )?place ", 1, BENCH, "void this.play.run(...goOn, this.placing(face, burger))"),
    Gesture("buy (done )?place ", same_card, BENCH, "const buy: Step = { action: ['buy', bought] }"),
    Gesture("(done ){1,2}serve ", 1, BENCH, "...this.over(this.buying), ...this.over(true), serve"),
    Gesture("(done ){1,3}", 1, BENCH, "finish(toss = false)", ahead="$"),
    Gesture("(done ){1,2}", 1, BENCH, "toss ? more.slice(1) : more", ahead="toss "),
    Gesture("(shift|scrape) ", 3),
)
GESTURES: dict[str, tuple[Gesture, ...]] = {
    **dict.fromkeys(FAMILY, BUILT),
    "between-two-burgers": (
        Gesture("choose choose ", 2, "between-two/Hand.svelte", "onto === 'round' && pair.go()"),
        Gesture("left (show ){0,2}", halves, PAIR, "{ action: ['left', left] }, this.shown(left)"),
        Gesture("(choose|wish) ", 2),
        Gesture("show ", turned),
    ),
    "burger-go": (Gesture("(choose )?(show )?", 1, GO, "onto === 'row' && lay()"),),
    "hanaburger": (
        Gesture("place (onto )?", 1, "hanaburger/pick.svelte.ts", "{ action: ['onto', burger], may: true }"),
        Gesture("discard ", 1, "hanaburger/pick.svelte.ts", "kind === 'discards'"),
        Gesture("hint tell ", 1, "hanaburger/pick.svelte.ts", "seen ? [{ action: ['tell', clue]"),
        Gesture("tell ", 1, "hanaburger/pick.svelte.ts", "if (seen || !finger) this.say()"),
    ),
    "burger-trucker": (
        Gesture("grab place ", same_card, TRUCK, "this.grab(thing.card, this.meant(thing))"),
        Gesture("(put_back |place )?(flip )+", only_half, TRUCK, "async flipOn()"),
        Gesture("(put_back|place) grab ", only_half, TRUCK, "{ action: ['grab', card], wait: this.freed }"),
        Gesture(
            "(put_back|place) grab place ", next_card, TRUCK, "...this.freeing, { action: ['grab', card]"
        ),
        Gesture("put_back grab ", 1, TRUCK, "this.trade(Number(noun))"),
    ),
    "burger-boss": (
        Gesture("die place ", 1, WORK, "...this.named(value), this.placed(card, value)"),
        Gesture("(die )?place take ", shops, WORK, "this.placed('supermarket', value), take"),
        Gesture("token grill ", 1, WORK, "this.cooking(token, Number(noun))"),
        Gesture(
            "(die )?(place )?(token (grill )?)+", recipe, WORK, "this.serve(Number(noun), this.named(value))"
        ),
        Gesture("sell to ", 1, WORK, "void this.play.run({ action: ['sell', grill] }, to)"),
    ),
    "burgerfuck": (
        Gesture("(play|burn|sacrifice) ", 1, "burgerfuck/BurgerfuckTable.svelte", "landfill: ['burn'"),
    ),
    "ninja-burger": (
        Gesture("use roll ", 1, "ninja-burger/Throw.svelte", "onto?.startsWith('skill:') && toss("),
    ),
    "kitchen-rush": (
        Gesture("place (take|season) ", 1, KITCHEN, "this.laying(kind, noun, onto)"),
        Gesture("place (take |season )+", one_dish, KITCHEN, "await this.goTo(way.area, ...steps)"),
        Gesture("(take |season )+", chosen_dish, KITCHEN, "this.working === way.area"),
        Gesture("place order (plate )*", 1, KITCHEN, "order, ...plates"),
        Gesture("order (plate )*", 1, KITCHEN, "await this.play.run(order, ...plates)"),
        Gesture("place cook ", 1, "kitchen-rush/DishCard.svelte", "kitchen.goTo(stove, { action: ['cook'"),
        Gesture("place admit ", 1, "kitchen-rush/Reception.svelte", "{ action: ['admit']"),
    ),
}


def clicks(key: str, answers: Sequence[Turn], before: bool = False) -> int:
    """Return the least number of clicks for these turns of one seat."""
    gestures = (BEFORE if before else GESTURES).get(key, ())
    return sum(least(turn, gestures) for turn in answers)


def least(turn: Turn, gestures: Sequence[Gesture]) -> int:
    """Return the least cost of a turn, split into gestures; an answer without a gesture costs one click."""
    best = [0] * (len(turn) + 1)
    for start in range(len(turn) - 1, -1, -1):
        ways = [
            cost + best[end]
            for end in range(start + 1, min(len(turn), start + LONGEST) + 1)
            for cost in costs(turn, start, end, gestures)
        ]
        best[start] = min(ways, default=NEVER)
    return best[0]


def costs(turn: Turn, start: int, end: int, gestures: Sequence[Gesture]) -> list[int]:
    """Return the costs of all gestures that match exactly this part of the turn."""
    words = [f"{action[0]} " for action in turn]
    part, rest = "".join(words[start:end]), "".join(words[end:])
    fitting = [one for one in gestures if re.fullmatch(one.verbs, part) and re.match(one.ahead, rest)]
    taken = [one.clicks if isinstance(one.clicks, int) else one.clicks(turn[start:end]) for one in fitting]
    possible = [cost for cost in taken if cost < NEVER]
    return possible or ([1] if end == start + 1 else [])


# -- the figures


class Answer(NamedTuple):
    """An answer of a seat, and whether it would be given automatically."""

    seat: Seat
    action: Action
    automatic: bool


def played(key: str, seed: int) -> list[Answer]:
    """Return all answers of one game."""
    bots = [bot("house", key, Chance(seat)) for seat in range(SEATS.get(key, 3))]
    match = Match(game(key), seat_names(len(bots)), seed, undoable=False, logged=False)
    match.auto_answers = dict.fromkeys(range(len(bots)), AutoAnswers())
    answers: list[Answer] = []
    asks, auto_answers = match.table.asks, automatic_answers(match)
    for seat, action in turns(match, bots):
        if seat != CLOCK:
            answers.append(Answer(seat, marked(action, asks.get(seat, ())), action == auto_answers.get(seat)))
        asks, auto_answers = match.table.asks, automatic_answers(match)
    return answers


def marked(action: Action, options: Options) -> Action:
    verb = "place" if action[0] == "put_back" else action[0]
    return Either(action) if any(one[0] == verb and one != action for one in options) else action


def cut(key: str, answers: Sequence[Answer], seat: Seat, free: bool) -> list[Turn]:
    """Return the answers of a seat by turn, without automatic ones if `free`.

    Only in games where a turn ends with a key are turns separated, by the answers of other seats.
    """
    runs = [list(run) for _, run in groupby(answers, key=lambda one: one.seat)]
    own = [[one.action for one in run if not (free and one.automatic)] for run in runs if run[0].seat == seat]
    return own if key in FAMILY else [[action for run in own for action in run]]


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--games", type=int, default=30, help="games to play of each")
    parser.add_argument("key", nargs="*", help="keys of games; all if none is given")
    args = parser.parse_args()
    print("game\told client\twith gestures\twith gestures and auto-answers\tclicks left")
    for key in args.key or [*GESTURES]:
        print(*figures(key, args.games), sep="\t")


def figures(key: str, games: int) -> list[str]:
    """Return the clicks per seat and game: in the old client, with gestures, and also with auto-answers."""
    seats, sums = SEATS.get(key, 3), [0, 0, 0]
    for seed in range(games):
        answers = played(key, seed)
        for seat in range(seats):
            all_of, open_ones = (cut(key, answers, seat, free) for free in (False, True))
            counts = clicks(key, all_of, before=True), clicks(key, all_of), clicks(key, open_ones)
            sums = [one + more for one, more in zip(sums, counts, strict=True)]
    each = [one / games / seats for one in sums]
    return [key, *(f"{one:.1f}" for one in each), f"{each[2] / each[0]:.0%}"]


if __name__ == "__main__":
    main()
