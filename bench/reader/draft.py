"""Reader for Burger Go!: the value of each half now and later in the round."""

from __future__ import annotations

from bench.reader.burgers import Larder
from bench.reader.page import Page, parts_of

LADDER = (0, 1, 3, 6, 10, 15)
BUN, BROWN, YELLOW, PAIR, WAITS, DENIAL = 4.2, 0.42, 0.4, 5.0, 1.5, 0.15
SALAD, SAUCE, MEAT, CHEESE, MIDDLE = "Salad", "Sauce", "Meat & Patty", "Cheese & Egg", "Middle Bun"

once, also = ("look all food",), ()


def answer(page: Page) -> int:
    rows = read_rows(page)
    people = list(rows)
    left = people[(people.index(page.me) + 1) % len(people)]
    later = 7 - page.number(r"card (\d) of 7")
    own, theirs = prospects(page, rows, page.me, later), prospects(page, rows, left, later)
    kinds = Larder(page).kinds

    def worth(label: str) -> float:
        verb, _, names = label.partition(" ")
        types = [kinds[name] for name in names.split(" / ")]
        denied = DENIAL * max(theirs[kind] for kind in types) if verb == "Choose" and later else 0.0
        return max(own[kind] for kind in types) + denied

    return max(page.options, key=lambda option: worth(option.label)).number


def read_rows(page: Page) -> dict[str, list[str]]:
    """Return the types in each row, in seat order."""
    kinds = Larder(page).kinds
    rows: dict[str, list[str]] = {}
    for who, said in page.all(r"(.+)'s row(?:: (.+?)\. As it lies .*| is empty: .*)"):
        rows[who] = [kinds[name] for name in parts_of(said or "")]
    return rows


def prospects(page: Page, rows: dict[str, list[str]], who: str, later: int) -> dict[str, float]:
    row, sauces = rows[who], 0
    for kind in row:
        sauces = sauces + 1 if kind == SAUCE else max(0, sauces - 1) if kind == MEAT else sauces
    cheeses = row.count(CHEESE)
    climb = min(5 - cheeses, 1 + round(YELLOW * later))
    return {
        SAUCE: PAIR * chance(later - 2 * sauces) if later > 2 * sauces else 0.0,
        MEAT: (9 - (WAITS if later > sauces else 0)) if sauces else 3.0,
        CHEESE: (LADDER[cheeses + climb] - LADDER[cheeses]) / climb if climb > 0 else 0.0,
        SALAD: salad(rows, who, later),
        MIDDLE: bun(page, rows, who),
    }


def chance(cards: int) -> float:
    return 1 - (1 - BROWN) ** (cards * (cards + 1) // 2)


def salad(rows: dict[str, list[str]], who: str, later: int) -> float:
    counts = {name: row.count(SALAD) for name, row in rows.items()}
    more = {**counts, who: counts[who] + 1}
    gain, early = prize(more, who) - prize(counts, who), later / 7
    return early * (1 + 3 / len(rows)) + (1 - early) * gain


def prize(counts: dict[str, int], who: str) -> int:
    ranks = sorted({*counts.values()} - {0}, reverse=True)
    level = [*counts.values()].count
    if not counts[who] or counts[who] not in ranks[:2]:
        return 0
    if counts[who] == ranks[0]:
        return 6 // level(ranks[0])
    return 3 // level(ranks[1]) if level(ranks[0]) == 1 else 0


def bun(page: Page, rows: dict[str, list[str]], who: str) -> float:
    """Return a constant; in the last round, increasingly, the gain in the comparison of Middle Buns."""
    kept = {name: len(parts_of(said)) for name, said in page.all(r"(.+) has kept (.+) of earlier rounds\.")}
    counts = {name: kept.get(name, 0) + row.count(MIDDLE) for name, row in rows.items()}
    gain = buns({**counts, who: counts[who] + 1}, who) - buns(counts, who)
    last = page.number(r"round (\d)") == 3
    late = page.number(r"card (\d) of 7") / 7 if last else 0.0
    return (1 - late) * BUN + late * gain


def buns(counts: dict[str, int], who: str) -> int:
    high, low = max(counts.values()), min(counts.values())
    if high == low:
        return 0
    level = [*counts.values()].count
    return 6 // level(high) if counts[who] == high else -(6 // level(low)) if counts[who] == low else 0
