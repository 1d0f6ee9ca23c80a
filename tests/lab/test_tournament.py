"""Tournaments: balanced line-ups, paired deals, ratings, the stopping rule, and checkpoint files."""

import json
import signal
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.kernel import Chance
from flattop.lab import Stopped
from flattop.lab.stats import Moments, student_quantile
from flattop.lab.tournament import BadTournament, Checkpoint, Tournament, findings, run_tournament
from flattop.lab.tournament.deal import Deal, games_per_deal, line_ups, play_deal
from flattop.lab.tournament.rating import NoRatings, ratings
from flattop.lab.tournament.standings import FIRST_TEST, Standings, allowed_error, is_test
from tests.lab.tournaments import drawn_deal, drawn_standings, stopped

GO = Tournament("burger-go", ("random", "easy", "house"), 2, seed=5, options={"rounds": "1"})
TWO = Tournament("burger-go", ("house", "easy"), 2)
COOPERATIVE = Tournament("solo-up", ("random", "house"), 1)


def without_times(report):
    return json.dumps({key: value for key, value in report.as_json().items() if key != "times"})


# -- line-ups


@given(st.integers(2, 7), st.integers(2, 6), st.integers(0, 99))
def test_every_bot_has_every_seat_and_meets_every_other_equally_often(bots, seats, deal):
    schedule = line_ups(bots, seats, 1, deal)
    assert len(schedule) == games_per_deal(bots, seats)
    seated = Counter((bot, seat) for line_up in schedule for seat, bot in enumerate(line_up))
    assert len(seated) == bots * seats
    assert len(set(seated.values())) == 1
    met = Counter(frozenset(pair) for line_up in schedule for pair in permutations(line_up, 2))
    assert len({met[frozenset(pair)] for pair in combinations(range(bots), 2)}) == 1
    often = [Counter(line_up)[bot] for line_up in schedule for bot in range(bots)]
    assert max(often) - min(often) <= 1


def test_neighbours_change_from_deal_to_deal():
    beside = Counter(line_up[:2] for deal in range(60) for line_up in line_ups(4, 4, 0, deal))
    assert len(beside) == 12
    assert min(beside.values()) > 5


class First:
    """A bot that takes the first option.  `Other` does the same, so their games must be equal."""

    def __init__(self, chance):
        self.chance = chance

    def choose(self, obs):
        return next(iter(obs.options))


class Other(First):
    pass


def test_every_line_up_plays_the_same_deal():
    tournament = replace(GO, bots=(First, Other), seats=3)
    deals = [play_deal(tournament, number) for number in (0, 1)]
    assert [len({game.points for game in deal.results}) for deal in deals] == [1, 1]
    assert deals[0].results[0].points != deals[1].results[0].points
    assert len(deals[0].results) == 6


def test_each_bot_plays_all_seats_of_a_cooperative_game():
    assert [game.line_up for game in play_deal(COOPERATIVE, 0).results] == [(0,), (1,)]


def test_too_many_games_per_deal_are_rejected_before_the_first_game(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "\n".join(f"class B{n}:\n    choose = None.__class__" for n in range(14))
    )
    monkeypatch.chdir(tmp_path)
    bots = tuple(f"mine.py:B{n}" for n in range(14))
    with pytest.raises(BadTournament, match="14 bots at 4 seats make 4,004 games a deal, more than 1,000"):
        Tournament("burger-go", bots, 4).check()


# -- standings and ratings


def test_shares_and_points_are_counted_by_deal():
    standings = Standings(TWO)
    deal = drawn_deal(TWO, 0, (9000, 0), Chance(1))  # house wins both games
    standings.add(deal)
    assert [sample.mean for sample in standings.wins] == [1, 0]
    assert standings.ahead[0, 1].mean == 1
    assert standings.gap(0, 1, 0.05)[0] == 1
    assert standings.gap(1, 0, 0.05)[0] == -1
    assert standings.order == [0, 1]
    tied = replace(deal, results=tuple(replace(game, places=(1, 1), winners=(0, 1)) for game in deal.results))
    standings.add(tied)
    assert [sample.mean for sample in standings.wins] == [0.75, 0.25]
    assert standings.ahead[1, 0].mean == 0.25


@pytest.mark.parametrize(("bots", "seats"), [(("house", "easy", "chef"), 2), (("easy", "house"), 3)])
def test_ratings_recover_known_strengths(bots, seats):
    strengths = {"house": 0, "easy": -240, "chef": 150}
    held = Tournament("burger-go", bots, seats)
    estimated = ratings(drawn_standings(held, 60, [strengths[bot] for bot in bots], 3))
    for bot, rating in zip(bots, estimated, strict=True):
        assert rating.low <= 1000 + strengths[bot] <= rating.high, bot
        assert rating.high - rating.low < 250
    assert estimated[bots.index("house")] == (1000, 1000, 1000)


def test_the_interval_of_a_bot_that_loses_every_game_is_wide():
    even, rout = (ratings(drawn_standings(TWO, 16, (0, gap), 1))[1] for gap in (0, -9000))
    assert rout.value < 600
    assert rout.high - rout.low > 2 * (even.high - even.low)


def test_without_house_the_mean_rating_is_1000():
    held = Tournament("burger-go", ("easy", "random"), 2)
    first, second = ratings(drawn_standings(held, 12, (100, 0), 2))
    assert first.value + second.value == pytest.approx(2000, abs=1)


def test_a_missing_library_names_the_extra_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(NoRatings, match=r"\(extra 'lab'\): pip install openskill"):
        run_tournament(TWO, 1)


@pytest.mark.parametrize(
    ("alpha", "freedom", "wanted"),
    [(0.05, 1, 12.706), (0.05, 2, 4.303), (0.05, 7, 2.365), (0.001, 7, 5.408), (0.01, 30, 2.750)],
)
def test_student_quantiles_match_published_tables(alpha, freedom, wanted):
    assert student_quantile(alpha, freedom) == pytest.approx(wanted, rel=0.01)


def test_the_interval_of_one_value_is_infinite():
    one = Moments()
    one.add(3)
    assert one.interval() == (-float("inf"), float("inf"))


# -- when the order is decided


def test_tests_follow_every_doubling_and_their_errors_add_up_to_at_most_the_allowed_one():
    assert [deals for deals in range(1, 200) if is_test(deals)] == [8, 16, 32, 64, 128]
    assert sum(allowed_error(95, FIRST_TEST << power) for power in range(30)) < 0.05
    assert allowed_error(None, 500) == 0.05


@pytest.mark.parametrize(("bots", "runs"), [(2, 150), (3, 60)])
def test_equal_bots_are_ordered_in_at_most_5_percent_of_tournaments(bots, runs):
    """Repeated tests do not inflate the error.  `python -m bench.lab.stopping_rule` does longer runs."""
    held = Tournament("burger-go", ("house", "easy", "random")[:bots], 2)
    wrong = sum(stopped(held, (0,) * bots, seed, 64)[1] is not None for seed in range(runs))
    assert wrong <= 0.05 * runs


def test_a_clear_order_is_decided_early_and_correctly():
    ends = [stopped(TWO, (0, -300), seed, 256) for seed in range(30)]
    assert all(order == [0, 1] for _, order in ends)
    assert sum(deals for deals, _ in ends) / len(ends) < 60


def test_a_tournament_stops_when_the_order_is_decided():
    report = run_tournament(replace(TWO, bots=("random", "house"), options={"rounds": "1"}), 100, until=95)
    assert report.is_decided
    assert report.standings.deals == 8
    assert "It stopped after 8 of at most 100 deals" in " ".join(findings(report))


# -- workers and checkpoints


def test_the_report_does_not_depend_on_the_number_of_workers():
    assert without_times(run_tournament(GO, 4)) == without_times(run_tournament(GO, 4, workers=2))


@pytest.mark.parametrize("held", [GO, COOPERATIVE])
def test_a_resumed_tournament_gives_the_same_report(held, tmp_path):
    file, other = tmp_path / "kept.jsonl", tmp_path / "other.jsonl"
    with closing(Checkpoint(file, held)) as checkpoint, pytest.raises(Stopped) as cut:
        run_tournament(
            held, 5, progress=lambda more: signal.raise_signal(signal.SIGINT), checkpoint=checkpoint
        )
    assert cut.value.report.standings.deals == 1
    with file.open("ab") as torn:
        torn.write(b'{"deal":1,"games":[[[0,')
    with closing(Checkpoint(file, held)) as checkpoint:
        again = run_tournament(held, 5, checkpoint=checkpoint)
    with closing(Checkpoint(other, held)) as checkpoint:
        assert without_times(again) == without_times(run_tournament(held, 5, checkpoint=checkpoint))
    assert saved(file) == saved(other)
    with closing(Checkpoint(file, held)) as checkpoint:
        progress = []
        more = run_tournament(held, 7, progress=progress.append, checkpoint=checkpoint)
    assert (more.standings.deals, sum(progress)) == (7, 2)


def saved(file):
    return [json.loads(line) | {"times": 0} for line in file.read_bytes().splitlines()]


def test_a_deal_survives_a_round_trip_through_json():
    deal = play_deal(GO, 1)
    again = Deal.from_json(json.loads(json.dumps(deal.as_json())))
    assert replace(again, times=deal.times) == deal


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "has a tournament with seed 5 instead of 6; use another file"),
        (
            {"bots": ("easy", "house")},
            r'with bots \["random", "easy", "house"\] instead of \["easy", "house"\]',
        ),
        ({"options": {}}, 'with options .*"rounds": 1.* instead of '),
    ],
)
def test_the_file_of_another_tournament_is_rejected(change, message, tmp_path):
    with closing(Checkpoint(tmp_path / "kept", GO)):
        pass
    with pytest.raises(BadTournament, match=message):
        Checkpoint(tmp_path / "kept", replace(GO, **change))


def test_a_file_that_is_no_checkpoint_is_rejected_and_left_unchanged(tmp_path):
    file = tmp_path / "thesis.txt"
    for text in ("chapter one\nchapter two", "chapter one", "{}\n", "\n"):
        file.write_text(text)
        with pytest.raises(BadTournament, match=r"thesis.txt is not a tournament file; use another file"):
            Checkpoint(file, GO)
        assert file.read_text() == text


def test_a_file_truncated_in_its_first_line_is_started_again(tmp_path):
    file = tmp_path / "kept"
    Checkpoint(file, GO).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:40])
    Checkpoint(file, GO).close()
    assert file.read_bytes() == whole


def test_an_invalid_deal_is_reported_with_its_line(tmp_path):
    kept = tmp_path / "kept"
    with closing(Checkpoint(kept, GO)) as checkpoint:
        checkpoint.write(play_deal(GO, 0))
    for line, wrong in (
        ('{"deal":9,"games":[],"digest":"","times":[]}', "line 2 has deal 9"),
        ("[]", "line 2 is not a valid deal"),
    ):
        kept.write_text(kept.read_text().splitlines()[0] + f"\n{line}\n")
        with closing(Checkpoint(kept, GO)) as checkpoint, pytest.raises(BadTournament, match=wrong):
            list(checkpoint.read())
