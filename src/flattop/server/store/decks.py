"""Decks of one's own, as the files that games read."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flattop.kernel import Game


class Decks:
    """A folder of decks, each named by its content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, deck: str | None) -> Path | None:
        """The file of a deck, written if it is not there; none for the house deck."""
        if deck is None:
            return None
        path = self._folder / f"{sha256(deck.encode()).hexdigest()[:32]}.toml"
        if not path.exists():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            half = path.with_suffix(".new")
            half.write_text(deck, "utf-8", newline="")
            half.replace(path)
        return path

    def check(self, game: Game, deck: str) -> None:
        """Read a deck once, to be sure of it; a bad one is not kept."""
        path = self.file(deck)
        try:
            game.pack(path)
        except BaseException:
            if path:
                path.unlink(missing_ok=True)
            raise
