"""The worked examples of the rules, exactly."""

import pytest

from flattop.kernel import CLOCK, Illegal

from .scenes import ANN, AWARD, BEN, CARD, CLEO, FOOD, GRACE, SAND, SHIFT, Scenario, action, offices


@pytest.mark.rule("KR-E1", "KR-83", "KR-84")
def test_e1_six_coins_per_seat():
    k = Scenario(5, seats=3).put(coins=20).end()
    assert (k.t.coins, k.t.shift, k.t.phase) == (2, 2, "planning")
    lost = Scenario(5, seats=3).put(coins=17).end()
    assert lost.t.over
    assert lost.t.verdict == "salaries"


@pytest.mark.rule("KR-E4", "KR-20", "KR-23")
def test_e4_a_run_out_timer_is_turned_on_the_same_space():
    k = Scenario(3).at(100).do(ANN, "place ann1 sink", "wash 1", "done").at(100 + SAND - 1)
    assert k.no(ANN, "place ann1 reception") == k.no(ANN, "lift ann1") == "still-running"
    k.at(100 + SAND).do(ANN, "place ann1 sink")
    assert k.on("sink")[0] == "ann1"
    assert k.runs_out("ann1") == 100 + 2 * SAND


@pytest.mark.rule("KR-E5", "KR-22", "KR-27", "KR-69", "KR-R3", "KR-R20")
def test_e5_the_first_seat_gets_the_only_reception_space():
    k = Scenario(3, tables="F1 -", deck="R1 R2").at(50).do(BEN, "place ben1 reception")
    refused = k.t.refusal(ANN, action("place ann1 reception"))
    assert "Seat 2 was first" in refused.sentence
    assert k.no(ANN, "place ann1 reception") == "no-free-space"
    assert k.where("ann1") == "hand"
    k.do(BEN, "admit")
    assert k.at_tables()[:2] == ["F1", "R1"]
    assert k.t.coins == 3
    assert not k.is_working(BEN), "no free table: over"
    k.at(100).do(ANN, "place ann2 dining", "order 1", "plate F1 1").at(50 + SAND)
    assert k.no(ANN, "place ann1 reception") == "no-free-space"
    k.do(BEN, "lift ben1").do(ANN, "place ann1 reception", "admit")
    assert k.at_tables()[:2] == ["R2", "R1"]
    assert k.t.coins == 4


@pytest.mark.rule("KR-E6", "KR-18", "KR-28", "KR-31", "KR-34", "KR-39", "KR-46")
def test_e6_an_order_from_the_table_to_the_last_pinch():
    k = Scenario(2, tables="R7 F1").do(ANN, "place ann1 dining", "order 1", "plate R7 2")
    assert not k.is_working(ANN)
    assert k.t.cupboard == [5, 5, 6, 5]
    k.do(ANN, "place ann2 storage-a", "take pasta R7", "take pasta R7", "take cheese R7", "done")
    assert (k.stored("a", "pasta"), k.stored("a", "cheese")) == (1, 2)
    k.at(SAND).do(ANN, "place ann1 stove", "cook R7")
    assert k.row("R7") == 1
    k.do(ANN, "place ann2 greenhouse", "season pepper R7", "done")
    assert k.bag("pepper") == 3
    assert k.is_right("R7")
    k.at(SHIFT)
    assert k.t.over
    assert (k.t.right, k.t.verdict) == ([1, 0], "goal missed")


@pytest.mark.rule("KR-E7", "KR-32", "KR-33", "KR-R23")
def test_e7_plates_of_the_size_or_one_larger():
    k = Scenario(2, tables="R1 R22").put(cupboard=[0, 2, 0, 1]).do(ANN, "place ann1 dining", "order 1")
    assert [a for a in k.t.asks[ANN] if a[0] == "plate"] == [action("plate R1 2")]
    k.do(ANN, "plate R1 2", "place ann2 dining", "order 2", "plate R22 4")
    assert k.t.cupboard == [0, 1, 0, 0]
    first = Scenario(1, tables="F1 F2").put(cupboard=[0, 6, 6, 5]).do(ANN, "place ann1 dining", "order 1")
    assert first.no(ANN, "plate F1 2") == "no-plate"
    first.do(ANN, "done")
    first.t.cupboard[0] = 1
    first.do(ANN, "plate F1 1")
    assert first.dish("F1").size == 0


@pytest.mark.rule("KR-E8", "KR-17", "KR-21")
def test_e8_finish_first_and_go_on_after_the_sand_has_run():
    k = Scenario(3).give(ANN, "F4", size=2).do(ANN, "place ann1 storage-a", "take meat F4")
    assert k.no(ANN, "place ann2 sink") == "finish-first"
    k.do(ANN, "done")
    assert k.can(ANN, "place ann2 sink")
    slow = Scenario(3).give(ANN, "F4", size=2).do(ANN, "place ann1 storage-a").at(400)
    slow.do(ANN, "take bread F4", "done", "place ann1 storage-b")
    assert slow.runs_out("ann1") == 400 + SAND


@pytest.mark.rule("KR-E9", "KR-19", "KR-41")
def test_e9_two_timers_cook_one_dish_at_one_tick():
    k = Scenario(4).give(ANN, "C2", "cheese cheese", size=1)
    k.do(ANN, "place ann1 stove", "cook C2", "place ann2 stove", "cook C2")
    assert k.row("C2") == 2
    assert k.on("stove")[:2] == ["ann1", "ann2"]


@pytest.mark.rule("KR-E10", "KR-38", "KR-42", "KR-R27")
def test_e10_cooked_too_early_it_can_never_be_right():
    k = Scenario(2).give(ANN, "R7", "pasta cheese", size=2).do(ANN, "place ann1 stove", "cook R7")
    assert k.row("R7") == 1
    assert k.no(ANN, "place ann2 storage-a") == "nothing-to-do"
    k.do(ANN, "place ann2 greenhouse", "season pepper R7", "done")
    assert k.no(ANN, "scrap R7") == k.no(ANN, "give_back R7 pasta a") == "not-in-scenario"
    k.end()
    assert k.t.right == [0, 0]


@pytest.mark.rule("KR-E11", "KR-70", "KR-71", "KR-R24", "KR-R28")
def test_e11_a_full_plate_takes_no_more_and_is_scrapped():
    k = Scenario(3).give(ANN, "R10", size=2)
    meat, bread = k.supply("meat"), k.supply("bread")
    k.do(ANN, "place ann1 storage-a", "take meat R10", "take bread R10", "take bread R10")
    assert k.no(ANN, "take meat R10") == "not-there"
    k.do(ANN, "done", "scrap R10")
    assert (k.supply("meat") - meat, k.supply("bread") - bread) == (1, 2)
    assert k.t.sink == [1, 2, 1, 1]
    assert "R10" in k.orders(ANN)
    k.do(ANN, "plate R10 2")
    assert k.t.cupboard == [2, 0, 2, 2]


@pytest.mark.rule("KR-E12", "KR-43", "KR-R26")
def test_e12_scenario_1_forgives():
    k = Scenario(1).give(ANN, "F3", "pasta bread cheese", size=2, row=1).do(ANN, "give_back F3 bread b")
    assert k.stored("b", "bread") == 4
    k.do(ANN, "add_missing F3 pasta a")
    assert k.stored("a", "pasta") == 2
    assert k.is_right("F3")
    assert k.no(ANN, "give_back F3 pasta a") == "not-wrong"


@pytest.mark.rule("KR-E13", "KR-24", "KR-79", "KR-R6", "KR-R7")
def test_e13_open_actions_may_be_finished_after_time_is_up():
    k = Scenario(4, seats=3).give(ANN, "F4", size=2).at(SHIFT - 1)
    k.do(ANN, "place ann1 storage-a", "take meat F4").at(SHIFT)
    assert k.t.phase == "closing"
    assert k.no(CLEO, "place cleo1 dining") == k.no(ANN, "place ann2 dining") == "time-is-up"
    k.tick(50).do(ANN, "take salad F4", "done")
    assert not k.t.right[ANN]
    assert (k.t.coins, k.t.shift, k.t.phase) == (1, 2, "planning")


@pytest.mark.rule("KR-E14", "KR-R2", "KR-R7")
def test_e14_the_grace_time_ends():
    k = Scenario(4, seats=3).give(ANN, "F4", size=2).at(SHIFT - 1)
    k.do(ANN, "place ann1 storage-a", "take meat F4").at(SHIFT)
    with pytest.raises(Illegal):
        k.tick(GRACE + 1)
    k.tick(GRACE)
    assert (k.t.shift, k.t.jobs, k.t.phase) == (2, {}, "planning")


@pytest.mark.rule("KR-E15", "KR-78", "KR-94")
def test_e15_earnings_and_free_drinks():
    k = Scenario(3, seats=3).put(coins=11).make(ANN, "R22").make(BEN, "F3")
    k.give(CLEO, "R7", "pasta pasta cheese", size=2, row=1)
    k.give(ANN, "R1").end()
    assert k.t.coins == 16
    assert k.t.verdict == "goal missed"


@pytest.mark.rule("KR-E16", "KR-79", "KR-81")
def test_e16_a_challenging_patron_waits_for_coins_then_for_stars():
    five = Scenario(5).put(coins=20).give(ANN, "C5", "meat meat meat", size=2, row=2).end()
    assert five.t.coins == 7
    six = Scenario(6).put(coins=20, reputation=3).give(ANN, "C5", "meat meat meat", size=2, row=2).end()
    assert (six.t.coins, six.t.reputation) == (8, 2)


@pytest.mark.rule("KR-E17", "KR-58", "KR-59", "KR-60", "KR-80", "KR-91")
def test_e17_serve_a_right_order():
    k = Scenario(6).put(coins=12).make(ANN, "C1").do(ANN, "place ann1 dining", "serve C1")
    assert k.t.coins == 13
    k.end()
    assert (k.t.coins, k.t.reputation, k.t.sink) == (5, 1, [2, 1, 1, 1])
    assert CARD["C1"] in k.t.gone
    assert not k.t.orders[ANN]


@pytest.mark.rule("KR-E18", "KR-61", "KR-92", "KR-R30")
def test_e18_serve_a_wrong_order():
    k = Scenario(6).put(coins=12, reputation=2).give(BEN, "R7", "pasta bread cheese", "pepper", size=2, row=1)
    supply = k.t.larder[:], k.t.rack[:]
    k.do(BEN, "place ben1 dining", "serve R7")
    assert k.t.coins == 13
    k.end()
    assert (k.t.coins, k.t.reputation, k.t.sink) == (0, 1, [1, 2, 1, 1])
    assert sum(k.t.larder) - sum(supply[0]) == 3
    assert sum(k.t.rack) - sum(supply[1]) == 1
    assert k.orders(BEN) == ["R7"]
    assert not k.dish("R7").plated
    assert not k.t.served


@pytest.mark.rule("KR-E19", "KR-61", "KR-81")
def test_e19_two_wrong_serves():
    k = Scenario(7).put(coins=20, reputation=9).give(ANN, "C1", "meat salad", "salt", size=1, row=1)
    k.give(BEN, "V3", "salad salad", "salt", size=1, dish="V3-side")
    k.give(BEN, "V3", "cheese pasta pasta", "herbs saffron", size=2, row=1, dish="V3-main")
    k.do(ANN, "place ann1 dining", "serve C1").do(BEN, "place ben1 dining", "serve V3")
    assert k.t.coins == 22
    k.end()
    assert (k.t.reputation, k.t.coins) == (4, 10)
    assert not k.dish("V3-side").plated, "the right dish of a VIP served wrong is emptied too"


@pytest.mark.rule("KR-E20", "KR-13", "KR-R31")
def test_e20_stars_need_the_serve_action():
    k = Scenario(7).put(coins=12, reputation=2).make(ANN, "C1").make(BEN, "V3").end()
    assert (k.t.coins, k.t.reputation) == (12, 2)
    other = Scenario(7, stars="correct").put(coins=12, reputation=2).make(ANN, "C1").make(BEN, "V3").end()
    assert other.t.reputation == 5


@pytest.mark.rule("KR-E21", "KR-73", "KR-78", "KR-82", "KR-89")
def test_e21_half_a_vip_order():
    k = Scenario(7).put(coins=12, reputation=4).give(ANN, "V3", "salad salad", "salt", size=1, dish="V3-side")
    k.give(ANN, "V3", "pasta", size=2, dish="V3-main").end()
    assert (k.t.coins, k.t.reputation) == (0, 2)
    assert k.food("V3-side") == "salad salad"
    assert k.food("V3-main") == "pasta"
    assert k.orders(ANN) == ["V3"]


@pytest.mark.rule("KR-E22", "KR-62", "KR-63", "KR-R21")
def test_e22_throw_out_refills_its_own_table():
    k = Scenario(6, seats=3, tables="F1 R1 -", deck="C5 R7 F2").put(coins=4)
    k.do(ANN, "place ann1 reception", "throw_out 1")
    assert k.at_tables()[:3] == ["h", "R1", "-"]
    k.do(ANN, "done")
    assert k.at_tables()[:3] == ["C5", "R1", "-"]
    assert k.t.discard == [CARD["F1"]]
    assert k.t.coins == 4
    k.do(BEN, "place ben1 reception", "admit")
    assert k.at_tables()[:3] == ["C5", "R1", "R7"]
    assert k.t.coins == 5
    assert not k.is_working(BEN)


@pytest.mark.rule("KR-E23", "KR-52", "KR-53", "KR-54", "KR-55", "KR-56", "KR-R32")
def test_e23_shopping():
    k = Scenario(4).do(ANN, "place ann1 van")
    assert k.t.coins == 1
    before = k.supply("salad")
    k.do(ANN, "stock salad", "put a", "put a", "put_all b")
    assert (k.stored("a", "salad"), k.stored("b", "salad")) == (3, 4)
    assert (before, k.supply("salad")) == (13, 8)
    assert not k.is_working(ANN)
    k.do(ANN, "place ann2 van", "buy_spice salt")
    assert k.t.coins == 0
    assert k.no(ANN, "buy_spice curry") == "no-goods"
    k.do(ANN, "buy_spice salt", "buy_spice herbs")
    assert not k.is_working(ANN)
    assert (k.bag("salt"), k.bag("herbs")) == (4, 3)
    assert k.on("van") == ["ann1", "ann2"]
    assert k.no(BEN, "place ben1 van") == "too-few-coins"


@pytest.mark.rule("KR-E24", "KR-72", "KR-R32")
def test_e24_shopping_with_room_c():
    k = Scenario(5)
    k.t.larder[FOOD["bread"]] = 2
    k.do(ANN, "place ann1 van", "stock bread")
    assert k.stored("c", "bread") == 4
    assert not k.is_working(ANN)
    k.do(ANN, "place ann2 van")
    assert k.no(ANN, "stock bread") == "no-goods"
    k.do(ANN, "stock meat")
    assert k.no(ANN, "put c") == "no-goods"
    k.do(ANN, "put_all b")
    assert k.stored("b", "meat") == 7


@pytest.mark.rule("KR-E25", "KR-64", "KR-65", "KR-85", "KR-R36")
def test_e25_strike_and_late_payment():
    k = Scenario(7).put(coins=8).end()
    assert k.t.coins == 2
    assert k.asked() == [ANN]
    k.do(ANN, "strike ben1")
    assert k.no(ANN, "strike ben1")
    k.do(ANN, "strike ben2").put(coins=5).start()
    assert k.no(BEN, "place ben1 dining") == "on-strike"
    k.do(ANN, "place ann1 office")
    assert k.t.coins == 2
    assert action("done") not in k.t.asks[ANN]
    k.do(ANN, "late_pay ben1").do(BEN, "place ben1 dining", "done")
    assert k.where("ben2") == "strike"
    k.put(coins=10).end()
    assert k.t.coins == 1


@pytest.mark.rule("KR-E26", "KR-86", "KR-88", "KR-R39")
def test_e26_awards_come_and_go():
    k = Scenario(7).put(coins=40, reputation=2).make(ANN, "V3").make(BEN, "V1")
    first = [AWARD["dish-machine"], AWARD["trade-card"]]
    k.t.awards_deck = first + [card for card in range(8) if card not in first]
    k.do(ANN, "place ann1 dining", "serve V3").do(BEN, "place ben1 dining", "serve V1").end()
    assert k.t.reputation == 6
    assert k.awards() == ["dish-machine", "trade-card"]
    k.start().give(ANN, "C5").end()
    assert k.t.reputation == 5
    assert k.awards() == ["dish-machine"]
    assert k.t.awards_deck[0] == AWARD["trade-card"]


@pytest.mark.rule("KR-E27", "KR-66", "KR-67", "KR-68", "KR-R33")
def test_e27_office_cards():
    k = Scenario(8).put(
        coins=9, desks=offices("locksmith new-plates"), office_deck=offices("technician new-temp")
    )
    assert k.no(ANN, "place ann2 storage-b") == "no-free-space"
    k.do(ANN, "place ann1 desk-1")
    assert k.t.coins == 7
    assert k.usable("storage-b") == 2
    assert k.t.desks == offices("technician new-plates")
    assert k.where("ann1") == "desk-1"
    assert k.no(BEN, "place ben1 desk-1") == "no-free-space"
    k.do(BEN, "place ben1 desk-2")
    assert (k.t.coins, k.t.cupboard, k.t.aside) == (4, [3] * 4, [0] * 4)
    assert k.t.desks == offices("technician new-temp")
    assert k.t.office_discard == offices("locksmith new-plates")


@pytest.mark.rule("KR-E28", "KR-75", "KR-83", "KR-R40")
def test_e28_a_temp_works_for_the_seat_that_places_it():
    k = Scenario(8).put(coins=20).give(ANN, "F1", size=1).give(BEN, "F4", size=2)
    k.do(BEN, "place white1 storage-c", "take bread F4")
    assert k.no(ANN, "place white1 sink") in ("still-running", "finish-first")
    assert k.t.refusal(ANN, action("take bread F1")).code
    k.do(BEN, "done").at(SAND).do(ANN, "place white1 storage-c", "take bread F1", "done").end()
    assert k.t.coins == 3


@pytest.mark.rule("KR-E29", "KR-51")
def test_e29_washing():
    k = Scenario(3).put(sink=[1, 0, 2, 1], cupboard=[2, 2, 2, 2])
    k.do(ANN, "place ann1 sink", "wash 3", "wash 4", "wash 3")
    assert not k.is_working(ANN)
    assert (k.t.sink, k.t.cupboard) == ([1, 0, 0, 0], [2, 2, 4, 3])


@pytest.mark.rule("KR-E30", "KR-81", "KR-R38")
def test_e30_gains_and_losses_are_added_before_they_are_cut():
    k = Scenario(7).put(coins=12, reputation=1).give(BEN, "V3").make(ANN, "C1")
    k.do(ANN, "place ann1 dining", "serve C1").end()
    assert k.t.reputation == 0


@pytest.mark.rule("KR-E31", "KR-R12", "KR-R13", "KR-R14")
def test_e31_beats():
    k = Scenario(3, seats=3, tables="F1 F2 F3", pace="stepped")
    assert k.asked() == [ANN]
    k.do(ANN, "place ann1 dining", "order 1", "plate F1 1")
    assert k.asked() == [BEN]
    k.do(BEN, "place ben1 dining", "order 2", "plate F2 1").do(CLEO, "pass")
    assert k.t.asks == {CLOCK: [("tick", 50)]}
    k.tick(50)
    assert k.asked() == [BEN]
    k.do(BEN, "place ben2 storage-a", "take vegetable F2", "take salad F2", "done")
    assert k.asked() == [CLEO], "due: there is news"
    k.do(CLEO, "pass").do(ANN, "place ann2 storage-a", "take bread F1", "take cheese F1", "done")
    k.tick(50)
    assert k.asked() == [CLEO]
    k.do(CLEO, "pass")
    assert k.t.asks == {CLOCK: [("tick", 200)]}
    k.tick(200)
    assert k.where("ann1") == k.where("ben1") == "hand"
    assert k.asked() == [ANN]
    k.do(ANN, "pass")
    assert k.asked() == [BEN]
    k.do(BEN, "pass")
    assert k.asked() == [CLEO]


@pytest.mark.rule("KR-E32", "KR-94")
def test_e32_one_order_makes_the_goal():
    lost = Scenario(3, seats=3).put(coins=26).give(ANN, "R1").give(BEN, "F1").end()
    assert (lost.t.coins, lost.t.verdict) == (24, "goal missed")
    won = Scenario(3, seats=3).put(coins=26).make(ANN, "R1").give(BEN, "F1").end()
    assert (won.t.coins, won.t.verdict) == (27, "goal met")


@pytest.mark.rule("KR-E33", "KR-R28", "KR-R38")
def test_e33_spoiled_is_emptied_and_unfinished_is_kept():
    k = Scenario(6).put(coins=14).give(ANN, "R4", "bread bread", "herbs", size=1, row=2)
    k.give(BEN, "R7", "pasta pasta", size=2)
    k.end()
    assert k.t.coins == 0
    assert not k.dish("R4").plated
    assert k.t.sink == [2, 1, 1, 1]
    assert k.orders(ANN) == ["R4"]
    assert k.food("R7") == "pasta pasta"


@pytest.mark.rule("KR-E34", "KR-R9")
def test_e34_a_pause():
    k = Scenario(3).do(BEN, "place ben1 sink", "wash 1", "done").at(100).do(ANN, "pause")
    assert k.no(BEN, "place ben2 reception") == "paused"
    with pytest.raises(Illegal):
        k.tick(1)
    assert CLOCK not in k.t.asks
    assert k.t.anytime(BEN) == []
    k.do(BEN, "resume").tick(1)
    assert k.t.now == 101
    assert k.runs_out("ben1") == SAND


@pytest.mark.rule("KR-E35", "KR-R25")
def test_e35_mistakes_prevented():
    k = Scenario(3, mistakes="prevented").give(ANN, "R10", size=2)
    k.do(ANN, "place ann1 storage-a", "take bread R10")
    assert k.no(ANN, "take bread R10") == k.no(ANN, "take salad R10") == "not-there"
    k.do(ANN, "take meat R10", "done")
    assert k.no(ANN, "place ann2 stove") == "nothing-to-do"


@pytest.mark.rule("KR-E36", "KR-R19")
def test_e36_timers_that_lift_themselves():
    k = Scenario(4, lift="auto").give(BEN, "F4", size=2).do(ANN, "place ann1 sink", "wash 1", "done")
    k.do(BEN, "place ben1 storage-a", "take meat F4").at(SAND)
    assert (k.where("ann1"), k.where("ben1")) == ("hand", "storage-a")
    k.do(BEN, "done")
    assert k.where("ben1") == "hand"
