"""Cards and faces of the Burger Up pack by their printed ids."""

from flattop.kernel import VACANT


def card(name):
    """Return the card number of I05 or I05b; – is an empty place."""
    return VACANT if name == "–" else int(name[1:3]) - 1


def cards(names):
    return [card(name) for name in names.split()]


def face(name):
    """Return the face number of I05b."""
    return card(name) * 2 + "ab".index(name[3])


def faces(names):
    return [face(name) for name in names.split()]
