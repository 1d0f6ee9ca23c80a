"""Servers for browsers: real ones on free ports of this machine, with empty data folders."""

import re
import subprocess
import sys
from contextlib import contextmanager

from flattop.server.http.static import FOLDER

# limits that tests do not run into
WIDE = ("requests=1000", "messages=200", "tables=500", "new_tables=5000", "playouts=200")
SERVE = ["serve", "--no-open", "--port", "0", "--pace", "0", "--workers", "1"]
FLATTOP = ["-m", "flattop"]

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


@contextmanager
def a_server(folder, *more, program=FLATTOP):
    """The address of a running server; its bots take no time."""
    assert (FOLDER / "index.html").exists(), "the page is not built: cd web && npm ci && npm run build"
    limits = [f"--limit={limit}" for limit in WIDE]
    command = [sys.executable, *program, *SERVE, "--data", str(folder), *limits, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as running:
        try:
            yield next(link[0] for line in running.stdout if (link := re.search(r"http://\S+[^/\s]", line)))
        finally:
            running.terminate()


def dealing_server(deal, folder, *more):
    """The address of a running server whose next deal is the seed in a file."""
    return a_server(folder, *more, program=["-c", DEALS, str(deal)])


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
