"""Hanaburger: a team that sees every hand but its own builds two burgers with hints.

Reading order: `table`, `turn` (and hints), `placing`, `clues`, `scoring`, `computed_zones`, `refusals`.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from pathlib import Path
from typing import Any

from flattop.games.burger_up.hanaburger.clues import NAMERS, HanaPack, fitting_cards, fitting_faces, load
from flattop.games.burger_up.hanaburger.scoring import DEFEAT
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.games.burger_up.hanaburger.turn import Turns
from flattop.kernel import Chance, Game, Obstacle, Option, Outcome, Seat, Sees, Settings, Zone, seat_option

HERE = Path(__file__).parent
HAND = 3  # HB-06: whatever the number of seats


def facts_known_to_all(t: HanaTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Facts from hints are public. Facts that also use visible cards would reveal what the holder sees."""
    return range(len(t.hands[owner])) if t.settings["memory"] != "count" else ()


def cards_allowed_by_hints(t: HanaTable, seat: Seat | None, owner: Any, slot: int) -> Container[int] | None:
    """The cards that match every hint given about this one; None if there was none."""
    yes, no = t.pointed_out[owner][slot], t.passed_over[owner][slot]
    return fitting_cards(t.pack, t.detail, yes, no) if yes or no else None


def resample_turned(t: HanaTable, seat: Seat | None, owner: Any, chance: Chance) -> list[int]:
    """Choose for each resampled card a half that matches the hints about ends."""
    if t.detail == "card":
        return [0] * len(t.hands[owner])
    chosen: list[int] = []
    for card, yes, no in zip(t.hands[owner], t.pointed_out[owner], t.passed_over[owner], strict=True):
        ups = [up for up in (0, 1) if 2 * card + up in fitting_faces(t.pack, t.detail, yes, no)]
        chosen.append(ups[chance.below(len(ups))])
    return chosen


HAND_ZONE = Zone(Sees.OTHERS, True, "cards", candidates=cards_allowed_by_hints)
FACTS = Zone(Sees.OWNER, True, known=facts_known_to_all, known_is_public=True)

ZONES = {
    "active": Zone(),
    "hinting": Zone(),
    "final": Zone(),
    "hints": Zone(),
    "mistakes": Zone(),
    "coins": Zone(),
    "orders": Zone(),
    "order_coins": Zone(),
    "burgers": Zone(),
    "wanted": Zone(),
    "heights": Zone(),
    "pays": Zone(),
    "asked": Zone(),
    "prospects": Zone(),
    "shown": Zone(),
    "chosen": Zone(),
    "slot": Zone(),
    "hands": HAND_ZONE,
    "turned": Zone(Sees.OTHERS, True, recompute=resample_turned),
    "told": Zone(per_seat=True),
    "ruled_out": Zone(per_seat=True),
    "told_below": Zone(per_seat=True),
    "ruled_out_below": Zone(per_seat=True),
    "certain": FACTS,
    "excluded": FACTS,
    "pointed_at": Zone(per_seat=True),
    "served": Zone(),
    "discards": Zone(),
    "deck": Zone(Sees.NONE, pool="cards"),
    "order_deck": Zone(Sees.NONE, pool="orders"),
}

OPTIONS = {
    "hint_tokens": Option(4, (2, 3, 4, 5, 6, 7, 8)),
    "mistake_tokens": Option(8, (1, 2, 3, 4, 5, 6, 7, 8)),
    "hint_detail": Option("card", ("card", "end")),
    "placing": Option(
        "seen",
        ("seen", "blind"),
    ),
    "discard_when_full": Option("no", ("no", "yes")),
    "order_coins": Option("off", ("off", "on")),
    "first": seat_option(  # HB-R16
        "random", ("random", 0, 1)
    ),
    "memory": Option(
        "marks",
        ("marks", "facts", "count"),
    ),
}


def deal(seats: int, chance: Chance, settings: Settings, pack: HanaPack) -> HanaTable:
    """Two orders face up, three cards each, all tokens in the middle (HB-02 to HB-06)."""
    t = HanaTable(
        seats=seats,
        chance=chance,
        pack=pack,
        settings=settings,
        order_deck=chance.shuffled(range(len(pack.top_buns))),
        deck=chance.shuffled(range(len(pack.cards))),
        hints=settings["hint_tokens"],
        mistakes=settings["mistake_tokens"],
    )
    t.orders, t.order_deck = t.order_deck[:2], t.order_deck[2:]
    t.lay_order_coins()
    t.deal_hands(HAND)
    t.active = chance.below(seats) if settings["first"] == "random" else settings["first"]
    t.tell("opened", tuple(t.orders), t.active)
    t.start(Turns())
    return t


def outcome(t: HanaTable) -> Outcome:
    """One score for the team: its coins, or a defeat, which is below every score (HB-30 to HB-32, HB-R20)."""
    everyone = tuple(range(t.seats))
    if t.lost:
        return Outcome((DEFEAT,) * t.seats, (), "the last Mistake token is gone: all have lost")
    if not t.served:
        return Outcome((t.coins,) * t.seats, everyone, "no burger served")
    burgers = f"{len(t.served)} burger{'' if len(t.served) == 1 else 's'} served"
    return Outcome((t.coins,) * t.seats, everyone, f"{burgers} for ${t.coins}")


HUSH = Obstacle(
    "hushed", "Nothing but hints may be told while the game is played; talk again when it is over.", "HB-R18"
)
GAME = Game.from_folder(
    HERE, "Hanaburger", (2, 3, 4), deal, outcome, load, ZONES, OPTIONS, NAMERS, "cooperative", chat_ban=HUSH
)
