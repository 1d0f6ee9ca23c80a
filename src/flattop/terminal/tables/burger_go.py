"""Burger Go! on a screen: rows by type, numbered in order of play, and the hand as two-ended cards."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.cards import two_ended
from flattop.terminal.pieces.food import LETTERS, TEXTURES
from flattop.terminal.tables.stage import Stage, beside, columns, flowed, padded

CARDS = 7
GROUPS = ("salad", "cheese", "meat", "sauce", "bun")
LADDER = (1, 3, 6, 10, 15)
ON_SAUCE = 9
LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun; the number before the letter says "
    "when it was played. ◉ coins, ♛ most Salads (♛/2: shared by two), [6] step of the Cheese ladder, "
    "=9 Meat on Sauce."
)


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    piles = f"deck {len(view['deck'])} · discards {len(view['discards'])}"
    return f"round {view['round']} of {stage.settings['rounds']} · card {view['card']} of {CARDS} · {piles}"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Everybody's place, one's own first, then clockwise: the first rival gets the hand next."""
    return [line for seat in stage.clockwise(snapshot) for line in _place(snapshot, stage, seat)]


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own cards, each with both its ends; the number on a card is its key."""
    if snapshot["seat"] is None or not snapshot["view"]["hands"][snapshot["seat"]]:
        return []
    cards = snapshot["view"]["hands"][snapshot["seat"]]
    width = min(16, (stage.width - len(cards)) // max(len(cards), 5))
    return beside(*[two_ended(card, width, snapshot, stage) for card in cards])


def _place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    names = [stage.person(s, snapshot) for s in range(len(stage.people))]
    line = padded(names[seat], max(name.cell_len for name in names)).append("  ")
    line.append(f"◉ {snapshot['view']['coins'][seat]:<3}", f"bold {stage.palette.ink_of('cheese')}").append(
        "  "
    )
    line.append_text(_mood(snapshot, stage, seat)).append("  ")
    line.append_text(_tally(snapshot, stage, seat))
    return [line, *_row(snapshot, stage, seat)]


def _mood(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    if snapshot["over"]:
        return Text("★ wins" if seat in snapshot["winners"] else "", f"bold {stage.palette.good}")
    if seat in snapshot["waiting"]:
        return Text("… choosing", stage.palette.quiet)
    return Text("✓ decided", stage.palette.good)


def _tally(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Salads against the others', the Cheese ladder, and the Middle Buns of the whole game."""
    view, palette = snapshot["view"], stage.palette
    salads = [_types(snapshot, stage, s).count("salad") for s in range(len(stage.people))]
    own = _types(snapshot, stage, seat)
    line = Text(f"L {salads[seat]}{_crown(salads, seat)}", palette.ink_of("salad"))
    line.append("  C ", palette.ink_of("cheese"))
    line.append_text(_ladder(own.count("cheese"), stage))
    buns = len(view["kept"][seat]) + own.count("bun")
    return line.append(f"  B {buns}", palette.ink_of("bun"))


def _crown(counts: list[int], seat: int) -> str:
    """♛ for most, 2nd for the next; shared where several have it."""
    steps = sorted({count for count in counts if count}, reverse=True)
    if not counts[seat] or counts[seat] not in steps[:2]:
        return ""
    if counts[seat] == steps[0]:
        return " ♛" if counts.count(steps[0]) == 1 else f" ♛/{counts.count(steps[0])}"
    return " 2nd" if counts.count(steps[0]) == 1 else ""


def _ladder(count: int, stage: Stage) -> Text:
    """1-3-6-10-15 with the step that is reached."""
    line = Text()
    for step, coins in enumerate(LADDER, 1):
        reached = step == min(count, len(LADDER))
        line.append(
            f"[{coins}]" if reached else str(coins),
            stage.palette.fill("cheese") if reached else stage.palette.quiet,
        )
        line.append("·" if step < len(LADDER) else "", stage.palette.quiet)
    return line


def _types(snapshot: Snapshot, stage: Stage, seat: int) -> list[str]:
    return [stage.pack.type_of[face] for face in snapshot["view"]["rows"][seat]]


def _row(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    row = snapshot["view"]["rows"][seat]
    if not row:
        return [stage.quiet("    nothing played yet this round")] + [Text()] * stage.roomy
    if stage.roomy:
        return [*columns([[Text("   "), Text()], *_stacks(snapshot, stage, seat)], stage.width), Text()]
    return flowed(_tiles(snapshot, stage, seat), stage.width, gap=" ", indent=3)


def _in_groups(snapshot: Snapshot, stage: Stage, seat: int) -> list[int]:
    """The places of the row by type; a Sauce with a Meat on it is drawn with that."""
    covered = {place for place in snapshot["view"]["beneath"][seat] if place >= 0}
    types = _types(snapshot, stage, seat)
    return [i for group in GROUPS for i, kind in enumerate(types) if kind == group and i not in covered]


def _tiles(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """The row in one line; what lies on a Sauce is joined to it."""
    tiles: list[Text] = []
    for i in _in_groups(snapshot, stage, seat):
        tile = _tile(snapshot, stage, seat, i)
        below = snapshot["view"]["beneath"][seat][i]
        if below >= 0:
            tile = Text.assemble(tile, ("+", stage.palette.quiet), _tile(snapshot, stage, seat, below))
            tile.append(f"={ON_SAUCE}", f"bold {stage.palette.ink}")
        tiles.append(tile)
    return tiles


def _stacks(snapshot: Snapshot, stage: Stage, seat: int) -> list[list[Text]]:
    """The row as tiles two lines high: Meat on its Sauce, an open Sauce under a dashed lid."""
    stacks: list[list[Text]] = []
    for i in _in_groups(snapshot, stage, seat):
        tile, below = _tile(snapshot, stage, seat, i), snapshot["view"]["beneath"][seat][i]
        if below >= 0:
            sauce = _tile(snapshot, stage, seat, below)
            width = max(tile.cell_len, sauce.cell_len)
            stack = [_stretched(tile, width), _stretched(sauce, width)]
            stacks.append(beside(stack, [Text(), Text(f"={ON_SAUCE}", f"bold {stage.palette.ink}")], gap=0))
        else:
            stacks.append([_over(snapshot, stage, seat, i, tile.cell_len), tile])
    return stacks


def _over(snapshot: Snapshot, stage: Stage, seat: int, i: int, width: int) -> Text:
    """What stands above a single tile: the lid of an open Sauce, or the texture of the food."""
    kind = _types(snapshot, stage, seat)[i]
    if kind == "sauce":
        return Text(f"{' open ':┄^{width}}", stage.palette.quiet)
    return Text(TEXTURES[kind] * width, stage.palette.fill(kind))


def _stretched(tile: Text, width: int) -> Text:
    return Text(f"{tile.plain:<{width}}", tile.style)


def _tile(snapshot: Snapshot, stage: Stage, seat: int, i: int) -> Text:
    """One face: when it was played, its letter and its name."""
    face = snapshot["view"]["rows"][seat][i]
    kind = stage.pack.type_of[face]
    mine = seat == snapshot["seat"] or stage.roomy
    name = f" {stage.pack.faces[face].name} " if mine else ""
    return Text(f"{i + 1}{LETTERS[kind]}{name}", stage.palette.fill(kind))
