"""The session with the line client: send commands, parse its answers, and let a reader module choose."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

from bench.reader.modules import reader_of
from bench.reader.page import QUESTION, Page, options_of

ME = "Ann"
Conversation = Generator[str, list[str], None]


def conversation(key: str) -> Conversation:
    """Yield every line to send: at each decision `look`, `what now`, then the number of an option."""
    reader = reader_of(key)
    lines = yield ""
    once: dict[str, str] = {}
    for command in reader.once:
        once[command] = "\n".join((yield command))
    while True:
        options = options_of(lines)
        prompt = next(
            (line.removeprefix(f"{ME}: ") for line in reversed(lines) if line.startswith(f"{ME}: ")), ""
        )
        page = Page(ME, prompt, options, more=dict(once))
        if len(options) > 1:
            page.set_table((yield "look"))
            described = yield "what now"
            for option in options:
                head = f"{option.number}. {option.label}."
                option.details = next(
                    (line.removeprefix(head) for line in described if line.startswith(head)), ""
                )
            for command in reader.also:
                page.more[command] = "\n".join((yield command))
        lines = yield str(reader.answer(page) if len(options) > 1 else 1)


class ReaderSession:
    """The reader as input and output of a line client in the same process."""

    def __init__(self, key: str) -> None:
        self.received = ""
        self.conversation = conversation(key)
        next(self.conversation)

    def write(self, words: str) -> None:
        self.received += words

    def flush(self) -> None:
        pass

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        lines, self.received = self.received.splitlines(), ""
        assert QUESTION.fullmatch(lines[-1]), lines[-1]
        return f"{self.conversation.send(lines[:-1])}\n"


def play_by_pipe(key: str, seats: str, seed: int, folder: Path, *more: str) -> list[str]:
    """Play a whole game through a pipe and return the lines after the last prompt."""
    command = [sys.executable, "-m", "flattop", "play", key, "--plain", "--seats", seats, "--seed", str(seed)]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        [*command, *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=environment,
    ) as game:
        assert game.stdin
        assert game.stdout
        reader, received = conversation(key), []
        next(reader)
        for line in game.stdout:
            received.append(line.rstrip("\n"))
            if QUESTION.fullmatch(received[-1]):
                game.stdin.write(reader.send(received[:-1]) + "\n")
                game.stdin.flush()
                received = []
    return received
