"""Reader for Burger Up, Party Up and Solo Up: a burger is worth the best order it can still be served for."""

from __future__ import annotations

import re
from itertools import permutations

from bench.reader.burgers import NEVER, ONCE, Half, Larder, cards, halves, most, needs_of
from bench.reader.page import Option, Page, parts_of

BURGER = (
    r"(.+)'s burger (\d), from the bottom up: (.+?)\. It has (?:\d+|no) ingredients?, .* "
    r"would pay \$(\d+) now, .*asks next for (.+)\."
)
BARE = r"(.+)'s burger (\d) is a bare Bottom Bun.*"
PLACE = r"Place (.+?)( ★)? \(next: (.+)\) on burger (\d)"
DEAD, OPEN, SPATULA, BUY = -2.0, 0.2, 4.0, 1.6
TASTE = (
    0.84,
    2.0,
    0.33,
    0.35,
)  # factor per missing card, value of an order, share for unseen orders, bonus for following cards
HOPE = 0.75  # share of unseen orders that a burger can meet
ALONE = (0.86, 0.5, 0.6, 0.4)

once, also = ONCE, ("look hand",)


class Stall:
    """The own burgers and hand, and the orders."""

    def __init__(self, page: Page) -> None:
        self.page, self.larder = page, Larder(page)
        self.per_card, self.order, self.unseen, self.follows = ALONE if is_alone(page) else TASTE
        self.burgers: dict[int, list[str]] = {}
        self.paid: dict[int, int] = {}
        self.wanted: dict[int, str] = {}
        for who, number, stack, pays, wanted in page.all(BURGER):
            if who == page.me:
                n = int(number)
                self.burgers[n], self.paid[n], self.wanted[n] = parts_of(stack), int(pays), wanted
        for who, number in page.all(BARE):
            if who == page.me:
                self.burgers[int(number)], self.paid[int(number)] = [], 0
                self.wanted[int(number)] = "anything"
        coins = dict(page.all(r"On (.+) lie \$(\d+)\."))
        said = page.all(r"Order \d is (.+); it asks for: (.+?)\.(?: The last order stands at the door\.)?")
        self.orders = {name: (needs_of(asked), int(coins.get(name, 0))) for name, asked in said}
        self.names = [name for name, _ in said]
        self.more_to_come = "No further order comes." not in page.table
        self.hand = cards(page.more["look hand"])

    # -- value of a burger

    def rows(self, changed: dict[int, tuple[list[str], int]] | None = None) -> list[list[float]]:
        return [
            self.aims(*(changed or {}).get(n, (stack, self.stars(n)))) for n, stack in self.burgers.items()
        ]

    def stars(self, n: int) -> int:
        """Return the pay of a burger beyond its size."""
        return self.paid[n] - self.larder.pays(self.larder.height(self.burgers[n]))

    def aims(self, stack: list[str], stars: int) -> list[float]:
        floor = self.floor(stack)
        aims = [max(floor, self.aim(stack, needs, coins + stars)) for needs, coins in self.orders.values()]
        return aims + [floor] * max(0, len(self.burgers) - len(aims))

    def floor(self, stack: list[str]) -> float:
        """Return the value of a burger for unseen orders."""
        if not stack or not self.more_to_come:
            return DEAD if stack else 0.0
        return DEAD + HOPE * (self.unseen * self.larder.pays(self.larder.height(stack)) - DEAD)

    def aim(self, stack: list[str], needs: list[str], coins: int) -> float:
        short, height = self.larder.short(needs, stack), self.larder.height(stack)
        if short >= NEVER or height + short > most(needs):
            return DEAD
        goals = [
            height + short,
            *(least for least, _ in self.larder.sizes if height + short < least <= most(needs)),
        ]
        return max(
            (self.larder.pays(goal) + coins + self.order) * self.per_card ** (goal - height) for goal in goals
        )

    def total(self, rows: list[list[float]]) -> float:
        ways = permutations(range(len(rows[0])), len(rows))
        best = max(sum(row[i] for row, i in zip(rows, way, strict=True)) for way in ways)
        return best + OPEN * sum(sorted(row)[-2] for row in rows if len(row) > 1)

    def gain(self, changed: dict[int, tuple[list[str], int]]) -> float:
        return self.total(self.rows(changed)) - self.total(self.rows())

    # -- value of options

    def placing(self, name: str, star: bool, after: str, to: int, used: str = "") -> float:
        higher = [*self.burgers[to], name]
        follow = sum(
            any(after in (half.type, "anything") or half.type == "Middle Bun" for half in card)
            for title, card in self.hand.items()
            if name not in title.split(" / ")
        )
        return self.gain({to: (higher, self.stars(to) + star)}) + self.follows * min(follow, 3)

    def best_placing(self, card: list[Half]) -> float:
        gains = [
            self.gain({to: ([*stack, half.name], self.stars(to) + half.perfect)})
            for to, stack in self.burgers.items()
            for half in card
            if self.fits(half, to)
        ]
        return max(gains, default=0.0)

    def fits(self, half: Half, to: int) -> bool:
        return self.wanted[to] == "anything" or half.type in (self.wanted[to], "Middle Bun")

    def fits_somewhere(self, card: list[Half]) -> bool:
        return any(self.fits(half, to) for half in card for to in self.burgers)

    def lifting(self, option: Option) -> float:
        """Return the gain of the Spatula, by the name of the card that it lifts."""
        match = re.match(
            r"(?:Slide|Scrape off from) (.+?)(?: and all above it onto burger (\d)| upwards)", option.label
        )
        names = match[1].split(" / ") if match else []
        for n, stack in self.burgers.items():
            at = next((i for i, name in enumerate(stack) if name in names), None)
            if at is not None and match and match[2] != str(n):
                changed = {n: (stack[:at], 0)}
                if match[2]:
                    to = int(match[2])
                    changed[to] = ([*self.burgers[to], *stack[at:]], self.stars(to))
                return self.gain(changed) - SPATULA
        return -1.0

    def income(self, option: Option) -> float:
        match = re.match(r"Serve burger (\d) as (.+)", option.label)
        assert match
        return self.paid[int(match[1])] + self.orders[match[2]][1]

    def dead_burgers(self) -> bool:
        """Return whether a burger can meet no visible order."""
        burgers = zip(self.burgers.values(), self.rows(), strict=True)
        return any(stack and max(row) <= self.floor(stack) for stack, row in burgers)


def answer(page: Page) -> int:
    """Decide by phase.  The last option is always to go on."""
    if page.pick("Let the orders advance"):
        return page.pick("Let the orders advance")[0].number
    if page.pick("Take the coins"):
        early = page.number(r"Orders still to come: (\d+) face down") >= 4
        return page.pick("Upgrade" if early else "Take the coins")[0].number
    stall = Stall(page)
    done = page.options[-1].number
    if page.pick("Throw away"):
        return clean_up(page, stall)
    solo = is_alone(page)
    for judge in (building, buying, serving) if solo else (serving, building, buying):
        best = judge(page, stall, solo)
        if best:
            return best
    return done


def is_alone(page: Page) -> bool:
    return "at the level" in page.table


def building(page: Page, stall: Stall, solo: bool) -> int:
    gains = [(lay(stall, option), option.number) for option in page.pick("Place ")]
    if stall.dead_burgers():
        gains += [(stall.lifting(option), option.number) for option in page.pick("Slide|Scrape")]
    gain, number = max(gains, default=(0.0, 0))
    return number if gain > 0 else 0


def lay(stall: Stall, option: Option) -> float:
    match = re.match(PLACE, option.label)
    assert match
    return stall.placing(match[1], bool(match[2]), match[3], int(match[4]))


def buying(page: Page, stall: Stall, solo: bool) -> int:
    own = sorted((stall.best_placing(card) for card in stall.hand.values()), reverse=True)
    free = max(own[2], 0.0) if len(own) > 2 and not solo else 0.0
    gains = [
        (stall.best_placing(halves(option.details)) - free, option.number) for option in page.pick("Buy ")
    ]
    gain, number = max(gains, default=(0.0, 0))
    return number if gain > BUY - 0.3 * solo else 0


def serving(page: Page, stall: Stall, solo: bool) -> int:
    sales = [(stall.income(option), option.number, option) for option in page.pick("Serve ")]
    if not sales:
        return 0
    income, number, option = max(sales)[:3]
    if solo and not now_or_never(stall, option, income):
        return 0
    return 0 if not solo and waits(page, stall, option) else number


def now_or_never(stall: Stall, option: Option, income: float) -> bool:
    """Serve the order at the door, which leaves; let another burger grow while that is worth more."""
    match = re.match(r"Serve burger (\d) as (.+)", option.label)
    assert match
    n = int(match[1])
    aims = stall.aims(stall.burgers[n], stall.stars(n))
    at_the_door = "place of order 3 is empty" not in stall.page.table and match[2] == stall.names[-1]
    return at_the_door or income + stall.order >= max(aims)


def waits(page: Page, stall: Stall, option: Option) -> bool:
    """Return whether cards in hand raise the burger to the next size."""
    match = re.match(r"Serve burger (\d) as (.+)", option.label)
    if not match or "the last one" in page.table:
        return False
    n = int(match[1])
    height = stall.larder.height(stall.burgers[n])
    lift = min((least - height for least, _ in stall.larder.sizes if least > height), default=NEVER)
    needs = stall.orders[match[2]][0]
    ready = [
        card
        for card in stall.hand.values()
        if any(stall.fits(h, n) and stall.larder.is_met(needs, [*stall.burgers[n], h.name]) for h in card)
    ]
    met = [who for who, _, stack, *_ in page.all(BURGER) if stall.larder.is_met(needs, parts_of(stack))]
    return lift <= 2 and len(ready) >= lift and not set(met) - {page.me}


def clean_up(page: Page, stall: Stall) -> int:
    """Discard what fits nowhere."""
    tosses = [(option, halves(option.details)) for option in page.pick("Throw away")]
    useless = [option for option, card in tosses if not stall.fits_somewhere(card)]
    if useless:
        return useless[0].number
    if kept := page.first("Draw up"):
        return kept.number
    return min(tosses, key=lambda toss: stall.best_placing(toss[1]))[0].number
