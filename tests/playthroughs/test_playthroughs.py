"""Playthroughs: golden games as text, so that a change of a rule or text can be read as a diff.

A file holds the beginning of its game, the end, and a digest of the whole text.
    python tests/playthroughs/test_playthroughs.py KEY    prints a whole game
    python tests/playthroughs/test_playthroughs.py        updates all files after an intended change
"""

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance, view
from flattop.lab import turns
from flattop.match import Match, state_hash

HERE = Path(__file__).parent
EVERY = 40  # decisions between two looks at the whole table
KEPT = 150  # lines of a game that its file shows
WHOLE = "see all of it by `python tests/playthroughs/test_playthroughs.py %s`, here and at the commit before"


def playthrough(key):
    """Return one game of house bots as text."""
    found = game(key)
    seats = 3 if 3 in found.seats else found.seats[0]
    match = Match(found, ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"][:seats], 2024)
    bots = [bot("house", key, Chance(seat)) for seat in range(seats)]
    lines = [f"# {found.title}, {seats} seats, seed 2024", "", *state(match)]
    heard = 0
    asked, before, people = questions(match), match.table.clone(), ("The clock", *match.people)
    for seat, action in turns(match, bots):
        words_of_it = found.text.option(before, action, match.people)
        lines.append(f"{people[seat + 1]}: {asked.get(seat, 'The clock runs.')} > {words_of_it}")
        asked, before = questions(match), match.table.clone()
        words = match.log_words(None)
        lines += [f"    {line}" for line in words[heard:]]
        heard = len(words)
        if match.actions % EVERY == 0:
            lines += ["", *state(match)]
    end = match.outcome
    lines += [
        "",
        *state(match),
        f"Points {list(end.points)}, won by {[match.people[s] for s in end.winners]}: {end.reason}.",
    ]
    return "\n".join(lines) + "\n"


def questions(match):
    """Return the questions to all seats."""
    text, t = match.game.text, match.table
    return {seat: text.prompt(t, seat, match.people) for seat in match.waiting}


def state(match):
    shown = view(match.table, match.game.zones, None)
    words = match.game.text.state(shown, match.game.zones, match.table.pack, match.people)
    return [
        f"-- after {match.actions} actions, table {state_hash(match.table)}",
        *(f"   {line}" for line in words),
        "",
    ]


def shortened(text):
    """Return the beginning, the last line, and a digest of the rest."""
    lines = text.splitlines()
    digest = f"{len(lines)} lines, sha256 {sha256(text.encode()).hexdigest()}"
    return "\n".join([*lines[:KEPT], "[...]", lines[-1], digest]) + "\n"


@pytest.mark.parametrize("key", list(CATALOG))
def test_golden_game_is_unchanged(key):
    assert shortened(playthrough(key)) == (HERE / f"{key}.txt").read_text("utf-8"), WHOLE % key


if __name__ == "__main__":
    if keys := sys.argv[1:]:
        print(*map(playthrough, keys), sep="\n", end="")
    else:
        for key in CATALOG:
            (HERE / f"{key}.txt").write_text(shortened(playthrough(key)), "utf-8")
