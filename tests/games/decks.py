"""What tests of deck files need: a deck of one's own made from the house deck, and how one is refused."""

import pytest

from flattop.kernel import BadDeck


def house_text(load):
    return load.house_deck.read_text("utf-8")


def mine(folder, text):
    """A deck file of one's own."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def changed(folder, load, *changes):
    """The house deck as a file of one's own, with some texts replaced."""
    text = house_text(load)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return mine(folder, text)


def refusal(load, path):
    """The one line, beginning with the file, that says what is wrong with a deck."""
    with pytest.raises(BadDeck, match=rf"^{path.name}: ") as refused:
        load(path)
    assert "\n" not in str(refused.value)
    return str(refused.value)
