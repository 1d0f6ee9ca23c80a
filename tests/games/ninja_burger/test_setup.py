"""Starting the game."""

from collections import Counter

import pytest

from flattop.kernel import HIDDEN, VACANT, BadOption

from .scenes import GAME, NINJA, PACK, A, do, ids, log, new_table, offered, seen, started, total_cards


@pytest.mark.rule("NB-01")
def test_three_decks_as_counted_on_the_box():
    t = started(4)
    assert len(PACK.ninjas) == 16
    assert (len(PACK.deliveries), len(PACK.errands)) == (50, 6)
    assert sum(total_cards(t).values()) == 72
    assert total_cards(t) == Counter(PACK.cards)
    assert len(t.mission_deck) + sum(map(len, t.missions)) + len(t.mission_discards) == 56


@pytest.mark.rule("NB-02")
def test_money_comes_in_units_and_the_bank_never_runs_dry():
    assert PACK.rules.money_unit == 50
    assert all(price % 50 == 0 for price in PACK.price)
    t = started()
    t.gain_money(A, 1_000_000)
    t.gain_honor(A, 500)
    assert t.money[A] >= 1_000_000
    assert t.honor[A] == 506


@pytest.mark.rule("NB-07")
def test_the_decks_are_shuffled_apart_and_have_discards_of_their_own():
    tables = [new_table(3, decks=[range(16), range(56), PACK.cards]) for _ in range(2)]
    assert tables[0].mission_deck == list(range(56))
    from flattop.kernel import Chance

    orders = {tuple(GAME.table(3, Chance(seed)).deck) for seed in range(5)}
    assert len(orders) == 5
    t = GAME.table(3, Chance(1))
    assert (t.ninja_discards, t.mission_discards, t.discards) == ((), (), ())


@pytest.mark.rule("NB-08")
@pytest.mark.parametrize(("seats", "dealt"), [(3, 3), (4, 3), (5, 3), (6, 2)])
def test_three_ninjas_to_choose_from_or_two_with_six_seats(seats, dealt):
    t = new_table(seats)
    for seat in range(seats):
        assert len(offered(t, seat)) == dealt
        shown = seen(t, seat)["dealt"]
        assert shown[seat] == t.dealt[seat]
        assert shown[(seat + 1) % seats] == [HIDDEN] * dealt
    assert t.ninjas == [VACANT] * seats


@pytest.mark.rule("NB-09")
def test_unchosen_ninjas_go_back_into_the_deck():
    t = started(3)
    assert sorted(t.ninja_deck + t.ninjas) == list(range(16))
    assert t.dealt == [[], [], []]
    assert len(t.ninja_deck) == 13


@pytest.mark.rule("NB-08")
def test_the_choice_is_sealed_until_all_have_chosen():
    t = new_table(3)
    do(t, 2, offered(t, 2)[1])
    assert t.ninjas == [VACANT] * 3
    assert seen(t, 0)["ninjas"] == [VACANT] * 3
    do(t, 0, offered(t, 0)[0])
    do(t, 1, offered(t, 1)[0])
    assert VACANT not in t.ninjas


@pytest.mark.rule("NB-10", "NB-R3", "NB-20", "NB-21")
def test_everybody_starts_with_six_honor_three_cards_and_no_money_before_the_first_pay():
    t = new_table(3)
    assert t.honor == [6, 6, 6]
    assert t.money == [0, 0, 0]
    t = started(3)
    assert t.round == 1
    bonus = [PACK.pay_ability[ninja] for ninja in t.ninjas]
    assert t.money == [100 + extra for extra in bonus]
    assert [len(hand) for hand in t.hands] == [4, 4, 4]


@pytest.mark.rule("NB-R2")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_three_to_six_seats(seats):
    with pytest.raises(BadOption, match="it seats 3, 4, 5, 6"):
        new_table(seats)


@pytest.mark.rule("NB-11", "NB-12")
def test_all_ninjas_have_the_five_basic_skills_and_other_stuff():
    for ninja in PACK.ninjas:
        assert {"combat", "stealth", "disguise", "climbing", "service", "other"} <= set(ninja.skills)
    assert PACK.ninjas[NINJA["denki_mausu"]].skills["computers"] == 15


@pytest.mark.rule("NB-18", "NB-E11", "NB-R4", "NB-19")
def test_the_highest_throw_starts_every_phase_of_round_one():
    t = started(4, rolls=(9, 14, 14, 11, 8, 12))
    assert t.starter == 2
    assert t.order == (2, 3, 0, 1)
    assert log_throws(t) == ((1, 8), (2, 12))
    t.honor = [9, 6, 6, 6]
    from flattop.games.ninja_burger.turn_order import take_order

    take_order(t)
    assert t.order == (2, 3, 0, 1), "even if another has most Honor"


def log_throws(t):
    return t.throws


@pytest.mark.rule("NB-78", "NB-80")
def test_fortune_cards_are_held_and_the_rest_lies_on_the_table():
    t = started(3)
    assert seen(t, 1)["ninjas"] == t.ninjas
    assert seen(t, 1)["hands"][0] == [HIDDEN] * 4
    assert ids(seen(t, 0)["hands"][0]) == ids(t.hands[0])
    t.events = []
    t.draw_fortune(0, 1, "pay")
    assert log(t, "drew") == [(0, 1, "pay")]
    assert [(whom, event[0]) for whom, event in t.events] == [(0, "own_draw"), (None, "drew")]
