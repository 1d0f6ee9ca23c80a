"""Helpers for tests of deck files: custom decks made from the house deck, and their errors."""

import pytest

from flattop.kernel import BadDeck


def house_text(load):
    return load.house_deck.read_text("utf-8")


def custom_deck(folder, text):
    """Write a custom deck file."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def changed(folder, load, *changes):
    """Write the house deck as a custom file, with some texts replaced."""
    text = house_text(load)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return custom_deck(folder, text)


def refusal(load, path):
    """Return the error of a deck: one line that begins with the file."""
    with pytest.raises(BadDeck, match=rf"^{path.name}: ") as refused:
        load(path)
    assert "\n" not in str(refused.value)
    return str(refused.value)
