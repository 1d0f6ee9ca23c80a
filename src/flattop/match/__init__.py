"""Matches: a table with people at it, a log, undo, and a record of all that was played."""

from flattop.match.clockwork import Clockwork, Hands, hands_for
from flattop.match.editions import OtherEdition
from flattop.match.habits import Habits
from flattop.match.match import Match
from flattop.match.record import BadRecord, Record, Written, deck_digest, parse, read, state_hash
from flattop.match.replay import Cursor, known_part, replay, resume, steps
from flattop.match.seed import Seed, commitment, derived, live_seed
from flattop.match.sheet import Choice, Sheet, log_lines, sheet
from flattop.match.sight import Sight
from flattop.match.undo import Terms
from flattop.match.verify import Verdict, verify

__all__ = [
    "BadRecord",
    "Choice",
    "Clockwork",
    "Cursor",
    "Habits",
    "Hands",
    "Match",
    "OtherEdition",
    "Record",
    "Seed",
    "Sheet",
    "Sight",
    "Terms",
    "Verdict",
    "Written",
    "commitment",
    "deck_digest",
    "derived",
    "hands_for",
    "known_part",
    "live_seed",
    "log_lines",
    "parse",
    "read",
    "replay",
    "resume",
    "sheet",
    "state_hash",
    "steps",
    "verify",
]
