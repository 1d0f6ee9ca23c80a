"""The lines around the table: the bar, the question, the log and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from flattop.match import Sheet
from flattop.terminal.palette import Palette
from flattop.terminal.session import Session

TAIL = 120  # lines of the log beside the table; `l` shows all

UNSAID = ("decided",)  # the table shows it, and the whole log has it


def bar(session: Session, headline: str, palette: Palette, width: int) -> Text:
    line = Text.assemble((f" {session.match.title} ", f"bold {palette.lamp_on} on {palette.lamp}"))
    line.append(f"  {headline}", palette.ink)
    line.truncate(width)
    return line


def prompt(session: Session, sheet: Sheet, said: str, palette: Palette) -> Text:
    """The question for whoever is asked, or whom the table waits for; a hint or a refusal comes first."""
    lines = Text()
    if said:
        lines.append(f"{said}\n", f"bold {palette.lamp}")
    if sheet["over"]:
        return lines.append("The game is over. ", "bold").append("Enter: result, n: new game, q: quit")
    if sheet["seat"] in sheet["waiting"]:
        name = session.match.people[sheet["seat"]]
        return lines.append(f"▌{name}: ", f"bold {palette.lamp}").append(
            sheet["prompt"], f"bold {palette.ink}"
        )
    return lines.append(f"… {sheet['prompt']}", palette.quiet)


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


def keys(session: Session, sheet: Sheet, palette: Palette) -> Text:
    """What can be pressed, the undo with its terms."""
    pairs = live_options(sheet) if session.live else options(sheet)
    if sheet["options"]:
        pairs.append(("h", "hint"))
    if terms := undo_terms(session, sheet):
        pairs.append(("u", f"undo ({terms})"))
    if len(session.persons) > 1:
        pairs.append(("s", "pass on"))
    if session.live and not sheet["over"]:
        pairs.append(("p", "go on" if sheet["paused"] else "pause"))
    pairs += [("/", "rules"), ("l", "log"), ("?", "help"), ("q", "quit")]
    line = Text(" ")
    for key, words in pairs:
        line.append(key, f"bold {palette.lamp}").append(f" {words}  ", palette.quiet)
    return line


def options(sheet: Sheet) -> list[tuple[str, str]]:
    count = len(sheet["options"]) + len(sheet["anytime"])
    return [("1" if count == 1 else f"1-{count}", "play")] if count else []


def live_options(sheet: Sheet) -> list[tuple[str, str]]:
    """Digits for what is asked, letters for what may be played at any time."""
    pairs = [("1 2 …", "play")] if sheet["options"] else []
    return pairs + ([("a b …", "any time")] if sheet["anytime"] else [])


def undo_terms(session: Session, sheet: Sheet) -> str:
    """Free, or whom it asks; bots always agree."""
    terms = sheet["undo"]
    if terms is None:
        return ""
    asked = [session.match.people[seat] for seat in terms["consent"] if seat in session.persons]
    if asked:
        return f"asks {', '.join(asked)}"
    return "free" if terms["kind"] == "free" else "bots agree"
