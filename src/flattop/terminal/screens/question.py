"""A question with a key per answer: resume or new, consent or not."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flattop.terminal.screens.overlay import Over


class Question(Over[str]):
    """Closes with the key of the answer."""

    WAY_OUT = "One of the keys in the box answers."

    def __init__(self, words: str, answers: Mapping[str, str], usual: str = "") -> None:
        super().__init__()
        self.words, self.answers, self.usual = words, dict(answers), usual

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self.words), classes="title")
            yield OptionList(
                *[Option(Text(f"{key}  {words}"), id=key) for key, words in self.answers.items()]
            )

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.focus()
        options.highlighted = list(self.answers).index(self.usual) if self.usual else 0

    def on_key(self, event: Key) -> None:
        if event.key in self.answers:
            event.stop()
            self.dismiss(event.key)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id)
