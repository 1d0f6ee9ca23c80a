"""Reader for Between Two Burgers: the value of each half on the burgers at the left and at the right."""

from __future__ import annotations

import re
from itertools import groupby, pairwise, permutations

from bench.reader.burgers import Larder
from bench.reader.page import Option, Page, parts_of

HIGHER, FOLLOW, ASK_FOR = 0.3, 1.0, 3.0
ROW, MORE_MEAT = (0.0, 2.2, 1.6, 0.3), (0.0, 0.6, 1.6, 3.0, 0.0)
SALADS, MEATS, CHEESES = (0, 2, 8, 12), (0, 2, 4, 9, 17), (0, 1, 3, 6, 10, 15, 21)
WHOLE = 18  # cards on a burger at the end: three rounds of three turns, one from each side

once, also = ("look all food",), ()


class Outlook:
    def __init__(self, page: Page) -> None:
        self.page, self.kinds = page, Larder(page).kinds
        self.burgers = {
            n: parts_of(said or "")
            for n, said in page.all(r"Burger (\d)(?:, from the bottom up: (.+?)\. It has .*| is bare .*)")
        }
        places = page.all(r"(.+) builds burger (\d) at the left and burger (\d) at the right; .*")
        self.beside = {who: (left, right) for who, left, right in places}
        self.left, self.right = self.beside[page.me]
        self.wished = {
            (name, self.beside[who][side])
            for who, *two in page.all(r"(.+)'s wishes: left, (.+); right, (.+)\.")
            for side, name in enumerate(two)
            if who != page.me
        }

    # -- a burger

    def worth(self, name: str, burger: str) -> float:
        stack = [*self.burgers[burger], name]
        types = [self.kinds[food] for food in stack]
        meats = {food for food in stack if self.kinds[food] == "Meat & Patty"}
        to_come = WHOLE - len(stack)
        follow = FOLLOW if (name, burger) in self.wished else 0.0
        return self.points(types, len(meats), burger) + self.hope(types, len(meats), to_come) + follow

    def points(self, types: list[str], meats: int, burger: str) -> float:
        rows = [len(list(row)) for kind, row in groupby(types) if kind == "Salad"]
        salad = sum(SALADS[n] if n < 4 else n + 9 for n in rows)
        cheese = types.count("Cheese & Egg")
        yellow = cheese // 6 * 21 + CHEESES[cheese % 6]
        yellow += sum({a, b} == {"Meat & Patty", "Cheese & Egg"} for a, b in pairwise(types))
        buns = types.count("Middle Bun") * len({*types} - {"Middle Bun"})
        return salad + MEATS[min(meats, 4)] + yellow + buns + self.sauce(types.count("Sauce"), burger)

    def sauce(self, own: int, burger: str) -> int:
        others = [sum(self.kinds[f] == "Sauce" for f in s) for n, s in self.burgers.items() if n != burger]
        steps = sorted({own, *others} - {0}, reverse=True)
        return own * (4 if own == steps[0] else 3 if own == steps[1] else 0) if own else 0

    def hope(self, types: list[str], meats: int, to_come: int) -> float:
        row = next((i for i, kind in enumerate(reversed(types)) if kind != "Salad"), len(types))
        shape = ROW[min(row, 3)] + MORE_MEAT[min(meats, 4)]
        shape += 0.25 * types.count("Cheese & Egg") ** 2 + 0.8 * types.count("Sauce")
        return min(1.0, to_come / 4) * shape

    def best(self, card: str, burger: str) -> float:
        return max(self.worth(name, burger) for name in card.split(" / "))

    # -- options

    def of(self, option: Option, cards: list[str]) -> float:
        verb, _, card = option.label.partition(" ")
        if verb == "Choose":
            laid = parts_of(self.page.one(rf"{self.page.me} has laid down (.+)\."))
            others = laid or [other for other in cards if other != card]
            pairs = (pair for other in others for pair in permutations((card, other)))
            return max(
                (both(self.best(a, self.left), self.best(b, self.right)) for a, b in pairs), default=0.0
            )
        if verb == "Show":
            left = self.page.one(rf"{self.page.me} sends (.+) to the left")
            return self.worth(card, self.left if card in left.split(" / ") else self.right)
        card = option.label.removesuffix(" to the left")
        other = next((name for name in self.shown if name != card), card)
        return both(self.best(card, self.left), self.best(other, self.right))

    @property
    def shown(self) -> list[str]:
        return parts_of(self.page.one(rf"{self.page.me} has turned up (.+)\."))


def both(left: float, right: float) -> float:
    return min(left, right) + HIGHER * max(left, right)


def answer(page: Page) -> int:
    outlook = Outlook(page)
    wishes = [
        (option, match) for option in page.options if (match := option.says(r"Wish for (.+) on burger (\d)"))
    ]
    for burger in (outlook.left, outlook.right):
        open_now = [(outlook.worth(match[1], burger), o.number) for o, match in wishes if match[2] == burger]
        said = any(
            re.match(rf"Take back the wish for burger {burger}", option.label) for option in page.options
        )
        if len(open_now) > 1 and not said and max(open_now)[0] - min(open_now)[0] >= ASK_FOR:
            return max(open_now)[1]
    options = [option for option in page.options if not option.anytime]
    cards = [option.label.removeprefix("Choose ") for option in options]
    return max(options, key=lambda option: outlook.of(option, cards)).number
