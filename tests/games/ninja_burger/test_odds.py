"""The odds shown are exact, and agree with simulated dice."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.bots.policies.ninja_burger.valuation import success
from flattop.games.ninja_burger.skills import WAYS, addends, is_made, success_chance, ways
from flattop.kernel import Chance

from .scenes import NINJA, A, B, do, effective, scene, seen

BOOK = {6: 9, 7: 16, 8: 26, 9: 38, 10: 50, 11: 63, 12: 74, 13: 84, 14: 91, 15: 95, 16: 98, 17: 99.5, 18: 100}
THROWS = 100_000


@pytest.mark.rule("NB-43", "NB-44")
@pytest.mark.parametrize(("skill", "percent"), BOOK.items())
def test_the_chances_of_the_table(skill, percent):
    assert 100 * success_chance(skill) == pytest.approx(percent, abs=0.55)


@given(st.integers(-10, 30))
def test_ways_are_counted_exactly(skill):
    counted = sum(is_made(sum(dice), skill) for dice in product(range(1, 7), repeat=3))
    assert ways(skill) == counted
    assert success_chance(skill) == counted / WAYS


@pytest.fixture(scope="module")
def totals():
    chance = Chance(20)
    found = [0] * 19
    for _ in range(THROWS):
        found[sum(chance.dice(3))] += 1
    return found


@pytest.mark.rule("NB-43", "NB-44", "NB-R24")
@pytest.mark.parametrize("skill", range(2, 19))
def test_a_hundred_thousand_throws_agree_with_the_chance(skill, totals):
    made = sum(count for total, count in enumerate(totals) if count and is_made(total, skill))
    expected = success_chance(skill)
    spread = 4 * (expected * (1 - expected) / THROWS) ** 0.5
    assert made / THROWS == pytest.approx(expected, abs=spread + 1e-12)


CASES = [
    # what makes the case, and the effective skill it leads to
    ({"missions": {A: "front_row_fries"}}, 12),
    ({"missions": {A: "shh"}}, 11),
    ({"missions": {A: "vow_of_silence"}, "items": {A: "grapnel_spork"}}, 15),
    (
        {"missions": {A: "front_row_fries"}, "ninjas": {A: "ayumi_chosho"}, "courses": {A: "course_combat"}},
        12,
    ),
    ({"missions": {A: "fryer_duty"}, "items": {A: "book_of_everything"}}, 14),
    ({"missions": {A: "fryer_duty"}, "ninjas": {A: "granny_rojin"}}, 18),
]


@pytest.mark.slow
@pytest.mark.rule("NB-46", "NB-R22", "NB-43")
@pytest.mark.parametrize(("case", "value"), CASES, ids=range(len(CASES)))
def test_chance_shown_before_a_roll_matches_simulated_rolls(case, value):
    """The rules themselves throw the dice, a hundred thousand times from the same position."""
    t = scene(**case)
    assert effective(t) == value
    shown = seen(t, B)["rolling"]
    assert shown["ways"] == ways(value)
    assert shown["percent"] == round(100 * shown["ways"] / WAYS, 1)
    chance, made = Chance(5), 0
    t.events = None
    roll, stack = t.roll, t.stack[:]
    kept = (t.honor[:], t.path, t.offers)
    for _ in range(THROWS):
        t.chance = chance
        made += roll.throw(t) == roll.judge and roll.judge(t) == roll.made
        roll.failed, roll.dice, t.stack = False, (), stack[:]
        t.honor, t.path, t.offers = kept[0][:], *kept[1:]
    spread = 4 * (success_chance(value) * (1 - success_chance(value)) / THROWS) ** 0.5
    assert made / THROWS == pytest.approx(success_chance(value), abs=spread + 1e-12)


@pytest.mark.rule("NB-R22")
def test_the_addends_add_up_to_the_effective_skill():
    t = scene(
        missions="shh",
        items={A: "hush_slippers formal_pyjamas badge_kevin", B: "headset"},
        courses="course_stealth",
        hands={B: "crisp_packet_floor", A: "deep_breath"},
        ninjas="big_dosun",
    )
    while t.roll is None:
        do(t, next(iter(t.asks)), "pass")
    do(t, B, "play crisp_packet_floor")
    do(t, A, "let_it_happen, play deep_breath")
    shown = seen(t, None)["addends"]
    assert sum(amount for _, _, amount in shown) == effective(t) == seen(t, None)["rolling"]["effective"]
    sources = [source for source, _, _ in shown]
    assert sources[:3] == ["skill", "course", "mission"]
    assert sources.count("item") == 2
    assert "card" in sources
    assert shown[0] == ["skill", NINJA["big_dosun"], 9]
    assert addends(t, t.roll)[0] == ("skill", NINJA["big_dosun"], 9)


@given(st.lists(st.floats(0, 1), max_size=3), st.integers(0, 2))
def test_second_tries_never_hurt(rolls, tries):
    plain, helped = success(rolls, tries), success(rolls, tries + 1)
    assert 0 <= plain <= helped + 1e-9
    assert helped <= 1 + 1e-9


def test_one_second_try_among_two_rolls():
    assert success([0.5, 0.5], 0) == 0.25
    assert success([0.5, 0.5], 1) == pytest.approx(0.25 + 0.5 * 0.25 + 0.5 * 0.5 * 0.5)
