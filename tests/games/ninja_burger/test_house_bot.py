"""The house bot: fair, fast, and better than random play."""

import pytest

from flattop.bots.policies.ninja_burger.policy import HouseBot
from flattop.kernel import Chance
from flattop.lab.stats import wilson
from flattop.match.observation import Observation
from tests.games.bot_games import bot_game, house_team, house_wins

from .scenes import GAME, MISSION, NINJA, A, B, C, asked, do, new_table, parse_action, passes, scene


def choice(t, seat):
    return HouseBot(Chance(1)).choose(Observation(GAME, t, seat))


@pytest.mark.slow
def test_the_house_wins_far_more_than_its_share_at_four_seats():
    games = 60
    share = house_wins(GAME, 4, range(games)) / games
    assert wilson(share, games)[0] > 1.5 / 4


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_house_plays_at_every_table(seats):
    assert bot_game(GAME, house_team(GAME, seats), seats).winners


def test_the_house_plays_every_option():
    for name, option in GAME.options.items():
        for value in (option.values[0], option.values[-1]):
            assert bot_game(GAME, house_team(GAME, 3), 2, **{name: value}).over


def test_it_picks_the_better_ninja():
    t = new_table(3)
    t.dealt[A] = [NINJA["the_futago"], NINJA["sensei_nemui"], NINJA["ayumi_chosho"]]
    t.ask_afresh()
    assert choice(t, A)[0] == "pick"
    assert choice(t, A) != ("pick", NINJA["ayumi_chosho"])


def test_it_chooses_the_better_skill():
    t = scene(ninjas="big_dosun", missions="foxhole_rush", rolls=5)
    do(t, A, "roll")
    assert choice(t, A) == parse_action("use combat")


def test_it_comes_with_an_errand_if_a_rival_has_less_honor():
    for honor, answer in (([9, 6, 6], "come"), ([3, 6, 6], "stay_away")):
        t = scene("pay", honor=honor, deck="")
        t.missions[A] = [MISSION["fryer_duty"]]
        assert choice(t, A) == parse_action(answer)


def test_it_pushes_an_errand_on_a_good_mission():
    t = scene(
        "errands", honor=[9, 7, 5], missions={A: "fryer_duty", C: "row_nine_desk_nine"}, attending=(A, B, C)
    )
    assert choice(t, A) == parse_action("push 2")


def test_free_tries_come_first_and_then_what_just_closes_the_gap():
    t = scene(
        missions="front_row_fries",
        free=(A,),
        items="throwing_pickles",
        hands="perfect_moment",
        rolls=(15, 15),
    )
    do(t, A, "roll")
    assert choice(t, A) == parse_action("reroll free_try")
    do(t, A, "reroll free_try")
    assert choice(t, A) == parse_action("use_item throwing_pickles")


def test_it_buys_what_saves_the_roll():
    t = scene(missions="outside_the_glass", money=100, hands="helicopter_tickets", rolls=17)
    do(t, A, "roll")
    assert choice(t, A) == parse_action("buy helicopter_tickets")
    do(t, A, "buy helicopter_tickets")
    assert choice(t, A) == parse_action("use_item helicopter_tickets")


def test_it_bargains_for_a_rivals_item():
    t = scene(ninjas="hokori_takai", missions="shh", money=300, items={B: "hush_slippers"}, rolls=13)
    do(t, A, "roll")
    assert choice(t, A) == parse_action("deal 1")
    t.play(A, ("deal", B))
    lines = []
    while asked(t) == A:
        lines.append(choice(t, A))
        t.play(A, lines[-1])
    assert lines[0] == parse_action("want_item hush_slippers")
    assert lines[-1] == ("offer",)
    assert choice(t, B) == ("agree",)


def test_it_sells_to_who_fails_and_refuses_to_give_things_away():
    t = scene(honor=[4, 9, 6], missions="front_row_fries", money=400, items={B: "official_katana"}, rolls=14)
    do(t, A, "roll, ask_help")
    assert choice(t, B) == parse_action("deal 0")
    do(t, B, "deal 0")
    while asked(t) == B and t.stack[-1].at == "draw_up":
        t.play(B, choice(t, B))
    assert asked(t) == A
    assert t.bargain["money"] < 0
    t = scene("discard", items="badge_kevin", money={B: 50})
    t.play(B, ("deal", A))
    do(t, B, "want_item badge_kevin, offer")
    assert choice(t, A) == ("refuse",)


def test_times_are_for_the_leader():
    hands = {B: "guard_black_belt"}
    t = scene(honor=[9, 6, 6], missions="manager_is_hungry", hands={B: "order_changed"})
    while t.roll is None:
        do(t, asked(t), "pass")
    assert choice(t, B) == parse_action("play order_changed")
    t = scene(honor=[2, 6, 9], missions="front_row_fries", hands=hands)
    while t.roll is None:
        do(t, asked(t), "pass")
    assert choice(t, B) == parse_action("pass")


def test_it_uses_an_ability_for_a_better_skill_and_buys_for_the_roll():
    t = scene(ninjas="ren_dobutsu", missions="front_row_fries")
    assert choice(t, A) == parse_action("use_ability")
    t = scene(missions="front_row_fries", hands="official_katana", money=200)
    passes(t)
    assert choice(t, A) == parse_action("buy official_katana")


def test_it_discards_what_is_of_no_use():
    t = scene(
        "discard",
        ninjas="big_dosun",
        hands="course_combat second_wind perfect_moment deep_breath look_twice rival_riders",
    )
    assert choice(t, A) == parse_action("discard course_combat")


@pytest.mark.parametrize(("total", "answer"), [(12, "reroll second_wind"), (8, "stand")])
def test_in_a_duel_it_throws_a_poor_margin_again(total, answer):
    t = scene("discard", 3, honor=[11, 11, 10], active=C, hands={B: "second_wind"}, rolls=(9, total))
    t.sharers = (A, B)
    do(t, C, "finish")
    do(t, A, "roll, stand")
    do(t, B, "roll")
    assert choice(t, B) == parse_action(answer)
