"""Save a game in progress, resume it from its record, play on, and verify the record."""

from pathlib import Path
from tempfile import TemporaryDirectory

import flattop
from flattop import Match
from flattop.match import resume

game = flattop.game("burger-go")


def first_option(match: Match) -> None:
    seat = match.waiting[0]
    match.play(seat, next(iter(match.table.asks[seat])))


with TemporaryDirectory() as folder:
    path = Path(folder) / "game.jsonl"
    with path.open("w", encoding="utf-8") as sink:  # every action is on disk before the next one
        match = Match(game, ["Ann", "Bob"], seed=7, options={"rounds": 1}, sink=sink)
        for _ in range(10):
            first_option(match)

    match, _ = resume(path)
    question = match.game.text.prompt(match.table, match.waiting[0], match.people)
    print(f"loaded after {match.actions} actions: {question}")
    while not match.over:
        first_option(match)
    match.record.sink.close()

    print("\n".join(flattop.verify(path).lines))
    print(f"points: {match.outcome.points}")
