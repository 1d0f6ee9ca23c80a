"""Child process that runs one `flattop` command for the lab, with limits, and ends with the server."""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading

from flattop.server.workers import worker_process


def main() -> None:
    """Run `child.py MEGABYTES NICENESS ARGUMENTS…`; the arguments are those of `flattop`."""
    megabytes, niceness, *arguments = sys.argv[1:]
    worker_process.limit_memory(int(megabytes))
    worker_process.lower_priority(int(niceness))
    os.umask(0o077)  # files are readable by their owner only
    threading.Thread(target=exit_with_server, daemon=True).start()
    sys.argv[1:] = arguments
    runpy.run_module("flattop", run_name="__main__", alter_sys=True)


def exit_with_server() -> None:
    """Kill this process group when the server ends, which closes our standard input."""
    os.read(0, 1)
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
