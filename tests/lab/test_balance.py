"""Balance studies: a test game with known values, and a few games of every real game."""

import json
import re
from collections import Counter
from functools import partial
from types import SimpleNamespace

import pytest

from bench.lab import interval_coverage, pie
from flattop.games import CATALOG, game
from flattop.kernel import BadOption, Chance, Outcome
from flattop.lab import Plan
from flattop.lab.balance import Study, Variant, balance, paired_playouts
from flattop.lab.balance.accumulators import WIN_UNITS, GroupDifference, Mean
from flattop.lab.balance.card_value import CardGain, card_at, card_gains, held_slots, open_slots, with_swapped
from flattop.lab.balance.coverage import Coverage, uncovered
from flattop.lab.balance.findings import findings, ranged
from flattop.lab.balance.instrumented_game import (
    LeadTracker,
    Pace,
    Reservoir,
    ThinkingTime,
    TracingBot,
    trace_game,
)
from flattop.lab.balance.paired_playouts import SeatResult, win_units
from flattop.lab.balance.report import card_differences, label, report, share
from flattop.lab.balance.study import default_games
from flattop.lab.simulate import play_game
from flattop.lab.stats import benjamini_hochberg, equal_shares_p_value, normal_p_value, upper_gamma


@pytest.fixture
def menu():
    """Add the test game to the catalog during a test."""
    pie.enter()
    yield
    del CATALOG[pie.KEY]
    game.cache_clear()


def reported(study, workers=1):
    return report(study, balance(study, workers))


def trace(key, number=0, sample_sizes=None):
    plan = Plan(key, ("house",) * game(key).usual_seats, seed=5)
    return trace_game(plan, number, Pace(), sample_sizes or {"decision": 1, "card": 2})


# -- known values


def test_a_known_seat_advantage_and_card_value_are_found(menu):
    section = reported(Study(pie.KEY, (2,), 600, seed=2, bots=(pie.Ready,)))["sections"][0]
    _share, low, high = section["wins"][0]
    assert low <= pie.EDGE <= high
    assert section["wins_alike"] < 0.05
    cherry = next(card for card in section["cards"] if card["name"] == "Cherry")
    assert cherry["wins"][1] <= pie.CHERRY <= cherry["wins"][2]
    assert cherry["stands_out"]
    assert not [card["name"] for card in section["cards"] if card["name"] != "Cherry" and card["stands_out"]]


def test_decisions_without_effect_have_no_impact(menu):
    matter = reported(Study(pie.KEY, (2,), 50, bots=(pie.Ready,)))["sections"][0]["matter"]
    assert matter["decisions"] == 50
    assert matter["changed"][0] == matter["swing"][0] == 0


def test_intervals_contain_the_true_value_in_95_percent():
    """A short version of `python -m bench.lab.interval_coverage`, which plays complete games."""
    chance, inside = Chance(4), Counter()
    for _ in range(400):
        mean, difference = Mean(), GroupDifference()
        for _ in range(200):
            won = WIN_UNITS * (chance.random() < 0.3)
            mean.count(won)
            takers = 1 + chance.below(2)
            wins = sum(WIN_UNITS * (chance.random() < 0.4) for _ in range(takers))
            difference.count(takers, wins, 1, won)
        for name, (_, low, high), truth in (
            ("mean", mean.interval(WIN_UNITS), 0.3),
            ("share", share(mean.value(WIN_UNITS), 200), 0.3),
            ("difference", difference.interval(WIN_UNITS), 0.1),
        ):
            inside[name] += low <= truth <= high
    assert all(0.925 <= inside[name] / 400 <= 0.975 for name in ("mean", "share", "difference"))


def test_intervals_of_a_thousand_reports_contain_the_known_values_in_95_percent():
    """Results are drawn at random here; `python -m bench.lab.interval_coverage` plays the games."""
    held = interval_coverage.drawn(1000, 200)
    assert 930 <= held["wins of the first seat: 55 %"] <= 970
    assert 930 <= held["Cherry, points of win share: +5"] <= 990


# -- reproducibility


def test_the_report_does_not_depend_on_the_number_of_workers():
    study = Study("burger-go", (2, 3), 11, seed=3, variants=(Variant("a"), Variant("b", {"rounds": 1})))
    one, three = (json.dumps(reported(study, workers)) for workers in (1, 3))
    assert one == three


def test_tracing_does_not_change_the_game():
    for key in ("burger-boss", "burger-trucker"):
        plan = Plan(key, ("house",) * 2, seed=5)
        traced = trace_game(plan, 1, Pace(), {"decision": 1, "card": 2})
        assert traced.outcome == play_game(plan, 1).outcome


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


# -- card swaps


@pytest.mark.parametrize("key", ["burger-boss", "burger-up", "hanaburger", "ninja-burger", "burgerfuck"])
def test_a_swap_moves_two_cards_and_nothing_else(key):
    traced = trace(key)
    t = traced.samples["card"].tables[0]
    slot, pile, _ = held_slots(traced, t)[0]
    new = with_swapped(t, slot, pile[0], 1)
    assert (card_at(new, slot), card_at(new, pile[0])) == (card_at(t, pile[0]), card_at(t, slot))
    others = traced.game.concealed_zones.keys() - {slot.zone, pile[0].zone}
    assert {name: getattr(new, name) for name in others} == {name: getattr(t, name) for name in others}


def test_customers_of_burger_boss_have_a_value():
    """The queue is empty at the deal; customers come once the restaurants are chosen."""
    traced = trace("burger-boss", sample_sizes={"card": 1})
    assert open_slots(traced, traced.dealt) == []
    assert len(traced.early) <= 2 * traced.dealt.seats
    assert {slot.zone for t in traced.early for slot, _, _ in open_slots(traced, t)} == {"queue"}
    assert any(zone == "queue" for zone, _, _ in card_gains(traced))


def test_open_slots_are_those_that_the_deal_fills():
    up, go = trace("burger-up"), trace("burger-go")
    assert {slot.zone for slot, _, _ in open_slots(up, up.dealt)} == {"market", "pending"}
    assert open_slots(go, go.dealt) == []


def test_hints_limit_the_cards_that_fit_a_slot():
    from flattop.lab.balance.card_value import fits

    traced = trace("hanaburger", sample_sizes={"card": 6})
    for t in traced.samples["card"].tables:
        for slot, _, _ in held_slots(traced, t):
            assert fits(traced, t, slot, card_at(t, slot))
    known = [
        not fits(traced, t, slot, card_at(t, other))
        for t in traced.samples["card"].tables
        for slot, pile, _ in held_slots(traced, t)
        for other in pile[:5]
    ]
    assert any(known)


# -- parts


def test_a_reservoir_keeps_every_table_with_equal_probability():
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


def test_a_tie_does_not_change_the_lead():
    lead = LeadTracker()
    for decisions, points in enumerate([(0, 0), (1, 0), (1, 1), (2, 1), (2, 3), (2, 3)]):
        lead.update(points, decisions)
    assert (lead.leader, lead.changes, lead.since) == (1, 1, 4)


def test_seats_that_are_asked_together_think_in_parallel():
    thinking = ThinkingTime(Pace(1, 1))
    for seat, asked in ((0, [0, 1]), (1, [1]), (0, [0]), (0, [0])):
        thinking.add(seat, 2 + 2 * seat, asked)
    assert thinking.finish() == 3000 + 2000 + 2000


def test_the_swing_is_the_root_of_the_mean_product():
    from flattop.lab.balance.report import interval, square_root

    product = Mean()
    for value in (400, 400, 100, 100):
        product.count(value)
    assert square_root(interval(product))[0] == pytest.approx(15.8, abs=0.05)


def test_opposite_differences_of_two_seeds_cancel_out(monkeypatch):
    """One seed favours the bot's choice and the other the alternative: both results change, the gain is 0."""
    results = iter([SeatResult(WIN_UNITS, 5), SeatResult(0, 3), SeatResult(0, 1), SeatResult(WIN_UNITS, 9)])
    monkeypatch.setattr(paired_playouts, "play_to_end", lambda *_: None)
    monkeypatch.setattr(paired_playouts, "seat_result", lambda *_: next(results))
    traced, t = SimpleNamespace(seed=lambda *_: 1), SimpleNamespace(clone=lambda: None)
    stats = paired_playouts.compare_options(traced, t, 0, (("one",), ("other",)), 0)
    assert (stats.changed.total, stats.gain.total, stats.product.total) == (
        WIN_UNITS,
        0,
        -WIN_UNITS * WIN_UNITS,
    )
    assert (stats.points_changed.total, stats.points.total, stats.points_product.total) == (
        WIN_UNITS,
        -6,
        -16,
    )


def test_decisions_are_counted_by_their_number_of_options():
    traced = trace("burger-boss")
    assert 0 < traced.single < traced.options[1], "a special could be played at others with one option"
    assert traced.decisions == sum(traced.options.values()) == sum(sum(own.values()) for own in traced.taken)
    assert traced.choices == sum(options * times for options, times in traced.options.items())


def test_the_unit_of_a_group_difference_is_the_game():
    """Twice as many seats that always act alike give the same interval."""
    one, twice = GroupDifference(), GroupDifference()
    for number in range(100):
        won, other = WIN_UNITS * (number % 2), WIN_UNITS * (number % 5 == 0)
        one.count(1, won, 1, other)
        twice.count(2, 2 * won, 2, 2 * other)
    assert one.interval() == pytest.approx(twice.interval())


def test_a_group_difference_of_one_seat_each_is_a_paired_difference():
    difference, pairs = GroupDifference(), Mean()
    for number in range(24):
        won, other = WIN_UNITS * (number % 2), WIN_UNITS * (number % 5 == 0)
        difference.count(1, won, 1, other)
        pairs.count(won - other)
    assert difference.interval(WIN_UNITS) == pytest.approx(pairs.interval(WIN_UNITS))


def test_rivals_split_a_shared_win_and_teams_do_not():
    end = Outcome((5, 5, 1), (0, 1), "")
    for rivals, wins in ((True, [WIN_UNITS // 2, WIN_UNITS // 2, 0]), (False, [WIN_UNITS, WIN_UNITS, 0])):
        assert [win_units(SimpleNamespace(has_rivals=rivals), end, seat) for seat in range(3)] == wins


def test_pseudo_values_are_the_largest_value_on_either_side():
    mean = Mean()
    for value in (3, -50, 3):
        mean.count(value)
    assert mean.with_pseudo_values() == Mean(5, -44, 2518 + 2 * 2500, 50)


def test_p_values_match_published_tables():
    assert normal_p_value(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert upper_gamma(1.5, 7.814728 / 2) == pytest.approx(0.05, abs=1e-6)
    assert upper_gamma(0.5, 0.2) == pytest.approx(normal_p_value(0.4**0.5), abs=1e-9)
    assert equal_shares_p_value([0.25] * 4, 100) == 1
    assert equal_shares_p_value([0.55, 0.45], 400) == pytest.approx(normal_p_value(2), abs=1e-9)


def test_the_z_score_of_few_values_is_smaller_than_that_of_many():
    """The two-sided 5 % quantile of Student's t is 3.182 for four values and 1.984 for a hundred."""
    for size, far in ((4, 3.182), (100, 1.984)):
        mean = Mean(size, 1000 * size, round(size * 1000**2 * (1 + (size - 1) / far**2)))
        assert normal_p_value(mean.z_score) == pytest.approx(0.05, abs=0.002)
    assert normal_p_value(Mean(30, 30, 30).z_score) == 0
    assert normal_p_value(Mean(3, 3, 3).z_score) == normal_p_value(Mean(30, 0, 9).z_score) == 1


def test_benjamini_hochberg_selects_significant_p_values():
    assert benjamini_hochberg([0.001, 0.02, 0.03, 0.9]) == [True, True, True, False]
    assert benjamini_hochberg([0.04, 0.5, 0.6, 0.9]) == [False] * 4
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize(
    ("options", "anytime", "action", "single"),
    [
        (["pass"], [], "pass", 1),
        (["pass"], ["buy"], "pass", 0),
        (["pass"], ["buy"], "buy", 0),
        ([], ["buy"], "buy", 0),
        (["pass", "roll"], [], "roll", 0),
    ],
)
def test_only_a_decision_that_leaves_nothing_else_to_do_is_single(options, anytime, action, single):
    traced = trace("burger-up")
    before = traced.single
    obs = SimpleNamespace(options=[(verb,) for verb in options], anytime=[(verb,) for verb in anytime])
    bot = SimpleNamespace(choose=lambda obs: (action,))
    assert TracingBot(bot, 0, traced).choose(obs) == (action,)
    assert traced.single - before == single


# -- comparisons


def gains_of(**values):
    """Card gains of a hand, with values that hardly vary."""
    gains = {}
    for name, value in values.items():
        gains["hands", "card", name] = gain = CardGain()
        for number in range(200):
            gain.points.count(value + number % 2 * 2 - 1)
            gain.wins.count(0)
    return gains


def test_values_of_cards_are_comparable_between_decks():
    """A worse card in the pile raises the values of all others, but none of them has changed."""
    house = gains_of(Lime=-30, Mint=0, Nut=30, Old=7)
    mine = gains_of(Lime=-10, Mint=20, Nut=50, New=-60)
    rows = card_differences(game("burger-boss"), house, mine, seats=4)
    assert [row["name"] for row in rows] == ["Lime", "Mint", "Nut"]
    assert all(abs(row["points"][0]) < 0.2 and not row["stands_out"] for row in rows)
    mine = gains_of(Lime=-30, Mint=0, Nut=60)
    rows = card_differences(game("burger-boss"), gains_of(Lime=-30, Mint=0, Nut=30), mine, seats=4)
    assert [round(row["points"][0]) for row in rows] == [-10, -10, 20]
    assert all(row["points"][1] < row["points"][0] < row["points"][2] for row in rows)
    assert all(row["stands_out"] for row in rows)


def test_labels_of_verbs_say_what_is_done():
    assert label(game("burger-boss"), "place") == "Place: To …"
    assert label(game("burger-boss"), "sell") != "sell"
    for key in CATALOG:
        for verb in game(key).text.verbs:
            assert not re.fullmatch(r"(To|With|On|From|For|In|Into|At)? ?…", label(game(key), verb))


def test_equal_variants_do_not_differ_because_they_use_the_same_seeds():
    variants = (
        Variant("rounds=3", {"rounds": 3}),
        Variant("rounds=3 again", {"rounds": 3}),
        Variant("rounds=1", {"rounds": 1}),
    )
    same, shorter = reported(Study("burger-go", (3,), 10, variants=variants))["comparisons"]
    assert {tuple(row["difference"]) for row in same["differences"]} == {(0, 0, 0)}
    decisions = next(row for row in shorter["differences"] if row["name"] == "decisions")
    assert decisions["difference"][2] < -50
    assert decisions["stands_out"]


def test_the_default_number_of_games_depends_on_their_length():
    assert default_games(Study("burger-go", (4,), 0)) > default_games(Study("burger-boss", (4,), 0)) >= 100


def test_findings_are_sentences():
    """The report is written by hand, so that every sentence is known."""
    words = [one["words"] for one in findings(REPORT)]
    assert words[0] == "The first seat wins 27.9 % (27.1 to 28.7) of four-seat games; 25.0 % would be fair."
    assert words[1] == (
        "Pickle (hand) is worth +4.0 (+3.0 to +5.0) points of win share compared with another card of "
        "its pile, at four-seat tables."
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


def test_the_number_of_bots_must_be_one_or_that_of_the_seats():
    with pytest.raises(BadOption, match="2 bots for 3 seats"):
        partial(balance, Study("burger-go", (3,), 1, bots=("house", "random")))()


def test_uncovered_events_are_listed_with_gaps_for_their_nouns():
    never = uncovered(game("burger-go"), Coverage())["events"]
    words = {entry["name"]: entry["words"] for entry in never}
    assert words["reshuffled"] == "The deck runs out; … of the discards are shuffled into a new one."


@pytest.mark.parametrize("key", list(CATALOG))
def test_uncovered_texts_show_no_template_syntax(key):
    never = uncovered(game(key), Coverage())
    assert never["events"]
    assert not re.search(r"[][{}]", " ".join(one["words"] for kind in ("steps", "events", "verbs never open")
                                             for one in never[kind]))  # fmt: skip


def test_an_unknown_interval_is_named():
    assert ranged((0.5, None, None), "%") == "50.0 % (interval not known)"
