"""Phases 2 to 4: Missions, attendance, Errands, talk."""

import pytest

from flattop.games.ninja_burger.meeting import Talk
from flattop.kernel import HIDDEN
from flattop.match import Match, snapshot
from flattop.terminal.seats import Player
from flattop.terminal.session import Session

from .scenes import (
    CARD,
    ERRAND,
    GAME,
    MISSION,
    PACK,
    A,
    B,
    C,
    D,
    asked,
    cut_ins,
    do,
    ids,
    log,
    mission_of,
    offered,
    scene,
    seen,
)


def attend(t, *came):
    """Let every seat answer, in any order."""
    for seat in reversed(range(t.seats)):
        do(t, seat, "come" if seat in came else "stay_away")


@pytest.mark.rule("NB-22", "NB-78")
def test_everybody_draws_one_mission_that_nobody_else_sees():
    t = fresh_draw(honor=[6, 9, 6])
    assert [len(cards) for cards in t.missions] == [1, 1, 1]
    assert [nouns[0] for nouns in log(t, "drew_mission")] == [1, 2, 0]
    for seat in range(3):
        for other in range(3):
            shown = seen(t, seat)["missions"][other]
            assert shown == (t.missions[other] if seat == other else [HIDDEN])


DECK = "second_wind second_wind deep_breath roadworks toll_troll headset"


def fresh_draw(honor=(9, 6, 6), deck="", **more):
    """Return phase 2, or the attendance question if no seat can be asked before it."""
    return scene("pay", len(honor), honor=honor, deck=deck, round=1, **more)


@pytest.mark.rule("NB-23", "NB-24", "NB-R12")
def test_attendance_is_secret_until_all_have_answered():
    t = fresh_draw()
    assert set(t.asks) == {A, B, C}
    do(t, A, "come")
    do(t, C, "stay_away")
    assert t.attending == ()
    assert seen(t, B)["attending"] == []
    assert set(t.asks) == {B}
    do(t, B, "come")
    assert t.attending == (A, B)
    assert seen(t, C)["missions"][A] == t.missions[A]
    assert seen(t, A)["missions"][C] == [HIDDEN]


@pytest.mark.rule("NB-25", "NB-E14", "NB-29")
def test_attending_seats_draw_a_card_and_absent_ones_get_a_second_try():
    t = fresh_draw((9, 6, 6, 6), discards="first_look", deck=DECK)
    attend(t, A, C)
    assert [len(hand) for hand in t.hands] == [2, 1, 2, 1]
    assert t.free_tries == (B, D)


@pytest.mark.rule("NB-E13", "NB-30", "NB-R13")
def test_one_who_comes_alone_gets_both():
    t = fresh_draw((9, 6, 6, 6), discards="first_look", deck=DECK)
    t.missions[B] = [MISSION[ERRAND]]
    attend(t, B)
    assert [len(hand) for hand in t.hands] == [1, 2, 1, 1]
    assert t.free_tries == (A, B, C, D)
    assert mission_of(t, B) == ERRAND
    assert t.phase == 5


@pytest.mark.rule("NB-R12")
def test_if_nobody_comes_all_have_a_second_try_and_phase_four_is_left_out():
    t = fresh_draw()
    attend(t)
    assert t.free_tries == (A, B, C)
    assert t.phase == 5
    assert (4,) not in log(t, "phase")


@pytest.mark.rule("NB-R18", "NB-13")
def test_a_sleepy_sensei_never_has_the_second_try():
    t = fresh_draw(ninjas="sensei_nemui")
    attend(t)
    assert t.free_tries == (B, C)
    t = fresh_draw(ninjas="sensei_nemui")
    attend(t, A)
    assert t.free_tries == (B, C)


@pytest.mark.rule("NB-64", "NB-R17", "NB-13")
def test_two_missions_are_drawn_and_one_is_kept():
    t = fresh_draw(ninjas="yotei_san")
    assert len(offered(t, A)) == 2
    unwanted = t.missions[A][1]
    do(t, A, offered(t, A)[0])
    assert len(t.missions[A]) == 1
    assert t.mission_discards == (unwanted,)
    assert log(t, "unwanted") == [(A, unwanted)]


@pytest.mark.rule("NB-64", "NB-R17", "NB-66")
def test_first_look_draws_two_and_an_errand_may_be_kept():
    t = fresh_draw(hands="first_look")
    assert offered(t, A) == ["play first_look", "draw"]
    errand = MISSION[ERRAND]
    for pile in (t.mission_deck, *t.missions):
        if errand in pile:
            pile.remove(errand)
    t.mission_deck.append(errand)
    do(t, A, "play first_look")
    assert f"keep {ERRAND}" in offered(t, A)
    do(t, A, f"keep {ERRAND}")
    assert mission_of(t, A) == ERRAND
    assert ids(t.discards) == ["first_look"]


@pytest.mark.rule("NB-R17")
def test_two_ways_to_draw_two_do_not_add_up():
    t = fresh_draw(ninjas="yotei_san", hands="first_look")
    assert all(line.startswith("keep") for line in offered(t, A))
    assert len(t.missions[A]) == 2


@pytest.mark.rule("NB-E15", "NB-62", "NB-27", "NB-R15")
def test_an_errand_goes_to_one_of_the_lowest():
    t = scene("errands", 4, honor=[9, 7, 5, 5], missions=ERRAND, attending=(A, B, C, D))
    assert offered(t, A) == ["push 2", "push 3", "keep_errand"]
    theirs = mission_of(t, D)
    do(t, A, "push 3")
    assert mission_of(t, A) == theirs
    assert mission_of(t, D) == ERRAND
    assert type(t.stack[-1]).__name__ == "Talk"


@pytest.mark.rule("NB-E16", "NB-63", "NB-R14", "NB-19")
def test_two_holders_throw_for_who_decides_first():
    t = scene(
        "errands",
        honor=[8, 8, 5],
        missions={A: ERRAND, B: "dry_cleaning_run"},
        attending=(A, B, C),
        rolls=(7, 12),
    )
    assert asked(t) == B
    assert t.throws == ((A, 7), (B, 12))
    do(t, B, "push 2")
    assert mission_of(t, C) == "dry_cleaning_run"
    assert mission_of(t, A) == ERRAND
    assert type(t.stack[-1]).__name__ == "Talk"


@pytest.mark.rule("NB-61")
def test_the_lowest_present_must_keep_an_errand():
    t = scene("errands", honor=[5, 5, 9], missions=ERRAND, attending=(A, B, C))
    assert type(t.stack[-1]).__name__ == "Talk"
    assert mission_of(t, A) == ERRAND


@pytest.mark.rule("NB-R14")
def test_nobody_is_asked_twice_and_a_pushed_errand_is_not_pushed_again():
    t = scene(
        "errands", 4, honor=[9, 7, 5, 3], missions={A: ERRAND, C: "dry_cleaning_run"}, attending=(A, B, C, D)
    )
    do(t, A, "keep_errand")
    assert asked(t) == C
    do(t, C, "push 3")
    assert type(t.stack[-1]).__name__ == "Talk"
    t = scene("errands", 4, honor=[9, 7, 5, 6], missions=ERRAND, attending=(A, B, D))
    do(t, A, "push 3")
    assert type(t.stack[-1]).__name__ == "Talk", "the new holder has more Honor than nobody present"
    t = scene(
        "errands", 4, honor=[9, 7, 6, 5], missions={A: ERRAND, D: "dry_cleaning_run"}, attending=(A, B, C, D)
    )
    do(t, A, "push 2")
    assert type(t.stack[-1]).__name__ == "Talk"


@pytest.mark.rule("NB-R15")
def test_if_the_lowest_has_an_errand_the_next_lowest_is_the_target():
    t = scene(
        "errands", 4, honor=[9, 7, 6, 5], missions={A: ERRAND, D: "dry_cleaning_run"}, attending=(A, B, C, D)
    )
    assert offered(t, A) == ["push 2", "keep_errand"]


@pytest.mark.rule("NB-R15")
def test_by_option_an_errand_may_go_to_equal_honor():
    setting = {"honor": [7, 7, 5], "missions": {A: ERRAND, C: "dry_cleaning_run"}, "attending": (A, B, C)}
    t = scene("errands", **setting, errand_target="lower")
    assert type(t.stack[-1]).__name__ == "Talk"
    t = scene("errands", **setting, errand_target="any")
    assert offered(t, A) == ["push 1", "keep_errand"]
    t = scene("errands", honor=[5, 7, 5], missions=ERRAND, attending=(A, B, C), errand_target="any")
    assert type(t.stack[-1]).__name__ == "Talk", "the lowest must still keep it"


@pytest.mark.rule("NB-R13", "NB-28")
def test_the_meeting_goes_cards_errands_talk_and_leaves_one_mission_each():
    t = scene("meeting", honor=[9, 5, 6], missions=ERRAND, attending=(A, B, C))
    assert [len(hand) for hand in t.hands] == [1, 1, 1]
    assert asked(t) == A
    do(t, A, "push 1")
    for seat in (A, B, C):
        do(t, seat, "ready")
    assert [len(cards) for cards in t.missions] == [1, 1, 1]
    assert t.phase == 5


@pytest.mark.rule("NB-R44", "NB-E18", "NB-26")
def test_missions_money_and_an_item_change_hands_at_once():
    t = scene("talk", attending=(A, B), money=150, items="grapnel_spork")
    mine, theirs = mission_of(t, A), mission_of(t, B)
    do(t, B, "ready")
    t.play(A, ("deal", B))
    do(t, A, "swap_missions, put_money 100, put_item grapnel_spork, offer")
    do(t, B, "agree")
    assert (mission_of(t, A), mission_of(t, B)) == (theirs, mine)
    assert (t.money, t.items[B]) == ([50, 100, 0], (CARD["grapnel_spork"],))
    assert B in t.asks, "whose Mission changed is asked again"
    t.play(A, ("deal", C))
    assert "swap_missions" not in offered(t, A), "who stayed away cannot swap"


@pytest.mark.rule("NB-R44")
def test_the_talk_goes_round_and_ends_when_all_are_ready():
    t = scene("talk", 4, order=(2, 3, 0, 1), attending=(A, C, D))
    assert list(t.asks) == [C, D, A]
    t.play(C, ("deal", D))
    do(t, C, "drop")
    assert list(t.asks) == [D, A, C], "one decision each, round and round"
    do(t, D, "ready")
    assert list(t.asks) == [A, C]
    do(t, C, "ready")
    do(t, A, "ready")
    assert t.phase == 5


@pytest.mark.rule("NB-R44")
def test_bots_among_themselves_speak_in_the_order_of_the_talk():
    match = Match(GAME, list("wxyz"), 7)
    session = Session(match, [Player(name, "random") for name in match.people])
    talks = crossed = 0
    while not match.over and talks < 60:
        seat, top = session.bot_to_move, match.table.stack[-1]
        if isinstance(top, Talk) and top.at == "speak":
            speakers = top.speakers(match.table)
            assert (seat, snapshot(match, None)["waiting"]) == (speakers[0], speakers)
            talks, crossed = talks + 1, crossed + (speakers != sorted(speakers))
        session.play_bot_move(session.choose_bot_move(seat))
    assert crossed > 5, "phase order is not the order of the seats"


@pytest.mark.rule("NB-E17", "NB-R16", "NB-61")
def test_the_lowest_cannot_deal_an_errand_away_but_another_may():
    t = scene(
        "talk",
        honor=[8, 7, 5],
        missions={C: ERRAND, A: "dry_cleaning_run"},
        attending=(A, B, C),
        money={B: 100},
    )
    t.play(B, ("deal", C))
    assert "swap_missions" not in offered(t, B)
    do(t, B, "drop")
    t.play(A, ("deal", B))
    assert "swap_missions" in offered(t, A)


@pytest.mark.rule("NB-R16")
def test_an_errand_got_in_a_deal_is_not_pushed_on():
    t = scene("talk", honor=[8, 7, 5], missions=ERRAND, attending=(A, B, C))
    t.play(A, ("deal", B))
    do(t, A, "swap_missions, offer")
    do(t, B, "agree")
    assert mission_of(t, B) == ERRAND
    for seat in (A, B, C):
        assert not [line for line in offered(t, seat) if line.startswith("push")]


@pytest.mark.rule("NB-R16")
def test_by_option_errands_are_no_part_of_deals():
    for option, found in (("yes", True), ("no", False)):
        t = scene("talk", honor=[8, 7, 5], missions=ERRAND, attending=(A, B, C), errand_deals=option)
        t.play(A, ("deal", B))
        assert ("swap_missions" in offered(t, A)) is found


@pytest.mark.rule("NB-R39", "NB-R44")
def test_a_revised_rota_swaps_deliveries_without_consent():
    t = scene("talk", 4, missions={D: ERRAND}, attending=(A, B, C, D), hands="rota_revision")
    mine, theirs = mission_of(t, A), mission_of(t, C)
    do(t, C, "ready")
    do(t, A, "play rota_revision")
    assert offered(t, A) == ["swap_with 1", "swap_with 2"]
    do(t, A, "swap_with 2")
    assert (mission_of(t, A), mission_of(t, C)) == (theirs, mine)
    assert C in t.asks
    assert ids(t.discards) == ["rota_revision"]


@pytest.mark.rule("NB-R39")
def test_a_rota_needs_two_deliveries():
    t = scene("talk", missions=ERRAND, attending=(A, B, C), hands="rota_revision")
    assert offered(t, A) == ["ready"]
    t = scene("talk", missions={B: ERRAND}, attending=(A, B), hands="rota_revision")
    assert offered(t, A) == ["ready"]


@pytest.mark.rule("NB-79", "NB-R44")
def test_missions_are_swapped_at_the_talk_alone():
    t = scene("errands", honor=[9, 5, 6], missions=ERRAND, attending=(A, B, C))
    t.play(B, ("deal", C))
    assert "swap_missions" not in offered(t, B)
    t = scene("mission", attending=(A, B, C))
    t.play(B, ("deal", C))
    assert "swap_missions" not in offered(t, B)


@pytest.mark.rule("NB-60")
def test_with_an_errand_one_may_stay_away():
    t = fresh_draw()
    t.missions[A] = [MISSION[ERRAND]]
    assert offered(t, A) == ["come", "stay_away"]
    attend(t, B, C)
    assert A in t.free_tries
    assert mission_of(t, A) == ERRAND


@pytest.mark.rule("NB-59")
def test_six_missions_are_errands():
    errands = [PACK.missions[i].id for i in range(len(PACK.missions)) if PACK.is_errand(i)]
    assert len(errands) == 6
    assert errands == [errand.id for errand in PACK.errands]


def test_in_the_talk_everybody_may_also_buy_and_study():
    t = scene("talk", attending=(A, B), hands={C: "badge_kevin course_combat"}, money={C: 200})
    assert "buy badge_kevin" in cut_ins(t, C)
    assert "study course_combat" in cut_ins(t, C)
