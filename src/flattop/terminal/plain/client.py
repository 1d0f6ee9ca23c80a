"""One person after the other at a line of text: what happens is said, and a line is read per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from flattop.kernel import FlattopError, Illegal, Seat, single_stops, typed_number
from flattop.match import Snapshot
from flattop.match import snapshot as one_sheet
from flattop.terminal import auto_answers
from flattop.terminal.plain.looking import Looking
from flattop.terminal.plain.typed import typed_action, typed_options
from flattop.terminal.rulebook import matching
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes
from flattop.terminal.watch import result

HELP = (
    "A number plays that option; so do its words, with things by name or counted from 1, as in: place 1.",
    "look tells the whole table; look and a name tells a zone, a seat, a card or an option in full,",
    "as in: look hand, look 2; look cards tells every card in sight, look all and a kind those of the deck;",
    "what now tells what each option does.",
    "u takes back your last step, h asks for advice, s tells table and options, l tells the log,",
    "habits tells what is answered for you where there is nothing to choose, and how to change it,",
    "r WORD looks up the rules, q quits and saves, ? tells this.",
)
LIVE = "The clock stands still while you type; w, or Enter alone, lets a moment pass."


def play_by_lines(session: Session, lines: TextIO, out: TextIO) -> int:
    """Play until the game is over or the lines end; either way nothing is lost."""
    client = PlainClient(session, iter(lines), lambda line: print(line, file=out, flush=True))
    try:
        client.play()
    except KeyboardInterrupt:
        client.say("")
    farewell = session.close()
    if not session.match.over:
        client.say(farewell)
    return 0


class Quit(Exception):
    """The person wants to stop."""


class PlainClient:
    """Says what happens line by line, and reads a line per decision."""

    def __init__(self, session: Session, lines: Iterator[str], say: Callable[[str], object]) -> None:
        self.session, self.lines, self.say = session, lines, say
        session.by_hand()
        self.seat: Seat = session.persons[0]
        self.heard: dict[Seat, int] = {}  # lines of the log that were said to each person
        self.seen: list[str] = []  # lines of the state that were shown
        self.looked: Looking | None = None  # at the sheet that was told last
        self.noted = 0

    def play(self) -> None:
        self.say(single_stops(f"{self.session.match.title}. Type ? for help."))
        try:
            while not self.session.match.over:
                self.step()
        except Quit:
            return
        self.tell(self.news())
        for line in [*result(self.session), *closing_notes(self.session)]:
            self.say(line)

    def step(self) -> None:
        """One move of a bot, or one line of the person who is asked."""
        bot = self.session.bot_to_move
        if bot is not None:
            self.session.settle(self.session.think(bot))
            return
        if given := self.session.answered:
            self.session.give(*given)
            return
        self.look_around()
        snapshot = self.news()
        if self.session.running and not snapshot["options"] and not snapshot["anytime"]:
            self.session.leap()  # nothing that this person could do
            return
        self.tell(snapshot)
        self.show(snapshot)
        while not self.obey(self.ask(snapshot), snapshot):
            pass

    def look_around(self) -> None:
        """Several persons share the screen: the next one is called before anything of theirs is shown."""
        seat = self.session.eyes(self.seat)
        if seat == self.seat:
            return
        self.say(f"Pass the screen to {self.session.match.people[seat]}, who presses Enter.")
        if self.line() == "q":
            raise Quit
        self.say("\n" * 50)
        self.seat, self.seen = seat, []

    def line(self) -> str:
        line = next(self.lines, None)
        if line is None:
            raise Quit
        return line.strip()

    def news(self) -> Snapshot:
        """The sheet of the person who looks; of the log only what was not said yet."""
        return one_sheet(self.session.match, self.seat, since=self.heard.get(self.seat, 0))

    # -- saying

    def tell(self, snapshot: Snapshot) -> None:
        for note in self.session.notes[self.noted :]:
            self.say(f"* {note}")
        self.noted = len(self.session.notes)
        for _, words in snapshot["log"]:
            self.say(f"- {words}")
        self.heard[self.seat] = self.heard.get(self.seat, 0) + len(snapshot["log"])

    def show(self, snapshot: Snapshot) -> None:
        """What has changed on the table, and the options."""
        state = self.looking(snapshot).table
        for line in state:
            if line not in self.seen:
                self.say(line)
        self.seen = state
        self.say(f"{self.session.match.people[self.seat]}: {snapshot['prompt']}")
        self.offer(snapshot)

    def looking(self, snapshot: Snapshot) -> Looking:
        """What can be told of a sheet: its view, the words of the game and the deck, never the table."""
        if self.looked is None or self.looked.snapshot is not snapshot:
            match = self.session.match
            pack, people = match.table.pack, match.people
            self.looked = Looking(
                match.game.describer(pack, people, snapshot["view"], snapshot["seat"]), snapshot
            )
        return self.looked

    def offer(self, snapshot: Snapshot) -> None:
        for number, (_, words) in enumerate(snapshot["options"], 1):
            self.say(f"{number}. {words}")
        for number, (_, words) in enumerate(snapshot["anytime"], len(snapshot["options"]) + 1):
            self.say(f"{number}. any time: {words}")

    def ask(self, snapshot: Snapshot) -> str:
        """The last line before a line is read, so that an ear or a pipe knows that it is its turn."""
        count = len(snapshot["options"]) + len(snapshot["anytime"])
        span = {0: "", 1: ", 1"}.get(count, f", 1 to {count}")
        self.say(f"Your choice{span}{', or w to wait' if self.session.running else ''}?")
        return self.line()

    # -- obeying

    def obey(self, line: str, snapshot: Snapshot) -> bool:
        """Carry out a line; True once the table has changed."""
        word, _, rest = line.partition(" ")
        if word == "q":
            raise Quit
        try:
            return self.carry_out(word, rest.strip(), line, snapshot)
        except Illegal as refused:
            self.say(refusal(line, refused))
        except FlattopError as error:
            self.say(str(error))
        return False

    def carry_out(self, word: str, rest: str, line: str, snapshot: Snapshot) -> bool:
        commands = {"u": self.undo, "h": self.hint, "s": self.whole, "l": self.log, "?": self.help}
        commands |= {"w": self.wait, "": self.wait, "p": self.pause} if self.session.live else {}
        if word in commands and not rest:
            return commands[word](snapshot)
        if word == "look":
            return self.look(rest, snapshot)
        if word == "habits":
            return auto_answers.wish(self.session.match, self.seat, rest, self.say)
        if line.casefold() in ("what now", "what"):
            return self.what_now(snapshot)
        return self.rules(rest) if word == "r" else self.choose(line, snapshot)

    def choose(self, line: str, snapshot: Snapshot) -> bool:
        """Play by the number of an option, or by its words."""
        looking = self.looking(snapshot)
        number = typed_number(line) or 0
        if 1 <= number <= len(looking.choices):
            self.session.play(self.seat, looking.choices[number - 1][0])
            return True
        meant = typed_options(line, looking)
        if len(meant) > 1:
            self.say(f"{line!r} may mean {' or '.join(repr(label) for _, label in meant)}; give its number.")
            return False
        action = meant[0][0] if meant else typed_action(line, looking)
        if action is None:
            self.say(f"{line!r} is no option; give a number from 1 to {len(looking.choices)}, or ? for help.")
            return False
        self.session.play(self.seat, action)
        return True

    def look(self, words: str, snapshot: Snapshot) -> bool:
        for line in self.looking(snapshot).at(words):
            self.say(line)
        return False

    def what_now(self, snapshot: Snapshot) -> bool:
        self.say(snapshot["prompt"])
        for line in self.looking(snapshot).options():
            self.say(line)
        return False

    def undo(self, snapshot: Snapshot) -> bool:
        terms = snapshot["undo"]
        consent = terms["consent"] if terms else []
        if not all(self.agrees(seat) for seat in consent if seat in self.session.persons):
            self.say("Not agreed; nothing was taken back.")
            return False
        self.session.undo(self.seat, consent)
        return True

    def agrees(self, seat: Seat) -> bool:
        people = self.session.match.people
        self.say(f"{people[seat]}, may {people[self.seat]} take back the last step? y or n")
        return self.line().casefold() in ("y", "yes")

    def wait(self, snapshot: Snapshot) -> bool:
        """Let time pass to the next moment at which something may have changed."""
        if not self.session.running:
            self.say("No time passes now.")
            return False
        self.session.leap()
        return True

    def pause(self, snapshot: Snapshot) -> bool:
        self.session.pause(self.seat)
        return True

    def hint(self, snapshot: Snapshot) -> bool:
        *_, advice = self.session.advice(self.seat)
        for line in advice.lines:
            self.say(line)
        return False

    def whole(self, snapshot: Snapshot) -> bool:
        self.look("", snapshot)
        self.offer(snapshot)
        return False

    def log(self, snapshot: Snapshot) -> bool:
        for _, words in self.session.snapshot(self.seat)["log"]:
            self.say(f"- {words}")
        return False

    def rules(self, words: str) -> bool:
        rules = matching(self.session.match.game.rules, words)
        for rule in rules:
            self.say(f"{rule.id} {rule.text}")
        if not rules:
            first = self.session.match.game.rules[0].id
            self.say(f"no rule speaks of {words!r}; try one word, or an id such as {first}")
        return False

    def help(self, snapshot: Snapshot) -> bool:
        for line in (*HELP, LIVE) if self.session.live else HELP:
            self.say(line)
        return False


def refusal(line: str, refused: Illegal) -> str:
    """Why a line was not carried out; in the words that were typed, which count from 1."""
    if refused.code == "not-open":
        return f"{line!r} is none of the options now; what now tells them."
    return f"{refused.sentence} [{refused.rule}] Nothing was changed." if refused.rule else refused.sentence
