"""Between Two Burgers on a screen: the own two burgers large at the left and right, the others in lines."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.cards import name_lines
from flattop.terminal.pieces.food import LETTERS, base, chip, layer
from flattop.terminal.tables.stage import Stage, beside, flowed, padded, seat_letter

PARTS = ("salad", "sauce", "meat", "cheese", "bun")
STACK = 18
LEGEND = (
    "L Salad, S Sauce, M Meat or Patty, C Cheese or Egg, B Middle Bun; burgers are told from the bottom up. "
    "Five numbers: its points by type. ▼ the burger that counts for you, ♥ a wish, ■ a card laid face down."
)


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    turns = stage.settings["turns_per_round"]
    where = f"round {view['round']} of 3 · turn {view['turn'] % turns + 1} of {turns}"
    common = " · one common score" if len(stage.people) == 2 == len(view["burgers"]) else ""
    return f"{where} · hands go {view['direction']} · pile {len(view['pile'])}{common}"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    lines = [*_seats(snapshot, stage), Text()] if stage.roomy else _seats(snapshot, stage)
    left, right = snapshot["view"]["beside"][snapshot["seat"] or 0]
    others = [burger for burger in range(len(snapshot["view"]["burgers"])) if burger not in (left, right)]
    if stage.roomy:
        lines += beside(_large(snapshot, stage, left), _large(snapshot, stage, right), gap=4)
        lines.append(Text())
    else:
        lines += [*_flat(snapshot, stage, left), *_flat(snapshot, stage, right)]
    for burger in others:
        lines += _flat(snapshot, stage, burger)
    return lines


# -- seats


def _seats(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Who has picked, who places, and what everyone would score now."""
    return [line for seat in range(len(stage.people)) for line in _seat(snapshot, stage, seat)]


def _seat(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    names = [stage.person(s, snapshot) for s in range(len(stage.people))]
    line = padded(names[seat], max(name.cell_len for name in names))
    line.append(f"  score {snapshot['view']['scores'][seat]:>3}", f"bold {stage.palette.ink}")
    cards = [_title(stage, card) for card in snapshot["view"]["revealed"][seat]]
    return flowed([line, _mood(snapshot, stage, seat), *cards], stage.width)


def _mood(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    view = snapshot["view"]
    if snapshot["over"]:
        return Text("★ wins" if seat in snapshot["winners"] else "", f"bold {stage.palette.good}")
    if seat in view["placing"]:
        return Text("◀ places", stage.palette.lamp)
    if any(view["revealed"]):
        return stage.quiet("waits" if view["revealed"][seat] else "placed")
    picked = len(view["picks"][seat])
    return stage.quiet("■" * picked + "·" * (2 - picked))


def _title(stage: Stage, card: int) -> Text:
    if stage.pack.is_bun[card]:
        return chip("bun", stage.palette, "Middle Bun")
    halves = [_face(stage, 2 * card), _face(stage, 2 * card + 1)]
    return Text("/").join(halves)


def _face(stage: Stage, face: int) -> Text:
    return chip(stage.pack.type_of[face], stage.palette, stage.pack.faces[face].name)


# -- burgers


def _heading(snapshot: Snapshot, stage: Stage, burger: int) -> Text:
    """Whose burger it is, its points and the five parts of them."""
    view = snapshot["view"]
    owners = [seat for seat, two in enumerate(view["beside"]) if burger in two]
    line = Text(f"burger {burger + 1} ", f"bold {stage.palette.ink}")
    for seat in owners:
        line.append(f" {seat_letter(seat)} ", f"bold {stage.palette.paper} on {stage.palette.seat(seat)}")
    line.append_text(_side(snapshot, stage, burger))
    line.append(f" {view['totals'][burger]}", f"bold {stage.palette.ink}")
    return line


def _side(snapshot: Snapshot, stage: Stage, burger: int) -> Text:
    """Left or right of whoever looks, and whether it is the one that counts."""
    seat, view = snapshot["seat"], snapshot["view"]
    if seat is None or burger not in view["beside"][seat]:
        return Text()
    left, right = view["beside"][seat]
    lower = view["totals"][burger] == min(view["totals"][left], view["totals"][right])
    words = f" {'left' if burger == left else 'right'}{' ▼' if lower else ''}"
    return Text(words, stage.palette.lamp if lower else stage.palette.quiet)


def _five(snapshot: Snapshot, stage: Stage, burger: int) -> Text:
    line = Text()
    for kind, points in zip(PARTS, snapshot["view"]["parts"][burger], strict=True):
        line.append_text(chip(kind, stage.palette)).append(f"{points} ", stage.palette.ink)
    return line


def _flat(snapshot: Snapshot, stage: Stage, burger: int) -> list[Text]:
    """A burger in two lines or three, from the bottom up."""
    faces = snapshot["view"]["burgers"][burger]
    pieces = [
        _heading(snapshot, stage, burger),
        _five(snapshot, stage, burger),
        *_wishes(snapshot, stage, burger),
    ]
    own = snapshot["seat"] is not None and burger in snapshot["view"]["beside"][snapshot["seat"]]
    tiles = [_tile(stage, face, own) for face in faces] or [stage.quiet("only its Bottom Bun")]
    return [*flowed(pieces, stage.width), *flowed(tiles, stage.width, gap=" " if own else "", indent=2)]


def _tile(stage: Stage, face: int, named: bool) -> Text:
    kind, name = stage.pack.type_of[face], stage.pack.faces[face].name
    return Text(f"{LETTERS[kind]} {name}" if named else LETTERS[kind], stage.palette.fill(kind))


def _large(snapshot: Snapshot, stage: Stage, burger: int) -> list[Text]:
    """A burger as it stands, with its points above it."""
    pack, faces = stage.pack, snapshot["view"]["burgers"][burger]
    layers = [
        layer(pack.type_of[face], STACK, stage.palette, pack.faces[face].name) for face in reversed(faces)
    ]
    head = [
        _heading(snapshot, stage, burger),
        _five(snapshot, stage, burger),
        *_wishes(snapshot, stage, burger),
    ]
    return [*head, *layers, base(STACK, stage.palette)]


def _wishes(snapshot: Snapshot, stage: Stage, burger: int) -> list[Text]:
    """What seats would like on the burger."""
    hearts, view = [], snapshot["view"]
    for seat, (two, wishes) in enumerate(zip(view["beside"], view["wishes"], strict=True)):
        for own, face in zip(two, wishes, strict=True):
            if own == burger and face >= 0:
                name = f"♥{seat_letter(seat)} {stage.pack.faces[face].name}"
                hearts.append(Text(name, stage.palette.seat(seat)))
    return hearts


# -- the own cards


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The hand, or in step 3 the open pair; the number on a card is its key."""
    if snapshot["seat"] is None:
        return []
    view, seat = snapshot["view"], snapshot["seat"]
    cards = view["revealed"][seat] or [*view["picks"][seat], *view["hands"][seat]]
    width = min(24, (stage.width - len(cards)) // max(len(cards), 3))
    faces = [2 * card + half for card in cards for half in (0, 1)]
    tall = any(_name(stage, face, width)[1] for face in faces)
    return beside(*[_card(snapshot, stage, card, width, tall) for card in cards])


def _card(snapshot: Snapshot, stage: Stage, card: int, width: int, tall: bool) -> list[Text]:
    """Both halves of a card, and between them what can be done with it."""
    picked = card in snapshot["view"]["picks"][snapshot["seat"]]
    mark = (
        "■ laid down"
        if picked
        else "→ left"
        if card == snapshot["view"]["sent_left"][snapshot["seat"]]
        else ""
    )
    keys = Text.assemble(stage.tag("choose", card), stage.tag("left", card))
    middle = padded(
        Text.assemble(keys, stage.quiet(mark or ("to the left" if stage.key("left", card) else "┄"))), width
    )
    return [*_half(stage, 2 * card, width, tall), middle, *_half(stage, 2 * card + 1, width, tall)]


def _half(stage: Stage, face: int, width: int, tall: bool) -> list[Text]:
    """Letter and name, in two lines where a hand is so large that some name needs them."""
    tag, fill = stage.tag("show", face), stage.palette.fill(stage.pack.type_of[face])
    first, second = (Text(f"{line:<{width - len(tag)}}", fill) for line in _name(stage, face, width))
    return [Text.assemble(tag, first), *([second] if tall else [])]


def _name(stage: Stage, face: int, width: int) -> tuple[str, str]:
    """Letter and name beside the key that shows this half, if there is one."""
    room = width - len(stage.tag("show", face))
    return name_lines(LETTERS[stage.pack.type_of[face]], stage.pack.faces[face].name, room)
