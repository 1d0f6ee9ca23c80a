"""Logs explain events in sentences for players."""

import re
from functools import cache
from random import Random

import pytest

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance
from flattop.lab import turns
from flattop.match import Match

MOST = 300  # decisions
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@cache
def played(key, seed):
    """Return the beginning of a game of bots."""
    seats = 3 if 3 in game(key).seats else game(key).seats[0]
    match, rank = Match(game(key), PEOPLE[:seats], seed), "house" if key == "kitchen-rush" else "random"
    for _ in turns(match, [bot(rank, key, Chance(seat)) for seat in range(seats)]):
        if match.actions >= MOST:
            break
    return match


def log(key, seed=1, seat=None):
    """Return the log lines of one seat, or of a spectator."""
    return played(key, seed).log_words(seat)


EXPLAINED = [
    ("burger-up", r"Orders to begin with, \$1 on each: .+, .+ and .+\. The Market has .+ is first\."),
    ("burger-up", r"draws \d cards?, up to a full hand \(BU-41\)\."),
    ("party-up", r"draws \d cards?, up to a full hand \(PU-12\)\."),
    ("solo-up", r"draws \d cards?, up to a full hand \(SU-06\)\."),
    ("burger-up", r"places .+ ★ on burger \d\."),
    ("burger-trucker", r"places .+ ★\."),
    ("burger-trucker", r"^[0-3]:\d\d \w+ grabs "),
    ("kitchen-rush", r"^[0-4]:\d\d \w+: timer "),
    ("kitchen-rush", r"^[A-Z].+ comes in: table 1\."),
    ("burgerfuck", r"^Extraturnular Strike: \w+ plays \S+ on \S+\."),
    ("burgerfuck", r" draws 1 card as the action of the turn \(BF-44\)\."),
    ("ninja-burger", r" draws 1 Fortune card with the pay \(NB-21\)\."),
    ("ninja-burger", r" is about to roll .+, roll 1 of the mission: \d+ or less\."),
    ("burger-boss", r" draws 1 special at Manager's Specials \(BB-46\)\."),
    ("burger-boss", r" plays no special\."),
]


@pytest.mark.parametrize(("key", "pattern"), EXPLAINED)
def test_log_lines_explain_events(key, pattern):
    lines = [line for seed in (1, 2) for line in log(key, seed)]
    assert any(re.search(pattern, line) for line in lines)


@pytest.mark.parametrize("key", ["burger-go", "between-two-burgers"])
def test_only_the_seat_itself_reads_which_cards_it_passed(key):
    own, rival, watching = (log(key, seat=seat) for seat in (0, 1, None))
    assert any(line.startswith("You pass ") and line.endswith(" to Ben.") for line in own)
    assert not any(line.endswith(" to Ben.") and line.startswith("You pass ") for line in rival)
    assert not any(line.startswith("You pass ") for line in watching)


@pytest.mark.parametrize("key", list(CATALOG))
def test_decisions_alone_are_not_logged(key):
    lines = log(key)
    assert sum("decided" in line or "laid down two" in line for line in lines) <= len(lines) / 5


def test_upgrade_event_names_the_coins_paid_and_forgone():
    text, t = game("burger-up").text, game("burger-up").table(2, Chance(1))
    line = text.event(t, ("upgraded", 0, 0, 2, 1, 3, 7, 10), PEOPLE)
    assert line == (
        "Ann upgrades the restaurant instead of taking $10 for the size, and takes $2 off the order and"
        " $1 for Perfect: $3 in all, now $7."
    )
    bare = text.event(t, ("upgraded", 0, 0, 0, 0, 0, 7, 10), PEOPLE)
    assert bare.endswith("and takes no coins, now $7.")


def questions(key, seed=1, **options):
    """Return all questions in the first part of a game."""
    match, rng = Match(game(key), PEOPLE[:3], seed, options), Random(seed)
    while match.actions < 250 and match.waiting:
        seat = match.waiting[0]
        yield match.game.text.prompt(match.table, seat, match.people)
        match.play(seat, rng.choice(list(match.table.asks[seat])))


@pytest.mark.parametrize(
    ("key", "question"),
    [
        ("burger-boss", r"Where does the [1-6] go\?"),
        ("ninja-burger", r"Choose your ninja\."),
        ("burger-go", r"Which half of .+ / .+ do you play\?"),
        ("between-two-burgers", r"Which half of .+ / .+ shows\?"),
        ("burgerfuck", r"Strike \S+, or hold\?"),
    ],
)
def test_question_names_its_subject(key, question):
    assert any(re.fullmatch(question, asked) for asked in questions(key))
