"""Plays games in every browser that is installed: `python -m bench.page.browsers [GAME ...]`.

Chromium is driven by playwright, Firefox (Debian: firefox-esr) by WebDriver BiDi, and WebKit (Debian:
webkit2gtk-driver, and xvfb where there is no screen) by WebDriver.  Printed are for each browser and game the
touches, and whether the results were reached without an error on the page.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bench.arguments import argument_parser
from bench.page.table_page import SEATS, a_browser
from tests.web.bidi import a_firefox, find_firefox
from tests.web.clicking import Browser, play_to_the_end
from tests.web.servers import a_server

OPTIONS: dict[str, dict[str, Any]] = {"burger-go": {"rounds": 1}}
WEBKIT_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec")
# WebDriver has no events, so errors are collected in the page.
COLLECT_ERRORS = """() => {
  if (window.faults) return;
  window.faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  const { error } = console;
  console.error = (...given) => (faults.push(given.join(' ')), error(...given));
}"""


class DrivenBrowser(Browser, Protocol):
    version: str
    errors: list[str]


class Kind(NamedTuple):
    """A browser and how to start it."""

    name: str
    found: bool
    start: Callable[[Path], AbstractContextManager[DrivenBrowser]]


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("games", nargs="*", default=["burger-go"], metavar="GAME", help="keys of games")
    args = parser.parse_args()
    print(f"{'browser':<10} {'version':<16} {'game':<20} {'touches':>8}  result", flush=True)
    for kind in kinds():
        if not kind.found:
            print(f"{kind.name:<10} not installed")
            continue
        for game in args.games:
            print(f"{kind.name:<10} {tried(kind, game)}", flush=True)


def kinds() -> list[Kind]:
    firefox = find_firefox() or ""
    webkit = bool(shutil.which("WebKitWebDriver") and minibrowser())
    return [
        Kind("Chromium", True, lambda folder: a_chromium()),
        Kind("Firefox", bool(firefox), lambda folder: a_firefox(firefox, folder / "profile")),
        Kind("WebKit", webkit, lambda folder: a_webkit()),
    ]


def tried(kind: Kind, game: str) -> str:
    """Play one game in one browser and return its row of the table."""
    seats = ["you", *["random"] * (SEATS.get(game, 3) - 1)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with a_server(folder / "data") as server, kind.start(folder) as browser:
            touches, result = 0, "played to its end"
            try:
                touches = play_to_the_end(browser, server, game, seats, **OPTIONS.get(game, {}))
            except AssertionError as error:
                result = str(error)
            result += f", {len(browser.errors)} errors" + "".join(f"\n    {one}" for one in browser.errors)
            return f"{browser.version:<16} {game:<20} {touches:>8}  {result}"


class Chromium:
    """One page of Chromium, driven by playwright."""

    def __init__(self, page: Any, version: str) -> None:
        self.page, self.version = page, version
        self.errors: list[str] = []
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, function: str, *given: Any) -> Any:
        return self.page.evaluate(f"given => ({function})(...given)", list(given))

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


@contextmanager
def a_chromium() -> Iterator[Chromium]:
    with a_browser() as browser:
        page = browser.new_page(viewport={"width": 1366, "height": 657}, reduced_motion="reduce")
        yield Chromium(page, browser.version)


class WebKit:
    """One window of WebKitGTK, driven by WebDriver."""

    def __init__(self, driver: str, binary: str) -> None:
        self.driver = driver
        wish = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        begun = self.send("", capabilities={"alwaysMatch": wish})
        self.session = f"/{begun['sessionId']}"
        self.version: str = begun["capabilities"]["browserVersion"]

    def send(self, path: str, **body: Any) -> Any:
        url, data = f"{self.driver}/session{path}", json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(url, data), timeout=60) as answer:
            return json.load(answer)["value"]

    def goto(self, url: str) -> None:
        self.send(f"{self.session}/url", url=url)
        self.evaluate(COLLECT_ERRORS)

    def evaluate(self, function: str, *given: Any) -> Any:
        script = f"const done = arguments[1]; Promise.resolve(({function})(...arguments[0])).then(done)"
        return self.send(f"{self.session}/execute/async", script=script, args=[list(given)])

    def click(self, x: float, y: float) -> None:
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}]
        moves += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.send(f"{self.session}/actions", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def close(self) -> None:
        wish = urllib.request.Request(f"{self.driver}/session{self.session}", method="DELETE")
        urllib.request.urlopen(wish, timeout=60).close()

    @property
    def errors(self) -> list[str]:
        """Errors since the last page was opened."""
        return list(self.evaluate("() => window.faults"))


def minibrowser() -> str | None:
    """Return the path of WebKitGTK's own browser."""
    found = (next(Path(folder).glob("webkit*gtk-*/MiniBrowser"), None) for folder in WEBKIT_FOLDERS)
    return next((str(path) for path in found if path), None)


@contextmanager
def a_webkit() -> Iterator[WebKit]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        a_screen() as screen,
        subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env={**os.environ, **screen}, stderr=subprocess.DEVNULL
        ) as running,
    ):
        try:
            wait_for(port)
            webkit = WebKit(f"http://127.0.0.1:{port}", minibrowser() or "")
            yield webkit
            webkit.close()
        finally:
            running.terminate()


@contextmanager
def a_screen() -> Iterator[dict[str, str]]:
    """Yield environment variables of a screen: this one, or a virtual one."""
    if "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ:
        yield {}
        return
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            assert running.stdout
            yield {"DISPLAY": f":{running.stdout.readline().strip()}"}
        finally:
            running.terminate()


def wait_for(port: int) -> None:
    """Wait until a local port accepts connections."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing listens on port {port}")


if __name__ == "__main__":
    main()
