"""The deck file: the house deck, custom decks, and every error in a deck."""

import random
import re
import tomllib

import pytest

from flattop.games.ninja_burger.deck import load
from flattop.kernel import BadDeck, Chance
from tests.games.decks import changed, custom_deck, house_text, refusal

from .scenes import GAME

TEXT = house_text(load)


def test_every_deck_entry_has_a_source():
    raw = tomllib.loads(TEXT)
    for name in ("ninjas", "missions", "errands", "fortune"):
        assert all(entry["basis"].split()[0] in ("book", "public", "house") for entry in raw[name])


KATANA = 'id = "official_katana"'
STATIC = (
    'op = "skill_bonus", skill = "combat", amount = 2, scope = "in_play", when = ["static"], target = "self"'
)
AYUMI = (
    "skills = { combat = 9, stealth = 13, disguise = 12, climbing = 12, service = 13, "
    "driving = 11, other = 10 }"
)
KIDS = (
    'op = "skill_bonus", skill = "disguise", amount = -3, scope = "roll", '
    'when = ["before_roll"], target = "rival"'
)
TWINS = (
    'op = "reroll", skill = "any", result = "fail", when = ["after_fail"], target = "self", '
    'uses = 1, per = "mission"'
)
HEADSET = (
    'op = "skill_bonus", skill = "any", amount = 1, scope = "roll", when = ["before_roll", '
    '"after_fail"], target = "any_player", uses = 1, per = "mission"'
)
LENT_SWITCH = (
    'op = "substitute_skill", from = "any", to = "basic", when = ["after_fail"], target = "self", '
    'uses = 1, per = "mission"'
)
STRAW = (
    'op = "extra_roll", any = [{ skill = "service", mod = 0 }], at = "end", '
    'on_fail = "fail_mission", when = ["before_reward"], target = "rival"'
)
BLOGGER = 'on_fail = "effects", fail_effects = [{ op = "honor", amount = -1 }]'
COURSE = 'op = "set_skill", skill = "combat", value = 12, when = ["off_mission"]'
TWICE = 'play_if = { window = "after_success", dice = true, not_brilliant = true }'
KIND = 'op = "substitute_skill", from = "combat", to = "service", when = ["before_roll", "after_fail"]'
FINDERS = 'op = "take_item", from = "rival", n = 1, pick = "owner", pay = 0, when = ["rival_fail"]'
FRONT = 'success = [{ op = "honor", amount = 1 }]'


def test_custom_deck_is_played(tmp_path):
    path = changed(
        tmp_path,
        load,
        (AYUMI, AYUMI.replace("combat = 9", "combat = 18, yodelling = 12")),
        ('"cooking", "science"]', '"cooking", "science", "yodelling"]'),
        ('science = "Science"', 'science = "Science"\nyodelling = "Yodelling"'),
        ("pay = 100\n", "pay = 250\n"),
        (STATIC, STATIC.replace("amount = 2", "amount = -4")),
        (STRAW, STRAW.replace('"service", mod = 0', '"yodelling", mod = -9')),
        ("price = 200", "price = 0"),
        (KIND, KIND.replace('from = "combat", to = "service"', 'from = "any", to = "yodelling"')),
        (COURSE, COURSE.replace('"combat", value = 12', '"driving", value = 15')),
        (
            FRONT,
            'success = [{ op = "take_item", from = "discard", n = 3, pick = "taker", '
            'pay = 0 }, { op = "discard", n = 1, pick = "owner" }, { op = "lose_item", '
            'n = 2, pick = "owner" }]',
        ),
    )
    rnd = random.Random(4)
    for seats in (3, 4, 6):
        t = GAME.table(seats, Chance(seats), {"round_limit": 25}, path)
        while not t.over:
            who = rnd.randrange(seats)
            plays = list(t.anytime(who)) if rnd.random() < 0.2 else []
            seat, options = (who, plays) if plays else next(iter(t.asks.items()))
            t.play(seat, rnd.choice(list(options)))
            assert min(t.money) >= 0


BROKEN = [
    # what is changed, into what, and what the error says
    ("[meta]", "[meta", "not TOML"),
    ("[meta]", "[metaa]", "unknown field 'metaa'; did you mean 'meta'?"),
    ("ninjas = 16", "ninjas = 15", r"meta.ninjas: 15, there must be 16"),
    ("format = 1", "format = 2", r"meta.format: 2"),
    ("stuff = 27", "stuff = 26", "27 cards of the kind 'stuff', there must be 26"),
    ("stuff = 27", "staff = 27", "meta.fortune_kinds: 'staff' is none of"),
    ('dice = "3d6"', 'dice = "2d6"', "rules.dice: '2d6'"),
    ("start_honor = 6", "start_honor = 0", "rules.start_honor: 0, it must be from 1 to 9"),
    ("max_players = 6", "max_players = 8", "rules.max_players: 8, there must be 6"),
    ("win_lead = 5", "win_lead = 4", "rules.win_lead: 4, there must be 5; an option"),
    ("start_money = 0", "start_money = 30", "rules.start_money: 30 is not a multiple of 50"),
    ("hand_limit = 5", 'hand_limit = "five"', "rules.hand_limit: 'five' is not a whole number"),
    ('"climbing", "service"]', '"service", "climbing"]', "skills.basic"),
    ('default = "other"', 'default = "rest"', "skills.default: 'rest'"),
    ('"cooking", "science"]', '"cooking", "any"]', "skills.extra: 'any'"),
    ('"cooking", "science"]', '"cooking", "combat"]', "skills.extra: 'combat'"),
    ('"cooking", "science"]', '"cooking", "science", "golf"]', "no label for 'golf'"),
    ('combat = "Combat"', 'combat = "Combat"\nfoo = "Foo"', "skills.labels: 'foo' is none of"),
    ('op = "set_skill"\nargs', 'op = "sit_skill"\nargs', "primitives: they must be skill_bonus"),
    ('id = "static"', 'id = "statik"', "windows: they must be static"),
    ('key = "window"', 'key = "windows"', "conditions: they must be window"),
    (
        'id = "big_dosun"',
        'id = "ayumi_chosho"',
        r"ninjas\[2\].id: 'ayumi_chosho' is used already by ninjas\[0\]",
    ),
    ('id = "big_dosun"', "id = 3", r"ninjas\[2\] 3.id: 3 is not a text"),
    ('name = "Big Dosun"', 'name = " "', r"ninjas\[2\] big_dosun.name: it is empty"),
    (AYUMI, AYUMI.replace("combat = 9, ", ""), r"ninjas\[0\] ayumi_chosho.skills: no 'combat'"),
    (
        AYUMI,
        AYUMI.replace("combat = 9", "combat = 25"),
        r"ayumi_chosho.skills.combat: 25, it must be from 3 to 18",
    ),
    (
        AYUMI,
        AYUMI.replace("driving = 11", "drivin = 11"),
        r"skills: 'drivin' is none of .*did you mean 'driving'",
    ),
    ('basis = "book (name and Combat 9', 'basis = "rumour (name and Combat 9', "basis: 'rumour"),
    (TWINS, TWINS.replace(', uses = 1, per = "mission"', ""), "once per mission"),
    (TWINS, TWINS.replace("uses = 1", "uses = 2"), "uses: 2, it must be from 0 to 1"),
    (TWINS, TWINS.replace("after_fail", "before_roll"), "'reroll' at 'before_roll' cannot stand there"),
    (
        TWINS,
        TWINS.replace('result = "fail"', 'result = "success"'),
        "result: 'success', there must be 'fail'",
    ),
    (TWINS, TWINS + " }, { " + TWINS, "2 of them are used on purpose"),
    (TWINS, TWINS.replace('"any"', '"luck"'), "skill: 'luck' is none of"),
    (TWINS, TWINS.replace("op =", "opp ="), "unknown field 'opp'; did you mean 'op'"),
    (TWINS, TWINS.replace('"reroll"', '"rerol"'), "'rerol' is none of .*did you mean 'reroll'"),
    (TWINS, TWINS + ", amount = 3", "unknown field 'amount' of 'reroll'"),
    (TWINS, TWINS.replace('skill = "any", ', ""), "no 'skill'"),
    (TWINS, TWINS.replace('target = "self"', 'target = "rival"'), "target: 'rival' cannot stand there"),
    (
        TWINS,
        TWINS.replace('["after_fail"]', '["after_fail", "after_fail"]'),
        "'reroll' at 'after_fail' cannot stand",
    ),
    ('what = "free_retry"', 'what = "rain"', "what: 'rain', there must be 'free_retry'"),
    (
        'what = "times", category = "witness"',
        'what = "times", category = "ghost"',
        "category: 'ghost' is none of",
    ),
    ("draw = 2, keep = 1", "draw = 2, keep = 2", "keep: 2, there must be 1"),
    ("draw = 2, keep = 1", "draw = 1, keep = 1", "draw: 1, it must be from 2 to 5"),
    (
        'op = "money", amount = 50, when = ["pay"]',
        'op = "money", amount = 30, when = ["pay"]',
        "30 is not a multiple of 50",
    ),
    (
        '{ skill = "swimming", mod = 3 }',
        '{ skill = "swiming", mod = 3 }',
        r"castaway_combo.steps\[0\].any\[0\].skill: 'swiming'",
    ),
    (
        '{ skill = "swimming", mod = 3 }',
        '{ skill = "driving", mod = 3 }',
        r"castaway_combo.steps\[0\].any: 'driving' occurs twice",
    ),
    ('{ skill = "swimming", mod = 3 }', '{ skill = "swimming", mod = 30 }', r"any\[0\].mod: 30"),
    (
        'steps = [\n  { any = [{ skill = "climbing", mod = 0 }], text = "Forty floors, '
        'no lift" },\n  { any = [{ skill = "service", mod = 1 }], '
        'text = "Keep the napkins out of the wind" },\n]',
        "steps = []",
        r"outside_the_glass.steps: 0",
    ),
    ("mission_mod = -1", "mission_mod = -20", "shh.mission_mod: -20"),
    ("mission_mod = -1", "mission_mod = 0.5", "mission_mod: 0.5 is not a whole number"),
    (FRONT, 'success = [{ op = "cancel", what = "times" }]', "'cancel' at 'no window' cannot stand there"),
    (
        FRONT,
        'success = [{ op = "honor", amount = 1, when = ["pay"] }]',
        "'honor' at 'pay' cannot stand there",
    ),
    (FRONT, 'success = [{ op = "honor", amount = 100 }]', "amount: 100, it must be from -9 to 9"),
    (FRONT, 'success = [{ op = "draw", n = 0 }]', "n: 0"),
    (
        FRONT,
        'success = [{ op = "lose_item", n = 1, pick = "taker" }]',
        "pick: 'taker', there must be 'owner'",
    ),
    (
        FRONT,
        'success = [{ op = "take_item", from = "rival", n = 1, pick = "taker", pay = 0 }]',
        "from: 'rival', there must be 'discard'",
    ),
    (
        FRONT,
        'success = [{ op = "take_item", from = "discard", n = 1, pick = "taker", pay = 50 }]',
        "pay: 50, there must be 0",
    ),
    (FRONT, "success = 3", "success: 3 is not a list"),
    (
        'id = "leash_the_leopard"',
        'id = "castaway_combo"',
        "missions and errands: an id: 'castaway_combo' occurs twice",
    ),
    ("copies = 2", "copies = 3", "73 cards, there must be 72"),
    ("copies = 2", "copies = 0", r"official_katana.copies: 0"),
    ('kind = "stuff"', 'kind = "staff"', r"fortune\[0\] official_katana.kind: 'staff' is none of"),
    (KATANA, KATANA + '\ncategory = "foe"', "category: 'foe'; Interesting Times have one"),
    ("price = 200", "price = 210", "price: 210 is not a multiple of 50"),
    ("price = 200", "price = -50", "price: -50"),
    ('use = "permanent"', 'use = "once"', "such an effect makes the item 'permanent'"),
    ('price = 100\nuse = "once"', 'price = 100\nuse = "permanent"', "such an effect makes the item 'once'"),
    ('price = 100\nuse = "once"\n', "price = 100\n", "Stuff is used once or permanent"),
    ("help_others = true", "help_others = false", "help_others: False does not fit"),
    (STATIC, STATIC.replace("in_play", "roll"), "scope: 'roll', there must be 'in_play'"),
    (STATIC, STATIC.replace("amount = 2", "amount = 12"), "amount: 12"),
    (STATIC, STATIC.replace('["static"]', '["pay"]'), "'skill_bonus' at 'pay' cannot stand there"),
    (STATIC, STATIC.replace('["static"]', '["never"]'), r"when\[0\]: 'never' is none of"),
    (STATIC, STATIC + ', uses = 1, per = "mission"', "copies: an item with uses exists once"),
    ("effects = [\n  { " + STATIC + " },\n]", "effects = []", "official_katana.effects: 0 entries"),
    (HEADSET, HEADSET.replace('"mission"', '"round"'), "uses: 'skill_bonus' cannot be repeated there"),
    (HEADSET, HEADSET + " },\n  { " + HEADSET, "two bonuses for one roll"),
    (HEADSET, HEADSET + " },\n  { " + LENT_SWITCH, "an item that can be lent has no other effect on a roll"),
    (COURSE, COURSE.replace("value = 12", "value = 30"), "value: 30"),
    (COURSE, COURSE.replace('"combat"', '"any"'), "skill: 'any' is none of"),
    (COURSE, COURSE.replace("off_mission", "before_roll"), "'set_skill' at 'before_roll' cannot stand there"),
    (KIDS, KIDS.replace('"rival"', '"self"'), "target: 'self' cannot stand there"),
    (KIDS, KIDS.replace("before_roll", "mission_start"), "scope: 'roll', there must be 'mission'"),
    (KIDS, KIDS + " },\n  { " + KIDS, "two bonuses for one roll"),
    (
        'window = "before_roll", skill = "disguise"',
        'window = "mission_start", skill = "disguise"',
        "is not the window of its effects",
    ),
    (
        'window = "before_roll", skill = "disguise"',
        'window = "before_roll", skill = "hats"',
        "play_if.skill: 'hats'",
    ),
    (
        'window = "before_roll", skill = "disguise"',
        'window = "before_roll", tags_any = ["city"]',
        "tags are looked at",
    ),
    (
        'window = "before_roll", skill = "disguise"',
        'window = "before_roll", dice = true',
        "it is looked at by Interesting Times at 'after_success'",
    ),
    ('category = "witness"\nplay', 'category = "weather"\nplay', "category: 'weather' is none of"),
    (
        'tags_any = ["city"] }',
        'tags_any = ["citty"] }',
        "'citty' is no tag of a mission; did you mean 'city'?",
    ),
    (TWICE, TWICE.replace("dice = true, ", ""), "a forced reroll needs dice and not_brilliant"),
    (STRAW, STRAW.replace('at = "end"', 'at = "start"'), "at: 'start', there must be 'end'"),
    (STRAW, STRAW.replace('"fail_mission"', '"effects"'), "on_fail: 'effects' with 0 effects"),
    (BLOGGER, BLOGGER.replace('"effects"', '"fail_mission"'), "on_fail: 'fail_mission' with 1 effects"),
    (
        BLOGGER,
        BLOGGER.replace('{ op = "honor", amount = -1 }', '{ op = "cancel", what = "times" }'),
        r"fail_effects\[0\]: 'cancel'",
    ),
    (KIND, KIND.replace('to = "service"', 'to = "charm"'), "to: 'charm' is none of"),
    (KIND, KIND.replace('from = "combat"', 'from = "basic"'), "from: 'basic' is none of"),
    (FINDERS, FINDERS.replace('"rival"', '"discard"'), "from: 'discard', there must be 'rival'"),
    ('with = "attending_rival"', 'with = "anybody"', "with: 'anybody', there must be 'attending_rival'"),
    ("errands = false", "errands = true", "errands: True, there must be False"),
    ('op = "cancel", what = "times"', 'op = "cancel", what = "pay"', "what: 'pay', there must be 'times'"),
    (
        FINDERS + ', target = "self" }',
        FINDERS
        + ', target = "self" },\n  { op = "honor", amount = 1, when = ["on_success"], target = "self" }',
        "must stand alone",
    ),
    ('kind = "trick"\n', 'kind = "trick"\nprice = 50\n', "only Stuff has a price"),
    ('kind = "trick"\n', 'kind = "trick"\nhelp_others = true\n', "only Stuff can be lent"),
    (
        'kind = "trick"\n',
        'kind = "trick"\nplay_if = { window = "pay" }\n',
        "is not the window of its effects",
    ),
    ('kind = "trick"\n', 'kind = "trick"\nplay_if = { widow = "pay" }\n', "unknown field 'widow'"),
    ('kind = "trick"\n', 'kind = "trick"\ncost = 3\n', "unknown field 'cost'"),
]


@pytest.mark.parametrize(("old", "new", "error"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_deck_is_named_in_one_line(tmp_path, old, new, error):
    message = refusal(load, changed(tmp_path, load, (old, new)))
    assert re.search(error, message), message


def test_a_deck_without_honor_would_never_end(tmp_path):
    text = re.sub(r'\{ op = "honor", amount = -?\d+ \}', '{ op = "money", amount = 50 }', TEXT)
    assert "no delivery gives or takes Honor" in refusal(load, custom_deck(tmp_path, text))


def loaded(path):
    """Return the deck, or None if it is refused in one line."""
    try:
        return load(path)
    except BadDeck as error:
        return None if "\n" not in str(error) else error


def test_changed_bytes_never_raise_anything_but_a_bad_deck(tmp_path):
    """A corrupted file is refused in one line or can be dealt."""
    rnd = random.Random(11)
    lines = TEXT.splitlines()
    for number in range(60):
        odd = lines[:]
        for _ in range(rnd.randint(1, 2)):
            i = rnd.randrange(len(odd))
            words = odd[i].split(" ")
            rnd.shuffle(words) if rnd.random() < 0.3 else words.pop(rnd.randrange(len(words)))
            odd[i] = " ".join(words)
        pack = loaded(custom_deck(tmp_path, "\n".join(odd)))
        if pack is None:
            continue
        t = GAME.deal(3, Chance(number), GAME.settings(3, {"round_limit": 4}), pack)
        while not t.over:
            seat, options = next(iter(t.asks.items()))
            t.push(seat, list(options)[rnd.randrange(len(options))])
