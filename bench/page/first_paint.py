"""Time to first paint of a table on a slow phone: `python -m bench.page.first_paint [--fast] [GAME ...]`.

A table of every game is opened by its address in a browser with an empty cache, with a CPU four times slower
and a connection of 1.6 Mbit/s with 150 ms latency.  Printed are for each game the milliseconds until the
first contentful paint and until the table is drawn, and the requests and bytes until then.  The median of
several runs counts.
"""

from __future__ import annotations

from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from bench.arguments import argument_parser
from bench.page.table_page import DESK, PHONE, SEATS, a_browser, a_server
from flattop.games import CATALOG

SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
OPENINGS = 3
TIMEOUT = 60_000  # milliseconds

# The frame in which the table is drawn for the first time.
WATCH = """
window.seen = new Promise((resolve) => {
  new MutationObserver((_, watch) => {
    if (!document.querySelector('.sitting')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  }).observe(document, { childList: true, subtree: true });
});
"""
MEASURE = """async () => ({
  table: await window.seen,
  first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  requests: performance.getEntriesByType('resource').length,
})"""


class Opening(NamedTuple):
    """Measurements of opening a table once."""

    first: float
    table: float
    requests: float
    bytes: float


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument(
        "games", nargs="*", default=list(CATALOG), metavar="GAME", help="keys of games; all if none is given"
    )
    parser.add_argument("--desk", action="store_true", help="1440 px wide")
    parser.add_argument("--fast", action="store_true", help="do not slow down the processor and the network")
    args = parser.parse_args()
    print(f"{'game':<20} {'anything, ms':>13} {'table, ms':>10} {'requests':>9} {'kB':>6}")
    with a_server(1.0) as server, a_browser() as browser:
        for game in args.games:
            size = DESK if args.desk else PHONE
            print(row(game, [opened(browser, server, game, size, args.fast) for _ in range(OPENINGS)]))


def opened(browser: Browser, server: str, game: str, size: tuple[int, int], fast: bool) -> Opening:
    """Open a table with an empty cache."""
    context = browser.new_context(base_url=server, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.request.post("/api/guest", data={"name": "Ada"})
    seats = ["you", *["house"] * (SEATS.get(game, 3) - 1)]
    answer = page.request.post("/api/tables", data={"game": game, "seats": seats})
    received = slowed(page, fast)
    page.add_init_script(WATCH)
    page.goto(f"/t/{answer.json()['id']}", wait_until="commit")
    page.locator(".sitting").wait_for(timeout=TIMEOUT)
    times = page.evaluate(MEASURE)
    context.close()
    return Opening(**times, bytes=sum(received) / 1000)


def slowed(page: Page, fast: bool) -> list[float]:
    """Throttle a page, and return a list to which the size of each response will be added."""
    received: list[float] = []

    def count(event: dict[str, Any]) -> None:
        received.append(event["encodedDataLength"])

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", count)
    if not fast:
        wire.send("Network.emulateNetworkConditions", NETWORK)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return received


def row(game: str, openings: list[Opening]) -> str:
    first, table, requests, size = (median(each) for each in zip(*openings, strict=True))
    return f"{game:<20} {first:>13.0f} {table:>10.0f} {requests:>9.0f} {size:>6.0f}"


if __name__ == "__main__":
    main()
