"""Servers for browsers: real ones on free ports of this machine, with empty data folders."""

import atexit
import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from flattop.server.http.static import FOLDER

# limits that tests do not run into
WIDE = ("requests=1000", "messages=200", "tables=500", "new_tables=5000", "playouts=200")
SERVE = ["serve", "--no-open", "--port", "0", "--pace", "0", "--bot-workers", "1"]

# Deals and bots' luck follow from what stands in a file (the test's name), so that each test meets the same
# games whatever ran before it.
SEEDED = """
import hashlib, itertools, os, random, secrets
from pathlib import Path
from flattop import match

class Luck:
    named, numbers, chance = None, None, random.Random(0)
    token_hex = staticmethod(secrets.token_hex)

    def seed(self):
        name = Path(os.environ["FLATTOP_TEST_DEAL"]).read_text()
        if name != self.named:
            self.named, self.numbers = name, itertools.count()
        seed = hashlib.sha256(f"{name} {next(self.numbers)}".encode()).digest()
        self.chance.seed(seed)
        return seed

    def randbits(self, bits):
        return self.chance.getrandbits(bits)

luck = Luck()
match.live_seed = luck.seed
from flattop.server.table import realtime
from flattop.server.workers import pool
pool.secrets = realtime.secrets = luck
"""

PLAIN = """
import sys
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""

# The same, but what it deals stands in a file.
DEALS = """
import sys
from pathlib import Path
from flattop import match
match.live_seed = lambda: bytes.fromhex(Path(sys.argv[1]).read_text())
from flattop.cli import main  # only now, so that all of it takes that seed
sys.exit(main(sys.argv[2:]))
"""

# The same, but only a few lines of a log are sent at once.
SHORT_PAGES = """
import sys
from flattop.server.table import audience
audience.LOG_LINES = 5
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""


def deal_for(name):
    """From now on this process's servers deal what follows from a name."""
    DEAL.write_text(name)


def _a_file():
    number, name = tempfile.mkstemp(prefix="flattop-deal-")
    os.close(number)
    atexit.register(os.unlink, name)
    return Path(name)


DEAL = _a_file()


@contextmanager
def a_server(folder, *more, program=(PLAIN,)):
    """The address of a running server; its bots take no time."""
    assert (FOLDER / "index.html").exists(), "the page is not built: cd web && npm ci && npm run build"
    limits = [f"--limit={limit}" for limit in WIDE]
    code, *given = program
    command = [sys.executable, "-c", SEEDED + code, *given, *SERVE, "--data", str(folder), *limits, *more]
    env = {**os.environ, "FLATTOP_TEST_DEAL": str(DEAL)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1, env=env) as running:
        try:
            yield next(link[0] for line in running.stdout if (link := re.search(r"http://\S+[^/\s]", line)))
        finally:
            running.terminate()


def dealing_server(deal, folder, *more):
    """The address of a running server whose next deal is the seed in a file."""
    return a_server(folder, *more, program=[DEALS, str(deal)])


# The same, but as long as a file is there, whoever is gone is away at once, and else never.
IMPATIENT = """
import sys
from pathlib import Path
from flattop.server import housekeeping, server
file = Path(sys.argv[1])
housekeeping.ROUND = 0.2
server.Server.patience = property(lambda self: 0.0 if file.exists() else 3600.0, lambda self, given: None)
from flattop.cli import main
sys.exit(main(sys.argv[2:]))
"""

# The same, once the rules of Burger Go! have changed: nobody passes on any cards.
NEXT_EDITION = """
import sys
from flattop.games import game
from flattop.games.burger_up.burger_go.table import GoTable
vars(game("burger-go"))["edition"] += 1
GoTable.pass_left = lambda t: None
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""
