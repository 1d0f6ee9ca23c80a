"""Lines whose words can be held back, for races in real browsers."""

import re


class Line:
    """What the server says to a page, kept back for as long as it is held."""

    def __init__(self, page):
        self.held, self.kept = False, []
        page.route_web_socket(re.compile("/ws/tables/"), self.joined)

    def joined(self, page_end):
        self.page_end = page_end
        page_end.connect_to_server().on_message(self.heard)

    def heard(self, message):
        if self.held:
            self.kept.append(message)
        else:
            self.page_end.send(message)

    def release(self):
        self.held = False
        for message in self.kept:
            self.page_end.send(message)
        self.kept = []
