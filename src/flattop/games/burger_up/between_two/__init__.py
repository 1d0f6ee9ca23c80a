"""Between Two Burgers: share a burger with each neighbour; the weaker of your two is your score.

Reading order: `table`, `rounds` (steps 1, 2 and 4), `placing` (step 3 and wishes), `scoring`, `refusals`.
"""

from __future__ import annotations

from pathlib import Path

from flattop.games.burger_up.between_two.rounds import ROUNDS, Rounds
from flattop.games.burger_up.between_two.table import ZONES, BetweenTable
from flattop.games.burger_up.cards import NAMERS, Pack, load
from flattop.kernel import Chance, Game, Option, Outcome, Settings, first

HERE = Path(__file__).parent


def parse_turns(text: str, seats: int) -> int:
    """Parse `turns_per_round`. Three turns need 7 cards a seat, too many for four seats (option of BT-R1)."""
    if text != "3":
        raise ValueError("the values are 2, and 3 for two or three seats")
    if seats > 3:
        raise ValueError("four seats would need 28 of 24 cards in round 3; three turns are for two or three")
    return 3


OPTIONS = {
    "turns_per_round": Option(2, (2,), parse_turns),
    "two_players": Option("shared", ("shared", "duel"), only_at=(2,)),
    "placing": Option("rotating", ("rotating", "free")),
    "sauce_second": Option(3, (3, 4)),
    "sauce_ties": Option("each", ("each", "no_second")),
    "cheese_over_six": Option(
        "sets",
        ("sets", "triangle", "cap"),
    ),
    "meat_sets": Option("once", ("once", "sets")),
    "table_talk": Option("on", ("on", "off")),
}


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> BetweenTable:
    """Put a Bottom Bun between every two neighbours, and all cards in the pile (BT-02, BT-04)."""
    duel = seats == 2 and not have_one_score(seats, settings)
    beside = ((0, 1), (2, 3)) if duel else tuple((seat, (seat - 1) % seats) for seat in range(seats))
    t = BetweenTable(
        beside,
        seats=seats,
        chance=chance,
        pack=pack,
        settings=settings,
        burgers=[[] for _ in range(4 if duel else seats)],
        pile=list(range(len(pack.cards))),
        revealed=[[] for _ in range(seats)],
    )
    t.clear_wishes()
    t.start(Rounds())
    return t


def have_one_score(seats: int, settings: Settings) -> bool:
    """True if two seats share both burgers and the score."""
    return seats == 2 and bool(settings["two_players"] == "shared")


def outcome(t: BetweenTable) -> Outcome:
    """Rank seats by their lower burger, then by the other one, also before the end."""
    scores, places = t.scores, t.places
    winners = first(places)
    level = scores.count(max(scores))
    if not t.over:
        reason = f"best lower burger so far, round {t.round} of {ROUNDS}"
    elif level == 1:
        reason = "the best lower burger"
    elif len(winners) < level:
        reason = "equal lower burgers, the better other burger"
    else:
        reason = "one common score" if t.is_shared else "level in both burgers"
    return Outcome(tuple(scores), winners, reason, tuple(places))


GAME = Game.from_folder(
    HERE,
    "Between Two Burgers",
    (2, 3, 4),
    deal,
    outcome,
    load,
    ZONES,
    OPTIONS,
    NAMERS,
    together=have_one_score,
)
