"""Matches: tables with players, log, undo and record; observations, snapshots, replay and verification."""

from flattop.kernel import state_hash
from flattop.match.auto_answers import AutoAnswers
from flattop.match.editions import OtherEdition
from flattop.match.match import Match
from flattop.match.observation import Observation
from flattop.match.realtime import BotReaction, RealtimeDriver, bot_reactions
from flattop.match.record import BadRecord, ParsedRecord, Record, deck_digest, parse, read
from flattop.match.replay import Cursor, replay, reproducible_part, resume, steps
from flattop.match.seed import Seed, commitment, derived, live_seed
from flattop.match.snapshot import Choice, Snapshot, log_lines, snapshot
from flattop.match.undo import Terms
from flattop.match.verify import Verdict, verify

__all__ = [
    "AutoAnswers",
    "BadRecord",
    "BotReaction",
    "Choice",
    "Cursor",
    "Match",
    "Observation",
    "OtherEdition",
    "ParsedRecord",
    "RealtimeDriver",
    "Record",
    "Seed",
    "Snapshot",
    "Terms",
    "Verdict",
    "bot_reactions",
    "commitment",
    "deck_digest",
    "derived",
    "live_seed",
    "log_lines",
    "parse",
    "read",
    "replay",
    "reproducible_part",
    "resume",
    "snapshot",
    "state_hash",
    "steps",
    "verify",
]
