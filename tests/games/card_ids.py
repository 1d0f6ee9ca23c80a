"""Cards and faces of the Burger Up pack by their printed ids."""

from flattop.kernel import VACANT


def card(name):
    """I05 or I05b as the number of the card, – as an empty place."""
    return VACANT if name == "–" else int(name[1:3]) - 1


def cards(names):
    return [card(name) for name in names.split()]


def face(name):
    """I05b as the number of the face."""
    return card(name) * 2 + "ab".index(name[3])


def faces(names):
    return [face(name) for name in names.split()]
