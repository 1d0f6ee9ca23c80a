"""Takes screenshots of every table in mid-game, on a phone and on a desktop, to compare versions.

PYTHONPATH=src:. python -m bench.page.screenshots FOLDER [GAME ...]
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.arguments import argument_parser
from bench.page.positions import POSITIONS, PROGRAM, Position, request_position
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.servers import a_server

SIZES = ((390, 844), (1440, 900))
# Turns off the coach and automatic plays.
SWITCHES = {"coached": [position.game for position in POSITIONS], "single": False}
KEEP_SWITCHES = f"localStorage.setItem('flattop', {json.dumps(json.dumps(SWITCHES))})"


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("folder", type=Path, help="folder for the pictures")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wanted = [position for position in POSITIONS if not args.games or position.game in args.games]
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        link, file = stack.enter_context(mid_game_server(Path(data)))
        page = stack.enter_context(a_page(link))
        for position in wanted:
            shoot(page, position, file, args.folder)


@contextmanager
def mid_game_server(folder: Path) -> Iterator[tuple[str, Path]]:
    """Run a server whose tables start in mid-game with a slow clock; yield its address and position file."""
    file = folder / "position.json"
    with a_server(folder / "kept", "--clock", "0.1", program=[PROGRAM, str(file)]) as link:
        yield link, file


@contextmanager
def a_page(link: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("FLATTOP_CHROMIUM") or CHROMIUM.read_text(),
            args=[*FLAGS, "--no-sandbox"],
        )
        context = browser.new_context(base_url=link, reduced_motion="reduce")
        context.add_init_script(KEEP_SWITCHES)
        yield context.new_page()
        browser.close()


def shoot(page: Page, position: Position, file: Path, folder: Path) -> None:
    """Take one screenshot of a position per screen size."""
    open_at(page, position, file)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=folder / f"{position.name}-{width}.png")
        print(f"{position.name}-{width}.png", flush=True)


def open_at(page: Any, position: Position, file: Path) -> None:
    """Create a table that starts at the position, and open it."""
    request_position(position, file)
    page.request.post("/api/guest", data={"name": "Ada"})
    seats, options = position.chairs, position.options
    answer = page.request.post(
        "/api/tables", data={"game": position.game, "seats": seats, "options": options}
    )
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['id']}")
    page.locator(".sitting[data-turn=yours]").wait_for()


if __name__ == "__main__":
    main()
