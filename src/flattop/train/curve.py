"""The learning curve and the card: what a training came to, for people and for programs."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import flattop

HEAD = ("epoch", "loss", "held out", "correlation")


class Curve:
    """A line for every epoch, kept as JSON after each of them, whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        draft = self.path.with_suffix(".draft")
        draft.write_text(json.dumps(self.lines, indent=1), "utf-8")
        draft.replace(self.path)


def card(key: str, facts: dict[str, Any]) -> str:
    """What one should know of a game's weights, as a TOML file."""
    lines = [f"# The learned evaluation of {key}: where {key}.npz comes from, and what it is worth."]
    return "\n".join([*lines, *(f"{name} = {_written(value)}" for name, value in facts.items()), ""])


def origin() -> dict[str, str]:
    """The version and commit that a training runs on, and the day."""
    return {"version": flattop.__version__, "commit": _commit(), "date": f"{datetime.now(UTC):%Y-%m-%d}"}


def _commit() -> str:
    words = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_written(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
