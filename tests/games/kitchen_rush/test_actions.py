"""Actions: what each area does, and what it does not."""

import pytest


@pytest.mark.rule("KR-26", "KR-R17")
def test_seat_brings_up_to_two_and_may_stop_after_one(kr):
    k = kr.Kitchen(3, 4, tables="F1 - - -", deck="R1 R2 R3").do(0, "place 0a reception", "admit")
    assert 0 in k.t.jobs
    k.do(0, "admit")
    assert 0 not in k.t.jobs
    assert k.at_tables() == ["F1", "R1", "R2", "-"]
    k.do(1, "place 1a reception", "done")
    assert k.at_tables()[3] == "-"


@pytest.mark.rule("KR-27", "KR-R16")
def test_no_seat_without_a_free_table_or_a_card(kr):
    assert kr.Kitchen(3, tables="F1 F2").no(0, "place 0a reception") == "nothing-to-do"
    k = kr.Kitchen(3, tables="F1 -").put(deck=[])
    assert k.no(0, "place 0a reception") == "nothing-to-do"


@pytest.mark.rule("KR-R17")
def test_an_open_seat_action_ends_when_the_last_table_is_taken_by_another(kr):
    k = kr.Kitchen(3, 3, tables="F1 - -", deck="R1 R2").do(0, "place 0a reception", "admit")
    k.do(1, "place 1a reception", "admit")
    assert k.t.jobs == {}


@pytest.mark.rule("KR-29", "KR-30", "KR-35", "KR-47")
def test_any_number_of_orders_and_nobody_works_on_anothers(kr):
    k = kr.Kitchen(2).give(0, "R1", 1).give(0, "R2", 1).give(0, "R3", 1).give(0, "F3", 2).give(1, "F4", 2)
    assert len(k.t.orders[0]) == 4
    k.do(0, "place 0a storage-a", "take salad R1", "take salad R2", "take cheese F3")
    assert k.no(0, "take meat F4") == "not-your-dish"
    k.do(0, "done", "place 0b greenhouse", "season pepper R1", "season herbs R2")
    assert k.no(0, "season salt F4") == "not-your-dish"
    assert k.no(1, "cook F3") == "not-your-dish"


@pytest.mark.rule("KR-36")
def test_one_trip_reaches_one_room(kr):
    k = kr.Kitchen(5).give(0, "F4", 2).do(0, "place 0a storage-a", "take meat F4")
    assert k.no(0, "take bread F4") == "not-there"
    k.do(0, "done", "place 0b storage-c", "take bread F4", "done")
    assert k.dish("F4").food == (1, 0, 0, 0, 1, 0)


@pytest.mark.rule("KR-37", "KR-49")
def test_a_piece_on_a_plate_stays_there(kr):
    k = kr.Kitchen(3).give(0, "R7", 2, "pasta bread", "salt").give(0, "F3", 2)
    verbs = {action[0] for action in [*k.t.asks[0], *k.t.anytime(0)]}
    assert verbs == {"place", "scrap", "pause", "call_it"}, "nothing moves a piece but throwing all away"


@pytest.mark.rule("KR-40", "KR-44", "KR-77")
def test_cooking_time_is_the_number_of_cook_actions(kr):
    k = kr.Kitchen(4).give(0, "C2", 1, "cheese cheese", "salt pepper")
    for tick, timer in ((0, "0a"), (0, "0b"), (270, "0a")):
        assert not k.is_right("C2")
        k.at(tick).do(0, f"place {timer} stove", "cook C2")
    assert k.is_right("C2")
    assert k.row("C2") == 3


@pytest.mark.rule("KR-44", "KR-R25")
def test_overcooking_is_possible_and_wrong_unless_it_is_prevented(kr):
    k = kr.Kitchen(3).make(0, "R4").do(0, "place 0a stove", "cook R4")
    assert (k.row("R4"), k.is_right("R4")) == (2, False)
    strict = kr.Kitchen(3, mistakes="prevented").make(0, "R4")
    assert strict.no(0, "place 0a stove") == "nothing-to-do"


@pytest.mark.rule("KR-45", "KR-77")
def test_nothing_is_checked_before_the_end_of_the_shift(kr):
    k = kr.Kitchen(3).make(0, "R4").at(2000)
    assert (k.t.right, k.t.coins) == ([0, 0], 2)
    k.end()
    assert (k.t.right, k.t.coins) == ([1, 0], 4)


@pytest.mark.rule("KR-77")
@pytest.mark.parametrize(
    ("food", "spices", "row", "right"),
    [
        ("pasta pasta cheese", "pepper", 1, True),
        ("pasta pasta cheese", "", 1, False),
        ("pasta pasta cheese", "salt", 1, False),
        ("pasta pasta", "pepper", 1, False),
        ("pasta pasta bread", "pepper", 1, False),
        ("pasta pasta cheese", "pepper", 0, False),
        ("pasta pasta cheese", "pepper", 2, False),
    ],
)
def test_any_mistake_makes_an_order_wrong(kr, food, spices, row, right):
    k = kr.Kitchen(2).give(0, "R7", 2, food, spices, row)
    assert k.is_right("R7") is right
    larger = kr.Kitchen(2).give(0, "R7", 3, food, spices, row)
    assert larger.is_right("R7") is right, "one size larger will do"


@pytest.mark.rule("KR-48")
def test_spices_go_on_before_or_after_and_on_any_row(kr):
    k = kr.Kitchen(4).give(0, "R8", 2).do(0, "place 0a greenhouse", "season salt R8", "done")
    k.give(0, "C2", 1, "cheese cheese", row=3).do(0, "place 0b greenhouse", "season pepper C2")
    assert k.dish("R8").spices[0] == 1
    assert k.dish("C2").spices[1] == 1


@pytest.mark.rule("KR-50")
def test_everybody_sees_into_the_bag(kr):
    from flattop.kernel import view

    k = kr.Kitchen(2)
    for seat in (0, 1, None):
        assert view(k.t, kr.game.zones, seat)["bag"] == [4, 4, 4, 2, 2]


@pytest.mark.rule("KR-57", "KR-R32")
def test_two_expensive_spices_for_a_coin(kr):
    k = kr.Kitchen(4).do(0, "place 0a van", "buy_spice saffron", "buy_spice curry")
    assert 0 not in k.t.jobs
    assert k.t.bag[3:] == [2, 2]
    k.t.rack[:3] = [0, 1, 0]
    k.t.ask_afresh()
    k.do(1, "place 1a van", "buy_spice pepper")
    assert 1 not in k.t.jobs, "no cheap spice is left"


@pytest.mark.rule("KR-R32")
def test_what_is_not_put_away_goes_back(kr):
    k = kr.Kitchen(4)
    before = k.t.larder[0]
    k.do(0, "place 0a van", "stock meat", "put a", "done")
    assert (k.t.larder[0], k.t.rooms[0][0]) == (before - 1, 4)


@pytest.mark.rule("KR-R16", "KR-R18")
def test_a_price_is_paid_at_once_and_not_given_back(kr):
    k = kr.Kitchen(4).do(0, "place 0a van", "done")
    assert k.t.coins == 1
    k.put(coins=0)
    assert k.no(0, "place 0b van") == "too-few-coins"
    broke = kr.Kitchen(4)
    broke.t.larder, broke.t.rack = [0] * 6, [0] * 5
    broke.t.ask_afresh()
    assert broke.no(0, "place 0a van") == "nothing-to-do"


@pytest.mark.rule("KR-R32", "KR-68")
def test_a_locked_room_takes_nothing_until_the_locksmith_comes(kr):
    k = kr.Kitchen(8).put(coins=20, desks=[0, 1]).do(0, "place 0a van", "stock meat")
    assert 0 not in k.t.jobs, "only room A may hold it: it goes there by itself"
    assert k.t.rooms[0][0] == 7
    k.do(1, "place 1a desk-1").do(0, "place 0b van", "stock meat", "put_all b")
    assert k.t.rooms[1][0] == 7


@pytest.mark.rule("KR-68", "KR-R33", "KR-R18")
def test_technician_and_temp(kr):
    k = kr.Kitchen(8).put(coins=20, desks=[1, 3], office_deck=[])
    assert k.usable("stove") == 2
    k.do(0, "place 0a desk-1").do(1, "place 1a desk-2")
    assert k.usable("stove") == 3
    assert k.where("w2") == "hand"
    assert k.can(0, "place w2 sink")
    assert k.t.desks == [-2, -2]
    k.at(270)
    assert k.no(0, "place 0a desk-1") == "nothing-to-do"
    poor = kr.Kitchen(8).put(coins=1, desks=[1, 3])
    assert poor.no(0, "place 0a desk-1") == "too-few-coins"


@pytest.mark.rule("KR-R22", "KR-62")
def test_thrown_out_patrons_make_the_new_deck_those_of_the_same_action_included(kr):
    k = kr.Kitchen(6, 2, tables="F1 R1").put(deck=[])
    k.do(0, "place 0a reception", "throw_out 1", "throw_out 2")
    assert 0 not in k.t.jobs, "over after two"
    assert sorted(k.at_tables()[:2]) == ["F1", "R1"]
    assert (k.t.deck, k.t.discard) == ([], [])


@pytest.mark.rule("KR-R21", "KR-27")
def test_a_held_table_is_nobodys(kr):
    k = kr.Kitchen(6, 3, tables="F1 R1 C1", deck="C5 R7 F2").do(0, "place 0a reception", "throw_out 2")
    k.do(1, "place 1a reception")
    assert not k.can(1, "admit")
    assert not k.can(1, "throw_out 2")
    k.do(1, "throw_out 1", "done").do(0, "done")
    assert k.at_tables()[:3] == ["C5", "R7", "C1"]


@pytest.mark.rule("KR-R29")
def test_serve_needs_an_ingredient_on_every_plate_and_freezes_the_order(kr):
    k = kr.Kitchen(7).give(0, "V3", 1, "salad", dish="V3-side").do(0, "place 0a dining")
    assert k.no(0, "serve V3") == "not-prepared"
    k.give(0, "V3", 2, "pasta", dish="V3-main").do(0, "serve V3")
    assert k.told("served")[-1][2:] == (1, 3)
    for words in ("take pasta V3-main", "season salt V3-side", "cook V3-main", "scrap V3-side"):
        assert k.no(0, words) == "served"
    assert k.no(0, "place 0b storage-a") == "nothing-to-do"


@pytest.mark.rule("KR-R25", "KR-R29")
def test_where_mistakes_are_prevented_only_right_orders_are_served(kr):
    k = kr.Kitchen(6, mistakes="prevented", tables="F1 F2").give(0, "C1", 1, "meat salad", "salt", row=1)
    k.make(0, "C4").do(0, "place 0a dining")
    assert k.no(0, "serve C1") == "not-prepared"
    assert k.can(0, "serve C4")


@pytest.mark.rule("KR-R26")
def test_without_a_piece_given_back_nothing_is_added_on_row_0(kr):
    k = kr.Kitchen(1).give(0, "F3", 2, "pasta")
    assert k.no(0, "add_missing F3 pasta a") == "not-wrong"
    k.do(0, "place 0a storage-a", "take bread F3", "done", "give_back F3 bread a", "add_missing F3 cheese b")
    assert k.no(0, "add_missing F3 pasta a") == "not-wrong"
    cooked = kr.Kitchen(1).give(0, "F3", 2, "pasta", row=1)
    cooked.do(0, "add_missing F3 pasta a", "add_missing F3 cheese a")
    assert cooked.is_right("F3")


@pytest.mark.rule("KR-R28")
def test_any_own_dish_may_be_scrapped_right_or_wrong(kr):
    k = kr.Kitchen(3).make(0, "R4").give(1, "R5", 1)
    k.do(0, "scrap R4")
    assert k.dish("R4").empty
    assert k.no(1, "scrap R5") == "nothing-on-it"


# -- Awards at work


def with_award(kr, key, **more):
    return kr.Kitchen(7, **more).put(coins=30, awards=[kr.award[key]])


def test_dish_machine_washes_five(kr):
    k = with_award(kr, "dish-machine").put(sink=[6, 0, 0, 0]).do(0, "place 0a sink", *["wash 1"] * 5)
    assert 0 not in k.t.jobs
    assert k.t.sink[0] == 1


def test_trade_card_brings_more(kr):
    k = with_award(kr, "trade-card").do(0, "place 0a van", "stock meat", "put_all a")
    assert k.t.rooms[0][0] == 9
    k.do(0, "place 0b van", *["buy_spice salt"] * 4).do(1, "place 1a van", *["buy_spice curry"] * 3)
    assert k.t.jobs == {}
    assert (k.t.bag[0], k.t.bag[3]) == (6, 4)


def test_full_house_seats_three(kr):
    k = with_award(kr, "full-house", seats=4, tables="- - - -").do(
        0, "place 0a reception", "admit", "admit", "admit"
    )
    assert 0 not in k.t.jobs
    assert k.t.coins == 33


def test_good_mood_tips_two(kr):
    k = with_award(kr, "good-mood").make(0, "C1").do(0, "place 0a dining", "serve C1")
    assert k.t.coins == 32


def test_kitchen_garden_fills_the_bag_at_the_start_from_the_supply(kr):
    k = kr.Kitchen(7, started=False).put(awards=[kr.award["kitchen-garden"]], rack=[5, 5, 0, 5, 5]).start()
    assert k.t.bag == [3, 3, 2, 2, 2]
    assert k.t.rack == [4, 4, 0, 4, 4]


def test_gas_main_moves_a_dish_twice_once_per_seat_and_shift(kr):
    k = (
        with_award(kr, "gas-main")
        .give(0, "C2", 1, "cheese cheese")
        .do(0, "place 0a stove", "cook C2", "flare")
    )
    assert k.row("C2") == 2
    assert 0 not in k.t.jobs
    k.do(0, "place 0b stove", "cook C2")
    assert 0 not in k.t.jobs
    k.give(1, "C5", 2, "meat meat meat").do(1, "place 1a stove", "cook C5", "done")
    assert k.row("C5") == 1
    assert not k.t.flared[1]
    k.end().start()
    assert k.t.flared == [False, False]


def test_gas_main_is_not_offered_where_the_dish_could_not_be_cooked_again(kr):
    k = with_award(kr, "gas-main").give(0, "C2", 1, "cheese cheese", row=2).do(0, "place 0a stove", "cook C2")
    assert 0 not in k.t.jobs
    strict = with_award(kr, "gas-main", mistakes="prevented").give(0, "F3", 2, "cheese pasta pasta")
    strict.do(0, "place 0a stove", "cook F3")
    assert 0 not in strict.t.jobs


def test_patient_guests_forgive_one(kr):
    k = with_award(kr, "patient-guests").put(reputation=9, awards_deck=[]).give(0, "V3").end()
    assert k.t.reputation == 8
    calm = with_award(kr, "patient-guests").put(reputation=9, awards_deck=[]).end()
    assert calm.t.reputation == 9


def test_loyal_crew_costs_one_salary_less(kr):
    k = with_award(kr, "loyal-crew").put(reputation=3).end()
    assert k.t.coins == 30 - 9
    poor = with_award(kr, "loyal-crew").put(reputation=3, coins=5).end()
    assert poor.t.coins == 2, "5 // 3 + 1 timers are paid"
    assert len(poor.t.asks[0]) == 4
    poor.do(0, "strike 0a", "strike 1a")
    assert poor.t.phase == "planning"
