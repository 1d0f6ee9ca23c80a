"""The counter of the games with a shop: orders with what they ask for, Market and hand."""

from __future__ import annotations

from rich.text import Text

from flattop.kernel import VACANT
from flattop.match import Snapshot
from flattop.terminal.pieces.food import LETTERS
from flattop.terminal.tables.stage import Stage, columns, flowed, padded

LEAST = 14  # cells of a card in the hand
HEAD = 32  # cells for the name of an order
MARKS = {"met": "✓", "possible": "○", "impossible": "✗"}
LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun, * anything; ★ Perfect. "
    "Behind an order and each of its needs one mark per own burger: ✓ met, ○ still possible, ✗ impossible. "
    "◉ coins, ♨ uses of the Spatula, ▲ upgraded, ⚑ orders completed."
)


def orders(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """One order a line: name, coins, and each need with a mark for every own burger."""
    lines: list[Text] = []
    for place, order in enumerate(snapshot["view"]["pending"]):
        lines += _order(snapshot, stage, place, order)
    return lines


def _order(snapshot: Snapshot, stage: Stage, place: int, order: int) -> list[Text]:
    if order == VACANT:
        return [stage.quiet(f" {place + 1} –")]
    view = snapshot["view"]
    coins = f" ${view['order_coins'][place]}" if "order_coins" in view else ""
    head = Text(f" {place + 1} ", stage.palette.quiet)
    head.append(f"{stage.pack.top_buns[order].name}{coins}", f"bold {stage.palette.ink}")
    head.append_text(_marks(snapshot, stage, place, 0))
    for burger in range(len(view["burgers"][0])):
        head.append_text(stage.tag("serve", burger, order))
    lines = flowed(_needs(snapshot, stage, place), stage.width, gap=" · ", indent=HEAD)
    return [Text.assemble(padded(head, HEAD), lines[0][HEAD:]), *lines[1:]]


def _needs(snapshot: Snapshot, stage: Stage, place: int) -> list[Text]:
    """What the order asks for; that it takes an ingredient at all goes without saying."""
    return [
        Text.assemble((words, stage.palette.ink), _marks(snapshot, stage, place, number))
        for number, words in enumerate(snapshot["view"]["asked"][place], 1)
        if words != "1 or more"
    ]


def _marks(snapshot: Snapshot, stage: Stage, place: int, need: int) -> Text:
    """How the own burgers stand to a need; nothing for someone who only watches."""
    marks = Text(" ")
    for states in _own_prospects(snapshot):
        state = states[place][need]
        marks.append(
            MARKS[state], {"met": stage.palette.good, "impossible": stage.palette.bad}.get(state, "")
        )
    return marks


def _own_prospects(snapshot: Snapshot) -> list[list[list[str]]]:
    seat = snapshot["seat"]
    return [] if seat is None else snapshot["view"]["prospects"][seat]


def market(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The cards on offer, with their keys while they can be bought."""
    view = snapshot["view"]
    pieces = [Text("Market", f"bold {stage.palette.quiet}")]
    for card in view["market"]:
        pieces.append(stage.quiet("–") if card == VACANT else _offer(card, stage))
    pieces.append(stage.quiet(f"deck {len(view['deck'])} · discards {len(view['discard'])}"))
    return flowed(pieces, stage.width)


def _offer(card: int, stage: Stage) -> Text:
    ends = [card * 2] if stage.pack.is_bun[card] else [card * 2, card * 2 + 1]
    offer = Text()
    for face in ends:
        offer.append_text(end(face, stage)).append("" if face == ends[-1] else "/")
    return offer.append_text(stage.tag("buy", card))


def end(face: int, stage: Stage) -> Text:
    """One end of a card: letter, name, and a star if it is Perfect."""
    half = stage.pack.faces[face]
    star = "★" if half.perfect else ""
    return Text(f"{LETTERS[half.type]} {half.name}{star}", stage.palette.fill(half.type))


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own cards with both ends; beside an end the key of each burger that it fits."""
    if snapshot["seat"] is None:
        return []
    cards = snapshot["view"]["hands"][snapshot["seat"]]
    return list(columns([_card(card, stage) for card in cards], stage.width)) if cards else []


def _card(card: int, stage: Stage) -> list[Text]:
    """Three lines: one end, a cut with the keys of the card as a whole, the other end."""
    ends = [card * 2] if stage.pack.is_bun[card] else [card * 2, card * 2 + 1]
    width = max(LEAST, *(len(end(face, stage)) + len(_keys(face, stage)) for face in ends))
    upper = _end_with_keys(ends[0], width, stage)
    if len(ends) == 1:
        return [upper, _cut(card, width, stage), Text(f"{'◯':^{width}}", stage.palette.fill("bun"))]
    return [upper, _cut(card, width, stage), _end_with_keys(ends[1], width, stage)]


def _end_with_keys(face: int, width: int, stage: Stage) -> Text:
    keys = _keys(face, stage)
    room = width - keys.cell_len
    return Text.assemble((f"{end(face, stage).plain:<{room}}", _fill(face, stage)), keys)


def _keys(face: int, stage: Stage) -> Text:
    """For each burger that the end fits, the key that places it there."""
    return Text.assemble(*[stage.tag("place", face, burger) for burger in range(4)])


def _fill(face: int, stage: Stage) -> str:
    return stage.palette.fill(stage.pack.faces[face].type)


def _cut(card: int, width: int, stage: Stage) -> Text:
    key = stage.tag("toss", card)
    dashes = "┄" * ((width - key.cell_len) // 2)
    line = Text.assemble((dashes, stage.palette.rim), key)
    return line.append("┄" * (width - line.cell_len), stage.palette.rim)
