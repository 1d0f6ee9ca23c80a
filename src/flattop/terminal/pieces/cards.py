"""Two-ended ingredient cards: one food on each end, a dashed line between them."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.food import LETTERS
from flattop.terminal.tables.stage import Stage


def two_ended(card: int, width: int, snapshot: Snapshot, stage: Stage) -> list[Text]:
    """A card of the Burger Up pack, lit if it or one of its ends can be chosen."""
    upper, lower = card * 2, card * 2 + 1
    if stage.pack.is_bun[card]:
        return [
            *_end(upper, width, snapshot, stage),
            _cut(card, width, stage),
            *_ringed(width, card, snapshot, stage),
        ]
    return [
        *_end(upper, width, snapshot, stage),
        _cut(card, width, stage),
        *_end(lower, width, snapshot, stage),
    ]


def _end(face: int, width: int, snapshot: Snapshot, stage: Stage) -> list[Text]:
    """One end in two lines: letter and name."""
    style, name = _style(face, snapshot, stage), stage.pack.faces[face].name
    letter = LETTERS[stage.pack.type_of[face]]
    return [Text(f"{line:<{width}}", style) for line in name_lines(letter, name, width)]


def _ringed(width: int, card: int, snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The other end of a Middle Bun is the same bun."""
    style = _style(card * 2 + 1, snapshot, stage)
    return [Text(f"{'◯':^{width}}", style), Text(" " * width, style)]


def name_lines(letter: str, name: str, width: int) -> tuple[str, str]:
    """A name beside its letter, in two lines if it must be."""
    room = width - 2
    if len(name) <= room:
        return f"{letter} {name}", ""
    first, _, rest = name.partition(" ")
    return (f"{letter} {first}", f"  {rest}") if len(first) <= room else (letter, f"{first} {rest}".strip())


def _cut(card: int, width: int, stage: Stage) -> Text:
    """The dashed line, with the card's key in it while cards are being chosen, and then those of its ends."""
    key = stage.key("choose", card)
    ends = Text.assemble(*[_of_end(sign, stage.tag("show", card * 2 + n)) for n, sign in enumerate("▲▼")])
    if not key:
        return Text.assemble(ends, ("┄" * (width - ends.cell_len), stage.palette.rim))
    if stage.chosen == ("choose", card):
        return stage.lamp(f"{f'▶ {key} ◀':^{width}}")
    return Text(f"{f' {key} ':┄^{width}}", f"bold {stage.palette.lamp}")


def _of_end(sign: str, key: Text) -> Text:
    """The key of one end, with a sign for above or below."""
    return Text.assemble(sign, key) if key else Text()


def _style(face: int, snapshot: Snapshot, stage: Stage) -> str:
    """Full colour for what counts or may count, a quiet one for the rest."""
    laid = snapshot["view"]["choices"][snapshot["seat"]]
    shown = [action[1] for action in stage.keys if action[0] == "show"]
    bright = face in (laid or shown) if laid or shown else True
    kind = stage.pack.type_of[face]
    if bright:
        return stage.palette.fill(kind)
    return f"{stage.palette.colour(kind)} on {stage.palette.card}"
