"""Replay of records to the end or any action, with checks of header, seed commitment and state hashes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from flattop.games import game as game_of
from flattop.kernel import STATE_HASH_VERSION, FlattopError, Game
from flattop.match import editions
from flattop.match import seed as seeds
from flattop.match.editions import OtherEdition
from flattop.match.match import Match
from flattop.match.record import BadRecord, Entry, ParsedRecord, Record, Source, deck_digest, read


def resume(path: Path, deck: Path | None = None) -> tuple[Match, ParsedRecord]:
    """Replay a record to its last complete action, and continue its file."""
    record = read(path)
    match = replay(record, deck=deck)
    editions.check_edition(match, record.name)
    if not match.over:
        if record.cut:
            path.write_text(match.record.text(), "utf-8")
        match.record.sink = path.open("a", encoding="utf-8")
        editions.adopt_edition(match)
    return match, record


def replay(
    source: ParsedRecord | Source,
    upto: int | None = None,
    deck: Path | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Match:
    """Replay a record, to its end or to `upto` actions; raise BadRecord if a state hash differs.

    `pause` is called after each entry, so that a long replay can give way to other work.
    """
    record = source if isinstance(source, ParsedRecord) else read(source)
    with _by_current_rules(record):
        match = _dealt(record, deck)
        for number, entry in enumerate(record.entries, 2):
            if upto is not None and match.actions >= upto:
                break
            _apply(match, entry, f"{record.name}: line {number}")
            pause()
    return match


def steps(record: ParsedRecord, deck: Path | None = None) -> Iterator[Match]:
    """Yield the match after the deal and after every action; it is always the same object."""
    with _by_current_rules(record):  # only once, because it looks through all entries
        match = _dealt(record, deck)
        yield match
        for number, entry in enumerate(record.entries, 2):
            before = match.actions
            _apply(match, entry, f"{record.name}: line {number}")
            if match.actions > before:
                yield match


def reproducible_part(
    record: ParsedRecord, chains: Sequence[str], deck: Path | None = None
) -> ParsedRecord | None:
    """Return the part of an older record that the current rules reproduce, up to the last equal state hash.

    `chains` has the chain of each entry, which shows whether the replay still agrees.
    """
    certain = 0  # entries
    try:
        match = _dealt(record, deck)
        for number, (entry, chain) in enumerate(zip(record.entries, chains, strict=True), 1):
            _apply(match, entry, f"{record.name}: line {number + 1}")
            if match.record.chain != chain:
                break
            if match.record.hashed_at == match.actions:
                certain = number
    except Exception:  # rules may fail in any way on actions that they do not allow
        pass
    return replace(record, entries=record.entries[:certain]) if certain else None


class Cursor:
    """A position in a record. Going forward is cheap, going back replays from the start."""

    def __init__(self, record: ParsedRecord, deck: Path | None = None, over: bool = False) -> None:
        self.record, self.deck = record, deck
        self.over = over or record.finished  # spectators may then see all hands from the start
        self.actions = record.actions  # of the whole record
        self._steps: Iterator[Match] = iter(())
        self._match: Match | None = None

    def at(self, actions: int) -> Match:
        """Return the match after so many actions, or at its end; the next call moves the same match on."""
        if self._match is None or self._match.actions > actions:
            self._steps = steps(self.record, self.deck)
            self._match = next(self._steps)
            self._match.reveal_hands = self.over
        while self._match.actions < min(actions, self.actions):
            self._match = next(self._steps)
        return self._match


def branch_record(match: Match, header: Entry, seed: seeds.Seed) -> Record:
    """Return the record of a match so far, with another header and continued with another seed."""
    record = Record({key: value for key, value in header.items() if key != "flattop"})
    for line in match.record.lines[1:]:
        record.add({key: value for key, value in json.loads(line).items() if key != "chain"})
    record.add({"luck": seeds.seed_to_json(seed)})
    return record


@contextmanager
def _by_current_rules(record: ParsedRecord) -> Iterator[None]:
    """Raise OtherEdition for any error in the replay of an older edition, and at once for a newer one."""
    game = game_of(_game_key(record))
    theirs = record.edition
    other = OtherEdition(record.name, game.title, theirs, game.edition)
    if not isinstance(theirs, int) or theirs > game.edition:
        raise other
    try:
        yield
    except Exception as error:
        if theirs == game.edition:
            raise
        raise other from error


def _dealt(record: ParsedRecord, deck: Path | None) -> Match:
    """Deal the match of a record, after checks of its header."""
    header, name = record.header, record.name
    game: Game = game_of(_game_key(record))
    if header.get("deck") != deck_digest(deck or game.deck):
        which = (
            f"the deck {deck.name} is not the one" if deck else "it was played with another deck; give that"
        )
        raise BadRecord(f"{name}: {which} (digest {header.get('deck')})")
    if header.get("hash", 1) not in range(1, STATE_HASH_VERSION + 1):
        raise BadRecord(f"{name}: line 1: state hashes of version {header['hash']!r} are not known here")
    people, options = header.get("people"), header.get("options")
    if not isinstance(people, list) or not isinstance(options, dict):
        raise BadRecord(f"{name}: line 1: the header has no people or no options")
    try:
        seed = seeds.seed_from_json(header.get("seed"))
    except ValueError:
        raise BadRecord(f"{name}: line 1: the header has no seed, so it cannot be replayed") from None
    options = {
        key: value
        for key, value in options.items()  # earlier versions accepted options that did nothing
        if key not in game.options or game.options[key].matters(len(people))
    }
    match = Match(game, [str(person) for person in people], seed, options, deck)
    if match.commitment != header.get("commitment"):
        raise BadRecord(f"{name}: line 1: the seed does not agree with its commitment")
    match.record = Record({key: value for key, value in header.items() if key != "flattop"})
    return match


def _game_key(record: ParsedRecord) -> str:
    key = record.header.get("game")
    if not isinstance(key, str):
        raise BadRecord(f"{record.name}: line 1: the header names no game")
    return key


def _apply(match: Match, entry: Entry, where: str) -> None:
    """Play an entry, or compare a state hash; errors are reported with the place of the entry."""
    try:
        _play_entry(match, entry, where)
    except FlattopError as error:
        raise error if isinstance(error, BadRecord) else BadRecord(f"{where}: {error}") from None
    except (TypeError, ValueError):
        raise BadRecord(f"{where}: {entry!r} is not an entry of a record") from None


def _play_entry(match: Match, entry: Entry, where: str) -> None:
    if "play" in entry:
        seat, *words = entry["play"]
        action = tuple(words)
        if not match.keep_superfluous(seat, action):
            match.play(seat, action)
    elif "undo" in entry:
        _play_undo(match, entry)
    elif "pause" in entry:
        match.pause(*entry["pause"])
    elif "resume" in entry:
        match.resume(*entry["resume"])
    elif "edition" in entry:
        if type(entry["edition"]) is not int:
            raise ValueError(entry)
        match.record.add({"edition": entry["edition"]})
    elif "luck" in entry:
        match.reseed(seeds.seed_from_json(entry["luck"]))
    else:
        _compare(match, entry, where)


def _play_undo(match: Match, entry: Entry) -> None:
    """Undo with the consent of all: without it the entry would not exist. Older records did not redeal."""
    (seat,), redeal = entry["undo"], entry.get("anew", False)
    terms = match.undo_terms(seat)
    if redeal not in (False, terms is not None and terms.redeals):
        raise BadRecord(f"{entry!r} redeals though nothing was drawn or shown")
    consent, unmark = terms.consent if terms else (), entry.get("unmarked", False)
    match.undo(seat, consent, redeal=redeal, unmark=unmark)


def _compare(match: Match, entry: Entry, where: str) -> None:
    """Compare a recorded state hash, and the end of the game, with the replay."""
    if entry | match.state_entry() != entry:
        raise BadRecord(f"{where}: the table after {match.actions} actions is not the one that was recorded")
    if "end" in entry and _without_reason(entry) != _without_reason(match.end_entry()):
        raise BadRecord(f"{where}: the end is not the one that was recorded")
    if match.record.hashed_at != match.actions:  # a hash that is not at a multiple of 50 actions
        match.record.add(entry)


def _without_reason(entry: Entry) -> Entry:
    """Return an end entry without the reason, whose wording may change in later versions."""
    end = entry["end"]
    kept = {key: value for key, value in end.items() if key != "reason"} if isinstance(end, dict) else end
    return {**entry, "end": kept}
