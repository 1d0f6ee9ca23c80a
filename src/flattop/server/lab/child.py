"""A child that carries out one command of the lab, stands back for everybody, and ends with the server."""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading

from flattop.server.workers import framing


def main() -> None:
    """`child.py MEGABYTES NICENESS WORDS…`: the words are those of the program, as one would type them."""
    megabytes, niceness, *words = sys.argv[1:]
    framing.limit_memory(int(megabytes))
    framing.stand_back(int(niceness))
    os.umask(0o077)  # what it writes is for its owner alone
    threading.Thread(target=end_with_the_server, daemon=True).start()
    sys.argv[1:] = words
    runpy.run_module("flattop", run_name="__main__", alter_sys=True)


def end_with_the_server() -> None:
    """The server says nothing, but holds the line; once it is gone, so are we and all that we started."""
    os.read(0, 1)
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
