"""Reader for Hanaburger: a hint points at the newest card to place; the own hand is inferred from hints."""

from __future__ import annotations

import re
from functools import cached_property

from bench.reader.burgers import NEVER, ONCE, Half, Larder, cards, most, needs_of
from bench.reader.page import Page, parts_of

PER_PLACING, NAMES, LATER, WORTH = 0.8, 0.9, 0.8, 0.3
BELIEF, DOUBT = 0.1, 0.6
once, also = (*ONCE, "look all cards", "look all colours"), ("look discards",)


class Kitchen:
    def __init__(self, page: Page) -> None:
        self.page, self.larder = page, Larder(page)
        self.cards = cards(page.more["look all cards"])
        self.gains: dict[str, float | None] = {}
        self.colours = dict(page.all(r"(.+): its colour is (.+)\.", page.more["look all colours"]))
        self.colours.pop("Middle Bun", None)  # it has a name but no colour
        self.hands: dict[str, dict[int, str]] = {}
        for who, slot, card in page.all(r"(.+)'s card (\d) is (.+)\."):
            if not card.startswith("certain"):
                self.hands.setdefault(who, {})[int(slot)] = card
        said = page.all(
            r"The order of burger (\d) is (.+); (?:nothing|\$(\d+)) lies on it; "
            r"it asks for: (.+?)\. As it lies: .*"
        )
        self.orders = {int(n): (needs_of(asked), int(coins or 0)) for n, _, coins, asked in said}
        burgers = page.all(
            r"Burger (\d)(?:, from the bottom up: (.+?)\. It has .*| is a bare .*)asks next for (.+)\."
        )
        self.stacks = {int(n): parts_of(stack or "") for n, stack, _ in burgers}
        self.wanted = {int(n): wanted for n, _, wanted in burgers}
        self.mistakes = page.number(r"and (\d+|no) Mistake tokens? (?:is|are) left")
        self.final = "final turns have begun" not in page.table
        self.deck = page.number(r"The deck: (\d+) face down")
        self.placings = 1 + 0.3 * self.deck

    # -- gain of a card

    def gain(self, card: list[Half]) -> float | None:
        """Return the best gain of a card now, or None if it cannot be placed."""
        known = str(card)
        if known not in self.gains:
            self.gains[known] = self.work_out(card)
        return self.gains[known]

    def work_out(self, card: list[Half]) -> float | None:
        gains = [self.half_gain(n, half) for n in self.orders for half in card if self.fits(n, half)]
        return max((gain for gain in gains if gain is not None), default=None)

    def fits(self, n: int, half: Half) -> bool:
        return self.wanted[n] == "anything" or half.type in (self.wanted[n], "Middle Bun")

    def half_gain(self, n: int, half: Half) -> float | None:
        needs, stack = self.orders[n][0], self.stacks[n]
        ahead = 0.1 * min(self.supply(half.next), 4) - 0.15 * (
            half.next in [w for m, w in self.wanted.items() if m != n]
        )
        if half.type == "Middle Bun":
            return ahead + (-0.45 if self.supply(self.wanted[n]) else 0.4)
        higher = [*stack, half.name]
        short = self.larder.short(needs, higher)
        if short >= NEVER or self.larder.height(higher) + short > most(needs):
            return None  # the order could no longer be met
        return self.promise(n, higher) - self.promise(n, stack) + half.perfect + ahead

    def promise(self, n: int, stack: list[str]) -> float:
        needs, coins = self.orders[n]
        height, *rest = [self.larder.missing(need, stack) for need in needs]
        needed, tall = max(height, sum(rest)), self.larder.height(stack)
        if needed >= NEVER:
            return -2.0
        if not needed:
            return self.larder.pays(tall) + coins
        ends = [
            tall + needed,
            *(least for least, _ in self.larder.sizes if tall + needed < least <= most(needs)),
        ]
        return max(NAMES ** sum(rest) * self.larder.pays(end) - self.cost(end - tall) for end in ends) + coins

    def cost(self, placings: int) -> float:
        return PER_PLACING * placings + 2.0 * max(0.0, placings - self.placings)

    def supply(self, kind: str) -> int:
        seen = [
            self.cards[card] for hand in self.hands.values() for card in hand.values() if card in self.cards
        ]
        return sum(
            any(kind in (half.type, "anything") or half.type == "Middle Bun" for half in card)
            for card in seen
        )

    # -- candidates for own cards

    @cached_property
    def in_sight(self) -> set[str]:
        hands = {card for hand in self.hands.values() for card in hand.values()}
        return hands | {*cards(self.page.more["look discards"])}

    def could_be(self, who: str, slot: int, extra: tuple[str, bool] | None = None) -> list[list[Half]]:
        yes = parts_of(self.page.one(rf"{who}'s card {slot} was pointed at for (.+)\."))
        no = parts_of(self.page.one(rf"{who}'s card {slot} was passed over for (.+)\."))
        if extra:
            (yes if extra[1] else no).append(extra[0])
        return [
            card
            for title, card in self.cards.items()
            if (title not in self.in_sight or title in self.hands.get(who, {}).values())
            and all(self.answers(card, clue) for clue in yes)
            and not any(self.answers(card, clue) for clue in no)
        ]

    def answers(self, card: list[Half], clue: str) -> bool:
        return any(clue in (half.name, self.colours.get(half.type)) for half in card)

    def chances(self, who: str, slot: int, extra: tuple[str, bool] | None = None) -> tuple[float, float]:
        """Return the probability that the card can be placed, and its average gain."""
        gains = [self.gain(card) for card in self.could_be(who, slot, extra)]
        if not gains:
            return 0.0, 0.0
        return sum(g is not None for g in gains) / len(gains), sum(g or 0.0 for g in gains) / len(gains)

    # -- hints

    def best_hint(self, who: str) -> tuple[float, str]:
        hand = self.hands[who]
        if f"Since {who}'s last turn" in self.page.table:
            return -1.0, ""
        clues = {
            clue
            for card in hand.values()
            for half in self.cards[card]
            for clue in (half.name, self.colours.get(half.type))
            if clue
        }
        return max(((self.hint(who, clue), clue) for clue in sorted(clues)), default=(-1.0, ""))

    def hint(self, who: str, clue: str) -> float:
        slot = max(s for s, card in self.hands[who].items() if self.answers(self.cards[card], clue))
        gain = self.gain(self.cards[self.hands[who][slot]])
        if gain is None:
            return -1.0
        belief, _ = self.chances(who, slot, (clue, True))
        return gain + BELIEF * belief - (DOUBT if belief < self.trust else 0.0)

    @property
    def trust(self) -> float:
        return 0.6 if self.mistakes <= 3 else 0.25

    @property
    def sure(self) -> float:
        return 0.97 if self.mistakes <= 3 else 0.5 if self.final else 0.8


def answer(page: Page) -> int:
    kitchen = Kitchen(page)
    if page.pick("Tell"):
        who = page.one(r"gives a hint to (.+)\.")
        clue = kitchen.best_hint(who)[1]
        return next((o.number for o in page.pick("Tell") if f"“{clue}”" in o.label), page.options[0].number)
    if page.pick("Onto|Show"):
        return max(page.options, key=lambda option: placing(page, kitchen, option.label)).number
    return move(page, kitchen)


def placing(page: Page, kitchen: Kitchen, label: str) -> float:
    """Value a burger, or the half that lies upwards."""
    if match := re.match(r"Onto burger (\d)", label):
        card = kitchen.cards.get(page.one(r"(.+) has been turned up"), [])
        return max(
            (
                g
                for h in card
                if kitchen.fits(int(match[1]), h) and (g := kitchen.half_gain(int(match[1]), h)) is not None
            ),
            default=-9.0,
        )
    name = re.match(r"Show (.+?)( ★)? \(next: (.+)\)", label)
    where = page.number(r"It goes on burger (\d)", 1)
    half = Half(name[1], kitchen.larder.kinds[name[1]], name[3], bool(name[2])) if name else None
    return (kitchen.half_gain(where, half) or 0.0) if half else 0.0


def move(page: Page, kitchen: Kitchen) -> int:
    slots = sorted(kitchen.hands[page.me])
    known = {slot: kitchen.chances(page.me, slot) for slot in slots}
    pointed = page.one(rf"Since {page.me}'s last turn hints have pointed at (.+) of ")
    for hint in reversed(pointed.split("; ")):
        numbers = re.findall(r"card (\d)", hint)
        if numbers and known[int(numbers[-1])][0] >= kitchen.trust:
            return chosen(page, f"Place card {numbers[-1]}")
    best = max(slots, key=lambda slot: known[slot])
    if known[best][0] >= kitchen.sure and known[best][1] > 0:
        return chosen(page, f"Place card {best}")
    return hint_or_discard(page, kitchen, known, best)


def hint_or_discard(page: Page, kitchen: Kitchen, known: dict[int, tuple[float, float]], best: int) -> int:
    people = list(kitchen.hands)
    after = people.index(page.me)
    mates = [people[(after + step) % len(people)] for step in range(1, len(people))]
    hints = [
        (kitchen.best_hint(who)[0] * LATER**i, who)
        for i, who in enumerate(mates)
        if page.pick(f"Give {who} a hint")
    ]
    if hints and max(hints)[0] >= WORTH:
        return chosen(page, f"Give {max(hints)[1]} a hint")
    if page.pick("Discard"):
        return chosen(page, f"Discard card {min(known, key=lambda slot: known[slot][1])}")
    return chosen(page, f"Give {max(hints)[1]} a hint" if hints else f"Place card {best}")


def chosen(page: Page, label: str) -> int:
    return next((option.number for option in page.options if option.label == label), page.options[0].number)
