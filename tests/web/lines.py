"""Lines whose words can be held back, for races in real browsers."""

import json
import re
from time import monotonic

PATIENCE = 60  # seconds


def one_by_one(lines, touches):
    """Each page touches something when the touch before was answered, but nobody hears before all have."""
    for line in lines:
        line.wait_for_a_word()
        line.held = True
    for line, touch in zip(lines, touches, strict=True):
        touch()
        line.wait_for_an_answer()
    for line in lines:
        line.release()


class Line:
    """What the server says to a page, kept back for as long as it is held."""

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

    def wait_for_a_word(self):
        """A table is drawn before its line is open."""
        self._wait(lambda: self.is_open, "welcome")

    def wait_for_an_answer(self):
        self._wait(
            lambda: any(json.loads(message)["type"] in ("done", "refused") for message in self.kept), "answer"
        )

    def _wait(self, has_come, what):
        last = monotonic() + PATIENCE
        while not has_come():
            self.page.evaluate("0")  # the browser's words are only heard while something is asked of it
            assert monotonic() < last, f"no {what} came, only {self.kept}"

    def release(self):
        self.held = False
        for message in self.kept:
            self.page_end.send(message)
        self.kept = []
