"""Layout shifts and long tasks while others play: `python -m bench.page.layout_shift [--phone] [GAME ...]`.

The script plays 30 decisions of every game against house bots.  Printed are for each game: the cumulative
layout shift (the worst five seconds); the sum of all shifts; the longest task on a CPU four times slower,
computed from CPU time so that other load does not count; and, if anything moved, the elements that moved
most.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Browser

from bench.arguments import argument_parser
from bench.page.table_page import DESK, PHONE, TablePage, a_browser, a_server
from flattop.games import CATALOG

DECISIONS = 30
SLOWER = 4
PACE = 0.3
Shift = dict[str, Any]  # when, how much, and what moved
GAP, WINDOW = 1000, 5000  # milliseconds: shifts that browsers count together

# Collects layout shifts, except those within 500 ms after an input.
WATCH = """
window.shifts = [];
const named = (node) => {
  const element = node && (node.nodeType === 1 ? node : node.parentElement);
  if (!element) return 'gone';
  const path = [];
  for (let e = element; e && e.id !== 'page' && path.length < 3; e = e.parentElement)
    path.unshift(e.tagName.toLowerCase() + [...e.classList].map((c) => '.' + c).join(''));
  return path.join(' > ');
};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    const what = one.sources.map((source) => named(source.node));
    shifts.push({ at: one.startTime, value: one.value, what });
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument(
        "games", nargs="*", default=list(CATALOG), metavar="GAME", help="keys of games; all if none is given"
    )
    parser.add_argument("--phone", action="store_true", help="390 px wide")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="decisions of each game")
    args = parser.parse_args()
    print(f"{'game':<20} {'CLS':>7} {'sum':>7} {'longest task, ms':>17}")
    with a_server(PACE) as server, a_browser() as browser:
        for game in args.games:
            size = PHONE if args.phone else DESK
            print(row(game, *watched(browser, server, game, size, args.decisions)), flush=True)


def watched(
    browser: Browser, server: str, game: str, size: tuple[int, int], decisions: int
) -> tuple[list[Shift], float]:
    """Return the shifts and the longest task, without the first moments in which the table is laid out."""
    table = TablePage(browser, server, game, size, WATCH)
    table.page.wait_for_timeout(GAP)
    table.page.evaluate("shifts.length = 0")
    browser.start_tracing(page=table.page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    for _ in range(decisions):
        if not table.wait():
            break
        table.touch()
    longest = longest_task(json.loads(browser.stop_tracing()))
    shifts: list[Shift] = table.page.evaluate("shifts")
    table.close()
    return shifts, longest


def longest_task(trace: dict[str, Any]) -> float:
    """Return the CPU time in milliseconds of the longest task of the page's main thread."""
    events = trace["traceEvents"]
    pages = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in pages]
    return max((one.get("tdur", 0) for one in tasks), default=0) / 1000


def row(game: str, shifts: list[Shift], longest: float) -> str:
    total = sum(shift["value"] for shift in shifts)
    moved: Counter[str] = Counter()
    for shift in shifts:
        for what in shift["what"]:
            moved[what] += shift["value"]
    worst = "".join(f"\n    {value:.4f} {what}" for what, value in moved.most_common(6) if value > 0.01)
    return f"{game:<20} {cumulative(shifts):>7.4f} {total:>7.4f} {SLOWER * longest:>17.0f}{worst}"


def cumulative(shifts: list[Shift]) -> float:
    """Return the worst session: shifts less than a second apart, over five seconds at most."""
    worst, begun, last, held = 0.0, 0.0, float("-inf"), 0.0
    for shift in shifts:
        if shift["at"] - last > GAP or shift["at"] - begun > WINDOW:
            begun, held = shift["at"], 0.0
        held, last = held + shift["value"], shift["at"]
        worst = max(worst, held)
    return worst


if __name__ == "__main__":
    main()
