"""Extraturnular Strikes on a stepped table: windows, beats and fresh cards."""

import pytest

from flattop.kernel import Chance


def asked(bf, t):
    """Return the seats asked in the window, if everyone holds."""
    found = []
    while not t.over and t.stack[-1].at == "answer":
        found.append(next(iter(t.asks)))
        bf.act(t, "hold")
    return found


@pytest.mark.rule("BF-59", "BF-61", "BF-E2")
def test_a_strike_needs_the_rank_and_the_colour_of_the_top_card(bf):
    t = bf.scene("9H 9D", pile="5C", others=["5S 5H 5C", "2D"])
    bf.act(t, "draw")
    assert bf.options(t, "strike", 1) == ["5S", "5C"]
    refusal = bf.refused(t, 1, "strike", "5H")
    assert (refusal.code, refusal.rule) == ("strike-mismatch", "BF-61")


@pytest.mark.rule("BF-59", "BF-R39")
def test_a_strike_costs_no_action_and_no_bribe_and_may_cover_an_own_card(bf):
    t = bf.scene("5S 5C 5S 2D", pile="9S", others=["2D 3D", "2D 3D"])
    bf.act(t, "play", "5S")
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "5S")  # an identical card, on one's own
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "5C")  # and once more
    assert bf.names(t.play_pile) == "9S 5S 5S 5C"
    assert t.small == [0, 0, 0]
    assert t.extra_plays == 0
    bf.hold_all(t)
    assert t.marker == 1


@pytest.mark.rule("BF-60")
def test_a_strike_ignores_concerts(bf):
    t = bf.change(bf.scene("9H 9D", pile="5C", others=["5S", "2D 3D"]), closing=[11, 0, 0, 11])
    bf.act(t, "draw")
    assert bf.options(t, "strike", 1) == ["5S"]


@pytest.mark.rule("BF-62", "BF-R20")
def test_contention_and_red_follow_from_a_strike(bf):
    t = bf.scene("KH 2C", pile="5H", others=["KD 2D 3D", "2D 3D"], dice=(4, 9), red="KD")
    bf.act(t, "play", "KH")
    bf.act(t, "strike", "KD", seat=1)
    assert bf.events_named(t, "contention") == [(1, 4, 0, 9)]
    assert len(t.hands[1]) == 3
    assert t.asks.keys() == {1}
    assert bf.verbs(t, 1) == {"drop"}
    bf.act(t, "drop", 2)
    assert t.grid == bf.columns({2: "1"})
    assert t.stack[-1].at == "answer"


@pytest.mark.rule("BF-R40", "BF-E30")
def test_a_window_goes_round_from_the_left_and_starts_anew_after_each_strike(bf):
    t = bf.scene("7C 2C", seats=4, pile="7H", by=3, others=["7S 7C 2C", "2D 3D", "7S 2C"])
    bf.change(t, marker=1)
    bf.act(t, "play", "7S", seat=1)
    bf.hold_up_to(t, 3)
    bf.act(t, "strike", "7S")
    assert next(iter(t.asks)) == 0
    bf.act(t, "strike", "7C")
    assert next(iter(t.asks)) == 1
    bf.act(t, "strike", "7C")
    assert [list(t.asks[seat]) for seat in t.asks] == [[("hold",)]]
    assert asked(bf, t) == [2, 3, 0, 1]
    assert bf.names(t.play_pile) == "7H 7S 7S 7C 7C"
    assert t.top_by == 1
    assert t.marker == 2


@pytest.mark.rule("BF-R40")
def test_all_seats_are_asked_so_that_windows_do_not_reveal_strikeable_hands(bf):
    able = bf.scene("5S 2C", pile="9S", others=["5C 2D", "2D 3D"])
    unable = bf.scene("5S 2C", pile="9S", others=["6C 2D", "2D 3D"])
    for t in (able, unable):
        bf.act(t, "play", "5S")
        assert asked(bf, t) == [1, 2, 0]


@pytest.mark.rule("BF-R40", "BF-R19")
def test_seat_that_publicly_cannot_strike_is_not_asked(bf):
    t = bf.scene("JK 2C", others=["JK 2D", "2D 3D"])
    bf.act(t, "play", "JK")
    bf.act(t, "drop", 1)
    assert t.stack[-1].at == "strategy_move"
    t = bf.scene("5S 2C", pile="9S", others=["", "2D 3D"], goal="none")
    bf.act(t, "play", "5S")
    assert asked(bf, t) == [2, 0]


@pytest.mark.rule("BF-R40")
def test_seats_that_held_are_asked_again_after_a_strike(bf):
    t = bf.scene("5S 2C", pile="9S", others=["5C 2D", "5C 3D"])
    bf.act(t, "play", "5S")
    bf.act(t, "hold", seat=1)
    bf.act(t, "strike", "5C", seat=2)
    bf.hold_up_to(t, 1)
    assert bf.options(t, "strike", 1) == ["5C"]


@pytest.mark.rule("BF-R37", "BF-R40")
def test_the_first_beat_opens_with_the_first_turn_and_asks_the_first_player_first(bf):
    t = bf.new(3, first=2)
    assert t.beat == 1
    assert asked(bf, t) == [1, 2, 0]
    assert t.stack[-1].at == "strategy_move"


@pytest.mark.rule("BF-R37")
def test_card_actions_and_passes_open_beats_but_drops_strikes_and_turn_ends_do_not(bf):
    t = bf.scene("5S 2C 2D 3D", pile="9S", others=["5C 2D", "2D 3D"], free_pass="on")
    bf.act(t, "play", "5S")
    assert t.beat == 6
    bf.act(t, "strike", "5C", seat=1)
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    assert t.beat == 6
    t.play(1, ("pass",))
    assert t.beat == 7
    bf.hold_all(t)
    bf.act(t, "drop", 2)
    bf.act(t, "draw")
    assert t.beat == 8


@pytest.mark.rule("BF-R36", "BF-R40")
def test_after_the_window_no_strike_is_possible_until_the_next_one(bf):
    t = bf.scene("5S 2C", pile="9S", others=["5C 2D", "2D 3D"])
    bf.act(t, "play", "5S")
    bf.hold_all(t)
    refusal = bf.refused(t, 1, "strike", "5C")
    assert (refusal.code, refusal.rule) == ("not-yours-now", "BF-R40")


@pytest.mark.rule("BF-R36")
def test_a_play_in_progress_is_never_interrupted(bf):
    t = bf.scene("5C 2C", pile="5H", red="5C", others=["5S 2D", "2D 3D"], strikes="live", grace=0)
    bf.act(t, "play", "5C", seat=0)
    assert t.stack[-1].at == "place_another"
    assert list(t.anytime(1)) == []
    refusal = bf.refused(t, 1, "strike", "5S")
    assert (refusal.code, refusal.rule) == ("resolving", "BF-R36")
    bf.act(t, "drop", 1, seat=0)
    assert bf.options(t, "strike", 1) == ["5S"]


@pytest.mark.rule("BF-R38", "BF-E31")
def test_a_card_drawn_through_a_strike_is_fresh_so_no_chain_goes_on_for_ever(bf):
    t = bf.scene("JC 4D", seats=2, pile="JS", by=1, deck="", others=["9H 2D"], dice=(3, 15, 8, 3))
    bf.act(t, "play", "JC")
    assert bf.names(t.hands[0]) == "4D JS"
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "JS")
    assert bf.names(t.hands[0]) == "4D JC"
    assert t.fresh == [1, 0]
    bf.hold_up_to(t, 0)
    assert list(t.asks[0]) == [("hold",)]
    refusal = bf.refused(t, 0, "strike", "JC")
    assert (refusal.code, refusal.rule) == ("fresh", "BF-R38")
    bf.hold_all(t)
    assert bf.names(t.play_pile) == "JS"
    assert t.turn == 11


@pytest.mark.rule("BF-R38")
def test_cards_drawn_in_the_action_that_opened_the_beat_are_not_fresh_and_fresh_ones_thaw_with_the_next(bf):
    t = bf.scene("9C 4D", pile="9H JS", deck="JC", others=["2D 3D", "2D 3D"])
    bf.act(t, "draw")
    bf.hold_up_to(t, 0)
    assert bf.options(t, "strike", 0) == ["JC"]
    t = bf.scene("JC 4D 9S", pile="JS", deck="JC 7S", others=["2D 3D", "2D 3D"], dice=(9, 3, 2, 3))
    bf.act(t, "draw")
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "JC")
    assert t.fresh == [0, 1, 0]
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    bf.act(t, "draw")
    assert t.fresh == [0, 0, 0]


@pytest.mark.rule("BF-R38")
def test_of_equal_copies_the_fresh_ones_count_last(bf):
    t = bf.scene("JC 4D", pile="JS", deck="2S JC 8S", others=["2D 3D", "2D 3D"], dice=(3, 9, 3, 9))
    bf.act(t, "draw")
    bf.change(t, hands=[bf.cards("JC JC 4D 2S"), *t.hands[1:]])
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "JC")  # loses and draws a third copy, which is fresh
    assert bf.names(t.hands[0]) == "JC 4D 2S JC"
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "JC")
    bf.hold_up_to(t, 0)
    assert bf.options(t, "strike", 0) == []


@pytest.mark.rule("BF-R1", "BF-R36", "BF-E34")
def test_a_strike_with_the_last_card_wins_before_the_extra_play(bf):
    t = bf.change(bf.scene("5C 9C 2C", others=["2D 3D", "5S"]), large=[1, 0, 0])
    bf.act(t, "play", "5C")
    bf.hold_up_to(t, 2)
    bf.act(t, "strike", "5S")
    assert t.over
    assert bf.game.outcome(t).winners == (2,)


@pytest.mark.rule("BF-R1", "BF-R36")
def test_no_strike_is_possible_between_the_last_card_and_the_win(bf):
    t = bf.scene("5C", others=["5S", "2D"])
    bf.act(t, "play", "5C")
    assert t.over
    assert bf.game.outcome(t).winners == (0,)


@pytest.mark.rule("BF-R7", "BF-E35")
def test_a_starting_ace_can_be_matched_and_struck(bf):
    t = bf.scene("AS 9C", pile="AD", by=-1, turn=1, at="first_beat", picks=(0, 0), others=["AH 3C", "4C 6C"])
    assert next(iter(t.asks)) == 0
    bf.hold_up_to(t, 1)
    assert bf.options(t, "strike", 1) == ["AH"]
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    assert bf.options(t, "play") == ["AS"]
    bf.act(t, "play", "AS")
    bf.act(t, "reveal", 2)
    assert t.closing[0] == 2
    assert bf.names(t.play_pile) == "AD"
    assert t.top_by == -1
    bf.act(t, "strike", "AH", seat=1)
    bf.act(t, "reveal", 2)
    assert t.closing[:2] == [2, 2]
    bf.hold_all(t)
    assert t.turn == 2
    assert t.stage[:2] == bf.cards("AS AH")


@pytest.mark.rule("BF-R38")
@pytest.mark.parametrize("seats", [2, 4])
def test_no_chain_of_strikes_loops_even_with_all_cards_in_hands(bf, seats):
    """Everyone always strikes, the Deck is empty and hands are full of face cards."""
    for seed in range(60):
        chance = Chance(seed)
        faces = chance.shuffled(bf.cards("JS JC QS QC KS KC JH JD QH QD KH KD") * 2)
        hands = [" ".join(bf.names(card) for card in faces[seat::seats]) for seat in range(seats)]
        t = bf.scene(hands[0], seats=seats, pile="JS", deck="", others=hands[1:])
        t.chance = chance
        bf.act(t, "play", bf.options(t, "play")[0])
        cards, chain = sum(map(len, t.hands)), 0
        while not t.over and t.stack[-1].at == "answer":
            seat = next(iter(t.asks))
            chosen = t.asks[seat][0]
            chain += chosen[0] == "strike"
            t.play(seat, chosen)
        assert chain <= cards
