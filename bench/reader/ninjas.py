"""Reader for Ninja Burger: exact odds for missions and rescues, trouble for the leader, few deals."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import product

from bench.reader.page import Option, Page

TOTALS = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))
SKILL = r"([A-Z][A-Za-z ]*?) (\d+)"
CARD, ITEM, DOLLARS, COMPANY = 0.3, 0.6, 150, 0.4

once, also = (), ("look ninja", "look missions", "look items", "look courses", "look rolling")


def chance(skill: int) -> float:
    """Return the probability of a roll with three dice.  3 and 4 always succeed, 17 and 18 never."""
    return sum(ways for total, ways in TOTALS.items() if total <= max(4, min(skill, 16))) / 216


class Dojo:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.honor = {who: int(n) for who, n in page.all(r"(.+): Honor (-?\d+), .*")}
        self.money = page.number(rf"{page.me}: Honor -?\d+, \$(\d+)")
        self.active = page.one(r"(.+) is on a mission\.")

    @cached_property
    def skills(self) -> dict[str, int]:
        """Return the own skills, including courses and items."""
        name = self.page.one(rf"{self.page.me} is (.+)\.")
        line = next(
            (
                line
                for line in self.page.more["look ninja"].splitlines()
                if line.startswith(f"{name}. Skills")
            ),
            "",
        )
        skills = skills_of(line)
        for text in self.own_cards("look courses", "courses"):
            for skill, value in re.findall(r"Raises your ([A-Z][a-z ]+?) to (\d+)", text):
                skills[skill] = max(skills.get(skill, 0), int(value))
        for text in self.own_cards("look items", "items"):
            for amount, skill in re.findall(r"\+(\d) ([A-Z][A-Za-z ]+?)[.,;]", text):
                skills[skill] = skills.get(skill, skills.get("Other Stuff", 9)) + int(amount)
        return skills

    def own_cards(self, command: str, what: str) -> list[str]:
        lines = self.page.more[command].splitlines()
        own = next((line for line in lines if line.startswith(f"{self.page.me}'s {what}: ")), "")
        return [line for line in lines if "in the deck" in line and line.split(", ")[0] in own]

    def skill(self, name: str) -> int:
        return self.skills.get(name, self.skills.get("Other Stuff", 9))

    # -- missions

    def value(self, mission: str, tries: int = 0) -> float:
        """Return the average Honor of a mission, read from its card."""
        rolls = self.rolls(mission)
        odds = success(rolls, tries)
        return odds * worth(part(mission, "Done")) + (1 - odds) * worth(part(mission, "Failed"))

    def rolls(self, mission: str) -> list[float]:
        all_rolls = re.search(r"Every roll counts ([+-]\d)", mission)
        wide = int(all_rolls[1]) if all_rolls else 0
        return [
            max(self.odds(way, wide) for way in ways(roll)) for roll in part(mission, "Rolls").split("); ")
        ]

    def odds(self, way: str, wide: int) -> float:
        match = re.fullmatch(r"(.+?)(?: ([+-]\d+))?", way)
        assert match
        if f"Never fails a {match[1]} roll" in self.own_ninja:
            return 1.0
        return chance(self.skill(match[1]) + int(match[2] or 0) + wide)

    @cached_property
    def own_ninja(self) -> str:
        name = self.page.one(rf"{self.page.me} is (.+)\.")
        return next(
            (
                line
                for line in self.page.more["look ninja"].splitlines()
                if line.startswith(f"{name}. Skills")
            ),
            "",
        )

    def mission_of(self, who: str) -> str:
        name = self.page.one(rf"{who}'s Mission: (.+)\.")
        lines = self.page.more["look missions"].splitlines()
        return next((line for line in lines if name and line.startswith(f"{name}. ")), "")

    # -- rolls

    @property
    def gap(self) -> int:
        """Return by how much the throw failed."""
        match = re.search(r"it needs (-?\d+) or less.*\. The dice show .*, (\d+) in all", self.page.table)
        return int(match[2]) - int(match[1]) if match else 99

    @property
    def rolled(self) -> str:
        return self.page.one(r"is \w+ on (.+?): it needs")


def ways(roll: str) -> list[str]:
    return roll.split(" (")[0].split(" or ")


def skills_of(line: str) -> dict[str, int]:
    said = line.split("Skills: ")[-1].split(". Ability")[0].replace(" and ", ", ")
    return {name: int(n) for name, n in re.findall(SKILL, said)}


def part(mission: str, what: str) -> str:
    match = re.search(rf"{what}: (.+?)\.(?: [A-Z]|$)", mission)
    return match[1] if match else ""


def worth(effects: str) -> float:
    total = sum(int(n) for n in re.findall(r"Honor ([+-]\d+)", effects))
    total += sum(int(n) for n in re.findall(r"dollars ([+-]\d+)", effects)) / DOLLARS
    total += CARD * sum(map(int, re.findall(r"draw (\d)", effects))) - CARD * sum(
        map(int, re.findall(r"discard (\d)", effects))
    )
    return (
        total
        + ITEM * sum(map(int, re.findall(r"take (\d)", effects)))
        - ITEM * sum(map(int, re.findall(r"lose (\d)", effects)))
    )


def success(rolls: list[float], tries: int) -> float:
    if not rolls:
        return 1.0
    made = rolls[0] * success(rolls[1:], tries)
    return made + (1 - rolls[0]) * success(rolls, tries - 1) if tries else made


# -- decisions


def answer(page: Page) -> int:
    dojo = Dojo(page)
    if bought := shopping(page, dojo):
        return bought.number
    for pattern, judge in JUDGES.items():
        if page.pick(pattern):
            return judge(page, dojo).number
    return first(page).number


def first(page: Page) -> Option:
    return next((option for option in page.options if not option.anytime), page.options[0])


def shopping(page: Page, dojo: Dojo) -> Option | None:
    """Return a course that raises a skill, or an item with a lasting effect if money is left."""
    for option in page.pick("Take Training"):
        raised = re.search(r"Raises your (.+?) to (\d+)", option.details)
        if raised and int(raised[2]) > dojo.skill(raised[1]):
            return option
    for option in page.pick("Buy "):
        price, bonus = re.search(r"price \$(\d+)", option.details), re.search(r"\+\d [A-Z]", option.details)
        if price and bonus and ", for good" in option.details and dojo.money - int(price[1]) >= 100:
            return option
    return None


def ninja(page: Page, dojo: Dojo) -> Option:
    def value(option: Option) -> float:
        skills = skills_of(option.details)
        basic = sum(
            chance(skills.get(name, 9))
            for name in ("Combat", "Stealth", "Disguise", "Climbing", "Customer Service")
        )
        return basic + 0.3 * ("two Mission" in option.details) + 0.3 * ("Never fails" in option.details)

    return max(page.pick("Be "), key=value)


def attendance(page: Page, dojo: Dojo) -> Option:
    own = dojo.mission_of(page.me)
    early = dojo.value(own, 1) if own else 1.0
    late = dojo.value(own) + CARD + COMPANY if own else 0.0
    return page.pick("Come to" if late > early else "Stay away")[0]


def keep(page: Page, dojo: Dojo) -> Option:
    return max(
        page.pick("Keep "),
        key=lambda option: dojo.value(option.details) if "Rolls" in option.details else -9.0,
    )


def push(page: Page, dojo: Dojo) -> Option:
    own = dojo.value(dojo.mission_of(page.me)) if dojo.mission_of(page.me) else -1.0

    def gain(option: Option) -> float:
        theirs = dojo.mission_of(option.label.removeprefix("Push the Errand on "))
        return dojo.value(theirs) - own if theirs else 0.0

    best = max(page.pick("Push"), key=gain)
    return best if gain(best) > 0 else page.pick("Keep the Errand")[0]


def skill(page: Page, dojo: Dojo) -> Option:
    """Return the skill with the best odds, as the table states them."""
    roll = page.one(r"Roll (\d) is", "1")

    def throws(option: Option) -> int:
        name = option.label.removeprefix("Roll on ")
        details = rf"Roll {roll} on {name}: -?\d+ or less, made by (\d+) of 216"
        return page.number(details, 10 * dojo.skill(name))

    return max(page.pick("Roll on "), key=throws)


def reply(page: Page, dojo: Dojo) -> Option:
    """Hinder a rival who is ahead, or nearly."""
    passing = page.pick("Pass")[0]
    plays = [option for option in page.pick("Play ") if not option.anytime]
    target = dojo.honor.get(dojo.active, 0)
    if not plays or dojo.active == page.me or target < max(dojo.honor.values()) - 1:
        return passing
    return plays[0]


def before(page: Page, dojo: Dojo) -> Option:
    return page.pick("Roll the dice")[0]


def rescue(page: Page, dojo: Dojo) -> Option:
    """Return a certain rescue, then a free throw, then any other throw."""
    free = page.pick("Throw again: the ")
    sure = [option for option in page.pick("Use |Play |Buy ") if closes(option.details, dojo)]
    if sure and (not free or chance(dojo.skill(dojo.rolled)) < 0.5):
        return sure[0]
    again = free or sure or page.pick("Throw again")
    return again[0] if again else page.pick("Accept")[0]


def closes(details: str, dojo: Dojo) -> bool:
    if re.search(r"succeed|is made|automatic", details, re.IGNORECASE):
        return True
    skill = dojo.rolled
    bonuses = re.findall(rf"\+(\d+) (?:to )?(?:{skill}|any|your|the|this|that)", details)
    return any(int(n) >= dojo.gap for n in bonuses)


def bargain(page: Page, dojo: Dojo) -> Option:
    """Accept what costs nothing."""
    said = page.one(r"makes a deal with \S+?: (gives .+)\.")
    free = re.match(r"gives .+, wants nothing", said) and "swapped" not in said and "money -" not in said
    return page.pick("Agree" if free else "Refuse")[0]


JUDGES = {
    "Be ": ninja,
    "Come to": attendance,
    "Push": push,
    "Keep the Errand": push,
    "Keep ": keep,
    "Agree": bargain,
    "Roll on ": skill,
    "Accept": rescue,
    "Roll the dice": before,
    "Pass": reply,
    "Ready": lambda page, dojo: page.pick("Ready")[0],
    "Drop it": lambda page, dojo: page.pick("Drop it")[0],
    "Draw a Mission": lambda page, dojo: (page.pick("Play ") or page.pick("Draw"))[0],
}
