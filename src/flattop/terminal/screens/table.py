"""The table in play: who is looking, what is played, what the other keys do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import on, work
from textual.binding import Binding

from flattop.bots.hints import Hint
from flattop.kernel import Action, FlattopError, Illegal, Seat
from flattop.terminal import auto_answers
from flattop.terminal.screens import lines
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.drawn import DrawnTable
from flattop.terminal.screens.end import EndScreen
from flattop.terminal.screens.handover import HandOver
from flattop.terminal.screens.question import Question
from flattop.terminal.session import Session

if TYPE_CHECKING:
    from flattop.terminal.app import FlattopApp

TICK = 0.1  # seconds between two looks at the clock


class TableScreen(DrawnTable):
    """Lets persons and bots play at a drawn table."""

    BINDINGS = [
        Binding("h", "hint", "advice"),
        Binding("u", "undo", "undo"),
        Binding("s", "pass_on", "pass the screen"),
        Binding("p", "pause", "pause"),
        Binding("o", "habits", "habits"),
        Binding("n", "again", "new game"),
        Binding("q", "quit_table", "quit"),
    ]

    session: Session

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.seat: Seat = session.eyes(session.persons[0])
        self.covered = False  # somebody is being called, so nobody's secrets are drawn
        self.driving = False

    @property
    def host(self) -> FlattopApp:
        return cast("FlattopApp", self.app)

    def keys(self) -> list[lines.Pair]:
        return lines.keys(self.session, self.snapshot)

    # -- who is looking

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        if self.session.live:
            self.set_interval(TICK, self.tick)
        if len(self.session.persons) > 1:
            self.hand_over(self.seat)
        else:
            self.take_over(self.seat)

    def hand_over(self, seat: Seat) -> None:
        """Draw nobody's table and cover it, until the next person is there."""
        while self.app.screen is not self:  # an open log would be the last person's own
            self.app.pop_screen()
        self.said, self.rule = "", ""
        self.session.rest()
        self.hide()
        self.app.push_screen(HandOver(self.session.match.people[seat]), lambda _: self.take_over(seat))

    def hide(self) -> None:
        """Show no more than a spectator would see."""
        self.covered, self.snapshot = True, self.session.snapshot(None)
        self.draw()

    def take_over(self, seat: Seat) -> None:
        self.seat, self.covered = seat, False
        self.session.run(self.host.pace)
        self.look()
        self.move_bots()

    def tick(self) -> None:
        """Look at the clock: play the time that is due, else only show that it runs."""
        if self.taken_down:
            return
        try:
            if self.session.pass_time():
                self.go_on()
            elif self.session.running and not self.covered:
                self.draw_dial(self.stage())
                self.move_bots()
        except FlattopError as error:
            self.host.give_up(error)

    def go_on(self) -> None:
        """After a step: call the next person, show where the game stands, let the bots move."""
        if not self.covered:
            seat = self.session.eyes(self.seat)
            if seat != self.seat and not self.session.match.over:
                self.hand_over(seat)
            else:
                self.look()
        self.move_bots()

    def look(self) -> None:
        self.snapshot = self.session.snapshot(self.seat)
        self.draw()
        if self.snapshot["over"]:
            self.show_end()

    def move_bots(self) -> None:
        """Also what is answered for somebody comes by itself."""
        idle = self.session.bot_to_move is None and self.session.answered is None
        if not self.driving and not idle:
            self.driving = True
            self.drive()

    @work
    async def drive(self) -> None:
        """Let bots move at a readable pace, thinking beside the screen, which never waits for them."""
        try:
            while not self.taken_down:
                if (seat := self.session.bot_to_move) is not None:
                    await self.move_bot(seat)
                elif given := self.session.answered:
                    await self.give(*given)
                else:
                    return
        except FlattopError as error:
            self.host.give_up(error)
        finally:
            self.driving = False

    async def move_bot(self, seat: Seat) -> None:
        thought = await asyncio.to_thread(self.session.ask(seat))
        hurry = self.session.asked or self.session.running or self.session.is_half(thought)
        await asyncio.sleep(0 if hurry else self.host.pace)
        if not self.taken_down and self.session.settle(thought):
            self.said = thought.trouble
            self.go_on()

    async def give(self, seat: Seat, action: Action) -> None:
        """What is answered for a person comes after a moment, in which the person may be quicker."""
        await asyncio.sleep(self.host.pace)
        if not self.taken_down and self.session.answered == (seat, action):
            self.session.give(seat, action)
            self.go_on()

    # -- playing

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        self.play(event.action)

    def play(self, action: Action) -> None:
        """Play for the seat that is looking."""
        self.attempt(lambda: self.session.play(self.seat, action))

    def attempt(self, step: Callable[[], object]) -> None:
        """A refusal is shown with its rule, and nothing has changed."""
        try:
            step()
        except Illegal as refused:
            self.refuse(refused)
        except FlattopError as error:
            self.host.give_up(error)
        else:
            self.step_done()

    def refuse(self, refused: Illegal) -> None:
        self.rule = refused.rule
        rule = f" [{refused.rule}: / shows it]" if refused.rule else ""
        self.said = f"✗ {refused.sentence}{rule} Nothing was changed."
        self.draw()

    def step_done(self) -> None:
        self.said, self.rule = "", ""
        self.read[self.seat] = len(self.snapshot["log"])
        self.go_on()

    @work(exclusive=True, group="asking")
    async def action_undo(self) -> None:
        """Take back the own last step; bots agree at once or not at all, persons are asked on the screen."""
        seat, terms = self.seat, self.snapshot["undo"]
        consent = terms["consent"] if terms else []
        try:
            if not await self.agreed(seat, [s for s in consent if s in self.session.persons]):
                raise Illegal("consent", "That was not agreed to.")
            self.session.undo(seat, consent)
        except Illegal as refused:
            self.look()
            self.refuse(refused)
        except FlattopError as error:
            self.host.give_up(error)
        else:
            self.step_done()

    async def agreed(self, seat: Seat, others: list[Seat]) -> bool:
        """Ask everybody whom it concerns; meanwhile nobody's hand is to be seen."""
        people = self.session.match.people
        for other in others:
            self.hide()
            words = f"{people[seat]} would like to take back the last step. {people[other]}, do you agree?"
            answer = await self.app.push_screen_wait(Question(words, {"y": "Yes", "n": "No"}))
            self.covered = False
            if answer != "y":
                return False
        return True

    @work(exclusive=True, group="asking")
    async def action_hint(self) -> None:
        """Say what would be best and point at it, better and better until somebody moves."""
        seat, version = self.seat, self.session.match.actions

        def is_wanted() -> bool:
            now = self.seat, self.session.match.actions, self.covered
            return now == (seat, version, False) and self.is_mounted

        try:
            pieces = self.session.advice(seat, is_wanted)
            while (advice := await asyncio.to_thread(next, pieces, None)) and is_wanted():
                self.say_advice(advice)
        except Illegal as refused:
            self.refuse(refused)

    def say_advice(self, advice: Hint) -> None:
        self.said = f"Advice: {' '.join(advice.lines)}{'' if advice.done else ' …'}"
        self.query_one(Choices).point_at(advice.action)
        self.draw()

    # -- other keys

    @work(exclusive=True, group="asking")
    async def action_habits(self) -> None:
        """Say what is answered for the person, and change it."""
        match, seat = self.session.match, self.seat
        wishes = {word[0]: change for word, change in auto_answers.changes(match, seat).items()}
        labels = {key: words for key, (words, _) in wishes.items()} | {"n": "Leave it so"}
        answer = await self.app.push_screen_wait(Question(auto_answers.told(match, seat), labels, "n"))
        if answer in wishes:
            match.auto_answers[seat] = wishes[answer][1]
            self.said = auto_answers.told(match, seat)
            self.go_on()

    def action_pause(self) -> None:
        """Stop the clock for everybody, or let it run again."""
        self.attempt(lambda: self.session.pause(self.seat))

    def action_pass_on(self) -> None:
        """Give the screen to the next person at the table."""
        persons = self.session.persons
        if len(persons) > 1:
            self.hand_over(persons[(persons.index(self.seat) + 1) % len(persons)])

    def action_quit_table(self) -> None:
        self.host.leave()

    @on(Choices.Nothing)
    def enter(self, event: Choices.Nothing) -> None:
        if self.snapshot["over"]:
            self.show_end()

    def action_again(self) -> None:
        if self.snapshot["over"]:
            self.host.another()

    def show_end(self) -> None:
        self.app.push_screen(EndScreen(self.session, self.host.palette), self.after_end)

    def after_end(self, answer: str | None) -> None:
        if answer == "n":
            self.host.another()
        elif answer == "q":
            self.host.leave()
