"""Burger Go!: a quick draft of two-sided ingredients over three rounds.

Reading order: `table`, `draft`, `scoring`, `refusals`.
"""

from __future__ import annotations

from pathlib import Path

from flattop.games.burger_up.burger_go.draft import Rounds
from flattop.games.burger_up.burger_go.scoring import NAMERS
from flattop.games.burger_up.burger_go.table import ZONES, GoTable
from flattop.games.burger_up.cards import Pack, load
from flattop.kernel import Chance, Game, Option, Outcome, Settings, first

HERE = Path(__file__).parent

OPTIONS = {
    "two_player_penalty": Option("on", ("on", "off"), only_at=(2,)),
    "below_zero": Option("yes", ("yes", "no")),
    "tie_break": Option("buns", ("buns", "shared")),
    "rounds": Option(3, (1, 2, 3)),
}


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> GoTable:
    """Shuffle all Ingredient cards; coins come from scoring alone (BG-02 to BG-05)."""
    t = GoTable(
        seats=seats,
        chance=chance,
        pack=pack,
        settings=settings,
        deck=chance.shuffled(range(len(pack.cards))),
        rows=[[] for _ in range(seats)],
        kept=[[] for _ in range(seats)],
        coins=[0] * seats,
    )
    t.start(Rounds())
    return t


def outcome(t: GoTable) -> Outcome:
    """Rank seats by coins and the tie-break, also before the end."""
    places = t.places
    winners = first(places)
    level = t.coins.count(max(t.coins))
    if not t.over:
        reason = f"most coins so far, round {t.round} of {t.settings['rounds']}"
    elif level == 1:
        reason = "most coins"
    else:
        reason = "equal coins, most Middle Buns" if len(winners) < level else "equal coins share the victory"
    return Outcome(tuple(t.coins), winners, reason, tuple(places))


GAME = Game.from_folder(HERE, "Burger Go!", (2, 3, 4, 5, 6), deal, outcome, load, ZONES, OPTIONS, NAMERS)
