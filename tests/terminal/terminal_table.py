"""Apps driven by keys and clicks."""

import asyncio
import html
import re

from flattop.terminal.app import PlayApp
from flattop.terminal.screens.dialogs import ResultDialog
from flattop.terminal.session_setup import GameRequest, new_session

CELL = 12.2  # how wide a sign is in the toolkit's pictures


def request(key="burger-go", seats="you:Ann,house,house", seed=1, **options):
    return GameRequest(key, seats, options, None, seed)


class FullDisk:
    """A file on a full disk."""

    def write(self, line):
        raise OSError(28, "No space left on device")

    def close(self):
        pass


class Table:
    """An app that is driven by keys."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot

    async def settle(self):
        """Wait until the bots have moved and everything is drawn."""
        drivers = [worker for worker in self.app.workers if worker.name == "drive"]
        if drivers:  # an empty list would mean all workers, also one that waits for an answer
            await self.app.workers.wait_for_complete(drivers)
        await self.pilot.pause()

    async def press(self, *keys):
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    @property
    def screen(self):
        return self.app.screen

    @property
    def session(self):
        return self.app.session

    @property
    def match(self):
        return self.app.session.match

    @property
    def ended(self):
        return isinstance(self.app.screen, ResultDialog)

    @property
    def text(self):
        """Everything on the screen as plain lines, each character in its column."""
        svg = self.app.export_screenshot()
        rows = {}
        for x, y, words in re.findall(
            r'<text [^>]*?x="([\d.]+)" y="([\d.]+)"[^>]*?clip-path="url\(#[\w-]+line-\d+\)">([^<]*)</text>',
            svg,
        ):
            rows.setdefault(float(y), {})[round(float(x) / CELL)] = html.unescape(words).replace("\xa0", " ")
        return "\n".join(_line(rows[y]) for y in sorted(rows))


def _line(pieces):
    """Join the pieces of one line at their columns, because the SVG leaves out blanks."""
    line = ""
    for column in sorted(pieces):
        line = f"{line:<{column}}{pieces[column]}"
    return line.rstrip()


def at_table(scene, given=None, size=(80, 24), session=None, save=None):
    """Run a scene, which is a coroutine that gets the table."""
    given = given or request()

    def opened():
        return PlayApp(given, session or (None if save else new_session(given)), save, bot_delay=0)

    return on_screen(opened, scene, size)


def on_screen(opened, scene, size=(80, 24)):
    """Run a scene with any app.  The app is created inside the event loop."""

    async def run():
        app = opened()
        async with app.run_test(size=size, notifications=True) as pilot:
            table = Table(app, pilot)
            await table.settle()
            await scene(table)
        return app

    return asyncio.run(run())
