"""A later edition of Burger Go!, for tests of games that were begun before it."""

from flattop.games import game
from flattop.games.burger_up.burger_go.table import GoTable


def next_edition(monkeypatch, *, hands_stay=False):
    """Raise the edition: rules are unchanged, or with `hands_stay` no cards are passed on."""
    go = game("burger-go")
    monkeypatch.setitem(vars(go), "edition", go.edition + 1)
    if hands_stay:
        monkeypatch.setattr(GoTable, "pass_left", lambda t: None)
