"""A game that was played, on the table itself: the tape goes forward and back, and plays by itself."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.binding import Binding
from textual.events import Key
from textual.timer import Timer

from flattop.kernel import typed_number
from flattop.terminal.replay import Tape
from flattop.terminal.screens import lines
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.drawn import DrawnTable
from flattop.terminal.screens.end import victory

PACE = 0.7  # seconds between two steps of a tape that plays
FAR = 10  # steps of the keys that go up and down
HELP: tuple[lines.Pair, ...] = (
    ("← →", "a step back, a step forward"),
    ("↑ ↓", f"{FAR} steps back, {FAR} steps forward"),
    ("Home End", "the deal, the end"),
    ("space", "let the tape play, and stop it"),
    ("5 Enter", "a number and Enter: go to that step"),
    ("5 0 %", "a number and %: go to that part of the game"),
    ("e", "the next pair of eyes, once the game is over: a spectator's, each seat's, all"),
    ("PgUp PgDn", "scroll the table"),
    ("r", "read cards in full, those in sight first"),
    ("/", "rules, with a search that finds cards too"),
    ("l", "the whole log up to here"),
    ("t", "light or dark"),
    ("q", "leave"),
    ("Esc", "close what lies over the table"),
)


class TapeScreen(DrawnTable):
    """Shows a tape; nothing can be played here."""

    BINDINGS = [
        Binding("right", "step(1)", "forward"),
        Binding("left", "step(-1)", "back"),
        Binding("down", f"step({FAR})", "far forward"),
        Binding("up", f"step({-FAR})", "far back"),
        Binding("home", "go(0)", "the deal"),
        Binding("end", "go(-1)", "the end"),
        Binding("space", "run_or_stop", "play, or stop"),
        Binding("e", "eyes", "eyes"),
        Binding("q", "app.quit", "leave"),
    ]
    AUTO_FOCUS = ""  # all keys are the tape's; options are only to be seen
    WAY_OUT = "q leaves; nothing is changed by looking."
    session: Tape

    def __init__(self, tape: Tape) -> None:
        super().__init__(tape)
        self.typed = ""
        self.playing: Timer | None = None

    def on_mount(self) -> None:
        self.query_one(Choices).can_focus = False
        self.set_focus(None)
        self.playing = self.set_interval(PACE, self.play_on, pause=True)
        self.look()

    def look(self) -> None:
        """Draw the table as it stood here, new lines of the log in full ink."""
        tape = self.session
        now, before = tape.frames[tape.at], tape.frames[max(0, tape.at - 1)]
        self.snapshot, self.said = tape.snapshot(), ""
        self.read = {self.snapshot["seat"]: len(self.snapshot["log"]) - (now.told - before.told)}
        self.draw()
        if (done := tape.next_play) and done[0] == self.snapshot["seat"]:
            self.query_one(Choices).point_at(done[1])

    # -- the tape

    def action_step(self, steps: int) -> None:
        self.go(self.session.at + steps)

    def action_go(self, to: int) -> None:
        self.go(to if to >= 0 else self.session.last)

    def go(self, to: int) -> None:
        """To another step; whoever winds a tape by hand wants it to stop there."""
        self.stop()
        self.session.go(to)
        self.look()

    def play_on(self) -> None:
        self.session.go(self.session.at + 1)
        if self.session.at == self.session.last:
            self.stop()
        self.look()

    def action_run_or_stop(self) -> None:
        if self.runs:
            self.stop()
        elif self.playing and self.session.at < self.session.last:
            self.runs = True
            self.playing.resume()
        self.draw()

    runs = False  # whether it plays by itself now

    def stop(self) -> None:
        self.typed, self.runs = "", False
        if self.playing:
            self.playing.pause()

    def action_eyes(self) -> None:
        self.session.turn_eyes()
        self.look()

    # -- numbers

    def on_key(self, event: Key) -> None:
        """Digits, and then Enter for a step or % for a part of the game."""
        sign = event.character or ""
        if typed_number(sign) is not None:
            self.typed = (self.typed + sign)[-6:]
        elif self.typed and event.key == "enter":
            self.go(int(self.typed))
        elif self.typed and sign == "%":
            self.go(round(int(self.typed) * self.session.last / 100))
        elif self.typed and event.key in ("backspace", "escape"):
            self.typed = self.typed[:-1] if event.key == "backspace" else ""
        else:
            return
        event.stop()
        self.draw()

    # -- what is said around the table

    def prompt(self) -> Text:
        tape, palette = self.session, self.host.palette
        line = Text(f"{self.said}\n" if self.said else "", f"bold {palette.lamp}")
        line.append(f"{'▶' if self.runs else '‖'} {place(tape)}", f"bold {palette.lamp}")
        line.append(f", {tape.whose_eyes}\n", palette.quiet)
        if self.snapshot["over"]:
            return line.append(f"★ {victory(tape.match)}: {self.snapshot['reason']}.", f"bold {palette.ink}")
        return line.append(self.snapshot["prompt"], palette.ink)

    def keys(self) -> list[lines.Pair]:
        tape = self.session
        where = f"{self.typed}_" if self.typed else f"{tape.at}/{tape.last} {percent(tape)} %"
        pairs = [("← →", where), ("Home End", ""), ("space", "stop" if self.runs else "play")]
        return [*pairs, *([("e", "eyes")] if tape.whole.over else []), *lines.COMMON[:-1], ("q", "leave")]

    def help_keys(self) -> Sequence[lines.Pair]:
        return HELP


def place(tape: Tape) -> str:
    return f"Step {tape.at} of {tape.last}" if tape.at else f"The deal; {tape.last} steps follow"


def percent(tape: Tape) -> int:
    return 100 * tape.at // tape.last if tape.last else 100
