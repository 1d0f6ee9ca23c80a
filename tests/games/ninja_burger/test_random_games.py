"""Random play, with any-time plays: it ends, loses no card, and every card occurs."""

from collections import Counter

import pytest

from tests.conformance.random_play import finished, tables

from .scenes import GAME, NINJA, PACK, total_cards


@pytest.mark.rule("NB-01", "NB-02", "NB-16", "NB-28")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_end_and_lose_no_card(seats):
    for seed in range(6):
        for t, _, _ in tables(GAME, seats, seed):
            assert min(t.money) >= 0
            assert all(amount % 50 == 0 for amount in t.money)
            assert total_cards(t) == Counter(PACK.cards)
            dealt = sum(map(len, t.dealt)) + sum(ninja >= 0 for ninja in t.ninjas)
            assert dealt + len(t.ninja_deck) + len(t.ninja_discards) == 16
            assert sum(map(len, t.missions)) + len(t.mission_deck) + len(t.mission_discards) == 56
            if t.phase == 5 and t.active >= 0:
                assert all(len(cards) <= 1 for cards in t.missions)
        assert len(GAME.outcome(t).winners) == 1


def test_every_card_ability_and_ending_turns_up():
    """Cards when played, bought, lent or studied, abilities when used, all endings, and the duel."""
    used, endings, abilities, ninjas, attempted = set(), set(), set(), set(), set()
    for seed in range(400):
        if seed > 80 and len(used) == 53 and len(endings) == 4 and len(ninjas) == 16:
            break
        match = finished(GAME, 3 + seed % 2, 1000 + seed, undoable=False)
        t = match.table
        endings.add(t.ending)
        endings |= {"duel"} if t.duellists else set()
        ninjas |= set(t.ninjas)
        for _, event in match.events:
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


def test_a_round_limit_that_is_not_listed_can_be_played():
    assert finished(GAME, 3, 1, {"round_limit": 2}).over
