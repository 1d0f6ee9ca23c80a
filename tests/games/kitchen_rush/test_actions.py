"""Actions: the effects and limits of each area."""

import pytest

from flattop.kernel import view

from .scenes import ANN, AWARD, BEN, FOOD, GAME, SAND, SPICE, Scenario, offices


@pytest.mark.rule("KR-26", "KR-R17")
def test_seat_brings_up_to_two_and_may_stop_after_one():
    k = Scenario(3, seats=4, tables="F1 - - -", deck="R1 R2 R3").do(ANN, "place ann1 reception", "admit")
    assert k.is_working(ANN)
    k.do(ANN, "admit")
    assert not k.is_working(ANN)
    assert k.at_tables() == ["F1", "R1", "R2", "-"]
    k.do(BEN, "place ben1 reception", "done")
    assert k.at_tables()[3] == "-"


@pytest.mark.rule("KR-27", "KR-R16")
def test_no_seat_without_a_free_table_or_a_card():
    assert Scenario(3, tables="F1 F2").no(ANN, "place ann1 reception") == "nothing-to-do"
    k = Scenario(3, tables="F1 -").put(deck=[])
    assert k.no(ANN, "place ann1 reception") == "nothing-to-do"


@pytest.mark.rule("KR-R17")
def test_an_open_seat_action_ends_when_the_last_table_is_taken_by_another():
    k = Scenario(3, seats=3, tables="F1 - -", deck="R1 R2").do(ANN, "place ann1 reception", "admit")
    k.do(BEN, "place ben1 reception", "admit")
    assert k.t.jobs == {}


@pytest.mark.rule("KR-29", "KR-30", "KR-35", "KR-47")
def test_any_number_of_orders_and_nobody_works_on_anothers():
    k = Scenario(2).give(ANN, "R1", size=1).give(ANN, "R2", size=1).give(ANN, "R3", size=1)
    k.give(ANN, "F3", size=2).give(BEN, "F4", size=2)
    assert len(k.t.orders[ANN]) == 4
    k.do(ANN, "place ann1 storage-a", "take salad R1", "take salad R2", "take cheese F3")
    assert k.no(ANN, "take meat F4") == "not-your-dish"
    k.do(ANN, "done", "place ann2 greenhouse", "season pepper R1", "season herbs R2")
    assert k.no(ANN, "season salt F4") == "not-your-dish"
    assert k.no(BEN, "cook F3") == "not-your-dish"


@pytest.mark.rule("KR-36")
def test_one_trip_reaches_one_room():
    k = Scenario(5).give(ANN, "F4", size=2).do(ANN, "place ann1 storage-a", "take meat F4")
    assert k.no(ANN, "take bread F4") == "not-there"
    k.do(ANN, "done", "place ann2 storage-c", "take bread F4", "done")
    assert k.food("F4") == "meat bread"


@pytest.mark.rule("KR-37", "KR-49")
def test_a_piece_on_a_plate_stays_there():
    k = Scenario(3).give(ANN, "R7", "pasta bread", "salt", size=2).give(ANN, "F3", size=2)
    verbs = {action[0] for action in [*k.t.asks[ANN], *k.t.anytime(ANN)]}
    assert verbs == {"place", "scrap", "pause", "call_it"}, "nothing moves a piece but throwing all away"


@pytest.mark.rule("KR-40", "KR-44", "KR-77")
def test_cooking_time_is_the_number_of_cook_actions():
    k = Scenario(4).give(ANN, "C2", "cheese cheese", "salt pepper", size=1)
    for tick, timer in ((0, "ann1"), (0, "ann2"), (SAND, "ann1")):
        assert not k.is_right("C2")
        k.at(tick).do(ANN, f"place {timer} stove", "cook C2")
    assert k.is_right("C2")
    assert k.row("C2") == 3


@pytest.mark.rule("KR-39", "KR-40")
def test_everybody_hears_on_which_row_a_dish_is():
    k = Scenario(3).give(ANN, "R4", "pasta", size=2).do(ANN, "place ann1 stove", "cook R4")
    k.do(ANN, "place ann2 stove", "cook R4")
    assert [row for *_, row in k.events_named("cooked")] == [1, 2]


@pytest.mark.rule("KR-52", "KR-54", "KR-R16")
@pytest.mark.parametrize("food", FOOD)
def test_every_ingredient_of_the_supply_can_be_bought(food):
    larder = [4 if kind == food else 0 for kind in FOOD]
    k = Scenario(5).put(coins=1, larder=larder, rack=[0] * 5).do(ANN, "place ann1 van")
    assert k.can(ANN, f"stock {food}")


@pytest.mark.rule("KR-55", "KR-R32")
@pytest.mark.parametrize("spice", SPICE)
def test_a_coin_buys_more_of_the_same_spice_while_its_price_allows(spice):
    k = Scenario(5).put(coins=1, larder=[0] * 6, rack=[9 if kind == spice else 0 for kind in SPICE])
    k.do(ANN, "place ann1 van", f"buy_spice {spice}")
    numbers, cheap = k.t.pack.numbers, k.t.pack.cheap[SPICE[spice]]
    most = numbers.shop_cheap_spices if cheap else numbers.shop_expensive_spices
    assert k.can(ANN, f"buy_spice {spice}") is (most > 1)


@pytest.mark.rule("KR-44", "KR-R25")
def test_overcooking_is_possible_and_wrong_unless_it_is_prevented():
    k = Scenario(3).make(ANN, "R4").do(ANN, "place ann1 stove", "cook R4")
    assert (k.row("R4"), k.is_right("R4")) == (2, False)
    strict = Scenario(3, mistakes="prevented").make(ANN, "R4")
    assert strict.no(ANN, "place ann1 stove") == "nothing-to-do"


@pytest.mark.rule("KR-45", "KR-77")
def test_nothing_is_checked_before_the_end_of_the_shift():
    k = Scenario(3).make(ANN, "R4").at(2000)
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
def test_any_mistake_makes_an_order_wrong(food, spices, row, right):
    k = Scenario(2).give(ANN, "R7", food, spices, size=2, row=row)
    assert k.is_right("R7") is right
    larger = Scenario(2).give(ANN, "R7", food, spices, size=3, row=row)
    assert larger.is_right("R7") is right, "one size larger will do"


@pytest.mark.rule("KR-48")
def test_spices_go_on_before_or_after_and_on_any_row():
    k = Scenario(4).give(ANN, "R8", size=2).do(ANN, "place ann1 greenhouse", "season salt R8", "done")
    k.give(ANN, "C2", "cheese cheese", size=1, row=3).do(ANN, "place ann2 greenhouse", "season pepper C2")
    assert k.spices("R8") == "salt"
    assert k.spices("C2") == "pepper"


@pytest.mark.rule("KR-50")
def test_everybody_sees_into_the_bag():
    k = Scenario(2)
    for seat in (0, 1, None):
        assert view(k.t, GAME.zones, seat)["bag"] == [4, 4, 4, 2, 2]


@pytest.mark.rule("KR-57", "KR-R32")
def test_two_expensive_spices_for_a_coin():
    k = Scenario(4).do(ANN, "place ann1 van", "buy_spice saffron", "buy_spice curry")
    assert not k.is_working(ANN)
    assert (k.bag("curry"), k.bag("saffron")) == (2, 2)
    k.t.rack[:3] = [0, 1, 0]
    k.t.ask_afresh()
    k.do(BEN, "place ben1 van", "buy_spice pepper")
    assert not k.is_working(BEN), "no cheap spice is left"


@pytest.mark.rule("KR-R32")
def test_ingredients_not_put_away_go_back_to_the_supply():
    k = Scenario(4)
    before = k.supply("meat")
    k.do(ANN, "place ann1 van", "stock meat", "put a", "done")
    assert (k.supply("meat"), k.stored("a", "meat")) == (before - 1, 4)


@pytest.mark.rule("KR-R16", "KR-R18")
def test_a_price_is_paid_at_once_and_not_given_back():
    k = Scenario(4).do(ANN, "place ann1 van", "done")
    assert k.t.coins == 1
    k.put(coins=0)
    assert k.no(ANN, "place ann2 van") == "too-few-coins"
    broke = Scenario(4)
    broke.t.larder, broke.t.rack = [0] * 6, [0] * 5
    broke.t.ask_afresh()
    assert broke.no(ANN, "place ann1 van") == "nothing-to-do"


@pytest.mark.rule("KR-R32", "KR-68")
def test_a_locked_room_takes_nothing_until_the_locksmith_comes():
    k = Scenario(8).put(coins=20, desks=offices("locksmith technician"))
    k.do(ANN, "place ann1 van", "stock meat")
    assert not k.is_working(ANN), "only room A may hold it: it goes there by itself"
    assert k.stored("a", "meat") == 7
    k.do(BEN, "place ben1 desk-1").do(ANN, "place ann2 van", "stock meat", "put_all b")
    assert k.stored("b", "meat") == 7


@pytest.mark.rule("KR-68", "KR-R33", "KR-R18")
def test_technician_and_temp():
    k = Scenario(8).put(coins=20, desks=offices("technician new-temp"), office_deck=[])
    assert k.usable("stove") == 2
    k.do(ANN, "place ann1 desk-1").do(BEN, "place ben1 desk-2")
    assert k.usable("stove") == 3
    assert k.where("white2") == "hand"
    assert k.can(ANN, "place white2 sink")
    assert k.t.desks == offices("- -")
    k.at(SAND)
    assert k.no(ANN, "place ann1 desk-1") == "nothing-to-do"
    poor = Scenario(8).put(coins=1, desks=offices("technician new-temp"))
    assert poor.no(ANN, "place ann1 desk-1") == "too-few-coins"


@pytest.mark.rule("KR-R22", "KR-62")
def test_thrown_out_patrons_make_the_new_deck_those_of_the_same_action_included():
    k = Scenario(6, tables="F1 R1").put(deck=[])
    k.do(ANN, "place ann1 reception", "throw_out 1", "throw_out 2")
    assert not k.is_working(ANN), "over after two"
    assert sorted(k.at_tables()[:2]) == ["F1", "R1"]
    assert (k.t.deck, k.t.discard) == ([], [])


@pytest.mark.rule("KR-R21", "KR-27")
def test_held_table_is_open_to_no_seat():
    k = Scenario(6, seats=3, tables="F1 R1 C1", deck="C5 R7 F2").do(
        ANN, "place ann1 reception", "throw_out 2"
    )
    k.do(BEN, "place ben1 reception")
    assert not k.can(BEN, "admit")
    assert not k.can(BEN, "throw_out 2")
    k.do(BEN, "throw_out 1", "done").do(ANN, "done")
    assert k.at_tables()[:3] == ["C5", "R7", "C1"]


@pytest.mark.rule("KR-R29")
def test_serve_needs_an_ingredient_on_every_plate_and_freezes_the_order():
    k = Scenario(7).give(ANN, "V3", "salad", size=1, dish="V3-side").do(ANN, "place ann1 dining")
    assert k.no(ANN, "serve V3") == "not-prepared"
    k.give(ANN, "V3", "pasta", size=2, dish="V3-main").do(ANN, "serve V3")
    assert k.events_named("served")[-1][2:] == (1, 3)
    for words in ("take pasta V3-main", "season salt V3-side", "cook V3-main", "scrap V3-side"):
        assert k.no(ANN, words) == "served"
    assert k.no(ANN, "place ann2 storage-a") == "nothing-to-do"


@pytest.mark.rule("KR-R25", "KR-R29")
def test_with_mistakes_prevented_only_right_orders_are_served():
    k = Scenario(6, mistakes="prevented", tables="F1 F2").give(ANN, "C1", "meat salad", "salt", size=1, row=1)
    k.make(ANN, "C4").do(ANN, "place ann1 dining")
    assert k.no(ANN, "serve C1") == "not-prepared"
    assert k.can(ANN, "serve C4")


@pytest.mark.rule("KR-R26", "KR-43")
def test_for_every_piece_given_back_one_may_be_taken_instead():
    k = Scenario(1).give(ANN, "F3", "bread bread", size=2)
    k.do(ANN, "give_back F3 bread a", "give_back F3 bread a", "add_missing F3 pasta a")
    assert k.can(ANN, "add_missing F3 cheese a"), "two were given back"
    k.do(ANN, "add_missing F3 cheese a")
    assert k.no(ANN, "add_missing F3 pasta a") == "not-wrong"


@pytest.mark.rule("KR-R26")
def test_without_a_piece_given_back_nothing_is_added_on_row_0():
    k = Scenario(1).give(ANN, "F3", "pasta", size=2)
    assert k.no(ANN, "add_missing F3 pasta a") == "not-wrong"
    k.do(
        ANN,
        "place ann1 storage-a",
        "take bread F3",
        "done",
        "give_back F3 bread a",
        "add_missing F3 cheese b",
    )
    assert k.no(ANN, "add_missing F3 pasta a") == "not-wrong"
    cooked = Scenario(1).give(ANN, "F3", "pasta", size=2, row=1)
    cooked.do(ANN, "add_missing F3 pasta a", "add_missing F3 cheese a")
    assert cooked.is_right("F3")


@pytest.mark.rule("KR-R28")
def test_any_own_dish_may_be_scrapped_right_or_wrong():
    k = Scenario(3).make(ANN, "R4").give(BEN, "R5", size=1)
    k.do(ANN, "scrap R4")
    assert k.dish("R4").empty
    assert k.no(BEN, "scrap R5") == "nothing-on-it"


# -- Awards at work


def with_award(key, **more):
    return Scenario(7, **more).put(coins=30, awards=[AWARD[key]])


def test_dish_machine_washes_five():
    k = with_award("dish-machine").put(sink=[6, 0, 0, 0]).do(ANN, "place ann1 sink", *["wash 1"] * 5)
    assert not k.is_working(ANN)
    assert k.t.sink[0] == 1


def test_trade_card_brings_more():
    k = with_award("trade-card").do(ANN, "place ann1 van", "stock meat", "put_all a")
    assert k.stored("a", "meat") == 9
    k.do(ANN, "place ann2 van", *["buy_spice salt"] * 4).do(BEN, "place ben1 van", *["buy_spice curry"] * 3)
    assert k.t.jobs == {}
    assert (k.bag("salt"), k.bag("curry")) == (6, 4)


def test_full_house_seats_three():
    k = with_award("full-house", seats=4, tables="- - - -").do(
        ANN, "place ann1 reception", "admit", "admit", "admit"
    )
    assert not k.is_working(ANN)
    assert k.t.coins == 33


def test_good_mood_tips_two():
    k = with_award("good-mood").make(ANN, "C1").do(ANN, "place ann1 dining", "serve C1")
    assert k.t.coins == 32


def test_kitchen_garden_fills_the_bag_at_the_start_from_the_supply():
    k = Scenario(7, started=False).put(awards=[AWARD["kitchen-garden"]], rack=[5, 5, 0, 5, 5]).start()
    assert k.t.bag == [3, 3, 2, 2, 2]
    assert k.t.rack == [4, 4, 0, 4, 4]


def test_gas_main_moves_a_dish_twice_once_per_seat_and_shift():
    k = with_award("gas-main").give(ANN, "C2", "cheese cheese", size=1)
    k.do(ANN, "place ann1 stove", "cook C2", "flare")
    assert k.row("C2") == 2
    assert not k.is_working(ANN)
    k.do(ANN, "place ann2 stove", "cook C2")
    assert not k.is_working(ANN)
    k.give(BEN, "C5", "meat meat meat", size=2).do(BEN, "place ben1 stove", "cook C5", "done")
    assert k.row("C5") == 1
    assert not k.t.flared[BEN]
    k.end().start()
    assert k.t.flared == [False, False]


def test_gas_main_is_not_offered_where_the_dish_could_not_be_cooked_again():
    k = with_award("gas-main").give(ANN, "C2", "cheese cheese", size=1, row=2)
    k.do(ANN, "place ann1 stove", "cook C2")
    assert not k.is_working(ANN)
    strict = with_award("gas-main", mistakes="prevented").give(ANN, "F3", "cheese pasta pasta", size=2)
    strict.do(ANN, "place ann1 stove", "cook F3")
    assert not strict.is_working(ANN)


def test_patient_guests_forgive_one():
    k = with_award("patient-guests").put(reputation=9, awards_deck=[]).give(ANN, "V3").end()
    assert k.t.reputation == 8
    calm = with_award("patient-guests").put(reputation=9, awards_deck=[]).end()
    assert calm.t.reputation == 9


def test_loyal_crew_costs_one_salary_less():
    k = with_award("loyal-crew").put(reputation=3).end()
    assert k.t.coins == 30 - 9
    poor = with_award("loyal-crew").put(reputation=3, coins=5).end()
    assert poor.t.coins == 2, "5 // 3 + 1 timers are paid"
    assert len(poor.t.asks[ANN]) == 4
    poor.do(ANN, "strike ann1", "strike ben1")
    assert poor.t.phase == "planning"
