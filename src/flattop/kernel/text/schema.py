"""Structure of a game's `text.toml`.

Its sections are:

    [kind.grill]                a kind of noun; `start = 1` counts from one, `format = "${}"`, `names = {...}`
    [kind.cards]                one = "card": 1 card, 2 cards, no cards; `many` and `none` for irregular forms
    [verb.show]                 label = "Show {face}", nouns = ["face"]
    [event.shown]               line = "{seat} shows {face}.", nouns = ["seat", "face"], motion = "reveal"
    [prompt]                    "Frame.step" = "Which half?"
                                "Frame.step.topic" = { line = "Which half of {card}?", nouns = ["card"] }
    [step]                      "Frame.step" = { rules = ["BB-36"], verbs = ["die"] }: the rules that apply
    [zone.rows]                 title = "Row", kind = "face"
    [tally.sales]               title = "sales", events = { sold = "total" }: see `tally.py`
    [reason.sales]              events = { sold = "total" }, mine = "sells for ${n} more": see `tally.py`
    [why.open_sauce]            line = "It goes on your open {face}.", nouns = ["face"]: a reason for a hint
                                that follows from the visible position (`bots/policies/reasons`)

A noun is written `name:kind`, or `kind` alone if both are the same; its value may be a list.  The noun of a
prompt is the name of an attribute of the asking frame or of the table.  `sentence_template.py` documents
templates.
"""

from __future__ import annotations

from typing import Literal

from flattop.kernel.campaign import CampaignText
from flattop.kernel.text.tally import Reason, Tally
from flattop.kernel.toml import Entry

# The animation of an event: something is turned up, moves, hands are passed on, pawns fall, dice are rolled,
# or money is paid.
Motion = Literal["", "reveal", "move", "pass", "fall", "roll", "pay"]


class Kind(Entry, frozen=True):
    """Names of the nouns of one kind."""

    names: dict[str, str] = {}
    format: str = "{}"
    start: int = 0
    one: str = ""  # singular of a thing that is counted
    many: str = ""
    none: str = ""  # text for 0 and for an empty list

    def spelled(self) -> Kind:
        """Return the kind with all forms that follow from `one`, `many` and `none`."""
        many = self.many or f"{self.one}s"
        none = self.none or (f"no {many}" if self.one else "")
        counted = {"1": f"1 {self.one}", "-1": f"-1 {self.one}"} if self.one else {}
        return Kind(
            ({"0": none} if none else {}) | counted | self.names,
            f"{{}} {many}" if self.one else self.format,
            self.start,
            none=none,
        )

    @property
    def is_amount(self) -> bool:
        """True if 0 means nothing, not the thing with number 0."""
        return not self.start and (bool(self.none) or self.names.get("0", "") == "")


class Verb(Entry, frozen=True):
    label: str
    nouns: tuple[str, ...] = ()
    at: dict[str, str] = {}  # other labels, by the step that asks


class Line(Entry, frozen=True):
    line: str
    nouns: tuple[str, ...] = ()


class EventLine(Line, frozen=True):
    motion: Motion = ""


class Step(Entry, frozen=True):
    """The rules that apply while a step asks, and the verbs whose refusals are explained."""

    rules: tuple[str, ...]
    verbs: tuple[str, ...] = ()


class ZoneText(Entry, frozen=True):
    title: str
    kind: str = ""
    keys: str = ""  # the kind of its keys, for a dict
    sentences: bool = False  # its items are sentences, not words of a list
    hidden: bool = False  # left out of `Text.state`


class TextFile(Entry, frozen=True):
    """Contents of `text.toml`."""

    about: str = ""  # the game in one sentence
    credit: str = ""  # the designers, as the rule book names them
    coach: tuple[str, ...] = ()  # three steps for a first visit
    kind: dict[str, Kind] = {}
    verb: dict[str, Verb] = {}
    event: dict[str, EventLine] = {}
    prompt: dict[str, str | Line] = {}
    step: dict[str, Step] = {}
    zone: dict[str, ZoneText] = {}
    tally: dict[str, Tally] = {}
    reason: dict[str, Reason] = {}
    why: dict[str, Line] = {}
    campaign: CampaignText | None = None


PLAIN = Kind()
COMMON_KINDS = {"ticks": Kind(one="tenth of a second", many="tenths of a second")}
COMMON_VERBS = {
    "pass": Verb("Pass"),
    "wait": Verb("Wait"),  # returned by bots and hints while the clock runs
    "tick": Verb("Time passes: {ticks}", ("ticks",)),  # played by the clock only
}
COMMON_EVENTS = {
    "decided": EventLine("{seats} {seats:has|have} decided.", ("seats:seat",)),
    "passed": EventLine("{seat} passes.", ("seat",)),
    "undone": EventLine("{seat} takes back the last step.", ("seat",)),
    "stopped": EventLine("{seat} stops the clock.", ("seat",)),  # in every game, for the whole table
    "restarted": EventLine("{seat} lets the clock run again.", ("seat",)),
    "done_for_you": EventLine("Only one answer, done for you: {answer}.", ("answer:answer_label",)),
    "held_for_you": EventLine("Held for you.", ()),
}
