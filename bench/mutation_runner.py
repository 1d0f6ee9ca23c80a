"""Runs pytest repeatedly, each time in a fork of this process, which has imported everything but the games.

`bench/mutation.py` starts it with the project's own Python in a copy of the tree.  Each line of input is
`[seconds, [pytest arguments]]`; the answer is the exit code, or a negative signal number.
"""

import json
import os
import resource
import sys
from importlib import import_module

LOADED = ("pytest", "hypothesis", "flattop.kernel", "flattop.match", "flattop.bots", "rich.text", "msgspec")


def main() -> None:
    for name in LOADED:
        import_module(name)
    for name in [
        name for name in sys.modules if name.startswith(("flattop.games.", "flattop.bots.policies"))
    ]:
        del sys.modules[name]
    out = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        seconds, arguments = json.loads(line)
        print(in_a_fork(seconds, arguments), file=out, flush=True)


def in_a_fork(seconds: int, arguments: list[str]) -> int:
    """Run pytest with a limit on CPU time, so that a busy machine does not kill a mutant."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os._exit(int(import_module("pytest").main(arguments)))


if __name__ == "__main__":
    main()
