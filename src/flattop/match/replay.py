"""Playing a record again: to its end, to any point and back, or to go on with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from flattop.games import game as game_of
from flattop.kernel import FlattopError, Game
from flattop.match import editions
from flattop.match import seed as seeds
from flattop.match.editions import OtherEdition
from flattop.match.match import Match
from flattop.match.record import BadRecord, Entry, ParsedRecord, Record, Source, deck_digest, read, state_hash


def resume(path: Path, deck: Path | None = None) -> tuple[Match, ParsedRecord]:
    """Load a record up to its last whole action, ready to go on with; its file is continued."""
    written = read(path)
    match = replay(written, deck=deck)
    editions.check(match, written.name)
    if not match.over:
        if written.cut:
            path.write_text(match.record.text(), "utf-8")
        match.record.sink = path.open("a", encoding="utf-8")
        editions.take_up(match)
    return match, written


def replay(
    source: ParsedRecord | Source,
    upto: int | None = None,
    deck: Path | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Match:
    """Play a record, a file or its text, again, up to `upto` actions; every hash on the way must agree.

    Whoever has others to think of may `pause` after each entry.
    """
    written = source if isinstance(source, ParsedRecord) else read(source)
    with _by_rules_of_today(written):
        match = _dealt(written, deck)
        for number, entry in enumerate(written.entries, 2):
            if upto is not None and match.actions >= upto:
                break
            _step(match, entry, f"{written.name}: line {number}")
            pause()
    return match


def steps(written: ParsedRecord, deck: Path | None = None) -> Iterator[Match]:
    """The match after the deal and after every further action; always the same object."""
    with _by_rules_of_today(written):  # once: it looks through all entries
        match = _dealt(written, deck)
        yield match
        for number, entry in enumerate(written.entries, 2):
            before = match.actions
            _step(match, entry, f"{written.name}: line {number}")
            if match.actions > before:
                yield match


def known_part(written: ParsedRecord, chains: Sequence[str], deck: Path | None = None) -> ParsedRecord | None:
    """What the rules of today tell alike of a game played by others: up to the last hash that agrees.

    The digest after each entry says whether it does.
    """
    sure = 0
    try:
        match = _dealt(written, deck)
        for number, (entry, chain) in enumerate(zip(written.entries, chains, strict=True), 1):
            _step(match, entry, f"{written.name}: line {number + 1}")
            if match.record.chain != chain:
                break
            if match.record.vouched == match.actions:
                sure = number
    except Exception:  # rules may stumble over anything that they would not have let happen
        pass
    return replace(written, entries=written.entries[:sure]) if sure else None


class Cursor:
    """A replay that stands at some point: going forward is cheap, going back begins anew."""

    def __init__(self, written: ParsedRecord, deck: Path | None = None, over: bool = False) -> None:
        self.written, self.deck = written, deck
        self.over = over or written.finished  # so that spectators may see all hands from its beginning
        self.actions = written.actions  # of the whole record
        self._steps: Iterator[Match] = iter(())
        self._match: Match | None = None

    def at(self, actions: int) -> Match:
        """The match after so many actions, or at its end; the next call moves the same match on."""
        if self._match is None or self._match.actions > actions:
            self._steps = steps(self.written, self.deck)
            self._match = next(self._steps)
            self._match.unveiled = self.over
        while self._match.actions < min(actions, self.actions):
            self._match = next(self._steps)
        return self._match


def branched(match: Match, header: Entry, luck: seeds.Seed) -> Record:
    """The record of a match up to here under another header, as it begins once it goes on with other luck."""
    record = Record({key: value for key, value in header.items() if key != "flattop"})
    for line in match.record.lines[1:]:
        record.add({key: value for key, value in json.loads(line).items() if key != "chain"})
    record.add({"luck": seeds.written(luck)})
    return record


@contextmanager
def _by_rules_of_today(written: ParsedRecord) -> Iterator[None]:
    """Where the rules were others, whatever goes wrong is laid to that; what is ahead of us is not tried."""
    game = game_of(_word(written.header, "game", written.name))
    theirs = written.edition
    other = OtherEdition(written.name, game.title, theirs, game.edition)
    if not isinstance(theirs, int) or theirs > game.edition:
        raise other
    try:
        yield
    except Exception as error:
        if theirs == game.edition:
            raise
        raise other from error


def _dealt(written: ParsedRecord, deck: Path | None) -> Match:
    header, name = written.header, written.name
    game = game_of(_word(header, "game", name))
    _same_deck(game, header, name, deck)
    people, given = header.get("people"), header.get("options")
    if not isinstance(people, list) or not isinstance(given, dict):
        raise BadRecord(f"{name}: line 1: the header names no people or no options")
    try:
        seed = seeds.as_written(header.get("seed"))
    except ValueError:
        raise BadRecord(f"{name}: line 1: the header has no seed, so it cannot be played again") from None
    match = Match(game, [str(person) for person in people], seed, given, deck)
    if match.commitment != header.get("commitment"):
        raise BadRecord(f"{name}: line 1: the seed is not the one that was committed to")
    match.record = Record({key: value for key, value in header.items() if key != "flattop"})
    return match


def _same_deck(game: Game, header: Entry, name: str, deck: Path | None) -> None:
    if header.get("deck") == deck_digest(deck or game.deck):
        return
    which = f"the deck {deck.name} is not the one" if deck else "it was played with another deck; give that"
    raise BadRecord(f"{name}: {which} (digest {header.get('deck')})")


def _word(header: Entry, key: str, name: str) -> str:
    value = header.get(key)
    if not isinstance(value, str):
        raise BadRecord(f"{name}: line 1: the header names no {key}")
    return value


def _step(match: Match, entry: Entry, where: str) -> None:
    verb = next((verb for verb in VERBS if verb in entry), None)
    try:
        if verb is None:
            _agree(match, entry, where)
        else:
            VERBS[verb](match, entry if verb == "undo" else entry[verb])
    except FlattopError as error:
        raise error if isinstance(error, BadRecord) else BadRecord(f"{where}: {error}") from None
    except (TypeError, ValueError):
        raise BadRecord(f"{where}: {entry!r} is no entry of a record") from None


def _edition(match: Match, written: Any) -> None:
    if type(written) is not int:
        raise ValueError(written)
    match.record.add({"edition": written})


def _play(match: Match, written: Any) -> None:
    seat, *words = written
    action = tuple(words)
    if not match.keep(seat, action):
        match.play(seat, action)


def _undo(match: Match, entry: Entry) -> None:
    """Whoever was asked has agreed, or it would not have been written; older records dealt nothing anew."""
    (seat,), anew = entry["undo"], entry.get("anew", False)
    terms = match.undo_terms(seat)
    if anew not in (False, terms is not None and terms.anew):
        raise BadRecord(f"{entry!r} deals anew where nothing was drawn or shown")
    match.undo(seat, terms.consent if terms else (), anew=anew)


VERBS: dict[str, Callable[[Match, Any], object]] = {
    "play": _play,
    "undo": _undo,
    "pause": lambda match, written: match.pause(*written),
    "resume": lambda match, written: match.resume(*written),
    "edition": _edition,
    "luck": lambda match, written: match.reseed(seeds.as_written(written)),
}


def _agree(match: Match, entry: Entry, where: str) -> None:
    """A hash, or the end, as it was written must be as it is played now."""
    if entry.get("state") != state_hash(match.table) or entry.get("after") != match.actions:
        raise BadRecord(f"{where}: the table after {match.actions} actions is not the one that was recorded")
    if "end" in entry and _unworded(entry) != _unworded(match.end_entry()):
        raise BadRecord(f"{where}: the end is not the one that was recorded")
    if match.record.vouched != match.actions:  # it stands elsewhere than every 50 actions
        match.record.add(entry)


def _unworded(entry: Entry) -> Entry:
    """An end without its reason, which later versions may put into other words."""
    end = entry["end"]
    kept = {key: value for key, value in end.items() if key != "reason"} if isinstance(end, dict) else end
    return {**entry, "end": kept}
