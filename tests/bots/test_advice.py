"""Advice: whole moves, chances with intervals, a reason, and nothing that the seat could not know."""

from __future__ import annotations

import pytest

from flattop import bot, game
from flattop.bots.hints import MORE, Stage, advise
from flattop.bots.hints.wording import Differences, Worth, chance_words, worse_words
from flattop.games import CATALOG
from flattop.kernel import Chance, determinize
from flattop.match import Match, Observation
from flattop.match.game_loop import turns

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
BRIEF = (Stage(0.05, 2),)  # a twentieth of the work, and no clock that could cut it short


def match_of(key, seats, wanted, seed=7):
    """A match among house bots, up to the first question that is wanted, and the seat that is asked."""
    match = Match(game(key), PEOPLE[:seats], seed, undoable=False)
    bots = [bot("house", key, Chance(seat)) for seat in range(seats)]
    for _ in turns(match, bots):
        for seat in match.waiting:
            if wanted(match.table.asks[seat]):
                return match, seat
    raise AssertionError("never asked")


def advice_on(match, seat, t=None, luck=5):
    return list(advise(Observation(match.game, t or match.table, seat), Chance(luck), match.people, BRIEF))


@pytest.mark.parametrize("key", ["burger-go", "ninja-burger"])
def test_advice_is_the_same_in_every_world_that_looks_the_same(key):
    match, seat = match_of(key, 3, lambda options: len(options) > 2)
    said = advice_on(match, seat)
    for n in range(2):
        other = determinize(match.table, match.game.zones, seat, Chance(n))
        assert advice_on(match, seat, other) == said


@pytest.mark.parametrize("key", ["burger-go", "between-two-burgers"])
def test_what_is_chosen_in_secret_is_named_with_the_half_that_will_show(key):
    match, seat = match_of(key, 3, lambda options: len(options) > 2 and is_all(options, "choose"))
    for advice in advice_on(match, seat):
        assert advice.whole.startswith(advice.words)
        assert "show " in advice.whole
        assert advice.action[0] == "choose"


def test_where_playouts_are_cut_a_chance_is_told_of_games_played_to_the_end():
    match, seat = match_of("between-two-burgers", 3, lambda options: is_all(options, "left"))
    worth = advice_on(match, seat)[-1].worth
    assert worth.kind == "win"
    games = 2 * MORE
    assert worth.value * games * 6 == pytest.approx(round(worth.value * games * 6))  # won, shared or lost
    assert worth.low <= worth.value <= worth.high


def test_where_only_one_die_is_left_advice_says_where_it_goes():
    match, seat = match_of("burger-boss", 3, lambda options: len(options) == 1 and is_all(options, "die"))
    first, last = advice_on(match, seat)
    assert first.action[0] == last.action[0] == "die"
    assert "Name" not in first.whole + last.whole
    assert last.whole.startswith("To ")
    assert (first.done, last.done) == (False, True)
    assert "wins" in last.chance
    assert last.other not in ("", last.whole)


def is_all(options, verb):
    return all(action[0] == verb for action in options)


@pytest.mark.parametrize("key", CATALOG)
def test_reasons_count_what_the_game_tells(key):
    text = game(key).text
    for name, reason in text.reasons.items():
        for event, noun in reason.events.items():
            nouns = [slot.partition(":")[0] for slot in text.events[event].nouns]
            assert not noun or noun in nouns, f"{key}: [reason.{name}] {event}: no noun {noun}"
        assert all("{n}" in words for words in (reason.mine, reason.theirs) if words)


def test_a_reason_is_the_clearest_difference_in_the_words_of_the_game():
    boss = game("burger-boss")
    nothing = dict.fromkeys(boss.text.reasons, (0, 0, 0))
    differences = Differences(boss, seat=0, rivals=True)
    assert differences.why() == ""
    differences.add(nothing, nothing)
    assert differences.why(sure=False) == "Nothing that counts tells the two apart so far."
    differences.pairs.clear()
    for more in (4, 5, 3, 4):
        better = nothing | {"sales": (more, 0, 0), "points": (9, 0, 0), "customers": (0, 0, 0)}
        differences.add(better, nothing | {"customers": (0, 1, more % 2)})
    assert differences.why() == "On average it sells for $4 more and leaves the others 1.5 fewer customers."
    differences.pairs = [(worse, better) for better, worse in differences.pairs]
    assert differences.why() == "It does better more often than not, each time in another way."


def test_chances_and_what_is_worse_are_told_with_their_intervals():
    assert chance_words(Worth("win", 0.61, 0.52, 0.7)) == "wins 61 % (52 to 70)"
    assert chance_words(Worth("score", 18.33, -0.04, 19.5)) == "brings 18.3 points (0.0 to 19.5)"
    assert worse_words(Worth("win", 0.06, 0.02, 0.1)) == "wins 6 % less (2 to 10)"
    assert worse_words(Worth("succeed", -0.06, -0.1, -0.02)) == "succeeds 6 % more (2 to 10)"
    assert worse_words(Worth("win", 0.01, -0.04, 0.06)) == "no clear difference, from 4 % better to 6 % worse"
