"""Six screenshots over two seconds while others play: `python -m bench.page.filmstrip FOLDER [GAME ...]`.

There is one strip per game and screen size.  The script plays a few decisions and films when others are on
turn.
"""

from __future__ import annotations

import base64
import time
from pathlib import Path

from playwright.sync_api import Browser

from bench.arguments import argument_parser
from bench.page.table_page import DESK, PHONE, TablePage, a_browser, a_server
from flattop.games import CATALOG

FRAMES, EVERY = 6, 0.4  # pictures, seconds between two of them
DECISIONS = 8  # before the first screenshot
PACE = 0.6

Frame = tuple[int, bytes]  # milliseconds, picture


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("folder", type=Path, help="folder for the pictures")
    parser.add_argument(
        "games", nargs="*", default=list(CATALOG), metavar="GAME", help="keys of games; all if none is given"
    )
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with a_server(PACE) as server, a_browser() as browser:
        for game in args.games:
            for name, size in (("desk", DESK), ("phone", PHONE)):
                strip = spliced(browser, filmed(TablePage(browser, server, game, size)))
                (args.folder / f"{game}-{name}.png").write_bytes(strip)
                print(f"{game} {name}", flush=True)


def filmed(table: TablePage) -> list[Frame]:
    """Play until others are on turn, then take the screenshots."""
    for decision in range(10 * DECISIONS):
        if not table.wait():
            break
        table.touch()
        if decision >= DECISIONS and table.turn == "waiting":
            break
    frames = taken(table)
    table.close()
    return frames


def taken(table: TablePage) -> list[Frame]:
    """Take screenshots at fixed times, or as soon as the last one is done."""
    frames: list[Frame] = []
    start = time.monotonic()
    for number in range(FRAMES):
        table.page.wait_for_timeout(max(0.0, start + number * EVERY - time.monotonic()) * 1000)
        at = round((time.monotonic() - start) * 1000)
        frames.append((at, table.page.screenshot(type="jpeg", quality=80)))
    return frames


def spliced(browser: Browser, frames: list[Frame]) -> bytes:
    """Return all screenshots in one picture, three in a row, with their times."""
    pictures = "".join(
        f"<figure><img src='data:image/jpeg;base64,{base64.b64encode(picture).decode()}'>"
        f"<figcaption>{at} ms</figcaption></figure>"
        for at, picture in frames
    )
    page = browser.new_page(viewport={"width": 1800, "height": 100})
    page.set_content(
        "<style>body{margin:0;display:grid;grid-template-columns:repeat(3,1fr);gap:6px;font:14px sans-serif}"
        f"figure{{margin:0}}img{{width:100%;max-height:1100px;object-fit:contain}}</style>{pictures}"
    )
    strip = page.screenshot(full_page=True)
    page.close()
    return strip


if __name__ == "__main__":
    main()
