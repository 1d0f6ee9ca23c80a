"""Handing the screen over: nothing of the table is to be seen until the next person is there."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Click, Key
from textual.screen import Screen
from textual.widgets import Static


class HandOver(Screen[None]):
    """Covers everything; any key of the next person opens it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.next_name = name

    def compose(self) -> ComposeResult:
        words = Text(justify="center")
        words.append(f"Pass the screen to {self.next_name}\n\n", "bold")
        words.append(f"{self.next_name}: press Enter when nobody else is looking. (q quits)")
        yield Static(words, id="handover")

    def on_key(self, event: Key) -> None:
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss()
        elif event.key == "q":
            self.app.exit()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.dismiss()
