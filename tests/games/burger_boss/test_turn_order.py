"""Turn order: rolling, revealing, and the order card."""

import pytest

from flattop.kernel import HIDDEN

from .scenes import (
    CLAIRE,
    DAVID,
    MARIA,
    PETER,
    SHANE,
    asked,
    do,
    give,
    log,
    new_table,
    offered,
    scene,
    seen,
    turns,
)

ROUND_1 = ((1, 6), (3, 5), (3, 6), (5, 6), (5, 6))  # Claire, Maria, David, Peter, Shane
ROUND_2 = ((3, 3), (2, 5), (1, 4), (1, 5), (5, 5))


def round_two():
    return scene("turn_order", 5, round=2, order=(CLAIRE, MARIA, DAVID, PETER, SHANE), rolls=ROUND_2)


@pytest.mark.rule("BB-E1", "BB-26", "BB-27", "BB-28", "BB-R7")
def test_round_one_is_ordered_by_totals_and_ties_by_who_ate_last():
    t = new_table(5, rolls=ROUND_1, ate_last="4,5")
    assert t.totals == (7, 8, 9, 11, 11)
    assert t.order == (CLAIRE, MARIA, DAVID, PETER, SHANE)
    assert new_table(5, rolls=ROUND_1, ate_last="5,4").order == (CLAIRE, MARIA, DAVID, SHANE, PETER)


@pytest.mark.rule("BB-26")
def test_in_round_one_everyone_sees_every_die_and_all_work():
    t = new_table(3, rolls=((1, 6), (3, 5), (3, 6)))
    for seat in (None, 0, 1, 2):
        assert seen(t, seat)["working"] == [[1, 6], [3, 5], [3, 6]]
    assert t.home == t.rolled == [[], [], []]


@pytest.mark.rule("BB-R7")
def test_without_a_word_about_hamburgers_a_tie_is_decided_by_lot():
    rolls = ((3, 3), (1, 5), (2, 4))
    firsts = {new_table(3, rolls=rolls, decks=[(), (), (), lot]).order for lot in ([0, 1, 2], [2, 1, 0], [1])}
    assert firsts == {(0, 1, 2), (2, 1, 0), (1, 0, 2)}


@pytest.mark.rule("BB-E2", "BB-30", "BB-31", "BB-33", "BB-34", "BB-R8", "BB-R10")
def test_round_two_of_the_book():
    t = round_two()
    assert asked(t) == CLAIRE
    do(t, CLAIRE, "work")
    assert t.totals[CLAIRE] == 6  # known before Maria decides
    assert asked(t) == MARIA
    do(t, MARIA, "rest 5")
    do(t, DAVID, "work")
    do(t, PETER, "work")
    assert t.order == (CLAIRE, MARIA, DAVID, PETER, SHANE)  # last round's card until all have revealed
    do(t, SHANE, "work")
    assert t.order == (MARIA, DAVID, PETER, CLAIRE, SHANE)
    assert (t.working[MARIA], t.home[MARIA]) == ((2,), [5])
    assert t.workers[MARIA] == 2
    turns(t)
    assert t.round == 3
    assert len(t.rolled[MARIA]) == 2


@pytest.mark.rule("BB-E35", "BB-29", "BB-R9")
def test_seat_sees_the_dice_revealed_before_its_own_decision():
    t = round_two()
    do(t, CLAIRE, "work")
    do(t, MARIA, "rest 5")
    view = seen(t, DAVID)
    assert view["working"] == [[3, 3], [2], [], [], []]
    assert view["home"] == [[], [HIDDEN], [], [], []]
    assert view["rolled"] == [[], [], [1, 4], [HIDDEN, HIDDEN], [HIDDEN, HIDDEN]]
    assert seen(t, MARIA)["home"][MARIA] == [5]
    for seat, line in ((DAVID, "work"), (PETER, "work"), (SHANE, "work")):
        do(t, seat, line)
    t.specials.append(3)  # a Big Tipper on top
    do(t, MARIA, "die 2, place idle")
    do(t, DAVID, "die 1, place idle")
    assert seen(t, DAVID)["hands"][PETER] == []
    do(t, PETER, "die 1, place specials")
    assert seen(t, DAVID)["hands"][PETER] == [HIDDEN]
    assert seen(t, PETER)["hands"][PETER] == [3]


@pytest.mark.rule("BB-29")
def test_dice_of_later_rounds_are_rolled_under_cover():
    t = round_two()
    for seat in range(5):
        covered = seen(t, seat)["rolled"]
        assert covered[seat] == list(ROUND_2[seat])
        assert all(covered[other] == [HIDDEN, HIDDEN] for other in range(5) if other != seat)
    whispers = [(whom, event[1]) for whom, event in t.events if event[0] == "own_roll"]
    assert whispers == [(seat, list(ROUND_2[seat])) for seat in range(5)]


@pytest.mark.rule("BB-32")
def test_one_die_must_turn_up():
    t = scene("turn_order", 3, workers={0: 3}, rolls=((1, 4, 6), (1, 2), (2, 3)))
    assert offered(t) == ["work", "rest 1", "rest 4", "rest 6"]
    do(t, 0, "rest 6")
    assert offered(t) == ["work", "rest 1", "rest 4"]
    do(t, 0, "rest 4")  # one is left: it works
    assert t.working[0] == (1,)
    assert asked(t) == 1


def test_equal_dice_are_one_choice():
    t = scene("turn_order", 3, workers={0: 3}, rolls=((4, 4, 6), (1, 2), (2, 3)))
    assert offered(t) == ["work", "rest 4", "rest 6"]
    do(t, 0, "rest 4")
    assert offered(t) == ["work", "rest 4", "rest 6"]


@pytest.mark.rule("BB-31", "BB-R9")
def test_dice_left_at_home_stay_visible_to_their_owner_alone():
    t = round_two()
    for seat, line in (
        (CLAIRE, "work"),
        (MARIA, "rest 2"),
        (DAVID, "work"),
        (PETER, "work"),
        (SHANE, "work"),
    ):
        do(t, seat, line)
    turned_up = log(t, "turned_up")
    assert (MARIA, (5,), 5, 1) in turned_up
    while t.round == 2:
        assert seen(t, CLAIRE)["home"][MARIA] == [HIDDEN]
        assert seen(t, None)["home"][MARIA] == [HIDDEN]
        do(t, asked(t), offered(t)[-1])
    assert t.home == [[], [], [], [], []]


@pytest.mark.rule("BB-E28", "BB-34", "BB-R10")
def test_a_tie_of_four_is_exactly_the_reverse_of_last_round():
    david, claire, shane, maria = 2, 0, 3, 1
    rolls = ((1, 4), (2, 3), (1, 4), (2, 3))
    t = scene("turn_order", 4, order=(david, claire, shane, maria), rolls=rolls)
    for seat in (david, claire, shane, maria):
        do(t, seat, "work")
    assert t.order == (maria, shane, claire, david)


@pytest.mark.rule("BB-R11")
def test_last_rounds_card_is_the_card_with_queue_jumpers():
    t = scene("opening", hands={2: "FIRST"}, dice={0: (1,), 1: (1,), 2: (1,)})
    do(t, 2, "use FIRST")
    assert t.order == (2, 0, 1)
    t.chance.rolls = [(1, 4), (2, 3), (1, 4)]
    turns(t)
    assert asked(t) == 2  # asked in that order, and last in a tie for it
    for seat in (2, 0, 1):
        do(t, seat, "work")
    assert t.order == (1, 0, 2)


@pytest.mark.rule("BB-35")
def test_nobody_hires_a_fifth_worker():
    t = scene(dice={0: (4, 4)}, workers={0: 4}, money={0: 50})
    do(t, 0, "die 4")
    assert "place workers" not in offered(t, 0)
    t = scene(dice={0: (4, 4)}, workers={0: 3}, money={0: 50})
    do(t, 0, "die 4")
    assert "place workers" in offered(t, 0)


def test_a_hand_full_of_specials_changes_nothing_about_turning_up():
    t = scene("turn_order", 3, rolls=((1, 4), (1, 2), (2, 3)), hands={0: "FIRST TIP"})
    give(t, 1, "FIRST")
    assert offered(t, 0) == ["work", "rest 1", "rest 4"]
    assert not t.anytime(0)
    assert not t.anytime(1)
