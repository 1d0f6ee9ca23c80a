"""The Burger Up phase: serving an order, and its effects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.base import GAME
from flattop.games.burger_up.scoring import income

from .scenes import (
    COLOSSAL,
    PACK,
    STACKS,
    cards,
    events_named,
    lay,
    names,
    new,
    offered,
    order,
    pending,
    play,
    refused,
)


def serving(seats=2, **laid):
    return play(lay(new(GAME, seats), **laid), "done", "done")


def cowboy():
    return serving(
        burgers={0: ["I47a I56a", "I07a"]},
        pending="vegetarian_cowboy:2 iron_giant:3 saucy_minx:1",
        orders="even_stevens blt",
        coins=[1, 2],
    )


@pytest.mark.rule("BU-E6", "BU-33", "BU-37", "BU-38")
def test_an_order_pays_and_is_replaced():
    t = play(cowboy(), "serve 1 vegetarian_cowboy")
    assert t.coins == [5, 2]
    assert pending(t) == "even_stevens:1 iron_giant:4 saucy_minx:2"
    assert t.discard == cards("I47 I56")
    assert t.burgers[0][0] == ()
    assert names(t, which=1) == "I07a"
    assert t.completed == [(order("vegetarian_cowboy"),), ()]
    assert t.order_deck == [order("blt")]
    assert t.phase == "clean_up"


@pytest.mark.rule("BU-33")
def test_the_log_explains_every_coin():
    t = play(cowboy(), "serve 1 vegetarian_cowboy")
    assert events_named(t, "served") == [(0, order("vegetarian_cowboy"), 0, "Sandwich")]
    assert events_named(t, "paid") == [(0, 1, 2, 1, 4, 5)]
    assert events_named(t, "ordered") == [(order("even_stevens"), 0)]
    assert events_named(t, "coins_laid") == [(1,)]


@pytest.mark.rule("BU-33")
@given(STACKS, st.integers(0, 30))
def test_income_is_size_coins_and_perfect_faces(stack, coins):
    foods = [one for one in stack if one not in PACK.buns]
    size = 0 if not foods else 1 if len(foods) < 4 else 3 if len(foods) < 7 else 5 if len(foods) < 10 else 10
    stars = sum(PACK.faces[one].perfect for one in stack)
    assert income(PACK, stack, coins) == (size, coins, stars)


@pytest.mark.rule("BU-29", "BU-R14")
def test_one_order_a_turn_and_then_the_phase_is_over_by_itself():
    t = serving(
        burgers={0: ["I47a I56a", "I50a I03a I07a"]}, pending="vegetarian_cowboy:1 og_cheeseburger:1 blt:1"
    )
    assert {a[1:] for a in offered(t, "serve")} == {
        (0, order("vegetarian_cowboy")),
        (1, order("og_cheeseburger")),
    }
    play(t, "serve 1 vegetarian_cowboy")
    assert t.phase == "clean_up"
    assert refused(t, "serve 2 og_cheeseburger").code == "one-order"


@pytest.mark.rule("BU-30", "BU-50")
def test_an_order_that_is_not_met_is_refused_with_what_is_missing():
    t = serving(burgers={0: ["I47a", ""]}, pending="vegetarian_cowboy:1 og_cheeseburger:1 blt:1")
    refusal = refused(t, "serve 1 vegetarian_cowboy")
    assert (refusal.code, refusal.rule) == ("not-met", "BU-30")
    assert "BBQ Sauce" in refusal.sentence
    assert refused(t, "serve 1 mad_max").code == "not-pending"
    assert refused(t, "serve 4 blt").code == "no-such-burger"


def colossal(**laid):
    return serving(burgers={0: [COLOSSAL]}, pending="iron_giant:4 blt:1 mad_max:1", coins=[3, 2], **laid)


@pytest.mark.rule("BU-E10", "BU-34", "BU-35", "BU-R20")
def test_a_colossal_burger_asks_for_cash_or_upgrade():
    t = play(colossal(hands={0: "I67 I68 I69 I70"}), "serve 1 iron_giant")
    assert offered(t) == {("cash",), ("upgrade",)}
    assert t.coins[0] == 3  # nothing is paid before the answer
    assert t.burgers[0][0]
    assert refused(t, "done").rule == "BU-R20"
    cash, upgrade = t.clone(), t.clone()
    play(cash, "cash")
    assert (cash.coins[0], cash.upgraded[0]) == (17, False)
    play(upgrade, "upgrade")
    assert (upgrade.coins[0], upgrade.upgraded[0]) == (7, True)
    play(upgrade, "done", *["done"] * 4, "done")
    assert (upgrade.turn, upgrade.placements_left) == (0, 4)
    play(upgrade, "place I67a 1", "done", "done", "done")
    assert len(upgrade.hands[0]) == 4


@pytest.mark.rule("BU-E11", "BU-36")
def test_an_upgraded_seat_is_not_asked_again():
    t = play(colossal(upgraded=[True, False]), "serve 1 iron_giant")
    assert t.coins[0] == 17
    assert t.phase == "clean_up"
    assert refused(t, "cash").code == "no-reward"


@pytest.mark.rule("BU-34")
def test_any_order_that_is_met_may_be_completed_with_a_colossal_burger():
    t = serving(burgers={0: [COLOSSAL]}, pending="saucy_minx:2 blt:1 mad_max:1")
    assert ("serve", 0, order("saucy_minx")) in offered(t)
    play(t, "serve 1 saucy_minx")
    assert offered(t) == {("cash",), ("upgrade",)}


@pytest.mark.rule("BU-37")
def test_the_new_order_takes_the_same_place_and_gets_its_dollar_too():
    t = serving(
        burgers={0: ["I50a I03a I07a"]}, pending="blt:1 og_cheeseburger:3 mad_max:1", orders="iron_giant"
    )
    play(t, "serve 1 og_cheeseburger")
    assert pending(t) == "blt:2 iron_giant:1 mad_max:2"


@pytest.mark.rule("BU-R9")
def test_the_bank_never_runs_out():
    t = play(
        serving(burgers={0: ["I50a I03a I07a"]}, pending="og_cheeseburger:500 – –"), "serve 1 og_cheeseburger"
    )
    assert t.coins[0] == 503
