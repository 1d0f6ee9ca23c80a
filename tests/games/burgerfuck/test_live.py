"""Extraturnular Strikes on a live table: first come, first served, and the grace."""

import pytest

from flattop.kernel import CLOCK, Illegal, seat_names
from flattop.match import snapshot


@pytest.mark.rule("BF-R41")
def test_anyone_may_strike_at_any_rest_first_come_first_served(bf):
    t = bf.scene(
        "9H 9D", pile="5C", others=["5S 2D", "5S 5C 3D"], strikes="live", grace=0, at="strategy_move"
    )
    assert bf.options(t, "strike", 1) == ["5S"]
    assert bf.options(t, "strike", 2) == ["5S", "5C"]
    bf.act(t, "strike", "5S", seat=2)
    bf.act(t, "strike", "5S", seat=1)  # sent together, both land, one on the other
    assert bf.names(t.play_pile) == "5C 5S 5S"
    assert t.top_by == 1
    assert bf.verbs(t, 0) == {"drop"}  # BF-R43: the question is asked afresh
    with pytest.raises(Illegal) as caught:
        t.play(1, ("strike", bf.card("5S")))
    assert caught.value.code == "not-held"


@pytest.mark.rule("BF-R41", "BF-R37")
def test_the_beat_lasts_until_the_next_card_action(bf):
    t = bf.scene("5S 2C", pile="9S", others=["5C 2D", "2D 3D"], strikes="live", grace=0)
    bf.act(t, "play", "5S", seat=0)
    bf.act(t, "drop", 1, seat=1)
    assert bf.options(t, "strike", 1) == ["5C"]  # still in the beat, one turn later
    assert t.beat == 6


@pytest.mark.rule("BF-R42")
def test_the_turn_waits_for_the_grace_even_if_no_seat_can_strike(bf):
    t = bf.scene("5S 2C", pile="9S", strikes="live")
    bf.act(t, "play", "5S", seat=0)
    assert t.grace == 20
    assert t.asks.keys() == {CLOCK}
    assert t.turn == 10  # BF-R42: the turn ends only when the grace has run out
    assert bf.refused(t, 0, "end").code == "grace"
    t.play(CLOCK, ("tick", 15))
    assert t.asks.keys() == {CLOCK}
    with pytest.raises(Illegal):
        t.play(CLOCK, ("tick", 6))
    t.play(CLOCK, ("tick", 5))
    assert t.turn == 11
    assert t.asks.keys() == {1}


@pytest.mark.rule("BF-R42")
def test_the_first_turn_waits_too_and_a_strike_starts_the_grace_anew(bf):
    t = bf.new(3, strikes="live", grace=1.5, first=1)
    assert t.grace == 15
    assert t.asks.keys() == {CLOCK}
    t = bf.scene("9H 9D", pile="5C", others=["5S 2D", "2D 3D"], strikes="live")
    bf.act(t, "strike", "5S", seat=1)
    assert t.grace == 20
    assert bf.refused(t, 0, "draw").code == "grace"
    bf.let_time_pass(t)
    bf.act(t, "draw", seat=0)


@pytest.mark.rule("BF-R42", "BF-R25")
def test_a_strike_within_the_grace_still_belongs_to_the_turn(bf):
    t = bf.scene("9H 8H", pile="AC", by=-1, others=["AS 3D", "4D 8D"], picks=(0,), strikes="live")
    bf.act(t, "draw", seat=0)
    bf.act(t, "strike", "AS", seat=1)
    bf.act(t, "reveal", 2, seat=1)
    assert t.turn == 10
    assert t.closing[0] == 11


@pytest.mark.rule("BF-R14", "BF-R42")
def test_a_token_won_by_a_strike_within_the_grace_gives_an_extra_play(bf):
    t = bf.scene("5S 5C 9C", pile="9S", red="5C", grid={1: "0 0 0"}, strikes="live")
    bf.act(t, "play", "5S", seat=0)
    bf.act(t, "strike", "5C", seat=0)
    bf.act(t, "drop", 1, seat=0)
    assert t.large == [1, 0, 0]
    bf.let_time_pass(t)
    assert bf.options(t, "play", 0) == ["9C"]


@pytest.mark.rule("BF-R43", "BF-E32")
def test_a_choice_that_a_strike_has_overtaken_counts_only_at_the_same_price(bf):
    t = bf.scene("9C 6D 2H", pile="6C", by=2, others=["6S 2D", "2D 3D"], strikes="live", grace=0)
    late, still_fits = bf.action(t, "play", "9C"), bf.action(t, "play", "6D")
    assert late[2] == 0
    bf.act(t, "strike", "6S", seat=1)
    assert t.top_by == 1
    before = t.clone()
    with pytest.raises(Illegal) as caught:
        t.play(0, late)
    assert (caught.value.code, caught.value.rule) == ("price-changed", "BF-R43")
    assert t == before
    assert t.asks.keys() == {0}
    t.play(0, still_fits)
    assert bf.names(t.play_pile[-1]) == "6D"


@pytest.mark.rule("BF-R43", "BF-E32")
def test_with_grace_an_overtaken_choice_is_refused_and_may_be_sent_again(bf):
    t = bf.scene("9C 6D 2H", pile="6C", by=2, others=["6S 2D", "2D 3D"], strikes="live")
    sent = [bf.action(t, "play", "9C"), bf.action(t, "play", "6D")]
    bf.act(t, "strike", "6S", seat=1)
    for choice in sent:
        with pytest.raises(Illegal) as caught:
            t.play(0, choice)
        assert caught.value.code == "grace"
    bf.let_time_pass(t)
    t.play(0, sent[1])


@pytest.mark.rule("BF-R43")
def test_a_dearer_card_is_never_repriced_even_if_it_could_be_paid(bf):
    t = bf.scene("9C 2H", pile="6C", by=2, others=["6S 2D", "2D 3D"], strikes="live", grace=0)
    t.small[0] = 9
    late = bf.action(t, "play", "9C")
    bf.act(t, "strike", "6S", seat=1)
    with pytest.raises(Illegal) as caught:
        t.play(0, late)
    assert caught.value.code == "price-changed"
    assert t.small[0] == 9


@pytest.mark.rule("BF-R1", "BF-R41")
def test_a_live_strike_with_the_last_card_wins_at_once(bf):
    t = bf.scene("9H 9D", pile="5C", others=["5S", "2D 3D"], strikes="live")
    bf.act(t, "strike", "5S", seat=1)
    assert t.over
    assert bf.game.outcome(t).winners == (1,)
    assert bf.refused(t, 0, "draw").code == "over"


@pytest.mark.rule("BF-R38", "BF-R41")
@pytest.mark.parametrize("grace", [0.0, 2.0])
@pytest.mark.parametrize("seats", [2, 5])
def test_live_games_with_random_strikes_end_and_lose_no_card(bf, seats, grace):
    for seed in range(15):
        t = bf.game.table(seats, bf.Rigged(), {"strikes": "live", "grace": grace})
        t.chance.seed(seed)
        whole = bf.all_cards(t)
        for position in bf.play_on(t):
            assert bf.all_cards(position) == whole
        assert t.over


def test_prompt_says_that_only_the_clock_is_asked(bf):
    from flattop.match import Match

    match = Match(bf.game, seat_names(3), 3, {"strikes": "live"})
    assert match.waiting == ()
    assert snapshot(match, 0)["prompt"] == "Waiting for the clock."
    assert snapshot(match, None)["options"] == []
