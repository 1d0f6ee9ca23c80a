"""Races in real browsers: a house that deals what it is told, and lines whose words can be held back."""

import re
import subprocess
import sys
from contextlib import contextmanager

from flattop.server.page import FOLDER

# The house of the other tests, but what it deals stands in a file.
HOUSE = """
import sys
from pathlib import Path
from flattop.cli import main
from flattop.server import lobby
lobby.live_seed = lambda: bytes.fromhex(Path(sys.argv[1]).read_text())
sys.exit(main(sys.argv[2:]))
"""


@contextmanager
def dealing_house(deal, folder, *more):
    """The address of a running house whose next deal is the seed in a file; its bots take no time."""
    assert (FOLDER / "index.html").exists(), "the page is not built: cd web && npm ci && npm run build"
    words = ["serve", "--no-open", "--port", "0", "--pace", "0", "--workers", "1", "--data", str(folder)]
    command = [sys.executable, "-c", HOUSE, str(deal), *words, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as running:
        try:
            yield next(link[0] for line in running.stdout if (link := re.search(r"http://\S+[^/\s]", line)))
        finally:
            running.terminate()


class Line:
    """What the house says to a page, kept back for as long as it is held."""

    def __init__(self, page):
        self.held, self.kept = False, []
        page.route_web_socket(re.compile("/ws/tables/"), self.joined)

    def joined(self, page_end):
        self.page_end = page_end
        page_end.connect_to_server().on_message(self.heard)

    def heard(self, message):
        if self.held:
            self.kept.append(message)
        else:
            self.page_end.send(message)

    def release(self):
        self.held = False
        for message in self.kept:
            self.page_end.send(message)
        self.kept = []
