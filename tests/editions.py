"""A later edition of Burger Go!, to see what becomes of games that were begun before it."""

from flattop.games import game
from flattop.games.burger_up.burger_go.table import GoTable


def next_edition(monkeypatch, *, hands_stay=False):
    """Its rules have changed, in nothing that a game would notice, or in that nobody passes on any cards."""
    go = game("burger-go")
    monkeypatch.setitem(vars(go), "edition", go.edition + 1)
    if hands_stay:
        monkeypatch.setattr(GoTable, "pass_left", lambda t: None)
