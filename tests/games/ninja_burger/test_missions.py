"""Every Mission: its rolls, reward and penalty."""

import pytest

from flattop.kernel import VACANT

from .scenes import GAME, MISSION, NINJA, PACK, A, asked, do, effective, offered, scene

# rolls, the modifier on all of them, the reward, the penalty
MISSIONS = """
castaway_combo: swimming+3|driving+2, combat|animals, service+2 @0: H+2 / H-2
periscope_platter: animals|swimming, computers, stealth-1 @0: H+3 $+150 draw1 / H-1
low_orbit_lunch: computers|disguise, climbing-1, service+1 @0: H+3 / H-2
royal_side_door: disguise|stealth-1, climbing|animals+2, service @0: H+2 $+50 / H-2
row_nine_desk_nine: disguise+1, computers+1|stealth @0: $+150 / H-1
summit_special: climbing-2, climbing, combat+1|animals+3 @0: H+3 / H-1
hall_b_line_two: disguise+2, stealth-1|combat @0: H+1 / H-2 $-50
cheat_day: stealth|disguise-1, combat+1 @0: H+1 / H-2
foxhole_rush: stealth, combat|climbing @0: H+1 draw1 / H-1 lose1
outside_the_glass: climbing, service+1 @0: H+1 / H-2
plank_and_patty: swimming+1|climbing, combat|disguise @0: $+200 / H-1 $-100
time_lock_takeout: computers+1|stealth-1, climbing @0: H+1 $+150 / H-2
feeding_time: stealth, animals+1|climbing @0: H+1 / H-1 lose1
box_five_act_three: disguise, stealth @0: H+1 $+50 / H-2
light_meal: swimming+2|driving+2, climbing @0: H+1 / H-2
objection_with_onions: disguise, combat @0: $+200 / H-1 $-50
inside_order: climbing|disguise, stealth-1, combat+2 @0: H+2 / H-2
nap_time_nuggets: stealth+1, service @0: draw2 / H-1
reception_line: disguise, service|cooking+2 @0: $+150 / H-1
mile_twenty_two: climbing|driving+1, combat @0: H+1 / H-2
back_nine_bites: stealth, driving+2|service @0: $+150 / $-100
shh: stealth, service+1 @-1: H+1 draw1 / H-1
front_row_fries: combat, service-1|disguise @0: H+1 / H-2
take_forty: disguise+1, combat @0: $+200 / H-1
previous_occupants: stealth+1|science+3, service+1 @-1: H+1 draw1 / H-1 discard1
shaft_seven: climbing, driving+2|combat @0: H+1 / H-2
midnight_buffet: swimming+2|disguise-1, stealth @0: $+150 / H-1
hold_the_pickles: climbing|computers+1, service @0: H+1 / H-2
terminal_velocity: climbing-1, service @0: H+1 $+100 / H-1
penguins_never_tip: driving+3|animals+2, climbing+1, service+2 @-1: H+2 / H-2
lane_three_hatchback: driving+1|climbing, service+1 @0: $+100 / H-1
diplomatic_pouch: disguise-1, combat|stealth, service+1 @0: H+2 / H-2
volcano_side_door: climbing, combat-1|disguise, service+1 @0: H+1 take1 / H-2
enemy_break_room: disguise, stealth, combat+2 @0: H+2 / H-3
vow_of_silence: climbing+1, combat @0: H+1 / H-2
table_one_move_sixty: stealth-1, disguise @0: H+1 $+100 / H-1
hot_pursuit: driving+1|climbing-1, combat+1 @0: H+1 $+50 / H-2
rack_forty: disguise|stealth-1, computers+2|climbing-1 @0: H+1 / H-2
lane_five_final: swimming+2|disguise, stealth @0: H+1 / H-2
tall_grass_combo: driving+1|animals+1, combat|stealth @0: H+1 / H-2
centre_ring_special: climbing, animals+2|disguise-1 @0: H+1 $+50 / H-2
nil_by_mouth: disguise|science+2, stealth @0: H+1 / H-2
your_old_dojo: stealth-1, combat, service+2 @0: H+2 draw1 / H-1
live_at_six: stealth-1|disguise, service @0: H+1 draw1 / H-2
secret_password: climbing+1, service|other+1 @0: H+1 / H-1 discard1
basket_meal: climbing-1|driving+1, service @0: H+1 / H-2
thirty_portions: service, combat|cooking+1 @0: $+150 draw1 / H-1
nineteen_cats: animals+1|stealth, service @0: $+100 / H-1
exact_change_only: driving+2|disguise, service+1 @0: $+100 / $-100
manager_is_hungry: service, stealth @0: H+2 / H-3
leash_the_leopard: animals+3|combat+1 @0: $+50 / H-1
fryer_duty: cooking+3 @0: draw1 / H-1
dry_cleaning_run: stealth+2|driving+3 @0: $+50 / H-1
drive_thru_speaker: computers+3|climbing+1 @0: $+100 / H-1
burger_suit_saturday: disguise+2, service+2 @0: $+150 / H-1
train_the_new_kid: service+1, combat+2 @0: H+1 / H-1
"""
NINJAS = """
ayumi_chosho: combat 9 stealth 13 disguise 12 climbing 12 service 13 driving 11 other 10
yamori_kabe: combat 11 stealth 12 disguise 11 climbing 12 service 11 animals 11 other 9
big_dosun: combat 15 stealth 9 disguise 11 climbing 12 service 13 animals 12 other 10
kage_usui: combat 11 stealth 15 disguise 13 climbing 12 service 10 other 9
granny_rojin: combat 12 stealth 11 disguise 13 climbing 9 service 13 cooking 15 other 10
the_futago: combat 11 stealth 11 disguise 11 climbing 11 service 10 driving 11 other 9
yotei_san: combat 11 stealth 12 disguise 12 climbing 11 service 12 computers 12 other 10
denki_mausu: combat 9 stealth 12 disguise 11 climbing 11 service 12 computers 15 science 13 other 11
wakame_nami: combat 12 stealth 12 disguise 11 climbing 11 service 13 swimming 15 animals 13 other 10
kenta_makuri: combat 13 stealth 11 disguise 12 climbing 12 service 12 driving 15 other 9
chippu_okane: combat 12 stealth 12 disguise 12 climbing 12 service 12 driving 12 other 9
wasure_mono: combat 12 stealth 13 disguise 12 climbing 12 service 12 swimming 11 other 10
sensei_nemui: combat 14 stealth 13 disguise 12 climbing 12 service 12 science 13 other 10
hanako_dareka: combat 11 stealth 12 disguise 15 climbing 11 service 10 computers 11 other 10
ren_dobutsu: combat 10 stealth 12 disguise 11 climbing 12 service 12 animals 15 swimming 12 other 9
hokori_takai: combat 13 stealth 13 disguise 12 climbing 12 service 12 driving 11 other 9
"""
LINES = MISSIONS.strip().splitlines()
SKILLS = {
    "combat": 12,
    "stealth": 12,
    "disguise": 12,
    "climbing": 12,
    "service": 12,
    "driving": 12,
}  # Chippu Okane
OTHER = 9
STOCK = "toll_troll roadworks dog_smells_beef"


def parts(line):
    name, rest = line.split(": ", 1)
    rolls, rest = rest.split(" @", 1)
    modifier, rest = rest.split(": ", 1)
    reward, penalty = rest.split(" / ")
    return (
        name,
        [roll.split("|") for roll in rolls.split(", ")],
        int(modifier),
        reward.split(),
        penalty.split(),
    )


def alternative(word):
    skill = word.rstrip("+-0123456789")
    return skill, int(word[len(skill) :] or 0)


def attempt(name, rolls):
    return scene(
        ninjas="chippu_okane",
        missions=name,
        rolls=rolls,
        money=500,
        hands=STOCK,
        items="straw_snorkel pocket_bacon",
        discards="second_wind five_star_review headset",
        deck="perfect_moment kill_with_kindness deep_breath",
    )


def throughout(t, name):
    """Play with the first option until the ninja's turn is over."""
    steps = []
    while t.active == A:
        frame, options = type(t.stack[-1]).__name__, offered(t)
        if frame == "SkillRoll" and options[0].startswith("use"):
            steps.append(options)
        do(t, asked(t), "roll" if "roll" in options else "move_on" if "move_on" in options else options[-1])
    return steps


def changes(t, before):
    hand = len(t.hands[A]) - len(before.hands[A])
    return {
        "H": t.honor[A] - before.honor[A],
        "$": t.money[A] - before.money[A],
        "hand": hand,
        "items": len(t.items[A]) - len(before.items[A]),
    }


def expected(words, brilliants=0):
    found = {"H": brilliants, "$": 0, "hand": 0, "items": 0}
    for word in words:
        if word[0] in "H$":
            found[word[0]] += int(word[1:])
        elif word != "nothing":
            sign, key = {
                "draw": (1, "hand"),
                "discard": (-1, "hand"),
                "lose": (-1, "items"),
                "take": (1, "items"),
            }[word[:-1]]
            found[key] += sign * int(word[-1])
    return found


@pytest.mark.rule("NB-40", "NB-42", "NB-45", "NB-R22", "NB-59")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(":")[0])
def test_its_rolls_are_made_on_what_is_printed(line):
    name, rolls, modifier, _, _ = parts(line)
    t = attempt(name, [3] * len(rolls))
    t.items[A] = ()
    for roll in rolls:
        assert [value[:2] for value in t.steps[rolls.index(roll)]] == [
            (skill, SKILLS.get(skill, OTHER) + mod + modifier) for skill, mod in map(alternative, roll)
        ]
        if len(roll) > 1:
            assert offered(t, A) == [f"use {alternative(word)[0]}" for word in roll]
            do(t, A, offered(t, A)[-1])
        skill, mod = alternative(roll[-1])
        assert effective(t) == SKILLS.get(skill, OTHER) + mod + modifier
        do(t, A, "roll")
    assert t.roll is None or t.roll.seat != A


@pytest.mark.rule("NB-54", "NB-59")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(":")[0])
def test_it_pays_what_is_printed(line):
    name, rolls, _, reward, _ = parts(line)
    t = attempt(name, [3] * len(rolls))
    before = t.clone()
    throughout(t, name)
    assert changes(t, before) == expected(reward, brilliants=len(rolls))
    assert t.results[A] == 1


@pytest.mark.rule("NB-55", "NB-41", "NB-59")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(":")[0])
def test_it_costs_what_is_printed(line):
    name, _, _, _, penalty = parts(line)
    t = attempt(name, [18])
    before = t.clone()
    throughout(t, name)
    assert changes(t, before) == expected(penalty)
    assert t.results[A] == 0


def test_every_mission_is_in_the_list():
    assert [parts(line)[0] for line in LINES] == list(MISSION)


@pytest.mark.rule("NB-11", "NB-12", "NB-13")
@pytest.mark.parametrize("line", NINJAS.strip().splitlines(), ids=lambda line: line.split(":")[0])
def test_every_ninja_rolls_on_what_is_printed(line):
    name, numbers = line.split(": ")
    words = numbers.split()
    printed = {skill: int(value) for skill, value in zip(words[::2], words[1::2], strict=True)}
    for skill in PACK.skills.labels:
        t = scene(ninjas=name)
        roll = t.roll
        roll.skill, roll.mod = skill, 0
        assert effective(t) == printed.get(skill, printed["other"])
    assert PACK.ninjas[NINJA[name]].skills == printed


def test_every_ninja_is_in_the_list():
    assert [line.split(":")[0] for line in NINJAS.strip().splitlines()] == list(NINJA)


def test_there_are_two_and_three_rolls_and_three_hard_missions():
    counts = [len(mission.steps) for mission in PACK.deliveries]
    assert (counts.count(2), counts.count(3)) == (39, 11)
    assert sum(mission.mission_mod == -1 for mission in PACK.deliveries) == 3
    assert all(1 <= len(errand.steps) <= 2 for errand in PACK.errands)
    assert GAME.pack(None) is PACK
    assert VACANT < 0
