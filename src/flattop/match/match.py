"""Match: a table with players, a log, undo, and a record of every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import flattop
from flattop.kernel import (
    CLOCK,
    STATE_HASH_VERSION,
    Action,
    AddressedEvent,
    Event,
    Game,
    Illegal,
    Outcome,
    Seat,
    Table,
    collected_deal_events,
    shuffle_unseen,
    state_hash,
)
from flattop.match import auto_answers, undo
from flattop.match import seed as seeds
from flattop.match.auto_answers import AutoAnswers
from flattop.match.record import EVERY, Entry, Record, deck_digest
from flattop.match.refusals import explained, is_noun, malformed
from flattop.match.secret_actions import is_observable, open_secret
from flattop.match.seed import Seed
from flattop.match.undo import Terms
from flattop.match.undo_history import UndoHistory


class Match:
    """One game from its deal to its end, with checks, log and record."""

    on_entry: Callable[[Entry], None] | None = None  # called with every entry once it is recorded
    simulated = False  # True if the match has no log and no undo
    observable_steps = 0  # changes that others may notice: all but secret answers while others are awaited
    undos_without_redeal = 0  # undos across a draw that kept the random stream, as in older records

    def __init__(
        self,
        game: Game,
        people: Sequence[str],
        seed: Seed,
        options: Mapping[str, Any] | None = None,
        deck: Path | None = None,
        *,
        undoable: bool = True,
        logged: bool = True,
        practice: bool = False,
        sink: TextIO | None = None,
        ranks: Sequence[str] | None = None,  # for the record: for each seat "person", or the rank of a bot
    ) -> None:
        self.game, self.people, self.seed = game, tuple(people), seed
        self.settings = game.settings(len(people), options)
        self.is_live = game.live_at(self.settings)  # True if time runs by itself
        self.chance_seed = seed  # the seed from which redeals after an undo are derived
        defaults = game.settings(len(people))
        header: Entry = {
            "game": game.key,
            "edition": game.edition,
            "engine": flattop.__version__,
            "hash": STATE_HASH_VERSION,
            "options": {key: value for key, value in self.settings.items() if value != defaults[key]},
            "deck": deck_digest(deck or game.deck),
            "people": list(self.people),
            "commitment": seeds.commitment(seed),
            "seed": seeds.seed_to_json(seed),
        }
        marks = ({"ranks": list(ranks)} if ranks else {}) | ({"practice": True} if practice else {})
        self.record = Record(header | marks, sink)
        self.history: UndoHistory | None = UndoHistory() if undoable else None
        self.events: list[AddressedEvent] = []  # all events so far
        self._logs: dict[Seat | None, list[Event]] = {seat: [] for seat in (None, *range(len(people)))}
        self.actions = 0  # number of actions in the record
        self.logged, self.simulated = logged, not (logged or undoable)
        self.paused = False
        self.ticks = 0  # played by the clock
        self.reveal_hands = False  # True in a replay of a finished game: spectators see all hands
        self.is_branch = False  # True if the match continued with another seed
        self.undone: Counter[Seat] = Counter()  # actions that each seat has undone
        self.redeals: Counter[Seat] = Counter()  # draws among them
        self._last_redeal: tuple[Seat, int] | None = None  # the seat, and the number of actions before
        self.auto_answers: dict[Seat, AutoAnswers] = {}  # of the seats that want any
        self.held_in: dict[Seat, tuple[int, ...]] = {}  # the turn in which a seat was last told that it holds
        with collected_deal_events(logged) as events:
            self.table = game.deal(len(people), seeds.chance(seed), self.settings, game.pack(deck))
        self.table.events = None
        self.tell(events)

    # -- playing

    def play(self, seat: Seat, action: Action) -> list[AddressedEvent]:
        """Play one action and return its events; raise Illegal if it is not legal, and change nothing."""
        t, method = self.table, self._play_method(seat, action)
        history, options, secret = self.history, t.asks.get(seat, ()), open_secret(t)
        is_secret_answer = secret is not None and method == t.push
        pending = None
        if history is not None and seat != CLOCK:
            is_forced = len(options) == 1 and auto_answers.is_forced(self.game, t, seat)
            pending = history.before_action(t, seat, action, secret is not None, is_forced)
        t.events = [] if self.logged else None
        try:
            method(seat, action)
        finally:
            events, t.events = t.events or [], None
        self.observable_steps += not is_secret_answer or open_secret(t) is not secret
        if history is not None and pending:
            history.add(pending, t.chance.draws)
        elif history:
            self.history = UndoHistory()  # time has passed: nothing before can be undone
        if seat == CLOCK:
            self.ticks += int(action[1])
        if self.auto_answers:
            auto_answers.end_holds(self, seat, options, action)
        self.tell(events)
        self._add_entry({"play": [seat, *action]})
        return events

    def keep_superfluous(self, seat: Seat, action: Action) -> bool:
        """Record a play of an older record that a corrected rule made superfluous; False if it is not one."""
        is_superfluous = self.game.is_superfluous
        if is_superfluous is None or self.paused or not is_superfluous(self.table, seat, action):
            return False
        self._add_entry({"play": [seat, *action]})
        return True

    def refusal(self, seat: Seat, action: Action) -> Illegal | None:
        """Return the error that `play` would raise; None if the action is legal."""
        try:
            self._play_method(seat, action)
        except Illegal as refused:
            return refused
        return None

    def _play_method(self, seat: Seat, action: Action) -> Callable[[Seat, Action], None]:
        """Return the method of the table that plays a legal action; raise Illegal otherwise."""
        if self.paused:
            raise Illegal("paused", "The table is paused; it goes on when it is resumed.")
        try:
            if type(seat) is int and type(action) is tuple and all(map(is_noun, action)):
                return self.table.play_method(seat, action)
        except Illegal as refused:
            raise explained(self, refused, seat, action) from None
        except Exception as error:  # a game that fails on malformed input must not break the table
            raise malformed(self, seat) from error
        raise malformed(self, seat)

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's options without a check and without log, for simulations."""
        self.table.push(seat, action)
        if seat == CLOCK:
            self.ticks += int(action[1])
        self._add_entry({"play": [seat, *action]})

    def push_anytime(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's any-time plays in the same way."""
        self.table.push_anytime(seat, action)
        self._add_entry({"play": [seat, *action]})

    def _add_entry(self, entry: Entry) -> None:
        """Record an action, and the end of the game or a state hash where one is due."""
        self.record.add(entry)
        self.actions += 1
        if self.table.over:
            self.record.add(self.end_entry())
        elif self.actions % EVERY == 0:
            self.record.add(self.state_entry())
        if self.on_entry:
            self.on_entry(entry)

    def state_entry(self) -> Entry:
        """Return an entry with the state hash of the table, in the version that the record has."""
        return {"state": state_hash(self.table, self.record.hash_version), "after": self.actions}

    def end_entry(self) -> Entry:
        """Return the last entry of the record, which shows the seed."""
        end = self.outcome
        result = {"points": list(end.points), "winners": list(end.winners), "reason": end.reason}
        return {
            "end": result,
            **self.state_entry(),
            "seed": seeds.seed_to_json(self.seed),
        }

    def reseed(self, seed: Seed) -> None:
        """Continue with another seed: piles that no one sees are shuffled, and earlier actions stay."""
        shuffle_unseen(self.table, self.game.zones, seeds.chance(seed))
        self.chance_seed = seed
        if self.history is not None:
            self.history = UndoHistory()
        self.is_branch = True
        self.observable_steps += 1
        self.record.add({"luck": seeds.seed_to_json(seed)})

    # -- pause

    def pause(self, seat: Seat) -> list[AddressedEvent]:
        """Stop the clocks and all play; the table does not change."""
        if self.paused or self.over:
            raise Illegal("no-pause", "There is nothing that runs and could be paused.")
        return self._set_paused(seat, True)

    def resume(self, seat: Seat) -> list[AddressedEvent]:
        """End a pause."""
        if not self.paused:
            raise Illegal("not-paused", "Nothing is paused; play goes on already.")
        return self._set_paused(seat, False)

    def _set_paused(self, seat: Seat, paused: bool) -> list[AddressedEvent]:
        if seat not in range(len(self.people)):  # a record may contain any number
            raise Illegal("no-seat", f"Seat {seat!r} is none of this table.")
        self.paused = paused
        self.observable_steps += 1
        events: list[AddressedEvent] = [(None, ("stopped" if paused else "restarted", seat))]
        self.tell(events)
        self._add_entry({"pause" if paused else "resume": [seat]})
        return events

    # -- undo

    def undo_terms(self, seat: Seat) -> Terms | None:
        """Return the terms on which the seat may undo its last decision; None if it cannot."""
        t, history = self.table, self.history
        if history is None or not t.stack or self.paused or CLOCK in t.asks:
            return None
        return undo.terms(t, history, seat, self._last_decision(history, seat))

    def _last_decision(self, history: UndoHistory, seat: Seat) -> int:
        """Return the seat's last moment, without auto-answers, which would only be given again."""
        return history.last_of(seat, own=seat in self.auto_answers)

    def bots_refuse(self, seat: Seat) -> Illegal | None:
        """Return the refusal of the bots to let the seat undo its last decision; None if they consent.

        Each undone draw shows cards of a pile, so bots consent to a few of them only.
        """
        if self.practice or not self.history:
            return None
        terms = self.undo_terms(seat)
        if terms and terms.redeals and self.redeals[seat] >= undo.MOST_REDEALS:
            return undo.TOO_MANY
        last = self._last_decision(self.history, seat)
        return undo.bots_refuse(self.table, self.game.zones, self.history, seat, last)

    def count_redeal(self, seat: Seat) -> None:
        """Count an undone draw; several steps of one undo, which follow each other, count once."""
        if self._last_redeal != (seat, self.actions - 1):
            self.redeals[seat] += 1
        self._last_redeal = seat, self.actions

    def undo(
        self, seat: Seat, consent: Collection[Seat] = (), *, redeal: bool = True, unmark: bool = True
    ) -> list[AddressedEvent]:
        """Undo the seat's last decision, free or with the consent that its terms require.

        Only replays of older records pass `redeal=False`: they kept the random stream after a draw.  Those
        that pass `unmark=False` kept the marks of secret answers that were dropped.
        """
        terms, history = self.undo_terms(seat), self.history
        if terms is None or history is None:
            raise Illegal("no-undo", "There is nothing to take back.")
        terms.check([self.people[other] for other in terms.consent if other not in consent])
        before, decision = self.table, self._last_decision(history, seat)
        self.observable_steps += 1
        while history.last_of(seat) >= decision and CLOCK not in self.table.asks:
            self._add_entry(undo.step_back(self, history, seat, redeal, unmark))  # one entry for each action
        if seat in self.auto_answers:
            self.auto_answers[seat] = self.auto_answers[seat].asking()
        receiver = None if is_observable(self, before, seat) else seat
        events: list[AddressedEvent] = [(receiver, ("undone", seat))]
        self.tell(events)
        return events

    # -- status and log

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def practice(self) -> bool:
        """True for a practice game: bots consent to every undo, and its result counts nowhere."""
        return bool(self.record.header.get("practice"))

    @property
    def title(self) -> str:
        """The title of the game with these options."""
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
        """The seats that are asked now, without the clock, in the order in which the rules ask them."""
        asks = () if self.paused else self.table.asks
        return tuple(asks) if CLOCK not in asks else tuple([seat for seat in asks if seat != CLOCK])

    def is_asked(self, seat: Seat | None) -> bool:
        return not self.paused and seat in self.table.asks

    def tell(self, events: Sequence[AddressedEvent]) -> None:
        """Add events to the logs of their receivers. Logs only grow: an undo adds an event, too."""
        self.events += events
        for receiver, event in events:
            for log in self._logs.values() if receiver is None else (self._logs[receiver],):
                log.append(event)

    def log(self, seat: Seat | None, since: int = 0) -> list[Event]:
        """Return the events that a seat or a spectator may see, after the first `since` of them."""
        return self._logs[seat][since:]

    def log_words(self, seat: Seat | None) -> list[str]:
        """Return the log of a seat as text."""
        return [self.game.text.event(self.table, event, self.people) for event in self.log(seat)]


class SimulatedMatch(Match):
    """A match on a given table, which it changes. Events are added to a list if one is given."""

    simulated = True

    def __init__(
        self, game: Game, t: Table, seed: Seed, collected: list[AddressedEvent] | None = None
    ) -> None:
        self.game, self.table, self.seed, self.collected = game, t, seed, collected
        self.settings, self.is_live = t.settings, game.live_at(t.settings)
        self.events, self._logs, self.history = [], {}, None
        self.actions = self.ticks = 0
        self.logged, self.paused = collected is not None, False
        self.is_branch, self.auto_answers = True, {}

    def push(self, seat: Seat, action: Action) -> None:
        if self.collected is None:
            super().push(seat, action)
        else:
            self.table.events = self.collected
            super().push(seat, action)
            self.table.events = None

    def tell(self, events: Sequence[AddressedEvent]) -> None:
        if self.collected is not None:
            self.collected += events

    def _add_entry(self, entry: Entry) -> None:
        self.actions += 1
