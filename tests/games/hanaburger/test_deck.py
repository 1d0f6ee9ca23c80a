"""Custom decks: the additional requirements of Hanaburger."""

import copy
import tomllib

import pytest

from flattop.games.burger_up.hanaburger.clues import load, with_clues
from flattop.kernel import VACANT, BadDeck, Chance

RAW = tomllib.loads(load.house_deck.read_text("utf-8"))


def changed(change):
    raw = copy.deepcopy(RAW)
    change(raw)
    return with_clues(raw, "mine.toml")


def test_an_ingredient_must_not_be_called_like_a_colour():
    def red_lettuce(raw):
        raw["ingredient"][4]["id"] = "red"

    with pytest.raises(BadDeck, match="ingredient: a clue: 'red' occurs twice"):
        changed(red_lettuce)


def test_orders_that_are_met_at_once_run_out_and_the_game_ends_with_its_score(hb):
    def easy(raw):
        for bun in raw["top_bun"]:
            bun.pop("min_ingredients", None)
            bun.pop("max_ingredients", None)
            bun["checks"] = []

    pack = changed(easy)
    ended = set()
    for seed in range(30):
        t = hb.game.deal(4, Chance(seed), hb.game.settings(4), pack)
        t.mistakes = 1000
        while not t.over:
            seat = t.active
            moves = [a for a in t.asks[seat] if a[0] != "hint"]
            t.push(seat, moves[t.chance.below(len(moves))])
        ended.add(len(t.served) == 21)
        assert (t.orders == [VACANT, VACANT]) == (len(t.served) == 21)
    assert True in ended


def test_a_limited_order_with_any_check_can_be_played(hb):
    def odd(raw):
        for bun in raw["top_bun"]:
            bun["max_ingredients"] = max(5, bun.get("min_ingredients", 1))
            bun["checks"].append({"kind": "topmost_card_is", "name": "Fried Egg"})

    pack = changed(odd)
    for seed in range(4):
        t = hb.game.deal(3, Chance(seed), hb.game.settings(3), pack)
        while not t.over:
            seat = t.active
            options = list(t.asks[seat])
            t.push(seat, options[t.chance.below(len(options))])
            for place, stack in enumerate(t.burgers):
                assert t.prospects[place][0] in ("possible", "met") or not stack


def test_the_house_deck_is_read_once(hb):
    assert load() is load()
    assert load(load.house_deck).clues == load().clues
