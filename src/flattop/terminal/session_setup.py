"""Opening a session: a new game as the command line wishes, or one that was saved."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flattop.bots.plugins import plugin_bot
from flattop.games import game as game_of
from flattop.kernel import Chance, FlattopError, Game
from flattop.match import Match, OtherEdition, Seed, live_seed, read, resume
from flattop.terminal import saves
from flattop.terminal.seats import Chair, as_recorded, seated, without_files
from flattop.terminal.session import Session


@dataclass(frozen=True)
class Wish:
    """The game that the command line asks for."""

    game: str
    seats: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    deck: Path | None = None
    seed: int | None = None
    practice: bool = False
    record: Path | None = None  # a folder for the record of a game among bots; others are saved anyway

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the game was named, so that a saved one may be meant."""
        named = self.seats is not None or bool(self.options) or self.deck is not None or self.seed is not None
        return not named and not self.practice

    def chairs(self) -> tuple[Chair, ...]:
        return seated(self.seats, game_of(self.game))

    def another(self) -> Wish:
        """The same table once more, with new luck."""
        return replace(self, seed=None)


def new_session(wish: Wish) -> Session:
    """Deal a new game; with persons at the table it is saved from its first line on."""
    game, chairs = game_of(wish.game), wish.chairs()
    _check(game, chairs, wish)
    if not any(chair.is_person for chair in chairs):
        return _among_bots(game, chairs, wish)
    path, sink = saves.new_file(game.key)
    seed: Seed = wish.seed if wish.seed is not None else live_seed()
    match = _match(game, chairs, wish, seed, sink)
    return Session(match, chairs, path, saves.claim(path), _opening_notes(match))


def _among_bots(game: Game, chairs: tuple[Chair, ...], wish: Wish) -> Session:
    """Bots alone are recorded where that is wished."""
    seed = _numbered(wish)
    if wish.record is None:
        return Session(_match(game, chairs, wish, seed), chairs)
    wish.record.mkdir(parents=True, exist_ok=True)
    path = wish.record / f"{game.key}-{seed}.jsonl"
    return Session(_match(game, chairs, wish, seed, path.open("w", encoding="utf-8")), chairs, path)


def _numbered(wish: Wish) -> int:
    """Among bots alone luck is a number that can be told and played again."""
    return wish.seed if wish.seed is not None else secrets.randbelow(10**9)


def _check(game: Game, chairs: tuple[Chair, ...], wish: Wish) -> None:
    """Whatever is wrong with the table is said before a file is made."""
    game.settings(len(chairs), wish.options)
    game.pack(wish.deck)
    for chair in chairs:
        if chair.is_plugin:
            plugin_bot(chair.rank, Chance(0))


def _match(game: Game, chairs: tuple[Chair, ...], wish: Wish, seed: Seed, sink: Any = None) -> Match:
    people, ranks = [chair.name for chair in chairs], [chair.rank for chair in chairs]
    given = {**game.untimed_settings, **wish.options}  # a screen that is handed round needs time
    return Match(game, people, seed, given, wish.deck, sink=sink, ranks=ranks, practice=wish.practice)


def _opening_notes(match: Match) -> list[str]:
    practice = ["This is practice: bots let you take back anything, and nothing counts."]
    notes = practice if match.practice else []
    if not match.commitment:
        return [f"Dealt from seed {match.seed!r}.", *notes]
    return [f"The luck of this game is sealed; its commitment is {match.commitment}", *notes]


def closing_notes(session: Session) -> list[str]:
    """How the luck can be checked, once the game is over."""
    match, lines = session.match, []
    if isinstance(match.seed, bytes):
        lines.append(f"The seed was {match.seed.hex()}")
    else:
        lines.append(f"Dealt from seed {match.seed}; --seed {match.seed} deals it again.")
    if session.path is not None:
        lines.append(f"The record lies in {session.path}")
        lines.append(f"Check it with: flattop verify {session.path}")
    return lines


def resumed_session(path: Path, key: str | None = None, deck: Path | None = None) -> Session:
    """Go on with a saved game from its last whole action."""
    held = saves.claim(path)
    try:
        _check_record(path, key)
        match, written = resume(path, deck)
    except FlattopError as error:
        held.close()
        raise _ended(path, error) if isinstance(error, OtherEdition) else error from None
    chairs = as_recorded(match.people, written.header.get("ranks"))
    notes = _opening_notes(match)
    notes.append(f"Resumed from {path.name} after {match.actions} steps.")
    if written.edition != match.game.edition:
        notes.append(
            "Its rules have changed since, but nothing that was played; the new ones hold from here."
        )
    notes += [_played_on(chair) for chair in chairs if chair.is_plugin]
    if written.cut:
        notes.append(f"Line {written.cut} of the file broke off; all up to the last whole step is here.")
    return _at_rest(Session(match, without_files(chairs), path, held, notes))


def _ended(path: Path, why: OtherEdition) -> saves.SaveTrouble:
    """Nobody can go on with it: what is left to do."""
    return saves.SaveTrouble(f"{why}; it stays in {path}, and --new begins another")


def _played_on(chair: Chair) -> str:
    return f"No record starts a program, so a house bot plays on for {chair.name} ({chair.rank})."


def _at_rest(session: Session) -> Session:
    """A clock that ran when the game was left runs on only when somebody lets it."""
    if session.running:
        session.pause(session.persons[0])
        session.notes.append("The clock stands still; p lets it run on.")
    return session


def _check_record(path: Path, key: str | None) -> None:
    written = read(path)
    played = written.header.get("game")
    if key is not None and played != key:
        raise saves.SaveTrouble(
            f"{path.name}: is a game of {played}, not of {key}; try: flattop play {played} --resume {path}"
        )
    if written.finished:
        raise saves.SaveTrouble(f"{path.name}: that game is over; to look at it: flattop replay {path}")
