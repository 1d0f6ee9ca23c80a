"""The screen of a game in play: passing the screen, moves of people and bots, the clock, undo and hints."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import on, work
from textual.binding import Binding

from flattop.kernel import Action, FlattopError, Illegal, Seat
from flattop.terminal import auto_answers
from flattop.terminal.screens import status
from flattop.terminal.screens.board import BoardScreen
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.dialogs import HandOver, Question, ResultDialog
from flattop.terminal.session import Session

if TYPE_CHECKING:
    from flattop.terminal.app import PlayApp

CLOCK_INTERVAL = 0.1  # seconds between two checks of the clock


class PlayScreen(BoardScreen):
    """A table at which people and bots play."""

    BINDINGS = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("s", "pass_on", "pass the screen"),
        Binding("p", "pause", "pause"),
        Binding("o", "auto_answers", "auto-answers"),
        Binding("n", "rematch", "new game"),
        Binding("q", "quit_table", "quit"),
    ]

    session: Session

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.seat: Seat = session.next_viewer(session.humans[0])
        self.is_covered = False  # True while people swap places: only the spectator's view is drawn
        self.is_driving = False  # True while the worker `drive` runs

    @property
    def play_app(self) -> PlayApp:
        return cast("PlayApp", self.app)

    def keys(self) -> list[status.KeyHelp]:
        return status.play_keys(self.session, self.snapshot)

    # -- the person at the screen

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        if self.session.is_live:
            self.set_interval(CLOCK_INTERVAL, self.check_clock)
        if len(self.session.humans) > 1:
            self.hand_over(self.seat)
        else:
            self.take_over(self.seat)

    def hand_over(self, seat: Seat) -> None:
        """Cover the table and stop the clock, until the next person is at the screen."""
        while self.app.screen is not self:  # an open log would show the view of the last person
            self.app.pop_screen()
        self.message, self.rule = "", ""
        self.session.stop_clock()
        self.cover()
        self.app.push_screen(HandOver(self.session.match.people[seat]), lambda _: self.take_over(seat))

    def cover(self) -> None:
        self.is_covered, self.snapshot = True, self.session.snapshot(None)
        self.draw()

    def take_over(self, seat: Seat) -> None:
        self.seat, self.is_covered = seat, False
        self.session.start_clock(self.play_app.bot_delay)
        self.show_table()
        self.start_driving()

    def check_clock(self) -> None:
        """Play the ticks that are due, or redraw the countdown."""
        if self.is_closing:
            return
        try:
            if self.session.advance_clock():
                self.after_step()
            elif self.session.clock_runs and not self.is_covered:
                self.draw_countdown(self.draw_context())
                self.start_driving()
        except FlattopError as error:
            self.play_app.fail(error)

    def after_step(self) -> None:
        """Show the table to the person who must decide, and let the bots move."""
        if not self.is_covered:
            seat = self.session.next_viewer(self.seat)
            if seat != self.seat and not self.session.match.over:
                self.hand_over(seat)
            else:
                self.show_table()
        self.start_driving()

    def show_table(self) -> None:
        self.snapshot = self.session.snapshot(self.seat)
        self.draw()
        if self.snapshot["over"]:
            self.show_result()

    # -- bots and auto-answers

    def start_driving(self) -> None:
        is_idle = self.session.bot_to_move is None and self.session.auto_answer is None
        if not self.is_driving and not is_idle:
            self.is_driving = True
            self.drive()

    @work
    async def drive(self) -> None:
        """Play moves of bots and automatic answers, until a person must decide."""
        try:
            while not self.is_closing:
                if (seat := self.session.bot_to_move) is not None:
                    await self.move_bot(seat)
                elif answer := self.session.auto_answer:
                    await asyncio.sleep(self.play_app.bot_delay)  # meanwhile the person may answer
                    if not self.is_closing and self.session.auto_answer == answer:
                        self.session.play_auto_answer(*answer)
                        self.after_step()
                else:
                    return
        except FlattopError as error:
            self.play_app.fail(error)
        finally:
            self.is_driving = False

    async def move_bot(self, seat: Seat) -> None:
        """Let a bot choose in a thread, so that the screen responds, and play its move after a delay."""
        move = await asyncio.to_thread(self.session.prepare_bot_move(seat))
        hurry = self.session.seats_to_decide or self.session.clock_runs or self.session.is_invisible(move)
        await asyncio.sleep(0 if hurry else self.play_app.bot_delay)
        if not self.is_closing and self.session.play_bot_move(move):
            self.message = move.error
            self.after_step()

    # -- moves of people

    @on(Choices.Chosen)
    def play_choice(self, event: Choices.Chosen) -> None:
        self.play(event.action)

    def play(self, action: Action) -> None:
        self.attempt(lambda: self.session.play(self.seat, action))

    def attempt(self, step: Callable[[], object]) -> None:
        """Take a step of the person, or show why it is refused."""
        try:
            step()
        except Illegal as refusal:
            self.show_refusal(refusal)
        except FlattopError as error:
            self.play_app.fail(error)
        else:
            self.step_done()

    def show_refusal(self, refusal: Illegal) -> None:
        self.rule = refusal.rule
        rule = f" [{refusal.rule}: / shows it]" if refusal.rule else ""
        self.show_message(f"✗ {refusal.sentence}{rule} Nothing was changed.")

    def step_done(self) -> None:
        self.message, self.rule = "", ""
        self.seen[self.seat] = len(self.snapshot["log"])
        self.after_step()

    @work(exclusive=True, group="asking")
    async def action_undo(self) -> None:
        """Undo the person's last step.  Bots answer at once; other people are asked on the screen."""
        seat, terms = self.seat, self.snapshot["undo"]
        consent = terms["consent"] if terms else []
        try:
            if not await self.ask_consent(seat, [s for s in consent if s in self.session.humans]):
                raise Illegal("consent", "That was not agreed to.")
            self.session.undo(seat, consent)
        except Illegal as refusal:
            self.show_table()
            self.show_refusal(refusal)
        except FlattopError as error:
            self.play_app.fail(error)
        else:
            self.step_done()

    async def ask_consent(self, seat: Seat, others: list[Seat]) -> bool:
        """Ask other people at the screen, with the table covered, and return whether all agree."""
        people = self.session.match.people
        for other in others:
            self.cover()
            text = f"{people[seat]} would like to undo the last step. {people[other]}, do you agree?"
            answer = await self.app.push_screen_wait(Question(text, {"y": "Yes", "n": "No"}))
            self.is_covered = False
            if answer != "y":
                return False
        return True

    @work(exclusive=True, group="asking")
    async def action_hint(self) -> None:
        """Show a hint and point at its option.  The hint improves until a move is made."""
        seat, version = self.seat, self.session.match.actions

        def is_wanted() -> bool:
            now = self.seat, self.session.match.actions, self.is_covered
            return now == (seat, version, False) and self.is_mounted

        try:
            hints = self.session.hints(seat, is_wanted)
            while (hint := await asyncio.to_thread(next, hints, None)) and is_wanted():
                self.query_one(Choices).point_at(hint.action)
                self.show_message(f"Hint: {' '.join(hint.lines)}{'' if hint.done else ' …'}")
        except Illegal as refusal:
            self.show_refusal(refusal)

    # -- other keys

    @work(exclusive=True, group="asking")
    async def action_auto_answers(self) -> None:
        """Show what is answered for the person, and let them change it."""
        match, seat = self.session.match, self.seat
        changes = {word[0]: change for word, change in auto_answers.changes(match, seat).items()}
        labels = {key: change.label for key, change in changes.items()} | {"n": "No change"}
        answer = await self.app.push_screen_wait(Question(auto_answers.summary(match, seat), labels, "n"))
        if answer in changes:
            match.auto_answers[seat] = changes[answer].settings
            self.message = auto_answers.summary(match, seat)
            self.after_step()

    def action_pause(self) -> None:
        self.attempt(lambda: self.session.toggle_pause(self.seat))

    def action_pass_on(self) -> None:
        """Pass the screen to the next person at the table."""
        humans = self.session.humans
        if len(humans) > 1:
            self.hand_over(humans[(humans.index(self.seat) + 1) % len(humans)])

    def action_quit_table(self) -> None:
        self.app.exit()

    @on(Choices.NothingToChoose)
    def show_result_again(self, event: Choices.NothingToChoose) -> None:
        if self.snapshot["over"]:
            self.show_result()

    def action_rematch(self) -> None:
        if self.snapshot["over"]:
            self.play_app.rematch()

    def show_result(self) -> None:
        self.app.push_screen(ResultDialog(self.session, self.terminal_app.palette), self.after_result)

    def after_result(self, answer: str | None) -> None:
        if answer == "n":
            self.play_app.rematch()
        elif answer == "q":
            self.app.exit()
