"""Tournaments: balanced line-ups, paired deals, ratings, when the order is decided, going on from a file."""

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
from flattop.lab.stats import Moments, student
from flattop.lab.tournament import BadTournament, Ledger, Tournament, findings, hold
from flattop.lab.tournament.deal import Deal, games_a_deal, line_ups, play_deal
from flattop.lab.tournament.rating import NoRatings, ratings
from flattop.lab.tournament.standings import FIRST, Standing, allowance, is_look
from tests.lab.tournaments import drawn_deal, drawn_standing, stopped

GO = Tournament("burger-go", ("random", "easy", "house"), 2, seed=5, given={"rounds": "1"})
TWO = Tournament("burger-go", ("house", "easy"), 2)
SHARED = Tournament("solo-up", ("random", "house"), 1)


def told(report):
    """All but the times."""
    return json.dumps({key: value for key, value in report.as_json().items() if key != "times"})


# -- line-ups


@given(st.integers(2, 7), st.integers(2, 6), st.integers(0, 99))
def test_every_bot_has_every_seat_as_often_and_meets_every_other_as_often(bots, seats, deal):
    schedule = line_ups(bots, seats, 1, deal)
    assert len(schedule) == games_a_deal(bots, seats)
    seated = Counter((bot, seat) for line_up in schedule for seat, bot in enumerate(line_up))
    assert len(seated) == bots * seats
    assert len(set(seated.values())) == 1
    met = Counter(frozenset(pair) for line_up in schedule for pair in permutations(line_up, 2))
    assert len({met[frozenset(pair)] for pair in combinations(range(bots), 2)}) == 1
    often = [Counter(line_up)[bot] for line_up in schedule for bot in range(bots)]
    assert max(often) - min(often) <= 1


def test_who_sits_beside_whom_changes_from_deal_to_deal():
    beside = Counter(line_up[:2] for deal in range(60) for line_up in line_ups(4, 4, 0, deal))
    assert len(beside) == 12
    assert min(beside.values()) > 5


class First:
    """Takes the first option; so does the other one, whose games must therefore be the same."""

    def __init__(self, chance):
        self.chance = chance

    def choose(self, obs):
        return next(iter(obs.options))


class Other(First):
    pass


def test_every_line_up_plays_the_same_deal():
    held = replace(GO, bots=(First, Other), seats=3)
    deals = [play_deal(held, number) for number in (0, 1)]
    assert [len({end.points for end in deal.ends}) for deal in deals] == [1, 1]
    assert deals[0].ends[0].points != deals[1].ends[0].points
    assert len(deals[0].ends) == 6


def test_every_bot_is_a_team_of_its_own_where_all_have_one_aim():
    assert [end.line_up for end in play_deal(SHARED, 0).ends] == [(0,), (1,)]


def test_many_bots_at_many_seats_are_refused_before_the_first_game(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "\n".join(f"class B{n}:\n    choose = None.__class__" for n in range(14))
    )
    monkeypatch.chdir(tmp_path)
    bots = tuple(f"mine.py:B{n}" for n in range(14))
    with pytest.raises(BadTournament, match="14 bots at 4 seats make 4,004 games a deal, at most 1,000"):
        Tournament("burger-go", bots, 4).check()


# -- what is known of it


def test_shares_and_points_are_counted_by_deal():
    standing = Standing(TWO)
    deal = drawn_deal(TWO, 0, (9000, 0), Chance(1))  # house wins both games
    standing.add(deal)
    assert [sample.mean for sample in standing.wins] == [1, 0]
    assert standing.ahead[0, 1].mean == 1
    assert standing.gap(0, 1, 0.05)[0] == 1
    assert standing.gap(1, 0, 0.05)[0] == -1
    assert standing.order == [0, 1]
    tied = replace(deal, ends=tuple(replace(end, places=(1, 1), winners=(0, 1)) for end in deal.ends))
    standing.add(tied)
    assert [sample.mean for sample in standing.wins] == [0.75, 0.25]
    assert standing.ahead[1, 0].mean == 0.25


@pytest.mark.parametrize(("bots", "seats"), [(("house", "easy", "chef"), 2), (("easy", "house"), 3)])
def test_ratings_find_strengths_that_are_known(bots, seats):
    strengths = {"house": 0, "easy": -240, "chef": 150}
    held = Tournament("burger-go", bots, seats)
    found = ratings(drawn_standing(held, 60, [strengths[bot] for bot in bots], 3))
    for bot, rating in zip(bots, found, strict=True):
        assert rating.low <= 1000 + strengths[bot] <= rating.high, bot
        assert rating.high - rating.low < 250
    assert found[bots.index("house")] == (1000, 1000, 1000)


def test_who_loses_every_game_may_be_as_weak_as_one_likes():
    even, rout = (ratings(drawn_standing(TWO, 16, (0, gap), 1))[1] for gap in (0, -9000))
    assert rout.value < 600
    assert rout.high - rout.low > 2 * (even.high - even.low)


def test_without_house_their_mean_is_in_the_middle():
    held = Tournament("burger-go", ("easy", "random"), 2)
    first, second = ratings(drawn_standing(held, 12, (100, 0), 2))
    assert first.value + second.value == pytest.approx(2000, abs=1)


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(NoRatings, match=r"pip install '\.\[lab\]'"):
        hold(TWO, 1)


@pytest.mark.parametrize(
    ("alpha", "freedom", "wanted"),
    [(0.05, 1, 12.706), (0.05, 2, 4.303), (0.05, 7, 2.365), (0.001, 7, 5.408), (0.01, 30, 2.750)],
)
def test_students_distribution_is_the_one_in_the_books(alpha, freedom, wanted):
    assert student(alpha, freedom) == pytest.approx(wanted, rel=0.01)


def test_a_mean_of_one_value_is_not_known():
    one = Moments()
    one.add(3)
    assert one.interval() == (-float("inf"), float("inf"))


# -- when the order is decided


def test_looks_come_after_every_doubling_and_may_err_no_more_in_all_than_is_allowed():
    assert [deals for deals in range(1, 200) if is_look(deals)] == [8, 16, 32, 64, 128]
    assert sum(allowance(95, FIRST << power) for power in range(30)) < 0.05
    assert allowance(None, 500) == 0.05


@pytest.mark.parametrize(("bots", "runs"), [(2, 150), (3, 60)])
def test_bots_of_equal_strength_are_hardly_ever_told_apart(bots, runs):
    """At most 5 % err though one looks again and again; `python -m bench.lab.deciding` has longer runs."""
    held = Tournament("burger-go", ("house", "easy", "random")[:bots], 2)
    wrong = sum(stopped(held, (0,) * bots, seed, 64)[1] is not None for seed in range(runs))
    assert wrong <= 0.05 * runs


def test_a_clear_order_is_decided_early_and_rightly():
    ends = [stopped(TWO, (0, -300), seed, 256) for seed in range(30)]
    assert all(order == [0, 1] for _, order in ends)
    assert sum(deals for deals, _ in ends) / len(ends) < 60


def test_it_stops_when_the_order_is_decided():
    report = hold(replace(TWO, bots=("random", "house"), given={"rounds": "1"}), 100, until=95)
    assert report.is_decided
    assert report.standing.deals == 8
    assert "It stopped after 8 of at most 100 deals" in " ".join(findings(report))


# -- the same report, whoever plays and however often it was stopped


def test_the_report_is_the_same_whatever_the_number_of_workers():
    assert told(hold(GO, 4)) == told(hold(GO, 4, workers=2))


@pytest.mark.parametrize("held", [GO, SHARED])
def test_a_tournament_that_was_stopped_goes_on_to_the_same_report(held, tmp_path):
    file, other = tmp_path / "kept.jsonl", tmp_path / "other.jsonl"
    with closing(Ledger(file, held)) as ledger, pytest.raises(Stopped) as cut:
        hold(held, 5, progress=lambda more: signal.raise_signal(signal.SIGINT), ledger=ledger)
    assert cut.value.report.standing.deals == 1
    with file.open("ab") as torn:
        torn.write(b'{"deal":1,"games":[[[0,')
    with closing(Ledger(file, held)) as ledger:
        again = hold(held, 5, ledger=ledger)
    with closing(Ledger(other, held)) as ledger:
        assert told(again) == told(hold(held, 5, ledger=ledger))
    assert kept(file) == kept(other)
    with closing(Ledger(file, held)) as ledger:
        heard = []
        more = hold(held, 7, progress=heard.append, ledger=ledger)
    assert (more.standing.deals, sum(heard)) == (7, 2)


def kept(file):
    return [json.loads(line) | {"times": 0} for line in file.read_bytes().splitlines()]


def test_a_deal_comes_back_from_its_line_as_it_was():
    deal = play_deal(GO, 1)
    again = Deal.from_json(json.loads(json.dumps(deal.as_json())))
    assert replace(again, times=deal.times) == deal


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "keeps a tournament with seed 5, not 6; name another file"),
        ({"bots": ("easy", "house")}, r'with bots \["random", "easy", "house"\], not \["easy", "house"\]'),
        ({"given": {}}, 'with options .*"rounds": 1.* not '),
    ],
)
def test_a_file_with_another_plan_is_one_line(change, said, tmp_path):
    with closing(Ledger(tmp_path / "kept", GO)):
        pass
    with pytest.raises(BadTournament, match=said):
        Ledger(tmp_path / "kept", replace(GO, **change))


def test_a_file_of_something_else_is_one_line_and_stays_as_it_is(tmp_path):
    file = tmp_path / "thesis.txt"
    for text in ("chapter one\nchapter two", "chapter one", "{}\n", "\n"):
        file.write_text(text)
        with pytest.raises(BadTournament, match=r"thesis.txt keeps no tournament; name another file"):
            Ledger(file, GO)
        assert file.read_text() == text


def test_a_file_that_was_cut_off_in_its_first_line_begins_anew(tmp_path):
    file = tmp_path / "kept"
    Ledger(file, GO).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:40])
    Ledger(file, GO).close()
    assert file.read_bytes() == whole


def test_a_line_that_is_no_deal_is_told(tmp_path):
    kept = tmp_path / "kept"
    with closing(Ledger(kept, GO)) as ledger:
        ledger.write(play_deal(GO, 0))
    for line, wrong in (
        ('{"deal":9,"games":[],"digest":"","times":[]}', "line 2 has deal 9"),
        ("[]", "line 2 is no"),
    ):
        kept.write_text(kept.read_text().splitlines()[0] + f"\n{line}\n")
        with closing(Ledger(kept, GO)) as ledger, pytest.raises(BadTournament, match=wrong):
            list(ledger.kept())
