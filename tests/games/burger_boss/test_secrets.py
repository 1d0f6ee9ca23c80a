"""Views of other seats, and determinizations."""

import pytest

from flattop.games.burger_boss.schema import DISCOUNT, TIP
from flattop.kernel import HIDDEN, Chance, determinize

from .scenes import GAME, asked, do, give, log, offered, scene, seen, turns


def determinizations(t, seat, seeds=40):
    """Return tables that look the same to the seat."""
    return [determinize(t, GAME.zones, seat, Chance(seed)) for seed in range(seeds)]


@pytest.mark.rule("BB-29", "BB-R9")
def test_others_learn_neither_values_nor_number_of_workers_being_put_aside():
    def rolled():
        return scene("turn_order", workers={0: 4}, rolls=((1, 4, 5, 6), (1, 2), (2, 3)))

    before, t = rolled(), rolled()
    event_count = len(t.events)
    do(t, 0, "rest 6, rest 5")
    for seat in (None, 1, 2):
        assert seen(t, seat) == seen(before, seat)
    assert all(whom == 0 for whom, _ in t.events[event_count:])
    for world in determinizations(t, 1):
        assert asked(world) == 0
        assert len(world.rolled[0]) == 4
        assert world.stack[-1].aside == ()
        assert world.rolled[1] == [1, 2]
    assert len({tuple(world.rolled[0]) for world in determinizations(t, 1)}) > 10
    own = determinizations(t, 0)[0]
    assert own.stack[-1].aside == (6, 5)
    assert own.asks == t.asks


@pytest.mark.rule("BB-R9")
def test_determinization_rerolls_dice_at_home_but_keeps_their_number():
    t = scene("turn_order", rolls=((1, 6), (1, 2), (2, 3)))
    do(t, 0, "rest 6")
    worlds = determinizations(t, 1)
    assert {len(world.home[0]) for world in worlds} == {1}
    assert {world.home[0][0] for world in worlds} == set(range(1, 7))
    assert {world.working[0] for world in worlds} == {(1,)}


def test_the_kind_of_a_special_drawn_is_whispered_to_its_owner_alone():
    t = scene(dice={0: (1,), 1: (1,)})
    t.specials.append(TIP)
    do(t, 0, "die 1, place specials")
    assert log(t, "drew") == [(0, 1)]
    assert [(whom, event) for whom, event in t.events if event[0] == "own_draw"] == [(0, ("own_draw", TIP))]
    assert seen(t, 1)["hands"] == [[HIDDEN], [], []]
    assert len({world.hands[0][0] for world in determinizations(t, 1)}) == 5
    assert {world.hands[0][0] for world in determinizations(t, 0)} == {TIP}


def shopping(hand):
    t = scene(dice={0: (5,), 1: (1,)}, money={0: 9}, hands={0: hand}, cold={0: "B"})
    do(t, 0, "die 5")
    return t


@pytest.mark.rule("BB-R28")
@pytest.mark.parametrize("choice", ["place supermarket", "place workers", "place bakery"])
def test_other_seats_see_nothing_of_an_incomplete_placement(choice):
    hand = "DOUBLE" if choice == "place bakery" else "DISCOUNT DISCOUNT"
    before, t = shopping(hand), shopping(hand)
    event_count = len(t.events)
    do(t, 0, choice)
    assert offered(t, 0)[0].startswith("add")
    if hand == "DISCOUNT DISCOUNT":
        do(t, 0, "add DISCOUNT")
        assert "add DISCOUNT" in offered(t, 0)
    for seat in (None, 1, 2):
        assert seen(t, seat) == seen(before, seat)
        for world in determinizations(t, seat):
            assert world.stack[-1].at == "choose_place"
            assert (world.stack[-1].card, world.stack[-1].added) == ("", 0)
            assert asked(world) == 0
    assert all(whom == 0 for whom, _ in t.events[event_count:])
    assert determinizations(t, 0)[0].asks == t.asks


@pytest.mark.rule("BB-R28")
def test_the_choice_between_one_die_and_two_is_not_seen_either():
    def paired():
        t = scene(dice={0: (4, 4), 1: (1,)}, money={0: 9})
        do(t, 0, "die 4")
        return t

    before, t = paired(), paired()
    do(t, 0, "place workers")
    assert offered(t, 0) == ["dice 1", "dice 2"]
    assert seen(t, 1) == seen(before, 1)
    assert determinizations(t, 1)[0].stack[-1].at == "choose_place"
    assert determinizations(t, 0)[0].asks == t.asks


def test_the_named_die_and_the_completed_placement_are_seen_by_all():
    t = shopping("DISCOUNT")
    assert seen(t, 1)["named"] == 5
    do(t, 0, "place supermarket, plain")
    assert seen(t, 1)["game_cards"]["supermarket"] == [[5]]
    assert seen(t, 1)["hands"][0] == [HIDDEN]
    assert "discard" in seen(t, 1)
    assert seen(t, 1)["discard"] == []
    do(t, 0, "take C")
    assert seen(t, 1)["cold"][0] == [0, 2]
    t = shopping("DISCOUNT")
    do(t, 0, "place supermarket, add DISCOUNT")
    assert seen(t, 1)["hands"][0] == []
    assert seen(t, 1)["discard"] == [DISCOUNT]


@pytest.mark.rule("BB-R29")
def test_window_question_does_not_reveal_the_kinds_in_hand():
    useless = scene("opening", dice={0: (1,)}, hands={0: "DISCOUNT"})
    useful = scene("opening", dice={0: (1,)}, hands={0: "TIP"})
    assert list(useless.asks) == list(useful.asks) == [0]
    for t in (useless, useful):
        do(t, 0, "pass")
    assert useless.events == useful.events
    assert seen(useless, 1) == seen(useful, 1)


@pytest.mark.rule("BB-10")
def test_determinization_draws_missions_from_the_unseen_ones():
    t = scene(missions={0: "M1", 1: "M2", 2: "M3"})
    worlds = determinizations(t, 0)
    assert {world.missions[0][0] for world in worlds} == {0}
    assert {world.missions[1][0] for world in worlds} == set(range(1, 8))


@pytest.mark.rule("BB-R6")
@pytest.mark.parametrize(("shown", "tops"), [("shown", 1), ("hidden", 3)])
def test_determinization_shuffles_the_customer_deck_below_its_open_card(shown, tops):
    t = scene(dice={0: (1,)}, deck=["HAM", "DDL", "VEG"], next_customer=shown)
    worlds = determinizations(t, 0)
    assert len({world.deck[-1] for world in worlds}) == tops
    assert {tuple(sorted(world.deck)) for world in worlds} == {tuple(sorted(t.deck))}


def test_specials_in_hands_and_deck_are_one_pool():
    t = scene(dice={0: (1,)}, hands={0: "TIP", 1: "FIRST FIRST"})
    for world in determinizations(t, 0):
        assert sorted([*world.specials, *world.hands[1]]) == sorted([*t.specials, *t.hands[1]])
        assert world.hands[0] == t.hands[0]


def test_newly_visible_cards_count_as_reveals():
    t = scene(dice={0: (1,), 1: (2,)}, hands={1: "TIP"}, queue={"S1": "HAM"})
    marks = [t.reveals]
    do(t, 0, "die 1, place specials")
    marks.append(t.reveals)
    do(t, 1, "use TIP")
    marks.append(t.reveals)
    turns(t)
    do(t, 0, "pass")
    marks.append(t.reveals)  # new customers
    do(t, asked(t), "work")
    marks.append(t.reveals)
    assert marks == sorted(set(marks))


def test_determinization_of_an_incomplete_placement_can_be_played_on():
    t = shopping("DISCOUNT")
    do(t, 0, "place supermarket")
    give(t, 1, "STEAL")
    for seed, world in enumerate(determinizations(t, 1, 10)):
        chance = Chance(seed)
        while not world.over:
            seat, options = next(iter(world.asks.items()))
            world.play(seat, list(options)[chance.below(len(options))])
