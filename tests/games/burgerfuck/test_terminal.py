"""The table in a terminal: facts are shown by signs as well as by colour."""

from types import SimpleNamespace

import pytest

from flattop.kernel import Chance
from flattop.match import Match, snapshot
from flattop.terminal.palette import NIGHT, PAPER
from flattop.terminal.tables import burgerfuck as layout
from flattop.terminal.tables.drawing import DrawContext
from tests.games.screens import drawn


def test_the_hand_shows_keys_prices_red_banned_and_strikeable_cards(bf):
    t = bf.change(bf.scene("9S 5S 7D 9C", red="5S"), small=[4, 0, 0], closing=[0, 0, 11, 0])
    text = drawn(bf.game, t)
    assert " 1  5♠ !" in text
    assert " 2  9♠ -4" in text
    assert "7♦ ✗" in text
    t = bf.scene("5S 5C 9D", pile="9S")
    bf.act(t, "play", "5S")
    bf.hold_up_to(t, 0)
    assert "5♣ ⚡" in drawn(bf.game, t)


def test_fresh_cards_carry_a_clock(bf):
    t = bf.scene("JC 4D", seats=2, pile="JS", by=1, deck="", others=["9H 2D"], dice=(3, 15, 8, 3))
    bf.act(t, "play", "JC")
    bf.hold_up_to(t, 0)
    bf.act(t, "strike", "JS")
    assert "J♣ ◷" in drawn(bf.game, t)


def test_the_board_shows_stage_red_list_pile_landfill_and_the_tables_card(bf):
    t = bf.change(bf.scene("9S 5S", pile="KD 5H", red="2C QC"), closing=[11, 0, 0, 0], table_hand=[3])
    text = drawn(bf.game, t)
    assert "♠ ············· A till 11" in text
    assert "♣ ·2·········Q· red" in text
    assert "Pile  5♥  by Name1" in text
    assert "the Table holds 1 card" in text
    assert "Landfill: 0 cards, 0 Orbs" in text


def test_pawns_are_letters_and_the_last_one_is_marked(bf):
    t = bf.scene("9S 5S", at="strategy_move", grid={1: "1 2"})
    match = Match(bf.game, ["Ann", "Ben", "Cem"], 1)
    match.table = t
    told = match.play(0, ("drop", 0))
    assert told
    where = DrawContext(bf.game, t.pack, match.people, ["house"] * 3, t.settings, NIGHT, 77, False)
    rows = [row.plain for row in layout.board(snapshot(match, 1), where)]
    assert rows[5].startswith("[A]")
    assert rows[6].startswith(" C ")
    assert rows[7].startswith(" B ")


def test_a_card_that_a_concert_has_shown_stands_beside_its_owner(bf):
    t = bf.scene("AC 9H", pile="6C", picks=(2,), others=["4D 6D 6S 2D", "4H"])
    bf.act(t, "play", "AC")
    bf.act(t, "reveal", 1)
    line = next(line for line in drawn(bf.game, t).splitlines() if "▣4" in line)
    assert "6♠" in line
    assert "4♦" not in line


@pytest.mark.parametrize(("width", "roomy"), [(77, False), (79, True), (117, True)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_position_fits(bf, seats, width, roomy):
    t = bf.game.table(seats, Chance(seats), {"safety_checklist": "on"})
    for number, position in enumerate(bf.play_on(t)):
        if number % 80 == 0:
            for seat in (None, 0, seats - 1):
                assert drawn(bf.game, position, seat, width, roomy, PAPER)
    assert "★" in drawn(bf.game, t, None, width, roomy)


def test_the_checklist_stands_below_the_board_before_the_first_pawn(bf):
    t = bf.new(3, safety_checklist="on", first=1)
    assert drawn(bf.game, t).count("☐") == 9
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    assert "☐" not in drawn(bf.game, t)


def test_the_headline_tells_the_turn_and_extra_plays_and_the_dial_the_grace(bf):
    t = bf.change(bf.scene("5S 2C", pile="9S", strikes="live"), large=[2, 0, 0])
    bf.act(t, "play", "5S", seat=0)
    assert "turn 10 of Name0 · deck 86 · extra Plays 0 of 2" in drawn(bf.game, t)
    shown = layout.countdown(
        {"over": False, "view": {"grace": t.grace}}, SimpleNamespace(settings=t.settings)
    )
    assert (shown.left, shown.total, shown.caption) == (20, 20, "grace: strike now")
