"""Scoring: coins for rows of types and for Middle Buns, as pure functions of what the deck pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flattop import kernel
from flattop.games.burger_up import cards
from flattop.games.burger_up.cards import Pack, face_name
from flattop.games.burger_up.schema import GoScoring
from flattop.kernel import VACANT

SALAD, SAUCE, MEAT, CHEESE, BUN = "salad", "sauce", "meat", "cheese", "bun"


def salad_prizes(salads: Sequence[int], pays: GoScoring) -> dict[int, int]:
    """Coins for each number of Salads that wins some; zero Salads never score (BG-R3)."""
    ranks = sorted({*salads} - {0}, reverse=True)
    if not ranks:
        return {}
    most, *lower = ranks
    prizes = {most: share(pays.most_salads, salads.count(most))}
    if lower and salads.count(most) == 1:  # BG-18: there is no second place behind a tie
        prizes[lower[0]] = share(pays.second_salads, salads.count(lower[0]))
    return prizes


def salad_coins(salads: Sequence[int], pays: GoScoring) -> list[int]:
    prizes = salad_prizes(salads, pays)
    return [prizes.get(number, 0) for number in salads]


def cheese_coins(cards: int, pays: GoScoring) -> int:
    return pays.cheese_and_egg[min(cards, 5) - 1] if cards else 0


def meat_coins(row: Sequence[str], pays: GoScoring) -> int:
    """Each Meat or Patty uses the oldest open Sauce, if there is one (BG-R2)."""
    coins = open_sauces = 0
    for kind in row:
        if kind == SAUCE:
            open_sauces += 1
        elif kind == MEAT and open_sauces:
            open_sauces -= 1
            coins += pays.meat_on_sauce
        elif kind == MEAT:
            coins += pays.meat_alone
    return coins


def row_coins(row: Sequence[str], pays: GoScoring) -> int:
    """Coins of a row on its own, without Salad."""
    return cheese_coins(row.count(CHEESE), pays) + meat_coins(row, pays)


def beneath(row: Sequence[str]) -> list[int]:
    """For each card of a row the index of the Sauce under it, or VACANT. It never changes later (BG-R2)."""
    places = [VACANT] * len(row)
    open_sauces: list[int] = []
    for place, kind in enumerate(row):
        if kind == SAUCE:
            open_sauces.append(place)
        elif kind == MEAT and open_sauces:
            places[place] = open_sauces.pop(0)
    return places


def open_sauces(row: Sequence[str]) -> int:
    """The number of Sauces without a Meat on them."""
    left = 0
    for kind in row:
        left = left + 1 if kind == SAUCE else max(0, left - 1) if kind == MEAT else left
    return left


def bun_prizes(buns: Sequence[int], pays: GoScoring, penalty: bool = True) -> dict[int, int]:
    """Coins for each number of Middle Buns that wins or loses some (BG-25 to BG-27)."""
    most, fewest = max(buns), min(buns)
    if most == fewest:
        return {}
    prizes = {most: share(pays.most_buns, buns.count(most))}
    if penalty:
        prizes[fewest] = share(-pays.fewest_buns, buns.count(fewest))
    return prizes


def bun_coins(buns: Sequence[int], pays: GoScoring, penalty: bool = True) -> list[int]:
    prizes = bun_prizes(buns, pays, penalty)
    return [prizes.get(number, 0) for number in buns]


def share(coins: int, sharers: int) -> int:
    """Whole coins for each of the sharers; the remainder of a gain or loss is dropped (BG-R5)."""
    return coins // sharers if coins > 0 else -(-coins // sharers)


def places(coins: Sequence[int], buns: Sequence[int], tie_break: str) -> list[int]:
    """The place of each seat, 1 being first; Middle Buns break ties if the option says so (BG-R9)."""
    ranks = [(c, b if tie_break == "buns" else 0) for c, b in zip(coins, buns, strict=True)]
    return list(kernel.places(ranks))


# -- nouns of the log lines that quote what the deck pays


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
