"""Buying, lending, bargaining."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from flattop.games.ninja_burger.open_options import FreeText, OpenOptions, Price
from flattop.kernel import HIDDEN, Illegal

from .scenes import (
    CARD,
    A,
    B,
    C,
    D,
    asked,
    cut_ins,
    do,
    effective,
    ids,
    log,
    new_table,
    offered,
    passes,
    scene,
    seen,
    started,
)


@pytest.mark.rule("NB-E10", "NB-73", "NB-48", "NB-81", "NB-15", "NB-R42")
def test_slippers_bought_from_a_rival_make_the_roll_at_once():
    t = scene(ninjas="hokori_takai", missions="shh", money=150, items={B: "hush_slippers"}, rolls=13)
    do(t, A, "roll")
    assert t.failing
    assert effective(t) == 12
    t.play(A, ("deal", B))
    do(t, A, "want_item hush_slippers, put_money 150, offer")
    do(t, B, "agree")
    assert (t.money[A], t.money[B]) == (0, 150)
    assert ids(t.items[A]) == ["hush_slippers"]
    assert log(t, "made") == [(A, 1)]
    assert t.roll.number == 1


@pytest.mark.rule("NB-67", "NB-70")
def test_stuff_is_paid_to_the_bank_and_any_number_may_be_in_play():
    t = scene(
        "discard",
        hands="badge_kevin badge_kevin hush_slippers",
        money=600,
        items="headset thermal_satchel formal_pyjamas",
    )
    do(t, A, "buy badge_kevin, buy badge_kevin, buy hush_slippers")
    assert t.money == [0, 0, 0]
    assert len(t.items[A]) == 6
    assert t.hands[A] == []
    assert log(t, "bought")[0] == (A, CARD["badge_kevin"], 200)


@pytest.mark.rule("NB-R35")
@pytest.mark.parametrize(
    ("card", "useful"),
    [
        ("official_katana", True),
        ("throwing_pickles", True),
        ("second_cookie", True),
        ("headset", True),
        ("apology_basket", True),
        ("hush_slippers", False),
        ("bungee_apron", False),
        ("book_of_everything", False),
        ("helicopter_tickets", False),
    ],
)
def test_useful_items_after_a_failed_combat_roll(card, useful):
    t = scene(
        missions="front_row_fries",
        money=500,
        hands=card,
        items={B: card} if card in ("official_katana", "hush_slippers") else None,
        rolls=18,
    )
    passes(t)
    do(t, A, "roll")
    assert (f"buy {card}" in cut_ins(t, A)) is useful
    if t.items[B]:
        assert ("deal 1" in cut_ins(t, A)) is useful
        assert ("deal 0" in cut_ins(t, B)) is useful


@pytest.mark.rule("NB-R35")
def test_the_book_is_useful_where_the_roll_is_made_on_other_stuff():
    t = scene(ninjas="kage_usui", missions="castaway_combo", money=500, hands="book_of_everything", rolls=18)
    do(t, A, "use swimming, roll")
    assert "buy book_of_everything" in cut_ins(t, A)


@pytest.mark.rule("NB-R35", "NB-R30")
def test_an_item_whose_use_is_gone_for_this_mission_is_no_longer_useful():
    t = scene(missions="front_row_fries", money=500, items={B: "headset badge_kevin"}, rolls=18)
    passes(t)
    do(t, A, "roll")
    assert "deal 1" in cut_ins(t, A)
    t.play(B, ("lend", CARD["headset"]))
    assert t.failing
    assert "deal 1" not in cut_ins(t, A), "nobody empties his purse for a headset that is silent"
    assert "deal 0" not in cut_ins(t, B)
    with pytest.raises(Illegal) as refused:
        t.play(A, ("deal", B))
    assert refused.value.rule == "NB-R35"
    t.hands[A].append(CARD["headset"])
    assert "buy headset" not in cut_ins(t, A), "nor from the hand"


@pytest.mark.rule("NB-R35")
def test_a_used_item_is_no_reason_for_an_offer_either():
    t = scene(missions="front_row_fries", money=500, items={B: "headset official_katana"}, rolls=18)
    passes(t)
    do(t, A, "roll")
    t.play(B, ("lend", CARD["headset"]))
    t.play(A, ("deal", B))
    do(t, A, "want_item headset, put_money 500")
    assert "offer" not in offered(t, A)
    do(t, A, "want_item official_katana")
    assert "offer" in offered(t, A)


@pytest.mark.rule("NB-R35")
def test_a_katana_for_a_katana_brings_nothing_and_a_second_one_does():
    t = scene(
        missions="front_row_fries",
        money=500,
        items={A: "official_katana", B: "official_katana throwing_pickles"},
        rolls=18,
    )
    passes(t)
    do(t, A, "roll")
    t.play(A, ("deal", B))
    do(t, A, "put_item official_katana, want_item official_katana, put_money 500")
    assert "offer" not in offered(t, A), "nobody empties his purse by a trade of like for like"
    do(t, A, "want_item throwing_pickles")
    assert "offer" in offered(t, A)
    do(t, A, "drop")
    t.play(B, ("deal", A))
    do(t, B, "put_item official_katana, want_item official_katana, want_money 500")
    assert "offer" not in offered(t, B)
    do(t, B, "drop")
    t.play(A, ("deal", B))
    do(t, A, "want_item official_katana")
    assert "offer" in offered(t, A)


@pytest.mark.rule("NB-R35", "NB-69")
def test_deal_with_a_failed_roller_must_bring_something_useful():
    t = scene(
        missions="front_row_fries",
        money=500,
        items={A: "badge_kevin", B: "official_katana hush_slippers"},
        rolls=18,
    )
    do(t, A, "roll")
    t.play(A, ("deal", B))
    do(t, A, "put_money 500")
    assert "offer" not in offered(t, A), "nobody empties his purse ahead of a penalty"
    do(t, A, "want_item hush_slippers")
    assert "offer" not in offered(t, A)
    with pytest.raises(Illegal) as refused:
        do(t, A, "offer")
    assert refused.value.rule == "NB-R35"
    do(t, A, "want_item official_katana")
    assert "offer" in offered(t, A)
    do(t, A, "drop")
    t.play(B, ("deal", A))
    do(t, B, "want_money 100")
    assert "offer" not in offered(t, B)
    do(t, B, "put_item official_katana, offer")
    do(t, A, "agree")
    assert t.money[:2] == [400, 100]


@pytest.mark.rule("NB-15", "NB-R42")
@pytest.mark.parametrize(("line", "moved"), [("put_money 100", -100), ("want_money 150", 150)])
def test_a_present_and_begging(line, moved):
    t = scene("talk", attending=(A, B), money={A: 200, C: 200})
    t.play(A, ("deal", C))
    do(t, A, f"{line}, offer")
    do(t, C, "agree")
    assert t.money == [200 + moved, 0, 200 - moved]


@pytest.mark.rule("NB-R42")
def test_nothing_that_was_not_part_of_the_deal_moves():
    t = scene(
        "discard",
        money={A: 300, B: 300},
        items={A: "headset badge_kevin badge_kevin", B: "hush_slippers grapnel_spork"},
        hands={A: "toll_troll", B: "roadworks"},
    )
    before = t.clone()
    t.play(A, ("deal", B))
    do(t, A, "put_item badge_kevin, want_item grapnel_spork, want_money 50, offer")
    assert (t.money, t.items) == (before.money, before.items), "nothing moves before the answer"
    do(t, B, "agree")
    assert t.money == [350, 250, 0]
    assert ids(t.items[A]) == ["headset", "badge_kevin", "grapnel_spork"]
    assert ids(t.items[B]) == ["hush_slippers", "badge_kevin"]
    assert (t.hands, t.missions, t.honor) == (before.hands, before.missions, before.honor)


@pytest.mark.rule("NB-R42")
def test_a_refused_or_dropped_deal_changes_nothing_but_the_count():
    t = scene("discard", money=300, items={B: "hush_slippers"})
    t.play(A, ("deal", B))
    do(t, A, "want_item hush_slippers, put_money 300, offer")
    do(t, B, "refuse")
    t.play(A, ("deal", B))
    do(t, A, "drop")
    assert t.money == [300, 0, 0]
    assert t.offers == (2, 0, 0)
    assert asked(t) == A


@pytest.mark.rule("NB-R42", "NB-02")
def test_any_price_that_can_be_paid_is_accepted_and_a_few_are_suggested():
    t = scene("discard", money={A: 1350, B: 50})
    t.play(A, ("deal", B))
    suggested = [a[1] for a in t.asks[A] if a[0] == "put_money"]
    assert suggested == [50, 100, 150, 200, 1350]
    for amount, fits in (
        (250, True),
        (1300, True),
        (1350, True),
        (1400, False),
        (75, False),
        (0, False),
        (-50, False),
        (True, False),
    ):
        assert (("put_money", amount) in t.asks[A]) is fits
    assert ("want_money", 50) in t.asks[A]
    assert ("want_money", 100) not in t.asks[A]
    do(t, A, "put_money 1300")
    assert not [a for a in t.asks[A] if a[0].endswith("_money")], "the money is named once"
    assert ("want_money", 50) not in t.asks[A]
    do(t, A, "offer")
    do(t, B, "agree")
    assert t.money == [50, 1350, 0]


@pytest.mark.rule("NB-R43", "NB-E19")
def test_three_deals_in_a_phase_and_the_count_returns_with_the_next():
    t = scene("talk", attending=(A, B), money=50)
    for _ in range(3):
        t.play(A, ("deal", B))
        do(t, A, "put_money 50, offer")
        do(t, B, "refuse")
    assert cut_ins(t, A) == []
    with pytest.raises(Illegal) as refused:
        do(t, A, "deal 1")
    assert refused.value.rule == "NB-R43"
    do(t, B, "ready")
    do(t, A, "ready")
    assert t.phase == 5
    assert "deal 1" in cut_ins(t, A)


@pytest.mark.rule("NB-R43")
@pytest.mark.parametrize("limit", [1, 2, 5, 9])
def test_the_limit_of_offers_is_an_option(limit):
    t = scene("talk", attending=(A, B), offer_limit=limit)
    for _ in range(limit):
        t.play(A, ("deal", B))
        do(t, A, "drop")
    assert cut_ins(t, A) == []


@pytest.mark.rule("NB-R40", "NB-E39")
def test_on_a_live_table_anyone_may_buy_and_on_a_stepped_one_only_the_asked_seat():
    t = scene(
        missions={B: "shh"}, active=B, hands={C: "hush_slippers", B: "badge_kevin"}, money={C: 200, B: 200}
    )
    passes(t)
    assert set(t.asks) == {B}
    assert offered(t, B) == ["roll"]
    assert "buy hush_slippers" in cut_ins(t, C), "live: C is not asked and may cut in"
    assert "buy badge_kevin" in cut_ins(t, B)
    t.play(C, ("buy", CARD["hush_slippers"]))
    passes(t)
    do(t, B, "buy badge_kevin")
    passes(t)
    assert asked(t) == B, "and is then asked again"
    assert "roll" in offered(t, B)


@pytest.mark.rule("NB-R41")
def test_any_time_plays_are_closed_during_set_up_and_while_a_deal_is_made():
    t = new_table(3)
    assert all(t.anytime(seat) == () for seat in range(3))
    t = started(3)
    assert any(t.anytime(seat) for seat in range(3))
    t = scene("discard", hands={C: "badge_kevin"}, money={A: 50, C: 200})
    t.play(A, ("deal", B))
    assert cut_ins(t, C) == []
    do(t, A, "put_money 50, offer")
    assert (cut_ins(t, A), cut_ins(t, B), cut_ins(t, C)) == ([], [], [])
    do(t, B, "refuse")
    assert "buy badge_kevin" in cut_ins(t, C)


@pytest.mark.rule("NB-R40", "NB-R38", "NB-47")
def test_live_an_item_may_be_lent_as_soon_as_a_throw_has_failed():
    t = scene(missions="front_row_fries", items={C: "throwing_pickles"}, rolls=16)
    do(t, C, "pass")
    do(t, A, "roll")
    assert asked(t) == A
    assert "lend throwing_pickles" in cut_ins(t, C)
    assert "lend throwing_pickles" not in cut_ins(t, B)
    t.play(C, ("lend", CARD["throwing_pickles"]))
    assert log(t, "made") == [(A, 0)]
    assert ids(t.discards) == ["throwing_pickles"]
    assert t.items[C] == ()


@pytest.mark.rule("NB-R38")
def test_before_the_dice_only_the_owner_decides_to_lend_and_on_his_own_roll_he_uses_it():
    t = scene(missions="reception_line", items={B: "loaner_uniform", A: "headset"})
    assert offered(t, B) == ["lend loaner_uniform", "pass"]
    do(t, B, "lend loaner_uniform")
    assert effective(t) == 12 + 4
    assert "use_item headset" in offered(t, A)
    do(t, A, "use_item headset")
    assert effective(t) == 17
    assert ids(t.items[A]) == ["headset"]


@pytest.mark.rule("NB-R45")
def test_help_is_asked_for_once_after_each_throw_and_rivals_answer_in_turn():
    t = scene(
        seats=4,
        missions="front_row_fries",
        items={B: "badge_kevin", C: "throwing_pickles"},
        hands={D: "toll_troll"},
        money={D: 50},
        free=(A,),
        rolls=(18, 18),
    )
    passes(t)
    do(t, A, "roll")
    assert "ask_help" in offered(t, A)
    do(t, A, "ask_help")
    assert (asked(t), offered(t)) == (B, ["pass"])
    do(t, B, "pass")
    assert (asked(t), offered(t)) == (C, ["lend throwing_pickles", "deal 0", "pass"])
    do(t, C, "lend throwing_pickles")
    assert asked(t) == D, "C has nothing left to give; D could pay for Stuff if he held some"
    do(t, D, "pass")
    assert "ask_help" not in offered(t, A)
    do(t, A, "reroll free_try")
    assert "ask_help" in offered(t, A)


@pytest.mark.rule("NB-R45")
def test_when_the_roll_is_made_the_rest_are_not_asked():
    t = scene(seats=4, missions="front_row_fries", items={B: "throwing_pickles", C: "headset"}, rolls=16)
    passes(t)
    do(t, A, "roll, ask_help")
    do(t, B, "lend throwing_pickles")
    assert log(t, "made") == [(A, 0)]


def test_no_call_for_help_if_no_rival_could_help():
    t = scene(missions="front_row_fries", rolls=18)
    do(t, A, "roll")
    assert offered(t, A) == ["accept_failure"]


def test_without_deals_only_lending_is_left():
    t = scene(
        missions="front_row_fries",
        items={B: "throwing_pickles official_katana"},
        money=100,
        rolls=18,
        deals="no",
    )
    do(t, B, "pass")
    do(t, A, "roll")
    assert not [line for line in cut_ins(t, A) if line.startswith("deal")]
    do(t, A, "ask_help")
    assert offered(t, B) == ["lend throwing_pickles", "pass"]
    do(t, B, "lend throwing_pickles")
    assert "ask_help" not in offered(t, A)
    t = scene("talk", attending=(A, B), deals="no")
    assert cut_ins(t, A) == []
    with pytest.raises(Illegal, match="nobody bargains"):
        do(t, A, "deal 1")
    t = scene(missions="front_row_fries", hands={B: "throwing_pickles"}, money={B: 50}, rolls=18, deals="no")
    passes(t)
    do(t, A, "roll, ask_help")
    do(t, B, "buy throwing_pickles, lend throwing_pickles")


@pytest.mark.rule("NB-80")
def test_cards_in_hand_cannot_be_traded():
    t = scene("talk", attending=(A, B), hands={A: "badge_kevin", B: "headset"}, money=50)
    t.play(A, ("deal", B))
    assert not [line for line in offered(t, A) if "item" in line]
    with pytest.raises(Illegal) as refused:
        do(t, A, "put_item badge_kevin")
    assert refused.value.rule == "NB-80"


@pytest.mark.rule("NB-R29", "NB-66")
def test_courses_are_free_no_items_and_not_taken_on_missions():
    t = scene("mission", hands={A: "course_service", B: "course_combat"}, missions="front_row_fries")
    assert not [line for seat in range(3) for line in cut_ins(t, seat) if line.startswith("study")]
    with pytest.raises(Illegal) as refused:
        do(t, A, "study course_service")
    assert refused.value.rule == "NB-R29"
    t = scene("discard", hands="course_service")
    do(t, A, "study course_service")
    assert t.items[A] == ()
    assert t.money[A] == 0
    t.play(A, ("deal", B))
    assert not [line for line in offered(t, A) if "item" in line]


@pytest.mark.rule("NB-R47")
def test_rules_set_no_time_limit_for_answers():
    t = scene("discard", money=50)
    t.play(A, ("deal", B))
    do(t, A, "put_money 50, offer")
    assert offered(t, B) == ["agree", "refuse"]
    t = scene(missions="mile_twenty_two", hands={B: "toll_troll"})
    assert offered(t, B)[-1] == "pass"
    import re

    from flattop.games.ninja_burger import HERE

    sources = [path.read_text("utf-8") for path in HERE.glob("*.py")]
    assert not [source for source in sources if re.search(r"\b(import time|datetime|CLOCK|tick)\b", source)]


def test_unfinished_deal_shows_only_its_two_seats():
    t = scene("talk", attending=(A, B, C), money=300, items={A: "headset", B: "badge_kevin hush_slippers"})
    t.play(A, ("deal", B))
    blank = {seat: seen(t, seat) for seat in (None, B, C)}
    do(t, A, "put_money 150, want_item hush_slippers, swap_missions")
    for seat in (None, B, C):
        assert seen(t, seat) == blank[seat]
        assert seen(t, seat)["bargain"] == {"author": A, "partner": B, "offered": 0}
        assert seen(t, seat)["draft"][A] == [HIDDEN] * 5
    assert seen(t, A)["draft"][A] == [150, 1, 0, 0, 1]
    do(t, A, "offer")
    assert seen(t, C)["bargain"] == {
        "author": A,
        "partner": B,
        "offered": 1,
        "gives": [],
        "wants": [CARD["hush_slippers"]],
        "money": 150,
        "swap": 1,
    }
    assert seen(t, A)["draft"] == [[], [], []]
    assert log(t, "offered") == [(A, B, (), 150, (CARD["hush_slippers"],), 0, 1)]


# -- offers as options


def some_offers():
    prices = (Price("put_money", 50, 500), Price("want_money", 50, 20))
    return OpenOptions(
        (("drop",), *prices[0].suggestions(2)), (*prices, FreeText(("substitute", "combat"), 10))
    )


def test_open_options_are_sequences_that_accept_more_than_they_list():
    offers = some_offers()
    assert list(offers) == [("drop",), ("put_money", 50), ("put_money", 100), ("put_money", 500)]
    assert len(offers) == 4
    assert offers[1] == ("put_money", 50)
    assert offers[1:3] == (("put_money", 50), ("put_money", 100))
    assert ("put_money", 450) in offers
    assert ("substitute", "combat", "so!") in offers
    for wrong in (
        ("put_money", "450"),
        ("put_money",),
        ("want_money", 50),
        "drop",
        None,
        7,
        (),
        ("substitute", "combat", 3),
    ):
        assert wrong not in offers
    assert Price("put_money", 50, 30).suggestions(3) == []


def test_open_options_are_pickled_compared_and_hashed():
    offers = some_offers()
    again = pickle.loads(pickle.dumps(offers))
    assert again == offers
    assert hash(again) == hash(offers)
    assert list(again) == list(offers)
    assert offers != OpenOptions(offers.suggested, ())


def test_open_options_have_the_same_order_in_every_process():
    program = (
        "from tests.games.ninja_burger.scenes import *\n"
        "items = {A: 'headset badge_kevin', B: 'hush_slippers grapnel_spork'}\n"
        "t = scene('talk', attending=(A, B), money={A: 900, B: 150}, items=items)\n"
        "t.play(A, ('deal', B)); print(list(t.asks[A]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "77")
    }
    assert len(outputs) == 1
    assert "put_money" in outputs.pop()
