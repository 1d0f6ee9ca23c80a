"""Creation of a session: a new game from a request, or a saved game to resume."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flattop.bots.plugins import plugin_bot
from flattop.games import game as game_of
from flattop.kernel import Chance, FlattopError
from flattop.match import Match, OtherEdition, Seed, live_seed, read, resume
from flattop.terminal import saves
from flattop.terminal.seats import Player, parse_seats, recorded_players, without_custom_bots
from flattop.terminal.session import Session


@dataclass(frozen=True)
class GameRequest:
    """The game that the command line or the menu asks for."""

    game: str
    seats: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    deck: Path | None = None
    seed: int | None = None
    practice: bool = False
    record: Path | None = None  # directory for the record of a game between bots

    @property
    def names_only_the_game(self) -> bool:
        """True if nothing but the game is given, so that an unfinished game may be meant."""
        has_table = self.seats is not None or bool(self.options) or self.deck is not None
        return not (has_table or self.seed is not None or self.practice)

    def players(self) -> tuple[Player, ...]:
        return parse_seats(self.seats, game_of(self.game))

    def with_new_seed(self) -> GameRequest:
        return replace(self, seed=None)


def new_session(request: GameRequest) -> Session:
    """Deal a new game.  With people at the table it is saved from its first line on."""
    game, players = game_of(request.game), request.players()
    game.settings(len(players), request.options)  # report errors before a file is created
    game.pack(request.deck)
    for player in players:
        if player.is_custom_bot:
            plugin_bot(player.rank, Chance(0))
    if any(player.is_human for player in players):
        path, sink = saves.new_file(game.key)
        seed: Seed = request.seed if request.seed is not None else live_seed()
        match = new_match(request, players, seed, sink)
        return Session(match, players, path, saves.lock_save(path), opening_notes(match))
    number = request.seed if request.seed is not None else secrets.randbelow(10**9)
    if request.record is None:
        return Session(new_match(request, players, number), players)
    request.record.mkdir(parents=True, exist_ok=True)
    path = request.record / f"{game.key}-{number}.jsonl"
    return Session(new_match(request, players, number, path.open("w", encoding="utf-8")), players, path)


def new_match(request: GameRequest, players: tuple[Player, ...], seed: Seed, sink: Any = None) -> Match:
    game = game_of(request.game)
    options = {**game.untimed_settings, **request.options}  # people who share one screen need time
    return Match(
        game,
        [player.name for player in players],
        seed,
        options,
        request.deck,
        sink=sink,
        ranks=[player.rank for player in players],
        practice=request.practice,
    )


def resume_session(path: Path, key: str | None = None, deck: Path | None = None) -> Session:
    """Resume a saved game after its last complete action.  `key` is the game that the user named, if any."""
    lock = saves.lock_save(path)
    try:
        check_unfinished(path, key)
        match, record = resume(path, deck)
    except OtherEdition as error:
        lock.close()
        raise saves.SaveError(f"{error}; it stays in {path}, and --new starts another game") from None
    except FlattopError:
        lock.close()
        raise
    players = recorded_players(match.people, record.header.get("ranks"))
    notes = [*opening_notes(match), f"Resumed from {path.name} after {match.actions} steps."]
    if record.edition != match.game.edition:
        notes.append(
            "The rules have changed since, without effect on what was played; the new rules apply now."
        )
    notes += [
        f"A record never starts a program, so a house bot replaces {player.name} ({player.rank})."
        for player in players
        if player.is_custom_bot
    ]
    if record.cut:
        notes.append(f"Line {record.cut} of the file is incomplete; everything before it was loaded.")
    session = Session(match, without_custom_bots(players), path, lock, notes)
    if session.clock_runs:
        session.toggle_pause(session.humans[0])
        session.notes.append("The clock is stopped; p starts it again.")
    return session


def check_unfinished(path: Path, key: str | None) -> None:
    record = read(path)
    recorded_key = record.header.get("game")
    if key is not None and recorded_key != key:
        raise saves.SaveError(
            f"{path.name} is a game of {recorded_key}, not of {key}; "
            f"try: flattop play {recorded_key} --resume {path}"
        )
    if record.finished:
        raise saves.SaveError(f"{path.name}: the game is over; to look at it: flattop replay {path}")


def opening_notes(match: Match) -> list[str]:
    """Return the notes of a new session: where the deal comes from, and that practice does not count."""
    if match.commitment:
        notes = [f"The seed is secret until the end of the game; its commitment is {match.commitment}"]
    else:
        notes = [f"Dealt from seed {match.seed!r}."]
    if match.practice:
        notes.append("This is practice: bots agree to every undo, and nothing counts.")
    return notes


def closing_notes(session: Session) -> list[str]:
    """Return the notes after the end: the seed, and how to verify the record."""
    match, lines = session.match, []
    if isinstance(match.seed, bytes):
        lines.append(f"The seed was {match.seed.hex()}")
    else:
        lines.append(f"Dealt from seed {match.seed}; --seed {match.seed} deals it again.")
    if session.path is not None:
        lines.append(f"The record is in {session.path}")
        lines.append(f"Verify it with: flattop verify {session.path}")
    return lines
