"""The lines around the table: the bar, the question, the log and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from flattop.match import Sheet
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


def prompt(people: Sequence[str], sheet: Sheet, said: str, palette: Palette) -> Text:
    """The question for whoever is asked, or whom the table waits for; advice or a refusal comes first."""
    lines = Text()
    if said:
        lines.append(f"{said}\n", f"bold {palette.lamp}")
    if sheet["over"]:
        return lines.append("The game is over. ", "bold").append("Enter: result, n: new game, q: quit")
    if sheet["seat"] in sheet["waiting"]:
        name = people[sheet["seat"]]
        lines.append(f"▌{name}: ", f"bold {palette.lamp}").append(sheet["prompt"], f"bold {palette.ink}")
        return lines.append(_given(sheet), palette.quiet)
    words = "Nobody can play during a break; p ends it." if sheet["paused"] else sheet["prompt"]
    return lines.append(f"… {words}", palette.quiet)


def _given(sheet: Sheet) -> str:
    """What is about to be answered for whoever is asked."""
    habits = sheet["habits"]
    return f" Answered for you: {habits['answer'][1]}." if habits and habits["answer"] else ""


def receipt(sheet: Sheet, notes: Sequence[str], read: int, palette: Palette) -> Text:
    """The log as a till roll: what is new since the own last step in full ink."""
    page = Text()
    for note in notes:
        page.append(f"{note}\n", f"italic {palette.quiet}")
    first = max(0, len(sheet["log"]) - TAIL)
    for number, (event, words) in enumerate(sheet["log"][first:], first):
        if event[0] in UNSAID:
            continue
        page.append(
            f"{'▸' if number >= read else ' '}{words}\n", palette.ink if number >= read else palette.quiet
        )
    page.rstrip()
    return page


def whole_log(sheet: Sheet, notes: Sequence[str]) -> Text:
    return Text("\n".join([*notes, *(words for _, words in sheet["log"])]))


def keys(session: Session, sheet: Sheet) -> list[Pair]:
    """What can be pressed, the undo with its terms."""
    pairs = live_options(sheet) if session.live else options(sheet)
    if sheet["options"]:
        pairs.append(("h", "advice"))
    if terms := undo_terms(session, sheet):
        pairs.append(("u", f"undo ({terms})"))
    if not sheet["over"]:
        pairs.append(("o", "habits"))
    if len(session.persons) > 1:
        pairs.append(("s", "pass on"))
    if session.live and not sheet["over"]:
        pairs.append(("p", "end break" if sheet["paused"] else "break"))
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


def options(sheet: Sheet) -> list[Pair]:
    count = len(sheet["options"]) + len(sheet["anytime"])
    return [("1" if count == 1 else f"1-{count}", "play")] if count else []


def live_options(sheet: Sheet) -> list[Pair]:
    """Digits for what is asked, letters for what may be played at any time."""
    pairs = [("1 2 …", "play")] if sheet["options"] else []
    return pairs + ([("a b …", "any time")] if sheet["anytime"] else [])


def undo_terms(session: Session, sheet: Sheet) -> str:
    """Free, or whom it asks; bots agree unless something was seen that cannot be dealt anew."""
    terms = sheet["undo"]
    if terms is None:
        return ""
    if sheet["seat"] is not None and session.bots_refuse(sheet["seat"], terms["consent"]):
        return "bots refuse"
    asked = [session.match.people[seat] for seat in terms["consent"] if seat in session.persons]
    if asked:
        return f"asks {', '.join(asked)}"
    return "free" if terms["kind"] == "free" else "bots agree"
