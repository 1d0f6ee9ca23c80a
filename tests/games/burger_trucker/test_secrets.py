"""Views: everything is public except face-down cards; determinizations use public facts."""

import random

import pytest

from flattop.kernel import CLOCK, HIDDEN, Chance, determinize, view
from flattop.match import Match
from tests.conformance.secrecy import as_sent, elsewhere

LINE = "extra_cheesy sunny_side_up og_cheeseburger iron_giant breakfast_to_go"
BURGERS = ["I43b I38a I04a I17a I53a I60b I44b I14b I35a I62b", "I27a I61a I49b I21b I70a I33b", "I48b I42a"]


def test_face_down_cards_show_nothing_but_their_number(tr):
    t = tr.do(tr.live(3), 1, "flip")
    for eyes in (None, 0, 1, 2):
        seen = view(t, tr.game.zones, eyes)
        assert seen["pile"] == [HIDDEN] * 71
        assert seen["aside"] == [HIDDEN] * 18
        assert seen["incoming"] == t.incoming


def test_all_seats_see_the_same(tr):
    t = tr.line_up(BURGERS, [1, 0, 2], LINE)
    views = [view(t, tr.game.zones, eyes) for eyes in (None, 0, 1, 2)]
    assert all(seen == views[0] for seen in views)


def test_determinized_line_contains_the_unseen_incoming_orders(tr):
    t = tr.line_up(BURGERS, [1, 0, 2], LINE)
    lines = []
    for seed in range(60):
        imagined = determinize(t, tr.game.zones, 0, Chance(seed))
        assert imagined.line[:2] == t.line[:2]
        assert set(imagined.line) >= set(t.incoming)
        assert sorted(imagined.line + imagined.aside) == list(range(21))
        lines.append(tuple(imagined.line[2:]))
    added = {order for line in lines for order in line} - set(t.incoming)
    assert len(added) > 12, "any of those set aside may be among them"
    assert len(set(lines)) > 20


def test_determinized_pile_has_the_same_cards_in_another_order(tr):
    t = tr.do(tr.live(2), 0, "flip", "put_back")
    imagined = determinize(t, tr.game.zones, 1, Chance(5))
    assert sorted(imagined.pile) == sorted(t.pile)
    assert imagined.pile != t.pile
    assert imagined.face_up == t.face_up


@pytest.mark.parametrize("pace", ["real", "turns"])
def test_no_byte_depends_on_face_down_cards(tr, pace):
    rnd, looked = random.Random(pace), 0
    for seed in range(12):
        match = Match(tr.game, ["Ann", "Ben", "Cleo"], seed, {"pace": pace}, logged=False)
        while not match.over:
            if rnd.random() < 0.2:
                eyes = rnd.choice([None, 0, 1, 2])
                assert as_sent(match, eyes) == as_sent(elsewhere(match, eyes, Chance(looked)), eyes)
                looked += 1
            seat = rnd.choice(list(match.table.asks))
            options = [("tick", rnd.choice((1, 40)))] if seat == CLOCK else list(match.table.asks[seat])
            match.play(seat, rnd.choice(options))
    assert looked > 100


def test_log_reports_every_public_event(tr):
    t = tr.lay_out(tr.live(2), "I50")
    tr.do(tr.on_top(t, "I34"), 0, "flip", "put_back", "grab I50", "place I50a", "finish")
    names = [event[0] for _, event in t.events]
    assert names[-6:] == ["opened", "flipped", "returned", "grabbed", "placed", "finished"]
    assert all(whom is None for whom, _ in t.events)


def test_everybody_sees_which_open_faces_a_burger_would_take(tr):
    t = tr.put(tr.lay_out(tr.live(2), "I12 I34 I67"), 0, "I50a", held="I03")
    assert t.wanted == ["cheese", "any"]
    assert t.fits[0] == tr.faces("I34b I67a I03a")
    assert t.fits[1] == tr.faces("I12a I12b I34a I34b I67a")
    for seat in (0, 1):
        placeable = {action[1] for action in t.asks[seat] if action[0] == "place"}
        assert placeable <= set(t.fits[seat])
    tr.do(t, 0, "place I03a", "finish")
    assert t.fits[0] == []
    assert tr.counting(2).fits == [[], []]


def test_requirements_of_the_line_are_shown_as_far_as_it_is_turned_up(tr):
    t = tr.line_up(BURGERS, [1, 0, 2], LINE)
    assert t.line_asked == [["1 or more", "3 Cheese"], ["4 or more", "Fried Egg on top"]]
    assert [[states[0] for states in own] for own in t.line_prospects] == [
        ["possible", "met"],
        ["possible", "met"],
        ["possible", "possible"],
    ]
    assert tr.live(3).line_asked == []
