"""Malformed messages for the socket: broken bytes, wrong types, wild numbers, half-right plays."""

import json
import random

WORDS = [
    "play",
    "undo",
    "ask",
    "answer",
    "hint",
    "chat",
    "ping",
    "hello",
    "table",
    "",
    "PLAY",
    "🍔",
    "x" * 100,
]
FIELDS = [
    "type",
    "id",
    "version",
    "action",
    "kind",
    "seat",
    "question",
    "yes",
    "text",
    "n",
    "seen",
    "protocol",
]
SEEDS = [
    {"type": "play", "id": "c1", "version": 12, "action": ["choose", 7]},
    {"type": "undo", "id": "c2", "version": 12},
    {"type": "ask", "id": "c3", "kind": "bot", "seat": 2},
    {"type": "answer", "id": "c4", "question": "q1", "yes": True},
    {"type": "hint", "id": "c5"},
    {"type": "chat", "id": "c6", "text": "hello"},
    {"type": "ping", "n": 1},
]


class Fuzzer:
    """Generates malformed messages, the same ones for the same seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def message(self):
        """One message, as text or as bytes."""
        return self.rng.choice([self.noise, self.broken, self.wrong, self.wrong, self.wild, self.nested])()

    def value(self):
        rng = self.rng
        return rng.choice(
            [
                None, True, False, -1, 0, 1, 2**31, 2**53, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308, "",
                "x", "\u0000", "\ud83c\udf54", "choose", "show", [], {}, [[]], {"a": 1}, ["choose"],
                ["choose", -5], ["choose", "x"], ["choose", 2**60], [1, 2], [None], ["x" * 60] * 16, "y" * 41,
                "z" * 501, rng.random(), rng.randrange(200),
            ]
        )  # fmt: skip

    def noise(self):
        raw = bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(40)))
        return raw if self.rng.random() < 0.5 else raw.decode("latin-1")

    def broken(self):
        text = json.dumps(self.rng.choice(SEEDS))
        at = self.rng.randrange(len(text))
        return self.rng.choice(
            [text[:at], text[:at] + '"' + text[at:], text + text, text[::-1], text.replace(":", "", 1)]
        )

    def wrong(self):
        message = dict(self.rng.choice(SEEDS))
        for _ in range(self.rng.randrange(1, 4)):
            message[self.rng.choice(FIELDS)] = self.value()
        return json.dumps(message)

    def wild(self):
        message = {self.rng.choice(FIELDS): self.value() for _ in range(self.rng.randrange(6))}
        return json.dumps({**message, "type": self.rng.choice(WORDS)})

    def nested(self):
        deep = self.rng.randrange(1, 2_000)
        return self.rng.choice(
            ["[" * deep, '{"type":' * deep, "[" * deep + "]" * deep, '{"type":"chat","text":"\\ud800"}']
        )
