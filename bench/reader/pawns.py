"""Reader for BurgerFuck: build and block lines of four, strike, shed cards, and burn against leaders."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from bench.reader.page import Option, Page, parts_of

OWN, RIVAL = (0.5, 3.0, 14.0, 1000.0), (0.2, 1.5, 6.0, 300.0)
SIZE = 7
COLOURS = {"♠": "black", "♣": "black", "♥": "red", "♦": "red"}
JOKER, PAWN, LINE, FOLLOW, TWIN, DRAW = 2.5, 0.4, 4.0, 0.12, 0.8, -1.0

once, also = (), ("look Orbs",)


class Grid:
    """The columns from the bottom up."""

    def __init__(self, page: Page) -> None:
        self.me = page.me
        said = page.all(r"Column (\d) of the Strategy Grid(?:, pawns from the bottom up: (.+)| is empty)\.")
        self.columns = [parts_of(pawns or "") for _, pawns in said]
        self.pawns = {(c, r): who for c, pawns in enumerate(self.columns) for r, who in enumerate(pawns)}

    def lines(self, cell: tuple[int, int]) -> list[list[tuple[int, int]]]:
        lines = []
        for (across, up), back in product(((1, 0), (0, 1), (1, 1), (1, -1)), range(4)):
            line = [(cell[0] + (i - back) * across, cell[1] + (i - back) * up) for i in range(4)]
            if all(0 <= c < SIZE and 0 <= r < SIZE for c, r in line):
                lines.append([other for other in line if other != cell])
        return lines

    def score(self, column: int) -> float:
        row = len(self.columns[column])
        score = self.cell(column, row) - abs(column - 3) * 0.3
        return score - 120 if row + 1 < SIZE and self.helps_rival((column, row + 1)) else score

    def cell(self, column: int, row: int) -> float:
        score = 0.0
        for line in self.lines((column, row)):
            owners = {self.pawns[other] for other in line if other in self.pawns}
            number = sum(other in self.pawns for other in line)
            if len(owners) < 2:
                score += (RIVAL if owners - {self.me} else OWN)[number]
        return score

    def helps_rival(self, cell: tuple[int, int]) -> bool:
        for line in self.lines(cell):
            owners = [self.pawns.get(other, self.me) for other in line]
            if owners[0] != self.me and len({*owners}) == 1:
                return True
        return False

    def can_complete(self) -> bool:
        tops = [(c, len(pawns)) for c, pawns in enumerate(self.columns) if len(pawns) < SIZE]
        return any(
            all(self.pawns.get(o) == self.me for o in line) for cell in tops for line in self.lines(cell)
        )


def answer(page: Page) -> int:
    hand = Hand(page)
    strikes = page.pick("Strike")
    if strikes and (len(hand.cards) == 1 or not (hand.top_by == page.me and is_face(hand.top))):
        return strikes[0].number
    if page.pick("Drop in column"):
        grid = Grid(page)
        return max(
            page.options,
            key=lambda o: grid.score(int(o.label.rsplit(" ", 1)[1]) - 1) if o.says("Drop") else -1e9,
        ).number
    options = [option for option in page.options if not option.anytime] or page.options
    return max(options, key=hand.worth).number


class Hand:
    """Values of options, in cards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cards = parts_of(page.one(rf"{page.me}'s hand: (.+)\."))
        self.sizes = {who: hand_size(said) for who, said in page.all(r"(.+)'s hand: (.+)\.")}
        rivals = [n for who, n in self.sizes.items() if who not in (page.me, "The Table")]
        self.least, self.rivals = min(rivals, default=9), max(1, len(rivals))
        self.top = parts_of(page.one(r"the top card last: (.+?);"))[-1]
        self.top_by = page.one(r"the top card was played by (.+)\.")
        self.red = parts_of(page.one(r"On the Red List: (.+)\."))
        self.orbs = page.number(rf"{page.me} has (\d+|no) Orbs?")
        self.suits = Counter(card[-1] for card in self.cards)
        self.ranks = Counter(card[:-1] for card in self.cards if card != "Joker")
        self.pawn = LINE if Grid(page).can_complete() else PAWN

    def worth(self, option: Option) -> float:
        if match := option.says(r"Play (\S+)(?: for a Bribe of (\d+))?"):
            return self.play(match[1], int(match[2] or 0))
        if match := option.says(r"Burn (\S+)"):
            return self.burn(match[1], option.details)
        if match := option.says(r"Sacrifice (\S+)"):
            return DRAW - self.price(6) + 2 * PAWN - (JOKER if match[1] == "Joker" else 0)
        if match := option.says(r"Have (.+) show"):
            return -float(self.sizes.get(match[1], 0))
        if match := option.says(r"Send (\S+) to"):
            kept = (
                0.5 * self.cards.count(match[1]) + 0.1 * self.follow(match[1]) + (match[1] in self.red) * PAWN
            )
            return -kept - (JOKER if match[1] == "Joker" else 0)
        if match := option.says(r"Put (\S+) on"):
            return float(self.cards.count(match[1]))
        return {"Draw a card": DRAW, "Pass": -0.5, "Strike": -1.0}.get(option.label, 0.0) - 1.0 * bool(
            option.says("Strike")
        )

    def play(self, card: str, bribe: int) -> float:
        worth = 1.0 - bribe * (1.0 if self.rivals == 1 else 0.3)
        if is_face(card) and is_face(self.top):
            worth -= 1.05 if self.top_by == self.page.me else 0.525 * (1 - 0.7 / self.rivals)
        worth += self.pawn if card in self.red else 0.0
        worth -= JOKER if card == "Joker" and len(self.cards) > 2 else 0.0
        if card.startswith("A"):
            return worth + 0.3
        twins = 0 if is_face(card) else sum(is_twin(other, card) for other in self.cards) - (card != "Joker")
        return worth + FOLLOW * self.follow(card) + TWIN * twins

    def follow(self, card: str) -> int:
        if card == "Joker":
            return len(self.cards) - 1
        return self.suits[card[-1]] + self.ranks[card[:-1]] - 2 * self.cards.count(card)

    def burn(self, card: str, details: str) -> float:
        match = re.search(r"of value (\d+)", details)
        value = int(match[1]) if match else 0
        effect = {"♠": self.spades, "♣": self.clubs, "♦": self.diamonds, "♥": lambda value: 0.1}[card[-1]]
        return DRAW - self.price(value) + effect(value)

    def price(self, orbs: int) -> float:
        return 0.0 if self.alarm else 0.2 * orbs + max(0, 10 - self.orbs + orbs) * 0.4

    @property
    def alarm(self) -> bool:
        return self.least <= 2 and self.least < len(self.cards)

    def spades(self, value: int) -> float:
        after = len(self.cards) + 1
        if self.least >= after:
            return -float(value) if self.least > after else -value / 2
        return value * (1.0 if self.alarm and value >= 3 else 0.7 / self.rivals)

    def clubs(self, value: int) -> float:
        return value // 2 * (2.0 if self.alarm and value // 2 >= 3 else 0.7)

    def diamonds(self, value: int) -> float:
        return (value + 1) // 2 * (1.0 if self.rivals == 1 else 0.3)


def hand_size(said: str) -> int:
    match = re.match(r"(\d+) face down", said)
    rest = re.sub(r"^\d+ face down(, | and )?", "", said)
    return (int(match[1]) if match else 0) + len(parts_of(rest))


def is_face(card: str) -> bool:
    return card[0] in "JQK" and card != "Joker"


def is_twin(card: str, top: str) -> bool:
    if "Joker" in (card, top):
        return False
    return card[:-1] == top[:-1] and COLOURS[card[-1]] == COLOURS[top[-1]]
