"""Things: every verb, card, order, mission and dish that options name: how often offered, taken, by whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from flattop.kernel import Action, Seat, seat_names
from flattop.lab.balance.accumulators import Additive, Apart
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.balance.paired_playouts import won

Thing = tuple[str, str, str]  # a verb, the kind of a noun and what it is called; the verb alone has neither


@dataclass(slots=True)
class Offer(Additive):
    """How often one thing was there for a seat, how often it was taken, and how those did who took it."""

    offered: int = 0  # seats of games to which it was open at some time
    taken: int = 0  # seats of games that took it
    times: int = 0  # that it was taken
    apart: Apart = field(default_factory=Apart)


def offers(seen: Watched) -> dict[Thing, Offer]:
    """All that was offered in one game."""
    end, seats = seen.outcome, range(len(seen.plan.seats))
    wins = [won(seen, end, seat) for seat in seats]
    offered = [{thing for action in seen.offered[seat] for thing in _things(seen, action)} for seat in seats]
    taken = [_taken(seen, seat) for seat in seats]
    all_of: dict[Thing, Offer] = {}
    for thing in sorted(set[Thing]().union(*offered, *taken)):
        having = [seat for seat in seats if thing in taken[seat]]
        lacking = [seat for seat in seats if thing in offered[seat] and thing not in taken[seat]]
        offer = Offer(len(having) + len(lacking), len(having), sum(taken[seat][thing] for seat in having))
        won_by = [sum(wins[seat] for seat in some) for some in (having, lacking)]
        offer.apart.count(len(having), won_by[0], len(lacking), won_by[1])
        all_of[thing] = offer
    return all_of


def _taken(seen: Watched, seat: Seat) -> Counter[Thing]:
    taken: Counter[Thing] = Counter()
    for action, times in seen.taken[seat].items():
        for thing in _things(seen, action):
            taken[thing] += times
    return taken


def _things(seen: Watched, action: Action) -> Iterator[Thing]:
    """The verb, and each of its nouns that has a name."""
    verb, text = action[0], seen.game.text
    yield verb, "", ""
    nouns = text.verbs[verb].nouns if verb in text.verbs else ()
    for slot, noun in zip(nouns, action[1:], strict=False):
        kind = slot.split(":")[-1]
        if kind in text.namers or (kind in text.kinds and text.kinds[kind].names):
            yield verb, kind, text.noun(kind, noun, seen.table.pack, seat_names(seen.table.seats))
