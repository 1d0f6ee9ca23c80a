"""The Grand Concert, the Stage and the Red List."""

import pytest

from flattop.kernel import HIDDEN, view


@pytest.mark.rule("BF-39", "BF-40", "BF-41", "BF-42", "BF-R24", "BF-R25", "BF-R26", "BF-R29", "BF-E16")
def test_an_ace_bans_its_suit_until_the_next_turn_has_ended(bf):
    t = bf.scene("AC 9H", pile="6C", by=2, picks=(0,), others=["4C 6D 2D", "4C 4D 8D"])
    bf.act(t, "play", "AC")
    assert bf.options(t, "reveal") == [1, 2]
    bf.act(t, "reveal", 1)
    assert t.stage[3] == bf.card("AC")
    assert t.closing[3] == 11
    assert bf.events_named(t, "concert") == [(bf.card("AC"), 3, 11)]
    assert bf.names(t.play_pile) == "6C"
    assert t.top_by == 2
    assert bf.names(t.red_list) == "4C JK"
    assert len(t.hands[1]) == 3
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    assert bf.options(t, "play") == ["6D"]
    refusal = bf.refused(t, 1, "play", "4C")
    assert (refusal.code, refusal.rule) == ("concert", "BF-41")
    assert "Clubs" in refusal.sentence
    bf.act(t, "draw")
    bf.hold_all(t)
    assert t.turn == 12
    assert t.stage[3] == -2
    assert bf.names(t.card_disposal) == "AC"
    bf.act(t, "drop", 1)
    assert "4C" in bf.options(t, "play")


@pytest.mark.rule("BF-R25")
def test_the_ban_binds_the_player_of_the_ace_at_once(bf):
    t = bf.change(bf.scene("AC 9C 6H", pile="6C", picks=(0,)), large=[1, 0, 0])
    bf.act(t, "play", "AC")
    bf.act(t, "reveal", 1)
    bf.hold_all(t)
    assert bf.options(t, "play") == ["6H"]


@pytest.mark.rule("BF-R29")
def test_chance_picks_the_card_and_everyone_sees_it_until_a_copy_leaves_the_hand(bf):
    t = bf.scene("AC 9H", pile="6C", picks=(2,), others=["4D 6D 6S 2D", "4H"])
    bf.act(t, "play", "AC")
    bf.act(t, "reveal", 1)
    for seat in (None, 0, 2):
        assert view(t, bf.game.zones, seat)["hands"][1] == [bf.card("6S"), HIDDEN, HIDDEN, HIDDEN]
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    bf.act(t, "play", "6S")
    assert view(t, bf.game.zones, 0)["hands"][1] == [HIDDEN] * 3


@pytest.mark.rule("BF-R29")
def test_a_card_that_is_red_already_changes_nothing_and_without_hands_there_is_no_pick(bf):
    t = bf.scene("AC 9H", pile="6C", picks=(0,), red="4D", others=["4D", "6D"])
    bf.act(t, "play", "AC")
    bf.act(t, "reveal", 1)
    assert bf.names(t.red_list) == "4D JK"
    assert bf.events_named(t, "reddened") == []
    t = bf.scene("AC 9H", pile="6C", others=["", ""], goal="none")
    bf.act(t, "play", "AC")
    assert bf.events_named(t, "revealed") == []
    assert t.stage[3] == bf.card("AC")


@pytest.mark.rule("BF-R5", "BF-R29")
def test_an_empty_hand_cannot_be_picked(bf):
    t = bf.scene("AC 9H", pile="6C", others=["", "6D"], goal="none")
    bf.act(t, "play", "AC")
    assert bf.options(t, "reveal") == [2]
    refusal = bf.refused(t, 0, "reveal", 1)
    assert (refusal.code, refusal.rule) == ("no-cards", "BF-R29")
    assert bf.refused(t, 0, "reveal", 0).code == "no-cards"


@pytest.mark.rule("BF-14", "BF-E3")
def test_an_entry_makes_every_copy_red_and_no_other_card(bf):
    t = bf.scene("AS AS AC 5H", pile="9S", red="AS", picks=(0, 0))
    bf.act(t, "play", "AS")
    bf.act(t, "reveal", 1)
    assert bf.events_named(t, "red_enacted") == [(0, bf.card("AS"))]
    t = bf.scene("AC 5H", pile="9C", red="AS", picks=(0,))
    bf.act(t, "play", "AC")
    bf.act(t, "reveal", 1)
    assert bf.events_named(t, "red_enacted") == []
    t = bf.scene("9H 5H", red="AS", others=["AS", OTHER])
    assert t.hands[1][0] in t.red


OTHER = "2D 3D"


@pytest.mark.rule("BF-R21", "BF-E20")
def test_card_revealed_by_an_ace_does_not_make_that_ace_red(bf):
    t = bf.scene("AS 9H", seats=2, pile="6S", others=["AS"], picks=(0,))
    bf.act(t, "play", "AS")
    bf.act(t, "reveal", 1)
    assert bf.names(t.red_list) == "AS JK"
    assert bf.events_named(t, "red_enacted") == []
    assert t.grid == [()] * 7


@pytest.mark.rule("BF-R27", "BF-60", "BF-62", "BF-E18")
def test_a_second_ace_of_the_suit_sends_the_first_away_and_its_concert_runs_anew(bf):
    t = bf.scene("9H 8H", pile="AC", by=-1, others=["AS 3D", "4D 8D"], picks=(0,))
    bf.change(t, closing=[10, 0, 0, 0])
    bf.act(t, "draw")
    bf.hold_up_to(t, 1)
    bf.act(t, "strike", "AS")
    assert bf.names(t.card_disposal) == "AS"
    assert t.closing[0] == 11
    assert bf.names(t.play_pile) == "AC"
    assert t.top_by == -1
    assert bf.options(t, "reveal") == [0, 2]
    bf.act(t, "reveal", 2)
    bf.hold_all(t)
    assert t.turn == 11
    assert t.stage[0] == bf.card("AS")


@pytest.mark.rule("BF-R24")
def test_the_play_pile_never_runs_empty_and_only_a_start_card_is_an_ace_on_top(bf):
    for seed in range(40):
        t = bf.new(4, seed)
        start = t.play_pile[0]
        for position in bf.play_on(t):
            top = position.play_pile[-1]
            assert top % 13 or top == 52 or (top == start and position.top_by == -1)


@pytest.mark.rule("BF-R28")
def test_burning_an_ace_opens_no_concert_and_a_banned_suit_can_be_burned_and_sacrificed(bf):
    t = bf.change(bf.scene("AC 7C 2H", red="7C"), closing=[0, 0, 0, 11])
    assert bf.options(t, "burn") == ["2H", "AC", "7C"]
    assert bf.options(t, "sacrifice") == ["7C"]
    bf.change(t, closing=[0] * 4)
    bf.act(t, "burn", "AC")
    assert t.stage == [-2] * 4
    assert bf.names(t.card_disposal) == "AC"


@pytest.mark.rule("BF-10", "BF-R35")
def test_aces_on_stage_are_not_reshuffled(bf):
    t = bf.change(
        bf.scene("9C 2C", pile="3S 5H", deck=""), closing=[11, 0, 0, 0], card_disposal=bf.cards("8S")
    )
    bf.act(t, "draw")
    assert t.stage[0] == bf.card("AS")
    assert bf.card("AS") not in t.deck + t.hands[0]


@pytest.mark.rule("BF-R18")
def test_a_bribe_does_not_lift_a_ban(bf):
    t = bf.change(bf.scene("9S 2C"), small=[9, 0, 0], closing=[11, 0, 0, 0])
    assert bf.refused(t, 0, "play", "9S").code == "concert"
