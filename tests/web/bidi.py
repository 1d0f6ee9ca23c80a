"""A small client of WebDriver BiDi, which drives Firefox without a driver program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:9/",
    "ui.prefersReducedMotion": 1,
}
TIMEOUT = 60  # seconds


def find_firefox() -> str | None:
    """Return the path of Firefox; FLATTOP_FIREFOX names another one."""
    given = os.environ.get("FLATTOP_FIREFOX")
    return given or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def a_firefox(program: str, folder: Path, width: int = 1366, height: int = 768) -> Iterator[Firefox]:
    """Run Firefox without a window, with a new profile in the folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(to)});" for name, to in PREFERENCES.items()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    command += [f"--width={width}", f"--height={height}", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        try:
            found = (re.search(r"ws://\S+", line) for line in running.stderr or ())
            address = next(filter(None, found))[0]
            with connect(f"{address}/session", max_size=None, compression=None) as socket:
                yield Firefox(socket)
        finally:
            running.terminate()


class Firefox:
    """One tab of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.number = socket, 0
        self.errors: list[str] = []  # uncaught errors and those on the console
        capabilities = self.send("session.new", capabilities={})["capabilities"]
        self.version: str = capabilities["browserVersion"]
        self.send("session.subscribe", events=["log.entryAdded"])
        self.tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: Any) -> Any:
        """Send a command and return its result; keep errors of the page that arrive meanwhile."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(TIMEOUT))
            if answer["type"] == "event" and answer["params"].get("level") == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, function: str, *given: Any) -> Any:
        """Call an (async) function in the page; its arguments and its result travel as JSON."""
        call = f"(async () => JSON.stringify(await ({function})(...{json.dumps(given)})) ?? null)()"
        target = {"context": self.tab}
        answer = self.send("script.evaluate", expression=call, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def click(self, x: float, y: float) -> None:
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        moves += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self.send("input.performActions", context=self.tab, actions=[mouse])
