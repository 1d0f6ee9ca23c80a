"""Every refusal has a code in kebab-case."""

import ast
import random
import re
from pathlib import Path

import pytest

import flattop
from flattop.games import catalog, game
from flattop.kernel import Chance

SRC = Path(flattop.__file__).parent
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")


def codes():
    for path in [*(SRC / "games").rglob("*.py"), *(SRC / "kernel").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Obstacle" | "Illegal"), args=[ast.Constant(code), *_]):
                    yield path.relative_to(SRC), code


def test_every_refusal_code_is_written_in_kebab_case():
    written = list(codes())
    assert len(written) > 100
    assert [(path, code) for path, code in written if not KEBAB.fullmatch(code)] == []


@pytest.mark.parametrize("key", catalog())
def test_missing_seat_is_refused_for_every_action(key):
    rnd, played = random.Random(key), set()
    for seats in game(key).seats:
        t = game(key).table(seats, Chance(seats), game(key).untimed_settings)
        for _ in range(60):
            if t.over:
                break
            played |= {next(iter(options)) for options in t.asks.values()}
            for action in rnd.sample(sorted(played, key=str), min(4, len(played))):
                for seat in (seats, seats + 1, -2, -1):
                    assert not t.anytime(seat)
                    assert t.refusal(seat, action).sentence
            seat = rnd.choice(list(t.asks))
            t.push(seat, rnd.choice(list(t.asks[seat])))
