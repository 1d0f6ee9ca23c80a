"""Turns: the three moves, discards, draws, the order of steps, and the end."""

import pytest

from flattop.kernel import VACANT

HANDS = ("I05 I12 I67", "I01 I02 I03", "I07 I08 I09")


def on(t, seat):
    t.active = seat
    t.ask_afresh()


@pytest.mark.rule("HB-08")
def test_seats_take_turns_clockwise_with_one_of_three_plays_each(hb):
    t = hb.scene(*HANDS)
    assert {action[0] for action in t.asks[0]} == {"hint", "place"}
    hb.hint(t, 0, 1, "brown")
    assert {action[0] for action in t.asks[1]} == {"hint", "discard", "place"}
    t.play(1, ("discard", 0))
    t.play(2, ("place", 0))
    while t.active == 2:
        t.play(2, next(iter(t.asks[2])))
    assert set(t.asks) == {0}


@pytest.mark.rule("HB-15", "HB-16", "HB-17", "HB-R5", "HB-R6", "HB-E5")
def test_a_discard_cleans_a_token_and_younger_cards_move_down_with_their_marks(hb):
    t = hb.scene("I01 I02 I03", "I05 I12 I67", "I07 I08 I09")
    on(t, 2)
    hb.hint(t, 2, 1, "green")
    hb.hint(t, 0, 1, "middle_bun")
    drawn = t.deck[0]
    assert t.hints == 2
    t.play(1, ("discard", 0))
    assert t.discards == hb.cards("I05")
    assert t.hints == 3
    assert t.hands[1] == [*hb.cards("I12 I67"), drawn]
    assert t.told[1] == [["green"], ["middle_bun"], []]
    assert t.ruled_out[1] == [["middle_bun"], ["green"], []]
    assert t.pointed_at[1] == [], "what was fresh before the turn is no longer"


@pytest.mark.rule("HB-16", "HB-R7", "HB-E15")
def test_with_all_tokens_clean_a_discard_is_refused_unless_the_option_allows_it(hb):
    t = hb.scene(*HANDS)
    assert hb.refused(t, 0, ("discard", 0)).rule == "HB-R7"
    t = hb.scene(*HANDS, discard_when_full="yes")
    t.play(0, ("discard", 0))
    assert t.hints == 4, "it turns no token"
    assert t.discards == hb.cards("I05")
    assert hb.events_named(t, "cleaned") == []


@pytest.mark.rule("HB-R17", "HB-E16")
def test_options_of_a_seat_do_not_depend_on_its_hand(hb):
    one = hb.scene("I01 I02 I03", *HANDS[:1], "I07 I08 I09")
    on(one, 1)
    other = hb.scene("I01 I02 I03", "I68 I69 I70", "I07 I08 I09")
    on(other, 1)
    moves = [("hint", 0), ("hint", 2), ("place", 0), ("place", 1), ("place", 2)]
    assert list(one.asks[1]) == list(other.asks[1]) == moves


@pytest.mark.rule("HB-17", "HB-23", "HB-R17")
def test_a_drawn_card_is_named_to_all_but_its_holder(hb):
    t = hb.scene(*HANDS)
    t.hints = 3
    t.ask_afresh()
    drawn = t.deck[0]
    t.play(0, ("discard", 0))
    heard = {seat: [event for whom, event in t.events if whom in (None, seat)] for seat in (0, 1, 2)}
    assert ("drew", 0) in heard[0]
    assert all(drawn not in event[1:] or event[0] == "cleaned" for event in heard[0])
    assert ("drew_open", 0, drawn) in heard[1]
    assert ("drew_open", 0, drawn) in heard[2]


@pytest.mark.rule("HB-R11")
def test_discards_are_never_shuffled_back(hb):
    t = hb.scene(*HANDS, deck="I40")
    t.hints = 0
    t.ask_afresh()
    before = len(t.discards)
    t.play(0, ("discard", 0))
    t.play(1, ("discard", 0))
    assert t.deck == []
    assert len(t.discards) == before + 2
    assert len(t.hands[1]) == 2


# -- ending the game


@pytest.mark.rule("HB-29", "HB-30", "HB-R12", "HB-R13", "HB-E14")
def test_after_the_last_draw_everyone_has_one_more_turn_and_nothing_is_drawn(hb):
    t = hb.scene(
        "I01 I02 I04", "I08 I10 I11", "I07 I09 I12", deck="I40",
        orders=("og_cheeseburger", "iron_giant"), burgers=("I50a I34b", ""),
    )  # fmt: skip
    on(t, 1)
    t.play(1, ("place", 0))
    t.play(1, ("onto", 0))
    t.play(1, ("show", hb.face("I08a")))
    assert t.deck == []
    assert t.hands[1][-1] == hb.card("I40")
    assert (t.coins, t.final) == (1, 3)
    names = [name for whom, (name, *_) in t.events if whom is None]
    assert names == ["turned_up", "laid", "drew", "deck_empty", "served", "ordered"]
    hb.hint(t, 2, 0, "brown")
    assert (t.active, t.final) == (0, 2)
    t.play(0, ("discard", 0))
    assert (t.active, t.final, len(t.hands[0])) == (1, 1, 2)
    t.play(1, ("place", 0))
    while not t.over:
        t.play(1, next(iter(t.asks[1])))
    assert len(t.hands[1]) == 2
    end = hb.game.outcome(t)
    assert (end.points, end.winners) == ((1, 1, 1), (0, 1, 2))
    assert end.reason == "1 burger served for $1"


@pytest.mark.rule("HB-30", "HB-32")
def test_only_coins_count_and_the_team_wins_together(hb):
    t = hb.scene(*HANDS, burgers=("I01a I38a", ""))
    t.coins, t.stack = 14, []
    end = hb.game.outcome(t)
    assert end.points == (14, 14, 14)
    assert end.winners == (0, 1, 2)
    assert hb.game.mode == "cooperative"


@pytest.mark.rule("HB-21", "HB-22", "HB-31", "HB-R20", "HB-E13")
def test_the_last_mistake_token_loses_the_game_at_once(hb):
    t = hb.scene(
        "I07 I08 I09", "I01 I02 I03", "I04 I05 I06", "I10 I11 I12",
        orders=("meat_a_saurus_rex", "the_vegan"), burgers=("I47b", "I42b"),
    )  # fmt: skip
    t.coins, t.mistakes = 14, 1
    on(t, 3)
    deck = t.deck[:]
    t.play(3, ("place", 1))  # a Salad, where both ask for Meat
    assert t.over
    assert t.lost
    assert t.deck == deck
    assert t.hands[3] == hb.cards("I10 I12")
    end = hb.game.outcome(t)
    assert (end.points, end.winners) == ((-1,) * 4, ()), "below every score"
    assert hb.events_named(t, "defeated") == [()]


@pytest.mark.rule("HB-31", "HB-R20")
def test_the_last_token_may_go_in_the_final_turns_too(hb):
    t = hb.scene("I10 I11 I12", "I01 I02 I03", orders=("meat_a_saurus_rex", "the_vegan"), deck="")
    t.burgers = [hb.faces("I47b"), hb.faces("I42b")]
    t.final, t.mistakes, t.coins = 1, 1, 20
    t.ask_afresh()
    t.play(0, ("place", 1))
    assert t.over
    assert hb.game.outcome(t).points == (-1, -1)


@pytest.mark.rule("HB-R20", "HB-30")
def test_a_score_of_nothing_is_better_than_a_defeat(hb):
    t = hb.scene(*HANDS)
    t.stack = []
    nothing = hb.game.outcome(t)
    t.mistakes = 0
    assert hb.game.outcome(t).points < nothing.points
    assert nothing.winners


@pytest.mark.rule("HB-R14")
def test_without_an_order_a_burger_takes_no_cards_and_with_none_at_all_the_game_ends(hb):
    t = hb.scene(
        "I08 I10 I11", "I07 I09 I12", orders=("og_cheeseburger", "iron_giant"), burgers=("I50a I34b", "")
    )
    t.order_deck = []
    t.ask_afresh()
    t.play(0, ("place", 0))
    t.play(0, ("onto", 0))
    t.play(0, ("show", hb.face("I08a")))
    assert t.orders == [VACANT, hb.order("iron_giant")]
    assert not t.over
    assert t.legal_faces(0, hb.card("I67")) == []
    t.burgers[1] = hb.faces("I43b I38a I04a I17a I53a I60b I44b I14b I35a")
    t.hands[1][0] = hb.card("I62")
    t.ask_afresh()
    t.play(1, ("place", 0))
    assert t.over, "it went on burger 1 as an egg, and both are closed now"
    assert hb.game.outcome(t).points == (13, 13)


@pytest.mark.rule("HB-R10")
def test_coins_on_orders_are_earned_and_every_order_gets_another(hb):
    t = hb.scene(
        "I08 I10 I11", "I07 I09 I12", orders=("og_cheeseburger", "iron_giant"),
        burgers=("I50a I34b", "I06b"), order_coins="on",
    )  # fmt: skip
    t.order_coins = [2, 3]
    t.play(0, ("place", 0))
    t.play(0, ("show", hb.face("I08a")))
    assert t.coins == 1 + 2
    assert t.order_coins == [1, 4]


@pytest.mark.rule("HB-R16", "HB-R19")
def test_a_seat_can_always_try_to_place_and_never_pass(hb):
    t = hb.new(3)
    seat = t.active
    assert {("place", slot) for slot in range(3)} <= set(t.asks[seat])
    for action in (("pass",), ("place",), (), ("place", 3), ("place", "x"), ("onto", 0), ("discard", 9)):
        assert hb.refused(t, seat, action).sentence.endswith(".")
    assert hb.refused(t, seat, ("place", 3)).rule == "HB-R6"
    assert hb.refused(t, (seat + 1) % 3, ("place", 0)).rule == "HB-08"


@pytest.mark.rule("HB-R19")
def test_nothing_can_be_played_when_the_game_is_over(hb):
    assert hb.refused(hb.finish(hb.new(2)), 0, ("place", 0)).code == "over"


@pytest.mark.rule("HB-06", "HB-R6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_every_moment_there_are_72_cards_21_orders_and_all_tokens(hb, seats):
    t = hb.new(seats, 6)
    while not t.over:
        assert hb.all_cards(t) == list(range(72))
        assert sorted([*t.order_deck, *t.orders, *t.served]) == list(range(21))
        assert 0 <= t.hints <= 4
        for seat in range(seats):
            sizes = {len(t.hands[seat]), len(t.told[seat]), len(t.ruled_out[seat]), len(t.turned[seat])}
            assert len(sizes) == 1
        seat = next(iter(t.asks))
        options = list(t.asks[seat])
        t.play(seat, options[t.chance.below(len(options))])
