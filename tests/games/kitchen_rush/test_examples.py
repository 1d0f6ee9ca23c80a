"""The worked examples of the ledger, exactly."""

import pytest

from flattop.kernel import CLOCK, Illegal


def tick(k, n):
    k.t.play(CLOCK, ("tick", n))
    return k


@pytest.mark.rule("KR-E1", "KR-83", "KR-84")
def test_e1_six_coins_per_seat(kr):
    k = kr.Kitchen(5, 3).put(coins=20).end()
    assert (k.t.coins, k.t.shift, k.t.phase) == (2, 2, "planning")
    lost = kr.Kitchen(5, 3).put(coins=17).end()
    assert lost.t.over
    assert lost.t.verdict == "salaries"


@pytest.mark.rule("KR-E4", "KR-20", "KR-23")
def test_e4_a_run_out_timer_is_turned_on_the_same_space(kr):
    k = kr.Kitchen(3, 2).at(100).do(0, "place 0a sink", "wash 1", "done").at(369)
    assert k.no(0, "place 0a reception") == k.no(0, "lift 0a") == "still-running"
    k.at(370).do(0, "place 0a sink")
    assert k.t.spaces[kr.area["sink"]][0] == kr.timer["0a"]
    assert k.t.runs_out[kr.timer["0a"]] == 640


@pytest.mark.rule("KR-E5", "KR-22", "KR-27", "KR-69", "KR-R3", "KR-R20")
def test_e5_one_reception_space_and_whoever_is_first(kr):
    k = kr.Kitchen(3, 2, tables="F1 -", deck="R1 R2").at(50).do(1, "place 1a reception")
    refused = k.t.refusal(0, kr.action("place 0a reception"))
    assert "Seat 2 was first" in refused.sentence
    assert k.no(0, "place 0a reception") == "no-free-space"
    assert k.where("0a") == "hand"
    k.do(1, "admit")
    assert k.at_tables()[:2] == ["F1", "R1"]
    assert k.t.coins == 3
    assert 1 not in k.t.jobs, "no free table: over"
    k.at(100).do(0, "place 0b dining", "order 1", "plate F1 1").at(320)
    assert k.no(0, "place 0a reception") == "no-free-space"
    k.do(1, "lift 1a").do(0, "place 0a reception", "admit")
    assert k.at_tables()[:2] == ["R2", "R1"]
    assert k.t.coins == 4


@pytest.mark.rule("KR-E6", "KR-18", "KR-28", "KR-31", "KR-34", "KR-39", "KR-46")
def test_e6_an_order_from_the_table_to_the_last_pinch(kr):
    k = kr.Kitchen(2, 2, tables="R7 F1").do(0, "place 0a dining", "order 1", "plate R7 2")
    assert 0 not in k.t.jobs
    assert k.t.cupboard == [5, 5, 6, 5]
    k.do(0, "place 0b storage-a", "take pasta R7", "take pasta R7", "take cheese R7", "done")
    assert (k.t.rooms[0][kr.food["pasta"]], k.t.rooms[0][kr.food["cheese"]]) == (1, 2)
    k.at(270).do(0, "place 0a stove", "cook R7")
    assert k.row("R7") == 1
    k.do(0, "place 0b greenhouse", "season pepper R7", "done")
    assert k.t.bag[kr.spice["pepper"]] == 3
    assert k.is_right("R7")
    k.at(2400)
    assert k.t.over
    assert (k.t.right, k.t.verdict) == ([1, 0], "goal missed")


@pytest.mark.rule("KR-E7", "KR-32", "KR-33", "KR-R23")
def test_e7_plates_of_the_size_or_one_larger(kr):
    k = kr.Kitchen(2, 2, tables="R1 R22").put(cupboard=[0, 2, 0, 1]).do(0, "place 0a dining", "order 1")
    assert [a for a in k.t.asks[0] if a[0] == "plate"] == [kr.action("plate R1 2")]
    k.do(0, "plate R1 2", "place 0b dining", "order 2", "plate R22 4")
    assert k.t.cupboard == [0, 1, 0, 0]
    first = kr.Kitchen(1, 2, tables="F1 F2").put(cupboard=[0, 6, 6, 5]).do(0, "place 0a dining", "order 1")
    assert first.no(0, "plate F1 2") == "no-plate"
    first.do(0, "done")
    first.t.cupboard[0] = 1
    first.do(0, "plate F1 1")
    assert first.dish("F1").size == 0


@pytest.mark.rule("KR-E8", "KR-17", "KR-21")
def test_e8_finish_first_and_go_on_after_the_sand_has_run(kr):
    k = kr.Kitchen(3).give(0, "F4", 2).do(0, "place 0a storage-a", "take meat F4")
    assert k.no(0, "place 0b sink") == "finish-first"
    k.do(0, "done")
    assert k.can(0, "place 0b sink")
    slow = kr.Kitchen(3).give(0, "F4", 2).do(0, "place 0a storage-a").at(400)
    slow.do(0, "take bread F4", "done", "place 0a storage-b")
    assert slow.t.runs_out[kr.timer["0a"]] == 670


@pytest.mark.rule("KR-E9", "KR-19", "KR-41")
def test_e9_two_timers_cook_one_dish_at_one_tick(kr):
    k = kr.Kitchen(4).give(0, "C2", 1, "cheese cheese")
    k.do(0, "place 0a stove", "cook C2", "place 0b stove", "cook C2")
    assert k.row("C2") == 2
    assert k.t.spaces[kr.area["stove"]][:2] == [kr.timer["0a"], kr.timer["0b"]]


@pytest.mark.rule("KR-E10", "KR-38", "KR-42", "KR-R27")
def test_e10_cooked_too_early_it_can_never_be_right(kr):
    k = kr.Kitchen(2).give(0, "R7", 2, "pasta cheese").do(0, "place 0a stove", "cook R7")
    assert k.row("R7") == 1
    assert k.no(0, "place 0b storage-a") == "nothing-to-do"
    k.do(0, "place 0b greenhouse", "season pepper R7", "done")
    assert k.no(0, "scrap R7") == k.no(0, "give_back R7 pasta a") == "not-in-scenario"
    k.end()
    assert k.t.right == [0, 0]


@pytest.mark.rule("KR-E11", "KR-70", "KR-71", "KR-R24", "KR-R28")
def test_e11_a_full_plate_takes_no_more_and_is_scrapped(kr):
    k = kr.Kitchen(3).give(0, "R10", 2)
    meat, bread = k.t.larder[0], k.t.larder[4]
    k.do(0, "place 0a storage-a", "take meat R10", "take bread R10", "take bread R10")
    assert k.no(0, "take meat R10") == "not-there"
    k.do(0, "done", "scrap R10")
    assert (k.t.larder[0] - meat, k.t.larder[4] - bread) == (1, 2)
    assert k.t.sink == [1, 2, 1, 1]
    assert kr.card["R10"] in k.t.orders[0]
    k.do(0, "plate R10 2")
    assert k.t.cupboard == [2, 0, 2, 2]


@pytest.mark.rule("KR-E12", "KR-43", "KR-R26")
def test_e12_scenario_1_forgives(kr):
    k = kr.Kitchen(1).give(0, "F3", 2, "pasta bread cheese", row=1).do(0, "give_back F3 bread b")
    assert k.t.rooms[1][kr.food["bread"]] == 4
    k.do(0, "add_missing F3 pasta a")
    assert k.t.rooms[0][kr.food["pasta"]] == 2
    assert k.is_right("F3")
    assert k.no(0, "give_back F3 pasta a") == "not-wrong"


@pytest.mark.rule("KR-E13", "KR-24", "KR-79", "KR-R6", "KR-R7")
def test_e13_what_is_open_may_be_finished(kr):
    k = kr.Kitchen(4, 3).give(0, "F4", 2).at(2399).do(0, "place 0a storage-a", "take meat F4").at(2400)
    assert k.t.phase == "closing"
    assert k.no(2, "place 2a dining") == k.no(0, "place 0b dining") == "time-is-up"
    tick(k, 50).do(0, "take salad F4", "done")
    assert not k.t.right[0]
    assert (k.t.coins, k.t.shift, k.t.phase) == (1, 2, "planning")


@pytest.mark.rule("KR-E14", "KR-R2", "KR-R7")
def test_e14_the_grace_time_ends(kr):
    k = kr.Kitchen(4, 3).give(0, "F4", 2).at(2399).do(0, "place 0a storage-a", "take meat F4").at(2400)
    with pytest.raises(Illegal):
        tick(k, 301)
    tick(k, 300)
    assert (k.t.shift, k.t.jobs, k.t.phase) == (2, {}, "planning")


@pytest.mark.rule("KR-E15", "KR-78", "KR-94")
def test_e15_earnings_and_free_drinks(kr):
    k = (
        kr.Kitchen(3, 3)
        .put(coins=11)
        .make(0, "R22")
        .make(1, "F3")
        .give(2, "R7", 2, "pasta pasta cheese", row=1)
    )
    k.give(0, "R1").end()
    assert k.t.coins == 16
    assert k.t.verdict == "goal missed"


@pytest.mark.rule("KR-E16", "KR-79", "KR-81")
def test_e16_a_challenging_patron_waits_for_coins_then_for_stars(kr):
    five = kr.Kitchen(5).put(coins=20).give(0, "C5", 2, "meat meat meat", row=2).end()
    assert five.t.coins == 7
    six = kr.Kitchen(6).put(coins=20, reputation=3).give(0, "C5", 2, "meat meat meat", row=2).end()
    assert (six.t.coins, six.t.reputation) == (8, 2)


@pytest.mark.rule("KR-E17", "KR-58", "KR-59", "KR-60", "KR-80", "KR-91")
def test_e17_serve_a_right_order(kr):
    k = kr.Kitchen(6).put(coins=12).make(0, "C1").do(0, "place 0a dining", "serve C1")
    assert k.t.coins == 13
    k.end()
    assert (k.t.coins, k.t.reputation, k.t.sink) == (5, 1, [2, 1, 1, 1])
    assert kr.card["C1"] in k.t.gone
    assert not k.t.orders[0]


@pytest.mark.rule("KR-E18", "KR-61", "KR-92", "KR-R30")
def test_e18_serve_a_wrong_order(kr):
    k = kr.Kitchen(6).put(coins=12, reputation=2).give(1, "R7", 2, "pasta bread cheese", "pepper", row=1)
    supply = k.t.larder[:], k.t.rack[:]
    k.do(1, "place 1a dining", "serve R7")
    assert k.t.coins == 13
    k.end()
    assert (k.t.coins, k.t.reputation, k.t.sink) == (0, 1, [1, 2, 1, 1])
    assert sum(k.t.larder) - sum(supply[0]) == 3
    assert sum(k.t.rack) - sum(supply[1]) == 1
    assert k.t.orders[1] == [kr.card["R7"]]
    assert not k.dish("R7").plated
    assert not k.t.served


@pytest.mark.rule("KR-E19", "KR-61", "KR-81")
def test_e19_two_wrong_serves(kr):
    k = kr.Kitchen(7).put(coins=20, reputation=9).give(0, "C1", 1, "meat salad", "salt", row=1)
    k.give(1, "V3", 1, "salad salad", "salt", dish="V3-side")
    k.give(1, "V3", 2, "cheese pasta pasta", "herbs saffron", row=1, dish="V3-main")
    k.do(0, "place 0a dining", "serve C1").do(1, "place 1a dining", "serve V3")
    assert k.t.coins == 22
    k.end()
    assert (k.t.reputation, k.t.coins) == (4, 10)
    assert not k.dish("V3-side").plated, "the right dish of a VIP served wrong is emptied too"


@pytest.mark.rule("KR-E20", "KR-13", "KR-R31")
def test_e20_stars_need_the_serve_action(kr):
    k = kr.Kitchen(7).put(coins=12, reputation=2).make(0, "C1").make(1, "V3").end()
    assert (k.t.coins, k.t.reputation) == (12, 2)
    other = kr.Kitchen(7, stars="correct").put(coins=12, reputation=2).make(0, "C1").make(1, "V3").end()
    assert other.t.reputation == 5


@pytest.mark.rule("KR-E21", "KR-73", "KR-78", "KR-82", "KR-89")
def test_e21_half_a_vip_order(kr):
    k = kr.Kitchen(7).put(coins=12, reputation=4).give(0, "V3", 1, "salad salad", "salt", dish="V3-side")
    k.give(0, "V3", 2, "pasta", dish="V3-main").end()
    assert (k.t.coins, k.t.reputation) == (0, 2)
    assert k.dish("V3-side").food == (0, 0, 2, 0, 0, 0)
    assert k.dish("V3-main").food == (0, 0, 0, 0, 0, 1)
    assert k.t.orders[0] == [kr.card["V3"]]


@pytest.mark.rule("KR-E22", "KR-62", "KR-63", "KR-R21")
def test_e22_throw_out_refills_its_own_table(kr):
    k = kr.Kitchen(6, 3, tables="F1 R1 -", deck="C5 R7 F2").put(coins=4)
    k.do(0, "place 0a reception", "throw_out 1")
    assert k.at_tables()[:3] == ["h", "R1", "-"]
    k.do(0, "done")
    assert k.at_tables()[:3] == ["C5", "R1", "-"]
    assert k.t.discard == [kr.card["F1"]]
    assert k.t.coins == 4
    k.do(1, "place 1a reception", "admit")
    assert k.at_tables()[:3] == ["C5", "R1", "R7"]
    assert k.t.coins == 5
    assert 1 not in k.t.jobs


@pytest.mark.rule("KR-E23", "KR-52", "KR-53", "KR-54", "KR-55", "KR-56", "KR-R32")
def test_e23_shopping(kr):
    k = kr.Kitchen(4).do(0, "place 0a van")
    assert k.t.coins == 1
    salad, before = kr.food["salad"], k.t.larder[kr.food["salad"]]
    k.do(0, "stock salad", "put a", "put a", "put_all b")
    assert (k.t.rooms[0][salad], k.t.rooms[1][salad]) == (3, 4)
    assert (before, k.t.larder[salad]) == (13, 8)
    assert 0 not in k.t.jobs
    k.do(0, "place 0b van", "buy_spice salt")
    assert k.t.coins == 0
    assert k.no(0, "buy_spice curry") == "no-goods"
    k.do(0, "buy_spice salt", "buy_spice herbs")
    assert 0 not in k.t.jobs
    assert (k.t.bag[kr.spice["salt"]], k.t.bag[kr.spice["herbs"]]) == (4, 3)
    assert k.t.spaces[kr.area["van"]] == [0, 1]
    assert k.no(1, "place 1a van") == "too-few-coins"


@pytest.mark.rule("KR-E24", "KR-72", "KR-R32")
def test_e24_shopping_with_room_c(kr):
    k = kr.Kitchen(5)
    k.t.larder[kr.food["bread"]] = 2
    k.do(0, "place 0a van", "stock bread")
    assert k.t.rooms[2][kr.food["bread"]] == 4
    assert 0 not in k.t.jobs
    k.do(0, "place 0b van")
    assert k.no(0, "stock bread") == "no-goods"
    k.do(0, "stock meat")
    assert k.no(0, "put c") == "no-goods"
    k.do(0, "put_all b")
    assert k.t.rooms[1][kr.food["meat"]] == 7


@pytest.mark.rule("KR-E25", "KR-64", "KR-65", "KR-85", "KR-R36")
def test_e25_strike_and_late_payment(kr):
    k = kr.Kitchen(7).put(coins=8).end()
    assert k.t.coins == 2
    assert list(k.t.asks) == [0]
    k.do(0, "strike 1a")
    assert k.no(0, "strike 1a")
    k.do(0, "strike 1b").put(coins=5).start()
    assert k.no(1, "place 1a dining") == "on-strike"
    k.do(0, "place 0a office")
    assert k.t.coins == 2
    assert kr.action("done") not in k.t.asks[0]
    k.do(0, "late_pay 1a").do(1, "place 1a dining", "done")
    assert k.where("1b") == "strike"
    k.put(coins=10).end()
    assert k.t.coins == 1


@pytest.mark.rule("KR-E26", "KR-86", "KR-88", "KR-R39")
def test_e26_awards_come_and_go(kr):
    k = kr.Kitchen(7).put(coins=40, reputation=2).make(0, "V3").make(1, "V1")
    first = [kr.award["dish-machine"], kr.award["trade-card"]]
    k.t.awards_deck = first + [card for card in range(8) if card not in first]
    k.do(0, "place 0a dining", "serve V3").do(1, "place 1a dining", "serve V1").end()
    assert k.t.reputation == 6
    assert k.awards() == ["dish-machine", "trade-card"]
    k.start().give(0, "C5").end()
    assert k.t.reputation == 5
    assert k.awards() == ["dish-machine"]
    assert k.t.awards_deck[0] == kr.award["trade-card"]


@pytest.mark.rule("KR-E27", "KR-66", "KR-67", "KR-68", "KR-R33")
def test_e27_office_cards(kr):
    k = kr.Kitchen(8).put(coins=9, desks=[0, 2], office_deck=[1, 3])
    assert k.no(0, "place 0b storage-b") == "no-free-space"
    k.do(0, "place 0a desk-1")
    assert k.t.coins == 7
    assert k.usable("storage-b") == 2
    assert k.t.desks[0] == kr.office["technician"]
    assert k.where("0a") == "desk-1"
    assert k.no(1, "place 1a desk-1") == "no-free-space"
    k.do(1, "place 1a desk-2")
    assert (k.t.coins, k.t.cupboard, k.t.aside) == (4, [3] * 4, [0] * 4)
    assert k.t.desks[1] == kr.office["new-temp"]
    assert k.t.office_discard == [0, 2]


@pytest.mark.rule("KR-E28", "KR-75", "KR-83", "KR-R40")
def test_e28_a_temp_works_for_whoever_places_it(kr):
    k = kr.Kitchen(8).put(coins=20).give(0, "F1", 1).give(1, "F4", 2)
    k.do(1, "place w1 storage-c", "take bread F4")
    assert k.no(0, "place w1 sink") in ("still-running", "finish-first")
    assert k.t.refusal(0, kr.action("take bread F1")).code
    k.do(1, "done").at(270).do(0, "place w1 storage-c", "take bread F1", "done").end()
    assert k.t.coins == 3


@pytest.mark.rule("KR-E29", "KR-51")
def test_e29_washing(kr):
    k = kr.Kitchen(3).put(sink=[1, 0, 2, 1], cupboard=[2, 2, 2, 2])
    k.do(0, "place 0a sink", "wash 3", "wash 4", "wash 3")
    assert 0 not in k.t.jobs
    assert (k.t.sink, k.t.cupboard) == ([1, 0, 0, 0], [2, 2, 4, 3])


@pytest.mark.rule("KR-E30", "KR-81", "KR-R38")
def test_e30_gains_and_losses_are_added_before_they_are_cut(kr):
    k = kr.Kitchen(7).put(coins=12, reputation=1).give(1, "V3").make(0, "C1")
    k.do(0, "place 0a dining", "serve C1").end()
    assert k.t.reputation == 0


@pytest.mark.rule("KR-E31", "KR-R12", "KR-R13", "KR-R14")
def test_e31_beats(kr):
    k = kr.Kitchen(3, 3, tables="F1 F2 F3", pace="stepped")
    assert list(k.t.asks) == [0]
    k.do(0, "place 0a dining", "order 1", "plate F1 1")
    assert list(k.t.asks) == [1]
    k.do(1, "place 1a dining", "order 2", "plate F2 1").do(2, "pass")
    assert k.t.asks == {CLOCK: [("tick", 50)]}
    tick(k, 50)
    assert list(k.t.asks) == [1]
    k.do(1, "place 1b storage-a", "take vegetable F2", "take salad F2", "done")
    assert list(k.t.asks) == [2], "due: there is news"
    k.do(2, "pass").do(0, "place 0b storage-a", "take bread F1", "take cheese F1", "done")
    tick(k, 50)
    assert list(k.t.asks) == [2]
    k.do(2, "pass")
    assert k.t.asks == {CLOCK: [("tick", 200)]}
    tick(k, 200)
    assert k.where("0a") == k.where("1a") == "hand"
    assert list(k.t.asks) == [0]
    k.do(0, "pass")
    assert list(k.t.asks) == [1]
    k.do(1, "pass")
    assert list(k.t.asks) == [2]


@pytest.mark.rule("KR-E32", "KR-94")
def test_e32_one_order_makes_the_goal(kr):
    lost = kr.Kitchen(3, 3).put(coins=26).give(0, "R1").give(1, "F1").end()
    assert (lost.t.coins, lost.t.verdict) == (24, "goal missed")
    won = kr.Kitchen(3, 3).put(coins=26).make(0, "R1").give(1, "F1").end()
    assert (won.t.coins, won.t.verdict) == (27, "goal met")


@pytest.mark.rule("KR-E33", "KR-R28", "KR-R38")
def test_e33_spoiled_is_emptied_and_unfinished_is_kept(kr):
    k = (
        kr.Kitchen(6)
        .put(coins=14)
        .give(0, "R4", 1, "bread bread", "herbs", row=2)
        .give(1, "R7", 2, "pasta pasta")
    )
    k.end()
    assert k.t.coins == 0
    assert not k.dish("R4").plated
    assert k.t.sink == [2, 1, 1, 1]
    assert k.t.orders[0] == [kr.card["R4"]]
    assert k.dish("R7").food == (0, 0, 0, 0, 0, 2)


@pytest.mark.rule("KR-E34", "KR-R9")
def test_e34_a_pause(kr):
    k = kr.Kitchen(3).do(1, "place 1a sink", "wash 1", "done").at(100).do(0, "pause")
    assert k.no(1, "place 1b reception") == "paused"
    with pytest.raises(Illegal):
        tick(k, 1)
    assert CLOCK not in k.t.asks
    assert k.t.anytime(1) == []
    tick(k.do(1, "resume"), 1)
    assert k.t.now == 101
    assert k.t.runs_out[kr.timer["1a"]] == 270


@pytest.mark.rule("KR-E35", "KR-R25")
def test_e35_mistakes_prevented(kr):
    k = kr.Kitchen(3, mistakes="prevented").give(0, "R10", 2).do(0, "place 0a storage-a", "take bread R10")
    assert k.no(0, "take bread R10") == k.no(0, "take salad R10") == "not-there"
    k.do(0, "take meat R10", "done")
    assert k.no(0, "place 0b stove") == "nothing-to-do"


@pytest.mark.rule("KR-E36", "KR-R19")
def test_e36_timers_that_lift_themselves(kr):
    k = kr.Kitchen(4, lift="auto").give(1, "F4", 2).do(0, "place 0a sink", "wash 1", "done")
    k.do(1, "place 1a storage-a", "take meat F4").at(270)
    assert (k.where("0a"), k.where("1a")) == ("hand", "storage-a")
    k.do(1, "done")
    assert k.where("1a") == "hand"
