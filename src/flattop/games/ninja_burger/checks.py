"""What a deck file must say so that nothing in play can break."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flattop.games.ninja_burger import check_effects
from flattop.games.ninja_burger.bounds import between, check_alternatives, dollars, known_skills, one_of
from flattop.games.ninja_burger.schema import (
    ARGUMENTS,
    BASIC,
    CATEGORIES,
    CONDITIONS,
    KINDS,
    LISTS,
    OTHER,
    TABLES,
    WINDOWS,
    Fortune,
    Meta,
    Mission,
    Ninja,
)
from flattop.kernel import BadDeck, nearest
from flattop.kernel.data import expect

if TYPE_CHECKING:
    from flattop.games.ninja_burger.cards import Pack

PRINTED = {"format": 1, "ninjas": 16, "missions": 56, "deliveries": 50, "errands": 6, "fortune": 72}  # NB-01
BOUNDS = {  # the numbers of the rule book; most of them are what the rules and the options rest on
    "min_players": (3, 3), "max_players": (6, 6), "start_honor": (1, 9), "start_money": (0, 1000),
    "start_hand": (0, 6), "ninjas_dealt": (3, 3), "ninjas_dealt_six_players": (2, 2), "pay": (0, 1000),
    "pay_bonus_top_honor": (0, 1000), "fortune_per_pay": (0, 3), "fortune_per_meeting": (0, 3),
    "hand_limit": (1, 12), "money_unit": (50, 50), "win_lead": (5, 5), "win_total_per_player": (10, 10),
    "lose_total_per_player": (4, 4), "low_total_first_round": (3, 3), "brilliant_max": (4, 4),
    "replacement_ninja_cards": (1, 1),
}  # fmt: skip
INSTEAD = {"win_lead": "length", "win_total_per_player": "length", "replacement_ninja_cards": "itself"}
MONEY = ("start_money", "pay", "pay_bonus_top_honor")
NAMED = {"primitives": tuple(ARGUMENTS), "windows": WINDOWS, "conditions": CONDITIONS}


def check_file(raw: dict[str, Any], file: str) -> None:
    """No entry is unknown, every effect has the arguments of its primitive, and what is named is known."""
    known = {*LISTS, *TABLES}
    for name in raw:
        if name not in known:
            raise BadDeck(f"{file}: unknown entry {name!r}{nearest(name, known)}")
    for name, (_, key) in LISTS.items():
        for i, entry in enumerate(raw[name] if isinstance(raw.get(name), list) else ()):
            if isinstance(entry, dict) and not isinstance(entry.get(key, ""), str):
                raise BadDeck(f"{file}: {name}[{i}].{key}: {entry[key]!r} is not a text")
    for name, words in NAMED.items():
        found = [entry.get(LISTS[name][1]) for entry in raw.get(name, ()) if isinstance(entry, dict)]
        if found != list(words):
            raise BadDeck(f"{file}: {name}: they must be {', '.join(words)}, in this order")
    check_effects.check_arguments(raw, file)


def check_pack(pack: Pack, meta: Meta, file: str) -> None:
    """Totals, references and bounds of everything in the deck."""
    _check_counts(pack, meta, file)
    _check_numbers(pack, file)
    _check_skills(pack, file)
    for i, ninja in enumerate(pack.ninjas):
        _check_ninja(ninja, pack, f"{file}: ninjas[{i}] {ninja.id}")
    for name, missions in (("missions", pack.deliveries), ("errands", pack.errands)):
        for i, mission in enumerate(missions):
            _check_mission(mission, pack, f"{file}: {name}[{i}] {mission.id}")
    _check_honor(pack, file)
    for i, card in enumerate(pack.fortune):
        _check_card(card, pack, f"{file}: fortune[{i}] {card.id}")


def _check_counts(pack: Pack, meta: Meta, file: str) -> None:
    for name, printed in PRINTED.items():
        expect(getattr(meta, name), printed, name, f"{file}: meta.{name}")
    expect(len(pack.ninjas), meta.ninjas, "ninjas", f"{file}: ninjas")
    expect(len(pack.deliveries), meta.deliveries, "deliveries", f"{file}: missions")
    expect(len(pack.errands), meta.errands, "errands", f"{file}: errands")
    for i, card in enumerate(pack.fortune):
        between(card.copies, 1, meta.fortune, f"{file}: fortune[{i}] {card.id}.copies")
    expect(sum(card.copies for card in pack.fortune), meta.fortune, "cards", f"{file}: fortune")
    for kind, count in meta.fortune_kinds.items():
        one_of(kind, KINDS, f"{file}: meta.fortune_kinds")
        found = sum(card.copies for card in pack.fortune if card.kind == kind)
        expect(found, count, f"cards of the kind {kind!r}", f"{file}: fortune")
    ids = [mission.id for mission in pack.missions]
    for i, errand in enumerate(pack.errands):
        if ids.count(errand.id) > 1:
            raise BadDeck(f"{file}: errands[{i}] {errand.id}: id is used already by a mission")


def _check_numbers(pack: Pack, file: str) -> None:
    for name, (low, high) in BOUNDS.items():
        value = getattr(pack.rules, name)
        if not low <= value <= high and name in INSTEAD:
            raise BadDeck(f"{file}: rules.{name}: {value}, there must be {low}; an option changes it")
        between(value, low, high, f"{file}: rules.{name}")
    for name in MONEY:
        dollars(getattr(pack.rules, name), 0, f"{file}: rules.{name}")
    if pack.rules.dice != "3d6":
        raise BadDeck(f"{file}: rules.dice: {pack.rules.dice!r}, there must be '3d6'")


def _check_skills(pack: Pack, file: str) -> None:
    skills = pack.skills
    if skills.basic != BASIC:
        raise BadDeck(f"{file}: skills.basic: {list(skills.basic)}, there must be {list(BASIC)}")
    if skills.default != OTHER:
        raise BadDeck(f"{file}: skills.default: {skills.default!r}, there must be {OTHER!r}")
    known = known_skills(pack)
    for word in known:
        if known.count(word) > 1 or word in ("any", "basic", ""):
            raise BadDeck(f"{file}: skills.extra: {word!r} cannot be the name of a further skill")
        if not skills.labels.get(word, "").strip():
            raise BadDeck(f"{file}: skills.labels: no label for {word!r}")
    for word in skills.labels:
        one_of(word, known, f"{file}: skills.labels")


def _check_words(entry: Any, words: Iterable[str], where: str) -> None:
    for word in words:
        if not getattr(entry, word).strip():
            raise BadDeck(f"{where}.{word}: it is empty")
    if entry.basis.partition(" ")[0] not in ("book", "public", "house"):
        raise BadDeck(f"{where}.basis: {entry.basis!r} begins with none of book, public, house")


def _check_ninja(ninja: Ninja, pack: Pack, where: str) -> None:
    _check_words(ninja, ("id", "name"), where)
    for skill in (*BASIC, OTHER):
        if skill not in ninja.skills:
            raise BadDeck(f"{where}.skills: no {skill!r}")
    for skill, rating in ninja.skills.items():
        one_of(skill, known_skills(pack), f"{where}.skills")
        between(rating, 3, 18, f"{where}.skills.{skill}")
    for j, effect in enumerate(ninja.abilities):
        check_effects.check("ability", effect, pack, f"{where}.abilities[{j}]")
    used = [e for e in ninja.abilities if e.op in ("reroll", "substitute_skill")]
    if len(used) > 1:
        raise BadDeck(f"{where}.abilities: {len(used)} of them are used on purpose, there may be one")


def _check_mission(mission: Mission, pack: Pack, where: str) -> None:
    _check_words(mission, ("id", "name"), where)
    between(mission.mission_mod, -9, 9, f"{where}.mission_mod")
    between(len(mission.steps), 1, 5, f"{where}.steps")
    for j, step in enumerate(mission.steps):
        check_alternatives(step.any, pack, f"{where}.steps[{j}]")
    for name in ("success", "failure"):
        for j, effect in enumerate(getattr(mission, name)):
            check_effects.check("mission", effect, pack, f"{where}.{name}[{j}]")


def _check_honor(pack: Pack, file: str) -> None:
    """Without Honor to win or lose no game would end."""
    if not any(e.op == "honor" for m in pack.deliveries for e in (*m.success, *m.failure)):
        raise BadDeck(f"{file}: missions: no delivery gives or takes Honor")


def _check_card(card: Fortune, pack: Pack, where: str) -> None:
    _check_words(card, ("id", "name"), where)
    if not card.effects:
        raise BadDeck(f"{where}.effects: there is none")
    for j, effect in enumerate(card.effects):
        check_effects.check(card.kind, effect, pack, f"{where}.effects[{j}]")
    dollars(card.price, 0, f"{where}.price")
    if (card.kind == "stuff") != bool(card.use):
        raise BadDeck(f"{where}.use: {card.use!r}; Stuff is used once or permanent, other cards have no use")
    if card.kind != "stuff" and card.price:
        raise BadDeck(f"{where}.price: only Stuff has a price")
    if card.kind == "times":
        one_of(card.category, CATEGORIES, f"{where}.category")
    elif card.category:
        raise BadDeck(f"{where}.category: only Interesting Times have one")
    check_effects.check_together(card, pack, where)
