"""Threads that load the same deck at the same time, as the server does when two tables start at once."""

import subprocess
import sys

LOAD_AT_ONCE = """
import sys, threading, types
from flattop.kernel.toml import convert

STRUCTS = '''
from __future__ import annotations
from msgspec import Struct

class Half(Struct):
    name: str
    types: list[int] = []

class Card(Struct):
    first: Half
    halves: list[Half]

class Deck(Struct):
    top: Card
    cards: list[Card]
'''
half = {"name": "Ketchup"}
card = {"first": half, "halves": [half]}
sys.setswitchinterval(1e-6)
for number in range(60):  # types that were never used before
    module = sys.modules[f"fresh{number}"] = types.ModuleType(f"fresh{number}")
    exec(STRUCTS, module.__dict__)
    loads = [
        threading.Thread(target=convert, args=(module.Deck, {"top": card, "cards": [card]}, "deck.toml"))
        for _ in range(4)
    ]
    for load in loads:
        load.start()
    for load in loads:
        load.join()
"""


def test_threads_that_load_a_deck_for_the_first_time_do_not_crash():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", LOAD_AT_ONCE],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
