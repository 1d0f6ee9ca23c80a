"""A player without a browser: a socket, its snapshot, and its plays."""

import contextlib
import itertools
import json

from websockets.sync.client import connect

from .seats import guest

PATIENCE = 60  # seconds


class Mate:
    """A socket client with the cookies of a guest, and its current snapshot."""

    def __init__(self, cookies, server, table):
        address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
        self.ends = contextlib.ExitStack()
        known = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        headers = {"Cookie": known, "Origin": server}
        self.line = self.ends.enter_context(
            connect(address, additional_headers=headers, open_timeout=PATIENCE)
        )
        self.numbers, self.snapshot, self.version, self.log = itertools.count(), None, 0, []
        self.line.send(json.dumps({"type": "hello", "protocol": 1, "seen": None}))
        self.until(lambda message: message["type"] == "welcome")

    @property
    def view(self):
        return self.snapshot["view"]

    def until(self, wanted):
        """Read messages until a condition is true."""
        while True:
            message = json.loads(self.line.recv(timeout=PATIENCE))
            self.hear(message)
            if wanted(message):
                return message

    def hear(self, message):
        if message["type"] == "welcome":
            self.snapshot, self.version = message["sheet"], message["version"]
            self.log = list(self.snapshot["log"]) if self.snapshot else []
        elif message["type"] == "update":
            view = message["set"].pop("view", {})
            self.snapshot = {**self.snapshot, **message["set"], "view": {**self.view, **view}}
            self.version, self.log = message["version"], self.log + message["log"]

    def send(self, *action):
        """Send a play without waiting, and return its message id."""
        number = f"mate-{next(self.numbers)}"
        play = {"type": "play", "id": number, "version": self.version, "action": list(action)}
        self.line.send(json.dumps(play))
        return number

    def answer(self, number):
        return self.until(lambda message: message.get("id") == number)

    def play(self, *action):
        answer = self.answer(self.send(*action))
        assert answer["type"] == "done", answer
        return answer

    def told(self, event):
        """Return the events of that name, oldest first."""
        return [line[0] for line in self.log if line[0][0] == event]

    def wait_for(self, event, count=1):
        while len(self.told(event)) < count:
            self.until(lambda message: message["type"] == "update")


def join(other, owner, table, name="Ben"):
    """Take the open seat of another guest's table; both can be pages or plain requests."""
    guest(other, name)
    ask, take = (getattr(one, "request", one) for one in (owner, other))
    invite = ask.get(f"/api/tables/{table}").json()["invite"]
    answer = take.post(f"/api/tables/{table}/join", data={"invite": invite, "seat": None})
    assert answer.ok, answer.text()
