"""The rules that apply to a decision, and the refused plays with their rules."""

import pytest

import flattop
from flattop.games import CATALOG
from flattop.kernel import CLOCK, Chance
from flattop.match.refusals import RulesNow, rules_now

OVER = "over"  # and what a refusal rests on then


def ids(now):
    return [closed.rule for closed in now.closed]


@pytest.mark.parametrize("key", CATALOG)
def test_every_step_has_known_rules_and_verbs(key):
    text, known = flattop.game(key).text, {rule.id for rule in flattop.game(key).rules}
    assert {*text.prompts} - {"Paused"} | {OVER} == {*text.steps}
    for name, step in text.steps.items():
        assert step.rules, name
        assert {*step.rules} <= known, name
        assert {*step.verbs} <= {*text.verbs}, name
    for name, verb in text.verbs.items():
        assert {*verb.at} <= {*text.prompts}, name


def test_refused_purchases_without_money_name_their_rules():
    match = flattop.Match(flattop.game("burger-up"), ["Ann", "Ben"], 7)
    seat = match.waiting[0]
    match.table.coins[seat] = 0
    match.table.ask_afresh()
    now = rules_now(match, seat)
    assert now.rules[:2] == ("BU-13", "BU-14")
    assert "BU-13" in ids(now)
    assert any(closed.words.startswith("Buy ") for closed in now.closed)
    assert rules_now(match, 1 - seat) == rules_now(match, None) == RulesNow((), ())


def test_refused_die_names_the_rule_of_the_place():
    match = flattop.Match(flattop.game("burger-boss"), ["Ann", "Ben", "Cem"], 7)
    while match.table.stack[-1].at != "choose_place":
        match.play(match.waiting[0], match.table.asks[match.waiting[0]][0])
    match.table.named = 6
    match.table.ask_afresh()
    now = rules_now(match, match.waiting[0])
    assert ("To the Bakery", "A 6 cannot go there.", "BB-42") in now.closed


@pytest.mark.parametrize("key", CATALOG)
def test_rules_now_names_known_rules_throughout_a_game(key):
    game = flattop.game(key)
    known = {rule.id for rule in game.rules}
    match = flattop.Match(
        game, [f"Seat {n + 1}" for n in range(game.seats[0])], 5, dict(game.untimed_settings)
    )
    bots = [flattop.bot("house", key, Chance(seat)) for seat in range(game.seats[0])]
    told = 0
    for _ in range(60):
        for seat in match.waiting[:1]:
            now = rules_now(match, seat)
            assert now.rules
            assert {*now.rules, *ids(now)} <= known
            assert len({*ids(now)}) == len(ids(now))
            told += len(now.closed)
            match.play(seat, bots[seat].choose(flattop.Observation(game, match.table, seat)))
        if CLOCK in match.table.asks:
            match.play(CLOCK, match.table.asks[CLOCK][-1])
    assert told or key in ("burger-go", "between-two-burgers"), "something was closed, and its rule was told"
