"""Reader for Burger Trucker: speed against meeting orders, one card at a time."""

from __future__ import annotations

from bench.reader.burgers import NEVER, ONCE, Half, Larder, halves, most, needs_of
from bench.reader.page import Option, Page, parts_of

STEP, NAMED, RUSH, HASTE, LUCK, LOST, FITS = 1.15, 0.8, 0.06, 0.2, 0.02, 0.5, 0.35
BURGER = (
    r"(.+)'s burger(?:, from the bottom up: (.+?)\. It has .*?| is a bare .*?)"
    r"earns? \$(\d+).* asks next for (.+)\."
)

once, also = ONCE, ("look face-up cards", "look hand")


class Truck:
    def __init__(self, page: Page) -> None:
        self.page, self.larder = page, Larder(page)
        said = page.all(BURGER)
        self.stacks = {who: parts_of(stack or "") for who, stack, *_ in said}
        self.wanted = {who: wanted for who, *_, wanted in said}
        earned = {who: int(pays) for who, _, pays, _ in said}
        self.stack = self.stacks[page.me]
        self.stars = earned[page.me] - self.larder.pays(self.larder.height(self.stack))
        self.orders = [
            needs_of(asked) for _, asked in page.all(r"Incoming Order \d is (.+); it asks for: (.+)\.")
        ]
        places = dict(page.all(r"(.+) is (\S+) and has \$\d+ for speed\."))
        self.ahead = sum(place[0].isdigit() for who, place in places.items() if who != page.me)
        self.behind = sum(place == "building" for who, place in places.items() if who != page.me)
        self.done = {who for who, place in places.items() if place[0].isdigit()}
        step, last = page.number(r"It is step (\d+)"), page.number(r"after step (\d+)")
        self.steps = last - step
        self.line = (len(self.stacks) + 2 + 1) / 2
        self.open = [half for line in page.more["look face-up cards"].splitlines() for half in halves(line)]

    # -- time

    def passed(self, steps: float) -> float:
        return 1 - (1 - RUSH) ** steps

    def speed(self, steps: float) -> float:
        if steps > self.steps:
            return -HASTE * steps
        return max(0.0, 3 - self.ahead - self.behind * self.passed(steps)) - HASTE * steps

    def claim(self, needs: list[str], steps: float) -> float:
        rivals = [
            who
            for who, stack in self.stacks.items()
            if who != self.page.me and self.larder.is_met(needs, stack)
        ]
        done = sum(who in self.done for who in rivals)
        return (1 - LOST) ** done * (1 - LOST * self.passed(steps)) ** (len(rivals) - done)

    # -- burgers

    def coins(self, height: int, stars: int, claims: list[float]) -> float:
        missed = 1 - LUCK * height
        for claim in claims:
            missed *= 1 - claim
        line = self.line + 0.7 * max(0.0, sum(claims) - 1)
        return (1 - missed) * (line + self.larder.pays(height) + stars)

    def stopping(self, stack: list[str], stars: int, steps: float) -> float:
        met = [self.claim(needs, steps) for needs in self.orders if self.larder.is_met(needs, stack)]
        return self.coins(self.larder.height(stack), stars, met) + self.speed(steps)

    def worth(self, stack: list[str], stars: int, wanted: str, gone: float = 1.0) -> float:
        going = self.going_on(stack, stars, wanted, gone)
        return max(going, self.stopping(stack, stars, gone)) if self.larder.height(stack) else going

    def going_on(self, stack: list[str], stars: int, wanted: str, gone: float) -> float:
        height, left = self.larder.height(stack), max(0.0, self.steps - gone)
        alive = []
        for needs in self.orders:
            short = self.larder.short(needs, stack)
            if short < NEVER:
                rest = [self.larder.missing(need, stack) for need in needs[1:]]
                alive.append((needs, short, sum(rest), self.chance(needs, rest, wanted, left)))
        goals = {height + max(1, short) for _, short, _, _ in alive}
        goals |= {least for least, _ in self.larder.sizes if least > height}
        best = max((self.aim(height, stars, goal, gone, alive) for goal in goals), default=0.0)
        fitting = sum(wanted == "anything" or half.type in (wanted, "Middle Bun") for half in self.open)
        return best + FITS * min(3, fitting) / 3

    def chance(self, needs: list[str], rest: list[int], wanted: str, left: float) -> float:
        chance = 1.0
        for need, missing in zip(needs[1:], rest, strict=True):
            if missing:
                visible_halves = [
                    h
                    for h in self.open
                    if self.larder.missing(need, [h.name]) < self.larder.missing(need, [])
                ]
                rate = min(0.6, 0.12 * len(visible_halves) + 0.07)
                rate *= 0.25 if need.startswith("as many") else 1
                miss = (1 - rate) ** (left / max(1, sum(rest)))
                now = any(wanted in (half.type, "anything") for half in visible_halves)
                chance *= (1 - miss * (0.2 if now else 1)) * (1 - miss) ** (missing - 1)
            elif need.endswith("on top"):
                chance *= 0.3
            elif need.startswith("as many"):
                chance *= 0.25
        return chance

    def aim(self, height: int, stars: int, goal: int, gone: float, alive: list) -> float:
        fitting = [one for one in alive if height + one[1] <= goal <= most(one[0])]
        least = min((one[1] for one in fitting), default=NEVER)
        steps = gone + (goal - height) * STEP + (least if least < NEVER else 0) * NAMED
        if steps > self.steps + 1 or not fitting:
            return 0.0
        claims = [chance * self.claim(needs, steps) for needs, _, _, chance in fitting]
        if sum(one[2] for one in fitting) > goal - height:
            claims = [max(claims)]
        return self.coins(goal, stars, claims) + self.speed(steps)

    # -- options

    def with_half(self, half: Half) -> float:
        return self.worth([*self.stack, half.name], self.stars + half.perfect, half.next)

    def with_card(self, card: list[Half]) -> float:
        wanted = self.wanted[self.page.me]
        fits = [half for half in card if wanted == "anything" or half.type in (wanted, "Middle Bun")]
        return max((self.with_half(half) for half in fits), default=0.0)

    def score(self, option: Option) -> float:
        as_it_is = self.worth(self.stack, self.stars, self.wanted[self.page.me])
        if option.says("Grab"):
            return self.with_card(halves(option.details))
        if match := option.says(r"Place (.+?)( ★)? \(next: (.+)\)"):
            return self.with_half(Half(match[1], self.larder.kinds[match[1]], match[3], bool(match[2])))
        if option.says("Flip"):
            return as_it_is + 0.35
        return self.stopping(self.stack, self.stars, 0) if option.says("Finish") else as_it_is


def answer(page: Page) -> int:
    if page.pick("Claim it"):
        return claim(page)
    truck = Truck(page)
    return max(page.options, key=truck.score).number


def claim(page: Page) -> int:
    """Claim an order, unless one that the burger meets is still to come, because later ones pay more."""
    truck = Truck(page)
    line = page.one(r"The line of Top Buns: (.+)\.")
    asked = dict(page.all(r"Incoming Order \d is (.+); it asks for: (.+)\."))
    order = parts_of(page.one(r"Top Buns are claimed in this order: (.+)\."))
    before = order[: order.index(page.me)] if page.me in order else []
    for name, said in asked.items():
        needs = needs_of(said)
        rivals = [who for who in before if f"{who} has claimed no Top Bun" in page.table]
        free = not any(truck.larder.is_met(needs, truck.stacks[who]) for who in rivals)
        if name not in line and free and truck.larder.is_met(needs, truck.stack):
            return page.pick("Let it go")[0].number
    return page.pick("Claim it")[0].number
