"""BurgerFuck: cards on a pile, pawns on a grid, Orbs to burn, and Strikes at any time.

Reading order: `table`, `setup`, `turn`, then the sections of the rule book: `grid` (Strategy Time), `playing`
(Playing cards, Contention, Concert), `burning` (Burning, Sacrifice), `strike` (Extraturnular Strike) and
`scoring`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from flattop.games.burgerfuck.cards import NAMERS, load
from flattop.games.burgerfuck.scoring import USUAL_LIMIT, outcome
from flattop.games.burgerfuck.setup import deal, parse_first, parse_grace, parse_limit
from flattop.games.burgerfuck.table import BurgerfuckTable
from flattop.kernel import EACH, EVERYONE, Game, Option, Seat, Sees, Settings, Zone

HERE = Path(__file__).parent


def shown_cards(t: BurgerfuckTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Cards shown by a Concert stay known until a copy leaves the hand; at the end all hands are open."""
    return range(len(t.hands[owner]) if t.over else t.shown[owner])


ZONES = {
    "turn": EVERYONE,
    "marker": EVERYONE,
    "extra_plays": EVERYONE,
    "beat": EVERYONE,
    "grace": EVERYONE,
    "play_pile": EVERYONE,
    "top_by": EVERYONE,
    "stage": EVERYONE,
    "closing": EVERYONE,
    "grid": EVERYONE,
    "hands": Zone(Sees.OWNER, per_seat=True, pool="cards", known=shown_cards, known_is_public=True),
    "shown": EACH,
    "fresh": EACH,
    "orbs": EACH,
    "small": EACH,
    "large": EACH,
    "red_list": EVERYONE,
    "card_disposal": EVERYONE,
    "orb_disposal": EVERYONE,
    "deck": Zone(Sees.NONE, pool="cards"),
    "table_hand": Zone(Sees.NONE, pool="cards"),
    "checklist": EVERYONE,
}

OPTIONS = {
    "goal": Option(
        "empty_hand",
        ("empty_hand", "large_tokens", "either", "none"),
    ),
    "large_goal": Option(3, tuple(range(1, 10))),
    "turn_limit": Option(USUAL_LIMIT, (10, 100, 1000, 5000), parse_limit),
    "decks": Option("auto", ("auto", 2, 3, 4, 5, 6)),
    "first": Option("roll", ("roll",), parse_first, seats="one"),
    "bribe_values": Option("ten", ("ten", "ranked")),
    "bribe_min": Option(0, (0, 1)),
    "extra_plays": Option(
        "after_play",
        ("after_play", "after_any"),
    ),
    "free_pass": Option("off", ("off", "on")),
    "red_victory": Option("on", ("on", "off")),
    "strikes": Option(
        "windows",
        ("windows", "live"),
    ),
    "grace": Option(2.0, (0.0, 1.0, 2.0, 5.0, 10.0), parse_grace),
    "safety_checklist": Option("off", ("off", "on")),
    "display_name": Option("full", ("full", "masked")),
}


def titled(settings: Settings) -> str:
    """The title of the table by the option `display_name`; the game key and ids never change."""
    return "BurgerF***" if settings["display_name"] == "masked" else "BurgerFuck"


GAME = Game.from_folder(
    HERE, "BurgerFuck", (2, 3, 4, 5, 6), deal, outcome, load, ZONES, OPTIONS, NAMERS,
    title_for=titled, untimed_settings={"strikes": "windows"}, holds=("hold",), turn=lambda t: (t.turn,),
    edition=2,
)  # fmt: skip
