"""Required items, the play field, and beginning a game."""

import pytest

from flattop.kernel import BadOption, Chance


@pytest.mark.rule("BF-01", "BF-02", "BF-R2", "BF-E4")
@pytest.mark.parametrize(
    ("seats", "decks", "cards", "left"),
    [
        (2, "auto", 108, 93),
        (4, "auto", 108, 79),
        (5, "auto", 162, 126),
        (6, "auto", 162, 119),
        (2, 4, 216, 201),
    ],
)
def test_every_deck_brings_52_cards_and_two_jokers(bf, seats, decks, cards, left):
    t = bf.new(seats, decks=decks)
    counts = bf.all_cards(t)
    assert counts.total() == cards
    assert set(counts) == set(range(53))
    assert set(counts.values()) == {cards // 54} | {cards // 27}
    assert counts[52] == cards // 27
    assert len(t.deck) == left


@pytest.mark.rule("BF-R2")
@pytest.mark.parametrize("seats", [1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play(bf, seats):
    with pytest.raises(BadOption):
        bf.new(seats)


@pytest.mark.rule("BF-03")
def test_the_contention_dice_show_one_to_twenty(bf):
    seen = set()
    for seed in range(60):
        t = bf.scene("QD 2C", pile="KD")
        t.chance = Chance(seed)
        bf.act(t, "play", "QD")
        seen |= {event[1] for event in bf.events_named(t, "contention")} | {
            event[3] for event in bf.events_named(t, "contention")
        }
    assert min(seen) == 1
    assert max(seen) == 20
    assert len(seen) > 15


@pytest.mark.rule("BF-04", "BF-05", "BF-12", "BF-16")
def test_everyone_starts_with_seven_cards_thirty_orbs_and_no_token(bf):
    t = bf.new(4)
    assert [len(hand) for hand in t.hands] == [7] * 4
    assert t.orbs == [30] * 4
    assert t.small == t.large == [0] * 4
    assert t.card_disposal == []
    assert t.orb_disposal == 0


@pytest.mark.rule("BF-05")
def test_pawns_and_tokens_never_run_out(bf):
    t = bf.scene("2D 2C", grid={1: "0 0 0"}, at="strategy_move")
    bf.change(t, large=[40, 0, 0], small=[99, 0, 0])
    bf.act(t, "drop", 1)
    assert t.large == [41, 0, 0]
    bf.act(t, "burn", "2D")
    assert t.small == [100, 0, 0]


@pytest.mark.rule("BF-06", "BF-13", "BF-15")
def test_the_turn_marker_and_the_red_list_are_open_to_all(bf):
    from flattop.kernel import view

    shown = view(bf.new(3), bf.game.zones, None)
    assert shown["marker"] in range(3)
    assert shown["red_list"] == [bf.card("JK")]


@pytest.mark.rule("BF-07", "BF-08", "BF-10", "BF-11", "BF-12")
def test_the_four_fields_start_as_the_book_says(bf):
    from flattop.kernel import HIDDEN, view

    shown = view(bf.new(2), bf.game.zones, 0)
    assert set(shown["deck"]) == {HIDDEN}
    assert len(shown["play_pile"]) == 1
    assert shown["play_pile"][0] != HIDDEN
    assert shown["stage"] == [-2] * 4
    assert shown["grid"] == [[]] * 7
    assert shown["card_disposal"] == []
    assert shown["orb_disposal"] == 0


@pytest.mark.rule("BF-09", "BF-R6")
def test_the_start_card_is_turned_up_before_hands_are_dealt_one_by_one(bf):
    t = bf.new(2, deck="9S 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AD 2D 3D")
    assert bf.names(t.play_pile) == "9S"
    assert bf.names(t.hands[0]) == "2H 4H 6H 8H TH QH AD"
    assert bf.names(t.hands[1]) == "3H 5H 7H 9H JH KH 2D"
    assert bf.names(t.deck[-1]) == "3D"


@pytest.mark.rule("BF-17", "BF-R6", "BF-E5")
def test_the_highest_roll_begins_and_ties_roll_again(bf):
    t = bf.new(3, dice=(14, 9, 14, 3, 11))
    assert t.marker == 2
    assert t.turn == 1
    assert t.chance.rolls == []


@pytest.mark.rule("BF-17")
def test_the_table_may_agree_who_begins(bf):
    assert bf.new(3, first=2).marker == 1
    assert bf.new(3, first="3").marker == 2
    for wrong in ("4", "0", "nobody"):
        with pytest.raises(BadOption):
            bf.new(3, first=wrong)


@pytest.mark.rule("BF-R7")
def test_a_starting_ace_opens_no_concert_and_a_starting_joker_places_no_pawn(bf):
    t = bf.new(2, deck="AD")
    assert t.stage == [-2] * 4
    assert bf.names(t.play_pile) == "AD"
    t = bf.new(2, deck="JK")
    bf.hold_all(t)
    assert t.grid == [()] * 7
    assert t.top_by == -1
    assert t.stack[-1].at == "strategy_move"


@pytest.mark.rule("BF-67")
def test_the_checklist_is_shown_on_request_and_changes_nothing(bf):
    plain, checked = bf.new(3), bf.new(3, safety_checklist="on")
    assert plain.checklist == []
    assert len(checked.checklist) == 1 + 9
    assert checked == plain


def test_limits_and_grace_are_read_and_checked(bf):
    assert bf.game.settings(2, {"turn_limit": "77"})["turn_limit"] == 77
    assert bf.game.settings(2, {"grace": "1.25"})["grace"] == 1.2
    for wrong in (
        {"turn_limit": 9},
        {"turn_limit": 5001},
        {"grace": 11},
        {"grace": "soon"},
        {"large_goal": 10},
    ):
        with pytest.raises(BadOption):
            bf.game.settings(2, wrong)


def test_the_title_is_masked_on_request(bf):
    from flattop.match import Match

    assert Match(bf.game, ["Ann", "Ben"], 1).title == "BurgerFuck"
    assert Match(bf.game, ["Ann", "Ben"], 1, {"display_name": "masked"}).title == "BurgerF***"
