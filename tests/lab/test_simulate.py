"""Simulations: results, digests, errors and Ctrl-C."""

import signal
from fractions import Fraction
from hashlib import sha256
from multiprocessing import active_children
from types import SimpleNamespace

import pytest

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.kernel import BadOption, Chance, Outcome
from flattop.lab import Fault, Plan, Stopped, play, simulate
from flattop.lab.simulate import Totals


class Stubborn:
    """A bot that names an illegal action."""

    def __init__(self, chance):
        self.chance = chance

    def choose(self, obs):
        return ("resign",)


class Lost(Stubborn):
    def choose(self, obs):
        raise KeyError("lost")


class First(Stubborn):
    def choose(self, obs):
        return next(iter(obs.options))


@pytest.mark.parametrize("key", ["burger-go", "kitchen-rush", "ninja-burger"])
def test_the_number_of_workers_changes_neither_result_nor_digest(key):
    plan = Plan(key, ("house", "random", "random", "random", "random")[: game(key).seats[0]], seed=3)
    one, two = simulate(plan, 6), simulate(plan, 6, workers=2)
    assert one.totals == two.totals
    assert one.digest == two.digest


def test_the_digest_covers_every_record():
    plan = Plan("burger-go", ("house", "random"))
    chains = [play(game("burger-go"), plan.bots(i), plan.game_seed(i)).record.chain for i in range(3)]
    assert len(set(chains)) == 3
    assert simulate(plan, 3).digest == sha256("".join(chains).encode()).hexdigest()[:16]


def test_progress_counts_every_game():
    progress = []
    simulate(Plan("burger-go", ("random", "random")), 9, progress=progress.append)
    assert sum(progress) == 9
    assert len(progress) > 1


def test_rivals_split_a_shared_win_and_teams_do_not():
    for key, counts in (("burger-go", Fraction(1, 2)), ("kitchen-rush", 1)):
        totals = Totals(3)
        end = Outcome((5, 5, 2), (0, 1), "even")
        totals.count(
            SimpleNamespace(
                outcome=end, actions=7, game=game(key), settings={}, record=SimpleNamespace(chain="c")
            )
        )
        assert totals.wins == [counts, counts, 0]
        assert (totals.points, totals.squares, totals.decisions) == ([5, 5, 2], [25, 25, 4], 7)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_illegal_action_is_reported_with_its_game(workers):
    plan = Plan("burger-go", (First, Stubborn))
    where = rf"game 1 \(seed {plan.game_seed(0)}\): the bot on seat 2 chose \('resign',\)"
    with pytest.raises(Fault, match=where):
        simulate(plan, 8, workers)
    assert active_children() == []


def test_an_exception_of_a_bot_is_reported_with_its_game():
    with pytest.raises(Fault, match=r"game 1 \(seed \d+\): the bot on seat 1 failed: KeyError: 'lost'"):
        simulate(Plan("burger-go", (Lost, "random")), 1)


def test_a_game_that_does_not_end_is_reported(monkeypatch):
    monkeypatch.setattr("flattop.match.game_loop.MAX_DECISIONS", 5)
    with pytest.raises(Fault, match=r"game 1 \(seed \d+\): no end after 5 decisions"):
        simulate(Plan("burger-go", ("random", "random")), 1)


def test_an_exception_of_the_rules_is_reported_with_its_game(monkeypatch):
    monkeypatch.setattr("flattop.match.Match.push", lambda *_: [][1])
    with pytest.raises(Fault, match=r"game 1 \(seed \d+\): IndexError"):
        simulate(Plan("burger-go", ("random", "random")), 1)


def test_an_exception_in_progress_stops_the_workers():
    def stop(more):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(Plan("burger-go", ("random", "random")), 2000, workers=2, progress=stop)
    assert active_children() == []


def test_an_invalid_plan_is_reported_before_the_first_game():
    with pytest.raises(BadOption, match="no table for 9"):
        simulate(Plan("burger-go", ("random",) * 9), 1)


def test_a_bot_class_is_listed_by_its_name():
    assert simulate(Plan("burger-go", (First, "random")), 1).as_json()["seats"] == ["First", "random"]


@pytest.mark.parametrize("key", CATALOG)
def test_one_game_is_played_to_its_end_and_recorded(key):
    one = game(key)
    match = play(one, [bot("random", key, Chance(seat)) for seat in range(one.seats[0])], 1)
    assert match.over
    assert '"end"' in match.record.lines[-1]


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_returns_the_games_so_far(workers):
    """Ctrl-C is pressed while a chunk of games is counted; that chunk is counted completely."""
    progress = []

    def press(more):
        progress.append(more)
        if sum(progress) >= 5:
            signal.raise_signal(signal.SIGINT)

    plan = Plan("burger-go", ("random", "random"))
    with pytest.raises(Stopped) as stopped:
        simulate(plan, 100_000, workers, progress=press)
    result = stopped.value.report
    assert result.totals.games == sum(progress) < 100_000
    assert result.digest == simulate(plan, sum(progress)).digest
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_is_raised_at_once():
    def press(more):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Stopped):
        simulate(Plan("burger-go", ("random", "random")), 9, progress=press)
