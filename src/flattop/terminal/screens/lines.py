"""The lines around the table: the bar, the question, the log and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.palette import Palette
from flattop.terminal.session import Session

TAIL = 120  # lines of the log beside the table; `l` shows all

UNSAID = ("decided",)  # the table shows it, and the whole log has it
BREAK = "‖ A break for the whole table: it is covered, and no time passes. p ends the break."

Pair = tuple[str, str]  # a key, and what it does
COMMON: tuple[Pair, ...] = (("r", "read"), ("/", "rules"), ("l", "log"), ("?", "help"), ("q", "quit"))
GIVEN_UP = ("o", "l", "/", "s", "h", "r", "a b …")  # where a line is too long for all
TABLE_HELP: tuple[Pair, ...] = (
    ("1 2 3 …", "play that option; with ten or more, type both digits"),
    ("a b c …", "where time runs: what may be played at any time"),
    ("↑ ↓ Enter", "choose an option and play it; a click does the same"),
    ("PgUp PgDn", "scroll the table"),
    ("h", "advice: what would be best, and why; it is never played for you"),
    ("u", "undo; the key line says on which terms"),
    ("r", "read cards in full: what the cursor is on, what lies in sight, and by a word any other"),
    ("/", "rules, with a search that finds cards too; after a refusal, at the rule it names"),
    ("l", "the whole log"),
    ("o", "habits: what is answered for you where there is nothing to choose, and holding your replies"),
    ("s", "pass the screen to another person at the table"),
    ("p", "where time runs: a break for the whole table, which is covered meanwhile; no move of the game"),
    ("t", "light or dark"),
    ("q", "quit; every step is saved at once, so nothing is lost"),
    ("Esc", "close what lies over the table"),
)


def bar(title: str, headline: str, palette: Palette, width: int) -> Text:
    line = Text.assemble((f" {title} ", f"bold {palette.lamp_on} on {palette.lamp}"))
    line.append(f"  {headline}", palette.ink)
    line.truncate(width)
    return line


def prompt(people: Sequence[str], snapshot: Snapshot, said: str, palette: Palette) -> Text:
    """The question for whoever is asked, or whom the table waits for; advice or a refusal comes first."""
    lines = Text()
    if said:
        lines.append(f"{said}\n", f"bold {palette.lamp}")
    if snapshot["over"]:
        return lines.append("The game is over. ", "bold").append("Enter: result, n: new game, q: quit")
    if snapshot["seat"] in snapshot["waiting"]:
        name = people[snapshot["seat"]]
        lines.append(f"▌{name}: ", f"bold {palette.lamp}").append(snapshot["prompt"], f"bold {palette.ink}")
        return lines.append(_given(snapshot), palette.quiet)
    words = "Nobody can play during a break; p ends it." if snapshot["paused"] else snapshot["prompt"]
    return lines.append(f"… {words}", palette.quiet)


def _given(snapshot: Snapshot) -> str:
    """What is about to be answered for whoever is asked."""
    auto_answers = snapshot["habits"]
    return (
        f" Answered for you: {auto_answers['answer'][1]}." if auto_answers and auto_answers["answer"] else ""
    )


def receipt(snapshot: Snapshot, notes: Sequence[str], read: int, palette: Palette) -> Text:
    """The log as a till roll: what is new since the own last step in full ink."""
    page = Text()
    for note in notes:
        page.append(f"{note}\n", f"italic {palette.quiet}")
    first = max(0, len(snapshot["log"]) - TAIL)
    for number, (event, words) in enumerate(snapshot["log"][first:], first):
        if event[0] in UNSAID:
            continue
        page.append(
            f"{'▸' if number >= read else ' '}{words}\n", palette.ink if number >= read else palette.quiet
        )
    page.rstrip()
    return page


def whole_log(snapshot: Snapshot, notes: Sequence[str]) -> Text:
    return Text("\n".join([*notes, *(words for _, words in snapshot["log"])]))


def keys(session: Session, snapshot: Snapshot) -> list[Pair]:
    """What can be pressed, the undo with its terms."""
    pairs = live_options(snapshot) if session.live else options(snapshot)
    if snapshot["options"]:
        pairs.append(("h", "advice"))
    if terms := undo_terms(session, snapshot):
        pairs.append(("u", f"undo ({terms})"))
    if not snapshot["over"]:
        pairs.append(("o", "habits"))
    if len(session.persons) > 1:
        pairs.append(("s", "pass on"))
    if session.live and not snapshot["over"]:
        pairs.append(("p", "end break" if snapshot["paused"] else "break"))
    return [*pairs, *COMMON]


def key_line(pairs: Sequence[Pair], palette: Palette, width: int) -> Text:
    """As many keys as fit; those that the help tells as well go first, the way out never."""
    shown = list(pairs)
    for key in GIVEN_UP:
        if _width(shown) > width:
            shown = [pair for pair in shown if pair[0] != key]
    line = Text(" ")
    for key, words in shown:
        line.append(key, f"bold {palette.lamp}").append(f" {words}  ", palette.quiet)
    return line


def _width(pairs: Sequence[Pair]) -> int:
    return 1 + sum(len(key) + len(words) + 3 for key, words in pairs) - 2


def options(snapshot: Snapshot) -> list[Pair]:
    count = len(snapshot["options"]) + len(snapshot["anytime"])
    return [("1" if count == 1 else f"1-{count}", "play")] if count else []


def live_options(snapshot: Snapshot) -> list[Pair]:
    """Digits for what is asked, letters for what may be played at any time."""
    pairs = [("1 2 …", "play")] if snapshot["options"] else []
    return pairs + ([("a b …", "any time")] if snapshot["anytime"] else [])


def undo_terms(session: Session, snapshot: Snapshot) -> str:
    """Free, or whom it asks; bots agree unless something was seen that cannot be dealt anew."""
    terms = snapshot["undo"]
    if terms is None:
        return ""
    if snapshot["seat"] is not None and session.bots_refuse(snapshot["seat"], terms["consent"]):
        return "bots refuse"
    asked = [session.match.people[seat] for seat in terms["consent"] if seat in session.persons]
    if asked:
        return f"asks {', '.join(asked)}"
    return "free" if terms["kind"] == "free" else "bots agree"
