"""Servers for browser tests, on free ports with empty data folders."""

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

# Seeds of deals and bots depend on a name in a file (the test's id), so that each test has the same
# games, whatever ran before it.
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
from flattop.server.table import clocks
from flattop.server.workers import bot_pool
bot_pool.secrets = clocks.secrets = luck
"""

PLAIN = """
import sys
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""

# Reads its seeds from a file.
DEALS = """
import sys
from pathlib import Path
from flattop import match
match.live_seed = lambda: bytes.fromhex(Path(sys.argv[1]).read_text())
from flattop.cli import main  # only now, so that all of it takes that seed
sys.exit(main(sys.argv[2:]))
"""

# Sends only a few lines of a log at once.
SHORT_PAGES = """
import sys
from flattop.server.table import viewers
viewers.LOG_LINES = 5
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""


def deal_for(name):
    """Derive the deals of this process's servers from a name."""
    DEAL.write_text(name)


def _a_file():
    number, name = tempfile.mkstemp(prefix="flattop-deal-")
    os.close(number)
    atexit.register(os.unlink, name)
    return Path(name)


DEAL = _a_file()


@contextmanager
def a_server(folder, *more, program=(PLAIN,)):
    """Run a server with fast bots, and yield its URL."""
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
    """Run a server that reads its next seed from a file."""
    return a_server(folder, *more, program=[DEALS, str(deal)])


# While a file exists, disconnected players are absent at once, else never.
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

# Has changed rules of Burger Go!: cards are not passed on.
NEXT_EDITION = """
import sys
from flattop.games import game
from flattop.games.burger_up.burger_go.table import GoTable
vars(game("burger-go"))["edition"] += 1
GoTable.pass_left = lambda t: None
from flattop.cli import main
sys.exit(main(sys.argv[1:]))
"""
