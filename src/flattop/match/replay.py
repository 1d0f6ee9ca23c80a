"""Playing a record again: to any point, to go on with it, or to verify it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from flattop.games import game as game_of
from flattop.kernel import FlattopError, Game
from flattop.match import seed as seeds
from flattop.match.match import Match, deck_digest
from flattop.match.record import BadRecord, Entry, Record, Written, read, state_hash


def resume(path: Path, deck: Path | None = None) -> tuple[Match, Written]:
    """Load a record up to its last whole action, ready to go on with; its file is continued."""
    written = read(path)
    found = replay(written, deck=deck)
    if not found.over:
        if written.cut:
            path.write_text(found.record.text(), "utf-8")
        found.record.sink = path.open("a", encoding="utf-8")
    return found, written


def replay(written: Written, upto: int | None = None, deck: Path | None = None) -> Match:
    """Play a record again, up to `upto` actions; every hash on the way must agree."""
    found = _dealt(written, deck)
    for number, entry in enumerate(written.entries, 2):
        if upto is not None and found.actions >= upto:
            break
        _step(found, entry, f"{written.name}: line {number}")
    return found


def steps(written: Written, deck: Path | None = None) -> Iterator[Match]:
    """The match after the deal and after every further action; always the same object."""
    found = _dealt(written, deck)
    yield found
    for number, entry in enumerate(written.entries, 2):
        before = found.actions
        _step(found, entry, f"{written.name}: line {number}")
        if found.actions > before:
            yield found


def _dealt(written: Written, deck: Path | None) -> Match:
    header, name = written.header, written.name
    game = game_of(_word(header, "game", name))
    _same_deck(game, header, name, deck)
    if header.get("edition") != game.edition:
        theirs = f"played by edition {header.get('edition')} of {game.title}"
        raise BadRecord(f"{name}: {theirs}, this is edition {game.edition}")
    people, given = header.get("people"), header.get("options")
    if not isinstance(people, list) or not isinstance(given, dict):
        raise BadRecord(f"{name}: line 1: the header names no people or no options")
    try:
        seed = seeds.as_written(header.get("seed"))
    except ValueError:
        raise BadRecord(f"{name}: line 1: the header has no seed, so it cannot be played again") from None
    found = Match(game, [str(person) for person in people], seed, given, deck)
    if found.commitment != header.get("commitment"):
        raise BadRecord(f"{name}: line 1: the seed is not the one that was committed to")
    found.record = Record({key: value for key, value in header.items() if key != "flattop"})
    return found


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


def _step(found: Match, entry: Entry, where: str) -> None:
    try:
        if "play" in entry:
            seat, *action = entry["play"]
            found.play(seat, tuple(action))
        elif "undo" in entry:
            (seat,) = entry["undo"]
            terms = found.undo_terms(seat)
            found.undo(seat, terms.consent if terms else ())
        elif "pause" in entry:
            found.pause(*entry["pause"])
        elif "resume" in entry:
            found.resume(*entry["resume"])
        elif "luck" in entry:
            found.reseed(seeds.as_written(entry["luck"]))
        else:
            _agree(found, entry, where)
    except FlattopError as error:
        raise error if isinstance(error, BadRecord) else BadRecord(f"{where}: {error}") from None
    except (TypeError, ValueError):
        raise BadRecord(f"{where}: {entry!r} is no entry of a record") from None


def _agree(found: Match, entry: Entry, where: str) -> None:
    """A hash, or the end, as it was written must be as it is played now."""
    if entry.get("state") != state_hash(found.table) or entry.get("after") != found.actions:
        raise BadRecord(f"{where}: the table after {found.actions} actions is not the one that was recorded")
    if "end" in entry and entry != found.end_entry():
        raise BadRecord(f"{where}: the end is not the one that was recorded")


@dataclass(slots=True)
class Verdict:
    """What `verify` found: the sentences to show, and whether all is well."""

    good: bool = True
    lines: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> Verdict:
        self.good = False
        self.lines.append(sentence)
        return self


def verify(path: Path, deck: Path | None = None) -> Verdict:
    """Check a record against its chain, its commitment, its hashes and the rules."""
    verdict = Verdict()
    try:
        written = read(path)
        found = replay(written, deck=deck)
    except FlattopError as error:
        return verdict.fault(str(error))
    if written.cut:
        return verdict.fault(f"{written.name}: line {written.cut} breaks off; {_loads(found)}")
    if found.over and not written.finished:
        return verdict.fault(f"{written.name}: the game is over, but the record has no end")
    verdict.lines.append(f"{written.name}: {_loads(found)}; every line, hash and rule agrees")
    verdict.lines.append(_seed_line(found))
    return verdict


def _loads(found: Match) -> str:
    state = "to its end" if found.over else "unfinished"
    return f"{found.game.title}, {found.actions} actions, {state}"


def _seed_line(found: Match) -> str:
    if not found.commitment:
        return f"seed {found.seed!r}: a plain number, nothing was committed"
    return f"the seed agrees with its commitment {found.commitment}"
