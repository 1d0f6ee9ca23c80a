"""The terminal drawing of a table in a test."""

from flattop.match import Match, snapshot
from flattop.terminal.palette import NIGHT
from flattop.terminal.tables import layout
from flattop.terminal.tables.drawing import DrawContext


def drawn(game, t, seat=0, width=77, roomy=False, palette=NIGHT, people=None):
    """Return all lines that a seat sees; each fits into the width."""
    match = Match(game, people or [f"Name{s}" for s in range(t.seats)], 1, dict(t.settings), undoable=False)
    match.table = t
    options = [*t.asks.get(seat, ()), *t.anytime(seat)] if seat is not None else []
    keys = {action: str(number) for number, action in enumerate(options, 1)}
    chosen, ranks = options[0] if options else None, ["house"] * t.seats
    ctx = DrawContext(game, t.pack, match.people, ranks, t.settings, palette, width, roomy, keys, chosen)
    art, shown = layout(game.key), snapshot(match, seat)
    rows = [*art.board(shown, ctx), *art.hand(shown, ctx)]
    assert [row.plain for row in rows if row.cell_len > width + 1] == []
    return "\n".join([art.headline(shown, ctx), *[row.plain for row in rows]])
