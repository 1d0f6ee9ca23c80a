"""A server, a real browser at one of its tables, and random clicks on highlighted elements."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

CHROMIUM = Path(sys.prefix) / "chromium" / "path"  # written by ./flattop test
LIMITS = ("requests=1000", "messages=200", "tables=500", "new_tables=5000")
LIT = "button.lit:visible, button[data-lit]:visible, .prompt [data-key]:visible, .prompt .key.go:visible"
YOUR_TURN_OR_OVER = ".sitting[data-turn=yours], .sitting[data-turn=over]"
DESK, PHONE = (1440, 900), (390, 844)
TURN_TIMEOUT, CLICK_TIMEOUT = 8_000, 1_500  # milliseconds

# All other seats are bots.  Real-time games do not wait for the player.
SEATS = {"solo-up": 1, "party-up": 5, "kitchen-rush": 2}


@contextmanager
def a_server(pace: float) -> Iterator[str]:
    """Run a server with an empty data folder and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "flattop", "serve", "--no-open", "--port", "0", "--data", folder]
        limits = [f"--limit={limit}" for limit in LIMITS]
        with subprocess.Popen(
            [*command, "--pace", str(pace), "--bot-workers", "1", *limits], stdout=subprocess.PIPE, text=True
        ) as running:
            try:
                lines = running.stdout or ()
                yield next(link[0] for line in lines if (link := re.search(r"http://\S+[^/\s]", line)))
            finally:
                running.terminate()


@contextmanager
def a_browser() -> Iterator[Browser]:
    flags = ["--disable-gpu", "--no-first-run"]
    flags += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    path = os.environ.get("FLATTOP_CHROMIUM") or CHROMIUM.read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class TablePage:
    """A browser page at a table."""

    def __init__(
        self, browser: Browser, server: str, game: str, size: tuple[int, int] = DESK, script: str = ""
    ) -> None:
        context = browser.new_context(base_url=server, viewport={"width": size[0], "height": size[1]})
        self.page: Page = context.new_page()
        self.page.set_default_timeout(30_000)
        if script:
            self.page.add_init_script(script)
        self.rng = random.Random(7)
        self.page.request.post("/api/guest", data={"name": "Ada"})
        seats = ["you", *["house"] * (SEATS.get(game, 3) - 1)]
        answer = self.page.request.post("/api/tables", data={"game": game, "seats": seats})
        self.page.goto(f"/t/{answer.json()['id']}")
        self.page.locator(".sitting").wait_for()
        self.page.get_by_role("button", name="Skip").click()

    @property
    def turn(self) -> str:
        """The turn state of the page; "over" when the results have replaced the table."""
        table = self.page.locator(".sitting")
        return (table.get_attribute("data-turn") or "") if table.count() else "over"

    def wait(self) -> bool:
        """Wait until the seat is asked; return False once the game is over."""
        with suppress(TookTooLong):
            self.page.locator(YOUR_TURN_OR_OVER).wait_for(timeout=TURN_TIMEOUT)
        return self.turn != "over"

    def touch(self) -> None:
        """Click a random highlighted element, unless it has gone meanwhile."""
        with suppress(TookTooLong):
            lit = self.page.locator(LIT)
            lit.nth(self.rng.randrange(max(1, lit.count()))).click(timeout=CLICK_TIMEOUT)

    def close(self) -> None:
        self.page.context.close()
