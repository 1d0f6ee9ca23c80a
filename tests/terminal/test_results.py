"""The ranking at the end of a game."""

from flattop.games import game
from flattop.kernel import Outcome
from flattop.match import Match, snapshot
from flattop.terminal.line_client import result_lines
from flattop.terminal.palette import NIGHT
from flattop.terminal.screens.dialogs import ResultDialog
from flattop.terminal.seats import Player
from flattop.terminal.session import Session
from tests.games.card_ids import faces

BURGERS = (  # BT-E11: own scores 41, 39 and 39, and the better other burger is the third seat's
    "I10a I08b I01a I03a I05b I67a I62b I46a I24b I23b I12a I11b",
    "I02b I06b I25b I26b I04a I33b I63a I47a I16a I09a I13a I68a",
    "I14b I65a I43a I41a I54b I39b I64a I60b I22a I69a I70a I29b",
)


def ended(key, people, change):
    match = Match(game(key), people, 1, {"missions": "off"} if key == "burger-boss" else {})
    match.table.stack.clear()
    match.table.ask_any({})
    change(match.table)
    return Session(match, [Player(name, "house") for name in people])


def three_burgers(t):
    t.burgers = [faces(stack) for stack in BURGERS]


def equal_money(t):
    t.money = [5, 9, 5, 2]


def test_equal_scores_are_ranked_by_the_better_other_burger():
    session = ended("between-two-burgers", ["Ann", "Ben", "Cleo"], three_burgers)
    assert result_lines(session)[:3] == ["★ Ann: 41", "2. Cleo: 39", "3. Ben: 39"]
    assert snapshot(session.match, 0)["places"] == [1, 3, 2]
    assert places_on_screen(session) == ["★ Ann", "2 Cleo", "3 Ben"]


def test_equal_results_share_a_place():
    session = ended("burger-boss", ["Ann", "Ben", "Cleo", "Dan"], equal_money)
    assert result_lines(session)[:4] == ["★ Ben: 9", "2. Ann: 5", "2. Cleo: 5", "4. Dan: 2"]
    assert snapshot(session.match, None)["places"] == [2, 1, 2, 4]
    assert places_on_screen(session) == ["★ Ben", "2 Ann", "2 Cleo", "4 Dan"]


def test_snapshot_has_no_places_before_the_end():
    match = Match(game("burger-go"), ["Ann", "Ben"], 1)
    assert snapshot(match, 0)["places"] == []


def test_default_places_follow_from_winners_and_points():
    assert Outcome((3, 5, 3), (1,), "").places == (2, 1, 2)
    assert Outcome((5, 5, 3), (1,), "").places == (2, 1, 3)
    assert Outcome((7, 7), (), "").places == (1, 1)
    assert Outcome.ranked((5, 5, 3), [(5, 1), (5, 2), (3, 0)], "").winners == (1,)


def places_on_screen(session):
    """`★ Ann` of a line such as `★ A Ann   41 ▇▇▇`."""
    lines = ResultDialog(session, NIGHT).page().plain.splitlines()[2 : 2 + len(session.players)]
    return [f"{place} {name}" for place, _, name, *_ in map(str.split, lines)]
