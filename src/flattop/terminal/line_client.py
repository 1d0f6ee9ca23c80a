"""The line client, for screen readers and pipes: it prints events and reads one line per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from flattop.kernel import FlattopError, Illegal, Seat, capital, listed, single_stops, typed_number
from flattop.match import Snapshot
from flattop.match import snapshot as take_snapshot
from flattop.terminal import auto_answers
from flattop.terminal.lookup import Lookup, matching_rules
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes
from flattop.terminal.typed_actions import matching_options, parse_action

HELP = (
    "A number plays that option. So do its words, with things by name or counted from 1, as in: place 1.",
    "look describes the whole table. look and a name describes a zone, a seat, a card or an option,",
    "as in: look hand, look 2. look cards describes all cards in sight, look all and a kind the deck.",
    "what now describes each option.",
    "undo (u) undoes your last step, hint (h) gives a hint, table (s) shows table and options,",
    "log (l) shows the log,",
    "auto shows what is answered for you where there is nothing to choose, and how to change it,",
    "rules WORD (r WORD) searches the rules, quit (q) quits and saves, help (?) shows this help.",
)
LIVE_HELP = "The clock stands still while you type; w, or Enter alone, lets a moment pass."
LETTERS = {  # commands that may be typed as words
    "quit": "q", "undo": "u", "hint": "h", "log": "l", "rules": "r", "help": "?", "table": "s"
}  # fmt: skip
SCREENFUL = 50  # blank lines that hide the last person's hand


def play_by_lines(session: Session, lines: TextIO, out: TextIO) -> int:
    """Play until the game is over or the input ends.  Either way the game is saved."""
    client = LineClient(session, iter(lines), lambda line: print(line, file=out, flush=True))
    try:
        client.play()
    except KeyboardInterrupt:
        client.write("")
    message = session.close()
    if not session.match.over:
        client.write(message)
    return 0


class Quit(Exception):
    """The person quits, or the input has ended."""


class LineClient:
    def __init__(self, session: Session, lines: Iterator[str], write: Callable[[str], object]) -> None:
        self.session, self.lines, self.write = session, lines, write
        session.use_manual_clock()
        self.seat: Seat = session.humans[0]
        self.log_length: dict[Seat, int] = {}  # log lines that were printed for each person
        self.table_lines: list[str] = []  # the description of the table that was printed last
        self.last_lookup: Lookup | None = None
        self.notes_printed = 0

    def play(self) -> None:
        self.write(single_stops(f"{self.session.match.title}. Type ? for help."))
        try:
            while not self.session.match.over:
                self.step()
        except Quit:
            return
        self.print_news(self.take_snapshot())
        for line in [*result_lines(self.session), *closing_notes(self.session)]:
            self.write(line)

    def step(self) -> None:
        """Play one move of a bot or one automatic answer, or handle lines until the person has moved."""
        session = self.session
        if session.play_next():
            return
        seat = session.next_viewer(self.seat)
        if seat != self.seat:
            self.hand_over(seat)
        snapshot = self.take_snapshot()
        if session.clock_runs and not snapshot["options"] and not snapshot["anytime"]:
            session.skip_time()  # the person cannot do anything now
            return
        self.print_news(snapshot)
        self.print_question(snapshot)
        while not self.handle(self.ask(snapshot), snapshot):
            pass

    def hand_over(self, seat: Seat) -> None:
        """Wait for the next person before anything of their seat is printed."""
        self.write(f"Pass the screen to {self.session.match.people[seat]}, who presses Enter.")
        if self.read_line().casefold() in ("q", "quit"):
            raise Quit
        self.write("\n" * SCREENFUL)
        self.seat, self.table_lines = seat, []

    def read_line(self) -> str:
        line = next(self.lines, None)
        if line is None:
            raise Quit
        return line.strip()

    def take_snapshot(self) -> Snapshot:
        """Return the snapshot of the current person, with only the log lines that were not printed yet."""
        return take_snapshot(self.session.match, self.seat, since=self.log_length.get(self.seat, 0))

    # -- output

    def print_news(self, snapshot: Snapshot) -> None:
        """Print new notes and log lines."""
        for note in self.session.notes[self.notes_printed :]:
            self.write(f"* {note}")
        self.notes_printed = len(self.session.notes)
        for _, text in snapshot["log"]:
            self.write(f"- {text}")
        self.log_length[self.seat] = self.log_length.get(self.seat, 0) + len(snapshot["log"])

    def print_question(self, snapshot: Snapshot) -> None:
        """Print what has changed on the table, the prompt and the options."""
        table = self.lookup(snapshot).table
        for line in table:
            if line not in self.table_lines:
                self.write(line)
        self.table_lines = table
        self.write(f"{self.session.match.people[self.seat]}: {snapshot['prompt']}")
        self.print_options(snapshot)

    def print_options(self, snapshot: Snapshot) -> None:
        for number, (_, label) in enumerate(snapshot["options"], 1):
            self.write(f"{number}. {label}")
        for number, (_, label) in enumerate(snapshot["anytime"], len(snapshot["options"]) + 1):
            self.write(f"{number}. any time: {label}")

    def lookup(self, snapshot: Snapshot) -> Lookup:
        if self.last_lookup is None or self.last_lookup.snapshot is not snapshot:
            self.last_lookup = Lookup.of(self.session.match, snapshot)
        return self.last_lookup

    def ask(self, snapshot: Snapshot) -> str:
        """Read a line.  The question before it tells a listener or a program that input is expected."""
        count = len(snapshot["options"]) + len(snapshot["anytime"])
        numbers = {0: "", 1: ", 1"}.get(count, f", 1 to {count}")
        self.write(f"Your choice{numbers}{', or w to wait' if self.session.clock_runs else ''}?")
        return self.read_line()

    # -- commands; each returns whether the table has changed

    def handle(self, line: str, snapshot: Snapshot) -> bool:
        word, _, rest = line.partition(" ")
        word = self.command(word.casefold(), line, snapshot)
        if word == "q" and not rest:
            raise Quit
        try:
            return self.run_command(word, rest.strip(), line, snapshot)
        except Illegal as error:
            if error.code == "not-open":  # the sentence would quote the action, which counts from 0
                self.write(f"{line!r} is none of the options now; what now lists them.")
            else:
                rule = f" [{error.rule}] Nothing was changed." if error.rule else ""
                self.write(f"{error.sentence}{rule}")
        except FlattopError as error:
            self.write(str(error))
        return False

    def command(self, word: str, line: str, snapshot: Snapshot) -> str:
        """Return the letter of a command that was typed as a word.  An option of that name wins."""
        is_option = word in LETTERS and matching_options(line, self.lookup(snapshot))
        return word if is_option else LETTERS.get(word, word)

    def run_command(self, word: str, rest: str, line: str, snapshot: Snapshot) -> bool:
        commands = {
            "u": self.undo,
            "h": self.hint,
            "s": self.show_table,
            "l": self.show_log,
            "?": self.show_help,
        }
        if self.session.is_live:
            commands |= {"w": self.wait, "": self.wait, "p": self.pause}
        if word in commands and not rest:
            return commands[word](snapshot)
        if word == "look":
            return self.look(rest, snapshot)
        if word in ("auto", "habits"):
            if word == "habits":
                self.write("'habits' is now 'auto'.")
            return auto_answers.change_by_word(self.session.match, self.seat, rest, self.write)
        if line.casefold() in ("what now", "what"):
            return self.show_options(snapshot)
        return self.search_rules(rest) if word == "r" else self.choose(line, snapshot)

    def choose(self, line: str, snapshot: Snapshot) -> bool:
        """Play an option by its number or its words."""
        lookup = self.lookup(snapshot)
        number = typed_number(line) or 0
        if 1 <= number <= len(lookup.choices):
            self.session.play(self.seat, lookup.choices[number - 1][0])
            return True
        found = matching_options(line, lookup)
        if len(found) > 1:
            labels = " or ".join(repr(label) for _, label in found)
            self.write(f"{line!r} may mean {labels}; give its number.")
            return False
        action = found[0][0] if found else parse_action(line, lookup)
        if action is None:
            self.write(
                f"{line!r} is no option; give a number from 1 to {len(lookup.choices)}, or ? for help."
            )
            return False
        self.session.play(self.seat, action)
        return True

    def look(self, words: str, snapshot: Snapshot) -> bool:
        for line in self.lookup(snapshot).find(words):
            self.write(line)
        return False

    def show_options(self, snapshot: Snapshot) -> bool:
        self.write(snapshot["prompt"])
        for line in self.lookup(snapshot).options():
            self.write(line)
        return False

    def undo(self, snapshot: Snapshot) -> bool:
        terms, people = snapshot["undo"], self.session.match.people
        consent = terms["consent"] if terms else []
        for seat in consent:
            if seat in self.session.humans:
                self.write(f"{people[seat]}, may {people[self.seat]} undo the last step? y or n")
                if self.read_line().casefold() not in ("y", "yes"):
                    self.write("Not agreed; nothing was undone.")
                    return False
        self.session.undo(self.seat, consent)
        return True

    def wait(self, snapshot: Snapshot) -> bool:
        """Let time pass until something may have changed."""
        if not self.session.clock_runs:
            self.write("No time passes now.")
            return False
        self.session.skip_time()
        return True

    def pause(self, snapshot: Snapshot) -> bool:
        self.session.toggle_pause(self.seat)
        return True

    def hint(self, snapshot: Snapshot) -> bool:
        *_, best = self.session.hints(self.seat)
        for line in best.lines:
            self.write(line)
        return False

    def show_table(self, snapshot: Snapshot) -> bool:
        self.look("", snapshot)
        self.print_options(snapshot)
        return False

    def show_log(self, snapshot: Snapshot) -> bool:
        for _, text in self.session.snapshot(self.seat)["log"]:
            self.write(f"- {text}")
        return False

    def search_rules(self, words: str) -> bool:
        all_rules = self.session.match.game.rules
        rules = matching_rules(all_rules, words)
        for rule in rules:
            self.write(f"{rule.id} {rule.text}")
        if not rules:
            self.write(f"no rule matches {words!r}; try one word, or an id such as {all_rules[0].id}")
        return False

    def show_help(self, snapshot: Snapshot) -> bool:
        for line in (*HELP, LIVE_HELP) if self.session.is_live else HELP:
            self.write(line)
        return False


def watch(session: Session, write: Callable[[str], object]) -> None:
    """Play a game to its end, and write the log of a spectator and the result."""
    match = session.match
    session.use_manual_clock()
    players = ", ".join(f"{player.name} ({player.rank_label})" for player in session.players)
    write(f"{match.title}: {players}")
    written = 0

    def write_new_events() -> None:
        nonlocal written
        events = match.log(None, written)
        for event in events:
            write(match.game.text.event(match.table, event, match.people))
        written += len(events)

    while not match.over:
        write_new_events()
        if not session.play_next():
            assert session.clock_runs, f"{match.game.key} waits for no seat, but is not over"
            session.skip_time()
    write_new_events()
    for line in [*session.notes, "", *result_lines(session), *closing_notes(session)]:
        write(line)


def result_lines(session: Session) -> list[str]:
    """Return the ranking, best first, and the reason of the result."""
    end, people = session.match.outcome, session.match.people
    lines = []
    for seat in sorted(range(len(people)), key=end.places.__getitem__):
        place = "★" if seat in end.winners else f"{end.places[seat]}."
        lines.append(f"{place} {people[seat]}: {end.points[seat]}")
    if session.match.game.mode == "solo":
        return [*lines, single_stops(f"{capital(end.reason)}.")]
    winners = listed([people[seat] for seat in end.winners])
    return [*lines, single_stops(f"{f'Won by {winners}' if winners else 'Nobody wins'}: {end.reason}.")]
