"""The talk with the line client: commands go out, what is said comes back, and a judgement answers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

from bench.reader.judges import judge_of
from bench.reader.page import QUESTION, Page, options_of

ME = "Ann"
Talk = Generator[str, list[str], None]


def talk(key: str) -> Talk:
    """Every line that is sent: at each decision the table, then what can be done, then a number."""
    judge = judge_of(key)
    said = yield ""
    once: dict[str, str] = {}
    for command in judge.once:
        once[command] = "\n".join((yield command))
    while True:
        options = options_of(said)
        prompt = next(
            (line.removeprefix(f"{ME}: ") for line in reversed(said) if line.startswith(f"{ME}: ")), ""
        )
        page = Page(ME, prompt, options, more=dict(once))
        if len(options) > 1:
            page.hear((yield "look"))
            details = yield "what now"
            for option in options:
                head = f"{option.number}. {option.label}."
                option.told = next((line.removeprefix(head) for line in details if line.startswith(head)), "")
            for command in judge.also:
                page.more[command] = "\n".join((yield command))
        said = yield str(judge.answer(page) if len(options) > 1 else 1)


class Voice:
    """The reader as both ends of a line client in the same process: the lines, and what they are said to."""

    def __init__(self, key: str) -> None:
        self.heard = ""
        self.talk = talk(key)
        next(self.talk)

    def write(self, words: str) -> None:
        self.heard += words

    def flush(self) -> None:
        pass

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        lines, self.heard = self.heard.splitlines(), ""
        assert QUESTION.fullmatch(lines[-1]), lines[-1]
        return f"{self.talk.send(lines[:-1])}\n"


def by_pipe(key: str, seats: str, seed: int, folder: Path, *more: str) -> list[str]:
    """A whole game through a pipe; what was said at its end."""
    command = [sys.executable, "-m", "flattop", "play", key, "--plain", "--seats", seats, "--seed", str(seed)]
    surroundings = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        [*command, *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=surroundings,
    ) as game:
        assert game.stdin
        assert game.stdout
        mind, heard = talk(key), []
        next(mind)
        for line in game.stdout:
            heard.append(line.rstrip("\n"))
            if QUESTION.fullmatch(heard[-1]):
                game.stdin.write(mind.send(heard[:-1]) + "\n")
                game.stdin.flush()
                heard = []
    return heard
