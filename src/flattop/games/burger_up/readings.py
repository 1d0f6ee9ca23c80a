"""The other readings of two orders, as options: the pack with its needs read that way."""

from __future__ import annotations

from dataclasses import replace

from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import buns_do_not_cover, zero_counts_too
from flattop.kernel import Option, Settings

READINGS = {
    "even_stevens": Option(
        "one_each", ("one_each", "zero_ok"), "Equal numbers: at least 1 of each, or none at all will do."
    ),
    "sunny_side": Option(
        "card", ("card", "ingredient"), "On top: the topmost card, or the topmost that is no Middle Bun."
    ),
}


def as_read(pack: Pack, settings: Settings) -> Pack:
    """The pack by the readings of this table."""
    if settings["even_stevens"] == "zero_ok":
        pack = replace(pack, needs=tuple(map(zero_counts_too, pack.needs)))
    if settings["sunny_side"] == "ingredient":
        pack = replace(pack, needs=tuple(buns_do_not_cover(needs, pack.buns) for needs in pack.needs))
    return pack
