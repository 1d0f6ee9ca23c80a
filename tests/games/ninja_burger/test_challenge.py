"""The Challenge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.ninja_burger import scoring
from flattop.kernel import Illegal

from .scenes import CARD, GAME, A, B, C, D, asked, cut_ins, dice, do, effective, ids, log, offered, scene


def duel(honor=(11, 11, 10, 9), order=None, **more):
    """Return phase 8 with a tie at the top."""
    t = scene(
        "discard", len(honor), honor=honor, active=(order or range(len(honor)))[-1], order=order, **more
    )
    t.sharers = scoring.leaders(t.honor)
    do(t, asked(t), "finish")
    return t


@pytest.mark.rule("NB-E34", "NB-83", "NB-85", "NB-87", "NB-06")
@pytest.mark.parametrize(("last", "winner"), [(7, B), (15, A)])
def test_a_duel_by_margins_with_a_made_throw_thrown_again(last, winner):
    t = duel(
        ninjas={A: "big_dosun", B: "sensei_nemui"},
        items="official_katana",
        hands={B: "second_wind"},
        rolls=(12, 10, last),
    )
    assert t.duellists == (A, B)
    assert t.phase == 8
    assert effective(t) == 17
    do(t, A, "roll")
    assert offered(t, A) == ["stand"]
    do(t, A, "stand")
    assert effective(t) == 14
    do(t, B, "roll")
    assert offered(t, B) == ["reroll second_wind", "stand"]
    do(t, B, "reroll second_wind")
    if last == 15:
        assert offered(t, B) == ["accept_failure"]
        do(t, B, "accept_failure")
    else:
        assert offered(t, B) == ["stand"]
        do(t, B, "stand")
    assert GAME.outcome(t).winners == (winner,)
    assert GAME.outcome(t).reason.endswith("won in The Challenge")


@pytest.mark.rule("NB-E34")
def test_without_the_reroll_the_larger_margin_wins():
    t = duel(ninjas={A: "big_dosun", B: "sensei_nemui"}, items="official_katana", rolls=(12, 10))
    do(t, A, "roll, stand")
    do(t, B, "roll, stand")
    assert t.winners == (A,)
    end = GAME.outcome(t)
    assert (end.points, end.places) == ((11, 11, 10, 9), (1, 2, 3, 4)), "the duel parts what Honor does not"


@pytest.mark.rule("NB-E4", "NB-87", "NB-88")
def test_margins():
    assert scoring.best_duellists((A, B), (1, 4)) == (B,)
    assert scoring.best_duellists((A, B), (0, None)) == (A,), "a failure never beats a success"
    assert scoring.best_duellists((A, B), (0, 1)) == (B,)
    t = duel(ninjas="sensei_nemui", rolls=13)
    assert effective(t) == 14
    do(t, A, "roll, stand")
    assert t.stack[0].at == "crown"
    assert t.stack[1].margins == (1,)
    t = duel(ninjas="sensei_nemui", rolls=10)
    do(t, A, "roll, stand")
    assert t.stack[1].margins == (4,)
    t = duel(ninjas="sensei_nemui", hands="perfect_moment")
    do(t, A, "play perfect_moment")
    assert t.stack[1].margins == (0,)


@pytest.mark.rule("NB-E35", "NB-89", "NB-R49")
def test_all_fail_and_fight_on_then_the_best_do():
    t = duel(
        honor=(11, 11, 11, 9),
        ninjas={A: "chippu_okane", B: "granny_rojin", C: "wakame_nami"},
        rolls=(18, 18, 18, 9, 9, 11, 5, 12),
    )
    for seat in (A, B, C):
        do(t, seat, "roll, accept_failure")
    assert t.duellists == (A, B, C)
    for seat in (A, B, C):
        do(t, seat, "roll, stand")
    assert t.duellists == (A, B)
    do(t, A, "roll, stand")
    do(t, B, "roll, stand")
    assert t.winners == (A,)


@given(st.lists(st.one_of(st.none(), st.integers(-3, 15)), min_size=2, max_size=6))
def test_the_best_are_never_empty_and_all_alike(margins):
    best = scoring.best_duellists(range(len(margins)), margins)
    assert best
    assert len({margins[seat] for seat in best}) == 1
    if any(margin is not None for margin in margins):
        assert margins[best[0]] == max(margin for margin in margins if margin is not None)


@pytest.mark.rule("NB-R48", "NB-86", "NB-R41")
def test_duellists_roll_in_phase_order_and_nobody_touches_anothers_roll():
    t = duel(
        order=(1, 2, 3, 0),
        hands={C: "guard_black_belt headset"},
        items={C: "throwing_pickles"},
        money={C: 500, B: 200, A: 500},
    )
    assert t.duellists == (B, A)
    assert offered(t) == ["roll"]
    assert asked(t) == B
    for seat in (A, C, D):
        assert seat not in t.asks
        assert cut_ins(t, seat) == []
    dice(t, 18)
    do(t, B, "roll")
    assert offered(t, B) == ["accept_failure"], "no help, no free try"
    with pytest.raises(Illegal) as refused:
        do(t, C, "lend throwing_pickles")
    assert refused.value.rule == "NB-R41"


@pytest.mark.rule("NB-R48", "NB-84", "NB-R41", "NB-83")
def test_a_duellist_buys_uses_and_substitutes_for_himself():
    t = duel(
        ninjas="ren_dobutsu",
        hands="official_katana meant_to_do_that course_combat",
        items="throwing_pickles second_cookie",
        money=200,
        rolls=(16, 16, 12),
    )
    assert cut_ins(t, A) == ["buy official_katana"]
    do(t, A, "buy official_katana, use_item throwing_pickles")
    assert effective(t) == 10 + 2 + 4
    assert "use_ability" in offered(t, A)
    do(t, A, "use_ability")
    assert t.roll.skill == "animals"
    assert effective(t) == 15, "what was tied to Combat is gone"
    do(t, A, "roll")
    assert offered(t, A) == ["reroll second_cookie", "play meant_to_do_that", "accept_failure"]
    do(t, A, "reroll second_cookie, play meant_to_do_that, substitute stealth")
    assert t.failing
    assert effective(t) == 12


@pytest.mark.rule("NB-R48")
def test_after_a_made_throw_is_thrown_again_other_rescues_stay_open():
    t = duel(ninjas="the_futago", hands="second_wind deep_breath", items="second_cookie", rolls=(8, 13))
    do(t, A, "roll, reroll ability")
    assert t.failing
    assert offered(t, A) == ["play deep_breath", "accept_failure"]
    do(t, A, "play deep_breath")
    assert offered(t, A) == ["stand"]


@pytest.mark.rule("NB-R49", "NB-R30", "NB-R24")
def test_the_challenge_is_one_mission_and_honor_no_longer_changes():
    t = duel(ninjas={A: "the_futago", B: "chippu_okane"}, rolls=(18, 18, 18, 18, 4, 18))
    do(t, A, "roll, reroll ability, accept_failure")
    do(t, B, "roll, accept_failure")
    assert t.tired == (A,)
    do(t, A, "roll")
    assert offered(t, A) == ["accept_failure"], "what is spent stays spent"
    do(t, A, "accept_failure")
    do(t, B, "roll")
    assert log(t, "brilliant") == [(B,)]
    do(t, B, "stand")
    assert t.honor == [11, 11, 10, 9]
    assert t.winners == (B,)


@pytest.mark.rule("NB-88", "NB-R48")
def test_an_automatic_success_ends_the_roll_there_and_then():
    t = duel(ninjas="yamori_kabe", hands="meant_to_do_that")
    do(t, A, "play meant_to_do_that, substitute climbing, roll")
    assert asked(t) == B
    assert log(t, "made") == [(A, 0)]


@pytest.mark.rule("NB-R29", "NB-R41")
def test_no_courses_in_the_challenge():
    t = duel(hands="course_combat")
    assert cut_ins(t, A) == []
    assert ids(t.hands[A]) == ["course_combat"]
    assert CARD["course_combat"] in t.hands[A]


@pytest.mark.rule("NB-13", "NB-R20", "NB-88")
def test_a_failed_throw_of_a_duel_that_becomes_a_climb_is_made_by_0():
    t = duel(ninjas={A: "yamori_kabe", B: "big_dosun"}, hands="meant_to_do_that", rolls=(18, 18))
    do(t, A, "roll, play meant_to_do_that, substitute climbing")
    do(t, B, "roll, accept_failure")
    assert t.winners == (A,), "made by 0 beats a failure"
