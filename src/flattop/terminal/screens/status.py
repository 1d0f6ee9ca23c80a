"""Texts around the board: the title bar, the prompt, the log, and the key line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.palette import Palette
from flattop.terminal.session import Session

LOG_LINES = 120  # lines of the log beside the table; the key l shows all
HIDDEN_EVENTS = ("decided",)  # events that the drawing of the table shows; the whole log has them
# A break, not a pause: some games have a pause of their own.
BREAK = "‖ A break for the whole table: it is covered, and no time passes. p ends the break."


class KeyHelp(NamedTuple):
    """A key and its effect."""

    key: str
    effect: str


COMMON_KEYS = (
    KeyHelp("r", "read"),
    KeyHelp("/", "rules"),
    KeyHelp("l", "log"),
    KeyHelp("?", "help"),
    KeyHelp("q", "quit"),
)
DROPPED_FIRST = ("o", "l", "/", "s", "h", "r", "a b …")  # keys that are left out if the line is too long
PLAY_HELP = (
    KeyHelp("1 2 3 …", "play that option; with ten or more, type both digits"),
    KeyHelp("a b c …", "in real time: play an option that is open at any time"),
    KeyHelp("↑ ↓ Enter", "choose an option and play it; a click does the same"),
    KeyHelp("PgUp PgDn", "scroll the table"),
    KeyHelp("h", "hint: the best move and the reason; it is never played for you"),
    KeyHelp("u", "undo; the key line shows the conditions"),
    KeyHelp("r", "read cards: at the cursor, in sight, or any other by a word"),
    KeyHelp("/", "rules, with a search that finds cards too; after a refusal, at the rule it names"),
    KeyHelp("l", "the whole log"),
    KeyHelp(
        "o", "auto-answers: what is answered for you where there is nothing to choose, and holding replies"
    ),
    KeyHelp("s", "pass the screen to another person at the table"),
    KeyHelp(
        "p", "in real time: a break for the whole table, which is covered meanwhile; not a move of the game"
    ),
    KeyHelp("t", "light or dark"),
    KeyHelp("q", "quit; every step is saved at once, so nothing is lost"),
    KeyHelp("Esc", "close what lies over the table"),
)


def title_bar(title: str, headline: str, palette: Palette, width: int) -> Text:
    line = Text.assemble((f" {title} ", f"bold {palette.lamp_on} on {palette.lamp}"))
    line.append(f"  {headline}", palette.ink)
    line.truncate(width)
    return line


def prompt(people: Sequence[str], snapshot: Snapshot, message: str, palette: Palette) -> Text:
    """Return the message, if any, then the question to the person or the seats that the table waits for."""
    lines = Text()
    if message:
        lines.append(f"{message}\n", f"bold {palette.lamp}")
    if snapshot["over"]:
        return lines.append("The game is over. ", "bold").append("Enter: result, n: new game, q: quit")
    if snapshot["seat"] in snapshot["waiting"]:
        name = people[snapshot["seat"]]
        lines.append(f"▌{name}: ", f"bold {palette.lamp}").append(snapshot["prompt"], f"bold {palette.ink}")
        settings = snapshot["habits"]
        if settings and settings["answer"]:
            lines.append(f" Answered for you: {settings['answer'][1]}.", palette.quiet)
        return lines
    text = "Nobody can play during a break; p ends it." if snapshot["paused"] else snapshot["prompt"]
    return lines.append(f"… {text}", palette.quiet)


def log_panel(snapshot: Snapshot, notes: Sequence[str], seen: int, palette: Palette) -> Text:
    """Return the last lines of the log.  Those from number `seen` on are new since the person's last step."""
    page = Text()
    for note in notes:
        page.append(f"{note}\n", f"italic {palette.quiet}")
    first = max(0, len(snapshot["log"]) - LOG_LINES)
    for number, (event, text) in enumerate(snapshot["log"][first:], first):
        if event[0] not in HIDDEN_EVENTS:
            is_new = number >= seen
            page.append(f"{'▸' if is_new else ' '}{text}\n", palette.ink if is_new else palette.quiet)
    page.rstrip()
    return page


def whole_log(snapshot: Snapshot, notes: Sequence[str]) -> Text:
    return Text("\n".join([*notes, *(text for _, text in snapshot["log"])]))


def play_keys(session: Session, snapshot: Snapshot) -> list[KeyHelp]:
    """Return the keys that can be pressed now."""
    keys: list[KeyHelp] = []
    count = len(snapshot["options"]) + len(snapshot["anytime"])
    if session.is_live:  # digits for the question, letters for what is open at any time
        keys += [KeyHelp("1 2 …", "play")] if snapshot["options"] else []
        keys += [KeyHelp("a b …", "any time")] if snapshot["anytime"] else []
    elif count:
        keys.append(KeyHelp("1" if count == 1 else f"1-{count}", "play"))
    if snapshot["options"]:
        keys.append(KeyHelp("h", "hint"))
    if terms := undo_terms(session, snapshot):
        keys.append(KeyHelp("u", f"undo ({terms})"))
    if not snapshot["over"]:
        keys.append(KeyHelp("o", "auto"))
    if len(session.humans) > 1:
        keys.append(KeyHelp("s", "pass on"))
    if session.is_live and not snapshot["over"]:
        keys.append(KeyHelp("p", "end break" if snapshot["paused"] else "break"))
    return [*keys, *COMMON_KEYS]


def undo_terms(session: Session, snapshot: Snapshot) -> str:
    """Return the conditions of an undo, such as free or the names of those who must consent."""
    terms = snapshot["undo"]
    if terms is None:
        return ""
    if snapshot["seat"] is not None and session.bots_refuse_undo(snapshot["seat"], terms["consent"]):
        return "bots refuse"
    names = [session.match.people[seat] for seat in terms["consent"] if seat in session.humans]
    if names:
        return f"asks {', '.join(names)}"
    return "free" if terms["kind"] == "free" else "bots agree"


def key_line(keys: Sequence[KeyHelp], palette: Palette, width: int) -> Text:
    """Return the keys in one line.  If they do not fit, keys that the help page explains are left out."""
    shown = list(keys)
    for dropped in DROPPED_FIRST:
        if sum(len(key) + len(effect) + 3 for key, effect in shown) - 1 > width:
            shown = [key for key in shown if key.key != dropped]
    line = Text(" ")
    for key, effect in shown:
        line.append(key, f"bold {palette.lamp}").append(f" {effect}  ", palette.quiet)
    return line
