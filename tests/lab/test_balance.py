"""Balance: a pie of which everything is known, and every game of the menu by a few games."""

import json
import re
from collections import Counter
from functools import partial
from types import SimpleNamespace

import pytest

from bench.lab import coverage, pie
from flattop.games import CATALOG, game
from flattop.kernel import BadOption, Chance, Outcome
from flattop.lab import Plan
from flattop.lab.balance import Study, Variant, balance, paired_playouts
from flattop.lab.balance.accumulators import PART, Apart, Mean
from flattop.lab.balance.card_value import card_at, exchanged, held_places, open_places
from flattop.lab.balance.coverage import Touched, untouched
from flattop.lab.balance.findings import findings, ranged
from flattop.lab.balance.instrumented_game import Lead, Pace, Reservoir, Thinking, watched
from flattop.lab.balance.paired_playouts import Worth, won
from flattop.lab.balance.report import report, share
from flattop.lab.balance.study import usual_games, usual_seats
from flattop.lab.simulate import play_game
from flattop.lab.stats import benjamini_hochberg, equal_shares_p_value, normal_p_value, upper_gamma


@pytest.fixture
def menu():
    """The pie on the menu, until the test is over."""
    pie.enter()
    yield
    del CATALOG[pie.KEY]
    game.cache_clear()


def reported(study, workers=1):
    return report(study, balance(study, workers))


def look(key, number=0, rooms=None):
    plan = Plan(key, ("house",) * usual_seats(key), seed=5)
    return watched(plan, number, Pace(), rooms or {"decision": 1, "card": 2})


# -- what is known beforehand


def test_the_edge_of_a_seat_and_the_worth_of_a_card_are_seen(menu):
    found = reported(Study(pie.KEY, (2,), 600, seed=2, bots=(pie.Ready,)))["sections"][0]
    _share, low, high = found["wins"][0]
    assert low <= pie.EDGE <= high
    assert found["wins_alike"] < 0.05
    cherry = next(card for card in found["cards"] if card["name"] == "Cherry")
    assert cherry["wins"][1] <= pie.CHERRY <= cherry["wins"][2]
    assert cherry["stands_out"]
    assert not [card["name"] for card in found["cards"] if card["name"] != "Cherry" and card["stands_out"]]


def test_decisions_that_change_nothing_do_not_matter(menu):
    matter = reported(Study(pie.KEY, (2,), 50, bots=(pie.Ready,)))["sections"][0]["matter"]
    assert matter["decisions"] == 50
    assert matter["changed"][0] == matter["swing"][0] == 0


def test_intervals_cover_the_truth_as_often_as_they_say():
    """In short; `python -m bench.lab.coverage` plays whole games for it."""
    chance, inside = Chance(4), Counter()
    for _ in range(400):
        mean, apart = Mean(), Apart()
        for _ in range(200):
            won = PART * (chance.random() < 0.3)
            mean.count(won)
            having = 1 + chance.below(2)
            apart.count(having, sum(PART * (chance.random() < 0.4) for _ in range(having)), 1, won)
        for name, (_, low, high), truth in (
            ("mean", mean.interval(PART), 0.3),
            ("share", share(mean.value(PART), 200), 0.3),
            ("apart", apart.interval(PART), 0.1),
        ):
            inside[name] += low <= truth <= high
    assert all(0.925 <= inside[name] / 400 <= 0.975 for name in ("mean", "share", "apart"))


def test_a_thousand_reports_hold_a_known_edge_and_a_planted_card_as_often_as_they_say():
    """Drawn from what is known of the pie; `python -m bench.lab.coverage` deals it."""
    held = coverage.drawn(1000, 200)
    assert 930 <= held["wins of the first seat: 55 %"] <= 970
    assert 930 <= held["Cherry, points of win share: +5"] <= 990


# -- the same everywhere


def test_the_report_is_the_same_to_the_byte_for_any_number_of_workers():
    study = Study("burger-go", (2, 3), 11, seed=3, variants=(Variant("a"), Variant("b", {"rounds": 1})))
    one, two, four = (json.dumps(reported(study, workers)) for workers in (1, 2, 4))
    assert one == two == four


def test_watching_changes_no_game():
    for key in ("burger-boss", "burger-trucker"):
        plan = Plan(key, ("house",) * 2, seed=5)
        seen = watched(plan, 1, Pace(), {"decision": 1, "card": 2})
        assert seen.outcome == play_game(plan, 1).outcome


@pytest.mark.parametrize("key", [key for key in CATALOG if key != "pie"])
def test_every_game_has_a_report(key):
    seats = min(game(key).seats)
    whole = reported(Study(key, (seats,), 2, pairs=1))
    section = whole["sections"][0]
    assert json.loads(json.dumps(whole)) == whole
    assert section["things"]
    assert section["headline"]["decisions"][0] > 0
    assert sum(ending["games"] for ending in section["endings"]) == 2
    assert whole["findings"]


# -- cards that change places


@pytest.mark.parametrize("key", ["burger-boss", "burger-up", "hanaburger", "ninja-burger", "burgerfuck"])
def test_a_swap_moves_two_cards_and_nothing_else(key):
    seen = look(key)
    t = seen.moments["card"].tables[0]
    place, pile, _ = held_places(seen, t)[0]
    new = exchanged(t, place, pile[0], 1)
    assert (card_at(new, place), card_at(new, pile[0])) == (card_at(t, pile[0]), card_at(t, place))
    others = seen.game.covered_zones.keys() - {place.zone, pile[0].zone}
    assert {name: getattr(new, name) for name in others} == {name: getattr(t, name) for name in others}


def test_open_places_are_those_that_the_deal_has_filled():
    seen = look("burger-up")
    assert {place.zone for place, _, _ in open_places(seen, seen.dealt)} == {"market", "pending"}
    assert {place.zone for place, _, _ in open_places(look("burger-go"), look("burger-go").dealt)} == set()


def test_a_hint_bounds_what_may_lie_in_its_place():
    from flattop.lab.balance.card_value import fits

    seen = look("hanaburger", rooms={"card": 6})
    for t in seen.moments["card"].tables:
        for place, _, _ in held_places(seen, t):
            assert fits(seen, t, place, card_at(t, place))
    known = [
        not fits(seen, t, place, card_at(t, other))
        for t in seen.moments["card"].tables
        for place, pile, _ in held_places(seen, t)
        for other in pile[:5]
    ]
    assert any(known)


# -- the parts


def test_a_reservoir_keeps_every_table_with_the_same_chance():
    kept = Counter()
    for seed in range(2000):
        reservoir = Reservoir(Chance(seed), 2)
        for number in range(8):
            reservoir.offer(FakeTable(number))
        kept.update(t.number for t in reservoir.tables)
    assert all(abs(kept[number] / 2000 - 0.25) < 0.04 for number in range(8))


class FakeTable:
    def __init__(self, number):
        self.number, self.events = number, None

    def clone(self):
        return FakeTable(self.number)


def test_the_lead_changes_from_seat_to_seat_and_not_by_a_tie():
    lead = Lead()
    for made, points in enumerate([(0, 0), (1, 0), (1, 1), (2, 1), (2, 3), (2, 3)]):
        lead.look(points, made)
    assert (lead.leader, lead.changes, lead.since) == (1, 1, 4)


def test_seats_that_are_asked_at_once_think_at_once():
    thinking = Thinking(Pace(1, 1))
    for seat, asked in ((0, [0, 1]), (1, [1]), (0, [0]), (0, [0])):
        thinking.decides(seat, 2 + 2 * seat, asked)
    assert thinking.rest() == 3000 + 2000 + 2000


def test_a_swing_is_what_both_lucks_agree_on():
    from flattop.lab.balance.report import _root, interval

    product = Mean()
    for value in (400, 400, 100, 100):
        product.count(value)
    assert _root(interval(product))[0] == pytest.approx(15.8, abs=0.05)


def test_luck_that_falls_to_either_side_cancels_out(monkeypatch):
    """One luck is for the bot's choice and the other against it: it differs twice, and is worth nothing."""
    ends = iter([Worth(PART, 5), Worth(0, 3), Worth(0, 1), Worth(PART, 9)])
    monkeypatch.setattr(paired_playouts, "ending", lambda *_: None)
    monkeypatch.setattr(paired_playouts, "worth", lambda *_: next(ends))
    seen, t = SimpleNamespace(luck=lambda *_: 1), SimpleNamespace(clone=lambda: None)
    stakes = paired_playouts._stakes(seen, t, 0, (("one",), ("other",)), 0)
    assert (stakes.changed.total, stakes.gain.total, stakes.product.total) == (PART, 0, -PART * PART)
    assert (stakes.points_changed.total, stakes.points.total, stakes.points_product.total) == (PART, -6, -16)


def test_every_decision_is_counted_by_its_options():
    seen = look("burger-boss")
    assert seen.single == seen.options[1] > 0
    assert seen.decisions == sum(seen.options.values()) == sum(sum(own.values()) for own in seen.taken)
    assert seen.choices == sum(options * times for options, times in seen.options.items())


def test_differences_of_shares_count_games_and_not_seats():
    """Twice the seats that always do alike are no more proof."""
    one, twice = Apart(), Apart()
    for number in range(100):
        won, other = PART * (number % 2), PART * (number % 5 == 0)
        one.count(1, won, 1, other)
        twice.count(2, 2 * won, 2, 2 * other)
    assert one.interval() == pytest.approx(twice.interval())


def test_the_difference_of_two_seats_in_every_game_is_that_of_pairs():
    apart, pairs = Apart(), Mean()
    for number in range(24):
        won, other = PART * (number % 2), PART * (number % 5 == 0)
        apart.count(1, won, 1, other)
        pairs.count(won - other)
    assert apart.interval(PART) == pytest.approx(pairs.interval(PART))


def test_a_win_is_shared_among_rivals_and_whole_for_each_of_a_team():
    end = Outcome((5, 5, 1), (0, 1), "")
    for rivals, wins in ((True, [PART // 2, PART // 2, 0]), (False, [PART, PART, 0])):
        assert [won(SimpleNamespace(has_rivals=rivals), end, seat) for seat in range(3)] == wins


def test_who_is_cautious_thinks_of_the_largest_number_of_all_to_either_side():
    mean = Mean()
    for value in (3, -50, 3):
        mean.count(value)
    assert mean.cautious() == Mean(5, -44, 2518 + 2 * 2500, 50)


def test_chances_are_those_of_the_books():
    assert normal_p_value(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert upper_gamma(1.5, 7.814728 / 2) == pytest.approx(0.05, abs=1e-6)
    assert upper_gamma(0.5, 0.2) == pytest.approx(normal_p_value(0.4**0.5), abs=1e-9)
    assert equal_shares_p_value([0.25] * 4, 100) == 1
    assert equal_shares_p_value([0.55, 0.45], 400) == pytest.approx(normal_p_value(2), abs=1e-9)


def test_a_few_numbers_are_less_surprising_than_many():
    """Student's 5 % of four numbers lie 3.182 errors from nothing, of a hundred 1.984."""
    for size, far in ((4, 3.182), (100, 1.984)):
        mean = Mean(size, 1000 * size, round(size * 1000**2 * (1 + (size - 1) / far**2)))
        assert normal_p_value(mean.surprise) == pytest.approx(0.05, abs=0.002)
    assert normal_p_value(Mean(30, 30, 30).surprise) == 0
    assert normal_p_value(Mean(3, 3, 3).surprise) == normal_p_value(Mean(30, 0, 9).surprise) == 1


def test_of_many_the_surprising_stand_out_by_benjamini_and_hochberg():
    assert benjamini_hochberg([0.001, 0.02, 0.03, 0.9]) == [True, True, True, False]
    assert benjamini_hochberg([0.04, 0.5, 0.6, 0.9]) == [False] * 4
    assert benjamini_hochberg([]) == []


def test_options_compared_by_the_same_luck_differ_only_by_what_they_do():
    two = (
        Variant("rounds=3", {"rounds": 3}),
        Variant("rounds=3 again", {"rounds": 3}),
        Variant("rounds=1", {"rounds": 1}),
    )
    same, shorter = reported(Study("burger-go", (3,), 10, variants=two))["comparisons"]
    assert {tuple(row["difference"]) for row in same["differences"]} == {(0, 0, 0)}
    decisions = next(row for row in shorter["differences"] if row["name"] == "decisions")
    assert decisions["difference"][2] < -50
    assert decisions["stands_out"]


def test_as_many_games_as_take_about_a_minute():
    assert usual_games(Study("burger-go", (4,), 0)) > usual_games(Study("burger-boss", (4,), 0)) >= 100
    assert (usual_seats("kitchen-rush"), usual_seats("burger-go"), usual_seats("solo-up")) == (2, 4, 1)


def test_findings_are_said_as_one_would_say_them():
    """Of a report made by hand, so that every word of it is known."""
    words = [one["words"] for one in findings(REPORT)]
    assert words[0] == "The first seat wins 27.9 % (27.1 to 28.7) of four-seat games; 25.0 % would be fair."
    assert words[1] == (
        "Pickle (hand) is worth +4.0 (+3.0 to +5.0) points of win share beside another of its pile, "
        "at four-seat tables."
    )
    assert "At four-seat tables 80 % of the points come from sales, 8.0 for a seat." in words
    assert not [line for line in words if "Onion" in line]


def some(value, reach=0.1):
    return [value, value - reach, value + reach]


REPORT = {
    "pace": {"words": "a walk"},
    "comparisons": [],
    "sections": [
        {
            "seats": 4,
            "variant": "",
            "rivals": True,
            "games": 12000,
            "wins": [[0.279, 0.271, 0.287], *[[0.24, 0.232, 0.248]] * 3],
            "wins_alike": 0.0,
            "turns": [],
            "turns_alike": None,
            "points": [some(10)],
            "headline": dict.fromkeys(
                ("decisions", "minutes", "options", "single", "margin", "behind", "shared", "lead changes",
                 "lead taken"), some(0.5)
            ),
            "cards": [
                {"name": "Pickle", "place": "Hand", "held": True, "chance": 1e-9,
                 "wins": some(0.04, 0.01), "points": some(0.5, 1)},
                {"name": "Onion", "place": "Hand", "held": True, "chance": 0.02,
                 "wins": some(0.02, 0.018), "points": some(0.1, 1)},
            ],
            "matter": {"decisions": 0},
            "sources": [{"title": "sales", "each": some(8)}, {"title": "tips", "each": some(2)}],
            "endings": [{"reason": "most money", "share": some(1, 0)}],
            "untouched": {"steps": [], "events": [], "verbs never open": [], "verbs never taken": []},
        }
    ],
}  # fmt: skip


def test_bots_are_one_for_all_or_one_for_each():
    with pytest.raises(BadOption, match="2 bots for 3 seats"):
        partial(balance, Study("burger-go", (3,), 1, bots=("house", "random")))()


def test_what_never_came_up_is_told_with_gaps_for_its_nouns():
    never = untouched(game("burger-go"), Touched())["events"]
    told = {one["name"]: one["words"] for one in never}
    assert told["reshuffled"] == "The deck runs out; … of the discards are shuffled into a new one."


@pytest.mark.parametrize("key", list(CATALOG))
def test_no_template_shows_in_what_never_came_up(key):
    never = untouched(game(key), Touched())
    assert never["events"]
    assert not re.search(r"[][{}]", " ".join(one["words"] for kind in ("steps", "events", "verbs never open")
                                             for one in never[kind]))  # fmt: skip


def test_an_interval_that_nobody_knows_is_said_so():
    assert ranged((0.5, None, None), "%") == "50.0 % (interval not known)"
