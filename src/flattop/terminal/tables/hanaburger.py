"""Hanaburger on a screen: two burgers for all, open hands of the others, and backs with what one was told."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.food import LETTERS, base, chip, layer
from flattop.terminal.tables.stage import Stage, beside, flowed, folded, padded

STACK = 20
TICKS = {"met": "✓", "possible": "·", "impossible": "✗"}
LEGEND = (
    "L Salad, S Sauce, M Meat or Patty, C Cheese or Egg, B Middle Bun; burgers are told from the bottom up. "
    "✓ met, · missing, ✗ impossible. +green: told, -green: ruled out, ▲ pointed at since the last turn. "
    "● clean Hint token, ○ dirty one."
)


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    final = f" · {view['final']} turns left" if view["final"] >= 0 else ""
    piles = f"{len(view['deck'])} cards to draw · {len(view['order_deck'])} orders to come"
    return f"${view['coins']} · {piles}{final}"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    burgers = [_burger(snapshot, stage, place) for place in range(2)]
    lines = [_tokens(snapshot, stage)]
    if stage.roomy:
        lines += beside(*[[padded(line, _room(stage)) for line in block] for block in burgers], gap=2)
    else:
        lines += [line for block in burgers for line in block]
    for seat in range(len(stage.people)):
        if seat != snapshot["seat"]:
            lines += _open_hand(snapshot, stage, seat)
    return [*lines, *_discards(snapshot, stage)]


def _tokens(snapshot: Snapshot, stage: Stage) -> Text:
    view, settings = snapshot["view"], stage.settings
    dirty = settings["hint_tokens"] - view["hints"]
    line = Text.assemble(("hints ", stage.palette.quiet), ("●" * view["hints"], stage.palette.good))
    line.append("○" * dirty, stage.palette.quiet)
    few = view["mistakes"] <= 3
    line.append("  mistakes left ", stage.palette.quiet)
    line.append(
        f"{view['mistakes']} of {settings['mistake_tokens']}", stage.palette.bad if few else stage.palette.ink
    )
    line.append(f"  served {len(view['served'])}", stage.palette.quiet)
    if view["shown"] >= 0:
        line.append("  turned up ", stage.palette.quiet).append_text(_title(stage, view["shown"]))
    return line


# -- burgers


def _burger(snapshot: Snapshot, stage: Stage, place: int) -> list[Text]:
    """The order with its lines ticked, and the burger: large where there is room."""
    faces = snapshot["view"]["burgers"][place]
    order = folded(_order(snapshot, stage, place), _room(stage), 4)
    head = [*order, *_needs(snapshot, stage, place)]
    if stage.roomy:
        pack, width = stage.pack, STACK
        layers = [layer(pack.type_of[f], width, stage.palette, pack.faces[f].name) for f in reversed(faces)]
        return [*head, *layers, base(width, stage.palette)]
    tiles = [_tile(stage, face) for face in faces] or [stage.quiet("only its Bottom Bun")]
    return [*head, *flowed(tiles, stage.width, gap=" ", indent=2)]


def _order(snapshot: Snapshot, stage: Stage, place: int) -> Text:
    view = snapshot["view"]
    line = stage.tag("onto", place)
    line.append(f"burger {place + 1} ", f"bold {stage.palette.ink}")
    order = view["orders"][place]
    if order < 0:
        return line.append("has no order any more", stage.palette.quiet)
    line.append(stage.pack.top_buns[order].name, f"bold {stage.palette.lamp}")
    line.append(f"  {view['heights'][place]} high, ${view['pays'][place]}", stage.palette.quiet)
    return line


def _needs(snapshot: Snapshot, stage: Stage, place: int) -> list[Text]:
    """What comes next, and each line of the order with its tick."""
    view = snapshot["view"]
    if view["orders"][place] < 0:
        return []
    pieces = [_asks(view["wanted"][place], stage)]
    for words, state in zip(view["asked"][place], view["prospects"][place][1:], strict=True):
        good = stage.palette.good if state == "met" else stage.palette.ink
        pieces.append(Text(f"{TICKS[state]} {words}", stage.palette.bad if state == "impossible" else good))
    return [row for line in flowed(pieces, _room(stage), indent=2) for row in folded(line, _room(stage), 4)]


def _room(stage: Stage) -> int:
    """How wide the words of one burger may be; large burgers stand side by side."""
    return stage.width // 2 - 2 if stage.roomy else stage.width


def _asks(kind: str, stage: Stage) -> Text:
    if kind == "any":
        return stage.quiet("takes anything")
    return Text.assemble(("asks ", stage.palette.quiet), chip(kind, stage.palette))


def _tile(stage: Stage, face: int) -> Text:
    kind = stage.pack.type_of[face]
    return Text(f"{LETTERS[kind]} {stage.pack.faces[face].name}", stage.palette.fill(kind))


# -- the hands of the others


def _open_hand(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    view = snapshot["view"]
    name = Text.assemble(stage.tag("hint", seat), stage.person(seat, snapshot))
    if seat == view["active"] and not snapshot["over"]:
        name.append(" on turn", stage.palette.lamp)
    cards = [
        Text.assemble(_title(stage, card), _marks(snapshot, stage, seat, slot))
        for slot, card in enumerate(view["hands"][seat])
    ]
    return [name, *flowed(cards, stage.width, gap="  ", indent=2)]


def _title(stage: Stage, card: int) -> Text:
    if card < 0:
        return stage.quiet("a card")
    halves = [_tile(stage, 2 * card), _tile(stage, 2 * card + 1)]
    return halves[0] if stage.pack.is_bun[card] else Text("/").join(halves)


def _marks(snapshot: Snapshot, stage: Stage, seat: int, slot: int) -> Text:
    """What the holder was told of a card: clues it has, clues it has not, and whether a hint is fresh."""
    view, line = snapshot["view"], Text()
    if any(slot in hint for hint in view["pointed_at"][seat]):
        line.append(" ▲", f"bold {stage.palette.lamp}")
    for sign, lists, ink in (("+", "told", stage.palette.good), ("-", "ruled_out", stage.palette.quiet)):
        for end, name in (("", lists), ("↓", f"{lists}_below")):
            for clue in view[name][seat][slot]:
                line.append(f" {sign}{end}{stage.game.text.namers['clue'](stage.pack, clue)}", ink)
    return line


def _discards(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """How many cards of each type lie on the discard pile."""
    cards = snapshot["view"]["discards"]
    kinds = [stage.pack.type_of[2 * card + half] for card in cards for half in (0, 1)]
    line = stage.quiet(f"discards {len(cards)}: ")
    for kind in ("salad", "sauce", "meat", "cheese", "bun"):
        count = kinds.count(kind) // (2 if kind == "bun" else 1)
        line.append_text(chip(kind, stage.palette)).append(f"{count} ", stage.palette.quiet)
    return [line] if cards else []


# -- the own hand


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Backs, oldest first, with what one was told; the halves of a card that was turned up."""
    seat = snapshot["seat"]
    if seat is None:
        return []
    shown = snapshot["view"]["shown"]
    if shown >= 0 and snapshot["view"]["active"] == seat:
        return [_shown_half(stage, 2 * shown + half) for half in (0, 1)]
    slots = range(len(snapshot["view"]["hands"][seat]))
    width = min(36, (stage.width - len(slots)) // max(len(slots), 1))
    return beside(*[_back(snapshot, stage, seat, slot, width) for slot in slots])


def _shown_half(stage: Stage, face: int) -> Text:
    return Text.assemble(stage.tag("show", face), _tile(stage, face))


def _back(snapshot: Snapshot, stage: Stage, seat: int, slot: int, width: int) -> list[Text]:
    """One unseen card: its keys, then clues it carries, and clues it cannot carry; open at the end."""
    keys = Text.assemble(stage.tag("place", slot), stage.tag("discard", slot))
    card = snapshot["view"]["hands"][seat][slot]
    back = Text(f"▒ card {slot + 1} ▒", f"bold {stage.palette.ink}")
    head = Text.assemble(keys, back if card < 0 else _title(stage, card))
    told = _marks(snapshot, stage, seat, slot)
    extra = _facts(snapshot, stage, seat, slot)
    title = [padded(row, width) for row in folded(head, width, 2)]
    return [*title, *_wrapped(told, width, stage), *_wrapped(extra, width, stage)]


def _facts(snapshot: Snapshot, stage: Stage, seat: int, slot: int) -> Text:
    """What follows from hints, where the table helps with it."""
    if stage.settings["memory"] == "marks":
        return Text()
    certain = snapshot["view"]["certain"][seat][slot]
    return Text(f" = {stage.game.text.namers['clues'](stage.pack, certain)}", stage.palette.ink)


def _wrapped(line: Text, width: int, stage: Stage) -> list[Text]:
    """A long list of clues in as many lines as it needs."""
    if not line.plain:
        return []
    pieces = [piece for piece in line.split(" ") if piece.plain]
    return [padded(row, width) for row in flowed(pieces, width, gap=" ")]
