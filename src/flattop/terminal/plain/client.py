"""One person after the other at a line of text: what happens is said, and a line is read per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from flattop.kernel import FlattopError, Illegal, Seat, stopped, typed_number
from flattop.match import Sheet
from flattop.match import sheet as one_sheet
from flattop.terminal import habits
from flattop.terminal.opening import closing_notes
from flattop.terminal.plain.looking import Looking
from flattop.terminal.plain.typed import typed_action, typed_options
from flattop.terminal.rulebook import matching
from flattop.terminal.session import Session
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
        self.say(stopped(f"{self.session.match.title}. Type ? for help."))
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
        sheet = self.news()
        if self.session.running and not sheet["options"] and not sheet["anytime"]:
            self.session.leap()  # nothing that this person could do
            return
        self.tell(sheet)
        self.show(sheet)
        while not self.obey(self.ask(sheet), sheet):
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

    def news(self) -> Sheet:
        """The sheet of the person who looks; of the log only what was not said yet."""
        return one_sheet(self.session.match, self.seat, since=self.heard.get(self.seat, 0))

    # -- saying

    def tell(self, sheet: Sheet) -> None:
        for note in self.session.notes[self.noted :]:
            self.say(f"* {note}")
        self.noted = len(self.session.notes)
        for _, words in sheet["log"]:
            self.say(f"- {words}")
        self.heard[self.seat] = self.heard.get(self.seat, 0) + len(sheet["log"])

    def show(self, sheet: Sheet) -> None:
        """What has changed on the table, and the options."""
        state = self.looking(sheet).table
        for line in state:
            if line not in self.seen:
                self.say(line)
        self.seen = state
        self.say(f"{self.session.match.people[self.seat]}: {sheet['prompt']}")
        self.offer(sheet)

    def looking(self, sheet: Sheet) -> Looking:
        """What can be told of a sheet: its view, the words of the game and the deck, never the table."""
        if self.looked is None or self.looked.sheet is not sheet:
            match = self.session.match
            pack, people = match.table.pack, match.people
            self.looked = Looking(match.game.describer(pack, people, sheet["view"], sheet["seat"]), sheet)
        return self.looked

    def offer(self, sheet: Sheet) -> None:
        for number, (_, words) in enumerate(sheet["options"], 1):
            self.say(f"{number}. {words}")
        for number, (_, words) in enumerate(sheet["anytime"], len(sheet["options"]) + 1):
            self.say(f"{number}. any time: {words}")

    def ask(self, sheet: Sheet) -> str:
        """The last line before a line is read, so that an ear or a pipe knows that it is its turn."""
        count = len(sheet["options"]) + len(sheet["anytime"])
        span = {0: "", 1: ", 1"}.get(count, f", 1 to {count}")
        self.say(f"Your choice{span}{', or w to wait' if self.session.running else ''}?")
        return self.line()

    # -- obeying

    def obey(self, line: str, sheet: Sheet) -> bool:
        """Carry out a line; True once the table has changed."""
        word, _, rest = line.partition(" ")
        if word == "q":
            raise Quit
        try:
            return self.carry_out(word, rest.strip(), line, sheet)
        except Illegal as refused:
            self.say(refusal(line, refused))
        except FlattopError as error:
            self.say(str(error))
        return False

    def carry_out(self, word: str, rest: str, line: str, sheet: Sheet) -> bool:
        commands = {"u": self.undo, "h": self.hint, "s": self.whole, "l": self.log, "?": self.help}
        commands |= {"w": self.wait, "": self.wait, "p": self.pause} if self.session.live else {}
        if word in commands and not rest:
            return commands[word](sheet)
        if word == "look":
            return self.look(rest, sheet)
        if word == "habits":
            return habits.wish(self.session.match, self.seat, rest, self.say)
        if line.casefold() in ("what now", "what"):
            return self.what_now(sheet)
        return self.rules(rest) if word == "r" else self.choose(line, sheet)

    def choose(self, line: str, sheet: Sheet) -> bool:
        """Play by the number of an option, or by its words."""
        looking = self.looking(sheet)
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

    def look(self, words: str, sheet: Sheet) -> bool:
        for line in self.looking(sheet).at(words):
            self.say(line)
        return False

    def what_now(self, sheet: Sheet) -> bool:
        self.say(sheet["prompt"])
        for line in self.looking(sheet).options():
            self.say(line)
        return False

    def undo(self, sheet: Sheet) -> bool:
        terms = sheet["undo"]
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

    def wait(self, sheet: Sheet) -> bool:
        """Let time pass to the next moment at which something may have changed."""
        if not self.session.running:
            self.say("No time passes now.")
            return False
        self.session.leap()
        return True

    def pause(self, sheet: Sheet) -> bool:
        self.session.pause(self.seat)
        return True

    def hint(self, sheet: Sheet) -> bool:
        *_, advice = self.session.advice(self.seat)
        for line in advice.lines:
            self.say(line)
        return False

    def whole(self, sheet: Sheet) -> bool:
        self.look("", sheet)
        self.offer(sheet)
        return False

    def log(self, sheet: Sheet) -> bool:
        for _, words in self.session.sheet(self.seat)["log"]:
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

    def help(self, sheet: Sheet) -> bool:
        for line in (*HELP, LIVE) if self.session.live else HELP:
            self.say(line)
        return False


def refusal(line: str, refused: Illegal) -> str:
    """Why a line was not carried out; in the words that were typed, which count from 1."""
    if refused.code == "not-open":
        return f"{line!r} is none of the options now; what now tells them."
    return f"{refused.sentence} [{refused.rule}] Nothing was changed." if refused.rule else refused.sentence
