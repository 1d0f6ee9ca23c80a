"""Auto-answers: given where a seat has no choice or has asked for them; an undo goes back before them."""

import random
from itertools import islice

import pytest

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance, determinize, seat_names
from flattop.match import AutoAnswers, Match, replay, snapshot, state_hash
from flattop.match.auto_answers import answer, give
from flattop.match.game_loop import turns

EAGER = AutoAnswers()


def at_the_table(key, seats=None, seed=5, auto_answers=EAGER, **given):
    """Make a match in which all seats have the same auto-answers."""
    rules = game(key)
    match = Match(rules, seat_names(seats or rules.seats[0]), seed, rules.untimed_settings | given)
    match.auto_answers = dict.fromkeys(range(len(match.people)), auto_answers)
    return match


def answered(match, seat):
    """Give one auto-answer of the seat."""
    action = answer(match, seat)
    give(match, seat, action, lambda: match.play(seat, action))
    return action


def go_on(match, rnd):
    """Play one action of a random seat: its auto-answer, or a random option."""
    seat = rnd.choice(list(match.table.asks))
    if seat != CLOCK and answer(match, seat):
        return seat, answered(match, seat)
    action = rnd.choice(list(match.table.asks[seat]))
    match.play(seat, action)
    return seat, action


def is_torn(match, seat):
    """True if the seat might prefer an any-time play to its only answer, or plays it with its own hand."""
    rules, t = match.game, match.table
    ((verb, *_),) = t.asks[seat]
    if verb in (*rules.holds, *rules.keeps_anytime):
        return False
    return verb in rules.own_hand or bool(
        t.anytime(seat) and not (rules.can_wait and rules.can_wait(t, seat))
    )


@pytest.mark.parametrize("key", CATALOG)
def test_only_answers_without_a_choice_are_given(key):
    match, rnd = at_the_table(key), random.Random(2)
    for _ in range(150):
        if match.over:
            break
        for seat in match.waiting:
            given, options = answer(match, seat), match.table.asks[seat]
            assert given in (options if given else (None,))
            assert (given is None) == (len(options) > 1 or is_torn(match, seat))
            imagined = Match.__new__(Match)
            imagined.__dict__.update(match.__dict__)
            imagined.table = determinize(match.table, match.game.zones, seat, Chance(rnd.random()))
            assert answer(imagined, seat) == given  # whatever is hidden from the seat
        go_on(match, rnd)
    assert match.actions


@pytest.mark.parametrize("key", ["burger-trucker", "kitchen-rush", "burgerfuck"])
def test_only_reflexes_are_answered_while_time_runs(key):
    rules = game(key)
    live = {"strikes": "live"} if key == "burgerfuck" else {"pace": "real"}
    match, given = at_the_table(key, **live), []
    bots = [bot("house", key, Chance(seat)) for seat in range(len(match.people))]
    for _ in islice(turns(match, bots), 400):
        seats = [seat for seat in match.waiting if answer(match, seat)]
        assert all(rules.reflex(match.table, seat) for seat in seats)
        given += [answer(match, seat) for seat in seats]
    assert {action[0] for action in given} == {
        "burger-trucker": {"put_back"}, "kitchen-rush": {"done"}, "burgerfuck": set(),
    }[key]  # fmt: skip


def test_games_with_reply_windows_declare_holds_and_turns():
    for key in CATALOG:
        rules = game(key)
        assert bool(rules.holds) == (rules.turn is not None)
        assert set(rules.holds) <= rules.text.verbs.keys()
    assert [key for key in CATALOG if game(key).holds] == ["burger-boss", "burgerfuck", "ninja-burger"]


def striking(seed=5, **how):
    """Play until a seat could strike or hold."""
    match, rnd = at_the_table("burgerfuck", 3, seed, **how), random.Random(1)
    while not (seat := able(match)):
        go_on(match, rnd)
    return match, seat[0], rnd


def able(match):
    return [seat for seat in match.waiting if ("hold",) in match.table.asks[seat] and not answer(match, seat)]


def test_reply_windows_are_sealed():
    match, *_ = striking()
    assert snapshot(match, 0)["sealed"] == snapshot(match, None)["sealed"] is True
    assert not snapshot(at_the_table("hanaburger"), 0)["sealed"]


def test_seat_holds_for_this_turn_only():
    match, seat, rnd = striking()
    turn = match.table.turn
    match.auto_answers[seat] = match.auto_answers[seat].holding(match, seat, "turn")
    assert snapshot(match, seat)["habits"]["hold"] == "turn"
    assert snapshot(match, seat)["habits"]["answer"] == (("hold",), "Hold")
    while match.table.turn == turn and not match.over:
        asked = [s for s in match.waiting if ("hold",) in match.table.asks[s]]
        assert seat not in asked or answer(match, seat) == ("hold",)
        go_on(match, rnd)
    assert match.auto_answers[seat] == EAGER


def test_seat_holds_until_its_replies_change():
    match, seat, rnd = striking()
    options = list(match.table.asks[seat])
    match.auto_answers[seat] = match.auto_answers[seat].holding(match, seat, "same")
    assert answered(match, seat) == ("hold",)
    while match.auto_answers[seat].hold == "same":
        assert answer(match, seat) == (("hold",) if match.table.asks.get(seat) == options else None) or (
            seat not in match.waiting or ("hold",) not in match.table.asks[seat]
        )
        go_on(match, rnd)
    assert match.over or list(match.table.asks[seat]) != options


def test_auto_answer_is_reported_with_the_label_of_the_step():
    match, rnd = at_the_table("burger-up", 2), random.Random(1)
    while "Only one answer, done for you: Done serving." not in match.log_words(0):
        go_on(match, rnd)
    assert not any(line.endswith("done for you: Done.") for line in match.log_words(0))


def test_manual_reply_ends_the_hold():
    match, seat, _ = striking()
    match.auto_answers[seat] = match.auto_answers[seat].holding(match, seat, "turn")
    match.play(seat, match.table.asks[seat][0])
    assert match.auto_answers[seat].hold == "ask"


def test_auto_answers_are_reported_to_the_seat_alone_and_holds_once_a_turn():
    match, rnd = at_the_table("burgerfuck", 3), random.Random(1)
    held = 0
    while match.table.turn < 8:
        _, action = go_on(match, rnd)
        held += action == ("hold",)
    lines = [whom for whom, event in match.events if event[0] == "held_for_you"]
    assert None not in lines
    assert 0 < len(lines) <= 8 * 3 < held
    assert "Held for you." in match.log_words(0)
    assert "Held for you." not in match.log_words(None)


def forced_after_a_decision(key):
    """Play until seat 0 has made a decision and got an auto-answer after it."""
    match, rnd, seat = at_the_table(key, seed=8), random.Random(6), 0
    while True:
        who, _ = go_on(match, rnd)
        moments = [moment for moment in match.history if moment.seat == seat]
        if who == seat and moments[-1].forced and any(not moment.forced for moment in moments):
            return match, seat


@pytest.mark.parametrize("key", ["burger-up", "burger-boss", "burgerfuck", "ninja-burger"])
def test_undo_goes_back_to_the_last_own_decision(key):
    match, seat = forced_after_a_decision(key)
    decided = match.history.last_of(seat, own=True)
    asked = match.history.before(decided).asks[seat]
    terms = match.undo_terms(seat)
    events = match.undo(seat, terms.consent)
    assert [event[0] for _, event in events] == ["undone"]
    assert match.table.asks[seat] == asked
    assert answer(match, seat) is None
    again = replay(match.record.text())  # an undo of several steps is as many entries of the record
    assert state_hash(again.table) == state_hash(match.table)


def test_undo_without_auto_answers_goes_back_one_action():
    match, seat = forced_after_a_decision("burger-up")
    match.auto_answers = {}
    forced = list(match.table.asks), match.history.moments[match.history.last_of(seat)].forced
    match.undo(seat, match.undo_terms(seat).consent)
    assert forced[1]
    assert len(match.table.asks[seat]) == 1
