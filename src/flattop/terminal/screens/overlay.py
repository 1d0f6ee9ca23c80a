"""Whatever lies over the table: it hides the keys of the table, so it says itself how to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from textual.binding import Binding
from textual.screen import ModalScreen

if TYPE_CHECKING:
    from flattop.terminal.app import TerminalApp

R = TypeVar("R")


class Over(ModalScreen[R]):
    """A box or a page over the table."""

    BINDINGS = [Binding("ctrl+c", "way_out", "copy, or the way out", priority=True)]
    WAY_OUT = "Esc closes this page; then q quits."

    def action_way_out(self) -> None:
        """Copy what is marked, as elsewhere; where nothing is marked, say how to leave."""
        marked = self.get_selected_text()
        if marked:
            self.app.copy_to_clipboard(marked)
        else:
            cast("TerminalApp", self.app).action_help_quit()
