"""Set-up, outcome and options shared by Burger Up and Party Up."""

from __future__ import annotations

from dataclasses import replace

from flattop.games.burger_up.base.table import UpTable
from flattop.games.burger_up.base.turn import Rounds
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import with_requirement_options
from flattop.games.burger_up.terms import Terms, chosen
from flattop.kernel import VACANT, Chance, Option, Outcome, Settings, seat_option, whole_number


def deal_table(seats: int, chance: Chance, settings: Settings, pack: Pack, terms: Terms) -> UpTable:
    """Set up a table and draw the first seat at random if no option names it (BU-R1)."""
    idle = chosen(IDLE_ROUNDS, settings["idle_rounds"], terms.idle_rounds)
    t = UpTable(
        seats=seats,
        chance=chance,
        settings=settings,
        pack=with_requirement_options(pack, settings),
        terms=replace(terms, idle_rounds=idle),
    )
    t.set_up()
    t.first = chance.below(seats) if settings["first"] == "random" else settings["first"]
    t.turn = t.first
    t.tell("opened", [o for o in t.pending if o != VACANT], terms.order_coin, t.market[:], t.first)
    t.start(Rounds())
    return t


def outcome(t: UpTable) -> Outcome:
    """Rank seats by points, also before the end."""
    return Outcome.ranked(t.points, t.points, reason(t))


def reason(t: UpTable) -> str:
    if not t.over:
        return f"most points so far, round {t.round}"
    points = "most points" if len(t.winners) == 1 else "equal points share the victory"
    return points if t.last_round else f"{points}; no order was completed for {t.idle} rounds"


def parse_idle_rounds(text: str, seats: int) -> int:
    return whole_number(text, 5, 50, "the values are 5 to 50")


def first_seat_option(seats: int) -> Option:
    """The option for the first seat, at tables of this many seats or more."""
    return seat_option("random", ("random", *range(seats)))


IDLE_ROUNDS = Option(10, (5, 10, 20, 50), parse_idle_rounds)
