"""Words: what a game's `text.toml` and `rules.toml` hold, as values.

`text.toml` has:

    [kind.grill]                what a noun is; `start = 1` counts from one, `format = "${}"`, `names = {...}`
    [kind.cards]                one = "card": 1 card, 2 cards, no cards; `many` and `none` where they differ
    [verb.show]                 label = "Show {face}", nouns = ["face"]
    [event.shown]               line = "{seat} shows {face}.", nouns = ["seat", "face"], motion = "reveal"
    [prompt]                    "Frame.step" = "Which half?"
                                "Frame.step.topic" = { line = "Which half of {card}?", nouns = ["card"] }
    [step]                      "Frame.step" = { rules = ["BB-36"], verbs = ["die"] }: what counts then
    [zone.rows]                 title = "Row", kind = "face"
    [tally.sales]               title = "sales", events = { sold = "total" }: see `tally.py`
    [reason.sales]              events = { sold = "total" }, mine = "sells for ${n} more": see `reason.py`

A noun is written `name:kind`, or `kind` alone where both are the same; a noun may be a list of things.  The
noun of a prompt is named as the asking frame or the table has it.  How nouns become sentences: `phrase.py`.
"""

from __future__ import annotations

from typing import Literal

from flattop.kernel.campaign import CampaignText
from flattop.kernel.deck import Deck, Key
from flattop.kernel.text.reasons import Reason
from flattop.kernel.text.tally import Tally
from flattop.kernel.toml import Entry

# How an event looks at a table: a thing is turned up, goes somewhere, hands go round, pawns fall, dice are
# rolled, coins change hands.
Motion = Literal["", "reveal", "move", "pass", "fall", "roll", "pay"]


class Kind(Entry, frozen=True):
    """What nouns of one kind are called."""

    names: dict[str, str] = {}
    format: str = "{}"
    start: int = 0
    one: str = ""  # what is counted
    many: str = ""
    none: str = ""  # what is said instead of 0, and of an empty list

    def spelled(self) -> Kind:
        """With every form that follows from the others."""
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
        """Whether 0 of it is nothing, and no thing of its own."""
        return not self.start and (bool(self.none) or self.names.get("0", "") == "")


class Verb(Entry, frozen=True):
    label: str
    nouns: tuple[str, ...] = ()
    at: dict[str, str] = {}  # what it is called while some step asks, where that says more


class Line(Entry, frozen=True):
    line: str
    nouns: tuple[str, ...] = ()


class EventLine(Line, frozen=True):
    motion: Motion = ""


class Step(Entry, frozen=True):
    """What counts while a step asks: its rules, and the verbs that people would look for."""

    rules: tuple[str, ...]
    verbs: tuple[str, ...] = ()


class ZoneText(Entry, frozen=True):
    title: str
    kind: str = ""
    keys: str = ""  # the kind of its keys, where it is a table of names and things
    sentences: bool = False  # its things are sentences, and no list
    hidden: bool = False  # not worth a line in the state as text


class Rule(Entry, frozen=True):
    """One rule at hand: its id, where it stands, and its text in our words."""

    id: Key
    section: str
    text: str
    replaces: tuple[Key, ...] = ()  # rules of the game that this one is a variant of


class Ledger(Deck, frozen=True):
    """A game's `rules.toml`."""

    rule: tuple[Rule, ...]


class Words(Entry, frozen=True):
    """A game's `text.toml`."""

    about: str = ""  # the game in one sentence
    coach: tuple[str, ...] = ()  # three steps for a first visit
    kind: dict[str, Kind] = {}
    verb: dict[str, Verb] = {}
    event: dict[str, EventLine] = {}
    prompt: dict[str, str | Line] = {}
    step: dict[str, Step] = {}
    zone: dict[str, ZoneText] = {}
    tally: dict[str, Tally] = {}
    reason: dict[str, Reason] = {}
    campaign: CampaignText | None = None


PLAIN = Kind()  # a number is a number
COMMON_KINDS = {"ticks": Kind(one="tenth of a second", many="tenths of a second")}
COMMON_VERBS = {
    "pass": Verb("Pass"),
    "wait": Verb("Wait"),  # a bot's or a hint's word while the clock runs
    "tick": Verb("Time passes: {ticks}", ("ticks",)),  # only the clock ever plays it
}
COMMON_EVENTS = {
    "decided": EventLine("{seats} {seats:has|have} decided.", ("seats:seat",)),
    "passed": EventLine("{seat} passes.", ("seat",)),
    "undone": EventLine("{seat} takes back the last step.", ("seat",)),
    "stopped": EventLine("{seat} stops the clock.", ("seat",)),  # for the whole table, whatever the game
    "restarted": EventLine("{seat} lets the clock run again.", ("seat",)),
    "done_for_you": EventLine("Only one answer, done for you: {answer}.", ("answer:answer_label",)),
    "held_for_you": EventLine("Held for you.", ()),
}
