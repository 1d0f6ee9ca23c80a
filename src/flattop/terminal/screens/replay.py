"""The screen of a replay: stepping through a recorded game by keys, or playing it automatically."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.binding import Binding
from textual.events import Key
from textual.timer import Timer

from flattop.kernel import typed_number
from flattop.terminal.replay import ReplaySession
from flattop.terminal.screens.board import BoardScreen
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.dialogs import winner_text
from flattop.terminal.screens.status import COMMON_KEYS, KeyHelp

STEP_INTERVAL = 0.7  # seconds between two steps while the replay plays
BIG_STEP = 10
MAX_DIGITS = 6  # of a typed step number
REPLAY_HELP = (
    KeyHelp("← →", "a step back, a step forward"),
    KeyHelp("↑ ↓", f"{BIG_STEP} steps back, {BIG_STEP} steps forward"),
    KeyHelp("Home End", "the deal, the end"),
    KeyHelp("space", "play the replay, or stop it"),
    KeyHelp("5 Enter", "a number and Enter: go to that step"),
    KeyHelp("5 0 %", "a number and %: go to that part of the game"),
    KeyHelp("v", "the next viewer, once the game is over: a spectator, each seat, all"),
    KeyHelp("PgUp PgDn", "scroll the table"),
    KeyHelp("r", "read cards, those in sight first"),
    KeyHelp("/", "rules, with a search that finds cards too"),
    KeyHelp("l", "the whole log up to here"),
    KeyHelp("t", "light or dark"),
    KeyHelp("q", "leave"),
    KeyHelp("Esc", "close what lies over the table"),
)


class ReplayScreen(BoardScreen):
    """A table that shows a replay.  Nothing can be played here."""

    BINDINGS = [
        Binding("right", "step(1)", "forward"),
        Binding("left", "step(-1)", "back"),
        Binding("down", f"step({BIG_STEP})", "far forward"),
        Binding("up", f"step({-BIG_STEP})", "far back"),
        Binding("home", "go(0)", "the deal"),
        Binding("end", "go(-1)", "the end"),
        Binding("space", "play_or_stop", "play, or stop"),
        Binding("v,e", "next_viewer", "viewer"),  # e is the former key
        Binding("q", "app.quit", "leave"),
    ]
    AUTO_FOCUS = ""  # options are only shown, so all keys go to the screen
    QUIT_HELP = "q leaves; looking changes nothing."
    session: ReplaySession

    def __init__(self, replay: ReplaySession) -> None:
        super().__init__(replay)
        self.typed = ""
        self.is_playing = False
        self.timer: Timer | None = None

    def on_mount(self) -> None:
        self.query_one(Choices).can_focus = False
        self.set_focus(None)
        self.timer = self.set_interval(STEP_INTERVAL, self.play_step, pause=True)
        self.show_step()

    def show_step(self) -> None:
        """Draw the table at the current step, and point at the option that was played next."""
        replay = self.session
        now, before = replay.positions[replay.at], replay.positions[max(0, replay.at - 1)]
        self.snapshot, self.message = replay.snapshot(), ""
        new_lines = now.event_count - before.event_count
        self.seen = {self.snapshot["seat"]: len(self.snapshot["log"]) - new_lines}
        self.draw()
        if (play := replay.next_play) and play[0] == self.snapshot["seat"]:
            self.query_one(Choices).point_at(play[1])

    # -- stepping

    def action_step(self, steps: int) -> None:
        self.go(self.session.at + steps)

    def action_go(self, step: int) -> None:
        self.go(step if step >= 0 else self.session.last)

    def go(self, step: int) -> None:
        """Stop playing, and go to a step."""
        self.stop()
        self.session.go(step)
        self.show_step()

    def play_step(self) -> None:
        self.session.go(self.session.at + 1)
        if self.session.at == self.session.last:
            self.stop()
        self.show_step()

    def action_play_or_stop(self) -> None:
        if self.is_playing:
            self.stop()
        elif self.timer and self.session.at < self.session.last:
            self.is_playing = True
            self.timer.resume()
        self.draw()

    def stop(self) -> None:
        self.typed, self.is_playing = "", False
        if self.timer:
            self.timer.pause()

    def action_next_viewer(self) -> None:
        self.session.next_viewer()
        self.show_step()

    def on_key(self, event: Key) -> None:
        """Read a number, then Enter for a step or % for a part of the game."""
        character = event.character or ""
        if typed_number(character) is not None:
            self.typed = (self.typed + character)[-MAX_DIGITS:]
        elif self.typed and event.key == "enter":
            self.go(int(self.typed))
        elif self.typed and character == "%":
            self.go(round(int(self.typed) * self.session.last / 100))
        elif self.typed and event.key in ("backspace", "escape"):
            self.typed = self.typed[:-1] if event.key == "backspace" else ""
        else:
            return
        event.stop()
        self.draw()

    # -- texts

    def prompt(self) -> Text:
        replay, palette = self.session, self.terminal_app.palette
        where = f"Step {replay.at} of {replay.last}" if replay.at else f"The deal; {replay.last} steps follow"
        line = Text(f"{self.message}\n" if self.message else "", f"bold {palette.lamp}")
        line.append(f"{'▶' if self.is_playing else '‖'} {where}", f"bold {palette.lamp}")
        line.append(f", {replay.viewer_label}\n", palette.quiet)
        if self.snapshot["over"]:
            result = f"★ {winner_text(replay.match)}: {self.snapshot['reason']}."
            return line.append(result, f"bold {palette.ink}")
        return line.append(self.snapshot["prompt"], palette.ink)

    def keys(self) -> list[KeyHelp]:
        replay = self.session
        percent = 100 * replay.at // replay.last if replay.last else 100
        where = f"{self.typed}_" if self.typed else f"{replay.at}/{replay.last} {percent} %"
        keys = [KeyHelp("← →", where), KeyHelp("Home End", "")]
        keys.append(KeyHelp("space", "stop" if self.is_playing else "play"))
        if replay.final_match.over:
            keys.append(KeyHelp("v", "viewer"))
        return [*keys, *COMMON_KEYS[:-1], KeyHelp("q", "leave")]

    def help_keys(self) -> Sequence[KeyHelp]:
        return REPLAY_HELP
