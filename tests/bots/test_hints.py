"""Hints: whole moves, chances with intervals and reasons, from the observation alone."""

from __future__ import annotations

from itertools import count, islice

import pytest

from flattop import bot, game
from flattop.bots import hints
from flattop.bots.chef.playout import Candidate, PlayoutResult, SearchResult
from flattop.bots.hints import CUT_FACTOR, Stage, find_hints
from flattop.bots.hints.wording import Differences, Worth, difference_text, worth_text
from flattop.bots.policies.reasons import position_reason
from flattop.games import CATALOG
from flattop.kernel import Chance, determinize
from flattop.match import Match, Observation
from flattop.match.game_loop import turns

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
BRIEF = (Stage(0.05, 2),)  # a twentieth of the work and no time limit


def match_at(key, seats, is_wanted, seed=7):
    """Return a match of house bots at the first decision with such options, and the seat that decides."""
    match = Match(game(key), PEOPLE[:seats], seed, undoable=False)
    bots = [bot("house", key, Chance(seat)) for seat in range(seats)]
    for _ in turns(match, bots):
        for seat in match.waiting:
            if is_wanted(match.table.asks[seat]):
                return match, seat
    raise AssertionError("no such decision")


def hints_for(match, seat, t=None):
    return list(find_hints(Observation(match.game, t or match.table, seat), Chance(5), match.people, BRIEF))


@pytest.mark.parametrize("key", ["burger-go", "ninja-burger"])
def test_hints_are_the_same_on_every_determinization(key):
    match, seat = match_at(key, 3, lambda options: len(options) > 2)
    hints = hints_for(match, seat)
    for n in range(2):
        other = determinize(match.table, match.game.zones, seat, Chance(n))
        assert hints_for(match, seat, other) == hints


@pytest.mark.parametrize("key", ["burger-go", "between-two-burgers"])
def test_hint_for_a_secret_choice_includes_the_half_to_show(key):
    match, seat = match_at(key, 3, lambda options: len(options) > 2 and is_all(options, "choose"))
    for hint in hints_for(match, seat):
        assert hint.whole.startswith(hint.words)
        assert "show " in hint.whole
        assert hint.action[0] == "choose"


def test_chance_comes_from_games_played_to_the_end_where_search_playouts_are_cut_off():
    match, seat = match_at("between-two-burgers", 3, lambda options: is_all(options, "left"))
    worth = hints_for(match, seat)[-1].worth
    assert worth.kind == "win"
    games = 2 * CUT_FACTOR
    assert worth.value * games * 6 == pytest.approx(round(worth.value * games * 6))  # won, shared or lost
    assert worth.low <= worth.value <= worth.high


def test_hint_for_the_last_die_says_where_it_goes():
    match, seat = match_at("burger-boss", 3, lambda options: len(options) == 1 and is_all(options, "die"))
    first, last = hints_for(match, seat)
    assert first.action[0] == last.action[0] == "die"
    assert "Name" not in first.whole + last.whole
    assert last.whole.startswith("To ")
    assert (first.done, last.done) == (False, True)
    assert last.worth.kind == "win"
    assert last.chance == ""  # a few playouts say little
    assert "Butchers delivers it" in last.why
    assert last.other not in ("", last.whole)


def is_all(options, verb):
    return all(action[0] == verb for action in options)


@pytest.mark.parametrize("key", CATALOG)
def test_reasons_count_events_of_the_game(key):
    text = game(key).text
    for name, reason in text.reasons.items():
        for event, noun in reason.events.items():
            nouns = [slot.partition(":")[0] for slot in text.events[event].nouns]
            assert not noun or noun in nouns, f"{key}: [reason.{name}] {event}: no noun {noun}"
        assert all("{n}" in words for words in (reason.mine, reason.theirs) if words)


def test_reason_is_the_clearest_difference():
    boss = game("burger-boss")
    nothing = dict.fromkeys(boss.text.reasons, (0, 0, 0))
    differences = Differences(boss, seat=0, rivals=True)
    assert differences.reason() == ""
    differences.add(nothing, nothing)
    assert differences.reason() == ""
    differences.pairs.clear()
    for more in (4, 5, 3, 4):
        better = nothing | {"sales": (more, 0, 0), "points": (9, 0, 0), "customers": (0, 0, 0)}
        differences.add(better, nothing | {"customers": (0, 1, more % 2)})
    assert (
        differences.reason() == "On average it sells for $4 more and leaves the others 1.5 fewer customers."
    )
    assert differences.swapped().reason() == ""
    assert differences.swapped().swapped().reason() == differences.reason()


def test_worth_and_difference_are_worded_with_intervals():
    assert worth_text(Worth("win", 0.61, 0.52, 0.7), 10) == "wins 61 % (52 to 70)"
    assert worth_text(Worth("score", 8.33, -0.04, 9.5), 10) == "brings 8.3 points (0.0 to 9.5)"
    assert difference_text(Worth("win", 0.06, 0.02, 0.1), 10) == "wins 6 % less (2 to 10)"
    assert difference_text(Worth("succeed", 0.06, 0.02, 0.1), 10) == "succeeds 6 % less (2 to 10)"


def test_a_number_is_not_shown_until_its_interval_is_narrow():
    assert worth_text(Worth("score", 29.5, -80, 139), 30) == ""
    assert worth_text(Worth("win", 0.5, 0.3, 0.7), 10) == ""
    assert difference_text(Worth("win", 0, -1, 1), 10) == "about as good"
    assert difference_text(Worth("win", 0.01, -0.04, 0.06), 10) == "about as good"
    assert difference_text(Worth("score", 40, 1, 79), 30) == "does worse"


def test_next_best_move_is_no_deal_that_is_dropped_again(monkeypatch):
    match, seat = match_at("ninja-burger", 4, lambda options: ("pass",) in options)
    deal = next(action for action in match.table.anytime(seat) if action[0] == "deal")
    monkeypatch.setattr(hints, "evaluate_moves", searched({(("pass",),): 0.5, (deal, ("drop",)): 0.5}))
    hint = hints_for(match, seat)[-1]
    assert hint.action == ("pass",)
    assert (hint.other, hint.apart) == ("", "")


def test_next_best_move_is_not_the_same_with_an_equal_card(monkeypatch):
    match, seat = match_at("burger-go", 2, lambda options: buns(options) > 1)
    first, second = [action for action in match.table.asks[seat] if is_bun(action)][:2]
    third = next(action for action in match.table.asks[seat] if not is_bun(action))
    values = {(first,): 0.9, (second,): 0.9, (third, ("show", 2 * third[1])): 0.1}
    monkeypatch.setattr(hints, "evaluate_moves", searched(values))
    hint = hints_for(match, seat)[-1]
    assert hint.whole == "Choose Middle Bun"
    assert hint.other
    assert "Middle Bun" not in hint.other.partition(",")[0]


def is_bun(action):
    return action[0] == "choose" and game("burger-go").pack().is_bun[action[1]]


def buns(options):
    return sum(map(is_bun, options))


def test_a_pause_is_no_next_best_move(monkeypatch):
    match, seat = match_at("kitchen-rush", 2, lambda options: any(action[0] == "take" for action in options))
    take = next(action for action in match.table.asks[seat] if action[0] == "take")
    monkeypatch.setattr(hints, "evaluate_moves", searched({(take,): 1.0, (("pause",),): 1.0}))
    assert hints_for(match, seat)[-1].other == ""


def test_advice_is_the_move_that_wins_more_even_if_the_search_prefers_another(monkeypatch):
    match, seat = match_at("burger-go", 2, lambda options: len(options) == 2 and is_all(options, "show"))
    first, second = match.table.asks[seat]
    monkeypatch.setattr(hints, "evaluate_moves", searched({(first,): 0.0, (second,): 1.0}))
    hint = hints_for(match, seat)[-1]
    assert hint.action == second
    assert hint.worth.value == 1
    assert hint.worse.low > 0
    assert "less" in hint.apart


def searched(wins):
    """Return a search that prefers the first of some moves, with the share of the playouts that each wins."""
    candidates = [Candidate(move) for move in wins]
    for candidate in candidates:
        for _ in range(30):
            candidate.add(PlayoutResult(0.5, wins[candidate.move], 10 * wins[candidate.move]))
    return lambda *_: iter([SearchResult(candidates[0], candidates[0], tuple(candidates), 60)])


@pytest.mark.parametrize("key", CATALOG)
def test_nine_first_hints_of_ten_give_a_reason(key):
    whys = [immediate_hint(*position).why for position in islice(positions(key), 30)]
    assert sum(map(bool, whys)) >= 27


@pytest.mark.parametrize("key", CATALOG)
def test_reasons_from_the_position_are_the_same_on_every_determinization(key):
    for match, seat in islice(positions(key), 12):
        other = determinize(match.table, match.game.concealed_zones, seat, Chance(9))
        move = immediate_hint(match, seat).move
        reasons = {
            position_reason(Observation(match.game, t, seat), move, match.people)
            for t in (match.table, other)
        }
        assert len(reasons) == 1


def positions(key):
    """Yield matches of house bots with a seat that has a choice."""
    for seed in count():
        seats = game(key).seats[seed % len(game(key).seats)]
        match = Match(game(key), PEOPLE[:seats], seed, undoable=False)
        for _ in islice(turns(match, [bot("house", key, Chance(n)) for n in range(seats)]), 4, None, 9):
            waiting = [seat for seat in match.waiting if len(match.table.asks[seat]) > 1]
            if waiting:
                yield match, waiting[0]


def immediate_hint(match, seat):
    return next(find_hints(Observation(match.game, match.table, seat), Chance(5), match.people, ()))


@pytest.mark.parametrize(
    ("key", "verb"), [("burgerfuck", "burn"), ("burger-trucker", "flip"), ("party-up", "buy")]
)
def test_most_moves_have_a_reason_where_the_house_bot_would_make_another(key, verb):
    reasons = [
        position_reason(Observation(match.game, match.table, seat), (action,), match.people)
        for match, seat in islice(positions(key), 40)
        for action in match.table.asks[seat]
        if action[0] == verb
    ]
    assert sum(map(bool, reasons)) > 0.7 * len(reasons) > 10
