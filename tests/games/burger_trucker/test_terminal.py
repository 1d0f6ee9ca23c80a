"""The table in a terminal: facts are shown by signs as well as by colour."""

import pytest

from tests.games.screens import drawn

BURGERS = ["I43b I38a I04a I17a I53a I60b I44b I14b I35a I62b", "I27a I61a I49b I21b I70a I33b", "I48b I42a"]


@pytest.mark.parametrize(
    ("tick", "words"),
    [(-30, "countdown · 3 …"), (-1, "countdown · 1 …"), (0, "build · 3:00 left"), (605, "1:59 left")],
)
def test_the_headline_tells_the_time(tr, tick, words):
    t = tr.at(tr.counting(2), min(tick, 0))
    assert words in drawn(tr.game, tr.at(t, tick))


def test_without_a_clock_the_headline_tells_the_beat_and_without_a_limit_the_time_gone(tr):
    assert "round 1/3 · build · beat 1/20" in drawn(tr.game, tr.turns(2))
    assert "build · 1:07 gone" in drawn(tr.game, tr.at(tr.live(2, build_limit=0), 670))


def test_open_cards_carry_their_keys_and_orders_their_marks(tr):
    t = tr.live(2, [[], tr.orders("og_cheeseburger sunny_side_up")])
    tr.put(tr.lay_out(t, "I34"), 0, "I50a")
    text = drawn(tr.game, t)
    assert "Centre 70 face down 1   L Lettuce/C Cheddar Cheese 2" in text
    assert "O.G. Cheeseburger ○" in text
    assert "Beef Patty ✓ · Pickles ○ · Cheese ○" in text
    assert "finish now: $3 for speed 3" in text
    assert "→ C Cheese" in text


def test_the_card_in_hand_shows_both_halves_and_which_fits(tr):
    t = tr.put(tr.live(2), 0, "I50a", held="I34")
    assert "☞  L Lettuce  C Cheddar Cheese 1   put back 2" in drawn(tr.game, t)
    assert "☞ L Lettuce/C Cheddar Cheese" in drawn(tr.game, t, seat=1)


def test_the_line_shows_coins_claims_and_who_is_asked(tr):
    t = tr.line_up(
        BURGERS, [1, 0, 2], "extra_cheesy sunny_side_up og_cheeseburger iron_giant breakfast_to_go"
    )
    for seat, word in ((1, "pass"), (0, "pass"), (1, "claim")):
        tr.do(t, seat, word)
    for roomy in (False, True):
        text = drawn(tr.game, t, roomy=roomy)
        assert "$3 O.G. Cheeseburger ▲B   $4 Iron Giant" in text
        assert "$5 ▒▒▒" in text
        assert "Claiming: B ·  A ✓  C ·" in text
        assert "Colossal. At least 3 Patties." in text
        assert "⚑ 2nd +2" in text
        assert "10 Colossal $12" in text
        assert "→" not in text, "nobody builds any more"


def test_a_seat_out_of_time_is_marked(tr):
    t = tr.line_up(["I24a", BURGERS[1]], [1], "og_cheeseburger blt mad_max the_vegan")
    assert "⚑ out of time +0" in drawn(tr.game, t)
