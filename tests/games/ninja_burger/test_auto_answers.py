"""Auto-answers with default settings: they leave deals, rescues and dice to the player."""

import io

import pytest

from flattop.games.ninja_burger.open_options import FreeText, OpenOptions, Price
from flattop.kernel import seat_names
from flattop.match import AutoAnswers, Match
from flattop.match.auto_answers import answer
from flattop.terminal.line_client import play_by_lines
from flattop.terminal.session_setup import new_session
from tests.terminal.terminal_table import request

from .scenes import GAME, A, B, C, cut_ins, do, offered, scene
from .test_challenge import duel
from .test_times import passes


def auto_answer(t, seat):
    """Return what default auto-answers would give for the seat at this table."""
    match = Match(GAME, seat_names(t.seats), 1)
    match.table, match.auto_answers = t, {seat: AutoAnswers()}
    return answer(match, seat)


@pytest.mark.rule("NB-26", "NB-79")
def test_player_is_asked_in_the_talk_of_the_meeting():
    t = scene("talk", attending=(A, B))
    assert offered(t, A) == ["ready"]
    assert auto_answer(t, A) is None


@pytest.mark.rule("NB-72")
@pytest.mark.parametrize("money", [0, 100])
def test_failure_is_not_accepted_while_a_useful_item_can_be_bought(money):
    t = scene(
        ninjas="kenta_makuri", missions="outside_the_glass", money=money, hands="helicopter_tickets", rolls=14
    )
    passes(t)
    do(t, A, "roll")
    assert offered(t, A) == ["accept_failure"]
    assert cut_ins(t, A) == (["buy helicopter_tickets"] if money else [])
    assert auto_answer(t, A) == (None if money else ("accept_failure",))


@pytest.mark.rule("NB-73")
def test_failure_is_not_accepted_while_a_rival_could_sell_a_useful_item():
    t = scene(ninjas="kenta_makuri", missions="outside_the_glass", items={B: "helicopter_tickets"}, rolls=14)
    passes(t)
    do(t, A, "roll, ask_help")
    do(t, B, "pass")
    assert offered(t, A) == ["accept_failure"]
    assert cut_ins(t, A) == ["deal 1"]
    assert auto_answer(t, A) is None


@pytest.mark.rule("NB-83")
@pytest.mark.parametrize("money", [0, 200])
def test_duellist_who_could_buy_an_item_is_asked_after_the_throw(money):
    t = duel(ninjas={A: "big_dosun"}, hands={A: "official_katana"}, money=money, rolls=(12,))
    do(t, A, "roll")
    assert offered(t, A) == ["stand"]
    assert auto_answer(t, A) == (None if money else ("stand",))


@pytest.mark.rule("NB-48")
@pytest.mark.parametrize("deals", ["yes", "no"])
def test_the_last_seat_to_pass_before_the_dice_fall_is_asked_while_it_can_open_a_deal(deals):
    """Seats that pass earlier are not asked: their deals stay open until then."""
    hands, items = {B: "fire_drill", C: "rival_riders"}, {C: "throwing_pickles"}
    t = scene(missions="front_row_fries", hands=hands, items=items, rolls=9, deals=deals)
    do(t, B, "pass")
    do(t, C, "pass")
    do(t, B, "pass")
    do(t, C, "lend throwing_pickles")
    do(t, A, "roll")
    assert offered(t, B) == ["pass"]
    assert auto_answer(t, B) == ("pass",)
    do(t, B, "pass")
    assert offered(t, C) == ["pass"]
    assert auto_answer(t, C) == (None if deals == "yes" else ("pass",))
    do(t, C, "pass")
    assert t.roll is None or t.roll.dice, "they have fallen"


def test_players_roll_their_own_dice():
    t = scene(missions="cheat_day", deals="no")
    passes(t)
    while offered(t, A)[0].startswith("use "):
        do(t, A, offered(t, A)[0])
    assert offered(t, A) == ["roll"]
    assert cut_ins(t, A) == []
    assert auto_answer(t, A) is None


def test_options_with_free_text_or_a_free_amount_are_no_forced_answer():
    only = (("substitute", "stealth", ""),)
    assert OpenOptions(only, (FreeText(("substitute", "stealth"), 9),)).takes_more
    assert OpenOptions(only, (Price("put_money", 50, 50),)).takes_more
    assert not OpenOptions((("drop",),), (Price("put_money", 50, 0),)).takes_more


def test_line_client_asks_in_the_talk_and_before_a_roll():
    out = io.StringIO()
    session = new_session(request("ninja-burger", "you:Ann,house,house", seed=3))
    play_by_lines(session, io.StringIO("1\n1\n" + "1\n" * 60), out)
    shown = out.getvalue()
    assert "1. Ready for the mission" in shown
    assert "1. Roll the dice" in shown
    assert "done for you: Ready for the mission" not in shown
    assert "done for you: Roll the dice" not in shown
