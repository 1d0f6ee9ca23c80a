"""Worker process that reads custom decks and reports what is wrong with each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from flattop.games import game
from flattop.kernel import Chance, FlattopError
from flattop.server.workers import worker_process

NICENESS = 5  # running games have priority


def main() -> None:
    """Read decks until the server is gone. Arguments: megabytes, CPU seconds per deck, folder."""
    megabytes, seconds, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    source, sink = worker_process.setup(megabytes, NICENESS)
    worker_process.write(sink, {"ready": True})
    while job := worker_process.read(source):
        worker_process.limit_seconds(seconds)
        worker_process.write(sink, answer(json.loads(job), folder / "deck"))


def answer(job: dict[str, Any], path: Path) -> dict[str, str]:
    """The fault of the deck, or the reason why it could not be read; empty if a table can be dealt."""
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
