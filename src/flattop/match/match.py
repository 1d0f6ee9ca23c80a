"""A match: a table with people at it, a log, undo, and a record of all that was played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import flattop
from flattop.kernel import CLOCK, LISTENER, Action, Event, Game, Illegal, Outcome, Seat, Table, Told
from flattop.match import auto_answers, undo
from flattop.match import seed as seeds
from flattop.match.auto_answers import AutoAnswers
from flattop.match.history import History, Opening, secret
from flattop.match.observability import is_observable
from flattop.match.record import EVERY, Entry, Record, deck_digest, state_hash
from flattop.match.refusal_text import is_noun, nonsense, refusal_text
from flattop.match.reshuffle import stir
from flattop.match.seed import Seed
from flattop.match.undo import Terms

PAUSED = Illegal("paused", "The table is paused; it goes on when it is resumed.")


class Match:
    """One game from its deal to its end, checked, logged and recorded."""

    noted: Callable[[Entry], None] | None = None  # hears of every entry once it is recorded
    simulated = False  # whether nobody looks on: it keeps no log, and nothing is ever taken back
    open_steps = 0  # all but answers in secret for as long as others are waited for
    luck_kept = 0  # undos that went on with the same luck, as they did in older records

    def __init__(
        self,
        game: Game,
        people: Sequence[str],
        seed: Seed,
        given: Mapping[str, Any] | None = None,
        deck: Path | None = None,
        *,
        undoable: bool = True,
        logged: bool = True,
        practice: bool = False,
        sink: TextIO | None = None,
        ranks: Sequence[str] | None = None,  # who is a person and who a bot: whoever goes on asks the record
    ) -> None:
        self.game, self.people, self.seed = game, tuple(people), seed
        self.settings = game.settings(len(people), given)
        self.is_live = game.live_at(self.settings)  # whether time runs by itself
        self.luck = seed  # what later luck follows from
        marks = ({"ranks": list(ranks)} if ranks else {}) | ({"practice": True} if practice else {})
        self.record = Record(self._header(deck) | marks, sink)
        self.history: History | None = History() if undoable else None
        self.told: list[Told] = []  # everything ever told, with whom it was for
        self._logs: dict[Seat | None, list[Event]] = {who: [] for who in (None, *range(len(people)))}
        self.actions = 0  # played or taken back, as many as the record has
        self.logged, self.simulated = logged, not (logged or undoable)
        self.paused, self.ticks = False, 0  # and how many the clock has played
        self.unveiled = False  # whether it is only looked at, after its end: spectators see all hands
        self.branched = False  # whether it went on from somewhere with other luck
        self.auto_answers: dict[
            Seat, AutoAnswers
        ] = {}  # of the seats that let something be answered for them
        self.held_in: dict[Seat, tuple[int, ...]] = {}  # the turn in which a seat was last told of that
        self.table = self._dealt(deck)

    def _dealt(self, deck: Path | None) -> Table:
        told: list[Told] = []
        before = LISTENER.set(told if self.logged else None)
        try:
            t = self.game.deal(len(self.people), seeds.chance(self.seed), self.settings, self.game.pack(deck))
        finally:
            LISTENER.reset(before)
        t.events = None
        self.tell(told)
        return t

    def _header(self, deck: Path | None) -> Entry:
        return {
            "game": self.game.key,
            "edition": self.game.edition,
            "engine": flattop.__version__,
            "options": dict(self.settings),
            "deck": deck_digest(deck or self.game.deck),
            "people": list(self.people),
            "commitment": seeds.commitment(self.seed),
            "seed": seeds.written(self.seed),
        }

    # -- playing

    def play(self, seat: Seat, action: Action) -> list[Told]:
        """Play one action, what it told comes back, addressed; or raise Illegal, and nothing has changed."""
        t, carry_out = self.table, self._way_in(seat, action)
        past, options, asked = self.history if seat != CLOCK else None, t.asks.get(seat, ()), secret(t)
        forced = past is not None and len(options) == 1 and auto_answers.is_forced(self.game, t, seat)
        opening = past.opening(t, seat, action, asked is not None, forced) if past is not None else None
        hidden = asked if carry_out == t.push else None
        t.events = [] if self.logged else None
        try:
            carry_out(seat, action)
        finally:
            told, t.events = t.events or [], None
        self.open_steps += hidden is None or secret(t) is not hidden
        self._remember(opening)
        if seat == CLOCK:
            self.ticks += int(action[1])
        if self.auto_answers:
            auto_answers.look_again(self, seat, options, action)
        self.tell(told)
        self._note({"play": [seat, *action]})
        return told

    def keep(self, seat: Seat, action: Action) -> bool:
        """Keep a play of an older record that a corrected rule has made superfluous; False if it is not."""
        needless = self.game.needless
        if needless is None or self.paused or not needless(self.table, seat, action):
            return False
        self._note({"play": [seat, *action]})
        return True

    def refusal(self, seat: Seat, action: Action) -> Illegal | None:
        """Why the seat may not play this now; None if it may."""
        try:
            self._way_in(seat, action)
        except Illegal as refused:
            return refused
        return None

    def _way_in(self, seat: Seat, action: Action) -> Callable[[Seat, Action], None]:
        """How an action that is open to the seat is carried out; Illegal if it is not open, or nonsense."""
        if self.paused:
            raise Illegal(PAUSED.code, PAUSED.sentence)
        try:
            if type(seat) is int and type(action) is tuple and all(map(is_noun, action)):
                return self.table.way_in(seat, action)
        except Illegal as refused:
            raise refusal_text(self, refused, seat, action) from None
        except Exception as error:  # a game that stumbles over nonsense must not take the table with it
            raise nonsense(self, seat) from error
        raise nonsense(self, seat)

    def _remember(self, opening: Opening | None) -> None:
        """What may be taken back; time that has passed may not, nor anything before it."""
        if self.history is not None and opening:
            self.history.add(opening, self.table.chance.draws)
        elif self.history:
            self.history = History()

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's options, unchecked and unlogged, for simulations."""
        self.table.push(seat, action)
        if seat == CLOCK:
            self.ticks += int(action[1])
        self._note({"play": [seat, *action]})

    def cut_in(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's any-time plays, likewise."""
        self.table.cut_in(seat, action)
        self._note({"play": [seat, *action]})

    def _note(self, entry: Entry) -> None:
        self.record.add(entry)
        self.actions += 1
        if self.table.over:
            self.record.add(self.end_entry())
        elif self.actions % EVERY == 0:
            self.record.add({"state": state_hash(self.table), "after": self.actions})
        if self.noted:
            self.noted(entry)

    def end_entry(self) -> Entry:
        """The last line of the record, which shows the seed."""
        end = self.outcome
        result = {"points": list(end.points), "winners": list(end.winners), "reason": end.reason}
        return {
            "end": result,
            "state": state_hash(self.table),
            "after": self.actions,
            "seed": seeds.written(self.seed),
        }

    def reseed(self, seed: Seed) -> None:
        """Go on with other luck; what was played before can no longer be taken back."""
        stir(self.table, self.game.zones, seeds.chance(seed))
        self.luck = seed
        if self.history is not None:
            self.history = History()
        self.branched = True
        self.open_steps += 1
        self.record.add({"luck": seeds.written(seed)})

    # -- pause

    def pause(self, seat: Seat) -> list[Told]:
        """Stop the clocks and all play; the table itself is as it was."""
        if self.paused or self.over:
            raise Illegal("no-pause", "There is nothing that runs and could be paused.")
        return self._pause(seat, True)

    def resume(self, seat: Seat) -> list[Told]:
        """Go on where everything stopped."""
        if not self.paused:
            raise Illegal("not-paused", "Nothing is paused; play goes on already.")
        return self._pause(seat, False)

    def _pause(self, seat: Seat, paused: bool) -> list[Told]:
        if seat not in range(len(self.people)):  # a record may name anybody
            raise Illegal("no-seat", f"Seat {seat!r} is none of this table.")
        self.paused = paused
        self.open_steps += 1
        told: list[Told] = [(None, ("stopped" if paused else "restarted", seat))]
        self.tell(told)
        self._note({"pause" if paused else "resume": [seat]})
        return told

    # -- undo

    def undo_terms(self, seat: Seat) -> Terms | None:
        """What taking back the seat's last decision would cost; None if it cannot be had."""
        t, history = self.table, self.history
        if history is None or not t.stack or self.paused or CLOCK in t.asks:
            return None
        return undo.terms(t, history, seat, history.last_of(seat, own=seat in self.auto_answers))

    def _decision(self, seat: Seat) -> int:
        """Where the seat decided last: what its habits answer for it would only be answered again."""
        return self.history.last_of(seat, own=seat in self.auto_answers) if self.history is not None else -1

    def bots_refuse(self, seat: Seat) -> Illegal | None:
        """Why bots would not let the seat take back its last decision; None if they would."""
        if self.practice or not self.history:
            return None
        return undo.bots_refuse(self.table, self.game.zones, self.history, seat, self._decision(seat))

    def undo(self, seat: Seat, consent: Collection[Seat] = (), *, anew: bool = True) -> list[Told]:
        """Take back the seat's last decision, free or with the consent its terms ask for.

        Only records of old go on with the same luck after something was drawn or shown.
        """
        terms = self.undo_terms(seat)
        if terms is None or self.history is None:
            raise Illegal("no-undo", "There is nothing to take back.")
        terms.check([self.people[s] for s in terms.consent if s not in consent])
        was, decision = self.table, self._decision(seat)
        self.open_steps += 1
        while self.history.last_of(seat) >= decision and CLOCK not in self.table.asks:
            self._note(undo.step_back(self, self.history, seat, anew))
        if seat in self.auto_answers:
            self.auto_answers[seat] = self.auto_answers[seat].asking()
        told: list[Told] = [(None if is_observable(self, was, seat) else seat, ("undone", seat))]
        self.tell(told)
        return told

    # -- looking

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def practice(self) -> bool:
        """Whether it was marked so before its start: bots consent to everything, and nothing counts."""
        return bool(self.record.header.get("practice"))

    @property
    def title(self) -> str:
        """What the game is called at this table."""
        return self.game.title_at(self.settings)

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.table)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, shown before the deal; the seed itself is shown at the end."""
        return seeds.commitment(self.seed)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that are asked now, in the order in which the rules ask them."""
        asks = () if self.paused else self.table.asks
        return tuple(asks) if CLOCK not in asks else tuple([seat for seat in asks if seat != CLOCK])

    def is_asked(self, seat: Seat | None) -> bool:
        """Whether a seat may answer now."""
        return not self.paused and seat in self.table.asks

    def tell(self, told: Sequence[Told]) -> None:
        """Add to the log of everybody it is for: logs are kept as they grow, and an undo adds to them too."""
        self.told += told
        for whom, event in told:
            for log in self._logs.values() if whom is None else (self._logs[whom],):
                log.append(event)

    def log(self, seat: Seat | None, since: int = 0) -> list[Event]:
        """What a seat, or a spectator, has been told, after the first `since` lines."""
        return self._logs[seat][since:]

    def log_words(self, seat: Seat | None) -> list[str]:
        return [self.game.text.event(self.table, event, self.people) for event in self.log(seat)]
