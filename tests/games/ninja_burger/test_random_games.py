"""Random play, any-time plays included: it ends, loses no card, and everything turns up."""

import random
from collections import Counter

import pytest

from flattop.kernel import Chance, plain, seat_names

from .scenes import GAME, NINJA, PACK, total_cards


def moves(seats, seed, given=None, listen=False, live=0.15):
    """A random game, the table handed out before every move."""
    rnd = random.Random(f"{seats} {seed}")
    t = GAME.table(seats, Chance(seed), given)
    t.events = [] if listen else None
    while not t.over:
        yield t
        who = rnd.randrange(seats)
        plays = list(t.anytime(who)) if rnd.random() < live else []
        seat, options = (who, plays) if plays else next(iter(t.asks.items()))
        t.play(seat, rnd.choice(list(options)))
    yield t


def finished(seats, seed, given=None, listen=False):
    *_, last = moves(seats, seed, given, listen)
    return last


@pytest.mark.rule("NB-01", "NB-02", "NB-16", "NB-28")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_end_and_lose_no_card(seats):
    for seed in range(12):
        for t in moves(seats, seed):
            assert min(t.money) >= 0
            assert all(amount % 50 == 0 for amount in t.money)
            assert total_cards(t) == Counter(PACK.cards)
            dealt = sum(map(len, t.dealt)) + sum(ninja >= 0 for ninja in t.ninjas)
            assert dealt + len(t.ninja_deck) + len(t.ninja_discards) == 16
            assert sum(map(len, t.missions)) + len(t.mission_deck) + len(t.mission_discards) == 56
            if not t.over:
                for options in t.asks.values():
                    listed = list(options)
                    assert listed
                    assert len(set(listed)) == len(listed)
            if t.phase == 5 and t.active >= 0:
                assert all(len(cards) <= 1 for cards in t.missions)
        assert len(GAME.outcome(t).winners) == 1


def test_every_card_ability_and_ending_turns_up():
    """Cards when played, bought, lent or studied, abilities when used, all endings, and the duel."""
    used, endings, abilities, ninjas, attempted = set(), set(), set(), set(), set()
    for seed in range(400):
        if seed > 80 and len(used) == 53 and len(endings) == 4 and len(ninjas) == 16:
            break
        t = finished(3 + seed % 2, 1000 + seed, listen=True)
        endings.add(t.ending)
        endings |= {"duel"} if t.duellists else set()
        ninjas |= set(t.ninjas)
        for _, event in t.events:
            if event[0] in ("played", "times", "bought", "studied", "used_item", "lent"):
                used.add(event[2])
            if event[0] == "cancelled":
                used.add(event[2])
            if event[0] == "rerolls" and event[2] == "ability":
                abilities.add(NINJA["the_futago"])
            elif event[0] == "rerolls" and event[2] != "free_try":
                used.add(event[2])
            if event[0] == "attempts":
                attempted.add(event[2])
    assert [PACK.fortune[kind].id for kind in range(53) if kind not in used] == []
    assert endings == {"lead", "high", "low", "duel"}
    assert abilities
    assert len(attempted) == 56


@pytest.mark.parametrize("seats", [3, 6])
def test_every_option_event_and_question_has_words(seats):
    people = seat_names(seats)
    for seed in range(4):
        for t in moves(seats, seed, listen=True):
            for options in t.asks.values():
                assert all(GAME.text.option(t, action, people) for action in options)
            assert t.over or GAME.text.prompt(t) != "Your move."
        words = [GAME.text.event(t, event, people) for _, event in t.events]
        assert all(words)
        assert all(line.endswith((".", "!")) for line in words)


def test_asking_is_pure_and_clones_are_equal():
    for t in moves(4, 1):
        before = plain(t)
        t.ask_afresh()
        assert plain(t) == before
        assert t.clone() == t


@pytest.mark.parametrize(
    "given",
    [{name: value} for name, option in GAME.options.items() for value in option.values]
    + [{"round_limit": 2}],
    ids=str,
)
def test_every_option_can_be_played(given):
    for seed in range(2):
        assert finished(3, seed, given).over


def test_the_words_about_the_game():
    assert GAME.text.about.count(".") == 1
    assert len(GAME.text.coach) == 3
    assert all(line.endswith(".") for line in GAME.text.coach)
    assert set(GAME.zones) <= set(GAME.text.zones)
