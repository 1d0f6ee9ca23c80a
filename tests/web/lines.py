"""Sockets of a page whose messages can be held back, for races in real browsers."""

import json
import re
from time import monotonic

PATIENCE = 60  # seconds


def one_by_one(lines, touches):
    """Let the pages act one after the other; the server's answers are delivered after all have acted."""
    for line in lines:
        line.wait_for_first_message()
        line.held = True
    for line, touch in zip(lines, touches, strict=True):
        touch()
        line.wait_for_answer()
    for line in lines:
        line.release()


class Line:
    """The server's messages to a page, which can be held back."""

    def __init__(self, page):
        self.page, self.held, self.kept, self.is_open = page, False, [], False
        page.route_web_socket(re.compile("/ws/tables/"), self.joined)

    def joined(self, page_end):
        self.page_end, self.is_open = page_end, False
        page_end.connect_to_server().on_message(self.heard)

    def heard(self, message):
        if self.held:
            self.kept.append(message)
        else:
            self.page_end.send(message)
            self.is_open = True

    def wait_for_first_message(self):
        """Wait for the first message, since a table is drawn before its socket is open."""
        self._wait(lambda: self.is_open, "welcome")

    def wait_for_answer(self):
        self._wait(
            lambda: any(json.loads(message)["type"] in ("done", "refused") for message in self.kept), "answer"
        )

    def _wait(self, has_come, what):
        last = monotonic() + PATIENCE
        while not has_come():
            self.page.evaluate("0")  # browser events arrive only while the browser is queried
            assert monotonic() < last, f"no {what} came, only {self.kept}"

    def release(self):
        self.held = False
        for message in self.kept:
            self.page_end.send(message)
        self.kept = []
