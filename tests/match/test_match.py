"""Matches: checked play, logs per seat, undo and its terms."""

import random

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import Illegal, canonical, seat_names
from flattop.match import Match, commitment, live_seed, snapshot, state_hash


def go(seed=1, seats=3, **how):
    return Match(game("burger-go"), ["Ann", "Ben", "Cleo", "Dan"][:seats], seed, **how)


def first_food(match, seat):
    """Return the action with the seat's first card that has two sides."""
    buns = match.table.pack.is_bun
    return next(action for action in match.table.asks[seat] if not buns[action[1]])


def decide(match, seat):
    match.play(seat, first_food(match, seat))
    match.play(seat, match.table.asks[seat][0])


def all_of(match):
    history = [id(moment) for moment in match.history]
    return canonical(match.table), match.table.chance.draws, match.record.text(), list(match.events), history


NONSENSE = [
    (), (7,), (None,), ("",), ("fly",), ("clone",), ("__class__", 1), ("choose",), ("choose", True),
    ("choose", 1.0), ("choose", None), ("choose", []), ("choose", {}, set()), ("choose", (1,)),
    ("choose", 10**5000), ("choose", -1), ("choose", "x" * 100_000), ("choose", float("nan"), object()),
    ["choose", 1], "choose", None, 3, {"choose": 1},
]  # fmt: skip


@pytest.mark.parametrize("key", list(CATALOG))
def test_malformed_actions_are_illegal_and_change_nothing(key):
    match = Match(game(key), seat_names(game(key).seats[0]), 4)
    seat = next(iter(match.table.asks))
    match.play(seat, next(iter(match.table.asks[seat])))
    before = all_of(match)
    for action in NONSENSE:
        for seat in (0, -1, 99, None, [], "Ann"):
            with pytest.raises(Illegal) as refused:
                match.play(seat, action)
            assert refused.value.code
            assert len(refused.value.sentence) < 300
            assert match.refusal(seat, action).sentence == refused.value.sentence
    assert all_of(match) == before


def test_true_and_float_are_refused_as_numbers():
    match = Match(game("burger-boss"), ["Ann", "Ben"], 1)
    seat, options = next(iter(match.table.asks.items()))
    action = next(action for action in options if 1 in action)
    for one in (True, 1.0):
        assert match.refusal(seat, tuple(one if noun == 1 else noun for noun in action)).code == "not-open"
    assert match.refusal(seat, action) is None


def test_action_is_refused_if_the_game_raises_an_error(monkeypatch):
    match, fault = go(), ZeroDivisionError()

    def stumble(t, seat, action):
        raise fault

    monkeypatch.setattr(type(match.table), "refusal", stumble)
    refused = match.refusal(0, ("show", 3))
    assert (refused.code, refused.sentence) == ("not-open", "That is none of the options now.")
    assert refused.__cause__ is fault


def test_refused_action_does_not_copy_the_table(monkeypatch):
    match = go()
    monkeypatch.setattr(type(match.table), "clone", None)
    with pytest.raises(Illegal):
        match.play(0, ("show", 3))


def test_paused_table_refuses_every_action():
    match = go()
    action = first_food(match, 0)
    assert match.refusal(0, action) is None
    match.pause(1)
    assert match.refusal(0, action).code == match.refusal(0, ("fly",)).code == "paused"


def test_undo_of_an_incomplete_secret_answer_is_free():
    match = go()
    match.play(0, first_food(match, 0))
    decide(match, 1)
    assert match.undo_terms(0).kind == "free"
    match.undo(0)
    assert sorted(match.table.asks) == [0, 2]
    assert match.table.asks[0][0][0] == "choose"
    assert 1 in match.table.stack[-1].answers


def test_undo_terms_do_not_reveal_secret_answers():
    match = go()
    match.play(0, first_food(match, 0))
    before = match.undo_terms(0)
    match.play(1, first_food(match, 1))
    assert match.undo_terms(0) == before


def test_undo_of_a_reveal_needs_consent_of_all():
    match = go()
    for seat in range(3):
        decide(match, seat)
    terms = match.undo_terms(2)
    assert (terms.kind, terms.consent) == ("consent", (0, 1))
    with pytest.raises(Illegal, match="consent of Ann and Ben"):
        match.undo(2)
    with pytest.raises(Illegal, match="consent of Ann"):
        match.undo(2, consent=(1,))
    match.undo(2, consent=(0, 1))
    assert sorted(match.table.asks) == [0, 1, 2], "what was sealed has been seen, so it is asked again"
    assert match.table.rows == [[], [], []]


def test_undo_by_consent_changes_the_next_roll():
    """Otherwise all seats would know the next roll."""
    match = Match(game("burger-boss"), ["Ann", "Ben", "Cleo"], 3)
    seat, action = play_until_luck_is_drawn(match)
    rolled = match.table.working
    match.undo(seat, match.undo_terms(seat).consent)
    match.play(seat, action)
    assert match.table.working != rolled


def play_until_luck_is_drawn(match):
    rnd, before = random.Random(1), match.table.chance.draws
    while match.table.chance.draws == before:
        seat = next(iter(match.table.asks))
        action = rnd.choice(list(match.table.asks[seat]))
        match.play(seat, action)
    return seat, action


def test_seat_without_actions_cannot_undo():
    match = go()
    assert match.undo_terms(0) is None
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(0)


def test_private_event_is_in_one_log_only():
    match = go()
    match.tell([(1, ("decided", 1))])
    assert match.log(1)[-1] == ("decided", 1)
    assert match.log(0)[-1] != ("decided", 1)
    assert match.log(None) == match.log(0)


def test_each_log_has_all_events_for_its_seat():
    match = Match(game("burger-boss"), ["Ann", "Ben", "Cleo"], 3)
    seat, _ = play_until_luck_is_drawn(match)
    before = match.log(seat)
    match.undo(seat, match.undo_terms(seat).consent)
    assert match.log(seat)[:-1] == before
    for seat in (None, 0, 1, 2):
        own = [event for whom, event in match.events if whom is None or whom == seat]
        assert match.log(seat) == own
        assert match.log(seat, 2) == own[2:]
        assert snapshot(match, seat, since=len(own) - 1)["log"] == snapshot(match, seat)["log"][-1:]


def test_live_seed_has_256_bits_and_a_commitment():
    seed = live_seed()
    match = go(seed)
    assert len(seed) == 32
    assert match.commitment == commitment(seed)
    assert len(match.commitment) == 64
    assert match.record.header["commitment"] == match.commitment


def test_equal_seeds_deal_equal_tables():
    assert state_hash(go(7).table) == state_hash(go(7).table)
    assert state_hash(go(7).table) != state_hash(go(8).table)


def test_spectator_gets_no_options_and_no_undo():
    match = go()
    shown = snapshot(match, None)
    assert (shown["options"], shown["anytime"], shown["undo"]) == ([], [], None)
    assert shown["prompt"] == "Waiting for Ann, Ben and Cleo."


def test_options_have_labels():
    match = go()
    (action, words), *_ = snapshot(match, 0)["options"]
    assert action[0] == "choose"
    assert words
