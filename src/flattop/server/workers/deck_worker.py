"""A worker that reads decks of strangers, given on its standard input, and says what is wrong with each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from flattop.games import game
from flattop.kernel import Chance, FlattopError
from flattop.server.workers import framing

NICENESS = 5  # play that is under way comes first


def main() -> None:
    """Read one deck after the other, each with so many seconds, until the server is gone."""
    megabytes, seconds, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    source, sink = framing.begin(megabytes, NICENESS)
    framing.write(sink, {"ready": True})
    while job := framing.read(source):
        framing.limit_seconds(seconds)
        framing.write(sink, answer(json.loads(job), folder / "deck"))


def answer(job: dict[str, Any], path: Path) -> dict[str, str]:
    """What is wrong with the deck, or why it could not be looked at; nothing if a table can be dealt."""
    try:
        path.write_bytes(job["deck"].encode())
        game(job["game"]).table(job["seats"], Chance(1), job["options"], path)
    except OSError as error:
        return {"unsaved": str(error)}
    except FlattopError as error:
        return {"fault": str(error)}
    except (MemoryError, RecursionError):
        return {"fault": "deck: it takes too much memory"}
    except Exception as error:
        return {"fault": f"deck: no table can be dealt from it: {error!r}"[:400]}
    finally:
        path.unlink(missing_ok=True)
    return {}


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)  # the server is gone
