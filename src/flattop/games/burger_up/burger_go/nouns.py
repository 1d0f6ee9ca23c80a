"""Nouns of the log lines that quote what the deck pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flattop.games.burger_up import cards
from flattop.games.burger_up.cards import Pack, face_name


def prize(field: str) -> Callable[[Pack, int], str]:
    """Return a namer for the number of seats that share a prize, or a loss."""

    def namer(pack: Pack, sharers: int) -> str:
        coins: int = getattr(pack.burger_go, field)
        return (
            f"{coins} coin{'' if coins == 1 else 's'} {'for one' if sharers == 1 else f'shared by {sharers}'}"
        )

    return namer


def meats(where: str, field: str) -> Callable[[Pack, int], str]:
    """Return a namer for a number of Meats and Patties at the same pay; empty for none."""

    def namer(pack: Pack, number: int) -> str:
        if not number:
            return ""
        noun = "Meat or Patty" if number == 1 else "Meats and Patties"
        return f"{number} {noun} {where} at {getattr(pack.burger_go, field)}"

    return namer


def sauce_beneath(pack: Pack, face: int) -> str:
    """The name of a Sauce, and what the Meat on it is worth."""
    return f"{face_name(pack, face)}: worth {pack.burger_go.meat_on_sauce}"


NAMERS: Mapping[str, Callable[[Pack, int], str]] = {
    **cards.NAMERS,
    **{field: prize(field) for field in ("most_salads", "second_salads", "most_buns", "fewest_buns")},
    "meats_on_sauce": meats("on Sauce", "meat_on_sauce"),
    "meats_alone": meats("alone", "meat_alone"),
    "sauce_beneath": sauce_beneath,
}
